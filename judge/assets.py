"""Find the data folders grammar/, templates/ and games/: inside the installed wheel, or next to the package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LANGUAGES = "languages"
WORDS = "words"
SENTENCES, SPOKEN_OF = "sentences.yaml", "spoken_of.yaml"


@dataclass(frozen=True)
class Assets:
    """The data folders."""

    grammar: Path
    templates: Path
    games: Path
    glyphs: Path
    """The file with the outlines of letters, for maps."""

    @property
    def spoken_of(self) -> Path:
        """The file with the words of letters in prose, and the commands that they may mean."""
        return self.grammar / SPOKEN_OF

    def grammars(self) -> dict[str, str]:
        """Return the text of each grammar by name: the base grammars (`orders`, `conditions`), the small words of `sentences`,
        words of plain speech (`words/en`) and the order words of other languages (`languages/de`).
        """
        found = {path.stem: path for path in sorted((*self.grammar.glob("*.lark"), self.grammar / SENTENCES))}
        found |= {f"{LANGUAGES}/{path.stem}": path for path in sorted((self.grammar / LANGUAGES).glob("*.yaml"))}
        found |= {f"{WORDS}/{path.stem}": path for path in sorted((self.grammar / WORDS).glob("*.txt"))}
        return {name: path.read_text("utf-8") for name, path in found.items()}


def find_assets(package: Path = HERE) -> Assets:
    """Return the data folders of the installed wheel (`judge/_assets`), or those of the checkout if it has none."""
    packed = package / "_assets"
    root = packed if packed.is_dir() else package.parent
    return Assets(root / "grammar", root / "templates", root / "games", package / "maps" / "glyphs.json")

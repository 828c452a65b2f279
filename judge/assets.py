"""The only finder of grammar/, templates/ and games/: inside the wheel, else next to the package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LANGUAGES = "languages"


@dataclass(frozen=True)
class Assets:
    """Where the data folders are."""

    grammar: Path
    templates: Path
    games: Path
    glyphs: Path
    """Letters as outlines, for maps."""

    def grammars(self) -> dict[str, str]:
        """The base grammars by name (`orders`, `conditions`), and the order words of other languages (`languages/de`), as text."""
        found = {path.stem: path for path in sorted(self.grammar.glob("*.lark"))}
        found |= {f"{LANGUAGES}/{path.stem}": path for path in sorted((self.grammar / LANGUAGES).glob("*.yaml"))}
        return {name: path.read_text("utf-8") for name, path in found.items()}


def find_assets(package: Path = HERE) -> Assets:
    """The data folders of an installed wheel (`judge/_assets`) if there are any, else those of the checkout."""
    packed = package / "_assets"
    root = packed if packed.is_dir() else package.parent
    return Assets(root / "grammar", root / "templates", root / "games", package / "maps" / "glyphs.json")

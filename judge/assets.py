"""The only finder of grammar/, templates/ and games/: inside the wheel, else beside the package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Assets:
    """Where the data folders are."""

    grammar: Path
    templates: Path
    games: Path
    glyphs: Path
    """Letters as outlines, for maps."""

    def grammars(self) -> dict[str, str]:
        """The base grammars by name (`orders`, `commands`, …), as text."""
        return {path.stem: path.read_text("utf-8") for path in sorted(self.grammar.glob("*.lark"))}


def find_assets(package: Path = HERE) -> Assets:
    """The data folders of an installed wheel (`judge/_assets`) if there are any, else those of the checkout."""
    packed = package / "_assets"
    root = packed if packed.is_dir() else package.parent
    return Assets(root / "grammar", root / "templates", root / "games", package / "maps" / "glyphs.json")

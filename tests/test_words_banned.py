"""No line of judge/ names a game or its vocabulary, so that no special case can hide there: a game is a folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.variants.folder import GAME

JUDGE = Path(__file__).parents[1] / "judge"
FILES = sorted(path for path in JUDGE.rglob("*.py") if "_assets" not in path.parts)

STEMS = (
    "explor", "garrison", "orbit", "beam", "jam", "spacecraft", "native", "treasure", "tsr", "railway", "canal", "suez", "bomb",
    "crater", "transport", "permanent", "disrupt",
)  # fmt: skip
"""Words of the strange games, and whatever begins with them or holds them: `explored`, `jamming`."""
USUAL = "standard"
"""The one game whose name is an ordinary word, too; it is looked for in names and values, not in prose."""
GAMES = sorted(path.parent.name for path in find_assets().games.glob(f"*/{GAME}") if path.parent.name not in (USUAL, "_template"))

INNOCENT = {"alternative", "alternatives"}
"""Ordinary words that hold a stem."""
EXCEPTIONS = {
    ("disrupted", "judge/rules"): "DATC 3.2's own word for a convoy whose fleet is dislodged: every game has it",
    ("jamais", "judge/commands/consent_words.py"): "never, in French and Portuguese",
    ("jamas", "judge/commands/consent_words.py"): "never, in Spanish",
    ("transport", "judge/mail/smtp_in.py"): "asyncio's word for a connection: its methods are called with it",
    ("modern", "judge/print"): "a kind of letters, as typesetters call those with thin and thick strokes",
    ("railways", "judge/commands/foreign_settings.py"): "a setting of njudge's, which is answered and does nothing here",
    ("standard", "judge/variants/folder.py"): "what a game is that names no variant: one default, named in one place",
    ("standard", "judge/commands/gm.py"): "HELP's example of CREATE must name some game; nothing compares with it",
    ("standard", "judge/cli/new_game.py"): "advice to whoever begins a folder: which one to extend",
}
"""(word, where) that is allowed, and the argument for it."""

PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
STREAM = re.compile(r"standard (input|output|error)")


def parts(text: str) -> list[str]:
    """The words of a text, those inside `camelCase` and `snake_case` identifiers each by itself, in small letters."""
    return [part.lower() for part in PART.findall(text)]


def excepted(word: str, path: Path) -> bool:
    """Whether a word is argued for in this file."""
    here = path.relative_to(JUDGE.parent).as_posix()
    return any(word == known and here.startswith(where) for known, where in EXCEPTIONS)


def vocabulary(path: Path) -> Iterator[str]:
    """file:line and the word, for every banned word of a file."""
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        for word in parts(line):
            if any(stem in word for stem in STEMS) and word not in INNOCENT and not excepted(word, path):
                yield f"{path}:{number}: {word}"


def games(path: Path) -> Iterator[str]:
    """file:line and the game, for every name of a game in a file, however its words are joined."""
    text = " ".join(parts(path.read_text("utf-8")))
    for game in GAMES:
        if re.search(rf"\b{' '.join(parts(game))}\b|\b{''.join(parts(game))}\b", text) and not excepted(game, path):
            yield f"{path}: {game}"


def usual(path: Path) -> Iterator[str]:
    """file:line for every identifier and value, documentation left out, that names the usual game."""
    tree = ast.parse(path.read_text("utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        said = [value for _, value in ast.iter_fields(node) if isinstance(value, str)] if id(node) not in prose else []
        if any(USUAL in parts(STREAM.sub("", text)) for text in said) and not excepted(USUAL, path):
            yield f"{path}:{getattr(node, 'lineno', 0)}: {USUAL}"


@pytest.mark.each_row
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(JUDGE).as_posix())
def test_no_line_names_a_game_or_its_vocabulary(path: Path) -> None:
    """Comments and documentation included."""
    assert [*vocabulary(path), *games(path), *usual(path)] == []


@pytest.mark.parametrize("word", [word for word, _ in EXCEPTIONS])
def test_every_exception_is_needed(word: str) -> None:
    places = [where for known, where in EXCEPTIONS if known == word]
    for where in places:
        texts = [path.read_text("utf-8") for path in FILES if path.relative_to(JUDGE.parent).as_posix().startswith(where)]
        assert any(word in parts(text) for text in texts)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("if space.isOrbit:", True), ("has_garrison = 1", True), ("# the Suez Canal", True), ("TSR_STOPS = ()", True),
        ("class SpacecraftHold:", True), ("jammed = True", True), ("x = 'nativeCentre'", True), ("no alternative", False),
        ("SMTPRecipientsRefused", False), ("a convoy is Disrupted", True), ("explicit", False), ("the major", False),
    ],
)  # fmt: skip
def test_it_finds_words_inside_identifiers(line: str, found: bool, tmp_path: Path) -> None:
    path = JUDGE / "some.py"
    assert any(any(stem in word for stem in STEMS) and word not in INNOCENT for word in parts(line)) is found
    assert not excepted("orbit", path)

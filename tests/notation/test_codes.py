"""A board may call its spaces what it likes: printed orders are read as themselves, though codes are words of the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.board import Board, PlaceNames, Unit, space_of
from judge.checking import check_folder
from judge.checking.readback import unread_places
from judge.notation.reader import ParsedOrder
from judge.notation.tokens import place_codes
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from judge.variants.yaml_source import YamlNode

STANDARD = load_ruleset("standard", [find_assets().games], find_assets().grammars())
LANDS = [code for code, space in STANDARD.board.spaces.items() if space.kind != "sea"]
SMALL = ["The", "And", "Yes", "Is", "In", "At", "On", "By", "To", "Via", "No", "Not", "Of", "Our", "Hold", "Sup", "Con", "Ret",
         "Ok", "Please", "Army", "Fleet", "Build", "Bounce"]  # fmt: skip


def called(codes: Sequence[str]) -> Ruleset:
    """The standard game with other codes for its first lands and the seas behind them."""
    order = [*LANDS, *(code for code in STANDARD.board.spaces if code not in LANDS)]
    new = dict(zip(order, [*codes, *(f"Q{n}z" for n in range(len(order) - len(codes)))], strict=True))

    def place(old: str) -> str:
        return new[space_of(old)] + old[len(space_of(old)) :]

    spaces = {new[c]: replace(s, code=new[c], name=f"Land {new[c]}", also=(), abroad=()) for c, s in STANDARD.board.spaces.items()}
    links = {k: {place(p): frozenset(map(place, to)) for p, to in of.items()} for k, of in STANDARD.board.links.items()}
    names = PlaceNames.of((name, code) for code, space in spaces.items() for name in (code, space.name))
    units = tuple(Unit("France", "A", new[land]) for land in LANDS)
    return replace(STANDARD, board=Board(spaces, links, names), start=replace(STANDARD.start, units=units, owners={}))


@pytest.mark.parametrize("style", [str.upper, str.capitalize])
def test_small_words_as_codes(style: type[str]) -> None:
    rules = called([style(word) for word in SMALL])
    assert list(unread_places(rules, YamlNode({}, "map.yaml", 1))) == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A The - And", ["A(The)-And"]),
        ("a the-and", ["A(The)-And"]),
        ("Army Yes supports A the - and", ["A(Yes) S A(The)-And"]),
        ("A the h", ["A(The) stands"]),
        ("A and - is, A the - in.", ["A(And)-Is", "A(The)-In"]),
        ("please A(The)-And and A(Yes) holds", ["A(The)-And", "A(Yes) stands"]),
        ("my army in The moves to And, thanks", None),
    ],
)
def test_orders_that_people_write_with_them(line: str, orders: list[str] | None) -> None:
    """As njudge's players do, in small letters and without brackets. A sentence may be asked about, but is never another order."""
    rules = called(SMALL)
    read = rules.notation.read(line, rules.board, rules.start, "France")
    written = [rules.notation.write(each.order) for each in read if isinstance(each, ParsedOrder)]
    assert written == orders if orders else set(written) <= {"A(The)-And"}


def test_small_words_stay_words_on_other_boards() -> None:
    read = STANDARD.notation.read("please move the A Par to Bur and hold at Mar, yes", STANDARD.board, STANDARD.start, "France")
    written = [STANDARD.notation.write(each.order) for each in read if isinstance(each, ParsedOrder)]
    assert written == ["A(Par)-Bur", "A(Mar) stands"]


@pytest.mark.parametrize("game", sorted(each.name for each in find_assets().games.iterdir() if (each / "game.yaml").exists()))
def test_a_unit_and_its_code_without_brackets(game: str) -> None:
    """As many people write: `A Part H`, though `a part` is `except` in French, and `a nej` a correction in Swedish."""
    shipped = find_assets()
    rules = load_ruleset(game, [shipped.games], shipped.grammars())
    board, lex = rules.board, rules.notation.vocabulary.lex
    units = [(kind, code) for kind in board.links if len(kind) == 1 for code in board.spaces if board.places(kind, code)]
    for kind, code in units:
        for text in (f"{kind} {code} H", f"{kind} {code} - {code}", f"{kind} {code}".lower()):
            tokens = lex(text, board.names)
            assert tokens[0].kind in rules.notation.vocabulary.openers, text
            assert code in place_codes(tokens[1]), text


def test_an_army_in_a_space_that_is_a_word_elsewhere() -> None:
    shipped = find_assets()
    rules = load_ruleset("colonial_diplomacy", [shipped.games], shipped.grammars())
    position = replace(rules.start, units=(Unit("Japan", "A", "Part"), Unit("Japan", "F", "Yels")))
    for line, orders in {
        "A Part-Seo": ["A(Part)-Seo"],
        "A Part H": ["A(Part) stands"],
        "F Yels S A Part-Seo": ["F(Yels) S A(Part)-Seo"],
        "A Part - Man.; F Yel S A Part-Man": ["A(Part)-Mac", "F(Yels) S A(Part)-Mac"],  # Manchuria, and no gulf
    }.items():
        read = rules.notation.read(line, rules.board, position, "Japan")
        assert [rules.notation.write(each.order) for each in read if isinstance(each, ParsedOrder)] == orders, line


def test_a_code_that_nobody_could_order_is_named() -> None:
    """Signs that end a sentence are no part of a name."""
    codes = ["Ok!" if land == "Par" else f"X{n}y" for n, land in enumerate(LANDS)]
    (wrong,) = unread_places(called(codes), YamlNode({}, "map.yaml", 1))
    assert "is not read as it is printed, so nobody could order it; give Ok! another code" in str(wrong)


def test_a_folder_beside_a_broken_one_is_sound(tmp_path: Path) -> None:
    shipped = find_assets()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("title: [x\n")
    assert check_folder(shipped.games / "fleet_rome", [shipped.games, tmp_path], shipped) == []

"""What game.yaml says of links with conditions and of victory, as values."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from judge.board import Board, Calendar, space_of
from judge.rules.passages import Passage, Victory, season_words
from judge.variants.game_yaml import read_year
from judge.variants.yaml_source import YamlNode

KINDS = {"armies": "A", "fleets": "F"}
LINK_KEYS = ("between", "one way", "for", "seasons", "since", "until", "powers", "owning", "holding", "weak")
VICTORY_KEYS = ("years", "lead", "counted", "last_year")


def read_passages(sheet: YamlNode, board: Board, powers: Collection[str], calendar: Calendar) -> tuple[Passage, ...]:
    """The links with conditions (`links`), each for one way. Raises FolderError."""
    return tuple(each for item in sheet.list() for each in _passages(item, board, powers, calendar))


def _passages(item: YamlNode, board: Board, powers: Collection[str], calendar: Calendar) -> Iterator[Passage]:
    item.only(*LINK_KEYS)
    both, single = item.get("between").texts(), item.get("one way").texts()
    if len(both or single) != 2 or (both and single):
        raise item.wrong("a link is `between: [X, Y]`, or `one way: [X, Y]` from X to Y")
    start, end = both or single
    kinds = tuple(_kind(each) for each in item.get("for").list())
    for one, other in ((start, end), (end, start))[: 2 if both else 1]:
        if not any(_leads(board, kind, one, other) for kind in kinds or KINDS.values()):
            raise item.wrong(f"no link of the map leads from {one} to {other}")
        yield Passage(
            one, other, kinds,
            seasons=_words(item.get("seasons"), season_words(calendar)),
            since=_year(item.get("since")), until=_year(item.get("until")),
            powers=_known(item.get("powers"), powers, "power"),
            owning=next(iter(_known(item.get("owning"), board.centres, "centre")), ""),
            holding=next(iter(_known(item.get("holding"), board.spaces, "space")), ""),
            weak=_weak(item.get("weak")),
        )  # fmt: skip


def _leads(board: Board, kind: str, start: str, end: str) -> bool:
    froms = [start] if "." in start else board.places(kind, start)
    return any(end in (to, space_of(to)) for place in froms for to in board.reach(kind, place))


def _kind(sheet: YamlNode) -> str:
    if sheet.text() not in KINDS:
        raise sheet.wrong(f"{sheet.text()!r} is none of {', '.join(KINDS)}")
    return KINDS[sheet.text()]


def _words(sheet: YamlNode, known: Collection[str]) -> tuple[str, ...]:
    for item in sheet.list():
        if item.text().lower() not in known:
            raise item.wrong(f"{item.text()!r} stands in no season's name")
    return sheet.texts()


def _known(sheet: YamlNode, known: Collection[str], what: str) -> tuple[str, ...]:
    for item in sheet.list():
        if item.text() not in known:
            raise item.wrong(f"{item.text()!r} is no {what} of this game")
    return sheet.texts()


def _year(sheet: YamlNode) -> int | None:
    return None if sheet.empty else read_year(sheet)[0]


def _weak(sheet: YamlNode) -> int:
    """`yes` is one more, a number is that many."""
    if sheet.empty:
        return 0
    return sheet.number() if sheet.text().isdigit() else int(sheet.flag())


def read_victory(sheet: YamlNode, board: Board) -> Victory:
    """How the game is won (`victory`). Raises FolderError."""
    sheet.only(*VICTORY_KEYS)
    by_year = []
    for year, number in sheet.get("years").table().items():
        told = YamlNode(year, number.file, number.line, number.key)
        by_year.append((read_year(told)[0], number.number()))
        if not 1 <= by_year[-1][1] <= len(board.centres):
            raise number.wrong(f"{number.text()!r} is no number from 1 to {len(board.centres)}, the centres of this map")
    lead, last = sheet.get("lead"), sheet.get("last_year")
    return Victory(
        tuple(sorted(by_year)),
        0 if lead.empty else lead.number(),
        _known(sheet.get("counted"), board.centres, "centre"),
        None if last.empty else read_year(last)[0],
    )

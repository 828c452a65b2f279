"""Games of other programs as values: phases with their orders as written and, where the source has it, the board before each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.board import Phase, Position, normalize_name
from judge.game.foreign.jdip_reading import is_jdip_game, read_jdip_game
from judge.game.foreign.phase import ForeignPhase, NoForeignGame
from judge.game.model.gm_actions import PastPhase
from judge.game.position_text import position_changes, read_position_text
from judge.notation import Order
from judge.notation.readings import IgnoredText, ParsedOrder
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.ruleset import Ruleset

MOST_PHASES = 500
_SEASON = re.compile(
    r"\b(?P<season>spring|summer|fall|autumn|winter)(?:\s+of|,)?\s+(?P<year>\d{3,5})\b(?P<rest>[^:]*)", re.IGNORECASE
)
_CODE = re.compile(r"\b(?P<letter>[SFAW])(?P<year>\d{3,5})(?P<kind>[MRAB])\b")
_KINDS = (("retreat", "retreats"), ("adjust", "adjustments"), ("build", "adjustments"), ("unit-placing", "adjustments"))
_MARKS = re.compile(r"\(\*[^()]*\*\)|\((?:fail|dislodged|bounce[^()]*|success)\)\.?", re.IGNORECASE)
_WAYS = " may go to "
_HEAD = re.compile(r"\s*(?P<who>[^\W\d_][\w .'’-]{1,30}?)\s*:\s*(?P<rest>.*)")


class Unread(NamedTuple):
    """A line of the source that cannot be used, and in which phase."""

    phase: str
    line: str


class BroughtGame(NamedTuple):
    """A game as it was played again here: its first board, its phases, and the board that it goes on from."""

    start: Position
    phases: tuple[PastPhase, ...]
    position: Position
    differences: tuple[tuple[str, list[dict[str, Any]]], ...] = ()
    """(phase, what the source's board after it has and had not here)."""
    unread: tuple[Unread, ...] = ()


def read_foreign_game(text: str, ruleset: Ruleset) -> list[ForeignPhase]:
    """Read a saved game of the Python package `diplomacy` (JSON) or of jDip, or results in words below phases and powers.

    Raises:
        NoForeignGame: it is neither, or has no phase.
    """
    stripped = text.strip().lstrip("\ufeff")
    if is_jdip_game(stripped):
        found = read_jdip_game(stripped, ruleset)
    else:
        found = _saved_phases(stripped) if stripped.startswith("{") else list(_told_phases(stripped, ruleset))
    if not found or len(found) > MOST_PHASES:
        raise NoForeignGame("no phases")
    return found


def play_again(phases: Sequence[ForeignPhase], ruleset: Ruleset) -> BroughtGame:
    """Judge the phases of a foreign game again. Where the source says what the board was, the source is right.

    Raises:
        PositionFault: the first board of the source cannot be used.
    """
    position = start = _first_board(phases[0], ruleset)
    done, differences, unread = list[PastPhase](), list[tuple[str, list[dict[str, Any]]]](), list[Unread]()
    for n, foreign in enumerate(phases):
        phase = _phase(foreign.name, ruleset)
        if phase is None:
            continue
        while position.phase.when < phase.when and len(done) < MOST_PHASES:  # phases in which the source says nothing was ordered
            outcome = adjudicate(position, {}, ruleset)
            done.append(PastPhase(position.phase.name, {}))
            position = outcome.position
        orders, lost = _orders(foreign, position, ruleset)
        unread += lost if phase == position.phase else [Unread(foreign.name, line) for line in _lines(foreign)]
        if phase != position.phase or (n == len(phases) - 1 and not orders):
            continue
        outcome = adjudicate(position, orders, ruleset)
        after = _board_after(phases, n, outcome, ruleset)
        changes = position_changes(outcome.position, after, ruleset)
        differences += [(phase.name, changes)] if changes else []
        done.append(PastPhase(phase.name, orders, after if changes else None))
        position = after
    return BroughtGame(start, tuple(done), position, tuple(differences), tuple(unread))


def _first_board(first: ForeignPhase, ruleset: Ruleset) -> Position:
    empty = Position(ruleset.start.phase, (), {}, facts=ruleset.start.facts)
    phase = _phase(first.name, ruleset)
    if not first.board or phase is None:
        return ruleset.start
    return read_position_text(phase.name, first.board, empty, ruleset)


def _board_after(phases: Sequence[ForeignPhase], n: int, outcome: PhaseOutcome, ruleset: Ruleset) -> Position:
    """Return the board after a phase: the source's, if it has that of the phase that follows here, else the referee's."""
    for foreign in phases[n + 1 :]:
        phase = _phase(foreign.name, ruleset)
        if foreign.board and phase == outcome.position.phase:
            found = read_position_text(phase.name, foreign.board, outcome.position, ruleset)
            return _as_dislodged_here(found, outcome.position, told=_WAYS in foreign.board)
    return outcome.position


def _as_dislodged_here(source: Position, judged: Position, told: bool) -> Position:
    """A board of a source, and who drove out its dislodged units: as the referee has it, for no source says.

    Args:
        told: whether the source says where they may go. If not, the referee says that, too.
    """
    here, there = ({each.unit: each for each in some.dislodged} for some in (judged, source))
    for unit in here.keys() & there.keys():
        if not told or set(here[unit].retreats) == set(there[unit].retreats):
            there[unit] = here[unit]
    order = dict.fromkeys((*here, *there))
    return replace(source, dislodged=tuple(there[unit] for unit in order if unit in there))


def _lines(foreign: ForeignPhase) -> list[str]:
    return [line for lines in foreign.orders.values() for line in lines]


def _orders(
    foreign: ForeignPhase, position: Position, ruleset: Ruleset
) -> tuple[dict[str, tuple[Order, ...]], list[Unread]]:
    """Return the orders of a phase by power, and the lines that cannot be read."""
    board, names, unread = ruleset.board_at(position), _powers(ruleset), list[Unread]()
    found: dict[str, tuple[Order, ...]] = {}
    for called, lines in foreign.orders.items():
        power = names.get(normalize_name(called), "")
        for line in lines:
            said = ruleset.notation.read(line, board, position, power, strict=False) if power else ()
            orders = tuple(each.order for each in said if isinstance(each, ParsedOrder))
            if not orders or any(not isinstance(each, ParsedOrder | IgnoredText) for each in said):
                unread.append(Unread(foreign.name, line))
            else:
                found[power] = (*found.get(power, ()), *orders)
    return found, unread


def _powers(ruleset: Ruleset) -> dict[str, str]:
    return {normalize_name(word): p.name for p in ruleset.on_the_board for word in (p.name, p.short, p.adjective, *p.also) if word}


def _phase(name: str, ruleset: Ruleset) -> Phase | None:
    """The phase that a source's name means: `S1901M`, `W1901A`, `Spring, 1901, Movement`, `Movement results for Fall of 1901.`"""
    calendar = ruleset.calendar
    if found := _CODE.search(name):
        letter = "w" if found["kind"] in "AB" else found["letter"].lower()
        return calendar.read(f"{letter}{found['year']}{found['kind'].lower()}")
    season = _SEASON.search(name)
    if season is None:
        return calendar.read(name)
    kind = next((kind for word, kind in _KINDS if word in name.lower()), "")
    if kind == "adjustments":
        return calendar.read(f"w{season['year']}a")
    return calendar.read(f"{season['season']} {season['year']}{' retreats' if kind == 'retreats' else ''}")


def _saved_phases(text: str) -> list[ForeignPhase]:
    """Read a saved game of the Python package; mail programs may have broken its one line."""
    try:
        body, _ = json.JSONDecoder(strict=False).raw_decode(text.replace("\r", "").replace("\n", " "))
        phases = body["phases"]
        return [
            ForeignPhase(
                str(each["name"]), {str(power): [str(line) for line in lines or ()] for power, lines in each["orders"].items()},
                _board(each["state"]),
            )
            for each in phases
            if str(each["name"]) != "COMPLETED"
        ]  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NoForeignGame(str(error)) from None


def _board(state: Mapping[str, Any]) -> str:
    """Return the lines of a POSITION for a state of the Python package."""
    lines = []
    for power, units in state["units"].items():
        standing = [str(unit) for unit in units if not str(unit).startswith("*")]
        owns = ", ".join(map(str, state["centers"].get(power, ()))) or "none"
        lines += [f"{power}: {', '.join(standing) or 'none'}", f"{power} owns: {owns}"]
        for unit, ways in (state.get("retreats", {}).get(power) or {}).items():
            lines.append(f"{power} dislodged: {str(unit).lstrip('*')} may go to {', '.join(map(str, ways)) or 'none'}")
    return "\n".join(lines)


def _told_phases(text: str, ruleset: Ruleset) -> Iterator[ForeignPhase]:
    """Read results in words: a heading for each phase; a power before its orders, in their line or above them."""
    names, name, power, orders = _powers(ruleset), "", "", dict[str, list[str]]()
    for line in text.splitlines():
        said = " ".join(_MARKS.sub(" ", line.strip().lstrip(">").strip()).split())
        head = _HEAD.fullmatch(said)
        who = names.get(normalize_name(head["who"] if head else said.rstrip(":")))
        if (_SEASON.search(said) or _CODE.search(said)) and who is None and _phase(said, ruleset):
            if name:
                yield ForeignPhase(name, orders)
            name, power, orders = said, "", {}
        elif who:
            power = who
            if head and head["rest"]:
                orders.setdefault(power, []).append(head["rest"].rstrip(". "))
        elif name and power and said and not said.startswith("-"):
            orders.setdefault(power, []).append(said.rstrip(". "))
        elif not said:
            power = ""
    if name:
        yield ForeignPhase(name, orders)

"""A position as text that people can write and mail: POSITION, a line for each power's units and centres, and END."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.board import DislodgedUnit, Phase, Position, Unit, normalize_name, space_of
from judge.rules.movement_turn import MovementTurn
from judge.rules.phases import begin_position
from judge.rules.retreats import open_retreats
from judge.rules.ruleset import Ruleset

NOBODY = "Nobody"
"""Whose neutral units are."""
NONE = ("none", "nothing", "no units", "no centres", "-")
_HEAD = re.compile(r"\s*(?P<who>[^\W\d_][\w .'’-]{0,40}?)(?:\s+(?P<what>owns|centres|centers|dislodged|units))?\s*:\s*(?P<rest>.*)")
_FACT = re.compile(r"\s*fact\s+(?P<name>[\w.-]{1,40})\s*:\s*(?P<rest>.*)", re.IGNORECASE)
_DISLODGED = re.compile(
    r"(?P<unit>.+?)(?:\s+by\s+(?P<by>.+?))?(?:\s+from\s+(?P<barred>.+?))?(?:,?\s+may\s+go\s+to\s+(?P<retreats>.+))?", re.IGNORECASE
)


class PositionFault(ValueError):
    """A line of a position that cannot be used: `why` is the sentence's key, `word` what is wrong, `near` what can be written."""

    def __init__(self, why: str, line: str, word: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(f"{why}: {word} in {line!r}")
        self.why, self.line, self.word, self.near = why, line, word, tuple(near)


class _Line(NamedTuple):
    """One line, with those that mail programs broke off it: its subject, what it says of it, and the line as written."""

    who: str
    what: str
    rest: str
    whole: str


def write_position_text(position: Position, ruleset: Ruleset, facts: bool = True) -> str:
    """Write a whole position: every power with its units and centres. `facts`: with what only this game knows."""
    lines = [f"POSITION {position.phase.name}"]
    for power in _holders(position, ruleset):
        name = power or NOBODY
        lines.append(f"{name}: {', '.join(map(str, position.units_of(power))) or 'none'}")
        if power:
            lines.append(f"{name} owns: {', '.join(position.centres(power)) or 'none'}")
        lines += [f"{name} dislodged: {_beaten(each, ruleset)}" for each in position.dislodged if each.unit.power == power]
    if position.standoffs:
        lines.append(f"standoffs: {', '.join(sorted(position.standoffs))}")
    if facts:
        lines += [f"fact {name}: {json.dumps(value, sort_keys=True)}" for name, value in sorted(position.facts.items())]
        lines += [f"fact {name}: none" for name in sorted(set(ruleset.start.facts) - set(position.facts))]
    return "\n".join([*lines, "END"])


def read_position_text(phase: str, text: str, base: Position, ruleset: Ruleset) -> Position:
    """Read a position. A power that no line names keeps what it has in `base`; a line replaces all that it is about.

    Args:
        phase: as written; '' for that of `base`.
        text: the lines between POSITION and END.

    Raises:
        PositionFault: the first line that cannot be used.
    """
    lines = list(_lines(text, ruleset))
    told_facts = {line.what: _fact(line) for line in lines if line.who == "fact"}
    facts = {name: value for name, value in {**base.facts, **told_facts}.items() if value is not None}
    plain = ruleset
    try:
        ruleset = replace(ruleset, board=ruleset.rules.board_with_facts(ruleset.board, facts))
    except (ValueError, KeyError, TypeError) as error:
        raise PositionFault("facts", "fact", str(error)) from None
    named = _units(lines, ruleset)
    units = [unit for unit in base.units if unit.power not in named] + [unit for some in named.values() for unit in some]
    standoffs = [line for line in lines if line.who == "standoffs"]
    told = frozenset(space for line in standoffs for space in _spaces(line, ruleset)) if standoffs else base.standoffs
    labelled, owners = ruleset.rules.label_units(tuple(units)), _owners(lines, base, ruleset, plain)
    position = Position(_phase(phase, base, ruleset), tuple(labelled), owners, (), told, facts)
    turn = plain.turn_without_orders(position)
    _check_room(turn, lines)
    found = replace(position, dislodged=_dislodged(lines, base, turn, ruleset))
    # where much is hidden retreats are always a phase, so that it does not tell whether somebody must retreat
    empty = found.phase.kind == "retreats" and not found.dislodged and ruleset.rules.hides_information(ruleset)
    if (found.phase.kind == "retreats") != bool(found.dislodged) and not empty:
        raise PositionFault("no-dislodged" if not found.dislodged else "dislodged-now", found.phase.name, found.phase.name)
    return found if told_facts else begin_position(found, plain)  # facts that are told say what has been seen


def position_changes(old: Position, new: Position, ruleset: Ruleset) -> list[dict[str, Any]]:
    """What a position has and another had not, as facts: each power's units and centres `gone` and `come`, then the rest."""
    found = list[dict[str, Any]]()
    for power in dict.fromkeys((*_holders(new, ruleset), *_holders(old, ruleset))):
        was = [*map(str, old.units_of(power)), *old.centres(power)] if power else [*map(str, old.units_of(power))]
        now = [*map(str, new.units_of(power)), *new.centres(power)] if power else [*map(str, new.units_of(power))]
        gone, come = [each for each in was if each not in now], [each for each in now if each not in was]
        found += [{"power": power, "gone": gone, "come": come}] if gone or come else []
    beaten = [[str(each.unit) for each in sorted(some.dislodged, key=str)] for some in (old, new)]
    if old.dislodged != new.dislodged:
        found.append({"what": "dislodged", "gone": beaten[0] or ["none"], "come": beaten[1] or ["none"]})
    if old.phase != new.phase:
        found.append({"what": "phase", "gone": [old.phase.name], "come": [new.phase.name]})
    changed = sorted(name for name in {*old.facts, *new.facts} if old.facts.get(name) != new.facts.get(name))
    return found + ([{"what": "facts", "gone": [], "come": changed}] if changed else [])


def _holders(position: Position, ruleset: Ruleset) -> list[str]:
    """The powers of a game in its own order, then any others that have something, '' for nobody's units."""
    known = [power.name for power in (*ruleset.on_the_board, *ruleset.mastered)]
    more = {*(unit.power for unit in position.units), *(each.unit.power for each in position.dislodged), *position.owners.values()}
    return [*known, *sorted(more - {*known, ""}), *([""] if "" in more else [])]


def _beaten(each: DislodgedUnit, ruleset: Ruleset) -> str:
    adjectives = {power.name: power.adjective for power in (*ruleset.on_the_board, *ruleset.mastered)}
    by = f" by {adjectives.get(each.by.power) or each.by.power} {each.by}" if each.by.kind else ""
    return f"{each.unit}{by}" + (f" from {each.barred}" if each.barred else "") + f" may go to {', '.join(each.retreats) or 'none'}"


def _lines(text: str, ruleset: Ruleset) -> Iterator[_Line]:
    """Read the lines. One that does not begin with a power or another word of a position goes on with the one above."""
    powers, whole = _powers(ruleset), list[str]()
    for line in [*text.splitlines(), None]:
        begins = line is None or _FACT.match(line) or ((head := _HEAD.match(line)) and _known(head["who"], powers))
        if begins and whole:
            yield _line(" ".join(whole), powers)
            whole = []
        if line and (said := line.strip().lstrip(">").strip()):
            whole.append(said)


def _known(who: str, powers: Mapping[str, str]) -> bool:
    return normalize_name(who) in powers or normalize_name(who) in ("standoffs", "standoff", "dislodged", "centres", "owners")


def _line(whole: str, powers: Mapping[str, str]) -> _Line:
    if fact := _FACT.fullmatch(whole):
        return _Line("fact", fact["name"], fact["rest"], whole)
    head = _HEAD.fullmatch(whole)
    if head is None or not _known(head["who"], powers):
        raise PositionFault("line", whole, whole.partition(":")[0], sorted(set(powers.values()) - {""}))
    who = normalize_name(head["who"])
    if who in ("standoff", "standoffs"):
        return _Line("standoffs", "", head["rest"], whole)
    if who not in powers:
        raise PositionFault("line", whole, head["who"], sorted(set(powers.values()) - {""}))
    what = (head["what"] or "units").lower().replace("centers", "owns").replace("centres", "owns")
    return _Line(powers[who], what, "" if head["rest"].strip().lower() in NONE else head["rest"], whole)


def _powers(ruleset: Ruleset) -> dict[str, str]:
    """What a power is called, folded → its name, '' for nobody."""
    named = (*ruleset.on_the_board, *ruleset.mastered)
    found = {normalize_name(word): p.name for p in named for word in (p.name, p.short, p.adjective, *p.also) if word}
    return {normalize_name(NOBODY): "", "neutral": "", **found}


def _fact(line: _Line) -> Any:
    try:
        return None if line.rest.strip().lower() == "none" else json.loads(line.rest)
    except (ValueError, RecursionError):
        raise PositionFault("fact", line.whole, line.rest[:60]) from None


def _phase(text: str, base: Position, ruleset: Ruleset) -> Phase:
    phase = ruleset.calendar.read(text) if text else base.phase
    if phase is None:
        raise PositionFault("phase", text, text, [base.phase.name, ruleset.calendar.after(base.phase).name])
    return phase


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"\s*[,;]\s*|\s+and\s+", text.strip(" .")) if part]


def _units(lines: Iterable[_Line], ruleset: Ruleset) -> dict[str, list[Unit]]:
    """Power → its units, for every power that has a line of units."""
    found: dict[str, list[Unit]] = {}
    for line in lines:
        if line.what == "units":
            found.setdefault(line.who, []).extend(_unit(part, line.who, line, ruleset) for part in _parts(line.rest))
    return found


def _unit(text: str, power: str, line: _Line, ruleset: Ruleset) -> Unit:
    try:
        ref = ruleset.notation.read_unit(text, ruleset.board)
    except ValueError:
        raise PositionFault("unit", line.whole, text) from None
    places = ruleset.board.places(ref.kind, space_of(ref.place))
    if ref.place not in places:
        raise PositionFault("place", line.whole, text, [f"{ref.kind}({place})" for place in places])
    return Unit(power, ref.kind, ref.place, ref.name)


def _spaces(line: _Line, ruleset: Ruleset) -> list[str]:
    found = [(part, ruleset.board.names.find(part)) for part in _parts(line.rest)]
    for part, codes in found:
        if len(codes) != 1:
            raise PositionFault("space", line.whole, part, codes)
    return [codes[0] for _, codes in found]


def _owners(lines: Iterable[_Line], base: Position, ruleset: Ruleset, plain: Ruleset) -> dict[str, str]:
    """Return the owners of centres. `plain` knows those that facts have made none, such as ruins, which may still be owned."""
    centres = {code for board in (ruleset.board, plain.board) for code, space in board.spaces.items() if space.centre}
    told = {line.who: _spaces(line, ruleset) for line in lines if line.what == "owns"}
    taken = [centre for some in told.values() for centre in some]
    twice = next((centre for centre in taken if taken.count(centre) > 1), "")
    none = next((centre for centre in taken if centre not in centres), "")
    if twice or none:
        line = next(each for each in lines if each.what == "owns" and (twice or none) in _spaces(each, ruleset))
        raise PositionFault("twice" if twice else "no-centre", line.whole, twice or none)
    kept = {centre: power for centre, power in base.owners.items() if power not in told and centre not in taken}
    found = {**kept, **{centre: power for power, some in told.items() if power for centre in some}}
    order = [*base.owners, *ruleset.board.spaces]
    return {centre: found[centre] for centre in dict.fromkeys(order) if centre in found}


def _check_room(turn: MovementTurn, lines: Sequence[_Line]) -> None:
    """Raise PositionFault where two units stand in one place that has room for one."""
    position = turn.position
    taken: dict[tuple[str, ...], Unit] = {}
    for unit in position.units:
        if not unit.name and (unit.space in turn.uncontested or unit in turn.aside):
            continue
        one = (unit.space, unit.kind, unit.name, unit.power) if unit.name else (unit.space,)
        other = taken.setdefault(one, unit)
        if other is not unit:
            line = next((each.whole for each in lines if each.who == unit.power and each.what == "units"), position.phase.name)
            raise PositionFault("occupied", line, str(unit), [f"{other.power or NOBODY}: {other}"])


def _dislodged(lines: Iterable[_Line], base: Position, turn: MovementTurn, ruleset: Ruleset) -> tuple[DislodgedUnit, ...]:
    told = [line for line in lines if line.what == "dislodged"]
    named = {line.who for line in told} | {line.who for line in lines if line.what == "units"}
    kept = [each for each in base.dislodged if each.unit.power not in named] if turn.position.phase == base.phase else []
    return (*kept, *(_one_dislodged(line, turn, ruleset) for line in told if line.rest))


def _one_dislodged(line: _Line, turn: MovementTurn, ruleset: Ruleset) -> DislodgedUnit:
    position = turn.position
    found = _DISLODGED.fullmatch(line.rest.strip(" ."))
    if found is None:
        raise PositionFault("unit", line.whole, line.rest)
    unit = _unit(found["unit"], line.who, line, ruleset)
    barred = _spaces(line._replace(rest=found["barred"]), ruleset)[0] if found["barred"] else ""
    winner = next((other for other in position.units if other.space == unit.space), Unit("", "", barred))
    by = _attacker(found["by"], winner, line, ruleset) if found["by"] else winner._replace(place=barred)
    if found["retreats"]:
        told = [] if found["retreats"].lower() in NONE else [_way(part, unit, line, ruleset) for part in _parts(found["retreats"])]
        return DislodgedUnit(unit, by, barred, tuple(sorted(told)))
    occupied = frozenset(other.space for other in position.units) - turn.uncontested
    ways = open_retreats(ruleset.rules, turn, unit, barred, position.units, occupied, position.standoffs, position.facts)
    return DislodgedUnit(unit, by, barred, tuple(ways))


def _attacker(text: str, winner: Unit, line: _Line, ruleset: Ruleset) -> Unit:
    """Return the unit that drove another out, as it stood before: `Russian A(Fin)`, `A(Fin)`."""
    powers = _powers(ruleset)
    first, _, rest = text.partition(" ")
    power = powers.get(normalize_name(first), winner.power)
    return _unit(rest if normalize_name(first) in powers else text, power, line, ruleset)


def _way(text: str, unit: Unit, line: _Line, ruleset: Ruleset) -> str:
    """Return the one place that a unit may go to, with its coast."""
    ref = _unit(f"{unit.kind}({text})", unit.power, line, ruleset)
    return ref.place

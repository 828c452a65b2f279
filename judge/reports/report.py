"""The report of a judged phase: the facts for its template, without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from judge.board import DislodgedUnit, Position, Unit
from judge.game import PUBLIC, CurrentOrders, PhaseView
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.reports.goals import goal_facts
from judge.reports.notes import NotedUnit, Notes, is_marked_failed, note_facts, number_notes
from judge.rules import AdjustmentDue, with_a_choice
from judge.rules.adjustments import judge_adjustments
from judge.rules.dues import Part
from judge.rules.ordered_units import as_listed
from judge.rules.outcome import OrderResult, RemovedUnit
from judge.rules.reasons import CivilDisorder, StoodOff
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power

LONGEST = 9
"""The longest name of a Power with which a table's row begins."""


@dataclass(frozen=True)
class PlayerNames:
    """The names of the players. They are not part of a game."""

    gm: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    """Power → player's name; for players without a power, the text of their seat → name."""
    gms: tuple[str, ...] = ()
    """The GM and all second GMs."""


class ReportLine(NamedTuple):
    """One order in the report."""

    text: str
    note: int
    failed: bool
    dislodged: bool
    ordered: bool
    result: OrderResult


class PowerBlock(NamedTuple):
    """One power's orders."""

    power: str
    player: str
    silent: bool
    lines: tuple[ReportLine, ...]
    units: int
    """Units after the phase."""
    short: int
    """After adjustments, how many units it has fewer than its centres allow."""


class RetreatOptions(NamedTuple):
    """A unit that must retreat: where it may go, who dislodged it, and why its other neighbours are closed."""

    power: str
    unit: str
    by: NotedUnit
    retreats: tuple[str, ...]
    closed: Mapping[str, tuple[str, ...]]
    """The reason, as `Rules.closed` gives it (`occupied`, …) → spaces."""
    along: str = ""
    """The unit with which it goes wherever that goes; '' for none."""


class KindRow(NamedTuple):
    """What a power builds and removes of some kinds of units (`A/F`), and how many more of these its centres allow."""

    kinds: str
    builds: int
    removals: int
    short: int


class CentreRow(NamedTuple):
    """One line of the centre table."""

    power: str
    """'' for the centres without an owner."""
    centres: tuple[str, ...]
    """The centres, with `+` before those just gained; those lost follow with `-`."""
    total: int
    builds: int
    removals: int
    entitled: int
    """Builds that the centres allow, whether or not there is room for them."""
    unplaced: int = 0
    """Centres in the total whose place the reader does not know."""
    counting: int = 0
    """Centres in the total that count for units."""
    kinds: tuple[KindRow, ...] = ()
    """The same for each group of kinds, where some kinds of units are counted apart."""


@dataclass(frozen=True)
class SharedFacts:
    """The facts of a phase that all have in common who may know the same of it, and the words that were made of them alone."""

    facts: Mapping[str, Any]
    words: dict[tuple[str, object], str] = field(default_factory=dict)
    """(template, what else it was given) → its words."""


def report_facts(
    seen: PhaseView, ruleset: Ruleset, cast: PlayerNames, press: Sequence[tuple[str, str]] = (), shared: SharedFacts | None = None
) -> dict[str, Any]:
    """Return the facts for `report.txt.j2`. `press`: (text, name of its writer, '' if it is not signed). `shared`: what
    `shared_facts` has of `seen_by_all(seen)`, if it is known already.
    """
    shared = shared or shared_facts(seen_by_all(seen), ruleset, cast)
    return {
        **shared.facts,
        **_own_facts(seen, ruleset, shared.facts["asked"]),
        "shared": shared,
        "seen": seen,
        "press": [{"text": text, "name": name} for text, name in press],
        "happened": [{"name": "", **each, **_newcomer(each, cast, seen)} for each in seen.happened],
    }


def seen_by_all(seen: PhaseView) -> PhaseView:
    """Return a phase without what is its reader's alone, if the reader sees all of it; else as it is."""
    return replace(seen, reader=PUBLIC, prepared={}) if seen.whole and seen.common else seen


def shared_facts(seen: PhaseView, ruleset: Ruleset, cast: PlayerNames, headline: str = "") -> SharedFacts:
    """Return the facts of a phase as they are for everybody for whom `seen_by_all` is this."""
    blocks = [(power, some) for power, some in _printed(seen, ruleset) if _concerns(seen, power.name)]
    notes = number_notes(seen, [n for _, some in blocks for n in some], ruleset)
    asked = with_a_choice(seen.owed, ruleset)
    return SharedFacts({
        "seen": seen,
        "cast": cast,
        "headline": headline,
        "phase": seen.before.phase,
        "next": seen.after.phase,
        "blocks": [_block(power, some, seen, notes, cast) for power, some in blocks],
        "notes": [note_facts(note, seen, notes) for note in notes.notes],
        "told": notes.told,
        "retreats": [retreat_facts(beaten, seen, notes, ruleset) for beaten in _beaten(seen, ruleset)],
        "annihilated": [retreat_facts(beaten, seen, notes, ruleset) for beaten in units_without_retreat(seen)],
        "gone": [(removed.how, notes.told(removed.unit)) for removed in _gone(seen, [n for _, some in blocks for n in some])],
        "rows": _rows(seen, ruleset) if seen.counted else [],
        "total": len(ruleset.board_at(seen.after).centres),
        "goals": goal_facts(seen.after, seen.reader, seen.common, ruleset) if seen.counted or len(seen.history) > 1 else [],
        "history": year_table(seen.history, ruleset, "" if seen.common else seen.reader),
        "units": [(_row_name(p, ruleset), _placed(seen, ruleset, p.name)) for p in _shown(seen, ruleset)],
        "asked": asked,
        "due_from": list(asked),
        "not_from": [name for name in _alive(seen, ruleset) if name not in asked],
        "called": [(power, "" if seen.anonymous else cast.players.get(str(seat), "")) for power, seat in seen.called.items()],
        "stood_in": seen.stood_in,
        "vacated": seen.vacated,
        "eliminated": eliminated(seen, ruleset),
        "back": [notes.told(unit) for unit in _returned(seen, ruleset)],
        "entered": [{**act._asdict(), "orders": [ruleset.notation.write(order) for order in act.orders]} for act in seen.entered],
        **({} if seen.common else _out_of_one_eye(seen, ruleset)),
    })  # fmt: skip


def _own_facts(seen: PhaseView, ruleset: Ruleset, asked: Mapping[str, AdjustmentDue]) -> dict[str, Any]:
    """What concerns the reader alone. `asked`: Power → what is due from it, of those that have a choice."""
    reader = seen.reader
    return {
        "forced": reader in seen.owed and reader not in asked,
        "mine": due_from_reader(asked.get(reader), seen.after, ruleset),
        "own": as_listed(seen.after.units_of(reader), seen.after, ruleset) if reader else (),
        "out": bool(reader) and _plays(reader, seen, ruleset) and not _has(seen.after, reader),
        "prepared": seen.prepared,
        "doomed": default_removals(seen.after, reader, None, ruleset) if reader in asked else [],
    }


def _shown(seen: PhaseView, ruleset: Ruleset) -> list[Power]:
    """The powers in lists of positions: those that are played, and those that stand as long as they have a unit."""
    standing = [power for power in ruleset.standing if seen.after.units_of(power.name)]
    return sorted((*ruleset.powers, *standing), key=lambda power: power.name)


def _newcomer(happened: Mapping[str, Any], cast: PlayerNames, seen: PhaseView) -> dict[str, str]:
    """Return who plays a power that changed hands, where names are public."""
    return {"name": "" if seen.anonymous else cast.players.get(happened["power"], "")} if happened["what"] == "takeover" else {}


def _out_of_one_eye(seen: PhaseView, ruleset: Ruleset) -> dict[str, Any]:
    """Return other powers' units and orders that a reader sees and the public report omits."""
    write, after = ruleset.notation.write, seen.after
    others = [power for power in ruleset.powers if power.name != seen.reader]
    there = {p.name: as_listed(after.units_of(p.name), after, ruleset) for p in others}
    stands = [{"power": p.name, "units": there[p.name], "centres": after.centres(p.name)} for p in others]
    lines = {p.name: [_watched(write(r.order), r) for r in seen.results if r.power == p.name] for p in others}
    return {
        "in_sight": [one for one in stands if one["units"] or one["centres"]],
        "watched": [{"power": power, "lines": some} for power, some in lines.items() if some],
    }


def _watched(text: str, result: OrderResult) -> str:
    return f"{text} *" if result.word == "fails" or result.dislodged else text


def _concerns(seen: PhaseView, power: str) -> bool:
    """Whether a power's orders belong in this report. A reader who does not see everything gets only their own."""
    return seen.whole or seen.reader in (PUBLIC, power)


def _placed(seen: PhaseView, ruleset: Ruleset, power: str) -> tuple[Unit, ...]:
    """Return a power's units that stand on the reader's board."""
    units, board = as_listed(seen.after.units_of(power), seen.after, ruleset), ruleset.board_at(seen.after)
    return tuple(unit for unit in units if seen.whole or any(board.places(kind, unit.space) for kind in board.links))


def due_from_reader(owed: AdjustmentDue | None, position: Position | None, ruleset: Ruleset) -> dict[str, Any]:
    """Return what is due from the reader, as counts and units, and where units can be built; by kinds where some kinds are counted
    apart.
    """
    owed, name = owed or AdjustmentDue(), ruleset.notation.kind_name
    units = as_listed(owed.units, position, ruleset) if position and position.phase.kind == "movement" else owed.units
    parts = [{**part._asdict(), "kinds": [name(kind) for kind in part.kinds]} for part in owed.parts]
    sites = list(dict.fromkeys(site.space for site in owed.sites)) if owed.builds else []
    return {
        "units": [str(unit) for unit in units], "builds": owed.builds, "removals": owed.removals, "parts": parts, "sites": sites,
    }  # fmt: skip


def default_removals(
    position: Position, power: str, standing: CurrentOrders | None, ruleset: Ruleset
) -> list[tuple[str, int | None]]:
    """Return the units that a power loses this winter if it orders nothing more, and how far each is from its centres.

    The result is empty where something is hidden, because a unit that the power does not see might be farther away.
    """
    if position.phase.kind != "adjustments" or ruleset.rules.hides_information(ruleset):
        return []
    results = judge_adjustments(position, {power: standing.orders if standing else ()}, ruleset).results
    chosen = [result for result in results if result.power == power and not result.ordered]
    return [(str(r.unit), r.reason.distance) for r in chosen if isinstance(r.reason, CivilDisorder)]


def eliminated(seen: PhaseView, ruleset: Ruleset) -> list[str]:
    """Return the powers that have no centre after this phase's count, and no unit after the removals due.

    Readers who may not know everybody's numbers see only their own power.
    """
    known = [power.name for power in ruleset.powers if _concerns(seen, power.name)]
    known = known if seen.whole or seen.common else [name for name in known if name == seen.reader]
    return [name for name in known if seen.counted and _has(seen.before, name) and _is_out(name, seen, ruleset)]


def _returned(seen: PhaseView, ruleset: Ruleset) -> list[Unit]:
    """Return the units of powers that stand which came back once centres were counted; as these never move, they are those that
    were not there. Readers who may not see all are not told, as they may not have known that one was gone.
    """
    if not (seen.counted and seen.whole):
        return []
    there = set(seen.before.units)
    return [unit for power in ruleset.standing for unit in seen.after.units_of(power.name) if unit not in there]


def _is_out(power: str, seen: PhaseView, ruleset: Ruleset) -> bool:
    owed, units = seen.owed.get(power, AdjustmentDue()), len(seen.after.units_of(power))
    removals = owed.removals if seen.after.phase.kind == "adjustments" else 0
    return not seen.after.centres(power) and not _entitled(power, seen, ruleset) and removals >= units


def _has(position: Position, power: str) -> bool:
    """Whether a power has a centre, or a unit, even one that must retreat."""
    beaten = any(dislodged.unit.power == power for dislodged in position.dislodged)
    return beaten or bool(position.units_of(power) or position.centres(power))


def _plays(reader: str, seen: PhaseView, ruleset: Ruleset) -> bool:
    return reader in [power.name for power in ruleset.powers] and not seen.winners


def _alive(seen: PhaseView, ruleset: Ruleset) -> list[str]:
    return [p.name for p in ruleset.powers if seen.after.units_of(p.name) or seen.after.centres(p.name) or p.name in seen.owed]


def _printed(seen: PhaseView, ruleset: Ruleset) -> list[tuple[Power, list[int]]]:
    """Return the powers in alphabetical order, with the results that are printed for them."""
    found: dict[str, list[int]] = {}
    for n, result in enumerate(seen.results):
        found.setdefault(result.power, []).append(n)
    shown = {*found, *seen.silent}
    powers = [*sorted(ruleset.powers, key=lambda p: p.name), *(ruleset.mastered if seen.whole else ())]
    return [(p, found.get(p.name, [])) for p in powers if p.name in shown]


def _block(power: Power, some: Iterable[int], seen: PhaseView, notes: Notes, cast: PlayerNames) -> PowerBlock:
    write = notes.ruleset.notation.write
    lines = tuple(
        ReportLine(
            write(format_reported_order(r, seen.before, notes.ruleset)),
            notes.numbers.get(n, 0),
            is_marked_failed(r),
            r.dislodged,
            r.ordered,
            r,
        )
        for n in some
        for r in [seen.results[n]]
    )
    player = "" if seen.anonymous else cast.players.get(power.name, "")
    units = len(seen.after.units_of(power.name))
    short = _entitled(power.name, seen, notes.ruleset) - units if seen.before.phase.kind == "adjustments" else 0
    return PowerBlock(power.name, player, power.name in seen.silent, lines, units, max(0, short))


def format_reported_order(result: OrderResult, before: Position, ruleset: Ruleset) -> Order:
    """Return the order for a list: an order that nobody wrote gets its unit's name."""
    if result.unit is None or (result.ordered and result.order.unit is not None):
        return result.order
    (unit,) = as_listed((result.unit,), before, ruleset)
    return result.order._replace(unit=unit_reference(unit))


def _space(place: str) -> str:
    return place.partition(".")[0]


def _gone(seen: PhaseView, printed: Iterable[int]) -> list[RemovedUnit]:
    """Return the units that left the board, but for those of which an order that is `printed` says that they disband."""
    results = [seen.results[n] for n in printed]
    told = {result.unit for result in results if result.order.verb == "disband" and result.word == "succeeds"}
    return [removed for removed in seen.removed if _concerns(seen, removed.unit.power) and removed.unit not in told]


def _beaten(seen: PhaseView, ruleset: Ruleset) -> list[DislodgedUnit]:
    rank = {power.name: n for n, power in enumerate(sorted(ruleset.powers, key=lambda p: p.name))}
    shown = [beaten for beaten in seen.after.dislodged if _concerns(seen, beaten.unit.power)]
    return sorted(shown, key=lambda beaten: rank.get(beaten.unit.power, len(rank)))


def units_without_retreat(seen: PhaseView) -> list[DislodgedUnit]:
    """Return the units that were dislodged and had no space to retreat to."""
    gone = [r for r in seen.removed if r.how == "destroyed" and r.by and _concerns(seen, r.unit.power)]
    return [DislodgedUnit(r.unit, r.by, r.barred, ()) for r in gone if r.by]


def retreat_facts(beaten: DislodgedUnit, seen: PhaseView, notes: Notes, ruleset: Ruleset) -> RetreatOptions:
    """Return where a dislodged unit may go, who dislodged it, and why its other neighbours are closed."""
    unit, closed = beaten.unit, dict[str, list[str]]()
    open_spaces = {_space(place) for place in beaten.retreats}
    reasons = [r.reason for r in seen.results]  # the position keeps standoffs only while somebody must retreat
    emptied = {reason.space for reason in reasons if isinstance(reason, StoodOff) and reason.emptied}
    after = replace(seen.after, standoffs=seen.after.standoffs | emptied)
    for space in sorted(ruleset.board_at(after).reach_spaces(unit.kind, unit.place) - open_spaces):
        closed.setdefault(ruleset.rules.why_retreat_closed(after, beaten, space), []).append(space)
    leader = ruleset.rules.retreats_with(seen.after, unit)
    barred = {} if leader else {why: tuple(spaces) for why, spaces in closed.items()}
    return RetreatOptions(unit.power, str(unit), notes.told(beaten.by), beaten.retreats, barred, str(leader or ""))


def _rows(seen: PhaseView, ruleset: Ruleset) -> list[CentreRow]:
    """Return one row for each power that has or had a centre, or must remove a unit; then the row of centres without an owner."""
    order = [power.name for power in sorted(ruleset.powers, key=lambda p: p.name) if _concerns(seen, power.name)]
    rows = [_row(name, seen, ruleset) for name in order]
    return [row for row in rows if row.total or row.centres or row.removals] + ([_row("", seen, ruleset)] if seen.whole else [])


def _row(power: str, seen: PhaseView, ruleset: Ruleset) -> CentreRow:
    owners = seen.after.owners
    held = [c for c in ruleset.board_at(seen.after).centres if owners.get(c, "") == power]
    gained = [c for c in held if c in seen.changed and power]
    lost = [c for c, (old, _) in seen.changed.items() if old == power and power]
    shown = [
        *sorted(c for c in held if c not in gained),
        *(f"+{c}" for c in sorted(gained)),
        *(f"-{c}" for c in sorted(lost)),
    ]
    owed = seen.owed.get(power, AdjustmentDue()) if seen.after.phase.kind == "adjustments" else AdjustmentDue()
    spare = max(0, _entitled(power, seen, ruleset) - len(seen.after.units_of(power))) if power else 0
    unplaced = len(set(seen.after.centres(power)) - set(held)) if power and not seen.whole else 0
    total, kinds = len(held) + unplaced, tuple(_kind_rows(power, owed, seen, ruleset)) if power else ()
    board = ruleset.board_at(seen.after)
    counting = ruleset.rules.counting_centres(ruleset, board, seen.after, power) if power else total
    return CentreRow(power, tuple(shown), total, owed.builds, owed.removals, spare, unplaced, counting, kinds)


def _kind_rows(power: str, owed: AdjustmentDue, seen: PhaseView, ruleset: Ruleset) -> Iterator[KindRow]:
    board = ruleset.board_at(seen.after)
    for allowed in ruleset.rules.unit_allowances(ruleset, board, seen.after, power):
        if allowed.kinds:
            due = next((part for part in owed.parts if frozenset(part.kinds) == allowed.kinds), Part(()))
            spare = allowed.number - len(allowed.units(seen.after, power)) - due.builds
            yield KindRow("/".join(sorted(allowed.kinds)), due.builds, due.removals, max(0, spare))


def _entitled(power: str, seen: PhaseView, ruleset: Ruleset) -> int:
    return int(ruleset.rules.unit_allowance(ruleset, ruleset.board_at(seen.after), seen.after, power))


def _row_name(power: Power, ruleset: Ruleset) -> str:
    """Return what a table's row of a Power begins with: its code; its name, if it fits, nobody could guess it from the code, and no
    other Power's code looks like its beginning.
    """
    code, name = power.short or power.name, power.name.lower()
    taken = any(each.short and name.startswith(each.short.lower()) for each in ruleset.powers)
    return code if taken or len(name) > LONGEST else power.name


def year_table(history: Sequence[tuple[int, Mapping[str, int]]], ruleset: Ruleset, only: str = "") -> dict[str, Any]:
    """Return the years, and for every power, or `only` one, its short name with its centres in each year."""
    powers = sorted((p for p in ruleset.powers if only in ("", p.name)), key=lambda p: p.name)
    return {
        "years": [ruleset.calendar.column_head(year) for year, _ in history],
        "rows": [(_row_name(p, ruleset), [counts.get(p.name, 0) for _, counts in history]) for p in powers],
    }

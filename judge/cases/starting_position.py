"""A case's board: the position its keys describe, completed from the start of its game where they are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from judge.board import Board, Calendar, DislodgedUnit, Phase, Position, Unit, normalize_name, space_of
from judge.cases.case import Case
from judge.rules.phases import begin_position
from judge.rules.retreats import open_retreats
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.variants.yaml_source import YamlNode

NOBODY = ("", "none", "nobody", "neutral")


def parse_position(case: Case, ruleset: Ruleset) -> Position:
    """The position of a case's first phase. Raises FolderError naming the key and the value that is wrong."""
    sheet, start = case.sheet, ruleset.start
    given = sheet.table()
    facts = {**start.facts, **{key: part.plain() for key, part in sheet.get("state").table().items()}}
    try:
        ruleset = replace(ruleset, board=ruleset.rules.board_with_facts(ruleset.board, facts))
    except ValueError as error:  # facts that the game cannot make a board of
        raise sheet.get("state").wrong(str(error)) from None
    units = tuple(parse_units(sheet.get("units"), ruleset)) if "units" in given else start.units
    standoffs = frozenset(parse_space(item, ruleset.board) for item in sheet.get("standoffs").list())
    position = Position(
        phase=parse_phase(case.blocks[0].phase, ruleset) if case.blocks else start.phase,
        units=ruleset.rules.label_units(units),
        owners=_owners(sheet.get("owners"), ruleset) if "owners" in given else start.owners,
        standoffs=standoffs,
        facts=facts,
    )
    return begin_position(replace(position, dislodged=tuple(_dislodged(sheet.get("dislodged"), position, ruleset))), ruleset)


def parse_phase(sheet: YamlNode, ruleset: Ruleset) -> Phase:
    """The phase a text names in the game's own words; left out, the first. Raises FolderError."""
    if sheet.empty:
        return ruleset.calendar.first()
    phase = ruleset.calendar.read(sheet.text())
    if phase is None:
        known = ", ".join(phase.name for phase in _first_round(ruleset.calendar))
        raise sheet.wrong(f"{sheet.text()!r} is no phase of this game; it has {known}, …")
    return phase


def _first_round(calendar: Calendar) -> Iterator[Phase]:
    phase = calendar.first()
    for _ in calendar.seasons:
        yield phase
        phase = calendar.after(phase)


def parse_power(name: str, at: YamlNode, ruleset: Ruleset) -> str:
    """The power a key names, in any case or by its other names; also one that the GM orders for. Raises FolderError."""
    if found := _names_of((*ruleset.on_the_board, *ruleset.mastered)).get(normalize_name(name)):
        return found
    known = ", ".join(power.name for power in ruleset.powers)
    raise at.wrong(f"{name!r} is no power of this game; it has {known}")


@lru_cache(64)
def _names_of(powers: tuple[Power, ...]) -> Mapping[str, str]:
    """Every name of every power, folded → the power's own name. Of two powers the first has a name that both have."""
    called = [(power.name, (power.name, power.short, power.adjective, *power.also)) for power in reversed(powers)]
    return {normalize_name(name): power for power, names in called for name in names}


def parse_units(sheet: YamlNode, ruleset: Ruleset) -> Iterator[Unit]:
    """The units of a `power: [units]` table. Raises FolderError, also where two stand in one place that has room for one."""
    powers = {name: parse_power(name, listed, ruleset) for name, listed in sheet.table().items()}
    told = [(item, parse_unit(item, powers[name], ruleset)) for name, listed in sheet.table().items() for item in listed.list()]
    shared = ruleset.turn_without_orders(replace(ruleset.start, units=tuple(unit for _, unit in told)))
    taken: dict[tuple[str, ...], Unit] = {}
    for item, unit in told:
        one = (unit.space, unit.kind, unit.name, unit.power) if unit.name else (unit.space,)
        room = not unit.name and (unit.space in shared.uncontested or unit in shared.aside)
        other = unit if room else taken.setdefault(one, unit)
        if other is not unit:
            raise item.wrong(f"{unit} stands where {other} of {other.power} stands")
        yield unit


def parse_unit(item: YamlNode, power: str, ruleset: Ruleset) -> Unit:
    """One unit in any readable notation. Raises FolderError."""
    text = item.text()
    try:
        ref = ruleset.notation.read_unit(text, ruleset.board)
    except ValueError as error:
        raise item.wrong(f"{text!r} is no unit ({error})") from None
    places = ruleset.board.places(ref.kind, space_of(ref.place))
    if ref.place not in places:
        choice = f"; write one of {', '.join(f'{ref.kind}({place})' for place in places)}" if places else ""
        raise item.wrong(f"{text!r} cannot stand there{choice}")
    return Unit(power, ref.kind, ref.place, ref.name)


def parse_space(item: YamlNode, board: Board) -> str:
    """The one space a text names. Raises FolderError."""
    return parse_place(item, board, coasts=False)


def parse_place(item: YamlNode, board: Board, coasts: bool = True) -> str:
    """The one place a text names, with its coast (`StP.sc`, `StP/sc`) if that is meant. Raises FolderError."""
    text = item.text()
    name, _, coast = text.replace("/", ".").replace("(", ".").rstrip(")").rpartition(".")
    for whole, ending in ((text, ""), (name, coast.strip().lower())):
        found = board.names.find(whole)
        if len(found) == 1 and (not ending or (coasts and ending in board.spaces[found[0]].coasts)):
            return f"{found[0]}.{ending}" if ending else found[0]
    raise item.wrong(f"{text!r} is no place of this map, or more than one")


def _owners(sheet: YamlNode, ruleset: Ruleset) -> Mapping[str, str]:
    owners = {}
    for name, owner in sheet.table().items():
        space = parse_space(YamlNode(name, owner.file, owner.line, owner.key), ruleset.board)
        if normalize_name(owner.text()) not in NOBODY:
            owners[space] = parse_power(owner.text(), owner, ruleset)
    return owners


def _dislodged(sheet: YamlNode, position: Position, ruleset: Ruleset) -> Iterator[DislodgedUnit]:
    for name, listed in sheet.table().items():
        power = parse_power(name, listed, ruleset)
        for item in listed.list():
            yield _one_dislodged(item, power, position, ruleset)


def _one_dislodged(item: YamlNode, power: str, position: Position, ruleset: Ruleset) -> DislodgedUnit:
    if isinstance(item.value, str):
        item = YamlNode({"unit": item}, item.file, item.line, item.key)
    item.only("unit", "by", "from", "retreats")
    unit = parse_unit(item.get("unit"), power, ruleset)
    barred = "" if item.get("from").empty else parse_space(item.get("from"), ruleset.board)
    winner = next((other for other in position.units if other.space == unit.space), None)
    by = Unit(winner.power if winner else "", winner.kind if winner else "", barred)
    if not item.get("by").empty:
        by = parse_unit(item.get("by"), by.power, ruleset)
    if "retreats" in item.table():
        told = tuple(sorted(parse_place(place, ruleset.board) for place in item.get("retreats").list()))
        return DislodgedUnit(unit, by, barred, told)
    turn = ruleset.turn_without_orders(position)
    occupied = frozenset(other.space for other in position.units) - turn.uncontested
    ways = open_retreats(ruleset.rules, turn, unit, barred, position.units, occupied, position.standoffs, position.facts)
    return DislodgedUnit(unit, by, barred, ways)

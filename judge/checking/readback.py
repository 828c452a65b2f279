"""What a board prints is read again: every place in every role of an order, and every power's adjective."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.notation.reader import Notation, ParsedOrder
from judge.rules.ruleset import Ruleset
from judge.variants.yaml_source import FolderError, YamlNode

PHASES = ("movement", "retreats", "adjustments")


def unread_places(rules: Ruleset, sheet: YamlNode) -> Iterator[FolderError]:
    """A mistake for each space whose own code is not read again in an order that the judge prints. `sheet`: the merged map.yaml."""
    alone = {code for code in rules.board.spaces if next(_unread(rules, code), None)}
    for code in rules.board.spaces:
        wrong = next(_unread(rules, code, None if code in alone else frozenset(alone)), None)
        if wrong:
            at = sheet.get(code)
            yield at.wrong(f"{wrong!r} is not read as it is printed, so nobody could order it; give {code} another code")


def unread_adjectives(rules: Ruleset, sheet: YamlNode) -> Iterator[FolderError]:
    """A mistake for each power whose adjective is not read again in front of a unit. `sheet`: what game.yaml says of powers."""
    places = [(kind, place) for kind, by_place in rules.board.links.items() for place in by_place]
    if len(places) < 2:
        return
    (kind, place), other = places[0], next((each for each in places if space_of(each[1]) != space_of(places[0][1])), places[0])
    for power in rules.on_the_board:
        order = Order("support", UnitRef(kind, place), "", UnitRef(*other, power=power.name))
        if not _comes_back(rules, order):
            text = rules.notation.write(order)
            yield sheet.get(power.name).wrong(f"{text!r} is not read as it is printed; call {power.name} otherwise")


def _unread(rules: Ruleset, code: str, faulty: frozenset[str] | None = None) -> Iterator[str]:
    """The printed orders with a space that are not read as themselves: those that name no other space, or, if the `faulty` spaces
    are told, those that name others than these.
    """
    for order, phase in _alone(rules.board, code) if faulty is None else _beside(rules.board, code, faulty):
        if not _comes_back(rules, order, phase):
            yield rules.notation.write(order)


def _alone(board: Board, code: str) -> Iterator[tuple[Order, str]]:
    """Orders that name one space only, each with the kind of phase that it is for."""
    for kind in board.links:
        for place in board.places(kind, code):
            unit = UnitRef(kind, place)
            yield Order("stands", unit), "movement"
            yield Order("disband", unit), "retreats"
            yield Order("build", unit), "adjustments"
            yield Order("remove", unit), "adjustments"


def _beside(board: Board, code: str, faulty: frozenset[str]) -> Iterator[tuple[Order, str]]:
    """Orders that name a space in every other role, with spaces that are read well."""
    for kind in board.links:
        for place in board.places(kind, code):
            unit, near = UnitRef(kind, place), sorted(to for to in board.reach(kind, place) if space_of(to) not in faulty)
            for target in near[:1]:
                yield Order("move", unit, target), "movement"
                yield Order("retreat", unit, target), "retreats"
            yield from _from_others(board, kind, place, faulty)


def _from_others(board: Board, kind: str, place: str, faulty: frozenset[str]) -> Iterator[tuple[Order, str]]:
    """Orders of units elsewhere that name a place."""
    others = sorted(start for start in board.links[kind] if place in board.reach(kind, start) and space_of(start) not in faulty)
    for start in others[:1]:
        unit = UnitRef(kind, start)
        yield Order("move", unit, place), "movement"
        yield Order("retreat", unit, place), "retreats"
        yield Order("support", unit, "", UnitRef(kind, place)), "movement"
        third = next((p for p in others if p != start), "")
        if third:
            yield Order("support", UnitRef(kind, third), place, unit), "movement"
    carriers = (p for p in board.links.get("F", ()) if board.spaces[space_of(p)].carries and space_of(p) not in {*faulty, place})
    carrier = next(carriers, "")
    if kind == "A" and carrier:
        start = next((p for p in board.links["A"] if p not in {*faulty, place}), place)
        yield Order("convoy", UnitRef("F", carrier), place, UnitRef("A", start)), "movement"


def _comes_back(rules: Ruleset, order: Order, phase: str = "movement") -> bool:
    """Whether an order, as it is printed, is read as itself by the power that has the unit."""
    notation: Notation = rules.notation
    power = rules.powers[0].name if rules.powers else ""
    position = _position(rules, order, phase, power)
    read = notation.read(notation.write(order), rules.board, position, power, strict=False)
    orders = [each.order for each in read if isinstance(each, ParsedOrder)]
    return len(read) == 1 and len(orders) == 1 and notation.write(orders[0]) == notation.write(order)


def _position(rules: Ruleset, order: Order, phase: str, power: str) -> Position:
    """A position in which the order may be given, if the game has such a phase; else the start."""
    kinds: Mapping[str, int] = {season.kind: n for n, season in enumerate(rules.calendar.seasons)}
    at = rules.calendar.at(rules.calendar.start, kinds.get(phase, rules.calendar.opening))
    units = [Unit(power, *order.unit[:2])] if order.unit and order.verb != "build" else []
    units += [Unit(order.of.power or power, *order.of[:2])] if order.of else []
    if phase == "retreats" and units:
        beaten = DislodgedUnit(units[0], Unit("", "A", units[0].place), "", (order.target,) if order.target else ())
        return replace(rules.start, phase=at, units=(), dislodged=(beaten,))
    return replace(rules.start, phase=at, units=tuple(units), dislodged=())

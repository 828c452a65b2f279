"""Print → parse → print is the identity for every order on the board, and liberal spellings change nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from judge.assets import find_assets
from judge.board import DislodgedUnit, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.notation.reader import ParsedOrder
from judge.variants import load_ruleset

RULES = load_ruleset("standard", [find_assets().games], find_assets().grammars())
BOARD, NOTATION = RULES.board, RULES.notation
PHASES = {phase.kind: phase for phase in (RULES.calendar.at(1902, n) for n in range(len(RULES.calendar.seasons)))}
PLACES = [(kind, place) for kind, by_place in BOARD.links.items() for place in by_place]
SEAS = [place for kind, place in PLACES if kind == "F" and BOARD.is_sea(space_of(place))]
LAND = [place for kind, place in PLACES if kind == "A"]
SPELT = {code: [name for name, codes in BOARD.names.table.items() if codes == (code,)] or [code] for code in BOARD.spaces}
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast"}

unit = st.sampled_from(PLACES)
ref = unit.map(lambda each: UnitRef(*each))
power = st.sampled_from(["", *(power.name for power in RULES.powers)])


@st.composite
def moves(draw: st.DrawFn) -> Order:
    """A move to a neighbour, or of an army anywhere, perhaps by convoy or along a path."""
    kind, place = draw(unit)
    if kind == "F" or draw(st.booleans()):
        return Order("move", UnitRef(kind, place), draw(st.sampled_from(sorted(BOARD.reach(kind, place)))))
    target = draw(st.sampled_from(LAND))
    if draw(st.booleans()):
        return Order("move", UnitRef(kind, place), target, via="convoy")
    return Order("move", UnitRef(kind, place), target, path=tuple(draw(st.lists(st.sampled_from(SEAS), max_size=4))))


@st.composite
def supports(draw: st.DrawFn) -> Order:
    """A support of a stand or a move, perhaps with the nationality."""
    of = draw(ref)._replace(power=draw(power))
    target = draw(st.sampled_from(["", *sorted(BOARD.reach(of.kind, of.place))]))
    return Order("support", draw(ref.filter(lambda other: other.space != of.space)), target, of)


convoys = st.builds(
    lambda sea, start, end: Order("convoy", UnitRef("F", sea), end, UnitRef("A", start)),
    *(st.sampled_from(SEAS), st.sampled_from(LAND), st.sampled_from(LAND)),
)
movement = st.one_of(ref.map(lambda each: Order("stands", each)), moves(), supports(), convoys)


def before(order: Order, kind: str = "movement") -> Position:
    """A position in which France's unit may be given the order."""
    units = [Unit("France", *order.unit[:2])] if order.unit and order.verb != "build" else []
    units += [Unit(order.of.power or "Turkey", *order.of[:2])] if order.of else []
    return Position(PHASES[kind], tuple(units))


def read(text: str, position: Position) -> Order:
    """The one order a text is read as."""
    (reading,) = NOTATION.read(text, BOARD, position, "France")
    assert isinstance(reading, ParsedOrder), reading
    return reading.order


@given(movement)
def test_movement(order: Order) -> None:
    """Orders of a movement phase."""
    assert read(NOTATION.write(order), before(order)) == order


@given(moves())
def test_every_neighbour_and_path_is_kept_when_read_for_a_case(order: Order) -> None:
    """Case files read the same orders, whoever gives them."""
    (reading,) = NOTATION.read(NOTATION.write(order), BOARD, before(order), "Italy", strict=False)
    assert isinstance(reading, ParsedOrder)
    assert reading.order == order


@given(unit, st.data())
def test_retreats(each: tuple[str, str], data: st.DataObject) -> None:
    """Orders of a retreats phase."""
    gone = Unit("France", *each)
    spots = sorted(BOARD.reach(*each))
    position = Position(PHASES["retreats"], (), {}, (DislodgedUnit(gone, gone._replace(power="Turkey"), "", tuple(spots)),))
    target = data.draw(st.sampled_from(spots))
    for order in (Order("retreat", UnitRef(*each), target), Order("disband", UnitRef(*each))):
        assert read(NOTATION.write(order), position) == order


@given(ref)
def test_adjustments(which: UnitRef) -> None:
    """Orders of an adjustments phase."""
    for order in (Order("build", which), Order("remove", which), Order("waive")):
        assert read(NOTATION.write(order), before(order, "adjustments")) == order


def test_every_neighbour() -> None:
    """No move to a neighbour is left out by chance."""
    for kind, place in PLACES:
        for target in BOARD.reach(kind, place):
            order = Order("move", UnitRef(kind, place), target)
            assert read(NOTATION.write(order), before(order)) == order


def spelt(draw: st.DrawFn, place: str) -> str:
    """A place by one of its names, with its coast in one of its spellings."""
    space, _, coast = place.partition(".")
    name = draw(st.sampled_from([space, *SPELT[space]]))
    if coast:
        name += draw(st.sampled_from([f".{coast}", f"/{coast}", f"({coast})", f" {coast}", f" ({COASTS[coast]})"]))
    return draw(st.sampled_from([name, name.upper(), name.title()]))


def named(draw: st.DrawFn, unit: UnitRef) -> str:
    """A unit as somebody may write it."""
    kind = draw(st.sampled_from({"A": ["A", "a", "army", "Army"], "F": ["F", "f", "fleet", "FLEET"]}[unit.kind]))
    place = spelt(draw, unit.place)
    nation = draw(st.sampled_from([unit.power, dict(NOTATION.adjectives)[unit.power]])) + " " if unit.power else ""
    return nation + draw(st.sampled_from([f"{kind} {place}", f"{kind}({place})", f"{kind} ({place})"]))


@st.composite
def liberally(draw: st.DrawFn) -> tuple[Order, str]:
    """An order and one of the many ways to write it."""
    order = draw(movement)
    assert order.unit
    dash = draw(st.sampled_from(["-", " - ", " – ", "—", "->", " → ", " to ", " moves to "]))
    goes = "".join(dash + spelt(draw, place) for place in (*order.path, order.target) if place)
    verb = {
        "stands": draw(st.sampled_from([" H", " holds", " stands", " hold"])),
        "move": goes + (draw(st.sampled_from([" via convoy", " (via convoy)", " by convoy"])) if order.via else ""),
        "support": draw(st.sampled_from([" S ", " supports ", " s "])),
        "convoy": draw(st.sampled_from([" C ", " convoys ", " c "])),
    }[order.verb]
    text = named(draw, order.unit) + verb + (named(draw, order.of) + goes if order.of else "")
    front = draw(st.sampled_from(["", "  ", "• ", "* ", "- ", "1. ", "2) ", "France: ", "Spring 1902: "]))
    return order, front + text + draw(st.sampled_from(["", ".", ";", " please", " *1", "  [4]"]))


@given(liberally())
def test_liberal_spellings(case: tuple[Order, str]) -> None:
    """However it is written, it is the same order."""
    order, text = case
    if len(text) <= 200:
        assert read(text, before(order)) == order


@given(st.lists(movement, min_size=2, max_size=4, unique_by=lambda order: order.unit and order.unit.space), st.data())
def test_several_on_a_line(orders: list[Order], data: st.DataObject) -> None:
    """Orders with a mark between them, or none, are read one by one as they are read alone."""
    mark = data.draw(st.sampled_from([", ", "; ", ". ", ",", ";", "  "]))
    units = {unit.space: unit for order in orders for unit in reversed(before(order).units)}
    position = replace(before(orders[0]), units=tuple(units.values()))
    line = mark.join(NOTATION.write(order) for order in orders)[:200]
    alone = [r for order in orders for r in NOTATION.read(NOTATION.write(order), BOARD, position, "France", strict=False)]
    if len(line) < 200:
        assert [r.order for r in NOTATION.read(line, BOARD, position, "France", strict=False) if isinstance(r, ParsedOrder)] == [
            r.order for r in alone if isinstance(r, ParsedOrder)
        ]

"""Letters that say several orders in one breath: "all hold", "rest hold", "supported by", "build two armies"; headings, bullets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence

from tests.letters.composing.meanings import (
    HERE,
    NATIONS,
    POSITIONS,
    RETREATS,
    WINTER,
    Drawing,
    Order,
    builds,
    reach,
    spaces,
    units,
)
from tests.letters.composing.spelling import SHORT_OF, CannotBeSaid, Pen

PHRASES: dict[str, list[str]] = tomllib.loads((HERE / "phrases.toml").read_text("utf-8"))
Said = tuple[str, tuple[str, ...]]
"""Some lines of a letter, and the orders that they mean."""


def _meant(orders: Sequence[Order]) -> tuple[str, ...]:
    return tuple(order.canonical() for order in orders)


def _movement(phase: str) -> None:
    if phase in (WINTER, RETREATS):
        raise CannotBeSaid(phase)


def all_hold(pen: Pen, phase: str, power: str) -> Said:
    """Every unit holds, in a word."""
    _movement(phase)
    text = pen.lots.choice(PHRASES["all_hold"]).format(nation=NATIONS[power], power=power)
    return text, _meant([Order("hold", unit) for unit in units(phase)[power]])


def rest_hold(pen: Pen, phase: str, power: str) -> Said:
    """One unit goes, and the others hold."""
    _movement(phase)
    first, *rest = pen.lots.sample(units(phase)[power], len(units(phase)[power]))
    order = Order("move", first, pen.lots.choice(reach(first)))
    behind = pen.lots.choice(PHRASES["rest_gap"]) + pen.lots.choice(PHRASES["rest_hold"]) + pen.lots.choice(("", "."))
    return pen.line(order) + behind, _meant([order, *(Order("hold", unit) for unit in rest)])


def supported(pen: Pen, phase: str, power: str) -> Said:
    """A move, and who supports it."""
    _movement(phase)
    pairs = [
        (Order("move", mover, goal), Order("support_move", helper, goal.partition(".")[0], mover))
        for mover in units(phase)[power]
        for goal in reach(mover)
        for helper in units(phase)[power]
        if helper != mover and goal.partition(".")[0] in spaces(helper) - {helper.at}
    ]
    if not pairs:
        raise CannotBeSaid("supported")
    move, support = pen.lots.choice(pairs)
    unit, name = support.unit, pen.place(support.unit.at)
    who = (f"{unit.letter} {name}", name, f"{pen.unit_word(unit)} {name}", f"the {pen.unit_word(unit).lower()} in {name}")
    return pen.line(move) + pen.lots.choice(PHRASES["supported"]).format(who=pen.lots.choice(who)), _meant([move, support])


def several_hold(pen: Pen, phase: str, power: str) -> Said:
    """Two units, one verb."""
    _movement(phase)
    some = pen.lots.sample(units(phase)[power], 2)
    full = pen.lots.random() < 0.5
    names = [f"{pen.unit_word(unit) if full else unit.letter} {pen.place(unit.at)}" for unit in some]
    text = pen.lots.choice(PHRASES["several_hold"]).format(*names, *(pen.place(unit.at) for unit in some))
    return text, _meant([Order("hold", unit) for unit in some])


def carried(pen: Pen, phase: str, power: str) -> Said:
    """An army and the fleet that takes it over."""
    _movement(phase)
    drawing = Drawing(pen.lots, phase, power)
    drawing.convoy(drawing.mine)
    if not drawing.given:
        raise CannotBeSaid("carried")
    fleet = next(order for order in drawing.given.values() if order.kind == "convoy")
    army = next(order for order in drawing.given.values() if order.kind == "move")._replace(way="", seas=())
    said = {"a": pen.place(army.unit.at), "t": pen.place(army.to), "f": pen.place(fleet.unit.at)}
    return pen.lots.choice(PHRASES["carried"]).format(**said), _meant([fleet, army])


def built(pen: Pen, phase: str, power: str) -> Said:
    """Builds of a winter in one sentence, or none."""
    if phase != WINTER or POSITIONS["builds"][power]["due"] < 1:
        raise CannotBeSaid(phase)
    due = POSITIONS["builds"][power]["due"]
    if pen.lots.random() < 0.25:
        return pen.lots.choice(PHRASES["no_builds"]), ("waive",) * due
    orders = [order for order in builds(pen.lots, power, due) if order.kind == "build"]
    if len(orders) < 2:
        raise CannotBeSaid("built")
    said = [
        *(f"{order.unit.letter} {pen.place(order.unit.at)}" for order in orders),
        *(f"{pen.unit_word(order.unit)} {pen.place(order.unit.at)}" for order in orders),
        *(pen.place(order.unit.at) for order in orders),
    ]
    letter = orders[0].unit.letter
    alike = PHRASES["built_alike"] if letter == orders[1].unit.letter else []
    text = pen.lots.choice(PHRASES["built"] + alike).format(*said, armies={"A": "armies", "F": "fleets"}[letter])
    return text, _meant(orders)


SENTENCES: tuple[Callable[[Pen, str, str], Said], ...] = (all_hold, rest_hold, supported, several_hold, carried, built)
"""Ways to say several orders at once."""


def heading(pen: Pen, phase: str, power: str) -> str:
    """A line above orders that says whose and when."""
    season, year = phase.split()[:2]
    what = {WINTER: "builds", RETREATS: "retreats"}.get(phase, "moves")
    return pen.lots.choice(PHRASES["heading"]).format(
        season=season, year=year, yy=year[2:], fall={"Autumn": "Fall"}.get(season, season), power=power, POWER=power.upper(),
        P=SHORT_OF[power], nation=NATIONS[power], what=what, S={"Spring": "S", "Autumn": "F", "Winter": "W"}[season],
        M={WINTER: "A", RETREATS: "R"}.get(phase, "M"),
    )  # fmt: skip


def bulleted(pen: Pen, lines: Sequence[str]) -> list[str]:
    """Lines of a list."""
    mark = pen.lots.choice(PHRASES["bullet"])
    return [mark.format(n=at + 1, c="abcdefgh"[at % 8]) + line for at, line in enumerate(lines)]

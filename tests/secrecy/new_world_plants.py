"""Leaks to be planted in 1492: in results, reasons, positions and charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from judge.board import Position, Unit
from judge.notation import Order
from judge.rules import OrderResult, PhaseOutcome
from tests.secrecy.planting import of_1492
from tests.secrecy.years import House


def the_telescope(patch: pytest.MonkeyPatch, house: House) -> None:
    """Support for another's unit is told as it was judged (N4)."""
    patch.setattr(of_1492("telling"), "without_the_unseen", lambda variant, board, before, result, mine: result)


def the_order_itself(patch: pytest.MonkeyPatch, house: House) -> None:
    """The public report prints orders as they are."""
    patch.setattr(of_1492("telling"), "hushed", lambda order, public, kind: order)


def the_verb_of_an_order(patch: pytest.MonkeyPatch, house: House) -> None:
    """A fleet beyond the map that moves is printed otherwise than one that stands."""
    hushed = of_1492("telling").hushed

    def verbose(order: Order, public: Any, kind: str) -> Order | None:
        found = hushed(order, public, kind)
        return found if found is not None else order._replace(target="", of=None, path=(), unit=order.unit and
                                                              order.unit._replace(place="OB", name=""))  # fmt: skip

    patch.setattr(of_1492("telling"), "hushed", verbose)


def a_mark_on_lines_off_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """`F(SAO) S F(OB)` is marked as failed."""
    telling = of_1492("telling")

    def told(board: Any, result: OrderResult, order: Order, public: Any, silent: frozenset[Unit]) -> OrderResult:
        return OrderResult(result.power, order, None, result.word, telling.retold(result.reason, public, "", silent))

    patch.setattr(telling, "_told", told)


def the_order_of_lines(patch: pytest.MonkeyPatch, house: House) -> None:
    """Lines stand in the order of the places that they do not name."""
    telling = of_1492("telling")
    hushed = telling._hushed

    def unsorted(variant: Any, board: Any, before: Position, power: str, *more: Any) -> list[OrderResult]:
        found: list[OrderResult] = hushed(variant, board, before, power, *more)
        far = sorted((u for u in before.units if u.power == power and u.space not in variant.board.spaces), key=lambda u: u.place)
        return found if not far or far[0].kind == "A" else found[::-1]

    patch.setattr(telling, "_hushed", unsorted)


def dislodged_off_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """A line with OB says that the unit was driven out."""
    told = of_1492("telling").Telling.visible_outcome

    def marked(self: Any, variant: Any, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        beaten = {r.power for r in outcome.results if r.dislodged}
        found: PhaseOutcome = told(self, variant, outcome, reader)
        return found._replace(results=tuple(r._replace(dislodged=r.dislodged or r.power in beaten) for r in found.results))

    patch.setattr(of_1492("telling").Telling, "visible_outcome", marked)


def a_note_with_the_unseen(patch: pytest.MonkeyPatch, house: House) -> None:
    """The reason of an order names whoever was against it, wherever he came from."""
    patch.setattr(of_1492("telling"), "_reworded", lambda value, terms, reader, silent: value)


def helpers_out_of_sight(patch: pytest.MonkeyPatch, house: House) -> None:
    """A strength says who helped."""
    retold = of_1492("telling").retold
    patch.setattr(of_1492("telling"), "retold", lambda reason, terms, reader, silent: retold(reason, terms, reader, frozenset()))


def the_dead(patch: pytest.MonkeyPatch, house: House) -> None:
    """Units that were disbanded out of sight are listed as gone."""
    patch.setattr(of_1492("telling"), "_told_of", lambda removed, terms, reader: removed)


def the_changed_centres(patch: pytest.MonkeyPatch, house: House) -> None:
    """Which centre changed hands, wherever it lies."""
    changed = of_1492("telling")._changed

    def more(outcome: PhaseOutcome, terms: Any, reader: str) -> Iterator[tuple[str, tuple[str, str]]]:
        yield from changed(outcome, terms, reader)
        yield from ((centre, owners) for centre, owners in outcome.changed.items() if terms.place(centre) == "OB")

    patch.setattr(of_1492("telling"), "_changed", more)


def sights_from_everywhere(patch: pytest.MonkeyPatch, house: House) -> None:
    """What stands in an area is told of all that is on the chart, and not only of what is in sight."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def more(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        chart = drawn(variant, position, power, seen, views)
        return {code: {**entry, **charts._in_sight(position, power, code)} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", more)


def labels_by_code(patch: pytest.MonkeyPatch, house: House) -> None:
    """Areas that are found at once are labelled in the order of the GM's codes."""
    charts = of_1492("charts")
    around = charts.around
    patch.setattr(charts, "around", lambda world, spot, seen=(): sorted(around(world, spot, seen)))


def labels_from_codes(patch: pytest.MonkeyPatch, house: House) -> None:
    """A label is the beginning of the GM's code."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def named(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        chart = drawn(variant, position, power, seen, views)
        return {code: {**entry, "label": f"{entry['label']}{ord(code[2]) % 2}"} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", named)


def all_borders_of_what_is_charted(patch: pytest.MonkeyPatch, house: House) -> None:
    """A chart shows borders that its owner has not seen."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def more(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        world, chart = position.facts["world"], drawn(variant, position, power, seen, views)
        borders = {code: [b for b in world[code]["borders"] if b in chart or b not in world] for code in chart}
        return {code: {**entry, "borders": borders[code]} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", more)


def how_many_natives(patch: pytest.MonkeyPatch, house: House) -> None:
    """Each area's note tells how many natives there are in the whole world."""
    sight = of_1492("sight")
    facts = sight._facts

    def more(terms: Any, position: Position, reader: str, powers: Any) -> dict[str, Any]:
        found = facts(terms, position, reader, powers)
        count = len(position.facts["natives"]) + len(position.units_of("Natives"))
        return {**found, "world": {code: {**area, "note": f"{count} natives"} for code, area in found["world"].items()}}

    patch.setattr(sight, "_facts", more)


def owners_of_what_is_charted(patch: pytest.MonkeyPatch, house: House) -> None:
    """Who owns a centre is told of all that is on the chart, though of others' centres beyond the map all know only the number."""

    def placed(variant: Any, terms: Any, position: Position, reader: str) -> Iterator[tuple[str, str]]:
        for n, (centre, power) in enumerate(sorted(position.owners.items(), key=lambda owned: owned[1])):
            yield (terms.place(centre) if terms.place(centre) != "OB" else f"OB{n}"), power

    patch.setattr(of_1492("sight"), "_owned", placed)


def units_of_others_by_place(patch: pytest.MonkeyPatch, house: House) -> None:
    """A unit that is out of sight stands where it is, if that is on the chart, and not off the board."""
    terms = of_1492("sight").Terms

    def unit(self: Any, unit: Unit) -> Unit:
        return unit._replace(place=self.place(unit.place))

    patch.setattr(terms, "unit", unit)


def who_watches_what_is_charted(patch: pytest.MonkeyPatch, house: House) -> None:
    """What was charted once is taken for watched (N4's cause)."""
    patch.setattr(of_1492("sight").Terms, "watches", lambda self, space: space in self.known or space in self.chart)


def no_ferry(patch: pytest.MonkeyPatch, house: House) -> None:
    """An army that nobody carried is told why: no fleet at all lies beside both shores, or one does."""
    patch.setattr(of_1492("telling"), "without_the_ferries", lambda board, result, silent: result)


def landing_refused(patch: pytest.MonkeyPatch, house: House) -> None:
    """A landing is refused by a border that nobody of its power has seen."""
    patch.setattr(of_1492("crews"), "found_there", lambda turn, claim, target: False)

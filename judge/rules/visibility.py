"""The questions about who sees what. A reader's game is a game with a smaller board; here everybody's is the whole of it.

A reader is a power, or the public (''). Nobody asks about somebody who sees everything, as the game master does. Where
`hides_information` is no, only `visible_dues` and `facts_after_sighting` are asked. `counts_are_public` and `visible_facts` are
for blind play (`judge.rules.blind_play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from judge.board import Board, Position, Unit, space_of
from judge.compiling import mypyc_attr
from judge.notation import Order
from judge.rules.dues import AdjustmentDue
from judge.rules.opening import OpeningRules
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import NoRoute, NotAllowed
from judge.rules.variant import Variant

NOT_CARRIED = frozenset({"no-sea-route", "no-ferry"})
"""Why a move across water is refused if there is no fleet at all that could carry it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class VisibilityRules(OpeningRules):
    """Asked whenever something is shown to somebody: who sees what. In the standard rules everybody sees everything.

    A reader is a power, or the public (''). Where `hides_information` is no, only `visible_dues` and `facts_after_sighting` are
    asked besides.
    """

    def hides_information(self, variant: Variant) -> bool:
        """Whether readers see different things. Then each power gets its own letter besides the report that all get."""
        return False

    def counts_are_public(self, variant: Variant) -> bool:
        """Whether everybody knows how many units and centres each power has. The report that all get then tells of all powers."""
        return True

    def visible_facts(self, variant: Variant, board: Board, facts: Mapping[str, Any], seen: frozenset[str]) -> Mapping[str, Any]:
        """Of a position's facts those that somebody may know who sees these spaces only: all that name no other space.

        A game whose facts tell in another way what stands where, or that has some that are known to all, says so.
        """
        return {name: _without(value, board, seen) for name, value in facts.items()}

    def visible_position(self, variant: Variant, position: Position, reader: str) -> Position:
        """A position in a reader's own terms: what they may see of it, under the names they know it by.

        Its facts must make their board of the variant's, and no more. Units and centres that they know to exist, but not where,
        stand in places that are on no map, so that counts are right.
        """
        return position

    def to_real_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """A reader's order in the game's own terms. `position` is the game's own; of it only what the reader knows may be read."""
        return order

    def to_visible_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """An order of the reader's in their terms: `to_real_order` the other way about."""
        return order

    def secret_words(self, variant: Variant, position: Position) -> frozenset[str]:
        """Words that not every power may know, such as the GM's own names of spaces: before the GM writes one to players, the GM is
        asked. They are found in any case.
        """
        return frozenset()

    def visible_outcome(self, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        """A judged phase in a reader's own terms.

        Neither the rest nor its sequence may depend on hidden things: sort results after leaving things out.
        """
        return outcome

    def facts_after_sighting(self, variant: Variant, position: Position) -> Mapping[str, Any]:
        """What the game remembers when a phase begins, the first one too: who has seen what by then."""
        return position.facts

    def visible_dues(self, variant: Variant, position: Position, owed: Mapping[str, AdjustmentDue]) -> Mapping[str, AdjustmentDue]:
        """The powers to ask for orders, given what is due: all powers if an omission would reveal something."""
        return owed


def without_unseen_fleets(result: OrderResult, seen: Callable[[Unit], bool]) -> OrderResult:
    """A move for want of a convoy, without what it tells of fleets that its reader does not see: whether there were any, and what
    they were ordered. Any other result is returned as it is.
    """
    reason = result.reason
    wanting = isinstance(reason, NoRoute) or (isinstance(reason, NotAllowed) and reason.why in NOT_CARRIED)
    if result.order.verb != "move" or not wanting:
        return result
    at, ready = (tuple(filter(seen, units)) for units in ((reason.at, reason.ready) if isinstance(reason, NoRoute) else ((), ())))
    paradox = reason.paradox if isinstance(reason, NoRoute) and (at or ready) else ""
    return result._replace(word="fails", reason=NoRoute(at, paradox, ready, unseen=True))


def mentions_hidden_space(value: Any, board: Board, seen: frozenset[str]) -> bool:
    """Whether a JSON value names any space but those seen, as a place or in a unit's house form."""
    if isinstance(value, str):
        return any(space not in seen for space in _spaces_in(value, board))
    if isinstance(value, Mapping):
        return any(mentions_hidden_space(part, board, seen) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(mentions_hidden_space(part, board, seen) for part in value)


def _spaces_in(text: str, board: Board) -> Iterator[str]:
    inner = text.partition("(")[2].rstrip(")") if text.endswith(")") else text
    if space_of(inner) in board.spaces:
        yield space_of(inner)


def _without(value: Any, board: Board, seen: frozenset[str]) -> Any:
    """A JSON value without the entries of its lists and tables that name other spaces than those seen."""
    if isinstance(value, Mapping):
        return {key: _without(part, board, seen) for key, part in value.items() if not mentions_hidden_space(key, board, seen)}
    if isinstance(value, list | tuple):
        return [_without(part, board, seen) for part in value if not mentions_hidden_space(part, board, seen)]
    return value

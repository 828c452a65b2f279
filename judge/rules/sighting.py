"""The questions about who sees what. A reader's game is a game with a smaller board; here everybody's is the whole of it.

A reader is a power, or the public (''). Who sees everything, as the game master does, is never asked about. Where nothing is
`veiled`, none of the others but `asked` and `noticed` is put.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.board import Position
    from judge.orders import Order
    from judge.rules.adjusting import Due
    from judge.rules.outcome import Outcome
    from judge.rules.ruleset import Ruleset


def veiled(ruleset: Ruleset) -> bool:
    """Whether readers see different things. Then each power gets a letter of its own beside the report that all get."""
    return False


def sight(ruleset: Ruleset, position: Position, reader: str) -> Position:
    """A position in a reader's own terms: what he may see of it, under the names he knows it by.

    Its facts must make his board of the ruleset's, and no more. Units and centres that he knows to exist, but not where,
    stand in places that are on no map, so that whoever counts them counts right.
    """
    return position


def truly(ruleset: Ruleset, position: Position, reader: str, order: Order) -> Order:
    """A reader's order in the game's own terms. `position` is the game's own; of it only what the reader knows may be read."""
    return order


def spoken(ruleset: Ruleset, position: Position, reader: str, order: Order) -> Order:
    """An order of the reader's in his terms, which is `truly` the other way about."""
    return order


def told(ruleset: Ruleset, outcome: Outcome, reader: str) -> Outcome:
    """A judged phase in a reader's own terms.

    Nothing of what is left, nor its order, may depend on what he does not see: results are sorted when all is left out.
    """
    return outcome


def noticed(ruleset: Ruleset, position: Position) -> Mapping[str, Any]:
    """What the game remembers when a phase begins, the first one too: who has seen what by then."""
    return position.facts


def asked(ruleset: Ruleset, position: Position, owed: Mapping[str, Due]) -> Mapping[str, Due]:
    """Who is asked for orders, given what is due: all powers, where it would tell something who is not."""
    return owed

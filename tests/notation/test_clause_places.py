"""Clauses in free words, read by the places that they name."""

from __future__ import annotations

from judge.notation.clause_places import ClausePlaces
from judge.notation.possible import Possible
from judge.notation.tokens import POWER, Token
from judge.rules.ruleset import Ruleset


def test_a_clause_without_a_place_and_without_a_deed_orders_nothing(ruleset: Ruleset) -> None:
    """A word may be one for several units, or a power; it says nothing alone."""
    text = "Seconds"
    clause = [Token((("_ARMIES", None), (POWER, "Germany")), 0, len(text))]
    possible = Possible(ruleset.board, ruleset.start, "Germany")
    places = ClausePlaces(clause, ruleset.notation.vocabulary.plain, text, possible)
    assert list(places.readings()) == []

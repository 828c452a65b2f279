"""Check a game's order words: the mistakes that keep them from loading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.notation.house_form import FORMS
from judge.notation.order_grammar import order_parser, wrong_rules
from judge.notation.reader import Notation


def grammar_faults(grammar: str, extension: str, forms: Mapping[str, str]) -> Iterator[str]:
    """Return every mistake that keeps a game's order words from loading, except those hidden by another.

    Its arguments are those of `Notation.of`, the forms without mistakes of their own.
    """
    try:
        parser = order_parser(f"{grammar}\n{extension}")
    except ValueError as wrong:
        yield str(wrong)
        return
    found = list(wrong_rules(parser, {**FORMS, **forms}))
    yield from found
    if not found:
        try:
            Notation.of(grammar, extension, forms)
        except ValueError as wrong:
            yield str(wrong)

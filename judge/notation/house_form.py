"""The house form: how each verb, kind of unit and way of travelling is written, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from judge.notation.order import Order, UnitRef

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "stands": "{unit} stands",
        "move": "{unit}[-{path}]-{target}[ via {via}]",
        "support": "{unit} S {of}[-{path}][-{target}][ via {via}]",
        "convoy": "{unit} C {of}[-{path}]-{target}[ via {via}]",
        "retreat": "{unit} ret {target}",
        "disband": "{unit} disbands",
        "build": "build {unit}",
        "remove": "remove {unit}",
        "waive": "waive",
        "untold": "{unit}",
        "kind_a": "A",
        "kind_f": "F",
        "via_convoy": "convoy",
    }
)
"""Name in the grammar → what is printed. A part of a verb's form in [brackets] is left out if its field is empty.

`{at}` is the space of `{of}` alone.
"""

_PART = re.compile(r"\[([^\[\]]*)\]|([^\[\]]+)")
_FIELD = re.compile(r"\{(\w+)\}")
FIELDS = ("unit", "of", "at", "target", "via", "path", "load")

REFS = 2000
"""Units whose texts are kept."""
Form = tuple[tuple[str, str], ...]
"""Parts of a form: what is printed, and the field on which an optional part depends ('' for the others)."""


def compile_form(form: str) -> Form:
    """Split a verb's form into parts. Raises ValueError for a field that no order has."""
    for field in _FIELD.findall(form):
        if field not in FIELDS:
            raise ValueError(f"order form {form!r}: no order has a {field!r}")
    return tuple((must or may, _FIELD.findall(may)[0] if may else "") for may, must in _PART.findall(form))


class OrderWriter:
    """Prints orders in a notation's forms. What is left out of a form is worked out once for each set of fields that are empty."""

    def __init__(self, forms: Mapping[str, Form], adjectives: Mapping[str, str]) -> None:
        self._forms = forms
        self._texts: dict[tuple[str, bool, bool, bool, bool, bool, bool], str] = {}
        self._ref = lru_cache(REFS)(lambda ref: write_ref(ref, adjectives))

    def __call__(self, order: Order) -> str:
        """Return the house form. Raises KeyError for a verb without a form."""
        verb, unit, target, of, via, path, load = order
        key = (verb, not unit, not target, not of, not via, not path, not load)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = self._form(order)
        told = self._ref(of) if of else ""
        return text.format(self._ref(unit) if unit else "", told, of.space if of else "", target, via, "-".join(path), load)

    def _form(self, order: Order) -> str:
        """The verb's form without the parts that say nothing of this order, its fields by number."""
        said = {**order._asdict(), "at": order.of}
        text = "".join(part for part, field in self._forms[order.verb] if not field or said[field])
        return _FIELD.sub(lambda found: f"{{{FIELDS.index(found[1])}}}", text)


def write_ref(ref: UnitRef | None, adjectives: Mapping[str, str]) -> str:
    """Print a unit, with its nationality if the writer gave one: `A(Mun)`, `German A(Mun)`, `Mun` where no kind is known."""
    if ref is None:
        return ""
    unit = str(ref) if ref.kind else ref.place
    return f"{adjectives.get(ref.power, ref.power)} {unit}" if ref.power else unit


def adjectives(powers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Power → its adjective."""
    return {power: names[0] for power, names in powers.items() if names and names[0]}


def power_words(powers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What a power may be called → the power."""
    return {word: power for power, names in powers.items() for word in (power, *names) if word}

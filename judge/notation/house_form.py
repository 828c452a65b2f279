"""The house form: how each verb, kind of unit and way of travelling is written, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
_FIELDS = frozenset({"unit", "of", "at", "target", "via", "path", "load"})

Form = tuple[tuple[str, str], ...]
"""Parts of a form: what is printed, and the field on which an optional part depends ('' for the others)."""


def compile_form(form: str) -> Form:
    """Split a verb's form into parts. Raises ValueError for a field that no order has."""
    for field in _FIELD.findall(form):
        if field not in _FIELDS:
            raise ValueError(f"order form {form!r}: no order has a {field!r}")
    return tuple((must or may, _FIELD.findall(may)[0] if may else "") for may, must in _PART.findall(form))


def write_order(order: Order, form: Form, adjectives: Mapping[str, str]) -> str:
    """Print an order in a form."""
    fields = {
        "unit": write_ref(order.unit, adjectives),
        "of": write_ref(order.of, adjectives),
        "at": order.of.space if order.of else "",
        "target": order.target,
        "via": order.via,
        "path": "-".join(order.path),
        "load": order.load,
    }
    return "".join(part.format_map(fields) for part, field in form if not field or fields[field])


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

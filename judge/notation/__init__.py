"""Core: what a power may write. In go order lines, out come orders; in go orders, out comes the one house form."""

from judge.notation.order import Order, UnitRef
from judge.notation.same_space_units import name_units

__all__ = ["Order", "UnitRef", "name_units"]

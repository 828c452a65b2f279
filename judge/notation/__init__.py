"""Notation: read order lines into orders, and write orders in the one house form. Pure."""

from judge.notation.order import Order, UnitRef
from judge.notation.same_space_units import name_units

__all__ = ["Order", "UnitRef", "name_units"]

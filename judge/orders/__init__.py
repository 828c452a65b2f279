"""Core: what a power may write. In go order lines, out come orders; in go orders, out comes the one house form."""

from judge.orders.apart import told_apart
from judge.orders.order import Order, Ref

__all__ = ["Order", "Ref", "told_apart"]

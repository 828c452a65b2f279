"""Dice throws from a sealed seed, and the record that proves them."""

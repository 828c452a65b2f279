"""Migrations of the store: one file for each step in `versions`, applied in order when a store is opened."""

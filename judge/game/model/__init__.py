"""A game as a value: its events, what they change, and how they are written down."""

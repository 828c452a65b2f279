"""A game as a value: its state, its events, what each event changes, and serialization."""

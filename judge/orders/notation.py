"""Order lines to orders and back: one object per game, made of the base grammar and the game's own words."""


class Notation:
    """Reads what people write and prints the one house form."""

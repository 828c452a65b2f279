"""Commands that only a game's GM may give."""

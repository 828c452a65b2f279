"""What only a game's GM may do."""

"""Maps: make pictures from a game's drawn board and what a reader may see. Pure, and knows no particular game."""

"""Maps: in go a game's drawn art and what a reader may see; out come pictures. Knows no game, and nothing but what it is given."""

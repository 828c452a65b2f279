"""`judge draw-map`: a game's folder in, its drawn board out. For whoever makes a game; the daemon never loads it."""

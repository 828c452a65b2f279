"""`judge draw-map`: a game's folder in, its drawn board out. For authors of games; the daemon never loads it."""

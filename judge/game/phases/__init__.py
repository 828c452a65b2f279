"""How a phase ends and the next begins."""

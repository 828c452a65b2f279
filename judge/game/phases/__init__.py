"""The end of a phase and the beginning of the next."""

"""Copy for zines: when it is sent, and what is in it."""

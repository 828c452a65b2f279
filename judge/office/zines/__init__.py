"""Issues for zines: when they go out, and what is in them."""

"""Games as other programs save them: read and played again here, and written for them."""

"""From bytes to commands that may be obeyed: who wrote, is it new, does it count."""

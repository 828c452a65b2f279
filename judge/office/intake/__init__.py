"""From bytes to commands that may be carried out: who wrote, is the letter new, does it count."""

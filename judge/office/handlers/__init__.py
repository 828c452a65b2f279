"""What the office itself does with a command, a family of commands each."""

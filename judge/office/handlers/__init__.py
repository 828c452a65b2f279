"""What obeys commands, a module for each family of them. `judge.office.dispatch` says which handler has which command."""

"""The handlers of commands, a module for each family. `judge.office.dispatch` maps each command to its handler."""

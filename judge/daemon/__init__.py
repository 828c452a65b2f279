"""The running daemon: its threads, clock, log, metrics and monitoring, and the wiring of all parts."""

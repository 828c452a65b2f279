"""The table of questions: the standard answers, and what a game's modules add to them or put in their place."""


class Table:
    """The referee's questions, composed."""

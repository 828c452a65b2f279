"""For tests only: a module that answers nothing."""


class Gnomes:
    """They sleep."""

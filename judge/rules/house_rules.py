"""House rules: a game's switches, each with the type that its folder gives it. Texts become values here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

YES_NO = ("yes", "no", "true", "false", "on", "off")
YES = YES_NO[::2]
NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True)
class HouseRule:
    """One switch with its value: yes or no, a whole number, or one of `words`."""

    value: bool | int | str
    words: tuple[str, ...] = ()
    """The words it may be; none for a number, or yes and no."""

    @classmethod
    def declared(cls, default: str, words: Sequence[str] = ()) -> HouseRule:
        """A switch as a folder declares it. Raises ValueError for a default that has none of the three types."""
        if words:
            if default not in words:
                raise ValueError(f"the default {default!r} is not one of its values")
            return cls(default, tuple(words))
        if default.lower() in YES_NO:
            return cls(default.lower() in YES)
        if not NUMBER.fullmatch(default):
            raise ValueError(f"{default!r} is no whole number, and not yes or no; for words say {{default: …, one of: […, …]}}")
        return cls(int(default))

    @property
    def allowed(self) -> tuple[str, ...]:
        """What one may write for it; () for a whole number."""
        return self.words or (YES_NO if isinstance(self.value, bool) else ())

    def with_value(self, text: str) -> HouseRule:
        """The same switch at the value that somebody wrote. Raises ValueError telling what it takes."""
        said = text.lower()
        if said not in self.allowed if self.allowed else not NUMBER.fullmatch(text):
            raise ValueError(f"cannot be {text!r}; it takes {', '.join(self.allowed) or 'a whole number'}")
        return replace(self, value=said if self.words else said in YES if isinstance(self.value, bool) else int(text))

    def __str__(self) -> str:
        return ("yes" if self.value else "no") if isinstance(self.value, bool) else str(self.value)

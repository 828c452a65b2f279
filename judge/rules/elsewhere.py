"""What other programs call a board, so that games on it can go there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class JdipBoard:
    """A board that jDip has, too, with the same short names of spaces."""

    variant: str
    """Its name there."""
    beyond: Mapping[str, str] = field(default_factory=dict)
    """Short name → name of spaces that are drawn there, and that nobody may enter."""

"""Words for the compiler that may make the referee's modules faster. Where they run as they are written, they do nothing.

`@mypyc_attr(allow_interpreted_subclasses=True)` stands on each compiled class that a game's own rules, which are not compiled, may
derive from. The compiler finds its own decorator here; a running judge need not have it installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: Any) -> Callable[[type], type]:
        """Leave a class as it is."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]

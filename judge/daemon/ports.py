"""What an operator reads if a port of the judge cannot be opened."""

from __future__ import annotations

import errno


def port_not_opened(setting: str, host: str, port: int, error: OSError) -> str:
    """Return why a port could not be opened, and what to do about it; `setting` is the part of judge.yaml that names it."""
    what = f"`{setting}` in judge.yaml: {host}:{port} cannot be opened"
    if error.errno == errno.EADDRINUSE:
        which = f"`ss -ltnp sport = :{port}` shows which"
        return f"{what}: another program has that port ({which}); stop it, or choose another port"
    return f"{what}: {error.strerror or error}"

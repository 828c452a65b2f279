"""What commands about one thing of the judge begin with: the judge on its store, or why it cannot be opened."""

from __future__ import annotations

import sys
from pathlib import Path

from judge.config import load_config
from judge.daemon.wiring import Application, build_read_only


def opened_judge(config: Path | None) -> Application | None:
    """Return the judge of a judge.yaml, which sends and fetches nothing; None if it cannot be used, which is printed."""
    try:
        return build_read_only(load_config(config))
    except (ValueError, OSError) as error:  # a ConfigError, a store's address
        print(f"judge: {error}", file=sys.stderr)
        return None

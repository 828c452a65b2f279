"""`python -m tests.league [short] [SEED]`: forty games in two years, or three in six months, and what came of them."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.league.league import League
from tests.league.life import Life
from tests.league.plan import long, short


def main(words: list[str]) -> int:
    """Play, and print the figures; the exit status is 1 if a command was never obeyed."""
    plan = (short if "short" in words else long)(int(words[-1]) if words and words[-1].isdigit() else 1)
    with TemporaryDirectory() as folder:
        league = League(Path(folder), plan)
        league.tell = lambda line: print(line, file=sys.stderr, flush=True)
        Life(league)
        figures = league.run()
    print("\n".join(figures.lines(league.heard)))
    if never := league.heard.never():
        print(f"NEVER OBEYED: {', '.join(never)}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

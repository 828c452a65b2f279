"""`python -m tests.league [short] [SEED] [postgresql]`: forty games in two years, or three in six months, and what came of them."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.league.league import League
from tests.league.life import Life
from tests.league.plan import long, short
from tests.store.postgres import running


def main(words: list[str]) -> int:
    """Play, and print the figures; the exit status is 1 if a letter was at fault, or a command never obeyed."""
    plan = (short if "short" in words else long)(next((int(word) for word in words if word.isdigit()), 1))
    with TemporaryDirectory() as folder, ExitStack() as stack:
        engine = "postgresql" if "postgresql" in words else "sqlite"
        league = League(Path(folder), plan, stack.enter_context(running()).database() if engine == "postgresql" else "")
        league.tell = lambda line: print(line, file=sys.stderr, flush=True)
        Life(league)
        figures = league.run()
    print(f"seed       {plan.seed}, on {engine}")
    print("\n".join(figures.lines(league.heard)))
    if never := league.heard.never():
        print(f"NEVER OBEYED: {', '.join(never)}")
    if league.found:
        print(f"AT FAULT: {len(league.found)} letters")
    return 1 if never or league.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

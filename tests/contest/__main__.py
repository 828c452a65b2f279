"""`python -m tests.contest [--games 14] [--years 20] [--seed S] [GAME …]`: which level of house players beats which.

One seat of a level against the others of another, in every pairing and in each seat in turn, for every game named (all that are
shipped if none is). Prints the mean of centres with its 95 % interval, wins, and how often the odd seat had the most centres.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from judge.assets import find_assets
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from tests.contest.play import brought, contest

PAIRS = (("steady", "random"), ("steady", "holds"), ("steady", "calm"), ("calm", "steady"), ("keen", "steady"), ("steady", "keen"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=14)
    parser.add_argument("--years", type=int, default=20)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args(arguments)
    found = find_assets()
    folders = given.game or sorted(path.parent.name for path in found.games.glob("*/game.yaml") if path.parent.name[0] != "_")
    for folder in folders:
        rules = brought(load_ruleset(folder, [found.games], found.grammars()))
        for odd, others in PAIRS:
            _print(rules, odd, others, given.games, given.years, given.seed)


def _print(rules: Ruleset, odd: str, others: str, games: int, years: int, seed: str) -> None:
    began = time.monotonic()
    number = len(rules.powers)
    last = rules.calendar.start + (years - 1) * rules.calendar.step
    score = contest((odd, *[others] * (number - 1)), games, last, seed, rules)[odd]
    par = len(rules.start.owners or rules.board.centres) / number
    print(
        f"{rules.title:28} {odd:7} against {number - 1} {others:7} {score.centres:5.1f} ± {score.within:.1f} centres"
        f" (start {par:.1f})  {score.won:3} won, {score.most:3} most, of {score.seats}  {time.monotonic() - began:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()

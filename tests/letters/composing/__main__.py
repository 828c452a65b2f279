"""Composes letters, plays them, and prints what became of them, style by style.

`python -m tests.letters.composing [--count N] [--seed S] [--first N] [--style NAME] [--jobs J] [--faults FILE]`: so many letters of
each style, or of some. Prints the first faults of each style, narrowed down to the least that shows them; writes every fault to a
file.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.letters.composing.letters import ALL, MAILS, TRICKY
from tests.letters.composing.playing import Found, fuzzed
from tests.letters.samples.measure import VERDICTS, Verdict

HARM: tuple[Verdict, ...] = ("misread", "lost", "asked")
SHOWN = 3


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=100, help="letters of each style")
    asked.add_argument("--total", type=int, default=0, help="letters of all styles together, instead")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--first", type=int, default=0, help="number of each style's first letter, to go on from an earlier run")
    asked.add_argument("--whole", action="store_true", help="store every letter and send every answer, which takes twice as long")
    asked.add_argument("--style", action="append", default=[], help=f"one of {', '.join(ALL)}; or the beginning of some")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--faults", type=Path)
    asked.add_argument("--shown", type=int, default=SHOWN, help="faults of each verdict and style that are printed")
    wanted = asked.parse_args()
    styles = [name for name in ALL if not wanted.style or any(name == each or name.startswith(each) for each in wanted.style)]
    count = -(-wanted.total // len(styles)) or wanted.count
    found: dict[str, Tally] = defaultdict(Tally)
    for each in fuzzed(styles, count, wanted.seed, wanted.jobs, wanted.shown, wanted.whole, wanted.first):
        found[each.letter.style].add(each)
    print("\n".join(table(found)))
    print("\n".join(listed(found, wanted.shown)))
    if wanted.faults:
        wanted.faults.write_text("\n".join(listed(found, 10**9)) + "\n", "utf-8")


class Tally:
    """Letters of a style, or of several, by verdict; those kept that are not right."""

    def __init__(self, parts: Iterable[Tally] = ()) -> None:
        self.verdicts = Counter[Verdict]()
        self.noisy = 0
        self.faults = list[Found]()
        for each in parts:
            self.verdicts += each.verdicts
            self.noisy += each.noisy

    def add(self, found: Found) -> None:
        """Count a letter."""
        self.verdicts[found.verdict] += 1
        self.noisy += found.noisy
        if found.verdict != "right":
            self.faults.append(found)


def table(found: Mapping[str, Tally]) -> Iterable[str]:
    """The four counts of each style, and of its kinds together."""
    yield f"{'':<22}{'letters':>9}" + "".join(f"{verdict:>9}" for verdict in VERDICTS) + f"{'right %':>9}{'noisy':>9}"
    for style, letters in found.items():
        yield _row(style, letters)
    for name, chosen in (
        ("ORDINARY", [style for style in found if style not in (*TRICKY, *MAILS)]),
        ("MAIL PROGRAMS", [style for style in found if style in MAILS]),
        ("TRAPS", [style for style in found if style in TRICKY]),
    ):
        if chosen:
            yield _row(name, Tally(found[style] for style in chosen))


def _row(name: str, tally: Tally) -> str:
    count = tally.verdicts
    share = 100 * count["right"] / count.total()
    counts = "".join(f"{count[verdict]:>9}" for verdict in VERDICTS)
    return f"{name:<22}{count.total():>9}{counts}{share:>9.2f}{tally.noisy:>9}"


def listed(found: Mapping[str, Tally], shown: int) -> Iterable[str]:
    """The first faults of each style, most harmful first."""
    for verdict in HARM:
        for style, letters in found.items():
            seen: set[str] = set()
            for each in letters.faults:
                if each.verdict == verdict and each.letter.text not in seen and len(seen) < shown:
                    seen.add(each.letter.text)
                    client = f" by {each.letter.client}" if each.letter.client else ""
                    yield f"{verdict:<8}{style:<22} {each.letter.power}, {each.letter.phase}{client}: {each.letter.text!r}"
                    yield f"{'':<8}meant {', '.join(each.letter.stands) or 'nothing'}; stands {', '.join(each.stands) or 'nothing'}"


if __name__ == "__main__":
    main()

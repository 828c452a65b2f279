"""Composes letters, plays them, and prints what became of them, style by style.

`python -m tests.letters.composing [--count N] [--seed S] [--style NAME] [--jobs J] [--faults FILE]`: so many letters of each style,
or of some. Prints the first faults of each style, narrowed down to the least that shows them; writes every fault to a file.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
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
    asked.add_argument("--style", action="append", default=[], help=f"one of {', '.join(ALL)}; or the beginning of some")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--faults", type=Path)
    asked.add_argument("--shown", type=int, default=SHOWN, help="faults of each verdict and style that are printed")
    wanted = asked.parse_args()
    styles = [name for name in ALL if not wanted.style or any(name == each or name.startswith(each) for each in wanted.style)]
    count = -(-wanted.total // len(styles)) or wanted.count
    found: dict[str, list[Found]] = defaultdict(list)
    for each in fuzzed(styles, count, wanted.seed, wanted.jobs, least=wanted.shown):
        found[each.letter.style].append(each)
    print("\n".join(table(found)))
    print("\n".join(listed(found, wanted.shown)))
    if wanted.faults:
        wanted.faults.write_text("\n".join(listed(found, 10**9)) + "\n", "utf-8")


def table(found: dict[str, list[Found]]) -> Iterable[str]:
    """The four counts of each style, and of its kinds together."""
    yield f"{'':<22}{'letters':>9}" + "".join(f"{verdict:>9}" for verdict in VERDICTS) + f"{'right %':>9}{'noisy':>9}"
    for style, letters in found.items():
        yield _row(style, letters)
    everything = [each for letters in found.values() for each in letters]
    for name, chosen in (
        ("ORDINARY", [each for each in everything if each.letter.style not in (*TRICKY, *MAILS)]),
        ("MAIL PROGRAMS", [each for each in everything if each.letter.style in MAILS]),
        ("TRAPS", [each for each in everything if each.letter.trap]),
    ):
        if chosen:
            yield _row(name, chosen)


def _row(name: str, letters: list[Found]) -> str:
    count = Counter(each.verdict for each in letters)
    noisy = sum(each.noisy for each in letters)
    share = 100 * count["right"] / len(letters)
    return f"{name:<22}{len(letters):>9}" + "".join(f"{count[verdict]:>9}" for verdict in VERDICTS) + f"{share:>9.1f}{noisy:>9}"


def listed(found: dict[str, list[Found]], shown: int) -> Iterable[str]:
    """The first faults of each style, most harmful first."""
    for verdict in HARM:
        for style, letters in found.items():
            seen: set[str] = set()
            for each in letters:
                if each.verdict == verdict and each.letter.text not in seen and len(seen) < shown:
                    seen.add(each.letter.text)
                    client = f" by {each.letter.client}" if each.letter.client else ""
                    yield f"{verdict:<8}{style:<22} {each.letter.power}, {each.letter.phase}{client}: {each.letter.text!r}"
                    yield f"{'':<8}meant {', '.join(each.letter.stands) or 'nothing'}; stands {', '.join(each.stands) or 'nothing'}"


if __name__ == "__main__":
    main()

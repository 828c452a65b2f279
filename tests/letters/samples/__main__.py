"""Plays the sample letters and prints what became of them: `python -m tests.letters.samples [STYLE]`.

With a style, every letter of it that was not read right is printed, too. `--floors` prints `floors.yaml` as it would be now.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.letters.samples.measure import VERDICTS, WAYS, Found, Verdict, counted, measured, totals


def main(asked: list[str]) -> None:
    """Measure and print."""
    floors = "--floors" in asked
    style = next((word for word in asked if not word.startswith("-")), "")
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            found = list(measured(Path(folder), way, "" if style == "all" else style))
        if floors:
            print("\n".join(f"{each}: {count['right']}" for each, count in sorted(counted(found).items())))
            return
        _print(name, found)
        if style:
            _details(found)


def _print(name: str, found: list[Found]) -> None:
    print(f"\n{name:<20}{'letters':>9}" + "".join(f"{verdict:>9}" for verdict in VERDICTS))
    for style, count in sorted(counted(found).items(), key=lambda each: each[0]):
        _row(style, count)
    _row("ORDINARY", totals(found, trap=False))
    _row("TRAPS", totals(found, trap=True))


def _row(name: str, count: Counter[Verdict]) -> None:
    print(f"{name:<20}{sum(count.values()):>9}" + "".join(f"{count[verdict]:>9}" for verdict in VERDICTS))


def _details(found: list[Found]) -> None:
    for sample, answer, verdict in found:
        if verdict != "right":
            print(f"{verdict:<8}{sample.style:<11}{sample.power:<8} {sample.text!r}")
            print(f"    meant  {list(sample.stands)}\n    stands {list(answer.stands)}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""A share of the letters of a second hand, at every run; the others are slow (`test_samples.py`): hardly anything is misread."""

from __future__ import annotations

from pathlib import Path

from tests.letters.samples.measure import Table, samples

EVERY = 30
"""One letter of so many is played."""


def test_a_share_of_all_letters(tmp_path: Path) -> None:
    """None is lost, no ordinary one misread, and four of five are read right at once."""
    table = Table(tmp_path / "house")
    found = [table.play(sample, sample.text) for sample in samples()[::EVERY]]
    table.close()
    assert not [
        each.sample.text for each in found if each.verdict == "lost" or (each.verdict == "misread" and not each.sample.trap)
    ]
    assert 5 * sum(each.verdict == "right" for each in found) >= 4 * len(found)

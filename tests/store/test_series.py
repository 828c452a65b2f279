"""Series in the store, on either engine's terms: kept whole, and without those who are forgotten."""

from __future__ import annotations

from pathlib import Path

from judge.store.series import StoredSeries
from tests.letters.post_office import PostOffice


def test_a_series_is_read_as_it_was_written(tmp_path: Path) -> None:
    """With its rounds; a second writing takes the place of the first."""
    tables = ({"game": "summer1a", "powers": {"2": "France", "3": "Italy"}},)
    one = StoredSeries("summer", 1, "tribute", "trio", ("GRACE 24 hours",), (2, 3), (tables,))
    with PostOffice(tmp_path).parts.store.work() as work:
        work.series.put(one._replace(entrants=()))
        work.series.put(one)
        assert work.series.get("summer") == one
        assert work.series.get("winter") is None
        assert work.series.of_person(3) == ["summer"]
        work.series.forget(3)
        found = work.series.get("summer")
        assert found
        assert found.entrants == (2,)
        assert found.rounds == (tables,)

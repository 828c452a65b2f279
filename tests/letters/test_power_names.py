"""Powers that players bring are not called what the judge calls a seat: orders of standbys are kept under the seat's text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body


@pytest.mark.parametrize("name", ["s12", "S3", "o7", "i5", "gm2", "GM14"])
def test_no_power_is_called_like_a_seat(name: str, tmp_path: Path) -> None:
    """JOIN with such a name is refused, and the answer asks for another word."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE earth outer-space\n")
    (answer,) = office.letter("zoe@space.example", f"JOIN earth AS {name}")
    assert f'"{name}" means something else in this game' in " ".join(body(answer).split())

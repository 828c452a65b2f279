"""Orders below the name of another Power, as in an ally's mail that was copied: they are not the writer's, even where they fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

FRANCE = "france@mail.example"


def standing(text: str) -> list[str]:
    """The orders that an answer prints as standing."""
    below = text.partition("STANDING ORDERS")[2].partition("\nDeadline")[0]
    return [line.strip("> ") for line in below.split("\n") if line.startswith("    > ")]


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        ("Germany:\nA Par-Bur", []),
        ("Germany\nA Par-Bur\nF Bre-MAO", []),
        ("From: Germany\nA Par-Bur", []),
        ("From Germany:\nA Par-Bur", []),
        ("Orders from Germany:\nA Par-Bur", []),
        ("German orders:\nA Par-Bur", []),
        ("**Germany**\nA Mun-Bur\nA Par-Bur", []),
        ("A Mar-Spa\n\nGermany:\nA Par-Bur", ["A(Mar)-Spa"]),
        ("Germany:\nA Par-Bur\n\nFrance:\nA Mar-Spa", ["A(Mar)-Spa"]),
        ("Dear Germany,\nlet's bounce in Burgundy: A Par-Bur, A Mun-Bur.\nCh", []),
        ("Hi Germany!\n\nA Par-Bur", []),
        ("To: Germany\nA Par-Bur", []),
        ("An Germany:\nParis bleibt stehen", []),
        ("An Deutschland und Italien:\nA Par-Bur", []),
        ("Liebes Deutschland,\nA Par-Bur", []),
        ("Germany and Italy:\nA Par-Bur", []),
        ("Dear Germany and Italy,\nA Par-Bur", []),
        ("Dear France,\nA Par-Bur", ["A(Par)-Bur"]),
        ("Hello,\nA Par-Bur", ["A(Par)-Bur"]),
        ("France\nA Par-Bur", ["A(Par)-Bur"]),
        ("France:\nA Par-Bur", ["A(Par)-Bur"]),
        ("From: France\nA Par-Bur", ["A(Par)-Bur"]),
        ("French orders:\nA Par-Bur", ["A(Par)-Bur"]),
        ("A Par-Bur\nGermany will not mind\nA Mar-Spa", ["A(Mar)-Spa", "A(Par)-Bur"]),
    ],
)
def test_orders_below_a_powers_name(tmp_path: Path, written: str, stands: list[str]) -> None:
    """What stands below one's own name, or above another's, counts. The answer names the Power and says how to mail them again."""
    office = PostOffice(tmp_path)
    office.game()
    said = body(office.reply(FRANCE, written)[0])
    assert sorted(standing(said)) == stands
    told = "names Germany, which you do not play" in " ".join(said.split())
    assert told == (("German" in written or "Deutschland" in written) and "will not" not in written)

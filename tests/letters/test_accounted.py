"""Everything in a letter of orders is accounted for: it stands, it is asked about, or it is named as left over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.letters.post_office import PostOffice, body, headline

TABLE: Any = yaml.safe_load(Path(__file__).with_name("accounted.yaml").read_text(encoding="utf-8"))
ROWS: Sequence[dict[str, Any]] = TABLE["Spring 1902"]
PHASES = (
    """Austria: A Vie-Gal, A Bud-Ser, F Tri-Alb
England: F Lon-NTH, F Edi-NWG, A Lvp-Yor
France: A Par-Bur, A Mar-Spa, F Bre-MAO
Germany: F Kie-Den, A Ber-Kie, A Mun-Ruh
Italy: F Nap-ION, A Rom-Apu, A Ven stands
Russia: F StP.sc-BOT, A War-Ukr, A Mos-StP, F Sev-BLA
Turkey: A Con-Bul, A Smy-Arm, F Ank-Con""",
    """Austria: A Gal-War, A Ser stands, F Alb-Gre
England: A Yor-Nwy, F NTH C A Yor-Nwy, F NWG stands
France: A Bur stands, A Spa stands, F MAO-Por
Germany: A Kie-Hol, F Den stands, A Ruh stands
Italy: A Apu-Tun, F ION C A Apu-Tun, A Ven-Tri
Russia: F BOT stands, A Ukr stands, A StP stands, F BLA stands
Turkey: A Bul stands, A Arm stands, F Con-AEG""",
    """Austria: build A Bud, build A Vie
England: build F Lon
France: build F Bre, build A Par
Germany: build A Mun, build F Kie
Italy: build A Ven, build F Nap
Russia: remove F BOT
Turkey: build F Smy""",
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A game that has come to Spring 1902."""
    office = PostOffice(tmp_path_factory.mktemp("accounted"))
    office.game()
    for phase in PHASES:
        for line in phase.splitlines():
            power, orders = line.split(": ")
            office.orders(power, orders.replace(", ", "\n") + "\nFINAL\n")
    return office


def standing(answer: str) -> list[str]:
    """The orders that an answer says stand."""
    found = re.search(r"^STANDING ORDERS.*\n((?:(?!KEPT FOR).+\n)*)", answer, re.MULTILINE)
    lines = re.findall(r"^ {4}> (.+)$", found[1] if found else "", re.MULTILINE)
    return sorted(re.split(r"\s\s+!", line)[0].strip() for line in lines)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["letter"])
def test_accounted(row: dict[str, Any], office: PostOffice) -> None:
    """What stands is what was meant, and the answer is true about the rest. So is its first line."""
    power = row.get("power", "Germany")
    office.orders(power, "CLEAR\nNOT FINAL")
    if "before" in row:
        office.orders(power, row["before"])
    answer, *_ = office.orders(power, row["letter"].replace(" | ", "\n"))
    text, subject = body(answer), headline(answer)
    words = " ".join(f"{subject} {text}".split())
    (status,) = office.orders(power, "STATUS")
    if re.search(r"\d needs? you", subject):
        office.orders(power, "NO")  # or a later row's NO would answer this row's question
    assert standing(body(status)) == sorted(row["stands"]), text
    asked = words.partition("STANDING ORDERS")[0]
    for order in row.get("offers", ()):
        assert f"> {order}" in asked, text
        assert re.search(r"\d needs? you", subject), subject
    if "subject" in row:
        assert subject.rstrip(".").endswith(row["subject"]), subject
        assert "all" not in subject, subject
    for said in row.get("says", ()):
        assert re.search(rf"(?<!\w){re.escape(said)}(?!\w)", asked), text
    for said in row.get("once", ()):
        assert words.count(said) == 1, text
    for said in row.get("not", ()):
        assert said not in words, text
    assert ("All of it was read." in words) == row.get("clean", False), text

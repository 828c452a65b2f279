"""The report of a hand-checked Autumn 1901, word for word.

The hand-made original was written before there was a judge. What the judge prints otherwise, and why:

* the title is the folder's (`Standard`), not `Regular`: a game's name for itself stands in one place;
* `Adjudicated` ends in the same column as the season above it, and months are not shortened;
* years stand in columns three wide (`3  5`, not `3   5`), so that eighteen years fit before they must be cut;
* the reader's own time (`17:00 New York`) is left out, for nobody here has named a zone of his own (TIMEZONE);
* each reason ends in its rule, which the sample lacks though what it was drawn up for asks for it: three lines more here;
* above the report stands what France owes, for this is a letter to a player;
* a signature ends in column 70, where the title ends;
* pieces of press are parted by an empty line, and one without a signature says so in its last line: else it could forge one.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.game import CurrentOrders, Game, GameSettings, adjudicate_phase, apply_event, view_phase
from judge.game.clock.deadline_spec import parse_deadline_spec
from judge.game.model.events import Began
from judge.game.model.judged_phase import JudgedPhase
from judge.notation.reader import ParsedOrder
from judge.reports import PlayerNames, Templates, report_facts
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

SPRING = {
    "Austria": "A(Bud)-Ser; F(Tri)-Alb; A(Vie)-Gal",
    "England": "F(Edi)-NWG; F(Lon)-NTH; A(Lvp)-Yor",
    "France": "A(Mar)-Spa; A(Par)-Bur; F(Bre)-MAO",
    "Germany": "A(Ber)-Kie; A(Mun)-Bur; F(Kie)-Den",
    "Russia": "A(War)-Gal; A(Mos)-Ukr; F(Sev)-BLA; F(StP.sc)-BOT",
    "Turkey": "A(Con)-Bul; A(Smy)-Con; F(Ank)-BLA",
}
AUTUMN = {
    "Austria": "A(Ser) S F(Alb)-Gre; F(Alb)-Gre; A(Vie)-Tri",
    "England": "A(Yor)-Nwy; F(NTH) C A(Yor)-Nwy; F(NWG) S A(Yor)-Nwy",
    "France": "A(Par)-Bur; A(Spa) stands; F(MAO)-Por",
    "Germany": "A(Kie)-Hol; A(Mun)-Bur; F(Den)-Swe",
    "Italy": "A(Rom)-Ven; A(Ven)-Tri; F(Nap)-ION",
    "Russia": "A(Ukr)-Rum; A(War)-Gal; F(Sev) S A(Ukr)-Rum; F(BOT)-Swe",
    "Turkey": "A(Bul)-Ser; A(Con)-Bul; F(Ank)-BLA",
}
CAST = PlayerNames(
    "Harriet Lowe",
    {
        "Austria": "Ada Quill",
        "England": "Ben Okafor",
        "France": "Chloe Marsh",
        "Germany": "Dieter Voss",
        "Italy": "Elena Russo",
        "Russia": "Felix Brandt",
        "Turkey": "Gwen Hart",
    },
)
PRESS = [
    ("BUCHAREST: We came for the oil and stayed for the welcome.", "Felix Brandt"),
    ("ANON, somewhere dry: Two fleets met off Gotland. Neither blinked.", ""),
]


@cache
def standard() -> Ruleset:
    found = find_assets()
    return load_ruleset("standard", [found.games], found.grammars())


def words() -> Templates:
    return Templates(FileSystemLoader(find_assets().templates))


def judged(game: Game, orders: dict[str, str], at: datetime) -> tuple[Game, JudgedPhase]:
    rules = standard()
    position = game.board_now
    standing = {}
    for power, text in orders.items():
        readings = rules.notation.read(text, rules.board, position, power)
        assert all(isinstance(reading, ParsedOrder) for reading in readings), readings
        standing[power] = CurrentOrders(1, tuple(r.order for r in readings if isinstance(r, ParsedOrder)))
    events, turn = adjudicate_phase(replace(game, standing=standing), at, rules)
    for event in events:
        game = apply_event(game, event)
    return game, turn


def quillfeather() -> Game:
    settings = GameSettings({"": parse_deadline_spec("Fridays 21:00 Europe/London")}, number="2027AB")
    game = Game("quillfeather", "standard", "", settings, stage="running")
    return apply_event(game, Began({}, standard().start, None, 1900))


def test_the_report_of_autumn_1901() -> None:
    """Orders in, the whole zine report out."""
    spring, _ = judged(quillfeather(), SPRING, datetime(2027, 3, 5, 21, tzinfo=UTC))
    _, turn = judged(spring, AUTUMN, datetime(2027, 3, 12, 21, tzinfo=UTC))
    seen = view_phase(turn, standard(), "France")
    subject, text = words().letter("report", report_facts(seen, standard(), CAST, PRESS))
    assert subject == "[quillfeather] Autumn 1901 results. France, Winter 1901: 2 builds due by Fri 19 March 21:00"
    assert text == (Path(__file__).parent / "autumn_1901.txt").read_text("utf-8")


def test_a_power_that_sent_nothing_is_named_with_its_units() -> None:
    """Italy was silent in Spring 1901: NMR is said, and its units are listed as standing."""
    _, turn = judged(quillfeather(), SPRING, datetime(2027, 3, 5, 21, tzinfo=UTC))
    _, text = words().letter("report", report_facts(view_phase(turn, standard(), ""), standard(), CAST))
    assert "ITALY (Elena Russo): NMR! A(Rom), A(Ven), F(Nap) stand [3]\n" in text


def test_a_report_survives_mailers_and_typesetters() -> None:
    """72 columns, no tabs, no blanks at line ends, no line that begins `From `."""
    press = [("From Paris: we\tare well. " + "Long live the word wrap! " * 9, "A" * 60)]
    _, turn = judged(quillfeather(), SPRING, datetime(2027, 3, 5, 21, tzinfo=UTC))
    _, text = words().letter("report", report_facts(view_phase(turn, standard(), ""), standard(), CAST, press))
    lines = text.split("\n")
    assert max(map(len, lines)) <= 72
    assert not [line for line in lines if line != line.rstrip() or "\t" in line or line.startswith("From ")]

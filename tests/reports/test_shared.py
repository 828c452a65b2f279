"""What all readers of a report have in common is put into words once, and holds nothing of one reader's."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from judge.game import PUBLIC, view_phase
from judge.game.model.game import GM_READER
from judge.game.model.judged_phase import JudgedPhase
from judge.office.rendering.phase_cache import MOST, PhaseCache
from judge.reports import PlayerNames, report_facts
from judge.reports.report import seen_by_all, shared_facts
from tests.reports.test_autumn_1901 import CAST, PRESS, SPRING, judged, quillfeather, standard, words
from tests.reports.test_why import judged_case

AT = datetime(2027, 3, 5, 21, tzinfo=UTC)


def spring() -> JudgedPhase:
    """A phase in which France had kept orders for the next one, of which nobody else may know."""
    _, turn = judged(quillfeather(), SPRING, AT)
    return replace(turn, prepared={"France": {"orders": ["A(Bur)-Tulip"]}})


def test_all_powers_of_an_open_game_share_what_is_everybodys() -> None:
    """The GM, too; what a player has prepared is not among it."""
    turn = spring()
    views = [seen_by_all(view_phase(turn, standard(), reader)) for reader in ("France", "Italy", PUBLIC, GM_READER)]
    assert [view.reader for view in views] == [PUBLIC] * 4
    same = [replace(view, otherwise=views[0].otherwise) for view in views]  # a function, which is made for each
    assert same[1:] == same[:-1]
    assert "Tulip" not in repr(shared_facts(views[0], standard(), CAST).facts)


def test_a_reader_who_sees_only_some_shares_nothing() -> None:
    seen, _ = judged_case("games/new_world_1492/cases/positions.yaml", "1492-D-01", "England")
    assert not seen.whole
    assert seen_by_all(seen) is seen


def test_words_are_made_once_and_letters_are_the_same() -> None:
    """As if each reader's had been made by itself; what is a reader's own stands in that reader's letter alone."""
    turn, rules, said = spring(), standard(), words()
    views = {reader: view_phase(turn, rules, reader) for reader in ("France", "Italy", PUBLIC)}
    shared = shared_facts(seen_by_all(views["Italy"]), rules, CAST)
    together = {reader: said.letter("report", report_facts(seen, rules, CAST, PRESS, shared)) for reader, seen in views.items()}
    assert together == {reader: said.letter("report", report_facts(seen, rules, CAST, PRESS)) for reader, seen in views.items()}
    assert sorted(name for name, _ in shared.words) == ["part/settled.j2", "part/turn.j2"]
    assert [reader for reader, (_, text) in together.items() if "A(Bur)-Tulip" in text] == ["France"]


def test_other_people_or_another_headline_make_other_facts() -> None:
    """And no more are kept than phases."""
    seen, rules = seen_by_all(view_phase(spring(), standard(), "France")), standard()
    kept = PhaseCache(lambda game, seq: None)
    first = kept.shared(seen, rules, CAST, "")
    assert kept.shared(seen, rules, CAST, "") is first
    assert kept.shared(seen, rules, CAST, "Munich falls").facts["headline"] == "Munich falls"
    assert kept.shared(seen, rules, PlayerNames(), "").facts["cast"] == PlayerNames()
    for number in range(MOST):
        kept.shared(seen, rules, CAST, str(number))
    assert len(kept._shared) == MOST
    assert kept.shared(seen, rules, CAST, "") is not first

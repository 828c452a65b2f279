"""A GM sees no throw that is not made yet without the players reading that he saw it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.daemon.wiring import template_loader, variant_roots
from judge.game.dice.record import format_record, make_record, parse_record, verify_record
from judge.game.model.game import Game
from judge.print.phase_record import phase_record as print_record
from judge.rules.dice import draw_throw
from tests.letters.post_office import GM, SEED, body
from tests.letters.table import Table, mail_of


class Sea(Table):
    """Columbus, with England's fleet before the unknown."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "columbus", "pinta")
        self.office.letter(GM, "PROCESS")
        self.office.letter(mail_of("Portugal"), "F(Por)-MAO")
        self.office.letter(GM, "PROCESS")

    def said(self, who: str, text: str) -> tuple[str, dict[str, str]]:
        """(the answer, what others were told: address → text)."""
        told = {m["To"]: " ".join(body(m).split()) for m in self.office.letter(who, text)}
        return told.pop(who), told


@pytest.fixture
def sea(tmp_path: Path) -> Sea:
    """A game in which Portugal may explore 46 or 50."""
    return Sea(tmp_path)


def test_an_open_phase_shows_the_gm_no_throw(sea: Sea) -> None:
    """He may ask as often as he likes, and nothing that he is told hangs on a die."""
    sea.office.letter(mail_of("Portugal"), "F(MAO)-46")
    answer, _ = sea.said(GM, "PREVIEW")
    assert "That depends on a die roll (46), and I do not roll dice for a trial." in answer
    assert "die-roll" not in answer
    assert not sea.game.shown


def test_a_phase_without_throws_is_shown(sea: Sea) -> None:
    """As before."""
    sea.office.letter(mail_of("Portugal"), "F(MAO) stands")
    assert "NOT YET SENT TO ANYONE" in sea.said(GM, "PREVIEW")[0]


def closed(sea: Sea) -> None:
    """The phase's time is over, and its GM looks at the report."""
    sea.office.letter(GM, "PREVIEW ON\nDEADLINE Fridays 21:00 London")
    sea.office.letter(mail_of("Portugal"), "F(MAO)-46")
    sea.office.wait(days=8)
    assert sea.game.held
    assert sea.game.shown == {"46": draw_throw(SEED.encode(), "46")}


def test_the_report_says_what_he_has_looked_at(sea: Sea) -> None:
    """To everybody, once."""
    closed(sea)
    _, told = sea.said(GM, "PUBLISH")
    assert all("The GM has looked at: 46 SEAL" in told[mail_of(power.name)] for power in sea.rules.powers)
    sea.office.letter(GM, "PREVIEW OFF")
    sea.office.letter(mail_of("Portugal"), "F(46) stands\nF(MAO) stands")
    _, told = sea.said(GM, "PROCESS")
    assert told
    assert not [text for text in told.values() if "has looked at" in text]


def test_it_says_so_wherever_it_is_printed_again(sea: Sea) -> None:
    """By RESULTS, on a page of the archive, and in a zine."""
    closed(sea)
    sea.said(GM, "PUBLISH")
    sent = sea.office.letter(mail_of("Spain"), "RESULTS")
    assert "The GM has looked at: 46 SEAL" in " ".join(" ".join(body(message).split()) for message in sent)
    with sea.office.parts.store.look() as work:
        seq = work.games.valid_phases(sea.name)[-1].seq
    _, facts, rules, folder = sea.office.parts.sayer.public(sea.name, seq, "full")
    printed = print_record(facts, template_loader(*variant_roots(sea.office.parts.settings))(folder), rules)
    assert "The GM has looked at: 46" in printed["dice"]


def test_what_he_looked_at_in_vain_is_told_too(sea: Sea) -> None:
    """He has the unit go elsewhere for a look, and back: all read that he knows 50."""
    closed(sea)
    sea.office.letter(GM, "ORDER Portugal F(MAO)-50 REASON he wrote to me")
    assert "die-roll" in sea.said(GM, "PREVIEW")[0]
    sea.office.letter(GM, "ORDER Portugal F(MAO)-46 REASON no, he did not")
    _, told = sea.said(GM, "PUBLISH")
    assert "The GM has looked at: 46, 50" in told[mail_of("Spain")]
    assert "Exploration of 46" in told[mail_of("Spain")]


def test_a_throw_that_he_replaces_is_announced_at_once(sea: Sea) -> None:
    """With what it was; the record keeps that, and it is checked."""
    closed(sea)
    was = draw_throw(SEED.encode(), "46")
    throw = was % 6 + 1
    answer, told = sea.said(GM, f"DIE 46 = {throw} REASON real die")
    assert "Everyone has been told" in answer
    assert f"46 = {throw}, was {was}. The GM's reason: real die" in told[mail_of("Spain")]
    _, told = sea.said(GM, "PUBLISH")
    assert f"46 = {throw} (GM's roll, was {was})" in told[mail_of("Spain")]
    assert f"46 = {throw} stated, was {was}" in record(sea.game)
    assert not list(verify_record(parse_record(record(sea.game))))
    forged = record(sea.game).replace(f"was {was}", f"was {throw}")
    assert [fault.subject for fault in verify_record(parse_record(forged))] == ["46"]


def record(game: Game) -> str:
    """The record as it will be when the game is over."""
    return format_record(make_record(game)).replace("seed ", f"seed {SEED}")

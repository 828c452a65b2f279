"""A game that is over has no deadline, whatever is asked about it, and by whomever."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.daemon.wiring import template_loader, variant_roots
from judge.print.phase_record import phase_record
from tests.letters.laid import lay
from tests.letters.post_office import GM, PostOffice, body

GAME = "quillfeather"
ASKED = (
    "STATUS", "WHO", "HISTORY", "RESULTS", "RESULTS Spring 1901", "MAP", "MAP Spring 1901", "WHY A(Par)", "WHY Bur IN Spring 1901",
    "LIST", "RULES", "NAMES full", "TRY A Par-Bur", "PREVIEW", "A Par-Bur", "ORDERS FOR Spring 1901\nA Par-Bur", "ORDERS", "FINAL",
    "NOT FINAL", "CLEAR", "EXTEND 3 days REASON snow", "PAUSE", "PRESS\nhello\nEND", "HEADLINE hello", "DRAW", "PROPOSE DRAW",
    "VOTE YES", "CONCEDE Italy", "PROCESS", "STANDBY quillfeather", "OBSERVE quillfeather", "JOIN quillfeather",
    "SET GRACE 24 hours", "TAKEOVER France", "ABSENCE 10-17 April", "UNWATCH", "RESIGN",
)  # fmt: skip
DUE = re.compile(
    r"deadline(?!s? set)|\bby (Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|due (from|by)|due now|nothing yet|still open|orders due|reminded"
    r"|run it|runs it|\bnext phase\b|nothing due",
    re.IGNORECASE,
)
"""Words about something that is still to be sent, or when. End-of-game statements are, and have a date of their own."""
STATEMENTS = re.compile(r"end-of-game statement like this by [^.]{,60}\.", re.IGNORECASE)


def said(letter: EmailMessage) -> str:
    return f"{letter['Subject']} || {' '.join(body(letter).split())}"


def drawn(office: PostOffice) -> list[EmailMessage]:
    office.letter(GM, "PROCESS")
    return office.letter(GM, "DRAW REASON enough")


def drawn_with_its_phase(office: PostOffice) -> list[EmailMessage]:
    return office.letter(GM, "PROCESS\nDRAW REASON enough")


def terminated(office: PostOffice) -> list[EmailMessage]:
    office.letter(GM, "PROCESS")
    office.letter(GM, "TERMINATE REASON too few")
    return office.wait(days=8)


def won(office: PostOffice) -> list[EmailMessage]:
    office.letter(GM, "PROCESS")
    centres = office.parts.rules("standard").board.centres
    owners = dict.fromkeys(centres, "France") | {"Rom": "Italy"}
    lay(office, GAME, "Autumn 1901", {"France": ["A(Par)"], "Italy": ["A(Rom)"]}, owners)
    return office.letter(GM, "PROCESS")


AT_LENGTH = [pytest.param(end, marks=pytest.mark.slow) for end in (drawn, drawn_with_its_phase, terminated)]


@pytest.mark.parametrize("end", [won, *AT_LENGTH], ids=lambda end: end.__name__)
def test_a_finished_game_prints_no_deadline(tmp_path: Path, end: Callable[[PostOffice], list[EmailMessage]]) -> None:
    """Neither the letters that end it, nor those that come later by themselves, nor any answer."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter("Otto Blume <otto@x.example>", f"OBSERVE {GAME}")
    office.letter("Stan Low <stan@x.example>", f"STANDBY {GAME}")
    office.orders("France", "A Par-Bur\nABSENCE 10-17 April")
    letters = end(office)
    assert any("The game is over" in said(each) for each in letters)
    letters += office.wait(days=40)
    for writer in ("france@mail.example", GM, "otto@x.example", "stan@x.example", "nobody@x.example"):
        for asked in ASKED:
            letters += office.letter(writer, asked)
    assert len(letters) > 150
    words = [STATEMENTS.sub("", said(each)) for each in letters]
    found = [(each, DUE.search(each)) for each in words]
    assert {text[max(0, match.start() - 60) : match.end() + 60] for text, match in found if match} == set()


def test_the_print_of_a_finished_game_has_no_deadline(tmp_path: Path) -> None:
    """Nor what a zine or a web page makes of its last report."""
    office = PostOffice(tmp_path)
    office.game()
    drawn(office)
    with office.parts.store.look() as work:
        seq = work.games.valid_phases(GAME)[-1].seq
    _, facts, rules, folder = office.parts.sayer.public(GAME, seq, "full")
    printed = phase_record(facts, template_loader(*variant_roots(office.parts.settings))(folder), rules)
    assert (printed["deadline"], printed["due_at"]) == ("", "")


def test_a_game_that_ended_before_its_start_leaves_no_doubt(tmp_path: Path) -> None:
    """Of a game that is over and one that waits for players, a mail that names none is about the latter."""
    office = PostOffice(tmp_path)
    for game in ("tiber", "arno"):
        office.letter(f"Harriet Lowe <{GM}>", f"CREATE {game}")
        office.letter("Ada <ada@mail.example>", f"JOIN {game}")
        if game == "tiber":
            office.letter(GM, "GAME tiber\nTERMINATE REASON nobody else joins")
            office.wait(days=8)
    (answer,) = office.letter("ada@mail.example", "PREFER Italy")
    assert answer["Subject"] == "[arno] Before the start"
    assert "would like Italy" in body(answer)

"""Letters as mail programs write them: `letters/NAME.eml` in, `letters/NAME.txt` is what of it is read, written by hand.

Those that begin with `same_` are one letter of one player, sent by many programs: all of them order the same.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.commands import parse
from judge.commands.orders import OrderLines
from judge.mail.parse import parse_mail, parse_sender_and_token
from judge.mail.parsed import ParsedMail
from judge.mail.plus_addressing import find_token
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.variants import load_ruleset

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
RULES = load_ruleset("standard", [find_assets().games], find_assets().grammars())
ORDERS = {"A(Par)-Bur", "A(Mar) S A(Par)-Bur", "F(Bre)-MAO"}


def told(mail: ParsedMail) -> str:
    """What was read, as the files have it."""
    lines = [f"subject: {mail.subject}"]
    lines += [f"problem: {mail.problem}"] if mail.problem else []
    lines += [f"enclosed: {each.kind} {each.name}".strip() for each in mail.enclosed]
    return "\n".join([*lines, "", mail.text]) + ("\n" if mail.text else "")


def ordered(text: str) -> tuple[set[str], list[str]]:
    """The orders of a letter in the house form, and what in it looks like an order and is none."""
    lines = [line for command in parse(text) if isinstance(command, OrderLines) for line in command.lines]
    readings = [r for line in lines for r in RULES.notation.read(line, RULES.board, RULES.start, "France")]
    orders = {RULES.notation.write(r.order) for r in readings if isinstance(r, ParsedOrder)}
    return orders, [r.text for r in readings if isinstance(r, UnreadableText)]


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_is_read_as_its_reader_would(path: Path) -> None:
    """The writer's own words, what came along, and why if there are none."""
    mail = parse_mail(path.read_bytes(), "chloe.marsh@mail.example", own="judge@pbm.example")
    assert told(mail) == path.with_suffix(".txt").read_text("utf-8")
    assert mail.sender == "chloe.marsh@mail.example"
    assert mail.auto is None


@pytest.mark.parametrize("path", [p for p in LETTERS if p.stem.startswith("same_")], ids=lambda path: path.stem)
def test_all_programs_order_the_same(path: Path) -> None:
    """Neither a quoted order more nor an own one less, and nothing to ask about."""
    assert ordered(parse_mail(path.read_bytes()).text) == (ORDERS, [])


@pytest.mark.parametrize("stem", ["autolinked_outlook", "autolinked_html"])
def test_links_that_mailers_make_are_no_part_of_an_order(stem: str) -> None:
    """`StP.sc` is no site in the Seychelles."""
    position = replace(RULES.start, phase=RULES.calendar.at(1901, 0))
    text = parse_mail((Path(__file__).parent / "letters" / f"{stem}.eml").read_bytes()).text
    readings = [r for line in text.split("\n") for r in RULES.notation.read(line, RULES.board, position, "Russia", strict=False)]
    assert [RULES.notation.write(r.order) for r in readings if isinstance(r, ParsedOrder)] == ["F(StP.sc)-BOT", "F(Spa.nc)-MAO"]


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_whose_a_letter_is_can_be_told_from_its_head(path: Path) -> None:
    """A worker that sorts letters finds the address and the token that whoever reads them will."""
    raw, own, to = path.read_bytes(), "judge@pbm.example", "judge+paris.france.abcdefghij234567@pbm.example"
    for recipient in ("", to):
        mail = parse_mail(raw, None, recipient, own)
        assert parse_sender_and_token(raw[:65536], recipient, own) == (mail.sender, find_token(own, mail.recipients, mail.subject))

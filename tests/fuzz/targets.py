"""What is fuzzed: bytes in, nothing may come out but values. Each target says what must hold of whatever it is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from judge.assets import find_assets
from judge.board import DislodgedUnit, Unit
from judge.commands import parse
from judge.commands.orders import OrderLines
from judge.mail import html, limits
from judge.mail.parse import parse_mail
from judge.mail.parsed import ParsedMail
from judge.mail.plus_addressing import find_token
from judge.mail.quotes import strip_quotes
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.office.intake.command_text import command_texts, unread_attachments
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

OWN = "judge@pbm.example"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
MOST_LINES = 5
"""Order lines of one input that are read, so that one input stays cheap."""


@cache
def rules(folder: str) -> Ruleset:
    """A game's rules, read once."""
    return load_ruleset(folder, [find_assets().games], find_assets().grammars())


def letter(data: bytes) -> None:
    """A whole letter: reading and guarding it, then whatever it asks for."""
    mail = parse_mail(data, None, "", OWN)
    assert isinstance(mail, ParsedMail)
    named = [word for each in mail.enclosed for word in (each.name, each.text)]
    for text in (mail.sender, mail.sender_name, mail.subject, mail.text, mail.message_id, *mail.recipients, *named):
        assert not CONTROL.search(text)
    assert len(mail.text) <= limits.TEXT
    assert "\n" not in mail.subject + mail.sender_name + mail.sender
    find_token(OWN, mail.recipients, mail.subject)
    unread_attachments(mail, None)
    for source in command_texts(mail):
        commands(source.text)


def text(data: bytes) -> None:
    """A letter's text: what of it is the writer's, and what it asks for."""
    commands(strip_quotes(data.decode("utf-8", "replace")))


def markup(data: bytes) -> None:
    """HTML."""
    found = html.html_to_text(data.decode("utf-8", "replace"))
    assert "\0" not in found or b"\0" in data


def commands(words: str) -> None:
    """The commands' parser, and the notation for lines that are none."""
    lines = words.splitlines()
    for command in parse(words):
        assert command.line in lines
        if isinstance(command, OrderLines):
            for line in command.lines[:MOST_LINES]:
                order_line(line, phases=1)


def orders(data: bytes) -> None:
    """Order lines alone, in the notation of the usual game and in one with words of its own."""
    for line in data.decode("utf-8", "replace").split("\n")[:MOST_LINES]:
        order_line(line)
        order_line(line, "colonial_diplomacy", "Russia")


def order_line(line: str, folder: str = "standard", power: str = "France", phases: int = 3) -> None:
    """One line in every kind of phase: each reading quotes it, and each order prints."""
    game = rules(folder)
    seen: set[str] = set()
    for number in range(len(game.calendar.seasons)):
        phase = game.calendar.at(game.start.phase.year + 1, number)
        if phase.kind in seen or len(seen) >= phases:
            continue
        seen.add(phase.kind)
        gone = (
            (DislodgedUnit(Unit("France", "A", "Gal"), Unit("Austria", "A", "Vie"), "Vie", ("Boh",)),)
            if folder == "standard"
            else ()
        )
        position = replace(game.start, phase=phase, dislodged=gone if phase.kind == "retreats" else ())
        for reading in game.notation.read(line, game.board, position, power):
            assert reading.text in line
            if isinstance(reading, ParsedOrder):
                game.notation.write(reading.order)
            elif isinstance(reading, UnreadableText):
                [game.notation.write(order) for order in reading.complaint.suggestions]


TARGETS: dict[str, Callable[[bytes], None]] = {"letter": letter, "text": text, "markup": markup, "orders": orders}

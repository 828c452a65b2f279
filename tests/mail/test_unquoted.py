"""An ally's mail, quoted or forwarded without a mark before its lines: none of it is the writer's, who is told so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.mail.quotes import split_quotes
from tests.letters.post_office import PostOffice, body

TABLE: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "unquoted.yaml").read_text("utf-8"))
SHAPES: dict[str, str] = TABLE["unquoted"]
WHO = ("Anna Ally <anna.ally@mail.example>", "anna.ally@mail.example")
THEIRS = "Hi Chloe,\n\nI shall do\nA Mun-Bur\nF Kie-Den\nCLEAR\n\nAnna"
OURS = ("A Par-Bur\nF Bre-MAO", "Hello judge,\n\nA Par-Bur\nF Bre-MAO\n\nThanks\nChloe", "")


@pytest.mark.parametrize("shape", SHAPES)
def test_an_allys_mail_is_not_ones_own(shape: str) -> None:
    """Below one's own words or alone, right below or after a line: only one's own are left."""
    for who in WHO:
        head = SHAPES[shape].replace("{who}", who)
        for own in OURS:
            alone = split_quotes(own).text
            for between, after in (("\n\n", "\n"), ("\n", ""), ("\n\n\n", "\n\n")):
                found = split_quotes(f"{own}{between}{head}{after}{THEIRS}\n")
                assert found.text == alone, (own, between)
                assert "A Mun-Bur" in found.left
                assert "A Par-Bur" not in found.left


@pytest.mark.parametrize("language", TABLE["languages"])
@pytest.mark.parametrize("layout", [*TABLE["layouts"], *TABLE["below"]])
def test_heads_in_every_language(language: str, layout: str) -> None:
    """Whatever the mail program's language, and though lines of the head are missing."""
    below = TABLE["below"].get(layout, "")
    head = (below or TABLE["layouts"][layout]).replace("|", "\n")
    _is_quoted(head.format(*TABLE["languages"][language], who="{who}"), OURS[:2] if below else OURS)


@pytest.mark.parametrize("shape", TABLE["attributions"])
def test_attributions_without_marks(shape: str) -> None:
    """What follows them has no marks and is the ally's all the same."""
    _is_quoted(TABLE["attributions"][shape], OURS)


def _is_quoted(head: str, ours: Sequence[str]) -> None:
    for who in (*WHO, "Germany", '"Ally, Anna" <anna@x.example>', "Anna Ally [mailto:anna@x.example]"):
        for own in ours:
            for between, after in (("\n\n", "\n"), ("\n", "\n\n")):
                found = split_quotes(f"{own}{between}{head.replace('{who}', who)}{after}{THEIRS}\n")
                assert found.text == split_quotes(own).text, (own, between, who)
                assert "A Mun-Bur" in found.left


@pytest.mark.parametrize("shape", [each for each in SHAPES if "forwarded" not in each and "wrote" in SHAPES[each]])
def test_words_between_quotations_are_ones_own(shape: str) -> None:
    """Where the ally's lines have their marks, what stands below and between them is the writer's."""
    head = SHAPES[shape].replace("{who}", WHO[0])
    found = split_quotes(f"{head}\n> A Mun-Bur\n> F Kie-Den\n\nA Par-Bur\n\n> CLEAR\n\nF Bre-MAO\n")
    assert [line for line in found.text.split("\n") if line] == ["A Par-Bur", "F Bre-MAO"]
    assert found.left == ()


@pytest.mark.parametrize(
    "own",
    [
        "From Paris to Burgundy\nA Par-Bur",
        "ORDERS: Spring 1901\nA Par-Bur\nF Bre-MAO",
        "Germany wrote that we should ally.\nA Par-Bur",
        "Here is what I wrote yesterday:\nA Par-Bur\nF Bre-MAO",
        "As I wrote:\nA Par-Bur",
        "I wrote:\nA Par-Bur",
        "Wie ich schrieb:\nA Par-Bur",
        "My orders of 1.3.2027:\nA Par-Bur",
        "From France:\nA Par-Bur",
        "To: the judge\nA Par-Bur",
        "Subject: orders\nA Par-Bur",
        "Date: 1 March\nA Par-Bur\nF Bre-MAO",
        "forwarded message below if you want it\nA Par-Bur",
        "From: France\nTo: the judge\nSubject: Spring 1901 orders\n\nA Par-Bur",
        "Hello\nFRA: A Par-Bur\nA: Mar-Spa\nF Bre-MAO",
        "Hello\n\nVan: A Par-Bur\nDa: F Bre-MAO",
        "FRA: A(Par)-Bre\nFRA: F(Spa/nc)–Por",
        "FRA: A Par H\nFRA: A Bur D",
        "Hi there\nFRA: builds F(Bre)",
        "`FRA: builds A(Par)`\nFRA: two fleets please",
        "Hello\n\nFRA: Build A Par\n\nFRA: WAIVE",
        "FRA: Par - Bur\nFRA: Mar ⇒ Spa",
        "My orders of 1.3.2027, 9:14:\nA Par-Bur",
        "Orders for 1.3.2027 at 9:14:\nA Par-Bur",
        "Name: Chloe\nPhase: Spring 1901\nMail: chloe@mail.example\nA Par-Bur",
        "VARIANT: standard\nDEADLINE: 1 March 2027 9:14\nINVITE: chloe@mail.example\nA Par-Bur",
    ],
)
def test_ones_own_words_are_kept(own: str) -> None:
    """They may look a little like what a mail program writes. A line that only introduces one's own words may go."""
    found = split_quotes(own)
    assert found.text in (own, own.partition("\n")[2])
    assert found.left == ()


def test_the_writer_is_told(tmp_path: Path) -> None:
    """How many lines were left out, because of which line, and what to do if they were one's own; nothing of them counts."""
    office = PostOffice(tmp_path)
    office.game()
    [answer] = office.reply("france@mail.example", "F Bre-MAO\n\nForwarded message\nFrom: Germany\n\nA Par-Bur\nA Mar-Spa\n")
    said = " ".join(body(answer).split())
    assert "F(Bre)-MAO" in said
    assert "A(Par)-Bur" not in said
    assert 'I did not read the 3 lines below "Forwarded message"' in said
    assert "please send them again" in said
    assert "All of it was read" not in said
    [answer] = office.reply("france@mail.example", "A Par-Bur\nA Mar-Spa\n")
    assert "All of it was read" in body(answer)


def test_nothing_is_said_of_quotations_without_orders(tmp_path: Path) -> None:
    """Nobody needs to hear that a friendly word of an ally was left out."""
    office = PostOffice(tmp_path)
    office.game()
    [answer] = office.reply("france@mail.example", "F Bre-MAO\n\nAnna wrote:\nGood luck to all of you!\n")
    assert "did not read" not in body(answer)


def test_an_allys_words_below_an_empty_reply_are_no_consent(tmp_path: Path) -> None:
    """A question that an empty reply would answer is not answered by orders below somebody else's name."""
    office = PostOffice(tmp_path, careful=True)
    office.letter("Nora <nora@mail.example>", "CREATE nightjar")
    sent = office.reply("nora@mail.example", "Forwarded message\nFrom: Anna\n\nA Par-Bur\n")
    assert not any("CREATED" in body(each).upper() for each in sent)


def chat(shape: str, who: str, *texts: str) -> str:
    """Messages of one person, as they are copied out of a chat."""
    return "\n".join(TABLE["chats"][shape].replace("|", "\n").format(who=who, text=text) for text in texts)


@pytest.mark.parametrize("shape", TABLE["chats"])
def test_a_message_copied_out_of_a_chat_is_not_ones_own(shape: str) -> None:
    """With one's own words above it or none; messages of several lines, and several messages."""
    short = " hour" in shape or "<" in TABLE["chats"][shape]  # without brackets a name needs a capital
    for who in ("Anna", "Otto") if short else ("Anna", "Anna Ally", "+44 7700 900123", "Germany", "🦄"):
        copied = chat(shape, who, "A Mun-Bur\nF Kie-Den", "CLEAR")
        for own in OURS:
            for between in ("\n\n", "\n"):
                found = split_quotes(f"{own}{between}{copied}\n", names=frozenset({"chloe", "tea"}))
                assert found.text == split_quotes(own).text, (own, between, who)
                assert ("A Mun-Bur" in found.left, "CLEAR" in found.left) == (True, True), found
                assert found.may_ask


@pytest.mark.parametrize("shape", [each for each in TABLE["chats"] if each != "telegram with a colon"])
def test_ones_own_message_copied_out_of_a_chat_is_not_left_out(shape: str) -> None:
    """What becomes of its stamp is the reader's business. (A line with a date that ends with a colon is taken for a mail's.)"""
    found = split_quotes(chat(shape, "Chloe", "A Par-Bur"), names=frozenset({"chloe", "tea"}))
    assert "A Par-Bur" in found.text


@pytest.mark.parametrize(
    "line",
    [
        "[A Par-Bur]", "Spring 1901: A Par-Bur", "A Par-Bur [1901]", "Deadline 12/05 21:14: A Par-Bur", "12:30 A Par-Bur",
        "SET DEADLINE Friday 21:14", "ABSENCE 10-17 April", "A Par - Bur - 21:14", "I am back on 12.05. at 21:14", "[1] A Par-Bur",
        "1. A Par-Bur", "<A Par-Bur>", "F1901M: A Par-Bur", "Back Friday  9:00, then more: A Par-Bur", "[France] A Par-Bur",
        "Deadline 21:00", "Friday 21:00", "Orders 21:14: A Par-Bur", "My Orders 21:14:", "21:14 Moves: A Par-Bur", "GRACE 21:00",
    ],
)  # fmt: skip
def test_what_is_no_chat(line: str) -> None:
    """Figures and brackets alone make none."""
    assert line in split_quotes(f"{line}\nA Mar-Spa").text


def test_who_pastes_a_chat_is_told_and_may_count_it(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    [answer] = office.orders("France", "A Par-Pic\n\nAnna says:\n" + chat("whatsapp", "Anna", "A Mun-Bur", "A Par-Bur"))
    assert "A(Par)-Pic" in body(answer)
    assert "A(Par)-Bur" not in body(answer)
    assert 'I did not read the 2 lines from "[12/05, 21:14] Anna:" on' in " ".join(body(answer).split())


def test_a_forwarded_mail_alone_is_told_of_once(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    [answer] = office.orders("France", SHAPES[next(iter(SHAPES))].replace("{who}", WHO[0]) + "\nA Mun-Bur")
    said = " ".join(body(answer).split())
    assert "I did not read" in said
    assert "only quoted text" not in said


@pytest.mark.parametrize("head", [
    "From: Dieter Kranz\nTo: Franz\nSubject: plan",
    "From: Dieter\nTo: Franz Petit\nDate: Sunday",
    "From: Eve Short <eve@isle.example>",
    "From: eve@isle.example",
])  # fmt: skip
def test_the_head_of_somebody_elses_mail_alone_begins_a_copy_of_it(head: str) -> None:
    """At the top as well: whoever copies it may have copied an ally's orders."""
    found = split_quotes(f"{head}\n\nA Par-Bur\nF Bre-MAO\n", names=frozenset({"franz", "petit"}))
    assert found.text == ""
    assert found.left[-2:] == ("A Par-Bur", "F Bre-MAO")


@pytest.mark.parametrize("head", [
    "From: Franz Petit\nTo: Judge\nSubject: my orders",
    "From: France\nTo: Judge\nSubject: my orders",
    "From: franz@home.example",
    "From: Great Britain",
    "From: Capt. Hornby, HMS Thunderer\nTo: Admiralty (GM)\nDate: Autumn 1901",
    "From: Franz\nSubject: orders",
])  # fmt: skip
def test_ones_own_head_stands_above_ones_own_orders(head: str) -> None:
    found = split_quotes(f"{head}\n\nA Par-Bur\nF Bre-MAO\n", names=frozenset({"franz", "petit"}))
    assert "A Par-Bur\nF Bre-MAO" in found.text
    assert found.left == ()

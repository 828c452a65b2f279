"""One game through three hands: given away, orphaned in the middle of a held report, and taken on by whom the players elect."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from tests.letters.post_office import GM, PostOffice, body

OTTO, IDA, FRANCE = "otto@mail.example", "ida@mail.example", "france@mail.example"
PLAYERS = ("austria", "england", "france", "germany", "italy")


def said(messages: list[EmailMessage], to: str) -> str:
    """What somebody is told, in one line; subjects, too."""
    return " ".join(" ".join([m["Subject"], *body(m).split()]) for m in messages if m["To"] == to)


def test_a_game_outlives_two_of_its_three_gms(tmp_path: Path) -> None:
    """Harriet gives it to Otto; he is shown a report and vanishes; the players elect Ida, who goes on, and all three are named."""
    office = PostOffice(tmp_path)
    given_away(office)
    orphaned(office)
    elected(office)
    published(office)

    late = office.reply(OTTO, "PAUSE")
    assert "no longer the GM of quillfeather" in said(late, OTTO)
    who = said(office.letter(FRANCE, "WHO"), FRANCE)
    assert "GM Ida Berg before: Harriet Lowe before: Otto Blume" in who
    over = office.letter(IDA, "GAME quillfeather\nDRAW")
    assert "draw" in said(over, FRANCE).lower()


def given_away(office: PostOffice) -> None:
    """Harriet asks Otto, who says yes, and wants to see reports first."""
    office.game(deadline="DEADLINE Fridays 21:00 Europe/London")
    office.letter(f"Ida Berg <{IDA}>", "OBSERVE quillfeather")

    asked = office.letter(GM, "GAME quillfeather\nHANDOVER Otto Blume <otto@mail.example>")
    assert "would you be the GM of quillfeather?" in said(asked, OTTO)
    taken = office.reply(OTTO, "YES\nNAME Otto Blume")
    assert "Otto Blume is the GM now" in said(taken, FRANCE)
    assert "You are the GM of this game now" in said(taken, OTTO)
    office.letter(OTTO, "GAME quillfeather\nPREVIEW ON\nSET GM SILENT vote")


def orphaned(office: PostOffice) -> None:
    """A report waits; its GM is reminded three times, then the players hear of it."""
    office.letter(FRANCE, "GAME quillfeather\nA(Par)-Bur\nA(Mar)-Spa\nF(Bre)-MAO")
    week = office.wait(days=4, hours=10)
    assert "PREVIEW Spring 1901. Publish?" in said(week, OTTO)
    assert "SPRING 1901" not in said(week, FRANCE), "it is Otto's to publish"
    reminded = [message for days in (1, 2, 4) for message in office.wait(days=days) if message["To"] == OTTO]
    assert [m["Subject"].partition("] ")[2] for m in reminded if "waits for you" in m["Subject"]] == [
        "The report of Spring 1901 waits for you, since Fri 5 March"
    ] * 3, "after one day, three and seven"
    told = office.wait(days=3)
    assert "The game waits for its GM, Otto Blume" in said(told, FRANCE)


def elected(office: PostOffice) -> None:
    """They elect who has looked on so far."""
    office.letter(FRANCE, "GAME quillfeather\nPROPOSE GM Ida Berg")
    for power in PLAYERS:
        office.letter(f"{power}@mail.example", "GAME quillfeather\nVOTE YES")
    voted = office.wait(days=7, hours=2)
    assert "You have elected a new GM: Ida Berg runs this game from now on" in said(voted, FRANCE)
    assert "The players have elected you" in said(voted, IDA)
    assert "had not heard from you" in said(voted, OTTO)

    assert "FRANCE (France Player): A(Par)-Bur" in said(voted, FRANCE), "what was ordered under Otto counts"


def published(office: PostOffice) -> None:
    """The next phase is hers."""
    shown = office.letter(IDA, "GAME quillfeather\nPROCESS")
    assert "PREVIEW Autumn 1901. Publish?" in said(shown, IDA)
    sent = office.letter(IDA, "GAME quillfeather\nPUBLISH")
    assert "AUTUMN 1901 Rev 1 GM: Ida Berg" in said(sent, FRANCE)


def test_who_reports_and_copy_name_all_gms(tmp_path: Path) -> None:
    """Also the one who was asked to help, whom nobody could tell from an observer before."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter("Ida Roth <ida@mail.example>", "OBSERVE quillfeather")
    office.letter(GM, "GAME quillfeather\nPROMOTE Ida Roth")
    office.letter("Ed <ed@zine.example>", 'SUBSCRIBE quillfeather FOR "The Cabinet"\nFORMATS text')
    assert "GMs Harriet Lowe and Ida Roth" in said(office.letter(FRANCE, "WHO"), FRANCE)
    assert "GMs: Harriet Lowe and Ida Roth" in said(office.letter(GM, "GAME quillfeather\nPROCESS"), FRANCE)
    assert "GMs: Harriet Lowe and Ida Roth" in said(office.letter("ed@zine.example", "LIST quillfeather"), "ed@zine.example")
    assert "GMs: Harriet Lowe and Ida Roth" in said(office.letter("ed@zine.example", "SAMPLE"), "ed@zine.example")
    asked = office.letter("ed@zine.example", "STYLE names=surname\nSAMPLE")
    assert "GMs: Lowe and Roth" in said(asked, "ed@zine.example")

"""Words of other judges: what an answer says comes nearest is what the page of commands says, and no word goes unanswered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from judge.commands import parse
from judge.commands.foreign_settings import nearest_setting
from judge.commands.foreign_words import NEAREST
from judge.commands.orders import OrderLines
from judge.commands.table import find_row
from judge.game.gm.settings_table import SETTINGS

JUDGES = yaml.safe_load((Path(__file__).parents[2] / "deploy" / "docs" / "judges.yaml").read_text("utf-8"))
KNOWN = [entry for known in JUDGES.values() for entry in known]


def squeezed(text: str) -> str:
    """Words as njudge reads them: blanks within a keyword do not matter."""
    return re.sub(r"\b(NO|SIGN) (?=[A-Z])", r"\1", f" {text} ".replace(",", " , "))


@pytest.mark.parametrize("word", NEAREST)
def test_an_answer_and_the_page_say_the_same(word: str) -> None:
    """Whatever is offered for a word, the page has for it, too; where there is nothing, it says why."""
    entries = [entry for entry in KNOWN if f" {squeezed(word).strip()} " in squeezed(entry["was"])]
    assert entries, f"docs/commands.md does not speak of {word}"
    assert {*NEAREST[word]} <= {ours for entry in entries for ours in entry.get("ours", [])}
    assert NEAREST[word] or all(entry.get("why") for entry in entries)


@pytest.mark.parametrize("was", sorted({entry["was"] for entry in KNOWN if re.match(r"[A-Z]{3,}", entry["was"])}))
def test_no_word_of_the_page_goes_unanswered(was: str) -> None:
    """A letter that begins with it is no prose."""
    words = re.match(r"[A-Z]+(?: [A-Z]+)*", was)
    assert words
    assert not any(isinstance(each, OrderLines) and not each.asked for each in parse(words[0]))


NJUDGE = """
    DEADLINE, GRACE, START, MOVE CLOCK, RETREAT CLOCK, ADJUST CLOCK, STRICT GRACE, STRICT WAIT, MAX ABSENCE, AUTO
    PROCESS, MANUAL PROCESS, AUTO START, MANUAL START, NMR, CD, LATE COUNT, LATE PRESS, GRACE PRESS, MUST ORDER, RATED,
    UNRATED, LIST, PRIVATE, PUBLIC, ACCESS ANY, ACCESS SAME, ACCESS DIFFERENT, LEVEL, DEDICATION, ONTIMERAT, RESRAT,
    ALLOW, DENY, APPROVAL, APPROVE, MODERATED, UNMODERATED, PLAYERS, POWERS, NONE, NO PRESS, WHITE, GREY, WHITE/GREY,
    GREY/WHITE, PARTIAL, PARTIAL MAY BE FAKED, PARTIAL FAKES BROADCAST, FAKE, OBSERVER ANY, OBSERVER WHITE, OBSERVER NO,
    POSTAL, TOUCH, MINOR, BLANK, ALL PRESS, NORMAL PRESS, WATCH ALL PRESS, BROADCAST, SECRET, QUIET, REVEAL, SHOW,
    BCENTERS, DIAS, CONCESSIONS, CENTERS, ALLIED WIN, RESUME, PROXY, VARIANT, NOT VARIANT, HOME CENTER, ONE CENTER, ANY
    CENTER, ANY DISBAND, NORMAL DISBAND, AUTO DISBAND, DISBAND, COASTAL CONVOYS, STRICT CONVOY, DUALITY, PORTAGE, HOME
    TRANSFER, TRANSFORM, ATTACK TRANSFORM, SUMMER, BLANK BOARD, EMPTY BOARD, HONG KONG, RAILWAYS, GATEWAYS, PRFLIST,
    PRFRAND, PRFBOTH, COMMENT, AUTO CREATE, BN NUMBER, MN NUMBER, EP NUMBER, ADJACENCY, ASSASSINS, BANKERS, LOANS, DICE,
    FAMINE, FORTRESS, MACH2, MONEY, PLAGUE, SPECIAL, STORMS, DRAW, NODRAW, ABSENCE, HOLIDAY, VACATION,
    PREFERENCE, PASSWORD, ADDRESS
    """
"""What a GM or a player could SET there."""
DPJUDGE = """
    LISTED, UNLISTED, TIMING, ZONE, MAP, PRIVATE, DESC, FORM, CIVIL_DISORDER, CD_BUILDS, CD_RETREATS, SMART_CD, DUMMY,
    DEFAULT_UNORDERED, NO_CHECK, SIGNAL_SUPPORT, FICTIONAL_OK, PROXY_OK, ORDER_ANY, COASTAL_CRAWL, PORTAGE,
    SHOW_PHANTOM, OWN_SCS_SEE, NO_SCS_SEE, NO_UNITS_SEE, SEE_NO_SCS, SEE_ALL_SCS, SEE_NO_UNITS, UNITS_SEE_OTHER,
    UNITS_SEE_SAME, MYOPIC, VENETIAN, GREEK, TROJAN, HIDE_BUILDS, BLIND, WARN, NOT, SKIP, FUDGE, AT, DAYS
    """
"""What could stand in a game's status file there, its RULEs among it."""


@pytest.mark.parametrize("words", [NJUDGE, DPJUDGE], ids=["njudge", "DPjudge"])
def test_no_setting_of_theirs_is_unknown(words: str) -> None:
    """Each is one of ours, a command of ours, or is answered with what has its effect here, or that nothing has."""
    said = [word for word in " ".join(words.split()).split(", ") if word]
    unknown = [
        word
        for word in said
        if nearest_setting(word) is None and word.split()[0].lower() not in SETTINGS
        and (row := find_row(f"SET {word}")) is not None and row[0].word == "SET"
    ]  # fmt: skip
    assert unknown == []
    assert not any(nearest_setting(f"RULE {word}") is None for word in ("CIVIL_DISORDER", "SMART_CD", "MYOPIC"))

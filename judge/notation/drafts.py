"""Lines that say that the orders of a letter do not count yet: `*** DRAFT, NOT FINAL ***`, `[draft, do not process]`."""

from __future__ import annotations

import re

_CALLED = r"(?:tentative|provisional|preliminary|unconfirmed)"
_SAID = (
    r"(?:(?:this is |these are |it's |just |only |still )*(?:a |my )?(?:first |rough )?drafts?(?: orders| version| only)?"
    r"|(?:this is |these are )?not (?:yet )?(?:final|my (?:final |real )?orders|for real)(?: orders| yet)?"
    r"|(?:please )?(?:do not|don'?t) (?:process|adjudicate|count|use)(?: yet| these| this| it| them)*"
    rf"|{_CALLED}(?: orders| moves)?(?: only)?|work in progress|wip|test only)"
)
_SPOKEN = re.compile(rf"\b(?:drafts?|{_CALLED}|not (?:yet )?final)\b", re.IGNORECASE)
_BANNER = re.compile(rf"[\W_]*{_SAID}(?:[\W_]+(?:and )?{_SAID})*[\W_]*", re.IGNORECASE)
_FINAL = re.compile(
    r"[\W_]*(?:(?:here (?:are|is) |these are )?(?:the |my )?(?:final|real|actual|definite|definitive)(?: orders| moves| version)?"
    r"|final)[\W_]*",
    re.IGNORECASE,
)
_LED = re.compile(rf"[\W_]*({_SAID}(?:[\W_]+{_SAID})*)\s*[\])}}:]\s*\S", re.IGNORECASE)


def speaks_of_draft(words: str) -> bool:
    """Whether words above orders, a sentence for example, say that these do not count yet: `My tentative moves:`."""
    return _SPOKEN.search(words) is not None


def is_draft_banner(line: str) -> bool:
    """Whether a line says nothing but that orders are a draft."""
    return _BANNER.fullmatch(line) is not None


def is_final_banner(line: str) -> bool:
    """Whether a line says nothing but that the orders below it count."""
    return _FINAL.fullmatch(line) is not None


def is_led_by_draft(line: str) -> bool:
    """Whether brackets at the head of a line, or a heading, say that its orders are a draft."""
    return _LED.match(line) is not None


def draft_words(line: str) -> str:
    """Return the words by which a line says that orders are a draft; '' if it does not."""
    led = _LED.match(line)
    return led[1] if led else line.strip(" \t*-=_!.[](){}") if is_draft_banner(line) else ""

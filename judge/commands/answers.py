"""Read a reply to a question that takes yes or no. Pure; every question of the judge uses this reader.

People say yes in a word or two, and no in any words at all; automatic replies say neither. So a yes is recognised by how a reply
begins, and only if nothing after it withdraws it. Anything that is neither a yes nor a no is unclear, and then nothing is done.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from judge.commands import courtesies
from judge.commands.consent_words import (
    AWAY,
    GREETINGS,
    HARMLESS,
    OPENERS,
    PRAISES,
    REFUSING,
    SURELY,
    THANKS,
    TONGUES,
    UNSURE,
    ConsentWords,
    fold_words,
)

MOST = 4000
"""Characters of a reply that are looked at."""
MOST_LINES = 40
"""Lines that are looked at one by one."""
SHORT = 45
"""Words of a reply in which a refusal counts wherever it stands. In a longer one it may be about anything."""
DECLINE = "NO"
"""What the unsubscribe button of a question writes."""
STRUCK = "~~"
"""Stands before and after words that their writer struck out."""
_TOKEN = re.compile(r"\w+(?:'\w+)*|[.!?;:,\n]|[-–—/]")
_ENDS = (".", "!", "?", "|")
"""Signs that end a sentence, including a line's end."""
_STOPS = frozenset({*_ENDS, ",", ";", ":", "-", "–", "—", "/"})
_CONSENTS = frozenset(each for tongue in TONGUES for each in tongue.yes)
_ADDING_NOTHING = frozenset({*THANKS, *courtesies.COURTESIES, *courtesies.JOINING, *_CONSENTS})
_THANKING = frozenset({*THANKS, *courtesies.RECEIVED})
_BEFORE_A_SIGN = frozenset(each for tongue in TONGUES for each in tongue.yes_alone)
_AGREEING = _CONSENTS | _BEFORE_A_SIGN
_FULL_WIDTH = str.maketrans("，。！？；：、", ",.!?;:,")


class Answer(Enum):
    """What a reply says to a question."""

    YES = "yes"
    WEAK = "weak"
    """It agrees, but in a word that is less than a plain yes."""
    NO = "no"
    EMPTY = "empty"
    UNCLEAR = "unclear"


def parse_answer(text: str, names: frozenset[str] = frozenset()) -> Answer:
    """Return the answer in a text, which holds the writer's own words without quotation and signature. Never raises.

    YES begins with a word of consent, and all that follows is known to add nothing to it: courtesies, a name below. WEAK does
    so, too, without a plain word for yes, or with a wish to play, which agrees to no leaving. NO begins with a word of refusal,
    or is short and refuses anywhere; EMPTY has no words and no signs; all else is UNCLEAR.

    Args:
        text: the reply.
        names: folded words of the writer's own name, which may stand anywhere after a consent.
    """
    if not text.strip():
        return Answer.EMPTY
    said = "" if STRUCK in text else _begun(_plain(text))
    away = _any(AWAY, said, whole=False)
    if _first(said, UNSURE):
        return Answer.UNCLEAR
    refuses = _refuses_at_once(said, away)
    if not refuses and not away:
        if (agreed := _agrees(said)) is not None:
            return _how_much(_begun(_plain(_unnamed(text)))) if agreed and _adds_nothing(text, names) else Answer.UNCLEAR
        refuses = len(said.split()) <= SHORT and _any(REFUSING, said)
    return Answer.NO if refuses and not _any(SURELY, said) else Answer.UNCLEAR


def is_plain_refusal(text: str) -> bool:
    """Whether a text is a no and nothing else: it does not also deny having written, or refuse mail or anything else."""
    return bool(courtesies.DENIALS.intersection(_plain(text).split())) and _adds_nothing(
        re.sub(r"\w+", lambda found: "" if fold_words(found[0]) in courtesies.DENIALS else found[0], text), frozenset()
    )


def is_courtesy(text: str) -> bool:
    """Whether a line is a greeting, thanks or another courtesy, perhaps with a name."""
    said = _plain(text)
    opened = _first(said, (*GREETINGS, *THANKS, *courtesies.COURTESIES))
    rest = said[len(opened) :].strip("".join(_STOPS) + " ")
    if not opened or not (courtesies.NO_NAMES | courtesies.NOT_ONE | courtesies.DENIALS).isdisjoint(rest.split()):
        return _adds_nothing(text, frozenset())
    return not _after_name(f"{rest} . ").strip(". ") or _adds_nothing(text, frozenset())


def is_thanks(text: str) -> bool:
    """Whether a text only thanks or acknowledges: `ok thx`, `Great, got it! Anna`, a thumb up."""
    said, nods = _plain(_unnamed(text)), not any(map(str.isalnum, text)) and any(unicodedata.category(c) == "So" for c in text)
    if "?" in text or STRUCK in text or len(said.split()) > SHORT:
        return False
    while said.strip():
        word, _, after = said.partition(" ")
        if found := max(_first(said, _THANKING), _first(said, _ADDING_NOTHING - _AGREEING), _first(said, GREETINGS), key=len):
            nods, said = nods or found in _THANKING, said[len(found) + 1 :]
        elif word in _STOPS or word in courtesies.NODS or word in courtesies.SMALL:
            nods, said = nods or word in courtesies.NODS, after
        elif _stops(after) and word not in courtesies.NO_NAMES and word.capitalize() in text:
            said = after  # thanks, Harriet
        else:
            return False
    return nods


def is_name(line: str) -> bool:
    """Whether a line may be its writer's name: at most three words, each with a capital."""
    words = line.strip(" -–—,.()").replace("(", "").replace(".", " ").split()
    if not 0 < len(words) <= 3 or line.isupper() or not all(re.fullmatch(r"[^\W\d_][\w'’-]*", word) for word in words):
        return False
    capitals = all(word[0].isupper() for word in words)
    return capitals and courtesies.NO_NAMES.isdisjoint(_plain(line).split()) and parse_answer(line) is Answer.UNCLEAR


def begins_with_yes(text: str) -> bool:
    """Whether a text begins with a plain yes, whatever follows."""
    said = _begun(_plain(text))
    return bool(_first(said, courtesies.PLAIN)) and _agrees(said) is not None


def half_agrees(text: str) -> bool:
    """Whether a text begins with a consent and then withdraws it, puts it off, asks, or attaches a condition."""
    return parse_answer(text) is Answer.UNCLEAR and STRUCK not in text and _agrees(_begun(_plain(text))) is False


def tells_more(text: str) -> bool:
    """Whether one of the first lines of a text refuses, or says that somebody is away."""
    lines = [line for line in text[:MOST].split("\n") if line.strip()][:MOST_LINES]
    return any(parse_answer(line) is Answer.NO or _any(AWAY, _plain(line), whole=False) for line in lines)


def _how_much(said: str) -> Answer:
    """Return how plainly a text consents."""
    plain = not courtesies.PLAIN.isdisjoint(said.split()) and not _any(courtesies.JOINING, said)
    return Answer.YES if plain else Answer.WEAK


def _adds_nothing(text: str, names: frozenset[str]) -> bool:
    """Whether a text consists only of consents and courtesies, with names below it."""
    said, thanked = _begun(_plain(_unnamed(text))), False
    while said.strip():
        word, _, after = said.partition(" ")
        if found := max(_first(said, _ADDING_NOTHING), _alone(said), key=len):
            thanked = found in THANKS or found in courtesies.COURTESIES
            said = said[len(found) + 1 :]
        elif word in _STOPS or word in courtesies.SMALL or word in names:
            said = after
        elif thanked and _stops(after) and word not in courtesies.NO_NAMES and word.capitalize() in text:
            said, thanked = after, False  # thanks, Harriet
        else:
            return False
    return True


def _alone(said: str) -> str:
    """Return the words at the beginning that mean yes before a sign; '' for none."""
    found = _first(said, _BEFORE_A_SIGN)
    return found if found and _stops(said[len(found) + 1 :]) else ""


def _unnamed(text: str) -> str:
    """Return a text without the names below it: at most three lines of at most three words, each with a capital."""
    lines = text.strip().split("\n")
    for _ in range(3):
        if len(lines) > 1 and (not lines[-1].strip() or is_name(lines[-1])):
            lines.pop()
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Normalise a text for comparison: small letters without accents, words and signs separated by single blanks, a line's end as
    `|`.
    """
    words = ["|" if each == "\n" else each for each in _TOKEN.findall(fold_words(text[:MOST]).translate(_FULL_WIDTH))]
    said = f" {' '.join(words)} "
    for phrase in HARMLESS:
        said = said.replace(f" {phrase} ", " ")
    return said.strip() + " "


def _begun(said: str) -> str:
    """Return a text without the greeting, thanks and signs at its beginning."""
    while True:
        rest = said.lstrip("".join(_STOPS) + " ")
        if (found := _first(rest, THANKS)) and _stops(rest[len(found) + 1 :]):
            rest = rest[len(found) + 1 :]
        elif found := _first(rest, GREETINGS):
            rest = _after_name(rest[len(found) + 1 :])
        elif (found := _first(rest, OPENERS)) or ((found := _first(rest, PRAISES)) and _stops(rest[len(found) + 1 :])):
            rest = rest[len(found) + 1 :]
        if rest == said or not rest.strip("".join(_STOPS) + " "):
            return said
        said = rest


def _after_name(rest: str) -> str:
    """Return what follows a greeting and the name in it, which has at most three words and ends in a sign."""
    words = rest.split(" ", 4)[:4]
    named = next((number for number, word in enumerate(words) if word in _STOPS), None)
    return rest.split(" ", named)[-1] if named else rest


def _refuses_at_once(said: str, away: bool) -> bool:
    """Whether a text begins with a refusal. If it mentions an absence, the refusal must be the whole beginning of a sentence."""
    for tongue in TONGUES:
        if (found := _first(said, tongue.no)) and (not away or _stops(said[len(found) + 1 :])):
            return True
        if (found := _first(said, tongue.no_alone)) and _stops(said[len(found) + 1 :]):
            return True
    return False


def _agrees(said: str) -> bool | None:
    """Whether a text that begins with a consent adds nothing that withdraws it; None if it begins with none."""
    if not _first(said, _AGREEING):
        return None
    ways = [(found, tongue.but) for tongue in TONGUES if (found := _consent(said, tongue))]
    if not ways:
        return None
    length = max(len(found) for found, _ in ways)
    rest, but = said[length + 1 :], frozenset[str]().union(*(words for _, words in ways))
    taken_back = any(word in but or word.endswith("n't") for word in rest.split()) or _any(REFUSING, said)
    return not taken_back and not _asks(rest)


def _consent(said: str, tongue: ConsentWords) -> str:
    """Return the words of consent in one language that a text begins with; '' for none."""
    alone = _first(said, tongue.yes_alone)
    return max(_first(said, tongue.yes), alone if _stops(said[len(alone) + 1 :]) else "", key=len)


def _asks(rest: str) -> bool:
    """Whether the sentence of which this is the rest ends in a question mark."""
    return next((sign for sign in rest.split() if sign in _ENDS), "") == "?"


def _stops(rest: str) -> bool:
    """Whether a clause ends before this text."""
    return not rest.strip() or rest.split(" ", 1)[0] in _STOPS


def _first(said: str, phrases: Iterable[str]) -> str:
    """Return the longest of these phrases with which a text begins; '' if it begins with none."""
    openings = _openings(frozenset(phrases))
    return next(each[:-1] for each in openings if said.startswith(each)) if said.startswith(openings) else ""


@lru_cache
def _openings(phrases: frozenset[str]) -> tuple[str, ...]:
    """Phrases with the blank after them, the longest first."""
    return tuple(f"{phrase} " for phrase in sorted(phrases, key=len, reverse=True))


def _any(phrases: Iterable[str], said: str, *, whole: bool = True) -> bool:
    """Whether a text contains one of these phrases. Unless `whole`, more letters may follow its last word."""
    return _inside(frozenset(phrases), " " if whole else "").search(f" {said}") is not None


@lru_cache
def _inside(phrases: frozenset[str], after: str) -> re.Pattern[str]:
    return re.compile(f" (?:{'|'.join(map(re.escape, sorted(phrases)))}){after}")

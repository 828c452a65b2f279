"""A wish for Powers in a sentence of a reply: `Yes. I'd prefer France, then Italy.` It says the same as a line PREFER."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.board import normalize_name
from judge.commands.consent_words import fold_words, listed, words
from judge.rules.ruleset import Ruleset

MOST = 2000
"""Characters of a reply in which a wish is looked for."""
MOST_WORDS = 3
"""Words of a Power's name."""
_BEGINS = listed(
    """
    i'd prefer | i would prefer | i prefer | i'd like | i would like | i'd love | i would love | my | preferably | prefer
    preference | ideally | as | for | ich mochte | ich hatte | ich wurde | am liebsten | als
    """
)
"""Where a wish may begin without a sign in front of it."""
_AROUND = words(
    """
    i i'd id would like love to prefer preferably preference preferences favourite favorite favourites favorites choice choices
    wish wishes first second third fourth last then or and else otherwise is are my be have get play playing as for please
    ideally rather most best the a in this order of followed by next after that thanks thank you
    ich mochte gern gerne lieber liebsten am hatte wurde als dann danach oder und sonst bitte spielen
    """
)
"""Words beside the names of Powers in a wish. None of them takes anything back, asks, or attaches a condition."""
_POLITELY = re.compile(r"\b(?:if possible|if i may|if (?:it is|it's|that is|that's) (?:still )?(?:free|possible)|wenn moglich)\b")
_SENTENCES = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_WORD = re.compile(r"[^\W_](?:[\w'’-]*\w)?")


class Wish(NamedTuple):
    """A reply taken apart."""

    rest: str
    """The reply without the words that wish."""
    powers: tuple[str, ...] = ()
    """The names of the Powers, best first; none if it wishes nothing."""


def wished_powers(text: str, ruleset: Ruleset) -> Wish:
    """Take the wishes out of a reply: the ends of its sentences that consist of Powers' names and of nothing but words of a wish.
    What is left says whether the reply agrees.
    """
    known = {
        normalize_name(name): power.name
        for power in ruleset.powers
        for name in (power.name, power.adjective, *power.also)
        if name
    }
    left, found = list[str](), list[str]()
    for sentence in _SENTENCES.findall(text[:MOST]):
        begins, powers = (len(sentence), []) if "?" in sentence else _wish(sentence, known)
        left.append(sentence[:begins] + (sentence[len(sentence.rstrip(".!;\n")) :] if powers else ""))
        found += powers
    return Wish("".join(left) + text[MOST:], tuple(dict.fromkeys(found))) if found else Wish(text)


def _wish(sentence: str, known: dict[str, str]) -> tuple[int, list[str]]:
    """Return where the wish begins that ends a sentence, and its Powers; none if it ends otherwise."""
    sentence = "".join(sign if len(fold_words(sign)) != 1 else fold_words(sign) for sign in sentence)
    said = list(_WORD.finditer(_POLITELY.sub(lambda polite: " " * len(polite[0]), sentence)))
    at, begins, powers, kept = len(said), len(sentence), list[str](), list[str]()
    while at:
        for length in range(min(MOST_WORDS, at), 0, -1):
            if power := known.get(normalize_name(" ".join(each[0] for each in said[at - length : at]))):
                at, powers = at - length, [power, *powers]
                break
        else:
            if said[at - 1][0] not in _AROUND:
                break
            at -= 1
        start = said[at].start()
        if powers and (_stands_apart(sentence[:start]) or _openly(sentence[start:])):
            begins, kept = start, list(powers)
    return begins, kept


def _stands_apart(before: str) -> bool:
    """Whether a sign stands before a place of a sentence, or nothing."""
    return not before.strip() or before.rstrip()[-1] in ",:–—(" or before.endswith("- ")


def _openly(said: str) -> bool:
    return any(re.match(rf"{re.escape(each)}\b", said) for each in _BEGINS)

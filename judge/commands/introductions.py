"""A writer's own name in a sentence of a reply: `Sure, I'd love to! Name is Otto Brand.` Pure.

It says the same as a line NAME below the rest of the reply, which then is read as an answer (`answers`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from judge.commands import courtesies
from judge.commands.answers import Answer, parse_answer
from judge.commands.consent_words import fold_words

MOST = 2000
"""Characters of a reply in which a name is looked for."""
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘´`", "'"))
_WORD = r"(?:(?:[^\W\d_]|[Dd]r|[Mm]rs?|[Mm]s|[Ss]t|[Jj]r|[Pp]rof)\.|[^\W\d_][\w'-]*)"
_WORDS = rf"{_WORD}(?:[ \t]+{_WORD}){{0,3}}"
"""What may be a name: at most four words."""


class Introduction(NamedTuple):
    """A reply taken apart."""

    rest: str
    """The reply without the words that say the name."""
    name: str
    """The name; '' for none."""
    surely: bool = True
    """Whether words say that it is the name; otherwise it only stands there, like a signature."""


class _Form(NamedTuple):
    """A way to say it."""

    words: re.Pattern[str]
    """The name in it is the group `name`."""
    ends_it: bool = False
    """Whether the name must be all of that group, because more words follow that say it. Else it ends where capitals end."""
    alone: bool = False
    """Whether one word is enough of a name, whosever it is."""
    surely: bool = True


def introduced(text: str, known: frozenset[str] = frozenset()) -> Introduction:
    """Return the name that a reply says is its writer's, with the rest of the reply. Never raises.

    Args:
        text: the reply, in its writer's own words.
        known: folded words of names that are known to be the writer's; one of them alone may follow `I am`.
    """
    text = unicodedata.normalize("NFC", text).translate(_APOSTROPHES)
    plain = "".join(letter if len(letter := fold_words(sign)) == 1 else sign for sign in text[:MOST])
    for form in _FORMS:
        for found in form.words.finditer(plain):
            name = _name(said := text[slice(*found.span("name"))])
            if not name or (form.ends_it and name != said):
                continue
            end = found.end() if form.ends_it else found.start("name") + len(name)
            if (again := _SURNAME_FIRST.match(text, end)) and (whole := _name(again["name"])).endswith(f" {name}"):
                name, end = whole, again.start("name") + len(whole)
            if form.alone or " " in name or fold_words(name) in known:
                return Introduction(f"{text[: found.start()]} {text[end:]}", name, form.surely)
    return Introduction(text, "")


def _name(words: str) -> str:
    """Return the name with which words begin: those with a capital, and small ones like `van` between them; '' for none."""
    kept = 0
    for found in re.finditer(_WORD, words):
        word = fold_words(found[0])
        if word.endswith("'s"):
            return ""
        if found[0][0].isupper() and word not in courtesies.NO_NAMES:
            kept = found.end()
        elif word not in courtesies.PARTICLES:
            break
    name = words[:kept]
    return name if parse_answer(name) is Answer.UNCLEAR else ""


def _any(phrases: Iterable[str]) -> str:
    """Return a pattern for each of these phrases, however it is broken over lines."""
    found = (re.escape(each).replace(r"\ ", r"\s+").replace("ss", "(?:ss|ß)") for each in phrases)
    return "|".join(sorted(found, key=len, reverse=True))


def _form(pattern: str, *, ends_it: bool = False, alone: bool = False, surely: bool = True) -> _Form:
    return _Form(re.compile(pattern.replace("NAME", f"(?P<name>{_WORDS})")), ends_it, alone, surely)


_SURNAME_FIRST = re.compile(rf",[ \t]*(?P<name>{_WORDS})")
"""`Brand, Otto Brand`"""
_POLITELY = r"\b(?:(?:please|you can|you may|just)\s+)*"
_BEGINS = r"(?:^|(?<=[.!?;,:(\n–—-]))[ \t]*"
_FORMS = (
    _form(rf"{_POLITELY}(?:{_any(courtesies.NAMED)})\s*[:,]?\s+NAME", alone=True),
    _form(rf"\b(?:{_any(courtesies.NAMED_PERHAPS)})\s+NAME"),
    _form(rf"{_BEGINS}NAME\s+(?:{_any(courtesies.NAMED_BEHIND)})\b", ends_it=True),
    _form(r"(?:[ \t][-–—]|\()[ \t]*NAME\)?[ \t.!]*(?=\n|$)", ends_it=True, surely=False),
)
"""The plainest first."""

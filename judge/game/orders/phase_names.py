"""Read a phase as people write it: `Retreats, Spring 1902`, `1902 Spring`, `S02`, `W1901`, `F1901R`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from judge.board import Phase, Season, normalize_name
from judge.board.phase import FIELD, KIND_LETTERS
from judge.rules.ruleset import Ruleset

KIND_WORDS = {
    **dict.fromkeys(("movement", "moves", "move"), "movement"),
    **dict.fromkeys(("retreats", "retreat"), "retreats"),
    **dict.fromkeys(("adjustments", "adjustment", "builds", "build", "removals"), "adjustments"),
}
"""People's word for a kind of phase → the kind."""
_EMPTY = frozenset({"of", "the", "phase", "season", "turn"})
_DATED = re.compile(r"(?P<season>[a-z]*)(?P<year>\d{1,5})(?P<end>[mrab]|s|bc|)")
"""The word with the year, folded: `1902`, `s1902m`, `1490s`, `200bc`."""


ALIKE = 0.7
"""How much alike a word and a misspelt one must be."""
LEADS = ("summer", "next", "last", "this", "coming", "previous", "following")
"""Words that speak of a phase without its name: `orders for next time`."""


class _Said(NamedTuple):
    """What a text says of a phase: its year as written, the words of its season, and its kind ('' if it does not say)."""

    year: str
    season: tuple[str, ...]
    kind: str


def read_phase(text: str, ruleset: Ruleset) -> Phase | None:
    """Return the phase that a text names, in any order of words and also in a short form, unless it is a unit (`F 12`)."""
    calendar = ruleset.calendar
    if named := calendar.read(text):
        return named
    said = _said(text)
    if said is None or ruleset.board.names.find(said.year):
        return None
    year = f"{calendar.start // 100}{said.year}" if re.fullmatch(r"\d\d", said.year) else said.year
    seasons = [each for each in calendar.seasons if said.kind in ("", each.kind)]
    fits = (name for each in seasons for name in (each.name, *each.also) if _means(said, name, each))
    return next((phase for name in fits if (phase := calendar.read(FIELD.sub(year, name)))), None)


def resembles_phase(text: str, ruleset: Ruleset) -> bool:
    """Whether a text may be meant for a phase: it has a number, or a word for one, perhaps misspelt. `The Tsar, by candlelight` has
    not.
    """
    words = normalize_name(text).split()
    seasons = ruleset.calendar.seasons
    names = [word for each in seasons for name in (each.name, *each.also) for word in normalize_name(FIELD.sub("", name)).split()]
    known = (*names, *KIND_WORDS, *_EMPTY - {"the", "of"}, *LEADS)
    return any(map(str.isdigit, text)) or any(get_close_matches(word, known, 1, ALIKE) for word in words)


def _said(text: str) -> _Said | None:
    """Take a text apart; None if it has no year or several, or several kinds of phase."""
    words = re.sub(r"(?<=\d) bc\b", "bc", normalize_name(text)).split()
    dated = [found for word in words if (found := _DATED.fullmatch(word))]
    if len(dated) != 1:
        return None
    [date] = dated
    kinds = {*(KIND_WORDS.get(word, "") for word in words), KIND_LETTERS.get(date["end"], "")} - {""}
    season = [date["season"] if word == date[0] else word for word in words if word not in KIND_WORDS and word not in _EMPTY]
    era = "bc" if date["end"] == "bc" else ""
    return _Said(date["year"] + era, tuple(filter(None, season)), "".join(kinds)) if len(kinds) < 2 else None


def _means(said: _Said, name: str, season: Season) -> bool:
    """Whether the words are a season's by one of its names, or its letter. `a` is not: it stands for an army."""
    words = [word for word in normalize_name(FIELD.sub("0", name)).split() if word not in KIND_WORDS and not word[0].isdigit()]
    letter = name[:1].lower()
    return said.season == tuple(words) or (said.season == (letter,) and letter in season.letters - {"a"} and len(said.year) > 1)

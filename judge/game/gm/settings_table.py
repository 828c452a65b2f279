"""Every setting of a game: its word, how its value is read, and what a GM may write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from judge.game.clock.dates import parse_duration
from judge.game.clock.deadline_spec import parse_deadline_spec
from judge.game.clock.time_zones import UnclearTime
from judge.game.model.game_settings import ENTRIES, GM_SILENT, GameSettings
from judge.game.orders.phase_names import KIND_WORDS
from judge.game.players.entry import entry_fingerprint
from judge.game.players.press import KINDS as PRESS_KINDS
from judge.rules.ruleset import Ruleset

KINDS = {**KIND_WORDS, "orders": "movement", "winter": "adjustments"}
"""A GM's word for a kind of phase → the kind."""
YES = ("", "yes", "on", "true")
NONE = ("none", "no", "off", "0")
RHYTHMS = {
    "separate": ("separate", "separate winter", "usual", "normal"),
    "quick": ("quick", "mini", "mini-deadline", "mini deadline", "mini-deadlines"),
    "together": ("together", "two-season", "two season", "two-seasons", "two seasons", "retreats with next orders"),
}
"""Rhythm → the words for it."""
LONGEST_GRACE = 14
"""The longest grace period, in days."""
LONGEST_COMMENT = 3000
"""Most characters of a GM's own rules."""
LONGEST_HOLD = 14
"""The most days for which a report may wait for its GM before it is published automatically."""
MOST_REMINDERS = 4


def is_fixed_once_begun(word: str, ruleset: Ruleset) -> bool:
    """Whether a word is a setting, or a house rule, that is fixed once the game has begun."""
    return word.lower() in FIXED_ONCE_BEGUN or (word.lower() not in SETTINGS and rule_name(word.lower()) in ruleset.house_rules)


def rule_name(word: str) -> str:
    """The name of the house rule that a GM's word is: `strong-centres` is `strong_centres`."""
    return re.sub(r"\W+", "_", word)


def parse_phase_kind(text: str) -> tuple[str, str]:
    """Split a text that begins with a kind of phase: the kind ('' for all), and the rest."""
    first, _, rest = text.strip().partition(" ")
    return (KINDS[first.lower()], rest) if first.lower() in KINDS else ("", text)


def _deadline(settings: GameSettings, value: str) -> GameSettings:
    kind, rest = parse_phase_kind(value)
    return replace(settings, deadlines={**settings.deadlines, kind: parse_deadline_spec(rest)})


def _grace(settings: GameSettings, value: str) -> GameSettings:
    """`24 hours`, `retreats 12h`, `none`, `24h, others may change`."""
    kind, rest = parse_phase_kind(value)
    if re.search(r"\bopen\b|may (still )?change", rest, re.IGNORECASE):
        settings = replace(settings, closed=False)
    elif re.search(r"\bclosed\b|may not change", rest, re.IGNORECASE):
        settings = replace(settings, closed=True)
    span = parse_duration(rest)
    if span is None and rest.lower() not in NONE:
        raise UnclearTime("no-span", value)
    seconds = span.seconds if span else 0
    if seconds > LONGEST_GRACE * 86400:
        raise UnclearTime("too-much", value)
    return replace(settings, grace={kind: seconds} if not kind else {**settings.grace, kind: seconds})


def _remind(settings: GameSettings, value: str) -> GameSettings:
    parts = [part for part in re.split(r"\s*(?:[,;&]|\band\b)\s*", value) if part]
    spans = [parse_duration(part) for part in parts]
    if value.lower() in NONE:
        return replace(settings, reminders=())
    if not all(spans) or len(spans) > MOST_REMINDERS:
        raise UnclearTime("no-span", value)
    return replace(settings, reminders=tuple(sorted({span.seconds for span in spans if span}, reverse=True)))


def _absences(settings: GameSettings, value: str) -> GameSettings:
    found = re.search(r"\d{1,2}", value)
    if found is None and value.lower() not in NONE:
        raise UnclearTime("no-number", value)
    return replace(settings, absences=int(found[0]) if found else 0)


def _nmr(settings: GameSettings, value: str) -> GameSettings:
    """`stand`, `standby`, `abandon after 2`, `civil disorder after 3`."""
    words = re.sub(r"\bcd\b", "disorder", value.lower().replace("stand by", "standby"))
    found = next((policy for policy in ("standby", "abandon", "disorder", "stand") if policy in words), "")
    number = re.search(r"\d{1,2}", words)
    if not found or (number and int(number[0]) == 0):
        raise UnclearTime("no-policy", value)
    return replace(settings, silence=found, patience=int(number[0]) if number else settings.patience)


def _comment(settings: GameSettings, value: str) -> GameSettings:
    """Any text; `none` deletes it."""
    text = "\n".join(line.rstrip() for line in value.strip().split("\n"))
    if len(text) > LONGEST_COMMENT:
        raise UnclearTime("too-long", f"{LONGEST_COMMENT}")
    return replace(settings, comment="" if text.lower() in NONE else text)


def _entry(settings: GameSettings, value: str) -> GameSettings:
    """`open`, `invited`, `approved`, `word nightingale`; also `only invited`, `by invitation only`."""
    value = re.sub(r"^(?:only\s+|by\s+(?=invit|approv))+|\s+(?:only|players|people)$", "", value, flags=re.IGNORECASE)
    word, _, rest = re.sub(r"^word\s*:\s*", "word ", value, flags=re.IGNORECASE).partition(" ")
    also = {"invitation": "invited", "approval": "approved", "gm": "approved", **dict.fromkeys(("everybody", "anybody"), "open")}
    entry = also.get(word.lower(), word.lower())
    if entry not in ENTRIES or (entry == "word") != bool(rest.strip()):
        raise UnclearTime("one-of", "open, invited, approved, or word and the join word")
    return replace(settings, entry=entry, join_word=entry_fingerprint(rest) if entry == "word" else "")


def _record(settings: GameSettings, value: str) -> GameSettings:
    """`80%`, `none`."""
    found = re.fullmatch(r"(\d{1,3})\s*(?:%|percent)?", value)
    if (found is None and value.lower() not in NONE) or (found and int(found[1]) > 100):
        raise UnclearTime("no-number", value)
    return replace(settings, least_record=int(found[1]) if found else 0)


def _allow(settings: GameSettings, value: str) -> GameSettings:
    return replace(settings, allowed=() if value.lower() in ("all", "any", *NONE) else _addresses(settings.allowed, value))


def _deny(settings: GameSettings, value: str) -> GameSettings:
    return replace(settings, denied=() if value.lower() in NONE else _addresses(settings.denied, value))


def _addresses(known: Sequence[str], value: str) -> tuple[str, ...]:
    """Add to a list the fingerprints of addresses and domains (`otto@example.org, @club.example`)."""
    said = re.sub(r"^(?:players?|masters?)\s+", "", value, flags=re.IGNORECASE)  # njudge's words
    words = [word.strip("<>.") for word in re.split(r"[\s,;]+|\band\b", said) if word.strip("<>.")]
    if not words or not all(re.fullmatch(r"[^\s@]*@[^\s@]+\.[^\s@]+", word) for word in words):
        raise UnclearTime("one-of", "addresses (otto@example.org) or domains (@club.example)")
    return tuple(dict.fromkeys((*known, *map(entry_fingerprint, words))))


def _preview(settings: GameSettings, value: str) -> GameSettings:
    """`on`, `off`, `on, publish after 24 hours`."""
    word, _, rest = value.lower().partition(" ")
    after = re.sub(r"\b(publish|published|send|sent|auto|automatically|by itself|after|in)\b", " ", rest.strip(" ,;:"))
    span = parse_duration(" ".join(after.split()))
    if word.strip(",;:") not in (*YES, *NONE) or (after.split() and span is None):
        raise UnclearTime("no-span" if rest else "one-of", value if rest else "ON or OFF")
    if span and span.seconds > LONGEST_HOLD * 86400:
        raise UnclearTime("too-much", value)
    return replace(settings, preview=(span.seconds if span else 0) if word.strip(",;:") in YES else None)


def _calendar(settings: GameSettings, value: str) -> GameSettings:
    span = parse_duration(value)
    name = re.sub(r"[,.]?\s*\d.*", "", value.lower()).strip()
    found = next((rhythm for rhythm, names in RHYTHMS.items() if name in names), "")
    if not found:
        raise UnclearTime("no-calendar", value)
    return replace(settings, rhythm=found, quick=max(1, span.seconds // 86400) if span and found == "quick" else settings.quick)


def _press(settings: GameSettings, value: str) -> GameSettings:
    """`signed anonymous`, `none`, `black copies`."""
    said = [word for word in re.split(r"[\s,;]+|\band\b", value.lower()) if word]
    kinds, unknown = set(said) & set(PRESS_KINDS), set(said) - {*PRESS_KINDS, "none", "copies", "broadcast"}
    if not said or unknown or ("none" in said and kinds) or ("broadcast" in said and not kinds):
        raise UnclearTime("one-of", "any of signed, anonymous, black, copies and broadcast, or none")
    return replace(settings, press=tuple(word for word in (*PRESS_KINDS, "copies", "broadcast") if word in said))


def _gunboat(settings: GameSettings, value: str) -> GameSettings:
    """`yes`: names are secret, and there is no press; `with press`: only names are secret."""
    on = _yes(value.lower().replace("with press", "yes"))
    return replace(settings, anonymous=on, press=() if on and "press" not in value.lower() else settings.press)


def _yes(value: str) -> bool:
    if value.lower() not in (*YES, *NONE):
        raise UnclearTime("one-of", "yes or no")
    return value.lower() in YES


def _one_of(value: str, *values: str) -> str:
    """Return the value that a text ends with. Raises UnclearTime."""
    last = value.lower().split()[-1:]
    if last and last[0] in values:
        return last[0]
    raise UnclearTime("one-of", " or ".join(values))


class Known(NamedTuple):
    """The parser of a setting's value, and lines that set it, as a GM writes them, the most usual first."""

    read: Callable[[GameSettings, str], GameSettings]
    examples: tuple[str, ...]
    values: tuple[str, ...]
    """Values to write after the word: all of them, or one of each form."""
    default: str = ""
    """The value of a new game; '' for none."""
    until: Literal["created", "begun", "agreed", "over"] = "over"
    """Until when it can be changed: below CREATE (later a command does it), until the game begins, so and later if all players
    agree, or always.
    """
    heard: str = "everybody"
    """Who is told when it changes."""


SETTINGS: Mapping[str, Known] = {
    "deadline": Known(
        _deadline, ("DEADLINE Fridays 21:00 Europe/London",),
        (
            "Mondays and Fridays 21:00 Europe/London", "weekdays 21:00 Europe/London NOT 24 December to 2 January",
            "every second Friday 21:00 Europe/London FROM 5 March", "last Friday of the month 21:00 Europe/London",
            "1st and 15th 21:00 Europe/London", "every 3 days 21:00 Europe/London", "24 hours", "retreats 24 hours", "none",
        ),
    ),
    "grace": Known(_grace, ("GRACE 24 hours",), ("24 hours", "retreats 12h", "24h, others may change", "none"), "none"),
    "remind": Known(_remind, ("REMIND 48 hours, 12 hours",), ("48 hours, 12 hours", "none"), "48 hours, 12 hours"),
    "absences": Known(_absences, ("ABSENCES 1 a year",), ("1 a year", "none"), "1 a year"),
    "nmr": Known(_nmr, ("NMR standby",), ("stand", "standby", "abandon after 2", "disorder after 2"), "stand"),
    "calendar": Known(_calendar, ("CALENDAR two-season",), ("separate", "quick 3 days", "two-season"), "separate", "agreed"),
    "preview": Known(_preview, ("PREVIEW ON",), ("off", "on", "on, publish after 24 hours"), "off"),
    "comment": Known(
        _comment, ("COMMENT Letters by post count, too.",), ("your own rules, in words, up to END", "none"), "none",
    ),
    "moderated": Known(
        lambda settings, value: replace(settings, moderated=_yes(value)), ("SET MODERATED no",), ("yes", "no"), "yes", "begun",
    ),
    "entry": Known(
        _entry, ("SET ENTRY invited",), ("open", "invited", "approved", "word nightingale"), "open",
    ),
    "record": Known(_record, ("SET RECORD 80%",), ("80%", "none"), "none"),
    "allow": Known(_allow, ("SET ALLOW @club.example",), ("ada@example.org, @club.example", "all"), "all"),
    "deny": Known(_deny, ("SET DENY otto@example.org",), ("otto@example.org, @club.example", "none"), "none"),
    "gm": Known(
        lambda settings, value: replace(settings, gm_silent=_one_of(value, *GM_SILENT)), ("SET GM SILENT vote",),
        tuple(f"silent {policy}" for policy in GM_SILENT), "silent publish",
    ),
    # the GM's name, which is stored with the person
    "name": Known(lambda settings, value: settings, ("NAME Chloe Marsh",), ("Chloe Marsh",), until="created", heard="nobody"),
    "number": Known(lambda settings, value: replace(settings, number=value[:20]), ("SET NUMBER 1999AB",), ("1999AB",)),
    "press": Known(
        _press, ("SET PRESS signed anonymous", "SET PRESS none"),
        ("signed", "anonymous", "black", "signed copies", "signed broadcast", "none"), "signed anonymous",
    ),
    "draws": Known(
        lambda settings, value: replace(settings, draws=_one_of(value, "survivors", "named")), ("SET DRAWS survivors",),
        ("survivors", "named"), "survivors",
    ),
    "vacant": Known(
        lambda settings, value: replace(settings, vacant_votes=_one_of(value, "out", "yes")), ("SET VACANT out",),
        ("out", "yes"), "out",
    ),
    "anonymous": Known(
        lambda settings, value: replace(settings, anonymous=_yes(value)), ("SET ANONYMOUS yes",), ("yes", "no"), "no", "agreed",
    ),
    "gunboat": Known(_gunboat, ("SET GUNBOAT yes", "SET GUNBOAT with press"), ("yes", "no", "with press"), "no", "agreed"),
    "listed": Known(lambda settings, value: replace(settings, listed=_yes(value)), ("SET LISTED no",), ("yes", "no"), "yes"),
    "unlisted": Known(
        lambda settings, value: replace(settings, listed=not _yes(value)), ("SET UNLISTED yes",), ("yes", "no"), "no",
    ),
    "observers": Known(
        lambda settings, value: replace(settings, observers=_yes(value)), ("SET OBSERVERS no",), ("yes", "no"), "yes",
    ),
    "observer": Known(
        lambda settings, value: replace(settings, observer_press=_one_of(value, "none", "signed", "any")),
        ("SET OBSERVER PRESS signed",), ("press none", "press signed", "press any"), "press none",
    ),
    # an invitation is carried out after the game is created
    "invite": Known(
        lambda settings, value: settings, ("INVITE ada@example.org AS Italy",), ("ada@example.org AS Italy; ben@example.org",),
        until="created", heard="the guests",
    ),
    "blind": Known(lambda settings, value: replace(settings, blind=_yes(value)), ("SET BLIND yes",), ("yes", "no"), "no", "begun"),
}  # fmt: skip
"""A setting's word → its row. All other words are house rules."""
HOUSE_RULES_UNTIL = "agreed"
"""Until when a house rule can be changed, as of `Known.until`."""
FIXED_ONCE_BEGUN = frozenset({"rule", *(word for word, row in SETTINGS.items() if row.until in ("begun", "agreed"))})
"""Settings that people relied on when they joined: they are fixed once the game has begun."""
NEVER_VOTED = frozenset(word for word, row in SETTINGS.items() if row.until == "begun")
"""Those of them that not even a vote changes: what has been seen cannot be unseen."""

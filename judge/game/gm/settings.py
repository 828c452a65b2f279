"""Settings as a GM writes them, below CREATE or later: lines that change them, and answers to lines that do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from judge.commands.deadlines import ChangeSetting
from judge.commands.foreign_settings import nearest_setting, why_without
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, refused
from judge.game.gm.settings_facts import settings_facts
from judge.game.gm.settings_table import FIXED_ONCE_BEGUN, NEVER_VOTED, SETTINGS, rule_name
from judge.game.model.events import PressWithdrawn, SettingsChanged
from judge.game.model.game import PendingPress
from judge.game.model.game_settings import GameSettings
from judge.game.players.press import press_forbidden_by
from judge.rules.ruleset import Ruleset

ALIKE = 0.7
"""The least similarity between a word and the setting it is taken for: `CLOSED` is not `LISTED`."""
_SET = re.compile(r"set\s+", re.IGNORECASE)


def parse_setting(settings: GameSettings, line: str, ruleset: Ruleset) -> GameSettings:
    """Apply one more line to the settings (`DEADLINE Fridays 21:00 London`, `GRACE 24h`, `RULE paradox all-hold`).

    Raises UnclearTime: `no-setting` for an unknown setting, else what is wrong with its value.
    """
    word, _, value = line.strip().partition(" ")
    word, value = word.lower().rstrip(":="), _bare(value) if word.lower() != "comment" else value.strip()
    if word == "set" and value:
        return parse_setting(settings, value, ruleset)
    if word == "blind" and ruleset.rules.hides_information(ruleset) and ruleset.rules.counts_are_public(ruleset):
        raise UnclearTime("veiled", ruleset.title)
    if word in SETTINGS:
        return SETTINGS[word].read(settings, value)
    if word == "rule":
        word, _, value = value.partition(" ")
    return replace(settings, house_rules={**settings.house_rules, **_switch(word, value, ruleset)})


_THANKS = re.compile(r"(?:[\s,;.!]*\b(?:please|thanks|thank you|thx|pls))+[\s.!]*$", re.IGNORECASE)


def _bare(value: str) -> str:
    """Return a value without the punctuation around it and without courtesies behind it."""
    return _THANKS.sub("", value).strip(" :=.")


def change_setting(asked: CommandContext, command: ChangeSetting) -> CommandResult:
    """SET, GRACE, REMIND and the like in a running game: change a setting and tell everyone."""
    game, word = asked.game, command.word.lower()
    if game.stage == "finished":
        return refused("is-over")
    try:
        if word in SETTINGS and SETTINGS[word].until == "created":
            raise UnclearTime("no-setting", word)
        settings = parse_setting(game.settings, f"{word} {command.value}", asked.ruleset)
    except UnclearTime as unclear:
        return refused("setting", **unread(game.settings, _written(command), unclear, asked.ruleset, game.stage == "forming"))
    word = word if word in SETTINGS else "rule"
    fixed = word in FIXED_ONCE_BEGUN and (word in NEVER_VOTED or not command.agreed)
    if fixed and game.stage != "forming" and settings != game.settings:
        line = _written(command)
        vote = "" if word in NEVER_VOTED else line.lower() if word == "rule" else line
        return refused("calendar-fixed" if word == "calendar" else "setting-fixed", word=command.word.upper(), vote=vote)
    facts = {"setting": word, "settings": settings_facts(settings)}
    if settings == game.settings:
        return CommandResult(replies=(Reply("setting", {**facts, "same": True}),))
    gone = press_forbidden_by(settings, game.press)
    events = (SettingsChanged(settings), *(PressWithdrawn(held.seq) for held in gone))
    reply = Reply("setting", {**facts, "same": False, "withheld": len(gone)})
    return CommandResult(events, (reply,), (Notification(Group.ALL, "news", {"what": "setting", **facts}), *_withheld(gone, facts)))


def _written(command: ChangeSetting) -> str:
    return f"{command.word} {command.value}".strip()


def unread(settings: GameSettings, line: str, unclear: UnclearTime, ruleset: Ruleset, forming: bool) -> dict[str, Any]:
    """The facts of an answer about a line that sets nothing: what is wrong with it, and what to write instead.

    `instead`: whole lines that translate another judge's words, set what may be `meant`, or are examples of the setting. `known`:
    all settings. `rules`: the game's house rules. `foreign`: this judge has nothing of the kind, `without` says why. `late`: the
    alternatives could be chosen only before the game began; `vote` is what all players may vote on now.
    """
    line = _SET.sub("", line)
    word, known = line.partition(" ")[0].lower().rstrip(":="), unclear.why != "no-setting"
    same = nearest_setting(line)
    instead = [each for each in same or () if _fits(settings, each, ruleset)]
    if same is None or (known and not instead):
        same, instead = None, [each for each in _examples(word, ruleset) if _fits(settings, each, ruleset)]
    fixed = [] if forming else [each for each in instead if _word_of(each, ruleset) in FIXED_ONCE_BEGUN]
    votes = [each for each in fixed if _word_of(each, ruleset) not in NEVER_VOTED]
    foreign = same is not None and not instead
    return {
        "line": line, "unclear": unclear.why, "word": unclear.word, "near": list(unclear.near), "setting": word if known else "",
        "instead": instead, "meant": same is not None or not known, "foreign": foreign, "late": bool(fixed),
        "without": why_without(line) if foreign else "", "vote": _SET.sub("", votes[0]) if votes else "",
        "known": [each.upper() for each, row in SETTINGS.items() if row.until != "created"], "rules": sorted(ruleset.house_rules),
    }  # fmt: skip


def _examples(word: str, ruleset: Ruleset) -> list[str]:
    """Example lines for the setting or house rule with this word, or a similar one; [] if none is similar."""
    word = next(iter(get_close_matches(rule_name(word), [*SETTINGS, *ruleset.house_rules], 1, ALIKE)), "")
    if word in SETTINGS:
        return list(SETTINGS[word].examples)
    if not word:
        return []
    rule = ruleset.house_rules[word]
    return [f"SET {word} {value}" for value in rule.allowed[:2] or (str(rule),)]


def _fits(settings: GameSettings, line: str, ruleset: Ruleset) -> bool:
    """Whether a suggested line does something in this game: some switches exist in some games only."""
    if not _SET.match(line):
        return True
    try:
        parse_setting(settings, line, ruleset)
    except UnclearTime:
        return False
    return True


def _word_of(line: str, ruleset: Ruleset) -> str:
    """The setting that a line sets, `rule` for a house rule; '' if it is another command."""
    words = line.lower().split()
    if words[0] != "set":
        return words[0] if words[0] in SETTINGS else ""
    return words[1] if words[1] in SETTINGS else "rule"


def _withheld(gone: Sequence[PendingPress], facts: Mapping[str, Any]) -> Iterator[Notification]:
    """A mail to everyone whose waiting press may no longer be printed."""
    for seat in dict.fromkeys(held.seat for held in gone):
        numbers = [held.number for held in gone if held.seat == seat]
        yield Notification(seat, "news", {**facts, "what": "withheld", "numbers": numbers})


def _switch(word: str, value: str, ruleset: Ruleset) -> dict[str, str]:
    name = rule_name(word)
    if name not in ruleset.house_rules:
        raise UnclearTime("no-setting", word)
    try:
        ruleset.with_house_rules({name: value.strip()})
    except ValueError:
        rule = ruleset.house_rules[name]
        allowed = " or ".join(rule.words or rule.allowed[:2])  # of a switch, `yes or no` and not all that means the same
        raise UnclearTime("one-of" if allowed else "no-number", allowed or value) from None
    return {name: value.strip()}

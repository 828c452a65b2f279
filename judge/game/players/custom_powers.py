"""Powers that players bring: check a newcomer's name for one, and give it a short form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Literal

from judge.board import normalize_name
from judge.commands.joining import Join
from judge.game.decision import CommandContext
from judge.game.model.game import Game
from judge.rules.blind_play import make_blind
from judge.rules.open_play import make_open
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.seat import is_seat

NAME = re.compile(r"[^\W\d_][\w'-]{1,15}")
"""The shape of a name: one word, because people write it into lists and before their orders."""
CODE = re.compile(r"[^\W\d_]\w{1,3}")
RESERVED = frozenset({"gm", "judge", "all", "none", "nobody", "neutral", "everybody", "everyone", "public"})
"""Words that mean something else than a Power where Powers are named."""


Unfit = Literal["power-name", "power-code", "power-taken", "power-known"]


class UnfitPowerName(Exception):
    """A word that cannot name a Power, with the key of the refusal."""

    def __init__(self, why: Unfit, word: str) -> None:
        super().__init__(f"{why}: {word}")
        self.why, self.word = why, word


def game_ruleset(game: Game, folder: Ruleset) -> Ruleset:
    """Return the rules that a game is played by: its folder's, with its house rules and the Powers that its players brought. A game
    that hid something, by its own rules or played blind, is open once it is over.
    """
    changed = game.settings.house_rules
    rules = folder.with_house_rules(changed) if changed else folder
    rules = rules.with_powers([seat.brings for seat in game.seats if seat.brings]) if folder.open else rules
    if game.stage == "finished":
        return make_open(rules)
    return make_blind(rules) if game.settings.blind else rules


def new_power(asked: CommandContext, command: Join) -> Power:
    """The power that a JOIN defines, with its own code and adjective. Raises UnfitPowerName."""
    name, adjective, code = (text.strip() for text in (command.power, command.adjective, command.code))
    for word in filter(None, (name, adjective)):
        if not NAME.fullmatch(word):
            raise UnfitPowerName("power-name", word)
        _check(word, asked.ruleset)
    if not code:
        return Power(name, adjective or name, unique_code(name, asked.ruleset))
    if not CODE.fullmatch(code):
        raise UnfitPowerName("power-code", code)
    if normalize_name(code) != normalize_name(name):
        _check(code, asked.ruleset)
    return Power(name, adjective or name, code)


def unique_code(name: str, ruleset: Ruleset) -> str:
    """Return a code of three letters that means nothing else in the game: the name's first three if they are free."""
    return next(code for code in _codes(normalize_name(name).replace(" ", "")) if _fault(code, ruleset) is None).capitalize()


def _codes(name: str) -> Iterator[str]:
    yield name[:3]
    yield from (f"{name[:2]}{letter}" for letter in f"{name[3:]}{ascii_lowercase}")
    yield from (f"{name[0]}{one}{two}" for one in ascii_lowercase for two in ascii_lowercase)


def _check(word: str, ruleset: Ruleset) -> None:
    if fault := _fault(word, ruleset):
        raise UnfitPowerName(fault, word)


def _fault(word: str, ruleset: Ruleset) -> Unfit | None:
    """Return why a word cannot name a Power: `power-taken` (another's name) or `power-known` (a place, seat or word of orders);
    None if it can.
    """
    taken = (normalize_name(known) for power in ruleset.powers for known in (power.name, power.adjective, power.short))
    if normalize_name(word) in taken:
        return "power-taken"
    if normalize_name(word) in RESERVED or is_seat(word.lower()):
        return "power-known"
    return "power-known" if ruleset.notation.vocabulary.knows(word) or ruleset.board.names.find(word) else None

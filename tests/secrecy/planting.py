"""What all planted leaks need: a game's own modules, the words of letters, the truth as a number, the referee's board."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from judge.game import Game
from judge.game.model.known_game import KnownGame, known_game
from judge.letters import Notice
from judge.office.rendering.renderer import NoticeRenderer
from judge.rules import Ruleset
from judge.seat import Seat
from tests.secrecy.years import House

Plant = Callable[[pytest.MonkeyPatch, House], None]


def of_1492(module: str) -> Any:
    """A module of the game."""
    return sys.modules[f"judge_games.new_world_1492.{module}"]


def reword(patch: pytest.MonkeyPatch, house: House, told: Callable[[Notice, str, str], tuple[str, str]]) -> None:
    """Have something done to subjects and words."""
    say = NoticeRenderer.say
    patch.setattr(NoticeRenderer, "say", lambda self, notice: told(notice, *say(self, notice)))
    patch.setattr(house.office.drain, "_say", house.office.parts.sayer.say)


def hidden_sum(house: House) -> str:
    """Something of the truth, as a number: what stands where, how many letters there were."""
    game = house.game
    board = game.board_now
    return str(len(board.dislodged) + len(board.facts.get("natives", ())) + sum(len(u.place + u.power) for u in board.units))


def on_the_whole_board(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
    """What a reader knows of a game, and the referee's board."""
    return replace(known_game(game, ruleset, reader, seat), position=game.position)

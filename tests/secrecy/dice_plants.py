"""Leaks to be planted in a game with dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.letters import Notice
from judge.office.rendering import notice_reader
from judge.rules import Ruleset
from judge.rules.dice import draw_throw
from tests.secrecy.planting import reword
from tests.secrecy.years import House


def the_secret_in_an_answer(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter ends with a digit of the secret."""

    def secret() -> str:
        with house.office.parts.store.look() as work:
            return work.games.seed("caravel") or ""

    reword(patch, house, lambda n, title, text: (title, f"{text.rstrip()}\n{secret()[:1]}\n" if n.kind == "answer" else text))


def the_next_throw(patch: pytest.MonkeyPatch, house: House) -> None:
    """DICE tells what 1 will be."""
    def secret() -> str:
        with house.office.parts.store.look() as work:
            return work.games.seed("caravel") or ""

    def told(n: Notice, title: str, text: str) -> tuple[str, str]:
        return title, f"{text.rstrip()}\n{[draw_throw(secret().encode(), str(k)) for k in range(1, 9)]}\n"

    reword(patch, house, told)


def looks_that_were_none(patch: pytest.MonkeyPatch, house: House) -> None:
    """The report says whenever the GM has sent a letter since the last one."""
    see = notice_reader.view_phase

    def numbered(turn: Any, rules: Ruleset, reader: str) -> Any:
        return replace(see(turn, rules, reader), number=str(house.game.seq))

    patch.setattr(notice_reader, "view_phase", numbered)

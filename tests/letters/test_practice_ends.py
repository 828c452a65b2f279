"""Practice games of every game that is shipped, played to their end by letters: the writer orders like a steady house player."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.commands.parse import parse
from judge.commands.practice import Practise
from judge.game.model.known_game import known_game
from judge.game.players.custom_powers import game_ruleset
from judge.house_players import decide_orders
from judge.office.handlers.game_titles import find_variant
from judge.variants import names_to_folders
from tests.letters.post_office import PostOffice
from tests.letters.test_practice import ANNA, AT, game, said

FOLDERS = sorted(path.parent.name for path in find_assets().games.glob("*/game.yaml") if path.parent.name[0] != "_")
MOST = 150
"""Letters after which the writer has had enough, and ends the game by a draw: nobody may ever win of 1492 and Columbus."""


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def written(house: PostOffice, number: int) -> str:
    """The writer's orders for the phase that is open, from what they may see."""
    now = game(house, "practice1")
    rules = game_ruleset(now, house.parts.rules(now.variant))
    me = next(seat for seat in now.seats if not seat.house)
    seen = known_game(now, rules, me.power, me.key).board_now
    orders = decide_orders(seen, rules, me.power, "steady", str(number))
    return "\n".join([*map(rules.notation.write, orders), "FINAL"])


def letters(house: PostOffice, number: int) -> list[EmailMessage]:
    """Send the orders that are due; returns what comes."""
    found = house.reply(AT, written(house, number), sender=ANNA)
    assert "Trouble" not in said(found)
    assert len(found) > 1, said(found)
    return found


def test_orders_in_a_notation_of_the_games_own_run_a_phase(house: PostOffice) -> None:
    """In a game with dice: whether lines are orders is tried on the game, and the trial must not throw."""
    house.letter(ANNA, "PRACTICE columbus AGAINST calm")
    for number in range(1, 9):
        letters(house, number)


def test_each_game_is_practised_by_its_own_name(house: PostOffice) -> None:
    """Also where the name of one is the beginning of another's."""
    for folder in FOLDERS:
        title = house.parts.rules(folder).title
        for name in (folder, folder.replace("_", " "), title, f"a game of {title}", f"{title} against keen players"):
            (command,) = parse(f"PRACTICE {name}")
            assert isinstance(command, Practise)
            assert find_variant(command.variant, names_to_folders([find_assets().games])) == folder, name


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_practice_game_ends(folder: str, house: PostOffice) -> None:
    begun = said(house.letter(ANNA, f"PRACTICE {folder.replace('_', ' ')} AGAINST calm"))
    assert f"Your practice game has begun: {house.parts.rules(folder).title}." in begun
    number, came = 0, ""
    while number < MOST and game(house, "practice1").stage == "running":
        number += 1
        came = said(letters(house, number))
    if number == MOST:
        came = said(house.reply(AT, "DRAW", sender=ANNA))
    print(folder, number, came)
    assert game(house, "practice1").stage == "finished"
    assert "The game is over: won by" in came or "practice game is over: " in came, came

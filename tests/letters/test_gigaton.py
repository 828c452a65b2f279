"""A whole game with bombs by mail, to a victory; a replay is identical. And what letters about bombs are answered."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from judge.cli.replay import replay_game
from judge.rules import awaited_dues
from tests.letters.gigaton_players import orders
from tests.letters.post_office import GM
from tests.letters.table import Table

GAME = "fallout"
SEED = 33
"""Of the players' whims: with it the game is won in 1907."""


class Bombs(Table):
    """The game, with letters said line by line and answers told in one."""

    def say(self, power: str, *lines: str) -> str:
        """A letter with these lines; the answer to it in one line."""
        return " ".join(self.send(power, lines, final="").split())


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Bombs:
    """The game played to its end: everyone writes, everyone says FINAL, and the phase is run with the last letter."""
    found = Bombs(tmp_path_factory.mktemp("gigaton"), "gigaton", GAME)
    random = Random(SEED)
    while (game := found.game).stage == "running" and game.board_now.phase.year < 1920:
        position = game.board_now
        board = found.rules.board_at(position)
        sent = {power: orders(power, owed, position, board, random) for power, owed in awaited_dues(position, found.rules).items()}
        for power, some in sent.items():
            found.say(power, *(found.rules.notation.write(order) for order in some), "FINAL")
    return found


def test_it_is_won_by_the_majority_of_what_is_left(table: Bombs) -> None:
    game = table.game
    assert (game.stage, game.ending, len(game.winners)) == ("finished", "won", 1)
    left = len(table.rules.board_at(game.board_now).centres)
    assert left == 34 - len([c for c in game.board_now.facts["craters"] if table.rules.board.spaces[c].centre]) < 34
    assert 2 * len(game.board_now.centres(game.winners[0])) > left
    assert f"The game is over: {game.winners[0]} won." in table.reports[-1]


def test_every_order_was_read_and_none_refused(table: Bombs) -> None:
    """What stands beside an order in these letters is at most that it looks like a slip, or has a rival among its own."""
    answers = [re.sub(r"   ! (legal\.|\w+\(\w+\) is ordered there)", "", answer) for answer in table.answers]
    assert not [answer for answer in answers if "You wrote" in answer or " ?  " in answer or "   ! " in answer]


def test_bombs_were_carried_captured_and_launched(table: Bombs) -> None:
    told = " ".join(" ".join(table.reports).split())
    assert "DETONATIONS" in told
    assert " is gone." in told
    assert re.search(r"DETONATIONS (?:(?!\[3).)* Destroyed: [^.]* \(just arrived\)", told)
    assert " took 1 bomb to " in told
    assert re.search(r" captured \d+ bombs? of ", told)
    assert "cannot say why" not in told


def test_it_replays_identically(table: Bombs) -> None:
    lines, same = replay_game(table.office.parts, GAME)
    assert same, [line for line in lines if "identical" not in line]


@pytest.fixture
def opening(tmp_path: Path) -> Bombs:
    """A game that has just begun."""
    return Bombs(tmp_path, "gigaton", GAME)


def test_a_launch_and_a_move_from_one_space_stand_beside_each_other(opening: Bombs) -> None:
    opening.say("France", "A(Par)-Bur +B", "launch Mar - Mun", "b(bre) - kie")
    assert opening.standing("France") == ["A(Par)-Bur +B", "B(Mar)-Mun", "B(Bre)-Kie"]


@pytest.mark.parametrize("line", ["Missile: Edinburgh -> Paris", "nuke Paris from Edi", "launch missile Edi-Par"])
def test_a_bomb_by_another_name_is_a_bomb(opening: Bombs, line: str) -> None:
    """And is not taken for an order of the fleet that it lies with."""
    opening.say("England", "F Edi-NTH", line)
    assert opening.standing("England") == ["F(Edi)-NTH", "B(Edi)-Par"]


def test_an_order_given_up_for_one_that_cannot_be_is_asked_about(opening: Bombs) -> None:
    """A word may hide what the second was to be."""
    answer = opening.say("England", "F Edi-NTH", "Firework: Edinburgh -> Paris")
    assert opening.standing("England") == []
    assert "If you mean this, reply with it: > F(Edi)-NTH" in answer
    opening.say("England", "F Edi-NTH", "Sorry, F Edi-NWG")
    assert opening.standing("England") == ["F(Edi)-NWG"]


@pytest.mark.parametrize("load", ["w/ bomb", "w/bomb", "w/ a bomb", "W/ 1 bomb", "w bomb", "w/ missile"])
def test_with_may_be_short(opening: Bombs, load: str) -> None:
    opening.say("Italy", f"Nap-ION {load}")
    assert opening.standing("Italy") == ["F(Nap)-ION +B"]


def test_a_later_letter_aims_anew(opening: Bombs) -> None:
    opening.say("France", "B(Par)-Mun", "B(Bre)-Lon")
    opening.say("France", "B(Par)-Ber")
    assert opening.standing("France") == ["B(Bre)-Lon", "B(Par)-Ber"]


def test_clear_takes_a_launch_back(opening: Bombs) -> None:
    opening.say("France", "B(Par)-Mun", "B(Bre)-Lon")
    opening.say("France", "CLEAR Par")
    assert opening.standing("France") == ["B(Bre)-Lon"]
    opening.say("France", "CLEAR B(Bre)-Lon")
    assert opening.standing("France") == []


def test_no_more_launches_than_bombs(opening: Bombs) -> None:
    answer = opening.say("France", "B(Par)-Mun", "B(Par)-Ber")
    assert 'You wrote "B(Par)-Ber". Only 1 bomb lay in Par, and earlier orders launched it. [5]' in answer
    assert opening.standing("France") == ["B(Par)-Mun"]


def test_nobody_launches_what_is_anothers(opening: Bombs) -> None:
    answer = opening.say("France", "B(Mun)-Ber", "B(Gas)-Ber")
    assert "The bombs in Mun belong to Germany. [6, 7]" in answer
    assert "No bomb lies in Gas. [5]" in answer


def test_who_would_take_too_many_is_warned(opening: Bombs) -> None:
    assert "A(Par)-Bur +2B ! Only 1 bomb lies in Par; it takes what is there. [5]" in opening.say("France", "A Par-Bur +2B")


def test_a_power_without_units_may_still_launch(opening: Bombs) -> None:
    opening.say("England", "B(Edi)-Tri", "B(Lvp)-Vie", "B(Lon)-Bud")
    opening.say("Austria", "A(Vie)-Gal +B")
    opening.office.letter(GM, "PROCESS")
    opening.say("Austria", "A(Gal)-Ukr")
    opening.say("Germany", "B(Ber)-Ukr")
    while opening.game.board_now.phase.name != "Spring 1902":
        opening.office.letter(GM, "PROCESS")
    assert not opening.game.board_now.units_of("Austria")
    opening.say("Austria", "B(Gal)-Mos")
    assert opening.standing("Austria") == ["B(Gal)-Mos"]
    opening.office.letter(GM, "PROCESS")
    assert "Mos" in opening.game.board_now.facts["craters"]
    assert "Nothing is due from you" in opening.say("Austria", "B(Gal)-Mos")

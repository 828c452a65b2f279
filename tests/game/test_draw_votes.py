"""Ending a game by agreement: who votes, when it closes, what nobody learns."""

from __future__ import annotations

from datetime import timedelta
from functools import reduce

import pytest

from judge.commands.gm import CreateGame, StartGame
from judge.commands.joining import Join, Resign
from judge.commands.voting import ProposeEnd, Vote, WishDraw
from judge.game import apply_event, view_game
from judge.game.decision import Group
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, read_game, write_event, write_game
from judge.game.phases.scheduled import next_wake_time, run_next_scheduled
from judge.seat import Seat
from tests.game.test_game import NOW, POWERS, Table, standard


@pytest.fixture
def table() -> Table:
    """A game of seven, begun."""
    return begun()


def begun(*settings: str) -> Table:
    """A game of seven under these settings, begun."""
    table = Table()
    table.events, table.game = [], None
    table.do(CreateGame("CREATE q", "q", "", ("DEADLINE Fridays 21:00 Europe/London", "REMIND none", *settings)), "")
    for power in POWERS:
        table.do(Join("", "q", power), "")
    table.do(StartGame("START"), "gm")
    return table


def key(table: Table, power: str) -> Seat:
    """The seat of a power."""
    assert table.game
    seat = table.game.seat_of(power)
    assert seat
    return seat.key


def vote(table: Table, *powers: str, yes: bool = True) -> None:
    """These powers vote."""
    for power in powers:
        table.do(Vote("", yes), key(table, power))


def why(table: Table, command: object, power: str) -> str:
    """Why a command is refused, or ''."""
    replies = table.do(command, key(table, power)).replies
    return next((reply.facts["why"] for reply in replies if reply.kind == "refused"), "")


def test_all_yes_ends_the_game_at_once(table: Table) -> None:
    table.do(ProposeEnd("", "draw"), key(table, "Turkey"))
    vote(table, *(power for power in POWERS if power != "Turkey"))
    assert table.game
    assert (table.game.stage, table.game.ending, table.game.winners) == ("finished", "draw", POWERS)
    assert next_wake_time(table.game) == table.game.statements_until


@pytest.mark.parametrize("missing", ["silent", "no"])
def test_one_that_does_not_agree_lets_it_fail(table: Table, missing: str) -> None:
    table.do(ProposeEnd("", "draw"), key(table, "Turkey"))
    vote(table, *POWERS[:-2])
    if missing == "no":
        vote(table, "Russia", yes=False)
    assert table.game
    assert table.game.ballot
    closes = table.game.ballot.closes
    decision = run_next_scheduled(table.game, closes, closes, standard())
    assert decision
    assert [type(event).__name__ for event in decision.events] == ["BallotClosed"]
    assert {(tell.to, tell.kind) for tell in decision.notices} == {(Group.ALL, "news")}
    assert "votes" not in decision.notices[0].facts
    assert "by" not in decision.notices[0].facts


def test_a_vote_that_closes_with_a_phase_is_counted_first(table: Table) -> None:
    """J10: if the draw passes, no orders of that deadline are printed."""
    table.do(ProposeEnd("", "draw"), key(table, "Turkey"))
    assert table.game
    assert table.game.ballot
    assert table.game.ballot.closes == table.game.due == next_wake_time(table.game)
    decision = run_next_scheduled(table.game, table.game.ballot.closes, NOW, standard())
    assert decision
    assert decision.turn is None


def test_a_vote_outlives_a_phase(table: Table) -> None:
    table.do(ProposeEnd("", "draw", closes="1 April 2027 21:00"), key(table, "Turkey"))
    assert table.game
    assert table.game.due
    decision = run_next_scheduled(table.game, table.game.due, NOW, standard())
    assert decision
    assert decision.turn is not None
    assert reduce(apply_event, decision.events, table.game).ballot == table.game.ballot


@pytest.mark.parametrize(("vacant", "sharing"), [("out", POWERS[1:]), ("yes", POWERS)])
def test_a_power_without_a_player(vacant: str, sharing: tuple[str, ...]) -> None:
    """It neither votes nor shares, or agrees and shares, as the game is set."""
    table = begun(f"VACANT VOTES {vacant}")
    table.do(Resign(""), key(table, "Austria"))
    table.do(ProposeEnd("", "draw"), key(table, "Turkey"))
    vote(table, *(power for power in POWERS if power not in ("Turkey", "Austria")))
    assert table.game
    assert table.game.winners == sharing


def test_who_shares_is_the_games_to_say(table: Table) -> None:
    assert why(table, ProposeEnd("", "draw", ("Austria", "Turkey")), "Turkey") == "draw-of-all"
    table = begun("DRAWS named")
    assert why(table, ProposeEnd("", "draw", ("Austria", "Atlantis")), "Turkey") == "draw-whom"
    assert not why(table, ProposeEnd("", "draw", ("Austria", "Turkey")), "Turkey")
    assert why(table, ProposeEnd("", "draw"), "France") == "vote-open"
    vote(table, *(power for power in POWERS if power != "Turkey"))
    assert table.game
    assert table.game.winners == ("Austria", "Turkey")


def test_refusals(table: Table) -> None:
    assert why(table, Vote(""), "France") == "no-vote"
    assert why(table, ProposeEnd("", "draw", closes="1 March 2027 21:00"), "France") == "vote-closes"
    assert why(table, ProposeEnd("", "draw", closes="31 June 2027 21:00"), "France") == "vote-closes"


def test_nobody_sees_anothers_vote(table: Table) -> None:
    """Not the GM either; who proposes it is told if it is signed."""
    table.do(ProposeEnd("", "concede", ("France",)), key(table, "Turkey"))
    vote(table, "Russia")
    assert table.game
    for reader, own in (("gm", ""), ("", ""), ("France", ""), ("Russia", "yes")):
        ballot = view_game(table.game, standard(), reader).ballot
        assert ballot
        assert (ballot["vote"], ballot["by"]) == (own, "")
        assert set(ballot) == {"proposal", "powers", "closes", "by", "vote", "text"}


def test_replay_and_the_way_through_the_store(table: Table) -> None:
    table.do(ProposeEnd("", "concede", ("France",), signed=True), key(table, "Turkey"))
    vote(table, "Russia", yes=False)
    assert table.game
    assert read_game(write_game(table.game)) == table.game
    assert [read_event(write_event(event)) for event in table.events] == table.events
    assert snapshot_from_events(table.events) == write_game(table.game)
    assert not list(replay(table.events, table.turns, standard()))
    assert table.game.ballot
    assert table.game.ballot.closes - NOW > timedelta(days=1)


def test_a_wish_while_a_draw_is_voted_on_is_a_vote(table: Table) -> None:
    """Who says NO DRAW, as on other judges, has voted against it; SET DRAW is a yes to a draw of all, and to no other."""
    table.do(ProposeEnd("", "draw"), key(table, "Turkey"))
    table.do(WishDraw("", on=False), key(table, "Russia"))
    table.do(WishDraw("", on=True), key(table, "France"))
    assert table.game
    assert table.game.ballot
    assert {power: table.game.ballot.votes.get(power) for power in ("Russia", "France")} == {"Russia": "no", "France": "yes"}
    assert table.game.draw_wishes == {"France"}


def test_a_wish_is_no_vote_on_a_draw_of_some() -> None:
    table = begun("DRAWS named")
    table.do(ProposeEnd("", "draw", ("Turkey", "Russia")), key(table, "Turkey"))
    table.do(WishDraw("", on=True), key(table, "France"))
    assert table.game
    assert table.game.ballot
    assert "France" not in table.game.ballot.votes

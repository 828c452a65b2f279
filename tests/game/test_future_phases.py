"""What is ordered in advance: when it begins to stand, what its conditions come to, and when a phase need not wait any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.commands.corrections import Rollback
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.commands.standbys import DeclareVacant, StandBy, TakeOver
from judge.game.decide import LAST_LOOK
from judge.game.model.apply import apply_event
from judge.game.model.events import ClosesEarly, PhaseRun
from judge.game.model.serialization import read_event, read_game, write_event, write_game
from judge.game.outstanding import all_orders_in
from judge.game.phases.scheduled import next_wake_time
from judge.game.players.custom_powers import game_ruleset
from judge.game.players.standbys import standby_view
from judge.game.visibility import view_game
from judge.seat import Seat
from tests.game.test_game import NOW, Table, now, standard, why
from tests.game.test_time import DUE, begun, until

WEEK = timedelta(days=7)


def beaten(*advance: str) -> Table:
    """Autumn 1901, in which A(Gal) will be driven out of its place."""
    table = begun("REMIND none")
    table.order("Russia", "A(War)-Gal")
    table.order("Austria", "A(Vie)-Boh", "A(Bud)-Rum")
    until(table, DUE)
    table.order("Austria", "A(Rum) S A(Boh)-Gal", "A(Boh)-Gal")
    table.order("Russia", *advance)
    return table


def test_a_retreat_in_advance_needs_no_phase_to_wait_for() -> None:
    """It is the only one that is due, so the phase is run at once; the winter after it waits."""
    table = beaten("A(Gal) stands (ret: Boh, Sil)")
    ran = [event.phase for event in until(table, DUE + WEEK) if isinstance(event, PhaseRun)]
    assert ran == ["Autumn 1901", "Autumn 1901 retreats"]
    assert "A(Sil)" in map(str, now(table).board_now.units_of("Russia"))
    assert now(table).board_now.phase.name == "Winter 1901"


def test_results_are_settled_when_they_are_known_and_kept_over_the_retreats() -> None:
    """A condition on the last moves holds although retreats and a winter lay between."""
    table = beaten("A(Gal) stands")
    seat = now(table).seat_of("Russia")
    assert seat
    lines = ("IF A(Gal) dislodged AND A(Rum) THEN F(Sev)-Rum ELSE F(Sev)-BLA",)
    table.do(OrderLines("", lines, "Spring 1902"), seat.key)
    until(table, DUE + WEEK)
    assert now(table).board_now.phase.name == "Autumn 1901 retreats"
    assert now(table).later["Russia"][0].lines == ("IF A(Gal) dislodged = yes AND A(Rum) THEN F(Sev)-Rum ELSE F(Sev)-BLA",)
    until(table, DUE + 3 * WEEK)
    until(table, DUE + 5 * WEEK)
    assert now(table).board_now.phase.name == "Spring 1902"
    assert [standard().notation.write(order) for order in now(table).standing["Russia"].orders] == ["F(Sev)-Rum"]
    assert not now(table).later["Russia"]
    assert read_game(write_game(now(table))) == now(table)
    assert [read_event(write_event(event)) for event in table.events] == table.events


def test_a_phase_closes_half_an_hour_after_the_last_is_in() -> None:
    """It opens again if that is taken back, and NOT FINAL keeps it open."""
    table = beaten("A(Gal) stands")
    until(table, DUE + WEEK)
    seat = now(table).seat_of("Russia")
    assert seat
    assert [type(event) for event in table.order("Russia", "A(Gal) ret War").events][-1] is ClosesEarly
    assert now(table).early
    assert next_wake_time(now(table)) == now(table).early == NOW + LAST_LOOK
    table.do(ClearOrders(""), seat.key)
    assert now(table).early is None
    table.order("Russia", "A(Gal) ret War")
    table.do(MarkFinal("", False), seat.key)
    assert now(table).early is None
    assert next_wake_time(now(table)) == now(table).due


def test_nothing_closes_early_while_nobody_plays_a_power_that_owes_something() -> None:
    """Somebody may yet come for it."""
    table = begun("REMIND none")
    table.order("Germany", "F(Kie)-Den")
    table.order("Austria", "A(Bud)-Rum")
    until(table, DUE)
    table.do(DeclareVacant("", "Austria", "gone"), "gm")
    until(table, DUE + WEEK)
    assert now(table).board_now.phase.name == "Winter 1901"
    table.order("Germany", "build A(Kie)")
    assert now(table).early is None


def test_what_a_standby_orders_in_advance_is_kept_apart() -> None:
    """He neither sees nor changes what the player has ordered, and keeps nothing for later phases."""
    table = begun("REMIND none", "NMR standby")
    table.do(StandBy("", "q"), "")
    key = next(iter(now(table).standbys))
    until(table, DUE)
    power = next(iter(now(table).called))
    unit = now(table).board_now.units_of(power)[0]
    table.order(power, f"{unit} stands (ret: disband)")
    mine = now(table).later[power]
    there = next(iter(standard().board.reach_spaces(unit.kind, unit.place)))
    table.do(OrderLines("", (f"{unit} ret {there}",)), key)
    assert now(table).later == {power: mine, str(key): now(table).later[str(key)]}
    assert [kept.lines for kept in mine] == [(f"{unit} disbands",)]
    assert now(table).later[str(key)] != mine
    assert standby_view(now(table), key).later == {power: now(table).later[str(key)]}
    assert why(table.do(OrderLines("", (f"{unit} stands",), "Spring 1902"), key)) == "kept-for-players"


def test_nothing_closes_early_that_would_tell_who_had_something_to_do() -> None:
    """Not where a game is played blind: its retreats all have their deadline."""
    table = beaten("A(Gal) stands")
    until(table, DUE + WEEK)
    table.order("Russia", "A(Gal) ret War")
    blind = replace(now(table), settings=replace(now(table).settings, blind=True))
    assert all_orders_in(now(table), standard())
    assert not all_orders_in(blind, game_ruleset(blind, standard()))


def lines(table: Table, power: str) -> list[str]:
    """What a player is shown of orders for phases to come, each behind its phase."""
    seen = view_game(now(table), standard(), power)
    return [f"{kept.phase}: {line}" for kept in seen.later for line in kept.lines]


def seat_of(table: Table, power: str) -> Seat:
    seat = now(table).seat_of(power)
    assert seat
    return seat.key


def test_clear_forgets_what_was_given_with_the_moves_and_clear_for_one_phase() -> None:
    """The orders that are listed can be deleted; what a player named another phase for stays until that is named."""
    table = beaten("A(Gal) stands (ret: Boh, Sil)", "remove F(Sev)")
    table.do(OrderLines("", ("A(Sil)-Mun",), "Spring 1902"), seat_of(table, "Russia"))
    assert lines(table, "Russia") == [
        "Autumn 1901 retreats: A(Gal) ret Boh",
        "Autumn 1901 retreats: A(Gal) ret Sil",
        "Winter 1901: remove F(Sev)",
        "Spring 1902: A(Sil)-Mun",
    ]
    table.do(ClearOrders("", "for Autumn 1901 retreats"), seat_of(table, "Russia"))
    assert lines(table, "Russia") == ["Winter 1901: remove F(Sev)", "Spring 1902: A(Sil)-Mun"]
    table.do(ClearOrders(""), seat_of(table, "Russia"))
    assert lines(table, "Russia") == ["Spring 1902: A(Sil)-Mun"]


def test_new_retreats_take_the_place_of_those_of_the_same_unit_only() -> None:
    """New builds and removals take the place of all earlier ones: which are due is not known yet."""
    table = beaten("A(Gal) stands (ret: Boh, Sil)", "F(Sev) stands (ret: Arm)", "remove F(Sev)")
    table.order("Russia", "A(Gal) ret Ukr", "build A(War)", "build A(Mos)")
    assert lines(table, "Russia") == [
        "Autumn 1901 retreats: F(Sev) ret Arm",
        "Autumn 1901 retreats: A(Gal) ret Ukr",
        "Winter 1901: build A(War)",
        "Winter 1901: build A(Mos)",
    ]


def test_a_removal_given_with_the_moves_is_no_retreat() -> None:
    """`remove` is for the winter, also if the unit is driven out before it."""
    table = beaten("A(Gal) stands", "remove A(Gal)")
    until(table, DUE + WEEK)
    assert now(table).board_now.phase.name == "Autumn 1901 retreats"
    assert "Russia" not in now(table).standing


def test_what_was_given_with_the_moves_is_there_again_once_they_are_taken_back() -> None:
    """ROLLBACK opens the phase with all that was ordered for it; what was given with the moves after it is gone with those."""
    table = beaten("A(Gal) stands (ret: Boh, Sil)")
    until(table, DUE + WEEK)
    assert not lines(table, "Russia")
    table.order("Russia", "build A(Mos)")
    until(table, DUE + 3 * WEEK)
    assert now(table).board_now.phase.name == "Spring 1902"
    table.order("Russia", "A(Sil) stands (ret: Ber)")
    assert lines(table, "Russia") == ["Spring 1902 retreats: A(Sil) ret Ber"]
    table.do(Rollback("", "q", "Autumn 1901", keep=True, reason="a slip"), "gm")
    assert lines(table, "Russia") == ["Autumn 1901 retreats: A(Gal) ret Boh", "Autumn 1901 retreats: A(Gal) ret Sil"]


def test_a_new_player_inherits_what_was_given_with_the_moves_and_nothing_for_later() -> None:
    """The moves count on, and so do the retreats that go with them."""
    table = beaten("A(Gal) stands (ret: Sil)")
    table.do(OrderLines("", ("A(Sil)-Mun",), "Spring 1902"), seat_of(table, "Russia"))
    table.do(StandBy("", "q"), "")
    key = next(iter(now(table).standbys))
    table.do(DeclareVacant("", "Russia", "gone"), "gm")
    table.do(TakeOver("", "Russia"), key)
    assert lines(table, "Russia") == ["Autumn 1901 retreats: A(Gal) ret Sil"]


def test_a_game_stored_before_there_was_one_mechanism_is_read() -> None:
    """It opens and replays; retreats that waited in it have to be sent again."""
    old = {"event": "OrdersAhead", "power": "Russia", "orders": [{"verb": "retreat", "unit": "A(Gal)", "target": "Boh"}]}
    table = begun("REMIND none")
    assert apply_event(now(table), read_event(old)) == replace(now(table), seq=now(table).seq + 1)
    snapshot = {**write_game(now(table)), "ahead": {"Russia": old["orders"]}}
    assert read_game(snapshot) == now(table)

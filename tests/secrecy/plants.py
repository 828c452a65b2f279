"""Leaks to be planted, one at a time: small mistakes in what makes letters, of every sort that was ever found here and of more.

Each is a function that plants one in a house. `PLANTS` says in which kind of game its harm shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from judge.board import Position, Unit
from judge.commands.queries import ShowPlayers
from judge.game import Game, decision, visibility
from judge.game.decision import Notification
from judge.game.model.known_game import KnownGame, known_game
from judge.letters import Notice
from judge.mail import compose
from judge.mail.sender import OutboxSender
from judge.notation import Order
from judge.office.handlers import queries
from judge.office.rendering import notice_reader
from judge.office.rendering.notice_reader import NoticeReader
from judge.office.rendering.renderer import NoticeRenderer
from judge.office.unit_of_work import UnitOfWork
from judge.reports import answer
from judge.rules import OrderResult, PhaseOutcome, RemovedUnit, Ruleset, blind_play, gm_due
from judge.rules.dice import draw_throw
from judge.rules.variant import Variant
from judge.seat import Seat
from tests.secrecy.years import House

Plant = Callable[[pytest.MonkeyPatch, House], None]


def of_1492(module: str) -> Any:
    """A module of the game."""
    return sys.modules[f"judge_games.new_world_1492.{module}"]


def _say(patch: pytest.MonkeyPatch, house: House, told: Callable[[Notice, str, str], tuple[str, str]]) -> None:
    """Have something done to subjects and words."""
    say = NoticeRenderer.say
    patch.setattr(NoticeRenderer, "say", lambda self, notice: told(notice, *say(self, notice)))
    patch.setattr(house.office.drain, "_say", house.office.parts.sayer.say)


def _about(house: House) -> str:
    """Something of the truth, as a number: what stands where, how many letters there were."""
    game = house.game
    board = game.board_now
    return str(len(board.dislodged) + len(board.facts.get("natives", ())) + sum(len(u.place + u.power) for u in board.units))


# Envelopes, heads, sizes, times, numbers


def the_number_of_a_notice_in_the_return_path(patch: pytest.MonkeyPatch, house: House) -> None:
    """Bounces go to the number of the notice, which counts everybody's letters."""
    patch.setattr(OutboxSender, "_envelope", lambda self, claimed: f"judge+bounce.{claimed.id}@pbm.example")


def the_number_of_a_notice_in_the_message_id(patch: pytest.MonkeyPatch, house: House) -> None:
    """Message-IDs count letters."""
    headers = compose._headers
    rows = iter(range(10**9))

    def counted(notice: Notice, desk: compose.SenderIdentity, token: str) -> dict[str, str]:
        return {**headers(notice, desk, token), "Message-ID": f"<judge.{next(rows)}@pbm.example>"}

    patch.setattr(compose, "_headers", counted)


def the_number_of_events_in_a_header(patch: pytest.MonkeyPatch, house: House) -> None:
    """Each letter says how many events the game has: others' letters make some."""
    headers = compose._headers
    patch.setattr(compose, "_headers", lambda *asked: {**headers(*asked), "X-Version": str(house.game.seq)})


def a_sum_over_the_board_in_a_header(patch: pytest.MonkeyPatch, house: House) -> None:
    """A check-sum of the position."""
    headers = compose._headers
    patch.setattr(compose, "_headers", lambda *asked: {**headers(*asked), "X-Position": _about(house)})


def the_seal_of_the_whole_board_as_a_boundary(patch: pytest.MonkeyPatch, house: House) -> None:
    """The parts of a letter are divided by a mark made of everything."""
    make = compose.compose

    def sealed(notice: Notice, subject: str, text: str, *more: Any, **named: Any) -> bytes:
        raw: bytes = make(notice, subject, text, *more, **named)
        return raw.replace(b"MIME-Version: 1.0", b"MIME-Version: 1.0 (" + _about(house).encode() + b")")

    patch.setattr("judge.mail.sender.compose", sealed)


def dots_at_the_end(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter is as long as there is much to hide."""
    _say(patch, house, lambda notice, title, text: (title, text + "." * int(_about(house)) + "\n"))


def a_number_in_the_subject(patch: pytest.MonkeyPatch, house: House) -> None:
    """Of reports only."""
    _say(patch, house, lambda n, title, text: (title + (" " + _about(house) if n.kind == "report" else ""), text))


def a_blank_in_private_letters(patch: pytest.MonkeyPatch, house: House) -> None:
    """Nobody sees it, but the letter is longer."""
    _say(patch, house, lambda n, title, text: (title, text + " \n" * (int(_about(house)) % 7 if n.kind == "private" else 0)))


def seconds_by_the_number_of_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """Letters go out later when somebody must retreat."""
    now = house.office.hands.now
    patch.setattr(house.office.hands, "now", lambda: now() + timedelta(seconds=len(house.game.board_now.dislodged)))


def the_hour_of_the_last_event(patch: pytest.MonkeyPatch, house: House) -> None:
    """The foot of an answer says how many events there were in the game's life."""
    _say(patch, house, lambda n, title, text: (title, text + (f"({house.game.seq})\n" if n.kind == "answer" else "")))


def private_letters_only_for_the_concerned(patch: pytest.MonkeyPatch, house: House) -> None:
    """Who has nothing to do gets no letter while somebody must retreat."""
    tell = UnitOfWork._tell

    def some(self: UnitOfWork, game: Any, told: Notification, but: Seat | None) -> None:
        if told.kind != "private" or not game.board_now.dislodged:
            tell(self, game, told, but)

    patch.setattr(UnitOfWork, "_tell", some)


def two_letters_when_the_gm_looks(patch: pytest.MonkeyPatch, house: House) -> None:
    """What the GM writes is counted in the next report."""
    tell = UnitOfWork._tell
    looks = [0]

    def counted(self: UnitOfWork, game: Any, told: Notification, but: Seat | None) -> None:
        looks[0] = house.office.count
        tell(self, game, told, but)

    patch.setattr(UnitOfWork, "_tell", counted)
    _say(patch, house, lambda n, title, text: (title, text + (f"{looks[0]}\n" if n.kind == "report" else "")))


# When a phase is run, and who is asked


def waiting_for_the_natives(patch: pytest.MonkeyPatch, house: House) -> None:
    """FINAL from all does not run a phase while natives roam somewhere."""
    deciding = sys.modules["judge.game.decide"]
    early = deciding.can_run_early  # type: ignore[attr-defined]
    patch.setattr(deciding, "can_run_early", lambda game, rules: early(game, rules) and not gm_due(game.board_now, rules))


def not_waiting_for_those_who_stand_firm(patch: pytest.MonkeyPatch, house: House) -> None:
    """Retreats run early when nobody must retreat."""
    deciding = sys.modules["judge.game.decide"]
    early = deciding.can_run_early  # type: ignore[attr-defined]

    def hasty(game: Game, rules: Ruleset) -> bool:
        idle = game.board_now.phase.kind == "retreats" and not game.board_now.dislodged
        return bool(early(game, rules)) or (idle and bool(game.final))

    patch.setattr(deciding, "can_run_early", hasty)


def who_is_asked_for_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """Only those who must retreat are waited for."""
    patch.setattr(of_1492("sight").Sight, "visible_dues", lambda self, variant, position, owed: owed)
    patch.setattr(visibility, "known_game", on_the_whole_board)


def who_is_asked_blind(patch: pytest.MonkeyPatch, house: House) -> None:
    """STATUS lists those from whom something is due."""
    patch.setattr(blind_play.BlindRules, "visible_dues", lambda self, variant, position, owed: owed)
    patch.setattr(visibility, "known_game", on_the_whole_board)


def who_was_silent_in_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """A power that had a retreat to make, and sent none, is named."""
    patch.setattr(visibility, "_silent", lambda turn, reader, common: turn.silent)


def what_the_gm_entered(patch: pytest.MonkeyPatch, house: House) -> None:
    """The report says that the GM ordered a retreat for somebody."""
    patch.setattr(visibility, "_may_know", lambda act, turn, ruleset, reader: True)


def what_has_come_in(patch: pytest.MonkeyPatch, house: House) -> None:
    """Everybody's answers say whose orders the judge has."""
    facts = answer.game_facts

    def counted(seen: Any, ruleset: Ruleset) -> dict[str, Any]:
        return {**facts(seen, ruleset), "owing": sorted(house.game.standing)}

    for module in (answer, sys.modules["judge.office.unit_of_work"], sys.modules["judge.office.answering"]):
        if hasattr(module, "game_facts"):
            patch.setattr(module, "game_facts", counted)
    _say(patch, house, lambda n, title, text: (title, text + (f"{sorted(house.game.standing)}\n" if n.kind == "answer" else "")))


def who_has_said_final(patch: pytest.MonkeyPatch, house: House) -> None:
    """STATUS tells how many are ready."""
    _say(patch, house, lambda n, title, text: (title, text + (f"{len(house.game.final)} ready\n" if n.kind == "answer" else "")))


# What handlers of commands get


def on_the_whole_board(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
    """What a reader knows of a game, and the referee's board."""
    return replace(known_game(game, ruleset, reader, seat), position=game.position)


def orders_read_on_the_whole_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """Complaints and warnings are those of the referee."""
    patch.setattr(decision, "known_game", on_the_whole_board)


def everybodys_orders_in_the_view(patch: pytest.MonkeyPatch, house: House) -> None:
    """TRY and PREVIEW use what others have ordered."""

    def more(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
        return replace(known_game(game, ruleset, reader, seat), standing=game.standing)

    for module in (decision, visibility):
        patch.setattr(module, "known_game", more)

    def ordered() -> str:
        return str([len(order.target) for standing in house.game.standing.values() for order in standing.orders])

    _say(patch, house, lambda n, title, text: (title, text + (ordered() if n.kind == "answer" else "")))


def history_of_all(patch: pytest.MonkeyPatch, house: House) -> None:
    """HISTORY has everybody's centres."""
    patch.setattr(queries, "visible_history", lambda history, rules, reader: history)


def in_order_of_joining(patch: pytest.MonkeyPatch, house: House) -> None:
    """WHO lists powers by who came to the game first."""

    def plays(context: Any, at: Any, command: Any) -> None:
        rows = [{"power": seat.power, "seat": str(seat.key), "vacant": seat.vacant} for seat in at.game.seats]
        context.say("who", seats=rows, hidden=at.game.settings.anonymous and at.reader != "gm")

    dispatch = sys.modules["judge.office.dispatch"]
    handlers = dispatch.HANDLERS  # type: ignore[attr-defined]
    patch.setitem(handlers, ShowPlayers, dispatch.Handler(plays))  # type: ignore[attr-defined]


def names_of_players(patch: pytest.MonkeyPatch, house: House) -> None:
    """Names that are secret stand in WHO."""
    patch.setattr(NoticeReader, "is_kept_from_names", lambda self: False)
    _say(patch, house, lambda n, title, text: (title, text + (f"{house.seats}\n" if n.kind == "report" else "")))


def the_first_letter_of_a_neighbour(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter is signed by who plays Austria."""
    _say(patch, house, lambda n, title, text: (title, text.rstrip() + f"\n{house.seats[0][:1]}\n"))


# Results, reasons, positions: 1492


def the_telescope(patch: pytest.MonkeyPatch, house: House) -> None:
    """Support for another's unit is told as it was judged (N4)."""
    patch.setattr(of_1492("telling"), "without_the_unseen", lambda variant, board, before, result, mine: result)


def the_order_itself(patch: pytest.MonkeyPatch, house: House) -> None:
    """The public report prints orders as they are."""
    patch.setattr(of_1492("telling"), "hushed", lambda order, public, kind: order)


def the_verb_of_an_order(patch: pytest.MonkeyPatch, house: House) -> None:
    """A fleet beyond the map that moves is printed otherwise than one that stands."""
    hushed = of_1492("telling").hushed

    def verbose(order: Order, public: Any, kind: str) -> Order | None:
        found = hushed(order, public, kind)
        return found if found is not None else order._replace(target="", of=None, path=(), unit=order.unit and
                                                              order.unit._replace(place="OB", name=""))  # fmt: skip

    patch.setattr(of_1492("telling"), "hushed", verbose)


def a_mark_on_lines_off_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """`F(SAO)-OB` is marked as failed."""

    def told(board: Any, result: OrderResult, order: Order, public: Any, silent: frozenset[Unit]) -> OrderResult:
        return OrderResult(result.power, order, None, result.word)

    patch.setattr(of_1492("telling"), "_told", told)


def the_order_of_lines(patch: pytest.MonkeyPatch, house: House) -> None:
    """Lines stand in the order of the places that they do not name."""
    telling = of_1492("telling")
    hushed = telling._hushed

    def unsorted(variant: Any, board: Any, before: Position, power: str, *more: Any) -> list[OrderResult]:
        found: list[OrderResult] = hushed(variant, board, before, power, *more)
        far = sorted((u for u in before.units if u.power == power and u.space not in variant.board.spaces), key=lambda u: u.place)
        return found if not far or far[0].kind == "A" else found[::-1]

    patch.setattr(telling, "_hushed", unsorted)


def dislodged_off_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """A line with OB says that the unit was driven out."""
    told = of_1492("telling").Telling.visible_outcome

    def marked(self: Any, variant: Any, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        beaten = {r.power for r in outcome.results if r.dislodged}
        found: PhaseOutcome = told(self, variant, outcome, reader)
        return found._replace(results=tuple(r._replace(dislodged=r.dislodged or r.power in beaten) for r in found.results))

    patch.setattr(of_1492("telling").Telling, "visible_outcome", marked)


def a_note_with_the_unseen(patch: pytest.MonkeyPatch, house: House) -> None:
    """The reason of an order names whoever was against it, wherever he came from."""
    patch.setattr(of_1492("telling"), "_reworded", lambda value, terms, reader, silent: value)


def helpers_out_of_sight(patch: pytest.MonkeyPatch, house: House) -> None:
    """A strength says who helped."""
    retold = of_1492("telling").retold
    patch.setattr(of_1492("telling"), "retold", lambda reason, terms, reader, silent: retold(reason, terms, reader, frozenset()))


def the_dead(patch: pytest.MonkeyPatch, house: House) -> None:
    """Units that were disbanded out of sight are listed as gone."""
    patch.setattr(of_1492("telling"), "_told_of", lambda removed, terms, reader: removed)


def the_changed_centres(patch: pytest.MonkeyPatch, house: House) -> None:
    """Which centre changed hands, wherever it lies."""
    changed = of_1492("telling")._changed

    def more(outcome: PhaseOutcome, terms: Any, reader: str) -> Iterator[tuple[str, tuple[str, str]]]:
        yield from changed(outcome, terms, reader)
        yield from ((centre, owners) for centre, owners in outcome.changed.items() if terms.place(centre) == "OB")

    patch.setattr(of_1492("telling"), "_changed", more)


def sights_from_everywhere(patch: pytest.MonkeyPatch, house: House) -> None:
    """What stands in an area is told of all that is on the chart, and not only of what is in sight."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def more(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        chart = drawn(variant, position, power, seen, views)
        return {code: {**entry, **charts._in_sight(position, power, code)} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", more)


def labels_by_code(patch: pytest.MonkeyPatch, house: House) -> None:
    """Areas that are found at once are labelled in the order of the GM's codes."""
    charts = of_1492("charts")
    around = charts.around
    patch.setattr(charts, "around", lambda world, spot, seen=(): sorted(around(world, spot, seen)))


def labels_from_codes(patch: pytest.MonkeyPatch, house: House) -> None:
    """A label is the beginning of the GM's code."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def named(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        chart = drawn(variant, position, power, seen, views)
        return {code: {**entry, "label": f"{entry['label']}{ord(code[2]) % 2}"} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", named)


def all_borders_of_what_is_charted(patch: pytest.MonkeyPatch, house: House) -> None:
    """A chart shows borders that its owner has not seen."""
    charts = of_1492("charts")
    drawn = charts._drawn

    def more(variant: Any, position: Position, power: str, seen: Any, views: Any) -> Any:
        world, chart = position.facts["world"], drawn(variant, position, power, seen, views)
        borders = {code: [b for b in world[code]["borders"] if b in chart or b not in world] for code in chart}
        return {code: {**entry, "borders": borders[code]} for code, entry in chart.items()}

    patch.setattr(charts, "_drawn", more)


def how_many_natives(patch: pytest.MonkeyPatch, house: House) -> None:
    """Each area's note tells how many natives there are in the whole world."""
    sight = of_1492("sight")
    facts = sight._facts

    def more(terms: Any, position: Position, reader: str, powers: Any) -> dict[str, Any]:
        found = facts(terms, position, reader, powers)
        count = len(position.facts["natives"]) + len(position.units_of("Natives"))
        return {**found, "world": {code: {**area, "note": f"{count} natives"} for code, area in found["world"].items()}}

    patch.setattr(sight, "_facts", more)


def centres_that_are_left(patch: pytest.MonkeyPatch, house: House) -> None:
    """Centres of others beyond the chart are listed by the GM's codes."""
    sight = of_1492("sight")

    def unsorted(variant: Any, terms: Any, position: Position, reader: str) -> Iterator[tuple[str, str]]:
        for centre, power in sorted(position.owners.items()):
            yield (terms.place(centre) if terms.place(centre) != "OB" else centre), power

    patch.setattr(sight, "_owned", unsorted)


def units_of_others_by_place(patch: pytest.MonkeyPatch, house: House) -> None:
    """A unit that is out of sight stands where it is, if that is on the chart, and not off the board."""
    terms = of_1492("sight").Terms

    def unit(self: Any, unit: Unit) -> Unit:
        return unit._replace(place=self.place(unit.place))

    patch.setattr(terms, "unit", unit)


def who_watches_what_is_charted(patch: pytest.MonkeyPatch, house: House) -> None:
    """What was charted once is taken for watched (N4's cause)."""
    patch.setattr(of_1492("sight").Terms, "watches", lambda self, space: space in self.known or space in self.chart)


def no_ferry(patch: pytest.MonkeyPatch, house: House) -> None:
    """An army that nobody carried is told why: no fleet at all lies beside both shores, or one does."""
    patch.setattr(of_1492("telling"), "without_the_ferries", lambda board, result, silent: result)


def landing_refused(patch: pytest.MonkeyPatch, house: House) -> None:
    """A landing is refused by a border that nobody of its power has seen."""
    patch.setattr(of_1492("crews"), "found_there", lambda turn, claim, target: False)


# Blind play


def blind(name: str, other: Callable[..., Any]) -> Plant:
    """One function of blind play by another."""

    def plant(patch: pytest.MonkeyPatch, house: House) -> None:
        patch.setattr(blind_play, name, other)

    return plant


def seeing_too_far(patch: pytest.MonkeyPatch, house: House) -> None:
    """A power sees what is two spaces away."""
    near = blind_play.visible_spaces

    def far(board: Any, position: Position, reader: str) -> frozenset[str]:
        seen = near(board, position, reader)
        return seen | frozenset(other for space in seen for other in board.near.get(space, ()))

    patch.setattr(blind_play, "visible_spaces", far)


def numbers_are_public(patch: pytest.MonkeyPatch, house: House) -> None:
    """How many units and centres each has."""
    patch.setattr(blind_play.BlindRules, "counts_are_public", lambda self, variant: True)


def whose_elimination(patch: pytest.MonkeyPatch, house: House) -> None:
    """The public report tells centres that changed hands."""
    told = blind_play.BlindRules.visible_outcome

    def more(self: Any, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        return told(self, variant, outcome, reader)._replace(changed=outcome.changed)

    patch.setattr(blind_play.BlindRules, "visible_outcome", more)


def all_that_left_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """Units that were destroyed anywhere."""
    told = blind_play.BlindRules.visible_outcome

    def more(self: Any, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        gone = tuple(RemovedUnit(each.unit, each.how) for each in outcome.removed)
        return told(self, variant, outcome, reader)._replace(removed=gone)

    patch.setattr(blind_play.BlindRules, "visible_outcome", more)


def reasons_of_others(patch: pytest.MonkeyPatch, house: House) -> None:
    """Why an order in sight failed."""
    patch.setattr(blind_play, "_watched", lambda result: result)


def help_as_judged(patch: pytest.MonkeyPatch, house: House) -> None:
    """Whether help for a unit out of sight was of use."""
    patch.setattr(blind_play, "_helped", lambda result, board, before, view: None)


def half_an_order(result: OrderResult, before: frozenset[str], seen: frozenset[str]) -> bool:
    """An order is told if its unit is in sight, wherever it goes."""
    return bool(result.unit and result.unit.space in seen)


def spoken_of_in_full(unit: Unit, reader: str, seen: frozenset[str]) -> Unit:
    """Who attacked out of the dark."""
    return unit


# Dice


def the_secret_in_an_answer(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter ends with a digit of the secret."""

    def secret() -> str:
        with house.office.parts.store.look() as work:
            return work.games.seed("caravel") or ""

    _say(patch, house, lambda n, title, text: (title, f"{text.rstrip()}\n{secret()[:1]}\n" if n.kind == "answer" else text))


def the_next_throw(patch: pytest.MonkeyPatch, house: House) -> None:
    """DICE tells what 1 will be."""
    def secret() -> str:
        with house.office.parts.store.look() as work:
            return work.games.seed("caravel") or ""

    def told(n: Notice, title: str, text: str) -> tuple[str, str]:
        return title, f"{text.rstrip()}\n{[draw_throw(secret().encode(), str(k)) for k in range(1, 9)]}\n"

    _say(patch, house, told)


def looks_that_were_none(patch: pytest.MonkeyPatch, house: House) -> None:
    """The report says whenever the GM has sent a letter since the last one."""
    see = notice_reader.view_phase

    def numbered(turn: Any, rules: Ruleset, reader: str) -> Any:
        return replace(see(turn, rules, reader), number=str(house.game.seq))

    patch.setattr(notice_reader, "view_phase", numbered)


ANYWHERE = ("1492", "blind", "gunboat", "columbus")
PLANTS: Mapping[str, tuple[str, Plant]] = {
    **{f"{plant.__name__}, {kind}": (kind, plant) for kind in ANYWHERE for plant in (
        the_number_of_a_notice_in_the_return_path, the_number_of_a_notice_in_the_message_id, the_number_of_events_in_a_header,
        who_has_said_final,
    )},
    **{plant.__name__: ("1492", plant) for plant in (
        a_sum_over_the_board_in_a_header, the_seal_of_the_whole_board_as_a_boundary, dots_at_the_end, a_number_in_the_subject,
        a_blank_in_private_letters, seconds_by_the_number_of_retreats, private_letters_only_for_the_concerned,
        waiting_for_the_natives, not_waiting_for_those_who_stand_firm, who_is_asked_for_retreats, who_was_silent_in_retreats,
        what_the_gm_entered, orders_read_on_the_whole_board, the_telescope, the_order_itself, the_verb_of_an_order,
        a_mark_on_lines_off_the_board, the_order_of_lines, dislodged_off_the_board, a_note_with_the_unseen, helpers_out_of_sight,
        the_dead, the_changed_centres, sights_from_everywhere, labels_by_code, labels_from_codes, all_borders_of_what_is_charted,
        how_many_natives, centres_that_are_left, units_of_others_by_place, who_watches_what_is_charted, no_ferry, landing_refused,
    )},
    **{plant.__name__: ("blind", plant) for plant in (
        who_is_asked_blind, seeing_too_far, numbers_are_public, whose_elimination, all_that_left_the_board, reasons_of_others,
        help_as_judged, history_of_all, everybodys_orders_in_the_view,
    )},
    "half_an_order": ("blind", blind("_in_view", half_an_order)),
    "spoken_of_in_full": ("blind", blind("_spoken_of", spoken_of_in_full)),
    **{plant.__name__: ("gunboat", plant) for plant in (
        in_order_of_joining, names_of_players, the_first_letter_of_a_neighbour, what_has_come_in, two_letters_when_the_gm_looks,
        the_hour_of_the_last_event,
    )},
    **{plant.__name__: ("columbus", plant) for plant in (the_secret_in_an_answer, the_next_throw, looks_that_were_none)},
}  # fmt: skip
"""Leak → the kind of game in whose letters it shows, and what plants it."""

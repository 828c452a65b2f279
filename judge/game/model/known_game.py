"""What a reader knows of a game: a separate value, built field by field, so that a new field is hidden by default.

Public fields are in `PublicGame`. Everything else reaches a reader only through a field of `KnownGame`. These have no defaults:
until `known_game` says what a reader gets in a new field, mypy reports a missing argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import TypeVar

from judge.board import Position
from judge.game.model.game import (
    GM_READER,
    Absence,
    Ballot,
    CurrentOrders,
    FutureOrders,
    Game,
    OnBoard,
    OpenQuestion,
    PendingPress,
    PublicGame,
)
from judge.notation import Order
from judge.rules.ruleset import Ruleset
from judge.seat import Seat

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGame(PublicGame, OnBoard):
    """A game as one reader knows it: a power's player, the GM, or somebody who has no power.

    Each field is the reader's share of the same field of `Game`; the GM gets all of it unless the field says otherwise.
    """

    position: Position | None
    standing: Mapping[str, CurrentOrders]
    final: frozenset[str]
    waits: frozenset[str]
    later: Mapping[str, tuple[FutureOrders, ...]]
    questions: Mapping[Seat, tuple[OpenQuestion, ...]]
    press: tuple[PendingPress, ...]
    absences: tuple[Absence, ...]
    invited: Mapping[Seat, str]
    ballot: Ballot | None
    """The vote with the reader's own answer only, also for the GM."""
    waits_for_gm: bool
    """Whether the phase is closed, and its report waits for the GM."""
    words: Mapping[Seat, str]
    """The reader's own word for the dice; not the GM's to see either, before the start."""
    too_late: tuple[str, ...]
    """The phases for which late mails came, one for each mail: the GM is told how many there are."""


def known_game(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
    """Build the game as a reader knows it.

    Args:
        game: the whole game.
        ruleset: its rules, which say what is hidden.
        reader: a power, GM_READER, or '' for readers without a power.
        seat: the reader's seat, by which some fields are keyed; None for none.
    """

    def own(found: Mapping[K, T], key: object) -> dict[K, T]:
        return {name: each for name, each in found.items() if reader == GM_READER or name == key}

    def visible(orders: Iterable[Order]) -> tuple[Order, ...]:
        return to_visible_orders(game, ruleset, reader, orders)

    board, everything = game.position, sees_all(ruleset, reader)
    return KnownGame(
        *_public(game),
        position=board if board is None or everything else ruleset.rules.visible_position(ruleset, board, reader),
        standing={
            power: replace(each, orders=visible(each.orders), spare=visible(each.spare))
            for power, each in own(game.standing, reader).items()
        },
        final=frozenset(own(dict.fromkeys(game.final), reader)),
        waits=frozenset(own(dict.fromkeys(game.waits), reader)),
        later=own(game.later, reader),
        questions=own(game.questions, seat),
        press=tuple(each for each in game.press if each.seat == seat or reader == GM_READER),
        absences=tuple(each for each in game.absences if each.seat == seat or reader == GM_READER),
        invited=own(game.invited, seat),
        ballot=game.ballot and replace(game.ballot, votes={name: v for name, v in game.ballot.votes.items() if name == reader}),
        waits_for_gm=game.held is not None,
        words={key: word for key, word in game.words.items() if key == seat},
        too_late=tuple(late.phase for late in game.lates),
    )


_public = attrgetter(*(field.name for field in fields(PublicGame)))
"""Returns the values of the public fields, in their order."""


def ballot_facts(ballot: Ballot, power: str) -> dict[str, object]:
    """What a power may know of an open vote: the proposal, and its own vote."""
    return {
        "proposal": ballot.what,
        "powers": list(ballot.powers),
        "closes": ballot.closes.isoformat(),
        "by": ballot.by if ballot.signed else "",
        "vote": ballot.votes.get(power, ""),
        "text": ballot.text,
    }


def sees_all(ruleset: Ruleset, reader: str) -> bool:
    """Whether a reader knows the whole board: the GM always, everybody in a game that hides nothing."""
    return reader == GM_READER or not ruleset.rules.hides_information(ruleset)


def to_visible_orders(game: Game, ruleset: Ruleset, reader: str, orders: Iterable[Order]) -> tuple[Order, ...]:
    """A power's orders in its own terms: the inverse of `to_real_orders`."""
    if sees_all(ruleset, reader):
        return tuple(orders)
    return tuple(ruleset.rules.to_visible_order(ruleset, game.board_now, reader, order) for order in orders)


def to_real_orders(game: Game, ruleset: Ruleset, reader: str, orders: Iterable[Order]) -> tuple[Order, ...]:
    """A reader's orders in the referee's terms."""
    if sees_all(ruleset, reader):
        return tuple(orders)
    return tuple(ruleset.rules.to_real_order(ruleset, game.board_now, reader, order) for order in orders)

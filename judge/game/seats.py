"""Seats: who may take one, who plays what, and giving one up."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

from judge.board import fold
from judge.commands import Join, Resign
from judge.game.decision import Asked, Decision, Tell, accept, refuse
from judge.game.events import Joined, Left, Resigned
from judge.game.joining import Unfit, newcomer
from judge.game.state import GM, Seat, is_standby
from judge.rules.ruleset import Ruleset


def join(asked: Asked, command: Join) -> Decision:
    """JOIN: the next seat, with the power that was asked for as a wish."""
    game, seats = asked.game, asked.ruleset.seats
    if asked.by == GM:
        return refuse("gm-plays-not")
    if asked.by.isdigit() or is_standby(asked.by):
        return refuse("already-seated", seat=asked.by)
    if game.stage != "forming":
        return refuse("has-begun")
    if seats and len(game.seats) >= seats:
        return refuse("full", seats=seats)
    seat = str(max((int(seat.key) for seat in game.seats), default=0) + 1)
    facts: dict[str, object] = {"taken": len(game.seats) + 1, "seats": seats}
    if asked.ruleset.open:
        return _bring(asked, command, seat, facts)
    prefers = tuple(name for text in _wishes(command.power) if (name := find_power(text, asked.ruleset)))
    unknown = [text for text in _wishes(command.power) if not find_power(text, asked.ruleset)]
    promised = game.invited.get(asked.by, "")
    facts |= {"prefers": list(prefers), "unknown": unknown, "promised": promised}
    reply = accept("joined", Joined(seat, prefers, asked.by, promised), seat=seat, **facts)
    return Decision(reply.events, reply.replies, (Tell(GM, "news", {"what": "joined", "by": seat, **facts}),))


def _bring(asked: Asked, command: Join, seat: str, facts: Mapping[str, object]) -> Decision:
    """A JOIN with a power of the player's own."""
    if not command.power:
        return refuse("power-unsaid", game=asked.game.name)
    try:
        power = newcomer(asked, command)
    except Unfit as unfit:
        return refuse(unfit.why, word=unfit.word)
    brings = {"name": power.name, "short": power.short, "adjective": power.adjective}
    reply = accept("joined", Joined(seat, by=asked.by, brings=power), seat=seat, brings=brings, prefers=[], unknown=[], **facts)
    news = Tell(GM, "news", {"what": "joined", "by": seat, "brings": brings, **facts})
    return Decision(reply.events, reply.replies, (news,))


def resign(asked: Asked, command: Resign) -> Decision:
    """RESIGN: before the start the seat is free again; later its units stand."""
    if asked.by == GM:
        return refuse("gm-stays")
    if asked.game.stage == "finished":
        return refuse("is-over")
    forming = asked.game.stage == "forming"
    event = Left(asked.by) if forming else Resigned(asked.by)
    reply = accept("resigned", event, forming=forming, power=asked.power)
    return Decision(reply.events, reply.replies, (Tell(GM, "news", {"what": "resigned", "power": asked.power}),))


def assign(seats: Sequence[Seat], powers: Sequence[str], secret: bytes) -> dict[str, str]:
    """seat → power: what each brought, if they did; or what was promised, then wishes, whoever the game's secret puts in front
    choosing first; the rest as the secret falls.
    """
    given: dict[str, str] = {seat.key: seat.brings.name for seat in seats if seat.brings}
    if given:
        return given
    given = {seat.key: seat.promised for seat in seats if seat.promised}
    order = [key for key in shuffled((seat.key for seat in seats), secret) if key not in given]
    wishes = {seat.key: seat.prefers for seat in seats}
    for key in order:
        free = [power for power in wishes[key] if power not in given.values()]
        if free:
            given[key] = free[0]
    left = shuffled((power for power in powers if power not in given.values()), secret)
    given.update(zip((key for key in order if key not in given), left, strict=False))
    return given


def shuffled(items: Iterable[str], secret: bytes) -> list[str]:
    """The items in the order that the secret puts them in: the same every time, and nobody's to foresee."""
    return sorted(items, key=lambda item: hmac.new(secret, item.encode(), hashlib.sha256).digest())


def find_power(text: str, ruleset: Ruleset) -> str:
    """The power a text names (its name, adjective, short form, or a beginning that only one has), or ''."""
    wanted = fold(text)
    names = {power.name: {fold(power.name), fold(power.adjective), fold(power.short)} for power in ruleset.powers}
    exact = [name for name, known in names.items() if wanted in known]
    begun = [name for name in names if len(wanted) >= 2 and fold(name).startswith(wanted)]
    found = exact or begun
    return found[0] if len(found) == 1 else ""


def _wishes(text: str) -> list[str]:
    return [wish.strip() for wish in text.replace(";", ",").split(",") if wish.strip()]

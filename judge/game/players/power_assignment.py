"""Assign Powers to players so that all preferences together are met as well as possible; the game's secret decides between equals.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from judge.game.model.game import PlayerSeat
from judge.seat import Seat

Item = TypeVar("Item", str, Seat)
Costs = Mapping[str, int]
"""Power → the cost of giving it to a player: 0 for the first preference."""


def assign_powers(seats: Sequence[PlayerSeat], powers: Sequence[str], secret: bytes) -> dict[Seat, str]:
    """seat → power: what each brought, if they did; or what was promised; then wishes, so that the sum of `costs` is the
    smallest there is; the rest as the secret falls.
    """
    given: dict[Seat, str] = {seat.key: seat.brings.name for seat in seats if seat.brings}
    if given:
        return given
    given = {seat.key: seat.promised for seat in seats if seat.promised}
    free = seeded_shuffle((power for power in powers if power not in given.values()), secret)
    order = [key for key in seeded_shuffle((seat.key for seat in seats), secret) if key not in given]
    wishes = {seat.key: [power for power in dict.fromkeys(seat.prefers) if power in free] for seat in seats}
    wanted = {key: preference_costs(wishes[key], free) for key in order if wishes[key]}
    given |= {key: power for key, power in minimum_cost_assignment(wanted, free).items() if power in wishes[key]}
    left = [power for power in free if power not in given.values()]
    given.update(zip((key for key in order if key not in given), left, strict=False))
    return given


def preference_costs(wishes: Sequence[str], free: Sequence[str]) -> Costs:
    """Return the cost of each free Power for a person with these preferences: the square of its place, so that nobody gets a late
    preference for small gains of others. Powers that are not named share the mean of the remaining places, so that naming few and
    naming all weigh about the same.
    """
    unnamed = (len(wishes) + len(free) - 1) ** 2  # places are doubled: the mean of those left may be a half
    return {power: (2 * wishes.index(power)) ** 2 if power in wishes else unnamed for power in free}


def minimum_cost_assignment(wanted: Mapping[Seat, Costs], powers: Sequence[str]) -> dict[Seat, str]:
    """seat → power, at the smallest sum of costs. There are as many powers as seats, or more.

    Seats are served one after the other, each by the cheapest chain: it takes a power, whose holder takes another, and so
    on to one that is free (shortest augmenting paths; Bellman-Ford, as a step of a chain may cost less than nothing).
    """
    holder: dict[str, Seat] = {}
    for seat, own in wanted.items():
        total, before = dict(own), dict[str, str]()
        while better := _shorter(total, holder, wanted):
            for power, (cost, left) in better.items():
                total[power], before[power] = cost, left
        last = min((power for power in powers if power not in holder), key=total.__getitem__)
        while last in before:
            holder[last] = holder[before[last]]
            last = before[last]
        holder[last] = seat
    return {seat: power for power, seat in holder.items()}


def _shorter(total: Costs, holder: Mapping[str, Seat], wanted: Mapping[Seat, Costs]) -> dict[str, tuple[int, str]]:
    """Map each Power to (cost, the Power given up for it) where one more step makes a chain cheaper than the cheapest known."""
    found: dict[str, tuple[int, str]] = {}
    for left, mover in holder.items():
        for power, cost in wanted[mover].items():
            chain = total[left] + cost - wanted[mover][left]
            if chain < found.get(power, (total[power], ""))[0]:
                found[power] = chain, left
    return found


def seeded_shuffle(items: Iterable[Item], secret: bytes) -> list[Item]:
    """The items in the order that the secret puts them in: the same every time, and unpredictable without the secret."""
    return sorted(items, key=lambda item: hmac.new(secret, str(item).encode(), hashlib.sha256).digest())

"""Draw the tables of a round: who meets whom, and who plays which power, as fairly as the rounds before allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from judge.game.players.power_assignment import minimum_cost_assignment, seeded_shuffle
from judge.seat import Seat


class PlayedTable(NamedTuple):
    """A game of a series: who played what."""

    powers: Mapping[int, str]
    """Number of a person → their power."""


def draw_round(
    entrants: Sequence[int], powers: Sequence[str], before: Iterable[PlayedTable], secret: bytes
) -> tuple[list[dict[int, str]], list[int]]:
    """Return the tables (person → power) and who sits out.

    Who has sat out most plays first; people meet those whom they have met least, and play powers that they have played least; the
    secret decides between equals.
    """
    played = list(before)
    rounds = {person: sum(person in table.powers for table in played) for person in entrants}
    order = sorted(map(int, seeded_shuffle(map(str, entrants), secret)), key=lambda person: rounds[person])
    number = len(entrants) // len(powers)
    seated, out = order[: number * len(powers)], order[number * len(powers) :]
    tables = _tables(seated, number, len(powers), _meetings(played))
    return [_powers(table, powers, played, secret + str(n).encode()) for n, table in enumerate(tables)], out


def _meetings(played: Iterable[PlayedTable]) -> dict[tuple[int, int], int]:
    """(person, person) → how often they have met, both ways."""
    found: dict[tuple[int, int], int] = {}
    for table in played:
        for one in table.powers:
            for other in table.powers:
                found[one, other] = found.get((one, other), 0) + 1
    return found


def _tables(people: Sequence[int], number: int, size: int, met: Mapping[tuple[int, int], int]) -> list[list[int]]:
    """Seat people one after the other where they have met fewest, then exchange pairs as long as that helps."""
    tables: list[list[int]] = [[] for _ in range(number)]
    for person in people:
        free = [table for table in tables if len(table) < size]
        min(free, key=lambda table: (_cost(person, table, met), len(table))).append(person)
    while swap := _better(tables, met):
        (a, i), (b, j) = swap
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    return tables


def _cost(person: int, table: Sequence[int], met: Mapping[tuple[int, int], int]) -> int:
    """How often somebody has met the others of a table; having met twice weighs four times as much."""
    return sum(met.get((person, other), 0) ** 2 for other in table if other != person)


def _better(tables: Sequence[Sequence[int]], met: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    for a, one in enumerate(tables):
        for b in range(a + 1, len(tables)):
            for i, person in enumerate(one):
                for j, other in enumerate(tables[b]):
                    there, here = [x for x in tables[b] if x != other], [x for x in one if x != person]
                    now = _cost(person, here, met) + _cost(other, there, met)
                    if _cost(person, there, met) + _cost(other, here, met) < now:
                        return (a, i), (b, j)
    return None


def _powers(table: Sequence[int], powers: Sequence[str], played: Sequence[PlayedTable], secret: bytes) -> dict[int, str]:
    """Give each person at a table a power that they have played least."""
    names = seeded_shuffle(powers, secret)
    seats = {Seat.player(person + 1): person for person in table}
    often = {
        seat: {power: 10 * sum(each.powers.get(person) == power for each in played) ** 2 for power in names}
        for seat, person in seats.items()
    }
    order = [Seat.player(int(text) + 1) for text in seeded_shuffle(map(str, table), secret)]
    found = minimum_cost_assignment({seat: often[seat] for seat in order}, names)
    return {seats[seat]: power for seat, power in found.items()}

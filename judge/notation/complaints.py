"""What is wrong with an order line, as values: the word that failed and what it could mean. Nothing is chosen for the writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.board import Board, Position, Unit, normalize_name
from judge.notation.order import Order, UnitRef


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why a line is not an order. Templates have a sentence for each code:

    =============== ======================================================================================
    too-long        the line is longer than a line may be
    no-place        `word` is the name of no place; `suggestions` are near in spelling and possible there
    which-place     `word` is the name of several places
    which-coast     the unit could reach several coasts of `places[0]`'s space
    no-such-coast   the space has no coast of that name
    which-unit      several of the writer's units stand there
    which-of-all    no place says which of the writer's units it is for
    which-helped    `word` is a Power's name that may mean several of its units, or none
    which-kind      both an army and a fleet could be built there
    not-yours       `unit` is somebody else's
    no-unit         no such unit of the writer's stands there
    not-dislodged   the unit need not retreat
    no-verb         a unit, but not what it should do
    not-now         orders of this kind are not given in this phase
    retreat-later   a retreat that is kept for the retreats, and may be meant as the move in `suggestions`
    aside           something in brackets after an order that is no part of it
    unclear         words after an order that may change its meaning; `suggestions` is what it would be without
    taken-back      words like `cancel that` or `no wait` behind an order; `suggestions` is the order
    negated         it says what a unit is not to do; `word` says not
    not-there       it says where not to build, and it is not sure which build is not to be
    asked           a question mark after an order
    choice          two orders for one unit; `suggestions` are both; `word` is the second, if it is in a line of its own
    label           a heading in front of an order that nobody knows
    misspelt        `word` is no word of orders; `suggestions` are with the words that are a letter away
    whose           a word in a support or convoy that names no power; `suggestions` has the nearest, if any
    rest-stays      `the rest stays`, which may mean that a unit's earlier order does; `suggestions` is to hold
    which-question  a word that answers several of our questions
    which-answer    a yes to a question that offers several orders
    two-answers     a number and a place that answer our question in two ways
    more-said       a word that may answer our question, in a line with other words or orders
    not-read        it looks like an order but is not; `word` is where reading stopped
    =============== ======================================================================================
    """

    code: str
    word: str = ""
    """The writer's own word or words that failed; of `not-now` the verb, in the grammar's word (`build`)."""
    suggestions: tuple[Order, ...] = ()
    """Whole orders that could have been meant, nearest first; one is still a question."""
    places: tuple[str, ...] = ()
    """Places that are possible where the word stands."""
    unit: Unit | None = None
    """The unit that stands there instead (whose it is, what it is)."""
    about: Unit | None = None
    """The writer's own unit that the line is about, if that is clear. It keeps its earlier order."""


NEAREST = 4
"""The most suggestions in a complaint."""


Owns = Callable[[Order], bool]
"""Whether an order is for a unit of its writer's under another name than its own (`A/F(SAO)`)."""


def ownership_problem(
    order: Order, position: Position, power: str, build: str = "build", owns: Owns | None = None
) -> Complaint | None:
    """Return the complaint if the order's unit is not one that `power` may order; None if it is.

    `owns` knows other names that a game has for units. Whether the order can be carried out is for the referee to say.
    """
    if order.unit is None or order.verb == build or (owns and owns(order)):
        return None
    waiting = position.phase.kind == "retreats"
    pool: Iterable[Unit] = (d.unit for d in position.dislodged) if waiting else position.units
    space = order.unit.space
    here = [u for u in pool if u.space == space]
    if any(u.power == power and _is(u, order.unit) for u in here):
        if order.unit.power in ("", power):
            return None
        return Complaint("unclear", order.unit.power, (order._replace(unit=order.unit._replace(power="")),))
    word = str(order.unit) if order.unit.kind else order.unit.place
    own = [u for u in here if u.power == power]
    if own:
        return Complaint("no-unit", word, tuple(order._replace(unit=unit_reference(u)) for u in own[:NEAREST]), unit=own[0])
    if here:
        return Complaint("not-yours", word, unit=here[0])
    if waiting and any(u.power == power and u.space == space for u in position.units):
        return Complaint("not-dislodged", word)
    return Complaint("no-unit", word)


def unit_reference(unit: Unit) -> UnitRef:
    """Return a unit as its owner's order names it."""
    return UnitRef(unit.kind, unit.place, unit.name)


def _is(unit: Unit, ref: UnitRef) -> bool:
    return ref.kind in ("", unit.kind) and ref.name in ("", unit.name)


def similar_spaces(word: str, spaces: Iterable[str], board: Board) -> tuple[str, ...]:
    """Return the spaces whose code or any name is spelled similarly to the word, nearest first, then by code."""
    wanted, allowed = normalize_name(word), frozenset(spaces)
    limit = 2 if len(wanted) < 3 else 4 if len(wanted) < 5 else 6
    best: dict[str, int] = {}
    letters = set(wanted)
    for name, codes in board.names.table.items():
        if 2 * abs(len(name) - len(wanted)) > limit or allowed.isdisjoint(codes):
            continue
        if 3 * len(letters.symmetric_difference(name)) > 2 * limit:  # a wrong letter costs 3 and makes two letters differ
            continue
        if (off := spelling_distance(wanted, name)) <= limit:
            best.update({code: min(off, best.get(code, off)) for code in codes if code in allowed})
    return tuple(sorted(best, key=lambda code: (best[code], code)))[:NEAREST]


def spelling_distance(one: str, other: str) -> int:
    """Return the distance of two spellings: 2 for each letter missing, extra or swapped with the next, 3 for each wrong letter."""
    before, last = list[int](), list(range(0, 2 * len(other) + 1, 2))
    for i, a in enumerate(one, 1):
        row = [2 * i]
        for j, b in enumerate(other, 1):
            step = min(last[j] + 2, row[j - 1] + 2, last[j - 1] + 3 * (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                step = min(step, before[j - 2] + 2)
            row.append(step)
        before, last = last, row
    return last[-1]

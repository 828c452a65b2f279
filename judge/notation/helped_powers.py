"""Help for a Power's unit that is named by the Power alone: `F MAO helps France into 37`, `I support the French fleet into 37`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.board import Board, Position, Unit, space_of
from judge.notation.complaints import NEAREST, Complaint, unit_reference
from judge.notation.named_units import KINDS
from judge.notation.order import Order, UnitRef
from judge.notation.readings import ParsedOrder, Reading, UnreadableText
from judge.notation.tokens import COURTESY, HELPS, MOVE, POWER, WORD, Token, is_kind, is_place, place_codes

UNREAD = ("not-read", "no-verb", "which-of-all")
"""Complaints about texts that may be such help."""

Lex = Callable[[str], Sequence[Token]]


def with_helped_units(readings: Sequence[Reading], board: Board, position: Position, power: str, lex: Lex) -> Iterator[Reading]:
    """The readings, with the unit that a Power's name can only mean.

    The name of a Power may be a space's, too: nobody helps an empty space, while one of the Power's units can go where it says.
    What was not understood, or could be several units, is a question. `lex` returns the tokens of a text.
    """
    for reading in readings:
        if isinstance(reading, ParsedOrder) and reading.order.verb == "move":
            yield _attack(reading, board, position, lex)
            continue
        helped = _Helped(board, position, power, lex(reading.text)) if _may_be(reading, position) else None
        if helped is None or not helped.whom:
            yield reading
        elif isinstance(reading, ParsedOrder):
            yield helped.settled(reading)
        elif isinstance(reading, UnreadableText) and (offers := helped.offers()):
            complaint = Complaint(reading.complaint.code, reading.complaint.word, offers, about=reading.complaint.about)
            yield reading._replace(complaint=complaint)
        else:
            yield reading


def _may_be(reading: Reading, position: Position) -> bool:
    if isinstance(reading, UnreadableText):
        return reading.complaint.code in UNREAD and not reading.complaint.suggestions
    order = reading.order if isinstance(reading, ParsedOrder) else None
    alone = order is not None and order.verb == "support" and order.of is not None and not (order.of.kind or order.of.power)
    return alone and all(unit.space != order.of.space for unit in position.units if order and order.of)


def _attack(reading: ParsedOrder, board: Board, position: Position, lex: Lex) -> Reading:
    """A move to where its unit cannot go, whose goal may be called like a Power, as a question: `attack France again`."""
    order, goal = reading.order, space_of(reading.order.target)
    if order.unit is None or order.via or order.path or goal in (near := board.reach_spaces(order.unit.kind, order.unit.place)):
        return reading
    word = next((token for token in lex(reading.text)[::-1] if goal in place_codes(token)), None)
    if word is None or not (whom := _power(word)) or word.end - word.start == len(goal):
        return reading
    spaces = dict.fromkeys(unit.space for unit in position.units_of(whom) if unit.space in near)
    offers = tuple(order._replace(target=space) for space in spaces)[:NEAREST]
    if not offers or (order.unit.kind == "A" and board.places("F", goal)):  # an army may go there by sea
        return reading
    complaint = Complaint("which-helped", reading.text[word.start : word.end], offers)
    return UnreadableText(reading.text, complaint, reading.line, reading.at)


class _Helped:
    """A text that helps a Power. `whom`: the Power, '' if it is none, or says more."""

    def __init__(self, board: Board, position: Position, power: str, tokens: Sequence[Token]) -> None:
        self._board, self._position, self._power = board, position, power
        self.whom, self._kind, self._target = "", "", ""
        self._by: Sequence[Unit] = ()
        at = next((n for n, token in enumerate(tokens) if is_kind(token, HELPS[0])), len(tokens))
        if at + 1 >= len(tokens) or not (whom := _power(tokens[at + 1])):
            return
        own, rest = tokens[:at], list(tokens[at + 2 :])
        while rest and rest[-1].options[0] == (WORD, COURTESY):
            rest.pop()
        if rest and (kind := _kind(rest[0])):
            self._kind, rest = kind, rest[1:]
        while rest and is_kind(rest[0], MOVE):
            rest = rest[1:]
        goal = place_codes(rest[0]) if len(rest) == 1 else []
        places = [place_codes(token) for token in own if is_place(token)]
        strange = any(not is_place(token) and not _kind(token) for token in own)
        if strange or len(places) > 1 or (rest and len(goal) != 1):
            return
        mine = position.units_of(power)
        self._target = space_of(goal[0]) if goal else ""
        self._by = [unit for unit in mine if (unit.space in places[0] if places else self._near(unit, self._target))]
        self.whom, self._word = whom, tokens[at + 1]

    def _near(self, unit: Unit, space: str) -> bool:
        return space in self._board.reach_spaces(unit.kind, unit.place)

    def offers(self) -> tuple[Order, ...]:
        """The help for each of the Power's units that can be meant; none if there are too many."""
        pairs = [(by, of) for by in self._by for of in self._meant(by)]
        found = tuple(Order("support", unit_reference(by), self._target, self._ref(of)) for by, of in pairs)
        return found if len(found) <= NEAREST else ()

    def _meant(self, by: Unit) -> Iterator[Unit]:
        """The Power's units that one of the writer's can help to do what the text says."""
        if self._target and not self._near(by, self._target):
            return
        for unit in self._position.units_of(self.whom):
            does = self._near(unit, self._target) if self._target else self._near(by, unit.space)
            if unit != by and self._kind in ("", unit.kind) and does:
                yield unit

    def _ref(self, unit: Unit) -> UnitRef:
        """How help names a unit: with its nationality, if others stand beside it."""
        crowd = sum(other.space == unit.space for other in self._position.units) > 1
        return unit_reference(unit)._replace(power=unit.power if crowd else "")

    def settled(self, reading: ParsedOrder) -> Reading:
        """Help for an empty space as help for the Power's unit; as a question, if it may be for either."""
        order = reading.order
        assert order.of is not None
        if order.unit is None:
            return reading
        space, target = order.of.space, space_of(order.target)
        kinds = [kind for kind in self._board.links if self._board.places(kind, space)]
        goes = any(target in self._board.reach_spaces(kind, place) for kind in kinds for place in self._board.places(kind, space))
        possible = goes if target else space in self._board.reach_spaces(order.unit.kind, order.unit.place)
        code = self._word.end - self._word.start == len(space)
        if possible and code:
            return reading  # `S ENG-Bel`: somebody may stand there who is not seen
        meant = self.offers()
        if len(meant) == 1 and not possible and not code:
            return reading._replace(order=meant[0])
        word = reading.text[self._word.start : self._word.end]
        complaint = Complaint("which-helped", word, (*meant, *((order,) if possible else ())))
        return UnreadableText(reading.text, complaint, reading.line, reading.at)


def _power(token: Token) -> str:
    return next((power for kind, power in token.options if kind == POWER), "")


def _kind(token: Token) -> str:
    """The letter of the kind of unit that a token names, '' for none."""
    return next((KINDS[kind][-1].upper() for kind, _ in token.options if kind in KINDS), "")

"""Moves over two spaces that are told one after the other: `Lisbon into the Mid Atlantic, then South Atlantic`.

Only for units to which the referee allows such a move. What cannot be such a move is asked about, so that its first half never
stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.board import space_of
from judge.game.decision import CommandContext
from judge.notation import Order, UnitRef
from judge.notation.complaints import Complaint
from judge.notation.reader import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.readings import COURTESY, NAME, TALK
from judge.notation.small_words import without
from judge.notation.tokens import CONDITION, HELPS, MOVE, NEGATED, STOP, WORD, Token, is_coast, is_kind, is_place, place_codes
from judge.notation.tokens import COURTESY as POLITE
from judge.rules.legal_orders import legal_orders

_GOES_ON = ("aside", "no-verb", "not-read", "no-unit", "not-yours", "no-place")
"""Complaints about texts that may be the rest of a route."""
_LOST = ("no-verb", "not-read", "no-unit", "not-yours", "no-place")
"""Complaints about texts that may be a whole route."""
_MARKS = re.compile(r"[\s,()\[\]]+")
_OTHER, _SENTENCE = re.compile(r"[:!?/]"), re.compile(r"[.;]")
"""What parts two spaces for good, and what leaves in doubt whether they are one move."""
_INSTEAD = ((WORD, CONDITION), (WORD, NEGATED))
_STOPS = ((STOP, ","), (STOP, "."), (STOP, ";"))
_BARE = ("", "and", "&")
"""What may stand between two places that are no route, but a choice."""
PLACES = 3
"""The places of a whole route: where the unit is, what it crosses, and where it goes."""

Ways = Mapping[UnitRef, Sequence[Order]]
"""A unit → its moves over two spaces."""


def with_routes(asked: CommandContext, readings: Sequence[Reading]) -> list[Reading]:
    """The readings, with such a move for the first half of one and the words behind it, or a question about both."""
    reader = _Routes(asked)
    found = list[Reading]()
    for reading in readings:
        joined = reader.joined(found[-1], reading) if found and found[-1].line == reading.line else None
        if joined is None:
            found += reader.alone(reading)
        else:
            found[-1:] = joined
    return list(reader.offered(found))


class _Routes:
    """The moves of one writer. They are looked up where a line first shows a need."""

    def __init__(self, asked: CommandContext) -> None:
        self._asked, self._known = asked, dict[str, Ways]()
        self._board = asked.ruleset.board_at(asked.game.board_now)
        self._small = asked.ruleset.notation.vocabulary.plain.small

    def joined(self, half: Reading, rest: Reading) -> list[Reading] | None:
        """What an order and the text behind it say together; None if they are not one."""
        if not isinstance(half, ParsedOrder) or isinstance(rest, ParsedOrder) or half.at < 0 or rest.at < half.at + len(half.text):
            return None
        if isinstance(rest, IgnoredText) and rest.kind not in (TALK, NAME):
            return None
        if isinstance(rest, UnreadableText) and rest.complaint.code not in _GOES_ON:
            return None
        if not self._may_go_on(half.order):
            return None
        if half.order.path:
            said = IgnoredText(rest.text, kind=COURTESY, line=rest.line, at=rest.at)
            return [half, said] if self._counts(rest.text) else None  # `F Bre-CEL-NAO (double move)`
        return [read] if (read := self._read(half, half.order, half.line[half.at : rest.at + len(rest.text)])) else None

    def alone(self, reading: Reading) -> list[Reading]:
        """What a text says in which the rest of a route was not understood: `Bordeaux into BOB and MAO`."""
        if not isinstance(reading, UnreadableText) or reading.complaint.code != "unclear" or not reading.complaint.suggestions:
            return [reading]
        half, word = reading.complaint.suggestions[0], reading.complaint.word
        if not self._may_go_on(half) or not reading.text.endswith(word):
            return [reading]
        if half.path:
            return [ParsedOrder(reading.text, half, line=reading.line, at=reading.at) if self._counts(word) else reading]
        return [self._read(reading, half, reading.text) or self._with_route(reading, reading.text)]

    def _counts(self, text: str) -> bool:
        """Whether a text only says that a move goes over two spaces."""
        spoken = without(text, self._small.two_spaces)
        return spoken != text and not any(map(str.isalnum, spoken))

    def _with_route(self, reading: UnreadableText, text: str) -> UnreadableText:
        """A question about the first half of a route that offers the whole, too, if the text names a space that would end it."""
        half = next(iter(reading.complaint.suggestions), None)
        if half is None or half.unit is None or not self._may_go_on(half) or half.path:
            return reading
        tokens = self._lexed(text)
        if _OTHER.search(text) or any(each.options[0] in _INSTEAD for each in tokens):  # `F Lis-MAO/SAO`, `or SAO`
            return reading
        places = [place_codes(token) for token in tokens if is_place(token)]
        at = next((n for n in range(len(places) - 1, -1, -1) if space_of(half.target) in places[n]), len(places))
        after = places[at + 1] if at + 1 < len(places) else []
        route = self._route(half.unit, half.target, after[0]) if len(after) == 1 else None
        offers = tuple(dict.fromkeys((route, *reading.complaint.suggestions))) if route else ()
        return reading._replace(complaint=replace(reading.complaint, suggestions=offers)) if route and offers else reading

    def offered(self, readings: Sequence[Reading]) -> Iterator[Reading]:
        """The readings, with such a move offered for a text that is not understood and names its three places alone: for a whole
        line, or for a part.
        """
        lost = [each for each in readings if isinstance(each, UnreadableText) and each.complaint.code in _LOST]
        lines = {each.line for each in lost} - {each.line for each in readings if isinstance(each, ParsedOrder) or _offers(each)}
        routes, told = {line: route for line in lines if line and (route := self._whole(line))}, set[str]()
        for reading in readings:
            if (route := routes.get(reading.line)) is not None:
                if reading.line not in told:
                    text = reading.line.strip()
                    yield self._offered(UnreadableText(text, Complaint(""), reading.line, reading.line.find(text)), route)
                told.add(reading.line)
            elif reading in lost and not _offers(reading) and (route := self._whole(reading.text)):
                assert isinstance(reading, UnreadableText)
                yield self._offered(reading, route)
            else:
                yield reading

    def _offered(self, reading: UnreadableText, route: Order) -> UnreadableText:
        """The question whether a text is this move."""
        about = next(unit for unit in self._asked.game.board_now.units_of(self._asked.voice) if _is(unit.place, route))
        return reading._replace(complaint=Complaint("not-read", "", (route,), about=about))

    def _may_go_on(self, order: Order) -> bool:
        """Whether it is a plain move of a unit that may go two spaces."""
        return order.verb == "move" and order.unit is not None and not order.via and bool(self._ways.get(order.unit))

    @property
    def _ways(self) -> Ways:
        """The writer's moves over two spaces. In most games there are none."""
        if "" not in self._known:
            position = self._asked.game.board_now
            if position.phase.kind != "movement":
                return {}
            choices = legal_orders(position, self._asked.ruleset, self._asked.voice).values()
            found = dict[UnitRef, list[Order]]()
            for order in (each for orders in choices for each in orders):
                if order.verb == "move" and order.unit and len(order.path) == 1:
                    found.setdefault(order.unit, []).append(order)
            self._known[""] = found
        return self._known[""]

    def _route(self, unit: UnitRef, first: str, last: str) -> Order | None:
        """The unit's move over one space to another, if there is only one."""
        ways = [each for each in self._ways.get(unit, ()) if each.path == (space_of(first),) and space_of(each.target) == last]
        return ways[0] if len(ways) == 1 else None

    def _read(self, reading: Reading, half: Order, text: str) -> Reading | None:
        """What a text says that begins with the first half of a route; None if it goes on with anything else than a place."""
        tokens, written = self._tokens(text), self._lexed(text)
        ends = [at for at, token in enumerate(tokens) if is_place(token)][-2:]
        named = [token for token in written if is_place(token)][-2:]
        if len(ends) != 2 or len(named) != 2 or half.unit is None:
            return None
        (first, last), codes = named, place_codes(named[1])
        if len(codes) != 1 or space_of(half.target) not in place_codes(first):
            return None
        between = text[first.end : last.start]
        if not all(map(_goes_on, tokens[ends[0] :])) or _OTHER.search(between):
            return None
        parted = _SENTENCE.search(between) is not None
        between = _MARKS.sub(" ", between).strip(" .;").lower()
        route = self._route(half.unit, half.target, codes[0])
        near = codes[0] in self._board.reach_spaces(half.unit.kind, half.unit.place)
        if route and between and not parted and not (near and between in _BARE):
            filled = reading.filled if isinstance(reading, ParsedOrder) else ()
            return ParsedOrder(text, route, filled, line=reading.line, at=reading.at)
        if (route is None or parted) and not between:
            return None
        either = (route, half) if route else (half,)
        offers = dict.fromkeys((*either, *(reading.complaint.suggestions if isinstance(reading, UnreadableText) else ())))
        word = text[first.end :].strip(" ,")
        return UnreadableText(text, Complaint("unclear", word, tuple(offers)), reading.line, reading.at)

    def _whole(self, line: str) -> Order | None:
        """The route of which a line names the places one after the other, and nothing that may say something else."""
        tokens = self._tokens(line)
        places = [place_codes(token) for token in tokens if is_place(token)]
        plain = self._asked.ruleset.notation.vocabulary.plain
        if len(places) != PLACES or any(len(codes) != 1 for codes in places) or plain.tells_of_others(line.lower().split()):
            return None
        if any(is_kind(token, kind) for token in tokens for kind in HELPS) or any(map(_changes, tokens)):
            return None
        (start,), (first,), (last,) = places
        return next((route for unit in self._ways if unit.space == start and (route := self._route(unit, first, last))), None)

    def _tokens(self, text: str) -> Sequence[Token]:
        """The tokens of a text, without words that only say that a unit goes on."""
        return self._lexed(without(without(text, self._small.two_spaces), self._small.onward))

    def _lexed(self, text: str) -> Sequence[Token]:
        return self._asked.ruleset.notation.vocabulary.lex(text, self._board.names)


def _goes_on(token: Token) -> bool:
    return is_place(token) or is_coast(token) or is_kind(token, MOVE) or token.options[0] in (*_STOPS, (WORD, POLITE))


def _changes(token: Token) -> bool:
    """Whether a word may change an order: it denies, doubts, or puts a condition."""
    return token.kind == WORD and token.options[0][1] not in (None, POLITE)


def _offers(reading: Reading) -> bool:
    return isinstance(reading, UnreadableText) and bool(reading.complaint.suggestions)


def _is(place: str, order: Order) -> bool:
    return order.unit is not None and order.unit.place == place

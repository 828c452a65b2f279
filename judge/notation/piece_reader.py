"""Read one piece of a line: the order that it gives, what is wrong with it, or that it is talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lark import Tree

from judge.board import Board, Position, Unit, normalize_name, space_of
from judge.notation.complaints import Complaint, Owns, ownership_problem, spelling_distance
from judge.notation.completion import OrderCompleter
from judge.notation.lexer import Vocabulary
from judge.notation.misspelt import ONE_LETTER, is_slip, opens_a_unit, respelt, respelt_throughout
from judge.notation.order import Order, UnitRef
from judge.notation.plain_words import DOES, PLAIN
from judge.notation.readings import (
    NAME,
    IgnoredText,
    ParsedOrder,
    Reading,
    UnreadableText,
    bracketed,
    ignored_text,
    with_whole_name,
)
from judge.notation.remarks import token_value
from judge.notation.segments import OrderSegment
from judge.notation.shared_orders import helped_order
from judge.notation.targets import join_target, other_target
from judge.notation.tokens import NEGATED, PLACE, POWER, WORD, Token
from judge.notation.verbs import BACKED, HOLDS, REST

UNREAD = ("not-read", "no-verb", "no-place", "which-place", "whose", "unclear")
"""Complaints that a misspelt word may have caused."""
FAR = 4
"""The greatest spelling distance of a power's name that is suggested."""
_INITIALS = re.compile(r"(?:[A-Z]\.){1,2}[A-Z]\.?")
SHORT = 48
"""The most characters of talk that may be a misspelt order."""


class LineContext(NamedTuple):
    """A line being read, and for whom."""

    line: str
    board: Board
    position: Position
    power: str
    strict: bool
    hints: bool
    owns: Owns | None = None
    """Recognises the writer's units by other names than their own."""
    doubted: bool = True
    """Whether anything in the line is in doubt."""
    above: Sequence[Reading] = ()
    """What the line above says."""


ReadAnew = Callable[[str, LineContext, bool], tuple[Reading, ...]]
"""Reads another text for the writer of a line, with suggestions or without."""


@dataclass(frozen=True)
class PieceReader:
    """Reads the pieces of lines in one game's words."""

    vocabulary: Vocabulary
    completer: OrderCompleter
    write: Callable[[Order], str]
    """Gives the house form of an order."""
    read_anew: ReadAnew

    def reading(self, piece: OrderSegment, at: LineContext, before: Sequence[Reading], carried: tuple[str, str]) -> Reading:
        """Return what a piece says. `before` are the readings of what stands before it, to which it may refer; `carried` is the
        verb, and the kind of unit, of which the order in front is one of a list: `build A Par, Mar`.
        """
        said = self._read_as(piece, at, before, carried)
        if isinstance(said, UnreadableText) and said.complaint.code == "not-read" and _INITIALS.fullmatch(said.text):
            return IgnoredText(said.text, kind=NAME)
        if isinstance(said, UnreadableText) and said.complaint.code in UNREAD:
            return (self._negated(said, at) if at.doubted else None) or self._misspelt(said, at, said.complaint.about) or said
        worded = piece.named == "place" or piece.tree is not None or opens_a_unit(said.text)
        short = isinstance(said, IgnoredText) and worded and len(said.text) <= SHORT
        return (self._misspelt(said, at) if short else None) or said

    def _misspelt(self, said: Reading, at: LineContext, about: Unit | None = None) -> UnreadableText | None:
        """Return a complaint about a misspelt word, with the orders that the text would be if it were corrected; None if there are
        none.
        """
        if not at.hints:
            return None
        found = dict[Order, str]()
        for correct in (respelt, respelt_throughout):
            for word, text in () if found else correct(said.text, self.vocabulary, at.board.names):
                read = self.read_anew(text, at, False)
                if len(read) == 1 and isinstance(read[0], ParsedOrder):
                    found.setdefault(read[0].order, word)
        if not found:
            return None
        return UnreadableText(said.text, Complaint("misspelt", next(iter(found.values())), tuple(found), about=about))

    def _negated(self, said: UnreadableText, at: LineContext) -> UnreadableText | None:
        """Return a complaint about a text that says what a unit is not to do; None for anything else."""
        tokens = self.vocabulary.lex(said.text, at.board.names)
        word = next((token for token in tokens if token_value(token) == NEGATED), None)
        if word is None:
            return None
        named = [space_of(code) for token in tokens for kind, codes in token.options if kind == PLACE for code in codes]
        own = [unit for space in named for unit in at.position.units_of(at.power) if unit.space == space]
        mine = not own and bool(set(named).intersection(at.position.centres(at.power)))
        code = "not-there" if mine and at.position.phase.kind == "adjustments" else "negated"
        return UnreadableText(said.text, Complaint(code, said.text[word.start : word.end], about=own[0] if own else None))

    def _read_as(self, piece: OrderSegment, at: LineContext, before: Sequence[Reading], carried: tuple[str, str]) -> Reading:
        text = bracketed(at.line, piece.start, piece.end)
        if piece.aside:
            return UnreadableText(text, Complaint("aside", text))
        if piece.tree is None:
            return UnreadableText(text, self._unread(piece, at)) if piece.orderlike else ignored_text(piece, at.line)
        if piece.tree.data == REST or (piece.plural and piece.lone and piece.tree.data == HOLDS):
            return self._everyone(text, piece, at)
        if piece.tree.data in BACKED and not piece.orderlike:
            return ignored_text(piece, at.line)
        if piece.tree.data in BACKED:
            return self._backed(text, piece, at, helped_order(before))
        filled = self.completer.order(piece.tree, at.line, at.board, at.position, at.power, at.strict, at.hints, *carried)
        if filled is None or (isinstance(filled, Complaint) and not piece.orderlike and not is_slip(filled, at.board.names)):
            return ignored_text(piece, at.line)
        if isinstance(filled, Complaint):
            return UnreadableText(text, with_whole_name(filled, piece, at.line))
        complaint = self._not_own(filled.order, text, at) if at.strict else None
        if complaint is None and piece.stray is not None and not self._is_chatter(piece.stray, at):
            word = at.line[piece.stray.start : piece.end]
            complaint = Complaint("unclear", word, (filled.order, *other_target(filled.order, piece.stray, at.board)))
        order = join_target(filled.order, at.board) if piece.joined else filled.order
        if complaint is None and piece.joined and order is None:
            word = at.line[piece.joined.start : piece.end]
            complaint = Complaint("unclear", word, (filled.order,)) if filled.order.of else Complaint("no-verb", word)
        return UnreadableText(text, complaint) if complaint else ParsedOrder(text, order or filled.order, filled.notes, filled.goal)

    def _is_chatter(self, stray: Token, at: LineContext) -> bool:
        """Whether a word alone in brackets behind an order is one of plain speech, or at the end a name: `A Lvp-Yor (yawn)`."""
        said = at.line[stray.start : stray.end]
        word = normalize_name(said)
        if stray.depth == 0 or stray.options != ((WORD, None),):
            return False
        signs = said.istitle() and not at.line[stray.end :].strip(" )].") and not self._is_near(word, at.board)
        return signs or self.vocabulary.plain.kind(word) in (PLAIN, DOES)

    def _is_near(self, word: str, board: Board) -> bool:
        """Whether a word may be a slip for one of orders, or for a name on the board."""
        known = (*self.vocabulary.phrases, *self.vocabulary.powers, *board.names.table)
        return any(abs(len(each) - len(word)) < ONE_LETTER and spelling_distance(word, each) <= ONE_LETTER for each in known)

    def _not_own(self, order: Order, text: str, at: LineContext) -> Complaint | None:
        found = ownership_problem(order, at.position, at.power, owns=at.owns)
        return replace(found, word=self._said_power(text, found.word, at)) if found and found.code == "unclear" else found

    def _said_power(self, text: str, power: str, at: LineContext) -> str:
        """Return the power that a text names."""
        tokens = self.vocabulary.lex(text, at.board.names)
        return next((text[each.start : each.end] for each in tokens if (POWER, power) in each.options), power)

    def _everyone(self, text: str, piece: OrderSegment, at: LineContext) -> Reading:
        """Return an order for all units: it names none, and is made into one for each at the end."""
        if piece.stray is not None:
            return UnreadableText(text, Complaint("not-read", at.line[piece.stray.start : piece.end]))
        if at.position.phase.kind != "movement":
            return UnreadableText(text, Complaint("not-now", "stands"))
        if piece.tree and (whose := self.completer.whose(piece.tree)) not in ("", at.power):
            return UnreadableText(text, Complaint("not-yours", self._said_power(text, whose, at)))
        kind = self.completer.kind(piece.tree) if piece.lone and piece.tree else ""
        return ParsedOrder(text, Order(HOLDS, UnitRef(kind, "") if kind else None))

    def _backed(self, text: str, piece: OrderSegment, at: LineContext, helped: Order | None) -> Reading:
        """Return a support that is written after the order it is for."""
        verb = BACKED[str(piece.tree.data)] if piece.tree else ""
        known = helped is not None and helped.verb in ("move", "stands" if verb == "supports" else "move")
        if helped is None or not known or piece.stray is not None:
            return UnreadableText(text, Complaint("not-read", at.line[piece.start : piece.end]))
        unit = piece.tree.children[0] if piece.tree is not None else None
        named = self.completer.words(unit, at.line) if isinstance(unit, Tree) else ""
        line = f"{named} {verb} {self.write(helped if helped.path else helped._replace(via=''))}"
        read = self.read_anew(line, at, at.hints)
        if len(read) != 1 or isinstance(read[0], IgnoredText):
            return ignored_text(piece, at.line)
        over = any(isinstance(each, ParsedOrder) and each.order == helped for each in at.above)
        if over and isinstance(read[0], ParsedOrder) and not _reaches(read[0].order, at):
            return UnreadableText(text, Complaint("not-read", at.line[piece.start : piece.end]))
        return read[0]._replace(text=text)

    def _unread(self, piece: OrderSegment, at: LineContext) -> Complaint:
        if piece.broke is None:
            return Complaint("not-read", at.line[piece.start : piece.end])
        word = at.line[piece.broke.start : piece.broke.end]
        return Complaint(piece.code, word, self._whose(piece, at) if piece.code == "whose" and at.hints else ())

    def _whose(self, piece: OrderSegment, at: LineContext) -> tuple[Order, ...]:
        """Return the support with the nearest power instead of an unknown word, or without the word."""
        if piece.broke is None:
            return ()
        word = normalize_name(at.line[piece.broke.start : piece.broke.end])
        apart = {name: spelling_distance(word, name) for name in self.vocabulary.powers if 2 * abs(len(name) - len(word)) <= FAR}
        names = sorted((name for name in apart if apart[name] <= FAR and len(name) > 2), key=lambda name: (apart[name], name))
        near = [name for name in names[:1] if self.vocabulary.powers[name] != at.power]
        for name in (*near, ""):
            line = f"{at.line[piece.start : piece.broke.start]} {name} {at.line[piece.broke.end : piece.end]}"
            read = self.read_anew(line, at._replace(strict=True, owns=None), False)
            if len(read) == 1 and isinstance(read[0], ParsedOrder):
                return (read[0].order,)
        return ()


def _reaches(order: Order, at: LineContext) -> bool:
    """Whether a unit borders on the place where it would support another. If not, a bare `S` means nothing above."""
    if not at.strict or order.verb != "support" or order.unit is None or order.of is None:
        return True
    return space_of(order.target or order.of.place) in at.board.reach_spaces(order.unit.kind, order.unit.place)

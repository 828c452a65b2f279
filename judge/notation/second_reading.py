"""What of a line was not understood at first, read again: orders without a mark between them, and sentences in free words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.board import Board, Position
from judge.notation.gist import GistReader, may_be_read
from judge.notation.lexer import Vocabulary
from judge.notation.place_pairs import with_pairs
from judge.notation.possible import Possible
from judge.notation.readings import IgnoredText, ParsedOrder, Reading
from judge.notation.segments import OrderSegment
from judge.notation.splitter import OrderSplitter
from judge.notation.unmarked import UnmarkedOrders, may_be_several
from judge.notation.winter_gist import WinterGist

Said = list[tuple[OrderSegment, Reading]]
Read = Callable[[OrderSegment, Sequence[Reading]], Reading]


class SecondReading:
    """Reads lines again. `read` reads a piece after others."""

    def __init__(self, vocabulary: Vocabulary, pieces: OrderSplitter, board: Board, position: Position, power: str) -> None:
        self._vocabulary, self._pieces, self._board, self._position = vocabulary, pieces, board, position
        self._power, self._possible = power, Possible(board, position, power)

    def of(self, said: Said, line: str, read: Read, above: Sequence[Reading]) -> Said:
        """Return a line's pieces with their readings. What was understood stays as it is."""
        if all(isinstance(reading, ParsedOrder) for _, reading in said) and said:
            return said
        found, small = said, self._vocabulary.plain.small
        several = self._position.phase.kind == "movement" and any(may_be_several(*each) for each in found)
        if several or any(may_be_read(*each, small) for each in found):
            tokens = self._vocabulary.lex(line, self._board.names)
            if several:
                found = UnmarkedOrders(self._pieces, read, self._possible).parted(found, tokens)
            if any(may_be_read(*each, small) for each in found):
                gist = GistReader(self._vocabulary.plain, self._pieces, read, self._possible, line)
                found = gist.read_again(found, tokens, above)
        if found and self._position.phase.kind == "movement" and all(isinstance(reading, IgnoredText) for _, reading in found):
            found = with_pairs(found, self._vocabulary.lex(line, self._board.names), self._pieces, read, self._possible)
        if self._position.phase.kind == "adjustments" and any(not isinstance(reading, ParsedOrder) for _, reading in found):
            winter = WinterGist(self._vocabulary, self._pieces, read, self._position, self._power)
            found = winter.read_again(found, line, self._board.names)
        return found

"""What of a line was not understood at first, read again: orders without a mark between them, and sentences in free words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.board import Board, Position
from judge.notation.gist import GistReader, is_unread
from judge.notation.lexer import Vocabulary
from judge.notation.possible import Possible
from judge.notation.readings import Reading
from judge.notation.segments import OrderSegment
from judge.notation.splitter import OrderSplitter
from judge.notation.unmarked import UnmarkedOrders, may_be_several

Said = list[tuple[OrderSegment, Reading]]
Read = Callable[[OrderSegment, Sequence[Reading]], Reading]


class SecondReading:
    """Reads lines again. `read` reads a piece after others."""

    def __init__(self, vocabulary: Vocabulary, pieces: OrderSplitter, board: Board, position: Position, power: str) -> None:
        self._vocabulary, self._pieces, self._board, self._position = vocabulary, pieces, board, position
        self._possible = Possible(board, position, power)

    def of(self, said: Said, line: str, read: Read, above: Sequence[Reading]) -> Said:
        """Return a line's pieces with their readings. What was understood stays as it is."""
        found = said
        several = self._position.phase.kind == "movement" and any(may_be_several(*each) for each in found)
        if several or any(is_unread(*each) for each in found):
            tokens = self._vocabulary.lex(line, self._board.names)
            if several:
                found = UnmarkedOrders(self._pieces, read, self._possible).parted(found, tokens)
            if any(is_unread(*each) for each in found):
                gist = GistReader(self._vocabulary.plain, self._pieces, read, self._possible, line)
                found = gist.read_again(found, tokens, above)
        return found

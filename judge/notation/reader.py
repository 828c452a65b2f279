"""Read order lines into orders, and write orders: one object for each game, made of the base grammar and the game's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import chain
from types import MappingProxyType

from lark import Lark

from judge.board import Board, PlaceNames, Position
from judge.notation.complaints import Complaint, Owns
from judge.notation.completion import OrderCompleter
from judge.notation.conflicting_orders import (
    question_choices,
    question_lists,
    question_supports,
    with_builds_asked,
    with_changes_asked,
    with_later_doubts,
    with_retractions_asked,
)
from judge.notation.cut_text import CutLine, cut_headings, cut_phase, cut_possible, cut_pronoun, cut_remarks, cut_wish
from judge.notation.drafts import is_draft_banner, is_final_banner, is_led_by_draft
from judge.notation.helped_powers import with_helped_units
from judge.notation.house_form import FORMS, Form, OrderWriter, adjectives, compile_form, power_words
from judge.notation.layouts import without_letters
from judge.notation.lexer import Vocabulary
from judge.notation.only_unit import with_it_disbanded, with_only_unit
from judge.notation.order import Order, UnitRef
from judge.notation.order_grammar import ROLES, SPELLED, order_parser, phrases_of, terminals_of, wrong_rules
from judge.notation.other_languages import Language
from judge.notation.other_unit import with_other_unit
from judge.notation.piece_reader import SHORT, LineContext, PieceReader
from judge.notation.plain_words import NO_PLAIN_WORDS, PlainWords
from judge.notation.polite_questions import with_questions_offered
from judge.notation.readings import (
    ASKED,
    COMMENT,
    COURTESY,
    OLD,
    TALK,
    IgnoredText,
    ParsedOrder,
    Reading,
    UnreadableText,
    as_written,
    bracket_start,
    drafted,
    question_doubts,
    settle_readings,
)
from judge.notation.remarks import (
    Doubt,
    doubtful_sentences,
    quoted_orders,
    token_value,
)
from judge.notation.second_reading import SecondReading
from judge.notation.segments import OrderSegment
from judge.notation.shared_orders import for_everyone, led_by_help, share_orders, with_helped_moves, without_mentioned
from judge.notation.splitter import OrderSplitter
from judge.notation.targets import with_target
from judge.notation.tokens import PLACE, PLURALS, STALE, TITLE, Token
from judge.notation.verbs import CARRIED, UNSAID
from judge.notation.vocabulary import build_vocabulary
from judge.notation.waived_places import beside_waived, waived_nowhere, waived_places, without_waived

__all__ = [
    "HINTS",
    "KNOWN",
    "MAX_LINE",
    "ROLES",
    "SHORT",
    "IgnoredText",
    "Notation",
    "ParsedOrder",
    "Reading",
    "UnreadableText",
]

MAX_LINE, GLANCE = 1000, 200
"""Characters in an order line. Of a longer line only `GLANCE` are looked at, to tell orders from talk."""
KNOWN = 1000
"""How many short lines are cached, if nothing else is wanted: a letter is tried before it counts, and people send all their orders
again to change one.
"""
MOST = 1000
"""Lines of a letter that are read as orders. No letter of a player has as many; the others are told as not understood."""
HINTS, TALKS = 16, 64
"""Misread orders in a letter that get suggestions, and lines without an order; the others are only reported as not read."""

Apart = tuple[Sequence[OrderSegment], Sequence[Doubt], str]
"""The pieces of a line, its doubts, and its kind of heading: TITLE, OUTDATED or none."""


@dataclass(frozen=True)
class Notation:
    """Reads what people write, and writes the house form. Made once for each game folder, and not changed afterwards."""

    vocabulary: Vocabulary
    pieces: OrderSplitter
    completer: OrderCompleter
    forms: Mapping[str, Form]
    adjectives: Mapping[str, str]
    seasons: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The first word of a season's name → the other words for it: `Autumn` → `Fall`."""
    known: int = KNOWN
    """How many short lines are cached."""

    @classmethod
    def of(
        cls,
        grammar: str,
        extension: str = "",
        forms: Mapping[str, str] | None = None,
        powers: Mapping[str, Sequence[str]] | None = None,
        languages: Sequence[Language] = (),
        abroad: Mapping[str, Sequence[str]] = MappingProxyType({}),
        plain: PlainWords = NO_PLAIN_WORDS,
        seasons: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Notation:
        """Build a game's notation.

        `grammar` and `extension` are Lark texts (grammar/orders.lark and the game folder's orders.lark). `forms` adds to
        `FORMS`: verb → form, `kind_x` → letter, `via_x` and `load_x` → word. `powers`: power → (adjective, further names …).
        `languages`: the words that other languages have for these; `abroad`: language → its names of places and powers.
        `seasons`: the first word of a season's name → the other words for it.
        Raises ValueError if the grammar is wrong or ambiguous (an LALR conflict), or a verb has no form.
        """
        parser = order_parser(f"{grammar}\n{extension}")
        printed = {**FORMS, **(forms or {})}
        spelled = {name: form for name, form in printed.items() if name.startswith(SPELLED)}
        verbs = {name: compile_form(form) for name, form in printed.items() if name not in spelled}
        for wrong in wrong_rules(parser, printed):
            raise ValueError(wrong)
        words, pieces = _words_and_pieces(parser, tuple(languages))
        table = replace(words, plain=plain, other=words.other.with_names(abroad)).with_powers(power_words(powers or {}))
        return cls(table, pieces, OrderCompleter(spelled), verbs, adjectives(powers or {}), seasons)

    def with_powers(self, powers: Mapping[str, Sequence[str]]) -> Notation:
        """Return the same notation for other powers: power → (adjective, further names …)."""
        table = self.vocabulary.with_powers(power_words(powers))
        return replace(self, vocabulary=table, adjectives=adjectives(powers))

    def read_all(
        self, lines: Iterable[str], board: Board, position: Position, power: str, strict: bool = True, owns: Owns | None = None
    ) -> list[Reading]:
        """Return everything that lines say. After `HINTS` misread orders, no more suggestions are looked for."""
        found, above = list[Sequence[Reading]](), tuple[Reading, ...]()
        misread, talk, old, given = 0, 0, False, False
        written = list(lines)
        spoken = cache(lambda: self._languages(written, board.names))  # of the whole letter, once, if a line makes it worth asking
        for line, lettered in zip(written[:MOST], without_letters(written[:MOST]), strict=True):
            draft = is_draft_banner(line)
            behind = draft and given and not line.rstrip().endswith(":")
            old = self._old(line, board, old) or (draft and not behind)
            if behind or old or is_led_by_draft(line):
                found.append((drafted(line) if behind else IgnoredText(line, kind=OLD, line=line),))
                continue
            hints = misread < HINTS and talk < TALKS
            said = self.read(lettered, board, position, power, strict, hints, owns, above)
            if strict and any(not isinstance(each, ParsedOrder) for each in said):
                known = [*chain.from_iterable(found), *said]
                other = with_other_unit(lettered, known, position, power, lambda word: self.named(word, board)[1])
                said = self.read(other, board, position, power, strict, hints, owns, above) if other != lettered else said
                if any(isinstance(each, UnreadableText) for each in said) and spoken():
                    other_language = self._assuming(spoken()).read(lettered, board, position, power, strict, hints, owns, above)
                    said = other_language if _is_read(other_language) else said
            said = tuple(as_written(each._replace(line=line), line) for each in said)
            above, given = said or above, given or any(isinstance(each, ParsedOrder) for each in said)
            misread += sum(isinstance(reading, UnreadableText) for reading in said)
            talk += not any(isinstance(reading, ParsedOrder) for reading in said)
            found.append(said)
        found += [(IgnoredText(line, True, TALK, line),) for line in written[MOST:] if line.strip()]
        return self._settled(found, board, position, power) if strict else self._said_of(found, board)

    def _languages(self, lines: Sequence[str], names: PlaceNames) -> frozenset[str]:
        """Return the languages in which all lines may be that show any."""
        shown = [found for line in lines[:MOST] if (found := self.vocabulary.languages(line[:GLANCE], names))]
        return frozenset.intersection(*shown) if shown else frozenset()

    def _assuming(self, languages: frozenset[str]) -> Notation:
        """The notation of a letter in languages that not all of its lines show: `L Liverpool - Yorkshire` is Dutch."""
        if languages not in self._by_languages:
            self._by_languages[languages] = replace(self, vocabulary=replace(self.vocabulary, assumed=languages))
        return self._by_languages[languages]

    @cached_property
    def _by_languages(self) -> dict[frozenset[str], Notation]:
        return {}

    def _said_of(self, found: Sequence[Sequence[Reading]], board: Board) -> list[Reading]:
        """Return the readings of all lines as one list, in which the last order for a unit counts."""
        kept = without_mentioned(found, lambda text: self.named(text, board)[0])
        return settle_readings(kept, partial(with_target, board=board))

    def _settled(self, found: Sequence[Sequence[Reading]], board: Board, position: Position, power: str) -> list[Reading]:
        """Return the readings of a player's lines as one list, with questions for orders that do not go together."""
        own, named = Counter(unit.space for unit in position.units_of(power)), partial(self.named, board=board)
        said = self._said_of(question_lists(found, [space for space in own if own[space] > 1]), board)
        said = with_builds_asked(with_changes_asked(with_later_doubts(said), named), named)
        said = with_retractions_asked(said, named, self.vocabulary.plain, partial(with_target, board=board))

        def read(line: str) -> tuple[Reading, ...]:
            return self.read(line, board, position, power, hints=False)

        said = with_questions_offered(said, read)
        disbanded = with_it_disbanded(said, read) if position.phase.kind == "retreats" else said
        said = with_only_unit(said, position, power, read) if disbanded == said else disbanded
        if position.phase.kind != "movement":
            return said
        lex = partial(self.vocabulary.lex, names=board.names)
        said = [*with_helped_units(said, board, position, power, lambda text: lex(text[:MAX_LINE]))]
        return [*with_helped_moves(said, board)]

    def read(
        self, line: str, board: Board, position: Position, power: str, strict: bool = True, hints: bool = True,
        owns: Owns | None = None, above: Sequence[Reading] = (),
    ) -> tuple[Reading, ...]:  # fmt: skip
        """Return everything that a line says, in order. Never raises; the time is linear in the line.

        Not strict, as for case files: units of other powers and units that are not there may be ordered, and a coast
        that is needed may be missing. The kind of phase in `position` says what a verb means (`A(Gal)-Boh`). Without
        `hints` no suggestions are looked for. `owns` recognises units by other names than their own. `above` is what the line
        above says, to which this one may refer: `A Mar supports it`.
        """
        if not strict or position.phase.kind != "adjustments":
            return self._read(line, board, position, power, strict, hints, owns, above)
        text, homes = self._cut(line, position, power).text, position.centres(power)
        _, doubts, title = self._taken_apart(text, board.names)
        tokens = self.vocabulary.lex(text, board.names) if title != STALE else ()
        waived = waived_places(text, line, tokens, self.pieces.openers, homes, bool(doubts))
        left = without_waived(line, waived)
        spoken = self.vocabulary.languages(line[:GLANCE], board.names) if waived else frozenset()
        reader = self._assuming(spoken) if spoken else self  # perhaps only the waived build shows the language
        others = reader._read(left, board, position, power, strict, hints, owns, above)
        said = beside_waived(others, waived, line, left) if waived else others
        return tuple(waived_nowhere(each, self.named(each.text, board)[0]) for each in said)

    def _read(
        self, line: str, board: Board, position: Position, power: str, strict: bool, hints: bool, owns: Owns | None,
        above: Sequence[Reading],
    ) -> tuple[Reading, ...]:  # fmt: skip
        """Return what a line says, apart from builds that it waives in a place."""
        kept = self._cut(line, position, power)
        pieces, doubts, title = self._taken_apart(kept.text, board.names)
        if title == STALE:
            return (IgnoredText(line, kind=OLD, line=line),)
        at = LineContext(kept.text, board, position, power, strict, hints, owns, bool(doubts), above)
        read, carried = list[Reading](), ("", "")
        for n, piece in enumerate(pieces):
            before = read or above
            if led_by_help(pieces[n : n + 2], kept.text):
                before = (self._pieces_read.reading(pieces[n + 1], at._replace(hints=False), before, carried),)
            said = self._pieces_read.reading(piece, at if len(read) < HINTS else at._replace(hints=False), before, carried)
            said = said._replace(line=line, at=kept.text.find(said.text, bracket_start(kept.text, piece.start)))
            if isinstance(said, ParsedOrder) and said.order.verb in CARRIED and said.order.unit:
                goes_on = piece.tree is not None and piece.tree.data == "alone"
                carried = (said.order.verb, said.order.unit.kind if piece.plural else carried[1] if goes_on else "")
            read.append(said)
        if strict and hints:
            pieces, read = self._again(pieces, read, at, line, above)
        if len(line) > MAX_LINE:
            orders = any(not isinstance(reading, IgnoredText) for reading in read)
            return (UnreadableText(line, Complaint("too-long"), line) if orders else IgnoredText(line, line=line),)
        if position.phase.kind == "movement" and not any(doubt.code == "taken-back" for doubt in doubts):
            read = [*with_helped_moves(read, board)] if strict else read
            own = Counter((unit.kind, unit.space) for unit in position.units_of(power))
            read = question_supports(question_choices(read, pieces, kept.text, own), pieces, kept.text)
        instead = partial(with_target, board=board)
        read = settle_readings([question_doubts(read, pieces, doubts, line, instead)], instead) if doubts else read
        if not kept.marks and not any(isinstance(reading, ParsedOrder | UnreadableText) for reading in read):
            heads = line.rstrip().endswith(":") and not (title or doubts or any(piece.named == "place" for piece in pieces))
            words = [reading for reading in read if isinstance(reading, IgnoredText)]
            read = [each if each.kind == ASKED else each._replace(at=-1, kind=COURTESY if heads else each.kind) for each in words]
        read = read if kept.text == line else [as_written(each, line) for each in read]
        return (*for_everyone(read, position, power, doubts), *self._rest(line, kept, bool(read), title, board))

    def _cut(self, line: str, position: Position, power: str) -> CutLine:
        """Return a line without what is no part of its orders: remarks, headings, the phase, and words that ask for them."""
        kept = cut_remarks(line if len(line) <= MAX_LINE else line[:GLANCE])
        letters, names = self._letters, self._names.get(power, ())
        initial = power[:1] if power[:1] in letters or power[:1].lower() not in self.vocabulary.phrases else ""
        text = cut_wish(cut_possible(kept.text) if position.phase.kind == "adjustments" else kept.text, names)
        return kept._replace(text=cut_pronoun(cut_headings(cut_phase(text, position.phase.name, self.seasons), initial, letters)))

    def _again(
        self, pieces: Sequence[OrderSegment], read: list[Reading], at: LineContext, line: str, above: Sequence[Reading]
    ) -> tuple[Sequence[OrderSegment], list[Reading]]:
        """Return the pieces of a line and their readings; what was not understood is read again in other ways."""

        def reading(piece: OrderSegment, before: Sequence[Reading]) -> Reading:
            said = self._pieces_read.reading(piece, at._replace(hints=False), before, ("", ""))
            return said._replace(line=line, at=piece.start)

        second = SecondReading(self.vocabulary, self.pieces, at.board, at.position, at.power)
        said = second.of(list(zip(pieces, read, strict=True)), at.line, reading, above)
        return [piece for piece, _ in said], [reading for _, reading in said]

    def _rest(self, line: str, kept: CutLine, read: bool, title: str, board: Board) -> Iterator[Reading]:
        """Return the unread part of a line: text cut from it, or words without meaning."""
        if kept.marks:
            bare = reduce(lambda text, mark: text.replace(mark, " "), kept.marks, line[:MAX_LINE])
            hidden = self._taken_apart(bare, board.names)[0]
            near = any(piece.tree is not None and piece.tree.data != "alone" for piece in hidden)
            yield IgnoredText(line, near, COMMENT, line)
        elif not read and line.strip():
            yield IgnoredText(line, kind=TALK if title else COURTESY, line=line)

    def _old(self, line: str, board: Board, before: bool) -> bool:
        """Whether a line is a heading like `old orders:`, or stands under one. It applies until the next heading."""
        if ":" not in line:
            return before and not is_final_banner(line)
        title = self._taken_apart(cut_remarks(line[:MAX_LINE]).text, board.names)[2]
        return (before or line.rstrip().endswith(":")) if title == STALE else False

    def write(self, order: Order) -> str:
        """Return the house form. Raises KeyError for a verb that this game does not have."""
        return self._writer(order)

    @cached_property
    def _writer(self) -> OrderWriter:
        return OrderWriter(self.forms, self.adjectives)

    def read_unit(self, text: str, board: Board) -> UnitRef:
        """Read a unit by itself, as case files name it (`A(49)`, `F StP/sc`, `army Moscow`). Raises ValueError."""
        return self._known_units(text, board) if len(text) <= SHORT else self._unit(text, board)

    @cached_property
    def _known_units(self) -> Callable[[str, Board], UnitRef]:
        return lru_cache(self.known)(self._unit)

    def _unit(self, text: str, board: Board) -> UnitRef:
        tree = self.pieces.unit(self.vocabulary.lex(text[:MAX_LINE], board.names))
        if tree is None:
            raise ValueError(f"{text!r} is no unit")
        return self.completer.lone_unit(tree, text, board)

    def kind_name(self, kind: str) -> str:
        """Return the long name of a kind of unit, the longest single word that the grammar has: `fleet` for `F`, not `boat`; the
        letters if there is none.
        """
        means = set(self.vocabulary.phrases.get(kind.lower(), ()))
        words = self.vocabulary.phrases.items()
        known = [phrase for phrase, terminals in words if means & set(terminals) and phrase not in self.vocabulary.other.plain]
        nouns = [phrase for phrase in known if len(phrase) > len(kind) and not phrase.startswith(("a ", "an "))]
        return next((noun for noun in nouns if " " not in noun), min(nouns, key=len, default=kind))

    def named(self, text: str, board: Board) -> tuple[frozenset[str], frozenset[str]]:
        """Return the spaces that a text names, and the kinds of unit (`A`), for a question about them."""
        tokens = [token for line in text.split("\n") for token in self.vocabulary.lex(line[:MAX_LINE], board.names)]
        found = [option for token in tokens for option in token.options]
        kinds = {letter for name, letter in self.completer.spelled.items() if name.startswith("kind_")}
        words = {kind: self.vocabulary.phrases.get(kind.lower(), ()) for kind in kinds}
        said = {PLURALS.get(terminal, terminal) for terminal, _ in found if terminal in self.vocabulary.openers}
        spaces = frozenset(code for terminal, codes in found if terminal == PLACE for code in codes)
        return spaces, frozenset(kind for kind in kinds if said.intersection(words[kind]))

    @cached_property
    def _letters(self) -> Sequence[str]:
        """The letters for kinds of units."""
        return [kind.upper() for kind in self.vocabulary.kinds if len(kind) == 1]

    @cached_property
    def _names(self) -> Mapping[str, Sequence[str]]:
        """Power → what it may be called, folded."""
        found: dict[str, list[str]] = {}
        for name, power in self.vocabulary.powers.items():
            found.setdefault(power, []).append(name)
        return found

    @cached_property
    def _pieces_read(self) -> PieceReader:
        return PieceReader(self.vocabulary, self.completer, self.write, self._read_anew)

    def _read_anew(self, text: str, at: LineContext, hints: bool) -> tuple[Reading, ...]:
        return self.read(text, at.board, at.position, at.power, at.strict, hints, at.owns)

    @cached_property
    def _known(self) -> Callable[[str, PlaceNames], Apart]:
        return lru_cache(self.known)(self._apart)

    def _taken_apart(self, line: str, names: PlaceNames) -> Apart:
        return self._known(line, names) if len(line) <= SHORT else self._apart(line, names)

    def _apart(self, line: str, names: PlaceNames) -> Apart:
        tokens = self.vocabulary.lex(line, names)
        pieces = share_orders(self.pieces.split(tokens), tokens)
        orders = [piece.start for piece in pieces if piece.tree is not None and piece.tree.data not in UNSAID]
        title = str(token_value(tokens[0])) if tokens and token_value(tokens[0]) in (TITLE, STALE) else ""
        doubts = [*doubtful_sentences(tokens, orders, self._kinds), *quoted_orders(line, orders)]
        return pieces, doubts, title

    def _kinds(self, token: Token) -> tuple[str, ...]:
        """Return the kinds of unit that a token may name, as letters."""
        letters = {kind for name, kind in self.completer.spelled.items() if name.startswith("kind_")}
        said = {terminal for terminal, _ in token.options}
        return tuple(sorted(kind for kind in letters if said.intersection(self.vocabulary.phrases.get(kind.lower(), ()))))


@lru_cache(maxsize=32)
def _words_and_pieces(parser: Lark, languages: tuple[Language, ...]) -> tuple[Vocabulary, OrderSplitter]:
    """Return the words of a grammar and of languages, which have no two meanings in one place, and what splits them into orders.

    Kept for the same reason as the parser: games differ in their names, and seldom in their words. Raises ValueError.
    """
    pieces = OrderSplitter(parser)
    coasts, remarks = (terminals_of(parser, rule) for rule in ("coast", "remark"))
    words = build_vocabulary(phrases_of(parser), parser.ignore_tokens, pieces.openers - {PLACE}, coasts, remarks, languages)
    pieces.check(words.phrases)
    return words, pieces


def _is_read(readings: Sequence[Reading]) -> bool:
    """Whether readings give orders, and nothing was not understood."""
    orders = any(isinstance(each, ParsedOrder) for each in readings)
    return orders and not any(isinstance(each, UnreadableText) for each in readings)

"""Read order lines into orders, and write orders: one object for each game, made of the base grammar and the game's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial, reduce
from itertools import chain
from typing import NamedTuple

from lark import Tree

from judge.board import Board, PlaceNames, Position, Unit, normalize_name, space_of
from judge.notation.complaints import Complaint, Owns, ownership_problem, spelling_distance
from judge.notation.completion import OrderCompleter
from judge.notation.conflicting_orders import (
    question_choices,
    question_lists,
    question_supports,
    with_changes_asked,
    with_later_doubts,
)
from judge.notation.cut_text import CutLine, cut_headings, cut_phase, cut_pronoun, cut_remarks, cut_wish
from judge.notation.drafts import is_draft_banner, is_final_banner, is_led_by_draft
from judge.notation.house_form import FORMS, Form, adjectives, compile_form, power_words, write_order
from judge.notation.layouts import without_letters
from judge.notation.lexer import Vocabulary
from judge.notation.misspelt import ONE_LETTER, is_slip, opens_a_unit, respelt, respelt_throughout
from judge.notation.only_unit import with_only_unit
from judge.notation.order import Order, UnitRef
from judge.notation.order_grammar import ROLES, SPELLED, order_parser, phrases_of, terminals_of, wrong_rules
from judge.notation.other_languages import Language
from judge.notation.other_unit import with_other_unit
from judge.notation.plain_words import DOES, PLAIN, PlainWords
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
    bracket_start,
    bracketed,
    drafted,
    ignored_text,
    question_doubts,
    settle_readings,
    with_whole_name,
)
from judge.notation.remarks import (
    Doubt,
    doubtful_sentences,
    quoted_orders,
    token_value,
)
from judge.notation.second_reading import SecondReading
from judge.notation.segments import OrderSegment
from judge.notation.shared_orders import for_everyone, helped_order, led_by_help, share_orders, with_helped_moves, without_mentioned
from judge.notation.splitter import HOLDS, OrderSplitter
from judge.notation.targets import join_target, other_target, with_target
from judge.notation.tokens import NEGATED, PLACE, PLURALS, POWER, STALE, TITLE, WORD, Token
from judge.notation.verbs import BACKED, CARRIED, REST, UNSAID
from judge.notation.vocabulary import build_vocabulary

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
SHORT, KNOWN = 48, 1000
"""Lines of up to `SHORT` characters are cached, the last `KNOWN` of them: a letter is tried before it counts, and people send all
their orders again to change one.
"""
MOST = 1000
"""Lines of a letter that are read as orders. No letter of a player has as many; the others are told as not understood."""
HINTS, TALKS = 16, 64
"""Misread orders in a letter that get suggestions, and lines without an order; the others are only reported as not read."""

UNREAD = ("not-read", "no-verb", "no-place", "which-place", "whose", "unclear")
"""Complaints that a misspelt word may have caused."""
FAR = 4
"""The greatest spelling distance of a power's name that is suggested."""

Apart = tuple[Sequence[OrderSegment], Sequence[Doubt], str]
"""The pieces of a line, its doubts, and its kind of heading: TITLE, OUTDATED or none."""


class _At(NamedTuple):
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


@dataclass(frozen=True)
class Notation:
    """Reads what people write, and writes the house form. Made once for each game folder, and not changed afterwards."""

    vocabulary: Vocabulary
    pieces: OrderSplitter
    completer: OrderCompleter
    forms: Mapping[str, Form]
    adjectives: Mapping[str, str]

    @classmethod
    def of(
        cls,
        grammar: str,
        extension: str = "",
        forms: Mapping[str, str] | None = None,
        powers: Mapping[str, Sequence[str]] | None = None,
        languages: Sequence[Language] = (),
        plain: PlainWords | None = None,
    ) -> Notation:
        """Build a game's notation.

        `grammar` and `extension` are Lark texts (grammar/orders.lark and the game folder's orders.lark). `forms` adds to
        `FORMS`: verb → form, `kind_x` → letter, `via_x` and `load_x` → word. `powers`: power → (adjective, further names …).
        `languages`: the words that other languages have for these.
        Raises ValueError if the grammar is wrong or ambiguous (an LALR conflict), or a verb has no form.
        """
        parser = order_parser(f"{grammar}\n{extension}")
        printed = {**FORMS, **(forms or {})}
        spelled = {name: form for name, form in printed.items() if name.startswith(SPELLED)}
        verbs = {name: compile_form(form) for name, form in printed.items() if name not in spelled}
        for wrong in wrong_rules(parser, printed):
            raise ValueError(wrong)
        words = power_words(powers or {})
        pieces = OrderSplitter(parser)
        coasts, remarks = (terminals_of(parser, rule) for rule in ("coast", "remark"))
        openers = pieces.openers - {PLACE}
        table = build_vocabulary(phrases_of(parser), words, parser.ignore_tokens, openers, coasts, remarks, languages, plain)
        pieces.check(table.phrases)
        return cls(table, pieces, OrderCompleter(spelled), verbs, adjectives(powers or {}))

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
            said = tuple(_as_written(each._replace(line=line), line) for each in said)
            above, given = said or above, given or any(isinstance(each, ParsedOrder) for each in said)
            misread += sum(isinstance(reading, UnreadableText) for reading in said)
            talk += not any(isinstance(reading, ParsedOrder) for reading in said)
            found.append(said)
        found += [(IgnoredText(line, True, TALK, line),) for line in written[MOST:] if line.strip()]
        if strict:
            own = Counter(unit.space for unit in position.units_of(power))
            found = question_lists(found, [space for space in own if own[space] > 1])
        said_of = without_mentioned(found, lambda text: self.named(text, board)[0])
        settled = settle_readings(said_of, partial(with_target, board=board))
        if strict:
            settled = with_changes_asked(with_later_doubts(settled), lambda text: self.named(text, board))
            settled = with_only_unit(settled, position, power, lambda line: self.read(line, board, position, power, hints=False))
        return [*with_helped_moves(settled, board)] if strict and position.phase.kind == "movement" else settled

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
        kept = self._cut(line, position, power)
        pieces, doubts, title = self._taken_apart(kept.text, board.names)
        if title == STALE:
            return (IgnoredText(line, kind=OLD, line=line),)
        at = _At(kept.text, board, position, power, strict, hints, owns, bool(doubts))
        read, carried = list[Reading](), ("", "")
        for n, piece in enumerate(pieces):
            before = read or above
            if led_by_help(pieces[n : n + 2], kept.text):
                before = (self._reading(pieces[n + 1], at._replace(hints=False), before, carried),)
            said = self._reading(piece, at if len(read) < HINTS else at._replace(hints=False), before, carried)
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
            read = question_supports(question_choices(read, pieces, kept.text), pieces, kept.text)
        instead = partial(with_target, board=board)
        read = settle_readings([question_doubts(read, pieces, doubts, line, instead)], instead) if doubts else read
        if not kept.marks and not any(isinstance(reading, ParsedOrder | UnreadableText) for reading in read):
            heads = line.rstrip().endswith(":") and not (title or doubts or any(piece.named == "place" for piece in pieces))
            words = [reading for reading in read if isinstance(reading, IgnoredText)]
            read = [each if each.kind == ASKED else each._replace(at=-1, kind=COURTESY if heads else each.kind) for each in words]
        read = read if kept.text == line else [_as_written(each, line) for each in read]
        return (*for_everyone(read, position, power, doubts), *self._rest(line, kept, bool(read), title, board))

    def _cut(self, line: str, position: Position, power: str) -> CutLine:
        """Return a line without what is no part of its orders: remarks, headings, the phase, and words that ask for them."""
        kept = cut_remarks(line if len(line) <= MAX_LINE else line[:GLANCE])
        letters, names = self._letters, self._names.get(power, ())
        initial = power[:1] if power[:1] in letters or power[:1].lower() not in self.vocabulary.phrases else ""
        text = cut_wish(kept.text, names)
        return kept._replace(text=cut_pronoun(cut_headings(cut_phase(text, position.phase.name), initial, letters)))

    def _again(
        self, pieces: Sequence[OrderSegment], read: list[Reading], at: _At, line: str, above: Sequence[Reading]
    ) -> tuple[Sequence[OrderSegment], list[Reading]]:
        """Return the pieces of a line and their readings; what was not understood is read again in other ways."""

        def reading(piece: OrderSegment, before: Sequence[Reading]) -> Reading:
            said = self._reading(piece, at._replace(hints=False), before, ("", ""))
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
        return write_order(order, self.forms[order.verb], self.adjectives)

    def read_unit(self, text: str, board: Board) -> UnitRef:
        """Read a unit by itself, as case files name it (`A(49)`, `F StP/sc`, `army Moscow`). Raises ValueError."""
        tree = self.pieces.unit(self.vocabulary.lex(text[:MAX_LINE], board.names))
        if tree is None:
            raise ValueError(f"{text!r} is no unit")
        return self.completer.lone_unit(tree, text, board)

    def kind_name(self, kind: str) -> str:
        """Return the long name of a kind of unit, the first that the grammar has: `army` for `A`; the letters if there is none."""
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
    def _known(self) -> Callable[[str, PlaceNames], Apart]:
        return lru_cache(KNOWN)(self._apart)

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

    def _reading(self, piece: OrderSegment, at: _At, before: Sequence[Reading], carried: tuple[str, str]) -> Reading:
        said = self._read_as(piece, at, before, carried)
        if isinstance(said, UnreadableText) and said.complaint.code in UNREAD:
            return (self._negated(said, at) if at.doubted else None) or self._misspelt(said, at, said.complaint.about) or said
        worded = piece.named == "place" or piece.tree is not None or opens_a_unit(said.text)
        short = isinstance(said, IgnoredText) and worded and len(said.text) <= SHORT
        return (self._misspelt(said, at) if short else None) or said

    def _misspelt(self, said: Reading, at: _At, about: Unit | None = None) -> UnreadableText | None:
        """Return a complaint about a misspelt word, with the orders that the text would be if it were corrected; None if there are
        none.
        """
        if not at.hints:
            return None
        found = dict[Order, str]()
        for correct in (respelt, respelt_throughout):
            for word, text in () if found else correct(said.text, self.vocabulary, at.board.names):
                read = self.read(text, at.board, at.position, at.power, at.strict, False, at.owns)
                if len(read) == 1 and isinstance(read[0], ParsedOrder):
                    found.setdefault(read[0].order, word)
        if not found:
            return None
        return UnreadableText(said.text, Complaint("misspelt", next(iter(found.values())), tuple(found), about=about))

    def _negated(self, said: UnreadableText, at: _At) -> UnreadableText | None:
        """Return a complaint about a text that says what a unit is not to do; None for anything else."""
        tokens = self.vocabulary.lex(said.text, at.board.names)
        word = next((token for token in tokens if token_value(token) == NEGATED), None)
        if word is None:
            return None
        named = [space_of(code) for token in tokens for kind, codes in token.options if kind == PLACE for code in codes]
        own = [unit for space in named for unit in at.position.units_of(at.power) if unit.space == space]
        return UnreadableText(said.text, Complaint("negated", said.text[word.start : word.end], about=own[0] if own else None))

    def _read_as(self, piece: OrderSegment, at: _At, before: Sequence[Reading], carried: tuple[str, str]) -> Reading:
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

    def _is_chatter(self, stray: Token, at: _At) -> bool:
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

    def _not_own(self, order: Order, text: str, at: _At) -> Complaint | None:
        found = ownership_problem(order, at.position, at.power, owns=at.owns)
        return replace(found, word=self._said_power(text, found.word, at)) if found and found.code == "unclear" else found

    def _said_power(self, text: str, power: str, at: _At) -> str:
        """Return the power that a text names."""
        tokens = self.vocabulary.lex(text, at.board.names)
        return next((text[each.start : each.end] for each in tokens if (POWER, power) in each.options), power)

    def _everyone(self, text: str, piece: OrderSegment, at: _At) -> Reading:
        """Return an order for all units: it names none, and is made into one for each at the end."""
        if piece.stray is not None:
            return UnreadableText(text, Complaint("not-read", at.line[piece.stray.start : piece.end]))
        if at.position.phase.kind != "movement":
            return UnreadableText(text, Complaint("not-now", "stands"))
        if piece.tree and (whose := self.completer.whose(piece.tree)) not in ("", at.power):
            return UnreadableText(text, Complaint("not-yours", self._said_power(text, whose, at)))
        kind = self.completer.kind(piece.tree) if piece.lone and piece.tree else ""
        return ParsedOrder(text, Order(HOLDS, UnitRef(kind, "") if kind else None))

    def _backed(self, text: str, piece: OrderSegment, at: _At, helped: Order | None) -> Reading:
        """Return a support that is written after the order it is for."""
        verb = BACKED[str(piece.tree.data)] if piece.tree else ""
        known = helped is not None and helped.verb in ("move", "stands" if verb == "supports" else "move")
        if helped is None or not known or piece.stray is not None:
            return UnreadableText(text, Complaint("not-read", at.line[piece.start : piece.end]))
        unit = piece.tree.children[0] if piece.tree is not None else None
        named = self.completer.words(unit, at.line) if isinstance(unit, Tree) else ""
        line = f"{named} {verb} {self.write(helped if helped.path else helped._replace(via=''))}"
        read = self.read(line, at.board, at.position, at.power, at.strict, at.hints, at.owns)
        return (
            read[0]._replace(text=text) if len(read) == 1 and not isinstance(read[0], IgnoredText) else ignored_text(piece, at.line)
        )

    def _unread(self, piece: OrderSegment, at: _At) -> Complaint:
        if piece.broke is None:
            return Complaint("not-read", at.line[piece.start : piece.end])
        word = at.line[piece.broke.start : piece.broke.end]
        return Complaint(piece.code, word, self._whose(piece, at) if piece.code == "whose" and at.hints else ())

    def _whose(self, piece: OrderSegment, at: _At) -> tuple[Order, ...]:
        """Return the support with the nearest power instead of an unknown word, or without the word."""
        if piece.broke is None:
            return ()
        word = normalize_name(at.line[piece.broke.start : piece.broke.end])
        apart = {name: spelling_distance(word, name) for name in self.vocabulary.powers if 2 * abs(len(name) - len(word)) <= FAR}
        names = sorted((name for name in apart if apart[name] <= FAR and len(name) > 2), key=lambda name: (apart[name], name))
        near = [name for name in names[:1] if self.vocabulary.powers[name] != at.power]
        for name in (*near, ""):
            line = f"{at.line[piece.start : piece.broke.start]} {name} {at.line[piece.broke.end : piece.end]}"
            read = self.read(line, at.board, at.position, at.power, True, False)
            if len(read) == 1 and isinstance(read[0], ParsedOrder):
                return (read[0].order,)
        return ()


def _as_written(reading: Reading, line: str) -> Reading:
    """Return a reading with its text as it stands in the line, of which parts were blanked out before it was read."""
    start = max(reading.at, 0)
    return reading if reading.text in line else reading._replace(text=line[start : start + len(reading.text)])

"""Turn order lines into typed tokens, in linear time. What keyboards, phones and lists do to an order is undone here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from judge.board import PlaceNames, normalize_name
from judge.board.place_names import reaches_of
from judge.notation.brackets import settled_brackets
from judge.notation.codes import lone_code, printed_code
from judge.notation.glued_words import place_and_coast, place_and_goal, unit_and_number, unit_and_place, with_unit_numbers
from judge.notation.keyboards import normalize_order_line
from judge.notation.layouts import COUNTS, without_layout
from judge.notation.line_headings import without_heading
from judge.notation.other_languages import NO_WORDS, OtherWords
from judge.notation.phrasing import (
    PHRASED,
    requests_apart,
    with_origins_in_front,
    with_what_is_meant,
    without_contrasts,
    without_idle_conditions,
    without_idle_denials,
    without_reasons,
    without_reasons_in_front,
)
from judge.notation.plain_words import NO_PLAIN_WORDS, PlainWords
from judge.notation.raw_words import RawWord, fold_word, name_runs, raw_words, with_ends_behind, without_code
from judge.notation.rearranging import rearranged
from judge.notation.references import with_references
from judge.notation.second_thoughts import with_turns
from judge.notation.texting import without_texting
from judge.notation.tokens import (
    CORRECTED,
    COURTESY,
    GREETING,
    HEADING,
    HELPS,
    NEGATED,
    NUMBER,
    PLACE,
    POWER,
    RETRACTED,
    SHORT,
    STOP,
    WORD,
    Options,
    Token,
    is_kind,
    is_place,
    without_fillers,
)  # fmt: skip

NO_PLACES = PlaceNames.of(())

_STILL = frozenset({PLACE, POWER, NUMBER, WORD, STOP, "_ARMY_BEHIND", "_FLEET_BEHIND"})
"""Kinds of tokens that say nothing of what a unit does. Tokens that open a unit, name a coast or fill do not, either."""
LAST = 32
"""The lines whose tokens are kept."""
_GLUED = re.compile(r"[A-Z][A-Z][a-z]{2,}")
"""A letter for a kind of unit right before a name: `ABer`."""
_TAKEN_BACK = (" that", " this", " it", " those", " these", " them", " above", " everything", " one", " last", " said", " wrote")
"""How a phrase ends that takes back what was said before."""
_ROMAN = re.compile(r"[ivx]{1,4}")


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of a game's orders: folded phrase → terminals, folded power name or adjective → power."""

    phrases: Mapping[str, tuple[str, ...]]
    powers: Mapping[str, str]
    fillers: frozenset[str]
    """Terminals that are dropped."""
    openers: frozenset[str]
    """Terminals that can begin a unit (`A`, a nationality)."""
    coasts: frozenset[str]
    """Terminals that name a coast."""
    remarks: frozenset[str]
    """Terminals of words that are no part of an order (`if`, `cancel that`, `dear`); in tokens they are words with this value."""
    reaches: Mapping[str, int]
    """First word → words in the longest phrase that begins with it, powers included."""
    spans: Mapping[str, int]
    """The same without powers."""
    kinds: frozenset[str] = frozenset()
    """Words and letters for a kind of unit (`a`, `army`)."""
    other: OtherWords = NO_WORDS
    """Words of other languages. Those with only one meaning are among the phrases."""
    plain: PlainWords = NO_PLAIN_WORDS
    """Words of plain speech that are no words of orders."""
    assumed: frozenset[str] = frozenset()
    """The languages that a line may be in if it shows none: those of the lines around it."""

    def with_powers(self, powers: Mapping[str, str]) -> Vocabulary:
        """Return the same words with other powers: what a power may be called → the power."""
        folded = {normalize_name(word): power for word, power in powers.items()}
        return replace(self, powers=folded, reaches=reaches_of(folded, self.spans))

    def knows(self, text: str) -> bool:
        """Whether a text is already a word of orders, or a power. Courtesies and words of headings may be used as names."""
        key = normalize_name(text)
        phrases = () if key in self.other.plain else self.phrases.get(key, ())
        return any(phrase not in (COURTESY, GREETING, HEADING) for phrase in phrases) or key in self.powers

    def lex(self, line: str, names: PlaceNames) -> list[Token]:
        """Return the line's tokens, without fillers, list marks and headings. Never raises; linear in the line."""
        return list(_lexed(self, line, names))

    def _lex(self, line: str, names: PlaceNames) -> list[Token]:
        text, places = normalize_order_line(line)
        text = without_layout(without_code(text), self.kinds, names.table)
        raws = raw_words(text, self.other.elisions)
        raws = with_ends_behind(raws, self._takes_back) if ":" in text else raws
        tokens, small = with_unit_numbers(self._tokens(raws, names, text), text, self.openers), self.plain.small
        if any(token.kind == WORD and token.options[0][1] in PHRASED for token in tokens):
            tokens = without_reasons_in_front(tokens, self.openers, text, small)
            tokens = with_what_is_meant(tokens, self._acts, text, small)
            tokens = without_idle_denials(without_idle_conditions(tokens, text, small), self._acts, self.openers, text, small)
            tokens = without_contrasts(without_reasons(tokens, self._acts, text), self._acts)
            tokens = requests_apart(tokens, self.fillers, text, small)
            turned = with_turns(tokens, text, self.fillers, self.openers, self._acts, small)
            tokens = with_origins_in_front(turned, self.fillers, self.openers)
        else:
            tokens = with_turns(tokens, text, self.fillers, self.openers, self._acts, small)
        tokens = settled_brackets(tokens, self.openers, names, text) if any(token.depth for token in tokens) else tokens
        tokens = with_references(without_texting(tokens, text, self.fillers), text, self.fillers, self.openers, self._acts, small)
        tokens = rearranged(tokens, text, self.fillers, self.openers, self._acts, small)
        tokens = without_heading(self._without_numbering(tokens, raws), raws, text, self.fillers, self.plain)
        if places is not None:
            tokens = [t._replace(start=places[t.start], end=places[t.end - 1] + 1) for t in tokens]
        tokens = self._without_dots(without_fillers(tokens, self.fillers, line), line)
        return self._with_coasts_behind(tokens)

    def _takes_back(self, phrase: str) -> bool:
        """Whether a phrase is a sentence that takes back what is before it: `forget that`, `scratch that last one`."""
        terminals = self.phrases.get(phrase, ()) if phrase.endswith(_TAKEN_BACK) else ()
        return RETRACTED in terminals or CORRECTED in terminals

    def _with_coasts_behind(self, tokens: list[Token]) -> list[Token]:
        """Move each coast behind its place: `the south coast of Spain`."""
        for at in range(1, len(tokens) - 1):
            before, coast, place = tokens[at - 1 : at + 2]
            if self._is_coast(coast) and not is_place(before) and place.kind == PLACE and self._acts(before):
                behind = coast._replace(start=place.end, end=place.end)
                tokens[at : at + 2] = [place._replace(start=coast.start), behind]
        return tokens

    def _tokens(self, raws: list[RawWord], names: PlaceNames, text: str) -> list[Token]:
        found: list[Token] = []
        at, spoken = 0, None
        while at < len(raws):
            raw = raws[at]
            count = 1
            if raw.kind != "word":
                found += self._marked(raw, found)
            elif sure := self._sure(raws, at, found, names, text):
                found += sure
            else:
                run = name_runs(raws, at, self._reach(raw, names), text)
                options, count = self._longest(run, names, raws[at : at + run[-1][1] + 1])
                if not found and count == 1 and COURTESY in self.phrases.get(run[0][0], ()) and _is_comma(raws[at + 1 : at + 2]):
                    options = ((WORD, COURTESY),)  # `Sir,`
                for key, words in reversed(run[1:]) if run[0][0] in self.other.openings else ():
                    if words >= count and key in self.other.shy:  # `in den Burgund`, `por mar`
                        spoken = self._spoken(raws, names) if spoken is None else spoken
                        said = tuple((t, None) for t, code in self.other.shy[key] if code in spoken and t not in self.remarks)
                        options, count = (said, words) if said else (options, count)
                count += _is_abbreviated(raws[at : at + count + 1])
                plain = len(run[0][0]) == 1 and raw.text.isupper() and options[0] != (WORD, None)
                if count == 1 and run[0][0] in self.other.shy and not plain:
                    spoken = self._spoken(raws, names) if spoken is None else spoken
                    options = self._in_company(raw, run[0][0], options, spoken, _ends_clause(raws, at))
                if count == 1 and not raw.text.isascii() and run[0][0] in self.other.plain:  # `não`, and not NAO
                    options = self._options(run[0][0], NO_PLACES)
                token = Token(options, raw.start, raws[at + count - 1].end, raw.depth)
                unknown = token.kind == WORD
                dashed = any(each.kind == "dash" for each in raws[at + 1 : at + 2])
                found += self._unknown(token, raw.text, names, dashed) if unknown else (token,)
            at += count
        return found

    def _reach(self, raw: RawWord, names: PlaceNames) -> int:
        """Return the most words that a phrase or name beginning with a word may have."""
        first = fold_word(raw.text)
        return max(self.reaches.get(first, 1), names.reaches.get(first, 1))

    def _sure(self, raws: list[RawWord], at: int, before: Sequence[Token], names: PlaceNames, text: str) -> tuple[Token, ...]:
        """What a word is where it can be nothing else: a coast or place (`_coast_or_code`), or a unit and its place in one."""
        raw = raws[at]
        options = self._coast_or_code(raws, at, before, names, text)
        token = Token(options or ((WORD, None),), raw.start, raw.end, raw.depth)
        glued = _GLUED.fullmatch(raw.text) if not options else None
        return (token,) if options else unit_and_place(token, raw.text, names, self._kinds) if glued else ()

    def _coast_or_code(self, raws: list[RawWord], at: int, before: Sequence[Token], names: PlaceNames, text: str) -> Options:
        """What a word is as the coast behind a place (`Arb.sc`), or as a place by its code; nothing if it is neither."""
        raw = raws[at]
        if text[raw.start - 1 : raw.start] in (".", "/"):
            place = [token for token in before[-2:] if is_place(token) and token.end == raw.start - 1]
            more = any(fold_word(each.text) == "coast" for each in raws[at + 1 : at + 2])  # `stp/south coast` is longer
            return self._coasts(fold_word(raw.text)) if place and not more else ()
        codes = printed_code(raws, at, text, names) or lone_code(raws, at, before, names, self.phrases, self.openers)
        return ((PLACE, codes),) if codes and not self._begins_name(raws, at, names, text) else ()

    def _begins_name(self, raws: list[RawWord], at: int, names: PlaceNames, text: str) -> bool:
        """Whether a place's name of several words begins here: `Kiel-Mar Baltico` does not go to `Mar`."""
        if not any(each.kind == "word" for each in raws[at + 1 : at + 2]):
            return False
        longer = (self._options(key, names) for key, count in name_runs(raws, at, self._reach(raws[at], names), text) if count > 1)
        return any(kind == PLACE for options in longer for kind, _ in options)

    def _marked(self, raw: RawWord, before: Sequence[Token]) -> Iterator[Token]:
        """The token of a mark; none for a mark that says nothing here."""
        if raw.kind in ("dash", "plus"):
            yield Token(self._mark(raw, before), raw.start, raw.end, raw.depth)
        elif raw.kind == "denial":
            yield Token(((WORD, NEGATED),), raw.start, raw.end, raw.depth)
        elif raw.kind in ("stop", "strange"):
            yield Token(((STOP, raw.text) if raw.kind == "stop" else (WORD, None),), raw.start, raw.end, raw.depth)

    def _mark(self, raw: RawWord, before: Sequence[Token]) -> Options:
        """Return what a dash or a plus means; a plus between orders is a comma, except before a build."""
        terminals = self.phrases.get("-" if raw.kind == "dash" else "+", (WORD,))
        joins = terminals == ("_BUILD",) and before and before[-1].kind not in (STOP, POWER)
        return ((STOP, ","),) if joins else tuple((t, None) for t in terminals)

    def _longest(self, words: list[tuple[str, int]], names: PlaceNames, raws: Sequence[RawWord]) -> tuple[Options, int]:
        for key, count in reversed(words):
            options = () if self._is_unit(key, names) else self._options(key, names)
            whose = raws[count - 1].text.lower().endswith("'s")
            if whose and (kinds := self._kinds(key)) and (single := self._kinds(key[:-1])):  # `the Kiel fleet's`, and no fleets
                options = (*single, *kinds)
            elif whose and (not options if count > 1 else self._owns(options, raws[count : count + 1])):  # `North Sea's`, `ENG's`
                options = self._options(key[:-1], names)
            if options:
                return options, count
        return ((WORD, None),), 1

    def _is_unit(self, key: str, names: PlaceNames) -> bool:
        """Whether words that are a phrase elsewhere are a unit's letter and its place here: `A Part`, in French `except`."""
        letter, blank, place = key.partition(" ")
        return bool(blank) and len(letter) == 1 and letter in self.kinds and place in names.table and key not in names.table

    def _owns(self, options: Options, behind: Sequence[RawWord]) -> bool:
        """Whether what belongs to a power may as well be a place's: `ENG's move`, and not `Eng's fleet`."""
        return [kind for kind, _ in options] == [POWER] and not any(self._kinds(fold_word(each.text)) for each in behind)

    def _spoken(self, raws: Sequence[RawWord], names: PlaceNames) -> frozenset[str]:
        """Return the languages that a line may be in."""
        return self.other.spoken((raw.text for raw in raws if raw.kind == "word"), names.table) or self.assumed

    def languages(self, line: str, names: PlaceNames) -> frozenset[str]:
        """Return the languages that a line may be in by its words, those that are names of places left out."""
        text, _ = normalize_order_line(line)
        return self._spoken(raw_words(text, self.other.elisions), names)

    def _in_company(self, raw: RawWord, key: str, options: Options, spoken: frozenset[str], last: bool) -> Options:
        """Return what a word means here that also belongs to another language, if the line is in that language.

        `last`: whether it ends its clause, as a short word that belongs to a verb does: `weicht nach Wien aus`.
        """
        said = self.other.accented.get(raw.text.lower(), ())
        meant = {terminal for terminal, code in self.other.shy[key] if code in spoken}
        if last and raw.text.islower() and options[0][0] == POWER and meant and meant <= self.fillers:
            return ((meant.pop(), None),)
        if any(kind in (PLACE, POWER) for kind, _ in options) and (raw.text.isascii() or not said):
            return options
        said = said or tuple(dict.fromkeys(t for t, code in self.other.shy[key] if code in spoken))
        others: Options = tuple((WORD, t) if t in self.remarks else (t, None) for t in said)
        acts, mine = ([each for each in meant if each[0] not in (WORD, *self.fillers)] for meant in (others, options))
        if len(key) == 1 and raw.text.islower() and (idle := [each for each in others if each[0] in self.fillers]):
            return tuple(idle[:1])  # `e` is `and`, `E` an army
        return tuple(dict.fromkeys((*acts, *mine))) if acts else others[:1] or options

    def _unknown(self, token: Token, word: str, names: PlaceNames, dashed: bool) -> tuple[Token, ...]:
        """Return what an unknown word may be: `Paris's` is a place, `StPsc` a place and its coast, `A1` a unit and its number,
        `ConBul` a move, and `ARUH` before a dash a unit.
        """
        if token.options != ((WORD, None),):
            return (token,)
        if word.lower().endswith("'s") and (whose := self._options(fold_word(word[:-2]), names)):
            return (token._replace(options=whose),)
        if len(word) > len("nsea") and (glued := names.glued.get(fold_word(word))):  # `blacksea`
            return (token._replace(options=((PLACE, glued),)),)
        apart = place_and_coast(token, word, names, self._coasts) or unit_and_number(token, word, self._kinds)
        apart = apart or place_and_goal(token, word, names)
        return apart or (unit_and_place(token, word, names, self._kinds) if dashed or word[-1].isdigit() else ()) or (token,)

    def _kinds(self, key: str) -> Options:
        return tuple((t, None) for t in self.phrases.get(key, ()) if t in self.openers)

    def _coasts(self, key: str) -> Options:
        return tuple((t, None) for t in self.phrases.get(key, ()) if t in self.coasts and key not in self.other.plain)

    def _options(self, key: str, names: PlaceNames) -> tuple[tuple[str, Any], ...]:
        phrases = self.phrases.get(key, ())
        if key in names.table and key in self.other.plain:
            phrases = ()
        options: tuple[tuple[str, Any], ...] = tuple((t, None) for t in phrases if t not in self.remarks)
        if key in names.table:
            options = (*options, (PLACE, names.table[key]))
        power = self.powers.get(key) or (self.powers.get(key[:-1]) if not options and key.endswith("s") else "")
        if power:  # `Germany's`, `Germans`
            options = (*options, (POWER, power))
        return options or tuple((WORD, t) for t in phrases)

    def _without_numbering(self, tokens: list[Token], raws: list[RawWord]) -> list[Token]:
        """Drop bullets (`-`, `*`, `•`), numbers (`1.`, `2)`, `3:`) and letters (`a)`) of a list.

        A number that names a place is numbering only if a mark or a unit follows it.
        """
        while tokens and raws[0].kind == "dash" and tokens[0].start == raws[0].start:
            if len(raws) > 1 and raws[1].start == raws[0].end and not any(map(self._acts, tokens[1:])):
                break  # `-A Par` is not numbering: remove an army in Paris
            tokens, raws = tokens[1:], raws[1:]
        if len(raws) < 2 or len(tokens) < 2 or tokens[0].start != raws[0].start:
            return tokens
        word, mark = raws[0], raws[1]
        polite = (each for each in tokens[1:] if each.kind not in self.fillers and each.options[0] != (WORD, COURTESY))
        first = next(polite, tokens[1])  # `3 please move …`
        unknown = tokens[0].kind == WORD and (is_place(first) or self._acts(first))
        counted = mark.text == ":" and fold_word(word.text) in COUNTS
        numbered = counted or (word.text.isdigit() and (mark.text in (".", ":") or unknown or self._opens(first)))
        alone = len(word.text) == 1 and tokens[0].end == word.end  # `e.g.` is not a letter of a list
        behind = [each for each in tokens[2:] if each.kind not in self.fillers][:1]
        dotted = mark.text == "." and alone and any(self._opens(each) or self._acts(each) for each in behind)
        lettered = dotted or (mark.kind == "close" and len(word.text) <= 3 and mark.depth == 0)
        if word.kind != "word" or not (numbered or lettered or _bracketed_number(raws)):
            return tokens
        tokens = tokens[1:]
        return tokens[1:] if tokens and tokens[0].kind == STOP else tokens

    def _acts(self, token: Token) -> bool:
        kinds = {kind for kind, _ in token.options}
        return all(map(kinds.isdisjoint, (_STILL, self.openers, self.coasts, self.fillers)))

    def _without_dots(self, tokens: list[Token], line: str) -> list[Token]:
        """Drop the dot after an abbreviated place: before its coast, and where the order goes on (`mar. S par. - bur`)."""
        kept: list[Token] = []
        begun, named = False, 0
        for at, token in enumerate(tokens):
            inside = 0 < at < len(tokens) - 1 and not line[token.start].isalnum()
            if inside and self._is_empty(tokens[at - 1 : at + 2], line):
                continue
            apart = token.options[0] == (STOP, ",") and 0 < at < len(tokens) - 1 and is_place(tokens[at - 1])
            if apart and self._is_coast(tokens[at + 1]) and not is_place(tokens[at + 1]):  # `to Spain, south coast`
                continue
            short = token.options[0] == (STOP, ".") and 0 < at < len(tokens) - 1 and is_place(tokens[at - 1])
            ended = begun or tokens[at - 1].end - tokens[at - 1].start > len("Marse")
            if short and (self._is_coast(tokens[at + 1]) or self._goes_on(tokens[at + 1 : at + 3], ended, line)):
                continue
            if token.options[0] == (STOP, ".") and self._is_abbreviated_power(tokens, at):
                continue
            kept.append(token)
            named = 0 if token.kind == STOP else named + is_place(token)
            begun = token.kind != STOP and (begun or named > 1 or self._acts(token) or not line[token.start].isalnum())
        return kept

    def _is_abbreviated_power(self, tokens: list[Token], at: int) -> bool:
        """Whether a dot belongs to the power of a unit that is helped: `S Turk. F Aeg-Gre`."""
        if not 1 < at < len(tokens) - 1:
            return False
        helps, power = tokens[at - 2 : at]
        named = power.kind == POWER and power.end - power.start <= SHORT + 1 and power.end == tokens[at].start
        return named and any(is_kind(helps, kind) for kind in HELPS) and (self._opens(tokens[at + 1]) or is_place(tokens[at + 1]))

    def _is_empty(self, three: Sequence[Token], line: str) -> bool:
        """Whether the middle one of three tokens is a mark without meaning: `A.Par`, `F-KIEL`, `MAR-S-A PAR`."""
        before, mark, after = three
        glued = before.end == mark.start and mark.end == after.start
        lettered = all(kind in self.openers and kind != POWER for kind, _ in before.options) and is_place(after)
        if mark.options[0] == (STOP, "."):
            short = before.end - before.start <= SHORT
            return lettered or (short and any(kind in HELPS for kind, _ in before.options))
        if mark.kind == STOP or line[mark.start].isalnum() or line[mark.start] == "+":
            return False
        parts = (lettered or (is_place(before) and self._is_coast(after))) and glued
        return parts or (self._acts(after) and line[after.start].isalnum()) or (self._acts(before) and line[before.start].isalnum())

    def _is_coast(self, token: Token) -> bool:
        return any(kind in self.coasts for kind, _ in token.options)

    def _goes_on(self, following: list[Token], begun: bool, line: str) -> bool:
        """Whether an order goes on after a dot: with its verb, or with a dash and a place."""
        dashed = not line[following[0].start].isalnum() and any(map(is_place, following[1:]))
        return dashed or (not begun and self._acts(following[0]))

    def _opens(self, token: Token) -> bool:
        return any(terminal in self.openers for terminal, _ in token.options)


@lru_cache(LAST)
def _lexed(vocabulary: Vocabulary, line: str, names: PlaceNames) -> Sequence[Token]:
    """Return a line's tokens. A line that is not understood is looked at again and again."""
    return tuple(vocabulary._lex(line, names))


def _is_comma(raws: Sequence[RawWord]) -> bool:
    return any(raw.text == "," for raw in raws)


def _ends_clause(raws: Sequence[RawWord], at: int) -> bool:
    return at + 1 == len(raws) or raws[at + 1].kind == "stop"


def _is_abbreviated(raws: Sequence[RawWord]) -> bool:
    """Whether words are letters with dots, and this dot belongs to the last: `e.g.`"""
    return len(raws) > 3 and all(len(raw.text) == 1 for raw in raws) and all(raw.text == "." for raw in raws[1::2])


def _bracketed_number(raws: list[RawWord]) -> bool:
    return raws[1].kind == "close" and (raws[0].text.isdigit() or bool(_ROMAN.fullmatch(raws[0].text)))  # `(2)`, `(ii)`

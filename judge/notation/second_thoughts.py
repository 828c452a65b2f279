"""Words that take an order back or put another for it: `no, Bur`, `forget the fleet`, `hold instead`, `make that Spain`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from judge.notation.raw_words import fold_word
from judge.notation.small_words import SmallWords
from judge.notation.tokens import (
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    FORGOTTEN,
    GREETING,
    HELPS,
    HOLD,
    INSTEAD,
    INVERTED,
    MOVE,
    NEGATED,
    OUTDATED,
    PAUSE,
    POWER,
    RELATIVE,
    RETRACTED,
    REVERSED,
    SENTENCE_END,
    SORRY,
    STOP,
    WORD,
    Token,
    clauses,
    is_bare,
    is_kind,
    is_place,
)  # fmt: skip

_ELSE, _NONE, _BUILD = "_ELSE", "_NONE", "_BUILD"
_ALONE = frozenset({REVERSED, INSTEAD, FORGOTTEN, OUTDATED})
"""Words that take back what was said before, if they are a whole sentence: `No.`, `cancelled`."""
_UNSETTLED = {REVERSED: None, INSTEAD: None, FORGOTTEN: None, SORRY: COURTESY}
"""Words that may replace an order → their other meaning. None is left after a line is read."""

Acts = Callable[[Token], bool]
"""Whether a token says what a unit does."""


def with_turns(
    tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, small: SmallWords
) -> list[Token]:
    """Return tokens with such words settled: CORRECTED where what follows is put for an order, RETRACTED where they are all that a
    sentence says, plain words elsewhere.
    """
    return _Line(tokens, text, fillers, openers, acts, small).turned()


class _Line:
    def __init__(
        self, tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, small: SmallWords
    ) -> None:
        self._small = small
        self._text, self._fillers, self._openers, self._acts = text, fillers, openers, acts
        self._tokens = self._without_relatives(tokens) if any(each.options[0] == (WORD, RELATIVE) for each in tokens) else tokens

    def _without_relatives(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens without a clause between commas that only tells of a place: `Ankara, which is bored, to BLA`."""
        found, comma = list(tokens), (STOP, ",")
        for at in range(len(tokens) - 1, 1, -1):
            place, mark, which = tokens[at - 2 : at + 1]
            kinds = any(kind in self._openers for kind, _ in place.options)  # `the Kiel fleet, which is bored, …`
            if which.options[0] != (WORD, RELATIVE) or mark.options[0] != comma or not (is_place(place) or kinds):
                continue
            end = next((n for n in range(at, len(tokens)) if tokens[n].kind == STOP), at)
            said = [each for each in tokens[at + 1 : end] if each.kind not in self._fillers and each.options[0] != (WORD, COURTESY)]
            if tokens[end].options[0] == comma and said and not any(map(is_place, said)) and not self._acts(said[0]):
                found[at - 1 : end + 1] = []
        return found

    def turned(self) -> list[Token]:
        found = list[Token]()
        for at, each in enumerate(self._tokens):
            if (token := self._placed(each, at, found)) is None:
                continue
            if self._is_other_goal(at):
                found.append(token._replace(options=((WORD, CORRECTED),), end=token.start))
            said = token.options[0][1] if token.kind == WORD else None
            if said == INVERTED:
                found += [token._replace(options=((WORD, CONDITION),))] if self._is_condition(at, found) else []
            elif token.kind == _NONE and self._denies_build(at):
                start = token.end - len("build")
                denial = token._replace(options=((WORD, NEGATED),), end=start)
                found += [denial, token._replace(options=((_BUILD, None),), start=start)]
            elif said == INSTEAD and not self._is_sentence(at) and not self._turns(said, at):
                found = self._corrected(found, token, self._following(at))
            else:
                found.append(self._settled(token, said, at))
        return found

    def _settled(self, token: Token, said: str | None, at: int) -> Token:
        """A token as what it means where it stands."""
        if token.kind == MOVE and self._parts_sentences(at):
            return token._replace(options=(SENTENCE_END,))
        if self._is_talk(token, at):
            return token._replace(options=((WORD, None),))
        ends = all(each.options[0] == SENTENCE_END for each in self._tokens[at + 1 : at + 2])
        if token.kind == _ELSE and ends:  # `A Bur H otherwise.`
            return token._replace(options=((WORD, CONDITION),))
        if self._word(token) in self._small.leaves_choice and at and self._tokens[at - 1].options[0] != SENTENCE_END:
            return token._replace(options=((WORD, DOUBT),))
        if self._is_nor(token, at):
            return token._replace(options=((WORD, NEGATED),))
        goes = any(is_kind(each, MOVE) for each in self._tokens[at + 1 : at + 2])
        if goes and is_kind(token, HOLD) and self._word(token).rpartition(" ")[2] in self._small.no_movement:
            return token._replace(options=((WORD, NEGATED),))  # `A Par not moving to Bur`
        if said in _ALONE and self._is_sentence(at):
            return token._replace(options=((WORD, RETRACTED),))
        if said == FORGOTTEN and self._names_kind(self._following(at)):  # `ignore the fleet`
            return token._replace(options=((WORD, DOUBT),))
        if said in _UNSETTLED:
            return token._replace(options=((WORD, CORRECTED if self._turns(said, at) else _UNSETTLED[said]),))
        return token

    def _is_other_goal(self, at: int) -> bool:
        """Whether a place stands alone at the end of a sentence, behind a movement and a hesitation: `F Den-Swe, er, Ska`."""
        tokens, token = self._tokens, self._tokens[at]
        if not at or not is_place(token) or any(each.options[0] != SENTENCE_END for each in tokens[at + 1 : at + 2]):
            return False
        before, hesitates = tokens[:at], False
        while before and (before[-1].options[0] == (STOP, ",") or self._word(before[-1]) in self._small.hesitates):
            hesitates = hesitates or before[-1].kind != STOP
            before = before[:-1]
        clause = [each for each in before[_clause_start(before, len(before)) :] if each.kind not in self._fillers]
        goes = sum(is_kind(each, MOVE) for each in clause) == 1 and len(clause) > 1 and is_kind(clause[-2], MOVE)
        return hesitates and goes and is_place(clause[-1]) and {each.depth for each in (*clause, token)} == {token.depth}

    def _denies_build(self, at: int) -> bool:
        """Whether `build` at the end of words for no build has an object: `I don't want to build a fleet in Ankara`."""
        goes_on = any(each.kind != STOP for each in self._tokens[at + 1 : at + 2])
        return goes_on and self._word(self._tokens[at]).endswith(" to build")

    def _is_verb(self, at: int) -> bool:
        """Whether a word is a verb behind `to`, or behind a denial: `to wait`, `won't wait`."""
        before = self._tokens[at - 1] if at else None
        return before is not None and (before.options[0] == (WORD, NEGATED) or self._word(before) in self._small.before_goal)

    def _is_nor(self, token: Token, at: int) -> bool:
        """Whether it is the word and no place: `I'm not doing Bur. Nor F Bre-ENG.`"""
        begins = at == 0 or self._tokens[at - 1].kind == STOP
        after = self._tokens[at + 1 : at + 2]
        unit = any(self._opens(each) and each.kind != POWER for each in after)
        return begins and unit and self._word(token) == "nor" and not token.depth

    def _following(self, at: int) -> list[Token]:
        return [each for each in self._tokens[at + 1 :] if each.kind not in self._fillers]

    def _is_condition(self, at: int, found: Sequence[Token]) -> bool:
        """Whether `should` begins a condition: at the head of a clause, and in `A Mun-Bur should the French army have left`."""
        if not found or found[-1].kind == STOP:
            return True
        whom = next(iter(self._following(at)), None)
        return whom is not None and whom.kind == POWER and is_place(found[-1])

    def _is_sentence(self, at: int) -> bool:
        """Whether a word is a whole sentence, or its end after a comma. Before a colon it is a heading."""
        tokens = self._tokens
        ends = at + 1 == len(tokens) or (tokens[at + 1].kind == STOP and tokens[at + 1].options[0][1] != ",")
        opens = at == 0 or tokens[at - 1].kind == STOP
        return opens and ends and not tokens[at].depth and not self._text[tokens[at].end :].lstrip().startswith(":")

    def _turns(self, said: str, at: int) -> bool:
        """Whether words like these, with what stands beside them, put something else for an order, or take a place out of it."""
        before = next((each.options[0] for each in reversed(self._tokens[:at]) if each.kind not in self._fillers), ("", ""))
        if before[0] == WORD and before[1] in (None, NEGATED, DOUBT):
            return False
        groups, comma = clauses([each for each in self._following(at) if each.options[0][1] not in _UNSETTLED]), False
        groups = [group for group in groups if not group or any(each.options[0] != (WORD, COURTESY) for each in group)]
        if groups and not groups[0]:
            groups, comma = groups[1:], True
        if said == FORGOTTEN:
            return bool(groups) and not comma and all(map(is_place, groups[0]))
        bare = (
            is_bare(group) and (comma or is_place(group[0]) or (said == REVERSED and is_kind(group[0], HOLD))) for group in groups
        )
        return (bool(groups) and all(bare)) or self._denies(at) or (said == REVERSED and self._is_for_order(at, groups, comma))

    def _is_for_order(self, at: int, groups: Sequence[Sequence[Token]], comma: bool) -> bool:
        """Whether it puts a whole order for another: `better A Bur H`, `no, A Bur H`. `no A Bur H` denies that one."""
        denies = "no" in self._word(self._tokens[at]).split()
        order = groups[0] if groups and (comma or not denies) else []
        begins = bool(order) and (self._opens(order[0]) or is_place(order[0]) or self._acts(order[0]))
        return begins and any(map(is_place, order)) and any(map(self._acts, order))

    def _parts_sentences(self, at: int) -> bool:
        """Whether a dash stands between sentences: `ank bla - cheers`, `ank - bla - no wait, ank - con`."""
        start = self._tokens[at].start
        after = [each.options[0] for each in self._tokens[at + 1 : at + 2]]
        if not after or self._text[start - 1 : start + 1] not in (" -", " >"):
            return False
        polite = after[0] in ((WORD, COURTESY), (WORD, REVERSED), (WORD, SORRY))
        return polite or (after[0] == (WORD, CORRECTED) and self._has_goal(at))

    def _has_goal(self, at: int) -> bool:
        """Whether a unit goes somewhere in the clause before a token."""
        goes = [n for n in range(_clause_start(self._tokens, at), at - 1) if is_kind(self._tokens[n], MOVE)]
        return bool(goes) and is_place(self._tokens[at - 1])

    def _denies(self, at: int) -> bool:
        """Whether it is a `no` that stands alone between marks behind an order: `F Kie-Den... no, make that one a surprise`."""
        before, after = self._tokens[:at], self._tokens[at + 1 :]
        alone = bool(before) and before[-1].kind == STOP and before[-1].options[0][1] != "?"
        if not alone or "no" not in self._word(self._tokens[at]).split() or not any(map(self._acts, before)):
            return False
        said = after[1 : next((n for n in range(1, len(after)) if after[n].kind == STOP), len(after))]
        plain = (each for each in said if each.kind not in self._fillers and self._text[each.start : each.end] != "a")
        parted = bool(said) and after[0].options[0] == (STOP, ",")
        return parted and all(each.options[0] == (WORD, None) for each in plain)

    def _word(self, token: Token) -> str:
        return fold_word(self._text[token.start : token.end])

    def _is_talk(self, token: Token, at: int) -> bool:
        """Whether words that take orders back elsewhere say nothing of one here: `I should have been nicer`, `to wait for it`."""
        word = self._word(token)
        if token.options[0] == (WORD, CORRECTED) and word in self._small.corrects_in_front and self._is_verb(at):
            return True
        if token.kind == WORD and word in self._small.asks_opinion:
            return self._follows_talk(at)
        following = next(iter(self._following(at)), None) if word in self._small.should_be else None
        return following is not None and following.options[0] == (WORD, None)

    def _follows_talk(self, at: int) -> bool:
        """Whether the sentence before a token's own has nothing of an order."""
        tokens = self._tokens
        if at == 0 or tokens[at - 1].kind != STOP:
            return False
        said = tokens[_clause_start(tokens, at - 1, lambda each: each.kind == STOP and each.options[0][1] != ",") : at - 1]
        return not any(is_place(each) or (self._acts(each) and not is_kind(each, MOVE)) for each in said)

    def _names_kind(self, following: Sequence[Token]) -> bool:
        """Whether nothing but a word for a kind of unit follows in its clause."""
        named = bool(following) and self._opens(following[0]) and following[0].end - following[0].start > 1
        return named and not is_place(following[0]) and {each.kind for each in following[1:2]} <= {STOP}

    def _placed(self, token: Token, at: int, before: list[Token]) -> Token | None:
        """A token as what it is where it stands; None if it says nothing there. Takes the comma before `which` away."""
        said = token.options[0][1] if token.kind == WORD else None
        if said == PAUSE:
            return token._replace(options=((STOP, "."),))
        if said == GREETING:
            return token._replace(options=((WORD, None if before else COURTESY),))
        if said == NEGATED and self._is_apart(at):
            return token._replace(options=((WORD, REVERSED),))
        place = self._place_before(before) if said == RELATIVE else None
        named = place is not None
        holds = any(is_kind(each, HOLD) for each in self._tokens[at + 1 : at + 2])
        if said == RELATIVE and named and holds and any(is_kind(each, kind) for each in before[:-2] for kind in HELPS):
            return before[-2]._replace(start=token.start, end=token.end)  # `Paris supports Burgundy, which holds`
        if place and self._word(token).startswith("whose"):  # `Rome to Venice, whose army goes to Piedmont`
            return place._replace(start=token.start, end=token.end)
        if said == RELATIVE and named and any(map(self._acts, self._tokens[at + 1 : at + 2])):  # `but London, which goes to Wales`
            before.pop()
        return None if said == RELATIVE or self._is_aside(at) else token

    def _place_before(self, before: Sequence[Token]) -> Token | None:
        """The place before a comma, or that of the unit there: `Paris,`, `the Paris army,`."""
        unit = [each for each in before[-3:-1] if is_place(each) or self._opens(each)] if before and before[-1].kind == STOP else []
        return next((each for each in reversed(unit) if is_place(each)), None)

    def _is_apart(self, at: int) -> bool:
        """Whether a token begins a clause and has a comma behind it: `não, Bur`, in languages whose `no` is also their `not`."""
        before, after = self._tokens[max(0, at - 1)], self._tokens[at + 1 : at + 2]
        return (at == 0 or before.kind == STOP) and any(each.options[0] == (STOP, ",") for each in after)

    def _is_aside(self, at: int) -> bool:
        """Whether a token is the power in brackets of a unit that goes somewhere: `F NTH (Eng) - Hel`."""
        before, token, after = self._tokens[max(0, at - 1)], self._tokens[at], self._tokens[at + 1 : at + 2]
        inside = is_kind(token, POWER) and is_place(before) and before.depth < token.depth
        return inside and any(is_kind(each, MOVE) and each.depth == before.depth for each in after)

    def _corrected(self, before: list[Token], word: Token, after: list[Token]) -> list[Token]:
        """The tokens before `instead`: a correction if they end as `hold instead` does, which is not a separate order."""
        start = _clause_start(before, len(before), lambda each: each.kind == STOP or each.depth != word.depth)
        clause = [token for token in before[start:] if token.kind not in self._fillers]
        goes_on = after and after[0].kind != STOP and after[0].depth == word.depth
        if goes_on or not clause or not is_bare(clause) or self._opens(clause[0]) or sum(map(is_place, clause)) > 1:
            return before
        mark = word._replace(options=((WORD, CORRECTED),), start=clause[0].start, end=clause[0].start)
        return [*before[:start], mark, *clause[:-1], clause[-1]._replace(end=word.end)]

    def _opens(self, token: Token) -> bool:
        return any(terminal in self._openers for terminal, _ in token.options)


def _is_stop(token: Token) -> bool:
    return token.kind == STOP


def _clause_start(tokens: Sequence[Token], at: int, parts: Callable[[Token], bool] = _is_stop) -> int:
    """Return the number of the first token of the clause that ends before token `at`. `parts`: whether a token ends one before it.
    """
    return next((n for n in range(at, 0, -1) if parts(tokens[n - 1])), 0)

"""Words that stand for something said before in the same line: `takes its place`, `so does Kiel`, `and the other way round`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from judge.notation.goals_in_front import GoalsInFront
from judge.notation.small_words import SmallWords
from judge.notation.tokens import (
    ALIKE,
    AND,
    COURTESY,
    HELPS,
    HOLD,
    LATER,
    MOVE,
    MUTUAL,
    PLACE,
    REPLACES,
    STOP,
    TAKEN,
    WORD,
    Token,
    is_coast,
    is_kind,
    is_place,
)

_SUPPORT = "_SUPPORT"

Acts = Callable[[Token], bool]
"""Whether a token says what a unit does."""


def with_references(
    tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, small: SmallWords
) -> list[Token]:
    """Return tokens with what such words stand for, and without commas within an order.

    `Rome takes its place` is `Rome - Venice` behind `Venice - Trieste`; `likewise Kiel` is `hold Kiel` behind `Denmark holds`;
    `Paris and Marseilles go to Burgundy` is two orders; `to Bulgaria goes Constantinople` is `Constantinople - Bulgaria`.
    """
    named = (PLACE, STOP, *openers)
    words = (token for token in tokens if token.kind not in named and token.end - token.start > 1)
    spoken = any(text[token.start].isalnum() for token in words) or any(token.kind in fillers for token in tokens)
    parted = any(mark.kind == STOP and any(is_kind(verb, kind) for kind in HELPS) for mark, verb in pairwise(tokens))
    return _Line(tokens, text, fillers, openers, acts, small).resolved() if spoken or parted else tokens


class _Line(GoalsInFront):
    def __init__(
        self, tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, small: SmallWords
    ) -> None:
        super().__init__(text, fillers, openers, small)
        self._tokens, self._acts = tokens, acts

    def resolved(self) -> list[Token]:
        found = list[Token]()
        before: Sequence[Token] = ()
        for clause in self._clauses():
            mark = clause[-1:] if clause[-1].kind == STOP else []
            said = clause[: len(clause) - len(mark)]
            if found and self._goes_on(found, said):
                found = found[:-1] if found[-1].kind == STOP else found
                said = said[next((n for n, each in enumerate(said) if self._word(each) in self._small.unit_said_again), -1) + 1 :]
            elif found and self._is_parted(found, said):
                found.pop()
            if said and self._is_scene(found, said):
                said = [said[0]._replace(options=((WORD, COURTESY),), end=said[-1].end)]
            if self._is_exclaimed(found, said) and mark and mark[0].options[0] == (STOP, ","):
                found.pop()
                continue
            said = self._without_pronoun(self._taking_again(self._without_stand_ins(said)))
            said = self._without_later_help(self._without_purpose(said))
            said = self._going_there(self._must_go(said), found)
            said = self._goal_first(self._inverted(self._without_compass(said)))
            said = self._helping_too(said, before)
            said = [each for token in said for each in self._meant(token, said, before)]
            said = self._holding_behind(said) if any(is_kind(each, "_EVERY") for each in found[-2:-1]) else said
            said = self._going_too(self._holding_too(said, before), before)
            said = self._with_answer(self._for_each(self._without_all(said)))
            if found and said and self._word_of_compass(found) and self._word(said[0]) in self._small.before_goal:
                found[-2:] = []
            found += [*said, *mark]
            acts = [each for each in said if self._acts(each) and not is_kind(each, "_EVERY")]
            before = said if acts else before
        return found

    def _clauses(self) -> Iterator[list[Token]]:
        """Return the tokens up to and with each mark, up to a colon, and up to `and so does`."""
        start = 0
        for at, token in enumerate(self._tokens):
            if at > start + 1 and self._adds(start, at):
                yield [*self._tokens[start : at - 1], self._tokens[at - 1]._replace(options=((STOP, ","),))]
                start = at
            if at > start and ":" in self._text[self._tokens[at - 1].end : token.start]:
                yield self._tokens[start:at]
                start = at
            if token.kind == STOP:
                yield self._tokens[start : at + 1]
                start = at + 1
        if start < len(self._tokens):
            yield self._tokens[start:]

    def _adds(self, start: int, at: int) -> bool:
        """Whether `and so does` begins here, behind what another unit does."""
        token, before = self._tokens[at], self._tokens[at - 1]
        alike = token.options[0] == (WORD, ALIKE) and self._word(token) in self._small.does_likewise and self._word(before) in AND
        return alike and any(map(self._acts, self._tokens[start : at - 1]))

    def _meant(self, token: Token, clause: Sequence[Token], before: Sequence[Token]) -> Iterator[Token]:
        """Return what one of these words stands for."""
        said = token.options[0][1] if token.kind == WORD else None
        if said == REPLACES:
            at = clause.index(token)
            unit = next((each for each in reversed(clause[:at]) if each.kind not in self._fillers), None)
            goal = unit is not None and self._is_name(unit) and any(map(is_place, clause[at + 1 :]))
            if unit is not None and any(is_kind(each, MOVE) for each in clause[: clause.index(unit)]):
                before = clause[: clause.index(unit)]  # `Denmark sails for Sweden and Kiel takes its place`
            left = self._left_by(before) if unit is not None and self._is_name(unit) and not goal else None
            yield token._replace(options=((MOVE, None),) if goal or left else ((WORD, None),))
            if left:
                yield left._replace(start=token.end - 1, end=token.end)
        elif said == TAKEN:
            yield token._replace(options=((WORD, None),))
        elif said == ALIKE:
            rest = [each for each in clause if each is not token and each.kind not in self._fillers]
            units = any(map(is_place, rest)) and all(is_place(each) or self._is_name(each) for each in rest)
            polite = COURTESY if self._word(token) == "likewise" else None
            known = units and self._stays(before)
            yield token._replace(options=((HOLD, None) if known else (WORD, polite),))
        else:
            yield token

    def _holding_behind(self, clause: list[Token]) -> list[Token]:
        """With `likewise Kiel` as `Kiel holds`: in front, it would hold `all` at the end of the sentence before."""
        at = next((n for n, each in enumerate(clause) if each.kind not in self._fillers), 0)
        if len(clause) < at + 2 or not is_kind(clause[at], HOLD) or self._word(clause[at]) not in self._small.does_likewise:
            return clause
        end = clause[-1].end
        return [*clause[:at], *clause[at + 1 :], clause[at]._replace(start=end - 1, end=end)]

    def _holding_too(self, clause: list[Token], before: Sequence[Token]) -> list[Token]:
        """With `Munich too` as `Munich holds`, behind `Kiel holds`."""
        at = next((n for n, each in enumerate(clause) if each.kind in self._fillers and self._word(each) in self._small.too), -1)
        named = [each for each in clause if each.kind not in self._fillers]
        if at < 0 or not named or not all(map(self._is_name, named)) or not any(map(is_place, named)) or not self._stays(before):
            return clause
        return [*clause[:at], clause[at]._replace(options=((HOLD, None),)), *clause[at + 1 :]]

    def _helping_too(self, clause: list[Token], before: Sequence[Token]) -> list[Token]:
        """With `so does Galicia` as the support or convoy that another unit gives in the clause before."""
        at = next((n for n, each in enumerate(clause) if each.options[0] == (WORD, ALIKE)), -1)
        helps = next((n for n, each in enumerate(before) if any(is_kind(each, kind) for kind in HELPS)), 0)
        named = [each for n, each in enumerate(clause) if n != at and each.kind not in self._fillers]
        alone = sum(map(is_place, named)) == 1 and all(map(self._is_name, named))
        helper = [each for each in before[:helps] if each.kind not in self._fillers]
        if at < 0 or not alone or sum(map(is_place, helper)) != 1 or not all(map(self._is_name, helper)):
            return clause
        end = clause[-1].end
        tail = [each._replace(start=end - 1, end=end) for each in before[helps:] if each.kind != STOP]
        return [each for n, each in enumerate(clause) if n != at] + tail

    def _going_too(self, clause: list[Token], before: Sequence[Token]) -> list[Token]:
        """With `Edinburgh for the Norwegian Sea` as a movement, behind `London sails for the North Sea`."""
        said = [each for each in clause if each.kind not in self._fillers]
        at = next((n for n, each in enumerate(said) if self._word(each) == "for" and each.options[0] == (WORD, None)), -1)
        named = at > 0 and sum(map(is_place, said[:at])) == 1 and all(map(self._is_name, said[:at]))
        moves = [each for each in before if self._acts(each)]
        goes = len(said) == at + 2 and is_place(said[-1])
        if not (named and goes and moves and all(is_kind(each, MOVE) for each in moves)):
            return clause
        return [each._replace(options=((MOVE, None),)) if each is said[at] else each for each in clause]

    def _left_by(self, clause: Sequence[Token]) -> Token | None:
        """Return the place that the unit of a clause leaves, if the clause is the order of one unit to move."""
        at = next((n for n, each in enumerate(clause) if is_kind(each, MOVE)), len(clause))
        unit = [each for each in clause[:at] if is_place(each)]
        others = [each for each in clause if self._acts(each) and not is_kind(each, MOVE)]
        return unit[0] if len(unit) == 1 and any(map(is_place, clause[at:])) and not others else None

    def _stays(self, clause: Sequence[Token]) -> bool:
        said = [each for each in clause if self._acts(each)]
        return bool(said) and all(is_kind(each, HOLD) for each in said)

    def _goes_on(self, found: Sequence[Token], clause: Sequence[Token]) -> bool:
        """Whether a clause begins with a word for the units that stand alone before it: `Munich, it holds`, `A Mar: it goes`."""
        parted = found[-1].options[0] == (STOP, ",") or ":" in self._text[found[-1].end : clause[0].start if clause else -1]
        if not parted:
            return False
        units = [each for each in _last_clause(found) if each.kind not in self._fillers and each.options[0] != (WORD, COURTESY)]
        alone = bool(units) and units[-1].end - units[-1].start > 1 and all(map(self._is_name, units))
        at = next((n for n, each in enumerate(clause) if self._word(each) in self._small.unit_said_again), -1)
        named = at >= 0 and all(each.kind in self._fillers for each in clause[:at])
        follows = [each for each in clause[at + 1 :] if each.kind not in self._fillers]
        if alone and clause and is_kind(clause[0], HOLD) and all(each.kind in self._fillers for each in clause[1:]):
            return True  # `Portugal and Spain, hold`
        if alone and sum(map(is_place, units)) == 1 and clause and any(is_kind(clause[0], kind) for kind in HELPS):
            return any(map(is_place, clause[1:]))  # `A Ukr,S F BLA-Rum`, as a table writes it
        return alone and named and bool(follows) and (is_kind(follows[0], HOLD) or is_kind(follows[0], MOVE))

    def _is_parted(self, found: Sequence[Token], clause: Sequence[Token]) -> bool:
        """Whether only a comma parts a movement from where it goes: `drops in behind it, to Norway`, `Norway, via NTH, to Edi`."""
        if found[-1].options[0] != (STOP, ",") or len(found) < 2 or not clause:
            return False
        before = [each for each in _last_clause(found) if each.kind not in self._fillers and each.options[0] != (WORD, COURTESY)]
        if not before or self._word(before[-1]) in self._small.of_compass:
            return False
        goes = is_kind(clause[0], MOVE) and self._word(clause[0]) in self._small.before_goal and any(map(is_place, clause[1:]))
        acts = [each for each in before if self._acts(each) or each.kind == WORD]
        moves = all(each.options[0] == (WORD, None) or is_kind(each, MOVE) for each in acts) and self._is_name(before[0])
        moves = moves and bool(acts) and sum(map(is_place, before)) <= 1 and not is_place(before[-1])
        ways = [n for n, each in enumerate(before) if is_kind(each, "_VIA")]
        if goes and (moves or (ways and ways[0] > 0 and all(map(is_place, before[ways[0] + 1 :])))):
            return True
        return is_kind(clause[0], "_VIA") and sum(map(is_place, before)) == 1 and all(map(self._is_name, before))

    def _is_scene(self, found: Sequence[Token], clause: Sequence[Token]) -> bool:
        """Whether a clause only tells of the place before it: `goes to the Aegean, where it will bounce I expect`."""
        words = [self._word(each) for each in clause[:2]]
        behind = len(found) > 1 and found[-1].options[0] == (STOP, ",") and is_place(found[-2])
        plain = not any(is_place(each) or is_kind(each, HOLD) for each in clause)
        return behind and words[0] == "where" and plain and not self._small.makes_condition_of_where.intersection(words[1:])

    def _is_exclaimed(self, found: Sequence[Token], clause: Sequence[Token]) -> bool:
        """Whether a clause is a word thrown in behind a unit's name: `Tunis, alas, stays`."""
        named = [each for each in found[:-1] if each.kind not in self._fillers][-1:]
        if not clause or not named or found[-1].options[0] != (STOP, ",") or not is_place(named[0]):
            return False
        alone = all(self._is_name(each) or each.kind in self._fillers for each in _last_clause(found))
        return alone and all(each.kind in self._fillers or each.options[0] == (WORD, COURTESY) for each in clause)

    def _without_stand_ins(self, clause: list[Token]) -> list[Token]:
        """Without what stands for a unit that is named by its place: `the one in Vienna`, `the Munich one`, `that at Smyrna`, `the
        lads from Paris`.
        """
        found = list[Token]()
        for at, token in enumerate(clause):
            after = next((each for each in clause[at + 1 :] if each.kind not in self._fillers), None)
            word = self._word(token) if token.options[0] == (WORD, None) else ""
            between = self._text[token.end : after.start].strip().lower() if after else ""
            led = self._text[: token.start].rstrip().rpartition(" ")[2].lower()
            that = word in self._small.stands_for_unit_ahead and led not in self._small.before_unit
            named = after is not None and is_place(after) and between in self._small.between_kind_and_place
            ahead = named and (that or (word in self._small.stands_for_unit and led in self._small.before_unit))
            unit = bool(found) and is_place(found[-1]) and clause[at - 1] is found[-1] and not any(map(self._acts, found))
            behind = unit and word in self._small.stands_for_unit
            if not (ahead or (behind and not (after is not None and is_place(after)))):
                found.append(token)
        return found

    def _without_purpose(self, clause: list[Token]) -> list[Token]:
        """With `to fill its place`, behind an order, as a courtesy."""
        at = next((n for n, each in enumerate(clause) if each.options[0] == (WORD, REPLACES)), 0)
        if not at or self._word(clause[at - 1]) != "to" or not any(map(is_place, clause[: at - 1])):
            return clause
        return [*clause[: at - 1], clause[at]._replace(options=((WORD, COURTESY),), start=clause[at - 1].start), *clause[at + 1 :]]

    def _without_later_help(self, clause: list[Token]) -> list[Token]:
        """With `to back it up next turn`, behind where a unit goes now, as a courtesy."""
        for at in range(2, len(clause) - 1):
            helps, later = clause[at], clause[at + 1]
            purpose = is_kind(helps, _SUPPORT) and self._word(helps).startswith("to ") and later.options[0] == (WORD, LATER)
            if purpose and is_place(clause[at - 1]) and sum(map(is_place, clause[:at])) > 1:
                return [*clause[:at], helps._replace(options=((WORD, COURTESY),), end=later.end), *clause[at + 2 :]]
        return clause

    def _must_go(self, clause: list[Token]) -> list[Token]:
        """With `must go Bulgaria` as a movement, and no removal."""
        found = list(clause)
        for at, token in enumerate(clause[:-1]):
            if self._word(token) in self._small.goes_or_is_removed and is_place(clause[at + 1]):
                found[at] = token._replace(options=((MOVE, None),))
        return found

    def _taking_again(self, clause: list[Token]) -> list[Token]:
        """With `takes Warsaw back` as `takes Warsaw`, and `tries to get Warsaw back`, too."""
        said = [n for n, each in enumerate(clause) if each.options[0] != (WORD, COURTESY)]
        if len(said) < len(("takes", "Warsaw", "back")) or self._word(clause[said[-1]]) != "back" or not is_place(clause[said[-2]]):
            return clause
        verb = clause[said[-3]]
        gets = self._word(verb).rpartition(" ")[2] in self._small.gets_back and any(map(is_place, clause[: said[-3]]))
        takes = verb._replace(options=((MOVE, None),)) if gets else verb
        known = gets or self._acts(verb)
        return [*clause[: said[-3]], takes, *clause[said[-3] + 1 : said[-1]], *clause[said[-1] + 1 :]] if known else clause

    def _without_pronoun(self, clause: list[Token]) -> list[Token]:
        """With `the fleet of Kiel it goes in Denmark` as `the fleet of Kiel goes in Denmark`."""
        at = next((n for n, each in enumerate(clause) if n and self._word(each) in self._small.unit_said_twice), 0)
        behind = any(is_kind(each, kind) for each in clause[at + 1 : at + 2] for kind in (MOVE, HOLD))
        named = all(self._is_name(each) or each.kind in self._fillers for each in clause[:at])
        return [*clause[:at], *clause[at + 1 :]] if at and behind and named and is_place(clause[at - 1]) else clause

    def _going_there(self, clause: list[Token], found: Sequence[Token]) -> list[Token]:
        """With `Burgundy moves there` as a movement to the place that was named last."""
        at = next((n for n, each in enumerate(clause) if n and self._is_there(clause[n - 1], each)), -1)
        goes = at > 0 and (is_kind(clause[at - 1], MOVE) or self._word(clause[at]) == "it")
        ends = (n for n in range(at + 1, len(clause)) if self._word(clause[n]) in AND)
        if not goes or any(map(is_place, clause[at + 1 : next(ends, len(clause))])):
            return clause
        named = [each for each in found if is_place(each)]
        units = [each for each in clause[:at] if is_place(each)]
        lone = not units and any(map(self._is_name, clause[:at]))  # `and the fleet goes there`
        if not named or not (lone or (len(units) == 1 and named[-1].options != units[0].options)):
            return clause
        goal = tuple(each for each in named[-1].options if each[0] == PLACE)
        verb = clause[at - 1]._replace(options=((MOVE, None),))
        return [*clause[: at - 1], verb, clause[at]._replace(options=goal), *clause[at + 1 :]]

    def _is_there(self, verb: Token, word: Token) -> bool:
        """Whether a word behind a verb stands for a place: `moves there`, `attacks it`."""
        there = self._word(word) == "there" and word.kind in self._fillers
        return there or (self._word(word) == "it" and self._word(verb) in self._small.done_to_places)

    def _without_compass(self, clause: list[Token]) -> list[Token]:
        """Without the direction of `goes north to Edinburgh`, `goes straight back home to Vienna`."""
        for at in range(len(clause) - 2, 0, -1):
            toward, to = self._word(clause[at]), self._word(clause[at + 1])
            compass = toward in self._small.of_compass and to in self._small.before_goal
            goes = compass or (toward in self._small.somewhere and clause[at].kind == WORD)
            if goes and is_kind(clause[at + 1], MOVE) and any(is_kind(each, MOVE) for each in clause[:at]):
                clause = [*clause[:at], *clause[at + 1 :]]
        return clause

    def _word_of_compass(self, found: Sequence[Token]) -> bool:
        """Whether a clause ends with a direction and a comma: `goes north,`."""
        if len(found) < len(("goes", "north", ",")):
            return False
        place, toward, mark = found[-3:]
        return mark.options[0] == (STOP, ",") and self._word(toward) in self._small.of_compass and not is_place(place)

    def _for_each(self, clause: list[Token]) -> list[Token]:
        """With one order for each of the units that go to one place: `Paris and Marseilles both go to Burgundy`."""
        at = next((n for n, each in enumerate(clause) if is_kind(each, MOVE)), 0)
        units, rest = clause[:at], [each for each in clause[at:] if each.kind not in self._fillers]
        while units and units[0].options[0] == (WORD, COURTESY):
            units = units[1:]
        names = [each for each in units if each.kind not in self._fillers]
        joined = any(each.kind in self._fillers and self._word(each) in AND for each in units)
        if sum(map(is_place, names)) < 2 or not joined or not all(map(self._is_name, names)):
            return clause
        verb = self._word(clause[at]).split()[0] if self._word(clause[at]) else ""
        plural = verb.isalpha() and verb not in self._small.before_goal and verb[-1:] != "s"
        together = plural or any(self._word(each) in self._small.every_one for each in units)
        if not together or len(rest) != 2 or not is_place(rest[1]) or any(map(is_coast, names)):
            return clause
        found, unit = list[Token](), list[Token]()
        for each in names[:-1]:
            unit.append(each)
            if is_place(each) and len(unit) <= 2:
                goes = [part._replace(start=each.end - 1, end=each.end) for part in rest]
                found += [*unit, *goes, Token(((STOP, ","),), each.end - 1, each.end, each.depth)]
                unit = []
        return [*found, *unit, names[-1], *rest]

    def _without_all(self, clause: list[Token]) -> list[Token]:
        """Without the `all` of `Kiel and Ruhr all hold`."""
        at = next((n for n, each in enumerate(clause) if n and is_kind(each, "_EVERY") and self._word(each) == "all"), 0)
        units = [each for each in clause[:at] if each.kind not in self._fillers]
        several = sum(map(is_place, units)) > 1 and all(map(self._is_name, units))
        named = several or (bool(at) and is_kind(clause[at - 1], "_EVERY"))  # `my other units all hold`
        return [*clause[:at], *clause[at + 1 :]] if named and any(map(self._acts, clause[at + 1 : at + 2])) else clause

    def _with_answer(self, clause: list[Token]) -> list[Token]:
        """With `Vienna supports Budapest and the other way round` as two orders."""
        at = next((n for n, each in enumerate(clause) if each.options[0] == (WORD, MUTUAL)), -1)
        if at < 0:
            return clause
        said = [each for each in clause[:at] if each.kind not in self._fillers]
        helps = [n for n, each in enumerate(said) if is_kind(each, _SUPPORT)]
        one, other = (said[: helps[0]], said[helps[0] + 1 :]) if helps else (said, said)
        known = len(helps) == 1 and all(sum(map(is_place, each)) == 1 and all(map(self._is_name, each)) for each in (one, other))
        if not known:
            return [each._replace(options=((WORD, None),)) if each is clause[at] else each for each in clause]
        start, end = clause[at].start, clause[at].end
        back = [each._replace(start=start, end=end) for each in (*other, said[helps[0]], *one)]
        return [*clause[:at], Token(((STOP, ","),), start, end, clause[at].depth), *back, *clause[at + 1 :]]


def _last_clause(found: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens of the last clause, without the mark that ends it."""
    end = len(found) - (found[-1].kind == STOP)
    start = next((n for n in range(end, 0, -1) if found[n - 1].kind == STOP), 0)
    return found[start:end]

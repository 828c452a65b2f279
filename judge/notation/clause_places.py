"""What a clause in free words orders, told by the places that it names: `Moscow is brought down to the Ukraine to help there`.

A clause names one of the writer's units, says that it goes, stays, helps or carries, and names no more places than such an order
has. Other words may stand between, but none that may change the order or tell of somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.board import space_of
from judge.notation.commanded import commands_a_unit
from judge.notation.named_units import KINDS
from judge.notation.plain_words import AIDS, BESIDE, DOES, GOES, OTHERS, RESTS, PlainWords
from judge.notation.possible import Possible
from judge.notation.raw_words import fold_word
from judge.notation.remarks import token_value
from judge.notation.small_words import without
from judge.notation.tokens import (
    COURTESY,
    EXCEPT,
    HEADING,
    HOLD,
    MOVE,
    NEGATED,
    ORIGIN,
    PLACE,
    POWER,
    REQUEST,
    STOP,
    WORD,
    Token,
    is_coast,
    is_kind,
    is_notation,
    is_place,
    is_plural,
    place_codes,
    with_coasts_behind,
)

_SUPPORT, _CONVOY, _TAKE, _BESIDE = "_SUPPORT", "_CONVOY", "_TAKE", "_BESIDE"
_BEHIND = {"_ARMY_BEHIND": "_ARMY", "_FLEET_BEHIND": "_FLEET"}
"""Terminals of kinds behind a place → those before one."""
_HARMLESS: tuple[object, ...] = (None, COURTESY, REQUEST, ORIGIN)
"""Values of words that change no order."""
MOST = 90
"""The most tokens of a clause that is read so."""
_WHOLE = ("_EVERY", "_WAIVE")
"""Terminals of orders that name no place."""
_SENTENCE = re.compile(r"[.;:!?,()]")
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|\n")


class ClausePlaces:
    """A clause being read. `in_turn`: its sentence says that several units go to as many places, each to one."""

    def __init__(self, clause: Sequence[Token], words: PlainWords, text: str, possible: Possible, in_turn: bool = False) -> None:
        self._words, self._text, self._possible, self._turns = words, text, possible, in_turn
        self._small = words.small
        self._clause = with_coasts_behind(self._without_tail(clause), text)
        self._in_notation = any(is_notation(token, text) for token in self._clause)

    def readings(self) -> Iterator[list[Token]]:
        """Return the tokens of the order by its places, and those that are left without words that change nothing; no readings if
        the clause may mean something else.
        """
        acts = [self._act(at) for at in range(len(self._clause))]
        harmless = all(self._is_harmless(at, acts) for at in range(len(self._clause)))
        if not 0 < len(self._clause) <= MOST or not harmless or self._is_object(acts):
            return
        if not self._in_notation and (found := self._by_places(acts)):
            yield found
        if left := self._left_over(acts):
            yield left

    def _by_places(self, acts: Sequence[str]) -> list[Token] | None:
        """Return the tokens of the order; None if the places give none."""
        named = [at for at, token in enumerate(self._clause) if is_place(token) and not self._is_adjective(at)]
        places = [at for at in named if not is_coast(self._clause[at]) or self._is_own(self._clause[at])]  # `up in the north`
        if {*acts} == {"", _BESIDE} and not self._in_notation:
            return self._goal_first(places, acts)
        if {*acts} - {"", MOVE, HOLD, _SUPPORT, _CONVOY} or (
            named and self._tells_of_order(acts, named)
        ):
            return None
        if self._turns:
            return self._in_turn(places, acts)
        if len(places) == 1 and {*acts} == {"", MOVE} and not self._is_own(self._clause[places[0]]):
            return self._only_one(places[0], acts)
        return self._ordered(places, acts)

    def _goal_first(self, places: Sequence[int], acts: Sequence[str]) -> list[Token] | None:
        """Return the order of a unit behind where it goes: `Sweden with the Bothnian fleet`."""
        goal, unit = (places[0], places[1]) if len(places) == 2 else (0, 0)
        strange = self._is_own(self._clause[goal]) or not self._is_own(self._clause[unit])
        if strange or acts.index(_BESIDE) not in range(goal + 1, min(unit, goal + 3)):
            return None
        named, end = self._unit(unit), self._clause[unit].end
        place = [each._replace(start=end - 1, end=end) for each in self._place(goal)]
        return [named[0]._replace(start=self._clause[goal].start), *named[1:], self._made(unit, MOVE), *place]

    def _left_over(self, acts: Sequence[str]) -> list[Token] | None:
        """Return the clause without words that change nothing, for it to be read as notation; None if it says of its order what
        becomes of it, or names nothing.
        """
        named = [at for at, token in enumerate(self._clause) if is_place(token)]
        whole = any(is_plural(token) or any(is_kind(token, kind) for kind in _WHOLE) for token in self._clause)
        if not (named or whole) or self._tells_of_order(acts, named):
            return None
        if not any(acts) and (not named or any(token.kind == WORD for token in self._clause[min(named) : max(named)])):
            return None  # `Paris watches Burgundy`: without the word it would be a movement
        found = list[Token]()
        for at, token in enumerate(self._clause):
            spoken = token.options[0] == (WORD, None)
            if not found and acts[at] == MOVE and any(acts[at + 1 : at + 2]):
                continue  # `to build …`
            if spoken and acts[at] and not whole and not any(map(is_place, self._clause[:at])):
                return None  # `Cross out F BOT-Swe`
            again = bool(found) and is_kind(found[-1], MOVE) and self._word(found[-1]).isalpha()
            if again and acts[at] == MOVE and self._word(token).replace(" ", "").isalpha():
                continue
            if acts[at] == _SUPPORT and found and is_kind(found[-1], _SUPPORT):
                continue  # `Tyrolia's help supports …`
            if not acts[at] and (token.kind == WORD or self._is_article(at)):
                if self._in_notation and found and found[-1].kind in (_SUPPORT, _CONVOY):
                    return None  # `A Mun S friendly A Par`: it may be the name of a power
                continue
            found.append(token._replace(options=((acts[at], "-" if acts[at] == MOVE else None),)) if spoken else token)
        return found

    def _is_article(self, at: int) -> bool:
        """Whether it is the `a` of `a boat at Kiel`, and no army's letter."""
        token = self._clause[at]
        return self._text[token.start : token.end] == "a" and not any(map(is_place, self._clause[at + 1 : at + 2]))

    def _is_object(self, acts: Sequence[str]) -> bool:
        """Whether the verb behind a unit is no predicate: `Paris heading to Burgundy`, behind words that say something of that."""
        place = next((at for at, token in enumerate(self._clause) if is_place(token)), 0)
        said = (token for token, act in zip(self._clause[place + 1 :], acts[place + 1 :], strict=True) if act)
        verb = next((token for token in said if self._text[token.start : token.start + 1].isalpha()), None)
        if verb is None or not self._word(verb).partition(" ")[0].endswith("ing"):
            return False
        before = self._text[: verb.start].lower().split()[-1:]
        kept = self._word(self._clause[0]) in self._small.told_to and place == 1
        done = any(word in self._small.before_what_is_done or word.endswith(("'s", "'m", "'re")) for word in before)
        return not kept and not done

    def casts_doubt(self) -> bool:
        """Whether the clause has a word that may put what its sentence says in doubt: `I hear`, `Germany's guess`, `in theory`."""
        return any(
            (token.kind == POWER and not is_place(token)) or token_value(token) not in (*_HARMLESS, HEADING)
            or (token.options[0] == (WORD, None) and self._words.may_matter(self._word(token)))
            for token in self._clause
        )  # fmt: skip

    def is_scene(self) -> bool:
        """Whether the clause only tells of a place that was named before: `where the beer is worse but Belgium is closer`."""
        own = any(map(self._is_own, filter(is_place, self._clause)))
        begins = any(self._word(each) in self._small.where for each in self._clause[:1])
        values = {token_value(token) for token in self._clause}
        possible = any(self._word(each) in self._small.makes_condition_of_where for each in self._clause)
        return begins and not own and not possible and values <= {*_HARMLESS, EXCEPT, NEGATED}

    def _ordered(self, places: Sequence[int], acts: Sequence[str]) -> list[Token] | None:
        """Return the order of the unit that is named first."""
        first, rest = (places[0], places[1:]) if places else (0, [])
        if not places or not self._is_own(self._clause[first]):
            return None
        unit = self._unit(first)
        if not rest or place_codes(self._clause[first]) == place_codes(self._clause[rest[-1]]):  # `remains at Warsaw`
            return self._alone(unit, first, acts)
        between = acts[first + 1 : rest[0]]
        if _SUPPORT in between or _CONVOY in between:
            return self._helped(unit, first, rest, acts)
        if len(rest) > 1 or {*acts} & {_SUPPORT, _CONVOY, HOLD} or not self._goes(acts, first, rest[0]):
            return None
        return [*unit, self._made(rest[0] - 1, MOVE), *self._place(rest[0])]

    def _alone(self, unit: list[Token], first: int, acts: Sequence[str]) -> list[Token] | None:
        """Return the order of a unit that stays, or helps what was said before: `the fleet in the Aegean gives it support`."""
        does = {*acts} - {""}
        made = next(iter(does)) if len(does) == 1 else ""
        if made not in acts[first + 1 :] and (made != HOLD or len(unit) == 1):
            return None  # `the Tsar sits in Moscow`, and not `my fleet keeps its position in the North Sea`
        return [*unit, self._made(first, made)] if made in (HOLD, _SUPPORT, _CONVOY) else None

    def _in_turn(self, places: Sequence[int], acts: Sequence[str]) -> list[Token] | None:
        """Return the orders of units that go to as many places: `Kiel and Ruhr go to Denmark and Holland respectively`."""
        half = len(places) // 2
        units, goals = places[:half], places[half:]
        own = all(self._is_own(self._clause[at]) for at in units)
        if len(units) != len(goals) or half < 2 or not own or MOVE not in acts[units[-1] : goals[0]] or {*acts} != {"", MOVE}:
            return None
        found = list[Token]()
        for unit, goal in zip(units, goals, strict=True):
            mark = [Token(((STOP, ","),), found[-1].end, found[-1].end)] if found else []
            found += [*mark, *self._unit(unit), self._made(unit, MOVE), *self._place(goal)]
        return found

    def _only_one(self, goal: int, acts: Sequence[str]) -> list[Token] | None:
        """Return the order of a unit that is named by its kind, if only one of the writer's can go there: `the southern fleet heads
        for the Black Sea`.
        """
        before = [token for token in self._clause[:goal] if not is_place(token)]
        kinds = [kind for token in before for kind, _ in token.options if kind in KINDS]
        codes = place_codes(self._clause[goal])
        at = next((n for n, token in enumerate(self._clause[:goal]) if any(kind in KINDS for kind, _ in token.options)), 0)
        start = self._clause[0].start
        led = " ".join([*self._before(0), *self._text[start : self._clause[at].start].lower().split()])
        whose = led in self._small.whose_only_unit and not self._before(at + 1)
        alone = len(kinds) == 1 == len(codes) and whose
        if not alone or not acts[at + 1 : at + 2] or not self._goes(acts, -1, goal):
            return None
        able = self._possible.able(KINDS[kinds[0]][-1].upper(), space_of(codes[0]))
        if len(able) != 1:
            return None
        named = self._clause[at]
        unit = Token(((PLACE, (able[0],)),), named.start, named.end)
        return [named._replace(options=((kinds[0], None),)), unit, self._made(goal - 1, MOVE), *self._place(goal)]

    def _helped(self, unit: list[Token], first: int, rest: Sequence[int], acts: Sequence[str]) -> list[Token] | None:
        """Return an order to support or convoy what is named behind it."""
        does = _SUPPORT if _SUPPORT in acts[first + 1 : rest[0]] else _CONVOY
        if {*acts} & {_SUPPORT, _CONVOY} != {does} or HOLD in acts:
            return None
        helped = [*unit, self._made(first, does), *self._unit(rest[0])]
        if len(rest) == 2 and self._goes(acts, rest[0], rest[1]):
            return [*helped, self._made(rest[1] - 1, MOVE), *self._place(rest[1])]
        stays = MOVE not in acts[acts.index(does, first) :]  # in `supports England's move to Norway` nobody stands in Norway
        return helped if len(rest) == 1 and does == _SUPPORT and stays else None

    def _goes(self, acts: Sequence[str], start: int, end: int) -> bool:
        """Whether a unit is said to go from one place to another: by a word of movement, or by `to` among plain words."""
        between = [at for at in range(start + 1, end) if acts[at] == MOVE]
        words = (self._words.kind(self._word(token)) for token in self._clause if token.options[0] == (WORD, None))
        said = (self._word(self._clause[at]) for at in between)
        verbs = any(len(word) > 2 and word not in ("into", "onto") for word in said)
        leaves = start > 0 and self._word(self._clause[start - 1]) in self._small.leaving
        return bool(between) and (verbs or leaves or all(words))

    def _act(self, at: int) -> str:
        """Return what a token says that a unit does: a terminal, '' if nothing."""
        token = self._clause[at]
        before = self._text[: token.start].split()[-1:]
        if token.options[0] == (WORD, None) and before and before[0].lower() in self._small.before_named_deed:
            return ""
        if token.options[0] == (WORD, None) and self._words.is_done(self._word(token)):
            return MOVE if before and before[0].lower() in self._small.before_what_is_done else ""
        kind = self._words.kind(self._word(token)) if token.options[0] == (WORD, None) else ""
        if (self._word(token) == "for" and self._goes_for(at)) or self._is_verb(at):
            return MOVE
        if kind in (GOES, RESTS, AIDS):
            return {GOES: MOVE, RESTS: HOLD, AIDS: _SUPPORT}[kind]
        idle = is_place(token) or is_coast(token) or self._names_kind(token) or self._word(token) in self._small.no_unit
        if idle or any(each in (POWER, WORD) for each, _ in token.options):
            return ""
        if self._word(token) in self._small.leaving and any(map(is_place, self._clause[at + 1 : at + 2])):
            return ""  # `leaves Albania for Greece`
        return MOVE if is_kind(token, _TAKE) else token.kind

    def _is_verb(self, at: int) -> bool:
        """Whether a word that nobody knows is a verb of movement, as a unit is before it and `to` behind: `scarpers to Rome`."""
        token, word = self._clause[at], self._word(self._clause[at])
        slip = self._in_notation  # there a word may be a slip: `A Par moevs to Bur`
        if slip or token.options[0] != (WORD, None) or word in self._words.kinds or self._words.may_matter(word):
            return False
        ends = word.isalpha() and word.endswith("s") and not word.endswith("ss")
        to = any(self._word(each) in self._small.where_to for each in self._clause[at + 1 : at + 2])
        return ends and to and at > 0 and is_place(self._clause[at - 1]) and self._is_own(self._clause[at - 1])

    def _goes_for(self, at: int) -> bool:
        """Whether the word stands before a place, with a verb of movement before it: `sets off for Norway`."""
        before = (self._words.kind(self._word(each)) for each in self._clause[:at] if each.options[0] == (WORD, None))
        moves = GOES in before or any(is_kind(each, MOVE) or is_kind(each, _TAKE) for each in self._clause[:at])
        return moves and any(map(is_place, self._clause[at + 1 : at + 2]))

    def _is_harmless(self, at: int, acts: Sequence[str]) -> bool:
        """Whether a token, and the small words in front of it, neither change an order nor tell of somebody else."""
        token, word = self._clause[at], self._word(self._clause[at])
        if any(self._makes_talk(each, at) or self._words.is_also(each, OTHERS) for each in self._before(at)):
            return False
        helps = next((n for n, act in enumerate(acts[:at]) if act in (_SUPPORT, _CONVOY)), None)
        helped = helps is not None and not any(map(is_place, self._clause[helps + 1 : at]))  # `supports the French army in Gascony`
        if token.kind == POWER and not is_place(token):
            return helped
        if token.kind != WORD or (helped and word in self._small.of_somebody_helped):
            return True
        if token.options[0] != (WORD, None):
            return token_value(token) in _HARMLESS
        if self._words.may_matter(word):
            return False
        may = word in self._small.makes_talk_but_for_a_named_unit and self._names_own_kind()
        return bool(acts[at]) or may or self._words.is_also(word, BESIDE) or self._is_bidding(at)

    def _makes_talk(self, word: str, at: int) -> bool:
        """Whether a word that the lexer left out in front of a token makes talk of the clause."""
        small = self._small
        if word in small.before_what_is_commanded and self._is_commanded(at):
            return False
        return word in small.makes_talk or (word in small.makes_talk_but_for_a_named_unit and not self._names_own_kind())

    def _names_own_kind(self) -> bool:
        """Whether the clause begins with a unit of the writer's by its kind and place: `the boat in Trieste should go to …`."""
        place = next((at for at, token in enumerate(self._clause) if is_place(token)), None)
        if place is None or not self._is_own(self._clause[place]):
            return False
        kinds = (at for at, token in enumerate(self._clause[:3]) if self._names_kind(token) and not is_place(token))
        at = next(kinds, None)
        around = self._before(place) + (self._before(place + 1) if place + 1 < len(self._clause) else [])
        return (at is not None and abs(place - at) <= 2) or (place == 0 and not self._small.stands_for_unit.isdisjoint(around))

    def _before(self, at: int) -> list[str]:
        """The words that the lexer left out in front of a token: articles, and others that change nothing elsewhere."""
        start = self._clause[at - 1].end if at else self._text.rfind("\n", 0, self._clause[0].start) + 1
        between = without(self._text[start : self._clause[at].start].lower(), self._small.for_the_writer)
        return _SENTENCE.split(between)[-1].replace("'", "").split()

    def _is_bidding(self, at: int) -> bool:
        """Whether a word is part of `the Admiralty hereby instructs its fleet`: a verb of command, or a word before one."""
        unit = next((n for n, each in enumerate(self._clause) if is_place(each) or self._names_kind(each)), 0)
        return at < unit and commands_a_unit(self._text[self._clause[at].start : self._clause[unit].start], self._words)

    def _is_commanded(self, at: int) -> bool:
        """Whether a unit stands here, behind a verb of command in the same sentence: `… decrees that the army in Paris hold`."""
        named = self._clause[at : at + 3]
        unit = is_place(named[0]) or self._names_kind(named[0])
        return unit and commands_a_unit(_SENTENCE_END.split(self._text[: named[0].start])[-1], self._words)

    def _without_tail(self, clause: Sequence[Token]) -> Sequence[Token]:
        """The clause up to what only tells why: `so Italy can't come in`, `to help in the autumn`."""
        for at in range(1, len(clause)):
            between = self._text[clause[at - 1].end : clause[at].start].lower().split()
            named = sum(map(is_place, clause[:at]))
            purpose = named > 1 and self._word(clause[at]) == "to" and self._is_purpose(clause[at + 1 :])
            watching = self._is_participle(clause[:at], clause[at])
            scene = self._word(clause[at]) == "where" and self._is_scene(clause[at + 1 :])
            if named and (self._word(clause[at]) in self._small.begins_reason or "so" in between or purpose or scene or watching):
                other = any(map(self._is_own, filter(is_place, clause[at:])))
                return () if other or any(self._words.doubts(self._word(each)) for each in clause[at:]) else clause[:at]
        return clause

    def _is_participle(self, before: Sequence[Token], token: Token) -> bool:
        """Whether a verb that changes no order says what a unit does meanwhile: `sits there looking pretty`."""
        word = self._word(token)
        verb = token.options[0] == (WORD, None) and word.endswith("ing") and self._words.kind(word) == DOES
        return verb and not self._words.is_also(word, BESIDE) and not is_place(before[-1]) and any(map(is_place, before))

    def _is_scene(self, behind: Sequence[Token]) -> bool:
        """Whether words behind `where` only tell of a place: `where the tea is better`, and not `where possible`."""
        return not any(is_place(each) or self._word(each) in self._small.makes_condition_of_where for each in behind)

    def _is_purpose(self, behind: Sequence[Token]) -> bool:
        """Whether a known verb begins here, and no place follows: `to spoil his Swedish plans`."""
        verb = bool(behind) and behind[0].options[0] == (WORD, None) and bool(self._words.kind(self._word(behind[0])))
        return verb and not any(is_place(each) and each.kind != POWER for each in behind)

    def _is_adjective(self, at: int) -> bool:
        """Whether a place only tells which unit it is, whose own place follows: `the Baltic squadron at St Petersburg`."""
        after = self._clause[at + 1 : at + 3]
        kinds = len(after) == 2 and self._names_kind(after[0]) and is_place(after[1])
        return kinds and self._text[after[0].end : after[1].start].strip().lower() in self._small.between_kind_and_place

    def _tells_of_order(self, acts: Sequence[str], named: Sequence[int]) -> bool:
        """Whether the words behind the last act and the last place say what becomes of the order: `Paris to Burgundy is off`."""
        last = max((*named, *(at for at, act in enumerate(acts) if act)), default=0)
        behind = self._text[self._clause[last].end : self._clause[-1].end].lower().split()
        return not self._small.says_of_order.isdisjoint(behind)

    def _is_own(self, place: Token) -> bool:
        return any(space_of(code) in self._possible.own for code in place_codes(place))

    def _unit(self, at: int) -> list[Token]:
        """The tokens of a unit: its power and kind, if they are named beside its place, and the place."""
        found = list[Token]()
        before = (n + 1 for n, token in enumerate(self._clause[:at]) if is_place(token) or token.kind in (_SUPPORT, _CONVOY))
        for each in (*self._clause[max(0, at - 4, *before) : at], *self._clause[at + 1 : at + 2]):
            kinds = [_BEHIND.get(kind, kind) for kind, _ in each.options if _BEHIND.get(kind, kind) in KINDS]
            article = self._text[each.start : each.end] == "a"  # `a boat at Kiel`
            if kinds and not article and not is_place(each) and not any(is_kind(one, kind) for one in found for kind in KINDS):
                found.append(each._replace(options=((kinds[0], None),), listed=False))
            elif each.kind == POWER and not is_place(each) and each.start < self._clause[at].start:
                found.append(each._replace(listed=False))
        return [*found, *self._place(at)]

    def _place(self, at: int) -> list[Token]:
        coast = [each for each in self._clause[at + 1 : at + 2] if is_coast(each)]
        named = tuple(option for option in self._clause[at].options if option[0] == PLACE)
        return [self._clause[at]._replace(options=named, listed=False), *coast]

    def _made(self, at: int, terminal: str) -> Token:
        """A token that is put behind another."""
        end = self._clause[at].end
        return Token(((terminal, "-" if terminal == MOVE else None),), end, end)

    def _names_kind(self, token: Token) -> bool:
        return any(_BEHIND.get(kind, kind) in KINDS for kind, _ in token.options)

    def _word(self, token: Token) -> str:
        return fold_word(self._text[token.start : token.end])

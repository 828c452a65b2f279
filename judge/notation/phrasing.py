"""How people put an order into a sentence: why they give it, that they ask for it politely, where a unit comes from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from judge.notation.small_words import SmallWords, is_one_of
from judge.notation.tokens import (
    ASKS,
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    EXCEPT,
    HELPS,
    HOLD,
    MOVE,
    NEGATED,
    ORIGIN,
    PLACE,
    POWER,
    REASON,
    REQUEST,
    RETRACTED,
    REVERSED,
    STOP,
    WISHES,
    WORD,
    Token,
    is_bare,
    is_kind,
    is_place,
)  # fmt: skip

_ELSEWHERE = {ASKS: None, WISHES: DOUBT}
"""Words that may begin a request → what they are elsewhere."""
_TURNING = frozenset({CONDITION, RETRACTED, CORRECTED, REVERSED})
"""Values of words that may change an order although they stand in its reason."""


PHRASED = frozenset({CONDITION, ASKS, WISHES, REASON, ORIGIN, NEGATED})
"""Values of words that these functions are for."""


def without_reasons(tokens: list[Token], acts: Callable[[Token], bool], text: str) -> list[Token]:
    """The tokens with one courtesy for each reason, up to the next mark or colon: `because I want Sweden`.

    A reason that may hold an order of its own, or a condition, stays as it is, but for the words that begin one. `acts` tells
    whether a token says what a unit does.
    """
    found, at = list[Token](), 0
    while at < len(tokens):
        token, end = tokens[at], at + 1
        if (WORD, REASON) in token.options:
            while end < len(tokens) and tokens[end].kind != STOP and tokens[end].depth == token.depth:
                if ":" in text[tokens[end - 1].end : tokens[end].start]:
                    break
                end += 1
            inside = tokens[at:end]
            if _may_matter(inside, acts):
                found += [each._replace(options=((WORD, None),)) if each.options[0][1] == REASON else each for each in inside]
            else:
                found.append(token._replace(options=((WORD, COURTESY),), end=inside[-1].end))
        else:
            found.append(token)
        at = end
    return found


def without_reasons_in_front(tokens: list[Token], openers: Collection[str], text: str, words: SmallWords) -> list[Token]:
    """The tokens with a courtesy for what their writer does not want, as the reason of what follows: `I don't want Bel, so …`."""
    found, start = list[Token](), 0
    for at, token in enumerate(tokens):
        if token.kind != STOP:
            continue
        clause = tokens[start:at]
        denied = next((n for n, each in enumerate(clause) if each.options[0] == (WORD, NEGATED)), 0)
        mine = denied > 0 and text[clause[0].start : clause[0].end].lower() in words.writer
        units = any(kind in openers and kind not in (PLACE, POWER) for each in clause for kind, _ in each.options)
        so = [text[each.start : each.end].lower() for each in tokens[at + 1 : at + 2]]
        reason = mine and not units and token.options[0] == (STOP, ",") and so and so[0] in words.therefore
        found += [clause[0]._replace(options=((WORD, COURTESY),), end=clause[-1].end), token] if reason else [*clause, token]
        start = at + 1
    return [*found, *tokens[start:]]


def without_idle_conditions(tokens: list[Token], text: str, words: SmallWords) -> list[Token]:
    """The tokens with a courtesy for a condition that every order is under: `A Par-Bur if the Kaiser lets me`."""
    found = list[Token]()
    for at, token in enumerate(tokens):
        if found and token.start < found[-1].end:
            continue
        end = next((each.start for each in tokens[at:] if each.kind == STOP or each.depth < token.depth), len(text))
        said = text[token.start : end].rstrip(" )")
        idle = token.options[0] == (WORD, CONDITION) and is_one_of(said, words.condition_of_all_orders)
        found.append(token._replace(options=((WORD, COURTESY),), end=token.start + len(said)) if idle else token)
    return found


def without_idle_denials(
    tokens: list[Token], acts: Callable[[Token], bool], openers: Collection[str], text: str, words: SmallWords
) -> list[Token]:
    """The tokens with plain words for what denies no order: `don't tell Lorenzo`, `he won't like it`."""
    found, start = list(tokens), 0
    for at in range(len(tokens) + 1):
        if at < len(tokens) and tokens[at].kind != STOP and (at == start or tokens[at].depth == tokens[at - 1].depth):
            continue
        clause = tokens[start:at]
        denied = next((n for n, each in enumerate(clause) if each.options[0] == (WORD, NEGATED)), -1)
        power = any(is_kind(each, POWER) for each in clause)
        aside = bool(clause) and bool(clause[0].depth)
        if denied >= 0 and (aside or not power) and not any(is_place(each) or _is_part(each, acts, openers) for each in clause):
            said = [text[each.start : each.end].lower() for each in clause]
            if said[0] in words.when:
                found[start + denied] = clause[denied]._replace(options=((WORD, CONDITION),))
            elif said[0] in words.somebody_else or power or _is_idle_denial(said, denied, words):
                found[start + denied] = clause[denied]._replace(options=((WORD, None),))
        start = at + (at < len(tokens) and tokens[at].kind == STOP)
    return found


def _is_idle_denial(said: Sequence[str], denied: int, words: SmallWords) -> bool:
    """Whether a denial is of what is no order: `don't tell Lorenzo`, `I never liked the sea`."""
    does = {*said[denied + 1 : denied + 2]}
    return (denied == 0 and bool(does & words.asked_of_reader)) or (said[denied] == "never" and bool(does & words.felt))


def _is_part(token: Token, acts: Callable[[Token], bool], openers: Collection[str]) -> bool:
    """Whether a token may be part of an order, and is more than a letter or the `to` of a verb."""
    unit = any(kind in openers and kind != POWER for kind, _ in token.options) and token.end - token.start > 1
    return unit or (acts(token) and not is_kind(token, MOVE))


def without_contrasts(tokens: list[Token], acts: Callable[[Token], bool]) -> list[Token]:
    """The tokens with a courtesy for words behind an order that only say what is not meant: `A Ven-Tyr, not hold`."""
    for at in range(len(tokens) - 1, 1, -1):
        if tokens[at].options[0] != (WORD, NEGATED) or tokens[at - 1].options[0] != (STOP, ","):
            continue
        end = next((n for n in range(at, len(tokens)) if tokens[n].kind == STOP), len(tokens))
        order = tokens[next((n for n in range(at - 1, 0, -1) if tokens[n - 1].kind == STOP), 0) : at - 1]
        plain = all(each.kind != WORD or each.options[0][1] not in (NEGATED, DOUBT, *_TURNING - {CORRECTED}) for each in order)
        named = tokens[at + 1 : end]
        meant = named and is_bare(named) and all(is_place(each) or acts(each) for each in named)
        if plain and meant and any(map(acts, order)) and any(map(is_place, order)):
            tokens[at:end] = [tokens[at]._replace(options=((WORD, COURTESY),), end=tokens[end - 1].end)]
    return tokens


def with_what_is_meant(tokens: list[Token], acts: Callable[[Token], bool], text: str, words: SmallWords) -> list[Token]:
    """The tokens with a courtesy for what a unit is not to do, where the same sentence says what it does: `F Con not to BLA but to
    AEG`, `A Bur does not go to Mun, it goes to Bel`.
    """
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].options[0] != (WORD, NEGATED):
            continue
        start = next((n for n in range(at, 0, -1) if tokens[n - 1].kind == STOP), 0)
        unit = [each for each in tokens[start:at] if is_place(each)]
        known = all(is_place(each) or each.kind != WORD or each.options[0][1] == COURTESY for each in tokens[start:at])
        named = len(unit) == 1 and known and not any(map(acts, tokens[start:at]))
        goes_on = _meant_instead(tokens, at, text, words) if named else None
        if goes_on is None:
            continue
        denied = tokens[at + 1 : goes_on]
        values = {value for each in denied for kind, value in each.options if kind == WORD}
        if sum(map(is_place, denied)) > 1 or values & {*_TURNING, DOUBT, NEGATED}:
            continue
        courtesy = tokens[at]._replace(options=((WORD, COURTESY),), end=tokens[goes_on - 1].end)
        where = tokens[goes_on].start
        made = [Token(((MOVE, "-"),), where, where, tokens[at].depth)] if is_place(tokens[goes_on]) else []
        tokens[at:goes_on] = [courtesy, *made]
    return tokens


def _meant_instead(tokens: Sequence[Token], at: int, text: str, words: SmallWords) -> int | None:
    """Return where it is said what a unit does that does not do what stands behind a word; None if it is not said."""
    end = next((n for n in range(at + 1, len(tokens)) if tokens[n].kind == STOP or (WORD, EXCEPT) in tokens[n].options), 0)
    if not end or (tokens[end].kind == STOP and tokens[end].options[0][1] not in (",", ";")):
        return None
    goes_on, marked = end + 1, tokens[end].kind != STOP
    while goes_on < len(tokens):
        said, word = tokens[goes_on], text[tokens[goes_on].start : tokens[goes_on].end].lower()
        if is_kind(said, MOVE) or is_kind(said, HOLD) or is_kind(said, "_TAKE"):
            return goes_on if marked else None
        if is_place(said):
            before = text[: said.start].rstrip().lower().removesuffix(" the")
            goes = before.endswith(" to") or any(is_kind(each, MOVE) for each in tokens[at:end])
            return goes_on if marked and goes else None
        known = word in words.before_what_is_meant or word in words.before_what_is_meant_with_another
        if not known and (WORD, COURTESY) not in said.options:
            return None
        marked = marked or word in words.before_what_is_meant or word == "but"
        goes_on += 1
    return None


def _may_matter(inside: Sequence[Token], acts: Callable[[Token], bool]) -> bool:
    turns = any(_turns(token, before) for before, token in zip((None, *inside), inside, strict=False))
    unit = next((at for at, token in enumerate(inside) if is_kind(token, "_ARMY") or is_kind(token, "_FLEET")), len(inside))
    moves = next((at for at in range(unit + 1, len(inside)) if is_kind(inside[at], MOVE)), len(inside))
    goes = any(map(is_place, inside[moves + 1 :]))  # `because the army there is moving out to Norway`
    return turns or goes or (sum(map(is_place, inside)) > 1 and any(map(acts, inside)))


def _turns(token: Token, before: Token | None) -> bool:
    """Whether a word may change an order although it stands in its reason, and not `because Portugal won't wait`."""
    denied = before is not None and before.options[0] == (WORD, NEGATED)
    turning = {value for kind, value in token.options if kind == WORD} & _TURNING
    return bool(turning) and not (denied and turning == {CORRECTED})


def requests_apart(tokens: list[Token], fillers: Collection[str], text: str, words: SmallWords) -> list[Token]:
    """The tokens with a request for a sentence that asks politely for an order: `could Marseilles please support Paris?`

    A sentence with words that nobody knows may ask for anything else.
    """
    found = list(tokens)
    begins = True
    for at, token in enumerate(tokens):
        said = token.options[0][1] if token.kind == WORD else None
        if said in _ELSEWHERE:
            asks = begins and _asks(tokens, at + 1, text, words)
            found[at] = token._replace(options=((WORD, REQUEST if asks else _ELSEWHERE[said]),))
        begins = token.kind == STOP or (begins and (said == COURTESY or token.kind in fillers))
    return found


def _asks(tokens: Sequence[Token], at: int, text: str, words: SmallWords) -> bool:
    """Whether a sentence says please, and nothing that nobody knows."""
    end = next((n for n in range(at, len(tokens)) if tokens[n].kind == STOP and tokens[n].options[0][1] != ","), len(tokens))
    polite = any(text[each.start : each.end].lower() in words.please for each in tokens[at:end])
    return polite and all(each.kind != WORD or each.options[0][1] in (COURTESY, ORIGIN) for each in tokens[at:end])


def with_origins_in_front(tokens: list[Token], fillers: Collection[str], openers: frozenset[str]) -> list[Token]:
    """The tokens with `Burgundy from Paris` as `Paris - Burgundy`; elsewhere words like `from` are dropped."""
    if all(token.options[0] != (WORD, ORIGIN) for token in tokens):
        return tokens
    found, clause, goal = list[Token](), list[int](), -1
    for at, token in enumerate(tokens):
        if token.options[0] == (WORD, ORIGIN):
            goal = _goal_before(found, clause)
            continue
        found.append(token)
        if token.kind == STOP:
            clause = []
        elif token.kind not in fillers:
            clause.append(len(found) - 1)
            if goal >= 0 and is_place(token) and (at + 1 == len(tokens) or tokens[at + 1].kind == STOP):
                _turn_around(found, goal)
            goal = goal if any(is_kind(token, kind) for kind in openers - {PLACE}) else -1
    return found


def _goal_before(found: list[Token], clause: list[int]) -> int:
    """Return where the place is that is only said to be gone to, and drop the word that says so; -1 for none.

    `Burgundy`, `attack Burgundy`, `A Mar supports the French move to Burgundy`.
    """
    if len(clause) == 1 and is_place(found[clause[0]]):
        return clause[0]
    if len(clause) < 2 or not is_place(found[clause[-1]]) or not is_kind(found[clause[-2]], MOVE):
        return -1
    before = clause[:-2]
    if before and is_kind(found[before[-1]], POWER):
        before = before[:-1]
    if before and not any(is_kind(found[before[-1]], kind) for kind in HELPS):
        return -1
    if clause[-2] + 1 != clause[-1] or is_kind(found[clause[-1]], POWER):
        return -1
    del found[clause[-2]]
    return clause[-1] - 1


def _turn_around(found: list[Token], goal: int) -> None:
    """Put the unit at the end of tokens in front of where it goes."""
    named, unit = found[goal], found[goal + 1 :]
    last = unit[-1]
    unit[0] = unit[0]._replace(start=named.start)
    place = named._replace(options=tuple(option for option in named.options if option[0] == PLACE), end=last.end)
    found[goal:] = [*unit, Token(((MOVE, "-"),), last.end - 1, last.end, last.depth), place]

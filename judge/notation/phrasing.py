"""How people put an order into a sentence: why they give it, that they ask for it politely, where a unit comes from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from judge.notation.tokens import (
    ASKS,
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    MOVE,
    NEGATED,
    ORIGIN,
    PLACE,
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

_PLEASE = ("please", "pls", "plz", "kindly")
_ELSEWHERE = {ASKS: None, WISHES: DOUBT}
"""Words that may begin a request → what they are elsewhere."""
_TURNING = frozenset({CONDITION, RETRACTED, CORRECTED, REVERSED})
"""Values of words that may change an order although they stand in its reason."""


def without_reasons(tokens: list[Token], acts: Callable[[Token], bool]) -> list[Token]:
    """The tokens with one courtesy for each reason, up to the next mark: `because I want Sweden`.

    A reason that may hold an order of its own, or a condition, stays as it is, but for the word it begins with. `acts` tells
    whether a token says what a unit does.
    """
    if not any((WORD, REASON) in token.options for token in tokens):
        return tokens
    found, at = list[Token](), 0
    while at < len(tokens):
        token, end = tokens[at], at + 1
        if (WORD, REASON) in token.options:
            while end < len(tokens) and tokens[end].kind != STOP and tokens[end].depth == token.depth:
                end += 1
            inside = tokens[at:end]
            if _may_matter(inside, acts):
                token, end = token._replace(options=((WORD, None),)), at + 1
            else:
                token = token._replace(options=((WORD, COURTESY),), end=inside[-1].end)
        found.append(token)
        at = end
    return found


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


def _may_matter(inside: Sequence[Token], acts: Callable[[Token], bool]) -> bool:
    turns = any(kind == WORD and value in _TURNING for token in inside for kind, value in token.options)
    return turns or (sum(map(is_place, inside)) > 1 and any(map(acts, inside)))


def requests_apart(tokens: list[Token], fillers: Collection[str], text: str) -> list[Token]:
    """The tokens with a request for a sentence that asks politely for an order: `could Marseilles please support Paris?`

    A sentence with words that nobody knows may ask for anything else.
    """
    found = list(tokens)
    for at, token in enumerate(tokens):
        if token.kind != WORD or token.options[0][1] not in _ELSEWHERE:
            continue
        end = next((n for n in range(at, len(tokens)) if tokens[n].kind == STOP and tokens[n].options[0][1] != ","), len(tokens))
        begins = all(each.options[0] == (WORD, COURTESY) for each in _clause_before(tokens, at, fillers))
        words = [each.options[0][1] for each in tokens[at + 1 : end] if each.kind == WORD]
        polite = any(text[each.start : each.end].lower() in _PLEASE for each in tokens[at + 1 : end])
        asks = begins and polite and all(word in (COURTESY, ORIGIN) for word in words)
        found[at] = token._replace(options=((WORD, REQUEST if asks else _ELSEWHERE[token.options[0][1]]),))
    return found


def _clause_before(tokens: Sequence[Token], at: int, fillers: Collection[str]) -> list[Token]:
    """What stands between the mark before a token and the token, without fillers."""
    start = next((n for n in range(at, 0, -1) if tokens[n - 1].kind == STOP), 0)
    return [each for each in tokens[start:at] if each.kind not in fillers]


def with_origins_in_front(tokens: list[Token], fillers: Collection[str], openers: Collection[str]) -> list[Token]:
    """The tokens with `Burgundy from Paris` as `Paris - Burgundy`; elsewhere words like `from` are dropped."""
    found = list[Token]()
    for at, token in enumerate(tokens):
        if token.options[0] == (WORD, ORIGIN):
            continue
        found.append(token)
        origin = next((n for n in range(at - 1, -1, -1) if tokens[n].options[0] == (WORD, ORIGIN)), -1)
        ends = at + 1 == len(tokens) or tokens[at + 1].kind == STOP
        if origin < 1 or not (ends and is_place(token) and is_place(tokens[origin - 1])):
            continue
        unit = [each for each in tokens[origin + 1 : at] if each.kind not in fillers]
        alone = not _clause_before(tokens, origin - 1, fillers)
        if alone and all(any(is_kind(each, kind) for kind in openers) for each in unit):
            goal = tokens[origin - 1]
            del found[found.index(goal) :]
            goal = goal._replace(options=tuple(option for option in goal.options if option[0] == PLACE))
            unit = [*unit, token]
            unit[0] = unit[0]._replace(start=goal.start)
            found += [*unit, Token(((MOVE, "-"),), token.end - 1, token.end, token.depth), goal._replace(end=token.end)]
    return found

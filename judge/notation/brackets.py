"""What stands in brackets beside an order: a kind of unit, a name, the same place again, or talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge.notation.remarks import GRAVE, token_value
from judge.notation.tokens import PLACE, POWER, STOP, WORD, Token, is_place


def inside_brackets(tokens: Sequence[Token], first: int) -> Sequence[Token]:
    """Return the tokens in the brackets that begin here."""
    depth = tokens[first - 1].depth if first else 0
    end = next((at for at in range(first, len(tokens)) if tokens[at].depth <= depth), len(tokens))
    return tokens[first:end]


def is_talk(inside: Sequence[Token]) -> bool:
    """Whether brackets hold only talk: no place, nothing that questions an order, and more than one word that is not of orders."""
    words = [token for token in inside if token.kind in (WORD, POWER)]
    grave = any(token_value(token) in GRAVE for token in inside) or any(token.options[0] == (STOP, "?") for token in inside)
    return len(words) > 1 and not grave and not any(kind == PLACE for token in inside for kind, _ in token.options)


def talk_begins(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether brackets begin here, behind an order that began at `first`, and hold only talk."""
    return at > first and tokens[at].depth > tokens[at - 1].depth and is_talk(inside_brackets(tokens, at))


def repeats(before: Token, words: Sequence[Token]) -> bool:
    """Whether brackets say once more what stands in front of them: `to the Atlantic (MAO)`, `stays (holds)`."""
    same = {kind for kind, _ in before.options} & {kind for kind, _ in words[0].options}
    return len(words) == 1 and bool(same - {WORD, PLACE} or _codes(before) & _codes(words[0]))


def _codes(token: Token) -> set[str]:
    return {code for kind, codes in token.options if kind == PLACE for code in codes}


def settled_brackets(tokens: list[Token], kinds: Collection[str]) -> list[Token]:
    """Return tokens with `St. Petersburg (F) - Finland` as `F St. Petersburg - Finland`, and without the name of who plays a
    power: `ITALY (Luigi Ferrante) builds F(Nap)`.

    Args:
        kinds: terminals that name a kind of unit.
    """
    found = list[Token]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        opens = bool(found) and token.depth > found[-1].depth
        inside = inside_brackets(tokens, at) if opens else ()
        named = [(kind, None) for kind, _ in token.options if kind in kinds] if len(inside) == 1 else []
        if named and is_place(found[-1]) and not (found[1:] and any(kind in kinds for kind, _ in found[-2].options)):
            place = found.pop()
            found += [token._replace(options=tuple(named), start=place.start, end=place.start, depth=place.depth)]
            found += [place._replace(end=token.end)]
        elif not (inside and len(found) == 1 and found[0].kind == POWER and _is_name(inside)):
            found.append(token)
            at += 1
            continue
        at += len(inside)
    return found


def _is_name(inside: Sequence[Token]) -> bool:
    return all(token.options[0] in ((WORD, None), (STOP, ".")) for token in inside)

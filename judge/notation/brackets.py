"""What stands in brackets beside an order: a kind of unit, a name, the same place again, or talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge.board import PlaceNames
from judge.notation.raw_words import fold_word
from judge.notation.remarks import GRAVE, token_value
from judge.notation.tokens import AND, BACKERS, HELPS, LATER, MOVE, OUTDATED, PLACE, POWER, STOP, WORD, Token, is_kind, is_place


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


def settled_brackets(tokens: list[Token], kinds: Collection[str], names: PlaceNames, text: str) -> list[Token]:
    """Return tokens with `St. Petersburg (F) - Finland` as `F St. Petersburg - Finland`, a place whose name ends in brackets as
    one, and without the name of who plays a power: `ITALY (Luigi Ferrante) builds F(Nap)`.

    Args:
        tokens: those of the text.
        kinds: terminals that name a kind of unit.
        names: what places are called.
        text: where they stand.
    """
    found = list[Token]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        opens = bool(found) and token.depth > found[-1].depth
        inside = inside_brackets(tokens, at) if opens else ()
        named = [(kind, None) for kind, _ in token.options if kind in kinds] if len(inside) == 1 else []
        whole = _named_with(found[-1], inside, names, text) if inside else ()
        if whole:
            found[-1] = found[-1]._replace(options=((PLACE, whole),), end=token.end)
        elif len(inside) == 1 and token.kind == POWER and (helps := _help_before(found)):
            first = found[helps]  # `F NWG S A StP-Nwy (Russia)`
            found[-1] = found[-1]._replace(end=token.end)
            found.insert(helps, token._replace(start=first.start, end=first.start, depth=first.depth))
        elif named and is_place(found[-1]) and not (found[1:] and any(kind in kinds for kind, _ in found[-2].options)):
            place = found.pop()
            found += [token._replace(options=tuple(named), start=place.start, end=place.start, depth=place.depth)]
            found += [place._replace(end=token.end)]
        elif _say_who_helps(inside, kinds, text):  # `A Bud-Tri (A Vie and A Ser support)`
            found.append(Token(((STOP, ","),), found[-1].end, token.start, found[-1].depth))
            found += [each._replace(depth=found[-1].depth) for each in inside]
        elif not (inside and len(found) == 1 and found[0].kind == POWER and _is_name(inside, text)):
            found.append(token)
            at += 1
            continue
        at += len(inside)
    return found


def _named_with(place: Token, inside: Sequence[Token], names: PlaceNames, text: str) -> tuple[str, ...]:
    """Return the space that a place and the one unknown word in the brackets behind it are the name of, if they are."""
    if len(inside) != 1 or inside[0].kind != WORD or not is_place(place):
        return ()
    return tuple(names.find(f"{text[place.start : place.end]} {text[inside[0].start : inside[0].end]}"))


def _help_before(tokens: Sequence[Token]) -> int:
    """Return where the unit begins that an order at the end of tokens supports, in words that name no power for it; 0 for none."""
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].kind in (STOP, POWER):
            return 0
        if any(is_kind(tokens[at], kind) for kind in HELPS):
            return at + 1 if at + 1 < len(tokens) and is_place(tokens[-1]) else 0
    return 0


def _say_who_helps(inside: Sequence[Token], kinds: Collection[str], text: str) -> bool:
    """Whether brackets hold nothing but several units and that they help the order in front, or an order that `with` begins."""
    if sum(map(is_place, inside)) < len(("Vie", "Ser")):
        return False
    led, behind = (any(is_kind(each, kind) for kind in helps) for each, helps in ((inside[0], BACKERS), (inside[-1], HELPS)))
    if led and is_kind(inside[0], "_BESIDE") and any(is_kind(each, MOVE) for each in inside):  # `(with F Tri heading for Albania)`
        return True
    units = [each for each in inside[led : len(inside) - behind] if fold_word(text[each.start : each.end]) not in AND]
    return (led or behind) and all(is_place(each) or any(kind in kinds for kind, _ in each.options) for each in units)


def _is_name(inside: Sequence[Token], text: str) -> bool:
    """Whether brackets behind a power hold who plays it; before a colon, with anything that is said of them: `(Pete B., on
    holiday):`.
    """
    if text[inside[-1].end :].lstrip(" .!)").startswith(":"):
        orders = any(is_place(token) or any(is_kind(token, kind) for kind in (MOVE, *HELPS)) for token in inside)
        return not orders and not any(token_value(token) in (*GRAVE, OUTDATED, LATER) for token in inside)
    return all(token.options[0] in ((WORD, None), (STOP, ".")) for token in inside)

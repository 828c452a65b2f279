"""Put the parts of a sentence in the order that orders have: unit, what it does, where; help behind what it is for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import dropwhile, takewhile

from judge.notation.small_words import SmallWords, Words
from judge.notation.tokens import AND, HELPS, HOLD, MOVE, PLACE, POWER, STOP, Token, is_kind, is_place

_BACKED, _BESIDE, _TAKE = ("_BACKED", "_CARRIED"), "_BESIDE", "_TAKE"
_BEHIND = ("_ARMY_BEHIND", "_FLEET_BEHIND")

_BUILD = "_BUILD"
_SUPPORT, _SUPPORT_LAST = "_SUPPORT", "_SUPPORT_LAST"
"""The terminal of a support, and the one of words for it that end a sentence in other languages."""

_MOVES = frozenset(("move", "advance"))
"""Said of what is supported, as `attack` is, before where it goes."""

Acts = Callable[[Token], bool]
"""Whether a token says what a unit does."""


def rearranged(
    tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, small: SmallWords
) -> list[Token]:
    """Return tokens as an order has them.

    `leave Denmark for Sweden` is `Denmark - Sweden`, `attack Belgium with Ruhr` says what Ruhr does, and `Ruhr, supported by
    Holland, goes to Belgium` is `Ruhr goes to Belgium, supported by Holland`.
    """
    words = {text[token.start : token.end].lower() for token in tokens}
    if words & small.fleet_behind_place:
        tokens = _ships(tokens, text, fillers, small.fleet_behind_place)
    if words & small.leaving:
        tokens = _departures(tokens, text, fillers, small.leaving)
    if words & small.attacks:
        tokens = _attacks(tokens, text, fillers, small.attacks)
    if words & {"on", "going to"} and any(is_kind(token, _SUPPORT) for token in tokens):
        tokens = _goals_of_supported(tokens, text, fillers, small.attacks)
    if words & small.commands and words & AND:
        tokens = _commands_apart(tokens, text, fillers, openers, acts, small.commands)
    tokens = _one_movement(tokens, text, fillers)
    if any(is_kind(token, _BESIDE) for token in tokens):
        tokens = _help_of(tokens, text, fillers, openers, small.help_given)
    if any(is_kind(token, _BUILD) for token in tokens):
        tokens = _kinds_in_front(tokens, fillers, openers)
    if any(is_kind(token, _SUPPORT_LAST) for token in tokens):
        tokens = _support_in_between(tokens, text, fillers, openers)
    if any(is_kind(token, kind) for token in tokens for kind in _BACKED):
        tokens = _help_behind(tokens, fillers, openers, acts)
    return _parted_at_with(tokens, fillers, openers) if any(is_kind(token, _BESIDE) for token in tokens) else tokens


def _ships(tokens: list[Token], text: str, fillers: Collection[str], ships: Words) -> list[Token]:
    """With a fleet for the ships of a place that go somewhere, or hold: `the London ship goes to the Channel`."""
    found = list(tokens)
    for at in range(1, len(tokens) - 1):
        before, token = tokens[at - 1], tokens[at]
        after = next((each for each in tokens[at + 1 :] if each.kind not in fillers), token)
        if text[token.start : token.end].lower() in ships and is_place(before) and (is_kind(after, MOVE) or is_kind(after, HOLD)):
            found[at] = token._replace(options=((_BEHIND[1], None),))
    return found


def _help_of(tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], help_given: Words) -> list[Token]:
    """With `with Tyrolia's help`, and `with the Black Sea fleet's support`, as `supported by Tyrolia`."""

    def named(token: Token) -> bool:
        return token.kind in fillers or is_place(token) or any(kind in openers for kind, _ in token.options)

    found = list(tokens)
    for at in range(len(tokens) - 2, -1, -1):
        if not is_kind(tokens[at], _BESIDE):
            continue
        end = at + 1 + len(list(takewhile(named, tokens[at + 1 :])))
        unit, word = [each for each in tokens[at + 1 : end] if each.kind not in fillers], tokens[end : end + 1]
        whose = bool(unit) and text[: unit[-1].end].lower().endswith("'s")
        gives = any(text[each.start : each.end].lower() in help_given or (whose and is_kind(each, HELPS[0])) for each in word)
        if gives and unit and sum(map(is_place, unit)) < 2 and (whose or is_place(unit[-1])):
            backed = tokens[at]._replace(options=((_BACKED[0], None),))
            found[at : end + 1] = [backed, *unit[:-1], unit[-1]._replace(end=word[0].end)]
    return found


def _parted_at_with(tokens: list[Token], fillers: Collection[str], openers: Collection[str]) -> list[Token]:
    """With a comma for the `with` of `with Vienna and Serbia supporting` and `with F Tri heading for Albania`."""
    found = list(tokens)
    for at, token in enumerate(tokens):
        acts = (n for n in range(at, len(tokens)) if any(is_kind(tokens[n], kind) for kind in (MOVE, *HELPS)))
        end = next(acts, at)
        units = [each for each in tokens[at + 1 : end] if each.kind not in fillers]
        named = all(any(kind in (PLACE, *openers) for kind, _ in each.options) for each in units)
        goes = tokens[at - 1].kind == STOP and is_kind(tokens[end], MOVE) and any(map(is_place, tokens[end : end + 2]))
        helps = any(is_kind(tokens[end], kind) for kind in HELPS) and sum(map(is_place, units)) > 1
        if at and is_kind(token, _BESIDE) and named and any(map(is_place, units)) and (goes or helps):
            found[at] = token._replace(options=((STOP, ","),))
    return found


def _one_movement(tokens: list[Token], text: str, fillers: Collection[str]) -> list[Token]:
    """With words of movement behind one another as one: `marches down into Serbia`."""
    found = list[Token]()
    for token in tokens:
        before = next((each for each in reversed(found) if each.kind not in fillers), None)
        moves = before is not None and token.options[0][0] == before.options[0][0] == MOVE and token.depth == before.depth
        if before is not None and moves and text[before.start].isalnum() and text[token.start].isalnum():
            found[found.index(before)] = before._replace(end=token.end)
        else:
            found.append(token)
    return found


def _commands_apart(
    tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str], acts: Acts, commands: Words
) -> list[Token]:
    """With a semicolon for the `and` behind an order and in front of another that begins with its verb: `F Tri S A Bud and move Vie
    to Gal`.
    """
    found = list(tokens)
    for at, token in enumerate(tokens):
        if text[token.start : token.end].lower() not in AND or not any(map(acts, tokens[:at])):
            continue
        verb, *said = [each for each in tokens[at + 1 :] if each.kind not in fillers][:5] or [token]
        unit = [*dropwhile(lambda each: not is_place(each) and any(kind in openers for kind, _ in each.options), said)]
        goes = [is_place(each) if n % 2 == 0 else is_kind(each, MOVE) for n, each in enumerate(unit[:3])] == [True] * 3
        if goes and is_kind(verb, MOVE) and text[verb.start : verb.end].lower() in commands:
            found[at] = token._replace(options=((STOP, ";"),))
    return found


def _departures(tokens: list[Token], text: str, fillers: Collection[str], leaving: Words) -> list[Token]:
    """With `leave Denmark for Sweden` as `Denmark - Sweden`, where no other place stands in front of it in its clause."""
    found = [token for token in tokens if token.kind not in fillers]
    for at in range(len(found) - 3):
        leave, place, to, goal = found[at : at + 4]
        said = [text[each.start : each.end].lower() for each in (leave, to)]
        named = at > 0 and is_place(found[at - 1])
        if said[0] in leaving and is_kind(leave, HOLD) and said[1] == "for" and is_place(place) and is_place(goal) and not named:
            dash = to._replace(options=((MOVE, None),))
            return [*found[:at], place._replace(start=leave.start), dash, *_departures(found[at + 3 :], text, fillers, leaving)]
    return tokens


def _attacks(tokens: list[Token], text: str, fillers: Collection[str], attacking: Words) -> list[Token]:
    """With `attack`, at the head of its clause and in front of `Belgium with Ruhr`, as a word that names where and by whom."""
    found = list(tokens)
    said = [at for at, token in enumerate(tokens) if token.kind not in fillers]
    for n, at in enumerate(said[:-2]):
        heads = n == 0 or tokens[said[n - 1]].kind == STOP
        word, place, beside = (tokens[each] for each in said[n : n + 3])
        attacks = text[word.start : word.end].lower() in attacking and is_kind(word, MOVE)
        if heads and attacks and is_place(place) and is_kind(beside, _BESIDE):
            found[at] = word._replace(options=((_TAKE, None),))
    return found


def _goals_of_supported(tokens: list[Token], text: str, fillers: Collection[str], attacking: Words) -> list[Token]:
    """With `on` and `going to`, where they are no more than filling words, as words that say where somebody goes who is supported:
    `supports the attack of London on Belgium`, `supports France going to Belgium`.
    """
    found, goes = list(tokens), set[str]()
    for at, token in enumerate(tokens):
        said = text[token.start : token.end].lower()
        if is_kind(token, _SUPPORT):
            goes = {"going to"} if (attacking | _MOVES).isdisjoint(said.split()) else {"going to", "on"}
        elif token.kind == STOP:
            goes = set()
        elif is_place(token) and not is_kind(token, POWER):
            goes.discard("going to")  # behind a place the next one is where it goes, whatever stands between
        elif said in goes and token.kind in fillers and any(map(is_place, tokens[at + 1 : at + 2])):
            found[at] = token._replace(options=((MOVE, None),))
    return found


def _kinds_in_front(tokens: list[Token], fillers: Collection[str], openers: Collection[str]) -> list[Token]:
    """With `build in Munich an army and in Kiel a fleet` as `build an army in Munich and a fleet in Kiel`."""
    found = [token for token in tokens if token.kind not in fillers]
    at = next((n for n, token in enumerate(found) if is_kind(token, _BUILD)), len(found)) + 1
    end = next((n for n in range(at, len(found)) if found[n].kind == STOP), len(found))
    said = [token for token in found[at:end] if not is_kind(token, MOVE)]  # `à Paris une armée`
    pairs = [*zip(said[::2], said[1::2], strict=False)]
    units = {kind for kind in openers if kind not in (PLACE, POWER)}
    named = all(is_place(place) and any(is_kind(kind, each) for each in units) and not is_place(kind) for place, kind in pairs)
    if len(pairs) < 2 or len(said) % 2 or not named:
        return tokens
    turned = [each for place, kind in pairs for each in (kind._replace(start=place.start), place._replace(end=kind.end))]
    return [*found[:at], *turned, *found[end:]]


def _support_in_between(tokens: list[Token], text: str, fillers: Collection[str], openers: Collection[str]) -> list[Token]:
    """With `Wien soll Budapest nach Triest unterstützen` as `Wien unterstützt Budapest nach Triest`.

    The unit that supports ends where a word without meaning stands, but for an `and`.
    """
    found, start = list[Token](), 0
    for end in (*(at for at, token in enumerate(tokens) if token.kind == STOP), len(tokens)):
        clause = tokens[start:end]
        parts = [at for at, token in enumerate(clause) if token.kind not in fillers]
        last = next((at for at in parts[-1:] if is_kind(clause[at], _SUPPORT_LAST)), 0)
        placed = next((n for n, at in enumerate(parts) if is_place(clause[at])), len(parts))
        behind = placed + 1 if parts[placed + 1 :] and any(is_kind(clause[parts[placed + 1]], kind) for kind in _BEHIND) else placed
        for n in (placed, behind):
            gap = clause[parts[n] + 1 : parts[n + 1]] if last and n + 1 < len(parts) else []
            whole = all(any(is_kind(clause[at], kind) for kind in (PLACE, *openers)) for at in parts[: n + 1])
            if gap and whole and not any(text[each.start : each.end].lower() in AND for each in gap):
                helps = clause[last]._replace(options=((_SUPPORT, None),), start=gap[0].start, end=gap[0].end)
                clause = [*clause[: parts[n] + 1], helps, *clause[parts[n + 1] : last], *clause[last + 1 :]]
                break
        found += [*clause, *tokens[end : end + 1]]
        start = end + 1
    return found


def _help_behind(tokens: list[Token], fillers: Collection[str], openers: Collection[str], acts: Acts) -> list[Token]:
    """With `Ruhr, supported by Holland, goes to Belgium` as `Ruhr goes to Belgium supported by Holland`."""
    found = [token for token in tokens if token.kind not in fillers]
    at = next((n for n, token in enumerate(found) if any(is_kind(token, kind) for kind in _BACKED)), -1)
    before = at - 1 if at > 0 and found[at - 1].options[0] == (STOP, ",") else at
    start = next((n for n in range(before, 0, -1) if found[n - 1].kind == STOP), 0)
    unit = found[start:before]
    end = at + 1
    while end < len(found) and any(is_kind(found[end], kind) for kind in (PLACE, *openers)):
        end += 1
    goes = end + 1 if found[end : end + 1] and found[end].options[0] == (STOP, ",") else end
    last = next((n for n in range(goes, len(found)) if found[n].kind == STOP), len(found))
    alone = sum(map(is_place, unit)) == 1 and all(any(is_kind(each, kind) for kind in (PLACE, *openers)) for each in unit)
    if not alone or goes + 1 >= last or not acts(found[goes]) or not is_place(found[last - 1]):
        return tokens
    return [*found[:start], *unit, *found[goes:last], *found[at:end], *found[last:]]

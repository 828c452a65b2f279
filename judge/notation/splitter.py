"""Split a line's tokens into orders: the LALR machine takes tokens one by one, and an order ends where it can go no further."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lark import Lark, Tree
from lark import Token as Fed
from lark.parsers.lalr_interactive_parser import InteractiveParser

from judge.notation.brackets import inside_brackets, is_talk, repeats, talk_begins
from judge.notation.machine import choices, differ, feed, finish
from judge.notation.named_units import names_kind, names_kind_only, names_no_unit
from judge.notation.remarks import GRAVE, excludes, is_idle, token_value
from judge.notation.segments import OrderSegment, PlaceToken
from judge.notation.tokens import (
    BACKERS,
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    EXCEPT,
    HELPS,
    PLACE,
    POWER,
    REQUEST,
    RETRACTED,
    STALE,
    STOP,
    TITLE,
    WORD,
    Token,
    helps_nothing,
    is_coast,
    is_kind,
    is_place,
    is_plural,
)
from judge.notation.verbs import BACKED, ESCORTED, HELPED, HOLDS

LONG = 16
"""The most spaces on the route of a convoy."""
END, MOVE, VIA, HOLD, BUILD = "$END", "_MOVE", "_VIA", "_HOLD", "_BUILD"


class OrderSplitter:
    """Splits tokens into orders: at marks, and wherever an order is complete and the next token begins another."""

    def __init__(self, parser: Lark) -> None:
        self._parser = parser
        self.starts = frozenset(choices(self._fresh("order")))
        """Tokens that can begin an order."""
        self.openers = frozenset(name for name in choices(self._fresh("ref")) if name.isupper())
        """Tokens that can begin a unit."""
        self._units = self.openers - {PLACE, POWER}

    def check(self, phrases: Mapping[str, tuple[str, ...]]) -> None:
        """Check that no phrase has two meanings in one place. Raises ValueError."""
        states = self._fresh("order").parser_state.parse_conf.parse_table.states.values()
        for phrase, terminals in phrases.items():
            if len(terminals) > 1 and any(differ([state[t] for t in terminals if t in state]) for state in states):
                raise ValueError(f"order grammar: {phrase!r} is at once {' and '.join(terminals)}")

    def unit(self, tokens: Sequence[Token]) -> Tree[Any] | None:
        """Read the tokens as one unit; None if they are anything else."""
        machine = self._fresh("ref")
        for at, token in enumerate(tokens):
            if token.options[0] == (STOP, "."):
                continue
            fed = self._choose(machine, tokens, at)
            if fed is None or not feed(machine, fed):
                return None
        return finish(machine)

    def split(self, tokens: Sequence[Token]) -> list[OrderSegment]:
        """Return all pieces of a line in order."""
        found: list[OrderSegment] = []
        at = 0
        while at < len(tokens):
            if _mark(tokens[at]) or token_value(tokens[at]) in (TITLE, STALE, REQUEST):
                at += 1
                continue
            if token_value(tokens[at]) == COURTESY:
                end = _stop(tokens, at)
                at = end if is_idle(tokens[at:end]) else at + 1
                continue
            if token_value(tokens[at]) in (DOUBT, CONDITION) and (doubted := self._in_doubt(tokens, at + 1)):
                found.append(doubted[0])
                at = doubted[1]
                continue
            after = bool(found) and found[-1].tree is not None and tokens[at - 1].kind != STOP
            if after and tokens[at].depth > tokens[at - 1].depth and not self._heads(tokens, at):
                piece, at = self._aside(tokens, at, found)
            else:
                start, (piece, at) = at, self._piece(tokens, at)
                if found and found[-1].tree and piece.tree and names_no_unit(piece.tree):  # `A Par-Bur ret: Pic/Gas`
                    piece, at = self._broken(tokens, start, start)
            if piece is not None:
                found.append(piece)
        return found

    def _in_doubt(self, tokens: Sequence[Token], first: int) -> tuple[OrderSegment, int] | None:
        """Return the order after a word that questions it: `maybe A Ruh-Bel`; or None."""
        while first < len(tokens) and token_value(tokens[first]) in (DOUBT, CONDITION):
            first += 1
        if first == len(tokens) or tokens[first].kind in (WORD, STOP):
            return None
        piece, at = self._piece(tokens, first)
        return (piece, at) if piece.tree is not None and piece.tree.data != "alone" else None

    def _fresh(self, start: str) -> InteractiveParser:
        return self._parser.parse_interactive("", start=start)

    def _piece(self, tokens: Sequence[Token], first: int) -> tuple[OrderSegment, int]:
        machine = self._fresh("order")
        at, unknown, joined = first, first - 1, first - 1
        while at < len(tokens) and not (self._again(tokens, first, at) and END in choices(machine)):
            goal = joined < first < at and _is_last(tokens, at) and self._joins(machine.copy(), tokens, first, at)  # type: ignore[no-untyped-call]
            fed = None if goal else self._choose(machine, tokens, at)  # `F Aeg Con`: where it goes, and no convoy
            taken = fed is not None and feed(machine, fed)
            if fed is not None and taken and fed.type == PLACE and not fed.value.codes:
                unknown = at
            elif taken and joined >= first and fed is not None and fed.type == MOVE:
                return self._broken(tokens, first, joined)
            elif not taken and (self._lists(machine, tokens, at) or _names_several(tokens, first, at)):
                pass
            elif not taken and joined < first <= at - 1 and self._joins(machine, tokens, first, at):
                joined = at
            elif not taken and (not _abbreviates(tokens, first, at) or END in choices(machine)):
                break
            at += 1
        tree = self._tree(machine, tokens[first:at])
        if tree is None:
            return self._broken(tokens, first, at)
        goal = unknown > first and is_kind(tokens[unknown - 1], MOVE)  # `A Mun S A Ruh - Los Angeles`
        if unknown >= first and not goal and tree.data in HELPED and at < len(tokens) and not _mark(tokens[at]):
            return self._broken(tokens, first, unknown, "whose")
        if at == len(tokens) or _mark(tokens[at]) or tokens[at].depth > tokens[at - 1].depth:
            piece = self._whole(tokens, first, at, tree)
        else:
            piece, at = self._followed(tokens, first, at, tree)
        return (replace(piece, joined=tokens[joined]) if joined >= first and piece.tree else piece), at

    def _tree(self, machine: InteractiveParser, tokens: Sequence[Token]) -> Tree[Any] | None:
        """Return the order that a machine has read, if it is complete. A letter alone names no unit: `A - Bur`."""
        tree = finish(machine) if END in choices(machine) else None
        kind = next((token for token in tokens if self._opens(token)), None) if tree and names_kind_only(tree) else None
        return None if kind and kind.end - kind.start == 1 else tree

    def _joins(self, machine: InteractiveParser, tokens: Sequence[Token], first: int, at: int) -> bool:
        """Whether a place right after a unit is read as that unit's target: the unit is supported or convoyed, or nothing else is
        said of it (`con bul`).
        """
        kinds = {kind for kind, _ in tokens[at].options}
        if any(map(is_plural, tokens[max(0, at - 3) : at])):
            return False
        if self._opens(tokens[at - 1]) and PLACE in choices(machine):  # `A Con`
            return False
        if PLACE not in kinds or kinds & self._units or MOVE not in choices(machine) or tokens[at].depth > tokens[at - 1].depth:
            return False
        if POWER in kinds and at + 1 < len(tokens) and tokens[at + 1].kind != STOP:
            return False
        codes = next(codes for kind, codes in tokens[at].options if kind == PLACE)
        goes = (Fed(MOVE, "-"), Fed(PLACE, PlaceToken(codes, tokens[at].start, tokens[at].end)))
        trial: InteractiveParser = machine.copy()  # type: ignore[no-untyped-call]
        tree = finish(trial) if all(feed(trial, each) for each in goes) else None
        if tree is None or not (tree.data in HELPED or (tree.data == "move" and self._ends(machine, goes, tokens, at + 1))):
            return False
        if tokens[at].listed and not any(is_kind(each, VIA) for each in tokens[first:at]):
            return False  # `Kie and Den` are two
        if any(child.data == "route" and len(child.children) > 1 for child in tree.children):
            return False
        return all(feed(machine, each) for each in goes)

    def _ends(self, machine: InteractiveParser, goes: Sequence[Fed], tokens: Sequence[Token], at: int) -> bool:
        """Whether only a coast follows before the next mark, or before a unit with its letter: `f lon nth f edi nwg`."""
        end = _stop(tokens, at)
        end = next((n for n in range(at, min(at + 2, end)) if any(is_kind(tokens[n], kind) for kind in BACKERS)), end)
        if at < end and token_value(tokens[at]) == COURTESY and is_idle(tokens[at:end]):  # `stp bot pls`
            end = at
        rest = tokens[at : next((n for n in range(at, min(at + 2, end)) if self._opens(tokens[n])), end)]
        trial: InteractiveParser = machine.copy()  # type: ignore[no-untyped-call]
        fed = [*goes, *(Fed(rest[0].kind, "") for _ in rest[:1])]
        return len(rest) <= 1 and all(feed(trial, each) for each in fed) and finish(trial) is not None

    def _again(self, tokens: Sequence[Token], first: int, at: int) -> bool:
        """Whether talk in brackets, or words that begin an order, follow one: `move bre to gas and move my army in bur to par`."""
        token, place = tokens[at], at + 1
        if talk_begins(tokens, first, at):
            return True
        if at == first or token.end - token.start < len("move") or not any(is_kind(token, kind) for kind in (MOVE, BUILD, HOLD)):
            return False
        while place < len(tokens) and self._opens(tokens[place]):
            place += 1
        if place == len(tokens) or not is_place(tokens[place]):
            return False
        if is_kind(token, HOLD):
            return self._operators(tokens[first:at]) > 0 and _stop(tokens, place) == place + 1
        goes = place + 1 < len(tokens) and is_kind(tokens[place + 1], MOVE)
        return goes and any(is_kind(each, MOVE) for each in tokens[first:at]) if is_kind(token, MOVE) else place > at + 1

    def _lists(self, machine: InteractiveParser, tokens: Sequence[Token], at: int) -> bool:
        """Whether a place continues a list of spaces on the route, in brackets: `VIA (NTH NWG)`."""
        token, first = tokens[at], at
        while first >= 0 and at - LONG < first and tokens[first].depth == token.depth > 0 and is_place(tokens[first]):
            first -= 1
        if first == at or first < 0 or not is_kind(tokens[first], VIA) or any(map(self._opens, tokens[at + 1 : at + 2])):
            return False
        codes = next(codes for kind, codes in token.options if kind == PLACE)
        goes = (Fed(MOVE, "-"), Fed(PLACE, PlaceToken(codes, token.start, token.end)))
        return MOVE in choices(machine) and all(feed(machine, each) for each in goes)

    def _heads(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether brackets from here on contain a unit that then gets an order: `(FRA AMY PAR) MTO BUR`."""
        end = at
        while end < len(tokens) and tokens[end].depth >= tokens[at].depth:
            end += 1
        opens = any(terminal in self.openers for terminal, _ in tokens[at].options)
        return opens and tokens[end - 1].kind != STOP and self._operators(tokens[end : end + 1]) > 0

    def _followed(self, tokens: Sequence[Token], first: int, at: int, tree: Tree[Any]) -> tuple[OrderSegment, int]:
        """Read an order with more after it and no mark between: another order, or words that may change its meaning."""
        begins = any(terminal in self.starts for terminal, _ in tokens[at].options)
        doubted = token_value(tokens[at]) in (DOUBT, CONDITION) and self._in_doubt(tokens, at + 1)
        rest = tokens[at : _stop(tokens, at, LONG)]
        polite = token_value(tokens[at]) == COURTESY and (tree.data != "alone" or is_idle(rest))
        if polite or doubted:
            return self._whole(tokens, first, at, tree), at
        if self._list_goes_on(tree, rest, any(map(is_plural, tokens[first:at]))):
            return self._whole(tokens, first, at, tree), at
        if tree.data in BACKED and helps_nothing(rest):
            end = _stop(tokens, at)
            return self._whole(tokens, first, end, tree, tokens[at]), end
        if tree.data == "alone" and not self._opens(tokens[at]) and not (begins and tokens[at].kind not in (PLACE, POWER)):
            return self._broken(tokens, first, at, "no-verb")
        bare = all(kind == PLACE for kind, _ in tokens[at].options)
        held = tree.data == HOLDS and is_kind(tokens[first], HOLD) and is_kind(tokens[at], MOVE)  # `hold A Par - Bur`
        beside = [each for each in tokens[at + 1 : at + 3] if not (is_kind(each, VIA) or is_coast(each))]  # `A Mar-Spa/Pie via LYO`
        acts = self._operators(beside)
        if tokens[at].kind != WORD and begins and not held and (not bare or acts):
            return self._whole(tokens, first, at, tree), at
        end = _stop(tokens, at)
        return self._whole(tokens, first, end, tree, tokens[at]), end

    def _list_goes_on(self, tree: Tree[Any], rest: Sequence[Token], plural: bool) -> bool:
        """Whether only units follow: of the kind that was named (`armies in Par and Mar`), or up to the end, if all hold."""
        last = rest[-1]
        if plural and tree.data in ("alone", "build", "remove"):
            return all(is_place(token) for token in rest)
        named = next((n for n, token in enumerate(rest) if not (is_place(token) or self._opens(token))), len(rest))
        if tree.data in (HOLDS, ESCORTED, *BACKED) and named == len(rest):
            return True
        helps = 0 < named < len(rest) and any(is_kind(rest[named], kind) for kind in HELPS)
        return tree.data == "alone" and (helps or (0 < named == len(rest) - 1 and is_kind(last, HOLD)))

    def _broken(self, tokens: Sequence[Token], first: int, at: int, code: str = "not-read") -> tuple[OrderSegment, int]:
        end = _stop(tokens, at)
        broke = tokens[at] if at < len(tokens) and not _mark(tokens[at]) else tokens[min(at, len(tokens)) - 1]
        stretch = tokens[first:end]
        orderlike, near = self._orderlike(stretch), self._near(stretch)
        comment = _is_comment(tokens, first) and not orderlike
        named = "power" if all(is_kind(token, POWER) for token in stretch) else "place" if _places(stretch) else ""
        start, last = stretch[0].start, stretch[-1].end
        return OrderSegment(start, last, None, broke, code, orderlike=orderlike, near=near, comment=comment, named=named), end

    def _whole(self, tokens: Sequence[Token], first: int, end: int, tree: Tree[Any], stray: Token | None = None) -> OrderSegment:
        stretch = tokens[first:end]
        named = "place" if _places(stretch) else ""
        led = not (is_place(stretch[0]) or is_kind(stretch[0], POWER) or self._opens(stretch[0]))
        orderlike = self._orderlike(stretch) or tree.data == "rest"
        start, last = stretch[0].start, stretch[-1].end
        plural, lone, comment = any(map(is_plural, stretch)), names_kind_only(tree), _is_comment(tokens, first) and not orderlike
        return OrderSegment(
            start, last, tree, stray=stray, orderlike=orderlike, comment=comment, led=led, plural=plural, lone=lone, named=named
        )

    def _aside(self, tokens: Sequence[Token], first: int, found: list[OrderSegment]) -> tuple[OrderSegment | None, int]:
        """Read brackets after an order: drop courtesies, ignore talk, and report anything that could be meant as an order.

        A word alone, `(obb)`, may change the order before it.
        """
        inside = inside_brackets(tokens, first)
        at = first + len(inside)
        words = [token for token in inside if token.kind != STOP]
        if not words or is_idle(words) or excludes(tokens, first):
            return None, at
        if is_talk(inside):
            return OrderSegment(inside[0].start, inside[-1].end), at
        if repeats(tokens[first - 1], words):
            return None, at
        if len(inside) > 1 and (helper := self._helper(inside)):
            return helper, at
        helps = found[-1].tree is not None and found[-1].tree.data in HELPED
        if helps and all(token.kind == PLACE for token in words):
            found[-1] = replace(found[-1], end=inside[-1].end, stray=found[-1].stray or words[0])
            return None, at
        if len(words) == 1 and found[-1].tree is not None and names_kind(found[-1].tree, words[0]):
            return None, at
        if any(token.kind != WORD for token in words):
            return OrderSegment(inside[0].start, inside[-1].end, aside=True), at
        if len(words) == 1 and token_value(words[0]) not in GRAVE:
            found[-1] = replace(found[-1], end=inside[-1].end, stray=found[-1].stray or words[0])
            return None, at
        return (None if any(token_value(word) in GRAVE for word in words) else OrderSegment(inside[0].start, inside[-1].end)), at

    def _helper(self, inside: Sequence[Token]) -> OrderSegment | None:
        """Read brackets that say who supports: `A Par - Bur (A Mar supports)`."""
        piece, end = self._piece(inside, 0)
        helps = piece.tree is not None and piece.tree.data in ("backed", "carried") and piece.stray is None
        return piece if helps and end == len(inside) else None

    def _choose(self, machine: InteractiveParser, tokens: Sequence[Token], at: int) -> Fed | None:
        """Return the one thing that a token can be here, ready for the machine; None if it is nothing, or still several things."""
        token, here = tokens[at], choices(machine)
        possible = [(kind, value) for kind, value in token.options if kind in here]
        if len(possible) > 1 and at and self._opens(tokens[at - 1]):  # `A Con`
            possible = [option for option in possible if option[0] == PLACE] or possible
        if len(possible) > 1:
            possible = [option for option in possible if self._goes_on(machine, option, tokens, at)]
        if len(possible) > 1 and is_idle(tokens[at + 2 : _stop(tokens, at + 2)]):  # `ENG H`: the Channel, as nothing follows
            possible = [option for option in possible if self._goes_on(machine, option, tokens, at, last=True)]
        if len(possible) > 1 and self._begins(machine):  # `a Roma - Napoli`: an army rather than `to`
            possible = [option for option in possible if option[0] != MOVE]
        if len(possible) == 1:
            kind, value = possible[0]
            return Fed(kind, PlaceToken(value, token.start, token.end) if kind == PLACE else value)
        unknown = token.kind == WORD and token_value(token) != CONDITION
        if unknown and PLACE in here and (not self._begins(machine) or self._operators(tokens[at + 1 : at + 2])):
            return Fed(PLACE, PlaceToken((), token.start, token.end))
        return None

    def _begins(self, machine: InteractiveParser) -> bool:
        return len(machine.parser_state.state_stack) == 1

    def _goes_on(
        self, machine: InteractiveParser, option: tuple[str, Any], tokens: Sequence[Token], at: int, last: bool = False
    ) -> bool:
        """Whether the token after this one may follow this option, and if it is the `last`, end an order."""
        trial: InteractiveParser = machine.copy()  # type: ignore[no-untyped-call]
        if not feed(trial, Fed(option[0], option[1])):
            return False
        here = choices(trial)
        if at + 1 == len(tokens) or tokens[at + 1].kind == STOP:
            return END in here
        kinds = [PLACE if kind == WORD else kind for kind, _ in tokens[at + 1].options]
        trials: list[tuple[InteractiveParser, str]] = [(trial.copy(), kind) for kind in kinds if kind in here]  # type: ignore[no-untyped-call]
        return any(feed(each, Fed(kind, "")) and not (last and END not in choices(each)) for each, kind in trials)

    def _operators(self, tokens: Sequence[Token]) -> int:
        """Count the tokens that say what a unit does."""
        still = (WORD, PLACE, POWER, STOP, *self._units)
        return sum(not any(kind in still for kind, _ in token.options) for token in tokens)

    def _opens(self, token: Token) -> bool:
        return any(kind in self._units for kind, _ in token.options)

    def _orderlike(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens look like an order: a unit's letter or a place, and an operator (or a letter before a place), with few
        other words; or only places.
        """
        places = _places(tokens)
        if places == len(tokens) > 1:
            return True
        units = sum(self._opens(token) for token in tokens)
        operators = self._operators(tokens)
        words = sum(token.kind == WORD for token in tokens)
        opened = self._opens(tokens[0])
        known = places + units + operators
        return bool((places + units and operators) or (opened and places)) and words < known + opened

    def _near(self, tokens: Sequence[Token]) -> bool:
        return _places(tokens) > 1 and bool(self._operators(tokens))


def _places(tokens: Sequence[Token]) -> int:
    return sum(map(is_place, tokens))


def _abbreviates(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a token is the full stop of an abbreviation: of `F. Lon. - NTH.`, and not of `…, which holds. Fleet Naples to …`."""
    ends = at == first + 1 and is_kind(tokens[first], HOLD) and tokens[first].end - tokens[first].start > 1
    return tokens[at].options[0] == (STOP, ".") and not ends


def _names_several(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a token stands between the kind of several units and their places, and is not where those go that are supported."""
    if not any(map(is_plural, tokens[at - 1 : at])):
        return False
    return not (is_kind(tokens[at], MOVE) and any(is_kind(token, each) for token in tokens[first:at] for each in HELPS))


def _mark(token: Token) -> bool:
    """Whether an order ends before a token: at a mark, and at words that take it back or deny it."""
    return token.kind == STOP or token_value(token) in (RETRACTED, CORRECTED, EXCEPT)


def _stop(tokens: Sequence[Token], at: int, most: int = 0) -> int:
    """Return where the next mark stands, or `most` tokens away if it is further."""
    end = min(len(tokens), at + most) if most else len(tokens)
    while at < end and not _mark(tokens[at]):
        at += 1
    return at


def _is_comment(tokens: Sequence[Token], first: int) -> bool:
    return first > 0 and tokens[first - 1].options[0] == (STOP, "//")


def _is_last(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word that may be a place, or something else, stands before a mark."""
    several = len(tokens[at].options) > 1 and is_place(tokens[at])
    return several and (at + 1 == len(tokens) or _mark(tokens[at + 1]))

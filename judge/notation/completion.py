"""Turn a written order into an order: units and coasts left out are completed if only one is possible, else asked about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lark import Token, Tree

from judge.board import Board, Position, Unit, space_of
from judge.notation.complaints import NEAREST, Complaint, ownership_problem, similar_spaces, unit_reference
from judge.notation.order import Order, UnitRef
from judge.notation.segments import PlaceToken
from judge.notation.verbs import ESCORTED, LANDS, MARKS, MEANT, PHASE_OF, SHIPPED, UNSAID
from judge.notation.wishes import is_wished
from judge.notation.written_order import WrittenOrder, WrittenPlace, WrittenUnit, on_coast, with_implied_target


class CompletedOrder(NamedTuple):
    """An order, and what was completed in it that should be mentioned."""

    order: Order
    notes: tuple[str, ...] = ()
    goal: str = ""
    """The word that was written for its target."""


class _Ask(Exception):
    def __init__(self, complaint: Complaint) -> None:
        self.complaint = complaint


@dataclass(frozen=True, slots=True)
class OrderCompleter:
    """Makes orders from parsed lines. `spelled`: the meanings of the grammar's `kind_x`, `via_x` and `load_x`."""

    spelled: Mapping[str, str]

    def order(
        self,
        tree: Tree[Any],
        line: str,
        board: Board,
        position: Position,
        power: str,
        strict: bool,
        hints: bool = True,
        carried: str = "",
        kinds: str = "",
    ) -> CompletedOrder | Complaint | None:
        """The order a tree stands for, the question to ask instead, or None for a lone place that says nothing.

        Without `hints` no question looks for what could have been meant by a word. `carried`: what the last adjustment in this
        line was, which a unit without a verb goes on with; `kinds` is the kind of all that it listed (`armies in …`).
        """
        draft = self._draft(tree)
        if draft.verb == SHIPPED:
            draft = replace(draft, verb=ESCORTED, unit=draft.of, of=draft.unit)
        if kinds and draft.verb == "alone" and draft.unit and not draft.unit.kind:
            draft = replace(draft, unit=draft.unit._replace(kind=kinds))
        if draft.verb == "alone" and draft.unit and not (draft.unit.kind and draft.unit.is_placed):
            return None
        return _Case(line, board, position, power, strict, hints, carried).answer(draft)

    def lone_unit(self, tree: Tree[Any], text: str, board: Board) -> UnitRef:
        """Return a unit, with no position to complete it from. Raises ValueError."""
        named = self._named(tree)
        spot = named.place.spot
        if len(spot.codes) != 1:
            count = "more than one" if spot.codes else "no"
            raise ValueError(f"{text!r}: {count} place is called {text[spot.start : spot.end]!r}")
        space = spot.codes[0]
        possible = board.places(named.kind, space)
        place = on_coast(board, named.kind, space, named.place.coast)
        if not named.kind:
            raise ValueError(f"{text!r}: what kind of unit?")
        if place is None or (len(possible) > 1 and place not in possible):
            raise ValueError(f"{text!r}: on which coast? {', '.join(possible)}")
        return UnitRef(named.kind, place, named.name, named.power)

    def words(self, unit: Tree[Any], line: str) -> str:
        """Return a unit as it was written, to be read again."""
        named = self._named(unit.children[0])
        place = named.place
        return f"{named.kind}{named.name} {line[place.spot.start : place.spot.end]} {place.coast}"

    def kind(self, tree: Tree[Any]) -> str:
        """Return the kind of the unit that an order is for, '' if it is not named."""
        unit = self._draft(tree).unit
        return unit.kind if unit else ""

    def whose(self, tree: Tree[Any]) -> str:
        """Return the power that is said to give an order, '' if none is."""
        return self._draft(tree).whose

    def _draft(self, tree: Tree[Any]) -> WrittenOrder:
        parts: dict[str, Any] = {}
        way: tuple[WrittenPlace, ...] = ()
        for child in tree.children:
            role = str(child.data)
            if role in ("unit", "of"):
                parts[role] = self._named(child.children[0])
            elif role in ("route", "target"):
                parts["route"] = self._route(child)
            elif role == "through":
                way = self._route(child)
            elif role in MARKS:
                parts["marks"] = (role,)
            elif role == "whose":
                parts["whose"] = str(child.children[0])
            elif role.startswith("kind_"):
                parts["unit"] = parts["unit"]._replace(kind=self.spelled[role])
            else:
                parts["load" if role.startswith("load_") else "via"] = self.spelled[role]
        if way:
            parts["route"] = (*parts["route"][:-1], *way, *parts["route"][-1:])
        return WrittenOrder(str(tree.data), **parts)

    def _route(self, tree: Tree[Any]) -> tuple[WrittenPlace, ...]:
        found: tuple[WrittenPlace, ...] = ()
        for child in tree.children:
            if isinstance(child, Tree):
                found = (*found, self._place(child)) if child.data == "place" else (*found, *self._route(child))
        return found

    def _named(self, ref: Tree[Any]) -> WrittenUnit:
        power = kind = name = ""
        place = WrittenPlace(PlaceToken((), 0, 0))
        for child in ref.children:
            if isinstance(child, Token):
                power, name = (str(child.value), name) if child.type == "POWER" else (power, str(child.value))
            elif child.data == "place":
                place = self._place(child)
            else:
                kind = self.spelled[str(child.data)]
        return WrittenUnit(power, kind, name, place)

    def _place(self, tree: Tree[Any]) -> WrittenPlace:
        spot, *coast = tree.children
        assert isinstance(spot, Token)
        return WrittenPlace(spot.value, "".join(str(c.data).removeprefix("coast_") for c in coast if isinstance(c, Tree)))


@dataclass(frozen=True, slots=True)
class _Case:
    """One line before one position."""

    line: str
    board: Board
    position: Position
    power: str
    strict: bool
    hints: bool = True
    carried: str = ""

    def answer(self, draft: WrittenOrder) -> CompletedOrder | Complaint:
        try:
            draft = with_implied_target(draft, self.board)
            if self.position.phase.kind == "adjustments" and draft.route and draft.unit and not draft.unit.is_placed:
                verb = "alone" if draft.verb == "move" else draft.verb  # `une flotte à Brest`
                draft = replace(draft, verb=verb, unit=draft.unit._replace(place=draft.route[-1]), route=())
            if draft.verb == "build" and draft.route:
                raise _Ask(Complaint("not-read", self._words(draft.route[-1])))
            if self.strict and draft.is_unplaced and draft.verb != "build":
                draft = self._placed(draft)
            draft = draft.named_in_full(self.line, self.board.names)
            unclear = [place for place in draft.places() if len(place.spot.codes) != 1]
            if len(unclear) == 1 and (settled := self._settled(draft, unclear[0])):
                draft, unclear = settled, []
            return self._complete(draft) if not unclear else replace(self._ask(draft, unclear), about=self._about(draft))
        except _Ask as ask:
            return replace(ask.complaint, about=self._about(draft))

    def _placed(self, draft: WrittenOrder) -> WrittenOrder:
        """Complete the draft with the writer's only unit of its kind, if no place is named; in retreats with the only one that must
        retreat, or the only one that can retreat there.
        """
        kind, name = (draft.unit.kind, draft.unit.name) if draft.unit else ("", "")
        retreats = self.position.phase.kind == "retreats"
        units = [d.unit for d in self.position.dislodged] if retreats else self.position.units
        found = [unit for unit in units if unit.power == self.power and kind in ("", unit.kind) and name in ("", unit.name)]
        goals = draft.route[-1].spot.codes if retreats and draft.route else ()
        found = [unit for unit in found if not self._retreats_of(unit).isdisjoint(goals)] or found
        drafts = [draft.with_unit(unit.kind, unit.space) for unit in found]
        if len(drafts) == 1:
            return drafts[0]
        tried = (replace(self, hints=False).answer(each) for each in drafts) if self.hints else ()
        orders = tuple(each.order for each in tried if isinstance(each, CompletedOrder))
        raise _Ask(Complaint("which-of-all", suggestions=orders[:NEAREST]))

    def _retreats_of(self, unit: Unit) -> frozenset[str]:
        """Return the spaces to which a unit may retreat; none if it was not dislodged."""
        return frozenset(space_of(place) for each in self.position.dislodged if each.unit == unit for place in each.retreats)

    def _settled(self, draft: WrittenOrder, place: WrittenPlace) -> WrittenOrder | None:
        """Choose among a name's places the one that is possible there, if there is only one: `A Mos-Liv` can only go to Livonia."""
        possible = self._possible(draft, place)
        meant = [code for code in place.spot.codes if code in possible]
        carried = draft.of or draft.unit
        if not meant and carried and draft.route and place is draft.route[-1]:
            meant = list(place.spot.codes)
        if draft.route and place is draft.route[-1] and carried and (kind := self._kind_of(carried)):
            meant = [code for code in meant if self.board.places(kind, code)]
        return draft.with_place(place, place._replace(spot=replace(place.spot, codes=(meant[0],)))) if len(meant) == 1 else None

    def _kind_of(self, named: WrittenUnit) -> str:
        """Return the kind of a draft's unit, as written or as on the board."""
        standing = self._standing(named, own=False) if len(named.place.spot.codes) == 1 else ()
        return named.kind or (standing[0].kind if len(standing) == 1 else "")

    def _about(self, draft: WrittenOrder) -> Unit | None:
        """Return the writer's unit, if the draft names one and it stands there."""
        named = draft.unit
        own = self._standing(named, own=True) if named and len(named.place.spot.codes) == 1 else ()
        return own[0] if len(own) == 1 else None

    def _complete(self, draft: WrittenOrder) -> CompletedOrder:
        if self.strict and draft.whose not in ("", self.power):
            raise _Ask(Complaint("not-yours", draft.whose))
        verb = self._verb(draft)
        unit = self._unit(draft.unit, verb) if draft.unit else None
        of = self._of(draft.of) if draft.of else None
        path = tuple(place.spot.codes[0] for place in draft.route[:-1])
        path = path[1:] if path and unit and of is None and path[0] == unit.space else path  # `Alb sails from Albania to Greece`
        target, notes = "", (*draft.marks, ESCORTED) if draft.verb == ESCORTED else draft.marks
        if draft.route and of is not None:
            target = self._coasted(of.kind, draft.route[-1])
        elif draft.route:
            target = self._coasted(unit.kind if unit else "", draft.route[-1])
            order = Order(verb, unit, target, None, draft.via, path, draft.load)
            lands = unit and verb in LANDS and not path and not draft.route[-1].coast
            reached = self._reach(unit, target) if unit and lands else target
            notes = ("coast",) if reached != target else notes
            if reached is None:
                self._which_coast(order)
            target = reached or target
        elif of is not None and unit is None:  # another power's unit: the map may show the only place where it could go
            target = self.board.spaces[of.space].notes.get("opposite", "")
        goal = self._words(draft.route[-1]) if draft.route else ""
        return CompletedOrder(Order(verb, unit, target, of, draft.via, path, draft.load), notes, goal)

    def _verb(self, draft: WrittenOrder) -> str:
        kind = self.position.phase.kind
        verb = "convoy" if draft.verb == ESCORTED else MEANT.get((kind, draft.verb), draft.verb)
        if verb in UNSAID:
            verb = self._alone(draft, kind)
        known = PHASE_OF.values()
        if self.strict and kind in known and PHASE_OF.get(verb, kind) != kind:
            raise _Ask(Complaint("not-now", verb))
        return verb

    def _alone(self, draft: WrittenOrder, kind: str) -> str:
        """Complete a unit without a verb: among adjustments it continues what the line said before; else it is removed if it is
        there and not wished for, or built.
        """
        if kind != "adjustments" or draft.unit is None:
            word = self._words(draft.unit.place) if draft.unit else ""
            raise _Ask(Complaint("no-verb", word))
        stands = self._standing(draft.unit, own=True) and not is_wished(self.line, draft.unit.place.spot.start)
        return self.carried or ("remove" if stands else "build")

    # Units

    def _unit(self, named: WrittenUnit, verb: str) -> UnitRef:
        if verb == "build":
            return self._to_build(named)
        standing = self._standing(named, own=True) or self._standing(named, own=False)
        return self._ref(named, standing, "" if named.power == self.power else named.power)

    def _of(self, named: WrittenUnit) -> UnitRef:
        standing = self._standing(named, own=False)
        plain = self.strict and named.kind in self.board.links and len(named.kind) == 1  # no crew `A/F`
        if plain and not standing and not self.board.places(named.kind, named.place.spot.codes[0]):  # `F Bur`: French
            standing = self._standing(named._replace(kind=""), own=False)
        return self._ref(named, standing, named.power)

    def _ref(self, named: WrittenUnit, standing: tuple[Unit, ...], power: str) -> UnitRef:
        space, coast = named.place.spot.codes[0], named.place.coast
        if len(standing) > 1 and not named.kind and self.strict:
            if all(unit.name and unit.kind == standing[0].kind for unit in standing):  # they have numbers: the first will do
                return UnitRef(standing[0].kind, space, power=power)
            raise _Ask(Complaint("which-unit", self._words(named.place), places=tuple(str(unit) for unit in standing)))
        if len(standing) == 1:
            only = standing[0]
            place = self._coasted(only.kind, named.place) if coast else only.place
            return UnitRef(only.kind, place, named.name or only.name, power)
        return UnitRef(named.kind, self._coasted(named.kind, named.place) if coast else space, named.name, power)

    def _standing(self, named: WrittenUnit, own: bool) -> tuple[Unit, ...]:
        """Return the units that a writer may mean by a name: by space, and by everything else that was written."""
        waiting = tuple(d.unit for d in self.position.dislodged)
        retreats = self.position.phase.kind == "retreats"
        pool = tuple(dict.fromkeys((*waiting, *self.position.units))) if retreats else self.position.units
        power = self.power if own else named.power
        fits = [
            unit
            for unit in pool
            if power in ("", unit.power)
            and named.kind in ("", unit.kind)
            and named.name in ("", unit.name)
            and unit.space == named.place.spot.codes[0]
        ]
        if waiting and own:
            fits = [unit for unit in fits if unit in waiting] or fits
        return tuple(fits)

    def _to_build(self, named: WrittenUnit) -> UnitRef:
        space, kind = named.place.spot.codes[0], named.kind
        if not kind:
            kinds = [k for k in self.board.links if self.board.places(k, space)]
            if len(kinds) != 1:
                refs = [UnitRef(k, place, named.name) for k in kinds for place in self.board.places(k, space)]
                raise _Ask(Complaint("which-kind", self._words(named.place), tuple(Order("build", ref) for ref in refs)))
            kind = kinds[0]
        place = self._coasted(kind, named.place)
        possible = self.board.places(kind, space)
        if place == space and len(possible) > 1 and self.strict:
            orders = tuple(Order("build", UnitRef(kind, p, named.name)) for p in possible)
            raise _Ask(Complaint("which-coast", self._words(named.place), orders, possible))
        return UnitRef(kind, place, named.name, "" if named.power == self.power else named.power)

    # Coasts

    def _coasted(self, kind: str, place: WrittenPlace) -> str:
        written = on_coast(self.board, kind, place.spot.codes[0], place.coast)
        if written is None:
            raise _Ask(Complaint("no-such-coast", self._words(place), places=self._coasts(place.spot.codes[0])))
        return written

    def _coasts(self, space: str) -> tuple[str, ...]:
        return tuple(f"{space}.{coast}" for coast in self.board.spaces[space].coasts)

    def _reach(self, unit: UnitRef, target: str) -> str | None:
        """Return the target with its coast if only one can be reached; as written if none can; None if several can."""
        options = self._options(unit, target)
        if not options or target in options:
            return target
        return options[0] if len(options) == 1 else None if self.strict else target

    def _options(self, unit: UnitRef, space: str) -> tuple[str, ...]:
        retreats = [d.retreats for d in self.position.dislodged if d.unit[1:3] == unit[:2]]
        places: Iterable[str] = retreats[0] if retreats else self.board.reach(unit.kind, unit.place)
        return tuple(sorted(place for place in places if space_of(place) == space))

    def _which_coast(self, order: Order) -> None:
        assert order.unit is not None
        options = self._options(order.unit, order.target)
        raise _Ask(Complaint("which-coast", order.target, tuple(order._replace(target=o) for o in options), options))

    # Questions

    def _ask(self, draft: WrittenOrder, unclear: list[WrittenPlace]) -> Complaint:
        place = unclear[0]
        code = "which-place" if place.spot.codes else "no-place"
        word = self._words(place)
        if len(unclear) > 1 or not self.hints:
            return Complaint(code, word)
        possible = self._possible(draft, place)
        meant = (
            place.spot.codes
            or similar_spaces(word, possible, self.board)
            or similar_spaces(word, self._overseas(draft, place), self.board)
        )
        orders = [order for space in meant for order in self._tried(draft, place, space)]
        places = tuple(sorted(possible)) if not place.spot.codes else tuple(place.spot.codes)
        return Complaint(code, word, tuple(dict.fromkeys(orders))[:NEAREST], places)

    def _tried(self, draft: WrittenOrder, place: WrittenPlace, space: str) -> tuple[Order, ...]:
        """Return the draft with a space for its unclear place, if that makes an order that this power may give."""
        spot = replace(place.spot, codes=(space,))
        found = replace(self, strict=True).answer(draft.with_place(place, place._replace(spot=spot)))
        if isinstance(found, Complaint):
            return found.suggestions if found.code == "which-coast" else ()
        return () if ownership_problem(found.order, self.position, self.power) else (found.order,)

    def _possible(self, draft: WrittenOrder, place: WrittenPlace) -> frozenset[str]:
        """Return the spaces that could stand where a place is unclear, judging by the rest of the line."""
        if draft.unit and place is draft.unit.place:
            return self._possible_units(self.carried or "build" if draft.verb in UNSAID else draft.verb)
        if draft.of and place is draft.of.place:
            kind = draft.of.kind
            return frozenset(unit.space for unit in self.position.units if kind in ("", unit.kind))
        if not draft.route or place is not draft.route[-1] or draft.unit is None or draft.verb == "convoy":
            return frozenset(self.board.spaces)
        mover = self._spaces_from(draft.unit)
        return mover & self._spaces_from(draft.of) if draft.of else mover

    def _overseas(self, draft: WrittenOrder, place: WrittenPlace) -> frozenset[str]:
        """Return the coasts to which an army may be convoyed, if its target is unclear."""
        carried = draft.of or draft.unit
        if not draft.route or place is not draft.route[-1] or carried is None or self._kind_of(carried) != "A":
            return frozenset()
        coasts = frozenset(code for code in self.board.spaces if self.board.places("A", code) and self.board.places("F", code))
        return coasts if coasts.issuperset(carried.place.spot.codes) else frozenset()

    def _possible_units(self, verb: str) -> frozenset[str]:
        if verb == "build":
            return frozenset(self.position.centres(self.power))
        units = [d.unit for d in self.position.dislodged] if self.position.phase.kind == "retreats" else self.position.units
        return frozenset(unit.space for unit in units if unit.power == self.power)

    def _spaces_from(self, named: WrittenUnit) -> frozenset[str]:
        unit = self._unit(named, "move")
        retreats = [d.retreats for d in self.position.dislodged if unit_reference(d.unit)[:2] == unit[:2]]
        if retreats:
            return frozenset(space_of(place) for place in retreats[0])
        return self.board.reach_spaces(unit.kind, unit.place)

    def _words(self, place: WrittenPlace) -> str:
        return self.line[place.spot.start : place.spot.end]

"""Orders as two other programs write them: the `diplomacy` package for Python (`A PAR - BUR`) and godip (`par Move bur`).

`diplomacy` names units by kind and place, in capitals. godip names places alone, in small letters, and what a unit there does.
Both put a coast behind a stroke. Supports and convoys name the space that a unit goes to without its coast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.board import Board, space_of
from judge.notation.order import Order, UnitRef

DIPLOMACY, GODIP = "diplomacy", "godip"
NOTATIONS = (DIPLOMACY, GODIP)
KINDS = {"A": "Army", "F": "Fleet"}
"""Kinds of unit as godip names them."""
KINDS_HERE = {name: kind for kind, name in KINDS.items()}
CONVOYED = "convoy"
"""What `via` is of a move that its writer wants convoyed."""


@dataclass(frozen=True)
class OtherNotation:
    """One board's places as another program calls them, and its orders."""

    name: str
    board: Board
    codes: Mapping[str, str]
    """Space → its code there, where it is not ours in other letters."""

    def place(self, place: str) -> str:
        """Return a place as it is called there: `STP/SC`, `stp/sc`."""
        space, _, coast = place.partition(".")
        code = self.codes.get(space, space) + (f"/{coast}" if coast else "")
        return code.upper() if self.name == DIPLOMACY else code.lower()

    def place_here(self, word: str) -> str:
        """Return the place that a word of theirs names. Raises ValueError."""
        code, _, coast = word.lower().partition("/")
        named = [space for space, theirs in self.codes.items() if theirs.lower() == code]
        named = named or [space for space in self.board.spaces if space.lower() == code and space not in self.codes]
        if not named or (coast and coast not in self.board.spaces[named[0]].coasts):
            raise ValueError(f"{word!r} is no place of this board for {self.name}")
        return f"{named[0]}.{coast}" if coast else named[0]

    def write(self, order: Order) -> str:
        """Return an order in their words. Raises ValueError for one that they have no words for."""
        line = self._diplomacy(order) if self.name == DIPLOMACY else self._godip(order)
        if not line:
            raise ValueError(f"{self.name} has no words for an order like {order.verb!r}")
        return line

    def _diplomacy(self, order: Order) -> str:
        if order.verb == "waive":
            return "WAIVE"
        if order.unit is None or order.load or order.via not in ("", CONVOYED):
            return ""
        target = self.place(order.target) if order.target else ""
        space = self.place(space_of(order.target)) if order.target else ""
        helped = f" {self._unit(order.of)}" if order.of else ""
        via = " VIA" if order.via or order.path or self._only_by_convoy(order.unit, order.target) else ""
        said = {
            "stands": "H",
            "move": f"- {target}{via}",
            "support": f"S{helped}" + (f" - {space}" if space else ""),
            "convoy": f"C{helped} - {space}",
            "retreat": f"R {target}",
            "disband": "D",
            "build": "B",
            "remove": "D",
        }.get(order.verb)
        return f"{self._unit(order.unit)} {said}" if said else ""

    def _only_by_convoy(self, unit: UnitRef, target: str) -> bool:
        """Whether an army cannot walk to a place; `diplomacy` wants VIA behind each such move, we where there is a choice."""
        return unit.kind == "A" and space_of(target) not in self.board.reach_spaces("A", unit.place)

    def _unit(self, unit: UnitRef) -> str:
        return f"{unit.kind} {self.place(unit.place)}"

    def _godip(self, order: Order) -> str:
        if order.unit is None or order.load or order.via not in ("", CONVOYED):
            return ""
        target = self.place(order.target) if order.target else ""
        space = self.place(space_of(order.target)) if order.target else ""
        helped = self.place(order.of.space) if order.of else ""
        said = {
            "stands": "Hold",
            "move": f"{'MoveViaConvoy' if order.via or order.path else 'Move'} {target}",
            "support": f"Support {helped} {space or helped}",
            "convoy": f"Convoy {helped} {space}",
            "retreat": f"Move {target}",
            "disband": "Disband",
            "build": f"Build {KINDS.get(order.unit.kind, '')}",
            "remove": "Disband",
        }.get(order.verb)
        return f"{self.place(order.unit.place)} {said}" if said else ""

    def read(self, line: str, kind: str, units: Mapping[str, UnitRef]) -> Order:
        """Return the order that a line of theirs gives in a phase of a kind. `units`: space → the unit that stands there, or in
        retreats was driven out of it; godip names places alone. Raises ValueError.
        """
        words = line.split()
        try:
            return self._read_diplomacy(words, kind) if self.name == DIPLOMACY else self._read_godip(words, kind, units)
        except IndexError:
            raise ValueError(f"{line!r} ends too soon for {self.name}") from None
        except LookupError as error:
            raise ValueError(f"{line!r} is no order of {self.name}: {error}") from None

    def _read_diplomacy(self, words: list[str], kind: str) -> Order:
        if words == ["WAIVE"]:
            return Order("waive")
        unit = UnitRef(words[0].lstrip("*"), self.place_here(words[1]))
        match words[2], words[3:]:
            case "H", []:
                return Order("stands", unit)
            case "-", [to]:
                return Order("move", unit, self.place_here(to))
            case "-", [to, "VIA"]:
                there = self.place_here(to)
                return Order("move", unit, there, via="" if self._only_by_convoy(unit, there) else CONVOYED)
            case "S", [sort, place]:
                return Order("support", unit, "", UnitRef(sort, self.place_here(place)))
            case "S" | "C" as verb, [sort, place, "-", to]:
                of = UnitRef(sort, self.place_here(place))
                return Order("support" if verb == "S" else "convoy", unit, self.place_here(to), of)
            case "R", [to]:
                return Order("retreat", unit, self.place_here(to))
            case "D", []:
                return Order("disband" if kind == "retreats" else "remove", unit)
            case "B", []:
                return Order("build", unit)
        raise LookupError(" ".join(words[2:]))

    def _read_godip(self, words: list[str], kind: str, units: Mapping[str, UnitRef]) -> Order:
        if words[1] == "Build":
            return Order("build", UnitRef(KINDS_HERE[words[2]], self.place_here(words[0])))
        unit = self._standing(words[0], units)
        match words[1], words[2:]:
            case "Hold", []:
                return Order("stands", unit)
            case "Move", [to]:
                return Order("retreat" if kind == "retreats" else "move", unit, self.place_here(to))
            case "MoveViaConvoy", [to]:
                return Order("move", unit, self.place_here(to), via=CONVOYED)
            case "Support", [of, to]:
                helped = self._standing(of, units)
                return Order("support", unit, "" if of == to else self.place_here(to), helped)
            case "Convoy", [of, to]:
                return Order("convoy", unit, self.place_here(to), self._standing(of, units))
            case "Disband", []:
                return Order("disband" if kind == "retreats" else "remove", unit)
        raise LookupError(" ".join(words[1:]))

    def _standing(self, word: str, units: Mapping[str, UnitRef]) -> UnitRef:
        space = space_of(self.place_here(word))
        if space not in units:
            raise ValueError(f"no unit is in {space}")
        return units[space]

"""A game that jDip has saved: its phases with their boards and orders, in the words of a POSITION and of order lines."""

from __future__ import annotations

from collections.abc import Iterator

from judge.game.foreign.java_objects import JavaObject, NoJavaObjects, Value, read_objects
from judge.game.foreign.phase import ForeignPhase, NoForeignGame
from judge.rules.ruleset import Ruleset

_COASTS = ("nc", "sc", "ec", "wc")
_KINDS = {"movement": "M", "retreat": "R", "adjustment": "A"}
_AUTUMN = 2000
"""The number of the later season; the earlier one has half of it."""
_UNITS = {"army": "A", "fleet": "F"}


def is_jdip_game(text: str) -> bool:
    """Whether a text may be a saved game of jDip."""
    return text.startswith("<") and "<jsx" in text[:2000]


def read_jdip_game(text: str, ruleset: Ruleset) -> list[ForeignPhase]:
    """Read the phases of a game, in order. Of the last one, which has not been judged, the board counts and no order.

    Raises:
        NoForeignGame: it is no game of jDip.
    """
    try:
        return list(_phases(read_objects(text), ruleset))
    except NoJavaObjects as fault:
        raise NoForeignGame(str(fault)) from None


def _phases(world: JavaObject, ruleset: Ruleset) -> Iterator[ForeignPhase]:
    if world.name != "World":
        raise NoJavaObjects(world.of)
    states = [state for _, state in world.part("turnStates").part("m").pairs() if isinstance(state, JavaObject)]
    words = _Words(ruleset, _array(world.part("map"), "provinces"), _array(world.part("map"), "powers"))
    for n, state in enumerate(states):
        name = words.name(state.part("phase"))
        orders = words.orders(state) if state.get("isResolved") is True else {}
        owned = n == 0 or not name.endswith("R")  # in autumn jDip counts centres before the retreats, and once more after them
        yield ForeignPhase(name, orders, "\n".join(words.board(state.part("position"), owned)))


def _array(holder: JavaObject, name: str) -> list[JavaObject]:
    return [each for each in holder.part(name).items if isinstance(each, JavaObject)]


class _Words:
    """Says what jDip's objects mean in the words that are read here. A space is called by the name of it that is known here."""

    def __init__(self, ruleset: Ruleset, provinces: list[JavaObject], powers: list[JavaObject]) -> None:
        self._ruleset, self._provinces, self._powers = ruleset, provinces, powers
        self._codes = {id(each): self._code(each) for each in provinces}

    def _code(self, province: JavaObject) -> str:
        names = [*map(str, province.part("shortNames").items), province.word("fullName")]
        known = (self._ruleset.board.names.find(name) for name in names)
        return next((codes[0] for codes in known if len(codes) == 1), names[0])

    def name(self, phase: JavaObject) -> str:
        """`S1901M`, `F1901R`, `W1901A`."""
        kind = _KINDS.get(phase.part("phaseType").word("constName"))
        season, year = phase.part("seasonType").get("position"), phase.part("yearType").get("year")
        if kind is None or not isinstance(season, int) or not isinstance(year, int):
            raise NoJavaObjects("phase")
        letter = "W" if kind == "A" else "F" if season >= _AUTUMN else "S"
        return f"{letter}{year}{kind}"

    def power(self, power: Value) -> str:
        return str(power.part("names").items[0]) if isinstance(power, JavaObject) and power.part("names").items else ""

    def place(self, location: JavaObject) -> str:
        return self._at(location.part("province"), location.get("coast"))

    def _at(self, province: JavaObject, coast: Value) -> str:
        code = self._codes.get(id(province)) or self._code(province)
        side = coast.word("abbreviation") if isinstance(coast, JavaObject) else ""
        return f"{code}.{side}" if side in _COASTS else code

    def _kind(self, kind: JavaObject) -> str:
        return _UNITS.get(kind.word("internalName"), kind.word("internalName"))

    def board(self, position: JavaObject, owned: bool) -> Iterator[str]:
        """Yield the lines of a board; `owned`: with the owners of centres. Where dislodged units may go is not told in it."""
        holdings = [
            (self._at(province, None), province, data)
            for province, data in zip(self._provinces, position.part("provArray").items, strict=False)
            if isinstance(data, JavaObject)
        ]
        for called in map(self.power, self._powers):
            units = [(p, unit) for _, p, data in holdings if (unit := self._unit(data, "unit", called))]
            yield f"{called}: {', '.join(self._stands(*each) for each in units) or 'none'}"
            for _, province, data in holdings:
                if unit := self._unit(data, "dislodgedUnit", called):
                    yield f"{called} dislodged: {self._stands(province, unit)}"
            if owned:
                owns = [code for code, _, data in holdings if self.power(data.get("SCOwner")) == called]
                yield f"{called} owns: {', '.join(owns) or 'none'}"

    def _unit(self, data: JavaObject, name: str, power: str) -> JavaObject | None:
        unit = data.get(name)
        return unit if isinstance(unit, JavaObject) and self.power(unit.get("owner")) == power else None

    def _stands(self, province: JavaObject, unit: JavaObject) -> str:
        return f"{self._kind(unit.part('type'))} {self._at(province, unit.get('coast'))}"

    def orders(self, state: JavaObject) -> dict[str, list[str]]:
        """power → its orders as lines."""
        found: dict[str, list[str]] = {}
        for power, orders in state.part("orderMap").pairs():
            given = orders.items if isinstance(orders, JavaObject) else []
            lines = [self._order(each) for each in given if isinstance(each, JavaObject)]
            found[self.power(power)] = [line for line in lines if line]
        return found

    def _order(self, order: JavaObject) -> str:
        """Return an order as a line; '' for what only edits a board."""
        verb = order.name.removeprefix("GUI").removeprefix("NJudge")
        if verb == "Waive":
            return "WAIVE"
        if verb == "DefineState":
            return ""
        unit = f"{self._kind(order.part('srcUnitType'))} {self.place(order.part('src'))}"
        if verb in ("Move", "MoveExplicit"):
            return f"{unit} - {self.place(order.part('dest'))}{' VIA' if order.get('_isViaConvoy') is True else ''}"
        if verb in ("Support", "Convoy"):
            return f"{unit} {verb[0]} {self._helped(order, 'sup' if verb == 'Support' else 'convoy')}"
        ends = {"Hold": " H", "Disband": " D", "Build": " B", "Remove": " D"}
        if verb == "Retreat":
            return f"{unit} R {self.place(order.part('dest'))}"
        if verb not in ends:
            raise NoJavaObjects(order.of)
        return unit + ends[verb]

    def _helped(self, order: JavaObject, of: str) -> str:
        helped = f"{self._kind(order.part(f'{of}UnitType'))} {self.place(order.part(f'{of}Src'))}"
        target = order.get(f"{of}Dest")
        same = not isinstance(target, JavaObject) or target.part("province") is order.part(f"{of}Src").part("province")
        return helped if same or not isinstance(target, JavaObject) else f"{helped} - {self.place(target)}"

"""A game as jDip saves it, for boards that jDip has: its map, each judged phase with orders and results, and the running one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.board import Position, Unit, space_of
from judge.game.foreign.java_objects import JavaObject, Value, map_of, write_objects
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order, UnitRef
from judge.rules.outcome import OrderResult
from judge.rules.ruleset import Ruleset

_COASTS = {
    "?": ("Undefined", 0), "wx": ("Wing", 1), "mv": ("None", 2), "xc": ("Single", 3), "nc": ("North Coast", 4),
    "sc": ("South Coast", 5), "wc": ("West Coast", 6), "ec": ("East Coast", 7),
}  # fmt: skip
"""What follows a space in jDip → its name and number: one of four coasts, the only one, the land itself, or none in particular."""
_KINDS = {"movement": 100, "retreats": 200, "adjustments": 300}
_NAMES = {"retreats": "retreat", "adjustments": "adjustment"}
_SPRING, _AUTUMN = 1000, 2000
_SUCCESS, _FAILURE, _ILLEGAL, _DISLODGED, _BY_CONVOY = (
    ("SUCCESS", 20), ("FAILURE", 30), ("VALIDATION_FAILURE", 10), ("DISLODGED", 40), ("CONVOY_PATH_TAKEN", 50),
)  # fmt: skip
_WORDS = {
    **dict.fromkeys(("succeeds", "stands", "given", "available"), _SUCCESS),
    **dict.fromkeys(("illegal", "invalid", "not possible"), _ILLEGAL),
}
"""The referee's word for a result → theirs; any other means that it failed."""
_OPTIONS = (
    ("wings", ("wings-enabled", "wings-disabled"), 1), ("builds", ("home-only", "any-owned", "any-if-home-owned"), 0),
    ("move.convoyed", ("either-path", "explicit-paths", "implicit-paths"), 0),
)  # fmt: skip
"""jDip's rules: what each may be set to, and which of these it is set to unless a game says otherwise."""
_BUILDS = {"home": 0, "owned": 1, "owned-with-home": 2}
_VERBS = {"stands": "Hold", "disband": "Disband", "build": "Build", "remove": "Remove"}
_YEARS_WITHOUT_CHANGE = _LONGEST = 0
"""jDip's own ends of a game, after years without a capture or in all: none."""


def write_jdip_game(
    turns: Sequence[JudgedPhase], position: Position, ruleset: Ruleset, variant: str, beyond: Mapping[str, str], ended: bool
) -> str:
    """Return a game with all its judged phases. `position` is the running phase's, or what was left at the end. `variant` is the
    board's name in jDip; `beyond`: short name → name of spaces that are drawn there, and that nobody may enter.
    """
    return write_objects(_Game(ruleset, variant, beyond).world(turns, position, ended))


def _plain(of: str, **fields: Value) -> JavaObject:
    return JavaObject(of, {of: fields})


def _array(of: str, items: Sequence[Value]) -> JavaObject:
    return JavaObject(of, items=list(items), kind="array")


def _list(items: Sequence[Value]) -> JavaObject:
    return JavaObject("java.util.ArrayList", items=list(items), kind="collection")


class _Game:
    """Makes jDip's objects of one game. What is the same is one object: its program compares some by that."""

    def __init__(self, ruleset: Ruleset, variant: str, beyond: Mapping[str, str]) -> None:
        self._rules, self._name = ruleset, variant
        self._coasts = {
            short: _plain("dip.world.Coast", name=name, abbreviation=short, index=n) for short, (name, n) in _COASTS.items()
        }
        self._units = {kind: _plain("dip.world.Unit$Type", internalName=name) for kind, name in (("A", "army"), ("F", "fleet"))}
        self._powers = {
            power.name: _plain(
                "dip.world.Power", names=_array("java.lang.String", [power.name]), isActive=True, adjective=power.adjective,
            )
            for power in ruleset.powers
        }  # fmt: skip
        self._types = dict[str, JavaObject]()
        spaces = {code: (code.lower(), space.name) for code, space in ruleset.board.spaces.items()} | {
            code: (code, name) for code, name in beyond.items()
        }
        self._provinces = {code: self._province(code, *said, n) for n, (code, said) in enumerate(spaces.items())}
        for code, province in self._provinces.items():
            province.part("adjacency").parts["dip.world.Province$Adjacency"]["adjLoc"] = map_of(list(self._borders(code)))
        self._map = _plain(
            "dip.world.Map", powers=_array("dip.world.Power", list(self._powers.values())),
            provinces=_array("dip.world.Province", list(self._provinces.values())),
        )  # fmt: skip

    def _province(self, code: str, short: str, name: str, number: int) -> JavaObject:
        space = self._rules.board.spaces.get(code)
        return _plain(
            "dip.world.Province", fullName=name, shortNames=_array("java.lang.String", [short]), index=number,
            isConvoyableCoast=bool(space and space.convoys), adjacency=_plain("dip.world.Province$Adjacency"),
            supplyCenter=bool(space and space.centre), borders=None,
        )  # fmt: skip

    def _borders(self, code: str) -> Iterator[tuple[Value, Value]]:
        """Yield what a space borders, by the coast that it is left from. What nobody may enter borders itself."""
        links, near = self._rules.board.links, list[str]()
        for kind, places in links.items():
            for place in sorted(place for place in places if space_of(place) == code):
                side = place.partition(".")[2] or ("mv" if kind == "A" else "xc")
                targets = sorted(places[place])
                near += map(space_of, targets)
                yield self._coasts[side], _array("dip.world.Location", [self._location(each, kind) for each in targets])
        if not near:
            yield self._coasts["mv"], _array("dip.world.Location", [self._at(code, "mv")])
        wings = [self._at(each, "wx") for each in dict.fromkeys(near or [code])]
        yield self._coasts["wx"], _array("dip.world.Location", wings)

    def _location(self, place: str, kind: str) -> JavaObject:
        """Return a place; with no coast in particular where a fleet's has several and none is named, as in a support."""
        split = self._rules.board.spaces[space_of(place)].coasts
        return self._at(space_of(place), place.partition(".")[2] or ("mv" if kind == "A" else "?" if split else "xc"))

    def _at(self, code: str, side: str) -> JavaObject:
        return _plain("dip.world.Location", province=self._provinces[code], coast=self._coasts[side])

    def world(self, turns: Sequence[JudgedPhase], position: Position, ended: bool) -> JavaObject:
        """Return the whole game."""
        states: list[tuple[Value, Value]] = [self._state(turn.outcome.before, turn) for turn in turns]
        if not ended:
            states.append(self._state(position, None))
        elif states:
            states[-1][1].parts["dip.world.TurnState"]["isEnded"] = True  # type: ignore[union-attr]
        kept = map_of(states, "TreeMap")
        above, own = "java.util.Collections$SynchronizedMap", "java.util.Collections$SynchronizedSortedMap"
        ordered = JavaObject(own, {above: {"m": kept}, own: {"sm": kept}})
        ordered.parts[above]["mutex"] = ordered
        first = turns[0].outcome.before if turns else position
        victory = _plain(
            "dip.world.VictoryConditions", numSCForVictory=self._rules.number("centres_to_win"),
            maxYearsNoSCChange=_YEARS_WITHOUT_CHANGE, maxGameTimeYears=_LONGEST, initialYear=first.phase.year,
        )  # fmt: skip
        told: list[tuple[Value, Value]] = [
            ("_victory_conditions_", victory), ("_game_setup_", _plain("dip.gui.DefaultGUIGameSetup")),
            ("_variant_info_", self._variant()),
        ]  # fmt: skip
        return _plain("dip.world.World", turnStates=ordered, nonTurnData=map_of(told), map=self._map)

    def _variant(self) -> JavaObject:
        options: list[tuple[Value, Value]] = []
        for name, values, default in _OPTIONS:
            may_be = [_plain("dip.world.RuleOptions$OptionValue", name=f"OptionValue.{each}") for each in values]
            own = _array("dip.world.RuleOptions$OptionValue", may_be)
            chosen = _BUILDS.get(self._rules.word("builds"), default) if name == "builds" else default
            option = _plain("dip.world.RuleOptions$Option", name=f"Option.{name}", allowed=own, defaultValue=may_be[default])
            options.append((option, may_be[chosen]))
        return _plain(
            "dip.world.World$VariantInfo", variantName=self._name, mapName=self._name, symbolsName="Simple",
            variantVersion=1.0, symbolsVersion=1.0, ruleOptions=_plain("dip.world.RuleOptions", optionMap=map_of(options)),
        )  # fmt: skip

    def _state(self, before: Position, turn: JudgedPhase | None) -> tuple[JavaObject, JavaObject]:
        """Return a phase and its state: the board, and, if it has been judged, its orders and results."""
        year, kind = before.phase.year, before.phase.kind
        early = kind != "adjustments" and before.phase.name[:2] == "Sp"
        phase = _plain(
            "dip.world.Phase", seasonType=_plain("dip.world.Phase$SeasonType", position=_SPRING if early else _AUTUMN),
            yearType=_plain("dip.world.Phase$YearType", year=year),
            phaseType=_plain("dip.world.Phase$PhaseType", constName=_NAMES.get(kind, kind), position=_KINDS[kind]),
        )  # fmt: skip
        given: dict[str, list[Value]] = {}
        results = list[Value]()
        for result in turn.outcome.results if turn else ():
            order = self._order(result, before)
            if order is None:
                continue
            if result.ordered:
                given.setdefault(result.power, []).append(order)
            results += self._results(result, order, turn.outcome.position if turn else before)
        orders: list[tuple[Value, Value]] = [(power, _list(given.get(name, []))) for name, power in self._powers.items()]
        return phase, _plain(
            "dip.world.TurnState", phase=phase, resultList=_list(results), orderMap=map_of(orders),
            isSCOwnerChanged=bool(turn and turn.outcome.changed), position=self._position(before), isEnded=False,
            isResolved=turn is not None,
        )  # fmt: skip

    def _position(self, before: Position) -> JavaObject:
        made = _plain("dip.world.Position", powerMap=map_of([]))
        units = {unit.space: self._unit(unit) for unit in before.units}
        beaten = {each.unit.space: self._unit(each.unit) for each in before.dislodged}
        holders = {unit.space: self._powers.get(unit.power) for unit in before.units}
        found = list[Value]()
        for code in self._provinces:
            space = self._rules.board.spaces.get(code)
            owner, home = self._powers.get(before.owners.get(code, "")), self._powers.get(space.home) if space else None
            data = {
                "unit": units.get(code), "dislodgedUnit": beaten.get(code), "SCOwner": owner, "SCHomePower": home,
                "lastOccupier": holders.get(code), "this$0": made,
            }  # fmt: skip
            empty = all(value is None for name, value in data.items() if name != "this$0")
            found.append(None if empty else _plain("dip.world.Position$ProvinceData", **data))
        made.parts[made.of] |= {"provArray": _array("dip.world.Position$ProvinceData", found), "map": self._map}
        return made

    def _unit(self, unit: Unit) -> JavaObject:
        side = unit.place.partition(".")[2] or ("mv" if unit.kind == "A" else "xc")
        return _plain("dip.world.Unit", type=self._units[unit.kind], owner=self._powers[unit.power], coast=self._coasts[side])

    def _results(self, result: OrderResult, order: JavaObject, after: Position) -> Iterator[JavaObject]:
        unit, target = result.unit, result.order.target
        yield self._result(result.power, order, _WORDS.get(result.word, _FAILURE), "OrderResult")
        walks = unit is not None and target in self._rules.board.reach(unit.kind, unit.place)
        if result.order.verb == "move" and result.word == "succeeds" and (not walks or result.order.via == "convoy"):
            yield self._result(result.power, order, _BY_CONVOY, "OrderResult")
        if result.dislodged and unit is not None:
            by = next((each.by for each in after.dislodged if each.unit == unit), None)
            made = self._result(result.power, order, _DISLODGED, "DislodgedResult")
            made.parts["dip.order.result.DislodgedResult"] = {
                "retreatLocations": None, "dislodger": self._provinces.get(by.space) if by else None, "atkStrength": -1,
                "defStrength": -1,
            }  # fmt: skip
            yield made

    def _result(self, power: str, order: JavaObject, kind: tuple[str, int], name: str) -> JavaObject:
        key, place = kind
        said = self._types.setdefault(key, _plain("dip.order.result.OrderResult$ResultType", key=key, ordering=place))
        parts: dict[str, dict[str, Value]] = {
            "dip.order.result.Result": {"power": self._powers[power], "message": ""},
            "dip.order.result.OrderResult": {"resultType": said, "order": order},
        }
        return JavaObject(f"dip.order.result.{name}", parts)

    def _order(self, result: OrderResult, before: Position) -> JavaObject | None:
        """Return an order as jDip has it; None for one that it does not have."""
        order = result.order
        if result.power not in self._powers:
            return None
        first: dict[str, Value] = {"power": self._powers[result.power]}
        if order.verb == "waive":
            src, kind = self._waived(result.power, before), _plain("dip.world.Unit$Type", internalName="undefined")
            if src is None:
                return None
            return self._made("Waive", {"dip.order.Order": first | {"src": src, "srcUnitType": kind}, "dip.order.Waive": {}})
        unit = result.unit or order.unit
        if unit is None or unit.kind not in self._units:
            return None
        first |= {"src": self._location(unit.place, unit.kind), "srcUnitType": self._units[unit.kind]}
        if order.verb in ("move", "retreat"):
            parts = self._going(order, unit)
        elif order.verb in ("support", "convoy"):
            parts = self._helping(order, before)
        else:
            parts = {f"dip.order.{_VERBS[order.verb]}": {}} if order.verb in _VERBS else {}
        return self._made(list(parts)[-1].rpartition(".")[2], {"dip.order.Order": first, **parts}) if parts else None

    def _made(self, name: str, parts: dict[str, dict[str, Value]]) -> JavaObject:
        return JavaObject(f"dip.gui.order.GUI{name}", {**parts, f"dip.gui.order.GUI{name}": {}})

    def _waived(self, power: str, before: Position) -> JavaObject | None:
        """Return where a build that is waived might have been: jDip names a centre."""
        taken = {unit.space for unit in before.units}
        free = [code for code in before.centres(power) if code not in taken]
        return self._at(free[0], "?") if free else None

    def _going(self, order: Order, unit: Unit | UnitRef) -> dict[str, dict[str, Value]]:
        walks = order.target in self._rules.board.reach(unit.kind, unit.place)
        convoy = order.via == "convoy"
        move: dict[str, Value] = {"dest": self._location(order.target, unit.kind), "convoyRoutes": None}
        move |= {"_isViaConvoy": convoy, "_isConvoyIntent": convoy, "_isAdjWithPossibleConvoy": False}
        move |= {"_fmtIsAdjWithConvoy": False, "_hasLandRoute": walks and order.verb == "move"}
        undecided = JavaObject("dip.process.Tristate", {"dip.process.Tristate": {}})
        return {"dip.order.Move": move, **({"dip.order.Retreat": {"evalResult": undecided}} if order.verb == "retreat" else {})}

    def _helping(self, order: Order, before: Position) -> dict[str, dict[str, Value]]:
        helped = order.of
        if helped is None or helped.kind not in self._units:
            return {}
        whose = next((unit.power for unit in before.units if unit.space == space_of(helped.place)), "")
        name, word = ("Support", "sup") if order.verb == "support" else ("Convoy", "convoy")
        target = order.target if space_of(order.target) != space_of(helped.place) else ""
        told: dict[str, Value] = {f"{word}Src": self._location(helped.place, helped.kind)}
        told[f"{word}Dest"] = self._location(target, helped.kind) if target else None
        told[f"{word}UnitType"] = self._units[helped.kind]
        told |= {"narrowingOrder": None} if word == "sup" else {}
        return {f"dip.order.{name}": told | {f"{word}Power": self._powers.get(whose)}}

"""The public API: load a game by name, judge a phase, read the results. `docs/api.md` shows it with examples that are run as tests.

Only what `judge.__all__` names is promised. It needs no store, no mail and no configuration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from judge.assets import Assets, find_assets
from judge.board import Position, normalize_name
from judge.cases.case import CasePhase, read_case
from judge.cases.run import case_ruleset, judge_orders, outcome_of
from judge.cases.seeded_dice import SeededDice
from judge.cases.starting_position import parse_position
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.visibility import view_game, view_phase
from judge.maps.board_paths import BoardPaths
from judge.maps.build_scenes import position_scene, turn_scenes
from judge.maps.draw import DrawingKit, draw_svg
from judge.maps.mark_rules import Marks
from judge.maps.scene import Scene
from judge.maps.typeface import read_faces
from judge.notation.elsewhere import GODIP, NOTATIONS, OtherNotation
from judge.notation.elsewhere_positions import read_position, write_position
from judge.notation.order import UnitRef
from judge.notation.reader import ParsedOrder
from judge.rules.legal_orders import legal_orders
from judge.rules.outcome import PhaseOutcome
from judge.rules.ruleset import Ruleset
from judge.variants import DEFAULT, load_ruleset, names_to_folders
from judge.variants.folder import godip_codes
from judge.variants.marks import load_art, load_marks
from judge.variants.yaml_source import node_from_json

EVERYBODY = ""
"""The reader who may see what is public."""


@dataclass(frozen=True)
class JudgedOrder:
    """One order and its result."""

    power: str
    order: str
    """In the usual notation: `A(Par)-Bur`."""
    result: str
    """A word of DATC 3.2: `succeeds`, `fails`, `given`, … (docs/games.md lists them)."""
    reason: str
    """Why, in words; '' where there is nothing to explain."""
    code: str
    """The reason's code, for programs (`standoff`); '' if there is no reason."""
    dislodged: bool
    """Whether the unit was dislodged in this phase."""
    ordered: bool
    """False for a unit that was sent no order."""


@dataclass(frozen=True)
class LoadedGame:
    """The rules, board and words of one game. Make one with `load_game`."""

    title: str
    powers: tuple[str, ...]
    start: Position
    """The position that the game begins with."""
    _ruleset: Ruleset = field(repr=False)
    _templates: CaseTemplates = field(repr=False)
    _assets: Assets = field(repr=False)
    _roots: tuple[Path, ...] = field(repr=False)

    def position(self, phase: str = "", **parts: Any) -> Position:
        """Return a position written as text, for example `units={"France": ["A Par", "F Bre"]}`.

        `phase` is the phase's name ('' for the first). `parts` are the keys of a case file (docs/games.md): `units`,
        `owners`, `dislodged`, `standoffs` and `state`; a key that is left out is as at the start.
        Raises ValueError with the key and the value that is wrong.
        """
        return parse_position(read_case(node_from_json({**parts, "phase": phase, "orders": {}}, "position", 0)), self._ruleset)

    def possible_orders(self, position: Position, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return every order that a power may give: unit → its orders; '' → orders that use no unit, such as builds.

        The orders are in the usual notation. They are legal; whether they succeed depends on all other orders.
        Raises ValueError for a power that the game does not have.
        """
        if power not in self.powers:
            raise ValueError(f"{self.title} has no power {power!r}; its powers are {', '.join(self.powers)}")
        write = self._ruleset.notation.write
        found = legal_orders(position, self._ruleset, power)
        return {str(unit or ""): tuple(map(write, orders)) for unit, orders in found.items()}

    def order_for(self, notation: str, order: str, position: Position, power: str) -> str:
        """Return an order as another program writes it. `notation` is `diplomacy`, the package for Python, or `godip` (Diplicity).

        `order` is a line in any notation that the judge reads by mail. Raises ValueError if it is no order, if the other program
        has no words for it, and for an unknown notation.
        """
        rules = self._ruleset
        for reading in rules.notation.read(order, rules.board_at(position), position, power, strict=False):
            if isinstance(reading, ParsedOrder):
                return self._there(notation).write(reading.order)
        raise ValueError(f"{order!r} is no order")

    def order_from(self, notation: str, line: str, position: Position) -> str:
        """Return another program's order in our notation; `position` tells which units stand where. Raises ValueError."""
        gone = [each.unit for each in position.dislodged] if position.phase.kind == "retreats" else []
        units = {unit.space: UnitRef(unit.kind, unit.place) for unit in (*position.units, *gone)}
        return self._ruleset.notation.write(self._there(notation).read(line, position.phase.kind, units))

    def position_for(self, notation: str, position: Position) -> dict[str, Any]:
        """Return a position as another program keeps it, in JSON values: a `state` of `diplomacy`, a `Phase` of `godip`.

        Raises ValueError for a phase that it has no name for.
        """
        return write_position(position, self._there(notation))

    def position_from(self, notation: str, told: Mapping[str, Any]) -> Position:
        """Return the position that another program's JSON values tell. Raises ValueError for what this game does not have."""
        phase, parts = read_position(told, self._there(notation), self.powers)
        return self.position(phase, **parts)

    def _there(self, notation: str) -> OtherNotation:
        if notation not in NOTATIONS:
            raise ValueError(f"{notation!r} is none of the notations {', '.join(NOTATIONS)}")
        codes = godip_codes(self._ruleset.key, self._roots) if notation == GODIP else {}
        return OtherNotation(notation, self._ruleset.board, codes)

    def draw(self, position: Position) -> str:
        """Return a map of a position as SVG. Raises ValueError if the game has no drawn map."""
        rules = self._ruleset
        begun = Game(self.title, rules.key, rules.version, stage="running", position=position)
        return self._draw(position_scene(view_game(begun, rules, EVERYBODY), rules, self._kit[1]))

    @cached_property
    def _kit(self) -> tuple[DrawingKit, Marks]:
        folder = self._ruleset.key
        art = load_art(folder, self._roots)
        if art is None:
            raise ValueError(f"{self.title} has no drawn map")
        faces = read_faces(self._assets.glyphs.read_text("utf-8"))
        return DrawingKit(BoardPaths(art), faces, self._templates.words.listed("map.j2")), load_marks(folder, self._roots)

    def _draw(self, scene: Scene) -> str:
        return draw_svg(scene, self._kit[0])


@dataclass(frozen=True)
class PhaseResult:
    """A judged phase. Make one with `adjudicate`. A notebook shows it as a map."""

    orders: tuple[JudgedOrder, ...]
    """By power, as ordered; units without an order come last."""
    unread: tuple[str, ...]
    """The order lines that could not be read and were left out, each with what is wrong."""
    position: Position
    """The position of the next phase in which something may be due."""
    winners: tuple[str, ...]
    """The powers that won in this phase."""
    _game: LoadedGame = field(repr=False)
    _outcome: PhaseOutcome = field(repr=False)

    @property
    def before(self) -> Position:
        """The position that was judged."""
        return self._outcome.before

    def report(self) -> str:
        """Return the report that players would get."""
        return self._game._templates.report(self._outcome, self._game.title)

    def draw(self) -> str:
        """Return a map of the orders and their results as SVG. Raises ValueError if the game has no drawn map."""
        rules = self._game._ruleset
        seen = view_phase(JudgedPhase(self._game.title, rules.key, outcome=self._outcome), rules, EVERYBODY)
        return self._game._draw(turn_scenes(seen, rules, self._game._kit[1])[0])

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw()
        except ValueError:  # a game without a map: the notebook shows the values instead
            return None


def load_game(
    name: str = DEFAULT,
    *,
    house_rules: Mapping[str, str] | None = None,
    powers: Sequence[str] = (),
    folders: Sequence[Path | str] = (),
) -> LoadedGame:
    """Load a game by any name that CREATE understands.

    `house_rules` are those that differ from the game's own; `powers` are for a game whose players bring their powers;
    `folders` are searched for games' folders before Judge's own. Raises ValueError if there is no such game, or one is wrong.
    """
    assets = find_assets()
    roots = (*map(Path, folders), assets.games)
    folder = names_to_folders(roots).get(normalize_name(name), name)
    loaded = load_ruleset(folder, roots, assets.grammars())
    given = {"house_rules": dict(house_rules or {}), "units": {power: [] for power in powers}}
    ruleset = case_ruleset(read_case(node_from_json(given, "load_game", 0)), loaded)
    start = parse_position(read_case(node_from_json({}, "load_game", 0)), ruleset)
    templates = load_case_templates(ruleset, assets.templates, roots)
    return LoadedGame(ruleset.title, tuple(power.name for power in ruleset.powers), start, ruleset, templates, assets, roots)


def adjudicate(
    game: LoadedGame,
    position: Position,
    orders: Mapping[str, str | Sequence[str]],
    *,
    throws: Mapping[str, int] | None = None,
    seed: str = "",
) -> PhaseResult:
    """Judge one phase: the position's own.

    `orders` has each power's orders in any notation that the judge reads by mail, as a list or as one text with an order a
    line. A power or unit that is left out has no orders. For games with dice, `throws` states throws by subject, and all
    others are drawn from `seed`. Raises ValueError for a power that the game does not have, or for an impossible throw.
    """
    lines = {power: told.splitlines() if isinstance(told, str) else list(told) for power, told in orders.items()}
    case = read_case(node_from_json({"orders": lines, "dice": dict(throws or {})}, "adjudicate", 0))
    (phase,) = case.blocks
    return _result(game, position, phase, SeededDice.of(phase.dice, seed))


def _result(game: LoadedGame, position: Position, phase: CasePhase, dice: SeededDice) -> PhaseResult:
    judged = judge_orders(position, phase, phase.orders, game._ruleset, game._templates, dice)
    rows = outcome_of(read_case(node_from_json({}, "", 0)), judged, game._ruleset, game._templates, report=False)["orders"]
    orders = tuple(
        JudgedOrder(
            power=row["power"],
            order=row["order"],
            result=row["result"],
            reason=row["reason"]["text"] if row["reason"] else "",
            code=row["reason"]["code"] if row["reason"] else "",
            dislodged=row["dislodged"],
            ordered=row.get("ordered", True),
        )
        for row in rows
    )
    outcome = judged.outcome
    return PhaseResult(orders, judged.errors, outcome.position, outcome.winners, game, outcome)

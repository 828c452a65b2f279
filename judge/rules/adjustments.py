"""The adjustment phase: builds, removals, and what civil disorder removes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order, UnitRef, name_units
from judge.rules.centres import UNREACHABLE, distance
from judge.rules.dues import AdjustmentDue, Part
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.reasons import CivilDisorder, NotAllowed, Reason, TooMany
from judge.rules.ruleset import Ruleset

Orders = Mapping[str, Sequence[Order]]


def due_in_adjustments(position: Position, ruleset: Ruleset) -> Mapping[str, AdjustmentDue]:
    """power → what it may build or must remove; powers with nothing due are left out."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    found = {}
    for power in ruleset.powers:
        owed = due_of_power(power.name, position, ruleset, board)
        if owed != AdjustmentDue():
            found[power.name] = owed
    return found


def due_of_power(power: str, position: Position, ruleset: Ruleset, board: Board) -> AdjustmentDue:
    """What one power may build and must remove, kinds that are counted apart each by itself."""
    sites: Sequence[Unit] = ()
    free: list[Unit] = []
    units: list[Unit] = []
    parts: list[Part] = []
    builds = removals = 0
    for part in ruleset.rules.unit_allowances(ruleset, board, position, power):
        mine = part.units(position, power)
        spare = part.number - len(mine)
        if spare > 0:
            sites = sites or ruleset.rules.possible_builds(ruleset, board, position, power)
            fitting = [site for site in sites if part.counts(site)]
            room = min(spare, len({site.space for site in fitting}))
            builds += room
            free += fitting
            parts += [Part(tuple(sorted(part.kinds)), builds=room)] if room and part.kinds else []
        elif spare < 0:
            removals -= spare
            units += mine
            parts += [Part(tuple(sorted(part.kinds)), removals=-spare)] if part.kinds else []
    return AdjustmentDue(tuple(units), min(builds, len({site.space for site in free})), removals, tuple(free), tuple(parts))


def units_without_room(position: Position, ruleset: Ruleset, power: str) -> int:
    """How many units a power might have more, and cannot build because no place for them is free."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    parts = ruleset.rules.unit_allowances(ruleset, board, position, power)
    spare = sum(max(0, part.number - len(part.units(position, power))) for part in parts)
    return spare - due_of_power(power, position, ruleset, board).builds


def judge_adjustments(position: Position, orders: Orders, ruleset: Ruleset) -> PhaseOutcome:
    """Judge an adjustment phase, each power by itself."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    owed = due_in_adjustments(position, ruleset)
    results: list[OrderResult] = []
    built: list[Unit] = []
    gone: list[RemovedUnit] = []
    for power in ruleset.powers:
        winter = AdjustmentJudge(ruleset, board, position, power.name, owed.get(power.name, AdjustmentDue()))
        results += winter.judge(orders.get(power.name, ()))
        built += winter.built
        gone += winter.gone
    gone = [RemovedUnit(unit, "removed") for unit in ruleset.rules.removed_together(position, [removed.unit for removed in gone])]
    left = {removed.unit for removed in gone}
    after = replace(position, units=(*(u for u in position.units if u not in left), *built))
    return PhaseOutcome(position, after, tuple(results), tuple(gone))


class AdjustmentJudge:
    """One Power's adjustments, accepted order by order: the first ones count, the rest are too many."""

    def __init__(self, ruleset: Ruleset, board: Board, position: Position, power: str, due: AdjustmentDue) -> None:
        self.ruleset, self.board, self.position, self.power, self.due = ruleset, board, position, power, due
        self.built: list[Unit] = []
        self.gone: list[RemovedUnit] = []
        self.waived = 0

    def judge(self, orders: Sequence[Order]) -> list[OrderResult]:
        """The results of the power's orders, and of the removals it did not order."""
        told = name_units(self.power, orders, self.position.units)
        return [self.accept(order) for order in told] + self._civil_disorder()

    def accept(self, order: Order) -> OrderResult:
        """Decide one more order."""
        judge = {"build": self._build, "remove": self._remove, "disband": self._remove, "waive": self._waive}.get(order.verb)
        unit, refused = judge(order) if judge else (None, NotAllowed("wrong-phase", order.verb))
        if refused is None:
            return OrderResult(self.power, order, unit, "succeeds")
        unclear = isinstance(refused, NotAllowed) and refused.why == "which-coast"  # 6.B.14: legal, but it fails
        return OrderResult(self.power, order, None, "fails" if unclear else "illegal", refused)

    def _build(self, order: Order) -> tuple[Unit | None, Reason | None]:
        site = self.site(order.unit) if order.unit else NotAllowed("no-site")
        if isinstance(site, Reason):
            return None, site
        if len(self.built) + self.waived >= self.due.builds:
            return None, TooMany(self.due.builds)
        if site not in self.left().sites:
            return None, NotAllowed("kind-not-due", str(site))
        self.built.append(site)
        return site, None

    def site(self, ref: UnitRef) -> Unit | Reason:
        """The unit a build order asks for, if it can stand there, completing a coast where only one is possible."""
        if any(unit.space == ref.space for unit in self.built):
            return NotAllowed("second-order", ref.space)
        here = [site for site in self.due.sites if site.space == ref.space]
        if self.due.builds and not _like(here, ref) and _like(self._sites(), ref):
            return NotAllowed("kind-not-due", str(ref))
        if not here:
            return self.ruleset.rules.refine_refusal(self.position, NotAllowed(self._why_no_site(ref.space), ref.space))
        fitting = _like(here, ref)
        if not fitting:
            return NotAllowed("cannot-stand-there", str(ref))
        return fitting[0] if len(fitting) == 1 else NotAllowed("which-coast", ref.space)

    def _sites(self) -> Sequence[Unit]:
        """Return every unit that could be placed where the Power builds, whether or not its kind is due."""
        return self.ruleset.rules.possible_builds(self.ruleset, self.board, self.position, self.power)

    def _why_no_site(self, space: str) -> str:
        if not self.due.builds and not self._spare():
            return "no-builds-due"
        if space not in self.ruleset.rules.build_centres(self.ruleset, self.board, self.position, self.power):
            return "not-a-home-centre"
        return "occupied" if any(u.space == space for u in self.position.units) else "centre-not-owned"

    def _spare(self) -> bool:
        """Whether the Power has more centres than units, whether or not there is room for a build."""
        parts = self.ruleset.rules.unit_allowances(self.ruleset, self.board, self.position, self.power)
        return any(part.number > len(part.units(self.position, self.power)) for part in parts)

    def _remove(self, order: Order) -> tuple[Unit | None, Reason | None]:
        ref = order.unit
        here = [u for u in self.position.units if ref and u.space == ref.space and ref.kind in ("", u.kind)]
        named = [u for u in here if ref and ref.name in ("", u.name)]
        unit = min(named, key=lambda u: (u.power != self.power, u.name), default=None)
        if unit is None:
            return None, NotAllowed("no-unit", str(ref) if ref else "")
        if unit.power != self.power:
            return None, NotAllowed("not-yours", str(unit))
        if any(removed.unit == unit for removed in self.gone):
            return None, NotAllowed("second-order", str(unit))
        if len(self.gone) >= self.due.removals:
            return None, TooMany(self.due.removals) if self.due.removals else NotAllowed("no-removals-due")
        spared: Reason | None = self._kept(unit) if unit in self.left().units else NotAllowed("kind-not-due", str(unit))
        if spared is None:
            self.gone.append(RemovedUnit(unit, "removed"))
        return (unit, None) if spared is None else (None, spared)

    def left(self) -> AdjustmentDue:
        """What is still due once the orders accepted so far are carried out."""
        taken = {removed.unit for removed in self.gone}
        units = (*(unit for unit in self.position.units if unit not in taken), *self.built)
        return due_of_power(self.power, replace(self.position, units=units), self.ruleset, self.board)

    def _kept(self, unit: Unit) -> Reason | None:
        chosen = [removed.unit for removed in self.gone]
        return self.ruleset.rules.why_not_removable(self.ruleset, self.board, self.position, unit, self.due.removals, chosen)

    def _waive(self, order: Order) -> tuple[Unit | None, Reason | None]:
        if len(self.built) + self.waived >= self.due.builds:
            return None, TooMany(self.due.builds) if self.due.builds else NotAllowed("no-builds-due")
        self.waived += 1
        return None, None

    def _civil_disorder(self) -> list[OrderResult]:
        missing = self.due.removals - len(self.gone)
        if missing <= 0:
            return []
        taken = {removed.unit for removed in self.gone}
        left = replace(self.position, units=tuple(u for u in self.position.units if u not in taken))
        chosen = self.ruleset.rules.civil_disorder_removals(self.ruleset, self.board, left, self.power, missing)
        self.gone += [RemovedUnit(unit, "removed") for unit in chosen]
        return [
            OrderResult(
                self.power, Order("remove", UnitRef(unit.kind, unit.place, unit.name)), unit, "succeeds",
                CivilDisorder(self._distance(unit)), ordered=False,
            )
            for unit in chosen
        ]  # fmt: skip

    def _distance(self, unit: Unit) -> int | None:
        moves = distance(self.board, unit, frozenset(self.position.centres(self.power)))
        return moves if moves < UNREACHABLE else None


def _like(sites: Sequence[Unit], ref: UnitRef) -> list[Unit]:
    """The sites that a build order may mean."""
    here = [site for site in sites if site.space == ref.space and site.kind == ref.kind]
    return [site for site in here if ref.kind == "A" or ref.place in (site.place, site.space)]


def beside(orders: Sequence[Order], power: str, position: Position, ruleset: Ruleset) -> Sequence[Reason | None]:
    """Why each of a power's orders would be refused after those before it; None for those that stand."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    due = due_in_adjustments(position, ruleset).get(power, AdjustmentDue())
    return [each.reason for each in AdjustmentJudge(ruleset, board, position, power, due).judge(orders) if each.ordered]


def left_after(orders: Sequence[Order], power: str, position: Position, ruleset: Ruleset) -> AdjustmentDue:
    """What is still due from a power once these orders are carried out."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    winter = AdjustmentJudge(ruleset, board, position, power, due_in_adjustments(position, ruleset).get(power, AdjustmentDue()))
    for order in name_units(power, orders, position.units):
        winter.accept(order)
    return winter.left()


def requested_build(order: Order, power: str, position: Position, ruleset: Ruleset) -> Unit | Reason:
    """The unit a build order asks for, judged by itself against what is due; space and coast as `AdjustmentJudge.site`."""
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    due = due_in_adjustments(position, ruleset).get(power, AdjustmentDue())
    if order.unit is None:
        return NotAllowed("no-site")
    return AdjustmentJudge(ruleset, board, position, power, due).site(
        order.unit._replace(place=order.unit.place or space_of(order.target))
    )

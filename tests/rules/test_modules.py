"""What a game's modules can do: three of them, in cases; how they are laid on one another; and that unused ones change nothing."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from types import FunctionType
from typing import cast

import pytest

from judge.board import DislodgedUnit, Position, Unit
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, adjudicate, check, dues_by_power
from judge.rules.base import QUESTIONS, Rules, compose_rules
from judge.rules.claims import MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import Force, Held, NotAllowed
from judge.rules.strengths import Range
from tests.rules.boards import BOARD, RULES, SPRING, SPRING_RETREATS, Told, datc, read, scene, unit, why, words
from tests.rules.modules import ALL, Express, Garrisons, Guarded, OpenSeas

GAME = replace(RULES, rules=compose_rules(ALL))


def board(units: Told, guarded: Mapping[str, str] | None = None, opened: Sequence[str] = ()) -> Position:
    """Units in texts, garrisons as space → power, open seas."""
    placed = [unit(power, text) for power, texts in units.items() for text in texts]
    garrisons = [Unit(power, "G", space) for space, power in (guarded or {}).items()]
    return Position(SPRING, (*placed, *garrisons), facts={"open": list(opened), "express": ["Mun", "Ber"]})


def play(position: Position, orders: Told, more: Mapping[str, Sequence[Order]] | None = None) -> PhaseOutcome:
    """The phase judged with the three modules. `more` are orders that the standard notation has no words for."""
    sent = {power: list(listed) for power, listed in read(position, orders).items()}
    for power, listed in (more or {}).items():
        sent.setdefault(power, []).extend(listed)
    return adjudicate(position, sent, GAME)


def aid(helper: str, space: str) -> Order:
    """`A(Kie) S G(Den)`."""
    ref = RULES.notation.read_unit(helper, BOARD)
    return Order("support", ref, "", UnitRef("G", space))


def express(start: str, first: str, target: str) -> Order:
    """`A(Ber)-Sil via express`, passing the first space."""
    return Order("move", UnitRef("A", start), target, via="express", path=(first,))


def garrisons(outcome: PhaseOutcome) -> set[str]:
    return {unit.space for unit in outcome.position.units if unit.kind == "G"}


# Garrisons


def test_a_garrison_keeps_one_attacker_out_and_is_named() -> None:
    outcome = play(board({"Germany": ["A(Kie)"]}, {"Den": "England"}), {"Germany": ["A(Kie)-Den"]})
    assert words(outcome) == {"A(Kie)": "fails"}
    reason = outcome.results[0].reason
    assert isinstance(reason, Guarded)
    assert (reason.by, reason.mine.total, reason.theirs) == (Unit("England", "G", "Den"), 1, 1)
    assert garrisons(outcome) == {"Den"}


def test_a_garrison_falls_to_two() -> None:
    position = board({"Germany": ["A(Kie)", "F(BAL)"]}, {"Den": "England"})
    outcome = play(position, {"Germany": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den"]})
    assert words(outcome) == {"A(Kie)": "succeeds", "F(BAL)": "given"}
    assert [(removed.unit.kind, removed.how) for removed in outcome.removed] == [("G", "destroyed")]


def test_a_garrison_can_be_aided_and_the_aid_can_be_cut() -> None:
    units = {"Germany": ["A(Kie)", "F(BAL)"], "England": ["F(NTH)"], "France": ["F(ENG)"]}
    orders = {"Germany": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den"]}
    aided = play(board(units, {"Den": "England"}), orders, {"England": [aid("F(NTH)", "Den")]})
    assert words(aided) | {"F(ENG)": ""} == {"A(Kie)": "fails", "F(BAL)": "given", "F(NTH)": "given", "F(ENG)": ""}
    cut = play(board(units, {"Den": "England"}), {**orders, "France": ["F(ENG)-NTH"]}, {"England": [aid("F(NTH)", "Den")]})
    assert words(cut) == {"A(Kie)": "succeeds", "F(BAL)": "given", "F(NTH)": "cut", "F(ENG)": "fails"}
    assert garrisons(cut) == set()


def test_a_garrison_lets_its_own_power_in_and_natives_let_nobody_in() -> None:
    home = play(board({"England": ["F(NTH)"]}, {"Den": "England"}), {"England": ["F(NTH)-Den"]})
    assert (words(home), garrisons(home)) == ({"F(NTH)": "succeeds"}, {"Den"})
    native = play(board({"England": ["F(NTH)"]}, {"Den": ""}), {"England": ["F(NTH)-Den"]})
    assert (words(native), garrisons(native)) == ({"F(NTH)": "fails"}, {"Den"})


def test_a_garrison_adds_to_a_unit_that_stands_there() -> None:
    position = board({"Germany": ["A(Kie)", "F(BAL)", "F(SKA)"], "England": ["A(Den)"]}, {"Den": "England"})
    two = play(position, {"Germany": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den"]})
    assert words(two)["A(Kie)"] == "fails"
    three = play(position, {"Germany": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den", "F(SKA) S A(Kie)-Den"]})
    assert (words(three)["A(Kie)"], words(three)["A(Den)"]) == ("succeeds", "stands+")
    assert garrisons(three) == set()


@pytest.mark.parametrize("leaves", [True, False])
def test_a_garrison_stays_when_the_unit_leaves(leaves: bool) -> None:
    units = {"Germany": ["A(Kie)", "F(BAL)"], "England": ["A(Den)"], "Russia": ["A(Swe)"] * (not leaves)}
    outcome = play(board(units, {"Den": "England"}), {"Germany": ["A(Kie)-Den"], "England": ["A(Den)-Swe"]})
    assert words(outcome)["A(Den)"] == ("succeeds" if leaves else "fails")
    assert why(outcome)["A(Kie)"] == "guarded"
    held = next(r.reason for r in outcome.results if isinstance(r.reason, Guarded))
    assert held.theirs == (1 if leaves else 2)


def test_a_garrison_counts_against_one_who_meets_its_unit_head_on() -> None:
    position = board({"Germany": ["A(Kie)", "F(BAL)"], "England": ["A(Den)"]}, {"Den": "England"})
    outcome = play(position, {"Germany": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den"], "England": ["A(Den)-Kie"]})
    assert words(outcome) == {"A(Kie)": "fails", "F(BAL)": "given", "A(Den)": "fails"}
    assert why(outcome)["A(Kie)"] == "guarded"


def test_garrisons_take_no_orders_and_none_are_due_from_them() -> None:
    position = board({"England": ["F(NTH)"]}, {"Den": "England"})
    order = Order("move", UnitRef("G", "Den"), "Kie")
    assert check(order, "England", position, GAME) == NotAllowed("takes-no-orders", "G(Den)")
    assert check(order, "France", position, GAME) == NotAllowed("not-yours", "G(Den)")
    assert dues_by_power(position, GAME)["England"].units == (unit("England", "F(NTH)"),)
    assert [r.unit for r in adjudicate(position, {}, GAME).results] == [unit("England", "F(NTH)")]


# The two-stop mover


def test_an_express_goes_as_far_as_it_can() -> None:
    outcome = play(board({"Germany": ["A(Kie)"]}), {}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert outcome.position.units == (unit("Germany", "A(Boh)"),)


def test_an_express_stops_short_of_an_occupant_it_can_not_drive_out_whatever_its_support() -> None:
    position = board({"Germany": ["A(Kie)", "A(Sil)"], "Austria": ["A(Boh)"]})
    outcome = play(position, {"Germany": ["A(Sil) S A(Kie)-Boh"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert words(outcome) == {"A(Kie)": "succeeds", "A(Sil)": "given", "A(Boh)": "stands"}
    assert unit("Germany", "A(Mun)") in outcome.position.units


def test_an_express_does_not_pass_a_foreigner_who_stays_but_one_who_leaves_and_its_own() -> None:
    way = {"Germany": [express("Kie", "Mun", "Boh")]}
    stays = play(board({"Germany": ["A(Kie)"], "France": ["A(Mun)"]}), {}, way)
    assert (words(stays)["A(Kie)"], why(stays)["A(Kie)"]) == ("fails", "held")
    leaves = play(board({"Germany": ["A(Kie)"], "France": ["A(Mun)"]}), {"France": ["A(Mun)-Bur"]}, way)
    assert unit("Germany", "A(Boh)") in leaves.position.units
    own = play(board({"Germany": ["A(Kie)", "A(Mun)"]}), {}, way)
    assert {str(u) for u in own.position.units} == {"A(Boh)", "A(Mun)"}


def test_its_way_neither_meets_nor_cuts() -> None:
    position = board({"Germany": ["A(Kie)"], "Austria": ["A(Boh)", "A(Vie)", "A(Tyr)"]})
    met = play(position, {"Austria": ["A(Boh)-Mun", "A(Vie) stands", "A(Tyr) stands"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert {"A(Kie)", "A(Boh)"} <= {u for u, word in words(met).items() if word == "succeeds"}
    mun = board({"Germany": ["A(Kie)"], "Austria": ["A(Mun)"]})
    opposite = play(mun, {"Austria": ["A(Mun)-Kie"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert words(opposite) == {"A(Kie)": "succeeds", "A(Mun)": "succeeds"}
    uncut = play(position, {"Austria": ["A(Boh) S A(Vie)", "A(Tyr) stands"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert words(uncut)["A(Boh)"] == "given"


def test_a_rival_at_the_farther_stop_leaves_the_nearer_one() -> None:
    position = board({"Germany": ["A(Kie)"], "Austria": ["A(Vie)"]})
    outcome = play(position, {"Austria": ["A(Vie)-Boh"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert words(outcome) == {"A(Kie)": "succeeds", "A(Vie)": "fails"}
    assert unit("Germany", "A(Mun)") in outcome.position.units


def test_one_that_gets_further_keeps_nobody_out_of_where_it_could_have_stopped() -> None:
    position = board({"Germany": ["A(Kie)"], "France": ["A(Bur)"]})
    outcome = play(position, {"France": ["A(Bur)-Mun"]}, {"Germany": [express("Kie", "Mun", "Boh")]})
    assert words(outcome) == {"A(Kie)": "succeeds", "A(Bur)": "succeeds"}
    stands_off = play(
        board({"Germany": ["A(Kie)"], "France": ["A(Bur)"], "Austria": ["A(Boh)"]}),
        {"France": ["A(Bur)-Mun"]},
        {"Germany": [express("Kie", "Mun", "Boh")]},
    )
    assert (words(stands_off)["A(Kie)"], words(stands_off)["A(Bur)"]) == ("fails", "fails")


def test_supports_count_at_the_stop_they_name() -> None:
    units = {"Germany": ["A(Kie)", "A(Ber)"], "Austria": ["A(Boh)"], "France": ["A(Bur)"]}
    way = {"Germany": [express("Kie", "Mun", "Boh")]}
    near = play(board(units), {"Germany": ["A(Ber) S A(Kie)-Mun"], "France": ["A(Bur)-Mun"]}, way)
    assert (words(near)["A(Kie)"], words(near)["A(Bur)"], why(near)["A(Bur)"]) == ("succeeds", "fails", "standoff")
    units["Germany"] = ["A(Kie)", "A(Sil)"]
    far = play(board(units), {"Germany": ["A(Sil) S A(Kie)-Boh"], "France": ["A(Bur)-Mun"]}, way)
    assert (words(far)["A(Kie)"], words(far)["A(Bur)"], why(far)["A(Kie)"]) == ("fails", "fails", "held")
    held = next(r.reason for r in far.results if isinstance(r.reason, Held))
    assert (held.mine, held.theirs, held.uncounted) == (Force(0), Force(1), (unit("Germany", "A(Sil)"),))


def test_two_expresses_into_one_anothers_start() -> None:
    position = board({"Germany": ["A(Kie)"], "Austria": ["A(Boh)"]})
    outcome = play(position, {}, {"Germany": [express("Kie", "Mun", "Boh")], "Austria": [express("Boh", "Mun", "Kie")]})
    assert {str(u): u.power for u in outcome.position.units} == {"A(Boh)": "Germany", "A(Kie)": "Austria"}


def test_an_express_that_is_none() -> None:
    position = board({"Germany": ["A(Kie)", "F(BAL)"]})
    ways = [("Kie", "Mun", "Par"), ("Kie", "HEL", "Hol"), ("Kie", "Mun", "Kie"), ("BAL", "Ber", "Mun"), ("Kie", "Hol", "Bel")]
    for order in (express(*way) for way in ways):
        assert isinstance(check(order, "Germany", position, GAME), NotAllowed)


# The open sea


def test_any_number_may_stand_in_an_open_sea_and_nothing_is_fought() -> None:
    position = board({"England": ["F(Lon)", "F(NTH)"], "Germany": ["F(HEL)", "F(Hol)"]}, opened=["NTH"])
    outcome = play(position, {"England": ["F(Lon)-NTH"], "Germany": ["F(HEL)-NTH", "F(Hol) S F(HEL)-NTH"]})
    assert words(outcome) == {"F(Lon)": "succeeds", "F(NTH)": "stands", "F(HEL)": "succeeds", "F(Hol)": "given"}
    assert [u.place for u in outcome.position.units].count("NTH") == 3
    assert outcome.position.standoffs == frozenset()


def test_support_and_convoy_across_an_open_sea() -> None:
    position = board({"England": ["A(Yor)", "F(NTH)", "F(NWG)"], "Germany": ["F(HEL)"], "Russia": ["F(Nwy)"]}, opened=["NTH"])
    england = ["A(Yor)-Nwy", "F(NTH) C A(Yor)-Nwy", "F(NWG) S A(Yor)-Nwy"]
    outcome = play(position, {"England": england, "Germany": ["F(HEL)-NTH"], "Russia": ["F(Nwy) stands"]})
    assert words(outcome)["F(Nwy)"] == "stands+"
    alike = board({"England": ["F(NTH)"], "Germany": ["F(NTH)"], "France": ["F(Den)"]}, opened=["NTH"])
    helped = play(alike, {"England": ["F(NTH)-Den"], "Germany": ["F(NTH) S English F(NTH)-Den"]})
    assert words(helped)["F(Den)"] == "stands+"


def test_a_fleet_leaving_an_open_sea_fights_again() -> None:
    position = board({"England": ["F(NTH)"], "Germany": ["F(Den)"]}, opened=["NTH"])
    outcome = play(position, {"England": ["F(NTH)-Den"], "Germany": ["F(Den)-NTH"]})
    assert words(outcome) == {"F(NTH)": "succeeds", "F(Den)": "succeeds"}
    assert words(play(position, {"England": ["F(NTH)-Den"]})) == {"F(NTH)": "fails", "F(Den)": "stands"}


def test_of_two_alike_each_is_ordered_once() -> None:
    two = (unit("England", "F(NTH)"), unit("England", "F(NTH)"))
    position = Position(SPRING, two, facts={"open": ["NTH"]})
    outcome = play(position, {"England": ["F(NTH)-Den", "F(NTH)-Nwy", "F(NTH)-Hol"]})
    assert [r.word for r in outcome.results] == ["succeeds", "succeeds", "illegal"]
    assert sorted(u.place for u in outcome.position.units) == ["Den", "Nwy"]


def test_retreats_into_an_open_sea() -> None:
    position = board({"England": ["F(NTH)"], "Germany": ["F(Den)", "F(Swe)"], "Russia": ["A(Kie)", "F(BAL)"]}, opened=["NTH"])
    outcome = play(position, {"Russia": ["A(Kie)-Den", "F(BAL) S A(Kie)-Den"]})
    assert "NTH" in outcome.position.dislodged[0].retreats
    two = tuple(DislodgedUnit(unit("Germany", text), unit("Russia", "A(Kie)"), "", ("NTH", "SKA")) for text in ("F(Den)", "F(Nwy)"))
    again = Position(SPRING_RETREATS, (), dislodged=two, facts={"open": ["NTH"]})
    together = play(again, {"Germany": ["F(Den)-NTH", "F(Nwy)-NTH"]})
    assert [r.word for r in together.results] == ["succeeds", "succeeds"]
    apart = play(again, {"Germany": ["F(Den)-SKA", "F(Nwy)-SKA"]})
    assert [r.word for r in apart.results] == ["fails", "fails"]


# Laying modules on one another


class Stronger(Rules):
    """Adds one to every attack."""

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        low, high = super().attack_strength(turn, stop)
        return low + 1, high + 1


class Louder(Rules):
    """Adds one more."""

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        low, high = super().attack_strength(turn, stop)
        return low + 1, high + 1


class Weak(Rules):
    """Replaces the attack."""

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        return 0, 0


class Strong(Rules):
    """Replaces it otherwise."""

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        return 9, 9


class Stubborn(Stronger, Weak):
    """Replaces it whatever the weak and the stronger say, and derives from them to say so."""

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        return 9, 9


def strength(*modules: type[Rules]) -> Range:
    """What an attack is worth under these modules, which do not look at it."""
    turn, stop = cast("MovementTurn", None), cast("MoveAttempt", None)
    return compose_rules(modules).attack_strength(turn, stop)


def test_an_answer_that_calls_super_adds_and_one_that_does_not_replaces() -> None:
    assert strength(Weak) == (0, 0)
    assert strength(Weak, Stronger) == (1, 1)
    assert strength(Weak, Stronger, Louder) == (2, 2)
    assert strength(Weak, Stronger, Stubborn) == (9, 9)


@pytest.mark.parametrize("modules", [(Weak, Strong), (Stronger, Weak), (Weak, Stronger, Strong)])
def test_a_replacement_that_hides_another_answer_unsaid_is_an_error(modules: Sequence[type[Rules]]) -> None:
    hidden, hiding = modules[0].__name__, modules[-1].__name__
    said = f"{hiding} hides what {hidden} answers to 'attack_strength'; call super().attack_strength(...), or write class {hiding}("
    with pytest.raises(ValueError, match=re.escape(said)):
        compose_rules(modules)


def test_an_answer_that_a_module_inherits_hides_as_its_own_does() -> None:
    heir = type("Heir", (Strong,), {})
    with pytest.raises(ValueError, match="Heir hides what Weak answers to 'attack_strength'"):
        compose_rules([Weak, heir])


@pytest.mark.parametrize("modules", [(Stronger, Stronger), (type("Heir", (Stronger,), {}), Stronger)])
def test_modules_in_an_order_that_cannot_be_are_an_error(modules: Sequence[type[Rules]]) -> None:
    with pytest.raises(ValueError, match=f"{modules[0].__name__}, {modules[1].__name__} cannot stand on one another in this order"):
        compose_rules(modules)


@pytest.mark.parametrize("answer", [lambda self: None, staticmethod(lambda turn: None)])
def test_a_question_that_does_not_exist_is_an_error(answer: object) -> None:
    module = type("Odd", (Rules,), {"atack_strength": answer})
    with pytest.raises(ValueError, match=r"Odd.atack_strength answers no question; the questions are .*attack_strength"):
        compose_rules([module])


@pytest.mark.parametrize("answer", [staticmethod(lambda turn, stop: (0, 0)), 3])
def test_an_answer_that_is_no_method_is_an_error(answer: object) -> None:
    said = r"Stiff.attack_strength is no method; write def attack_strength\(self, ...\) without a decorator"
    with pytest.raises(ValueError, match=said):
        compose_rules([type("Stiff", (Rules,), {"attack_strength": answer})])


@pytest.mark.parametrize("module", [type("Loose", (), {"attack_strength": lambda self, turn, stop: (0, 0)}), len])
def test_what_is_no_class_of_rules_is_no_module(module: object) -> None:
    with pytest.raises(ValueError, match=r"is no module of rules; write class \w+\(Rules\)"):
        compose_rules([cast("type[Rules]", module)])


def test_what_is_private_is_no_answer() -> None:
    module = type("Quiet", (Rules,), {"_attack_strength": staticmethod(lambda: None), "limit": 3})
    assert type(compose_rules([module])).attack_strength is Rules.attack_strength


@pytest.mark.skipif(not isinstance(Rules.hold_strength, FunctionType), reason="compiled questions have no docstrings")
def test_every_question_is_documented_and_typed() -> None:
    for name in QUESTIONS:
        answer = getattr(Rules, name)
        signature = inspect.signature(answer)
        assert inspect.getdoc(answer), name
        assert next(iter(signature.parameters)) == "self", name
        kinds = [part.annotation for part in signature.parameters.values()][1:]
        assert all(kind is not inspect.Parameter.empty for kind in [*kinds, signature.return_annotation]), name


@pytest.mark.parametrize("modules", [ALL, ALL[::-1], (Garrisons,), (Express,), (OpenSeas,)])
def test_unused_modules_change_nothing(modules: Sequence[type]) -> None:
    rules = replace(RULES, rules=compose_rules(modules))
    for seed in range(400):
        rng = Random(seed)
        thrown = scene(rng, rng.randint(5, 30), powers=rng.choice([2, 4, 7]), wild=rng.choice([0.0, 0.2]))
        assert adjudicate(*thrown, rules) == adjudicate(*thrown, RULES)
    for outcome in datc().values():
        sent = {p: [r.order for r in outcome.results if r.power == p and r.ordered] for p in {r.power for r in outcome.results}}
        assert adjudicate(outcome.before, sent, rules).position == outcome.position

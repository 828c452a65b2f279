"""A game's folder as one value: its data with its rules and its own commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.board import Board, Position
from judge.rules.base import Rules
from judge.rules.movement_turn import MovementTurn
from judge.rules.variant import Power, Variant, power_aliases
from judge.rules.variant_commands import VariantCommandSpec


@dataclass(frozen=True, eq=False)
class Ruleset(Variant):
    """A variant with its rules and its own commands. It does not change during a game."""

    rules: Rules = field(kw_only=True)
    """The referee's questions, answered by the standard rules and the folder's modules on top of them."""
    commands: tuple[VariantCommandSpec, ...] = ()
    """Commands that only this game has."""

    def board_at(self, position: Position) -> Board:
        """The board as a position's facts make it."""
        return self.rules.board_with_facts(self.board, position.facts)

    def turn_without_orders(self, position: Position) -> MovementTurn:
        """Return a turn in which nobody has ordered anything, for questions about the present position."""
        turn = MovementTurn(self, self.rules, position, self.board_at(position), position.facts)
        turn.uncontested, turn.aside = self.rules.shared_spaces(turn), self.rules.non_occupants(turn)
        return turn

    def with_powers(self, powers: Sequence[Power]) -> Ruleset:
        """An open game with the powers that its players brought, in their order, each with what it starts with."""
        brought = [unit._replace(power=power.name) for power in powers for unit in self.each]
        start = replace(self.start, units=(*(unit for unit in self.start.units if not unit.power), *brought))
        return replace(self, powers=tuple(powers), start=start, notation=self.notation.with_powers(power_aliases(powers)))

    def with_house_rules(self, changes: Mapping[str, str]) -> Ruleset:
        """The same game under other switches. Raises ValueError naming a switch or value it does not know."""
        unknown = sorted(set(changes) - set(self.house_rules))
        if unknown:
            raise ValueError(f"unknown house rule {unknown[0]!r}; known: {', '.join(sorted(self.house_rules))}")
        found = dict(self.house_rules)
        for rule, text in changes.items():
            try:
                found[rule] = found[rule].with_value(text)
            except ValueError as error:
                raise ValueError(f"house rule {rule!r} {error}") from None
        return replace(self, house_rules=found).for_players()

    def for_players(self) -> Ruleset:
        """The same game with the powers that its number of players leaves to nobody among those that stand."""
        gone = self.unplayed.get(self.word("players"), ()) if self.unplayed else ()
        back = {name for names in self.unplayed.values() for name in names} - set(gone)
        if not any(self.stands(name) for name in back) and all(self.stands(name) for name in gone):
            return self
        everybody = sorted((*self.powers, *self.standing), key=lambda power: list(self.roster).index(power.name))
        mine = {power.name for power in self.standing} - back | set(gone)
        return replace(
            self,
            powers=tuple(power for power in everybody if power.name not in mine),
            standing=tuple(power for power in everybody if power.name in mine),
        )

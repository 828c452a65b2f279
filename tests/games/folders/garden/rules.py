"""For tests only: armies dig, what they find is thrown for, and there are commands to plant and to weed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.board import Position
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import Reason
from judge.rules.variant import Variant
from judge.rules.variant_commands import EVERYBODY, GM, CommandDenied, CommandGranted, CommandNews, GivenCommand


class Gnomes(Rules):
    """They lie below the ground: one throw for each space, whoever digs there, once and for all."""

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        return None if order.verb == "dig" and claim.unit.kind == "A" else super().why_illegal(turn, claim, order)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[Any]:
        return () if order.verb == "dig" else super().move_attempts(turn, claim, order)

    def subjects_to_draw(self, turn: MovementTurn) -> Sequence[str]:
        digging = [c for c in turn.claims if c.order and c.order.verb == "dig" and c.reason is None]
        return [claim.space for claim in digging if claim.space not in turn.facts.get("dug", {})]

    def facts_after_throw(self, turn: MovementTurn, facts: Mapping[str, Any], subject: str, throw: int) -> Mapping[str, Any]:
        return {**facts, "dug": {**facts.get("dug", {}), subject: throw}}

    def throw_subjects(self, variant: Variant, position: Position) -> Iterable[str]:
        return [code for code, space in variant.board.spaces.items() if space.kind != "sea"]

    def opening_position(self, variant: Variant, position: Position, seed: int) -> Position:
        if variant.word("gnomes") == "asleep":
            return position
        return replace(position, facts={"growing": {"Ber": f"seedling {seed}"}, **position.facts})

    def opening_news(self, variant: Variant, position: Position, reader: str) -> Mapping[str, Any]:
        growing = position.facts.get("growing", {})
        return {"plants": len(growing), "where": sorted(growing) if reader == GM else []}

    def report_events(self, turn: MovementTurn) -> tuple[Mapping[str, Any], ...]:
        before, after = turn.position.facts.get("dug", {}), turn.facts.get("dug", {})
        return tuple({"kind": "dug", "at": at, "gnomes": after[at]} for at in after if at not in before)


def plant(said: GivenCommand) -> CommandGranted | CommandDenied:
    """PLANT Swi tulips: where one has a unit, and nothing grows yet."""
    place, _, what = said.text.partition(" ")
    found = said.variant.board.names.find(place)
    standing = {unit.space for unit in said.position.units_of(said.power)}
    growing: Mapping[str, str] = said.position.facts.get("growing", {})
    if len(found) != 1 or not what or found[0] not in standing:
        return CommandDenied("not-there", {"place": place})
    if found[0] in growing:
        return CommandDenied("overgrown", {"place": found[0], "what": growing[found[0]]})
    facts = {**said.position.facts, "growing": {**growing, found[0]: what}}
    told = {"place": found[0], "what": what}
    return CommandGranted(facts, told, (CommandNews(EVERYBODY, told),))


def sow(said: GivenCommand) -> CommandGranted | CommandDenied:
    """SOW, and a table of what grows where, before the game begins."""
    if said.sheet is None or not isinstance(said.sheet.value, Mapping):
        return CommandDenied("no-table", {"lines": said.block.count("\n")})
    growing = {place: str(what.value) for place, what in said.sheet.value.items()}
    told = {"places": sorted(growing), "drawing": "\n".join(f"{place}   {what}" for place, what in growing.items())}
    return CommandGranted({**said.position.facts, "growing": growing}, told, (CommandNews(EVERYBODY, {"places": sorted(growing)}),))


def whisper(said: GivenCommand) -> CommandGranted | CommandDenied:
    """WHISPER France, and words for that power's ears and the GM's, which nobody else knows of."""
    told = {"to": said.text, "words": said.block}
    return CommandGranted(said.position.facts, told, (CommandNews(said.text, told), CommandNews(GM, told)))


def weed(said: GivenCommand) -> CommandGranted | CommandDenied:
    """WEED OUT Swi, which the GM alone may do and need not tell."""
    growing: Mapping[str, str] = said.position.facts.get("growing", {})
    if said.text not in growing:
        return CommandDenied("nothing-there", {"place": said.text})
    left = {place: what for place, what in growing.items() if place != said.text}
    return CommandGranted({**said.position.facts, "growing": left}, {"place": said.text})

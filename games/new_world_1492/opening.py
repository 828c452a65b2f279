"""1492: the world with which a game begins, the GM's own or drawn from the game's seed, and the GM's commands about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.board import Position, Unit
from judge.rules.base import Rules
from judge.rules.variant import Variant
from judge.rules.variant_commands import GM, CommandDenied, CommandGranted, GivenCommand

from .atlas import NATIVES
from .pictured import unlike_the_picture
from .reaching import nearest
from .sketch import drawing
from .worlds import make
from .written import LONGEST_NOTE, read

MOST = 12
"""The most faults in one answer."""


class Opening(Rules):
    """Rule 3: a world exists before anybody sees it, and everybody is told its number of centres (12)."""

    def opening_position(self, variant: Variant, position: Position, seed: int) -> Position:
        """Use the GM's world, or draw one. Natives that roam are units from the first turn on."""
        found = super().opening_position(variant, position, seed)
        flat = variant.word("shape") == "flat"
        facts = dict(found.facts) if found.facts.get("world") else {**found.facts, **make(variant, seed, flat)}
        roaming = tuple(Unit(NATIVES, "A", code) for code in facts.pop("roaming", ()))
        return replace(found, units=(*found.units, *roaming), facts=facts)

    def opening_news(self, variant: Variant, position: Position, reader: str) -> Mapping[str, Any]:
        """Tell everybody how many centres there are and how many win; show the GM everything."""
        told = {**super().opening_news(variant, position, reader), **_counted(position.facts)}
        return {**told, **_shown(variant, position)} if reader == GM else told


def _counted(facts: Mapping[str, Any]) -> dict[str, int]:
    """Return what everybody may know: the number of centres beyond the map, and the majority of them."""
    centres = sum(area.get("centre") == "yes" for area in facts["world"].values())
    return {"centres": centres, "majority": centres // 2 + 1}


def _shown(variant: Variant, position: Position) -> dict[str, Any]:
    """Return what the GM is shown of a world."""
    facts, kinds = position.facts, [area["kind"] for area in position.facts["world"].values()]
    units = position.units_of(NATIVES)
    unlike = dict(zip(("hidden", "seeming"), unlike_the_picture(facts["world"]), strict=True))
    away = {power: far[:3] for power, far in nearest(variant, facts["world"]).items()}
    return {
        **_counted(facts), "lands": kinds.count("land"), "seas": kinds.count("sea"), "natives": len(facts.get("natives", ())),
        "roaming": len(facts.get("roaming", ())) + len(units), "away": away, "unlike": unlike, "drawing": drawing(facts, units),
    }  # fmt: skip


def world(said: GivenCommand) -> CommandGranted | CommandDenied:
    """WORLD … END: the GM's own world, before the start. WORLD alone shows the present one."""
    if said.sheet is None:
        if not said.position.facts.get("world"):
            return CommandDenied("none")
        return CommandGranted(said.position.facts, {"shown": True, "warnings": [], **_shown(said.variant, said.position)})
    if not said.forming:
        return CommandDenied("begun")
    found = read(said.variant, said.sheet)
    if found.faults:
        faults = [fault._asdict() for fault in found.faults[:MOST]]
        return CommandDenied("faults", {"faults": faults, "more": len(found.faults) - len(faults)})
    position = replace(said.position, facts={**said.position.facts, **found.facts})
    warnings = [fault._asdict() for fault in found.warnings[:MOST]]
    return CommandGranted(position.facts, {"shown": False, "warnings": warnings, **_shown(said.variant, position)})


def note(said: GivenCommand) -> CommandGranted | CommandDenied:
    """NOTE area text: the GM's ruling on an area. Each power that knows the area gets it in its next private mail."""
    word, _, text = said.text.partition(" ")
    code, text = area_called(said.position.facts, word), " ".join(text.split())
    if not code:
        return CommandDenied("no-area", {"word": word})
    if not text or len(text) > LONGEST_NOTE:
        return CommandDenied("no-text" if not text else "too-much", {"most": LONGEST_NOTE})
    areas = said.position.facts["world"]
    facts = {**said.position.facts, "world": {**areas, code: {**areas[code], "note": text}}}
    return CommandGranted(facts, {"area": code, "text": text})


def area_called(facts: Mapping[str, Any], word: str) -> str:
    """Return the area that the GM means by its code or by its given code; '' for none."""
    own = [code for code in facts.get("world") or {} if code.lower() == word.lower()]
    given = [code for code, name in (facts.get("names") or {}).items() if name["code"].lower() == word.lower()]
    found: str = (given or own or [""])[0]
    return found

"""A game laid down on a board of a test's own, whatever was played before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.board import Unit
from judge.game.model.serialization import read_game, write_game
from tests.letters.post_office import PostOffice


def lay(
    office: PostOffice, name: str, phase: str, units: Mapping[str, Sequence[str]], owners: Mapping[str, str],
    others: bool = False,
) -> None:  # fmt: skip
    """Put a running game at a phase, with these units and owners of centres; '' as an owner for nobody's.

    `others`: units of powers that are not named stay where nobody else is put, and centres that are not named keep their owners.
    """
    rules = office.parts.rules("standard")
    there = rules.calendar.read(phase)
    assert there is not None
    placed = [Unit(power, text[0], text[2:-1]) for power, texts in units.items() for text in texts]
    with office.parts.store.work() as work:
        stored = work.games.get(name)
        assert stored is not None
        game = read_game(stored.head)
        assert game.position is not None
        taken = {unit.space for unit in placed}
        kept = [unit for unit in game.position.units if others and unit.power not in units and unit.space not in taken]
        held = {**(game.position.owners if others else {}), **owners}
        position = replace(
            game.position, phase=there, units=(*kept, *placed), owners={code: owner for code, owner in held.items() if owner}
        )
        work.games.save(name, write_game(replace(game, position=position)), stored.seq + 1, None)

"""Build scenes from what a reader sees: the position, a judged phase, or the reader's own orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.board import Board, Position, Unit, space_of
from judge.game import GameView, PhaseView
from judge.maps.discovered_areas import read_areas
from judge.maps.mark_rules import Mark, Marks
from judge.maps.order_lines import own_order_lines, result_lines, shown_as_failed
from judge.maps.scene import PowerStyle, Scene, SceneMark, SceneOrder, SceneUnit
from judge.maps.select_marks import entry_field, placed_marks, selected_spaces
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power

DRY = ("land", "coast")


def position_scene(seen: GameView, ruleset: Ruleset, marks: Marks) -> Scene:
    """Return the board as it is now; before the start, as it would begin. Raises ValueError for a game that ended before that."""
    board = seen.position or seen.opening
    if board is None:
        raise ValueError(f"{seen.game} has never begun")
    return _scene(seen.game, "position", seen.title, board, ruleset, marks, _pieces(board))


def opening_scene(seen: PhaseView, ruleset: Ruleset, marks: Marks) -> Scene:
    """Return the board as it was before a phase."""
    return _scene(seen.game, "position", seen.title, seen.before, ruleset, marks, _pieces(seen.before))


def blank_scene(seen: GameView, ruleset: Ruleset, marks: Marks) -> Scene:
    """Return the board alone: no unit, no owner. Raises ValueError for a game that ended before its start."""
    whole = position_scene(seen, ruleset, marks)
    centres = tuple(sign._replace(power="", shape="ring" if sign.shape == "boxed" else sign.shape) for sign in whole.centres)
    return replace(whole, what="blank", pieces=(), owners={}, powers=(), centres=centres, signs=(), legend=())


def own_orders_scene(seen: GameView, ruleset: Ruleset, marks: Marks) -> Scene:
    """Return the board with only the reader's own orders. Raises ValueError before the start."""
    if seen.position is None:
        raise ValueError(f"{seen.game} has not begun")
    given = seen.standing.orders if seen.standing else ()
    held = {order.unit.space for order in given if order.unit and order.verb == "stands"}
    taken = {order.unit.space for order in given if order.unit and order.verb in ("remove", "disband")}
    pieces = [
        piece._replace(state="held" if space_of(piece.place) in held else "gone")
        if piece.power == seen.reader and space_of(piece.place) in held | taken
        else piece
        for piece in _pieces(seen.position)
    ]
    new = [
        SceneUnit(seen.reader, order.unit.kind, order.unit.place, order.unit.name, "new")
        for order in given
        if order.unit and order.verb == "build"
    ]
    lines = own_order_lines(given, seen.reader, seen.position, marks)
    return _scene(seen.game, "own", seen.title, seen.position, ruleset, marks, [*pieces, *new], lines)


def turn_scenes(seen: PhaseView, ruleset: Ruleset, marks: Marks) -> tuple[Scene, ...]:
    """Return the pictures of a report: after moves, one of the orders and one of the results; after other phases, one of both."""
    if seen.before.phase.kind == "movement":
        beaten = {result.unit for result in seen.results if result.dislodged}
        gone = {removed.unit for removed in seen.removed}
        states = {unit: "dislodged" if unit in beaten else "gone" if unit in gone else "" for unit in seen.before.units}
        pieces = [_piece(unit, state) for unit, state in states.items()]
        ordered = _scene(seen.game, "results", seen.title, seen.before, ruleset, marks, pieces, result_lines(seen, marks))
        return ordered, after_scene(seen, ruleset, marks)
    built = {
        (r.power, r.order.unit.space) for r in seen.results if r.order.verb == "build" and not shown_as_failed(r) and r.order.unit
    }
    pieces = [_piece(unit, "new" if (unit.power, unit.space) in built else "") for unit in seen.after.units]
    pieces += [_piece(removed.unit, "gone") for removed in seen.removed]
    pieces += [_piece(beaten.unit, "dislodged") for beaten in seen.after.dislodged]
    scene = _scene(seen.game, "results", seen.title, seen.after, ruleset, marks, pieces, result_lines(seen, marks))
    return (_named(scene, seen.before.phase.name),)


def after_scene(seen: PhaseView, ruleset: Ruleset, marks: Marks) -> Scene:
    """Return the picture of the position after any phase."""
    scene = _scene(seen.game, "after", seen.title, seen.after, ruleset, marks, _pieces(seen.after))
    return _named(scene, seen.before.phase.name)


def _named(scene: Scene, phase: str) -> Scene:
    return replace(scene, phase=phase)


def _scene(
    game: str, what: str, title: str, position: Position, ruleset: Ruleset, marks: Marks,
    pieces: Sequence[SceneUnit], lines: Sequence[SceneOrder] = (),
) -> Scene:  # fmt: skip
    board = ruleset.board_at(position)
    return Scene(
        game=game,
        what=what,
        title=title,
        phase=position.phase.name,
        powers=_tincts(ruleset, marks, position, board),
        ground=_ground(position, board, marks),
        owners=_owners(position, board, marks),
        pieces=tuple(pieces),
        lines=tuple(lines),
        centres=_centres(position, board, marks),
        signs=tuple(placed_marks(marks.marks, position, board)),
        beside=dict(marks.beside),
        lots={code: (*lot.at, tuple(sorted(lot.borders))) for code, lot in read_areas(_world(position, marks)).items()},
        shores=_shores(board, ruleset.board),
        legend=_legend(position, board, marks, pieces, lines),
    )


def _shores(board: Board, drawn: Board) -> dict[str, tuple[str, ...]]:
    """Return the coasts in which the present board differs from the drawn one, with the seas that each borders."""
    changed = [(code, space) for code, space in board.spaces.items() if set(space.coasts) - _coasts(drawn, code)]
    return {
        place: tuple(sorted(sea for sea in map(space_of, board.links["F"].get(place, ())) if board.is_sea(sea)))
        for code, space in changed
        for place in (f"{code}.{coast}" for coast in space.coasts)
    }


def _coasts(board: Board, code: str) -> set[str]:
    return set(board.spaces[code].coasts) if code in board.spaces else set()


def _world(position: Position, marks: Marks) -> Mapping[str, Any]:
    """Return what the position shows of areas beyond the board, as far as its reader may see it."""
    return position.facts.get(marks.beyond) or {}


def _pieces(position: Position) -> list[SceneUnit]:
    return [*(_piece(unit) for unit in position.units), *(_piece(beaten.unit, "dislodged") for beaten in position.dislodged)]


def _piece(unit: Unit, state: str = "") -> SceneUnit:
    return SceneUnit(unit.power, unit.kind, unit.place, unit.name, state)


def _tincts(ruleset: Ruleset, marks: Marks, position: Position, board: Board) -> tuple[PowerStyle, ...]:
    """Map every power with a unit or a centre to its number of centres known to this reader, even if none is visible."""
    letters, centres = unit_letters(ruleset.on_the_board), set(board.centres)
    count = Counter(owner for code, owner in position.owners.items() if code in centres or code not in board.spaces)
    alive = {unit.power for unit in (*position.units, *(beaten.unit for beaten in position.dislodged))} | set(count)
    return tuple(
        PowerStyle(p.name, letters[p.name], own or p.colour or fallback_colour(n), str(count[p.name]), land)
        for n, p in enumerate(ruleset.on_the_board)
        for own, _, land in [marks.colours.get(p.name, "").partition(" ")]
        if p.name in alive
    )


SPARE = ("#a8323e", "#2d5fa6", "#3a8a3f", "#c79a1f", "#7d4a9c", "#2a8f8f", "#c9662b", "#555555", "#b0508c", "#6d7a1e")


def fallback_colour(number: int) -> str:
    """Return a colour for a power that has none: the first ten differ, then they repeat."""
    return SPARE[number % len(SPARE)]


def unit_letters(powers: Sequence[Power]) -> dict[str, str]:
    """Map each power to the letters on its units: its first two if no other power shares them, else its short form.

    One letter would be read as the unit's kind: the hobby writes A and F for army and fleet.
    """
    first = Counter(power.name[:2].title() for power in powers)
    short = any(number > 1 for number in first.values())
    return {power.name: (power.short or power.name[:3]) if short else power.name[:2].title() for power in powers}


def _ground(position: Position, board: Board, marks: Marks) -> dict[str, str]:
    found = {code: "sea" if space.kind == "sea" else "land" if space.kind in DRY else "" for code, space in board.spaces.items()}
    for fill in marks.fills:
        if not fill.colour:
            found.update(dict.fromkeys(selected_spaces(fill.where, position, board), fill.ground))
    return {code: ground for code, ground in found.items() if ground}


def _owners(position: Position, board: Board, marks: Marks) -> dict[str, str]:
    """Return the owner of each space: centres by owner, other land by the owner of most neighbouring centres, and what the folder
    colours by a fact.
    """
    found = {code: position.owners[code] for code in board.centres if position.owners.get(code)}
    for code in board.spaces:
        lord = _lord(code, board, marks)
        if lord and code not in found and (power := _neighbourly(code, lord, position, board)):
            found[code] = power
    for fill in marks.fills:
        if fill.colour:
            for code, entry in selected_spaces(fill.where, position, board).items():
                found[code] = entry_field(entry, fill.colour, position.owners.get(code, ""))
    return found


def _lord(code: str, board: Board, marks: Marks) -> str:
    """Return the power that owned a space at first, as the folder says; '' if none did."""
    return marks.country.get(code, "") or board.spaces[code].notes.get(marks.country_note, "")


def _neighbourly(code: str, lord: str, position: Position, board: Board) -> str:
    """Return the owner of two or more centres that an army could reach from here, if it has more of these than the land's first
    owner; else the first owner.

    If the first owner has no centre left, the land goes to the owner of most of those centres.
    """
    owners = position.owners
    near = Counter(owners[c] for c in board.reach_spaces("A", code) if owners.get(c))
    best = max(near.values(), default=0)
    most = [power for power, number in near.items() if number == best]
    if lord in owners.values() and (best < TAKES or near[lord] == best):
        return lord
    return most[0] if len(most) == 1 else lord if lord in owners.values() else ""


TAKES = 2
"""The number of neighbouring centres that makes land change its colour."""


def _centres(position: Position, board: Board, marks: Marks) -> tuple[SceneMark, ...]:
    found = {code: SceneMark("ring", code, position.owners.get(code, ""), "", "centre") for code in board.centres}
    found |= {code: sign._replace(shape="boxed") for code, sign in found.items() if not sign.power and _lord(code, board, marks)}
    for mark in reversed(marks.centres):
        for sign in placed_marks((mark,), position, board):
            if sign.space in board.centres:
                found[sign.space] = sign._replace(power=position.owners.get(sign.space, ""), spot="centre")
    return tuple(found.values())


def _legend(
    position: Position, board: Board, marks: Marks, pieces: Sequence[SceneUnit], lines: Sequence[SceneOrder]
) -> tuple[tuple[str, str], ...]:
    """Return the meanings of the folder's own units and marks that are in the picture."""
    kinds = {piece.kind for piece in pieces}
    units = [(f"unit-{kind}", word) for kind, word in marks.units.items() if kind in kinds]
    here: list[Mark] = [mark for mark in (*marks.centres, *marks.marks) if selected_spaces(mark.where, position, board)]
    found = [(mark.shape, mark.legend) for mark in here]
    found += [(fill.ground, fill.legend) for fill in marks.fills if selected_spaces(fill.where, position, board)]
    drawn = {line.style for line in lines}
    found += [(way.style, way.legend) for way in (*marks.orders.values(), *marks.ways.values()) if way.style in drawn]
    return tuple(dict.fromkeys(entry for entry in (*units, *found) if entry[1]))



"""Cases to begin with: what must follow at the start of any board, from its links alone."""

from __future__ import annotations

from collections.abc import Iterator

from judge.importing.coding import house_place
from judge.importing.foreign import ForeignBoard, split_place

HEAD = "# Cases to begin with; write one for each thing in which this game has rules of its own.\n"


def first_cases(board: ForeignBoard, codes: dict[str, str], folder: str) -> str:
    """A YAML text of cases."""
    cases = _opening_builds if board.opens == "Winter" else _opening_moves
    return HEAD + "---\n".join(cases(board, codes, folder))


def _opening_moves(board: ForeignBoard, codes: dict[str, str], folder: str) -> Iterator[str]:
    """One unit goes to an empty neighbour while all others stand; and one that has no orders stands."""
    taken = {split_place(place)[0] for _, _, place in board.units}
    for power, kind, place in board.units:
        name, unit = board.powers[power].name, f"{kind}({house_place(place, codes)})"
        if board.powers[power].stands:
            continue
        stands = f"expect: {{orders: {{\"{unit} stands\": stands}}}}"
        yield f"id: a-unit-without-orders-stands\nvariant: {folder}\norders: {{}}\n{stands}\n"
        code, coast = split_place(place)
        ways = board.spaces[code].armies if kind == "A" else board.spaces[code].fleets[coast]
        free = sorted(to for to in ways if split_place(to)[0] not in taken)
        if free:
            order = f"{unit}-{house_place(free[0], codes)}"
            yield (
                f"id: a-unit-goes-where-nobody-is\nvariant: {folder}\n"
                f"orders: {{\"{name}\": [\"{order}\"]}}\nexpect: {{orders: {{\"{order}\": succeeds}}}}\n"
            )
        return
    yield f"id: nobody-has-orders\nvariant: {folder}\norders: {{}}\nexpect: {{dislodged: {{}}}}\n"


def _opening_builds(board: ForeignBoard, codes: dict[str, str], folder: str) -> Iterator[str]:
    at_start = {split_place(place)[0] for _, _, place in board.units} | {power for power, _, _ in board.units}
    for code, space in board.spaces.items():
        owner = board.owners.get(code, space.home and next((k for k, p in board.powers.items() if p.name == space.home), ""))
        if not owner or board.powers[owner].stands:
            continue
        if space.centre and space.kind == "land" and not at_start & {code, owner}:
            unit, name = f"A({codes[code]})", board.powers[owner].name
            yield (
                f"id: the-game-opens-with-builds\nvariant: {folder}\n"
                f"orders: {{\"{name}\": [\"build {unit}\"]}}\nexpect: {{orders: {{\"build {unit}\": succeeds}}}}\n"
            )
            return
    yield f"id: nobody-has-orders\nvariant: {folder}\norders: {{}}\nexpect: {{dislodged: {{}}}}\n"

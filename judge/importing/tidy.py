"""A foreign board made sound: links lead to places where such a unit can stand, and what is changed is told."""

from __future__ import annotations

from collections.abc import Iterator

from judge.importing.foreign import COASTS, ForeignBoard, ForeignSpace, ImportFault, split_place


def tidy(board: ForeignBoard) -> ForeignBoard:
    """The board with links that can be played. Raises ImportFault where too little is left of it."""
    _coasts(board)
    for space in board.spaces.values():
        _own_links(board, space)
    for space in board.spaces.values():
        space.armies = set(_armies(board, space))
    for space in board.spaces.values():
        space.fleets = {coast: set(_fleets(board, space, coast, targets)) for coast, targets in space.fleets.items()}
        space.fleets = {coast: targets for coast, targets in space.fleets.items() if targets or not coast}
    for space in board.spaces.values():
        _one_way(board, space)
        if not space.armies and not any(space.fleets.values()):
            _close(board, space)
        space.convoys = space.convoys and bool(space.fleets)
    board.units = [unit for unit in board.units if _stands(board, unit)]
    board.owners = {code: power for code, power in board.owners.items() if code in board.spaces and board.spaces[code].centre}
    board.weak = [(start, end, more) for start, end, more in board.weak if end in board.spaces[start].armies]
    if len(board.spaces) < 2 or not any(space.centre for space in board.spaces.values()):
        raise ImportFault("there is no board with centres in it")
    return board


def _coasts(board: ForeignBoard) -> None:
    """Call coasts nc, sc, ec or wc, whatever the files call them."""
    called: dict[str, dict[str, str]] = {}
    for code, space in board.spaces.items():
        for coast in space.fleets:
            if coast and coast not in COASTS:
                mine = called.setdefault(code, {})
                free = next((each for each in reversed(COASTS) if each not in {*space.fleets, *mine.values()}), "wc")
                mine[coast] = free
                board.leave(f"{space.name}: its coast {coast!r} is called {free} here.")
    for space in board.spaces.values():
        mine = called.get(space.code, {})
        space.fleets = {mine.get(coast, coast): {_recalled(to, called) for to in of} for coast, of in space.fleets.items()}
    board.units = [(power, kind, _recalled(place, called)) for power, kind, place in board.units]


def _recalled(place: str, called: dict[str, dict[str, str]]) -> str:
    code, coast = split_place(place)
    return f"{code}/{called.get(code, {}).get(coast, coast)}" if coast else code


def _own_links(board: ForeignBoard, space: ForeignSpace) -> None:
    """Links of a space to itself go; the general coast of a space with named ones, too."""
    itself = space.code in space.armies or any(split_place(to)[0] == space.code for of in space.fleets.values() for to in of)
    space.armies.discard(space.code)
    bare = space.fleets.pop("", set()) if any(space.fleets) else set()
    named = {to for coast in space.fleets.values() for to in coast}
    for to in sorted(bare - named):
        if to in board.spaces and board.spaces[to].kind == "sea":
            board.leave(f"{space.code}: the link to {to} names no coast, so no fleet takes it.")
    space.fleets = {coast: {to for to in of if split_place(to)[0] != space.code} for coast, of in space.fleets.items()}
    if itself and not space.armies and not any(space.fleets.values()):
        space.kind = "impassable"


def _close(board: ForeignBoard, space: ForeignSpace) -> None:
    if space.kind != "impassable":
        board.leave(f"{space.name}: nothing leads there, so nobody may enter it.")
    if space.centre:
        board.leave(f"{space.name} was a centre that nobody can reach; it is none any more.")
    space.kind, space.centre, space.home, space.armies, space.fleets, space.convoys = "impassable", False, "", set(), {}, False


def _armies(board: ForeignBoard, space: ForeignSpace) -> Iterator[str]:
    for to in sorted(space.armies):
        target = board.spaces.get(split_place(to)[0])
        if target is None:
            board.leave(f"{space.code}: the link of armies to {to!r} leads to no space.")
        elif "sea" in (space.kind, target.kind):
            board.leave(f"{space.code}: the link of armies to {target.code} is left out, for one of them is sea.")
        elif target.kind != "impassable" and space.kind != "impassable":
            yield target.code


def _fleets(board: ForeignBoard, space: ForeignSpace, coast: str, targets: set[str]) -> Iterator[str]:
    here = f"{space.code}/{coast}" if coast else space.code
    for to in sorted(targets):
        code, there = split_place(to)
        target = board.spaces.get(code)
        if target is None:
            board.leave(f"{here}: the link of fleets to {to!r} leads to no space.")
        elif not target.fleets:
            if target.kind != "impassable":
                board.leave(f"{here}: the link of fleets to {to} is left out, for no fleet can stand there.")
        elif not any(target.fleets):
            yield code
        elif there in target.fleets and there:
            yield f"{code}/{there}"
        else:
            yield from _coasts_back(board, here, target)


def _coasts_back(board: ForeignBoard, here: str, target: ForeignSpace) -> Iterator[str]:
    """The coasts of a space that lead back, for a link that names none."""
    code = split_place(here)[0]
    found = [coast for coast, of in target.fleets.items() if coast and any(to in (here, code) for to in of)]
    if not found:
        board.leave(f"{here}: the link to {target.code} names no coast, and none leads back; it is left out.")
    yield from (f"{target.code}/{coast}" for coast in sorted(found))


def _one_way(board: ForeignBoard, space: ForeignSpace) -> None:
    """Links that do not lead back stay as they are, and are told."""
    for to in sorted(space.armies):
        if space.code not in board.spaces[to].armies:
            space.one_way.add(to)
            board.leave(f"Armies go from {space.code} to {to}, and not back, as the files have it.")
    for coast, targets in space.fleets.items():
        here = f"{space.code}/{coast}" if coast else space.code
        for to in sorted(targets):
            code, there = split_place(to)
            if here not in board.spaces[code].fleets.get(there, set()):
                space.one_way.add(to)
                board.leave(f"Fleets go from {here} to {to}, and not back, as the files have it.")


def _stands(board: ForeignBoard, unit: tuple[str, str, str]) -> bool:
    """Whether a unit of the start can stand where it is told to."""
    power, kind, place = unit
    code, coast = split_place(place)
    space = board.spaces.get(code)
    fits = space is not None and (
        (kind == "A" and space.kind == "land") or (kind == "F" and (coast in space.fleets if coast else "" in space.fleets))
    )
    if not fits:
        board.leave(f"{power} should start with {kind}({place}), which cannot stand there.")
    return fits

"""A foreign board as the files of a game's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from colorsys import hls_to_rgb
from pathlib import Path

from judge.importing.coding import adjective, house_codes, house_names, house_place, short_names
from judge.importing.first_cases import first_cases
from judge.importing.foreign import ForeignBoard, ForeignSpace

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 ._-]*[A-Za-z0-9.]|[A-Za-z]|[0-9]+")
SEASONS = (("Spring {year}", "movement"), ("Spring {year} retreats", "retreats"), ("Autumn {year}", "movement"),
           ("Autumn {year} retreats", "retreats"), ("Winter {year}", "adjustments"))  # fmt: skip
INKS = ("#a8323e", "#2d5fa6", "#3a8a3f", "#c79a1f", "#7d4a9c", "#2a8f8f", "#c9662b", "#555555", "#b0508c", "#6d7a1e", "#4a3b8f",
        "#8f5a3b", "#1f7a5a", "#9a7bb5", "#b58a2f", "#3b6d8f")  # fmt: skip


def write_folder(board: ForeignBoard, folder: Path) -> None:
    """Write game.yaml, map.yaml, cases and README.md into a new folder. Raises FileExistsError if it is there."""
    folder.mkdir(parents=True)
    codes = house_codes(board)
    (folder / "map.yaml").write_text("\n".join(_map(board, codes)) + "\n", "utf-8")
    (folder / "game.yaml").write_text("\n".join(_game(board, codes, folder.name)) + "\n", "utf-8")
    (folder / "cases").mkdir()
    (folder / "cases" / "start.yaml").write_text(first_cases(board, codes, folder.name), "utf-8")
    (folder / "README.md").write_text("\n".join(_readme(board)) + "\n", "utf-8")


def quoted(text: str) -> str:
    """A text as YAML reads it back."""
    plain = PLAIN.fullmatch(text) and text.lower() not in ("none", "null")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _list(texts: list[str]) -> str:
    return f"[{', '.join(map(quoted, texts))}]"


def _map(board: ForeignBoard, codes: Mapping[str, str]) -> Iterator[str]:
    yield f"# The board of {board.title}: {len(board.spaces)} spaces. Who borders whom was read from {', '.join(board.files)}."
    names = house_names(board, dict(codes))
    for heading, kind in (("Seas", "sea"), ("Land", "land"), ("What nobody enters", "impassable")):
        group = [space for space in board.spaces.values() if space.kind == kind]
        if group:
            yield f"\n# {heading}"
        for space in sorted(group, key=lambda each: codes[each.code]):
            yield _space(space, codes, *names[space.code])


def _space(space: ForeignSpace, codes: Mapping[str, str], name: str, also: list[str]) -> str:
    table = dict(codes)
    parts = [f"name: {quoted(name)}", f"kind: {space.kind}"]
    if space.centre:
        parts.append(f"centre: {quoted('home of ' + space.home) if space.home else 'neutral'}")
    if also:
        parts.append(f"also: {_list(also)}")
    if space.kind == "land":
        parts.append(f"armies: {_list(sorted(table[to] for to in space.armies))}")
    told = {coast: _list(sorted(house_place(to, table) for to in targets)) for coast, targets in sorted(space.fleets.items())}
    if any(told):
        parts.append(f"fleets: {{{', '.join(f'{coast}: {to}' for coast, to in told.items())}}}")
    elif told:
        parts.append(f"fleets: {told['']}")
    if space.convoys:
        parts.append("convoys: yes")
    if space.one_way:
        parts.append(f"one_way: {_list(sorted(house_place(to, table) for to in space.one_way))}")
    return f"{quoted(codes[space.code])}: {{{', '.join(parts)}}}"


def _game(board: ForeignBoard, codes: Mapping[str, str], folder: str) -> Iterator[str]:
    yield f"# {board.title}, read from {', '.join(board.files)} ({board.format})."
    yield f"title: {quoted(board.title)}"
    yield f"names: [{quoted(folder.replace('_', ' ').lower())}]"
    yield "\npowers:"
    shorts = short_names(board.powers.values())
    for n, power in enumerate(board.powers.values()):
        colour = power.colour or ("#777777" if power.stands else _ink(n))
        also = f", also: {_list(power.also)}" if power.also else ""
        by = (", by: nobody" + (", returns: yes" if power.returns else "")) if power.stands else ""
        short = shorts.get(power.name, power.name[:3])
        yield f"  {quoted(power.name)}: {{adjective: {quoted(adjective(power))}, short: {short}, colour: \"{colour}\"{also}{by}}}"
    yield from _start(board, dict(codes))
    yield from _calendar(board)
    if board.weak:
        yield "\nlinks:"
        for start, end, more in board.weak:
            yield f"  - {{one way: [{codes[start]}, {codes[end]}], for: armies, weak: {more}}}"
    yield from _house_rules(board)


def _ink(number: int) -> str:
    """A colour for each of many powers; no two have one."""
    if number < len(INKS):
        return INKS[number]
    red, green, blue = hls_to_rgb(number * 0.618 % 1, (0.35, 0.5, 0.62)[number % 3], 0.6)
    return f"#{int(red * 255):02x}{int(green * 255):02x}{int(blue * 255):02x}"


def _start(board: ForeignBoard, codes: dict[str, str]) -> Iterator[str]:
    yield "\nstart:"
    if board.units:
        yield "  units:"
    for key, power in board.powers.items():
        mine = [f"{kind}({house_place(place, codes)})" for owner, kind, place in board.units if owner == key]
        if mine:
            yield f"    {quoted(power.name)}: [{', '.join(sorted(mine))}]"
    owned = {codes[code]: board.powers[owner].name for code, owner in board.owners.items() if owner}
    if owned:
        yield "  owners:"
        yield from (f"    {quoted(code)}: {quoted(owner)}" for code, owner in sorted(owned.items()))
    if not board.units and not owned:
        yield "  units: {}"


def _calendar(board: ForeignBoard) -> Iterator[str]:
    seasons = board.seasons or SEASONS
    yield "\ncalendar:"
    yield f"  start: {f'{1 - board.year} B.C.' if board.before_christ and board.year < 1 else board.year}"
    if board.step != 1:
        yield f"  step: {board.step}"
    if board.opens != "Spring" and not board.seasons:
        yield f"  first: {board.opens} {{year}}"
    yield "  seasons:"
    for n, (name, kind) in enumerate(seasons):
        fall = f', also: ["{name.replace("Autumn", "Fall")}"]' if "Autumn" in name else ""
        counts = ", counts: yes" if n == len(seasons) - 1 else ""
        yield f'    - {{name: "{name}", kind: {kind}{counts}{fall}}}'


def _house_rules(board: ForeignBoard) -> Iterator[str]:
    centres = sum(space.centre for space in board.spaces.values())
    yield "\nhouse_rules:"
    yield "  convoy_land_fallback: no"
    yield "  explicit_via: no"
    yield "  paradox: {default: szykman, one of: [szykman, all-hold]}"
    yield f"  builds: {{default: {board.builds}, one of: [home, owned, owned-with-home, any-home]}}"
    yield f"  centres_to_win: {min(board.centres_to_win or centres // 2 + 1, centres)}"


WHERE = {
    "owned": "A power builds in any centre that it owns.",
    "owned-with-home": "A power builds in any centre that it owns, as long as it owns one of its homes.",
    "any-home": "A power builds in any centre that it owns and that is somebody's home.",
}
"""Key of where powers build, in a board's file → what players are told of it; the usual rule has none."""


def _rules_in_words(board: ForeignBoard) -> Iterator[str]:
    """What differs from the usual rules, as far as the files tell, for players."""
    if board.builds in WHERE:
        yield WHERE[board.builds]
    if board.opens == "Winter":
        yield "The game opens with a winter, in which powers build."
    for power in board.powers.values():
        if power.stands:
            back = " Once centres are counted, each is back where it began, if nobody stands there and nobody owns the centre."
            yield (
                f"Nobody orders the units of {power.name}: they stand, take no centre, and are disbanded when they are dislodged."
                f"{back if power.returns else ''}"
            )
    if islands := [space.name for space in board.spaces.values() if space.convoys]:
        yield f"Fleets convoy in {', '.join(islands)}."


def _readme(board: ForeignBoard) -> Iterator[str]:
    players = [power.name for power in board.powers.values() if not power.stands]
    centres = sum(space.centre for space in board.spaces.values())
    yield f"# {board.title}"
    yield ""
    yield f"For {len(players)} players: {', '.join(players)}. The board has {len(board.spaces)} spaces and {centres} centres;"
    yield f"{board.centres_to_win or centres // 2 + 1} of them win. It is played by the usual rules of Diplomacy, except for"
    yield "what game.yaml says."
    if rules := list(_rules_in_words(board)):
        yield ""
        yield from (f"- {rule}" for rule in rules)
    yield ""
    yield "## Where it comes from"
    yield ""
    yield "`judge import-game` read the facts of the board (who borders whom, names, centres, the start) from"
    yield f"{', '.join(board.files)}, in the format of {board.format}."
    yield f"Licence of these files: {board.licence}. Their wording was not copied."
    yield "Before you pass this folder on, see that the author of the board agrees, and name them here."
    yield ""
    yield "## What could not be taken over"
    yield ""
    yield from (f"- {said}" for said in board.left or ["Nothing was left out."])

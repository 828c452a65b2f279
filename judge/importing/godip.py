"""godip: the Go source of a variant's folder, read as data. Nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judge.importing.foreign import ForeignBoard, ForeignPower, ForeignSpace, ImportFault, split_place

VARIANT = re.compile(r"=\s*common\.Variant\{")
"""A variant, not the list of them all."""
PROVINCE = re.compile(r"Prov\(\s*\"([^\"]+)\"\s*\)")
CONNECTION = re.compile(r"\.\s*Conn\(\s*\"([^\"]+)\"\s*((?:,\s*[\w.]+(?:\.\.\.)?\s*)*)\)")
FLAGS = re.compile(r"\.\s*Flag\(([^)]*)\)")
CENTRE = re.compile(r"\.\s*SC\(\s*([\w.]+)\s*\)")
NATION = re.compile(r"(\w+)\s+(?:godip\.Nation)?\s*=\s*(?:godip\.Nation\()?\"([^\"]+)\"")
UNIT = re.compile(r"\"([^\"]+)\"\s*:\s*(?:godip\.Unit)?\s*\{\s*(?:Type:\s*)?godip\.(Army|Fleet)\s*,\s*(?:Nation:\s*)?([\w.]+)\s*\}")
OWNER = re.compile(r"\"([^\"]+)\"\s*:\s*([\w.]+)\s*,")
LONG = re.compile(r"\"([a-z/]+)\"\s*:\s*\"([^\"]+)\"")
START = re.compile(r"(?:NewPhase|Phase)\(\s*(-?\d+)\s*,\s*([\w.]+)\s*,")
WINNER = re.compile(r"SCCountWinner\((\d+)\)")
IN_EACH_NEUTRAL = re.compile(r"range\s+[\w.]+\(\)\.SCs\(\s*godip\.Neutral\s*\)\s*\{[^{]*SetUnit\(.*?godip\.(Army|Fleet)", re.DOTALL)
COMES_BACK = "NeutralOrders"
"""The function that builds again, in winter, what nobody owns and nobody stands in."""
COLOUR = re.compile(r"([\w.]+)\s*:\s*\"(#[0-9A-Fa-f]{6})\"")
CORE = ("England", "France", "Germany", "Austria", "Italy", "Russia", "Turkey")
LICENCE = "GPL 3 (godip)"


def is_godip(path: Path) -> bool:
    """Whether a path is the folder of a variant, or a Go file of one."""
    files = [path] if path.suffix == ".go" else sorted(path.glob("*.go")) if path.is_dir() else []
    return any(VARIANT.search(file.read_text("utf-8", "replace")) for file in files)


def read_godip(path: Path) -> ForeignBoard:
    """The board of a variant's folder. Raises ImportFault."""
    folder = path if path.is_dir() else path.parent
    files = [file for file in sorted(folder.glob("*.go")) if not file.name.endswith("_test.go") and file.name != "bindata.go"]
    text = "\n".join(_bare(file.read_text("utf-8", "replace")) for file in files)
    title = re.search(r"Name:\s*\"([^\"]+)\"", text)
    board = ForeignBoard(title[1] if title else folder.name.capitalize(), format="godip", licence=LICENCE)
    board.files = [file.name for file in files]
    graph = text
    if "Prov(" not in graph:
        graph = text + _classical(board, folder)
    names = _nations(text)
    long_names = dict(LONG.findall(_block(graph, r"rovinceLongNames\s*=\s*map") or _block(text, r"rovinceLongNames\s*:\s*map")))
    _spaces(board, graph, names, long_names)
    _start(board, text, graph, names)
    _rules(board, text)
    return board


def _bare(text: str) -> str:
    """Go without its comments."""
    return re.sub(r"^\s*//.*$|(?<=[\s,{])//[^\"\n]*$", "", text, flags=re.MULTILINE)


def _classical(board: ForeignBoard, folder: Path) -> str:
    """The graph and start of the classical board, which some variants take over."""
    root = folder.parent / "classical"
    files = [root / "start" / name for name in ("map.go", "units.go", "supply_centers.go")] + [root / "classical.go"]
    found = [file for file in files if file.is_file()]
    if not found:
        raise ImportFault("this variant takes the graph of `classical`, which does not lie beside it")
    board.files += [file.name for file in found]
    return "\n" + "\n".join(_bare(file.read_text("utf-8", "replace")) for file in found)


def _nations(text: str) -> dict[str, str]:
    found = {f"godip.{name}": name for name in CORE}
    return found | dict(NATION.findall(text)) | {name: name for name in CORE if re.search(rf"\b{name}\b\s*=\s*godip\.{name}", text)}


def _block(text: str, opening: str) -> str:
    """What stands in braces behind a pattern."""
    found = re.search(opening, text)
    start = text.find("{", found.end()) if found else -1
    if start < 0:
        return ""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[start : at + 1]
    return ""


def _spaces(board: ForeignBoard, text: str, names: dict[str, str], long_names: dict[str, str]) -> None:
    marks = list(PROVINCE.finditer(text))
    for n, mark in enumerate(marks):
        end = marks[n + 1].start() if n + 1 < len(marks) else len(text)
        chunk = text[mark.end() : end]
        chunk = chunk[: chunk.find("Done()")] if "Done()" in chunk else chunk
        code, _, coast = mark[1].partition("/")
        flags = " ".join(FLAGS.findall(chunk))
        space = board.spaces.setdefault(code, ForeignSpace(code, long_names.get(code, code.upper())))
        if not coast:
            space.kind = "sea" if "Sea" in flags and "Land" not in flags else "land"
            space.convoys = "Archipelago" in flags
        _centre(board, space, chunk, names)
        if "Sea" in flags or "Coast" in flags or "Archipelago" in flags:
            space.sail(coast)
        for to, kinds in CONNECTION.findall(chunk):
            if "Archipelago" in kinds:
                space.convoys = space.kind == "land"
            if not coast and ("Land" in kinds or "Coast" in kinds or "Archipelago" in kinds) and "/" not in to:
                space.armies.add(to)
            if "Sea" in kinds or "Coast" in kinds or "Archipelago" in kinds:
                space.sail(coast, to)
    for space in board.spaces.values():
        if space.kind == "sea":
            space.armies.clear()
        space.armies = {to for to in space.armies if to in board.spaces and board.spaces[to].kind != "sea"}


def _centre(board: ForeignBoard, space: ForeignSpace, chunk: str, names: dict[str, str]) -> None:
    found = CENTRE.search(chunk)
    if not found:
        return
    space.centre = True
    name = names.get(found[1], "")
    if name and "Neutral" not in found[1]:
        space.home = name
        board.powers.setdefault(name, ForeignPower(name))


def _start(board: ForeignBoard, text: str, graph: str, names: dict[str, str]) -> None:
    units = _block(text, r"SetUnits\(\s*map") or _block(graph, r"Units\s*=|func Units\(\)[^{]*\{|SetUnits\(\s*map")
    for place, kind, nation in UNIT.findall(units):
        name = names.get(nation, "")
        if "Neutral" in nation:
            name = "Neutral"
            board.powers.setdefault(name, ForeignPower(name, "neutral", stands=True))
        if not name:
            board.leave(f"A unit of {nation} in {place}: no such nation is told.")
            continue
        board.powers.setdefault(name, ForeignPower(name))
        board.units.append((name, kind[0], place))
    if everywhere := IN_EACH_NEUTRAL.search(text):
        board.powers.setdefault("Neutral", ForeignPower("Neutral", "neutral", stands=True))
        taken = {split_place(place)[0] for _, _, place in board.units}
        free = [code for code, space in board.spaces.items() if space.centre and not space.home and code not in taken]
        board.units += [("Neutral", everywhere[1][0], code) for code in free]
    if COMES_BACK in text and "Neutral" in board.powers:
        board.powers["Neutral"].returns = True
    for code, nation in OWNER.findall(_block(text, r"SetSupplyCenters\(\s*map")):
        name = names.get(nation, "")
        if name and code in board.spaces and board.spaces[code].centre and board.spaces[code].home != name:
            board.owners[code] = name
    played = set(re.findall(r"[\w.]+", _block(text, r"Nations\s*[:=]\s*\[\]godip\.Nation")))
    if played:
        mine = {names[nation] for nation in played if nation in names}
        _leave_out(board, mine)


def _leave_out(board: ForeignBoard, played: set[str]) -> None:
    """Without the nations of the graph that this variant does not play."""
    for space in board.spaces.values():
        if space.home and space.home not in played:
            space.home = ""
    board.powers = {key: power for key, power in board.powers.items() if key in played or power.stands}
    board.units = [unit for unit in board.units if unit[0] in board.powers]
    board.owners = {code: power for code, power in board.owners.items() if power in board.powers}


def _rules(board: ForeignBoard, text: str) -> None:
    found = START.search(text)
    if found:
        board.year = int(found[1])
        board.opens = "Autumn" if "Fall" in found[2] else "Spring"
    winner = WINNER.search(text)
    board.centres_to_win = int(winner[1]) if winner else 0
    if not winner:
        board.leave("Who wins is told by a function; more than half of the centres is taken instead.")
    if "YearSeason" in text or "Seasons: []godip.Season{" in text.replace("           ", " "):
        board.seasons = tuple(_one_season(5))
        board.step = 10
    if re.search(r"AnyHomeCenter|BuildAnyHomeCenter", text):
        board.builds = "any-home"
    elif re.search(r"BuildAnywhere|godip\.Anywhere", text):
        board.builds = "owned"
    if "ExtraDominanceRules" in text:
        board.leave("Who colours land without a centre is told by dominance rules; write it under `country` in marks.yaml.")
    colours = dict(COLOUR.findall(_block(text, r"NationColors\s*:?\s*=?\s*map")))
    names = _nations(text)
    for nation, colour in colours.items():
        if (name := names.get(nation, "")) in board.powers:
            board.powers[name].colour = colour


def _one_season(half: int) -> Iterator[tuple[str, str]]:
    """Rounds of two turns that are called by their years only."""
    for name in ("{year}", f"{{year+{half}}}"):
        yield name, "movement"
        yield f"{name} retreats", "retreats"
    yield f"Builds {{year+{half}}}", "adjustments"

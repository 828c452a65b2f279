"""njudge: `map.NAME` and `seed.NAME`, and the powers' names from `variant.c` if it lies near."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judge.importing.foreign import COASTS, ForeignBoard, ForeignPower, ForeignSpace, ImportFault, split_place
from judge.variants import DEFAULT

END = "-1"
LINK = re.compile(r"([A-Za-z0-9]+)-([a-z]+):?\s+(.*)")
UNIT = re.compile(r"([A-Z0-9]):\s*(?:[a-z]\s+)?([AFW])\s+(.+)")
PHASE = re.compile(r"([SUF])(\d{3,4})([MRBA])")
TABLE = r"char\s*\*\s*{}\[\]\s*=\s*\{{(.*?)\n\s*\}};"
WEAK = {"mx": "weak", "hx": "half strength", "lx": "half strength"}
MACHIAVELLI = re.compile(r"^[A-Za-z0-9]+-(cc|xv)", re.MULTILINE)
LICENCE = "njudge's own: not for profit, with its notices kept; many boards have authors of their own"


def is_njudge(path: Path, text: str) -> bool:
    """Whether a file is a map of njudge."""
    return bool(re.search(r"^[A-Za-z0-9]+-(mv|xc)\b", text, re.MULTILINE)) and text.count(f"\n{END}") >= 2


def read_njudge(path: Path) -> ForeignBoard:
    """The board of a map file, with the seed beside it. Raises ImportFault."""
    text = path.read_text("latin-1")
    if MACHIAVELLI.search(text):
        raise ImportFault("this is a board of Machiavelli, which has money, sieges and disasters; it is another game")
    variant = path.name.partition(".")[2] or DEFAULT
    board = ForeignBoard(f"{variant.replace('_', ' ').capitalize()} (njudge)", format="njudge", licence=LICENCE, files=[path.name])
    blocks = list(_blocks(text))
    if len(blocks) < 2:
        raise ImportFault("a map of njudge has a block of spaces and a block of links, each ended by -1")
    order = [space for line in blocks[0] if (space := _space(board, line))]
    aliases = _aliases(board)
    for line in blocks[1]:
        _link(board, line, aliases)
    _options(board, blocks[2] if len(blocks) > 2 else [])
    _seed(board, path.with_name(f"seed.{variant}" if variant != DEFAULT else "seed"), aliases, order)
    _powers(board, path, variant)
    return board


def _blocks(text: str) -> Iterator[list[str]]:
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith(END):
            yield found
            found = []
        elif line.strip():
            found.append(line)
    if found:
        yield found


def _space(board: ForeignBoard, line: str) -> str:
    """Enter a space, and return its code; '' for a comment."""
    name, comma, rest = line.partition(",")
    words = rest.split()
    if not comma or not line[:1].isalnum() or len(words) < 2:
        return ""
    kind, code = words[0], words[1].lower()
    first, more = kind[0], kind[1:]
    space = ForeignSpace(code, name.strip(), "sea" if first in "wvh" else "land", also=words[2:])
    if first.isupper() or first.isdigit() or first == "x":
        space.centre = True
    if first.isupper() or first.isdigit():
        space.home = first
        board.powers.setdefault(first, ForeignPower(f"Power {first}"))
    if first == "v":
        board.leave(f"{space.name} freezes in autumn; write that under `links` in game.yaml.")
    if first in "gr":
        board.leave(f"{space.name} is a space of a kind ({first}) that njudge has rules for in code.")
    space.convoys = "w" in more and space.kind == "land"
    board.spaces[code] = space
    return code


def _aliases(board: ForeignBoard) -> dict[str, str]:
    found = {code: code for code in board.spaces}
    for code, space in board.spaces.items():
        for name in (space.name, *space.also):
            found.setdefault(re.sub(r"\W", "", name.lower()), code)
    return found


def _place(aliases: dict[str, str], text: str) -> str:
    code, coast = split_place(text.lower())
    found = aliases.get(re.sub(r"\W", "", code), code)
    return f"{found}/{coast}" if coast in COASTS else found


def _link(board: ForeignBoard, line: str, aliases: dict[str, str]) -> None:
    found = LINK.match(line)
    if not found:
        return
    code = _place(aliases, found[1])
    kind = found[2]
    if code not in board.spaces:
        board.leave(f"{found[1]}: links of a space that the board does not have.")
        return
    space = board.spaces[code]
    for target in found[3].split():
        place, _, modifier = target.lower().partition("/")
        to = _place(aliases, f"{place}/{modifier}" if modifier in COASTS else place)
        if modifier and modifier not in COASTS:
            board.leave(f"{code} to {place}: {WEAK.get(modifier, f'the mark {modifier}')} of the link is not taken over.")
        if kind[0] == "m":
            space.armies.add(to.partition("/")[0])
        else:
            space.sail({"x": "", "n": "nc", "s": "sc", "e": "ec", "w": "wc"}.get(kind[0], ""), to)


def _options(board: ForeignBoard, lines: list[str]) -> None:
    for line in lines:
        if line[:1] in "HGR" and ":" not in line[:2]:
            board.leave(f"An option of njudge's own: {line.split()[0]}.")


def _seed(board: ForeignBoard, path: Path, aliases: dict[str, str], order: list[str]) -> None:
    if not path.is_file():
        board.leave(f"There is no {path.name}: nobody has a unit at the start.")
        return
    board.files.append(path.name)
    blocks = list(_blocks(path.read_text("latin-1")))
    lines = blocks[0] if blocks else []
    found = PHASE.match(lines[0].strip()) if lines else None
    if found:
        board.year = int(found[2])
        board.opens = {"S": "Spring", "U": "Spring", "F": "Winter" if found[3] in "BA" else "Autumn"}[found[1]]
    for line in lines:
        unit = UNIT.match(line.strip())
        if unit and unit[2] in "AF":
            board.powers.setdefault(unit[1], ForeignPower(f"Power {unit[1]}"))
            board.units.append((unit[1], unit[2], _place(aliases, unit[3].strip())))
        elif unit:
            board.leave(f"A unit of a kind that is not known here: {line.strip()}.")
    owners = "".join("".join(line.split()) for line in (blocks[1] if len(blocks) > 1 else []))
    if len(owners) == len(order):
        for code, letter in zip(order, owners, strict=True):
            if board.spaces[code].centre and letter != "." and letter in board.powers and board.spaces[code].home != letter:
                board.owners[code] = letter


def _powers(board: ForeignBoard, path: Path, variant: str) -> None:
    """Give powers their names, and homes the names of their powers."""
    source = next((file for folder in (path.parent, *path.parents[1:2]) if (file := folder / "variant.c").is_file()), None)
    names = _power_names(source.read_text("latin-1"), variant) if source else {}
    if source:
        board.files.append(source.name)
    if not names:
        board.leave("The files do not name the powers; they are called by their letters.")
    for letter, power in board.powers.items():
        power.name = names.get(letter, power.name)
    for space in board.spaces.values():
        if space.home:
            space.home = board.powers[space.home].name


def _power_names(text: str, variant: str) -> dict[str, str]:
    """Letter → name, of one variant, from the tables of `variant.c`."""
    tables = {name: re.search(TABLE.format(name), text, re.DOTALL) for name in ("powers", "pletter", "variants")}
    if not all(tables.values()):
        return {}
    lists = {name: re.findall(r'"([^"]*)"', found[1]) for name, found in tables.items() if found}
    index = lists["variants"].index(variant) if variant in lists["variants"] else -1
    if not 0 <= index < len(lists["pletter"]):
        return {}
    letters = lists["pletter"][index]
    return {letter: name for letter, name in zip(letters, lists["powers"], strict=False) if letter not in "x.MO=?&"}

"""jDip: `variants.xml` of a plug-in, its `…_adjacency.xml`, one board for each VARIANT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, XMLParser, parse

from judge.importing.foreign import COASTS, ForeignBoard, ForeignPower, ForeignSpace, ImportFault

BUILDS = {"VALUE_BUILDS_ANY_OWNED": "owned", "VALUE_BUILDS_ANY_IF_HOME_OWNED": "owned-with-home"}
LICENCE = "GPL 2 (jDip)"


def is_jdip(path: Path) -> bool:
    """Whether a path is a `variants.xml`, or a folder with one."""
    file = path / "variants.xml" if path.is_dir() else path
    return file.is_file() and file.suffix == ".xml" and "<VARIANTS" in file.read_text("utf-8", "replace")


def variant_names(path: Path) -> list[str]:
    """What the variants of a plug-in are called."""
    return [each.get("name", "") for each in _root(_file(path)).iter("VARIANT")]


def read_jdip(path: Path, variant: str = "") -> ForeignBoard:
    """The board of a variant, the first if none is named. Raises ImportFault."""
    file = _file(path)
    variants = list(_root(file).iter("VARIANT"))
    chosen = [each for each in variants if variant.lower() in ("", each.get("name", "").lower())]
    if not chosen:
        raise ImportFault(f"there is no variant {variant!r}; the plug-in has {_named(variants)}")
    told = chosen[0]
    board = ForeignBoard(f"{told.get('name')} (jDip)", format="jDip", licence=LICENCE, files=[file.name])
    if len(chosen) > 1:
        board.leave(f"The plug-in has more variants: {_named(chosen[1:])} (name one with --variant).")
    link = told.find("MAP")
    adjacency = file.with_name(link.get("adjacencyURI", "")) if link is not None else file
    if not adjacency.is_file():
        raise ImportFault(f"{adjacency.name}, with who borders whom, is not there")
    board.files.append(adjacency.name)
    root = _root(adjacency)
    aliases = _provinces(board, root)
    _borders(board, root, aliases)
    _powers(board, told)
    _start(board, told, aliases)
    return board


def _named(variants: list[Element]) -> str:
    return ", ".join(each.get("name", "") for each in variants)


def _file(path: Path) -> Path:
    return path / "variants.xml" if path.is_dir() else path


def _root(file: Path) -> Element:
    try:
        return parse(file, XMLParser()).getroot()
    except ParseError as error:
        raise ImportFault(f"{file.name} is no XML that can be read: {error}") from None


def _provinces(board: ForeignBoard, root: Element) -> dict[str, str]:
    """Enter the spaces; returns what they may be called."""
    aliases: dict[str, str] = {}
    for told in root.iter("PROVINCE"):
        code = told.get("shortname", "").lower()
        also = [each.get("name", "") for each in told.iter("UNIQUENAME")]
        kinds = {each.get("type", "") for each in told.iter("ADJACENCY")}
        board.spaces[code] = ForeignSpace(
            code, told.get("fullname", code), "land" if "mv" in kinds else "sea", also=also,
            convoys=told.get("isConvoyableCoast") == "true",
        )  # fmt: skip
        for name in (code, told.get("fullname", "").lower(), *(name.lower() for name in also)):
            aliases.setdefault(name, code)
    for told in root.iter("PROVINCE"):
        space = board.spaces[told.get("shortname", "").lower()]
        for each in told.iter("ADJACENCY"):
            kind = each.get("type", "mv")
            for ref in each.get("refs", "").split():
                to = _place(aliases, ref)
                if kind == "mv":
                    space.armies.add(to.partition("/")[0])
                else:
                    space.sail(kind if kind in COASTS else "", to)
    return aliases


def _place(aliases: dict[str, str], text: str) -> str:
    found = re.fullmatch(r"(.+?)[-/(](nc|sc|ec|wc)\)?", text.lower())
    name, coast = (found[1], found[2]) if found else (text.lower().removesuffix("-mv").removesuffix("-xc"), "")
    code = aliases.get(name, name)
    return f"{code}/{coast}" if coast else code


def _borders(board: ForeignBoard, root: Element, aliases: dict[str, str]) -> None:
    """Note borders with conditions; a difficult way becomes a weak link."""
    known = {each.get("id", ""): each for each in root.iter("BORDER")}
    for told in root.iter("PROVINCE"):
        code = told.get("shortname", "").lower()
        for name in told.get("borders", "").split():
            border = known.get(name)
            start = aliases.get(border.get("from", "").lower(), "") if border is not None else ""
            if border is not None and start and border.get("baseMoveModifier") and start in board.spaces:
                board.weak.append((start, code, int(border.get("baseMoveModifier", "-1").lstrip("-"))))
            else:
                name_of = board.spaces[code].name
                board.leave(f"{name_of}: a border with the condition {name!r}; write it under `links` in game.yaml.")


def _powers(board: ForeignBoard, told: Element) -> None:
    for each in told.iter("POWER"):
        name = each.get("name", "")
        also = [part.strip() for part in re.split(r"[,;]", each.get("altnames") or "") if part.strip()]
        power = ForeignPower(name, each.get("adjective", ""), also=[a for a in also if a.lower() != name.lower()])
        power.stands = each.get("active") == "false"
        board.powers[name.lower()] = power


def _power(board: ForeignBoard, text: str) -> str:
    """The key of a power by any of its names; '' for none."""
    for key, power in board.powers.items():
        if text.lower() in (key, *(name.lower() for name in power.also)):
            return key
    return ""


def _start(board: ForeignBoard, told: Element, aliases: dict[str, str]) -> None:
    _time(board, told)
    for each in told.iter("SUPPLYCENTER"):
        code = aliases.get(each.get("province", "").lower(), each.get("province", "").lower())
        space = board.space(code)
        home, owner = _power(board, each.get("homepower", "none")), _power(board, each.get("owner", "none"))
        space.centre, space.home = True, board.powers[home].name if home else ""
        if each.get("homepower") == "any":
            board.builds = "owned"
        if owner and owner != home:
            board.owners[code] = owner
    for each in told.iter("INITIALSTATE"):
        power, kind = _power(board, each.get("power", "")), (each.get("unit") or "A")[:1].upper()
        place = _place(aliases, each.get("province", ""))
        coast = (each.get("unitcoast") or "").strip("-/")
        if power and kind in "AF":
            board.units.append((power, kind, f"{place}/{coast}" if coast in COASTS else place))
        else:
            board.leave(f"A unit that is not known here: {each.get('unit')} of {each.get('power')} in {place}.")
    _rules(board, told)


def _time(board: ForeignBoard, told: Element) -> None:
    time = told.find("STARTINGTIME")
    found = re.search(r"(\w+)[\s,]+(-?\d+)\s*(BC)?", time.get("turn", "") if time is not None else "", re.IGNORECASE)
    if found:
        board.year = int(found[2])
        board.opens = {"fall": "Autumn", "autumn": "Autumn", "winter": "Winter"}.get(found[1].lower(), "Spring")
        if found[3] or board.year < 0:
            board.before_christ, board.year = True, 1 - abs(board.year)


def _rules(board: ForeignBoard, told: Element) -> None:
    for option in told.iter("RULEOPTION"):
        name, value = option.get("name", ""), option.get("value", "")
        if name == "OPTION_BUILDS":
            board.builds = BUILDS.get(value, "home")
        elif "DISABLED" not in value:
            board.leave(f"The option {name} ({value}).")
    for each in told.iter("WINNING_SUPPLY_CENTERS"):
        board.centres_to_win = int(each.get("value", "0"))
    for name, said in _unused(told):
        board.leave(f"{name} is {said}: no game ends by that here.")


def _unused(told: Element) -> Iterator[tuple[str, str]]:
    for name, usual in (("GAME_LENGTH", "35"), ("YEARS_WITHOUT_SC_CAPTURE", "7")):
        for each in told.iter(name):
            if each.get("value") not in (usual, "0", None):
                yield name, str(each.get("value"))

"""DPjudge and the `diplomacy` package for Python: `.map` files. Words are parted by blanks; the case of codes in links counts."""

from __future__ import annotations

import re
from pathlib import Path

from judge.importing.foreign import COASTS, ForeignBoard, ForeignPower, ForeignSpace, ImportFault

KINDS = {"LAND": "land", "COAST": "land", "WATER": "sea", "PORT": "land", "SHUT": "impassable"}
SKIPPED = ("FLAG", "FLAGS", "TEXTONLY", "NOTIFY", "MAP")
TOLD = ("LEAGUE", "TEAM", "CONTROL", "RESERVES", "MILITIA", "NEWHOMES", "RULES", "RULE", "FLOW", "UNPLAYED", "IN", "FROM", "HOST")
HEADS = ("INHABITS", "CENTERS", "OWNS", "HOMES", "HOME")
POWER = re.compile(r"([^\s(]+)\s*(?:\(([^):]*)(?::([^):]*))?(?::[^)]*)?\))?\s*(.*)")
NAME = re.compile(r"(.*?)\s+=\s*(\S.*)")
BEGIN = re.compile(r"BEGIN\s+(\S+)\s+(\d+)\s*(\S*)", re.IGNORECASE)
LICENCES = {True: "AGPL 3 (the diplomacy package)", False: "DPjudge's own, in the style of MIT's"}


def is_map(path: Path, text: str) -> bool:
    """Whether a file is a `.map`."""
    return path.suffix == ".map" and bool(re.search(r"^\s*(LAND|COAST|WATER|USE|MAP|BEGIN)\b", text, re.MULTILINE | re.IGNORECASE))


def read_map(path: Path) -> ForeignBoard:
    """The board of a `.map`, with the files that it uses. Raises ImportFault."""
    reader = _MapReader(path)
    reader.read(path, 0)
    return reader.finish()


class _MapReader:
    """Lines in, a board out; a later line may take back an earlier one."""

    def __init__(self, path: Path) -> None:
        package = (path.parent.parent / "engine").is_dir() or path.parent.parent.name == "diplomacy"
        title = path.stem.replace("_", " ").capitalize()
        self.board = ForeignBoard(f"{title} ({'diplomacy' if package else 'DPjudge'})", licence=LICENCES[package])
        self.board.format = "the diplomacy package" if package else "DPjudge"
        self.names: dict[str, tuple[str, list[str]]] = {}
        self.terrain: dict[str, str] = {}
        self.links: dict[str, list[str]] = {}
        self.homes: dict[str, list[str]] = {}
        self.owned: dict[str, list[str]] = {}
        self.neutral: list[str] = []
        self.units: dict[str, tuple[str, str]] = {}
        """Place → (power, kind)."""
        self.power = ""
        self.skipping = False

    def read(self, path: Path, depth: int) -> None:
        """Read a file into what is known."""
        if depth > 8 or not path.is_file():
            raise ImportFault(f"{path.name} is used, but is not there" if depth <= 8 else "the files use one another in a circle")
        if path.name not in self.board.files:
            self.board.files.append(path.name)
        for line in path.read_text("latin-1").splitlines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if words[-1].upper() == "DIRECTIVES":
                self.skipping = words[0].upper() != "END"
                if self.skipping:
                    self.board.leave(f"Directives for {words[0]} are not taken over.")
            elif not self.skipping:
                self._line(line.strip(), words, path, depth)

    def _line(self, line: str, words: list[str], path: Path, depth: int) -> None:
        head = words[0].upper()
        if head in ("USE", "USES") or (head == "MAP" and not self.terrain):
            for name in words[1:]:
                self.read(_beside(path, name if "." in name else f"{name}.map"), depth + 1)
        elif head in SKIPPED:
            return
        elif head == "VICTORY":
            self.board.centres_to_win = int(words[1])
            if len(words) > 2:
                self.board.leave("The centres to win differ by year; write them under `victory` in game.yaml.")
        elif head == "BEGIN":
            self._begin(line)
        elif re.search(r"\s=|=$", line):  # before the kinds of spaces: `Port Arthur = poa`
            self._named(line)
        elif head == "AMEND" or head in KINDS or head == "DROP":
            self._geography(head, words)
        elif head.rstrip(":") in TOLD:
            self._rule(head.rstrip(":"), words)
        else:
            self._politics(head, words, line)

    def _begin(self, line: str) -> None:
        found = BEGIN.search(line)
        if not found:
            found = re.search(r"BEGIN\s+(\S+)\s+(\d+)()", line, re.IGNORECASE)
        if found:
            self.board.year = int(found[2])
            word = found[1].upper()
            self.board.opens = {"FALL": "Autumn", "AUTUMN": "Autumn", "WINTER": "Winter"}.get(word, "Spring")

    def _rule(self, head: str, words: list[str]) -> None:
        rules = {word.upper() for word in words[1:]}
        if head in ("RULE", "RULES") and "BUILD_ANY" in rules:
            self.board.builds = "owned"
            rules.discard("BUILD_ANY")
        if head == "UNPLAYED":
            self._unplayed([word.strip(",").upper() for word in words[1:]])
        elif rules or head not in ("RULE", "RULES"):
            self.board.leave(f"A line of rules: {' '.join(words)[:100]}.")

    def _unplayed(self, names: list[str]) -> None:
        """Powers that are not in the game, so that nothing is left of them, unless later lines bring them back: those named, `ALL`,
        `ALL EXCEPT` others, or the one of the lines above.
        """
        if names[:1] == ["ALL"]:
            names = [name for name in self.board.powers if name not in names[2:]]
        for name in names or [self.power]:
            for table in (self.board.powers, self.homes, self.owned):
                table.pop(name, None)
            self.units = {place: unit for place, unit in self.units.items() if unit[0] != name}
        self.power = ""

    def _named(self, line: str) -> None:
        """`Name = abc alias`, `OLD -> Name = abc alias`."""
        found = NAME.match(line.replace("\t", " "))
        if not found:
            return
        name, codes = found[1].strip(), found[2].split()
        if "->" in name:
            old, _, name = (part.strip() for part in name.partition("->"))
            self._rename(old.upper(), codes[0].upper())
        code = codes[0].upper()
        if any(code.endswith(f"/{coast.upper()}") for coast in COASTS):
            return
        aliases = [alias.replace("+", " ") for alias in codes[1:] if "?" not in alias and "/" not in alias and "(" not in alias]
        self.names[code] = (name, [alias for alias in aliases if alias.upper() != code])

    def _rename(self, old: str, new: str) -> None:
        if old == new:
            return

        def put(text: str) -> str:
            return re.sub(rf"\b{re.escape(old)}\b", new, text)

        self.terrain = {put(key): value for key, value in self.terrain.items()}
        self.links = {
            re.sub(rf"^{re.escape(old)}(?=/|$)", new, key): [_renamed(to, old, new) for to in targets]
            for key, targets in self.links.items()
        }
        self.units = {put(place): unit for place, unit in self.units.items()}
        for table in (self.homes, self.owned):
            for power in table:
                table[power] = [put(code) for code in table[power]]
        self.neutral = [put(code) for code in self.neutral]
        self.names.pop(old, None)

    def _geography(self, head: str, words: list[str]) -> None:
        code = words[1].upper()
        if head == "DROP":
            for key in [key for key in self.links if any(key == w.upper() or key.startswith(f"{w.upper()}/") for w in words[1:])]:
                del self.links[key]
                self.terrain.pop(key, None)
            for gone in {word.upper() for word in words[1:]}:
                self._forget(gone)
            return
        targets = words[3:] if len(words) > 2 and words[2].upper() == "ABUTS" else words[2:]
        if head != "AMEND":
            self.terrain[code] = head
            self.links[code] = targets
            return
        mine = self.links.setdefault(code, [])
        for target in targets:
            plain = target.lstrip("-")
            mine[:] = [to for to in mine if _bare(to).upper() != _bare(plain).upper()]
            if not target.startswith("-"):
                mine.append(target)

    def _forget(self, code: str) -> None:
        for key in self.links:
            self.links[key] = [to for to in self.links[key] if _bare(to).partition("/")[0].upper() != code]
        self.units = {place: unit for place, unit in self.units.items() if place.partition("/")[0] != code}
        for table in (self.homes, self.owned):
            for power in table:
                table[power] = [each for each in table[power] if each != code]
        self.neutral = [each for each in self.neutral if each != code]

    def _politics(self, head: str, words: list[str], line: str) -> None:
        if head in ("A", "F") and len(words) > 1:
            if self.power:
                space = words[1].upper().partition("/")[0]
                self.units = {place: unit for place, unit in self.units.items() if place.partition("/")[0] != space}
                self.units[words[1].upper()] = (self.power, head)
        elif head == "UNITS":
            self.units = {place: unit for place, unit in self.units.items() if unit[0] != self.power}
        elif head in ("UNOWNED", "NEUTRAL", "CENTERS") and (head != "CENTERS" or not self.power):
            self.power = ""
            self._take([word.upper() for word in words[1:]], self.neutral)
        elif head in HEADS and self.power:
            table = self.homes if head in ("INHABITS", "HOMES", "HOME") else self.owned
            if head in ("CENTERS", "HOMES"):
                table[self.power] = []
            self._take([word.upper() for word in words[1:]], table.setdefault(self.power, []))
        elif head == "DUMMY":
            self._dummies(words[1:])
        else:
            self._power_line(line)

    def _dummies(self, names: list[str]) -> None:
        for name in names or [self.power]:
            if name.upper() in self.board.powers:
                self.board.powers[name.upper()].stands = True

    def _power_line(self, line: str) -> None:
        if " -> " in line:  # `Belgium -> _Belgium (Belgian)`: what a power is called from here on
            old, _, line = (part.strip() for part in line.partition(" -> "))
            self._call(old.upper(), line.split()[0].upper())
        found = POWER.match(line)
        if not found or not (found[1][0].isalpha() or found[1][0] in "_+"):
            self.board.leave(f"A line that is not understood: {line[:80]}.")
            return
        self.power = found[1].upper()
        name = found[1].lstrip("_+").replace("_", " ").replace("+", "").title()
        if name not in [power.name for power in self.board.powers.values()]:
            stands = self.power in self.board.powers and self.board.powers[self.power].stands
            whose = (found[2] or "").replace("_", " ").replace("+", "").title()
            self.board.powers[self.power] = ForeignPower(name, whose, stands=stands)
        homes = self.homes.setdefault(self.power, [])
        self._take([word.upper() for word in found[4].split()], homes)

    def _call(self, old: str, new: str) -> None:
        for table in (self.homes, self.owned):
            if old in table:
                table[new] = table.pop(old)
        if old in self.board.powers:
            self.board.powers[new] = self.board.powers.pop(old)
        self.units = {place: (new if power == old else power, kind) for place, (power, kind) in self.units.items()}

    def _take(self, codes: list[str], into: list[str]) -> None:
        for code in codes:
            plain = code.lstrip("&+*@~").partition("(")[0]
            if code.startswith("-"):
                into[:] = [each for each in into if each != code[1:]]
                continue
            if code[0] in "&+*@~":
                self.board.leave(f"{plain}: a home of a kind of its own ({code}) is taken for an ordinary one.")
            for table in (*self.homes.values(), self.neutral):
                table[:] = [each for each in table if each != plain]
            into.append(plain)

    def finish(self) -> ForeignBoard:
        """The board of all lines."""
        for code, kind in self.terrain.items():
            self._space(code, kind)
        for key in self.links:
            self._space_links(key)
        self._centres()
        board = self.board
        board.units = [(power, kind, place.lower()) for place, (power, kind) in self.units.items()]
        used = {power for power, _, _ in board.units}
        used |= {power for power, codes in (*self.homes.items(), *self.owned.items()) if codes}
        board.powers = {key: power for key, power in board.powers.items() if key in used}
        return board

    def _centres(self) -> None:
        board = self.board
        for code in self.neutral:
            if space := self._centre(code):
                space.home = ""
        for power, codes in self.homes.items():
            for code in codes:
                if space := self._centre(code):
                    space.home = board.powers[power].name
        for power, codes in self.owned.items():
            for code in codes:
                if self._centre(code):
                    board.owners[code.lower()] = power

    def _centre(self, code: str) -> ForeignSpace | None:
        space = self.board.spaces.get(code.lower())
        if space is None:
            self.board.leave(f"{code} should be a centre, but is no space of the board.")
        else:
            space.centre = True
        return space

    def _space(self, key: str, kind: str) -> None:
        code = key.partition("/")[0].lower()
        name, also = self.names.get(code.upper(), (code.upper(), []))
        space = self.board.spaces.setdefault(code, ForeignSpace(code, name, KINDS[kind], also=also))
        if kind == "SHUT" and space.kind != "impassable":
            space.kind = "impassable"
        space.convoys = space.convoys or kind == "PORT"

    def _space_links(self, key: str) -> None:
        code, _, coast = key.lower().partition("/")
        space = self.board.spaces.get(code)
        if space is None or space.kind == "impassable":
            return
        coasted = any(other.startswith(f"{code.upper()}/") for other in self.links)
        fleets = self.terrain.get(key, "") in ("COAST", "WATER", "PORT") and not (coasted and not coast)
        if fleets:
            space.sail(coast)
        for target in self.links[key]:
            self._target(space, coast, target, fleets, coasted)

    def _target(self, space: ForeignSpace, coast: str, target: str, fleets: bool, coasted: bool) -> None:
        bare = _bare(target)
        to, _, there = bare.lower().partition("/")
        if target[:1] == ":" or ":" in target:
            self.board.leave(f"{space.code} to {to}: a link for some powers only ({target}).")
            return
        if target[-1:] in "~*":
            self.board.leave(f"{space.code} to {to}: a strait that is hard to cross ({target}); write it under `links` as weak.")
        letters = re.sub(r"[^A-Za-z]", "", bare.partition("/")[0])
        goal = self.board.spaces.get(to)
        armies = not letters[1:].islower() or letters[:1].islower() or len(letters) < 2
        sails = not letters[:1].islower() and self.terrain.get(to.upper(), "COAST") != "LAND"
        if armies and not coast and space.kind == "land" and goal and goal.kind == "land":
            space.armies.add(to)
        if sails and fleets and (not coasted or coast):
            space.sail(coast, f"{to}/{there}" if there else to)


def _beside(path: Path, name: str) -> Path:
    """A file that another one uses: beside it, or in the folder `maps` next door."""
    near = path.with_name(name)
    return near if near.is_file() else path.parent.parent / "maps" / name


def _bare(target: str) -> str:
    """The place of a target without its marks."""
    return target.lstrip("-").rpartition(":")[2].rstrip("~*").partition("(")[0]


def _renamed(target: str, old: str, new: str) -> str:
    """A target under its new code, its case kept: the case says which units may go there."""
    bare = re.sub(r"[^A-Za-z]", "", target.rpartition(":")[2].partition("/")[0])
    if bare.upper() != old:
        return target
    cased = new.lower() if bare[:1].islower() else new[0] + new[1:].lower() if bare[1:].islower() and len(bare) > 1 else new
    return target.replace(bare, cased, 1)

"""Four explorers who play 1492 by mail. Each knows the printed map and what his own letters say, and decides on nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import yaml

from judge.assets import find_assets
from tests.secrecy.reader import Row, Told, flat, rows, section, units


def _printed() -> Iterator[tuple[str, dict[str, tuple[str, ...]]]]:
    for code, area in yaml.safe_load((find_assets().games / "new_world_1492" / "map.yaml").read_text()).items():
        by_sea = area.get("fleets", [])
        sailing = [to for ways in by_sea.values() for to in ways] if isinstance(by_sea, dict) else by_sea
        yield code, {"A": tuple(area.get("armies", ())), "F": tuple(to.partition(".")[0] for to in sailing)}


ROADS: Mapping[str, Mapping[str, tuple[str, ...]]] = dict(_printed())
"""Area of the printed map → kind of unit → where one may go from there."""
HOMES = {
    "England": ("Ply", "Lpl", "Lon"), "France": ("Bre", "Bor", "Par"),
    "Portugal": ("Lis", "Opo", "Coi"), "Spain": ("Cad", "Bil", "Mad"),
}  # fmt: skip
CLOSED = frozenset(code for homes in HOMES.values() for code in homes)
EDGE = ("NAO", "MAO", "SAO", "NWG", "BAR", "Arc", "Tar", "Cau", "Per", "Syr", "Egy", "Lib", "Tun", "Alg", "Mor")
STRANGERS = ("English", "French", "Portuguese", "Spanish")
SOUNDS = ("BDGKLMPTV", "aeiou", "kvbg")


class Explorer:
    """One player, who remembers his last letter and draws lots."""

    def __init__(self, power: str, lots: Random) -> None:
        self.power, self.lots = power, lots
        self.fleet: list[Told] = []
        self.chart: dict[str, Row] = {}
        self.retreats: list[str] = []

    def reads(self, text: str) -> None:
        """His own letter after a phase."""
        if "YOUR UNITS" not in text:
            return
        self.fleet = units(" ".join(section(text, "YOUR UNITS")))
        self.chart = {row.word: row for row in rows(text)} or self.chart
        driven = [line for line in flat(text).split(". ") if "driven out by" in line and "or disband" in line]
        self.retreats = [self._away(line) for line in driven]

    def moves(self) -> list[str]:
        """Orders for all his units, some of them bold, a few of them folly."""
        return [line for unit in self.fleet for line in self._order(unit)]

    def builds(self) -> list[str]:
        """In winter: whatever he may have."""
        return [f"build {self.lots.choice('FFA')}({home})" for home in HOMES[self.power]]

    def christens(self) -> list[str]:
        """A name for an area that he knows."""
        if not self.chart or self.lots.random() < 0.5:
            return []
        code = "".join(self.lots.choice(sounds) for sounds in SOUNDS)
        return [f"NAME {self.lots.choice(list(self.chart))} Terra {code}oria {code}"]

    def _away(self, line: str) -> str:
        ways = line.partition(": ")[2].removesuffix(".").removesuffix(" or disband").split(", ")
        return f"{units(line)[0].kind}({units(line)[0].place}) retreats {self.lots.choice(ways)}"

    def _round(self, place: str, kind: str) -> list[str]:
        """Where a unit may go, as far as he knows."""
        space = place.partition(".")[0]
        near = list(self.chart[space].borders) if space in self.chart else list(ROADS.get(space, {}).get(kind, ()))
        near += [word for word, row in self.chart.items() if space in row.borders]
        fits = [to for to in dict.fromkeys(near) if to in self.chart or to in ROADS]
        return [to for to in fits if kind == "F" or self._land(to)]

    def _land(self, word: str) -> bool:
        return self.chart[word].kind == "land" if word in self.chart else word.upper() != word

    def _choice(self, ways: Sequence[str]) -> str:
        """Rather the unknown, best of all a centre, and hardly ever somebody else's home."""
        return self.lots.choices(ways, [self._drawn_to(to) for to in ways])[0]

    def _drawn_to(self, word: str) -> float:
        if word in self.chart:
            return 6 if self.chart[word].centre == "yes" else 4
        return 1.5 if word in EDGE else 0.05 if word in CLOSED else 0.5

    def _order(self, unit: Told) -> Iterator[str]:
        here, lot = f"{unit.kind}({unit.place})", self.lots.random()
        ways = self._round(unit.place, unit.kind[-1])
        boats = [u for u in self.fleet if u.kind == "F" and not self._land(u.place) and unit.place in self._round(u.place, "F")]
        if not ways or lot < 0.08:
            yield f"{here} stands"
        elif unit.kind == "A/F":
            sea = self._choice([to for to in ways if not self._land(to)] or [unit.place])
            yield f"{here}-{sea}"
            shores = [to for to in self._round(sea, "F") if self._land(to) and to not in CLOSED]
            yield from [f"A({sea}) disembarks {self._choice(shores)}"] if shores else []
        elif unit.kind == "A" and boats and lot < 0.6 and unit.place in ROADS:
            yield f"{here} embarks F({self.lots.choice(boats).place})"
        elif lot < 0.2:
            yield f"{here} S {self._helped()}"
        elif unit.kind == "F" and unit.place.partition(".")[0] in HOMES[self.power] and lot < 0.8:
            by = self.lots.choice([to for to in ways if not self._land(to)])
            yield f"{here}-{by}-{self._choice([to for to in self._round(by, 'F') if to in ROADS and not self._land(to)])}"
        else:
            yield f"{here}-{self._choice(ways)}"

    def _helped(self) -> str:
        """Somebody, perhaps his own, perhaps one that he only guesses at."""
        own, stranger = f"F({self.lots.choice(self.fleet).place})", self.lots.choice(STRANGERS)
        seen, to = self.lots.choice([*self.chart, "OB"]), self.lots.choice([*self.chart, "SAO", "NWG"])
        return self.lots.choice([own, f"{stranger} F({seen})-{to}", f"{stranger} F(OB)-{to}", f"{stranger} F({seen})"])

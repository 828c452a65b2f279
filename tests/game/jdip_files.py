"""A small game as jDip 1.6 and 1.7 save it, written out by hand: what its own program writes of such a game, in the same order and
with the same names of classes and fields, but for what no reader needs (who borders whom, results, pictures).

It shares no code with the reader or with the writer of such files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

START = {
    "Austria": ["A bud", "A vie", "F tri"], "England": ["A lvp", "F edi", "F lon"], "France": ["A mar", "A par", "F bre"],
    "Germany": ["A ber", "A mun", "F kie"], "Italy": ["A rom", "A ven", "F nap"], "Russia": ["A mos", "A war", "F sev", "F stp/sc"],
    "Turkey": ["A con", "A smy", "F ank"],
}  # fmt: skip
OWNED = {
    "Austria": ["bud", "tri", "vie"], "England": ["edi", "lon", "lvp"], "France": ["bre", "mar", "par"],
    "Germany": ["ber", "kie", "mun"], "Italy": ["nap", "rom", "ven"], "Russia": ["mos", "sev", "stp", "war"],
    "Turkey": ["ank", "con", "smy"],
}  # fmt: skip
DRIVEN_OUT = {"Austria": ["A bud", "A ven", "F adr"], "Italy": ["*A ven", "A rom", "F nap"]}
PHASES: tuple[tuple[str, int, str, Mapping[str, Sequence[str]], Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]], ...] = (
    ("spring", 1901, "movement", START, OWNED, {
        "Austria": ["Move A vie tyr", "Move F tri adr"], "Italy": ["Hold A ven"], "Russia": ["Move F stp/sc bot"],
        "Germany": ["Move A mun bur"], "France": ["Support A mar A par bur", "Move A par bur"],
    }),
    ("fall", 1901, "movement", START | {
        "Austria": ["A bud", "A tyr", "F adr"], "France": ["A mar", "A bur", "F bre"],
        "Russia": ["A mos", "A war", "F sev", "F bot"],
    }, OWNED, {
        "Austria": ["Move A tyr ven", "Support F adr A tyr ven"], "Italy": ["Hold A ven"], "France": ["Support F bre A bur -"],
        "Russia": ["Move F bot swe"], "England": ["Convoy F lon A lvp nwy", "Move A lvp yor"],
    }),
    # centres were counted for the first time before the retreats: Venice is Austria's already
    ("fall", 1901, "retreat", START | DRIVEN_OUT | {
        "Russia": ["A mos", "A war", "F sev", "F swe"], "England": ["A yor", "F edi", "F lon"],
        "France": ["A mar", "A bur", "F bre"],
    }, OWNED | {"Austria": ["bud", "tri", "ven", "vie"], "Italy": ["nap", "rom"], "Russia": ["mos", "sev", "stp", "swe", "war"]}, {
        "Italy": ["Retreat A ven tus"],
    }),
    ("fall", 1901, "adjustment", START | {
        "Austria": ["A bud", "A ven", "F adr"], "Italy": ["A tus", "A rom", "F nap"], "England": ["A yor", "F edi", "F lon"],
        "Russia": ["A mos", "A war", "F sev", "F swe"], "France": ["A mar", "A bur", "F bre"],
    }, OWNED | {"Austria": ["bud", "tri", "ven", "vie"], "Italy": ["nap", "rom"], "Russia": ["mos", "sev", "stp", "swe", "war"]}, {
        "Austria": ["Build A vie"], "Italy": ["Remove A tus"], "Russia": ["Waive A stp"],
    }),
    ("spring", 1902, "movement", START | {
        "Austria": ["A bud", "A ven", "A vie", "F adr"], "Italy": ["A rom", "F nap"], "England": ["A yor", "F edi", "F lon"],
        "Russia": ["A mos", "A war", "F sev", "F swe"], "France": ["A mar", "A bur", "F bre"],
    }, OWNED | {"Austria": ["bud", "tri", "ven", "vie"], "Italy": ["nap", "rom"], "Russia": ["mos", "sev", "stp", "swe", "war"]}, {
        "Austria": ["Move A ven pie"],  # entered, and not judged yet
    }),
)  # fmt: skip
"""(season, year, phase, units, owners, orders), as jDip played them."""
NAMES = {
    "adr": "Adriatic Sea", "ank": "Ankara", "ber": "Berlin", "bot": "Gulf of Bothnia", "bre": "Brest", "bud": "Budapest",
    "bur": "Burgundy", "con": "Constantinople", "edi": "Edinburgh", "kie": "Kiel", "lon": "London", "lvp": "Liverpool",
    "mar": "Marseilles", "mos": "Moscow", "mun": "Munich", "nap": "Naples", "nwy": "Norway", "par": "Paris", "pie": "Piedmont",
    "rom": "Rome", "sev": "Sevastopol", "smy": "Smyrna", "stp": "St. Petersburg", "swe": "Sweden", "tri": "Trieste",
    "tus": "Tuscany", "tyr": "Tyrolia", "ven": "Venice", "vie": "Vienna", "war": "Warsaw", "yor": "Yorkshire",
}  # fmt: skip
COASTS = {"mv": ("None", 2), "xc": ("Single", 3), "sc": ("South Coast", 5), "?": ("Undefined", 0)}


class _File:
    def __init__(self, package: str) -> None:
        self.numbers: dict[str, str] = {}
        self.package = package

    def number(self, key: str) -> str:
        self.numbers[key] = f"i{len(self.numbers)}"
        return self.numbers[key]

    def thing(self, key: str, of: str, inside: Callable[[], str], field: str = "", above: Sequence[str] = ()) -> str:
        """An object the first time, a reference afterwards. `above`: the parts that classes above its own declare, as text."""
        within = f" field='{field}'" if field else ""
        if key in self.numbers:
            return f"<reference{within} idref='{self.numbers[key]}'/>"
        number = self.number(key)
        return (
            f"<object{within} id='{number}' class='{of}' superclasses=''>{''.join(above)}"
            f"<declaredClass class='{of}'><default>{inside()}</default></declaredClass></object>"
        )

    def text(self, field: str, value: str) -> str:
        return f"<string field='{field}' id='{self.number(f'text {len(self.numbers)}')}' value='{value}'/>"

    def array(self, field: str, of: str, items: Sequence[str]) -> str:
        number = self.number(f"array {len(self.numbers)}")
        return f"<array field='{field}' id='{number}' base='{of}' dim='1' length='{len(items)}'>{''.join(items)}</array>"

    def power(self, name: str, field: str = "") -> str:
        names = lambda: self.array("names", "java.lang.String", [f"<string id='{self.number('name of ' + name)}' value='{name}'/>"])  # noqa: E731
        return self.thing(name, f"{self.package}.Power", names, field)

    def province(self, short: str, field: str = "") -> str:
        def inside() -> str:
            name = f"<string id='{self.number('short ' + short)}' value='{short}'/>"
            return self.text("fullName", NAMES[short]) + self.array("shortNames", "java.lang.String", [name])

        return self.thing(f"province {short}", f"{self.package}.Province", inside, field)

    def coast(self, short: str, field: str = "") -> str:
        name, index = COASTS[short]
        inside = lambda: (  # noqa: E731
            self.text("name", name) + self.text("abbreviation", short) + f"<primitive field='index' type='int' value='{index}'/>"
        )
        return self.thing(f"coast {short}", f"{self.package}.Coast", inside, field)

    def location(self, place: str, kind: str, field: str) -> str:
        short, _, side = place.partition("/")
        inside = lambda: self.province(short, "province") + self.coast(side or ("mv" if kind == "A" else "xc"), "coast")  # noqa: E731
        return self.thing(f"location {len(self.numbers)}", f"{self.package}.Location", inside, field)

    def kind(self, letter: str, field: str) -> str:
        inside = lambda: self.text("internalName", {"A": "army", "F": "fleet"}[letter])  # noqa: E731
        return self.thing(f"kind {letter}", f"{self.package}.Unit$Type", inside, field)

    def unit(self, power: str, unit: str, field: str) -> str:
        kind, place = unit.lstrip("*").split()
        side = place.partition("/")[2] or ("mv" if kind == "A" else "xc")
        inside = lambda: self.kind(kind, "type") + self.power(power, "owner") + self.coast(side, "coast")  # noqa: E731
        return self.thing(f"unit {len(self.numbers)}", f"{self.package}.Unit", inside, field)

    def order(self, power: str, text: str) -> str:
        verb, kind, place, *more = text.split()
        first = self.power(power, "power") + self.location(place, kind, "src") + self.kind(kind, "srcUnitType")
        parts = [f"<declaredClass class='dip.order.Order'><default>{first}</default></declaredClass>"]
        if verb in ("Move", "Retreat"):
            said = self.location(more[0], kind, "dest") + "<null field='convoyRoutes'/>"
            said += "<primitive field='_isViaConvoy' type='boolean' value='false'/>"
            parts.append(f"<declaredClass class='dip.order.Move'><default>{said}</default></declaredClass>")
        elif verb in ("Support", "Convoy"):
            word = "sup" if verb == "Support" else "convoy"
            helped, at, to = more[0], more[1], more[2]
            goes = f"<null field='{word}Dest'/>" if to == "-" else self.location(to, helped, f"{word}Dest")
            said = self.location(at, helped, f"{word}Src") + goes + self.kind(helped, f"{word}UnitType")
            parts.append(f"<declaredClass class='dip.order.{verb}'><default>{said}</default></declaredClass>")
        return self.thing(f"order {len(self.numbers)}", f"dip.gui.order.GUI{verb}", lambda: "", above=parts)

    def dictionary(self, field: str, pairs: Sequence[str], numbers: int, of: str = "HashMap") -> str:
        """A map: as many numbers as its kind has, then keys and values in turn."""
        head = "".join(f"<primitive type='int' value='{16}'/>" for _ in range(numbers))
        number = self.number(f"map {len(self.numbers)}")
        return (
            f"<object field='{field}' id='{number}' class='java.util.{of}' superclasses='java.util.AbstractMap,'>"
            "<declaredClass class='java.util.AbstractMap'><default/></declaredClass>"
            f"<declaredClass class='java.util.{of}'><default/>{head}{''.join(pairs)}</declaredClass></object>"
        )

    def phase(self, season: str, year: int, phase: str) -> str:
        at = {"spring": 1000, "fall": 2000}[season]
        name = self.package + ".Phase"

        def inside() -> str:
            return (
                self.thing(f"s {season}", f"{name}$SeasonType", lambda: f"<primitive field='position' type='int' value='{at}'/>",
                           "seasonType")
                + self.thing(f"y {year}", f"{name}$YearType", lambda: f"<primitive field='year' type='int' value='{year}'/>",
                             "yearType")
                + self.thing(f"p {phase}", f"{name}$PhaseType", lambda: self.text("constName", phase), "phaseType")
            )  # fmt: skip

        return self.thing(f"phase {season} {year} {phase}", name, inside)

    def held(self, short: str, units: Mapping[str, Sequence[str]], owned: Mapping[str, Sequence[str]]) -> str:
        here = [(power, unit) for power, some in units.items() for unit in some if unit.split()[1].partition("/")[0] == short]
        owner = next((power for power, some in owned.items() if short in some), "")
        stands, out = ([each for each in here if each[1].startswith("*") == beaten] for beaten in (False, True))
        if not here and not owner:
            return "<null/>"
        inside = lambda: (  # noqa: E731
            (self.unit(*stands[0], "unit") if stands else "<null field='unit'/>")
            + (self.unit(*out[0], "dislodgedUnit") if out else "<null field='dislodgedUnit'/>")
            + (self.power(owner, "SCOwner") if owner else "<null field='SCOwner'/>")
        )
        return self.thing(f"held {len(self.numbers)}", f"{self.package}.Position$ProvinceData", inside)

    def state(self, n: int) -> str:
        season, year, phase, units, owned, orders = PHASES[n]

        def position() -> str:
            held = [self.held(each, units, owned) for each in NAMES]
            return self.array("provArray", f"{self.package}.Position$ProvinceData", held)

        def inside() -> str:
            when = f"<reference field='phase' idref='{self.numbers[f'phase {season} {year} {phase}']}'/>"
            given = []
            for power, lines in orders.items():
                given.append(self.power(power))
                listed = "".join(self.order(power, line) for line in lines)
                number = self.number(f"orders {n} {power}")
                given.append(f"<collection id='{number}' class='java.util.ArrayList'>{listed}</collection>")
            judged = str(n + 1 < len(PHASES)).lower()
            return (
                when + f"<collection field='resultList' id='{self.number(f'r {n}')}' class='java.util.ArrayList'></collection>"
                + self.dictionary("orderMap", given, 2)
                + self.thing(f"position {n}", f"{self.package}.Position", position, "position")
                + f"<primitive field='isResolved' type='boolean' value='{judged}'/>"
            )

        return self.phase(season, year, phase) + self.thing(f"state {n}", f"{self.package}.TurnState", inside)

    def world(self) -> str:
        def turns() -> str:
            return self.dictionary("m", [self.state(n) for n in range(len(PHASES))], 1, "TreeMap")

        def board() -> str:
            return self.array("powers", "Power", [self.power(each) for each in START]) + self.array(
                "provinces", "Province", [self.province(each) for each in NAMES]
            )

        return self.thing("world", f"{self.package}.World", lambda: (
            self.thing("turns", "java.util.Collections$SynchronizedSortedMap", turns, "turnStates")
            + self.dictionary("nonTurnData", [], 2) + self.thing("map", f"{self.package}.Map", board, "map")
        ))  # fmt: skip


def small_game(package: str = "dip.world") -> str:
    """The text of its file, unpacked. `package`: of its classes; later versions have moved them."""
    comment = "<!--\n     This XML was generated by a program.\n-->\n"
    return f"{comment}<jsx major='1' minor='1' format='JSX.DataReader'>{_File(package).world()}</jsx>"

"""Pairs of truths that agree on what a reader may see, in each kind of game that hides something: are their letters equal?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from random import Random

from tests.letters.post_office import START
from tests.secrecy.lots import (
    Scribe,
    Texts,
    another_seed,
    board_of,
    chatter,
    elsewhere,
    in_the_way,
    voyages,
    with_more_help,
)
from tests.secrecy.oceans import another_ocean, fighters, ocean
from tests.secrecy.oracles import SEEN, blind, open_board, voyage
from tests.secrecy.years import EDITOR, PUBLIC, UNHEARD, House, Sent, Truth, Year

SECOND = 6
"""Second truths that are played beside each first one."""
KINDS = ("1492", "blind", "gunboat", "columbus")
OPEN = ("gunboat", "columbus")
"""Kinds in which everybody sees all units."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")


@dataclass
class Finding:
    """Two truths whose letters to a reader differ though they agree on all that this reader may see."""

    kind: str
    reader: str
    changed: str
    letters: tuple[list[Sent], list[Sent]]

    def __str__(self) -> str:
        one, other = self.letters
        n = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        shown = [_lines(letters[n]) if n < len(letters) else ["(no letter)"] for letters in (one, other)]
        differ = [f"- {a}\n+ {b}" for a, b in zip(*shown, strict=False) if a != b][:6]
        who = f"{self.kind}, {self.reader or 'observer'}, {self.changed}"
        return "\n".join([f"{who}: letter {n} of {len(one)}/{len(other)}", *differ])


def agree_until(one: Year, other: Year, reader: str, seen: tuple[SEEN, SEEN]) -> datetime | None:
    """When two truths first differ for a reader, in what was judged or in what the reader writes; None if they never do."""
    moments = []
    for n, (a, b) in enumerate(zip_longest(*seen)):
        if a != b:  # what is seen at the beginning comes before all phases
            runs = [turn.run for year in (one, other) for turn in year.turns[n - 1 : n] if turn.run]
            moments.append(min(runs, default=START))
            break
    for a, b in zip_longest(one.written.get(reader, []), other.written.get(reader, [])):
        if a != b:
            moments.append(min(at for at, _ in filter(None, (a, b))))
            break
    return min(moments, default=None)


def alike(whole: Sequence[object], part: Sequence[object]) -> bool:
    """Whether what is seen, or written, in a part of a year is what is so in another year as far as that goes."""
    return whole[: len(part)] == part


def _lines(letter: Sent) -> list[str]:
    *head, raw = letter
    return [str(head), *raw.decode("utf-8", "replace").splitlines()]


@dataclass
class Room:
    """Houses of one kind, and what was found in them."""

    kind: str
    folder: Path
    maps: bool = False
    copies: bool = False
    """Whether an editor prints the games."""
    figures: Counter[str] = field(default_factory=Counter)
    found: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.houses = list(self._houses())

    def _houses(self) -> Iterator[House]:
        if self.kind == "1492":
            yield House(self.folder, "new_world_1492", maps=self.maps, copies=self.copies)
        elif self.kind == "columbus":
            yield House(self.folder, "columbus", maps=self.maps, copies=self.copies)
        elif self.kind == "blind":
            yield House(self.folder, "standard", "BLIND yes\n", maps=self.maps, copies=self.copies)
        else:
            for n, shift in enumerate((PEOPLE, (*PEOPLE[:2], *PEOPLE[3:], PEOPLE[2]), (*PEOPLE[:4], *PEOPLE[:3:-1]))):
                yield House(self.folder / str(n), "standard", "GUNBOAT yes\n", shift, maps=self.maps, copies=self.copies)

    def draw(self, seed: int, second: Iterable[int] = range(SECOND)) -> None:
        """A first truth, and the second ones of these numbers; each pair that agrees for some reader is compared for it."""
        lots = Random(f"{self.kind} {seed}")
        house = self.houses[0]
        first = self._first(house, lots)
        scribe = Scribe(f"{self.kind} {seed}", house.rules)
        one = house.play(first, scribe.orders, scribe.asks, self._seal())
        seen = {reader: self.sees(one, house, reader) for reader in (*house.powers, PUBLIC)}
        for n in second:
            self._second(house, first, scribe, one, seen, Random(f"{self.kind} {seed} {n}"))

    def _seal(self) -> str:
        return "5" * 64 if self.kind == "columbus" else ""

    def _first(self, house: House, lots: Random) -> Truth:
        position = {"1492": ocean, "columbus": voyages}.get(self.kind, lambda h, r: board_of(h, 1904, r))(house, lots)
        secret = f"{lots.getrandbits(256):064x}" if self.kind == "columbus" else ""
        return Truth(position, secret, house.seats)

    def _second(
        self, house: House, first: Truth, scribe: Scribe, one: Year, seen: dict[str, SEEN], lots: Random
    ) -> None:
        texts = dict(scribe.texts)
        truth, changed, what, house = self._changed(house, first, one, texts, lots)
        again = Scribe(scribe.seed, house.rules, texts, changed, self.kind in OPEN)
        among = [(reader, self._person(house, reader)) for reader in (*house.powers, PUBLIC)]
        readers = [reader for reader, person in among if person == self._person(self.houses[0], reader)]

        left = list(readers)

        def hearing(year: Year) -> list[str]:
            left[:] = [reader for reader in left if alike(one.written.get(reader, []), year.written.get(reader, []))]
            left[:] = [reader for reader in left if alike(seen[reader], self.sees(year, house, reader))]
            return left

        other = house.play(truth, again.orders, again.asks, self._seal(), hearing)
        self.figures["plays"] += 1
        for reader in readers:
            self._compare(one, other, reader, (seen[reader], self.sees(other, house, reader)), what)

    def _compare(self, one: Year, other: Year, reader: str, seen: tuple[SEEN, SEEN], what: str) -> None:
        """All letters of the year, or of as much of it as the reader cannot tell apart."""
        until = agree_until(one, other, reader, seen)
        letters = [[letter for letter in year.heard[reader] if until is None or letter[2] < until] for year in (one, other)]
        assert not any(UNHEARD.encode() in letter[-1] for heard in letters for letter in heard)
        self.figures["years" if until is None else "parts of years"] += 1
        if until is None:
            self.figures[f"{what}: years"] += 1
            self.figures["otherwise different"] += one.end != other.end or one.turns != other.turns or one.written != other.written
        self.figures["letters"] += len(letters[0])
        self.figures["copies"] += sum(letter[0] == EDITOR for letter in letters[0])
        if letters[0] != letters[1]:
            self.found.append(Finding(self.kind, reader, what, (letters[0], letters[1])))

    def _person(self, house: House, reader: str) -> str:
        return house.seats[house.powers.index(reader)] if reader else ""

    def sees(self, year: Year, house: House, reader: str) -> SEEN:
        sees: Callable[..., SEEN] = {"1492": voyage, "blind": blind}.get(self.kind, open_board)
        return sees(year, house.rules, reader)

    def _changed(
        self, house: House, first: Truth, one: Year, texts: Texts, lots: Random
    ) -> tuple[Truth, dict[str, str], str, House]:
        """The second truth, who draws lots anew for what to write in it, what it is, and where it is played. `texts` is what
        is written in it, and may be changed.
        """
        some = lots.sample(house.powers, lots.choice([0, 1, 1, 2]))
        looks = ["STATUS", "PREVIEW", "WHO", "HISTORY", "DICE"]
        if self.kind == "1492":
            position, names, what = another_ocean(house, first.position, lots)
            writers = some or ([lots.choice(house.powers)] if what == "nothing" else [])
            writers = [lots.choice(fighters(house, position))] if what == "fight" else writers
            where = sorted(position.facts["world"])
            looks = ["WORLD", "STATUS", "PREVIEW", f"NOTE {lots.choice(where)} Here be dragons.", "ORDER Natives STATUS"]
            looks += [f"A({u.place}) stands" for u in position.units_of("Natives")]
            looks += [f"ORDER {power} STATUS REASON none" for power in house.powers[:1]]
            noise = chatter(lots, writers, looks, 5)
            return replace(first, position=position, noise=noise, lettered=names), self._seeds(writers, lots), what, house
        noise = chatter(lots, some, looks, 5)
        if self.kind == "blind":
            what = lots.choice(["orders", "unit", "way", "help"])
            position = elsewhere(house, first.position, lots.choice(house.powers), lots) if what == "unit" else first.position
            if what == "way":
                position, some = in_the_way(house, one, lots), []
            elif what == "help":
                position, more = with_more_help(house, one, texts, lots)
                texts.update(more)
                some = []
            return replace(first, position=position, noise=noise), self._seeds(some, lots), what, house
        if self.kind == "columbus":
            thrown = {subject: throw for turn in one.turns for subject, throw in turn.outcome.throws.items()}
            secret = another_seed(house, first.secret, thrown, lots) if len(thrown) < 5 else ""
            what = "seed" if secret else "letters"
            return replace(first, secret=secret or first.secret, noise=noise), self._seeds(some, lots), what, house
        other = lots.choice(self.houses)
        began = replace(first, seats=other.seats, noise=noise)
        return began, self._seeds(some, lots), "seats" if other is not house else "letters", other

    def _seeds(self, powers: list[str], lots: Random) -> dict[str, str]:
        return {power: f"again {lots.random()}" for power in powers}

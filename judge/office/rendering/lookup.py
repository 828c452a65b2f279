"""What only the store knows of games and people, for letters that speak of them: looked up once for each letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.game.model.game import is_gm
from judge.game.model.serialization import read_game
from judge.game.players.custom_powers import game_ruleset
from judge.print.phase_record import name_form
from judge.rules.ruleset import Ruleset
from judge.store import SeatRecord, Store, StoredGame, StoredPhase
from judge.store.transaction import Transaction


class Lookup:
    """Games, and who is in them, as one letter after the other needs them."""

    def __init__(self, store: Store, rules: Callable[[str], Ruleset]) -> None:
        self._store, self._rules = store, rules
        self._variants: dict[str, str] = {}
        self._begun: dict[tuple[str, str], Ruleset] = {}
        self._looked: dict[str, tuple[StoredGame | None, list[SeatRecord]]] = {}

    def anew(self) -> None:
        """Another letter begins: what may have changed is looked up again."""
        self._looked.clear()

    def stored(self, game: str) -> tuple[StoredGame | None, list[SeatRecord]]:
        """A game and who sits in it."""
        found = self._looked.get(game)
        if found is None:
            with self._store.look() as work:
                found = self._looked[game] = work.games.get(game), work.seats.of_game(game)
        return found

    def people(self, game: str) -> tuple[list[SeatRecord], dict[str, str], bool]:
        """Who sits in a game, seat → power, and whether names are kept back now: they are opened when the game is over."""
        stored, seats = self.stored(game)
        head = stored.head if stored else {}
        powers = {seat["key"]: seat["power"] for seat in head.get("seats", ()) if seat.get("power")}
        return seats, powers, bool(head.get("settings", {}).get("anonymous")) and head.get("stage") != "finished"

    def over(self, game: str) -> bool:
        """Whether a game is over now, whatever it was when a letter about it was queued, or its phase judged."""
        stored, _ = self.stored(game)
        return stored is not None and stored.head.get("stage") == "finished"

    def variant(self, game: str) -> str:
        """The folder of a game, '' if there is no such game."""
        if game and game not in self._variants:
            stored, _ = self.stored(game)
            if stored:
                self._variants[game] = stored.head["variant"]
        return self._variants.get(game, "")

    def ruleset(self, name: str) -> Ruleset:
        """The rules of a game that has begun, which change only when it is over. Raises LookupError: there is no such game."""
        stored, _ = self.stored(name)
        if stored is None:
            raise LookupError(f"there is no game {name!r}")
        key = (name, str(stored.head["stage"]))
        if key not in self._begun:
            game = read_game(stored.head)
            self._begun[key] = game_ruleset(game, self._rules(game.variant))
        return self._begun[key]

    def standing(self, game: str) -> list[StoredPhase]:
        """The phases of a game that were judged and still stand."""
        with self._store.look() as work:
            return _standing(work, game)

    def zone(self, address: str) -> str:
        """A reader's own time zone, '' if it is unknown."""
        with self._store.look() as work:
            return work.people.zone_at(address)

    def wants_maps(self, address: str) -> bool:
        """Whether letters to an address bring maps."""
        with self._store.look() as work:
            person = work.people.by_address(address)
            return person is None or work.people.wants_maps(person.id)

    def holders(self, game: str, seat: str) -> list[tuple[str, str, str | None]]:
        """(name, since, until) of everyone who had a seat."""
        with self._store.look() as work:
            return [(t.name, t.since, t.until) for t in work.seats.tenures(game) if t.seat == seat]

    def then(self, game: str, powers: Mapping[str, str], seq: int) -> dict[str, str]:
        """power → who played it in a judged phase, of those powers that have changed hands since."""
        with self._store.look() as work:
            gone = [each for each in work.seats.tenures(game) if each.until]
            phases = [kept.phase for kept in _standing(work, game) if kept.seq >= seq] if gone else []
        return {powers[each.seat]: each.name for each in reversed(gone) if each.until in phases and each.seat in powers}

    def in_print(self, game: str, names: str) -> Callable[[str], str]:
        """What somebody with a name is called in print, as whoever bears it wishes and the style has it; '' for not at all."""
        with self._store.look() as work:
            wishes = work.people.print_names(game)
        return lambda name: name_form(name_form(name, wishes.get(name, "full")), names)

    def addresses(self, game: str, names: str) -> list[dict[str, str]]:
        """Addresses of those who let them be printed, the GM's with a power of ''; nobody's while names are secret."""
        seats, powers, secret = self.people(game)
        with self._store.look() as work:
            shown = [
                row for row in seats if (row.seat in powers or is_gm(row.seat)) and work.people.publishes_address(row.person_id)
            ]
        say = self.in_print(game, names)
        found = [{"power": powers.get(row.seat, ""), "name": say(row.name), "address": row.address} for row in shown]
        return [] if secret else sorted(found, key=lambda each: each["power"])


def _standing(work: Transaction, game: str) -> list[StoredPhase]:
    stored = work.games.get(game)
    struck = stored.head.get("struck", ()) if stored else ()
    return [kept for kept in work.games.phases(game) if kept.seq not in struck]

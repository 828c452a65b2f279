"""What only the store knows of games and people, for letters about them, which are made from one view of the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from judge.game import Game
from judge.game.model.serialization import read_game
from judge.game.players.custom_powers import game_ruleset
from judge.office.series_table import games_of, printed_table
from judge.print.phase_record import name_form
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat
from judge.store import SeatRecord, Store, StoredGame, StoredPhase, StoredPress, Tenure
from judge.store.records import Preferences
from judge.store.transaction import Transaction


class Lookup:
    """Games and their people, for one letter after the other. Ask only within `one_view`."""

    def __init__(self, store: Store, rules: Callable[[str], Ruleset]) -> None:
        self._store, self._rules = store, rules
        self._variants: dict[str, str] = {}
        self._begun: dict[tuple[str, str, str], Ruleset] = {}
        self._looked: dict[str, tuple[StoredGame | None, list[SeatRecord]]] = {}
        self._people: dict[str, tuple[list[SeatRecord], dict[Seat, str], bool]] = {}
        self._changed: dict[str, list[Tenure]] = {}
        self._readers: dict[str, tuple[Preferences, str]] = {}
        self._view: ExitStack | None = None
        self._work: Transaction | None = None

    @contextmanager
    def one_view(self) -> Iterator[None]:
        """Render letters: all look-ups in this block share one transaction, which begins with the first. A block within another
        shares its view, and after an exception another view begins.
        """
        if self._view is None:
            self._view = ExitStack()
            try:
                yield
            finally:
                self.renew()
                self._view = None
        else:
            try:
                yield
            except Exception:  # a server may refuse all further questions
                self.renew()
                raise

    def renew(self) -> None:
        """End the transaction, which is to wait for nothing that takes long. The next look-up begins another."""
        for known in (self._looked, self._people, self._changed, self._readers):
            known.clear()
        self._work, view = None, self._view
        if view is not None:
            self._view = ExitStack()
            with suppress(OSError, SQLAlchemyError):  # it was for reading only, so nothing is lost if it cannot be ended
                view.close()

    @property
    def _now(self) -> Transaction:
        if self._view is None:
            raise RuntimeError("the store is asked outside of `one_view`")
        if self._work is None:
            self._work = self._view.enter_context(self._store.look())
        return self._work

    def stored(self, game: str) -> tuple[StoredGame | None, list[SeatRecord]]:
        """Return a game and its seats."""
        found = self._looked.get(game)
        if found is None:
            found = self._looked[game] = self._now.games.get(game), self._now.seats.of_game(game)
        return found

    def people(self, game: str) -> tuple[list[SeatRecord], dict[Seat, str], bool]:
        """Return a game's seats, seat → Power, and whether names are secret now; they are not once the game is over."""
        found = self._people.get(game)
        if found is None:
            stored, seats = self.stored(game)
            found = self._people[game] = (seats, stored.powers, stored.hides_names) if stored else (seats, {}, False)
        return found

    def over(self, game: str) -> bool:
        """Whether a game is over now, not when a letter about it was queued or its phase judged."""
        stored, _ = self.stored(game)
        return stored is not None and stored.stage == "finished"

    def variant(self, game: str) -> str:
        """The folder of a game, '' if there is no such game."""
        if game and game not in self._variants:
            stored, _ = self.stored(game)
            if stored:
                self._variants[game] = stored.variant
        return self._variants.get(game, "")

    def ruleset(self, name: str) -> Ruleset:
        """The rules of a game that has begun, which change when it is over, or when all agree to change a house
        rule. Raises LookupError: there is no such game."""
        stored, _ = self.stored(name)
        if stored is None or stored.stage == "forming":
            raise LookupError(f"there is no game {name!r} that has begun")
        key = (name, stored.stage, repr(stored.house_rules))
        if key not in self._begun:
            game = read_game(stored.head)
            self._begun[key] = game_ruleset(game, self._rules(game.variant))
        return self._begun[key]

    def standing(self, game: str) -> list[StoredPhase]:
        """Return the phases of a game that were adjudicated and not rolled back."""
        return self._now.games.valid_phases(game)

    def position(self, game: str, seq: int) -> dict[str, Any] | None:
        """Return a phase as stored, or None."""
        return self._now.games.position(game, seq)

    def press(self, game: str, which: Sequence[int]) -> list[StoredPress]:
        """Return the press of these events, in order."""
        return [row for row in self._now.games.press(game) if row.seq in which] if which else []

    def zone(self, address: str) -> str:
        """A reader's own time zone, '' if it is unknown."""
        return self._reader(address)[1]

    def wishes(self, address: str) -> Preferences:
        """The preferences of an address's owner; the defaults for a stranger."""
        return self._reader(address)[0]

    def _reader(self, address: str) -> tuple[Preferences, str]:
        found = self._readers.get(address)
        if found is None:
            found = self._readers[address] = self._now.people.wishes_and_zone(address)
        return found

    def tenures(self, game: str) -> list[Tenure]:
        """Everybody who had a seat that changed hands."""
        found = self._changed.get(game)
        if found is None:
            found = self._changed[game] = self._now.seats.tenures(game)
        return found

    def holders(self, game: str, seat: Seat) -> list[tuple[str, str, str | None]]:
        """(name, since, until) of everyone who had a seat."""
        return [(t.name, t.since, t.until) for t in self.tenures(game) if t.seat == seat]

    def then(self, game: str, powers: Mapping[Seat, str], seq: int) -> dict[str | Seat, str]:
        """Map each Power that has changed hands since a phase to its player in that phase, and the seat GM to its GM likewise."""
        gone = [each for each in self.tenures(game) if each.until]
        phases = [kept.phase for kept in self.standing(game) if kept.seq >= seq] if gone else []
        held: dict[Seat, str | Seat] = {**powers, GM: GM}
        return {held[each.seat]: each.name for each in reversed(gone) if each.until in phases and each.seat in held}

    def in_print(self, game: str, names: str) -> Callable[[str], str]:
        """A name as printed, by its owner's wish and the style; '' if not printed."""
        wishes = self._now.people.print_names(game)
        return lambda name: name_form(name_form(name, wishes.get(name, "full")), names)

    def series(self, game: str, names: str) -> list[dict[str, Any]]:
        """Return the tables of the series that a game belongs to, for print."""
        mine = [one for one in self._now.series.all() if game in games_of(one)]
        return [table for one in mine if (table := printed_table(self._now, self._opened, one, names))]

    def _opened(self, game: str) -> Game | None:
        stored = self._now.games.get(game)
        return read_game(stored.head) if stored else None

    def addresses(self, game: str, names: str) -> list[dict[str, str]]:
        """Return the addresses of those who let them be printed, the GM's with '' as Power; none while names are secret."""
        seats, powers, secret = self.people(game)
        if secret:
            return []
        in_it = [row for row in seats if row.seat in powers or row.seat.is_gm]
        shown = [row for row in in_it if self._now.people.preferences(row.person_id).address_in_print]
        say = self.in_print(game, names)
        found = [{"power": powers.get(row.seat, ""), "name": say(row.name), "address": row.address} for row in shown]
        return sorted(found, key=lambda each: each["power"])

"""A game of each kind by mail, from its first letter to its end: what one player and an editor are sent, to be read.

All players are computer players, each of which knows what its Power may see, and writes its orders as a letter. `python -m
tests.letters.whole_games FOLDER` writes a file for each game; `make letters` does so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from judge.game.model.known_game import known_game
from judge.game.players.custom_powers import game_ruleset
from judge.house_players import decide_orders
from judge.rules import dues_by_power
from tests.letters.post_office import GM, body, headline
from tests.letters.table import Table, mail_of

EDITOR = "percy@thefiling.example"
ZINE = 'SUBSCRIBE {name} FOR "The Filing Cabinet"\nCOPYDATE last Sunday of month 12:00 Europe/London\nFORMATS text'
PLAYER, ZINES = "player", "editor"


class WholeGame(NamedTuple):
    """One game, and whose letters are shown."""

    variant: str
    reader: str
    years: int
    """How long it is played at most."""
    powers: tuple[str, ...] = ()
    """Those whom players bring themselves."""


GAMES = (
    WholeGame("standard", "France", 8),
    WholeGame("columbus", "Spain", 80),
    WholeGame("outer_space", "Zorgon", 8, ("Jedi", "Krell", "Zorgon", "Mim")),
    WholeGame("colonial_diplomacy", "Holland", 6),
    WholeGame("colonial_variant", "Oceania", 6),
    WholeGame("gigaton", "Italy", 6),
    WholeGame("new_world_1492", "Portugal", 8),
)


class Mail(NamedTuple):
    """A letter that the player or the editor sends or gets."""

    who: str
    sent: bool
    subject: str
    text: str


class WholeTable(Table):
    """The game, what its reader and its editor write, and what they get."""

    def __init__(self, folder: Path, game: WholeGame, name: str = "voyager") -> None:
        self.whole, self.mails = game, list[Mail]()
        super().__init__(folder, game.variant, name)

    def _begin(self, create: str, more: str) -> None:
        self.office.letter(f"Harriet Lowe <{GM}>", create)
        how = "AS" if self.whole.powers else "PREFER"
        for power in self.whole.powers or [each.name for each in self.rules.powers]:
            self.writes(power, f"JOIN {self.name} {how} {power}", f"{power} Player <{mail_of(power)}>")
        self.writes(EDITOR, ZINE.format(name=self.name), f"Percy Vane <{EDITOR}>")
        self.office.wait(days=4)
        self.keep(self.office.letter(GM, "START"))

    def begin(self, create: str, more: str = "") -> None:
        """Open the game, seat everybody, have the editor subscribe, and start: all letters are kept, so none is taken over."""
        self._begin(create, more)

    def writes(self, who: str, text: str, sender: str = "") -> list[EmailMessage]:
        """A letter of a Power's player or of the editor's, and what is sent because of it."""
        self._note(who, True, "", text)
        return self.keep(self.office.letter(sender or (who if "@" in who else mail_of(who)), text))

    def keep(self, sent: Sequence[EmailMessage]) -> list[EmailMessage]:
        """Keep what the reader and the editor get."""
        for message in sent:
            for who in (self.whole.reader, EDITOR):
                if message["To"] == (who if "@" in who else mail_of(who)):
                    self._note(who, False, headline(message), body(message))
        return list(sent)

    def _note(self, who: str, sent: bool, subject: str, text: str) -> None:
        if who in (self.whole.reader, EDITOR):
            self.mails.append(Mail(ZINES if who == EDITOR else PLAYER, sent, subject, text.strip()))

    def play(self, years: int = 0) -> None:
        """To its end, at the latest a draw after its years; or only for some `years`. All write, and the phase is run with the last
        letter, or by one of the GM's where it waits for that.
        """
        first = self.game.board_now.phase.year
        while (game := self.game).stage == "running" and game.board_now.phase.year < first + (years or self.whole.years):
            phase, rules = game.board_now.phase, game_ruleset(game, self.rules)
            for power in dues_by_power(game.board_now, rules):
                self._orders(power)
            if (now := self.game).stage == "running" and now.board_now.phase == phase:
                self.keep(self.office.letter(GM, "PROCESS"))
            if self.game.stage != "running" or self.game.board_now.phase.year != phase.year:
                self.writes(EDITOR, "SAMPLE")
        if self.game.stage == "running" and not years:
            self.keep(self.office.letter(GM, "DRAW REASON the evening is over"))

    def _orders(self, power: str) -> None:
        game = self.game
        seat = game.seat_of(power)
        if game.stage != "running" or seat is None:
            return
        rules = game_ruleset(game, self.rules)
        seen = known_game(game, rules, power, seat.key).board_now
        orders = decide_orders(seen, rules, power, "steady", f"whole {power}")
        self.writes(power, "\n".join([*map(rules.notation.write, orders), "FINAL"]))

    def told(self) -> Iterator[str]:
        """All that they wrote and got, in order."""
        for mail in self.mails:
            if mail.sent:
                yield f"\n@ the {mail.who} writes\n{mail.text}\n"
            else:
                yield f"\n@ the {mail.who} gets\nSubject: {mail.subject}\n\n{mail.text}\n"


def main(folder: Path) -> None:
    """Write the letters of each game into a file of its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        with TemporaryDirectory() as temporary:
            table = WholeTable(Path(temporary), game)
            table.play()
            (folder / f"{game.variant}.txt").write_text("".join(table.told()).lstrip(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

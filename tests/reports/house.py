"""A house with a game at each stage, which is asked to write any letter: its unit of work queues it, its renderer writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from judge.game import CommandResult, Notification, Reply
from judge.game.decision import OF_TURNS
from judge.letters import Letter, Notice
from judge.mail.parsed import ParsedMail
from judge.office.answering import answer
from judge.office.context import LetterContext
from judge.office.dispatch import obey
from judge.office.intake.authentication import SenderEvidence
from judge.office.intake.reading import read
from judge.office.rendering.renderer import NoticeRenderer
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.reports import game_facts
from judge.seat import GM as GM_SEAT
from judge.seat import Seat
from judge.store.outbox_claims import HELD
from tests.letters.post_office import GM, POWERS, PostOffice

RUNNING, FORMING, OVER, GONE, OWN = "quillfeather", "pinta", "antics", "gone", "patch"
"""A game with two judged phases, one of them corrected; one that waits for players; one that is over; one that was
ended before it began; one with dice and commands
of its own."""
GAMES = {FORMING: "", RUNNING: "", OVER: "", GONE: "", OWN: " a game of garden"}
SPRING = {
    "France": "A Par-Bur\nA Mar S A Par-Bur\nF Bre-MAO\nPRESS\nPARIS: All is quiet.\nEND",
    "Germany": "A Mun-Bur\nA Ber-Mun\nF Kie-Den",
}


class Failed(Exception):
    """The words of a letter cannot be made."""


class House:
    """The house, its games played so far. `say` gives a letter's words; what the renderer would hide raises Failed."""

    def __init__(self, folder: Path) -> None:
        self.post = PostOffice(folder)
        parts = self.post.parts
        self.store, self.inner, self.kept = parts.store, parts.office._house, GameCache()
        with self.store.work() as work:
            _play(self.post, UnitOfWork(self.inner, work, self.kept, self.post.hands.time, "play"))
        words = parts.sayer._words
        self.sayer = NoticeRenderer(self.store, parts.rules, words, None, _incomplete, _unwritten)
        with self.store.look() as work:
            self.seats = {game: {row.seat: row for row in work.seats.of_game(game)} for game in GAMES}
            self.turns = {game: [kept.seq for kept in work.games.phases(game)] for game in (RUNNING, OVER, OWN)}
            game = work.games.get(RUNNING)
            struck = set(game.head.get("struck", ())) if game else set()
            self.standing = [seq for seq in self.turns[RUNNING] if seq not in struck]
            self.struck = sorted(struck)

    def body(self, seq: int) -> Any:
        """A judged phase as it is stored."""
        with self.store.look() as work:
            return work.games.position(RUNNING, seq)

    def statuses(self) -> list[dict[str, Any]]:
        """How each game stands, for each sort of reader."""
        with self.uow() as uow:
            games = [(game, sorted({GM_SEAT, *seats})) for name, seats in self.seats.items() if (game := uow.open(name))]
            readers = [(game, seat) for game, seats in games for seat in seats if not seat.is_invited]
            return [game_facts(uow.seen(game, seat), uow.rules(game)) for game, seat in readers]

    def say(self, notice: Notice) -> tuple[str, str]:
        """(subject, text) of a notice as it comes out of the store. Raises Failed."""
        return self.sayer.say(notice)

    @contextmanager
    def uow(self) -> Iterator[UnitOfWork]:
        """Books in a transaction that is never written."""
        with self.store.look() as work:
            yield UnitOfWork(self.inner, work, self.kept, self.post.hands.time, "test")

    def answers(self, uow: UnitOfWork, kind: str, facts: Mapping[str, Any], game: str, seat: Seat) -> list[Notice]:
        """The answer to somebody's letter with one part; to a stranger's if there is no game."""
        row = self.seats[game][seat] if game else None
        person = uow.work.people.by_address(row.address) if row else None
        context = LetterContext(
            uow,
            self._letter(),
            ParsedMail(sender=row.address if row else "nobody@mail.example"),
            SenderEvidence("token", person, row),
        )
        context.game, context.replies = game, [Reply(kind, facts)]
        return self._queued(uow, lambda: answer(context, "<asked@mail.example>"))

    def tells(self, uow: UnitOfWork, tell: Notification, game: str, by: Seat) -> list[Notice]:
        """The letters that a decision sends; of a judged phase they are of the last that stands, as those that it runs are."""
        opened = uow.open(game)
        assert opened is not None
        if tell.kind in OF_TURNS and "turn" not in tell.facts:
            seq = self.standing[-1] if game == RUNNING else self.turns[game][-1]
            tell = tell._replace(facts={**tell.facts, "turn": seq, "turns": [seq]})
        return self._queued(uow, lambda: uow.carry_out(opened, CommandResult(notices=(tell,)), by=by))

    def sends(self, uow: UnitOfWork, notice: Notice) -> list[Notice]:
        """A letter that is made as it stands."""
        return self._queued(uow, lambda: uow.send(notice))

    def _queued(self, uow: UnitOfWork, act: Any) -> list[Notice]:
        before = len(uow._notices)
        act()
        new = uow._notices[before:]
        del uow._notices[before:]
        uow._answers = 0
        return [_stored(notice) for notice in new]

    def _letter(self) -> Letter:
        return Letter(b"", self.post.hands.time, "test")

    def second_gm(self, game: str) -> Seat:
        """The seat of somebody who runs the game together with its GM."""
        return next(seat for seat in sorted(self.seats[game]) if seat.is_gm and seat != GM_SEAT)


def _stored(notice: Notice) -> Notice:
    facts = json.loads(json.dumps(dict(notice.facts)))
    facts |= {"code": "abcdefgh"} if HELD in facts else {}  # as the store does, when it gives a notice out
    return Notice(notice.key, notice.to, notice.kind, facts, notice.game, notice.seat, notice.answers)


def _incomplete(notice: Notice, lacks: list[str]) -> None:
    raise Failed(f"{notice.kind} lacks {lacks}")


def _unwritten(notice: Notice, why: Exception) -> None:
    raise Failed(f"{type(why).__name__}: {why}") from why


def _play(post: PostOffice, uow: UnitOfWork) -> None:
    """What happened in the house so far, each letter obeyed as if it were proved."""
    gm, players = f"Harriet Lowe <{GM}>", [(f"{power} Player <{power.lower()}@mail.example>", power) for power in POWERS]
    letters = [(gm, f"CREATE {name}{what}\nDEADLINE Fridays 21:00 Europe/London") for name, what in GAMES.items()]
    letters += [(who, f"JOIN {game} PREFER {power}") for game in (RUNNING, OVER, OWN) for who, power in players]
    letters += [
        ("Ben Okafor <ben@mail.example>", f"JOIN {FORMING} PREFER Italy"),
        (gm, f"GAME {FORMING}\nINVITE ada@mail.example AS France"),
    ]
    letters += [("Olive Watch <olive@mail.example>", f"OBSERVE {GONE}"), (gm, f"GAME {GONE}\nTERMINATE")]
    letters += [(gm, f"GAME {game}\nSTART") for game in (RUNNING, OVER, OWN)]
    letters += [
        ("Olive Watch <olive@mail.example>", f"OBSERVE {RUNNING}"),
        ("Stan Ready <stan@mail.example>", f"STANDBY {RUNNING}"),
    ]
    letters += [("Sue Second <sue@mail.example>", f"OBSERVE {RUNNING}"), (gm, f"GAME {RUNNING}\nPROMOTE Sue Second")]
    letters += [(f"{power.lower()}@mail.example", f"GAME {RUNNING}\n{orders}") for power, orders in SPRING.items()]
    letters += [(gm, f"GAME {game}\nPROCESS") for game in (RUNNING, OWN, OVER)]
    letters += [(gm, f"ROLLBACK {RUNNING} TO Spring 1901 moves REASON a mail was late\nORDER Italy A(Ven)-Tri REASON sent in time")]
    letters += [("italy@mail.example", f"GAME {RUNNING}\nRESIGN"), ("france@mail.example", f"GAME {RUNNING}\nA Bur-Mun")]
    letters += [
        (gm, f"GAME {OVER}\nDRAW REASON too few are left"),
        ("Percy Vane <percy@mail.example>", f'SUBSCRIBE {RUNNING} FOR "The Cabinet"'),
    ]
    for number, (sender, text) in enumerate(letters):
        uow.turn_to(f"play/{number}")
        name, _, address = sender.rstrip(">").rpartition(" <")
        mail = ParsedMail(sender=address, sender_name=name, text=text)
        who = SenderEvidence("trusted", uow.work.people.by_address(address))
        context = LetterContext(uow, Letter(b"", post.hands.time, f"play:{number}"), mail, who)
        obey(context, read(context))
        refused = [reply for reply in context.replies if reply.kind in ("refused", "unknown", "not-in-game", "stranger")]
        assert not refused, (sender, text, refused)
    uow.close()

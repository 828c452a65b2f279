"""Faults planted into the judge, each of a kind that somebody might make, or that was once found in it.

Beside each stands what the check says that is there for it, and a run in which the check says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

from judge import clock
from judge.commands.gm import ProcessPhase
from judge.commands.press import Press
from judge.daemon.daemon import Daemon
from judge.game.decision import Group, refused
from judge.game.gm import deadlines, lifecycle
from judge.game.model import apply
from judge.game.model.events import PhaseRun
from judge.game.orders import accept, submit
from judge.game.phases import adjudicate
from judge.game.players import press
from judge.letters import Letter
from judge.mail import arrivals, auto_replies, parse, sender
from judge.mail.refused_letters import RefusedLetters
from judge.office import dispatch, unit_of_work
from judge.office.context import LetterContext
from judge.office.intake import acceptance, authentication
from judge.office.unit_of_work import UnitOfWork
from judge.rules.strengths import StrengthRules
from judge.store import locks
from judge.store.games import GameRepository
from judge.store.letters import LetterRepository
from judge.store.outbox_claims import OutboxClaims

decide = import_module("judge.game.decide")
"""The module; the package has a function of this name."""
Plant = Callable[[], AbstractContextManager[Any]]


class Fault(NamedTuple):
    """A fault that is to be found."""

    plant: Plant
    told: str
    """A regular expression for what its check says."""
    shown: tuple[int, int]
    """The seed of a run that shows it, and within how many letters."""
    workers: int = 0
    """How many workers share a store in that run; 0 for one judge on SQLite."""


PLANTED: dict[str, Fault] = {}
"""Name → fault."""


def told(what: str, shown: tuple[int, int] = (1, 130), workers: int = 0) -> Callable[[Plant], Plant]:
    """Plant a fault of which the simulation is to say this in a run of such a seed, within so many letters."""

    def add(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = Fault(plant, what, shown, workers)
        return plant

    return add


def around(owner: Any, name: str, fault: Callable[..., Any]) -> AbstractContextManager[Any]:
    """Put a fault in the place of what is called so; it is given what stood there before its other arguments."""
    real = getattr(owner, name)
    return patch.object(owner, name, lambda *given, **named: fault(real, *given, **named))


# Letters on their way in


@told("was accepted, and is not stored")
def stored_later() -> AbstractContextManager[Any]:
    """A letter is accepted at once, and stored when the next one comes."""
    take = Daemon.take_all

    def lazy(self: Daemon, some: Sequence[Letter]) -> None:
        kept_back = vars(self).setdefault("kept_back", [])
        stored, kept_back[:] = list(kept_back), some
        if stored:
            take(self, stored)

    return patch.object(Daemon, "take_all", lazy)


@told("was accepted, and is not stored", shown=(1, 130))
def full_disk_unnoticed() -> AbstractContextManager[Any]:
    """A letter is accepted though the disk took nothing."""
    real = Daemon.take_all

    def hopeful(self: Daemon, some: Sequence[Letter]) -> None:
        try:
            real(self, some)
        except OSError:
            return

    return patch.object(Daemon, "take_all", hopeful)


@told("and counts from")
def late_by_the_judge() -> AbstractContextManager[Any]:
    """A letter counts from when the judge took it, though our mail server had it before."""
    return patch.object(arrivals, "stamped", lambda raw, verifier, now: now)


@told("2 answers, not 1|mails bring", shown=(3, 60))
@contextmanager
def repeated() -> Iterator[None]:
    """A letter that comes again by another way is not recognised."""
    known = acceptance.earlier_letters
    with patch.object(acceptance, "earlier_letters", lambda *given: known(*given)._replace(first=None, again=False)):
        yield


@told("put aside")
def shunted() -> AbstractContextManager[Any]:
    """The judge raises on some letters: those whose text has a number of characters that 13 divides."""
    real = acceptance.read

    def superstitious(given: LetterContext) -> Any:
        if len(given.mail.text) % 13 == 0:
            raise ValueError("thirteen")
        return real(given)

    return patch.object(acceptance, "read", superstitious)


# Who wrote it


@told("forged|meant and given", shown=(1, 210))
def forged_believed() -> AbstractContextManager[Any]:
    """Our mail server says that a letter is forged, and it counts all the same."""
    real = parse.sender_verdict

    def credulous(*given: Any, **named: Any) -> Any:
        found = real(*given, **named)
        return "pass" if found == "fail" else found

    return patch.object(parse, "sender_verdict", credulous)


@told("1 answers, not 0")
def machines_answered() -> AbstractContextManager[Any]:
    """A machine's letter is taken for a person's."""
    return patch.object(auto_replies, "reason_to_ignore", lambda *given, **named: None)


@told("meant and given|was read by|was put aside|answers, not", shown=(1, 140))
def reply_to_all() -> AbstractContextManager[Any]:
    """Whoever writes to another player's reply address, too, as by "reply to all", speaks for that one. Once found here."""
    return patch.object(authentication, "is_anothers", lambda work, mail, owner, games: False)


@told("answers to strangers")
def strangers_without_end() -> AbstractContextManager[Any]:
    """All strangers are answered, however many write: a flood of mail to addresses that may be forged. Once found here."""
    return patch.object(LetterRepository, "count_answered_strangers", lambda self, since: 0)


@told("1 answers, not 0")
def bulk_answered() -> AbstractContextManager[Any]:
    """A stranger's bulk mail or spam is answered if a word of it is a command. Once found here."""
    return patch.object(auto_replies, "reason_to_ignore_stranger", lambda *given, **named: None)


# Orders


@told("meant and given|and run .*; it is", shown=(4, 250))
def newest_wins() -> AbstractContextManager[Any]:
    """An older letter that comes later changes the orders of a newer one."""
    return patch.object(acceptance, "is_outdated", lambda context, commands: None)


@told("meant and given", shown=(3, 100))
def late_orders_for_the_next_phase() -> AbstractContextManager[Any]:
    """Orders that came before a phase was run, and are decided after it, are entered for the next one. Once found here."""
    return around(
        LetterContext, "with_phase", lambda real, self, command, game: real(self, command, replace(game, ran=None, ran_due=False))
    )


@told("meant and given", shown=(1, 130))
def all_orders_replaced() -> AbstractContextManager[Any]:
    """A letter with orders for some units takes back those of the others."""
    return around(submit, "standing_after", lambda real, asked, old, new, owed: real(asked, {} if new else old, new, owed))


@told("meant and given", shown=(1, 200))
def two_letters_at_once() -> AbstractContextManager[Any]:
    """Of letters that are decided together only the first finds the game as it stands: the others find it as it was before."""
    real = UnitOfWork.open

    def stale(self: UnitOfWork, name: str) -> Any:
        found = vars(self).setdefault("found", {})
        if name not in found:
            found[name] = real(self, name)
        return replace(real(self, name), standing=found[name].standing) if found[name] else None

    return patch.object(UnitOfWork, "open", stale)


@told("meant and given", shown=(12, 240))
def final_obeyed_first() -> AbstractContextManager[Any]:
    """FINAL above the orders of a mail, from the last who is waited for, runs the phase without them. Once found here."""
    return patch.object(dispatch, "_final_below_orders", list)


@told("and run .*; it is", shown=(1, 200))
def one_final_will_do() -> AbstractContextManager[Any]:
    """A phase is run when most have said FINAL."""

    def hasty(game: Any, ruleset: Any) -> bool:
        return len(game.final) > 2

    return patch.object(decide, "can_run_early", hasty)


@told("everybody has said FINAL", shown=(1, 180))
def final_unheard() -> AbstractContextManager[Any]:
    """A phase is run at its deadline, whatever everybody says."""
    return patch.object(decide, "can_run_early", lambda game, ruleset: False)


@told("meant and given", shown=(1, 250))
def builds_first_come() -> AbstractContextManager[Any]:
    """In winter the oldest orders stay, not the newest."""
    real = accept.merge_orders

    def stubborn(old: Any, new: Any, kind: str, owed: Any) -> Any:
        return tuple(old.values()) if kind == "adjustments" and old else real(old, new, kind, owed)

    return patch.object(accept, "merge_orders", stubborn)


@told("came out wrongly", shown=(8, 545))
def support_never_cut() -> AbstractContextManager[Any]:
    """An attack on a unit that gives support does not cut it."""
    return patch.object(StrengthRules, "cuts_support", lambda self, turn, stop, aid: False)


@told("wrong owners|is not what its events make of it")
def centres_kept() -> AbstractContextManager[Any]:
    """Who holds a centre at the count does not become its owner."""
    real = adjudicate.adjudicate

    def thrifty(position: Any, *given: Any) -> Any:
        done = real(position, *given)
        return done._replace(position=replace(done.position, owners=position.owners))

    return patch.object(adjudicate, "adjudicate", thrifty)


# Deadlines


@told("and a day are not", shown=(1, 140))
def extended_by_more() -> AbstractContextManager[Any]:
    """EXTEND gives an hour more than was asked for."""
    return around(deadlines, "_later", lambda real, game, spec, now: real(game, spec, now) + timedelta(hours=1))


@told("the GM asked for", shown=(1, 200))
def process_unheard() -> AbstractContextManager[Any]:
    """PROCESS with the phase's name is refused."""
    real = lifecycle.process_now

    def deaf(asked: Any, command: Any) -> Any:
        return refused("process-other", word=command.phase, phase=command.phase) if command.phase else real(asked, command)

    return _handled(ProcessPhase, deaf)


@told("was run without", shown=(2, 150))
def hasty_deadline() -> AbstractContextManager[Any]:
    """A deadline waits neither for letters in hand nor for those that our mail server has."""
    return patch.object(Daemon, "horizon", lambda self: self._clock.now())


@told("was run without", shown=(15, 270))
def refused_letters_forgotten() -> AbstractContextManager[Any]:
    """A deadline does not wait for a letter that came before it and was put off."""
    return patch.object(RefusedLetters, "note", lambda self, letter: None)


@told("and run .*; it is", shown=(2, 130))
def early_deadline() -> AbstractContextManager[Any]:
    """What will be due in ten seconds is due."""
    return around(Daemon, "horizon", lambda real, self: real(self) + timedelta(seconds=10))


@told("due .*, and it is", shown=(1, 170))
def sleepy_deadline() -> AbstractContextManager[Any]:
    """A deadline is run a minute later."""
    return around(Daemon, "horizon", lambda real, self: real(self) - timedelta(minutes=1))


@told("and run .*; it is")
def clock_believed() -> AbstractContextManager[Any]:
    """A clock that jumps ahead is believed at once."""
    return patch.multiple(clock, LEAP=timedelta(days=365))


@told("48 hours are not")
def deadline_from_the_last() -> AbstractContextManager[Any]:
    """A deadline is counted from the one before it, however late that was run."""
    return around(
        adjudicate, "next_deadline", lambda real, game, position, now, ruleset: real(game, position, game.due or now, ruleset)
    )


# What is kept


@told("are gone")
def commits_unsynced() -> AbstractContextManager[Any]:
    """A commit does not wait for the disk."""
    real = locks._set_up

    def hurried(dbapi: Any, record: object) -> None:
        real(dbapi, record)
        dbapi.execute("PRAGMA synchronous=NORMAL")

    return patch.object(locks, "_set_up", hurried)


@told("0 answers, not 1", shown=(3, 140))
def answers_apart() -> AbstractContextManager[Any]:
    """What a letter does, and its answer, are kept in two transactions."""
    close, keep = UnitOfWork.close, UnitOfWork.keep

    def apart(self: UnitOfWork) -> None:
        answers = [each for each in self._notices if each.kind == "answer"]
        self._notices[:] = [each for each in self._notices if each.kind != "answer"]
        vars(self)["apart"] = answers
        close(self)

    def later(self: UnitOfWork) -> None:
        keep(self)
        with self.house.store.work() as work:
            work.outbox.queue(*vars(self).get("apart", ()))

    return patch.multiple(UnitOfWork, close=apart, keep=later)


@told("is not what its events make of it")
def order_not_kept() -> AbstractContextManager[Any]:
    """Of four orders in one letter or more the last is not in the event."""
    real = unit_of_work.event_to_store

    def lossy(event: Any) -> Any:
        body = real(event)
        return {**body, "orders": body["orders"][:3]} if body["event"] == "OrdersTaken" else body

    return patch.object(unit_of_work, "event_to_store", lossy)


@told("events, the last of which", shown=(1, 140))
def event_skipped() -> AbstractContextManager[Any]:
    """A reminder is no event worth keeping."""
    real = GameRepository.append_events

    def choosy(self: GameRepository, game: str, seq: int, at: Any, bodies: Sequence[Any]) -> int:
        worth = [each for each in bodies if each["event"] != "Reminded"]
        return real(self, game, seq + len(bodies) - len(worth), at, worth) if worth else seq + len(bodies)

    return patch.object(GameRepository, "append_events", choosy)


# Mail on its way out


@told("mails under <", shown=(1, 140))
def rendered_anew() -> AbstractContextManager[Any]:
    """What was sent is not kept: a mail that is sent again is written again, perhaps with other words."""
    return patch.object(OutboxClaims, "keep_rendered", lambda self, rendered: {number: raw for number, raw, _ in rendered})


@told("was delivered|mail that was not sent")
def sent_unrecorded() -> AbstractContextManager[Any]:
    """Nobody notes that an answer was sent, if its number can be divided by seven."""
    real = OutboxClaims._record_sent

    def forgetful(self: OutboxClaims, connection: Any, sent: Sequence[int]) -> None:
        real(self, connection, [notice for notice in sent if notice % 7])

    return patch.object(OutboxClaims, "_record_sent", forgetful)


@told("0 answers, not 1|mails bring|was given up", shown=(8, 310))
def given_up_soon() -> AbstractContextManager[Any]:
    """A mail is given up after twenty minutes in which the relay was away."""
    return patch.object(sender, "GIVE_UP", timedelta(minutes=20))


@told("0 mails bring", shown=(2, 140))
def press_lost() -> AbstractContextManager[Any]:
    """The text of press is not kept."""
    return around(
        GameRepository, "add_press", lambda real, self, game, seq, seat, body: real(self, game, seq, seat, {**body, "text": ""})
    )


@told("2 mails bring", shown=(3, 130))
def press_again() -> AbstractContextManager[Any]:
    """Press that was in a report is in the next one, too."""
    real = apply.STEPS[PhaseRun]
    return patch.dict(apply.STEPS, {PhaseRun: lambda game, event: replace(real(game, event), press=game.press[-1:])})


@told("put aside", shown=(3, 60))
def unclear_press() -> AbstractContextManager[Any]:
    """Press for several Powers cannot be sent."""
    real = press.press

    def single(asked: Any, command: Any) -> Any:
        if len(command.to) > 1:
            raise LookupError(command.to)
        return real(asked, command)

    return _handled(Press, single)


@told("was read by", shown=(1, 160))
def overheard() -> AbstractContextManager[Any]:
    """Press for one Power goes to all."""
    real = press.press

    def loud(asked: Any, command: Any) -> Any:
        done = real(asked, command)
        return replace(done, notices=tuple(each._replace(to=Group.ALL) for each in done.notices))

    return _handled(Press, loud)


def _handled(command: type[Any], by: Callable[..., Any]) -> AbstractContextManager[Any]:
    return patch.dict(decide.HANDLERS, {command: decide.HANDLERS[command]._replace(usual=by)})  # type: ignore[arg-type]

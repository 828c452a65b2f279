"""How somebody comes to be in a game: JOIN, OBSERVE, STANDBY, TAKEOVER and CREATE."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.board import normalize_name
from judge.commands import BY_TYPE
from judge.commands.gm import CreateGame
from judge.commands.joining import Join, is_name_line
from judge.commands.observers import Observe
from judge.commands.standbys import StandBy, TakeOver
from judge.game import CommandResult, Game, Reply, decide
from judge.game.clock.time_zones import guess_zone
from judge.letters import ADDRESS
from judge.mail.parsed import UNTOLD
from judge.office import limits
from judge.office.context import LetterContext
from judge.office.handlers import inviting, names, preferences
from judge.office.handlers.game_commands import carry_out
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.office.seat_in_game import SeatInGame
from judge.office.suggestions import public_forming_games
from judge.office.unit_of_work import game_key, normalize_game_name
from judge.store import Person, SeatRecord

Coming = Join | Observe | StandBy
NAME = re.compile(r"[a-z][a-z0-9-]{1,29}")


def join(visit: LetterContext, command: Join) -> None:
    """JOIN: a seat, or what else may be done where none is left."""
    if is_name_line(command):
        preferences.rename(visit, command)
        return
    if not command.game and not (visit.game and visit.sits_in(visit.game)):
        ask_which_game(visit)
        return
    if found := _found(visit, command.game or visit.game, suggest_open_games(visit, command.game)):
        game, seat = found
        if seat and seat.seat.is_player:
            _again(visit, game, seat, command)
            return
        if decision := _come(visit, game, seat, command, command.name):
            visit.replies += _welcome(visit, game, seat, decision)


def ask_which_game(visit: LetterContext) -> None:
    """A JOIN that names no game, or wishes of somebody who has no seat yet: which games there are."""
    visit.say("join-which", games=suggest_open_games(visit))


def _again(visit: LetterContext, game: Game, seat: SeatRecord, command: Join) -> None:
    """JOIN or PREFER of somebody who has a seat: other wishes, or another name; what is not so is answered."""
    visit.turn_to(game.name)
    if command.power or not command.name:
        decision = decide(game, command, seat.seat, visit.books.now, visit.books.rules(game))
        visit.books.carry_out(game, decision)
        visit.replies += decision.replies
    if command.name:
        preferences.rename(visit, command)


def observe(visit: LetterContext, command: Observe) -> None:
    """OBSERVE: anybody may, if the GM has not said otherwise."""
    if found := _found(visit, command.game, [], "observe"):
        _told(visit, _come(visit, *found, command, command.name))


def stand_by(visit: LetterContext, command: StandBy) -> None:
    """STANDBY: anybody may, as with JOIN; a GM is told who does."""
    found = _found(visit, command.game or visit.game, [], "standby")
    if found and found[1] and found[1].seat.is_gm:
        preferences.standbys(visit, found[0])
    elif found:
        _told(visit, _come(visit, *found, command, command.name))


def create(visit: LetterContext, command: CreateGame) -> None:
    """CREATE: a new game, and its writer the GM."""
    name = game_key(command.game)
    variants = visit.books.house.variants
    folder = find_variant(command.variant, variants) if command.variant else visit.books.house.usual
    if not NAME.fullmatch(name) or names.is_web(command.game):
        visit.say("refused", why="bad-name", game=command.game)
        return
    if not folder:
        near = similar_variants(command.variant, variants)
        visit.say("refused", why="no-variant", game=name, word=command.variant, near=near, known=sorted(set(variants.values())))
        return
    seed = visit.books.house.seed()
    rules = visit.books.house.rules(folder)
    decision = decide(visit.books.open(name), normalize_game_name(command, name), None, visit.books.now, rules, seed.encode())
    if decision.events and not limits.may_open_game(visit, name):
        return
    if decision.events:
        visit.turn_to(name)
        named = next((line.partition(" ")[2] for line in command.settings if line.lower().startswith("name ")), visit.called)
        fault = names.name_problem(visit, named) if named else None
        person = names.register_person(visit, "" if fault else named)
        visit.books.add(decision, person, visit.books.house.nonce(), seed)
        limits.count_action(visit, "games", name)
        visit.seats = visit.books.work.seats.of_person(person.id)
    visit.replies += decision.replies
    if decision.events:
        if fault:
            names.refuse_name(visit, fault)
        inviting.invite_listed(visit, command.settings)


def _found(visit: LetterContext, name: str, near: list[str], stage: str = "") -> tuple[Game, SeatRecord | None] | None:
    """The game that is meant, and the writer's seat in it; None, and said so, if there is none to come into."""
    game = visit.books.open(game_key(name)) if name else None
    seat = visit.sits_in(game.name) if game else None
    if game is None or (seat is None and game.stage == "finished"):
        visit.say("no-such-game", game=name, near=near, **({"stage": stage} if stage else {}))
        return None
    return game, seat


def _come(visit: LetterContext, game: Game, seat: SeatRecord | None, command: Coming, name: str = "") -> CommandResult | None:
    """What the game says to whoever would come in; from then on the writer speaks from the place taken. None if nobody can be
    called so, which is answered.
    """
    name, anew = name or visit.called, bool(seat) and isinstance(command, Join)
    decision = decide(game, command, seat.seat if seat else None, visit.books.now, visit.books.rules(game))
    if decision.events and (fault := names.name_problem(visit, names.requested_name(visit, name, anew), game)):
        names.refuse_name(visit, fault, f"{BY_TYPE[type(command)].word} {game.name}")
        return None
    if decision.events:
        visit.turn_to(game.name)
        person = names.register_person(visit, name, anew)
        visit.books.carry_out(game, decision, person)
        visit.by_token, visit.seats = None, visit.books.work.seats.of_person(person.id)
    return decision


def _told(visit: LetterContext, decision: CommandResult | None) -> None:
    visit.replies += decision.replies if decision else ()


def _welcome(visit: LetterContext, game: Game, seat: SeatRecord | None, decision: CommandResult) -> tuple[Reply, ...]:
    """The answer to a JOIN: with the time zone that was guessed; or what else may be done where no seat is left."""
    if decision.events and visit.person:
        zone = _clock(visit, visit.person)
        return (*decision.replies, *([Reply("clock", {"zone": zone})] if zone else []))
    if seat is None and decision.replies[0].facts["why"] in ("has-begun", "full"):
        facts = {"game": game.name, "begun": game.stage != "forming", "observers": game.settings.observers}
        return (Reply("no-seat-left", facts),)
    return decision.replies


def _clock(visit: LetterContext, person: Person) -> str:
    """The time zone that a newcomer's letter was probably written in, kept if none is known; '' for no guess, or if one is."""
    work, written = visit.books.work, visit.mail.date
    offset = written.utcoffset() if written else None
    if work.people.zone_at(person.address) or written is None or offset is None or written.tzinfo is UNTOLD:
        return ""
    zone = guess_zone(offset, written)
    if zone:
        work.people.set_zone(person.id, zone)
    return zone


def suggest_open_games(visit: LetterContext, name: str = "") -> list[str]:
    """Listed games that wait for players, those with names like this first."""
    wanted = game_key(name)
    names = [card.name for card in public_forming_games(visit)]
    return sorted(names, key=lambda known: (known[:1] != wanted[:1], abs(len(known) - len(wanted)), known))[:5]


def would_join(visit: LetterContext, command: Join) -> bool:
    """Whether a JOIN would do anything; nothing is changed by asking."""
    if visit.person and command.name and not command.game:
        return True
    game = visit.books.open(game_key(command.game) or visit.game)
    if game is None:
        return False
    seat = visit.sits_in(game.name)
    if seat and command.name:
        return True
    if visit.person is None and names.name_problem(visit, names.requested_name(visit, command.name or visit.called), game):
        return False
    return bool(decide(game, command, seat.seat if seat else None, visit.books.now, visit.books.rules(game)).events)


def would_create(visit: LetterContext, command: CreateGame) -> bool:
    """Whether a CREATE names a game that can be opened."""
    return bool(NAME.fullmatch(game_key(command.game))) and not visit.books.stage(command.game)


def take_over(visit: LetterContext, at: SeatInGame, command: TakeOver) -> None:
    """TAKEOVER: a standby has a vacant power, or the GM gives it to somebody; to a stranger it is offered by a letter."""
    command, other = _with_standby(visit, command, at.game) if at.seat.seat.is_gm else (command, None)
    decision = visit.decide(command, at.game, at.seat.seat)
    if limits.may_offer(visit, other, decision) and carry_out(visit, at, command, decision, other) and decision.events:
        visit.look_up_seats()


def _with_standby(visit: LetterContext, command: TakeOver, game: Game) -> tuple[TakeOver, Person | None]:
    """The command with its standby named by seat, and whoever it is offered to, if that is somebody who does not stand by."""
    wanted = command.by.lower()
    rows = [row for row in visit.books.work.seats.of_game(game.name) if row.seat.is_standby]
    found = [row for row in rows if wanted == row.address.lower() or normalize_name(command.by) == normalize_name(row.name)]
    if len(found) == 1:
        return replace(command, seat=found[0].seat), None
    if not ADDRESS.fullmatch(command.by) or any(row.address.lower() == wanted for row in visit.books.work.seats.of_game(game.name)):
        return replace(command, by=command.by.replace("@", " at ")), None
    people = visit.books.work.people
    return command, people.by_address(wanted) or people.add(command.by, command.by.partition("@")[0])

"""Commands by which people come into a game: JOIN, OBSERVE, STANDBY, TAKEOVER and CREATE."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from judge.board import normalize_name
from judge.commands import BY_TYPE
from judge.commands.gm import CreateGame
from judge.commands.joining import Join, is_name_line
from judge.commands.observers import Observe
from judge.commands.standbys import StandBy, TakeOver
from judge.game import CommandResult, Game, Reply, decide
from judge.game.clock.time_zones import guess_zone
from judge.game.gm.lifecycle import create_game
from judge.game.gm.settings_facts import settings_facts
from judge.game.players.entry import address_fingerprints
from judge.game.power_names import find_powers
from judge.letters import ADDRESS
from judge.mail.parsed import UNTOLD
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers import inviting, names, preferences
from judge.office.handlers.game_commands import carry_out
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.office.suggestions import public_forming_games
from judge.office.unit_of_work import game_key
from judge.rules.ruleset import Ruleset
from judge.store import Person, SeatRecord

Coming = Join | Observe | StandBy
NAME = re.compile(r"[a-z][a-z0-9-]{1,29}")


def join(context: LetterContext, command: Join) -> None:
    """JOIN: take a seat; if none is left, say what else is possible."""
    if is_name_line(command):
        preferences.rename(context, command)
        return
    if not command.game and not (context.game and context.sits_in(context.game)):
        ask_which_game(context)
        return
    if found := _found(context, command.game or context.game, suggest_open_games(context, command.game)):
        game, seat = found
        if seat and seat.seat.is_player:
            _again(context, game, seat, command)
            return
        if decision := _come(context, game, seat, command, command.name):
            context.replies += _welcome(context, game, seat, decision)


def ask_which_game(context: LetterContext) -> None:
    """A JOIN that names no game, or wishes of somebody who has no seat yet: which games there are."""
    games, wishes = list[dict[str, Any]](), list[str]()
    for game in filter(None, map(context.uow.opened, suggest_open_games(context))):
        rules = context.uow.rules(game)
        wishes = wishes or find_powers(context.mail.text, rules)
        seats = {"taken": len(game.taken()), "seats": rules.seats}
        games.append({"game": game.name, "title": rules.title, "settings": settings_facts(game.settings), **seats})
    context.say("join-which", seats_free=games, wishes=wishes)


def _again(context: LetterContext, game: Game, seat: SeatRecord, command: Join) -> None:
    """JOIN or PREFER of somebody who has a seat: change preferences or the name, and say what was not changed."""
    context.turn_to(game.name)
    if command.power or not command.name:
        decision = decide(game, command, seat.seat, context.uow.now, context.uow.rules(game))
        context.uow.carry_out(game, decision)
        context.replies += decision.replies
    if command.name:
        preferences.rename(context, command)


def observe(context: LetterContext, command: Observe) -> None:
    """OBSERVE: anybody may, unless the GM forbids it."""
    if found := _found(context, command.game, [], "observe"):
        _told(context, _come(context, *found, command, command.name))


def stand_by(context: LetterContext, command: StandBy) -> None:
    """STANDBY: anybody may, as with JOIN; the GM is told."""
    found = _found(context, command.game or context.game, [], "standby")
    if found and found[1] and found[1].seat.is_gm:
        preferences.standbys(context, found[0])
    elif found:
        _told(context, _come(context, *found, command, command.name))


def create(context: LetterContext, command: CreateGame) -> None:
    """CREATE: open new games with their writer as the GM, perhaps with the variant and settings of another."""
    like = context.uow.opened(command.like) if command.like else None
    if command.like and (like is None or not (like.settings.listed or context.sits_in(like.name))):
        context.say("no-such-game", game=command.like, near=[])
        context.lost = context.unopened = True
        return
    meant = [name for name in command.more if find_variant(name, context.uow.house.variants)]
    if meant and not command.variant:  # `CREATE heron, standard` is one game
        command = replace(command, variant=meant[0], more=tuple(name for name in command.more if name not in meant))
    context.lost = context.unopened = True  # until one is open
    for name in (command.game, *command.more):
        _create(context, replace(command, game=name, variant=command.variant or (like.variant if like else "")), like)


def _create(context: LetterContext, command: CreateGame, like: Game | None) -> None:
    name = game_key(command.game)
    variants = context.uow.house.variants
    folder = find_variant(command.variant, variants) if command.variant else context.uow.house.usual
    if not NAME.fullmatch(name) or names.is_web(command.game) or names.names_role(name):
        context.say("refused", why="bad-name", game=command.game)
        return
    if not folder:
        near = similar_variants(command.variant, variants)
        known = sorted(set(variants.values()))
        context.say("refused", why="no-variant", game=name, practice=False, word=command.variant, near=near, known=known)
        return
    seed = context.uow.house.seed()
    rules = context.uow.house.rules(folder)
    decision = _decided(context, replace(command, game=name), rules, seed, like)
    if decision.events and not limits.may_open_game(context, name):
        return
    if decision.events:
        context.go_on_in(name)
        named = next((line.partition(" ")[2] for line in command.settings if line.lower().startswith("name ")), context.called)
        fault = names.name_problem(context, named) if named else None
        person = names.register_person(context, "" if fault else named)
        context.uow.add(decision, person, context.uow.house.nonce(), seed)
        limits.count_action(context, "games", name)
        context.seats = context.uow.work.seats.of_person(person.id)
    context.replies += decision.replies
    if decision.events:
        if fault:
            names.refuse_name(context, fault)
        inviting.invite_listed(context, command.settings)


def _decided(context: LetterContext, command: CreateGame, rules: Ruleset, seed: str, like: Game | None) -> CommandResult:
    """Return what CREATE comes to. A number belongs to one game."""
    there = context.uow.open(command.game)
    if there is not None or like is None:
        return decide(there, command, None, context.uow.now, rules, seed.encode())
    house_rules = like.settings.house_rules if rules.key == like.variant else {}
    settings = replace(like.settings, number="", house_rules=house_rules)
    return create_game(command, rules, seed.encode(), context.uow.now, settings)


def _found(context: LetterContext, name: str, near: list[str], stage: str = "") -> tuple[Game, SeatRecord | None] | None:
    """The game meant and the writer's seat in it; None, after saying so, if they cannot join it."""
    game = context.enterable_game(name)
    seat = context.sits_in(game.name) if game else None
    if game is None or (seat is None and game.stage == "finished"):
        context.say("no-such-game", game=name, near=near, **({"stage": stage} if stage else {}))
        return None
    return game, seat


def _come(context: LetterContext, game: Game, seat: SeatRecord | None, command: Coming, name: str = "") -> CommandResult | None:
    """Let somebody join; from then on the writer speaks from the new seat. None if nobody can be
    called so, which is answered.
    """
    name, anew = name or context.called, bool(seat) and isinstance(command, Join)
    command = _known(context, command) if isinstance(command, Join) else command
    decision = decide(game, command, seat.seat if seat else None, context.uow.now, context.uow.rules(game))
    if decision.events and (fault := names.name_problem(context, names.requested_name(context, name, anew), game)):
        names.refuse_name(context, fault, f"{BY_TYPE[type(command)].word} {game.name}")
        return None
    if decision.events:
        context.turn_to(game.name)
        person = names.register_person(context, name, anew)
        context.uow.carry_out(game, decision, person)
        context.by_token, context.seats = None, context.uow.work.seats.of_person(person.id)
    return decision


def _known(context: LetterContext, command: Join) -> Join:
    """Return a JOIN with what its game may ask about its writer: from where they write, and how reliable they were."""
    habits = context.uow.work.people.profile(context.person.id) if context.person else None
    marks, due, silent = address_fingerprints(context.address), habits.due if habits else 0, habits.silent if habits else 0
    return replace(command, marks=marks, due=due, silent=silent)


def _told(context: LetterContext, decision: CommandResult | None) -> None:
    context.replies += decision.replies if decision else ()


def _welcome(context: LetterContext, game: Game, seat: SeatRecord | None, decision: CommandResult) -> tuple[Reply, ...]:
    """The answer to a JOIN: with the time zone that was guessed; or what else may be done where no seat is left."""
    if decision.events and context.person:
        zone = _clock(context, context.person)
        return (*decision.replies, *([Reply("clock", {"zone": zone})] if zone else []))
    if seat is None and decision.replies[0].facts["why"] in ("has-begun", "full"):
        facts = {"game": game.name, "begun": game.stage != "forming", "observers": game.settings.observers}
        return (Reply("no-seat-left", facts),)
    return decision.replies


def _clock(context: LetterContext, person: Person) -> str:
    """The time zone that a newcomer's letter was probably written in, kept if none is known; '' for no guess, or if one is."""
    work, written = context.uow.work, context.mail.date
    offset = written.utcoffset() if written else None
    if work.people.zone_at(person.address) or written is None or offset is None or written.tzinfo is UNTOLD:
        return ""
    zone = guess_zone(offset, written)
    if zone:
        work.people.set_zone(person.id, zone)
    return zone


def suggest_open_games(context: LetterContext, name: str = "") -> list[str]:
    """Listed games that wait for players, those with names like this first."""
    wanted = game_key(name)
    names = [card.name for card in public_forming_games(context)]
    return sorted(names, key=lambda known: (known[:1] != wanted[:1], abs(len(known) - len(wanted)), known))[:5]


def would_join(context: LetterContext, command: Join) -> bool:
    """Whether a JOIN would do anything. Changes nothing."""
    if context.person and command.name and not command.game:
        return True
    game = context.enterable_game(command.game or context.game)
    if game is None:
        return False
    seat = context.sits_in(game.name)
    if seat and command.name:
        return True
    if context.person is None and names.name_problem(context, names.requested_name(context, command.name or context.called), game):
        return False
    by = seat.seat if seat else None
    return bool(decide(game, _known(context, command), by, context.uow.now, context.uow.rules(game)).events)


def would_create(context: LetterContext, command: CreateGame) -> bool:
    """Whether a CREATE names a game that can be opened."""
    named = (command.game, *command.more)
    return any(NAME.fullmatch(game_key(name)) and not context.uow.stage(name) for name in named)


def would_take_over(context: LetterContext, command: TakeOver) -> bool:
    """Whether a TAKEOVER would do anything: the game decides on a GM's, and others with a place in the game may be anybody."""
    name = game_key(command.game) or context.game
    seat = context.sits_in(name) if name else None
    if seat is None or not seat.seat.is_gm:
        return seat is not None
    game = context.catch_up(name)
    return game is not None and bool(context.decide(_named_by_seat(context, command, game), game, seat.seat).events)


def take_over(context: LetterContext, at: SeatInGame, command: TakeOver) -> None:
    """TAKEOVER: give a vacant Power to a standby, or to somebody whom the GM names; a stranger is offered it by a letter. Somebody
    whom others named by an address alone is called as their letter says.
    """
    gm, standby = at.seat.seat.is_gm, at.seat.seat.is_standby
    command = _named_by_seat(context, command, at.game) if gm else command
    decision = context.decide(command, at.game, at.seat.seat)
    other = _offered_to(context, command) if gm and decision.events and not command.seat else None
    if standby and decision.events and not names.name_problem(context, names.requested_name(context, context.called), at.game):
        names.register_person(context, context.called)
    if limits.may_offer(context, other, decision) and carry_out(context, at, command, decision, other) and decision.events:
        context.look_up_seats()


def _named_by_seat(context: LetterContext, command: TakeOver, game: Game) -> TakeOver:
    """Return a GM's command with the seat of the standby that it names, or of the person in the game with the address in it."""
    wanted = command.by.lower()
    rows = context.uow.work.seats.of_game(game.name)
    named = normalize_name(command.by)
    found = [row for row in rows if row.seat.is_standby and (wanted == row.address.lower() or named == normalize_name(row.name))]
    found = found or [row for row in rows if wanted == row.address.lower()]
    if len(found) == 1:
        return replace(command, seat=found[0].seat)
    return command if ADDRESS.fullmatch(command.by) else replace(command, by=command.by.replace("@", " at "))


def _offered_to(context: LetterContext, command: TakeOver) -> Person:
    """The person with the address that a Power is offered to."""
    people = context.uow.work.people
    return people.by_address(command.by.lower()) or people.add(command.by, command.by.partition("@")[0])

"""Find the game that a letter is about: GAME, and the answers if it names none, or one in which its writer has no seat."""

from __future__ import annotations

from typing import Any

from judge.commands.foreign_words import NEAREST
from judge.commands.help_and_lists import UseGame
from judge.game import Reply
from judge.game.orders.heading import FIELD, PHASES
from judge.game.orders.phase_names import read_phase
from judge.game.power_names import find_power
from judge.letters import Notice
from judge.office.context import LetterContext
from judge.office.unit_of_work import game_key
from judge.office.zines.publishing import has_sample, last_printed
from judge.seat import GM
from judge.store import CarriedGame


def use_game(context: LetterContext, command: UseGame) -> None:
    """GAME: make this game the one that the rest is about, if its writer has a seat in it."""
    name = game_key(command.game)
    if command.lettered and not context.sits_in(name):
        name = name[1:]
        if not context.sits_in(name):
            context.say("unknown", line=command.line, near=list(NEAREST["SIGNON"]), without="")
            return
    if context.sits_in(name):
        context.go_on_in(name)
        context.catch_up(name)
    elif meant := _told_by_its_head(context, command):
        context.go_on_in(meant)
        context.say("taken-for", game=meant, called=command.line.partition(":")[2].strip())
    else:
        context.lost, context.unopened = True, False
        if not context.seats and _editor(context, name):
            say_no_seat(context, name)
        else:
            say_not_in_game(context, name)


def _told_by_its_head(context: LetterContext, command: UseGame) -> str:
    """Return the only game that a writer plays in, if a heading `Game: Marne 14` names none of this house and the lines beside it
    name the writer's power and the running phase; '' if it may be another game. Players give their games names of their own.
    """
    playing = [seat for seat in context.seats if seat.seat.is_player and context.uow.stage(seat.game) == "running"]
    game = context.uow.opened(playing[0].game) if len(playing) == 1 else None
    if game is None or ":" not in command.line or context.uow.stage(game_key(command.game)):
        return ""
    rules, phase = context.uow.rules(game), game.board_now.phase
    said = [(field["name"].lower(), field["value"]) for field in FIELD.finditer(context.mail.text)]
    powers = {find_power(value, rules) for name, value in said if name not in PHASES}
    phases = [value for name, value in said if name in PHASES]
    runs = (read_phase(value, rules) == phase for value in phases)
    return game.name if powers == {game.power_of(playing[0].seat)} and phases and all(runs) else ""


def say_which_game(context: LetterContext) -> None:
    """Say that a command needs a game, and which games its writer may mean. The commands after it are about no game."""
    context.lost = True
    if context.replies and context.replies[-1].kind in ("not-in-game", "stranger"):
        return
    if not context.seats and answer_former_player(context):
        return
    if context.seats:
        names = sorted({seat.game for seat in context.seats})
        played = [name for name in names if context.uow.stage(name) not in ("", "finished")]
        context.say("which-game", games=played or names)
    else:
        say_no_seat(context)


def say_outside(context: LetterContext, name: str) -> None:
    """Say that what follows is what anybody may know of a game in which a writer has no seat: once in an answer, of all such games.
    The commands after it are about no game.
    """
    context.lost = True
    said = next((reply for reply in context.replies if reply.kind == "outside"), None)
    games = [*(each for each in (said.facts["games"] if said else ()) if each != name), name]
    told = Reply("outside", {"games": games, "known": bool(context.seats or _carried(context))})
    if said:
        context.replies[context.replies.index(said)] = told
    else:
        context.replies.append(told)


def last_outside(context: LetterContext) -> str:
    """The last game of which a letter was told what anybody may know (`say_outside`); '' if there is none."""
    return next((str(reply.facts["games"][-1]) for reply in context.replies if reply.kind == "outside"), "")


def say_lost(context: LetterContext) -> None:
    """Of a command below what anybody may know of a game, say that its writer has no seat there; of one below a CREATE that opened
    nothing, that it was not read.
    """
    name = last_outside(context)
    if context.unopened:
        context.say("refused", why="below-create")
    elif name and not any(reply.kind in ("not-in-game", "stranger") for reply in context.replies):
        say_not_in_game(context, name)


def say_not_in_game(context: LetterContext, name: str) -> None:
    """Say that a writer has no seat in a game, and in which they have; an editor who prints it also what there is to ask."""
    context.say("not-in-game", game=name, games=sorted({seat.game for seat in context.seats}), editor=_editor(context, name))


def say_no_seat(context: LetterContext, called: str = "") -> None:
    """Tell somebody without a seat in any game so; editors also what they can ask of the games they print, or of that `called`."""
    context.say("stranger", editor=_editor(context, called) or _editor(context))


def _editor(context: LetterContext, called: str = "") -> dict[str, Any]:
    """What an editor may ask of the games of their zines, or of one: which they are, whether there is a sample, and the last phase
    that was in a copy, with its game. {} if the writer prints none of them.
    """
    rows = [row for row in _carried(context) if called in ("", row.game)]
    game, phase = last_printed(context.uow, rows)
    prints = sorted({row.game for row in rows})
    return {"prints": prints, "sample": has_sample(context.uow, rows), "game": game, "phase": phase} if rows else {}


def _carried(context: LetterContext) -> list[CarriedGame]:
    """The games of the writer's zines."""
    zines = context.uow.work.zines
    mine = zines.of_person(context.person.id) if context.person else []
    return sorted((row for zine in mine for row in zines.games(zine.id)), key=lambda row: row.game)


def answer_former_player(context: LetterContext) -> bool:
    """Answer a former player kindly, and tell the GM that they have written again. Returns whether the writer is one."""
    if context.person is None:
        return False
    work = context.uow.work
    tenures = work.seats.tenures_of(context.person.id)
    past = [t for t in tenures if t.until is not None and (not context.game or t.game == context.game)]
    past = [t for t in past if context.uow.stage(t.game) == "running"]
    game = context.uow.opened(past[-1].game) if past else None
    if game is None:
        return False
    seat = game.seat(past[-1].seat)
    power, vacant = game.power_of(past[-1].seat), bool(seat and seat.vacant)
    gm = work.seats.get(game.name, GM)
    context.say(
        "gone", game=game.name, power=power, vacant=vacant, since=past[-1].since, until=past[-1].until, gm=gm is not None
    )
    if vacant and gm:
        facts = {"what": "returned", "power": power, "name": context.person.name, "text": context.mail.text[:1000], "now": None}
        context.uow.send(Notice(f"returned/{game.name}/{context.person.id}/{game.seq}", gm.address, "news", facts, game.name, GM))
    return True

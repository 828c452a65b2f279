"""Which game a letter is about: GAME, and what is said where it names none, or one in which its writer has no seat."""

from __future__ import annotations

from judge.commands.foreign_words import NEAREST
from judge.commands.help_and_lists import UseGame
from judge.letters import Notice
from judge.office.context import LetterContext
from judge.office.unit_of_work import game_key
from judge.seat import GM


def use_game(visit: LetterContext, command: UseGame) -> None:
    """GAME: what follows is about this game, if its writer has a seat in it."""
    name = game_key(command.game)
    if command.lettered and not visit.sits_in(name):
        name = name[1:]
        if not visit.sits_in(name):
            visit.say("unknown", line=command.line, near=list(NEAREST["SIGNON"]))
            return
    if visit.sits_in(name):
        visit.turn_to(name)
        visit.lost = False
        visit.catch_up(name)
    else:
        visit.lost = True
        visit.say("not-in-game", game=name, games=sorted({seat.game for seat in visit.seats}))


def say_which_game(visit: LetterContext) -> None:
    """Say that a command needs a game, and which games its writer may mean. What follows it is about no game."""
    visit.lost = True
    if visit.replies and visit.replies[-1].kind == "not-in-game":
        return
    if not visit.seats and answer_former_player(visit):
        return
    if visit.seats:
        names = sorted({seat.game for seat in visit.seats})
        played = [name for name in names if visit.books.stage(name) not in ("", "finished")]
        visit.say("which-game", games=played or names)
    else:
        visit.say("stranger")


def answer_former_player(visit: LetterContext) -> bool:
    """Whether the writer had a seat once that is his no more: a kind answer, and the GM is told that he has come back."""
    if visit.person is None:
        return False
    work = visit.books.work
    past = [t for t in work.seats.tenures_of(visit.person.id) if t.until is not None and (not visit.game or t.game == visit.game)]
    game = visit.books.opened(past[-1].game) if past else None
    if game is None or game.stage != "running":
        return False
    seat = game.seat(past[-1].seat)
    power, vacant = game.power_of(past[-1].seat), bool(seat and seat.vacant)
    visit.say("gone", game=game.name, power=power, vacant=vacant, since=past[-1].since, until=past[-1].until)
    if vacant and (gm := work.seats.get(game.name, GM)):
        facts = {"what": "returned", "power": power, "name": visit.person.name, "text": visit.mail.text[:1000], "now": None}
        visit.books.send(Notice(f"returned/{game.name}/{visit.person.id}/{game.seq}", gm.address, "news", facts, game.name, GM))
    return True

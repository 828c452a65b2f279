"""What only some games have: their own commands, and DIE where there are dice."""

from __future__ import annotations

from judge.board import fold
from judge.commands import Die, Own
from judge.game.decision import Asked, Decision, Reply, Tell, accept, refuse
from judge.game.events import Commanded, ThrowStated
from judge.rules.commands import Denied, OwnCommand, Said, file_of
from judge.rules.dice import SIDES
from judge.rules.ruleset import Ruleset


def declared(command: Own, ruleset: Ruleset) -> OwnCommand | None:
    """The game's own command of this word, or None if this game does not have it."""
    return next((own for own in ruleset.commands if own.word == command.word), None)


def own(asked: Asked, command: Own) -> Decision:
    """A command of the game's own: its folder decides, and what it remembers becomes part of the position."""
    known = declared(command, asked.ruleset)
    if known is None:
        return refuse("not-in-this-game", word=command.word)
    ruling = known.decide(Said(asked.power, command.text, asked.game.board_now, asked.ruleset))
    told = {
        "game": asked.game.name, "word": command.word, "file": file_of(command.word), "by": asked.power, "told": dict(ruling.told),
    }  # fmt: skip
    if isinstance(ruling, Denied):
        return Decision(replies=(Reply("own-refused", {**told, "why": ruling.why}),))
    event = Commanded(asked.power, command.word, command.text, ruling.facts)
    tell = (Tell("*", "news", {"what": "own", **told}),) if ruling.announced else ()
    return Decision((event,), (Reply("own", told),), tell)


def die(asked: Asked, command: Die) -> Decision:
    """DIE: a throw made at a table holds as if it had been drawn, if it comes before that; everybody is told at once."""
    game, ruleset = asked.game, asked.ruleset
    if not ruleset.dice:
        return refuse("no-dice")
    throw = int(command.throw)
    if not 1 <= throw <= SIDES:
        return refuse("no-such-throw", word=command.throw, sides=SIDES)
    subject = _subject(asked, command.subject)
    if not subject:
        return refuse("no-such-subject", word=command.subject)
    if subject in game.throws:
        stated = game.stated.get(subject, "")
        return refuse("thrown-already", subject=subject, throw=game.throws[subject], stated=stated)
    facts = {"subject": subject, "throw": throw, "reason": command.reason}
    told = accept("die", ThrowStated(subject, throw, command.reason), **facts)
    return Decision(told.events, told.replies, (Tell("*", "news", {"what": "die", **facts}),))


def _subject(asked: Asked, text: str) -> str:
    """The subject that a text names, among those that may be thrown for; '' if it names none, or several."""
    position, board = asked.game.board_now, asked.ruleset.board
    known = set(asked.ruleset.table.subjects(asked.ruleset, position)) | set(asked.game.throws)
    found = {subject for subject in known if fold(subject) == fold(text)} or known & set(board.names.find(text))
    return min(found) if len(found) == 1 else ""

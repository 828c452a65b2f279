"""What only some games have: their own commands, and DIE where there are dice."""

from __future__ import annotations

from judge.board import normalize_name
from judge.commands import BY_TYPE, OF_DICE, Command, CommandSpec, VariantCommand, variant_command_row
from judge.commands.dice import StateThrow
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.model.events import Commanded, ThrowStated
from judge.game.model.game import GM_READER
from judge.game.model.gm_events import ThrowReplaced
from judge.game.starting_position import forming_position
from judge.rules.dice import SIDES
from judge.rules.ruleset import Ruleset
from judge.rules.variant_commands import EVERYBODY, CommandDenied, GivenCommand, command_template
from judge.seat import GM, Seat


def own_command_rows(ruleset: Ruleset) -> tuple[CommandSpec, ...]:
    """The rows of this game's own commands."""
    return tuple(variant_command_row(own.word, own.who, own.example, own.takes != "line", own.when) for own in ruleset.commands)


def variant_command_rows(rules: Ruleset) -> tuple[CommandSpec, ...]:
    """The rows of the commands that this game has and not every game."""
    return (*(OF_DICE if rules.dice else ()), *own_command_rows(rules))


def row_in_game(command: Command, ruleset: Ruleset) -> CommandSpec:
    """A row that makes a command of this type; of a game's own command, the one of its word.

    Raises:
        KeyError: what reading alone makes has no row.
    """
    own = own_command_rows(ruleset) if isinstance(command, VariantCommand) else ()
    return next((row for row in own if row.word == getattr(command, "word", "")), BY_TYPE[type(command)])


def obey_variant_command(asked: TruthContext, command: VariantCommand) -> CommandResult:
    """A command of the game's own: its folder decides, and what it remembers becomes part of the position."""
    known = next((own for own in asked.ruleset.commands if own.word == command.word), None)
    if known is None:
        return refused("not-in-this-game", word=command.word)
    if not asked.by:
        return refused("no-seat")
    if asked.truth.held and asked.power:
        return refused("phase-held", phase=asked.truth.board_now.phase.name)
    game, forming = asked.truth, asked.truth.stage == "forming"
    position = forming_position(game, asked.ruleset) if forming else game.board_now
    ruling = known.decide(GivenCommand(asked.power, command.text, position, asked.ruleset, forming, command.block))
    told = {
        "game": asked.truth.name,
        "word": command.word,
        "file": command_template(command.word),
        "by": asked.power,
        "told": dict(ruling.told),
    }
    if isinstance(ruling, CommandDenied):
        return CommandResult(replies=(Reply("own-refused", {**told, "why": ruling.why}),))
    event = Commanded(asked.power, command.word, command.text, ruling.facts)
    news = [(to, each.told) for each in ruling.news if (to := _whom(asked, each.to))]
    tell = tuple(Notification(to, "news", {"what": "own", **told, "told": dict(facts)}) for to, facts in news)
    return CommandResult((event,) if ruling.facts != position.facts else (), (Reply("own", told),), tell)


def _whom(asked: TruthContext, to: str) -> Seat | Group | None:
    """The seat to notify; None for a power without a player."""
    if to in (EVERYBODY, GM_READER):
        return GM if to == GM_READER else Group.ALL
    seat = asked.truth.seat_of(to)
    return seat.key if seat and not seat.vacant else None


def state_throw(asked: TruthContext, command: StateThrow) -> CommandResult:
    """DIE: a throw made at a table holds as if it had been drawn, if it comes before that; everybody is told at once.

    One that the GM was shown already is replaced: then they are told what it was, too, and so does the report.
    """
    game, ruleset = asked.truth, asked.ruleset
    if not ruleset.dice:
        return refused("no-dice")
    throw = int(command.throw)
    if not 1 <= throw <= SIDES:
        return refused("no-such-throw", word=command.throw, sides=SIDES)
    subject = find_throw_subject(asked, command.subject)
    if not subject:
        return refused("no-such-subject", word=command.subject)
    if subject in game.throws:
        stated = game.stated.get(subject, "")
        return refused("thrown-already", subject=subject, throw=game.throws[subject], stated=stated)
    facts = {"subject": subject, "throw": throw, "reason": command.reason}
    if subject in game.shown:
        facts["was"] = game.shown[subject]
        done = accepted("die", ThrowReplaced(subject, throw, game.shown[subject], command.reason), **facts)
    else:
        done = accepted("die", ThrowStated(subject, throw, command.reason), **facts)
    return CommandResult(done.events, done.replies, (Notification(Group.ALL, "news", {"what": "die", **facts}),))


def find_throw_subject(asked: TruthContext, text: str) -> str:
    """The subject that a text names, among those that may be thrown for; '' if it names none, or several."""
    position, board = asked.truth.board_now, asked.ruleset.board
    known = set(asked.ruleset.rules.throw_subjects(asked.ruleset, position)) | set(asked.truth.throws)
    found = {subject for subject in known if normalize_name(subject) == normalize_name(text)} or known & set(board.names.find(text))
    return min(found) if len(found) == 1 else ""

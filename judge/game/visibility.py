"""What a reader may see. Reports, answers and maps are built from these values only, never from a Game or an Outcome.

Standard Diplomacy hides little: everybody's orders before the deadline. After it everything is public. What a game hides
beyond that, its rules say (`judge.rules.visibility`): each reader then has a separate game, on the board that they know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple

from judge.board import Phase, Position
from judge.game.dice.record import format_record, make_record
from judge.game.model.game import GM_READER, PUBLIC, CurrentOrders, FutureOrders, Game
from judge.game.model.gm_actions import GMOrders, Habit
from judge.game.model.judged_phase import JudgedPhase, PublicPhase
from judge.game.model.known_game import KnownGame, ballot_facts, known_game, sees_all
from judge.game.outstanding import units_without_orders
from judge.game.starting_position import forming_position
from judge.rules import AdjustmentDue, Supposing, awaited_dues, counterfactual, dues_by_power, gm_due
from judge.rules.outcome import OrderResult, RemovedUnit
from judge.rules.ruleset import Ruleset


class Heard(NamedTuple):
    """What has come in from a power: `given` of `due` orders, and whether it has said FINAL."""

    given: int
    due: int
    final: bool


@dataclass(frozen=True)
class GameView:
    """A game as it stands now, for one reader: a power, the GM (`gm`), or the public ('')."""

    reader: str
    game: str
    title: str
    stage: str
    position: Position | None
    opening: Position | None
    """The board with which the forming game would begin: the rules', and the GM's with what was prepared."""
    owed: Mapping[str, AdjustmentDue]
    """power → what is due from it now."""
    standing: CurrentOrders | None
    """The reader's own orders only. For the GM: those of the power that the GM orders for."""
    voice: str
    """The power whose orders they are."""
    mastered: AdjustmentDue | None
    """What is due from that power if nobody plays it; the GM's to see."""
    habit: Habit | None
    """What that power's units do without orders; the GM's to see."""
    final: bool
    """Whether the reader has said FINAL."""
    due: datetime | None
    zone: str
    seats: int
    taken: int
    heard: Mapping[str, Heard]
    """power → what has come in so far. The GM's to see; empty for everybody else."""
    ballot: Mapping[str, Any] | None
    """What is being voted on, and the reader's own vote; nobody else's."""
    later: tuple[FutureOrders, ...]
    """What the reader has ordered for later phases; nobody else's."""
    early: datetime | None
    """When the phase is run before its deadline, as all that is due is in."""
    grace: datetime | None
    """Until when the phase waits for those who are late; None while it waits for nobody."""
    late: tuple[str, ...]
    """Powers that are late."""
    closed: bool
    """Whether the reader's orders can no longer be changed, because the phase waits for others only."""
    paused: datetime | None
    """When the clock, which is stopped, goes on by itself."""
    held: bool
    """Whether the phase is closed, and its report waits for the GM."""
    publishes: datetime | None
    """When that is sent by itself; the GM's to see."""
    ending: str
    winners: tuple[str, ...]
    history: tuple[tuple[int, Mapping[str, int]], ...]
    """(year, power → centres) at the start and at every count, once the game is over."""
    counted: bool
    """Whether centres have been counted since the start."""
    seal: str
    """Fingerprint of the seed of its throws; '' for a game without dice."""
    luck: tuple[str, ...]
    """What players added to that seed, once the game has begun: `England tulip`."""
    record: str
    """The record of all throws, once the game is over."""
    doomed: bool
    """Whether it ends then, unless the GM resumes it before."""
    moderated: bool
    begins: datetime | None
    """When the forming game begins by itself."""
    begins_short: bool
    """Whether it does with fewer players, too."""
    blind: bool
    anonymous: bool
    press: tuple[str, ...]
    """The kinds of press that there may be."""
    house: Mapping[str, str]
    """Power → level of the house player that holds its seat."""
    practice: bool
    """Whether it is a practice game."""
    lesson: int
    """The number of the lesson that is taught now; 0 in any other game."""


@dataclass(frozen=True, kw_only=True)
class PhaseView(PublicPhase):
    """A judged phase, for one reader: what is everybody's, and of anything else what `view_phase` gives this reader."""

    reader: str
    title: str
    before: Position
    after: Position
    results: tuple[OrderResult, ...]
    removed: tuple[RemovedUnit, ...]
    changed: Mapping[str, tuple[str, str]]
    counted: bool
    winners: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    silent: tuple[str, ...]
    owed: Mapping[str, AdjustmentDue]
    """power → what is due from it in the phase that follows."""
    history: tuple[tuple[int, Mapping[str, int]], ...]
    """(year, power → centres) at the start and at every count up to this phase."""
    throws: Mapping[str, int]
    """subject → what was thrown for it in this phase."""
    stated: tuple[str, ...]
    """Subjects among them whose throws the GM had stated."""
    prepared: Mapping[str, Any]
    """What the reader is told about their own orders sent in advance for the next phase."""
    entered: tuple[GMOrders, ...]
    """What the GM ordered for powers. For other readers: only that the GM did."""
    looked: tuple[str, ...]
    """Subjects whose throws the GM was shown before they were made; of those that the reader may know."""
    replaced: Mapping[str, int]
    """subject → the throw that had been drawn, where the GM put another in its place."""
    reasons: Mapping[str, str]
    """subject → the GM's reason."""
    otherwise: Supposing
    """What difference a cut, a support or a convoy made. Works it out when asked; None for who cannot know."""
    whole: bool
    """Whether the reader sees everything, so that what is counted is all there is."""
    common: bool
    """Whether the reader may know how many units and centres each power has."""


def view_game(game: Game, ruleset: Ruleset, reader: str) -> GameView:
    """The game as it stands, for a power, for `gm`, or for the public ('')."""
    known = known_game(game, ruleset, reader)
    running = known.position if known.stage == "running" else None
    owed = awaited_dues(running, ruleset) if running else {}
    voice = ruleset.mastered[0].name if reader == GM_READER and ruleset.mastered else reader
    return GameView(
        reader=reader,
        game=known.name,
        title=ruleset.title,
        stage=known.stage,
        position=known.position,
        opening=_opening(game, ruleset, reader) if known.stage == "forming" else None,
        owed=owed,
        standing=known.standing.get(voice),
        voice=voice,
        mastered=gm_due(running, ruleset).get(voice) if running and reader == GM_READER else None,
        habit=game.habit if reader == GM_READER else None,
        final=voice in known.final,
        due=known.due,
        zone=known.zone,
        seats=ruleset.seats,
        taken=len(known.taken()),
        heard={power: _heard(known, power, share, ruleset) for power, share in owed.items()} if reader == GM_READER else {},
        ballot=ballot_facts(known.ballot, reader) if known.ballot else None,
        later=tuple(sorted(known.later.get(reader, ()), key=lambda kept: _when(kept, ruleset))),
        early=known.early,
        grace=known.grace,
        late=known.late,
        closed=bool(known.grace and known.settings.closed and reader not in known.late) or known.waits_for_gm,
        paused=known.paused,
        held=known.waits_for_gm,
        publishes=game.held.until if game.held and reader == GM_READER else None,
        ending=known.ending,
        winners=known.winners,
        history=game.history if known.stage == "finished" else (),
        counted=len(game.history) > 1,
        seal=known.seal,
        luck=known.luck,
        record=format_record(make_record(game)) if game.seed else "",
        doomed=known.doomed,
        moderated=known.settings.moderated,
        begins=known.begins,
        begins_short=known.begins_short,
        blind=known.settings.blind,
        anonymous=known.settings.anonymous,
        press=known.settings.press,
        house={seat.power: seat.house for seat in known.seats if seat.house and seat.power},
        practice=known.settings.practice,
        lesson=known.lesson,
    )


def _opening(game: Game, ruleset: Ruleset, reader: str) -> Position:
    return forming_position(game, ruleset) if reader == GM_READER else ruleset.start


def view_phase(turn: JudgedPhase, ruleset: Ruleset, reader: str) -> PhaseView:
    """A judged phase as a power, `gm`, or the public ('') may know it."""
    whole = sees_all(ruleset, reader)
    outcome = turn.outcome if whole else ruleset.rules.visible_outcome(ruleset, turn.outcome, reader)
    return PhaseView(
        *(getattr(turn, field.name) for field in fields(PublicPhase)),
        reader=PUBLIC if reader == GM_READER else reader,
        title=ruleset.title,
        before=outcome.before,
        after=outcome.position,
        results=outcome.results,
        removed=outcome.removed,
        changed=outcome.changed,
        counted=outcome.counted,
        winners=outcome.winners,
        facts=outcome.facts,
        silent=turn.silent if whole else _silent(turn, reader, ruleset.rules.counts_are_public(ruleset)),
        owed={} if turn.ending else dues_by_power(outcome.position, ruleset),
        history=turn.history if whole else visible_history(turn.history, ruleset, reader),
        throws=outcome.throws if turn.seal else {},
        stated=tuple(subject for subject in turn.stated if subject in outcome.throws),
        prepared=turn.prepared.get(reader, {}),
        entered=tuple(_entered(act, turn, ruleset, reader) for act in turn.entered if _may_know(act, turn, ruleset, reader)),
        looked=tuple(subject for subject in turn.looked if whole or subject in outcome.throws),
        replaced={subject: was for subject, was in turn.replaced.items() if subject in outcome.throws},
        reasons={subject: why for subject, why in turn.reasons.items() if subject in outcome.throws},
        otherwise=counterfactual(outcome, ruleset) if whole else _unknown,
        whole=whole,
        common=whole or ruleset.rules.counts_are_public(ruleset),
    )


def visible_history(
    history: Sequence[tuple[int, Mapping[str, int]]], ruleset: Ruleset, reader: str
) -> tuple[tuple[int, Mapping[str, int]], ...]:
    """The centres by year, as far as a reader may know how many a power has."""
    if sees_all(ruleset, reader) or ruleset.rules.counts_are_public(ruleset):
        return tuple(history)
    return tuple((year, {power: n for power, n in counts.items() if power == reader}) for year, counts in history) if reader else ()


def _silent(turn: JudgedPhase, reader: str, common: bool) -> tuple[str, ...]:
    """The powers that a reader may know to have sent nothing. For retreats, only the reader: silence reveals who must retreat.

    The same holds for adjustments where nobody knows how many centres others have.
    """
    kind = turn.outcome.before.phase.kind
    secret = kind == "retreats" or (kind == "adjustments" and not common)
    return tuple(power for power in turn.silent if not secret or power == reader)


def acts_are_secret(phase: Phase, ruleset: Ruleset) -> bool:
    """Whether nobody but a power itself may know that it had something to order in a phase: in retreats where something is
    hidden, and in adjustments where nobody knows how many centres others have.
    """
    secret = phase.kind == "retreats" or (phase.kind == "adjustments" and not ruleset.rules.counts_are_public(ruleset))
    return secret and bool(ruleset.rules.hides_information(ruleset))


def _may_know(act: GMOrders, turn: JudgedPhase, ruleset: Ruleset, reader: str) -> bool:
    """Whether a reader is told that the GM entered orders for a power."""
    return reader in (GM_READER, act.power) or not acts_are_secret(turn.outcome.before.phase, ruleset)


def _entered(act: GMOrders, turn: JudgedPhase, ruleset: Ruleset, reader: str) -> GMOrders:
    """Orders entered by the GM, as a reader may know them. For adjustments without the power, which would reveal who had some."""
    before = turn.outcome.before
    if sees_all(ruleset, reader):
        return act
    if act.power == reader:
        return act._replace(orders=tuple(ruleset.rules.to_visible_order(ruleset, before, reader, order) for order in act.orders))
    return act._replace(orders=(), power=act.power if before.phase.kind == "movement" else "")


def _unknown(result: OrderResult) -> None:
    """Judging the phase again would need facts that the reader does not know."""


def _when(kept: FutureOrders, ruleset: Ruleset) -> tuple[int, int]:
    phase = ruleset.calendar.read(kept.phase)
    return phase.when if phase else (0, 0)


def _heard(game: KnownGame, power: str, owed: AdjustmentDue, ruleset: Ruleset) -> Heard:
    standing, wanted = game.standing.get(power), owed.builds + owed.removals
    orders = standing.orders if standing else ()
    if wanted:
        return Heard(min(len(orders), wanted), wanted, power in game.final)
    left = len(units_without_orders(orders, owed, power, game.board_now, ruleset))
    return Heard(len(owed.units) - left, len(owed.units), power in game.final)

"""Letters that ask about a game: WHY, TRY, WHAT IF, PREVIEW, RESULTS, HISTORY, WHO, RULES. Nothing in the game changes by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.board import Calendar
from judge.commands.dice import ShowThrows
from judge.commands.positions import ExportGame, ShowPosition
from judge.commands.queries import (
    ExplainResult,
    PreviewOrders,
    ShowHistory,
    ShowPlayers,
    ShowResults,
    ShowRules,
    ShowRulesOf,
    TryAgainstLikely,
    TryOrders,
)
from judge.game import Game, Notification, view_phase
from judge.game.decision import private_reports
from judge.game.gm.settings_facts import settings_facts
from judge.game.model.game import GM_READER
from judge.game.model.gm_events import Restored
from judge.game.model.serialization import read_turn
from judge.game.orders.what_if import ThrowNeeded, TrialResult, try_orders, try_own_orders
from judge.game.position_text import write_position_text
from judge.game.power_names import find_power
from judge.game.visibility import visible_history
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers.asked_phase import last_about, only_phase, taken_apart
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.office.hints import likely_orders
from judge.reports.queries import trial_facts
from judge.reports.report import year_table
from judge.rules.ruleset import Ruleset
from judge.seat import GM
from judge.store import StoredPhase


def explain_result(context: LetterContext, at: SeatInGame, command: ExplainResult) -> None:
    """The verdict on a unit, an order or a space, in the phase that is named, or the last one with such an order or unit. A phase
    that is named alone is answered with its report.
    """
    if phase := only_phase(command, context.uow.rules(at.game).calendar):
        show_results(context, at, ShowResults(command.line, phase))
        return
    year = at.game.position.phase.year if at.game.position else 0
    asked = taken_apart(command, context.uow.rules(at.game).calendar, year, context.uow.judged(at.game))
    kept = judged_phase(context, at, asked.phase, "movement")
    if kept is None:
        return
    about = kept if asked.phase or asked.last else last_about(context, at, asked)
    if about is None:
        context.say("refused", why="not-judged-yet", word=str(asked.year))
        return
    context.say("why", game=at.game.name, turn=about.seq, what=asked.what, reader=at.reader)


def show_trial(context: LetterContext, at: SeatInGame, command: TryOrders) -> None:
    """What would come of some orders."""
    rules, seen = context.uow.rules(at.game), context.uow.seen(at.game, at.seat.seat)
    if at.reader == GM_READER and at.game.stage == "running":
        standing = {power: each.orders for power, each in at.game.standing.items()}
        _tried(context, at, lambda: try_orders(seen, rules, command.lines, standing), above=True)
        return
    _tried(context, at, lambda: try_orders(seen, rules, command.lines))


def show_likely(context: LetterContext, at: SeatInGame, command: TryAgainstLikely) -> None:
    """What would come of some orders in a practice game, with the asker's others that are in, if all others did what is likely;
    elsewhere what TRY says.
    """
    seen, rules = context.uow.seen(at.game, at.seat.seat), context.uow.rules(at.game)
    if not at.game.settings.practice or at.game.stage != "running" or seen.position is None:
        show_trial(context, at, TryOrders(command.line, command.lines))
        return
    others = likely_orders(seen.position, rules, at.reader)
    orders = {**others, at.reader: seen.standing.orders if seen.standing else ()}
    _tried(context, at, lambda: try_orders(seen, rules, command.lines, orders), likely=at.reader)


def preview_orders(context: LetterContext, at: SeatInGame, command: PreviewOrders) -> None:
    """What would come of the asker's orders if all others stood; for the GM, of everybody's."""
    rules = context.uow.rules(at.game)
    power = find_power(command.power, rules) if command.power else ""
    if command.power and not (power and at.reader == GM_READER):
        context.say("refused", why="which-power" if at.reader == GM_READER else "preview-own", word=command.power)
        return
    if power and (seat := at.game.seat_of(power)):
        seen = context.uow.seen(at.game, seat.key)
        _tried(context, at, lambda: try_own_orders(seen, rules))
        return
    if at.reader == GM_READER:
        decision = context.decide(command, at.game, GM)
        context.replies += decision.replies
        context.uow.carry_out(at.game, decision)
        return
    seen = context.uow.seen(at.game, at.seat.seat)
    if seen.standing is None or not seen.standing.orders:
        if not _not_now(context, at):
            context.say("refused", why="nothing-to-preview")
        return
    _tried(context, at, lambda: try_own_orders(seen, rules))
    wanted = context.uow.work.people.preferences(at.seat.person_id).maps
    scene = context.uow.scene(at.game, at.seat.seat, orders=True) if wanted else None
    if scene and seen.position:
        context.say("map", game=at.game.name, orders=True, phase=seen.position.phase.name, scene=scene, svg=False, turn=-1)


def show_results(context: LetterContext, at: SeatInGame, command: ShowResults) -> None:
    """Send the report of a phase again, in a separate letter."""
    kept = judged_phase(context, at, command.phase)
    if kept is not None:
        facts = {"turn": kept.seq, "phase": kept.phase, "corrected_by_hand": _corrected_by_hand(context, at.game, kept)}
        own = [tell for tell in private_reports(at.game.seats, context.uow.rules(at.game), facts) if tell.to == at.seat.seat]
        for tell in (Notification(at.seat.seat, "report", facts), *own):
            context.uow.tell(at.game, tell)
        context.say("results", phase=kept.phase)


def _corrected_by_hand(context: LetterContext, game: Game, kept: StoredPhase) -> dict[str, Any] | None:
    """If the game went on from another board than the one in the report of a phase: the GM's `reason` for the last correction that
    still counts, and the report's `revision` since. None if it did not.
    """
    judged = context.uow.judged(game)
    after = judged[judged.index(kept) + 1 :]
    bodies = [context.uow.work.games.position(game.name, each.seq) for each in (kept, *after[:1])]
    if not all(bodies):
        return None
    outcomes = [read_turn(body).outcome for body in bodies if body]
    went_on = outcomes[1].before if after else game.board_now
    if all(getattr(outcomes[0].position, part) == getattr(went_on, part) for part in ("units", "owners", "dislodged")):
        return None
    counts = list[Restored]()
    for event in context.uow.past(game)[kept.seq :]:
        if isinstance(event, Restored) and event.by_hand and event.ran_phase == kept.phase:
            counts = counts[:-1] if event.undoes else [*counts, event]
    reason, revision = (counts[-1].reason, counts[-1].revisions.get(kept.phase, 0)) if counts else ("", 0)
    return {"reason": reason, "revision": revision}


def show_history(context: LetterContext, at: SeatInGame, command: ShowHistory) -> None:
    """Centres by year, and the phases that have been judged."""
    phases = [kept.phase for kept in context.uow.judged(at.game)]
    rules = context.uow.rules(at.game)
    known = visible_history(at.game.history, rules, at.reader)
    only = "" if at.reader == GM_READER or rules.rules.counts_are_public(rules) else at.reader
    context.say("history", phases=list(dict.fromkeys(phases)), table=year_table(known, rules, only))


def show_players(context: LetterContext, at: SeatInGame, command: ShowPlayers) -> None:
    """Who plays what. Names are put in when the answer is written, unless the game keeps them back."""
    rank = {power.name: n for n, power in enumerate(context.uow.rules(at.game).powers)}
    seats = sorted(at.game.seats, key=lambda seat: rank.get(seat.power, 0))  # who joined first tells who plays what
    rows = [{"power": seat.power, "seat": str(seat.key), "vacant": seat.vacant, "house": seat.house} for seat in seats]
    hidden = at.game.settings.anonymous and at.game.stage != "finished" and at.reader != GM_READER
    context.say("who", seats=rows, hidden=hidden)


def show_position(context: LetterContext, at: SeatInGame, command: ShowPosition) -> None:
    """POSITION: the board as text, as the asker knows it. Where something is hidden, the game's own facts go to the GM alone."""
    rules, gm = context.uow.rules(at.game), at.reader == GM_READER
    position = context.uow.seen(at.game, at.seat.seat).position or (at.game.opening if gm else None)
    if position is None:
        context.say("refused", why="not-begun")
        return
    text = write_position_text(position, rules, facts=gm or not rules.rules.hides_information(rules))
    context.say("position", game=at.game.name, lines=text.split("\n"), gm=gm)


def export_game(context: LetterContext, at: SeatInGame, command: ExportGame) -> None:
    """EXPORT: a file with the answer, if the asker may know all that is in it."""
    rules = context.uow.rules(at.game)
    if at.game.position is None:
        context.say("refused", why="not-begun")
    elif rules.rules.hides_information(rules) and at.reader != GM_READER:
        context.say("refused", why="export-hidden")
    else:
        jdip = context.uow.house.jdip(at.game.variant) is not None
        context.say("export", game=at.game.name, phases=len(context.uow.judged(at.game)), jdip=jdip)


def show_throws(context: LetterContext, at: SeatInGame, command: ShowThrows) -> None:
    """DICE: the throws that the asker knows of, phase by phase, and the seal; for the GM also those the GM has seen or stated."""
    played = context.uow.rules(at.game)
    if not played.dice:
        context.say("refused", why="no-dice")
        return
    turns = [view_phase(read_turn(kept.body), played, at.reader) for kept in context.uow.work.games.positions(at.game.name)]
    told = [{"phase": seen.before.phase.name, "throws": dict(seen.throws), "replaced": dict(seen.replaced)} for seen in turns]
    known = {subject for each in told for subject in each["throws"]}
    more = {**at.game.shown, **at.game.throws} if at.reader == GM_READER else {}
    context.say(
        "dice", seal=at.game.seal, phases=[each for each in told if each["throws"]],
        more={subject: throw for subject, throw in more.items() if subject not in known}, gm=at.reader == GM_READER,
    )  # fmt: skip


def show_rules(context: LetterContext, at: SeatInGame, command: ShowRules) -> None:
    """What is peculiar to this game: its house rules, and its folder's own page."""
    _say_rules(context, at.game)


def show_rules_of(context: LetterContext, command: ShowRulesOf) -> None:
    """The same of a game that anybody may know of, or the rules of a variant as it is played unless a GM changes them."""
    if game := context.public_game(command.name):
        _say_rules(context, game)
        return
    variants = context.uow.house.variants
    if not (folder := find_variant(command.name, variants)):
        near = similar_variants(command.name, variants)
        context.say("refused", why="no-rules", word=command.name, near=near, known=sorted(set(variants.values())))
        return
    rules = context.uow.house.rules(folder)
    context.say("rules", game="", variant=folder, title=rules.title, house=_house_rules(rules), blind=False, anonymous=False)


def _say_rules(context: LetterContext, game: Game) -> None:
    played, chosen = context.uow.rules(game), game.settings
    context.say("rules", game=game.name, title=played.title, house=_house_rules(played), blind=chosen.blind,
              anonymous=chosen.anonymous, settings=settings_facts(chosen))  # fmt: skip


def _house_rules(rules: Ruleset) -> dict[str, str]:
    return {rule: str(value) for rule, value in rules.house_rules.items()}


def judged_phase(context: LetterContext, at: SeatInGame, named: str, kind: str = "") -> StoredPhase | None:
    """The phase asked about, or the last one of a kind; None, after saying so, if there isn't one."""
    kept, calendar = context.uow.judged(at.game), context.uow.rules(at.game).calendar
    phase = calendar.read(named) if named else None
    first = at.game.position.phase.name if at.game.position else ""
    if named and phase is None and first:
        context.say("refused", why="no-such-phase", word=named, none=not kept)
        return None
    if not kept:
        ended = at.game.stage == "finished"
        context.say("refused", why="never-judged" if ended else "nothing-judged" if first else "not-begun", phase=first)
        return None
    found = [each for each in kept if (each.phase == phase.name if phase else kind in ("", _kind(each, calendar)))]
    if not found:
        context.say("refused", why="not-judged-yet", word=phase.name if phase else "")
    return found[-1] if found else None


def _kind(kept: StoredPhase, calendar: Calendar) -> str:
    phase = calendar.read(kept.phase)
    return phase.kind if phase else ""


def _tried(context: LetterContext, at: SeatInGame, trial: Callable[[], TrialResult], above: bool = False, likely: str = "") -> None:
    """Say what would come of orders. `above`: in addition to all orders that are in. `likely`: of this Power's, against what all
    others are likely to order.
    """
    if _not_now(context, at):
        return
    try:
        context.say("trial", game=at.game.name, gm=above, by_gm=at.reader == GM_READER, likely=bool(likely),
                    **trial_facts(trial(), context.uow.rules(at.game), likely))  # fmt: skip
    except ThrowNeeded as needed:
        context.say("refused", why="throw-needed", word=str(needed))


def _not_now(context: LetterContext, at: SeatInGame) -> bool:
    """Whether nothing can be tried, as the game is not being played, which is then said."""
    if at.game.stage != "running":
        context.say("refused", why="not-begun" if at.game.stage == "forming" else "is-over")
        return True
    return False

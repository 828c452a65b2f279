"""`judge replay [GAME]`: run one or every game again from its events, and say whether every phase comes out the same."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge.cli.opened import opened_judge
from judge.daemon.wiring import Application
from judge.game.model.apply import replay_events
from judge.game.model.events import Created, Event
from judge.game.model.game import Game
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, read_game, read_turn, write_game
from judge.game.players.custom_powers import game_ruleset
from judge.rules.ruleset import Ruleset
from judge.store import StoredEvent

LESS_NOTED = " (as it stands: "
"""In the line about a whole game: the game as it is kept is not what its events make of it."""
RULES_CHANGED = "; rules were "
"""In the line about a whole game: its rules are not those with which it began."""
DIFFERENT, UNKNOWN = 1, 2
"""Exit statuses: something came out differently or cannot be read; there is no such game or configuration."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge replay`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name; if left out, every game")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0 if all is the same, 1 for differences or records that cannot be read, 2 if there is no such game.
    """
    parts = opened_judge(args.config)
    if parts is None:
        return UNKNOWN
    if args.game is None:
        return _all(parts)
    with parts.store.look() as work:
        stored = work.games.get(args.game.lower())
    if stored is None:
        print(f"judge: no game {args.game!r}", file=sys.stderr)
        return UNKNOWN
    lines, same = replay_game(parts, stored.name)
    print("\n".join(lines))
    return 0 if same else DIFFERENT


def _all(parts: Application) -> int:
    """Replay every game; print a line for each."""
    with parts.store.look() as work:
        names = [card.name for card in work.games.listings()]
    status = 0
    for name in names:
        lines, same = replay_game(parts, name)
        print(lines[-1])
        status = status if same else DIFFERENT
    return status


def replay_game(parts: Application, name: str) -> tuple[list[str], bool]:
    """Return one line for each phase and one for the whole, and whether everything came out the same.

    For a game that cannot be read, each line says which part cannot, and why; the last line counts them.
    """
    with parts.store.look() as work:
        stored, rows = work.games.get(name), work.games.events(name)
        kept = {row.seq: row.body for row in work.games.positions(name)}
    wrong = [*_unread(rows, kept), *_unread_head(stored.head if stored else {})]
    if wrong:
        whole = f"{name}: CANNOT BE READ, for {len(wrong)} of its records: {wrong[0]}"
        return [*(f"{name}: {line}" for line in wrong), whole], False
    try:
        return _replayed(parts, name, [read_event(row.body) for row in rows], kept, stored.head if stored else {})
    except Exception as error:  # the game's rules may have changed or be missing: go on with the other games
        return [f"{name}: CANNOT BE RUN AGAIN, {type(error).__name__}: {error}"], False


def _unread(rows: Sequence[StoredEvent], kept: Mapping[int, Any]) -> Iterator[str]:
    """List the events and judged phases of a game that cannot be read."""
    for row in rows:
        if why := _fault(read_event, row.body):
            yield f"event {row.seq} ({row.body.get('event', 'nameless')}, {row.at.isoformat(timespec='seconds')}): {why}"
    for seq, body in kept.items():
        if why := _fault(read_turn, body):
            yield f"judged phase of event {seq}: {why}"


def _unread_head(head: Any) -> Iterator[str]:
    if why := _fault(read_game, head):
        yield f"the game as it stands: {why}"


def _fault(read: Callable[[Any], object], body: Any) -> str:
    """Return why a body cannot be read; '' if it can."""
    try:
        read(body)
    except Exception as error:  # unreadable data of any kind
        return f"{type(error).__name__}: {error}"
    return ""


def _replayed(parts: Application, name: str, events: list[Event], kept: Mapping[int, Any], stands: Any) -> tuple[list[str], bool]:
    first = events[0] if events else None
    if not isinstance(first, Created):
        raise LookupError("it has no beginning")
    ended, folder = replay_events(events), parts.rules(first.variant)
    rules = game_ruleset(ended, folder)

    def rules_then(game: Game) -> Ruleset:
        """Return the rules of a phase: house rules may have changed since, by vote."""
        same = game.settings.house_rules == ended.settings.house_rules
        return rules if same else game_ruleset(replace(ended, settings=game.settings), folder)

    phases = list(replay(events, kept, rules_then))
    lines = [f"{p.phase}: {'DIFFERS in ' + ', '.join(p.differences) if p.differences else 'identical'}" for p in phases]
    now, head = snapshot_from_events(events), write_game(read_game(stands))
    differ = ", ".join(key for key in sorted({*now, *head}) if now.get(key) != head.get(key))
    same = not differ and not any(p.differences for p in phases)
    word = "identical" if same else f"NOT identical{f'{LESS_NOTED}{differ})' if differ else ''}"
    rest = "" if rules.version == first.version else f"{RULES_CHANGED}{first.version[:12]}, are {rules.version[:12]}"
    return [*lines, f"{name}: {len(phases)} phases, {len(events)} events, {word}{rest}"], same

"""`judge replay [GAME]`: runs a game, or every game, again from its events and says whether every phase comes out identical."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from judge.config import load
from judge.game.apply import fold
from judge.game.codec import read_event, read_game, write_game
from judge.game.events import Created
from judge.game.joining import ruleset_of
from judge.game.replay import refolded, replay
from judge.wiring import Parts, look_at

DIFFERENT, UNKNOWN = 1, 2
"""Exit statuses: something came out otherwise; there is no such game, or no such configuration."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge replay`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name; if left out, every game")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status: 0 all identical, 1 differences, 2 no such game."""
    try:
        parts = look_at(load(args.config))
    except (ValueError, OSError) as error:  # a ConfigError, a store's address
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN
    if args.game is None:
        return _all(parts)
    with parts.store.look() as work:
        stored = work.game(args.game.lower())
    if stored is None:
        print(f"judge: no game {args.game!r}", file=sys.stderr)
        return UNKNOWN
    lines, same = replay_game(parts, stored.name)
    print("\n".join(lines))
    return 0 if same else DIFFERENT


def _all(parts: Parts) -> int:
    """Every game, a line for each."""
    with parts.store.look() as work:
        names = [card.name for card in work.games()]
    status = 0
    for name in names:
        lines, same = replay_game(parts, name)
        print(lines[-1])
        status = status if same else DIFFERENT
    return status


def replay_game(parts: Parts, name: str) -> tuple[list[str], bool]:
    """One line for each phase and one for the whole, and whether everything came out identical."""
    with parts.store.look() as work:
        stored = work.game(name)
        events = [read_event(row.body) for row in work.events(name)]
        kept = {row.seq: row.body for row in work.positions(name)}
    first = events[0] if events else None
    if stored is None or not isinstance(first, Created):
        raise LookupError(f"{name} has no beginning")
    rules = ruleset_of(fold(events), parts.rules(first.variant))
    phases = list(replay(events, kept, rules))
    lines = [f"{p.phase}: {'DIFFERS in ' + ', '.join(p.differences) if p.differences else 'identical'}" for p in phases]
    now, head = refolded(events), write_game(read_game(stored.head))
    stands = ", ".join(key for key in sorted({*now, *head}) if now.get(key) != head.get(key))
    same = not stands and not any(p.differences for p in phases)
    word = "identical" if same else f"NOT identical{f' (as it stands: {stands})' if stands else ''}"
    rest = "" if rules.version == first.version else f"; rules were {first.version[:12]}, are {rules.version[:12]}"
    return [*lines, f"{name}: {len(phases)} phases, {len(events)} events, {word}{rest}"], same

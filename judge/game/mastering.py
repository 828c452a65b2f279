"""What the GM may do: open a game, start it, set its clock, run a phase, declare a draw."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from judge.commands import Create, Deadline, Draw, Process, Start
from judge.game.deadlines import DeadlineSpec, Unclear, read_once, read_spec
from judge.game.decision import Asked, Decision, Reply, Tell, accept, refuse, run
from judge.game.events import Began, Created, DeadlinesChanged, Ended
from judge.game.press import KINDS as PRESS_KINDS
from judge.game.seats import assign, find_power
from judge.game.state import Settings
from judge.game.throwing import opened, seal
from judge.rules.phases import opened as begun
from judge.rules.ruleset import LEAST, Ruleset

KINDS = {
    "moves": "movement", "movement": "movement", "orders": "movement",
    "retreats": "retreats", "retreat": "retreats",
    "adjustments": "adjustments", "builds": "adjustments", "winter": "adjustments",
}  # fmt: skip
"""What a GM calls a kind of phase."""
YES = ("", "yes", "on", "true")


def create(command: Create, ruleset: Ruleset, secret: bytes) -> Decision:
    """CREATE: a new game with the settings that could be read; the others are answered and left out.

    A game with dice publishes the fingerprint of its secret from here on.
    """
    if not ruleset.by_mail:
        return refuse("cases-only", word=ruleset.title)
    settings, problems = Settings(), []
    for line in command.settings:
        try:
            settings = _set(settings, line, ruleset)
        except Unclear as unclear:
            problems.append({"line": line, "why": unclear.why, "word": unclear.word})
    event = Created(command.game, ruleset.key, ruleset.version, settings, seal(ruleset, secret))
    seats = ruleset.seats
    return accept("created", event, title=ruleset.title, seats=seats, problems=problems, seal=event.seal)


def start(asked: Asked, command: Start) -> Decision:
    """START: powers are given out, the first deadline set, and everyone told."""
    game, ruleset = asked.game, asked.ruleset
    if game.stage != "forming":
        return refuse("has-begun")
    if ruleset.open and len(game.seats) < LEAST:
        return refuse("too-few", least=LEAST)
    free = len(ruleset.powers) - len(game.seats)
    if free:
        return refuse("seats-free", free=free, seats=ruleset.seats)
    powers = assign(game.seats, [power.name for power in ruleset.powers], asked.secret)
    clock = game.settings.clock(ruleset.start.phase.kind)
    due = clock.after(asked.now) if clock else None
    event = Began(powers, begun(ruleset.start, ruleset), due, ruleset.calendar.eve)
    return Decision((event,), (Reply("started", {}),), (Tell("*", "start", {}),))


def deadline(asked: Asked, command: Deadline) -> Decision:
    """DEADLINE: the clock for all phases or one kind of them, or one date for the running phase."""
    game = asked.game
    if game.stage == "finished":
        return refuse("is-over")
    try:
        kind, spec, once = _read_deadline(command.spec, game.zone, asked.now)
    except Unclear as unclear:
        return refuse("deadline", unclear=unclear.why, word=unclear.word, text=command.spec)
    if once and game.stage != "running":
        return refuse("not-begun")
    event = DeadlinesChanged(kind, spec, once or _running_due(asked, kind, spec))
    facts = {"was": _iso(game.due), "due": _iso(event.due), "of": kind, "once": bool(once)}
    moved = game.stage == "running" and event.due != game.due
    tell = (Tell("*", "news", {"what": "deadline", **facts}),) if moved else ()
    return Decision((event,), (Reply("deadline", facts),), tell)


def process(asked: Asked, command: Process) -> Decision:
    """PROCESS: run the phase now."""
    decision = run(asked.game, asked.now, asked.ruleset, asked.secret)
    reply = Reply("processed", {"phase": asked.game.board_now.phase.name})
    return replace(decision, replies=(reply, *decision.replies))


def draw(asked: Asked, command: Draw) -> Decision:
    """DRAW: the game is over, shared by the powers named or by all that survive."""
    position = asked.game.board_now
    alive = [power.name for power in asked.ruleset.powers if position.units_of(power.name) or position.centres(power.name)]
    named = [(text, find_power(text, asked.ruleset)) for text in command.powers]
    unknown = [text for text, name in named if name not in alive]
    if unknown:
        return refuse("draw-whom", words=unknown, alive=alive)
    winners = tuple(name for name in alive if name in [name for _, name in named] or not named)
    ended = Ended("draw", winners, opened(asked.game, asked.secret))
    return Decision((ended,), (Reply("drawn", {}),), (Tell("*", "ended", {"how": "gm"}),))


def _read_deadline(text: str, zone: str, now: datetime) -> tuple[str, DeadlineSpec | None, datetime | None]:
    """(kind of phase or '', the clock, or the one date)."""
    kind, rest = _kind(text)
    once = read_once(rest, zone, now)
    return (kind, None, once) if once else (kind, read_spec(rest), None)


def _kind(text: str) -> tuple[str, str]:
    first, _, rest = text.strip().partition(" ")
    return (KINDS[first.lower()], rest) if first.lower() in KINDS else ("", text)


def _running_due(asked: Asked, kind: str, spec: DeadlineSpec | None) -> datetime | None:
    """The running phase's deadline under a new clock, if the clock is for its kind."""
    game = asked.game
    if game.position is None or spec is None:
        return None
    own = game.settings.deadlines.get(game.position.phase.kind)
    concerned = kind == game.position.phase.kind or (not kind and own is None)
    return spec.after(asked.now) if concerned else game.due


def _set(settings: Settings, line: str, ruleset: Ruleset) -> Settings:
    """The settings with one more line obeyed. Raises Unclear."""
    word, _, value = line.strip().partition(" ")
    word, value = word.lower().rstrip(":="), value.strip(" :=")
    if word == "deadline":
        kind, rest = _kind(value)
        return replace(settings, deadlines={**settings.deadlines, kind: read_spec(rest)})
    if word == "rule":
        word, _, value = value.partition(" ")
    if word == "name":
        return settings  # the GM's own, which is kept with the person
    if word == "number":
        return replace(settings, number=value[:20])
    if word == "press":
        return replace(settings, press=_press_kinds(value))
    if word == "draws":
        return replace(settings, draws=_one_of(value, "survivors", "named"))
    if word == "vacant":
        return replace(settings, vacant_votes=_one_of(value, "out", "yes"))
    if word == "anonymous":
        return replace(settings, anonymous=value.lower() in YES)
    return replace(settings, house_rules={**settings.house_rules, **_switch(word, value, ruleset)})


def _press_kinds(value: str) -> tuple[str, ...]:
    """`signed anonymous`, `none`, `black copies`. Raises Unclear."""
    said = [word for word in re.split(r"[\s,;]+|\band\b", value.lower()) if word]
    if not said or set(said) - {*PRESS_KINDS, "none", "copies"} or ("none" in said and set(said) & set(PRESS_KINDS)):
        raise Unclear("one-of", "any of signed, anonymous, black and copies, or none")
    return tuple(word for word in (*PRESS_KINDS, "copies") if word in said)


def _one_of(value: str, *values: str) -> str:
    """The one of a setting's values that a text ends with. Raises Unclear."""
    last = value.lower().split()[-1:]
    if last and last[0] in values:
        return last[0]
    raise Unclear("one-of", " or ".join(values))


def _switch(word: str, value: str, ruleset: Ruleset) -> dict[str, str]:
    name = re.sub(r"\W+", "_", word)
    try:
        ruleset.with_house_rules({name: value.strip()})
    except ValueError:
        raise Unclear("no-setting", word) from None
    return {name: value.strip()}


def _iso(when: datetime | None) -> str | None:
    return when.isoformat() if when else None

"""Press: what may be printed and under whose name, what is sent to some Powers only, and how it is withdrawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from judge.board import normalize_name, space_of
from judge.commands.press import Headline, Press, WithdrawPress, begins_in_a_line, listed, looks_like_order
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, accepted, refused
from judge.game.model.events import PressSent, PressWithdrawn
from judge.game.model.game import PendingPress
from judge.game.model.game_settings import GameSettings
from judge.game.players import statements
from judge.game.power_names import find_power, find_powers
from judge.game.visibility import GameView
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role, Seat

KINDS = ("signed", "anonymous", "black")
"""The kinds of press; a game that allows none of them has none."""
MASTER = frozenset({"gm", "the gm", "m", "master", "the master", "game master", "gamemaster", "moderator"})
"""Names by which people address the GM."""
OBSERVER = "observer"
"""What is printed after an observer's name below press."""
TELLING = 5
"""Fewest letters of a name that is looked for in press: `war` and `den` are words, too."""
MOST_NEAR = 3
"""Most places that the writer of unsigned press is warned of."""
MOST_LINES = 100
"""Most lines of a mail that are looked at for press."""
LONGEST = 400
"""Characters of a line in which a wish to tell others is looked for."""
_INITIALS = re.compile(r"[A-Z]{1,12}")
"""Letters of powers, as njudge's players write them."""
_NEARLY = re.compile(r"(?!(?-i:TO)\b[^:,]*:)to\s+(?P<whom>[^\W\d_][^:,]{1,40}?)\s*[:,]\s+(?P<text>\S+\s+\S.{1,400})", re.IGNORECASE)
_PASSING_ON = re.compile(
    r"\b(?:tell|inform|forward|convey|relay|pass|transmit|regards to|greetings to|let\b.+\bknow)\b(?P<told>.*)", re.IGNORECASE
)
"""Words by which people ask to have something told to a power that they name behind or, with `let`, within them."""
_FOR_ALL = re.compile(r"\b(?:print|publish|announce|tell)\b.*\b(?:all|everybody|everyone)\b.*:", re.IGNORECASE)
_AND = re.compile(r"\s+(?:und|et|e|ed|y|en|och|oraz|i)\s+", re.IGNORECASE)
_HEADED = re.compile(
    r"(?:to|for|dear|an|für|à|au|a|al|alla|aan|til|till|do|para)\s*:?\s+(?P<whom>[^\W\d_][^:]{1,60}?)\s*[:,]?", re.IGNORECASE
)
"""A line that only names whom the lines below it are for, in the languages in which orders are read."""
_DATELINE = re.compile(r"[ \t]*(?P<place>[^\W\d_][\w .'-]{1,30}?)[ \t]*(?:,[^:\n]{0,60})?:")
"""A dateline, which says where press was written: `PARIS:`, `BALTIC, somewhere dry:`."""


def press(asked: CommandContext, command: Press) -> CommandResult:
    """PRESS: keep it for the next report, or send it at once to the Powers that it is addressed to."""
    to, but = _addressees(command.to, asked), _addressees(command.but, asked)
    if unknown := [text for text, names in (*to, *but) if not names]:
        others = [power.name for power in asked.ruleset.powers if power.name != asked.power]
        return refused("press-whom", words=unknown, powers=others[:2])
    if asked.game.stage == "finished":
        number = max((held.number for held in _own(asked)), default=0) + 1
        return statements.state(asked, command, _facts(asked, command)["signature"], number)
    if not asked.game.settings.moderated and any("GM" in names for _, names in to):
        return refused("press-no-gm", powers=[power.name for power in asked.ruleset.powers if power.name != asked.power][:2])
    if forbidden := _forbidden(asked, command):
        return forbidden
    if command.to or command.but:
        return _letters(asked, command, [name for _, names in (*to, *but) for name in names])
    if command.at_once and (asked.by == GM or "broadcast" in asked.game.settings.press):
        return _broadcast(asked, command)
    facts = {**_facts(asked, command), "later": command.at_once}
    number = max((held.number for held in _own(asked)), default=0) + 1
    near = [] if command.signed else _near(asked, command.text)
    return accepted("press", PressSent(asked.seat, signed=command.signed), **facts, to=[], number=number, near=near)


def press_offered(seen: GameView, ruleset: Ruleset, text: str) -> list[tuple[str, str]]:
    """(powers, words) of each line of a mail that is nearly press in one line: `to Germany: shall we …`. [] where a player has no
    signed press, and for words that are an order, or press.
    """
    if "signed" not in seen.press or seen.reader not in [power.name for power in ruleset.powers]:
        return []
    lines = [line.strip() for line in text.splitlines()[:MOST_LINES] if not begins_in_a_line(line)]
    found = [found for line in lines if (found := _NEARLY.fullmatch(line))]
    named = [(find_power(each["whom"], ruleset), each["text"]) for each in found if not looks_like_order(each["text"])]
    return [_with_others(power, said, ruleset) for power, said in named if power not in ("", seen.reader)][:MOST_NEAR]


def _with_others(power: str, said: str, ruleset: Ruleset) -> tuple[str, str]:
    """Return whom press is for, and its words, where further powers may stand at the head of these: `Italy: shall we …`."""
    head, _, words = said.partition(":")
    others = [find_power(each, ruleset) for each in listed(head)] if words.strip() else []
    return (", ".join((power, *others)), words.strip()) if others and all(others) else (power, said)


def press_wished(seen: GameView, ruleset: Ruleset, text: str) -> str:
    """Whom a mail asks in its own words to tell something, as PRESS is addressed: `TO France`; `all` for everybody, '' for nobody.

    Nothing is sent: what is to be told, and to whom, is not certain enough. '' where a player has no signed press.
    """
    if "signed" not in seen.press or seen.reader not in [power.name for power in ruleset.powers]:
        return ""
    for line in (line.strip()[:LONGEST] for line in text.splitlines()[:MOST_LINES]):
        headed = _HEADED.fullmatch(line)
        if headed and not ruleset.board.names.find(headed["whom"]):
            named = [name for each in listed(_AND.sub(",", headed["whom"])) for name in readers_named(each, ruleset) or [""]]
        else:
            asked = _PASSING_ON.search(line)
            named = find_powers(asked[0], ruleset)[:1] if asked else []
        if named and all(named) and seen.reader not in named:
            return f"TO {', '.join(named)}"
        if _FOR_ALL.search(line):
            return "all"
    return ""


def headline(asked: CommandContext, command: Headline) -> CommandResult:
    """HEADLINE: keep it for the top of the next report; it replaces an earlier one."""
    if asked.game.stage == "finished":
        return refused("is-over")
    earlier = [held for held in asked.game.press if held.headline]
    number = max((held.number for held in _own(asked) if not held.headline), default=0) + 1
    events = (*(PressWithdrawn(held.seq) for held in earlier), PressSent(asked.seat, headline=True))
    return accepted("headline", *events, text=command.text, number=number, instead=bool(earlier))


def withdraw_press(asked: CommandContext, command: WithdrawPress) -> CommandResult:
    """WITHDRAW: delete the writer's own press that has not been printed. Without a number it must be the only piece."""
    own = {held.number: held for held in _own(asked)}
    if not own:
        return refused("no-press-held")
    wanted = command.numbers or (tuple(own) if len(own) == 1 else ())
    missing = [number for number in wanted if number not in own]
    if missing or not wanted:
        return refused("which-press", word=", ".join(map(str, missing)), numbers=sorted(own))
    events = tuple(PressWithdrawn(own[number].seq) for number in wanted)
    return accepted("withdrawn", *events, numbers=sorted(wanted), left=sorted(set(own) - set(wanted)))


def press_forbidden_by(settings: GameSettings, press: Iterable[PendingPress]) -> list[PendingPress]:
    """Return which of the press that waits for the report these settings forbid; the GM may always write."""
    return [held for held in press if not held.seat.is_gm and not _may_be(held, settings)]


def _may_be(held: PendingPress, settings: GameSettings) -> bool:
    if held.seat.is_observer:
        return settings.observer_press == "any" or (settings.observer_press == "signed" and held.signed)
    return bool({"signed"} & set(settings.press) if held.signed else {"anonymous", "black"} & set(settings.press))


def _own(asked: CommandContext) -> Sequence[PendingPress]:
    return [held for held in asked.game.press if held.seat == asked.by]


def _addressees(texts: Iterable[str], asked: CommandContext) -> list[tuple[str, list[str]]]:
    """Return whom each text names, [] for one that names nobody."""
    return [(text, readers_named(text, asked.ruleset)) for text in texts]


def readers_named(text: str, ruleset: Ruleset) -> list[str]:
    """Return whom a text names, [] for nobody: a power or the GM, several with blanks between them, or by their first letters
    (`GI`), which is njudge's way, where each is that of one power alone.
    """
    if one := _addressee(text, ruleset):
        return [one]
    each = [_addressee(word, ruleset) for word in text.split()]
    if all(each):
        return each
    if not _INITIALS.fullmatch(text.strip()):
        return []
    powers = [power.name for power in ruleset.powers]
    begun = [[name for name in powers if name.startswith(letter)] or ["GM"] * (letter == "M") for letter in text.strip()]
    return [names[0] for names in begun] if all(len(names) == 1 for names in begun) else []


def _addressee(text: str, ruleset: Ruleset) -> str:
    return "GM" if normalize_name(text) in MASTER else find_power(text, ruleset)


def _forbidden(asked: CommandContext, command: Press) -> CommandResult | None:
    """Return the refusal of press that this game forbids, or None. The GM may always write, as GM."""
    allowed = asked.game.settings.press
    if asked.by == GM or asked.role is Role.OBSERVER:
        return None
    if not set(allowed) & set(KINDS):
        return refused("no-press")
    if command.signed and "signed" not in allowed:
        return refused("press-unsigned-only")
    if not command.signed and not set(allowed) & {"anonymous", "black"}:
        return refused("press-signed-only")
    owner = "" if "black" in allowed else _borrowed(asked, command.text)
    return refused("press-dateline", word=owner) if owner else None


def _borrowed(asked: CommandContext, text: str) -> str:
    """Return the Power, other than the writer's, whose home a dateline names; '' if there is none."""
    board = asked.ruleset.board
    for line in text.split("\n"):
        found = _DATELINE.match(line)
        spaces = board.names.find(found["place"]) if found else ()
        owners = {board.spaces[space_of(space)].home for space in spaces} - {""}
        if len(owners) == 1 and asked.power not in owners:
            return owners.pop()
    return ""


def _letters(asked: CommandContext, command: Press, named: Sequence[str]) -> CommandResult:
    """Press for some alone, sent at once."""
    if asked.game.stage == "forming":
        return refused("not-begun")
    others = [power.name for power in asked.ruleset.powers if power.name not in (*named, asked.power)]
    whom = others if command.but else named
    seats = dict.fromkeys(seat for name in whom if (seat := _seat(asked, name)))
    facts = {"text": command.text, "from": asked.power if command.signed else "", "gm": asked.by == GM and command.signed}
    copied = "copies" in asked.game.settings.press and GM not in seats and asked.by != GM
    facts |= {"readers": list(dict.fromkeys(whom)), "copied": copied}
    letters = [Notification(seat, "press", {**facts, "copy": []}) for seat in seats]
    if copied:
        letters.append(Notification(GM, "press", {**facts, "copy": list(whom)}))
    return CommandResult((), (Reply("press", {**_facts(asked, command), "to": list(whom), "number": 0}),), tuple(letters))


def _broadcast(asked: CommandContext, command: Press) -> CommandResult:
    """Press for everybody, sent at once: players, GMs, observers and standbys."""
    facts = {"text": command.text, "from": asked.power if command.signed else "", "gm": asked.by == GM and command.signed}
    letters = [Notification(group, "press", {**facts, "copy": [], "all": True}) for group in (Group.ALL, Group.STANDBYS)]
    reply = Reply("press", {**_facts(asked, command), "to": [], "number": 0, "all": True})
    return CommandResult((), (reply,), tuple(letter._replace(but=asked.by) for letter in letters))


def _facts(asked: CommandContext, command: Press) -> dict[str, Any]:
    """Return what the writer is shown: the words, and the name that will be printed below them."""
    signature = "" if not command.signed else "GM" if asked.by == GM else OBSERVER if asked.role is Role.OBSERVER else asked.power
    return {"text": command.text, "signed": command.signed, "signature": signature, "named": not asked.game.settings.anonymous}


def _near(asked: CommandContext, text: str) -> list[list[str]]:
    """Return (name, unit) of all that a text names in or next to the spaces of the writer's units: it may reveal the writer."""
    if not asked.power or asked.game.stage != "running":
        return []
    position = asked.game.board_now
    board, found = asked.ruleset.board_at(position), dict[str, str]()
    for unit in position.units_of(asked.power):
        for space in (unit.space, *sorted(board.reach_spaces(unit.kind, unit.place))):
            names = [name for name in (board.spaces[space].name, *board.spaces[space].also) if len(name) >= TELLING]
            if any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names):
                found.setdefault(board.spaces[space].name, str(unit))
    return [[name, unit] for name, unit in found.items()][:MOST_NEAR]


def _seat(asked: CommandContext, name: str) -> Seat | None:
    seat = asked.game.seat_of(name)
    return GM if name == "GM" else seat.key if seat and not seat.vacant else None

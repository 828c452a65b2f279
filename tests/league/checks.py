"""What must hold of every letter that the judge sends, whatever the play: read from the page, and held against the game itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.board import Position
from judge.game import GameView
from judge.rules import AdjustmentDue
from judge.rules.ruleset import Ruleset
from judge.seat import Seat
from tests.league.came import Came
from tests.letters.post_office import ADDRESS

WIDTH = 72
APART = timedelta(minutes=3)
"""What lies between letters that are not to be too many."""
EXAMPLE = "@example.org"
"""How the addresses end that the judge itself gives as examples; nobody in a league has one."""
MAIL = re.compile(r"[\w.+-]+@[\w.-]*\w")
UNIT = re.compile(r"(?:A/F|[A-Z]{1,2})\d?\([\w.]+\)")
SEAT = re.compile(r"judge\+(?P<game>[a-z0-9-]+)\.(?P<seat>[a-z0-9]+)\.[a-z2-7]+@")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


class Now(NamedTuple):
    """A game as it stands, for the reader of a letter."""

    seen: GameView
    rules: Ruleset


def flat(text: str) -> str:
    """A letter as one line."""
    return " ".join(text.split())


def seat_of(message: Came) -> tuple[str, Seat | None]:
    """(game, seat) that a letter's reply address is for; ('', None) where it is for none."""
    found = SEAT.search(message["Reply-To"])
    return (found["game"], Seat.read(found["seat"])) if found and found["seat"] not in ("confirm", "editor") else ("", None)


def is_results(message: Came) -> bool:
    """Whether a letter is a report."""
    return " results. " in message.headline


def tells_of_the_last(message: Came, now: Now) -> bool:
    """Whether a report is of the phase before the running one: in practice games a phase in which nothing is due passes at once."""
    return not now.seen.practice or bool(now.seen.position and message["Subject"].endswith(now.seen.position.phase.name))


def form(message: Came) -> Iterator[str]:
    """A letter is plain text of at most 72 columns, without tabs or blanks at the ends of lines, its subject nothing but words."""
    text = message.words
    for line in text.split("\n"):
        if len(line) > WIDTH:
            yield f"{len(line)} columns: {line!r}"
        if "\t" in line or line != line.rstrip():
            yield f"tab, or blanks at the end: {line!r}"
    if "\n\n\n\n" in text or not text.endswith("\n"):
        yield "too many empty lines, or no end"
    if re.search(r"\s{2}|\{|None\b|undefined", message["Subject"].strip()):
        yield f"subject: {message['Subject']!r}"


def addresses(message: Came, known: str) -> Iterator[str]:
    """A letter names no address but the judge's and its reader's, in words or headers. `known`: what the reader wrote himself."""
    own = {message["To"].lower(), ADDRESS}
    headers = [value for name, value in message.headers.items() if name not in ("in-reply-to", "references", "message-id")]
    for found in MAIL.findall("\n".join([*headers, message.words])):
        where = found.lower().strip(".")
        ours = where.endswith("@" + ADDRESS.partition("@")[2]) and where.startswith(("judge", "game."))
        if where not in own and not ours and not where.endswith(EXAMPLE) and where not in known.lower():
            yield f"the address {found}"
    if MAIL.search(message.words.replace(message["To"], "").replace(ADDRESS, "")) and "judge+" in message.words:
        yield "a reply address in the words"


def says_what_stands(message: Came, now: Now) -> Iterator[str]:
    """Every answer about a game says what stands and what is due when (the thirteenth journey, 12)."""
    seen, text = now.seen, flat(message.words)
    if seen.stage != "running":
        forming = f"{seen.game} begins on {_long(seen.begins, seen.zone)}" if seen.begins else "Nothing is due yet: "
        wanted = forming if seen.stage == "forming" else "The game is over: "
        if wanted not in text:
            yield f"it does not say {wanted!r}"
        return
    if seen.practice and re.search(r"[Tt]he next mail (?:is|has|says)\b", text):
        return  # which says all that, after what it teaches
    if _due(seen) not in text:
        yield f"it does not say {_due(seen)!r}"
    if seen.reader in ("", "gm"):
        return
    yield from _orders(message.words, now)


def _due(seen: GameView) -> str:
    if seen.held:
        return f"{seen.position.phase.name if seen.position else ''} is closed. The GM sees the report first"
    if seen.early and not seen.grace:
        return f"The phase closes early, {_long(seen.early, seen.zone)}"
    if seen.grace:
        return f"The deadline was {_short(seen.due, seen.zone)}; "
    if seen.due:
        return f"Deadline {_long(seen.due, seen.zone)}"
    if seen.practice:
        phase = seen.position.phase.name if seen.position else ""
        return f"I run {phase} as soon as you have an order in for every unit, or say FINAL"
    if seen.doomed and seen.paused:
        return f"The GM ends the game on {_long(seen.paused, seen.zone)}"
    return f"The clock is stopped, until {_long(seen.paused, seen.zone)}" if seen.paused else "No deadline is set"


def _long(moment: datetime, zone: str) -> str:
    there = moment.astimezone(ZoneInfo(zone))
    place = zone.rpartition("/")[2].replace("_", " ")
    return f"{DAYS[there.weekday()]} {there.day} {MONTHS[there.month - 1]} {there.year}, {there:%H:%M} {place}"


def _short(moment: datetime | None, zone: str) -> str:
    assert moment is not None
    there = moment.astimezone(ZoneInfo(zone))
    return f"{DAYS[there.weekday()]} {there.day} {MONTHS[there.month - 1]} {there:%H:%M}"


def _orders(text: str, now: Now) -> Iterator[str]:
    seen, phase = now.seen, now.seen.position.phase.name if now.seen.position else ""
    standing = [now.rules.notation.write(order) for order in seen.standing.orders] if seen.standing else []
    if standing:
        head = f"STANDING ORDERS for {phase}, version {seen.standing.version if seen.standing else 0} (these count now)"
        if head not in text:
            yield f"it does not say {head!r}"
        elif (told := [order.partition("   ! ")[0] for order in _listed(text, head)]) != standing:
            yield f"{told} are not the orders that stand, {standing}"
    elif seen.owed.get(seen.reader) not in (None, AdjustmentDue()):
        if f"You have no orders in for {phase} yet." not in flat(text):
            yield "it does not say that no orders stand"
    elif f"Nothing is due from you in {phase}." not in flat(text):
        yield "it does not say that nothing is due"


def _listed(text: str, head: str) -> list[str]:
    """The orders below a heading, each with what is said about it."""
    found: list[str] = []
    for line in text[text.rindex(head) :].split("\n")[1:]:
        if line.startswith("    > "):
            found.append(line[6:])
        elif line.startswith("          ") and found:
            found[-1] += " " + line.strip()
        else:
            break
    return found


def counts(message: Came, after: Position, rules: Ruleset) -> Iterator[str]:
    """A report's units and centres are those of the position after it. Not for games that hide something."""
    text, board = message.words, rules.board_at(after)
    placed = _placed(text)
    for power in rules.powers:
        units = sorted(map(str, after.units_of(power.name)))
        told = sorted(placed.get(power.short or power.name, []))
        if told != units:
            yield f"{power.name} has {units}, and the report places {told}"
        number = _number(text, power.name)
        if number is not None and number != len(units):
            yield f"{power.name} has {len(units)} units, and the report counts {number}"
        centres = [code for code in board.centres if after.owners.get(code) == power.name]
        row = re.search(rf"^ {re.escape(power.name)} .*? (\d+)   (?:no change|builds|removes|plays)", text, re.MULTILINE)
        if "\nADJUSTMENTS\n" in text and after.phase.kind == "adjustments" and row and int(row[1]) != len(centres):
            yield f"{power.name} has {len(centres)} centres, and the report counts {row[1]}"


def _placed(text: str) -> Mapping[str, list[str]]:
    """Short name of a power → its units, from the list headed POSITION."""
    lines = text.split("\n")
    start = next((n for n, line in enumerate(lines) if re.search(r"(?:^|\s)POSITION(?:$|  )", line)), len(lines))
    column = lines[start].index("POSITION") if start < len(lines) else 0
    found: dict[str, list[str]] = {}
    last = ""
    for line in lines[start + (column == 0) :]:
        cut = line[column:].replace("POSITION", "        ") if column else line
        words = cut.split()
        if not words or not any(map(UNIT.fullmatch, words)):
            break
        if not UNIT.fullmatch(words[0]):
            last = words.pop(0)
        found.setdefault(last, []).extend(words)
    return found


def _number(text: str, power: str) -> int | None:
    """The units after the turn, in brackets behind a power's orders; of the last phase that the letter tells of."""
    found: int | None = None
    for block in re.findall(rf"^{re.escape(power.upper())}(?: \(|:)[^\n]*(?:\n     [^\n]*)*", text, re.MULTILINE):
        numbers = re.findall(r"\[(\d+)\](?:, plays \d+ short)?$", block)
        found = int(numbers[-1]) if numbers else None
    return found

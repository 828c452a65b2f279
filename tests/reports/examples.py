"""Examples of what facts hold: complaints, settings, styles, verdicts, tests, votes; an ordinary one first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from judge.commands import TABLE
from judge.commands.foreign_settings import WITHOUT
from judge.game.gm.settings_facts import settings_facts
from judge.game.gm.settings_table import SETTINGS
from judge.game.model.game_settings import GameSettings
from judge.game.orders.conditions import FATES
from judge.print import Style
from judge.print.style import CHOICES
from tests.reports.house import RUNNING
from tests.reports.sources import called
from tests.reports.ways import SOME, codes_of, values

LONG = "x" * 300
NASTY = "{{ 7*7 }} <b>\r\nFrom nobody\t\u202e"
TEXTS = ("A Par-Bru", "", LONG, NASTY)
NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
DUE, LATER, EARLIER = "2027-03-05T21:00:00+00:00", "2027-04-02T20:00:00+00:00", "2027-02-26T21:00:00+00:00"
ORDERS = (["A(Par)-Bur"], [], ["A(Par)-Bur", "A(Mar) S A(Par)-Bur"])
POWERS = (["Turkey"], [], ["Turkey", "Russia"], ["Turkey", "Russia", "Italy"])
PHASES = ([], ["Autumn 1901"], ["Autumn 1901", "Winter 1901"])
LINES = (["A Par-Bur"], ["A Par-Bur", "VOTE YES"], [LONG, NASTY])
SOME_GAMES = (["quillfeather"], ["pinta", "quillfeather"])
GAMES = (*SOME_GAMES, [])
CARDS = [
    {"name": name, "title": "1492", "stage": stage, "seats": seats, "taken": 1, "phase": phase, "listed": True}
    for name, stage, seats, phase in (
        ("antics", "forming", 7, ""),
        ("earth", "forming", 0, ""),
        ("old", "finished", 7, "Autumn 1904"),
        ("new", "running", 7, "Spring 1901"),
    )
]
RECORD = {"due": 1, "late": 0, "silent": 1}
PEOPLE = [
    {"name": "Ada Quill", "power": "France", "called": "Italy", "offered": "", **RECORD},
    {"name": "Ben Okafor", "power": "", "called": "", "offered": "Turkey", "due": 0, "late": 0, "silent": 0},
]
UNIT = {"unit": "A(Mun)", "power": "Germany", "adjective": "German"}
ORDINARY = {
    "text": "A Par-Brr",
    "word": "Brr",
    "orders": ["A(Par)-Bre", "A(Par)-Bur"],
    "places": ["Bre", "Bur"],
    "unit": None,
    "keeps": {"unit": "A(Par)", "order": "A(Par)-Bur"},
}
BARRED = {
    "text": "F Kie-Vie",
    "code": "refused",
    "order": "F(Kie)-Vie",
    "orders": [],
    "places": [],
    "there": None,
    "reason": {"code": "not-allowed", "why": "not-adjacent", "at": "F(Kie)"},
}
UNSET = {
    "line": "BLINDFOLD yes",
    "unclear": "no-setting",
    "word": "blindfold",
    "near": [],
    "setting": "",
    "instead": ["SET BLIND yes"],
    "meant": True,
    "foreign": False,
    "late": False,
    "without": "",
    "vote": "",
    "known": ["PRESS", "NMR"],
    "rules": ["paradox"],
}
TEST = {
    "kind": "fate",
    "space": "Bur",
    "power": "",
    "unit": "A",
    "word": "dislodged",
    "order": "",
    "yes": True,
    "test": "A(Bur) dislodged",
    "adjective": "",
}
MOVED = {"verb": "move", "unit": "A(Par)", "target": "Bur"}
VERDICT = {
    "power": "France",
    "adjective": "French",
    "order": "A(Par)-Bur",
    "ordered": True,
    "word": "succeeds",
    "failed": False,
    "dislodged": False,
    "reason": None,
    "result": {"power": "France", "order": MOVED, "word": "succeeds", "unit": "France A(Par)"},
}
HELD = {"code": "held", "by": "Germany A(Mun)", "mine": [1, []], "theirs": [1, []]}
FAILED = {
    **VERDICT,
    "word": "fails",
    "failed": True,
    "dislodged": True,
    "reason": HELD,
    "result": {**VERDICT["result"], "word": "fails", "reason": HELD},
}
VOTES = [
    {"what": what, "proposal": proposal, "powers": powers, "passed": passed, "by": by, "closes": LATER}
    for what, proposal, powers, passed, by in (
        ("failed", "draw", [], False, ""),
        ("void", "concede", ["Turkey"], True, ""),
        ("void", "draw", ["Turkey", "Italy"], False, ""),
    )
]
OPEN = {"what": "open", "proposal": "draw", "powers": [], "closes": LATER, "by": "Turkey"}
JOIN = {
    "game": "pinta",
    "title": "1492",
    "gm": "Harriet Lowe",
    "settings": settings_facts(GameSettings()),
    "seats": 7,
    "taken": 2,
    "wrote": "JOIN Pinta",
    "prefer": "",
    "unknown": ["Spain"],
    "name": "",
    "named": False,
}
EACH_TEST = [
    TEST,
    *({**TEST, "word": word} for word in dict.fromkeys(FATES.values())),
    {**TEST, "order": "A(Par)-Bur", "yes": False},
    *(
        {**TEST, "kind": kind, "power": power, "adjective": adjective, "unit": unit, "yes": yes}
        for kind in ("there", "empty", "owns")
        for power, adjective in (("Germany", "German"), ("", ""))
        for unit in ("A", "")
        for yes in (True, False)
        if kind != "owns" or power
    ),
]


UNCLEAR = ("no-days", *sorted(codes_of("Unclear")), "something new")
KEPT = ("condition", "test", "kept-order", "fate-now", "kept-full", "too-many")
"""Why a line cannot be kept, as `judge.game.orders.future_phases.UnreadableCondition` says."""
DATES = (
    "last Sunday of month 12:00 Europe/London",
    "every second Friday 18:00 Europe/London",
    "Fridays 18:00",
    "first Monday of month 9:00",
    "1st and 15th 9:00 NOT August 1-31",
)
LEFT = ({}, {"marks": ["#", "~~"]}, {"heads": ["draft", LONG]}, {"marks": ["//"], "heads": ["old orders"]})
THROWN = [
    {"phase": "Spring 1901", "throws": {"Swi": 3}, "replaced": {"Swi": 4}},
    {"phase": "Autumn 1901", "throws": {"Vie": 5}, "replaced": {}},
]
SEATS = [
    {"power": "France", "seat": "3", "vacant": False},
    {"power": "Italy", "seat": "5", "vacant": True},
    {"power": "", "seat": "9", "vacant": False},
]
ENDED = (
    "late",
    "moved-on",
    "dropped-now",
    "unknown",
    *sorted(
        {
            each
            for call, at in called()["close"] if ast.unparse(call.func).endswith(".held.close")
            for one in values(call.args[1], at) if (each := ast.literal_eval(one))
        }
    ),
)
"""What may have become of a mail that is asked about."""


def settings() -> tuple[dict[str, Any], ...]:
    """Settings as they are told: as usual, and with each example of each setting."""
    found = [GameSettings()]
    more = (
        "NMR abandon after 2",
        "NMR civil disorder after 1",
        "GRACE retreats 12h",
        "GRACE none",
        "REMIND none",
        "ABSENCES none",
        "PREVIEW ON, publish after 24 hours",
        "CALENDAR quick 3 days",
        "SET DRAWS named",
        "SET VACANT yes",
        "SET OBSERVER PRESS any",
        "DEADLINE every 2 days 21:00 Europe/London MIN 1 day MAX 9 days",
        "DEADLINE every 90 minutes",
    )
    for line in (*(each for known in SETTINGS.values() if known.until != "created" for each in known.examples), *more):
        word, _, value = line.removeprefix("SET ").partition(" ")
        found.append(SETTINGS[word.lower()].read(found[0], value))
    return tuple(
        settings_facts(each)
        for each in dict.fromkeys(map(repr, found))
        for each in [next(one for one in found if repr(one) == each)]
    )


def styles() -> tuple[Style, ...]:
    """The style that everybody begins with, and with each other choice."""
    usual = Style()
    chosen = [replace(usual, **{key: value}) for key, some in CHOICES.items() for value in some if value != getattr(usual, key)]
    return (
        usual,
        *chosen,
        replace(usual, why=False),
        replace(usual, rules=False, addresses=True),
        replace(usual, lines=60, phase=40),
        replace(usual, phase=40),
        replace(usual, lines=60),
    )


def complaints() -> tuple[list[dict[str, Any]], ...]:
    """A complaint of every code that the sources make, with suggestions, one, or none."""
    codes = {word for call, at in called()["Complaint"] for word in values(call.args[0], at) if word != SOME}
    some = [{**ORDINARY, "code": ast.literal_eval(code)} for code in sorted(codes)]
    none = [{**each, "orders": [], "places": [], "unit": UNIT, "keeps": {"unit": "A(Par)", "order": ""}} for each in some]
    one = [{**each, "orders": each["orders"][:1], "keeps": None, "word": ""} for each in some]
    occupied = {**BARRED, "reason": {"code": "not-allowed", "why": "occupied", "at": "Mun"}, "there": UNIT}
    return ([some[0]], [], *([each] for each in (*some, *none, *one, BARRED, {**BARRED, "orders": ["A(Par)-Bur"]}, occupied)), some)


def unset() -> Iterator[dict[str, Any]]:
    """Lines that set nothing, with each sort of what can be said of them."""
    for code in UNCLEAR:
        yield {**UNSET, "unclear": code, "setting": "press", "instead": ["SET PRESS none"]}
    yield from ({**UNSET, "instead": [], "foreign": True, "without": why} for why in sorted({*WITHOUT.values()} - {""}))
    yield {**UNSET, "instead": ["SET builds owned"], "late": True, "vote": "builds owned"}
    yield from (
        {**UNSET, "instead": some, "meant": meant, "foreign": foreign, "late": late}
        for some in ([], ["SET BLIND yes", LONG])
        for meant in (True, False)
        for foreign in (True, False)
        for late in (True, False)
    )


def table() -> tuple[list[list[str]], ...]:
    """The commands, as HELP has them; a game's own among them."""
    rows = [[each.word, each.who, each.example, ""] for each in TABLE]
    return [*rows, ["PLANT", "player", "PLANT roses IN Par", "command-plant.j2"]], rows


def clocked() -> list[GameSettings]:
    """Settings with clocks of each sort."""
    lines = (
        "Fridays 21:00 Europe/London",
        "retreats every 2 days 21:00 Europe/London",
        "every 90 minutes",
        "every 45 seconds",
        "Mondays, Fridays 21:00 Europe/London MIN 2 days MAX 9 days",
        "Mon 9:00 UTC MAX 9 days",
        "every second Friday 21:00 Europe/London FROM 5 March 2027 NOT 24 December to 2 January, Sat",
        "last Friday and Sunday of every second month 21:00 UTC",
        "1st, 15th and last day of month 21:00 UTC NOT 5 May 2027",
        "weekdays 21:00 UTC",
        "daily 21:00 UTC",
        "none",
    )
    return [SETTINGS["deadline"].read(GameSettings(), each) for each in lines]


def dry(number: int, body: Any) -> tuple[Any, ...]:
    """What a correction would change: nothing that is shown, a phase open again, a phase that came out otherwise."""
    usual = {
        "game": RUNNING,
        "phase": "Spring 1901",
        "reason": "a mail was late",
        "number": number,
        "old": 1,
        "later": [],
        "players": 7,
        "was": DUE,
        "finished": False,
        "zone": "Europe/London",
        "known": {},
        "votes": [],
        "due": LATER,
        "open": True,
        "keep": True,
        "next": "Spring 1901",
        "revision": 2,
        "orders": [],
        "leaked": [],
    }
    otherwise = {
        **usual,
        "open": False,
        "judged": [body],
        "orders": [{"power": "Italy", "order": "A(Ven)-Tri", "kept": kept} for kept in (True, False)],
    }
    more = {"later": ["Autumn 1901"], "players": 1, "known": {"Swi": 3}, "votes": [*VOTES, OPEN], "was": None}
    return (
        [usual],
        [otherwise],
        [{**usual, "keep": False, **more}],
        [{**otherwise, **more, "due": None}, {**otherwise, "leaked": ["Swi"]}],
    )

REFUSED: dict[str, tuple[Any, ...]] = {
    "reply/refused.again": ("", f"JOIN {RUNNING}", "INVITE"),
    "reply/refused.count": (2, 0, 1),
    "reply/refused.called": ("Chloe Marsh", "", LONG),
    "reply/refused.free": (3, 1),
    "reply/refused.game": (RUNNING, ""),
    "reply/refused.instead": (["SET PRESS none"], [], ["SET PRESS none", LONG]),
    "reply/refused.known": (["standard", "outer_space"], [], ["standard"]),
    "reply/refused.late": (["France"], ["France", "Italy"], []),
    "reply/refused.most": (28,),
    "reply/refused.named": ("Autumn 1901",),
    "reply/refused.phase": ("Spring 1901", ""),
    "reply/refused.phases": (["Spring 1901", "Autumn 1901"], [], ["Spring 1901"]),
    "reply/refused.power": ("France", ""),
    "reply/refused.powers": (["France", "Italy"], [], ["France"]),
    "reply/refused.seat": ("3", ""),
    "reply/refused.setting": ("press", ""),
    "reply/refused/setting.late": (True,),
    "reply/refused.until": (DUE, None),
    "reply/refused.word": TEXTS,
}
"""Facts that mean something else in refusals than elsewhere."""

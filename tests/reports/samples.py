"""What facts may be: for each name, and where a name means different things for each letter, an ordinary value first.

What the sources say themselves (a literal, a Literal type, None) is not repeated here (`tests.reports.ways`), nor what is
never anything unusual: that is as in `templates/samples.yaml`, which `judge say` prints letters with.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import yaml

from judge.assets import find_assets
from judge.cli.say import own_samples
from judge.commands.foreign_words import WHY_NONE
from judge.game.clock.copy_dates import parse_copy_dates
from judge.game.gm.settings_table import SETTINGS
from judge.print import format_style
from tests.reports.examples import (
    CARDS,
    DATES,
    DUE,
    EACH_TEST,
    EARLIER,
    ENDED,
    FAILED,
    GAMES,
    JOIN,
    KEPT,
    LATER,
    LEFT,
    LINES,
    LONG,
    NASTY,
    NOW,
    ORDERS,
    PEOPLE,
    PHASES,
    POWERS,
    RECORD,
    REFUSED,
    SEATS,
    SOME_GAMES,
    TEXTS,
    THROWN,
    UNCLEAR,
    VERDICT,
    VOTES,
    clocked,
    complaints,
    dry,
    settings,
    styles,
    table,
)
from tests.reports.house import OVER, OWN, RUNNING, House
from tests.reports.ways import SOME, Way

ENOUGH = 8
"""Sets of facts up to which all are made; of more, each other value once and as many again at random."""


@cache
def _written() -> list[tuple[str, Mapping[str, Any]]]:
    """Template → facts, of each sample that letters are printed with."""
    found = yaml.safe_load((Path(str(find_assets().templates)) / "samples.yaml").read_text("utf-8"))
    return [(key.partition(" ")[0], facts) for key, facts in found.items() if isinstance(facts, Mapping)]


@cache
def _at_heads() -> Mapping[str, Mapping[str, Any]]:
    """Reply or refusal → the facts that its template gives as its sample."""
    return own_samples(Path(str(find_assets().templates)))


def ordinary(kind: str, name: str) -> list[Any]:
    """The values of a fact in the samples of one template; where it has none there, the first that it has in another's."""
    found: list[Any] = []
    for facts in (facts for key, facts in _written() if key == kind and name in facts):
        found += [facts[name]] if facts[name] not in found else []
    return found or [facts[name] for _, facts in _written() if name in facts][:1]

SETTING = {
    "word": "NMR", "values": ["stand", "standby"], "default": "stand", "example": "NMR standby", "meanings": [], "rule": False,
    "until": "over",
}  # fmt: skip
"""A setting as HELP prints it."""


class Samples:
    """The values of facts, some of which only a house can give."""

    def __init__(self, house: House) -> None:
        turn = house.standing[-1]
        struck = house.struck[-1]
        body, old = house.body(turn), house.body(struck)
        dates = [asdict(parse_copy_dates(text, "Europe/London", NOW)) for text in DATES]
        self._named: dict[str, Sequence[Any]] = {
            "about": (None, {"turn": turn, "spaces": ["Bur"], "kinds": []}, {"turn": turn, "spaces": [], "kinds": ["F"]}),
            "address": ("france@mail.example",),
            "ahead": ORDERS,
            "all": ORDERS,
            "dropped": ([], *ORDERS),
            "gone": ORDERS,
            "new": ORDERS,
            "spared": ORDERS,
            "taken": (2, 7, 1),
            "reply/orders.taken": ORDERS,
            "reply/entered.taken": ORDERS,
            "alive": (["France", "Italy"], [], ["France"]),
            "allowed": (1, 2),
            "anonymous": (False, True),
            "asked": ("", "SUPPORT", LONG),
            "blind": (False, True),
            "beaten": ([], [{"unit": "A(Mun)", "by": "French A(Bur)", "retreats": ["Ruh", "Sil"]}]),
            "before": (43200, 172800, 5400),
            "news/absence.before": ([], [LATER], [DUE, LATER]),
            "reply/absence.before": ([], [LATER], [DUE, LATER]),
            "preview.before": ([], [old]),
            "reply/preview.before": ([], [old]),
            "reply/voted.before": ("", "yes", "no"),
            "branch": tuple(
                {"tests": [{"test": "A(Bur) dislodged", "holds": yes}], "orders": some} for yes in (True, False) for some in ORDERS
            ),
            "brings": ({"name": "Zorba", "short": "Zob", "adjective": "Zorbish"},),
            "by": ("France", ""),
            "news/die.reason": ("rolled at the club", LONG, NASTY),
            "reply/die.reason": ("rolled at the club", LONG, NASTY),
            "news/extended.due": (DUE, LATER),
            "upcoming": ([DUE, LATER], []),
            "reply/code.why": ENDED,
            "called": ("Player", ""),
            "closed": (True, False),
            "closes": (LATER,),
            "came": ([["picture", "map.png"]], [["text", "one.txt"], ["text", ""]], [], [["pdf", LONG]] * 8),
            "clock": ({}, *({kind: asdict(each) for kind, each in some.deadlines.items()} for some in clocked())),
            "clocks": (["DEADLINE Fridays 21:00 Europe/London"], [], ["DEADLINE retreats Mondays 21:00 Europe/London"] * 2),
            "copy": ([], ["Turkey"], ["Turkey", "Russia"]),
            "copydate": dates,
            "count": (3, 1, 12),
            "counts": ("Autumn 1901", ""),
            "days": (3,),
            "doubt": ("", "fail", "password", "tries", "senders"),
            "dry": dry(turn, body),
            "due": (DUE, LATER),
            "errata": ([], [self._erratum(struck, turn)], [self._erratum(struck, -1)]),
            "erratum.errata": ([self._erratum(struck, turn)],),
            "file": ("command-plant.j2",),
            "first": ("2027-04-10", "2027-12-28"),
            "last": ("2027-04-17", "2028-01-03"),
            "copy.last": (DUE,),
            "formats": (["text"], ["text", "html"], ["text", "latex"]),
            "forming": (CARDS, [], CARDS[:1]),
            "from": ("France", "", "france@mail.example"),
            "confirm.from": ("france@mail.example", "mallory@evil.example"),
            "game": (RUNNING,),
            "news/own.game": (OWN,),
            "reply/own.game": (OWN,),
            "reply/own-refused.game": (OWN,),
            "reply/help.game": (OWN,),
            "reply/help.settings": ([], [SETTING]),
            "reply/help.styles": ([["failed", ("notes", "word")], ["lines", ("none", "20")]],),
            "reply/help.formats": (["text", "docx"],),
            "reply/zine-sent.known": ([], ["2027-03-28T11:00:00+00:00"]),
            "reply/zine.instead": ("", "2027-03-28T11:00:00+00:00"),
            "reply/zine.whole": ([], [OWN]),
            "reply/help.whom": ("stranger", "waiting", "opener", "player", "gm", "editor"),
            "reply/help.variants": ([["standard", "Standard Diplomacy", 7]],),
            "games": GAMES,
            "reply/zine.games": SOME_GAMES,
            "reply/which-game.games": SOME_GAMES,
            "reply/one-game.games": SOME_GAMES,
            "copy.games": self._copies(turn),
            "gm": (False, True),
            "reply/trial.gone": ([], [{"unit": "A(Mun)", "power": "Germany", "how": "disbanded"}]),
            "hidden": (False, True),
            "house": ({"paradox": "szykman", "builds": "home"}, {}),
            "how": ("full", "surname", "none"),
            "corrected.over": (
                None,
                {"ending": "won", "winners": ["Turkey"]},
                {"ending": "draw", "winners": ["Turkey", "Russia"]},
                {"ending": "terminated", "winners": []},
            ),
            "ignored": ([], ["Hello"], [LONG, NASTY]),
            "unread_words": ([], ["Hello"], [LONG, NASTY] * 3),
            "more_unread": (0, 1, 2),
            "instead": ([], [["A(Par)-Pic", "A(Par)-Bur"]]),
            "news/entered.instead": ORDERS,
            "reply/entered.instead": ORDERS,
            "join": (JOIN, {**JOIN, "prefer": "Italy", "name": "Ada Quill", "named": True, "wrote": "I would like to play"}),
            "judged": ([body],),
            "keep": (True, False),
            "differ": ([], ["Spring 1901"]),
            "reply/list.over": ([], [{**CARDS[2], "ending": "draw", "winners": ["Turkey", "Russia"]}]),
            "reply/list.vacant": ([], [{**CARDS[0], "phase": "Spring 1901", "vacant": ["Italy", "Turkey"]}]),
            "reply/refused/full.kept": (0, 2),
            "refused/full.kept": (0, 2),
            "reply/refused/seats-free.kept": (0, 2),
            "refused/seats-free.kept": (0, 2),
            "enough": (True, False),
            "waiting.told": (LATER,),
            "news/gm-silent.told": (LATER,),
            "key": ("answer/1",),
            "now": (DUE,),
            "reply/status.now": house.statuses(),
            "kind": ("report", "answer", "press", "news"),
            "known": (["a5", "a4"], [], ["The Cabinet"]),
            "lacks": (["pdf"], ["pdf", "docx", "html", "svg"]),
            "late": (["Turkey"], ["Turkey", "Russia"]),
            "later": PHASES,
            "left": (0, 1),
            "reply/orders.left": LEFT,
            "reply/entered.left": LEFT,
            "reply/withdrawn.left": ([], [2], [2, 3]),
            "reply/too-often.left": (
                [{"word": "DEADLINE", "most": 1, "more": 1, "line": "DEADLINE Fridays"}],
                [{"word": "VOTE", "most": 9, "more": 3, "line": LONG}],
            ),
            "zine.left": GAMES,
            "line": TEXTS,
            "letters": ([1], [1, 2, 3]),
            "minutes": (3, 130, 4000),
            "queued": (1, 12),
            "untried": (0, 3),
            "names": (["quillfeather"], ["pinta", "quillfeather", "antics", LONG]),
            "free": (200,),
            "after": (LATER,),
            "alert/clock.before": (DUE,),
            "lines": LINES,
            "undone": LINES,
            "mine": ([], CARDS),
            "reply/record.mine": (RECORD, {"due": 0, "late": 0, "silent": 0}),
            "more": (0, 1, 5),
            "reply/dice.more": ({}, {"Swi": 3}),
            "most": (30, 1),
            "moved": (None, LATER),
            "name": ("Ada Quill", "", LONG, NASTY),
            "named": (True, False),
            "near": ([], ["Europe/London"], ["JOIN", "STATUS"]),
            "reply/press.near": ([], [["Gulf of Bothnia", "F(StP.sc)"]], [["Burgundy", "A(Par)"], ["Picardy", "A(Par)"]]),
            "number": (1, 2, 0),
            "reply/headline.number": (1, 2),
            "numbers": ([1], [1, 2], [1, 2, 3]),
            "observers": (True, False),
            "of": ("", "movement", "retreats", "adjustments"),
            "old": (1, 2),
            "on": (True, False),
            "orders": (False, True),
            "over": ([], [["A(Par)-Pic", "A(Par)-Bur"]]),
            "people": ([], PEOPLE, PEOPLE[:1]),
            "phase": ("Spring 1901",),
            "confirm.phase": ("Spring 1901", ""),
            "phases": ([], ["Spring 1901"], ["Spring 1901", "Autumn 1901"]),
            "reply/dice.phases": ([], THROWN),
            "power": ("France",),
            "powers": POWERS,
            "prefers": POWERS,
            "press": ("none", "signed", "any"),
            "private": (False, True),
            "problems": complaints(),
            "news/extended.was": (EARLIER,),
            "news/too-late.named": ("Spring 1901",),
            "reply/too-late.named": ("Spring 1901",),
            "copy.at": (DUE,),
            "private.corrected": ({"reason": LONG, "undone": False}, {"reason": "", "undone": True}),
            "corrected": ({"reason": LONG, "undone": False}, {"reason": "", "undone": True}),
            "corrected_by_hand": (None, {"reason": LONG, "revision": 2}, {"reason": "", "revision": 0}),
            "heard": ([], ["France"], ["England", "France"]),
            "secrets": ([], ["Xad"], ["Mar Azul", "Xad"]),
            "next": (LATER,),
            "reply/unreadable.problem": ("too large", "too long", "unreadable"),
            "promised": ("", "Italy"),
            "proposal": ("draw", "concede"),
            "read": (
                [],
                [{"text": "Bur", "order": "A(Par)-Bur", "at": DUE}],
                [{"text": "Spa", "order": "F(Por)-Spa.sc", "at": ""}],
            ),
            "reader": ("France", "gm", ""),
            "reason": ("exams", "", LONG, NASTY),
            "received": (DUE,),
            "replaces": (0, 1),
            "revision": (2, 3),
            "running": (DUE, None),
            "reply/incomplete.form": ("ORDER Russia A Mos-Ukr", LONG),
            "reply/incomplete.lacks": ("", "reason"),
            "said": ("PASS ON", LONG),
            "scene": (None, {"any": "scene"}),
            "seal": ("", "1aaa21b645bada2d93"),
            "seat": ("3",),
            "news/promoted.seat": (str(house.second_gm(RUNNING)),),
            "seats": (7, 0),
            "reply/who.seats": (SEATS, [], SEATS[:1]),
            "setting": (*(word for word, known in SETTINGS.items() if known.until != "created"), "rule"),
            "settings": settings(),
            "signature": ("France", "GM", "observer", ""),
            "signed": (True, False),
            "since": ("", "Spring 1901"),
            "slips": ({}, {"A(Mun)-Bur": {"near": "A(Mun)-Ber", "goal": "Bur"}}),
            "spec": ("3 days", "12 April 2027 21:00 Europe/London"),
            "spoken_of": ([], ["STATUS"], ["START", "INVITE"], ["HELP ORDERS"], ["HELP ENTRY", "SET"]),
            "style": tuple(format_style(each) for each in styles()[:1]),
            "reply/zine.style": tuple(map(asdict, styles())),
            "subject": ("Swi",),
            "table": table(),
            "reply/history.table": ({"years": [1900, 1901], "rows": [["Fra", [3, 4]]]}, {"years": [], "rows": []}),
            "tests": ([], EACH_TEST[:1], EACH_TEST),
            "press.text": ("Hello,\nall is quiet.", LONG, NASTY),
            "text": ("Hello,\nall is quiet.", "", LONG, NASTY),
            "throw": (4,),
            "news/absence.to": (LATER, None),
            "reply/absence.to": (LATER, None),
            "reply/press.to": ([], ["Turkey"], ["GM", "Turkey"]),
            "told": ({"place": "Swi", "what": "red tulips"},),
            "reply/own-refused.told": ({"place": LONG, "what": LONG, "length": 9999, "most": 500, "line": 3, "at": LONG},),
            "start.told": ({"plants": 0, "where": []}, {"plants": 2, "where": ["Swi", "Par"]}),
            "topic": ("", "ORDERS", "VOTE", "PLANT"),
            "trace": ("Traceback",),
            "turn": (turn,),
            "turns": ([turn],),
            "unclear": UNCLEAR,
            "unknown": ([], ["Atlantis"], ["Atlantis", LONG]),
            "unread": ([], [{"text": LONG, "word": "x"}]),
            "until": (LATER,),
            "reply/gone.until": ("Spring 1901", ""),
            "vacant": ("out", "yes"),
            "reply/standing-by.vacant": POWERS,
            "verdicts": ([VERDICT], [], [VERDICT, FAILED]),
            "without": ("", *sorted({*WHY_NONE.values()})),
            "votes": ([], VOTES, VOTES[:1]),
            "waiting": ([], *SOME_GAMES),
            "waits": ("", LATER),
            "was": (EARLIER,),
            "what": ("Bur", "A(Par)-Bur", "nonsense"),
            "reply/proposed.what": ("draw", "concede"),
            "where": ("subject", "file"),
            "whom": (["a@b.example"], ["a@b.example", LONG] * 4),
            "why": ("it cannot be read", LONG),
            "reply/own-refused.why": ("overgrown", "nothing-there", "too-long", "unreadable"),
            "reply/press-in-doubt.why": ("empty", "no-end", "order-inside", "command-inside"),
            "wish": ("maps", "html"),
            "wished": ([], ["Italy"], ["Italy", "France"]),
            "withheld": (0, 1, 2),
            "word": ("PLANT",),
            "reply/incomplete.word": ("VOTE", "ROLLBACK"),
            "reply/press-in-doubt.word": ("A(War)-Gal", ""),
            "reply/zine-refused.word": ("Pinta", "", LONG),
            "written": (DUE,),
            "wrong": ([], [{"text": LONG, "code": code, "word": word} for code in KEPT for word in ("A(Xyz)", "")]),
            "rules": (["paradox", "builds"], []),
            "stated": (False, True),
            "throws": ({"46": 4}, {}),
            "vote": ("yes", ""),
            "words": (["Frnace"], ["Frnace", LONG, NASTY]),
            **REFUSED,
            "zine": ("The Cabinet", LONG),
            "zone": ("Europe/London", "UTC"),
        }

    def _erratum(self, old: int, new: int) -> dict[str, Any]:
        about = {"game": RUNNING, "phase": "Spring 1901", "issue": DUE, "reason": "a mail was late"}
        return {**about, "old": old, "new": new, "again": False, "over": False}

    def _copies(self, turn: int) -> tuple[Any, ...]:
        """What a copy has of its games."""
        stands = {"stage": "running", "phase": "Autumn 1901", "due": DUE, "zone": "Europe/London"}
        one = {"game": RUNNING, "turns": [turn], "ends": False, **stands}
        over = {"game": OVER, "turns": [], "ends": True, **stands, "stage": "finished", "due": None}
        return [one], [{**one, "turns": [], "due": None}], [one, over, {**over, "ends": False}], [over]

    def values(self, kind: str, name: str, said: frozenset[str]) -> list[Any]:
        """What a fact of a letter may be. `said`: what the sources say. Raises AssertionError if nobody knows."""
        own = self._named.get(f"{kind}.{name}", self._named.get(f"{kind.rpartition('/')[0]}.{name}"))
        if own is not None and (SOME in said or len(said) > 1):
            return list(own)
        told = _at_heads().get("/".join(kind.split("/")[-2:]), {})
        if name in told and SOME in said:
            return [told[name]]
        literal = [ast.literal_eval(each) for each in sorted(said - {SOME})]
        some = self._named.get(name, ordinary(kind, name)) if SOME in said else ()
        assert some or SOME not in said, f"{kind}: what may {name} be? (templates/samples.yaml, or tests/reports/samples.py)"
        return [*some, *(each for each in literal if each not in some)]

    def sets(self, kind: str, way: Way, seed: str, enough: int = ENOUGH) -> Iterator[dict[str, Any]]:
        """Sets of facts: ordinary values; each other value once; and all of them together if these are at most `enough`, else
        `enough` of them at random.
        """
        values = {name: self.values(kind, name, said) for name, said in sorted(way)}
        spread = _at_heads().get("/".join(kind.split("/")[-2:]), {})  # given as `**facts`, so no name is in the sources
        usual = {name: some[0] for name, some in values.items()}
        found = [usual, *({**usual, name: each} for name, some in values.items() for each in some[1:])]
        everything = (dict(zip(values, each, strict=True)) for each in product(*values.values()))
        size = 1
        for some in values.values():
            size *= len(some)
        chance = Random(f"{kind} {seed}")
        found += (
            list(everything)
            if size <= enough
            else [{name: chance.choice(some) for name, some in values.items()} for _ in range(enough)]
        )
        found = [{**spread, **each} for each in found]
        yield from (each for each in found if not any(never(kind, each) for never in NEVER))


def _apart(kind: str, facts: Mapping[str, Any]) -> bool:
    """An absence moves one deadline to another, or none; of many before it the last is named."""
    return kind.endswith("/absence") and (
        (facts["moved"] is None) != (facts["to"] is None) or (facts["many"] and not facts["before"])
    )


def _conceded(kind: str, facts: Mapping[str, Any]) -> bool:
    """A game is conceded to one power."""
    return facts.get("proposal", facts.get("what")) == "concede" and len(facts.get("powers", ["one"])) != 1


def _undated(kind: str, facts: Mapping[str, Any]) -> bool:
    """Only of a mail with a date it is said that it was written before."""
    return kind == "confirm" and facts["why"] == "older" and not facts["written"]


def _talk(kind: str, facts: Mapping[str, Any]) -> bool:
    """Lines that say nothing at all are not answered (`judge.office.context`)."""
    parts = ("taken", "ahead", "problems", "dropped", "left")
    return kind == "reply/orders" and not any(facts.get(part) for part in parts)


def _nowhere(kind: str, facts: Mapping[str, Any]) -> bool:
    """Nothing is kept for no phase: that is said of lines that cannot be kept."""
    return kind == "reply/kept" and bool(facts["lines"]) and not facts["phase"]


def _unclocked(kind: str, facts: Mapping[str, Any]) -> bool:
    """Deadlines to come are told of a clock only (`judge.game.clock`)."""
    clocks = facts["settings"]["clocks"] if kind == "reply/created" else facts.get("clock") or {}
    return kind in ("reply/created", "reply/deadline") and bool(facts.get("upcoming")) and "" not in clocks


def _graceless(kind: str, facts: Mapping[str, Any]) -> bool:
    """Whoever sets GRACE has said how much, if only none (`judge.game.gm.settings`)."""
    return facts.get("setting") == "grace" and not facts["settings"]["grace"]


NEVER = (_apart, _graceless, _unclocked, _conceded, _undated, _talk, _nowhere)
"""What no caller gives together, though its facts are found one by one."""

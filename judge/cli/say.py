"""`judge say`: print any letter or sentence of the judge with sample facts."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from jinja2 import FileSystemLoader

from judge.assets import Assets, find_assets
from judge.board import Unit
from judge.commands import OF_DICE, TABLE
from judge.game import CurrentOrders, Game, GameSettings, adjudicate_phase, apply_event, view_phase
from judge.game.clock.deadline_spec import parse_deadline_spec
from judge.game.model.events import Began
from judge.game.model.judged_phase import JudgedPhase
from judge.game.orders.warnings import OwnUnitInTheWay, OwnUnitOrderedElsewhere, OwnUnitsCollide
from judge.notation import Order
from judge.notation.order import UnitRef
from judge.notation.reader import ParsedOrder
from judge.reports import PlayerNames, Templates, report_facts
from judge.reports.notes import NotedUnit
from judge.rules import reasons
from judge.rules.blind_play import make_blind
from judge.rules.outcome import OrderResult
from judge.rules.reasons import Force, NotAllowed, Reason
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from judge.variants.folder import DEFAULT, PAGE

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SAMPLES = "samples.yaml"
"""The file of sample facts, next to the templates."""
LETTER, GAME = "letter", "game"
"""Its two entries that are not samples: the facts of every letter, and the game whose report some letters show."""
REPORTS = ("report", "private")
"""Letters whose facts come from the sample game."""
REFUSAL = "reply/refused"
"""The reply whose text is in a template for each refusal."""
_FACT = re.compile(r"\breply\.(\w+)")
_OWN = re.compile(r"\{#-? *sample: *(.*?)-?#\}", re.DOTALL)
WRONG = 2
"""Exit status if there is no such sample, or it cannot be printed."""
START = datetime(2027, 3, 5, 21, tzinfo=UTC)
READER = "France"
A_UNIT = Unit("Austria", "A", "Vie")
FIELDS: Mapping[str, Any] = {
    "str": "Tri", "int": 2, "bool": True, "int | None": 2, "Unit": A_UNIT, "tuple[Unit, ...]": (A_UNIT, Unit("Italy", "A", "Ven")),
    "Force": Force(2, (A_UNIT,)),
}  # fmt: skip
"""The type of a reason's field → a sample value."""
KINDS = [kind for kind in vars(reasons).values() if isinstance(kind, type) and issubclass(kind, Reason) and kind is not Reason]
KINDS += [OwnUnitOrderedElsewhere, OwnUnitsCollide, OwnUnitInTheWay]
"""Every kind of reason, including the warnings that a player gets before a phase is judged."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge say`."""
    which = "reminder, reply/joined, refused/full, news/paused, why/cut, help/JOIN, …; without it they are listed"
    parser.add_argument("key", nargs="?", default="", help=f"a letter or sentence: {which}")
    parser.add_argument("--facts", type=Path, metavar="FILE", help="YAML or JSON with facts in place of the samples")
    parser.add_argument("--all", action="store_true", help="print every one, to be read whole")


def run(args: argparse.Namespace) -> int:
    """Print every sample of a letter or sentence, or of all, or list their names; return the exit status."""
    try:
        more = _read_facts(args.facts) if args.facts else {}
        samples = Samples(find_assets())
    except ValueError as error:
        print(error, file=sys.stderr)
        return WRONG
    asked = (args.key or "").removesuffix(".j2").removeprefix("templates/").replace("reply/refused/", "refused/")
    chosen = [key for key in samples.names() if args.all or asked in (key, template_of(key))]
    if not args.key and not args.all:
        print("\n".join(samples.names()))
    elif not chosen:
        print(samples.why_missing(asked), file=sys.stderr)
        return WRONG
    for key in chosen:
        try:
            said = samples.say(key, more)
        except Exception as error:  # a template may raise anything if the facts do not fit
            print(f"{key}: {error!r}. Facts of its own stand at its head: {{# sample: {{fact: value}} #}}", file=sys.stderr)
            return WRONG
        print(f"---- {key}\n\n{said}\n")
    return 0


def _read_facts(path: Path) -> dict[str, Any]:
    try:
        facts = yaml.safe_load(path.read_text("utf-8"))
    except yaml.YAMLError as error:
        raise ValueError(f"{path}: {error}") from error
    if not isinstance(facts, dict):
        raise ValueError(f"{path}: expected `name: value` pairs")
    return facts


def template_of(key: str) -> str:
    """Return the template of a sample: `confirm` for `confirm new`."""
    return key.partition(" ")[0]


def own_samples(templates: Path) -> dict[str, dict[str, Any]]:
    """Map each reply or refusal to the sample facts in the comment at the head of its template.

    Raises:
        ValueError: a sample cannot be read.
    """
    found = {}
    for path in sorted((templates / "reply").rglob("*.j2")):
        if comment := _OWN.match(path.read_text("utf-8")):
            try:
                found[f"{path.parent.name}/{path.stem}"] = dict(yaml.safe_load(comment[1]))
            except (yaml.YAMLError, TypeError, ValueError) as error:
                raise ValueError(f"{path}: the sample at its head cannot be read: {error}") from error
    return found


class Samples:
    """Every letter and sentence with sample facts, from `templates/samples.yaml` and a small game."""

    def __init__(self, assets: Assets) -> None:
        sheet = yaml.load((assets.templates / SAMPLES).read_text("utf-8"), Loader=LOADER)
        sheet |= own_samples(assets.templates)
        self.words = Templates(FileSystemLoader(assets.templates))
        self._game, self._common = sheet.pop(GAME), sheet.pop(LETTER)
        self._facts: dict[str, dict[str, Any]] = {**_borrowed(sheet, assets.templates / "reply"), **sheet}
        self._assets = assets
        players = {power: name for power, name in self._game["people"].items() if power != "GM"}
        self._cast = PlayerNames(self._game["people"]["GM"], players)

    @cached_property
    def _rules(self) -> Ruleset:
        return load_ruleset(DEFAULT, [self._assets.games], self._assets.grammars())

    @cached_property
    def _reports(self) -> dict[str, dict[str, Any]]:
        return {"report": self._report(blind=False), "private": self._report(blind=True)}

    @cached_property
    def _letter(self) -> dict[str, Any]:
        """Return the facts of every letter."""
        report = self.words.letter("report", {**self._reports["report"], "past": True})[1]
        return {**self._common, "cast": self._cast, "report": report, "reports": report}

    def names(self) -> list[str]:
        """Return the names of all samples."""
        helped = [f"help/{row.word}" for row in (*TABLE, *OF_DICE)]
        return sorted([*self._facts, *REPORTS, *(f"why/{kind.code}" for kind in KINDS), *helped])

    def why_missing(self, key: str) -> str:
        """Return what to do about a letter or sentence that has no sample."""
        room, _, kind = key.partition("/")
        path = self._assets.templates / "reply" / ("refused" if room == "refused" else "") / f"{kind}.j2"
        if room not in ("reply", "refused") or not path.is_file():
            return f"there is no sample {key!r}; judge say lists them"
        known = {name for facts in self._facts.values() for name in facts}
        facts = ", ".join(f"{name}: …" for name in sorted(set(_FACT.findall(path.read_text("utf-8"))) - known))
        return f"{key}: no sample has these facts; write some at the head of {path}: {{# sample: {{{facts}}} #}}"

    def say(self, key: str, more: Mapping[str, Any] | None = None) -> str:
        """Return a letter, subject first, or a sentence. `more`: facts that replace the samples.

        Raises:
            KeyError: there is no such sample.
            jinja2.TemplateError: its words cannot be made of these facts.
        """
        room, _, kind = template_of(key).partition("/")
        if room == "why":
            return self._why(next(each for each in KINDS if each.code == kind))
        if room == "help":
            return self._reply({"kind": "help", "topic": key.partition("/")[2], "asked": key.partition("/")[2], **(more or {})})
        if room in REPORTS:
            return _whole(*self.words.letter(room, {**self._reports[room], **(more or {})}))
        facts = {**self._facts[key], **(more or {})}
        if room in ("reply", "refused"):
            return self._reply({"kind": kind, **facts} if room == "reply" else {"kind": "refused", "why": kind, **facts})
        if room == "news":
            facts["what"] = kind
        return _whole(*self.words.letter(room, {**self._letter, **facts}))

    def _reply(self, reply: Mapping[str, Any]) -> str:
        """Return a part of an answer by itself, with the facts that the office adds to some."""
        added: Mapping[str, Mapping[str, Any]] = {
            "help": {"table": [[row.word, row.who, row.example, ""] for row in (*TABLE, *OF_DICE)]},
            "rules": {"page": (self._assets.games / DEFAULT / PAGE).read_text("utf-8"), "sheet": self.words.listed("sheet.j2")},
            "preview": {"report": self._letter["report"]},
        }
        whole = {**added.get(reply["kind"], {}), **reply}
        return self.words.printed("part/alone.j2", **{**self._letter, "replies": [whole], "reply": whole})

    def _why(self, kind: type[Reason]) -> str:
        known = OrderResult("Austria", Order("move", UnitRef("A", "Vie"), "Tri"), A_UNIT, "cut")
        result = OrderResult("Italy", Order("move", UnitRef("A", "Ven"), "Tri"), Unit("Italy", "A", "Ven"), "fails")
        told = NotedUnit(str(A_UNIT), "Austrian", "A(Vie)-Tri", 3, known)
        return self.words.why(sample_reason(kind), lambda unit: told, result=result)

    def _report(self, blind: bool) -> dict[str, Any]:
        """Return the facts of the last report of the sample game, for one of its players."""
        rules = make_blind(self._rules) if blind else self._rules
        settings = GameSettings({"": parse_deadline_spec("Fridays 21:00 Europe/London")}, number="2027AB", blind=blind)
        game = Game(self._game["name"], DEFAULT, "", settings, stage="running")
        game = apply_event(game, Began({}, rules.start, None, rules.start.phase.year - 1))
        for number, orders in enumerate(self._game["orders"]):
            game, turn = _judged(game, orders, START + timedelta(weeks=number), rules)
        seen = view_phase(turn, rules, READER)
        facts = report_facts(seen, rules, self._cast, [tuple(piece) for piece in self._game["press"]])
        return {**facts, "yours": "", "first": True, "last": True, "headline": "", "over": False}


def _borrowed(sheet: dict[str, dict[str, Any]], folder: Path) -> dict[str, dict[str, Any]]:
    """Map each reply or refusal without a sample of its own to facts that its template uses, taken from other samples."""
    known = {name: value for facts in reversed(sheet.values()) for name, value in facts.items()}
    sampled, found = {template_of(key) for key in sheet}, {}
    for path in sorted(folder.rglob("*.j2")):
        names = set(_FACT.findall(path.read_text("utf-8")))
        key = f"{path.parent.name}/{path.stem}"
        if key not in {REFUSAL, *sampled} and names <= known.keys():
            found[key] = {name: known[name] for name in sorted(names)}
    return found


def sample_reason(kind: type[Reason]) -> Reason:
    """Return a reason of a kind, with a value in every field."""
    if kind is NotAllowed:
        return NotAllowed("not-adjacent", "Tri")
    return kind(**{field.name: FIELDS[str(field.type)] for field in fields(kind)})


def _judged(game: Game, orders: Mapping[str, str], at: datetime, rules: Ruleset) -> tuple[Game, JudgedPhase]:
    given = {power: tuple(_read(text, power, game, rules)) for power, text in orders.items()}
    standing = {power: CurrentOrders(1, some) for power, some in given.items()}
    events, turn = adjudicate_phase(replace(game, standing=standing), at, rules)
    for event in events:
        game = apply_event(game, event)
    return game, turn


def _read(text: str, power: str, game: Game, rules: Ruleset) -> Iterator[Order]:
    for reading in rules.notation.read(text, rules.board, game.board_now, power):
        if isinstance(reading, ParsedOrder):
            yield reading.order


def _whole(subject: str, text: str) -> str:
    return f"Subject: {subject}\n\n{text.strip()}"

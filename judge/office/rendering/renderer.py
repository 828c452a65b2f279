"""Putting words to a notice when it is first sent: its facts, and what `lookup` and `turns` have of names and judged phases."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.game import PUBLIC, PhaseView, view_game, view_phase
from judge.game.decision import OF_TURNS
from judge.game.model.game import GM, is_gm, is_observer
from judge.game.model.serialization import read_game, read_turn
from judge.game.phases.adjudicate import JudgedPhase
from judge.game.players.press import OBSERVER
from judge.letters import Attachment, InlineImage, Notice
from judge.maps.scene import Scene, read_scene
from judge.office.rendering.lookup import Lookup
from judge.office.rendering.maps import MapRenderer
from judge.office.rendering.phase_cache import PhaseCache
from judge.office.rendering.plain_fallback import Unwritten, plain_letter
from judge.office.zines.rendering import ISSUES, NOBODY, Failed, IssueRenderer
from judge.reports import PlayerNames, Templates, game_facts, report_facts
from judge.reports.difference import order_changes, throw_changes
from judge.reports.queries import own_result_facts, why_facts
from judge.rules.ruleset import Ruleset
from judge.store import Store, StoredPress

_log = logging.getLogger(__name__)

IN_PRINT = "print"
"""Key of what is no letter, but copy for anybody."""
WITH_NAMES = frozenset({"start", "news", "ended", "press", "invitation", "promotion", "ejected", "offer"})
"""Letters that name players."""
OF_GAMES = frozenset({"own", "own-refused", "help", "why", "trial", "rules"})
"""Replies with words of the game they came from."""
WITH_REPORTS = frozenset({"takeover", "called", "offer", "vacancy"})
"""Letters that show what happened so far."""
WITH_MAPS = frozenset({"report", "private", "start", "corrected"})
"""Letters that maps go with, unless their reader wants none."""
MOST_MAPS = 4
"""Maps that one letter may ask for."""


class NoticeRenderer:
    """Says notices."""

    def __init__(
        self, store: Store, rules: Callable[[str], Ruleset], words: Callable[[str], Templates], pictures: MapRenderer | None = None,
        failed: Failed = lambda notice, what: None, unwritten: Unwritten = lambda notice, why: None,
    ) -> None:  # fmt: skip
        self._words, self._pictures, self._unwritten = words, pictures, unwritten
        self._lookup = Lookup(store, rules)
        self._turns = PhaseCache(self._lookup.position)
        self._bundles = IssueRenderer(self.public, words, pictures.looks if pictures else lambda folder: None, self.over, failed)

    def say(self, notice: Notice) -> tuple[str, str]:
        """(subject, text) of a notice; in plain sentences, and the operator told, where its own words cannot be made.

        Raises:
            Question: it asks something and its own words cannot be made.
            Exception: neither can plain sentences, or it is an editor's copy, which waits.
        """
        if notice.kind in ISSUES:  # its files take long: it has a view of the store for each phase
            return self._bundles.say(notice)
        with self._lookup.one_view():
            words = self._words(self._lookup.variant(notice.game))
            try:
                return self._said(notice, words)
            except Exception as error:  # a template's fault, or a fact's
                _log.exception("the words of a letter (%s) cannot be made: %s", notice.kind, notice.key[:200])
                self._unwritten(notice, error)
                return plain_letter(notice, words, lambda: self._phases(notice), lambda reply: self._own(notice, reply))

    def _phases(self, notice: Notice) -> list[str]:
        """The names of the judged phases that a letter tells of."""
        turns = notice.facts.get("turns") or [notice.facts["turn"]]
        return [self._turns.read(notice.game, seq).outcome.before.phase.name for seq in turns]

    def _said(self, notice: Notice, words: Templates) -> tuple[str, str]:
        if notice.kind in OF_TURNS - {"corrected"}:
            turns = notice.facts.get("turns", [notice.facts["turn"]])
            letters = [words.letter(notice.kind, facts) for facts in self._several(notice, turns)]
            return letters[-1][0], "\n\n".join(text for _, text in letters)
        facts = self._told(notice, words)
        if notice.kind in WITH_REPORTS:
            facts["reports"] = self._reports(notice, words)
        if "seat" in notice.facts and notice.kind in WITH_NAMES:
            facts["holders"] = self._holders(notice)
        if notice.kind == "ended":
            seats, powers, _ = self._lookup.people(notice.game)
            facts["played"] = [powers[row.seat] for row in seats if row.seat in powers]
        if notice.kind in WITH_NAMES:
            facts["cast"] = self._cast(notice)
            facts["masters"] = {row.seat: row.name for row in self._lookup.people(notice.game)[0] if is_gm(row.seat)}
        return words.letter(notice.kind, facts)

    def _told(self, notice: Notice, words: Templates) -> dict[str, Any]:
        """The facts of a letter that is no report, with what only the store knows of them."""
        facts = {"game": notice.game, "seat": notice.seat, "cast": None, "yours": self._lookup.zone(notice.to), **notice.facts}
        if notice.kind == "answer":
            facts["replies"] = [self._own(notice, reply) for reply in notice.facts["replies"]]
            facts["replies"] = [self._previewed(notice, r) if r["kind"] == "preview" else r for r in facts["replies"]]
            if any(reply["kind"] == "who" for reply in facts["replies"]):
                facts["cast"] = self._cast(notice)
        if notice.kind == "confirm" and facts.get("dry"):
            facts["dry"] = [self._rehearsed(notice, dry) for dry in notice.facts["dry"]]
        if notice.kind == "corrected":
            facts |= self._corrected(notice, words)
        if notice.kind == "preview":
            facts = self._previewed(notice, facts)
        return facts

    def draw(self, notice: Notice) -> tuple[InlineImage | Attachment, ...]:
        """The pictures of a notice, if its reader wants any; the files of an editor's copy.

        Raises:
            LookupError: it speaks of a phase that the store does not have.
            NoPicture: they cannot be made.
        """
        if notice.kind in ISSUES:
            return self._bundles.files(notice)
        if self._pictures is None:
            return ()
        with self._lookup.one_view():
            scenes = self._scenes(notice, self._pictures)
        return self._pictures.of(scenes) if scenes else ()

    def public(self, game: str, seq: int, names: str) -> tuple[PhaseView, Mapping[str, Any], Ruleset, str]:
        """A judged phase for print: as everybody may know it, its report's facts, the rules, and the folder.

        `names`: how people are called (`judge.print.phase_record.name_form`), unless they wish to be called less.

        Raises LookupError: there is no such game or phase.
        """
        everybody = Notice(IN_PRINT, "", "report", {"names": names}, game, PUBLIC)
        with self._lookup.one_view():
            (seen, rules), told = self._seen(everybody, seq), self._report(everybody, seq)
            return seen, {**told, "yours": "", "addresses": self._lookup.addresses(game, names)}, rules, self._lookup.variant(game)

    def over(self, name: str, names: str) -> Mapping[str, Any]:
        """How a game ended, for print: `how`, `winners`, `history` by year, and `players` as (power, [(name, since)]).

        Raises LookupError: there is no such game.
        """
        with self._lookup.one_view():
            stored, seats = self._lookup.stored(name)
            if stored is None:
                raise LookupError(f"there is no game {name!r}")
            rules, changed = self._lookup.ruleset(name), self._lookup.tenures(name)
            print_name = self._lookup.in_print(name, names)
        powers, secret = stored.powers, stored.hides_names
        now = game_facts(view_game(read_game(stored.head), rules, PUBLIC), rules)
        held = {powers[row.seat]: [(print_name(row.name), "")] for row in seats if row.seat in powers and not secret}
        for seat, power in powers.items() if not secret else ():
            held[power] = [(print_name(each.name), each.since) for each in changed if each.seat == seat] or held.get(power, [])
        order = [power.name for power in rules.powers if held.get(power.name) and names != NOBODY]
        players = [(power, held[power]) for power in order]
        return {"how": now["ending"], "winners": now["winners"], "history": now["history"], "players": players}

    def _scenes(self, notice: Notice, pictures: MapRenderer) -> list[tuple[str, Scene]]:
        """(folder, scene) of every picture: those asked for always, those with reports and at the start unless unwanted."""
        asked = [reply for reply in notice.facts.get("replies", ()) if reply["kind"] == "map" and reply["scene"]]
        if asked:
            return [(self._lookup.variant(reply["game"]), read_scene(reply["scene"])) for reply in asked[:MOST_MAPS]]
        if notice.kind not in WITH_MAPS or not self._lookup.wants_maps(notice.to):
            return []
        folder = self._lookup.variant(notice.game)
        if notice.kind == "start":
            body = notice.facts.get("scene")
            return [(folder, read_scene(body))] if body else []
        seen, rules = self._seen(notice, notice.facts["turn"])
        if not seen.common and not seen.reader:  # a board of which nothing may be shown
            return []
        return [(folder, scene) for scene in pictures.turn(folder, seen, rules)]

    def _seen(self, notice: Notice, seq: int) -> tuple[PhaseView, Ruleset]:
        """A phase that a report tells of, as its reader may know it."""
        _, powers, _ = self._lookup.people(notice.game)
        return self._known(notice.game, seq, _reader(notice, self._lookup.ruleset(notice.game), powers))

    def _own(self, notice: Notice, reply: Mapping[str, Any]) -> Mapping[str, Any]:
        """A reply with the words of the game it came from, which need not be the one that the letter ended with."""
        if reply["kind"] not in OF_GAMES:
            return {**reply, "why": self._became(notice, reply["about"])} if reply.get("about") else reply
        words = self._words(self._lookup.variant(reply["game"]))
        if reply["kind"] == "rules":
            return {**reply, "page": words.source("game/README.md"), "sheet": words.listed("sheet.j2")}
        if reply["kind"] == "why":
            seen, rules = self._known(reply["game"], reply["turn"], reply["reader"])
            return {**reply, **why_facts(seen, rules, reply["what"], reply["reader"], words)}
        if reply["kind"] == "trial":
            return {**reply, "verdicts": [_reasoned(verdict, reply["adjectives"], words) for verdict in reply["verdicts"]]}
        if reply["kind"] != "help":
            return {**reply, "text": words.said("part/own.j2", **reply)}
        table = [[*row, words.said("part/own.j2", kind="help", file=file) if file else ""] for *row, file in reply["table"]]
        return {**reply, "table": table}

    def _several(self, notice: Notice, turns: Sequence[int]) -> Iterator[Mapping[str, Any]]:
        """The facts of reports that go into one letter: only the last tells where everything stands and what is due."""
        yours = self._lookup.zone(notice.to)
        for seq in turns:
            yield {**self._report(notice, seq), "yours": yours, "first": seq == turns[0], "last": seq == turns[-1]}

    def _reports(self, notice: Notice, words: Templates) -> str:
        """All reports so far, for somebody who takes over, or the last one for somebody who may have to."""
        turns = [kept.seq for kept in self._lookup.standing(notice.game)]
        if notice.kind == "called":
            turns = turns[-1:]
        several = [{**facts, "past": True} for facts in self._several(notice, turns)]
        kinds = ["private" if facts["seen"].reader and not facts["seen"].common else "report" for facts in several]
        return "\n\n".join(words.letter(kind, facts)[1] for kind, facts in zip(kinds, several, strict=True))

    def _previewed(self, notice: Notice, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The report of phases that are not judged yet, for the GM, and what is different from how they came out before."""
        turns = [read_turn(body) for body in facts["judged"]]
        notice = replace(notice, game=turns[0].game)  # an answer to somebody who has left it is about no game
        rules, words = self._lookup.ruleset(notice.game), self._words(self._lookup.variant(notice.game))
        said = [words.letter("report", self._unsent(notice, turn, turn is turns[-1])) for turn in turns]
        told = {**facts, "report": "\n\n".join(text for _, text in said), "changes": [], "throws": []}
        if facts["before"]:
            old, new = (view_phase(turn, rules, GM) for turn in (read_turn(facts["before"][0]), turns[0]))
            told |= {"changes": order_changes(old, new, rules), "throws": throw_changes(old, new)}
        return told

    def _corrected(self, notice: Notice, words: Templates) -> dict[str, Any]:
        """The report that takes the place of another, and what is different, as far as the reader may know either."""
        turns = notice.facts["turns"]
        several = [{**facts, "first": False} for facts in self._several(notice, turns)]
        if notice.facts["undone"]:  # it is printed again as it was, but for what is due when
            due = notice.facts["due"]
            several[-1]["seen"] = replace(several[-1]["seen"], due=datetime.fromisoformat(due) if due else None)
        text = "\n\n".join(words.letter("report", facts)[1] for facts in several)
        new = several[0]["seen"]
        after = several[-1]["next"].name
        told = {"report": text, "changes": [], "throws": [], "zone": new.zone, "next": after, "rev": new.revision}
        replaces = self._turns.read(notice.game, turns[0]).replaces
        if replaces >= 0:
            (old, rules), fresh = self._seen(notice, replaces), self._seen(notice, turns[0])[0]
            told |= {"changes": order_changes(old, fresh, rules), "throws": throw_changes(old, fresh)}
        return told

    def _rehearsed(self, notice: Notice, dry: Mapping[str, Any]) -> dict[str, Any]:
        """What a correction would change, for the GM."""
        told = {**dry, "changes": [], "throws": []}
        if dry.get("judged"):
            rules = self._lookup.ruleset(dry["game"])
            old = view_phase(self._turns.read(dry["game"], dry["number"]), rules, GM)
            new = view_phase(read_turn(dry["judged"][0]), rules, GM)
            told |= {"changes": order_changes(old, new, rules), "throws": throw_changes(old, new)}
        return told

    def _unsent(self, notice: Notice, turn: JudgedPhase, last: bool) -> Mapping[str, Any]:
        rules = self._lookup.ruleset(notice.game)
        return {**self._facts_of(notice, turn, view_phase(turn, rules, GM), rules, {}), "yours": "", "first": False, "last": last}

    def _holders(self, notice: Notice) -> list[tuple[str, str, str | None]]:
        """(name, since, until) of everyone who had a seat; nobody's where names are kept back."""
        hidden = self._lookup.people(notice.game)[2] and not is_gm(notice.seat)
        return [] if hidden else self._lookup.holders(notice.game, notice.facts["seat"])

    def _report(self, notice: Notice, seq: int) -> Mapping[str, Any]:
        turn, (seen, rules) = self._turns.read(notice.game, seq), self._seen(notice, seq)
        _, powers, _ = self._lookup.people(notice.game)
        return self._facts_of(notice, turn, seen, rules, self._lookup.then(notice.game, powers, seq))

    def _facts_of(
        self, notice: Notice, turn: JudgedPhase, seen: PhaseView, rules: Ruleset, then: Mapping[str, str]
    ) -> Mapping[str, Any]:
        """A report's facts. `then`: power → its player at that time, where that is somebody else now."""
        seats, powers, _ = self._lookup.people(notice.game)
        names = {powers.get(row.seat, row.seat): row.name for row in seats} | dict(then)
        if notice.key == IN_PRINT:
            print_name = self._lookup.in_print(notice.game, notice.facts["names"])
            names = {key: printed for key, name in names.items() if (printed := print_name(name))}
        sent = self._lookup.press(turn.game, turn.press)
        press = _press(sent, replace(turn, anonymous=seen.anonymous), names, powers)
        headline = next((row.text for row in sent if row.headline), "")
        over = not seen.winners and self._lookup.over(notice.game)
        return {**report_facts(seen, rules, _cast(names), press), "headline": headline, "over": over}

    def _became(self, notice: Notice, about: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What became of the reader's orders that a question is about, in the last phase."""
        seen, rules = self._seen(notice, about["turn"])
        return own_result_facts(seen, rules, about["spaces"], about["kinds"], self._words(self._lookup.variant(notice.game)))

    def _known(self, game: str, seq: int, reader: str) -> tuple[PhaseView, Ruleset]:
        """A judged phase as a reader may know it."""
        turn, rules = self._turns.read(game, seq), self._lookup.ruleset(game)
        seen = replace(view_phase(turn, rules, reader), anonymous=self._lookup.people(game)[2])
        return replace(seen, otherwise=self._turns.supposing(game, seq, seen.otherwise)) if seen.whole else seen, rules

    def _cast(self, notice: Notice) -> PlayerNames:
        """Who is who, as far as the reader may know: while an anonymous game is on, only its GM."""
        seats, powers, secret = self._lookup.people(notice.game)
        names = {powers.get(row.seat, row.seat): row.name for row in seats}
        return _cast({key: names[key] for key in names if is_gm(key)} if secret and not is_gm(notice.seat) else names)


def _reasoned(verdict: Mapping[str, Any], adjectives: Mapping[str, str], words: Templates) -> Mapping[str, Any]:
    """A verdict with its reason in words."""
    reason = verdict["reason"]
    return {**verdict, "why": words.because(reason, verdict["result"], adjectives) if reason else ""}


def _reader(notice: Notice, rules: Ruleset, powers: Mapping[str, str]) -> str:
    """For whose eyes a report is: everybody's, where each power has a letter of its own beside it."""
    if is_gm(notice.seat):
        return GM
    if notice.kind == "called" and not rules.rules.counts_are_public(rules):
        return str(notice.facts["power"])
    if notice.kind in ("report", "corrected") and rules.rules.hides_information(rules):
        return PUBLIC
    return powers.get(notice.seat, PUBLIC)


def _cast(names: Mapping[str, str]) -> PlayerNames:
    """Names by power (and by seat before the start)."""
    return PlayerNames(names.get(GM, ""), {power: name for power, name in names.items() if not is_gm(power)})


def _press(
    printed: Sequence[StoredPress], turn: JudgedPhase, names: Mapping[str, str], powers: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Signed press in the order it came, then the unsigned by its text, so that its place betrays nobody."""
    rows = [row for row in printed if not row.headline]
    signed = [(row.text, _signature(powers.get(row.seat, row.seat), names, turn)) for row in rows if row.signed]
    return signed + sorted((row.text, "") for row in rows if not row.signed)


def _signature(power: str, names: Mapping[str, str], turn: JudgedPhase) -> str:
    """How press is signed: by name and power; by the power alone where names are kept back."""
    if is_gm(power):
        return f"{names.get(power, '')}, GM".lstrip(", ")
    if is_observer(power):
        return OBSERVER if turn.anonymous else f"{names.get(power, '')}, {OBSERVER}".lstrip(", ")
    return power if turn.anonymous else f"{names.get(power, '')}, {power}".lstrip(", ")

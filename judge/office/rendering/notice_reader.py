"""What the store can tell the reader of one notice: phases as that reader may know them, names, and the results of their orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.game import PUBLIC, Game, PhaseView, view_phase
from judge.game.model.game import GM_READER
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import read_game, read_turn
from judge.game.players.press import OBSERVER
from judge.game.players.statements import kept_statements
from judge.letters import Notice
from judge.office.rendering.lookup import Lookup
from judge.office.rendering.phase_cache import PhaseCache
from judge.reports import PlayerNames, Templates, report_facts
from judge.reports.awards import award_facts, closing_facts
from judge.reports.difference import order_changes, throw_changes
from judge.reports.report import seen_by_all
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role, Seat
from judge.store import StoredPress

IN_PRINT = "print"
"""Key of copy for print, which has no single reader."""

Eyes = Callable[[Notice, Ruleset, Mapping[Seat, str]], str]
"""Notice, rules, and seat → power: for whose eyes its reports are, a power's or PUBLIC; a GM sees everything anyway."""


class NoticeReader:
    """One notice and its reader. Ask only within `Lookup.one_view`."""

    def __init__(self, notice: Notice, eyes: Eyes, lookup: Lookup, turns: PhaseCache, words: Callable[[str], Templates]) -> None:
        self.notice, self.lookup, self.turns, self._eyes, self._words = notice, lookup, turns, eyes, words

    @property
    def words(self) -> Templates:
        """The words of the notice's game."""
        return self.words_of(self.notice.game)

    def words_of(self, game: str) -> Templates:
        """The words of a game."""
        return self._words(self.lookup.variant(game))

    def words_of_folder(self, folder: str) -> Templates:
        """The words of a variant's folder."""
        return self._words(folder)

    @property
    def _is_gm(self) -> bool:
        return self.notice.seat is not None and self.notice.seat.is_gm

    def for_everybody(self) -> NoticeReader:
        """Return the same notice with what everybody may know."""
        return NoticeReader(self.notice, lambda notice, rules, powers: PUBLIC, self.lookup, self.turns, self._words)

    def seen(self, seq: int) -> tuple[PhaseView, Ruleset]:
        """Return a phase of a report, as its reader may know it."""
        notice = self.notice
        _, powers, _ = self.lookup.people(notice.game)
        rules = self.lookup.ruleset(notice.game)
        return self.known(notice.game, seq, GM_READER if self._is_gm else self._eyes(notice, rules, powers))

    def known(self, game: str, seq: int, reader: str) -> tuple[PhaseView, Ruleset]:
        """Return an adjudicated phase as a Power, a GM or the public may know it."""
        turn, rules = self.turns.read(game, seq), self.lookup.ruleset(game)
        seen = replace(view_phase(turn, rules, reader), anonymous=self.lookup.people(game)[2])
        return replace(seen, otherwise=self.turns.supposing(game, seq, seen.otherwise)) if seen.whole else seen, rules

    def ended(self) -> dict[str, Any]:
        """Return what the game, which is over, has to boast of (`awards`), and what it tells of its end (`closing`)."""
        views = [self.seen(kept.seq) for kept in self.lookup.standing(self.notice.game)]
        if not views:
            return {"awards": [], "closing": {}}
        phases, rules = [seen for seen, _ in views], views[0][1]
        return {"awards": award_facts(phases, rules), "closing": closing_facts(phases, self._game().board_now, rules)}

    def call(self) -> dict[str, str]:
        """Return until when the game, which is over, takes statements (`until`, '' if it has no date), and in which `zone`."""
        game = self._game()
        return {"until": game.statements_until.isoformat() if game.statements_until else "", "zone": game.zone}

    def statements(self) -> list[tuple[str, str]]:
        """Return the end-of-game statements as (whose, text), in order of arrival."""
        name, names = self.notice.game, self._shown(self._names())
        powers = self.lookup.people(name)[1]
        sent = self.lookup.press(name, [held.seq for held in kept_statements(self._game())])
        return [(_signed(powers.get(row.seat, row.seat), names, bare=self.is_kept_from_names()), row.text) for row in sent]

    def _game(self) -> Game:
        stored, _ = self.lookup.stored(self.notice.game)
        if stored is None:
            raise LookupError(f"there is no game {self.notice.game!r}")
        return read_game(stored.head)

    def _shown(self, names: Mapping[str | Seat, str]) -> dict[str | Seat, str]:
        """Return names as their owners let them be printed, if the reader is print; else as they are."""
        if self.notice.key != IN_PRINT:
            return dict(names)
        print_name = self.lookup.in_print(self.notice.game, self.notice.facts["names"])
        return {key: printed for key, name in names.items() if (printed := print_name(name))}

    def report(self, seq: int) -> Mapping[str, Any]:
        """The facts of a judged phase's report."""
        game = self.notice.game
        turn, (seen, rules) = self.turns.read(game, seq), self.seen(seq)
        return self._facts_of(turn, seen, rules, self.lookup.then(game, self.lookup.people(game)[1], seq))

    def several(self, turns: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Return the facts of reports that go into one letter: only the last tells the position and what is due."""
        yours = self.lookup.zone(self.notice.to)
        for seq in turns:
            yield {**self.report(seq), "yours": yours, "first": seq == turns[0], "last": seq == turns[-1]}

    def earlier(self, turns: Sequence[int]) -> str:
        """Return the reports of phases as text, for somebody who was not in the game then."""
        several = [{**facts, "past": True} for facts in self.several(turns)]
        kinds = ["private" if facts["seen"].reader and not facts["seen"].common else "report" for facts in several]
        return "\n\n".join(self.words.letter(kind, facts)[1] for kind, facts in zip(kinds, several, strict=True))

    def preview(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the report of phases that are not adjudicated yet, for the GM, and how it differs from their earlier result."""
        turns = [read_turn(body) for body in facts["judged"]]
        game = turns[0].game  # an answer to somebody who has left it is about no game
        there = NoticeReader(replace(self.notice, game=game), self._eyes, self.lookup, self.turns, self._words)
        rules = self.lookup.ruleset(game)
        said = [there.words.letter("report", there._unsent(turn, rules, turn is turns[-1])) for turn in turns]
        told = {**facts, "report": "\n\n".join(text for _, text in said), "changes": [], "throws": []}
        if not facts["before"]:
            return told
        old, new = (view_phase(turn, rules, GM_READER) for turn in (read_turn(facts["before"][0]), turns[0]))
        return {**told, **changes(old, new, rules)}

    def _unsent(self, turn: JudgedPhase, rules: Ruleset, last: bool) -> Mapping[str, Any]:
        facts = self._facts_of(turn, view_phase(turn, rules, GM_READER), rules, {})
        return {**facts, "yours": "", "first": False, "last": last}

    def _facts_of(self, turn: JudgedPhase, seen: PhaseView, rules: Ruleset, then: Mapping[str | Seat, str]) -> Mapping[str, Any]:
        """A report's facts. `then`: power → its player at that time, where that is somebody else now."""
        notice, names = self.notice, self._shown(self._names() | dict(then))
        sent = self.lookup.press(turn.game, turn.press)
        press = _press(sent, replace(turn, anonymous=seen.anonymous), names, self.lookup.people(notice.game)[1])
        headline = next((row.text for row in sent if row.headline), "")
        over, cast = not seen.winners and self.lookup.over(notice.game), _cast(names)
        shared = self.turns.shared(seen_by_all(seen), rules, cast, headline)
        return {**report_facts(seen, rules, cast, press, shared), "over": over}

    def cast(self) -> PlayerNames:
        """Return who is who, as far as the reader may know: in an anonymous game only the GM until it is over."""
        kept = self.is_kept_from_names()
        return _cast({who: name for who, name in self._names().items() if not kept or _role(who) is Role.GM})

    def is_kept_from_names(self) -> bool:
        """Whether names are secret in this game for this reader."""
        return self.lookup.people(self.notice.game)[2] and not self._is_gm

    def _names(self) -> dict[str | Seat, str]:
        """Power, or the seat of a person without one → name."""
        seats, powers, _ = self.lookup.people(self.notice.game)
        return {powers.get(row.seat, row.seat): row.name for row in seats}


def changes(old: PhaseView, new: PhaseView, rules: Ruleset) -> dict[str, Any]:
    """Return how a phase differs from its earlier result, as far as the reader of both views may know either."""
    return {"changes": order_changes(old, new, rules), "throws": throw_changes(old, new)}


def _role(who: str | Seat) -> Role:
    """What somebody is in the game who is known by a power, or by a seat without one."""
    return who.role if isinstance(who, Seat) else Role.PLAYER


def _cast(names: Mapping[str | Seat, str]) -> PlayerNames:
    """Who is who, for templates, to which a seat is its text."""
    gms = [names[GM]] if names.get(GM) else []
    gms += [name for who, name in sorted((each for each in names.items() if isinstance(each[0], Seat)), key=lambda each: each[0])
            if _role(who) is Role.GM and who != GM]  # fmt: skip
    return PlayerNames(names.get(GM, ""), {str(who): name for who, name in names.items() if _role(who) is not Role.GM}, tuple(gms))


def _press(
    printed: Sequence[StoredPress], turn: JudgedPhase, names: Mapping[str | Seat, str], powers: Mapping[Seat, str]
) -> list[tuple[str, str]]:
    """Return signed press in order of arrival, then unsigned press ordered by its text, so that its position does not reveal its
    writer.
    """
    rows = [row for row in printed if not row.headline]
    signed = [(row.text, _signed(powers.get(row.seat, row.seat), names, turn.anonymous)) for row in rows if row.signed]
    return signed + sorted((row.text, "") for row in rows if not row.signed)


def _signed(who: str | Seat, names: Mapping[str | Seat, str], bare: bool) -> str:
    """Return how press is signed: by name and Power, or if `bare`, since names are secret, by the Power alone."""
    role = _role(who)
    what = "GM" if role is Role.GM else OBSERVER if role is Role.OBSERVER else str(who)
    return what if bare and role is not Role.GM else f"{names.get(who, '')}, {what}".lstrip(", ")

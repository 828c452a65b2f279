"""An editor's copy as text and files: the phases of several games, as everybody may know them, in the editor's style."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from judge.board import normalize_name
from judge.game import PhaseView
from judge.letters import Attachment, Notice
from judge.maps.build_scenes import after_scene, turn_scenes
from judge.maps.draw import DrawingKit, Sheets, draw_page_svg, draw_sheets, draw_svg
from judge.maps.mark_rules import Marks
from judge.maps.scene import Scene
from judge.print import (
    FORMATS,
    Erratum,
    GameEnding,
    IssueGame,
    PhaseCopy,
    Style,
    ZineIssue,
    fit_to_lines,
    parse_style,
    phase_record,
)
from judge.print.copy import file_name_part
from judge.print.fit import count_lines
from judge.print.formats import issue_files
from judge.print.phase_record import sanitize_json
from judge.print.seasons import by_season, combined
from judge.reports import Templates
from judge.reports.difference import order_changes, throw_changes
from judge.reports.text_layout import format_local_time
from judge.rules.ruleset import Ruleset

_log = logging.getLogger(__name__)

EARLIER = {"deadline": "", "due_at": "", "addresses": [], "history": {"years": [], "rows": []}, "position": []}
"""What a phase states only while it is the last: dates, addresses, the chart and the position."""
NOBODY = "none"
"""How people are named where no names are printed."""
Public = tuple[PhaseView, Mapping[str, Any], Ruleset, str]
"""A judged phase as everybody may know it, its report's facts, the rules, and the folder."""
Judged = Callable[[str, int, str], Public]
"""(game, number, how people are named) → the phase."""
Looks = Callable[[str], tuple[DrawingKit, Marks] | None]
Failed = Callable[[Notice, list[str]], object]
"""Called for a letter that goes out without some of its files, or some phases, with what they are."""


def make_copy(public: Public, words: Callable[[str], Templates], looks_of: Looks, style: Style, headline: str = "") -> PhaseCopy:
    """A judged phase, ready to be laid out."""
    seen, facts, rules, folder = public
    looks = looks_of(folder) if seen.common else None

    def drawn(which: int, palette: str) -> str:
        return draw_svg(turn_scenes(seen, rules, looks[1])[which], looks[0], palette) if looks else ""

    picture = partial(drawn, 0) if looks else None
    position = partial(drawn, -1) if looks and seen.before.phase.kind == "movement" else None
    scenes = partial(turn_scenes, seen, rules, looks[1]) if looks else None
    pointed_at = partial(_pointed_at, looks[0]) if looks else None

    def final(palette: str) -> str:
        assert looks
        return draw_svg(after_scene(seen, rules, looks[1]), looks[0], palette)

    def sheets(size: tuple[int, int]) -> Sheets:
        assert looks
        return draw_sheets(turn_scenes(seen, rules, looks[1])[0], looks[0], size)

    record = phase_record(facts, words(folder), rules)
    made = PhaseCopy(record, words(folder), style, picture, position, scenes, pointed_at, headline=headline)
    return replace(made, sheets=sheets, final=final) if looks else made


def _pointed_at(kit: DrawingKit, scene: Scene, told: Mapping[str, str]) -> str:
    return draw_page_svg(scene, kit, told)


def make_ending(over: Mapping[str, Any], charted: bool, words_of: Callable[[str], Templates], says: bool = True) -> GameEnding:
    """How a game ended (`NoticeRenderer.over`), for print; with the chart unless a phase next to it has one, and with the
    statements of its players if it `says` them.
    """
    over, words = over if says else {**over, "statements": []}, words_of(over["variant"])
    said, *players = words.said("print/ending.j2", **over).split("\n")
    table = words.printed("print/chart.j2", **over, turns=charted)
    standings = words.said("print/standings.j2", **over).split("\n")
    remarks = sanitize_json([*standings, *words.said("print/awards.j2", **over).split("\n")])
    return GameEnding(
        said, tuple(filter(None, players)), tuple(table.split("\n")) if table.strip() else (), tuple(filter(None, remarks)),
        tuple(sanitize_json(list(over["series"]))), _statements(over),
    )  # fmt: skip


def make_end_issue(over: Mapping[str, Any], words: Templates) -> GameEnding:
    """The statements of a game's players (`NoticeRenderer.over`), for print after its end has been printed."""
    return GameEnding(words.said("print/end-issue.j2", **over), statements=_statements(over))


def _statements(over: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((sanitize_json(whose), sanitize_json(text)) for whose, text in over["statements"])


def make_erratum(each: Mapping[str, Any], public: Judged, words: Templates) -> Erratum:
    """What is different from what was printed, as everybody may know either. `each`: `game`, `phase`, `old` and `new` numbers (-1:
    none stands now), `reason`. Raises LookupError.
    """
    old, _, rules, _ = public(each["game"], each["old"], NOBODY)
    told = {**each, "was": old.revision, "rev": 0, "changes": [], "throws": []}
    if each["new"] >= 0:
        new = public(each["game"], each["new"], NOBODY)[0]
        told |= {"rev": new.revision, "changes": order_changes(old, new, rules), "throws": throw_changes(old, new)}
    said, *more = words.said("print/erratum.j2", e=told).split("\n")
    return Erratum(said, tuple(more[:-1]), more[-1]) if each["reason"] else Erratum(said, tuple(more))


class IssueFiles(NamedTuple):
    """A letter's files, and what could not be made."""

    files: tuple[Attachment, ...]
    failed: list[str]


class IssueRenderer:
    """Says letters with copy, and makes their files. What fails is left out, and the letter says so."""

    def __init__(
        self, public: Judged, words: Callable[[str], Templates], looks: Looks,
        over: Callable[[str, str, bool], Mapping[str, Any]], told: Failed,
    ) -> None:  # fmt: skip
        self._public, self._words, self._looks, self._over, self._told = public, words, looks, over, told
        self._made: tuple[Notice, IssueFiles] | None = None
        """The files of the letter that was said last; its words mention them."""

    def say(self, notice: Notice) -> tuple[str, str]:
        """(subject, text), after its files are made. Raises jinja2.TemplateError."""
        unlaid = list[str]()
        issue = self._issue(notice, unlaid)
        made = self._files(notice, issue)
        failed = [*unlaid, *made.failed]
        if failed:
            self._told(notice, failed)
        self._made = (notice, made)
        areas = [_covered(area, area.game in unlaid) for area in issue.areas]
        for area in areas:
            area["went"] = self._words("").said("print/went.j2", went=area["went"]) if area["went"] else ""
        told = {
            "yours": "", **notice.facts, "areas": areas, "text": FORMATS["text"].issue(issue).decode(),
            "files": [file.name for file in made.files], "failed": failed, "errata": issue.errata, "wrongs": notice.facts["errata"],
        }  # fmt: skip
        return self._words("").letter(notice.kind, told)

    def files(self, notice: Notice) -> tuple[Attachment, ...]:
        """The files of a letter, as it was said."""
        kept, self._made = self._made, None
        return kept[1].files if kept and kept[0] == notice else self._files(notice, self._issue(notice, [])).files

    def _files(self, notice: Notice, issue: ZineIssue) -> IssueFiles:
        found, failed = list[Attachment](), list[str]()
        for name in notice.facts["formats"]:
            try:
                found += issue_files(issue, name)
            except Exception:  # an error in a library: the other files have the same text
                _log.exception("a file of a zine's copy cannot be made", extra={"ids": {"format": name}})
                failed.append(name)
        return IssueFiles(tuple(found), failed)

    def _issue(self, notice: Notice, unlaid: list[str]) -> ZineIssue:
        """All of a letter, each game cut to its lines. What cannot be laid out is named in `unlaid`."""
        facts, words = notice.facts, self._words("")
        style, correcting = parse_style(facts["style"]), notice.kind == "erratum"
        games = _corrected(facts["errata"]) if correcting else facts["games"]
        title, day = facts["zine"], format_local_time(facts["at"], facts["zone"]).date()
        kind = "-erratum" if correcting else "-sample" if facts.get("why") == "sample" else ""
        return ZineIssue(
            title, f"{file_name_part(normalize_name(title)) or 'copy'}-{day}{kind}",
            words.said("print/date.j2", at=facts["at"], zone=facts["zone"]),
            tuple(self._area(game, style, unlaid) for game in games),
            tuple(self._errata(facts["errata"], unlaid)), words, style,
        )  # fmt: skip

    def _area(self, game: Mapping[str, Any], style: Style, unlaid: list[str]) -> IssueGame:
        copies = fit_to_lines(list(self._copies(game, style, unlaid)))
        lost = bool(game["turns"]) and not copies
        status = self._words("").said("print/status.j2", game=game, lost=lost) if "stage" in game else ""
        return IssueGame(game["game"], status, tuple(copies), self._ending(game, style))

    def _copies(self, game: Mapping[str, Any], style: Style, unlaid: list[str]) -> Iterator[PhaseCopy]:
        """Return a game's phases in order, retreats with their movement; only the last one tells what is due and when, and has
        chart and position.
        """
        made = list(self._laid_out(game, style, unlaid))
        earlier = [replace(copy, record={**copy.record, **EARLIER}) for copy in made[:-1]]
        yield from map(combined, by_season([*earlier, *made[-1:]], builds=True))

    def _laid_out(self, game: Mapping[str, Any], style: Style, unlaid: list[str]) -> Iterator[PhaseCopy]:
        for seq in game["turns"]:
            try:
                yield make_copy(self._public(game["game"], seq, style.names), self._words, self._looks, style)
            except Exception:  # one game's fault: the others are wanted all the same
                _log.exception("a phase cannot be laid out for a zine", extra={"ids": {"game": game["game"], "seq": seq}})
                unlaid.append(game["game"])

    def _ending(self, game: Mapping[str, Any], style: Style) -> GameEnding | None:
        """How a game ended, with what its players say of it unless that follows later, or only what they say; None if neither."""
        ends = game.get("ends", False)
        says = game.get("says", ends)  # copy that was queued by an earlier judge does not say
        if not (ends or says):
            return None
        over = self._over(game["game"], style.names, True)
        return make_ending(over, bool(game["turns"]), self._words, says) if ends else make_end_issue(over, self._words(""))

    def _errata(self, errata: list[dict[str, Any]], unlaid: list[str]) -> Iterator[Erratum]:
        for each in errata:
            try:
                yield make_erratum(each, self._public, self._words(""))
            except LookupError:
                unlaid.append(each["game"])


def _corrected(errata: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games of a letter about errata: each with what stands now."""
    games = dict.fromkeys(each["game"] for each in errata)
    return [{"game": game, "turns": [e["new"] for e in errata if e["game"] == game and e["new"] >= 0]} for game in games]


def _covered(area: IssueGame, lost: bool) -> dict[str, Any]:
    """What the cover says of a game."""
    limit = area.copies[0].style.lines if area.copies else 0
    went = dict.fromkeys(what for copy in area.copies for what in copy.went)
    return {
        "game": area.game, "status": area.status, "idle": area.idle, "lost": lost,
        "phases": [{"phase": each.record["phase"], "rev": each.record["revision"]} for copy in area.copies for each in copy.apart],
        "lines": count_lines(area.copies), "limit": limit, "went": list(went),
    }  # fmt: skip

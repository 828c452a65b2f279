"""Every kind of notice as a row: what it says besides its own facts, who may see its reports, and which maps go with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from judge.game import PUBLIC, view_phase
from judge.game.model.game import GM_READER
from judge.game.model.serialization import read_turn
from judge.letters import Notice
from judge.maps.scene import Scene, read_scene
from judge.office.rendering.maps import MapRenderer
from judge.office.rendering.notice_reader import Eyes, NoticeReader, changes
from judge.office.rendering.reply_facts import reply_facts
from judge.reports.queries import concerning_facts
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat

MOST_MAPS = 4
"""Maps that one letter may ask for."""
Scenes = list[tuple[str, Scene]]
"""(folder, scene) of each map."""


def _own_power(notice: Notice, rules: Ruleset, powers: Mapping[Seat, str]) -> str:
    return powers.get(notice.seat, PUBLIC) if notice.seat else PUBLIC


def _everybody(notice: Notice, rules: Ruleset, powers: Mapping[Seat, str]) -> str:
    """The public report where each power also gets its own letter."""
    return PUBLIC if rules.rules.hides_information(rules) else _own_power(notice, rules, powers)


def _offered_power(notice: Notice, rules: Ruleset, powers: Mapping[Seat, str]) -> str:
    """Return the Power that is offered, where not everybody may know the counts."""
    return _own_power(notice, rules, powers) if rules.rules.counts_are_public(rules) else str(notice.facts["power"])


def _names(reader: NoticeReader) -> dict[str, Any]:
    """Names of players, GMs and former players; none where names are secret."""
    notice = reader.notice
    masters = {str(row.seat): row.name for row in reader.lookup.people(notice.game)[0] if row.seat.is_gm}
    facts = {"cast": reader.cast(), "masters": masters, "gms": reader.lookup.holders(notice.game, GM)}
    if "seat" not in notice.facts:
        return facts
    seat = Seat.read(notice.facts["seat"])
    return {**facts, "holders": [] if reader.is_kept_from_names() else reader.lookup.holders(notice.game, seat)}


def _played(reader: NoticeReader) -> dict[str, Any]:
    """Return the Powers that somebody played, for each that changed hands all who played it as (name, since), and what
    there is to tell of a game that is over."""
    seats, powers, _ = reader.lookup.people(reader.notice.game)
    hands: dict[str, list[tuple[str, str]]] = {}
    for each in reader.lookup.tenures(reader.notice.game) if not reader.is_kept_from_names() else ():
        if each.seat in powers:
            hands.setdefault(powers[each.seat], []).append((each.name, each.since))
    played = [powers[row.seat] for row in seats if row.seat in powers]
    return {"played": played, "hands": hands, **reader.ended(), "call": reader.call()}


def _statements(reader: NoticeReader) -> dict[str, Any]:
    return {"statements": reader.statements()}


def _all_reports(reader: NoticeReader) -> dict[str, Any]:
    """All reports so far, for somebody who takes over."""
    return {"reports": reader.earlier([kept.seq for kept in reader.lookup.standing(reader.notice.game)])}


def _last_report(reader: NoticeReader) -> dict[str, Any]:
    """The last report, for somebody who may have to take over."""
    return {"reports": reader.earlier([kept.seq for kept in reader.lookup.standing(reader.notice.game)[-1:]])}


def _answer(reader: NoticeReader) -> dict[str, Any]:
    """Return replies with the words of the games that they come from, and names if somebody asked who is who."""
    replies = reader.notice.facts["replies"]
    ballot = (reader.notice.facts.get("now") or {}).get("ballot") or {}
    named = any(reply["kind"] in ("who", "proposed") for reply in replies) or ballot.get("text")
    cast = _names(reader) if named else {}
    return {"replies": [reply_facts(reader, reply) for reply in replies], **cast}


def _confirm(reader: NoticeReader) -> dict[str, Any]:
    """What corrections would change, for the GM who is asked about them."""
    dry = reader.notice.facts.get("dry")
    return {"dry": [_rehearsal(reader, each) for each in dry]} if dry else {}


def _rehearsal(reader: NoticeReader, dry: Mapping[str, Any]) -> dict[str, Any]:
    if not dry.get("judged"):
        return {**dry, "changes": [], "throws": []}
    rules = reader.lookup.ruleset(dry["game"])
    turns = reader.turns.read(dry["game"], dry["number"]), read_turn(dry["judged"][0])
    old, new = (view_phase(turn, rules, GM_READER) for turn in turns)
    return {**dry, **changes(old, new, rules)}


def _corrected(reader: NoticeReader) -> dict[str, Any]:
    """Return the report that replaces another and what has changed, as far as the reader may know both."""
    notice, turns = reader.notice, reader.notice.facts["turns"]
    several = [{**facts, "first": False} for facts in reader.several(turns)]
    if notice.facts["undone"]:  # it is printed again as it was, but for what is due when
        due = notice.facts["due"]
        several[-1]["seen"] = replace(several[-1]["seen"], due=datetime.fromisoformat(due) if due else None)
    text = "\n\n".join(reader.words.letter("report", facts)[1] for facts in several)
    new = several[0]["seen"]
    told = {"report": text, "changes": [], "throws": [], "zone": new.zone, "next": several[-1]["next"].name, "rev": new.revision}
    replaces = reader.turns.read(notice.game, turns[0]).replaces
    if replaces < 0:
        return told
    old, rules = reader.seen(replaces)
    return {**told, **changes(old, reader.seen(turns[0])[0], rules)}


def _lesson(reader: NoticeReader) -> dict[str, Any]:
    """Return what became of the pupil's orders in the phase before, and of others' for the same spaces, if there was one."""
    if "turn" not in reader.notice.facts:
        return {"verdicts": []}
    seen, rules = reader.seen(reader.notice.facts["turn"])
    return {"verdicts": concerning_facts(seen, rules, seen.reader, reader.words), "was": seen.before.phase.name}


def _no_maps(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    return []


def _asked_maps(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    """The maps that a letter asked for, regardless of its writer's setting."""
    return [(reader.lookup.variant(reply["game"]), read_scene(reply["scene"])) for reply in _asked_for(reader.notice)]


def _asked_for(notice: Notice) -> list[Mapping[str, Any]]:
    return [reply for reply in notice.facts["replies"] if reply["kind"] == "map" and reply["scene"]][:MOST_MAPS]


def _opening_map(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    notice, body = reader.notice, reader.notice.facts.get("scene")
    return [(reader.lookup.variant(notice.game), read_scene(body))] if body and reader.lookup.wishes(notice.to).maps else []


def _phase_maps(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    """The maps of the last phase, unless the reader wants none, or may be shown nothing of the board."""
    if not reader.lookup.wishes(reader.notice.to).maps:
        return []
    folder, (seen, rules) = reader.lookup.variant(reader.notice.game), reader.seen(reader.notice.facts["turn"])
    return [(folder, scene) for scene in pictures.turn(folder, seen, rules)] if seen.common or seen.reader else []


def _lesson_maps(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    """The orders of the phase before, if there was one, and the board of the lesson."""
    before = _phase_maps(reader, pictures)[:1] if "turn" in reader.notice.facts else []
    return [*before, *([] if reader.notice.facts["finished"] else _opening_map(reader, pictures))]


def _final_map(reader: NoticeReader, pictures: MapRenderer) -> Scenes:
    """The position at the end of the game, unless the reader wants no maps, or nobody may see the whole board."""
    notice, judged = reader.notice, reader.lookup.standing(reader.notice.game)
    if not judged or not reader.lookup.wishes(notice.to).maps:
        return []
    seen, rules = reader.seen(judged[-1].seq)
    folder = reader.lookup.variant(notice.game)
    return [(folder, scene) for scene in pictures.turn(folder, seen, rules)[-1:]] if seen.common else []


class NoticeKind(NamedTuple):
    """What letters of one kind need besides their own facts."""

    facts: tuple[Callable[[NoticeReader], Mapping[str, Any]], ...] = ()
    """Each adds facts from the store, by name; these replace the notice's own."""
    eyes: Eyes = _own_power
    maps: Callable[[NoticeReader, MapRenderer], Scenes] = _no_maps
    asks: bool = False
    """Whether a reply does something, so that its reader must be able to answer yes."""
    prints: bool = False
    """Whether it is an editor's copy, with files (`judge.office.zines.rendering`)."""
    is_report: bool = False
    """Whether it is the reports of judged phases, and nothing else."""
    in_phase: bool = False
    """Whether it belongs to the conversation about a phase, as reports do: all these mails have one subject."""

    def draws(self, notice: Notice) -> bool:
        """Whether maps may go with a notice of this kind, as far as its facts tell."""
        return bool(_asked_for(notice)) if self.maps is _asked_maps else self.maps is not _no_maps


KINDS: Mapping[str, NoticeKind] = {
    "admitted": NoticeKind(),
    "alert": NoticeKind(),
    "answer": NoticeKind((_answer,), maps=_asked_maps, in_phase=True),
    "called": NoticeKind((_last_report,), eyes=_offered_power),
    "confirm": NoticeKind((_confirm,), asks=True),
    "copy": NoticeKind(prints=True),
    "corrected": NoticeKind((_corrected,), eyes=_everybody, maps=_phase_maps),
    "ejected": NoticeKind((_names,)),
    "end-issue": NoticeKind((_names, _played, _statements), maps=_final_map),
    "ended": NoticeKind((_names, _played), maps=_final_map),
    "erratum": NoticeKind(prints=True),
    "handover": NoticeKind((_names,), asks=True),
    "invitation": NoticeKind((_names,), asks=True),
    "lesson": NoticeKind((_lesson,), maps=_lesson_maps),
    "moved": NoticeKind(),
    "new-gm": NoticeKind((_names,)),
    "news": NoticeKind((_names,)),
    "offer": NoticeKind((_names, _all_reports), asks=True),
    "press": NoticeKind((_names,)),
    "preview": NoticeKind((lambda reader: reader.preview(reader.notice.facts),)),
    "private": NoticeKind(maps=_phase_maps, is_report=True),
    "promotion": NoticeKind((_names,)),
    "reminder": NoticeKind(in_phase=True),
    "replaced": NoticeKind(),
    "report": NoticeKind(eyes=_everybody, maps=_phase_maps, is_report=True),
    "restored": NoticeKind(),
    "retired": NoticeKind(),
    "start": NoticeKind((_names,), maps=_opening_map, in_phase=True),
    "takeover": NoticeKind((_all_reports,)),
    "trouble": NoticeKind(),
    "vacancy": NoticeKind((_all_reports,), asks=True),
    "waiting": NoticeKind(),
    "zine": NoticeKind(),
}
"""Kind, which is also its template's name → what it needs."""


def kind_of(kind: str) -> NoticeKind:
    """Return the row of a kind; an unknown kind needs nothing."""
    return KINDS.get(kind, NoticeKind())

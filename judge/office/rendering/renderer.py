"""Putting words to a notice when it is first sent, with what the store knows of names and judged phases."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy.exc import InterfaceError, OperationalError

from judge.game import PUBLIC, PhaseView, view_game
from judge.game.foreign.diplomacy_package import write_saved_game
from judge.game.foreign.jdip_writing import write_jdip_game
from judge.game.model.serialization import read_game
from judge.letters import Attachment, InlineImage, Notice, NotNow
from judge.mail.calendar_file import CalendarDate, calendar_file
from judge.maps.scene import read_scene
from judge.office.rendering.lookup import Lookup
from judge.office.rendering.maps import MapRenderer
from judge.office.rendering.notice_kinds import MOST_MAPS, NoticeKind, kind_of
from judge.office.rendering.notice_reader import IN_PRINT, NoticeReader
from judge.office.rendering.phase_cache import PhaseCache
from judge.office.rendering.plain_fallback import Unwritten, plain_letter
from judge.office.zines.rendering import NOBODY, Failed, IssueRenderer
from judge.print.copy import file_name_part
from judge.print.formats import SVG
from judge.print.map_file import map_file, order_stories
from judge.print.phase_record import phase_record
from judge.reports import Templates, game_facts
from judge.reports.html_letter import letter_page
from judge.rules.ruleset import Ruleset
from judge.store import Store, StoreUnavailable
from judge.variants.jdip_board import JdipBoard

_log = logging.getLogger(__name__)

LONGEST_ANSWER = 40_000
"""Characters of an answer. In any script they are fewer than 256 KB of mail."""
_AWAY = (StoreUnavailable, OperationalError, InterfaceError)
"""What says that the store cannot be asked now, as when a connection is cut: a mail's words are not at fault then."""


@contextmanager
def _asking() -> Iterator[None]:
    """Raise NotNow where the store cannot be asked."""
    try:
        yield
    except _AWAY as error:
        raise NotNow(str(error)) from error


class NoticeRenderer:
    """Says notices."""

    def __init__(
        self, store: Store, rules: Callable[[str], Ruleset], words: Callable[[str], Templates], pictures: MapRenderer | None = None,
        failed: Failed = lambda notice, what: None, unwritten: Unwritten = lambda notice, why: None,
        jdip: Callable[[str], JdipBoard | None] = lambda folder: None,
    ) -> None:  # fmt: skip
        self._words, self._pictures, self._unwritten, self._jdip = words, pictures, unwritten, jdip
        self._lookup = Lookup(store, rules)
        self._turns = PhaseCache(self._lookup.position)
        self._bundles = IssueRenderer(self.public, words, pictures.looks if pictures else lambda folder: None, self.over, failed)

    def one_view(self) -> AbstractContextManager[None]:
        """Make several letters from one view of the store, as far as nothing in them takes long."""
        return self._lookup.one_view()

    @_asking()
    def say(self, notice: Notice) -> tuple[str, str]:
        """(subject, text) of a notice; in plain sentences, and the operator told, where its own words cannot be made.

        Raises:
            Question: it asks something and its own words cannot be made.
            NotNow: the store cannot be asked now.
            Exception: neither can plain sentences, or it is an editor's copy, which waits.
        """
        kind = kind_of(notice.kind)
        if kind.prints:  # its files take long: it has a view of the store for each phase
            self._lookup.renew()
            return self._bundles.say(notice)
        with self._lookup.one_view():
            reader = self._reader(notice)
            try:
                subject, text = _said(kind, reader)
                return subject, _cut(text, self._words("")) if notice.kind == "answer" else text
            except _AWAY:
                raise
            except Exception as error:  # a template's fault, or a fact's
                self._lookup.renew()
                _log.exception("the words of a letter (%s) cannot be made: %s", notice.kind, notice.key[:200])
                self._unwritten(notice, error)
                return plain_letter(kind, reader)

    def draws(self, notice: Notice) -> bool:
        """Whether pictures may go with a notice, which takes long if they are new."""
        return self._pictures is not None and kind_of(notice.kind).draws(notice)

    @_asking()
    def draw(self, notice: Notice) -> tuple[InlineImage | Attachment, ...]:
        """The pictures of a notice and the date of a new deadline, if its reader wants any; the files of an editor's copy.

        Raises:
            LookupError: it speaks of a phase that the store does not have.
            NoPicture: they cannot be made.
            NotNow: the store cannot be asked now.
        """
        kind = kind_of(notice.kind)
        if kind.prints:
            self._lookup.renew()
            return self._bundles.files(notice)
        with self._lookup.one_view():
            scenes = kind.maps(self._reader(notice), self._pictures) if self._pictures else []
            dates = (*self._dates(notice), *self._exports(notice), *self._vectors(notice))
        if scenes:  # drawing takes long
            self._lookup.renew()
        return (*(self._pictures.of(scenes) if scenes and self._pictures else ()), *dates)

    def _exports(self, notice: Notice) -> Iterator[Attachment]:
        """Yield the games that an answer brings for other programs."""
        for reply in notice.facts.get("replies", ()) if notice.kind == "answer" else ():
            stored, _ = self._lookup.stored(reply["game"]) if reply["kind"] == "export" else (None, ())
            if stored is not None:
                game, rules = read_game(stored.head), self._lookup.ruleset(reply["game"])
                turns = [self._turns.read(game.name, kept.seq) for kept in self._lookup.standing(game.name)]
                saved = write_saved_game(game.name, turns, game.board_now, rules)
                yield Attachment(f"{game.name}.json", "application/json", saved.encode())
                if board := self._jdip(game.variant):
                    ended = game.stage == "finished"
                    objects = write_jdip_game(turns, game.board_now, rules, board.variant, board.beyond, ended)
                    packed = gzip.compress(objects.encode("ascii", "xmlcharrefreplace"), mtime=0)
                    yield Attachment(f"{game.name}.jdip", "application/gzip", packed)

    def _vectors(self, notice: Notice) -> Iterator[Attachment]:
        """Yield the maps that an answer brings as files; of a judged phase with what became of its orders."""
        replies = notice.facts.get("replies", ()) if notice.kind == "answer" and self._pictures else ()
        asked = [reply for reply in replies if reply["kind"] == "map" and reply.get("svg") and reply["scene"]]
        for reply in asked[:MOST_MAPS]:
            folder, rules = self._lookup.variant(reply["game"]), self._lookup.ruleset(reply["game"])
            looks, words = self._pictures.looks(folder) if self._pictures else None, self._words(folder)
            reader = self._reader(replace(notice, game=reply["game"]))
            told = reader.report(reply["turn"]) if reply["turn"] >= 0 and reply["game"] == notice.game else None
            stories = order_stories(phase_record(told, words, rules)) if told else {}
            names = {key: space.name for key, space in rules.board.spaces.items()}
            if looks:
                made = map_file(read_scene(reply["scene"]), looks[0], names, words.listed("print/words.j2"), stories)
                yield Attachment(f"{file_name_part(reply['game'] + ' ' + reply['phase'])}.svg", SVG, made)

    def _dates(self, notice: Notice) -> tuple[Attachment, ...]:
        """Return the calendar file of a new deadline, unless its reader wants none."""
        date = notice.facts.get("calendar")
        if not date or not self._lookup.wishes(notice.to).ics:
            return ()
        at, said = datetime.fromisoformat(date["at"]), datetime.fromisoformat(date["said"])
        own = self._lookup.zone(notice.to)
        title, words = (
            self._words("").said("part/calendar.j2", game=notice.game, yours=own, part=part, **date) for part in ("title", "words")
        )
        return (calendar_file(CalendarDate(date["uid"], date["version"], at, said, title, words, date["cancelled"])),)

    @_asking()
    def page(self, notice: Notice, text: str, images: Sequence[tuple[str, str]]) -> str:
        """The HTML of a notice's text, with its pictures as (Content-ID, what it shows); '' if its reader wants none.

        Raises NotNow: the store cannot be asked whether.
        """
        with self._lookup.one_view():
            if not self._lookup.wishes(notice.to).html:
                return ""
        return letter_page(self._words(""), text, images)

    def public(self, game: str, seq: int, names: str) -> tuple[PhaseView, Mapping[str, Any], Ruleset, str]:
        """A judged phase for print: as everybody may know it, its report's facts, the rules, and the folder.

        `names`: how people are called (`judge.print.phase_record.name_form`), unless they wish to be called less.

        Raises LookupError: there is no such game or phase.
        """
        everybody = Notice(IN_PRINT, "", "report", {"names": names}, game)
        with self._view_of_one_phase():
            reader = self._reader(everybody)
            (seen, rules), told = reader.seen(seq), reader.report(seq)
            return seen, {**told, "yours": "", "addresses": self._lookup.addresses(game, names)}, rules, self._lookup.variant(game)

    def over(self, name: str, names: str, series: bool = False) -> Mapping[str, Any]:
        """How a game ended, for print: `how`, `winners`, `history` by year, `players` as (power, [(name, since)]), `house` as
        power → level of the computer that holds it, `awards`, what the game tells of it (`closing`; its folder is `variant`), the
        `statements` of players as (whose, text), and the `call` for more as `until` ('' once they are closed) and `zone`. With
        `series` also the tables of the series that it belongs to, as they are now.

        Raises LookupError: there is no such game.
        """
        with self._view_of_one_phase():
            stored, seats = self._lookup.stored(name)
            if stored is None:
                raise LookupError(f"there is no game {name!r}")
            rules, changed = self._lookup.ruleset(name), self._lookup.tenures(name)
            print_name = self._lookup.in_print(name, names)
            game, reader = read_game(stored.head), self._reader(Notice(IN_PRINT, "", "report", {"names": names}, name))
            boasts, said, call = reader.ended(), reader.statements(), reader.call()
            tables = self._lookup.series(name, names) if series and names != NOBODY else []
        powers, secret = stored.powers, stored.hides_names
        now = game_facts(view_game(game, rules, PUBLIC), rules)
        held = {powers[row.seat]: [(print_name(row.name), "")] for row in seats if row.seat in powers and not secret}
        for seat, power in powers.items() if not secret else ():
            held[power] = [(print_name(each.name), each.since) for each in changed if each.seat == seat] or held.get(power, [])
        house = {} if names == NOBODY else now["house"]
        order = [power.name for power in rules.powers if (held.get(power.name) or power.name in house) and names != NOBODY]
        players = [(power, held.get(power, [])) for power in order]
        told = {"how": now["ending"], "winners": now["winners"], "history": now["history"], "players": players, "house": house}
        waits = call if not game.statements_closed else {"until": "", "zone": call["zone"]}
        more = {"statements": said, "call": waits, "series": [] if secret else tables, "variant": game.variant}
        return {**told, **boasts, **more}

    @contextmanager
    def _view_of_one_phase(self) -> Iterator[None]:
        with self._lookup.one_view():
            yield
            self._lookup.renew()

    def _reader(self, notice: Notice) -> NoticeReader:
        return NoticeReader(notice, kind_of(notice.kind).eyes, self._lookup, self._turns, self._words)


def _said(kind: NoticeKind, reader: NoticeReader) -> tuple[str, str]:
    """(subject, text) in the letter's own words; of several reports in one letter the last has the subject."""
    notice, words = reader.notice, reader.words
    if kind.is_report:
        told = list(reader.several(notice.facts.get("turns", [notice.facts["turn"]])))
        if told[-1]["seen"].winners:
            told[-1] = {**told[-1], **reader.ended(), "call": reader.call()}
        more = {name: notice.facts.get(name) for name in ("corrected", "corrected_by_hand")}
        letters = [words.letter(notice.kind, {**facts, **more}) for facts in told]
        if "report" in notice.facts:  # what everybody reads, below what its reader alone may know
            common = reader.for_everybody().several([notice.facts["turn"]])
            letters += [(letters[-1][0], words.letter("report", {**facts, "first": False})[1]) for facts in common]
        subject, text = letters[-1][0], "\n\n".join(text for _, text in letters)
        apart = notice.answers or told[-1]["over"] or told[-1]["seen"].winners
        return (subject, text) if apart else _in_phase(words, notice, subject, text, "running", told[-1]["next"].name)
    usual = {"game": notice.game, "seat": str(notice.seat or ""), "cast": None, "yours": reader.lookup.zone(notice.to)}
    more = {name: fact for part in kind.facts for name, fact in part(reader).items()}
    subject, text = words.letter(notice.kind, {**usual, **notice.facts, **more})
    now = notice.facts.get("now")
    if not kind.in_phase or not now or "held" in notice.facts:
        return subject, text
    return _in_phase(words, notice, subject, text, now["stage"], now["phase"])


def _in_phase(words: Templates, notice: Notice, subject: str, text: str, stage: str, phase: str) -> tuple[str, str]:
    """(subject, text) of a letter about a phase: all these have one subject, and their own at the head of the text."""
    head, _, rest = text.partition("\n\n")
    line = words.printed("part/headline.j2", line=subject.partition("] ")[2])
    return words.said("part/thread.j2", game=notice.game, stage=stage, phase=phase), f"{head}\n\n{line}\n\n{rest}"


def _cut(text: str, words: Templates) -> str:
    """An answer, without what is too much of it: lines at its end, which it says."""
    if len(text) <= LONGEST_ANSWER:
        return text
    kept, _, _ = text[:LONGEST_ANSWER].rpartition("\n")
    return f"{kept}\n\n{words.said('part/cut.j2', lines=text.count(chr(10), len(kept)))}\n"

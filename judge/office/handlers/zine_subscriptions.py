"""What editors of zines say by letter: which games they print, when, and how; and the GM who would not have it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from judge.board import normalize_name
from judge.commands.zines import DeclineZine, ResendIssue, SendSample, SubscribeZine, UnsubscribeZine, ZineSetting
from judge.game import Game, Notification
from judge.game.clock.copy_dates import (
    INSTEAD,
    copies_ahead,
    next_copy_date,
    parse_copy_dates,
    parse_next_copy,
    read_copy_dates,
    usual_copy_dates,
)
from judge.game.clock.time_zones import UnclearTime
from judge.office.context import LetterContext
from judge.office.handlers import names
from judge.office.unit_of_work import game_key
from judge.office.zines.publishing import (
    PAUSE,
    copy_dates_of,
    last_issue_bounced,
    last_printed,
    named_game,
    queue_back_issue,
    queue_last_issue,
    queue_sample,
)
from judge.print import FORMATS, Style, StyleError, format_style, missing_library, parse_style
from judge.print.formats import PICTURES
from judge.print.style import apply_style_wish, parse_style_wishes
from judge.reports.text_layout import single_line
from judge.seat import GM
from judge.store import CarriedGame, Person, Subscription

TAGGED = 40
"""Characters of a zine's title in the subject of a letter about it (`templates/copy.txt.j2`)."""
_TAG = re.compile(r"\[([^\[\]]{1,60})\]")
MOST = 20
"""Games in one zine."""


def subscribe(context: LetterContext, command: SubscribeZine) -> None:
    """SUBSCRIBE: the games' GMs are told, and have some days to decline. Of a game that is over, the next copy has all of it."""
    if names.is_web(command.zine):
        context.say("zine-refused", why="title", word=command.zine)
        return
    games = [(name, context.enterable_game(name)) for name in dict.fromkeys(map(game_key, command.games))]
    found = [game for _, game in games if game and game.settings.observers]
    for name, game in games:
        if game not in found:
            context.say("zine-refused", why="no-game" if game is None else "not-here", word=name)
    if not found:
        return
    work, person = context.uow.work, names.register_person(context, "")
    zine = next(
        (each for each in work.zines.of_person(person.id) if normalize_name(each.zine) == normalize_name(command.zine)), None
    )
    old = None if zine else _left_behind(context, command.zine, found)
    if old:
        zine = _moved(context, *old)
    if zine is None:
        date = usual_copy_dates(work.people.zone_at(person.address) or "UTC")
        formats, due = _all(context, [game.name for game in found]), next_copy_date(date, context.uow.now)
        copydate, style = asdict(date), format_style(Style())
        number = work.zines.add(person.id, command.zine, copydate=copydate, formats=formats, style=style, due=due)
    else:
        number = zine.id
    has = {row.game for row in work.zines.games(number)}
    for game in [each for each in found if each.name not in has][: MOST - len(has)]:
        _carry(context, game, number, command.zine)
    _sum_up(context, number, moved=bool(old))


def _left_behind(context: LetterContext, title: str, games: Sequence[Game]) -> tuple[Subscription, Person] | None:
    """A zine of this title that prints one of the games, and its editor, whose mailbox its last copy came back from."""
    work = context.uow.work
    for zine in [zine for game in games for row in work.zines.with_game(game.name) if (zine := work.zines.get(row.subscription))]:
        editor = work.people.by_id(zine.person_id)
        gone = last_issue_bounced(work.zines.games(zine.id)) or (
            editor is not None and work.bounces.marked_since(editor.address) is not None
        )
        if editor and gone and normalize_name(zine.zine) == normalize_name(title):
            return zine, editor
    return None


def _moved(context: LetterContext, zine: Subscription, editor: Person) -> Subscription:
    """The zine in new hands, with all that is kept of it; the old mailbox is told, should it work after all, and the GMs."""
    work, new = context.uow.work, context.person
    if new is None:
        raise LookupError("nobody has subscribed")
    work.zines.change(zine.id, person_id=new.id)
    context.uow.note("", editor.address, "zine", {"zine": zine.zine, "moved": True, "edits": editor.id})
    for game in [game for row in work.zines.games(zine.id) if (game := context.uow.opened(row.game))]:
        context.uow.tell(game, Notification(GM, "news", {"what": "zine-moved", "zine": zine.zine, "name": new.name}))
    return zine._replace(person_id=new.id)


def _all(context: LetterContext, games: list[str]) -> list[str]:
    """What an editor has who has not said: all that a bundle is made of, as far as it can be made here."""
    pictures = PICTURES if any(_drawn(context, name) for name in games) else ()
    return [name for name in ("text", "html", "docx", "pdf", *pictures) if not missing_library(name)]


def _carry(context: LetterContext, game: Game, number: int, zine: str) -> None:
    judged, since = context.uow.judged(game), context.letter.received.replace(second=0, microsecond=0) + PAUSE
    after = judged[-1].seq if judged and game.stage != "finished" else -1
    context.uow.work.zines.put_game(CarriedGame(number, game.name, since, after, {}))
    name = context.person.name if context.person else ""
    facts = {"what": "subscribed", "zine": zine, "name": name, "until": since.isoformat()}
    context.uow.tell(game, Notification(GM, "news", facts))


def change_zine_setting(context: LetterContext, command: ZineSetting) -> None:
    """COPYDATE, FORMATS, STYLE and PAGE of one zine."""
    zine = _zine(context, command.zine)
    if zine is None:
        return
    try:
        values = CHANGES[command.word](context, zine, command.value)
    except UnclearTime as unclear:
        context.say("zine-refused", why="copydate", unclear=unclear.why, word=unclear.word, near=list(unclear.near))
    else:
        context.uow.work.zines.change(zine.id, **values)
        _sum_up(context, zine.id)


def _copy_date(context: LetterContext, zine: Subscription, value: str) -> dict[str, Any]:
    now = context.uow.now
    zone, before = context.uow.work.people.zone_at(context.address) or "UTC", read_copy_dates(zine.copydate)
    regular = zine.copydate.get(INSTEAD) or zine.due.isoformat()
    try:
        date = parse_copy_dates(value, zone, now, before.at)
    except UnclearTime as unclear:
        when = parse_next_copy(value, before, now, datetime.fromisoformat(regular)) if unclear.why == "one-day" else None
        if when is None:
            raise
        return {"copydate": {**zine.copydate, INSTEAD: regular}, "due": when}
    return {"copydate": asdict(date), "due": next_copy_date(date, now, zine.last)}


def _formats(context: LetterContext, zine: Subscription, value: str) -> dict[str, Any]:
    """The formats that can be made, those that stand already if none; of each other it is said why it cannot."""
    good, unmade = list[str](), list[str]()
    said = re.findall(r"[a-z0-9]+", _MAP_IN.sub(lambda found: f" {found[1] or found[2]} ", value.lower()))
    for word in dict.fromkeys(each for one in said for each in MEANT.get(one, (one,))):
        drawn = word not in PICTURES or any(_drawn(context, row.game) for row in context.uow.work.zines.games(zine.id))
        if word in LINKS:
            continue
        if word not in (*FORMATS, "svg"):
            context.say("zine-refused", why="format", word=word, known=[*FORMATS, "svg"])
        elif not drawn or missing_library(word):
            unmade.append(word)
        else:
            good.append(word)
    if unmade:
        context.say("zine-refused", why="unmade", word=" and ".join(unmade))
    return {"formats": good or zine.formats}


MEANT = {
    "map": PICTURES, "maps": PICTURES, "png": ("grey",), "gray": ("grey",), "word": ("docx",), "doc": ("docx",), "txt": ("text",),
    "all": (*FORMATS, "svg"), "everything": (*FORMATS, "svg"),
    "md": ("markdown",), "tex": ("latex",), "judge": ("njudge",), "web": ("page",), "fragment": ("html",),
    "ebook": ("epub",), "book": ("epub",),
}  # fmt: skip
"""Other words for formats, and what they mean."""
_MAP_IN = re.compile(
    r"\b(?:(gr[ae]y|svg|png)\s+(?:maps?|pictures?)|(?:maps?|pictures?)\s+(?:in|as)\s+(?:an?\s+)?(gr[ae]y|svg|png))\b"
)
"""A map of one kind, which `map` by itself is not."""
MOST_DATES = 6
"""The most dates of earlier copies that an answer names."""
LINKS = ("and", "plain", "the", "a", "an", "as", "in", "please", "with", "also", "files", "file", "format")
"""Words between them."""


def _drawn(context: LetterContext, name: str) -> bool:
    game = context.uow.opened(name)
    return game is not None and context.uow.house.marks(game.variant) is not None


def _style(context: LetterContext, zine: Subscription, value: str) -> dict[str, Any]:
    """All wishes that can be met; of each other it is said why it cannot."""
    style = parse_style(zine.style)
    for wish in parse_style_wishes(value):
        try:
            style = apply_style_wish(style, wish.key, wish.value)
        except StyleError as error:
            context.say("zine-refused", why="style", word=wish.written, known=list(error.allowed))
    return {"style": format_style(style)}


_NO_LIMIT = re.compile(r"\b(?:off|unlimited|no(?:\s+limits?)?)\b")
_LIMIT = re.compile(r"\b(\d+|none)\b(?:\s+(?:lines\s+)?(?:a|an|per|each|every|for each|for every)\s+(game|phase|turn|season))?")
_PAPER = re.compile(r"\ba[ -]([0-9])\b")
FILLERS = ("", "maxlines", "lines", "and", "max", "size", "paper", "us", "most", "at", "please")


def _page(context: LetterContext, zine: Subscription, value: str) -> dict[str, Any]:
    """`A5 MAXLINES 60`, of each game; `MAXLINES 120 A GAME, none A PHASE`: all are matters of style."""
    value = _NO_LIMIT.sub("none", _PAPER.sub(r"a\1", value.lower()))
    limits = [f"{'lines' if of in ('', 'game') else 'phase'}={number}" for number, of in _LIMIT.findall(value)]
    words = [word for word in re.split(r"[\s,;:=]+", _LIMIT.sub("", value)) if word not in FILLERS]
    return _style(context, zine, " ".join([f"page={word}" for word in words] + limits))


CHANGES: dict[str, Callable[[LetterContext, Subscription, str], dict[str, Any]]] = {
    "COPYDATE": _copy_date, "FORMATS": _formats, "STYLE": _style, "PAGE": _page,
}  # fmt: skip


def send_sample(context: LetterContext, command: SendSample) -> None:
    """SAMPLE: in its own letter."""
    if zine := _zine(context, command.zine):
        context.say(
            "zine-sent", zine=zine.zine, why="sample" if queue_sample(context.uow, zine) else "nothing",
            word="", known=[], zone="UTC", game="", phase="",
        )  # fmt: skip


def resend_issue(context: LetterContext, command: ResendIssue) -> None:
    """RESEND: the last copy, that of a date, or a phase, in its own letter."""
    if (zine := _zine(context, command.zine)) and command.said:
        uow = context.uow
        known, rows = copy_dates_of(uow, zine)[-MOST_DATES:], uow.work.zines.games(zine.id)
        sent, missing = queue_back_issue(uow, zine, command.said)
        for word in [*([""] if sent else []), *(missing if known else missing[:1])]:
            of = named_game(uow, zine, word) or named_game(uow, zine, command.said)
            game, phase = last_printed(uow, [row for row in rows if of in ("", row.game)])
            context.say(
                "zine-sent", zine=zine.zine, why="back" if not word else "no-back" if known else "none-yet", word=word, known=known,
                zone=zine.copydate["zone"], game=game, phase=phase,
            )  # fmt: skip
    elif zine:
        context.say(
            "zine-sent", zine=zine.zine, why="again" if queue_last_issue(context.uow, zine) else "none-yet",
            word="", known=[], zone="UTC", game="", phase="",
        )  # fmt: skip


def unsubscribe(context: LetterContext, command: UnsubscribeZine) -> None:
    """UNSUBSCRIBE: a zine, or some of its games."""
    zine = _zine(context, command.zine)
    if zine is None:
        return
    work, has = context.uow.work, {row.game for row in context.uow.work.zines.games(zine.id)}
    wanted = {game_key(name) for name in command.games}
    for name in wanted - has:
        context.say("zine-refused", why="not-carried", word=name)
    if wanted and not wanted & has:
        return
    for name in wanted & has:
        work.zines.remove_game(zine.id, name)
    if wanted and has - wanted:
        _sum_up(context, zine.id)
        return
    work.zines.remove(zine.id)
    _unsaid(context, zine.zine)
    context.say("zine-ended", zine=zine.zine)


def decline(context: LetterContext, command: DeclineZine) -> None:
    """DECLINE: the GM's game is taken out of a zine, whose editor is told."""
    work, said = context.uow.work, False
    mastered = [seat.game for seat in context.seats if seat.seat.is_gm and context.game in ("", seat.game)]
    for row in [row for name in mastered for row in work.zines.with_game(name)]:
        zine = work.zines.get(row.subscription)
        editor = work.people.by_id(zine.person_id) if zine else None
        if zine and editor and normalize_name(zine.zine) == normalize_name(command.zine):
            work.zines.remove_game(zine.id, row.game)
            left = [each.game for each in work.zines.games(zine.id)]
            if not left:
                work.zines.remove(zine.id)
            facts = {"zine": zine.zine, "game": row.game, "left": left, "reason": command.reason, "edits": editor.id}
            context.uow.note("", editor.address, "zine", facts)
            context.say("zine-declined", zine=zine.zine, game=row.game)
            said = True
    if not said:
        context.say("zine-refused", why="no-zine" if mastered else "gm-only", word=command.zine)


def _zine(context: LetterContext, named: str) -> Subscription | None:
    """The zine that is meant: the one named, the one the letter spoke of last, the one whose copy it answers, or the only one."""
    mine = context.uow.work.zines.of_person(context.person.id) if context.person else []
    spoken = next((reply.facts["zine"] for reply in reversed(context.replies) if reply.kind == "zine"), "")
    tags = [single_line(tag.lower(), TAGGED) for tag in _TAG.findall(context.mail.subject)]
    answered = next((zine.zine for zine in mine if single_line(zine.zine.lower(), TAGGED) in tags), "")
    wanted = normalize_name(named or spoken or answered)
    found = [zine for zine in mine if normalize_name(zine.zine) == wanted] if wanted else mine
    if len(found) == 1:
        return found[0]
    why = "which" if mine else "none"
    if not any(reply.kind == "zine-refused" and reply.facts["why"] in (why, "no-game") for reply in context.replies):
        context.say("zine-refused", why=why, word=named, known=[zine.zine for zine in mine])
    return None


def _unsaid(context: LetterContext, title: str) -> None:
    """Forget what the answer says of a zine so far: it is said once, as it stands at the letter's end."""
    context.replies = [reply for reply in context.replies if not (reply.kind == "zine" and reply.facts["zine"] == title)]


def _sum_up(context: LetterContext, number: int, *, moved: bool = False) -> None:
    """How a zine stands."""
    zine = context.uow.work.zines.get(number)
    if zine is None:
        return
    _unsaid(context, zine.zine)
    rows, now = context.uow.work.zines.games(number), context.uow.now
    waits = [row.since.isoformat() for row in rows if row.since > now]
    dates = read_copy_dates(zine.copydate)
    unprinted = [game for row in rows if row.after < 0 and not row.printed and (game := context.uow.opened(row.game))]
    context.say(
        "zine", zine=zine.zine, games=[row.game for row in rows], copydate=asdict(dates), formats=zine.formats,
        style=asdict(parse_style(zine.style)), due=zine.due.isoformat(),
        upcoming=[when.isoformat() for when in copies_ahead(zine.copydate, zine.due)], instead=zine.copydate.get(INSTEAD, ""),
        waits=max(waits, default=""), back=last_issue_bounced(rows), moved=moved,
        whole=[game.name for game in unprinted if game.stage == "finished"],
    )  # fmt: skip

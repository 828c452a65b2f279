"""Copy for zines: what is sent at a copy date, later corrections, and samples. It tells nothing that the players do not know."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from judge.commands.press import listed
from judge.game import Game
from judge.game.clock.copy_dates import INSTEAD, copy_after
from judge.game.clock.dates import parse_date
from judge.game.clock.time_zones import UnclearTime
from judge.game.model.gm_events import Restored
from judge.game.orders.phase_names import read_phase
from judge.game.players.statements import kept_statements
from judge.office.unit_of_work import UnitOfWork
from judge.store import CarriedGame, Subscription
from judge.store.transaction import Transaction

PAUSE = timedelta(days=3)
"""How long a GM may decline before anything is sent."""

END = "end"
"""Stands for the end of a game among the numbers of its printed phases."""
SAID = "said"
"""Stands there for the players' statements, which follow the end once their closing date has come."""
BACK = "back"
"""What stands there besides the date of a copy that came back, until what it had is sent again."""
Json = dict[str, Any]


def queue_issue(uow: UnitOfWork, number: int) -> None:
    """Queue the copy that is due, and set the next date. A game that is over leaves the zine once its end has been printed."""
    zine = uow.work.zines.get(number)
    if zine is None or zine.due > uow.now:  # another worker was quicker
        return
    at, next_due = zine.due, copy_after(zine.copydate, zine.due, uow.now)
    rows = [row for row in uow.work.zines.games(number) if row.since <= at]
    errata = [each for each in zine.errata if "copied" not in each or each.get(BACK)]
    if rows:
        games = [_covered(uow, row, at.isoformat()) for row in rows]
        left = uow.work.zines.games(number)
        told = {"games": games, "errata": _as_they_stand(uow, errata), "ended": not left}
        more = {**told, "last": zine.last and zine.last.isoformat(), BACK: last_issue_bounced(rows)}
        _send(uow, zine, "copy", f"copy/{number}/{at.isoformat()}", {**more, "next": next_due.isoformat()})
        if not left:
            uow.work.zines.remove(number)
            return
    told_now = [{**each, "copied": at.isoformat(), BACK: False} for each in errata]
    dates = {name: value for name, value in zine.copydate.items() if name != INSTEAD}
    uow.work.zines.change(number, due=next_due, copydate=dates, **({"last": at, "errata": told_now} if rows else {}))


def queue_sample(uow: UnitOfWork, zine: Subscription) -> bool:
    """Queue the last phase of each game as it would be printed; returns False if no phase has been adjudicated."""
    games = [
        _told(uow, row, [kept.seq for kept in uow.judged(game)][-1:], game.stage == "finished", has_end_issue(game))
        for row, game in _games(uow, zine)
    ]
    return _aside(uow, zine, "sample", games)


def queue_last_issue(uow: UnitOfWork, zine: Subscription) -> bool:
    """Queue the last copy again with later corrections; returns False if there was no copy."""
    last = zine.last.isoformat() if zine.last else ""
    found = _games(uow, zine)
    games = [
        _told(uow, row, sorted(_copied(row, last)), row.printed.get(END) == last, row.printed.get(SAID) == last)
        for row, _ in found
    ]
    errata = _as_they_stand(uow, [each for each in zine.errata if each.get("copied") == last])
    if not _aside(uow, zine, "again", games, errata):
        return False
    for row in [row for row, _ in found if BACK in row.printed]:
        uow.work.zines.put_game(row._replace(printed={n: at for n, at in row.printed.items() if n != BACK}))
    uow.work.zines.change(zine.id, errata=[{**each, BACK: False} for each in zine.errata])
    return True


def queue_back_issue(uow: UnitOfWork, zine: Subscription, said: str) -> tuple[bool, list[str]]:
    """Queue again what a zine has had, as it stands now: the copy of a date (`25 April`), or phases of one of its games
    (`Quillfeather Autumn 1903, Spring 1904`); returns whether there is any, and the parts of what was said that it has not had.
    """
    dates, phases, missing = set[str](), set[tuple[str, int]](), list[str]()
    parts = [said] if _printed_on(uow, zine, said) else listed(said)
    named = ""
    for part in parts:
        named = named_game(uow, zine, part) or named
        days, turns = _printed_on(uow, zine, part), _printed_phases(uow, zine, named, part)
        if not days and not turns:
            missing.append(part)
        dates, phases = dates | days, phases | turns
    games, issues = list[Json](), set(dates)
    for row, game in _games(uow, zine):
        numbers = _numbers(row)
        asked = _with_what_followed(uow, game, numbers, {number for name, number in phases if name == row.game})
        turns_of = sorted(n for n, at in numbers.items() if at in dates or n in asked)
        if turns_of:
            issues |= {numbers[n] for n in turns_of}
            games.append(_told(uow, row, turns_of, row.printed.get(END) in dates, row.printed.get(SAID) in dates))
    return _aside(uow, zine, "back", games, at=max(issues, default="")), missing


def _with_what_followed(uow: UnitOfWork, game: Game, numbers: Mapping[int, str], named: Collection[int]) -> set[int]:
    """Return the phases named that were printed, each with the retreats and builds after it that were in the same copy: alone it
    would be told as if they were still due. `numbers`: the printed phases and their copy dates.
    """
    calendar, found, issue = uow.rules(game).calendar, set[int](), ""
    for kept in uow.judged(game):
        phase = calendar.read(kept.phase)
        if phase is None or phase.kind == "movement":
            issue = ""
        if kept.seq in named:
            issue = numbers.get(kept.seq, "")
        if issue and numbers.get(kept.seq) == issue:
            found.add(kept.seq)
    return found


def named_game(uow: UnitOfWork, zine: Subscription, said: str) -> str:
    """Return the game of a zine's with whose name a text begins; '' if it begins otherwise."""
    first = said.lower().partition(" ")[0]
    return next((row.game for row in uow.work.zines.games(zine.id) if row.game == first), "")


def _printed_phases(uow: UnitOfWork, zine: Subscription, named: str, said: str) -> set[tuple[str, int]]:
    """Return (game, number) of each printed phase that a text names, of a game or, if none is `named`, of any."""
    found = set[tuple[str, int]]()
    for row, game in _games(uow, zine):
        if named in ("", row.game):
            phase = read_phase(said.lower().removeprefix(row.game).strip(), uow.rules(game))
            had = {kept.seq for kept in uow.judged(game) if phase and kept.phase == phase.name}
            found |= {(row.game, number) for number in had & _numbers(row).keys()}
    return found


def last_printed(uow: UnitOfWork, rows: Iterable[CarriedGame]) -> tuple[str, str]:
    """Return the first of a zine's games of which a phase was in a copy, and the last such phase; ('', '') if there is none."""
    for row in rows:
        game = uow.opened(row.game)
        phases = {kept.seq: kept.phase for kept in uow.judged(game)} if game else {}
        if copied := phases.keys() & _numbers(row).keys():
            return row.game, phases[max(copied)]
    return "", ""


def has_sample(uow: UnitOfWork, rows: Iterable[CarriedGame]) -> bool:
    """Whether a phase of one of a zine's games has been adjudicated, so that SAMPLE shows something."""
    return any(uow.judged(game) for row in rows if (game := uow.opened(row.game)))


def _printed_on(uow: UnitOfWork, zine: Subscription, said: str) -> set[str]:
    """Return the copy dates that a date names; without a year the last on that day."""
    zone = ZoneInfo(zine.copydate["zone"])
    try:
        found = parse_date(said, uow.now.astimezone(zone).date())
    except UnclearTime:
        return set()
    if found is None or found.rest.strip():
        return set()
    known = {at for row in uow.work.zines.games(zine.id) for at in row.printed.values()}
    days = {at: datetime.fromisoformat(at).astimezone(zone).date() for at in known}
    year = re.search(r"\b\d{4}\b", said)
    same = sorted(
        at for at, day in days.items() if (day == found.day if year else (day.month, day.day) == (found.day.month, found.day.day))
    )
    return set(same[-1:])


def copy_dates_of(uow: UnitOfWork, zine: Subscription) -> list[str]:
    """Return the dates of the copies that a zine's present games were in."""
    return sorted({at for row in uow.work.zines.games(zine.id) for at in row.printed.values() if at})


def last_issue_bounced(rows: Sequence[CarriedGame]) -> bool:
    """Whether the last copy of these games came back, and has not been sent again since."""
    return any(BACK in row.printed for row in rows)


def undo_bounced_issue(work: Transaction, kind: str, facts: Mapping[str, Any]) -> Subscription | None:
    """An editor's letter has not arrived: what a copy had belongs to the next one, too, and to RESEND. Errata do anyway.

    Returns:
        The zine; None if it is no more, or the letter is too old to say.
    """
    number = next((zine.id for zine in work.zines.of_person(facts.get("edits", -1)) if zine.zine == facts.get("zine")), None)
    zine = work.zines.get(number) if number is not None else None
    if zine is None or zine.last is None or kind != "copy":
        return zine
    at, last = facts["at"], zine.last.isoformat()
    for row in [row for row in work.zines.games(zine.id) if at in row.printed.values()]:
        printed = {key: last if when == at else when for key, when in row.printed.items()}
        work.zines.put_game(row._replace(printed={**printed, BACK: last}))
    errata = [{**each, "copied": last, BACK: True} if each.get("copied") == at else each for each in zine.errata]
    work.zines.change(zine.id, errata=errata)
    return zine


def queue_errata(uow: UnitOfWork, game: Game, corrected: Restored) -> None:
    """A game was corrected: editors who printed what no longer stands are told at once, ready to print."""
    judged, reason = uow.work.games.phases(game.name), corrected.reason
    phases, standing = {kept.seq: kept.phase for kept in judged}, {kept.phase: kept.seq for kept in uow.judged(game)}
    for row in uow.work.zines.with_game(game.name):
        wrong, back = {n: at for n, at in _numbers(row).items() if n in game.struck}, row.printed.get(BACK, "")
        zine = uow.work.zines.get(row.subscription) if wrong else None
        if zine is None:
            continue
        errata = [
            {"game": game.name, "phase": phases[n], "old": n, "new": standing.get(phases[n], -1), "issue": at, "reason": reason}
            for n, at in wrong.items()
            if at != back and corrected.heard_by is None
        ]
        fresh = {str(standing[phases[n]]): at for n, at in wrong.items() if phases[n] in standing}
        over = {key: row.printed[key] for key in (END, SAID) if key in row.printed and game.stage == "finished"}
        over |= {BACK: back} if back else {}
        printed = {str(n): at for n, at in _numbers(row).items() if n not in wrong} | fresh | over
        uow.work.zines.put_game(row._replace(printed=printed))
        if not errata:  # nobody had what was wrong
            continue
        uow.work.zines.change(zine.id, errata=[*zine.errata, *errata])
        _send(uow, zine, "erratum", f"erratum/{zine.id}/{game.name}/{game.seq}", {"errata": errata, "at": max(wrong.values())})


def _as_they_stand(uow: UnitOfWork, errata: Sequence[Json]) -> list[Json]:
    """Combine the notes since the last copy for readers: corrections of one phase into one, with what was played again."""
    made = list[Json]()
    for each in errata:
        before = next((one for one in made if (one["game"], one["new"]) == (each["game"], each["old"])), None)
        if before:
            reasons = [reason for reason in (before["reason"], each["reason"]) if reason]
            before |= {"new": each["new"], "reason": "; ".join(dict.fromkeys(reasons))}
        else:
            made.append(dict(each))
    for each in made:
        game = uow.opened(each["game"]) if each["new"] < 0 else None
        each["again"] = game is not None and any(kept.phase == each["phase"] for kept in uow.judged(game))
        each["over"] = game is not None and game.stage == "finished"
    return made


def _games(uow: UnitOfWork, zine: Subscription) -> list[tuple[CarriedGame, Game]]:
    return [(row, game) for row in uow.work.zines.games(zine.id) if (game := uow.opened(row.game))]


def _aside(
    uow: UnitOfWork, zine: Subscription, why: str, games: Sequence[Json], errata: Sequence[Json] = (), at: str = ""
) -> bool:
    """Queue a letter of copy besides the regular ones. `at`: the date that it bears, if not the next one."""
    if not errata and not any(game["turns"] or game["ends"] for game in games):
        return False
    last = zine.last.isoformat() if zine.last else None
    date = at or (last if why == "again" else "")
    dated = {"at": date} if date else {}
    told = {"next": zine.due.isoformat(), "ended": False, "why": why}
    facts = {"games": games, "errata": list(errata), "last": last, **dated, **told}
    _send(uow, zine, "copy", "", facts)
    return True


def _covered(uow: UnitOfWork, row: CarriedGame, at: str) -> Json:
    """What a copy has of a game: the phases since the last one. They count as printed."""
    game = uow.open(row.game)
    if game is None:
        raise LookupError(f"{row.game} is in a zine but is no game")
    before, back = {n: at for n, at in row.printed.items() if n != BACK}, row.printed.get(BACK, "")
    fresh = {kept.seq for kept in uow.judged(game) if kept.seq > row.after and str(kept.seq) not in before}
    turns = sorted(fresh | {n for n, at in _numbers(row).items() if at == back})
    ends = game.stage == "finished" and before.get(END, back) == back
    says = has_end_issue(game) and before.get(SAID, back) == back and bool(ends or kept_statements(game))
    if game.stage == "finished" and not (turns or ends or says) and not _awaits_statements(game):
        uow.work.zines.remove_game(row.subscription, row.game)
    else:
        done = {END: at} if ends else {}
        printed = {**before, **{str(seq): at for seq in turns}, **done, **({SAID: at} if says else {})}
        uow.work.zines.put_game(row._replace(after=max([row.after, *turns]), printed=printed))
    return _told(uow, row, turns, ends, says)


def has_end_issue(game: Game) -> bool:
    """Whether a game is over, and its players' statements can be printed: their closing date has come, or there is none."""
    return game.stage == "finished" and not _awaits_statements(game)


def _awaits_statements(game: Game) -> bool:
    return game.stage == "finished" and game.statements_until is not None and not game.statements_closed


def _numbers(row: CarriedGame) -> dict[int, str]:
    """Map the number of each printed phase to the copy date that it was printed for."""
    return {int(key): at for key, at in row.printed.items() if key not in (END, SAID, BACK)}


def _copied(row: CarriedGame, at: str) -> list[int]:
    """Return the numbers of the phases that were printed for a copy date."""
    return [number for number, when in _numbers(row).items() if when == at]


def _told(uow: UnitOfWork, row: CarriedGame, turns: list[int], ends: bool, says: bool) -> Json:
    """A game's part of a copy, and how it stands; in the first copy also the GM's own rules. `ends`: with how it ended; `says`:
    with its players' statements.
    """
    game = uow.open(row.game)
    due = game.due.isoformat() if game and game.due else None
    stage, phase = (game.stage, game.position.phase.name if game.position else "") if game else ("", "")
    stands = {"stage": stage, "phase": phase, "due": due, "zone": game.zone if game else "UTC"}
    new = {"comment": game.settings.comment} if game and game.settings.comment and not row.printed else {}
    until = game.statements_until.isoformat() if game and game.statements_until and _awaits_statements(game) else ""
    return {"game": row.game, "turns": turns, "ends": ends, "says": says, "until": until, **stands, **new}


def _send(uow: UnitOfWork, zine: Subscription, kind: str, key: str, more: Mapping[str, Any]) -> None:
    """Queue a letter to an editor. `key`: what makes it one letter however often it is queued; '' for one to each asking."""
    editor = uow.work.people.by_id(zine.person_id)
    facts = {
        "zine": zine.zine, "name": editor.name if editor else "", "at": zine.due.isoformat(), "zone": zine.copydate["zone"],
        "style": zine.style, "formats": zine.formats, "edits": zine.person_id, "why": "",
        "ends": f'UNSUBSCRIBE "{zine.zine}"', **more,
    }  # fmt: skip
    uow.note(key, editor.address if editor else "", kind, facts)

"""The question whether a held letter is to count: what it says, and to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from judge.commands import KNOWN, Command, Remark
from judge.commands.joining import Join
from judge.commands.press import looks_like_order
from judge.commands.table import row_for_command
from judge.game.gm.settings_facts import settings_facts
from judge.game.players.seats import read_wishes
from judge.office.context import LetterContext
from judge.office.handlers.names import is_web, requested_name, turned_name
from judge.office.intake.authentication import proof_needed
from judge.office.intake.dry_run import preview_correction
from judge.office.intake.duplicates import is_outdated
from judge.office.intake.told_secrets import told_secrets
from judge.office.lines import SHOWN, lines_of, quoted
from judge.office.seat_registry import gm_names
from judge.office.sender_evidence import SenderEvidence
from judge.seat import Seat

SHOWN_OF_CORRECTION = 60
"""Lines shown of a held letter that would change what was published: enough for two ROLLBACKs with all that stands below them."""
ANY_PLAYER = Seat.player(1)
"""Stands for some player's seat: a command needs the most proof from a player."""


def ask_confirmation(
    context: LetterContext, number: int, commands: Sequence[Command], why: str, until: datetime, phases: Mapping[str, str],
    answers: str, unclear: bool = False,
) -> None:  # fmt: skip
    """Ask whether a held letter is to count, with what it says and, of a correction, what it would change.

    Args:
        context: the held letter's.
        number, why, until, phases: as the letter is held (`judge.store.HeldLetter`).
        answers: the Message-ID of the letter that this answers.
        unclear: whether it is asked again, after a reply that says nothing at all, which is done once.
    """
    uow, letter = context.uow, context.letter
    context.account.unsign(looks_like_order)
    running = {name: game for name in phases if (game := uow.opened(name))}
    game = running.get(context.game)
    dry = why in ("dry", "again")
    facts: dict[str, Any] = {
        "held": number,
        "why": why,
        "doubt": context.who.doubt,
        "name": context.person.name if context.person else "" if is_web(said := context.mail.sender_name) else turned_name(said),
        "to": context.address,
        "from": context.mail.sender or ", ".join(context.mail.claimed),
        **quoted(lines_of(commands), SHOWN_OF_CORRECTION if dry else SHOWN),
        "join": _join_facts(context, commands) if why == "new" else None,
        "received": letter.received.isoformat(),
        "until": until.isoformat(),
        "phase": phases.get(context.game, "") if _is_about_game(commands) else "",
        "due": game.due.isoformat() if game and game.due else None,
        "zone": game.zone if game else "UTC",
        "replied": context.who.kind in ("token", "editor"),
        "copy": context.who.kind == "editor",
        "spared": _spared(context, commands),
        "written": context.mail.date.isoformat() if context.mail.date else None,
        "dry": preview_correction(context, commands) if dry else [],
        "not_read": context.account.unread()[:SHOWN] if dry else [],
        "secrets": told_secrets(context, commands) if dry or why == "secret" else [],
        "standing": why == "older" and is_outdated(context, commands) is True,
        "word": wants_word(context, commands, why),
        "unclear": unclear,
    }
    uow.ask(context.address, facts, context.game, answers, f"unclear/{number}/{why}" if unclear else "")


def _spared(context: LetterContext, commands: Sequence[Command]) -> bool:
    """Whether the question would not have been asked of a reply to one of our mails: to one of a game's, or to an editor's copy."""
    seat = context.sits_in(context.game) if context.game else None
    needed = proof_needed(commands, KNOWN, seat.seat if seat else None)
    return SenderEvidence("token" if context.seats else "editor").proves(needed)


def _is_about_game(commands: Sequence[Command]) -> bool:
    """Whether one of the commands is about a game, so that its phase matters. `CREATE pinta` is not."""
    rows = (row_for_command(each, KNOWN) for each in commands)
    return any(row is None or row.about == "game" for row in rows)


def wants_word(context: LetterContext, commands: Sequence[Command], why: str) -> bool:
    """Whether only a word of consent makes a held letter count, and an empty reply does not: what cannot be undone, what changes
    what was published, and what our mail server says is forged.
    """
    return is_lasting(commands) or why in ("care", "dry", "again", "secret") or context.mail.verdict == "fail"


def is_lasting(commands: Sequence[Command]) -> bool:
    """Whether commands may do what cannot be undone, or change what was published."""
    rows = ((each, row_for_command(each, KNOWN)) for each in commands)
    return any(row.lasts(ANY_PLAYER) if row else not isinstance(each, Remark) for each, row in rows)


def _join_facts(context: LetterContext, commands: Sequence[Command]) -> dict[str, Any] | None:
    """The game that a newcomer would join, as LIST shows it, and what was read."""
    asked = next((command for command in commands if isinstance(command, Join)), None)
    game = context.enterable_game(asked.game) if asked and context.uow.opened(asked.game) else None
    if asked is None or game is None:
        return None
    rules = context.uow.rules(game)
    name = requested_name(context, asked.name)
    gms = gm_names(context.uow.work, game.name)
    about = {"game": game.name, "title": rules.title, "gms": gms, "settings": settings_facts(game.settings)}
    facts = {**about, "seats": rules.seats, "taken": len(game.taken())}
    wishes, unknown = read_wishes(asked.power, rules)
    prefer = ", ".join(wishes) if wishes and not rules.open else asked.power
    facts |= {"wrote": asked.line, "prefer": prefer, "unknown": [] if rules.open else unknown}
    return {**facts, "name": name, "named": bool(asked.name)}

"""Who may join a game: everybody, those who were invited, know its word, or are admitted by the GM; records, allowed and denied."""

from __future__ import annotations

import hashlib

from judge.commands.joining import Join
from judge.game.decision import CommandResult, refused
from judge.game.model.game import Game
from judge.seat import GM, Seat

JUDGED = 5
"""The phases that somebody must have had due before their record is looked at: newcomers have none."""


def entry_fingerprint(text: str) -> str:
    """Return what a game keeps of a join word, an address or a domain: nobody can read them out of the game."""
    return hashlib.sha256(" ".join(text.split()).casefold().encode()).hexdigest()[:24]


def address_fingerprints(address: str) -> tuple[str, ...]:
    """Return the fingerprints of an address and of its domain (`@club.example`)."""
    return entry_fingerprint(address), entry_fingerprint("@" + address.rpartition("@")[2])


def entry_refusal(game: Game, by: Seat | None, command: Join) -> CommandResult | None:
    """Return why somebody may not join, or None. Whom the GM has invited may always."""
    settings = game.settings
    if by in game.invited or by == GM:
        return None
    if set(command.marks) & set(settings.denied) or (settings.allowed and not set(command.marks) & set(settings.allowed)):
        return refused("not-admitted", game=game.name)
    due, silent = command.due, command.silent
    if due >= JUDGED and 100 * (due - silent) < settings.least_record * due:
        return refused("record-low", least=settings.least_record, own=100 * (due - silent) // due)
    if settings.admits == "invited":
        return refused("invited-people-only", game=game.name)
    if settings.admits == "word" and entry_fingerprint(command.word) != settings.join_word:
        return refused("join-word", game=game.name, wrong=bool(command.word))
    return None


def open_invitations(game: Game) -> int:
    """Return how many seats are kept for people who were invited and have not answered."""
    return len([seat for seat in game.invited if seat != game.heir])

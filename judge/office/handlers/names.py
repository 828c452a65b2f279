"""Names of people: nobody may have a name that looks like another's in the same game, a Power's, or the judge's own."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple

from judge.board import normalize_name
from judge.commands.line_reader import normalize_line
from judge.game import Game
from judge.office.context import LetterContext
from judge.store import Person

LONGEST = 60
"""Most characters of a name."""
_ALIKE = str.maketrans("013457@$|!ıɑɡһԁԛԝαικνρυω", "oleastasllaaghdqwaikvpuw") | str.maketrans("i", "l")
"""Characters that look alike, in addition to those that orders are read with (`judge.notation.lexer`)."""
_PAIRS = {"rn": "m", "vv": "w"}


def lookalike_key(name: str) -> str:
    """Return a key that is equal for names that look alike: without case, accents, blanks and stops, and with one letter for all
    that look like it.
    """
    letters = normalize_name(normalize_line(name).translate(_ALIKE)).replace(" ", "").translate(_ALIKE)
    for pair, one in _PAIRS.items():
        letters = letters.replace(pair, one)
    return letters


_UNSEEN_KINDS = ("Cc", "Cf", "Co", "Cs", "Cn", "Me")
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Characters that cannot be seen, beside those kinds, which are unseen or turn the line round."""


def turned_name(name: str) -> str:
    """Return a name with the family name after the given one (`Russo, Elena`), without quotes around it and without characters that
    are invisible or turn a line round.
    """
    plain = "".join(sign for sign in unicodedata.normalize("NFC", name) if sign.isspace() or not _is_unseen(sign))
    plain = plain.strip(" \"'")
    family, comma, given = plain.partition(",")
    fits = comma and "," not in given and all(re.fullmatch(r"[^\W\d_][\w .'’-]*", part.strip()) for part in (family, given))
    return " ".join((f"{given} {family}" if fits and not _SUFFIX.fullmatch(given.strip()) else plain).split())


def _is_unseen(sign: str) -> bool:
    return sign in _UNSEEN or unicodedata.category(sign) in _UNSEEN_KINDS


_SUFFIX = re.compile(r"(?:jr|sr|jun|sen|esq|ph\.? ?d|md|m\.d|[ivx]+)\.?", re.IGNORECASE)
"""What may follow a comma without being a given name."""
_RUN_GAMES = """
    judge | gm | game master | referee | umpire | arbiter | spielleiter | spielleiterin | spielleitung | schiedsrichter
    schiedsrichterin | maître de jeu | maître du jeu | meneur de jeu | arbitre | árbitro | arbitro | director de juego
    mestre de jogo | mestre do jogo | direttore di gioco | spelleider | scheidsrechter | spelledare | domare | spilleder
    mistrz gry | sędzia | ведущий | судья | суддя | ведучий | διαιτητής | 裁判 | 審判
    """
_OTHER_ROLES = """
    diplomacy judge | master | moderator | observer | anonymous | operator | admin | administrator | postmaster | webmaster
    mailer-daemon | support | host
    """


def _listed(roles: str) -> tuple[str, ...]:
    return tuple(role.strip() for role in roles.replace("\n", "|").split("|") if role.strip())


WHO_RUN_GAMES = _listed(_RUN_GAMES)
"""What the judge and a game's GM are called, in several languages."""
RESERVED = frozenset(map(lookalike_key, (*WHO_RUN_GAMES, *_listed(_OTHER_ROLES))))
"""Names by which somebody could speak for the judge or for a game's GM, or that have another meaning below press."""
_BESIDE_ROLES = frozenset(map(lookalike_key, ("the", "your", "our", "diplomacy", "game", "games", "team", "mail", "e-mail")))
_NUMBERED = re.compile(r"\W*\d+$")


def names_role(name: str) -> bool:
    """Whether a name claims a role in running a game or the judge: `Harriet (GM)`, `The Judge Team`, `Judge 2`."""
    words = {*map(lookalike_key, re.findall(r"[\w’'-]+", name))}
    if not words.isdisjoint(RESERVED) and words <= RESERVED | _BESIDE_ROLES:
        return True
    plain = f" {normalize_name(name)} "
    before = re.split(r"[(\[{]", _NUMBERED.sub("", name))[0]
    if lookalike_key(before) in RESERVED:
        return True
    beside = (*re.findall(r"[(\[{]([^)\]}]*)", name), *re.split(r"\s[-–—*]\s|[,:/|]", name)[1:])
    parts = [{lookalike_key(part), *map(lookalike_key, part.split())} for part in beside]
    return " gm " in plain or " game master " in plain or any(not RESERVED.isdisjoint(part) for part in parts)


_WEB = re.compile(r"://|www\.|mailto:|@|[^\W_]\.(?:[a-z]{2,}|[A-Z]{2,})(?![^\W\d_])")


def is_web(name: str) -> bool:
    """Whether a name contains a web or mail address: mail programs would make a link of it, in mail to people who never asked for
    it.
    """
    return bool(_WEB.search(name))


class UnfitPersonName(NamedTuple):
    """A name that is refused, with the key of the refusal. `game` is where; '' for everywhere."""

    why: Literal["name-reserved", "name-web", "name-power", "name-shared", "name-letters"]
    name: str
    game: str = ""


def requested_name(context: LetterContext, name: str, anew: bool = False) -> str:
    """What the writer is to be called who comes into a game: as said, as known, else as the letter bears it.

    `anew`: by the name that the letter bears, for it was another who gave us the address.
    """
    known = context.person is not None and not anew and not _named_by_others(context)
    borne = "" if known or is_web(context.mail.sender_name) else context.mail.sender_name
    said = turned_name(name or borne)[:LONGEST].strip()
    if not name and not any(map(str.isalpha, said)):
        said = ""
    return said or (context.person.name if context.person else context.mail.sender.partition("@")[0])


def name_problem(context: LetterContext, name: str, into: Game | None = None) -> UnfitPersonName | None:
    """Why the writer cannot have this name in the game `into`, or, if the name is new, in the games they are in.

    The name is compared with those of players and GMs. Where names are secret, only with GMs': a refusal must not tell who plays.
    A power's name is allowed if it comes from the writer's address: nobody chose that.
    """
    wanted = lookalike_key(name)
    if wanted in RESERVED or names_role(name):
        return UnfitPersonName("name-reserved", name)
    if not any(map(str.isalpha, name)) and name != context.address.partition("@")[0]:
        return UnfitPersonName("name-letters", name)
    if is_web(name) and name not in (context.address.partition("@")[0], context.person.name if context.person else ""):
        return UnfitPersonName("name-web", name)
    new = context.person is None or name != context.person.name
    names = dict.fromkeys((*([into.name] if into else []), *(seat.game for seat in context.seats if new)))
    for game in [game for each in names if (game := context.uow.opened(each))]:
        if wanted in map(lookalike_key, _powers(context, game)) and name != context.address.partition("@")[0]:
            return UnfitPersonName("name-power", name, game.name)
        if wanted in map(lookalike_key, _others(context, game)):
            return UnfitPersonName("name-shared", name, game.name)
    return None


def _powers(context: LetterContext, game: Game) -> list[str]:
    rules = context.uow.rules(game)
    return [word for power in (*rules.powers, *rules.mastered) for word in (power.name, power.adjective, *power.also)]


def _others(context: LetterContext, game: Game) -> list[str]:
    secret = game.settings.anonymous and game.stage != "finished"
    mine = context.person.id if context.person else 0
    rows = [row for row in context.uow.work.seats.of_game(game.name) if row.person_id != mine]
    return [row.name for row in rows if row.seat.is_gm or (row.seat.is_player and not secret)]


def refuse_name(context: LetterContext, fault: UnfitPersonName, again: str = "") -> None:
    """Say that a name is refused, and what to write: `again` with a name, or a line NAME."""
    called = context.person.name if context.person else ""
    context.say("refused", why=fault.why, word=fault.name, game=fault.game, again=again, called=called)


def register_person(context: LetterContext, name: str, anew: bool = False) -> Person:
    """Register the sender as a known person, with the name `wished`."""
    called = requested_name(context, name, anew)
    if context.person is None:
        context.person = context.uow.work.people.add(context.mail.sender, called)
    elif called != context.person.name:
        context.uow.work.people.rename(context.person.id, called)
        context.person = context.person._replace(name=called)
    return context.person


def _named_by_others(context: LetterContext) -> bool:
    """Whether only the sender's address is known, because somebody invited it or offered it a Power."""
    person, there = context.person, all(row.seat.is_invited or row.seat.is_standby for row in context.seats)
    if person is None or person.name != person.address.partition("@")[0] or not there:
        return False
    return not context.uow.work.seats.tenures_of(person.id)

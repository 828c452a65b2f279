"""Every command there is, sent with a forged From: what changes anything is held or refused, and whatever only reads says so."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.commands import KNOWN, OF_DICE, TABLE
from judge.commands.base import UnknownCommand
from judge.commands.foreign_words import ELSEWHERE
from judge.game.variant_commands import variant_command_rows
from judge.mail.plus_addressing import reply_address
from judge.store.reply_tokens import ReplyTokens
from tests.letters.post_office import ADDRESS, CONFIRM, GM, POWERS, SEED, PostOffice, body
from tests.letters.test_new_world import WORLD, Voyage
from tests.office.forged import AUSTRIA, BEN, EXAMPLES, FRANCE, OLGA, PERCY, STAN, ZINE, Example, example_of

STRANGER = "stranger@new.example"
MAIL = ("letters", "letter_facts", "held", "notices", "bounces", "alembic_version")
"""Tables of letters, theirs and ours: that one came, and is held and asked about, changes nothing."""
GUESSES = ("tries", "tried")
"""Columns that count wrong passwords."""
ROWS = [*TABLE, *OF_DICE, *(row for row in ELSEWHERE.values() if row.makes is not UnknownCommand)]
READING = {row.word: example_of(row) for row in ROWS if row.reads_only}
ACTING = {**{row.word: example_of(row) for row in ROWS}, **EXAMPLES}
ACTING = {word: example for word, example in ACTING.items() if word not in READING}
Scenes = Callable[[str], PostOffice]


def house(office: PostOffice) -> None:
    """One game that is played, one whose seats are taken, one that waits for players; an observer, a standby, an editor."""
    office.game()
    office.letter(f"Olga Observer <{OLGA}>", "OBSERVE quillfeather")
    office.letter(f"Stan Standby <{STAN}>", "STANDBY quillfeather")
    office.letter(f"Percy Vane <{PERCY}>", f'SUBSCRIBE quillfeather FOR "{ZINE}"')
    office.letter(GM, "CREATE nina")
    office.letter(f"Ben Bell <{BEN}>", "JOIN nina")
    office.letter(GM, "CREATE pinta")
    for power in POWERS:
        office.letter(f"{power.lower()}@mail.example", "JOIN pinta")


def garden(office: PostOffice) -> None:
    """A game with dice and commands of its own, and one that has not begun."""
    office.letter(GM, "CREATE patch VARIANT garden")
    for power in POWERS:
        if power != "Italy":
            office.letter(f"{power.lower()}@mail.example", f"JOIN patch PREFER {power}")
    office.letter(GM, "GAME patch\nSTART")
    office.letter(GM, "CREATE seedbed VARIANT garden")


def opened(folder: Path, careful: bool = False, like: PostOffice | None = None) -> PostOffice:
    office = PostOffice(folder, careful=careful)
    if like:
        office.hands.time, office.count, office.last = like.hands.time, like.count, dict(like.last)
    return office


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Scenes:
    """The houses by name, each made once."""
    made: dict[str, PostOffice] = {}

    def scene(name: str) -> PostOffice:
        if name not in made:
            folder = tmp_path_factory.mktemp(name) / "house"
            if name == "voyage":
                voyage = Voyage(folder)
                voyage.turn(Portugal="F(Lis)-MAO-SAO", Spain="F(Cad)-MAO-SAO")
                office = voyage.office
                office.letter(GM, "CREATE santamaria VARIANT antilla")
                office.told = {"label": voyage.label("Portugal", "Xab"), "world": WORLD}  # type: ignore[attr-defined]
            else:
                office = opened(folder)
                {"house": house, "garden": garden}[name](office)
            office.parts.store.close()
            made[name] = office
        return made[name]

    return scene


def as_told(text: str, office: PostOffice) -> str:
    for key, value in getattr(office, "told", {}).items():
        text = text.replace(f"{{{key}}}", value)
    return text


@pytest.fixture
def staged(scenes: Scenes, tmp_path: Path) -> Callable[[Example], PostOffice]:
    """A careful house in which all has been done that comes before an example."""

    def stage(example: Example) -> PostOffice:
        made, folder = scenes(example.scene), tmp_path / "house"
        shutil.copytree(Path(made.parts.settings.store.partition("///")[2]).parent, folder)
        trusting = opened(folder, like=made)
        for sender, text in example.before:
            if sender:
                trusting.letter(sender, as_told(text, made))
            else:
                trusting.wait(days=float(text))
        trusting.parts.store.close()
        return opened(folder, True, trusting)

    return stage


def kept(office: PostOffice) -> dict[str, list[tuple[Any, ...]]]:
    """All that the database holds but letters, read by itself."""
    path = office.parts.settings.store.partition("///")[2]
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if name not in MAIL]
        found = {}
        for table in tables:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in GUESSES]
            found[table] = sorted(map(repr, db.execute(f"SELECT {', '.join(columns)} FROM {table}")))
    return found  # type: ignore[return-value]


def faults_of_forgery(office: PostOffice, example: Example, text: str) -> list[str]:
    """What a letter does that only says that it is from somebody, though it ought to do nothing: it is answered, or asked about,
    at the address it names, and that is all.
    """
    before = kept(office)
    sent = office.letter(example.sender, text, f"[{example.game}] hello")
    after = kept(office)
    changed = [f"{table} changed" for table in {**before, **after} if before.get(table) != after.get(table)]
    return [*changed, *(f"{m['To']} had {m['Subject']}" for m in sent if m["To"] != example.sender)]


def reply_to(office: PostOffice, example: Example) -> str:
    """The reply address that the example's writer has in its game; elsewhere that of the last letter to him."""
    with office.parts.store.look() as work:
        row = next((row for row in work.seats.of_game(example.game) if row.address == example.sender), None)
    if row is None:
        return str(office.last[example.sender]["Reply-To"])
    return reply_address(ADDRESS, row.game, str(row.seat), ReplyTokens(SEED.encode()).of_seat(row.game, row.seat, row.nonce))


def does(office: PostOffice, example: Example, text: str, to: str) -> list[EmailMessage]:
    """The same by a reply to a letter of ours, and CONFIRM to what is asked; all letters that it brought."""
    sent = office.letter(example.sender, text, f"Re: [{example.game}] hello", to)
    brought = list(sent)
    for _ in range(3):
        asked = next((m for m in sent if m["To"] == example.sender and CONFIRM in m["Reply-To"]), None)
        if asked is None:
            break
        sent = office.letter(example.sender, "CONFIRM", f"Re: {asked['Subject']}", asked["Reply-To"])
        brought += sent
    return brought


def words_of_games(office: PostOffice) -> set[str]:
    """The commands that some game has and others have not."""
    folders = sorted(set(office.parts.office._house.variants.values()))
    return {row.word for folder in folders for row in variant_command_rows(office.parts.rules(folder))}


def test_every_command_of_a_game_has_an_example(scenes: Scenes) -> None:
    """A new one needs one in `forged.py`, for its row does not say in which game it acts."""
    own = words_of_games(scenes("house"))
    assert own - {row.word for row in OF_DICE} == set(EXAMPLES) - {row.word for row in ROWS}


@pytest.mark.parametrize("word", ACTING)
def test_a_command_that_acts_is_not_obeyed_for_a_forger(word: str, staged: Callable[[Example], PostOffice], scenes: Scenes) -> None:
    """From a registered address that nothing proves, and from nobody we know: nothing changes. By a reply of the same person it
    changes something, or brings more letters than its answer: so the line would have acted.
    """
    example = ACTING[word]
    office, scene = staged(example), scenes(example.scene)
    text, to = as_told(example.text, scene), reply_to(office, example)
    assert faults_of_forgery(office, example, text) == []
    assert faults_of_forgery(office, example._replace(sender=STRANGER), text) == []
    before = kept(office)
    sent = does(office, example, text, to)
    others = [message for message in sent if message["To"] != example.sender]
    copies = sent if word in ("SAMPLE", "RESEND") and len(sent) > 1 else []
    assert kept(office) != before or others or copies, "\n".join([f"{word} needs an example in forged.py:", *map(body, sent)])


@pytest.mark.parametrize("word", READING)
def test_a_command_that_only_reads_changes_nothing(word: str, staged: Callable[[Example], PostOffice]) -> None:
    """It is answered at once at the registered address, and nothing changes, whoever wrote it."""
    example = READING[word]
    office = staged(example)
    to = reply_to(office, example)
    assert faults_of_forgery(office, example, example.text) == []
    if word != "PASSWORD":  # a wrong one has its letter held
        assert CONFIRM not in str(office.last[example.sender]["Reply-To"])
    before = kept(office)
    does(office, example, example.text, to)
    assert kept(office) == before


PLANTED = ("MAPS OFF", "PRESS", "RESIGN", "ORDER", "ADDRESS PUBLIC", "SUBSCRIBE", "PROCESS", "NEW TOKEN", "VOTE")


@pytest.mark.parametrize("word", PLANTED)
def test_a_row_that_wrongly_says_that_it_only_reads_is_found(
    word: str, staged: Callable[[Example], PostOffice], scenes: Scenes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These examples would show it: with such a row the forged letter is obeyed."""
    for key, row in list(KNOWN.items()):
        if row.word == word:
            monkeypatch.setitem(KNOWN, key, row._replace(reads_only=True))  # type: ignore[index]
    example = ACTING[word]
    assert faults_of_forgery(staged(example), example, as_told(example.text, scenes(example.scene))) != []


def test_a_command_without_a_row_is_held(staged: Callable[[Example], PostOffice], monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgotten altogether, it is held."""
    monkeypatch.setattr("judge.office.intake.authentication.row_for_command", lambda *_: None)
    monkeypatch.setattr("judge.office.intake.dry_run.row_for_command", lambda *_: None)
    example = ACTING["MAPS OFF"]
    assert faults_of_forgery(staged(example), example, example.text) == []


TURNING = ("GAME quillfeather", "STATUS quillfeather", "MAP quillfeather", "JOIN quillfeather", "STATUS", "PREFER Italy")


@pytest.mark.parametrize("line", TURNING)
def test_a_line_before_turns_to_another_game(line: str, staged: Callable[[Example], PostOffice]) -> None:
    """Of a letter that is about one game by its subject, and turns to another where its writer may do more."""
    office = staged(Example(FRANCE, "", ((FRANCE, "CREATE caravel"), (FRANCE, "OBSERVE nina"))))
    for sender, game, order in ((FRANCE, "caravel", "A(Par)-Bur"), (FRANCE, "nina", "A(Par)-Bur"), (GM, "pinta", "PROCESS")):
        assert faults_of_forgery(office, Example(sender, "", game=game), f"{line}\n{order}") == []


def test_a_seat_that_needs_less_proof_lends_it_to_no_other(staged: Callable[[Example], PostOffice]) -> None:
    """Who looks on leaves by any proof, who plays by a code: an observer's reply address does not resign a country elsewhere."""
    office = staged(Example(AUSTRIA, "", ((AUSTRIA, "OBSERVE nina"),)))
    to = str(office.last[AUSTRIA]["Reply-To"])
    assert "+nina." in to
    before = kept(office)
    [asked] = office.letter(AUSTRIA, "GAME quillfeather\nRESIGN", to=to)
    assert CONFIRM in asked["Reply-To"]
    assert str(asked["Subject"]).endswith("Please confirm: RESIGN")
    assert kept(office) == before

"""`judge verify`: a game with dice played by letters is true, and nothing can be changed in it unnoticed."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge.cli import replay
from judge.cli import verify as verifying
from judge.game.dice.record import parse_record
from judge.rules.dice import draw_throw, hash_seed
from tests.letters.post_office import FOLDERS, GM, POWERS, SEED, PostOffice, body

PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
SEAL = hash_seed(SEED.encode())
Verify = Callable[..., int]


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """Two phases of a game with dice: three throws, one of them stated by the GM."""
    found = PostOffice(tmp_path)
    found.staged(lambda: garden(found))
    return found


def garden(found: PostOffice) -> None:
    """What is written in it."""
    found.letter(f"Harriet Lowe <{GM}>", "CREATE patch VARIANT garden")
    for power in POWERS:
        if power != "Italy":
            found.letter(f"{power.lower()}@mail.example", f"JOIN patch PREFER {power}")
    found.letter(GM, "START")
    found.letter(GM, "DIE Swi = 3 REASON thrown at the club")
    found.orders("Austria", "A(Swi) digs\nA(Vie) digs\nPLANT Vie roses")
    found.letter(GM, "PROCESS")
    found.orders("Germany", "A(Mun) digs")
    found.orders("Austria", "A(Vie) digs")
    found.letter(GM, "PROCESS")


@pytest.fixture
def letter(office: PostOffice, tmp_path: Path) -> Path:
    """The letter that ended it, as a player saved it."""
    ended = next(sent for sent in office.letter(GM, "DRAW") if sent["To"] == "austria@mail.example")
    path = tmp_path / "letter.txt"
    path.write_text(body(ended), "utf-8")
    return path


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    """The command; it returns its exit status."""
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\ngames: [{FOLDERS}]\n", "utf-8")

    def run(what: object, seal: str = "", record: bool = False) -> int:
        return verifying.run(argparse.Namespace(what=str(what), seal=seal, record=record, config=config))

    return run


def change(tmp_path: Path, statement: str) -> None:
    """Change the books of the game."""
    with create_engine(f"sqlite:///{tmp_path}/judge.db").begin() as connection:
        assert connection.execute(text(statement)).rowcount


def test_a_true_game_is_true(letter: Path, verify: Verify, capsys: pytest.CaptureFixture[str]) -> None:
    """From its letter, from its books, and from the record that its books print."""
    assert verify(letter) == verify(letter, seal=SEAL.upper()) == verify("Patch") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == (
        "patch: 3 throws, all as the seed makes them or the GM stated them (Swi). "
        f"Seal {SEAL}: compare it with that of your first report."
    )
    assert said[1].endswith(f"{SEAL}.")
    assert verify("patch", record=True) == 0
    record = parse_record(capsys.readouterr().out)
    assert record == parse_record(letter.read_text("utf-8"))
    assert record.throws == {"Swi": 3, "Vie": draw_throw(SEED.encode(), "Vie"), "Mun": draw_throw(SEED.encode(), "Mun")}


def test_a_replay_is_identical(letter: Path, verify: Verify, tmp_path: Path) -> None:
    """Throws and the game's own commands come out of the events as they went in."""
    assert replay.run(argparse.Namespace(game="patch", config=tmp_path / "judge.yaml")) == 0


@pytest.mark.parametrize(
    ("pattern", "instead", "said"),
    [
        (r"^Vie = \d", "Vie = 7", "Vie = 7 is WRONG: no die shows that."),
        (r"^Mun = (\d)", lambda found: f"Mun = {int(found[1]) % 6 + 1}", "Mun = "),
        (r"^seed \S+", "seed another", "The seed is not the one that was sealed"),
        (r"^seal \S{5}", "seal 00000", "The seed is not the one that was sealed"),
        (r"^Swi = 3 stated", "Swi = 3\nSwi = 3 stated", "'Swi = 3 stated' is not a line of a record, or stands there twice"),
        (r"^seed \S+\n", "", "the record has no line 'seed'"),
        (r"^DICE OF", "DICE OFF", "no line DICE OF"),
        (r"^Mun", "> Mun", ""),
    ],
)
def test_a_letter_that_was_changed_is_not(
    pattern: str, instead: object, said: str, letter: Path, verify: Verify, capsys: pytest.CaptureFixture[str]
) -> None:
    """Throw, seed, seal or shape: each is noticed and named; quoting is not a change."""
    written = letter.read_text("utf-8")
    changed = re.sub(pattern, instead, written, flags=re.MULTILINE)  # type: ignore[call-overload]
    assert changed != written
    letter.write_text(changed, "utf-8")
    status, told = verify(letter), capsys.readouterr()
    assert status == (0 if not said else 2 if said in told.err else 1)
    assert said in told.out + told.err


def test_a_record_that_is_true_in_itself_may_be_of_other_dice(letter: Path, verify: Verify) -> None:
    """Whoever makes up seed, seal and throws together is found out by the seal of the first report."""
    forged = f"DICE OF patch\nseal {hash_seed(b'mine')}\nseed mine\nVie = {draw_throw(b'mine', 'Vie')}\nEND OF DICE\n"
    letter.write_text(forged, "utf-8")
    assert verify(letter) == 0
    assert verify(letter, seal=SEAL) == 1


BOOKS = {
    "a throw in an event": (
        """update events set body = json_set(body, '$.throws.Mun', json_extract(body, '$.throws.Mun') % 6 + 1)
           where json_extract(body, '$.throws.Mun')""",
        r"Mun = \d is WRONG: the seed makes it \d\.",
    ),
    "a throw in a report": (
        """update positions set body = json_set(body, '$.outcome.throws.Vie', 1 + json_extract(body, '$.outcome.throws.Vie') % 6)
           where json_extract(body, '$.outcome.throws.Vie')""",
        r"Vie = \d in the report of Spring 1901 is WRONG: the game's events say \d\.",
    ),
    "a throw made twice": (
        "update events set body = json_set(body, '$.throws.Swi', 6) where json_extract(body, '$.throws.Mun')",
        r"Swi = 6 in Autumn 1901 is WRONG: it was 3 before, and no throw is ever changed\.",
    ),
    "a seal in a report": (
        "update positions set body = json_set(body, '$.seal', 'abc') where phase = 'Autumn 1901'",
        r"The report of Autumn 1901 shows the seal abc, and the game was opened under [0-9a-f]{64}\.",
    ),
    "the seal": (
        "update events set body = json_set(body, '$.seal', 'abc') where seq = 0",
        r"The report of Spring 1901 shows the seal [0-9a-f]{64}, and the game was opened under abc\.",
    ),
    "the seed that was opened": (
        "update events set body = json_set(body, '$.seed', 'other') where json_extract(body, '$.seed') is not null",
        r"The seed is not the one that was sealed: its fingerprint is [0-9a-f]{64}, and the seal is [0-9a-f]{64}\.",
    ),
    "the seed that is kept": (
        "update secrets set seed = 'other'",
        r"The seed that was opened is not the one that is kept\.",
    ),
}


@pytest.mark.parametrize("what", BOOKS)
def test_books_that_were_changed_are_not_true(
    what: str, letter: Path, verify: Verify, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is changed in the store is named."""
    statement, said = BOOKS[what]
    change(tmp_path, statement)
    assert verify("patch") == 1
    assert re.search(rf"^{said}$", capsys.readouterr().out, re.MULTILINE)


def test_there_may_be_nothing_to_check(office: PostOffice, verify: Verify, capsys: pytest.CaptureFixture[str]) -> None:
    """No such game, one without dice, and one that is not over, of whose seed not a digit is told."""
    office.game()
    assert verify("patch") == verify("quillfeather") == verify("nowhere") == 2
    told = capsys.readouterr()
    assert [line.partition(": ")[2].partition(";")[0] for line in told.err.splitlines()] == [
        "patch is not over", "quillfeather has no dice", "no file and no game 'nowhere'",
    ]  # fmt: skip
    assert SEED not in told.out + told.err


def test_the_seed_is_in_no_letter_before_the_end(tmp_path: Path, office: PostOffice) -> None:
    """Nor in any notice or event, whatever they say of the game."""
    with create_engine(f"sqlite:///{tmp_path}/judge.db").connect() as connection:
        for table, column in (("events", "body"), ("positions", "body"), ("games", "head"), ("notices", "facts")):
            kept = connection.execute(text(f"select {column} from {table}")).scalars()
            assert not any(SEED in (row if isinstance(row, str) else json.dumps(row)) for row in kept)
        sent = connection.execute(text("select rendered from notices")).scalars()
        assert not any(SEED.encode() in (row or b"") for row in sent)


def checked_by_hand(letter: Path, *seal: str) -> tuple[int, list[str]]:
    """What the checker of docs says, and its exit status. It is run alone: nothing of the judge is at hand."""
    command = [sys.executable, "-I", str(PAGE.with_name("check_dice.py")), str(letter), *seal]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def test_the_page_of_documentation_checks_a_game(letter: Path) -> None:
    """The program beside docs/dice.md finds a true game true and a changed throw wrong, and is short enough to be read."""
    code = PAGE.with_name("check_dice.py").read_text("utf-8")
    assert len(code.splitlines()) <= 50
    assert "judge" not in re.sub(r'""".*?"""', "", code, flags=re.DOTALL)
    status, said = checked_by_hand(letter, SEAL)
    assert status == 0
    seed = SEED.encode()
    assert said == [
        f"seal {SEAL} is right",
        "Swi 3 stated by the GM",
        f"Vie {draw_throw(seed, 'Vie')} is right",
        f"Mun {draw_throw(seed, 'Mun')} is right",
    ]
    other = draw_throw(seed, "Mun") % 6 + 1
    letter.write_text(re.sub(r"^Mun = \d", f"> Mun = {other}", letter.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    status, said = checked_by_hand(letter)
    assert (status, said[-1]) == (1, f"Mun {other} IS WRONG: {draw_throw(seed, 'Mun')}")
    assert checked_by_hand(letter, "f" * 64)[1][0] == f"seal {SEAL} IS WRONG"


def lucky(found: PostOffice) -> dict[str, str]:
    """The game, to its end, with words that two players added; what each was answered."""
    found.letter(f"Harriet Lowe <{GM}>", "CREATE patch VARIANT garden")
    for power in POWERS:
        if power != "Italy":
            found.letter(f"{power.lower()}@mail.example", f"JOIN patch PREFER {power}")
    said = {"joined": body(found.last["turkey@mail.example"])}
    for who, line in (("Russia", "LUCK spade"), ("Austria", "LUCK tulip7"), ("Russia", "LUCK rake-2"), ("France", "LUCK Spaten!ß"),
                      ("England", "DICE")):  # fmt: skip
        said[f"{who} {line}"] = next(body(m) for m in found.orders(who, line) if m["To"] == f"{who.lower()}@mail.example")
    said["GM"] = body(found.letter(GM, "LUCK harriet")[0])
    said["start"] = next(body(m) for m in found.letter(GM, "START") if m["To"] == "england@mail.example")
    said["late"] = body(found.orders("France", "LUCK late")[0])
    found.orders("Austria", "A(Vie) digs")
    found.orders("Germany", "A(Mun) digs")
    found.letter(GM, "PROCESS")
    said["DICE"] = body(found.orders("England", "DICE")[0])
    said["end"] = next(body(m) for m in found.letter(GM, "DRAW") if m["To"] == "austria@mail.example")
    return said


def test_players_words_go_into_every_throw(tmp_path: Path, verify: Verify, capsys: pytest.CaptureFixture[str]) -> None:
    """Known to nobody before the start and to all from then on; the last letter has them, and both checkers need them."""
    office = PostOffice(tmp_path)
    told = lucky(office)
    said = {key: " ".join(text.split()) for key, text in told.items()}
    assert f"SEAL {SEAL}" in said["joined"]
    assert "Before START you can add a word of yours to the dice, so that nobody can have chosen the rolls: LUCK" in said["joined"]
    assert "Your word for the dice is rake-2, and no longer spade." in said["Russia LUCK rake-2"]
    assert "no word for the dice" in said["France LUCK Spaten!ß"]
    assert "tulip7" not in said["England DICE"]
    assert "Only players add words" in said["GM"]
    assert "Words for the dice, which go into every roll: Austria tulip7, Russia rake-2" in said["start"]
    assert "LUCK only works before the game begins" in said["late"]
    assert "Austria tulip7, Russia rake-2" in said["DICE"]
    key = f"{SEED}\nAustria tulip7\nRussia rake-2".encode()
    record = parse_record(told["end"])
    assert record.luck == ("Austria tulip7", "Russia rake-2")
    assert record.throws == {subject: draw_throw(key, subject) for subject in ("Vie", "Mun")}
    letter = tmp_path / "letter.txt"
    letter.write_text(told["end"], "utf-8")
    assert checked_by_hand(letter)[0] == 0
    assert verify(str(letter)) == verify("patch") == 0
    letter.write_text(told["end"].replace("word Russia rake-2", "word Russia spade"), "utf-8")
    assert (checked_by_hand(letter)[0], verify(str(letter))) == (1, 1)
    capsys.readouterr()

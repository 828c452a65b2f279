"""A half-played game of another program moves in by mail, with its history, and out again as that program saves it."""

from __future__ import annotations

import gzip
import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from diplomacy.utils.export import from_saved_game_format

from judge.game.model.replay import replay
from judge.game.model.serialization import read_event
from judge.mail.parse import parse_mail
from tests.game.jdip_files import small_game
from tests.letters.post_office import ADDRESS, PostOffice, body, files

HARRIET = "harriet@zine.example"
SAVED = (Path(__file__).parents[1] / "game" / "saved" / "half_played.json").read_text("utf-8")
"""Eleven phases that the Python package `diplomacy` has judged, and the winter after them."""
HUMAN = (Path(__file__).parents[1] / "game" / "saved" / "human_game.json").read_text("utf-8")
"""A game that people played on webDiplomacy, to the spring of 1908; its source stands in tests/game/test_jdip_games.py."""
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def wrapped(text: str, width: int = 900) -> str:
    """A long line as a mail program breaks it: at blanks."""
    lines, line = list[str](), ""
    for word in text.split(" "):
        if len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def moved_in(folder: Path, text: str) -> tuple[PostOffice, list[EmailMessage]]:
    """A game that begins with a saved one; also the answer to IMPORT."""
    office = PostOffice(folder)
    office.letter(HARRIET, "CREATE quill NAME Harriet Lowe\nDEADLINE Fridays 21:00 London")
    said = office.letter(HARRIET, f"GAME quill\nIMPORT\n{text}\nEND")
    for power in POWERS:
        office.letter(f"{power.lower()}@mail.example", f"JOIN quill AS {power}\nNAME {power} Player")
    office.letter(HARRIET, "GAME quill\nSTART")
    return office, said


ATTACHED = "GAME quill\nIMPORT\n\nGreetings,\nHarriet"


def brought(office: PostOffice, name: str, content: bytes, words: str = ATTACHED) -> list[EmailMessage]:
    """What the GM hears of a saved game that is attached as a file of any type."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = HARRIET, ADDRESS, "moving house"
    message["Message-ID"] = f"<{name}@z.example>"
    message.set_content(words)
    message.add_attachment(content, "application", "octet-stream", filename=name)
    return office.raw(message.as_bytes(), HARRIET)


def exported(office: PostOffice) -> dict[str, Any]:
    """What EXPORT brings a player."""
    [answer] = office.letter("france@mail.example", "EXPORT")
    [file] = [part for part in files(answer) if part.get_content_type() == "application/json"]
    found: dict[str, Any] = json.loads(file.get_content())
    return found


def board(state: Any) -> Any:
    """What stands on the board of a saved phase, in any order; some programs leave out who has nothing."""
    retreats = {power: {unit: sorted(ways) for unit, ways in some.items()} for power, some in state["retreats"].items() if some}
    stands = {part: {power: sorted(some) for power, some in state[part].items() if some} for part in ("units", "centers")}
    return stands | {"retreats": retreats}


def test_a_game_moves_in_and_out(tmp_path: Path) -> None:
    """Each phase of the file that goes out has the name, the board and the orders of the file that came in."""
    office, said = moved_in(tmp_path, wrapped(SAVED))
    assert "I have judged 11 phases again, from Spring 1901 on" in " ".join(body(said[0]).split())
    came, went = json.loads(SAVED)["phases"], exported(office)["phases"]
    assert [phase["name"] for phase in went] == [phase["name"] for phase in came]
    assert [board(phase["state"]) for phase in went] == [board(phase["state"]) for phase in came]
    for old, new in zip(came[:-1], went[:-1], strict=True):
        wanted = {power: sorted(lines or ()) for power, lines in old["orders"].items()}
        assert {power: sorted(lines or ()) for power, lines in new["orders"].items()} == wanted, old["name"]


def opened(folder: Path, name: str, content: bytes) -> tuple[PostOffice, str]:
    """A game that begins with an attached one; also the answer to IMPORT."""
    office = PostOffice(folder)
    office.letter(HARRIET, "CREATE quill NAME Harriet Lowe\nDEADLINE Fridays 21:00 London")
    said = brought(office, name, content)
    for power in POWERS:
        office.letter(f"{power.lower()}@mail.example", f"JOIN quill AS {power}\nNAME {power} Player")
    office.letter(HARRIET, "GAME quill\nSTART")
    return office, " ".join(body(said[0]).split())


def test_a_game_of_people_moves_in_and_out(tmp_path: Path) -> None:
    """Thirty phases that people played on webDiplomacy come as an attached file, and go out with each board and order the same."""
    office, said = opened(tmp_path, "human.json", HUMAN.encode())
    assert "I have judged 30 phases again, from Spring 1901 on" in said
    assert "another board" not in said
    assert "attachment" not in said
    came, went = json.loads(HUMAN)["phases"], exported(office)["phases"]
    assert [phase["name"] for phase in went] == [phase["name"] for phase in came]
    assert [board(phase["state"]) for phase in went] == [board(phase["state"]) for phase in came]
    for old, new in zip(came[:-1], went[:-1], strict=True):
        wanted = {power: sorted(lines or ()) for power, lines in old["orders"].items()}
        assert {power: sorted(map(as_written, lines or ())) for power, lines in new["orders"].items()} == {
            power: sorted(map(as_written, lines)) for power, lines in wanted.items()
        }, old["name"]


def as_written(order: str) -> str:
    """An order without the coast and the VIA that one program names and the other does not."""
    return order.replace("/NC", "").replace("/SC", "").replace("/EC", "").replace(" VIA", "")


def test_a_game_of_jdip_moves_in_and_out(tmp_path: Path) -> None:
    """jDip's file is packed, and attached as it is; EXPORT brings one that holds the same, besides the one of the package."""
    office, said = opened(tmp_path, "club.jdip", gzip.compress(small_game().encode()))
    assert "I have judged 4 phases again, from Spring 1901 on. The game will begin with Spring 1902" in said
    [answer] = office.letter("france@mail.example", "EXPORT")
    assert {part.get_filename() for part in files(answer)} == {"quill.json", "quill.jdip"}
    [file] = [part for part in files(answer) if part.get_filename() == "quill.jdip"]
    content = bytes(file.get_payload(decode=True))  # type: ignore[arg-type]
    office, said = opened(tmp_path / "other", "quill.jdip", content)
    assert "I have judged 4 phases again, from Spring 1901 on. The game will begin with Spring 1902" in said
    assert "another board" not in said
    assert "Austria: A(Bud), A(Ven), A(Vie), F(ADR)" in body(office.letter("france@mail.example", "POSITION")[0])


BOMB = gzip.compress(b"<jsx>" + b" " * 50_000_000)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bomb.jdip", BOMB), ("cut.jdip", gzip.compress(small_game().encode())[:2000]), ("java.jdip", b"\xac\xed\x00\x05sr"),
        ("plain.jdip", b"good morning"), ("empty.jdip", b""), ("page.json", b"{"), ("noise.json", bytes(range(256))),
    ],
)  # fmt: skip
def test_a_file_that_is_no_game_is_answered(tmp_path: Path, name: str, content: bytes) -> None:
    """Nothing is used; the GM hears what can be sent, and the house goes on."""
    office = PostOffice(tmp_path)
    office.letter(HARRIET, "CREATE quill NAME Harriet Lowe\nDEADLINE Fridays 21:00 London")
    [answer] = brought(office, name, content)
    said = " ".join(body(answer).split())
    assert "I find no game in it" in said or "IMPORT needs more" in said
    assert "as jDip" in said or ".jdip" in said
    assert "0 of 7 seats taken" in body(office.letter(HARRIET, "STATUS quill")[0])


def test_many_bombs_in_one_letter_stay_small() -> None:
    """Each is unpacked only so far as a game of its packed size can be; together they are no more than a letter can be."""
    message = EmailMessage()
    message["From"], message["Subject"] = HARRIET, "moving house"
    message.set_content("IMPORT")
    for n in range(30):
        message.add_attachment(gzip.compress(b"<jsx>" + b"<a/>" * 400_000), "application", "gzip", filename=f"game{n}.jdip")
    found = parse_mail(message.as_bytes())
    assert [each.kind for each in found.enclosed] == ["file"] * 30
    assert not any(each.text for each in found.enclosed)


def test_a_saved_game_without_a_word_is_named(tmp_path: Path) -> None:
    """A file alone does nothing; its sender hears which word it needs."""
    office = PostOffice(tmp_path)
    office.letter(HARRIET, "CREATE quill NAME Harriet Lowe\nDEADLINE Fridays 21:00 London")
    [answer] = brought(office, "club.jdip", gzip.compress(small_game().encode()), words="Here is our game.")
    assert "a saved game (club.jdip)" in " ".join(body(answer).split())
    assert "moves in if the text says IMPORT" in " ".join(body(answer).split())


def test_its_history_is_a_games_own(tmp_path: Path) -> None:
    """Years, reports and reasons of phases that were played elsewhere are there, and it goes on where it stood."""
    office, _ = moved_in(tmp_path, wrapped(SAVED))
    [history] = office.letter("france@mail.example", "HISTORY")
    assert "1900 01 02 03 04" in " ".join(body(history).split())
    report = office.letter("france@mail.example", "RESULTS Spring 1902")[-1]
    assert "SPRING 1902  Rev 1" in body(report)
    assert "Winter 1904" in body(history)


def test_it_can_be_replayed_and_goes_on(tmp_path: Path) -> None:
    """Its phases follow from its events like any other's, count on nobody's record, and the next one is run as usual."""
    office, _ = moved_in(tmp_path, wrapped(SAVED))
    with office.parts.store.look() as work:
        happened = [read_event(row.body) for row in work.games.events("quill")]
        kept = {row.seq: row.body for row in work.games.positions("quill")}
    found = list(replay(happened, kept, office.parts.rules("standard")))
    assert [phase.differences for phase in found] == [()] * 11
    assert "no phase due yet" in body(office.letter("france@mail.example", "RECORD")[0])
    sent = office.letter(HARRIET, "GAME quill\nPROCESS")
    assert any("WINTER 1904" in body(message) for message in sent)
    assert exported(office)["phases"][-1]["name"] == "S1905M"


EXPORTS = ("EXPORT", "EXPORT quill", "EXPORT jdip", "EXPORT to jDip", "EXPORT quill AS JSON", "EXPORT for diplomacy")


@pytest.mark.parametrize("line", EXPORTS)
def test_a_program_may_be_named_behind_export(line: str, tmp_path: Path) -> None:
    """Both files come all the same, and what stands below is read."""
    office = PostOffice(tmp_path)
    office.game("quill")
    (answer,) = office.letter(HARRIET, f"GAME quill\n{line}\nPOSITION")
    assert [each.get_filename() for each in files(answer)] == ["quill.json", "quill.jdip"]
    assert "The position of quill" in body(answer)


def test_a_long_game_goes_out_however_large_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer has a size at which it goes without pictures; files that it speaks of are always there."""
    office, _ = moved_in(tmp_path, wrapped(HUMAN))
    whole = exported(office)
    monkeypatch.setattr("judge.mail.sender.LARGEST_ANSWER", 1000)
    assert exported(office) == whole


@pytest.mark.parametrize("played", [SAVED, HUMAN], ids=["half-played", "people"])
def test_the_package_itself_reads_what_goes_out(played: str, tmp_path: Path) -> None:
    """It takes the file, and judges its phases to the same boards."""
    office, _ = moved_in(tmp_path, wrapped(played))
    saved = exported(office)
    game = from_saved_game_format(saved)
    assert game.get_current_phase() == saved["phases"][-1]["name"]
    again = type(game)(map_name="standard")
    for phase, after in zip(saved["phases"], saved["phases"][1:], strict=False):
        assert again.get_current_phase() == phase["name"]
        for power, orders in phase["orders"].items():
            again.set_orders(power, orders)
        again.process()
        units = {power: sorted(units) for power, units in again.get_state()["units"].items() if units}
        assert units == board(after["state"])["units"]


TOLD = """Movement results for Spring of 1901.  (quill.001)

Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste -> Albania.
Austria: Army Vienna -> Galicia.  (*bounce*)
Russia: Army Warsaw -> Galicia.  (*bounce*)
Russia: Fleet Sevastopol -> Black Sea.
France: Army Marseilles SUPPORT Army Paris -> Burgundy.
France: Army Paris -> Burgundy.

Movement results for Fall of 1901.  (quill.002)

France: Army Burgundy -> Belgium.
"""
PAGE = """Spring, 1901
France:
The army at Paris move to Burgundy.
The army at Marseilles support move to Burgundy from Paris.
Italy:
The fleet at Naples move to Ionian Sea.
Autumn, 1901
France:
The army at Burgundy move to Belgium. (success)
Italy:
The fleet at Ionian Sea convoy to Tunis from Rome. (fail)
Autumn, 1901 Retreats
"""


@pytest.mark.parametrize("text", [TOLD, PAGE], ids=["njudge", "webDiplomacy"])
def test_results_in_words_move_in(tmp_path: Path, text: str) -> None:
    """As njudge mails them and as webDiplomacy's page of orders has them."""
    office, said = moved_in(tmp_path, text)
    assert "I have judged" in body(said[0])
    report = office.letter("france@mail.example", "RESULTS Spring 1901")[-1]
    assert "A(Mar) S A(Par)-Bur" in body(report)
    assert "A(Bel)" in body(office.letter("france@mail.example", "POSITION")[0])


def test_nothing_is_guessed(tmp_path: Path) -> None:
    """Lines that cannot be read are named, and nothing is used."""
    _, said = moved_in(tmp_path, PAGE.replace("at Paris", "at Atlantis"))
    told = " ".join(body(said[0]).split())
    assert "I cannot read 1 of its lines, so I used nothing of it" in told
    assert "Atlantis" in told
    _, said = moved_in(tmp_path / "other", "hello\nworld")
    assert "I find no game in it" in " ".join(body(said[0]).split())

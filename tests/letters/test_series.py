"""A league of three rounds by mail: opened, entered, drawn, played to the end, and its table told."""

from __future__ import annotations

import json
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body, files

HARRIET = "harriet@zine.example"
EDITOR = "percy@thefiling.example"
PLAYERS = tuple(f"p{n}@mail.example" for n in range(1, 9))


def flat(messages: list[EmailMessage], to: str) -> str:
    """What somebody is told, in one line."""
    return " ".join(" ".join(body(message).split()) for message in messages if message["To"] == to)


def opened(folder: Path, line: str = "SERIES summer SCORING sum of squares") -> PostOffice:
    """A series of eight people, one more than a table holds."""
    office = PostOffice(folder)
    said = flat(office.letter(HARRIET, f"{line}\nNAME Harriet Lowe\nDEADLINE Fridays 21:00 London"), HARRIET)
    assert "The series summer is open: Standard Diplomacy" in said
    for n, player in enumerate(PLAYERS, 1):
        said = flat(office.letter(player, f"ENTER summer NAME Player {'ABCDEFGH'[n - 1]}"), player)
        assert "You are in the series summer" in said
    return office


def tables(message: EmailMessage) -> dict[str, str]:
    """Power → name, as the answer to ROUND lists them."""
    return dict(re.findall(r"^ ([A-Z]\w+) +(Player \w)$", body(message), re.MULTILINE))


def test_a_league_of_three_rounds(tmp_path: Path) -> None:
    """Nobody sits out twice or plays a power twice; each game that ends counts, and the table adds up."""
    office, powers, out = opened(tmp_path), dict[str, list[str]](), list[str]()
    for number in (1, 2, 3):
        sent = office.letter(HARRIET, "ROUND summer")
        answer = next(message for message in sent if message["To"] == HARRIET and "Round" in body(message))
        assert f"Round {number} of summer is drawn" in body(answer)
        for power, name in tables(answer).items():
            powers.setdefault(name, []).append(power)
        out += re.findall(r"Sitting out this time: (Player \w)", body(answer))
        started = [message for message in sent if "The game has begun" in body(message) and message["To"] in PLAYERS]
        assert len(started) == 7
        office.letter(HARRIET, f"GAME summer{number}a\nDRAW England, France")
    assert len(out) == len(set(out)) == 3
    assert all(len(set(each)) == len(each) for each in powers.values())
    table = body(office.letter("stranger@mail.example", "STANDINGS summer")[0])
    rows = re.findall(r"^ +(\d+) (Player \w) +(\d) +([\d.]+)$", table, re.MULTILINE)
    assert len(rows) == 8
    assert sum(int(games) for _, _, games, _ in rows) == 21
    assert abs(sum(float(points) for *_, points in rows) - 300) < 0.1
    assert "Still played" not in table


def test_an_issue_has_the_table_when_a_game_ends(tmp_path: Path) -> None:
    """In the words of the game's end, with names as their owners want them printed; not before a game of the series is over."""
    office = opened(tmp_path, "SERIES summer")
    office.letter(PLAYERS[0], "NAMES surname")
    answer = next(m for m in office.letter(HARRIET, "ROUND summer") if m["To"] == HARRIET and "Round" in body(m))
    office.letter(EDITOR, 'SUBSCRIBE summer1a FOR "Filing Cabinet"\nNAME Percy Vane\nFORMATS text\nCOPYDATE Sundays 12:00 London')
    assert "Series summer" not in copy_of(office, 8)
    office.letter(HARRIET, "GAME summer1a\nDRAW England, France")
    copy = copy_of(office, 7)
    shared = sorted({tables(answer)["England"], tables(answer)["France"]})
    named = ["A" if each == "Player A" else each for each in shared]
    first, second = sorted(named)
    assert f"Series summer, by draw size: 1 {first} 50.00 from 1 game; 1 {second} 50.00 from 1 game; 3 " in copy
    assert "Player A " not in copy


def test_the_json_of_an_issue_has_the_table_in_its_own_place(tmp_path: Path) -> None:
    """Players are players; the table is facts that a program can use, not a sentence among them."""
    office = opened(tmp_path, "SERIES summer")
    office.letter(HARRIET, "ROUND summer")
    office.letter(EDITOR, 'SUBSCRIBE summer1a FOR "Filing Cabinet"\nNAME Percy Vane\nFORMATS json\nCOPYDATE Sundays 12:00 London')
    office.letter(HARRIET, "GAME summer1a\nDRAW England, France")
    sent = [message for message in office.wait(days=8) if message["To"] == EDITOR]
    [file] = [part for m in sent for part in files(m) if part.get_content_type() == "application/json"]
    [game] = json.loads(file.get_payload(decode=True))["games"]  # type: ignore[arg-type]
    assert len(game["ending"]["players"]) == 7
    assert not any("Series" in line for line in game["ending"]["players"])
    [table] = game["ending"]["series"]
    assert (table["series"], table["rounds"], table["going"]) == ("summer", 1, [])
    rows = [(row["place"], row["games"], row["points"]) for row in table["rows"][:3]]
    assert rows == [(1, 1, "50.00"), (1, 1, "50.00"), (3, 1, "0.00")]


def copy_of(office: PostOffice, days: int) -> str:
    """The text that the editor is sent within so many days."""
    sent = [message for message in office.wait(days=days) if message["To"] == EDITOR]
    files = [str(part.get_content()) for message in sent for part in message.walk() if part.get_content_type() == "text/plain"]
    return " ".join(" ".join(files).split())


def test_draws_count_by_their_size(tmp_path: Path) -> None:
    """The usual system: who shares in the draw shares the points; a running game counts nothing yet."""
    office = opened(tmp_path, "SERIES summer")
    answer = next(m for m in office.letter(HARRIET, "ROUND summer") if m["To"] == HARRIET and "Round" in body(m))
    assert "Still played: summer1a" in body(office.letter(PLAYERS[0], "STANDINGS summer")[0])
    office.letter(HARRIET, "GAME summer1a\nDRAW England, France")
    table = body(office.letter(PLAYERS[0], "STANDINGS summer")[0])
    shared = {tables(answer)["England"], tables(answer)["France"]}
    assert set(re.findall(r"(Player \w) +1 +50\.00", table)) == shared


@pytest.mark.parametrize(
    ("who", "line", "said"),
    [
        (PLAYERS[0], "ROUND summer", "Only who opened the series summer can draw its rounds"),
        (PLAYERS[0], "ENTER winter", 'I know no series "winter"; there are summer'),
        (HARRIET, "ENTER summer", "You run the series summer"),
        (HARRIET, "SERIES summer", "There is a series summer already"),
        (HARRIET, "SERIES winter SCORING golf", 'It is one of: c-diplo, draw-size, sum-of-squares or tribute'),
        (HARRIET, "SERIES winter VARIANT chess", 'I cannot use "chess"'),
        (HARRIET, "SERIES winter\nDEADLINE blue moons", 'I cannot use the setting "DEADLINE blue moons"'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(tmp_path: Path, who: str, line: str, said: str) -> None:
    office = opened(tmp_path)
    assert said in flat(office.letter(who, line), who)


def test_who_withdraws_is_not_drawn(tmp_path: Path) -> None:
    """With seven left there is still a table; with six there is none."""
    office = opened(tmp_path)
    assert "You play in no further round" in flat(office.letter(PLAYERS[7], "WITHDRAW FROM summer"), PLAYERS[7])
    office.letter(PLAYERS[6], "WITHDRAW FROM summer")
    assert "too few players for a game: 1 more must enter" in flat(office.letter(HARRIET, "ROUND summer"), HARRIET)
    office.letter(PLAYERS[6], "ENTER summer")
    assert "Player H" not in flat(office.letter(HARRIET, "ROUND summer"), HARRIET)


def test_games_like_another(tmp_path: Path) -> None:
    """One CREATE opens several, with the variant, clock and settings of the first, but for what is said below it."""
    office = PostOffice(tmp_path)
    settings = "DEADLINE Fridays 21:00 London\nGRACE 24 hours\nSET NUMBER 7"
    office.letter(HARRIET, f"CREATE quill VARIANT fleet_rome NAME Harriet Lowe\n{settings}")
    sent = office.letter(HARRIET, "CREATE pinta, nina and maria LIKE quill\nGRACE 12 hours")
    assert {str(message["Subject"]).partition("]")[0] for message in sent} == {"[pinta", "[nina", "[maria"}
    for message in sent:
        assert "The clock then starts: > DEADLINE Fridays 21:00 London" in " ".join(body(message).split())
    for game in ("pinta", "nina", "maria"):
        told = flat(office.letter(HARRIET, f"GAME {game}\nRULES"), HARRIET)
        assert "Fleet Rome" in told
        assert "Fridays 21:00 London" in told
        assert "12 more hours" in told or "12 hours" in told
    [refused] = office.letter(HARRIET, "CREATE ludlow LIKE nothing")
    assert "nothing" in body(refused)
    office.letter(HARRIET, "CREATE shadow LIKE quill\nSET LISTED no")
    [refused] = office.letter("stranger@mail.example", "CREATE mine LIKE shadow NAME Sam Stranger")
    assert "The game is open" not in body(refused)


def test_results_are_public_for_those_who_allow_it(tmp_path: Path) -> None:
    """Games, wins, draws and missed phases; whoever has not said so is as if unknown."""
    office = opened(tmp_path, "SERIES summer")
    answer = next(m for m in office.letter(HARRIET, "ROUND summer") if m["To"] == HARRIET and "Round" in body(m))
    england, italy = tables(answer)["England"], tables(answer)["Italy"]
    office.wait(days=6)
    office.letter(HARRIET, "GAME summer1a\nDRAW England, France")
    for name in (england, italy):
        player = PLAYERS["ABCDEFGH".index(name[-1])]
        assert "I know nobody called" in body(office.letter("stranger@mail.example", f"RECORD OF {name}")[0])
        assert f"RECORD OF {name}" in flat(office.letter(player, "RECORD PUBLIC"), player)
    told = flat(office.letter("stranger@mail.example", f"RECORD OF {england.upper()}"), "stranger@mail.example")
    assert f"{england}: 1 finished game, none won, 1 drawn; 1 phase due, none late, 1 without orders (NMR 100%)." in told
    assert "none drawn" in flat(office.letter(PLAYERS[0], f"RECORD OF {italy}"), PLAYERS[0])
    player = PLAYERS["ABCDEFGH".index(italy[-1])]
    office.letter(player, "RECORD PRIVATE")
    assert "I know nobody called" in flat(office.letter(PLAYERS[1], f"RECORD OF {italy}"), PLAYERS[1])

"""Practice games and house players that stand in, by mail: what a newcomer and a GM write, and what they must get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.game.model.game import Game
from judge.game.model.serialization import read_game
from judge.game.players.custom_powers import game_ruleset
from judge.office.house_orders import house_orders
from tests.letters.post_office import GM, POWERS, PostOffice, body, headline, html

ANNA = "Anna Novak <anna@mail.example>"
AT = "anna@mail.example"


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def said(letters: Sequence[EmailMessage]) -> str:
    return "\n".join(" ".join(body(letter).split()) for letter in letters)


def to_anna(house: PostOffice, text: str) -> str:
    return said(house.reply(AT, text, sender=ANNA))


def game(house: PostOffice, name: str) -> Game:
    with house.parts.store.look() as work:
        found = work.games.get(name)
    assert found is not None
    return read_game(found.head)


def test_a_stranger_begins_a_game_by_one_word(house: PostOffice) -> None:
    begun = said(house.letter(ANNA, "PRACTICE AS France"))
    assert "You play France; house players, which are computers (level: steady), play all others." in begun
    assert "Your units: A(Mar), A(Par), F(Bre)." in begun
    played = house.reply(AT, "A Par-Bur\nA Mar-Spa\nF Bre-MAO", sender=ANNA)
    report = said(played[1:])
    assert "All your orders are in, so Spring 1901 has been run." in said(played)
    assert "FRANCE (Anna Novak): A(Par)-Bur; A(Mar)-Spa; F(Bre)-MAO [3]" in report
    assert "House players, which are computers: Austria, England, Germany, Italy, Russia, Turkey (steady)." in report
    assert "NMR" not in report
    assert "Autumn 1901: as soon as your orders are in." in report


def test_the_answer_says_so_in_its_html_part(house: PostOffice) -> None:
    (first, *_) = house.letter(ANNA, "PRACTICE AS Italy")
    assert "house players, which are computers" in " ".join(html(first).split())


@pytest.mark.parametrize(
    "text",
    [
        "practise", "Practice game please", "PRACTICE standard", "practice as the french", "play against the computer",
        "I would like to practise", "PRACTICE AGAINST calm", "practice standard as Italy against keen players",
        "Hi!\n\nPRACTICE\n\nAnna",
    ],
)  # fmt: skip
def test_words_that_begin_one(house: PostOffice, text: str) -> None:
    assert "Your practice game has begun: Standard Diplomacy." in said(house.letter(ANNA, text))


@pytest.mark.parametrize(
    ("subject", "text", "power", "level"),
    [
        ("practice", "practise as France, steady ones", "France", "steady"),
        ("practice", "I would like to be France, with calm ones if you have them.", "France", "calm"),
        ("PRACTICE AGAINST calm", "As the Italians, please\n\nAnna", "Italy", "calm"),
        ("A question", "Hi,\n\nCan I practise as France please\n\nAnna", "France", "steady"),
    ],
)
def test_a_first_letter_in_a_strangers_own_words(house: PostOffice, subject: str, text: str, power: str, level: str) -> None:
    begun = said(house.letter(ANNA, text, subject))
    assert f"You play {power}; house players, which are computers (level: {level}), play all others." in begun


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("PRACTICE AS Narnia", 'There is no Power called "Narnia" in that game, so nothing has begun.'),
        ("PRACTICE AGAINST geniuses", "There is no house player called geniuses, so nothing has begun. The levels are"),
        ("PRACTICE columbuss", 'I do not know a variant called "columbuss", so I have opened nothing.'),
        ("PRACTICE columbuss", "Then write, for example: PRACTICE columbus."),
    ],
)
def test_what_cannot_be_begun(house: PostOffice, text: str, answer: str) -> None:
    assert answer in said(house.letter(ANNA, text))


def test_a_forged_practice_asks_first(tmp_path: Path) -> None:
    house = PostOffice(tmp_path, careful=True)
    (asked,) = house.letter(ANNA, "PRACTICE")
    assert "Please confirm" in headline(asked) or "confirm" in body(asked)
    assert "has begun" in said(house.letter(ANNA, "YES", f"Re: {asked['Subject']}", asked["Reply-To"]))


def test_part_of_the_orders_waits_and_final_does_not(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS Russia")
    assert "I run Spring 1901 as soon as you have an order in for every unit" in to_anna(house, "A War-Gal")
    assert "You said FINAL, so Spring 1901 has been run." in to_anna(house, "FINAL")
    assert "A War-Glaa" in to_anna(house, "A War-Glaa\nA Ukr-Rum\nA Mos-Sev\nF Sev-BLA\nF StP-Fin")  # asks, and runs nothing


@pytest.mark.parametrize("letter", ["FINAL\n{}", "{}\nFINAL", "{}\nPROCESS"])
def test_final_with_all_orders_runs_one_phase(house: PostOffice, letter: str) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    orders = "A Par-Bur\nA Mar-Spa\nF Bre-MAO"
    answer, *reports = house.reply(AT, letter.format(orders), sender=ANNA)
    assert len(reports) == 1
    assert "needs you" not in body(answer)
    assert "FRANCE (Anna Novak): A(Par)-Bur; A(Mar)-Spa; F(Bre)-MAO [3]" in said(reports)


def test_a_line_that_was_not_understood_runs_nothing(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    answer = to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-MAO\nF Bre-Zzz")
    assert "has been run" not in answer
    assert "Zzz" in answer


def test_the_answer_names_the_phase_that_is_open(house: PostOffice) -> None:
    """Phases for which nothing is due from the player are run, too, before the answer is sent."""
    house.letter(ANNA, "PRACTICE AS Turkey")
    while len(letters := house.reply(AT, "FINAL", sender=ANNA)) != 4:
        pass
    answer = " ".join(body(letters[0]).split())
    assert letters[0]["Subject"] == "[practice1] Spring 1903"
    assert "Turkey, Spring 1903: 0 of 3 orders." in answer
    assert "You said FINAL, so Autumn 1902 has been run." in answer
    assert "Nothing was due from you in Autumn 1902 retreats and Winter 1902, so they have been run, too." in answer
    assert "You have no orders in for Spring 1903 yet." in answer
    assert [letter["Subject"] for letter in letters[1:]] == [
        "[practice1] Autumn 1902 retreats", "[practice1] Winter 1902", "[practice1] Spring 1903",
    ]  # fmt: skip


def test_an_answer_does_not_wait_for_ever(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS Turkey")
    for _ in range(3):
        house.reply(AT, "FINAL", sender=ANNA)
    house.parts.office.tick = lambda now: False  # type: ignore[method-assign] # house players are stuck
    (report,) = house.reply(AT, "FINAL", sender=ANNA)
    assert "Autumn 1902 results." in body(report)
    (answer,) = house.wait(minutes=2)
    assert "Nothing is due from you in Autumn 1902 retreats." in " ".join(body(answer).split())


def test_it_is_nobody_elses(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    listed = said(house.letter("Otto Blume <otto@mail.example>", "LIST"))
    assert "practice" not in listed.lower().replace("practice begins", "")
    to_anna(house, "FINAL")
    assert "no phase due yet" in to_anna(house, "RECORD")


def test_what_a_gm_would_do(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    assert "Austria a house player (steady)" in to_anna(house, "WHO")
    assert '"ROLLBACK" is for a game\'s GM, and a practice game has none.' in to_anna(house, "ROLLBACK")
    processed = to_anna(house, "PROCESS")
    assert "Autumn 1901: as soon as your orders are in" in processed
    assert "take it back" not in processed
    assert "The practice game is over." in to_anna(house, "TERMINATE")
    assert game(house, "practice1").stage == "finished"


def test_a_draw_ends_it_without_a_gm(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    told = to_anna(house, "PROPOSE DRAW")
    assert "The practice game is over: a draw between Austria, England, France" in told
    assert "GM" not in told
    assert "Everyone has been told" not in told


def test_three_at_a_time(house: PostOffice) -> None:
    for _ in range(3):
        house.letter(ANNA, "PRACTICE")
    assert "You have 3 practice games already: practice1, practice1b and practice1c." in said(house.letter(ANNA, "PRACTICE"))


def test_a_game_left_alone_ends(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    assert "practice game is over: nobody has played on" in said(house.wait(days=31))
    assert house.wait(days=31) == []


def test_hints_and_moves(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-MAO")
    hint = to_anna(house, "HINT")
    assert "A hint: >" in hint
    assert "is a centre that nobody owns" in hint
    moves = to_anna(house, "MOVES A Spa")
    assert to_anna(house, "MOVES A(Spa)") == moves, "as the judge itself prints a unit"
    assert "What A(Spa) may be ordered: > A(Spa) stands > A(Spa)-Gas > A(Spa)-Mar > A(Spa)-Por" in moves
    assert 'You have no unit in "A Mun" that may be ordered now.' in to_anna(house, "MOVES A Mun")
    house.game()
    assert "There are hints in practice games only." in said(house.orders("France", "HINT"))


@pytest.mark.parametrize("text", ["MOVES", "moves?", "What can I do?", "What are my legal moves?", "legal orders please"])
def test_moves_of_all_units(house: PostOffice, text: str) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    moves = to_anna(house, text)
    assert "What A(Mar) may be ordered: > A(Mar) stands > A(Mar)-Bur" in moves
    assert "What F(Bre) may be ordered: > F(Bre) stands > F(Bre)-ENG" in moves
    assert "It may also support, for example A(Par) S A(Mar)-Bur." in moves


@pytest.mark.parametrize(
    ("text", "unit"),
    [("Where can my fleet go?", "F(Bre)"), ("where may the army in Paris move to?", "A(Par)"), ("what can A Mar do", "A(Mar)")],
)
def test_moves_asked_for_in_words(house: PostOffice, text: str, unit: str) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    moves = to_anna(house, text)
    assert f"What {unit} may be ordered: > {unit} stands" in moves
    assert moves.count("may be ordered") == 1


def test_moves_above_orders_is_their_heading(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    answer = to_anna(house, "Moves\nA Par-Bur\nA Mar-Spa")
    assert "> A(Par)-Bur > A(Mar)-Spa" in answer or "> A(Mar)-Spa > A(Par)-Bur" in answer
    assert "may be ordered" not in answer


def test_a_hint_is_about_a_unit_without_an_order(house: PostOffice) -> None:
    """Also if that unit is thought to do nothing that comes off: what is ordered already is no hint."""
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-MAO")
    to_anna(house, "A Spa-Por\nF MAO-Bel")
    assert "A hint: > A(Bur)" in to_anna(house, "HINT")


def test_what_if_of_somebody_elses_unit_says_what_comes_of_it(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS Russia")
    assert "French A(Par)-Bur: " in to_anna(house, "WHAT IF A Par-Bur")


def test_what_if_is_judged_against_likely_orders(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    before = game(house, "practice1")
    answer = to_anna(house, "WHAT IF A Par-Bur; F Bre-ENG\nGerman A Mun-Bur\nEND")
    assert "If all others did in Spring 1901 what a house player might do in their place" in answer
    assert "French A(Par)-Bur: fails. A(Par) 1, A(Mun) 1: stood each other out." in answer
    assert "German A(Mun)-Bur: fails." in answer
    assert "Turkish" not in answer  # too far away to matter
    assert "You have no orders in for Spring 1901 yet." in answer
    assert game(house, "practice1").standing == before.standing


def test_what_if_keeps_the_orders_that_are_in(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur")
    assert "French A(Par)-Bur: succeeded." in to_anna(house, "what if A Mar S A Par-Bur?")
    to_anna(house, "FINAL")
    answer = to_anna(house, "WHAT IF F Bre-ENG; A Bur stands; A Mar stands")
    assert "English F(ENG) " in answer or "English F(ENG)-" in answer  # what others may do there, though nobody has said so
    assert "You have no orders in for Autumn 1901 yet." in answer


def test_elsewhere_what_if_is_try(house: PostOffice) -> None:
    house.game()
    answer = said(house.orders("France", "WHAT IF A Par-Bur; German A Mun-Bur"))
    assert "If nothing else were ordered in Spring 1901" in answer
    assert "house player" not in answer


def test_the_same_secret_gives_the_same_game(tmp_path: Path) -> None:
    reports = []
    for n in (1, 2):
        house = PostOffice(tmp_path / str(n))
        house.letter(ANNA, "PRACTICE AS France")
        reports.append(to_anna(house, "FINAL"))
    assert reports[0] == reports[1]


def vacant(house: PostOffice, line: str) -> list[EmailMessage]:
    return house.letter(GM, f"GAME quillfeather\n{line}")


def test_a_house_player_stands_in_until_somebody_takes_over(house: PostOffice) -> None:
    house.game()
    told = vacant(house, "VACANT Italy BY HOUSE steady REASON Ivo has left")
    assert "A house player, which is a computer (level: steady), orders for it until somebody takes it over." in said(told)
    for power in POWERS:
        if power != "Italy":
            house.orders(power, "FINAL")
    assert game(house, "quillfeather").standing.keys() >= {"Italy"} or game(house, "quillfeather").turn > 0
    with house.parts.store.look() as work:
        (judged,) = work.games.positions("quillfeather")
    assert judged.phase == "Spring 1901"
    report = said(house.letter(GM, "GAME quillfeather\nRESULTS Spring 1901"))
    assert "House players, which are computers: Italy (steady)." in report
    assert "ITALY: NMR" not in report
    house.letter("Otto Blume <otto@mail.example>", "STANDBY quillfeather")
    assert "Otto Blume" in said(vacant(house, "TAKEOVER Italy BY Otto Blume"))
    assert [seat.house for seat in game(house, "quillfeather").seats if seat.power == "Italy"] == [""]


def test_a_house_player_is_taken_away_again(house: PostOffice) -> None:
    house.game()
    vacant(house, "VACANT Italy")
    assert "A house player (calm) orders for Italy from now on" in said(vacant(house, "VACANT Italy BY HOUSE calm"))
    refused = said(vacant(house, "VACANT Italy BY HOUSE genius"))
    assert "There is no house player called genius. The levels are calm, steady, keen" in refused
    assert "No house player orders for Italy any more." in said(vacant(house, "VACANT Italy BY HOUSE none"))


def test_nobody_but_the_gm_seats_one(house: PostOffice) -> None:
    house.game()
    assert "house player orders" not in said(house.orders("France", "VACANT Italy BY HOUSE steady")).lower()
    assert all(not seat.house for seat in game(house, "quillfeather").seats)


def test_house_players_know_no_more_than_their_power(house: PostOffice) -> None:
    """In a blind game their orders do not change when something changes that their Power cannot see."""
    house.game(deadline="DEADLINE Fridays 21:00 Europe/London\nSET BLIND on")
    vacant(house, "VACANT Italy BY HOUSE steady")
    before = game(house, "quillfeather")
    position = before.board_now
    hidden = tuple(u._replace(place="Wal") if u.place == "Lvp" else u for u in position.units)
    ruled = game_ruleset(before, house.parts.rules(before.variant))
    after = replace(before, position=replace(position, units=hidden))
    assert house_orders(before, ruled, b"s").lines == house_orders(after, ruled, b"s").lines


def test_twelve_practice_games_are_begun_a_day(tmp_path: Path) -> None:
    """They do not count among the games that somebody opens for others, of which there are three."""
    office = PostOffice(tmp_path, games_a_day=3)
    for _ in range(12):
        assert "Your practice game has begun" in said(office.letter(ANNA, "PRACTICE"))
        office.reply(AT, "TERMINATE")
    refused = said(office.letter(ANNA, "PRACTICE"))
    assert "I begin 12 practice games and courses of lessons a day for each person, so I have begun nothing." in refused
    assert "zeta" in said(office.letter(ANNA, "CREATE zeta")).lower()
    office.wait(days=1)
    assert "Your practice game has begun" in said(office.letter(ANNA, "PRACTICE"))


@pytest.mark.parametrize("first", ["PRACTICE AS Germany", "LESSON"])
@pytest.mark.parametrize("text", ["JOIN {0}", "JOIN {0} NAME Dora Dee", "STANDBY {0}", "OBSERVE {0}", "SUBSCRIBE {0} FOR Quill"])
def test_nobody_else_hears_of_a_practice_game_or_gets_into_it(first: str, text: str, tmp_path: Path) -> None:
    """A stranger's letter about it is answered as one about a game that does not exist."""
    for careful in (False, True):
        office = PostOffice(tmp_path / str(careful), careful=careful)
        office.letter(ANNA, first)
        answers = office.reply(AT, "YES") if careful else [office.last[AT]]
        name = str(answers[0]["Subject"]).partition("[")[2].partition("]")[0]
        told = []
        for game in (name, name + "9"):
            letters = office.letter("dora@mail.example", text.format(game))
            letters += office.reply("dora@mail.example", "YES") if "CONFIRM" in said(letters) else []
            told.append(said(letters).replace(game, "GAME").partition("CONFIRM")[0])
        assert told[0] == told[1]
        assert "GAME" in told[0]
        with office.parts.store.look() as work:
            assert not [seat for seat in work.seats.of_game(name) if seat.address.startswith("dora")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", ["standard", "columbus", "outer space", "colonial", "colonial variant", "gigaton", "1492", "chaos"]
)
def test_every_game_is_played_for_ten_years(house: PostOffice, variant: str) -> None:
    """A person who only says FINAL gets a report each time, until the game is over."""
    letters = house.letter(ANNA, f"PRACTICE {variant}")
    for _ in range(30):
        letters = house.reply(AT, "FINAL", sender=ANNA)
        assert len(letters) > 1, said(letters)
        assert "Trouble" not in said(letters)
        if "The game is over" in said(letters) or "practice game is over" in said(letters):
            break

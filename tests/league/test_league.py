"""Three games by mail for half a year, everything looked at after every event; `make league` plays forty for two years."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from judge.commands import TABLE
from tests.league import checks
from tests.league.came import Came
from tests.league.league import League
from tests.league.life import Life
from tests.league.people import Person, write
from tests.league.plan import KINDS, LEFT_OUT, Plan, one, short, variants
from tests.league.sayings import not_yet, rows_for, unknown_words
from tests.letters.post_office import CONFIRM, GM

SEED = 5
HALF_YEARS = range(SEED, SEED + 6)
"""Half years to play until every command was obeyed in one: who says what when is drawn, and no half year need hold all of them."""
FRANCE = "france@mail.example"
NOT_TRIED = frozenset({"RESIGN", "DRAW", "START", "TERMINATE", "EJECT", "ADDRESS", "NEW TOKEN", "PROMOTE", "INVITE"})
"""Commands after which the game is not as it was."""


def test_half_a_year_of_three_games(tmp_path: Path) -> None:
    """No letter unanswered, no deadline in the past, no secret told, no count wrong; and every command there is was obeyed."""
    never = set[str]()
    for seed in HALF_YEARS:
        league = League(tmp_path / str(seed), short(seed))
        Life(league)
        figures = league.run()
        print("\n".join(figures.lines(league.heard)))
        assert not league.found, league.found
        assert figures.phases >= 30
        assert figures.answers_checked > 100
        missed = set(league.heard.never())
        never = never & missed if seed > SEED else missed
        if never <= not_yet():
            break
    assert never <= not_yet()


def test_a_game_on_postgresql_is_the_same_game(tmp_path: Path, postgres_url: str) -> None:
    """The same people send the same letters, and have the same ones back to the last word, in the same order."""
    told = {"": list[Told](), postgres_url: list[Told]()}
    for store, letters in told.items():
        league = League(tmp_path / str(len(store)), one(SEED), store)
        life = Life(league)
        league.react = heard_by(letters, life)
        figures = league.run()
        assert not league.found, league.found
        assert figures.phases >= 6
        assert figures.answers_checked > 30
    assert told[""] == told[postgres_url]


Told = tuple[str, str, str]
"""Whom a letter went to, its subject and its words."""


def heard_by(letters: list[Told], life: Life) -> Callable[[Person, Came], None]:
    """People who live as ever; all that comes to them is noted."""

    def react(person: Person, message: Came) -> None:
        letters.append((message["To"], message["Subject"], message.words))
        life.react(person, message)

    return react


def test_the_league_plays_all_games_there_are(tmp_path: Path) -> None:
    assert set(KINDS) | LEFT_OUT == set(variants())
    assert sum(KINDS.values()) == 40


def test_what_people_say_are_commands(tmp_path: Path) -> None:
    league = League(tmp_path, Plan(SEED, 1, 0, 0, ()))
    assert unknown_words(rows_for(*map(league.office.parts.rules, sorted(KINDS)))) == []


class Room(League):
    """One game at a stage, and letters to it by hand; every answer is looked at as in the league."""

    def __init__(self, folder: Path, stage: str) -> None:
        super().__init__(folder, Plan(SEED, 1, 0, 0, ()))
        self.office.careful = False
        if stage == "forming":
            self.office.letter(GM, "CREATE quillfeather\nDEADLINE Fridays 21:00 Europe/London")
            self.office.letter(FRANCE, "JOIN quillfeather PREFER France")
        else:
            self.office.game()
        if stage == "finished":
            self.office.reply(GM, "DRAW")
        self.office.careful = True
        self.people |= {address: Person(address, "Somebody", "UTC", 0, 0, 0, 0, 0, "plain") for address in (GM, FRANCE)}

    def say(self, address: str, text: str) -> list[Came]:
        """A reply to the last letter about the game; the answers to it. A question is answered with no first."""
        if CONFIRM in self.office.last[address]["Reply-To"] and text != "No":
            self.say(address, "No")
        replying = self.office.last[address]
        return self.post(write(self.people[address], text, self.now, next(self.numbers), replying))  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("stage", ["forming", "running", "finished"])
def test_every_answer_says_what_stands_and_what_is_due_when(stage: str, tmp_path: Path) -> None:
    """Whatever is asked for, by whomever, in whatever stage; what cannot be read, too (the thirteenth journey, 12)."""
    room = Room(tmp_path, stage)
    for row in TABLE:
        for address in (FRANCE, GM):
            if row.word not in NOT_TRIED:
                room.office.hands.time += checks.APART
                room.say(address, row.example.replace(" … ", "\nWords.\n"))
    for text in ("A(Par)-Bur\nF(Bre)-XYZ", "What happened to my army in Paris?", "", "FROBNICATE ALL"):
        room.say(FRANCE, text)
    assert room.figures.answers_checked > 80


PLANTED: dict[str, Callable[[str], str]] = {
    "a line too long": lambda words: words + "x" * 73 + "\n",
    "a tab": lambda words: words + "a\tb\n",
    "blanks at the end": lambda words: words.replace("standing", "standing  ") + "so \n",
    "no deadline": lambda words: words.replace("Deadline Fri", "Deadline Sat"),
    "another order": lambda words: words.replace("> A(Par)-Bur", "> A(Par)-Pic"),
    "an order too many": lambda words: words.replace("    > A(Par)-Bur\n", "    > A(Par)-Bur\n    > A(Mar)-Spa\n"),
    "another version": lambda words: words.replace("version 1", "version 2"),
    "an address": lambda words: words + "Germany is germany@mail.example.\n",
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_in_an_answer_is_found(what: str, answer: tuple[Came, checks.Now]) -> None:
    letter, now = answer
    assert faults(letter, now) == []
    assert faults(replace(letter, words=PLANTED[what](letter.words)), now)


def faults(letter: Came, now: checks.Now) -> list[str]:
    """All that is wrong with an answer."""
    return [*checks.form(letter), *checks.addresses(letter, ""), *checks.says_what_stands(letter, now)]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> tuple[Came, checks.Now]:
    """What France is answered when it sends one order."""
    room = Room(tmp_path_factory.mktemp("room"), "running")
    (letter,) = room.say(FRANCE, "A(Par)-Bur")
    return letter, room.seen(*checks.seat_of(letter))


def test_a_report_that_counts_wrong_is_found(tmp_path: Path) -> None:
    room = Room(tmp_path, "running")
    room.say(GM, "PROCESS")
    letter = room.office.last[FRANCE]
    game, rules = room.view("quillfeather") or pytest.fail("no game")
    assert isinstance(letter, Came)
    assert checks.is_results(letter)
    assert list(checks.counts(letter, game.board_now, rules)) == []
    for right, other in (("F(Bre) stand [3]", "F(Bre) stand [4]"), ("Fra A(Mar) A(Par)", "Fra A(Mar)")):
        wrong = letter.words.replace(right, other)
        assert wrong != letter.words
        assert list(checks.counts(replace(letter, words=wrong), game.board_now, rules))

"""PRACTICE and LESSON as people ask for them in their own words, and what other words are not."""

from __future__ import annotations

import pytest

from judge.commands import BY_TYPE, parse
from judge.commands.orders import MarkFinal
from judge.commands.people_in_game import Terminate
from judge.commands.practice import Hint, Practise, TakeLesson
from judge.commands.said_in_practice import said_in_practice
from judge.commands.standbys import DeclareVacant


@pytest.mark.parametrize(
    ("line", "variant", "power", "level"),
    [
        ("practise as France, steady ones", "", "France", "steady"),
        ("PRACTICE AS France steady", "", "France", "steady"),
        ("PRACTICE AS France AGAINST keen players", "", "France", "keen"),
        ("I would like to practise as England against keen ones", "", "England", "keen"),
        ("Can I practise as France please", "", "France", ""),
        ("Could I practice as the Turks, please?", "", "Turks", ""),
        ("May I practise?", "", "", ""),
        ("Can we practise first", "", "", ""),
        ("I'd like to practise 1492 as Spain.", "1492", "Spain", ""),
        ("I want to practise columbus against calm ones", "columbus", "", "calm"),
        ("Let me practise against the computer as Italy", "", "Italy", ""),
        ("Hello, can I practise as France?", "", "France", ""),
        ("I’d love to practise with the calm computers", "", "", "calm"),
        ("Can I play against the computer?", "", "", ""),
        ("Could I play a practice game against bots as Russia please", "", "Russia", ""),
        ("practice (calm)", "", "", "calm"),
        ("practice calm", "", "", "calm"),
        ("PRACTICE colonial AS Japan AGAINST geniuses", "colonial", "Japan", "geniuses"),
        ("How can I practise?", "", "", ""),
    ],
)
def test_a_wish_to_practise(line: str, variant: str, power: str, level: str) -> None:
    assert parse(line) == (Practise(line, variant, power, level),)


@pytest.mark.parametrize(
    "line",
    [
        "LESSON", "Can I have a lesson?", "I would like to take a lesson please", "Could you teach me?", "please teach me the game",
        "Can you teach me how to play?", "teach me how to play", "I want to learn how to play", "I'd like to learn the rules.",
    ],
)  # fmt: skip
def test_a_wish_to_learn(line: str) -> None:
    assert parse(line) == (TakeLesson(line, ""),)


@pytest.mark.parametrize(
    "line",
    [
        "I cannot practise as France", "In practice it never works.", "We could put that into practice in Spain",
        "I would not like to practise", "That taught me a lesson", "I have learned my lesson", "I would like to play",
        "I play against France", "Can I play against Ben?", "Your practice of stabbing me is old",
    ],
)  # fmt: skip
def test_other_words_are_neither(line: str) -> None:
    assert not any(isinstance(each, Practise | TakeLesson) for each in parse(line))


@pytest.mark.parametrize(
    "line",
    [
        "stop the practice game", "I want to stop the lessons", "Please end the game.", "Can I quit the practice", "I give up",
        "stop playing please", "I'd like to end this game", "end the practice", "I have had enough!",
        "stop", "please stop now", "That's enough, thanks",
    ],
)  # fmt: skip
def test_a_practice_game_is_ended_in_words(line: str) -> None:
    assert said_in_practice(line, True, False) == Terminate(line)


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("What would you do?", ""), ("what should I do with rome?", "rome"), ("hint for my fleet", "my fleet"),
        ("hint A Ven", "A Ven"),
        ("What is my best move for the army in Paris?", "the army in Paris"), ("Any advice?", ""), ("I'm stuck", ""),
        ("Could you suggest a move?", ""), ("can you give me a hint for A(Par)?", "A(Par)"), ("I don't understand", ""),
    ],
)  # fmt: skip
def test_a_hint_is_asked_for_in_words(line: str, unit: str) -> None:
    assert said_in_practice(line, False, False) == Hint(line, unit)


@pytest.mark.parametrize(
    "line", ["next turn please", "End the turn", "Can you run this phase?", "go on to the next season", "end turn"]
)
def test_a_phase_is_run_in_words(line: str) -> None:
    assert said_in_practice(line, True, False) == MarkFinal(line, True)


@pytest.mark.parametrize(
    ("line", "which"), [("lesson two", "2"), ("LESSON 4", "4"), ("Lesson number Six", "6"), ("lesson next", "next")]
)
def test_a_lesson_is_named(line: str, which: str) -> None:
    assert parse(line) == (TakeLesson(line, which),)


@pytest.mark.parametrize(
    ("line", "which"),
    [("skip", "next"), ("Next one please", "next"), ("go back", "back"), ("once more", ""), ("repeat that please", "")],
)
def test_lessons_are_left_in_words(line: str, which: str) -> None:
    assert said_in_practice(line, True, True) == TakeLesson(line, which)
    assert said_in_practice(line, True, False) is None


@pytest.mark.parametrize(
    "line",
    [
        "END", "A Par-Bur", "leave Paris", "finish off Turkey", "skip build", "next A Par-Bur", "stop the Turks", "I stop in Paris",
        "A Par stop", "leave the army in Paris", "What would you do if I went to Burgundy, then to Munich and then home?",
        "hint: Germany is weak", "end the convoy",
    ],
)  # fmt: skip
def test_other_words_in_practice_are_not_taken_for_these(line: str) -> None:
    assert said_in_practice(line, True, False) is None


def test_a_stop_below_orders_ends_no_game() -> None:
    assert said_in_practice("STOP", False, False) is None


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Who are my opponents?", "WHO"), ("who am I playing against", "WHO"), ("Who is playing?", "WHO"),
        ("who's playing what?", "WHO"),
        ("How am I doing?", "HISTORY"), ("who is winning", "HISTORY"), ("How many centres do I have?", "HISTORY"),
    ],
)  # fmt: skip
def test_questions_that_newcomers_ask(line: str, word: str) -> None:
    (command,) = parse(line)
    assert BY_TYPE[type(command)].word == word


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("VACANT Italy BY HOUSE", "steady"), ("VACANT Italy BY HOUSE keen", "keen"),
        ("VACANT Italy BY a calm house player", "calm"),
        ("vacant Italy by a computer", "steady"), ("VACANT Italy BY bot keen", "keen"),
        ("VACANT Italy BY computer player", "steady"),
        ("VACANT Italy BY HOUSE none", "none"), ("VACANT Italy BY nobody", "none"), ("VACANT Italy BY no one", "none"),
        ("VACANT Italy", ""),
    ],
)  # fmt: skip
def test_a_house_player_is_seated_in_words(line: str, level: str) -> None:
    assert parse(line) == (DeclareVacant(line, "Italy", "", level),)


@pytest.mark.parametrize(
    ("line", "unit"), [("HINT A Par", "A Par"), ("hint A(Par)", "A(Par)"), ("HINT for F Bre", "F Bre"), ("hint", "")]
)
def test_a_hint_for_a_unit(line: str, unit: str) -> None:
    assert parse(line) == (Hint(line, unit),)


@pytest.mark.parametrize("line", ["Hint taken", "hint hint, Germany", "Hint: A Par is weak"])
def test_talk_of_hints_is_none(line: str) -> None:
    assert not any(isinstance(each, Hint) for each in parse(line))

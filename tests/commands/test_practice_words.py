"""PRACTICE and LESSON as people ask for them in their own words, and what other words are not."""

from __future__ import annotations

import pytest

from judge.commands import parse
from judge.commands.practice import Practise, TakeLesson


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

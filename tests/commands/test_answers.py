"""What a reply to a question of the judge answers: a yes, a no, nothing at all, or neither."""

from __future__ import annotations

import pytest

from judge.commands.answers import Answer, parse_answer
from tests.letters.what_people_answer import CONSENTS, MACHINES, REFUSALS, UNCLEAR

WANTED = {
    **dict.fromkeys(REFUSALS, Answer.NO),
    **dict.fromkeys(CONSENTS, Answer.YES),
    **dict.fromkeys((*UNCLEAR, *MACHINES), Answer.UNCLEAR),
    **dict.fromkeys(("", " \n\t\n"), Answer.EMPTY),
}


@pytest.mark.parametrize("text", WANTED)
def test_what_people_answer(text: str) -> None:
    assert parse_answer(text) is WANTED[text]


@pytest.mark.parametrize("text", ["NO " * 5000, "yes " * 5000, "hi " * 5000, "\0\ud800", ", " * 9000 + "yes", "é" * 9000, "|"])
def test_any_text_is_answered(text: str) -> None:
    """Nothing raises, and signs alone are no consent."""
    assert parse_answer(text) in Answer

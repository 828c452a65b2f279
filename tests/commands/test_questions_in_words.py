"""What players ask about their own orders, as they would ask a person."""

from __future__ import annotations

import pytest

from judge.commands.help_and_lists import ShowStatus
from judge.commands.questions_in_words import question_in_words


@pytest.mark.parametrize("line", [
    "show my orders", "Show me my orders please", "Please send me my orders.", "list my current orders",
    "What are my orders?", "what were my orders again?", "Which orders do you have from me?",
    "what orders do you have for me so far?",
    "What did I order?", "what have I ordered this turn?", "Could you send me my orders, please?",
    "Did you get my orders?", "did you receive my mail?", "Have you got my orders?", "Are my orders in?",
    "when is the deadline?", "When is the next deadline?", "what's the deadline", "Hi, when are orders due?", "when is it due",
    "When's our next turn due?", "hello judge, when are my orders due this turn?",
])  # fmt: skip
def test_a_question_about_ones_own_orders_is_status(line: str) -> None:
    assert question_in_words(line) == ShowStatus(line)


@pytest.mark.parametrize("line", [
    "my orders:", "My orders", "Here are my orders", "what are your orders?", "show no mercy", "What did I order A Par to do?",
    "When is Germany due?", "what is the deadline for statements of 1492", "did you get my orders for A Par to Bur?",
    "these are the orders", "what did Germany order?", "send my orders to nobody",
])  # fmt: skip
def test_other_words_are_not(line: str) -> None:
    assert question_in_words(line) is None

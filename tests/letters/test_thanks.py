"""A mail that only thanks is no mistake: it is answered as a friend would, and changes nothing."""

from __future__ import annotations

import pytest

from judge.commands.answers import is_thanks
from tests.letters.post_office import GM, PostOffice, body, headline

THANKS = (
    "Thanks!", "ok thx", "got it", "\U0001f44d", "\U0001f64f\U0001f64f", "Great, got it!\nAnna", "Thank you very much, judge!",
    "Ok", "Okay!", "thx", "Cool, thanks a lot", "Noted, thanks", "Danke!", "Alles klar, danke", "Merci beaucoup!", "Grazie mille",
    "Perfetto, grazie", "Muchas gracias", "Bedankt!", "Tack!", "Dzięki", "Спасибо!",
    "Hi judge,\n\nthanks a lot!\n\nBest regards\nAnna", "Received, thank you.", "ty", "Obrigado!", "great game",
    "Thanks, Harriet", "All good, thanks",
)  # fmt: skip
MORE = (
    "yes", "no", "Thanks, but I meant Burgundy", "ok?", "...", "-", "thanks for nothing, I quit", "ok resign",
    "Thanks! A Par-Bur", "ok final", "got it? no", "not received", "ok, hold", "Thanks for waiting, my orders come tomorrow",
    "go ahead", "1", "the second", "~~thanks~~",
)  # fmt: skip


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A game in its first phase."""
    office = PostOffice(tmp_path_factory.mktemp("thanks"))
    office.game()
    return office


@pytest.mark.parametrize("said", THANKS)
def test_thanks_are_no_mistake(said: str, office: PostOffice) -> None:
    """The answer is short and kind, and says how the writer stands."""
    assert is_thanks(said)
    [answer] = office.orders("France", said)
    assert "nothing for me to do in it" in " ".join(body(answer).split())
    assert headline(answer).rstrip(".").endswith("France, Spring 1901: 0 of 3 orders")
    assert "not understand" not in body(answer)


@pytest.mark.parametrize("said", MORE)
def test_what_says_more_than_thanks(said: str) -> None:
    """It may be an order, an answer or a question."""
    assert not is_thanks(said)


def test_a_gm_thanks(office: PostOffice) -> None:
    [answer] = office.letter(GM, "Thanks!", "Re: hello")
    assert "nothing for me to do in it" in " ".join(body(answer).split())


def test_a_stranger_who_thanks_is_not_answered(office: PostOffice) -> None:
    assert office.letter("Otto <otto@stranger.example>", "Thanks!") == []

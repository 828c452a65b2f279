"""Questions about what was judged, in people's own words, are answered like WHY, alone and among orders (`why_in_words.yaml`)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.letters.post_office import PostOffice, body, headline

TOLD: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "why_in_words.yaml").read_text("utf-8"))
RESULT = {"F(Bre)-ENG": "F(Lon) 1: stood each other out", "A(Mar)-Bur": "A(Mun) 1: stood each other out", "A(Par)-Gas": "succeeded"}
ASKED = [(order, text) for order, texts in TOLD.items() for text in texts]


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    made = PostOffice(tmp_path)
    made.game()
    made.staged(lambda: spring(made), "spring")
    return made


def spring(office: PostOffice) -> None:
    """The first phase, and what became of it."""
    office.orders("France", "F Bre - ENG\nA Mar - Bur\nA Par - Gas")
    office.orders("England", "F Lon - ENG")
    office.orders("Germany", "A Mun - Bur")
    office.wait(days=8)


@pytest.mark.parametrize(("order", "text"), ASKED, ids=[text for _, text in ASKED])
def test_alone(office: PostOffice, order: str, text: str) -> None:
    """The answer tells of that order, and finds nothing that needs the writer."""
    (answer,) = office.orders("France", text)
    if order == "nothing":
        assert "\nWHY " not in body(answer)
        return
    told = " ".join(body(answer).split())
    assert "WHY " in told
    assert order in told
    assert RESULT[order] in told
    assert "needs you" not in headline(answer)
    assert "nothing understood" not in headline(answer)


@pytest.mark.parametrize(("order", "text"), [each for each in ASKED if each[0] != "nothing"], ids=lambda each: str(each))
def test_among_orders(office: PostOffice, order: str, text: str) -> None:
    """The orders around the question count, and the question does not become one."""
    (answer,) = office.orders("France", f"F Bre - MAO\n{text}\nA Gas - Spa\nA Mar stands")
    told = " ".join(body(answer).split())
    assert order in told
    assert RESULT[order] in told
    assert "all 3 orders in" in headline(answer)
    assert "> F(Bre)-MAO" in told
    assert "> A(Gas)-Spa" in told
    assert "> A(Mar) stands" in told


@pytest.mark.parametrize("text", [
    "WHY spring 1901", "what happened in spring 1901?", "What happened in the spring of 1901?", "WHY S1901M",
])  # fmt: skip
def test_a_phase_alone_is_answered_with_its_report(office: PostOffice, text: str) -> None:
    """As RESULTS does."""
    letters = office.orders("France", text)
    told = " ".join(" ".join(f"{headline(each)} {body(each)}".split()) for each in letters)
    assert "results" in told
    assert "A(Par)-Gas" in told
    assert "I do not know a unit or space" not in told
    assert "needs you" not in told
    (answer, *_) = office.orders("France", "WHY spring 1907")
    assert "needs you" in headline(answer)

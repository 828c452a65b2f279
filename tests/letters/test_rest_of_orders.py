"""`The rest stays` from somebody who has sent orders: these stay, or units hold; nobody's moves are replaced without a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.game.model.serialization import read_game
from tests.letters.post_office import PostOffice, body

FIRST = ["A(Par)-Pic", "F(Bre)-ENG", "A(Mar)-Spa"]


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game in which France has orders in."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("France", "\n".join(FIRST))
    return office


def standing(office: PostOffice) -> list[str]:
    with office.parts.store.look() as work:
        stored = work.games.get("quillfeather")
    assert stored is not None
    return list(map(office.parts.rules("standard").notation.write, read_game(stored.head).standing["France"].orders))


def answer_to(office: PostOffice, text: str) -> str:
    """France's letter, and what is answered, in one line."""
    return " ".join(" ".join(map(body, office.orders("France", text))).split())


@pytest.mark.parametrize(
    "rest",
    [
        "Everything else stays the same.",
        "Everyone else stays as ordered",
        "All else remains as before",
        "Die anderen bleiben gleich",
    ],
)
def test_the_same_changes_nothing(office: PostOffice, rest: str) -> None:
    answer = answer_to(office, f"Mar-Bur. {rest}")
    assert standing(office) == ["A(Par)-Pic", "F(Bre)-ENG", "A(Mar)-Bur"]
    assert "NEEDS YOU" not in answer


@pytest.mark.parametrize("rest", ["The rest stays.", "rest stands", "Alles andere bleibt.", "The others stay as they are."])
def test_what_may_mean_both_is_asked_about(office: PostOffice, rest: str) -> None:
    """Each with its line; until then its order stays."""
    answer = answer_to(office, f"Mar-Bur. {rest}")
    assert standing(office) == ["A(Par)-Pic", "F(Bre)-ENG", "A(Mar)-Bur"]
    assert "> A(Par) stands Until you do, A(Par)-Pic counts." in answer
    assert "> F(Bre) stands Until you do, F(Bre)-ENG counts." in answer
    office.orders("France", "A(Par) stands")
    assert standing(office)[0] == "A(Par) stands"


@pytest.mark.parametrize("rest", ["All others hold.", "The rest stay put.", "rest H", "Die anderen halten."])
def test_who_holds_holds(office: PostOffice, rest: str) -> None:
    office.orders("France", f"Mar-Bur. {rest}")
    assert standing(office) == ["A(Par) stands", "F(Bre) stands", "A(Mar)-Bur"]


@pytest.mark.parametrize("rest", [
    "The rest hold", "The rest hold please.", "and everything else holds", "everybody else stays put please", "all others hold",
    "Die anderen halten.",
])  # fmt: skip
def test_alone_it_is_about_the_units_without_an_order(office: PostOffice, rest: str) -> None:
    """The answer to the first letter has named them; the order that is in stays."""
    office.orders("France", "CLEAR")
    office.orders("France", "Mar-Bur")
    office.orders("France", rest)
    assert sorted(standing(office)) == ["A(Mar)-Bur", "A(Par) stands", "F(Bre) stands"]


def test_alone_it_is_asked_about_if_all_have_orders(office: PostOffice) -> None:
    answer = answer_to(office, "The rest hold")
    assert standing(office) == FIRST
    assert "> A(Par) stands Until you do, A(Par)-Pic counts." in answer


@pytest.mark.parametrize("words", ["All hold", "All units hold", "Everybody holds"])
def test_all_are_all(office: PostOffice, words: str) -> None:
    office.orders("France", words)
    assert sorted(standing(office)) == ["A(Mar) stands", "A(Par) stands", "F(Bre) stands"]


def test_without_orders_the_rest_holds(office: PostOffice) -> None:
    """There is nothing that could stay."""
    office.orders("France", "CLEAR")
    office.orders("France", "Mar-Bur. The rest stays.")
    assert sorted(standing(office)) == ["A(Mar)-Bur", "A(Par) stands", "F(Bre) stands"]

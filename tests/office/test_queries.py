"""Questions about a game that its letters answer: what they may not tell, and whom they are not for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body, files


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    found = PostOffice(tmp_path)
    found.game()
    return found


def one(letters: list) -> str:  # type: ignore[type-arg]
    assert len(letters) == 1
    return body(letters[0])


def test_a_trial_changes_nothing_and_shows_nobodys_orders(office: PostOffice) -> None:
    office.orders("Germany", "A(Mun)-Bur")
    text = one(office.orders("France", "TRY A(Par)-Bur"))
    assert "French A(Par)-Bur: succeeded." in text
    assert "Mun" not in text
    assert "You have no orders in for Spring 1901 yet." in text


def test_a_gm_tries_orders_on_top_of_those_that_are_in(office: PostOffice) -> None:
    """Whose unit it is, the board says; nothing is changed."""
    office.orders("Germany", "A Mun - Bur")
    text = one(office.letter(GM, "TRY A(Par)-Bur"))
    assert "With the orders that are in" in text
    assert "stood each other out" in " ".join(text.split())
    assert "France       nothing yet" in text
    office.orders("Germany", "CLEAR")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("RESULTS", "Nothing has been adjudicated yet: Spring 1901 is the first phase"),
        ("RESULTS Autumn 1950", "Nothing has been adjudicated yet: Spring 1901 is the first phase"),
        ("RESULTS Monsoon 1901", 'There is no phase called "Monsoon 1901"'),
        ("WHY A(Par)", "Nothing has been adjudicated yet: Spring 1901 is the first phase"),
        ("PREVIEW", "nothing to preview"),
        ("HISTORY", "No phase has been adjudicated yet."),
    ],
)
def test_before_anything_was_judged(office: PostOffice, command: str, said: str) -> None:
    assert said in " ".join(one(office.orders("France", command)).split())


def test_names_are_kept_back_where_the_game_does(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game(deadline="DEADLINE Fridays 21:00 Europe/London\nANONYMOUS")
    text = one(office.orders("France", "WHO"))
    assert "Player" not in text
    assert "Player" in one(office.letter(GM, "WHO"))


def test_a_trial_throws_no_dice(tmp_path: Path) -> None:
    """In a game whose moves are thrown for, a trial that needs a throw is refused, and the throw stays sealed."""
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE pinta VARIANT Columbus")
    for power in ("England", "France", "Netherlands", "Portugal", "Spain"):
        office.letter(f"{power.lower()}@mail.example", f"JOIN pinta PREFER {power}")
    office.letter(GM, "START")
    assert "succeeded" in one(office.orders("Portugal", "TRY F(Por)-MAO"))
    office.orders("Portugal", "F(Por)-MAO")
    office.letter(GM, "PROCESS")
    assert "I do not roll dice for a trial" in " ".join(one(office.orders("Portugal", "TRY F(MAO)-46")).split())
    with office.parts.store.look() as work:
        stored = work.games.get("pinta")
    assert stored
    assert not stored.head.get("throws")


def test_a_preview_shows_ones_own_orders_on_the_map(tmp_path: Path) -> None:
    """Unless one wants no maps."""
    office = PostOffice(tmp_path, maps=True)
    office.game()
    office.orders("France", "A(Par)-Bur")
    (answer,) = office.orders("France", "PREVIEW")
    assert [part.get_content_type() for part in files(answer)] == ["image/png"]
    office.orders("France", "MAPS OFF")
    (answer,) = office.orders("France", "PREVIEW")
    assert "French A(Par)-Bur: succeeded." in body(answer)

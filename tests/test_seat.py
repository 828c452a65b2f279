"""Seats: which texts are seats, and of what role; every other text is none."""

from __future__ import annotations

import pytest

from judge.seat import GM, Role, Seat

SEATS = {
    "1": (Role.PLAYER, 1),
    "7": (Role.PLAYER, 7),
    "10": (Role.PLAYER, 10),
    "gm": (Role.GM, 0),
    "gm2": (Role.GM, 2),
    "gm145": (Role.GM, 145),
    "i5": (Role.INVITED, 5),
    "o3": (Role.OBSERVER, 3),
    "s12": (Role.STANDBY, 12),
}
NONE = (
    "", " ", "0", "01", "-1", "1.5", "1 ", " 1", "1\n", "²", "٣", "gm²", "gm0", "gm02", "GM", "Gm2", "gm ", "gm\n", "i", "o", "s",
    "i0", "s0", "s1x", "s-1", "xs1", "S1", "s٣", "ss1", "gms1", "*", "confirm", "editor", "Germany", "Italy", "England1", "game",
)  # fmt: skip


@pytest.mark.parametrize("text", SEATS)
def test_a_seat_is_read_and_written(text: str) -> None:
    """Each text is a seat of its role and number, and is written as it was read."""
    seat = Seat.read(text)
    assert (seat.role, seat.number) == SEATS[text]
    assert str(seat) == f"{seat}" == text


@pytest.mark.parametrize("text", NONE)
def test_other_texts_are_no_seats(text: str) -> None:
    """A text is a seat only if it is one to the letter."""
    with pytest.raises(ValueError, match="not a seat"):
        Seat.read(text)


@pytest.mark.parametrize("text", SEATS)
def test_a_seat_has_one_role(text: str) -> None:
    """Exactly one of the questions about a seat is answered with yes."""
    seat = Seat.read(text)
    roles = [role for role in Role if getattr(seat, f"is_{role.name.lower()}")]
    assert roles == [SEATS[text][0]]


def test_seats_are_told_apart_and_put_in_order() -> None:
    """No seat is equal to a text; players come first, and the tenth after the second."""
    assert Seat.read("3") == Seat.player(3)
    assert Seat.read("gm") == GM != Seat.read("gm2")
    written = ["s12", "gm2", "10", "o3", "gm", "2", "i5"]
    assert [str(seat) for seat in sorted({Seat.read(text) for text in written})] == ["2", "10", "gm", "gm2", "i5", "o3", "s12"]

"""A heading behind a greeting: its orders are for the phase that it names, all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

LATER = [
    "Hi. My orders for S02: A(Par)-Bur, F Bre-MAO",
    "Dear Harriet, here are my orders for S02: A(Par)-Bur, F Bre-MAO",
    "Hello Harriet! Spring 1902: A(Par)-Bur, F Bre-MAO",
]


@pytest.mark.parametrize("text", LATER)
def test_orders_for_a_later_phase_are_kept(text: str, tmp_path: Path) -> None:
    """The second order of the first letter stood for the running phase before."""
    post = PostOffice(tmp_path)
    post.game()
    [answer] = post.orders("France", text)
    said = body(answer)
    now, _, kept = said.partition("KEPT FOR Spring 1902")
    assert "A(Par)-Bur; F(Bre)-MAO" in kept
    assert "> F(Bre)" not in now


def test_the_running_phase_behind_a_greeting(tmp_path: Path) -> None:
    post = PostOffice(tmp_path)
    post.game()
    [answer] = post.orders("France", "Hi! S01: A Par-Pic")
    assert "A(Par)-Pic" in body(answer)
    assert "KEPT FOR" not in body(answer)

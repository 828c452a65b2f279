"""Names that a player may have, and that nobody may. The lists were written before the code; each is sent by mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

LINKS = (
    "http://evil.example", "www.evil.example", "evil.example", "EVIL.EXAMPLE", "jane@evil.example", "click here bit.ly/x",
    "Win at casino.example now", "mailto:jane", "Jane (jane.example.org)",
)  # fmt: skip
"""Mail programs make links of these, in letters to people who never asked for them."""
ROLES = (
    "Judge", "The Judge", "Judge Operator", "Operator", "The Diplomacy Judge", "Admin", "Judge Admin", "Postmaster", "Support Team",
    "Judge Support", "Harriet (GM)", "GM Harriet", "Your Game Master", "Administrator", "The Moderator",
)  # fmt: skip
"""Under these somebody could speak for the judge, for whoever keeps it, or for a GM."""
PEOPLE = (
    "Aaron Judge", "J.R.R. Tolkien", "Jane St. Clair", "Jane St.Clair", "Dr. Jane Doe", "Jane Doe Jr", "Jane Master", "O'Brien",
    "Anne-Marie d'Arc", "Владимир Иванов", "Jane Hostler", "Jane Support-Smith", "Team Rocket's Jane",
)  # fmt: skip
"""People are called so, or might be."""


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    post = PostOffice(tmp_path)
    post.game()
    return post


@pytest.mark.parametrize("name", LINKS)
def test_names_that_are_addresses(post: PostOffice, name: str) -> None:
    [answer] = post.letter("france@mail.example", f"NAME {name}")
    assert "your name is" not in body(answer).replace("\n", " ")


@pytest.mark.parametrize("name", ROLES)
def test_names_that_speak_for_the_house(post: PostOffice, name: str) -> None:
    [answer] = post.letter("france@mail.example", f"NAME {name}")
    assert "could be mistaken for me or for a GM" in " ".join(body(answer).split())


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_people(post: PostOffice, name: str) -> None:
    [answer] = post.letter("france@mail.example", f"NAME {name}")
    assert f"your name is {name} in all games" in " ".join(body(answer).split())


@pytest.mark.parametrize("name", ["judge", "Operator", "gm", "moderator"])
def test_games_that_speak_for_the_house(post: PostOffice, name: str) -> None:
    """`[judge]` stands in the subjects of the judge's own mail."""
    sent = post.letter(GM, f"CREATE {name}")
    assert not any(str(each["Subject"]).startswith(f"[{name.lower()}] Before the start") for each in sent)
    assert not any("The game is open" in body(each) for each in sent)


def test_a_stranger_is_not_greeted_by_an_address(tmp_path: Path) -> None:
    """The name in From is a stranger's own choice, and the letter may go to somebody else."""
    post = PostOffice(tmp_path, careful=True)
    for number, name in enumerate(("Pills http://evil.example", "evil.example", "Buy at www.evil.example")):
        [asked] = post.letter(f'"{name}" <s{number}@x.example>', f"CREATE zeta{number}")
        assert "evil.example" not in body(asked)


@pytest.mark.parametrize("title", ["See http://evil.example", "evil.example", "jane@evil.example"])
def test_titles_of_zines_that_are_addresses(post: PostOffice, title: str) -> None:
    """The title stands in the subject of a mail to each game's GM."""
    sent = post.letter("ed@zine.example.org", f'SUBSCRIBE Quillfeather FOR "{title}"')
    assert GM not in [each["To"] for each in sent]
    assert any("must not contain a web or mail address" in " ".join(body(each).split()) for each in sent)

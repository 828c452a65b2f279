"""What people call themselves: everybody keeps the letters of their own name; nobody speaks as a judge, or prints an address."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

ROLES = [
    "Otto (GM)", "Judgе", "Judge2", "GM 1", "Judge (real)", "M4ster", "M@ster", "7he Judge", "Spielleiter", "Otto (Spielleiter)",
    "Spielleiterin", "Schiedsrichter", "maître de jeu", "Maître du jeu", "Arbitre", "Árbitro", "arbitro", "Spelleider",
    "Spelledare", "Mestre de jogo", "Director de juego", "Mistrz gry", "Ведущий", "Судья", "Referee", "Umpire", "Otto - Referee",
    "Operator", "Administrator", "Admin", "Postmaster", "Mailer-Daemon",
]  # fmt: skip
NAMES = [
    "Сергей Иванов", "Елена Щукина", "Νίκος Παπαδόπουλος", "宮本 武蔵", "جمال", "Aaron Judge", "Gina Master", "Judge Judy", "Ng",
    "Mary Ann O'Neil", "Józef Żółkiewski",
]  # fmt: skip


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A house with a game that waits for players."""
    office = PostOffice(tmp_path_factory.mktemp("house"))
    office.letter("Harriet Lowe <harriet@zine.example>", "CREATE quillfeather VARIANT chaos")
    return office


@pytest.mark.parametrize("name", ROLES)
def test_nobody_is_called_like_who_runs_games(office: PostOffice, name: str) -> None:
    """In the languages of those who may play, with figures for letters, and beside a name."""
    [answer] = office.letter("<eve@x.example>", f"JOIN quillfeather NAME {name}")
    assert "could be mistaken" in body(answer)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_keeps_the_letters_of_their_name(office: PostOffice, name: str) -> None:
    """The name stands in the list of players exactly as it was written, in whatever alphabet."""
    address = f"player{NAMES.index(name)}@x.example"
    office.letter(f"<{address}>", f"JOIN quillfeather NAME {name}")
    [answer] = office.reply("harriet@zine.example", "WHO")
    assert name in body(answer)


def test_no_address_is_printed_as_a_name(tmp_path: Path) -> None:
    """Many mail programs put the address where the name belongs. Others must not read it: players' addresses are private."""
    office = PostOffice(tmp_path, careful=True)
    office.letter("Harriet Lowe <harriet@zine.example>", "CREATE quillfeather")
    office.reply("harriet@zine.example", "YES")
    [question] = office.letter('"zoe.quill@mail.example" <zoe.quill@mail.example>', "JOIN quillfeather")
    assert "NAME zoe.quill " in body(question)
    office.reply("zoe.quill@mail.example", "YES")
    [answer] = office.reply("harriet@zine.example", "WHO")
    assert "zoe.quill" in body(answer).replace("zoe.quill@mail.example", "")


def test_an_address_said_as_a_name_is_refused(office: PostOffice) -> None:
    """Also somebody else's."""
    [answer] = office.letter("<eve@x.example>", "JOIN quillfeather NAME harriet@zine.example")
    assert "must not contain" in body(answer)


def test_quotes_around_a_name_go(office: PostOffice) -> None:
    """Some mail programs write them."""
    office.letter("'Zed Ypsilon' <zed@x.example>", "JOIN quillfeather")
    [answer] = office.reply("harriet@zine.example", "WHO")
    assert "Zed Ypsilon" in body(answer)
    assert "'Zed" not in body(answer)


def test_a_name_that_is_too_long_is_kept_as_far_as_it_fits(office: PostOffice) -> None:
    """It was not understood at all. The answer shows what is kept."""
    office.letter("zoe@x.example", "JOIN quillfeather\nNAME Zoe")
    [answer] = office.letter("zoe@x.example", "NAME " + "Zoe Abigail " * 12)
    assert "your name is Zoe Abigail Zoe" in " ".join(body(answer).split())
    [answer] = office.letter("zoe@x.example", "NAME " + "Anna" * 75)
    assert "your name is AnnaAnna" in " ".join(body(answer).split())

"""A yes with a name in a sentence is a yes, and the name is taken: to an invitation, to the offer of a Power, to `Please confirm`.

What such people mean was written down before any program read it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import ANY_NUMBER, GM, PostOffice, body

OTTO = "otto@mail.example"
MEANS_OTTO_BRAND = (
    "Sure, I'd love to! Name is Otto Brand.",
    "Yes please, my name is Otto Brand.",
    "YES. I'm Otto Brand.",
    "Count me in - Otto Brand here.",
    "I'd be delighted. Please call me Otto Brand.",
    "Yes, I'll play. Use the name Otto Brand please.",
    "Sounds great, put me down as Otto Brand.",
    "Happy to join. You can print my name as Otto Brand.",
    "Yes! (Otto Brand)",
    "Ja gerne, ich heiße Otto Brand.",
    "Oui, volontiers. Je m'appelle Otto Brand.",
    "OK. Name: Otto Brand",
    "Yes - Otto Brand",
    "With pleasure. The name's Brand, Otto Brand.",
    "Great, I'm in! Everybody calls me Otto Brand.",
    "Yes thanks. Otto Brand is my name.",
    "Absolutely, thank you Harriet. My name’s Otto Brand and I look forward to it.",
    "Hi Harriet,\n\nsure, I'd love to play!\nMy name is Otto Brand.\n\nCheers\nOtto",
    "Yes, this is Otto Brand, I'd like to play.",
    "I'd like to play, as Otto Brand please.",
    "YES\nNAME Otto Brand",
)
IS_NO_YES = (
    "Name is Otto Brand. Who are you?",
    "Yes, but my name is not Otto Brand",
    "Yes, my name is Otto Brand, but I can only start in May",
    "I am Otto Brand's wife, he is away.",
    "Yes, I'm Otto Brand's wife.",
    "Yes, I'm busy until May",
    "Yes. I am not Otto Brand.",
    "My name is Otto Brand.",
    "Would I play as Otto Brand?",
    "Sure, call me Monday",
    "I'm Otto Brand. I am out of the office until Monday.",
    "No thanks. My name is Otto Brand.",
    "Yes, but not as Italy",
    "Yes, if I get France",
    "Yes, if possible without Russia",
    "Yes. Anything but Russia.",
    "Yes? As France?",
    "I am in France.",
    "Yes. My friend plays Austria.",
    "I can't play France.",
    "My favourite is France.",
)


def invited(office: PostOffice) -> str:
    office.letter(f"Harriet Lowe <{GM}>", f"CREATE sandpit\nINVITE {OTTO}")
    return "sandpit"


def offered(office: PostOffice) -> str:
    office.game()
    office.letter(GM, f"VACANT Italy REASON gone\nTAKEOVER Italy BY {OTTO}")
    return "quillfeather"


def joining(office: PostOffice) -> str:
    office.letter(f"Harriet Lowe <{GM}>", "CREATE sandpit")
    office.careful = True
    office.letter(OTTO, "JOIN sandpit")
    return "sandpit"


def players(office: PostOffice, game: str) -> dict[str, str]:
    """address → name of those who play."""
    with office.parts.store.look() as work:
        return {row.address: row.name for row in work.seats.of_game(game) if row.seat.is_player}


ASKED = (invited, offered, joining)
TRIED = [(asked, text) for at, asked in enumerate(ASKED) for text in MEANS_OTTO_BRAND[at :: at * 2 + 1]]
"""An invitation is answered with each, the others with some."""
WISHES = [
    ("Sure, put me down as Turkey", "Turkey"),
    ("Yes please, I'd like to play as Italy.", "Italy"), ("Count me in as Russia", "Russia"),
    ("yes\nI'd prefer France, then Italy.", "France, Italy"), ("Yes. I'd prefer France.", "France"),
    ("Yes\nMy favourite is France.", "France"), ("Yes please, France if possible.\n\nOtto", "France"),
    ("Yes! I would like to play Turkey, or else Russia or Italy. Thanks!", "Turkey, Russia, Italy"),
    ("Yes, I'm in.\nFirst choice: England. Second choice: Germany.", "England, Germany"),
    ("Ja gerne, am liebsten Russland.", "Russia"), ("Yes\nPrefer: Austria-Hungary", "Austria"),
]  # fmt: skip


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    office = PostOffice(tmp_path, careful=True, **ANY_NUMBER)
    office.careful = False
    return office


@pytest.mark.parametrize(("asked", "text"), TRIED)
def test_a_yes_with_a_name(office: PostOffice, asked, text: str) -> None:  # type: ignore[no-untyped-def]
    game = asked(office)
    office.careful = True
    office.reply(OTTO, text)
    assert players(office, game).get(OTTO) == "Otto Brand"


@pytest.mark.parametrize("asked", ASKED)
def test_a_name_without_a_yes(office: PostOffice, asked) -> None:  # type: ignore[no-untyped-def]
    """Nobody is seated by it, whatever else it says."""
    game = asked(office)
    question = office.last[OTTO]
    office.careful = True
    for text in IS_NO_YES:
        office.letter(OTTO, text, f"Re: {question['Subject']}", question["Reply-To"], In_Reply_To=question["Message-ID"])
        assert OTTO not in players(office, game), text


@pytest.mark.parametrize(("text", "power"), WISHES)
@pytest.mark.parametrize("asked", [invited, joining])
def test_a_power_is_a_wish_and_no_name(office: PostOffice, asked, text: str, power: str) -> None:  # type: ignore[no-untyped-def]
    game = asked(office)
    office.careful = True
    office.reply(OTTO, text)
    assert players(office, game).get(OTTO) == "otto"
    assert f"You asked for {power}." in " ".join(body(office.last[OTTO]).split())


def test_another_power_than_the_one_offered(office: PostOffice) -> None:
    game = offered(office)
    offer = office.last[OTTO]
    office.careful = True
    for text, taken in (("Yes, as France please", False), ("Yes, I'm Italy!", True)):
        office.letter(OTTO, text, f"Re: {offer['Subject']}", offer["Reply-To"], In_Reply_To=offer["Message-ID"])
        assert (OTTO in players(office, game)) == taken, text


def test_a_name_that_stands_below_gives_way_to_the_one_in_from(office: PostOffice) -> None:
    game = invited(office)
    office.careful = True
    office.reply(OTTO, "Yes - Otto Brand", f"Ottokar Brand <{OTTO}>")
    assert players(office, game).get(OTTO) == "Ottokar Brand"

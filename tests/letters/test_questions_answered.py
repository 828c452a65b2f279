"""What a letter answers to a question about an order: a yes, a no or a choice does, and a greeting does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import Table
from tests.letters.test_accounted import standing
from tests.letters.test_builds import sent, winter

GREETINGS = (
    "Hi Judge,", "Hello", "Hi!", "Bonjour", "Ciao", "Good evening", "Dear Judge", "Dear Sir", "ok", "ok thanks", "OK, thank you!",
    "Thanks", "# A Par - Gas", "# Gas", "Dear Sir, | my order was just an idea, please ignore it.", "Best wishes, Yesenia",
)  # fmt: skip
YES = (
    "Yes", "YES please", "Yes. | Mario", "yep", "Oui", "ja bitte", "Yes, I mean it.", "Hi Judge, | | yes | | Thanks, | Mario",
    "Gas", "the first one please", "A Par - Gas",
)  # fmt: skip
NO = ("No", "no thanks", "Nein", "No. | Mario", "never mind")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A game in its first spring."""
    house = PostOffice(tmp_path_factory.mktemp("questions"))
    house.game()
    return house


@pytest.fixture
def office(house: PostOffice) -> PostOffice:
    """The same, in which France has no orders and no question is open."""
    house.orders("France", "A Par stands\nA Mar stands\nF Bre stands")
    house.orders("France", "CLEAR")
    return house


def told(office: PostOffice, letter: str) -> str:
    """What the judge answers to a letter from France, blanks made single."""
    answer, *_ = office.orders("France", letter.replace(" | ", "\n"))
    return " ".join(f"{answer['Subject']} {body(answer)}".split())


def stand(office: PostOffice) -> list[str]:
    """The orders of France that stand."""
    (status,) = office.orders("France", "STATUS")
    return standing(body(status))


LOOKING = ("STATUS", "WHY", "PRESS TO GM | Hello there | END")


CHATTER = (
    "First, hello to everybody.",
    "It looks tempting, Gascony, but I am afraid of the Spaniards.",
    "This is my favourite hobby, the first, after chess.",
    "Tonight we drink a bottle of red, Gas, with the cheese.",
)


@pytest.mark.parametrize("text", CHATTER)
def test_a_place_in_chatter_answers_nothing(office: PostOffice, text: str) -> None:
    """Between commas, in a sentence about something else."""
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert "A(Par)-Gas (my question" not in answer, answer
    assert stand(office) == []


IN_OTHER_WORDS = (
    "What's the deadline? Gas?", "Gas?", "Gas again next year", "Gas is Spanish.", "I have Gas. Is this war?", "Is this war? Gas.",
    "Please try A Par-Bur next year. Gas is far.", "Gas, Mario says, is his", "And then Gas was mine no more.",
)  # fmt: skip


@pytest.mark.parametrize("text", IN_OTHER_WORDS)
def test_a_place_among_other_words_answers_nothing(office: PostOffice, text: str) -> None:
    """Nor does what ends with a question mark. What is little more than the place may be asked about."""
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert stand(office) == [], answer


BY_ITSELF = (
    "Gas. Mario", "Hi Judge, Gas please. Thanks, Mario", "Sorry, I meant Gas.", "I mean Gas", "Gas instead", "- Gas",
    "Gas, please!", "Hello, | please, Gas it is. | Mario",
)  # fmt: skip


@pytest.mark.parametrize("text", BY_ITSELF)
def test_a_place_with_courtesies_answers(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert stand(office) == ["A(Par)-Gas"], answer


@pytest.mark.parametrize("text", ["Gas, Spa", "1. Gas | 2. Spa", "Gas! And Spa, please."])
def test_two_places_answer_two_questions(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas? A Mar - Spa?")
    answer = told(office, text)
    assert sorted(stand(office)) == ["A(Mar)-Spa", "A(Par)-Gas"], answer


def test_a_place_in_front_of_orders_answers(office: PostOffice) -> None:
    """In a sentence of its own."""
    told(office, "A Par - Gas?")
    answer = told(office, "Gas. And F Bre - ENG please")
    assert stand(office) == ["A(Par)-Gas", "F(Bre)-ENG"], answer


@pytest.mark.parametrize(
    "text", ["F Bre - ENG, Gas", "F Bre - ENG. And then Gas.", "Gas for me", "Gas please. When is the deadline?"]
)
def test_a_place_with_a_little_more_is_asked_about(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert "A(Par)-Gas" not in stand(office)
    assert 'You wrote "Gas". It may answer my question' in answer, answer
    told(office, "Gas")
    assert "A(Par)-Gas" in stand(office)


@pytest.mark.parametrize("text", ["A Par - Bur | Gas", "Gas | A Par - Bur", "A Par - Bur. And then Gas."])
def test_an_answer_is_less_than_an_order(office: PostOffice, text: str) -> None:
    """For the same unit in the same letter."""
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert stand(office) == ["A(Par)-Bur"], answer
    assert "Gas" in answer


def test_a_unit_that_stays_is_not_moved_by_an_answer(house: PostOffice) -> None:
    house.orders("Turkey", "Con-Bul? Smy-Con?")
    house.orders("Turkey", "Con-Bul it is. Smyrna stays where it is. And then Con.")
    assert "A(Smy)-Con" not in standing(body(house.orders("Turkey", "STATUS")[0]))


def test_a_word_that_is_also_a_place_answers_nothing(tmp_path: Path) -> None:
    """`Can` begins a question, where Canton was asked about."""
    table = Table(tmp_path, "colonial_diplomacy", "canton")
    sent(table, "Britain", "F Hon - Can?")
    _, answer = sent(table, "Britain", "Can the fleet in Aden go to Egypt?")
    assert table.standing("Britain") == [], answer


@pytest.mark.parametrize("text", GREETINGS)
@pytest.mark.parametrize("more", ["", "F Bre - ENG", *(pytest.param(more, marks=pytest.mark.slow) for more in LOOKING)])
def test_a_courtesy_answers_nothing(office: PostOffice, text: str, more: str) -> None:
    told(office, "A Par - Gas?")
    answer = told(office, f"{text} | | {more} | | Thanks")
    assert "A(Par)-Gas (my question" not in answer, answer
    assert stand(office) == (["F(Bre)-ENG"] if "Bre" in more else [])


def test_a_courtesy_answers_nothing_of_two(office: PostOffice) -> None:
    told(office, "A Par - Gas? A Mar - Spa?")
    answer = told(office, "Hi, | | F Bre - ENG")
    assert "All of it was read." in answer, answer
    assert stand(office) == ["F(Bre)-ENG"]


@pytest.mark.parametrize("text", YES)
def test_yes_answers_the_only_question(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    told(office, text)
    assert stand(office) == ["A(Par)-Gas"]


@pytest.mark.parametrize("text", ["yes", "Yes, I mean it."])
def test_yes_beside_other_orders(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    answer = told(office, f"{text} | F Bre - ENG")
    assert "All of it was read." in answer, answer
    assert stand(office) == ["A(Par)-Gas", "F(Bre)-ENG"]


@pytest.mark.parametrize("text", ["Yes | but only if England agrees", "Yes, unless Germany objects", "Yes? | Not sure."])
def test_half_a_yes_is_none(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    told(office, text)
    assert stand(office) == []


@pytest.mark.parametrize("text", NO)
def test_no_drops_the_only_question(office: PostOffice, text: str) -> None:
    told(office, "A Par - Gas?")
    answer = told(office, text)
    assert "Then A(Par)-Gas does not count." in answer, answer
    assert stand(office) == []
    told(office, "Yes")
    assert stand(office) == []


def test_yes_to_one_of_two_is_asked_about(office: PostOffice) -> None:
    told(office, "A Par - Gas?")
    told(office, "A Mar - Spa?")
    answer = told(office, "Yes")
    assert "> A(Par)-Gas" in answer, answer
    assert "> A(Mar)-Spa" in answer, answer
    assert stand(office) == []
    told(office, "A Mar - Spa")
    told(office, "Yes")
    assert stand(office) == ["A(Mar)-Spa", "A(Par)-Gas"]


def test_yes_where_nothing_is_asked(office: PostOffice) -> None:
    answer = told(office, "Yes")
    assert 'You wrote "Yes", but I have not asked you anything that this could answer.' in answer, answer
    assert "pass on" not in answer, answer


def test_a_yes_that_could_pass_on_or_order_does_neither(office: PostOffice) -> None:
    told(office, "A Par - Gas?")
    told(office, "PROCESS")
    answer = told(office, "yes")
    assert "> A(Par)-Gas > PASS ON" in answer, answer
    assert stand(office) == []
    told(office, "A Par - Gas")
    assert "passed this on to the GM" in told(office, "yes")


@pytest.fixture(scope="module")
def removing(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """England has a unit too many."""
    units = "F(NWG) F(NTH) A(Cly)"
    return winter(tmp_path_factory.mktemp("removing"), "standard", "Winter 1901", "England", units, "Lon Edi")


@pytest.mark.parametrize(("text", "orders", "words"), [
    ("Yes, the Norwegian Sea one.", ["remove F(NWG)"], "I read"),
    ("NWG please", ["remove F(NWG)"], "I read"),
    ("Clyde!", [], "> remove A(Cly)"),
    ("Not the Norwegian Sea one.", [], ""),
    ("Keep the Norwegian Sea.", [], ""),
    ("NWG nicht", [], ""),
    ("NWG! No, wait.", [], ""),
    ("NWG, or NTH", [], ""),
    ("Norwegian Sea stays", [], ""),
    ("Yes, if Edinburgh is lost.", [], ""),
])  # fmt: skip
def test_a_removal_is_chosen_by_its_place(removing: Table, text: str, orders: list[str], words: str) -> None:
    """Where nothing else tells removals apart; the place of another unit is asked about."""
    sent(removing, "England", "CLEAR")
    sent(removing, "England", "On reflection remove the Norwegian Sea fleet instead.")
    _, answer = sent(removing, "England", text)
    assert removing.standing("England") == orders, answer
    assert words in answer


@pytest.mark.parametrize(("text", "words"), [("Marseilles!", "> build A(Mar)"), ("Rather not Marseilles", "")])
def test_another_place_for_a_build_is_offered(tmp_path: Path, text: str, words: str) -> None:
    """`Marseilles!`, where an army in Paris was asked about."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", "Par Mar")
    sent(table, "France", "A Par?")
    sent(table, "France", "An army in Paris, or one in Bordeaux.")  # in doubt again, and no answer
    assert not table.standing("France")
    _, answer = sent(table, "France", text)
    assert not table.standing("France")
    assert words in answer


@pytest.mark.parametrize(("text", "orders", "words"), [
    ("NAO goes into MAO.", ["F(NAO)-MAO"], "All of it was read"),
    ("NAO explores the unknown.", [], ""),
    ("NAO obrigado", [], "I have not asked you anything"),
])  # fmt: skip
def test_a_code_in_front_is_no_answer(tmp_path: Path, text: str, orders: list[str], words: str) -> None:
    """`NAO` is the North Atlantic before words of an order, and the Portuguese no before thanks."""
    table = winter(tmp_path, "standard", "Spring 1901", "England", "F(NAO)", "Lon")
    _, answer = sent(table, "England", text)
    assert table.standing("England") == orders
    assert words in answer
    assert bool(words) or "I have not asked you anything" not in answer


@pytest.mark.parametrize("text", ["Cancel Gascony.", "Cancel the Gascony order."])
def test_who_cancels_an_order_in_words_is_shown_clear(office: PostOffice, text: str) -> None:
    """It is no answer where nothing is asked; the order stands."""
    told(office, "A Par - Gas")
    answer = told(office, text)
    assert "CLEAR" in answer.partition("Perhaps you want")[2].partition("You have")[0]
    assert "A(Par)-Gas" in answer
    assert "I have not asked you anything" not in answer


def beaten(folder: Path) -> PostOffice:
    """A game in which Germany's army in Munich must retreat."""
    office = PostOffice(folder)
    office.game()
    office.orders("Austria", "A Vie - Tyr")
    office.orders("France", "A Par - Bur")
    office.letter("harriet@zine.example", "PROCESS")
    office.orders("Austria", "A Tyr - Mun")
    office.orders("France", "A Bur S A Tyr - Mun")
    office.letter("harriet@zine.example", "PROCESS")
    return office


@pytest.mark.parametrize(
    "letter", ["A Mun - Ruh... no, disband it", "A Mun - Ruh\nNo.\nDisband it", "A Mun-Ruh. Sorry, wait, no. Disband it"]
)
def test_a_second_thought_about_a_retreat_is_one_order(tmp_path: Path, letter: str) -> None:
    """Nothing is asked, and none of its words is told as talk."""
    answer = " ".join(body(beaten(tmp_path).orders("Germany", letter)[0]).split())
    assert "> A(Mun) disbands" in answer
    assert "All of it was read" in answer


@pytest.mark.parametrize(
    "letter",
    [
        "A Mun - Ruh\nDisband it", "A Mun - Ruh\nThen disband it", "A Mun - Ruh\nDisband it\nNo",
        "A Mun - Ruh.\nI hope they will not\ndisband it",
    ],
)
def test_what_may_or_may_not_be_a_second_thought_disbands_nothing(tmp_path: Path, letter: str) -> None:
    answer = " ".join(body(beaten(tmp_path).orders("Germany", letter)[0]).split())
    assert "> A(Mun) disbands" not in answer.partition("STANDING ORDERS")[2]


def test_a_phase_does_not_end_early_while_a_question_is_open(tmp_path: Path) -> None:
    """Another order than the one that stands may be meant; once it is answered, it does."""
    office = beaten(tmp_path)
    office.orders("Germany", "A Mun - Sil")
    first = office.orders("Germany", "A Mun - Boh?")
    assert "needs you" in body(first[0])
    [status] = office.orders("Germany", "STATUS")
    assert "closes early" not in body(status)
    [answer] = office.orders("Germany", "A Mun - Boh")
    assert "will end early" in " ".join(body(answer).split())


POSITION = """POSITION Autumn 1903 retreats REASON from the old paper game
France: A(Bur), A(Pic)
France owns: Par, Mar, Bre
France dislodged: A(Par) by German A(Gas) from Gas
France dislodged: F(Bre) by English F(MAO) from MAO
England: F(Lon), F(Bre)
England owns: Lon, Lvp, Edi
Germany: A(Kie), A(Par)
Germany owns: Ber, Kie, Den
Germany dislodged: A(Ber) by Russian A(Pru) from Pru
Russia: A(Mos), A(Ber)
Russia owns: Mos, Sev, War
END"""
"""Germany has one unit that must retreat, France two."""


@pytest.fixture(scope="module")
def driven_out(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game that goes on from that position."""
    table = Table(tmp_path_factory.mktemp("beaten"), "standard", "beaten")
    table.office.letter(GM, POSITION)
    assert table.game.board_now.phase.kind == "retreats"
    return table


@pytest.mark.parametrize("text", ["No, disband it", "forget it, disband", "No, just disband it."])
def test_a_later_letter_gives_the_only_unit_up(driven_out: Table, text: str) -> None:
    """Though the unit was to retreat."""
    sent(driven_out, "Germany", "CLEAR")
    sent(driven_out, "Germany", "Silesia")
    assert driven_out.standing("Germany") == ["A(Ber) ret Sil"]
    _, answer = sent(driven_out, "Germany", text)
    assert driven_out.standing("Germany") == ["A(Ber) disbands"], answer
    assert "I have not asked you anything" not in answer


@pytest.mark.parametrize(("text", "orders"), [
    ("disband both", ["A(Par) disbands", "F(Bre) disbands"]),
    ("No, disband them both please", ["A(Par) disbands", "F(Bre) disbands"]),
    ("disband both?", []),
    ("No, disband it", []),
    ("Do not disband both", []),
])  # fmt: skip
def test_two_units_are_given_up_together(driven_out: Table, text: str, orders: list[str]) -> None:
    """Of two, `it` is not clear."""
    sent(driven_out, "France", "CLEAR")
    _, answer = sent(driven_out, "France", text)
    assert driven_out.standing("France") == orders, answer


@pytest.mark.parametrize(("text", "orders"), [
    ("The first one: Bur.", ["A(Par)-Bur"]),
    ("The first one, Burgundy. Thanks, Mario", ["A(Par)-Bur"]),
    ("the second: Brest", ["A(Par)-Bre"]),
    ("The second one. Brest please!", ["A(Par)-Bre"]),
    ("The first one: Bre.", []),
    ("The second, Burgundy", []),
    ("The first one: Bur?", []),
])  # fmt: skip
def test_a_number_and_its_place(office: PostOffice, text: str, orders: list[str]) -> None:
    """Which it is if they agree; else it is asked again, and why is said truly: nobody said yes."""
    assert "> A(Par)-Bur > A(Par)-Bre" in told(office, "A Par - Bru")
    answer = told(office, text)
    assert stand(office) == orders, answer
    assert orders or "> A(Par)-Bur" in answer, answer
    assert "A yes" not in answer or "?" in text
    assert ("do not answer my question in the same way" in answer) == (not orders and "?" not in text), answer

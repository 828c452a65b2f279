"""Press that begins in the line with its readers: `TO Germany: …` goes to that Power, with the lines directly below; a line that
is only nearly so, in a letter of orders, offers it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

GERMANY, ITALY, FRANCE = "germany@mail.example", "italy@mail.example", "france@mail.example"
WORDS = "shall we leave Burgundy empty?"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    made = PostOffice(tmp_path)
    made.game()
    return made


def told(office: PostOffice, text: str) -> dict[str, str]:
    """What a letter of France's brings, by whom it goes to, in one line each."""
    return {each["To"]: " ".join(body(each).split()) for each in office.orders("France", text)}


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        (f"TO Germany: {WORDS}", {GERMANY}),
        (f"TO GERMANY: {WORDS}", {GERMANY}),
        (f"TO Ger : {WORDS}", {GERMANY}),
        (f"TO Germany, Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO Germany and Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO Germany Italy: {WORDS}", {GERMANY, ITALY}),
        (f"TO GI: {WORDS}", {GERMANY, ITALY}),
        (f"TO GM: {WORDS}", {GM}),
        (f"TO MIG: {WORDS}", {GERMANY, ITALY, GM}),
        (f"TO Germany: {WORDS} " + "I would rather fight England than you. " * 6, {GERMANY}),
    ],
)
def test_it_goes_to_whom_it_names(office: PostOffice, line: str, whom: set[str]) -> None:
    """At once, to nobody else, and its writer is shown it."""
    sent = told(office, line)
    assert set(sent) == whom | {FRANCE}
    assert all(WORDS in each for each in sent.values())


def test_the_orders_around_it_are_orders(office: PostOffice) -> None:
    """The press is no order, and the orders are no press."""
    sent = told(office, f"A Par - Bur\nTO Germany: {WORDS}\nF Bre - MAO\nA Mar stands")
    assert "> A(Par)-Bur" in sent[FRANCE]
    assert "> F(Bre)-MAO" in sent[FRANCE]
    assert "> A(Mar) stands" in sent[FRANCE]
    assert WORDS in sent[GERMANY]
    assert "MAO" not in sent[GERMANY]


@pytest.mark.parametrize("line", ["TO Germany: A Par - Bur", "TO Germany: A(Mun) stands"])
def test_an_order_in_it_is_asked_about(office: PostOffice, line: str) -> None:
    """Neither sent nor ordered."""
    sent = told(office, line)
    assert set(sent) == {FRANCE}
    assert "nothing was published" in sent[FRANCE]
    assert "STANDING ORDERS" not in sent[FRANCE]


BROKEN = "shall we leave Burgundy empty this year, as we agreed in\nspring, or do you want it?"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"TO Germany: {BROKEN}", BROKEN),
        ("TO Germany: Dear Giulia,\nI want peace with you.\nMonty", "Dear Giulia,\nI want peace with you.\nMonty"),
        ("TO Germany: Dear Giulia,\nI want peace with you.\n\nMonty", "Dear Giulia,\nI want peace with you."),
        ("TO Germany: Dear Giulia,\n\nI want peace.\n\nMonty\nEND", "Dear Giulia,\n\nI want peace.\n\nMonty"),
        ("TO Germany\nYour Burgundy stays empty, yes?\nEND", "Your Burgundy stays empty, yes?"),
        ("To Germany:\n\nMy dear Kaiser,\nfarewell.\nEND", "My dear Kaiser,\nfarewell."),
        ("Press to Germany: nice Burgundy you have there.", "nice Burgundy you have there."),
        ("PRESS TO Germany: Dear Giulia,\nI want peace.", "Dear Giulia,\nI want peace."),
        ("PRESS TO Germany: Dear Giulia,\n\nI want peace.\nEND", "Dear Giulia,\n\nI want peace."),
    ],
)
@pytest.mark.parametrize("below", ["", "\n\nA Par - Gas", "\n\nPar - Gas"])
def test_the_lines_directly_below_belong_to_it(office: PostOffice, text: str, words: str, below: str) -> None:
    """Half a message is worse than none. Below an empty line, or END, orders are orders."""
    sent = told(office, text + below)
    assert set(sent) == {GERMANY, FRANCE}
    assert " ".join(words.split()) in sent[GERMANY]
    assert "Gas" not in sent[GERMANY]
    assert ("> A(Par)-Gas" in sent[FRANCE]) == bool(below)


def test_each_line_to_a_power_is_for_that_power(office: PostOffice) -> None:
    """Nothing of the one is in the other, and a command below them is obeyed."""
    sent = told(office, "TO Germany: peace with you\nTO Italy: war on Austria\nVOTE YES")
    assert set(sent) == {GERMANY, ITALY, FRANCE}
    assert "peace with you" in sent[GERMANY]
    assert "war on Austria" not in sent[GERMANY]
    assert "war on Austria" in sent[ITALY]
    assert "VOTE" not in sent[ITALY]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("TO Germany: I promise you this.\nPar S Mun - Bur.\nDeal?", "I promise you this. > Par S Mun - Bur. > Deal?"),
        ("TO Germany: I promise you this.\nA Par S A Mun - Bur.", 'I promise you this. > "A Par S A Mun - Bur."'),
        ("TO Germany: please order this.\nA Mun - Bur", 'please order this. > "A Mun - Bur"'),
        ("TO Germany: thank you.\nwe shall see.\nA Par - Bur", 'thank you. > we shall see. > "A Par - Bur"'),
        ("A Mar - Spa\nTO Germany: I shall order\nA Par - Bur", 'I shall order > "A Par - Bur"'),
        ("TO Germany: I promise you this:\n\nA Par - Bur", "I promise you this:"),
        (
            "TO Germany: Caro Monty,\n\nnon ti fidare.\nBre - MAO con il tuo appoggio?\n\nGiulia",
            "Caro Monty, > > non ti fidare. > Bre - MAO con il tuo appoggio? > > Giulia",
        ),
        ("TO Germany: Dear Giulia\n\nI want peace.", "Dear Giulia > > I want peace."),
        ("TO Germany: Hello.\nI want peace.\n\nAnd Tunis is yours.\n\nPar - Bur", "Hello. > I want peace. > > And Tunis is yours."),
        ("TO Germany: Hello.\n\nPar - Bur\nBre - MAO\nEND", "Hello. > > Par - Bur > Bre - MAO"),
        ("TO Germany\nLet us be friends.\nA Par - Bur\nEND", 'Let us be friends. > "A Par - Bur"'),
        ("PRESS TO Germany: I promise you this.\nPar S Mun - Bur.", "I promise you this. > Par S Mun - Bur."),
    ],
)
def test_where_it_ends_is_asked_about(office: PostOffice, text: str, form: str) -> None:
    """It may go on, and what is below may be an order: nothing is sent, and nothing ordered there. The answer has what sends it."""
    sent = told(office, text)
    assert set(sent) == {FRANCE}
    assert f"> PRESS TO Germany > {form} > END" in sent[FRANCE]
    assert "A(Par)" not in sent[FRANCE].partition("STANDING ORDERS")[2].partition("No order yet")[0]
    again = told(office, f"PRESS TO Germany\n{form.replace(' > ', chr(10))}\nEND".replace("> ", "\n"))
    assert set(again) == {GERMANY, FRANCE}


def test_final_does_not_run_the_phase_without_such_an_order(office: PostOffice) -> None:
    """As with any other order that is asked about."""
    sent = told(office, "TO Germany: I promise you this.\nPar S Mun - Bur.\n\nFINAL")
    assert set(sent) == {FRANCE}
    assert "FINAL noted" not in sent[FRANCE]


def test_a_name_that_is_no_powers_lets_no_order_out(office: PostOffice) -> None:
    """A slip in the name of the Power: nothing goes out, and what would have been sent is no order."""
    sent = told(office, "TO Gremany: I promise you this.\nPar S Mun - Bur.")
    assert set(sent) == {FRANCE}
    assert "STANDING ORDERS" not in sent[FRANCE]


def test_orders_below_a_name_and_end_are_no_press(office: PostOffice) -> None:
    """A place, and one's own Power, are nobody to write to."""
    assert "press" not in told(office, "A PARIS\nTO BURGUNDY\nEND")[FRANCE].lower()
    assert "> A(Par)-Gas" in told(office, "TO France\nA Par - Gas\nEND")[FRANCE]


def test_nobody_else_can_send_it(tmp_path: Path) -> None:
    """A stranger's, or one with a false From line, goes to no Power."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    for sender in ("eve@bad.example", FRANCE):
        sent = office.letter(sender, f"TO Germany: {WORDS}")
        assert GERMANY not in {each["To"] for each in sent}


@pytest.mark.parametrize("kinds", ["none", "anonymous"])
def test_what_the_game_forbids_is_not_sent(office: PostOffice, kinds: str) -> None:
    """Signed press where there is none."""
    office.letter(GM, f"SET PRESS {kinds}")
    assert set(told(office, f"TO Germany: {WORDS}")) == {FRANCE}


@pytest.mark.parametrize("line", [f"to Germany: {WORDS}", f"To Germany: {WORDS}", f"to germany, {WORDS}"])
@pytest.mark.parametrize("around", ["{}", "A Par - Pic\n{}\nF Bre - MAO", "{}\n\nA Par - Pic"])
def test_nearly_so_offers_the_line_to_write(office: PostOffice, line: str, around: str) -> None:
    """It is sent to nobody; the answer has the whole line, which does send it."""
    sent = told(office, around.format(line))
    assert set(sent) == {FRANCE}
    assert f"> TO Germany: {WORDS}" in sent[FRANCE]
    assert ("> A(Par)-Pic" in sent[FRANCE]) == ("Pic" in around)


def test_nothing_is_offered_where_there_is_no_press(office: PostOffice) -> None:
    """Nor to those who name no Power."""
    assert "> TO" not in told(office, f"to Burgundy: {WORDS}")[FRANCE].replace("> to", "")
    office.letter(GM, "SET PRESS none")
    assert "> TO Germany" not in told(office, f"to Germany: {WORDS}")[FRANCE]


def test_the_start_letter_says_how(tmp_path: Path) -> None:
    """Where the game has press that a player may send, and only there."""
    begun = {each["To"]: body(each) for each in PostOffice(tmp_path / "with").game(anew=True)}
    assert "TO England: " in begun[FRANCE] or "TO Austria: " in begun[FRANCE]
    assert "TO Austria: " not in begun[GM]
    gunboat = "GUNBOAT yes\nDEADLINE Fridays 21:00 Europe/London"
    quiet = {each["To"]: body(each) for each in PostOffice(tmp_path / "without").game(deadline=gunboat, anew=True)}
    assert "    > TO " not in quiet[FRANCE]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Could you also let Germany know that I would like peace?", "PRESS TO Germany"),
        ("Would you be so kind as to convey my warmest regards to whoever plays Italy, and Germany?", "PRESS TO Italy"),
        ("Please forward the following to Germany:\n\nI would like peace.", "PRESS TO Germany"),
        ("Judge, please tell to Austria: I come in peace!", "PRESS TO Austria"),
        ("Dear Judge,\nplease print for all:\n\nWANTED: one Archduchess.", "PRESS"),
        ("An Deutschland und England:\nBurgund bleibt leer, ja?\nJ\u00fcrgen", "PRESS TO Germany, England"),
        ("TO Turkey:\n\nMy dear Sultan,\n\nI shall move to Spain unless you desist.", "PRESS TO Turkey"),
        ("TO Germany, Italy\nBurgundy stays empty.", "PRESS TO Germany, Italy"),
        ("Dear Germany,\nlet us talk.", "PRESS TO Germany"),
    ],
)
def test_a_wish_to_tell_others_is_told_how(office: PostOffice, text: str, form: str) -> None:
    """In one's own words: nothing is sent, and the answer says what sends it."""
    sent = told(office, text)
    assert set(sent) == {FRANCE}
    assert f"> {form} > (your text) > END" in sent[FRANCE]


@pytest.mark.parametrize("text", ["A Par - Bur. Germany will not mind.", "To be honest, I like Italy.", "TO France:\nA Par - Bur"])
def test_talk_of_others_is_no_wish_to_tell_them(office: PostOffice, text: str) -> None:
    """A name alone asks for nothing; nor does one's own."""
    assert "(your text)" not in told(office, text)[FRANCE]


def test_an_order_inside_press_goes_out_in_quotation_marks(office: PostOffice) -> None:
    """The answer to it without them says so."""
    line = "A Bul - Rum and F BLA - Sev too. Just kidding!"
    asked = told(office, f"PRESS TO Germany\nRoses are red,\n{line}\nEND")
    assert set(asked) == {FRANCE}
    assert "quotation marks" in asked[FRANCE]
    assert set(told(office, f'PRESS TO Germany\nRoses are red,\n"{line}"\nEND')) == {GERMANY, FRANCE}


def test_the_line_offered_says_what_differs(office: PostOffice) -> None:
    """It is the same line, with TO in capitals."""
    assert "only TO in capital letters sends a line" in told(office, f"To Germany: {WORDS}")[FRANCE]


@pytest.mark.parametrize("whom", ["Germany, Italy", "Germany, Italy and England", "Germany"])
def test_what_was_sent_is_not_said_to_be_unsent(office: PostOffice, whom: str) -> None:
    answer = told(office, f"TO {whom}: {WORDS}")[FRANCE]
    assert "Your press goes to Germany" in answer
    assert "I sent nothing" not in answer


def test_of_what_was_not_sent_all_readers_are_named(office: PostOffice) -> None:
    """In the line that sends it, too, and its words are without them."""
    sent = told(office, f"to Germany, Italy: {WORDS}")
    assert set(sent) == {FRANCE}
    assert "I sent nothing to Germany and Italy" in sent[FRANCE]
    assert f"> TO Germany, Italy: {WORDS}" in sent[FRANCE]

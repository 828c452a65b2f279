"""A word or two in reply to each of the judge's questions: bare, with the question quoted, with a signature (`short_replies.yaml`).

`python -m tests.letters.test_short_replies` prints how many come to what they should, by question.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
import yaml

from judge.game import Game
from judge.game.model.serialization import read_game
from tests.letters.post_office import ADDRESS, GM, PostOffice, body
from tests.letters.what_people_answer import PROGRAMS, marked

FRANCE, OTTO = "france@mail.example", "otto@mail.example"
TOLD: Mapping[str, Mapping[str, list[str]]] = yaml.safe_load((Path(__file__).parent / "short_replies.yaml").read_text("utf-8"))


def at_the_bottom(own: str, question: str, sender: str) -> str:
    """A reply below what it quotes."""
    return f"On 01.03.27 12:00, Judge wrote:\n{marked(question)}\n\n{own}\n"


def signed(own: str, question: str, sender: str) -> str:
    """A reply with a signature and nothing quoted."""
    return f"{own}\n\n-- \nChloe Marsh\nMarsh & Co., 555-0101\n"


def named(own: str, question: str, sender: str) -> str:
    """A reply with a name below it, above the quotation of a telephone."""
    return PROGRAMS[4](f"{own}\n\nChloe", question, sender)


FORMS = (*PROGRAMS, at_the_bottom, signed, named)


def vote(office: PostOffice) -> None:
    office.game()
    office.orders("Turkey", "PROPOSE DRAW all survivors")


def vote_then_order(office: PostOffice) -> None:
    vote(office)
    office.orders("France", "A Par - Gas?")


def order_then_vote(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Gas?")
    office.orders("Turkey", "PROPOSE DRAW all survivors")


def coasts(office: PostOffice) -> None:
    office.game()
    office.orders("France", "F Bre-MAO\nA Par stands\nA Mar stands")
    office.wait(days=8)
    office.orders("France", "F MAO - Spa")


def one(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Gas?")


def readings(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Bru")


def two(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Gas?\nA Mar - Spa?")


def of_one_unit(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Bur?\nA Par - Pic?")


def two_answers(office: PostOffice) -> None:
    one(office)
    office.wait(hours=1)
    office.orders("France", "A Mar - Spa?")


def twice(office: PostOffice) -> None:
    coasts(office)
    office.reply(FRANCE, "yes")


def warning(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Mar")


def gm_only(office: PostOffice) -> None:
    office.game()
    office.orders("France", "PAUSE")


def report(office: PostOffice) -> None:
    office.game()
    office.wait(days=8)


def whose(office: PostOffice) -> None:
    office.game()


def offer(office: PostOffice) -> None:
    office.game()
    office.letter("Otto Blume <otto@mail.example>", "STANDBY quillfeather")
    office.letter(GM, "VACANT Italy REASON gone")


def correction(office: PostOffice) -> None:
    office.game()
    office.orders("France", "A Par - Bur")
    office.wait(days=8)
    office.careful = True
    office.letter(GM, "ROLLBACK TO Spring 1901 CLEAR ORDERS REASON a slip", to=office.last[GM]["Reply-To"])


def preview(office: PostOffice) -> None:
    office.game()
    office.letter(GM, "PREVIEW ON")
    office.wait(days=5)


class Asked(NamedTuple):
    """How a question comes to be asked, and who is asked."""

    begin: Callable[[PostOffice], None]
    who: str = FRANCE
    careful: bool = False


ASKED = {
    "vote": Asked(vote), "vote, then a question about an order": Asked(vote_then_order),
    "a question about an order, then a vote": Asked(order_then_vote), "coasts": Asked(coasts), "one reading": Asked(one),
    "two readings": Asked(readings), "two questions": Asked(two), "two questions about one unit": Asked(of_one_unit),
    "questions of two answers": Asked(two_answers), "the same question twice": Asked(twice),
    "a warning": Asked(warning), "the GM only": Asked(gm_only), "nothing open": Asked(report),
    "whose mail is it": Asked(whose, careful=True), "an offer": Asked(offer, OTTO), "a correction": Asked(correction, GM),
    "a preview": Asked(preview, GM),
}  # fmt: skip
CASES = [(question, meaning, text) for question, told in TOLD.items() for meaning, texts in told.items() for text in texts]


def game_of(office: PostOffice) -> Game:
    """The game as the store has it."""
    with office.parts.store.look() as work:
        stored = work.games.get("quillfeather")
    assert stored is not None
    return read_game(stored.head)


def outcome(question: str, text: str, form: Callable[[str, str, str], str], folder: Path) -> tuple[str, str]:
    """What a reply comes to, in the words of the data, and the answer to it."""
    begin, who, careful = ASKED[question]
    office = PostOffice(folder, careful=careful)
    office.staged(lambda: begin(office), question)
    office.careful = careful or question == "a correction"
    if question == "whose mail is it":
        office.orders("France", "A Par - Bur")
    before = len(open_questions(office))
    sent = office.reply(who, form(text, body(office.last[who]), ADDRESS))
    answer = " ".join(" ".join(f"{each['Subject']} {body(each)}".split()) for each in sent if each["To"] == who)
    if question == "the GM only":
        return "passed on" if any(each["To"] == GM for each in sent) else "not passed on", answer
    after = FOUND.get(question, stands)(office)
    if after == "nothing" and (question in ("vote", "nothing open") or len(open_questions(office)) >= before > 0):
        after = "asked" if any(words in answer for words in ASKING) else "not answered"
    return after, answer


ASKING = ("Reply with one of", "If you mean this, reply with it", "but I have not asked you anything")
"""What an answer that changes nothing says: what to write, or that nothing was asked."""


def open_questions(office: PostOffice) -> list[str]:
    """The orders that France's open questions offer."""
    game = game_of(office)
    return [" or ".join(each.orders) for seat, asked in game.questions.items() for each in asked]


def stands(office: PostOffice) -> str:
    """The orders of France that stand, and its vote."""
    game, rules = game_of(office), office.parts.rules("standard")
    kept = game.standing.get("France")
    orders = sorted(rules.notation.write(order) for order in kept.orders) if kept else []
    ballot = game.ballot.votes.get("France") if game.ballot else None
    return ", ".join([*orders, *([f"votes {ballot}"] if ballot else [])]) or "nothing"


def _offered(office: PostOffice) -> str:
    with office.parts.store.look() as work:
        mine = [row.seat for row in work.seats.of_game("quillfeather") if row.address == OTTO]
    plays = [game_of(office).power_of(seat) for seat in mine if seat.is_player]
    return f"plays {plays[0]}" if plays else "stands by" if mine else "gone"


def _corrected(office: PostOffice) -> str:
    return "corrected" if game_of(office).board_now.phase.name == "Spring 1901" else "not corrected"


def _published(office: PostOffice) -> str:
    return "not published" if game_of(office).held else "published"


FOUND: Mapping[str, Callable[[PostOffice], str]] = {
    "an offer": _offered, "a correction": _corrected, "a preview": _published,
}  # fmt: skip
"""How things are, where it is not about France's orders and vote."""


@pytest.mark.parametrize(("question", "meaning", "text", "form"), [
    pytest.param(*case, FORMS[n % len(FORMS)], marks=[pytest.mark.slow] if n % 3 else [], id=f"{n}")
    for n, case in enumerate(CASES)
])  # fmt: skip
def test_a_short_reply(question: str, meaning: str, text: str, form: Callable[[str, str, str], str], tmp_path: Path) -> None:
    """Each reply comes to what it means, in one of the forms, each of which has its turn."""
    came, answer = outcome(question, text, form, tmp_path)
    assert came == meaning, answer


def main() -> None:
    """Print how many replies come to what they should, in every form, and which do not."""
    for question in TOLD:
        tally: Counter[str] = Counter()
        for (_, meaning, text), form in product((case for case in CASES if case[0] == question), FORMS):
            with TemporaryDirectory() as folder:
                came = outcome(question, text, form, Path(folder))[0]
            tally["right" if came == meaning else {"asked": "asked", "not answered": "lost"}.get(came, "misread")] += 1
            if came != meaning:
                sys.stdout.write(f"  {text!r} ({form.__name__}): {came}, not {meaning}\n")
        sys.stdout.write(f"{question}: {dict(tally)}\n")


if __name__ == "__main__":
    main()

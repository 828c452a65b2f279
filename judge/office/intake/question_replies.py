"""Replies to questions of the judge: what they answer in their writer's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.commands import KNOWN, Command, Remark, parse
from judge.commands.answers import DECLINE, Answer, parse_answer, tells_more
from judge.commands.authentication import Confirm, ForwardToGM, GivePassword
from judge.commands.consent_words import fold_words
from judge.commands.introductions import introduced
from judge.commands.joining import Join
from judge.commands.orders import OrderLines
from judge.commands.press import looks_like_order
from judge.commands.table import row_for_command
from judge.game.power_names import find_power
from judge.mail.parsed import ParsedMail
from judge.office.intake.wished_powers import wished_powers
from judge.office.lines import lines_of
from judge.rules.ruleset import Ruleset

REPLYING = (
    r"\s*(?:(?:re|aw|antw|antwort|sv|vs|vá|odp|odpowiedź|rif|r|res|ref|ynt|ατ|απ|ha|отв|ответ|答复|回复|回覆|返信)"
    r"(?:\[\d+\])?\s?[:：]\s*)+"
)
"""How the subject of a reply begins, in any case, before our own subject."""
_REPLYING = re.compile(rf"{REPLYING}\[", re.IGNORECASE)
_SAYING = (Confirm, ForwardToGM, GivePassword, Remark)
"""Commands that say yes, say who wrote, or are read into any text."""


def answer_in_mail(mail: ParsedMail) -> Answer:
    """Return what a letter answers. EMPTY only if nothing was written in it: unread text may mean anything, and the writer's own
    subject may say no, but never yes.
    """
    names = frozenset(re.findall(r"[^\W\d_]+", fold_words(mail.sender_name)))
    said = parse_answer(_words_of(mail.text), names)
    if is_refusal(mail):
        return Answer.UNCLEAR if said in (Answer.YES, Answer.WEAK) else Answer.NO
    if said is not Answer.EMPTY or (mail.wordless and _is_our_subject(mail.subject)):
        return said
    return Answer.NO if mail.wordless and parse_answer(mail.subject) is Answer.NO else Answer.UNCLEAR


def _words_of(text: str) -> str:
    """Return a reply without the lines below its first that are commands or orders, which are read separately."""
    first, *below = text.strip().split("\n")
    if any(isinstance(each, Confirm) and each.code for each in parse(first)):
        first = "CONFIRM"
    found = [each for each in parse("\n".join(below)) if not isinstance(each, Confirm | ForwardToGM)]
    said = [each for each in found if not isinstance(each, OrderLines) or each.asked or any(map(looks_like_order, each.lines))]
    read = set(lines_of(said))
    return "\n".join([first, *(line for line in below if " ".join(line.split()) not in read)]) if text.strip() else text


class Introduced(NamedTuple):
    """A reply whose writer says who they are, or what they would like to play."""

    mail: ParsedMail
    """The reply without the words that say so."""
    name: str = ""
    power: str = ""

    @property
    def lines(self) -> list[str]:
        """What they say, as lines below a JOIN."""
        return [f"{word} {said}" for word, said in (("NAME", self.name), ("PREFER", self.power)) if said]


def introduced_in(mail: ParsedMail, ruleset: Ruleset | None) -> Introduced:
    """Take out of a reply to a question what its writer would like to play, or else their name in plain words; a Power's name in
    its place is a wish, too.

    A name that only stands there is what the writer is called if From bears none.
    """
    if ruleset and (wish := wished_powers(mail.text, ruleset)).powers:
        return introduced_in(mail._replace(text=wish.rest), None)._replace(power=", ".join(wish.powers))
    known = {*re.findall(r"[^\W\d_]+", fold_words(f"{mail.sender_name} {mail.sender.partition('@')[0]}"))}
    powers = {fold_words(word) for power in (ruleset.powers if ruleset else ()) for word in (power.name, *power.also)}
    found = introduced(mail.text, frozenset(known | powers))
    if not found.name:
        return Introduced(mail)
    said = mail._replace(text=found.rest)
    if ruleset and (power := find_power(found.name, ruleset)):
        return Introduced(said, power=power)
    return Introduced(said, found.name if found.surely or not mail.sender_name else "")


def is_refusal(mail: ParsedMail) -> bool:
    """Whether a letter is what an unsubscribe button sends: its subject says so, its text is the program's."""
    return mail.subject.strip().upper() in (DECLINE, "UNSUBSCRIBE")


def _is_our_subject(subject: str) -> bool:
    """Whether a subject is empty, or one of ours in a reply: `AW: [judge] Please confirm: RESIGN`. None of ours is an order."""
    ours = _REPLYING.match(subject) is not None and not looks_like_order(subject.partition("]")[2].strip())
    return not subject.strip() or (ours and not tells_more(subject))


def only_joins(text: str) -> bool:
    """Whether a text is nothing but what may stand in a JOIN: NAME, PREFER, the JOIN itself; and the code of the question."""
    found = parse(text)
    return any(isinstance(each, Join) for each in found) and all(isinstance(each, Join | Confirm) for each in found)


def tells(command: Command) -> bool:
    """Whether a command only asks for something to read, or says what the rest of the letter is about."""
    row = row_for_command(command, KNOWN)
    return row is not None and row.reads_only and not isinstance(command, _SAYING)


def without_quoted(commands: Iterable[Command], shown: Sequence[str]) -> Iterator[Command]:
    """Return the commands of a reply without those that only repeat lines `shown` in our question; commands that only read stay."""
    repeated = set(map(_bare, shown))
    for command in commands:
        if isinstance(command, OrderLines):
            yield replace(command, lines=tuple(line for line in command.lines if _bare(line) not in repeated))
        elif tells(command) or not repeated.issuperset(map(_bare, lines_of([command]))):
            yield command


def _bare(line: str) -> str:
    """Return a line's letters and figures."""
    return re.sub(r"[\W_]+", "", line).lower()


def not_done(command: Command) -> list[str]:
    """Return the lines of a command that would change something; [] for others."""
    if tells(command) or isinstance(command, _SAYING):
        return []
    if isinstance(command, OrderLines):
        return [line for line in command.lines if looks_like_order(line)]
    return [command.line]

"""Identify a letter's writer: the evidence in it, and how far that counts.

    code      a reply to a question of ours, which went to the registered address          everything
    token     a reply to a letter of ours, or a `[game.token]` in the subject               all but what always needs a code
    editor    a reply to an editor's copy                                                    what editors say
    password  the registered From and that person's password                                what can be undone
    verified  the registered From, vouched for by our own mail server or a signature        what can be undone
    trusted   the registered From, in a house that trusts From lines                        what can be undone
    claimed   somebody says so                                                              to be asked
    nobody    an address we do not know

Reply-To and Sender are never looked at. What a token proves is that its holder reads the registered mailbox. It proves nothing
where From names somebody else who has or had a seat in the same game, who pressed "reply to all": the letter is that person's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from judge.commands import PROOFS, Command, CommandSpec, Remark
from judge.commands.table import row_for_command
from judge.mail.parsed import ParsedMail
from judge.mail.plus_addressing import tokens_of
from judge.office.environment import Environment
from judge.office.passwords import check_password
from judge.office.sender_evidence import SenderEvidence
from judge.seat import Seat
from judge.store import Person
from judge.store.transaction import Transaction

_PASSWORD = re.compile(r"^\s*password\s*:?[ \t]+(\S{1,200})\s*$", re.IGNORECASE | re.MULTILINE)


def authenticate(house: Environment, work: Transaction, mail: ParsedMail, at: datetime) -> SenderEvidence:
    """What a letter shows about its writer. A password in it counts as a guess, unless our mail server knows whose it is, or
    that it is forged: then it is not looked at.
    """
    tokens = tokens_of(house.address, mail.recipients, mail.subject)
    held = [(seat, seats) for token in tokens for seat, seats in [work.seats.all_by_token(token)] if seat]
    own = [(seat, seats) for seat, seats in held if not is_anothers(work, mail, seat.address, [seat.game])]
    if own and len({seat.person_id for seat, _ in own}) == 1:
        seat, seats = own[0]
        owner = Person(seat.person_id, seat.address, seat.name)
        if is_from_elsewhere(work, mail, owner):
            doubt = "fail" if mail.claimed == (owner.address.lower(),) else "address"
            return SenderEvidence("claimed", owner, about=seat.game, doubt=doubt)
        return SenderEvidence("token", owner, seat, seats)
    editor = next((person for token in tokens if (person := work.people.editor_by_token(token))), None)
    plain = _of_sender(house, work, mail, at, "token" if tokens and not held and not editor else "")
    if held:
        return plain._replace(about=held[0][0].game)
    if editor is None or (plain.person == editor and plain.proves("sender")):
        return plain
    printed = [row.game for zine in work.zines.of_person(editor.id) for row in work.zines.games(zine.id)]
    return plain if is_anothers(work, mail, editor.address, printed) else SenderEvidence("editor", editor)


def is_from_elsewhere(work: Transaction, mail: ParsedMail, person: Person) -> bool:
    """Whether a letter does not come from a person's own address, from which alone their mail is to count (ONLY MY ADDRESS): From
    names another one, or our mail server says that it is forged.
    """
    return (mail.claimed != (person.address.lower(),) or mail.verdict == "fail") and work.people.preferences(person.id).only_address


def is_anothers(work: Transaction, mail: ParsedMail, owner: str, games: Collection[str]) -> bool:
    """Whether From names somebody else than the owner of this address, who has or ever had a seat of any kind in one of these
    games: even with a reply address or code, such a letter does not speak for the owner.
    """
    others = [known for address in mail.claimed if address != owner.lower() and (known := work.people.by_address(address))]
    return any(work.seats.ever_held(other, games) for other in others)


def proved(house: Environment, work: Transaction, mail: ParsedMail, person: Person | None) -> SenderEvidence:
    """What a letter shows once its writer, whom we have asked, has said in reply that it is this person's."""
    tokens = tokens_of(house.address, mail.recipients, mail.subject)
    seats = [seat for token in tokens if (seat := work.seats.by_token(token))]
    own = next((seat for seat in seats if person and seat.person_id == person.id), None)
    return SenderEvidence("code", person, own, about=seats[0].game if seats else "")


def _of_sender(house: Environment, work: Transaction, mail: ParsedMail, at: datetime, doubt: str) -> SenderEvidence:
    if not mail.sender:
        known = [person for address in mail.claimed if (person := work.people.by_address(address))]
        return (
            SenderEvidence("claimed", known[0], doubt="senders") if len(known) == 1 else SenderEvidence("nobody", doubt="senders")
        )
    person = work.people.by_address(mail.sender)
    return _of_known(house, work, mail, at, person, doubt) if person else SenderEvidence("nobody", doubt=doubt)


def _of_known(house: Environment, work: Transaction, mail: ParsedMail, at: datetime, person: Person, doubt: str) -> SenderEvidence:
    if mail.verdict != "fail" and (found := _PASSWORD.search(mail.text)):
        wrong = check_password(work, person.id, found[1], at, mail.verdict == "pass")
        if not wrong:
            return SenderEvidence("password", person, doubt=doubt)
        return SenderEvidence("claimed", person, doubt=wrong)
    if mail.verdict == "pass":
        return SenderEvidence("verified", person, doubt=doubt)
    if mail.verdict == "none" and house.trust_from:
        return SenderEvidence("trusted", person, doubt=doubt)
    return SenderEvidence("claimed", person, doubt=doubt or ("fail" if mail.verdict == "fail" else ""))


def proof_needed(commands: Iterable[Command], rows: Mapping[str, CommandSpec], seat: Seat | None) -> str:
    """The strongest proof (`judge.commands.PROOFS`) that these commands need from this seat, None for no seat."""
    return max((_needed(command, rows, seat) for command in commands), key=PROOFS.index, default="none")


def _needed(command: Command, rows: Mapping[str, CommandSpec], seat: Seat | None) -> str:
    found = row_for_command(command, rows)
    return found.needs(seat) if found else "none" if isinstance(command, Remark) else PROOFS[-1]

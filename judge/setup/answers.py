"""The questions of `judge setup`, each with its default, and what their answers mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple
from urllib.parse import quote

from judge.game.clock.time_zones import UnclearTime, find_zone

STATE = "/var/lib/judge"
"""The folder of the judge's user: deploy/judge.service lets it write there and nowhere else."""
LOCAL = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE)
HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", re.IGNORECASE)
SERVER = re.compile(r"(?P<host>\S+?)(?::(?P<port>\d+))?(?:\s+as\s+(?P<login>\S+))?", re.IGNORECASE)
POSTGRESQL = re.compile(r"postgresql://(?:(?P<user>\w+)@)?(?P<host>[\w.-]+)(?::(?P<port>\d+))?/(?P<database>\w+)")
OWN, DOVECOT = "own", "dovecot"
IMAPS, SMTPS, SUBMISSION = 993, 465, 587


class Unclear(ValueError):
    """An answer cannot be used; the message says why, and what to write instead."""


class Server(NamedTuple):
    """A mail server to log in to."""

    host: str
    port: int
    login: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What the eight answers mean."""

    address: str
    operator: str
    mailbox: Server | None
    """The provider's mailbox; None where this machine is the mail server."""
    host: str
    """The name of this machine as a mail server; '' where a provider has the mailbox."""
    dovecot: bool
    """Whether this machine's mail lies in a Dovecot mailbox, instead of going straight to the judge by LMTP."""
    relay: Server | None
    """Where mail goes out; None for this machine's own mail server."""
    store: str
    state: str
    """The judge's own folder."""
    store_line: str
    """The line of libpq's password file for the store, without the password; '' where none is needed."""
    verified: str
    """The mail server whose Authentication-Results count; '' for none."""
    signatures: bool
    trust_from: bool
    backups: str
    zone: str

    @property
    def domain(self) -> str:
        """The domain of the judge's address."""
        return self.address.rpartition("@")[2]


Given = Mapping[str, Any]
"""What is known when a question is asked: key → what its answer means."""


class Question(NamedTuple):
    """A question: its key in a file of answers, its words, its default ('' if there is none), and what an answer means."""

    key: str
    words: str
    usual: Callable[[Given], str]
    means: Callable[[str, Given], Any]
    """Raises Unclear."""


def _address(said: str, given: Given) -> str:
    local, at, domain = said.rpartition("@")
    if "+" in local:
        plain = f"{local.partition('+')[0]}@{domain}"
        raise Unclear(f"The judge writes codes of its own behind a +, so its address has none. Write {plain}.")
    if not at or not LOCAL.fullmatch(local) or not HOST.fullmatch(domain) or "." not in domain:
        raise Unclear(f"{said!r} is no mail address. Write one such as judge@club.example.")
    return f"{local}@{domain.lower()}"


def _operator(said: str, given: Given) -> str:
    if not re.fullmatch(r"[^\s@\"{},;=]+@\S+", said) or not HOST.fullmatch(said.rpartition("@")[2]):
        raise Unclear(f"{said!r} is no mail address. Write your own, such as ann@home.example.")
    if said.rpartition("@")[2].lower() == _domain(given):
        raise Unclear(f"When mail to {_domain(given)} fails, you could not be told. Write an address of yours at another domain.")
    return said


def _domain(given: Given) -> str:
    return str(given["address"]).rpartition("@")[2]


def _server(said: str, port: int, login: str, example: str) -> Server:
    found = SERVER.fullmatch(said)
    if not found or not HOST.fullmatch(found["host"]):
        raise Unclear(f"{said!r} is no name of a server. Write one such as {example}, with `as NAME` behind it for another login.")
    number = int(found["port"] or port)
    if not 0 < number < 65536:
        raise Unclear(f"{number} is no port. Leave it out for the usual one, {port}.")
    return Server(found["host"].lower(), number, found["login"] or login)


def _mailbox(said: str, given: Given) -> tuple[str, Server]:
    """Return `own`, `dovecot` or `` for a provider's mailbox, and the server."""
    word = said.split()[0].lower()
    if word not in (OWN, DOVECOT):
        return "", _server(said, IMAPS, given["address"], f"imap.{_domain(given)}")
    named = re.fullmatch(r"\w+(?:\s+as\s+(\S+))?", said)
    host = (named[1] or f"mx.{_domain(given)}").lower() if named else ""
    if not HOST.fullmatch(host) or "." not in host:
        raise Unclear(f"Write `{word}`, or `{word} as` and the name of this machine in the DNS, such as mx.{_domain(given)}.")
    return word, Server(host, 0, "")


def _relay(said: str, given: Given) -> Server | None:
    own, server = given["mailbox"]
    if said.lower() == OWN:
        if not own:
            example = f"smtp.{_domain(given)}"
            raise Unclear(f"`own` is for a machine that is the mail server. Write your provider's server, such as {example}.")
        return None
    return _server(said, SUBMISSION, given["address"] if own else server.login, f"smtp.{_domain(given)}")


def _usual_relay(given: Given) -> str:
    own, server = given["mailbox"]
    return OWN if own else re.sub(r"^imap\b", "smtp", server.host)


def _store(said: str, given: Given) -> tuple[str, str, str]:
    """Return the store's URL, the judge's folder, and the beginning of its line in libpq's password file."""
    if said.lower() == "postgresql":
        return "postgresql:///judge?host=/run/postgresql", STATE, ""
    if found := POSTGRESQL.fullmatch(said):
        user, port = found["user"] or "judge", found["port"] or "5432"
        host, database = found["host"], found["database"]
        return f"postgresql://{user}@{host}:{port}/{database}", STATE, f"{host}:{port}:{database}:{user}:"
    if "://" in said or not said.startswith("/") or said.endswith("/"):
        raise Unclear(f"Write a file such as {STATE}/judge.db, `postgresql`, or postgresql://judge@HOST/judge without a password.")
    return f"sqlite:///{quote(said)}", said.rpartition("/")[0] or "/", ""


def _verification(said: str, given: Given) -> tuple[str, bool, bool]:
    """Return the server whose word counts, whether the judge verifies signatures, and whether From lines are believed."""
    word, _, name = said.partition(" ")
    own, server = given["mailbox"]
    if word == "server" and (own or name):
        host = name.strip().lower() or server.host
        if not HOST.fullmatch(host):
            raise Unclear("Write `server` and the name that stands first in your provider's Authentication-Results header.")
        return host, True, False
    if word in ("signatures", "ask", "from") and not name:
        return "", word != "ask", word == "from"
    if word == "server":
        raise Unclear("Write `server NAME`, with the name that stands first in your provider's Authentication-Results header.")
    raise Unclear("Write `signatures`, `server`, `ask` or `from`.")


def _backups(said: str, given: Given) -> str:
    if not said.startswith("/"):
        raise Unclear(f"Write the whole path of a folder, such as {given['store'][1]}/backups.")
    if re.search(r"[\s\"'\\%]", said):
        raise Unclear("Write the path of a folder without blanks, quotation marks, \\ and %.")
    return said.rstrip("/") or "/"


def _zone(said: str, given: Given) -> str:
    try:
        return find_zone(said)
    except UnclearTime as unclear:
        near = f"one of {', '.join(unclear.near)}" if unclear.near else "one such as Europe/London"
        raise Unclear(f"{said!r} names no one time zone. Write {near}.") from unclear


QUESTIONS = (
    Question(
        "address",
        "The judge's address, to which players write. Mail to NAME+anything@DOMAIN must arrive there, too.",
        lambda given: "",
        _address,
    ),
    Question(
        "mailbox",
        "Where its mail arrives. Write the IMAP server of your mail provider (with `as NAME` if you log in by another name than the"
        " address); or `own` if this machine is the mail server (with `as NAME` if it is not mx.DOMAIN); or `dovecot` if it is and"
        " the mail should lie in a mailbox.",
        lambda given: f"imap.{_domain(given)}",
        _mailbox,
    ),
    Question(
        "relay",
        "What sends its mail. Write your provider's SMTP server (with :465 if it wants TLS from the first byte), or `own` if this"
        " machine is the mail server.",
        _usual_relay,
        _relay,
    ),
    Question("operator", "Your own address, at another domain. The judge writes there about trouble.", lambda given: "", _operator),
    Question(
        "store",
        "Where games are kept. Write a file; or `postgresql` for a PostgreSQL on this machine, or postgresql://judge@HOST/judge,"
        " which several workers may share.",
        lambda given: f"{STATE}/judge.db",
        _store,
    ),
    Question(
        "verification",
        "How the judge knows who wrote. `signatures`: it verifies the signatures of the writers' providers (DKIM). `server`: your"
        " mail server checks senders and says so (`server NAME` for a provider's). `ask`: it asks about each fresh mail. `from`: it"
        " believes every From line, for a game among friends only.",
        lambda given: "server" if given["mailbox"][0] else "signatures",
        _verification,
    ),
    Question(
        "backups",
        "The folder for nightly backups, best on another disk.",
        lambda given: f"{given['store'][1].rstrip('/')}/backups",
        _backups,
    ),
    Question(
        "timezone",
        "Your time zone: backups are made there at 03:30. (Players and game masters have their own.)",
        lambda given: "UTC",
        _zone,
    ),
)
SECRETS = {
    "mailbox_password": "the password of the mailbox",
    "relay_password": "the password of the server that sends mail, if it is another",
    "store_password": "the password of the database, if it is on another machine",
}
"""Keys of a file of answers beside the questions' own."""
FURTHER = {"server_address": "the IP address of this machine, for the DNS"}


def read_answers(said: Mapping[str, Any]) -> Answers:
    """Return what answers mean; where one is left out, its default.

    Raises:
        Unclear: with a line for each answer that is missing or cannot be used, and for each unknown key.
    """
    wrong, given = [], dict[str, Any]()
    known = [question.key for question in QUESTIONS]
    for key in said:
        if key not in (*known, *SECRETS, *FURTHER):
            near = "".join(f" ({each}?)" for each in get_close_matches(str(key), (*known, *SECRETS), 1))
            wrong.append(f"{key}: no such question{near}; known are {', '.join((*known, *SECRETS, *FURTHER))}")
    for question in QUESTIONS:
        try:
            answer = str(said.get(question.key) or question.usual(given)).strip()
            if not answer:
                raise Unclear("must be given")
            given[question.key] = question.means(answer, given)
        except Unclear as unclear:
            wrong.append(f"{question.key}: {unclear}")
            if question.key in ("address", "mailbox", "store"):  # others are understood by these
                break
    if wrong:
        raise Unclear("\n".join(wrong))
    return _understood(given)


def _understood(given: Given) -> Answers:
    """Return the answers as one value, when every question has its meaning."""
    own, server = given["mailbox"]
    store, state, line = given["store"]
    verified, signatures, trust_from = given["verification"]
    return Answers(
        address=given["address"], operator=given["operator"], mailbox=None if own else server, host=server.host if own else "",
        dovecot=own == DOVECOT, relay=given["relay"], store=store, state=state, store_line=line, verified=verified,
        signatures=signatures, trust_from=trust_from, backups=given["backups"], zone=given["timezone"],
    )  # fmt: skip

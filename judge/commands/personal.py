"""Commands about the writer: ADDRESS and whether it may be printed, ONLY MY ADDRESS, NAMES, NEW TOKEN."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader, normalize_line
from judge.commands.spec import CommandSpec, no_arguments


@dataclass(frozen=True, slots=True)
class ChangeAddress(Command):
    """ADDRESS: send the writer's mail to another address from now on. Both addresses are asked."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class AddressInPrint(Command):
    """ADDRESS PUBLIC and ADDRESS PRIVATE: whether zines that print the writer's games may print the address."""

    on: bool = False


@dataclass(frozen=True, slots=True)
class RecordInPublic(Command):
    """RECORD PUBLIC and RECORD PRIVATE: whether everybody may ask for the writer's results."""

    on: bool = False


@dataclass(frozen=True, slots=True)
class OnlyAddress(Command):
    """ONLY MY ADDRESS and ANY ADDRESS: whether replies count from the registered address only."""

    on: bool = False


@dataclass(frozen=True, slots=True)
class RenewToken(Command):
    """NEW TOKEN: replace all the writer's reply addresses at once, in all games."""


@dataclass(frozen=True, slots=True)
class NameInPrint(Command):
    """NAMES: how the writer's name is printed: `full`, `surname` or `none`."""

    how: str = ""


def _names(line: str, rest: str, _: LineReader) -> Command | None:
    word = rest.lower().removesuffix(" name")
    return NameInPrint(line, WORDS[word]) if word in WORDS else IncompleteCommand(line, "NAMES") if "NAMES" in line else None


def _address(line: str, rest: str, _: LineReader) -> Command | None:
    found = re.fullmatch(r"(?:to\s+|is\s+(?:now\s+)?)?<?([^\s<>@]{1,64}@[^\s<>@]{1,200}\.[^\s<>@.]{2,63})>?", rest, re.IGNORECASE)
    if found:
        return ChangeAddress(line, found[1])
    return IncompleteCommand(line, "ADDRESS") if "ADDRESS" in line and not rest else None


_IN_WORDS = re.compile(
    r"""
    (?: (?:hi|hello|hey|dear) (?:\s \w+)? [,.!]? \s )? (?: (?:please|pls|note|also|by \s the \s way|btw)\b [,:]? \s (?:that \s)? )*
    (?: (?:could|can|would) \s you \s (?:please \s)? )?
    (?:
        (?:i (?:'ve|\s have) (?:\s got)? \s a | (?:this|here) \s is \s my | my | here 's \s my)
            \s new \s MAIL \s? (?: ,|:|-|\s is (?:\s now)?|\s will \s be )?
      | i \s (?:have \s)? (?:changed|moved|switched) \s (?:my \s MAIL \s)? to
      | my \s MAIL \s (?: has \s changed \s to | (?:has \s)? changed:? | is \s now | changes \s to | will \s now \s be ) :?
      | (?:change|update|set|switch) \s my \s MAIL \s to :?
      | (?:from \s now \s on|in \s future|in \s the \s future) ,? \s (?:please \s)? (?P<use>USE)
      | (?P<now>USE)
    )
    \s? <? (?P<to> [^\s<>@,;:]{1,64} @ [^\s<>@,;:]{1,200} \. [^\W\d_]{2,63} ) >?
    (?P<mark> \s (?:from \s now \s on|in \s future|instead|now) )? [.,;!]* (?: \s [^@?]{0,80} )?
    """.replace("MAIL", r"(?:(?:e-?mail|mail|mailing)(?:\s address)?|address)").replace(
        "USE", r"(?:use|write\s(?:to\s)?(?:me\s)?(?:at|to)|reach\sme\sat"
        r"|send\s(?:everything|all\s(?:my\s)?mail|my\smail|mail|it\sall)\sto)",
    ),
    re.IGNORECASE | re.VERBOSE,
)
"""Somebody says which address to use from now on. `(?P<now>USE)` alone needs `mark`: "use … instead"."""


def new_address_in_words(line: str) -> Command | None:
    """Return ADDRESS for a sentence that tells the writer's new address; None for any other line."""
    found = _IN_WORDS.fullmatch(normalize_line(line).strip())
    return ChangeAddress(line, found["to"]) if found and (found["mark"] or not found["now"]) else None


WORDS = {
    "full": "full", "whole": "full", "yes": "full", "on": "full", "surname": "surname", "surnames": "surname", "none": "none",
    "no": "none", "off": "none",
}  # fmt: skip
"""The words that may follow NAMES, and what they mean."""
ROWS = (
    CommandSpec(
        "ADDRESS", ("set address", "new address", "my new address"), "anyone", "have your mail sent to another address",
        "ADDRESS chloe@new.example", _address, ChangeAddress, "code", about="person",
    ),
    CommandSpec(
        "ADDRESS PUBLIC", ("public address", "print my address"), "anyone", "let zines print your address with your games",
        "ADDRESS PUBLIC", no_arguments(lambda line: AddressInPrint(line, True)), AddressInPrint, "token", known_only=True,
        about="person",
    ),
    CommandSpec(
        "ADDRESS PRIVATE", ("private address", "do not print my address"), "anyone", "do not print your address (the default)",
        "ADDRESS PRIVATE", no_arguments(lambda line: AddressInPrint(line, False)), AddressInPrint, known_only=True,
        about="person",
    ),
    CommandSpec(
        "RECORD PUBLIC", ("public record", "publish my record"), "anyone", "let everybody ask for your results and reliability",
        "RECORD PUBLIC", no_arguments(lambda line: RecordInPublic(line, True)), RecordInPublic, "token", known_only=True,
        about="person",
    ),
    CommandSpec(
        "RECORD PRIVATE", ("private record",), "anyone", "keep your results to yourself (the default)", "RECORD PRIVATE",
        no_arguments(lambda line: RecordInPublic(line, False)), RecordInPublic, known_only=True, about="person",
    ),
    CommandSpec(
        "ONLY MY ADDRESS",
        ("only from my address", "accept mail only from my address", "set only my address", "believe only my address"), "anyone",
        "let only mail from your own address count", "ONLY MY ADDRESS", no_arguments(lambda line: OnlyAddress(line, True)),
        OnlyAddress, "token", known_only=True, about="person",
    ),
    CommandSpec(
        "ANY ADDRESS", ("from any address", "accept mail from any address", "set any address"), "anyone",
        "let your replies count from any address (the default)", "ANY ADDRESS",
        no_arguments(lambda line: OnlyAddress(line, False)), OnlyAddress, "token", known_only=True, about="person",
    ),
    CommandSpec(
        "NEW TOKEN", ("new reply address", "set token"), "anyone", "cancel your old reply addresses, if one leaked", "NEW TOKEN",
        no_arguments(RenewToken), RenewToken, about="person",
    ),
    CommandSpec(
        "NAMES", ("set names", "print my name"), "anyone", "how your name is printed: full, surname or none", "NAMES surname",
        _names, NameInPrint, about="person",
    ),
)  # fmt: skip
"""The commands of this module."""

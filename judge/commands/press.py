"""PRESS … END, with the checks of press that may be something else; and a GM's HEADLINE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand, Remark
from judge.commands.line_reader import LineReader, normalize_line
from judge.commands.spec import CommandSpec


@dataclass(frozen=True, slots=True)
class Press(Command):
    """PRESS … END: text to publish, or to send to some powers (`to`, as written; empty for all)."""

    text: str = ""
    to: tuple[str, ...] = ()
    signed: bool = True
    but: tuple[str, ...] = ()
    """Powers that are not to get it, as written; `to` is then empty."""
    at_once: bool = False
    """Whether it goes to everybody at once, and not only with the next report."""

    def written(self) -> tuple[str, ...]:
        """Return the lines from PRESS to END. Press in one line is that line."""
        if _IN_A_LINE.fullmatch(self.line.strip()):
            return (self.line,)
        return (self.line, *self.text.split("\n"), "END")


@dataclass(frozen=True, slots=True)
class Headline(Command):
    """HEADLINE: a line above the orders of the next report."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawPress(Command):
    """WITHDRAW: take back press that has not been printed. `numbers` are those in the answer to it; empty for all."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AmbiguousPress(Remark):
    """Press that must be asked about before it goes anywhere: `no-end`, `order-inside`, `command-inside`, `empty`; of press in one
    line `order-in-line`, `goes-on`; of mail to the address of a Power `order-by-reply`, `command-by-reply`.
    """

    why: str = ""
    text: str = ""
    word: str = ""
    """The line inside that looks like something else."""


_END = re.compile(r"\W*(end|end\s?(?:of\s)?(?:press|broadcast)|(?:press|broadcast)\s?ends?)\W*", re.IGNORECASE)
_HEAD = re.compile(r"(?:(?:anon(?:ymous)?|signed|white|grey|gray)\b\s*)*", re.IGNORECASE)
_TO = re.compile(r"to\s*:?\s+(.{1,120})", re.IGNORECASE)
_IN_A_LINE = re.compile(r"TO\s+(?P<whom>[^\W\d_][^:]{1,80}?)\s*:\s+(?P<text>\S.*)")
MOST_IN_A_LINE = 2000
"""Characters of press in one line."""
BROKEN = 60
"""Characters of a line that a mail program may have broken."""
_MARKS_OF_QUOTATION = " :\"'“”„«»‘’"
_BUT = re.compile(r"\s*\b(?:but|except)\b\s*:?\s*", re.IGNORECASE)
_EVERYONE = frozenset({"all", "everyone", "everybody", "the world"})
_HIDDEN = re.compile(r"\b(anon|anonymous|grey|gray)\b", re.IGNORECASE)
_ORDER = re.compile(
    r"""^[\s\d.)*•-]*(?:
        (?: a | f | army | fleet ) \s* \( \s* [\w./ ]{2,30} \)                             # A(Par) …, F(Spa/nc) …
      | (?: a | f ) \s+ [\w./]{2,30} (?: \s [\w./]{2,30} )? \s* (?: [-–—>→] ) \s* \S       # A Par - Bur
      | (?: a | f ) \s+ [\w./]{3,30} \s+ (?: s | c | h | holds? | stands? | supports? | convoys? ) \b
      | (?: army | fleet ) \s+ [\w.]{3,30} \s+ (?: to | holds? | stands? | supports? | convoys? ) \b
      | (?: build | remove | disband | retreat ) \s+ (?: a | f | army | fleet ) \b
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def read_press(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse `PRESS [ANON] [TO powers]`, the text, END. Doubtful press becomes a question and is neither published nor obeyed."""
    head = _HEAD.match(rest)
    said = rest[head.end() :] if head else rest
    to = _TO.fullmatch(said)
    if said and not to and (len(said.split()) > 2 or not _HIDDEN.search(said)):
        return None
    text, ended = _text(below)
    if doubt := _doubt(line, text, ended):
        return doubt
    powers, but = _addressees(to[1] if to else "")
    at_once = re.match(r"\W*broadcast\b", line, re.IGNORECASE) is not None and not (powers or but)
    return Press(line, "\n".join(text), powers, not _HIDDEN.search(rest), but, at_once)


def press_in_a_line(line: str, below: LineReader) -> Command | None:
    """Parse `TO Germany: shall we leave Burgundy empty?`: signed press. Only TO in capitals begins it, so that talk does not.

    If its text is an order, or may go on in the lines below, which are then taken, it becomes a question.
    """
    found = _IN_A_LINE.fullmatch(line.strip()) if len(line) <= MOST_IN_A_LINE else None
    if found is None:
        return None
    powers, but = _addressees(found["whom"])
    if looks_like_order(found["text"]):
        return AmbiguousPress(line, "order-in-line", found["text"], found["whom"])
    if len(line) > BROKEN and not _line_ends(below):
        while not _line_ends(below):
            below.take()
        return AmbiguousPress(line, "goes-on", found["text"], found["whom"])
    return Press(line, found["text"], powers, but=but)


def _line_ends(below: LineReader) -> bool:
    return not below.peek().strip() or below.at_command() or looks_like_order(below.peek())


def _addressees(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the powers to which press goes, and those that are not to get it, as written."""
    whom, _, but = _BUT.sub("\n", text.strip(" .:"), count=1).partition("\n")
    return tuple(word for word in _listed(whom) if word.lower() not in _EVERYONE), _listed(but)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"\s*(?:[,;&]|\band\b)\s*", text.strip()) if word)


def _withdraw(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `WITHDRAW 1`, `WITHDRAW PRESS 1 and 2`, `WITHDRAW PRESS`: these take back press, not a seat."""
    said = re.sub(r"^(?:press|items?|no\.?)\b\s*", "", rest, flags=re.IGNORECASE)
    numbers = re.findall(r"\d{1,3}", said)
    if re.fullmatch(r"(?:\d{1,3}|and|[\s,;&])*", said):
        return WithdrawPress(line, tuple(map(int, numbers)))
    return None


def _headline(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `HEADLINE "text"`. In capitals it needs no quotation marks; talk may begin with the word in small letters."""
    text, quoted = (" ".join(rest.strip(_MARKS_OF_QUOTATION).split()), rest[:1] in _MARKS_OF_QUOTATION)
    if not (quoted or "HEADLINE" in line):
        return None
    return Headline(line, text) if text else IncompleteCommand(line, "HEADLINE")


def looks_like_order(line: str) -> bool:
    """Whether a line has the shape of an order, as far as can be told without a map."""
    return len(line) <= 200 and _ORDER.match(normalize_line(line)) is not None


def is_press_end(line: str) -> bool:
    """Whether a line is the END of press."""
    return len(line) <= 200 and _END.fullmatch(normalize_line(line)) is not None


def _text(below: LineReader) -> tuple[list[str], bool]:
    text: list[str] = []
    while below:
        line = below.take()
        if is_press_end(line):
            return text, True
        text.append(line.rstrip())
    return text, False


def _doubt(line: str, text: list[str], ended: bool) -> AmbiguousPress | None:
    whole = "\n".join(text)
    order = next((each for each in text if looks_like_order(each)), "")
    opened = next((each for each in text if each.strip().upper().startswith("PRESS")), "")
    if not ended:
        return AmbiguousPress(line, "no-end", whole)
    if order:
        return AmbiguousPress(line, "order-inside", whole, order)
    if opened:
        return AmbiguousPress(line, "command-inside", whole, opened)
    return None if whole.strip() else AmbiguousPress(line, "empty")


ROWS = (
    CommandSpec(
        "PRESS", ("statement",), "player", "text for the next report, up to END; ANON hides you",
        "TO Germany: shall we leave Burgundy empty?", read_press, Press, most=20,
    ),
    CommandSpec(
        "BROADCAST", (), "player", "text to everybody at once, where the GM allows it", "BROADCAST", read_press, Press, most=20,
    ),
    CommandSpec(
        "WITHDRAW", ("withdraw press",), "player", "take press back before it is printed", "WITHDRAW 1", _withdraw, WithdrawPress,
        most=20,
    ),
    CommandSpec(
        "HEADLINE", (), "gm", "a line above the orders of the next report", 'HEADLINE "Bulgarians before Belgrade"', _headline,
        Headline, amends=False,
    ),
)  # fmt: skip
"""The commands of this module."""

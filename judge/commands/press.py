"""PRESS … END, with the checks of press that may be something else; and a GM's HEADLINE."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from judge.commands.answers import is_courtesy, is_name
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
        """Return the lines from PRESS to END. Press that begins in the line with its readers is that line, and those below."""
        if begins_in_a_line(self.line):
            return (self.line, *self.text.split("\n")[1:])
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
    """Press that must be asked about before it goes anywhere: `no-end`, `order-inside`, `command-inside`, `empty`; of press that
    begins in the line with its readers `order-in-line`, `goes-on`; of mail to the address of a Power `order-by-reply`,
    `command-by-reply`.
    """

    why: str = ""
    text: str = ""
    word: str = ""
    """The line inside that looks like something else; of press in a line, whom it is for."""
    order: str = ""
    """Of a line that may go on below: the line there that may be an order."""
    hidden: bool = False
    """Whether it was to be without its writer's name."""


_END = re.compile(r"\W*(end|end\s?(?:of\s)?(?:press|broadcast)|(?:press|broadcast)\s?ends?)\W*", re.IGNORECASE)
_HEAD = re.compile(r"(?:(?:anon(?:ymous)?|signed|white|grey|gray)\b\s*)*", re.IGNORECASE)
_TO = re.compile(r"to\s*:?\s+(.{1,120})", re.IGNORECASE)
_IN_A_LINE = re.compile(r"TO\s+(?P<whom>[^\W\d_][^:]{1,80}?)\s*:\s+(?P<text>\S.*)")
_PRESS_IN_A_LINE = re.compile(rf"press\s+(?P<head>{_HEAD.pattern})(?i:{_IN_A_LINE.pattern})", re.IGNORECASE)
_HEADS = re.compile(r"to\s*:?\s+(?P<whom>[^\W\d_][^:]{1,80}?)\s*:?", re.IGNORECASE)
"""A line that only names whom the lines below it are for."""
_OPENS = re.compile(r"\W*(?:set\s+)?(?:press|broadcast|statement|comment|position)\b", re.IGNORECASE)
"""The beginning of other lines that END may belong to."""
_OPEN = re.compile(
    r".*[,:;–—-]|(?:dear|hi|hello|hey|car[oa]|cher|chère|lieber?|hallo|ciao|hola|querid[oa]|beste)\b(?:\W+\w+){0,3}\W*",
    re.IGNORECASE,
)
"""A line with which no message ends: `Dear Giulia,`."""
_WHOLE = re.compile(r".*[.!?…][\s)\"'”’»]*")
"""A line with which a message may end."""
MOST_IN_A_LINE = 2000
"""Characters of press in one line."""
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


def begins_in_a_line(line: str) -> bool:
    """Whether a line names whom press is for, and begins its text: `TO Germany: …`, `PRESS TO Germany: …`."""
    return len(line) <= MOST_IN_A_LINE and any(each.fullmatch(line.strip()) for each in (_IN_A_LINE, _PRESS_IN_A_LINE))


def press_in_a_line(line: str, below: LineReader) -> Command | None:
    """Parse `TO Germany: shall we leave Burgundy empty?`, signed press, and `PRESS TO Germany: …`. Only TO in capitals begins the
    first, so that talk does not. `TO Germany` on a line of its own is a heading of press if END is below.

    The lines directly below belong to it, unless they are commands or go on with the orders above it. Where that is not certain,
    none of them is read as anything, and it becomes a question.
    """
    if len(line) > MOST_IN_A_LINE:
        return None
    if found := _IN_A_LINE.fullmatch(line.strip()) or _PRESS_IN_A_LINE.fullmatch(line.strip()):
        signed = not _HIDDEN.search(found.groupdict().get("head") or "")
        return _up_to_end(line, found["whom"], found["text"], below, signed) or _in_lines(
            line, found["whom"], found["text"], below, signed
        )
    heads = _HEADS.fullmatch(line.strip())
    if heads and _end_below(below) and below.here.names(heads["whom"]):
        return _up_to_end(line, heads["whom"], "", below, signed=True)
    return None


def _end_below(below: LineReader) -> int:
    """Return how many lines there are to END; 0 if there is none, or if it belongs to something else."""
    for number, line in enumerate(below.rest(), start=1):
        if is_press_end(line):
            return number
        if _OPENS.match(line) or begins_in_a_line(line):
            return 0
    return 0


def _up_to_end(line: str, whom: str, text: str, below: LineReader, signed: bool) -> Command | None:
    """Press with END below it; None if there is none. Nobody's orders or commands are sent with it."""
    count = _end_below(below)
    if not count:
        return None
    lines = [text] * bool(text) + [below.take().rstrip() for _ in range(count)][:-1]
    if not "".join(lines).strip():
        return AmbiguousPress(line, "empty")
    inside = next((each for each in lines[bool(text) :] if _is_order(each, below) or below.is_command(each)), "")
    if inside or looks_like_order(text):
        return AmbiguousPress(line, "goes-on", "\n".join(lines), whom, inside or text, not signed)
    powers, but = _addressees(whom)
    return Press(line, "\n".join(lines).strip("\n"), powers, signed, but)


def _in_lines(line: str, whom: str, text: str, below: LineReader, signed: bool) -> Command:
    """Press without END: its line, and those directly below that belong to it."""
    powers, but = _addressees(whom)
    joined = list(takewhile(lambda each: each.strip() and not _ends(each, below), below.rest()))
    order = next((each for each in joined if _is_order(each, below)), "")
    if order and _go_on_with_orders(text, joined, below):
        joined, order = [], ""
    for _ in joined:
        below.take()
    said = [text, *(each.rstrip() for each in joined)]
    if looks_like_order(text):
        return AmbiguousPress(line, "order-in-line", text, whom)
    if order:
        return AmbiguousPress(line, "goes-on", "\n".join(said), whom, order, not signed)
    if _goes_on(said, below):
        said += takewhile(lambda each: not _ends(each, below) and not _is_order(each, below), below.rest())
        while below:
            below.take()
        return AmbiguousPress(line, "goes-on", "\n".join(said).strip(), whom, hidden=not signed)
    return Press(line, "\n".join(said), powers, signed, but)


def _ends(line: str, below: LineReader) -> bool:
    return below.is_command(line) or begins_in_a_line(line)


def _is_order(line: str, below: LineReader) -> bool:
    return looks_like_order(line) or (bool(line.strip()) and below.here.orders(line))


def _go_on_with_orders(text: str, joined: Sequence[str], below: LineReader) -> bool:
    """Whether the lines below a whole sentence go on with the orders above it, and are nothing but orders: a list with press in it.
    Elsewhere an order below press may be what it promises or proposes.
    """
    if not _WHOLE.fullmatch(text) or not _is_order(below.above(), below):
        return False
    return all("?" not in each and (_is_order(each, below) or is_courtesy(each) or is_name(each)) for each in joined)


def _goes_on(said: Sequence[str], below: LineReader) -> bool:
    """Whether what was said so far may not be all: it ends like a greeting, or is a letter with more talk below an empty line."""
    if _OPEN.fullmatch(said[-1].strip()):
        return any(map(str.strip, below.rest()))
    further = takewhile(lambda each: not _ends(each, below), below.rest()) if len(said) > 1 else ()
    return any(each.strip() and not (is_courtesy(each) or is_name(each) or _is_order(each, below)) for each in further)


def _addressees(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the powers to which press goes, and those that are not to get it, as written."""
    whom, _, but = _BUT.sub("\n", text.strip(" .:"), count=1).partition("\n")
    return tuple(word for word in listed(whom) if word.lower() not in _EVERYONE), listed(but)


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of a list: `Germany, Italy and France`."""
    return tuple(word for word in re.split(r"\s*(?:[,;&]|\band\b)\s*", text.strip(), flags=re.IGNORECASE) if word)


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

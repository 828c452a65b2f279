"""Find the writer's own words: remove quotations, attribution lines and the signature.

Rules of lines, not a regular expression over the whole text, so any letter takes linear time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from judge.account import Kind, Piece
from judge.commands.afterthoughts import is_afterthought
from judge.commands.parse import press_lines
from judge.letters import MARKER
from judge.mail import client_phrases
from judge.mail.chat_copies import find_chat_message
from judge.mail.copied_letters import (
    CLOCK,
    DATE,
    HEADED_BY,
    LABELLED,
    NAMED,
    RULED_LINE,
    SHORT,
    asks,
    begins_copy,
    is_sentence,
    unaddressed,
)

_LONGEST = 500  # a line longer than this introduces or ends nothing
_QUOTING = (">", "|", "»")
_BROKEN_OVER = 4  # lines of one attribution
_STAMPED = 14  # words of a line with a date and an hour, at most
_SIGNED_BY = 8  # lines that may follow "Best regards"
_ORDERS = re.compile(
    r"\b[a-z]{3,}\s?-+>?\s?[a-z]{3,}\b[^@]*[,;][^@]*\b[a-z]{3,}\s?-+>?\s?[a-z]{3,}\b"
    r"|^\d{1,2}[.)]?\s+[af]\s+[a-z]{3,}$"
)
"""What no line above a quotation has: two orders, `gas-bur, par s gas-bur`, or a numbered unit, `2 A Par`."""
_POSTSCRIPT = re.compile(r"\W*p\.?[ ]?s\.?(?:\W|$)", re.IGNORECASE)
"""How words begin that somebody adds below the closing of a letter."""
_PGP = "-----begin pgp signature-----"
_SIGNATURE_MARKS = ("--", _PGP)
_ABOVE_PGP = ("-----begin pgp signed message-----", "hash: ")
_MAILED = re.compile(r"\d[:.]\d\d.*[<\s(]\S+@\S+:$")  # an hour of the day, and an address at the end
_HOLDS = re.compile(r"\b(?:holds?|stands?)$")  # `DEN HOLDS`, which begins as Danish dates do
_SENTENCE = re.compile(r"[!?;:]$|\w\w\.$")
_NO_SIGNATURE = re.compile(r"[!?;]|\. ")


class OwnWords(NamedTuple):
    """A letter without what others wrote."""

    text: str
    left: tuple[str, ...] = ()
    """The lines, without blank ones, that were taken for somebody else's although no `>` marks them."""
    below: str = ""
    """The line above them that made them look like a quotation."""
    within: bool = False
    """Whether that stands at the head of the first of them: `[12/05, 21:14] Anna: …`."""
    pieces: tuple[Piece, ...] = ()
    """The whole letter, in which the writer's own words are unread."""

    @property
    def may_ask(self) -> bool:
        """Whether a line that was left out may be an order or a command."""
        return any(map(asks, self.left))


def strip_quotes(text: str, marker: str = MARKER) -> str:
    """Return the part of a letter that its writer wrote: `split_quotes(text, marker).text`."""
    return split_quotes(text, marker).text


def split_quotes(text: str, marker: str = MARKER, names: frozenset[str] = frozenset()) -> OwnWords:
    """Return the part of a letter that its writer wrote, and the lines left out that no `>` marks.

    What a mail program puts above a quotation, or above a letter that is forwarded whole, ends the writer's words if the next line
    has no mark: an ally's orders are not the writer's. Where it has one, the quoted lines alone go.

    The marker line cuts off everything below it, unless it is quoted (`> `): then the quoted lines alone go, for people
    answer above, below and between. Unquoted it cuts even with nothing above: what follows is our own letter, whose
    orders must not be taken for the player's. All this only outside PRESS … END, which is passed on as written.

    `names` are the words, in small letters, by which the writer may be called: `From: Otto`, `Subject: my orders` above orders of
    Otto's is a heading.

    It is empty only if the writer wrote nothing: if no line is left, lines that were removed without a sure sign of another
    writer are put back (`That is not what I wrote:` above a quotation).
    """
    whole = text.split("\n")
    signs_of = [_sign(line) for line in whole]
    lines, quoting, doubtful = _above(whole, signs_of, marker)
    press = press_lines(lines)
    found = _told_apart(lines, signs_of, quoting, press, names)
    own = _unsigned(lines, found.kept, max(press, default=-1) + 1)
    said = "\n".join(lines[at] if at in press else lines[at].rstrip() for at in own).strip("\n")
    if not said.strip():
        own = [*doubtful, *found.doubtful]
        said = "\n".join(whole[at].strip() for at in own)
    others = tuple(line.strip() for line in found.left if line.strip() and not line.lstrip().startswith(quoting))
    kinds: dict[int, Kind] = {**dict.fromkeys((*found.kept, *found.signature), "signature"), **dict.fromkeys(own, "unread")}
    return OwnWords(said, others, found.below.strip(" -–—_"), found.within, tuple(_pieces(whole, kinds)))


class _Lines(NamedTuple):
    """The lines of a letter by number, sorted by who wrote them."""

    kept: list[int]
    signature: list[int]
    """What a program or a mark signs with, and what may be short for a power: `FRA:`, which says From in Danish."""
    doubtful: list[int]
    """Lines that were removed without a sure sign that somebody else wrote them."""
    left: Sequence[str] = ()
    below: str = ""
    within: bool = False


def _told_apart(lines: list[str], signs_of: list[str], quoting: tuple[str, ...], press: Set[int], names: frozenset[str]) -> _Lines:
    introduced, found, number = _attributions(lines, signs_of), _Lines([], [], []), 0
    while number < len(lines):
        line, sign, count = lines[number], signs_of[number], introduced.get(number, 0)
        sure = count and _surely_introduces(" ".join(signs_of[number : number + count]))
        if number in press:
            found.kept.append(number)
        elif chat := find_chat_message(line, names):
            return found._replace(left=_chat_texts(lines[number:], names), below=chat.stamp, within=bool(chat.text))
        elif _ends(signs_of, number, names):
            if sign not in _SIGNATURE_MARKS:
                found.signature.extend((number,) if sign.find(":") in range(1, SHORT + 1) and "@" not in sign else ())
                return found._replace(left=lines[number + 1 :], below=line)
            below = takewhile(lambda at: at not in introduced and not begins_copy(signs_of, at, names), range(number, len(lines)))
            found.signature.extend(at for at in below if not lines[at].lstrip().startswith(quoting))
            return found
        elif sure and _unquoted_below(lines, number + count):
            return found._replace(left=lines[number + count :], below=line)
        elif count:
            found.doubtful.extend(() if sure else range(number, number + count))
            number += count - 1
        elif sign.startswith(client_phrases.SENT_FROM):
            found.doubtful.extend((number,) if _is_no_signature(sign) else ())
            found.signature.append(number)
        elif not line.lstrip().startswith(quoting) and not sign.startswith(_ABOVE_PGP):
            found.kept.append(number)
        number += 1
    return found


def _chat_texts(lines: Sequence[str], names: frozenset[str]) -> list[str]:
    """Return lines copied out of a chat without the stamps before their messages."""
    return [message.text if (message := find_chat_message(line, names)) else line for line in lines]


def _pieces(lines: Sequence[str], kinds: Mapping[int, Kind]) -> Iterator[Piece]:
    """Return the letter in pieces: adjoining lines of the same kind form one; those without a kind are somebody else's."""
    ends = ["\n"] * (len(lines) - 1) + [""]
    for kind, numbers in groupby(range(len(lines)), lambda number: kinds.get(number, "quotation")):
        yield Piece(kind, "".join(lines[number] + ends[number] for number in numbers))


def has_signature_mark(text: str) -> bool:
    """Whether the mark above a signature (RFC 3676, section 4.3) stands below the last press of a letter. Inside press it is
    printed.
    """
    lines = text.split("\n")
    return any(_sign(line) == "--" for line in lines[max(press_lines(lines), default=-1) + 1 :])


def _is_no_signature(sign: str) -> bool:
    """Whether a line that looks like a telephone's signature may be the writer's own words: `Sent from an account that is not
    mine`.
    """
    return _NO_SIGNATURE.search(sign) is not None or not client_phrases.DENIALS.isdisjoint(sign.replace(",", " ").split())


def _sign(line: str) -> str:
    """Normalise a line for comparison: small letters, single blanks, none before a colon, no stars, nothing invisible."""
    if len(line) > _LONGEST:
        return ""
    plain = line.replace("*", "")
    if not plain.isascii():
        plain = "".join(c for c in plain.replace("：", ":").replace("’", "'") if unicodedata.category(c) != "Cf")
    return " ".join(plain.lower().split()).replace(" :", ":")


def _above(lines: list[str], signs_of: list[str], marker: str) -> tuple[list[str], tuple[str, ...], list[int]]:
    """Return the lines above the marker (if it cuts), the prefix of quoted lines, and the lines cut off that may be the writer's.
    """
    for number, sign in enumerate(signs_of):
        bare = sign.strip(" >|»=-_#~")
        if bare == marker:
            start = sign[:1]
            if start in _QUOTING:
                return lines, (">", start), []
            head = _head_above(lines, signs_of, number)
            sure = any(
                sign.startswith((*client_phrases.HEADS, *client_phrases.SENT)) or "[" in sign for sign in signs_of[head:number]
            )
            return lines[:head], (">",), [] if sure else [at for at in range(head, number) if lines[at].strip()]
    return lines, (">",), []


def _head_above(lines: list[str], signs_of: list[str], marker: int) -> int:
    """Return the line where the copied header of our mail above the marker begins, in any language; else the marker's.

    Lines `word: more` one below the other, one of which has an address or the `[` of our subjects; a rule may stand above them.
    It begins with a word that heads are known to begin with, else with the first address: what touches it from above is not it.
    """
    end = marker
    while end and not signs_of[end - 1]:
        end -= 1
    start = end
    while start > max(0, end - HEADED_BY[-1]) and LABELLED.match(signs_of[start - 1]) and not _is_said(lines[start - 1]):
        start -= 1
    heads = [number for number in range(start, end) if signs_of[number].startswith(client_phrases.HEADS)]
    start = heads[-2] + 1 if len(heads) > 1 else start  # `FRA: A(Par)-Bur` touches it
    known = next(
        (number for number in range(start, end) if signs_of[number].startswith((*client_phrases.HEADS, *client_phrases.SENT))), None
    )
    start = next((number for number in range(start, end) if "@" in signs_of[number]), start) if known is None else known
    if end - start < HEADED_BY[0] or not any(mark in sign for sign in signs_of[start:end] for mark in "@["):
        return marker
    above = next((number for number in reversed(range(start)) if signs_of[number]), start)
    return above if above < start and RULED_LINE.fullmatch(signs_of[above]) else start


def _is_said(line: str) -> bool:
    """Whether a line `word: more` is the writer's own: a command, an order, or a sentence, `cc: Germany. As discussed …`"""
    return asks(line) or is_sentence(line)


def _ends(signs_of: list[str], number: int, names: frozenset[str]) -> bool:
    """Whether the writer's own words end here: at a signature, or at somebody else's letter copied below."""
    mark = signs_of[number]
    signed = mark in _SIGNATURE_MARKS and not (mark != _PGP and is_afterthought(signs_of[number + 1 :]))
    return signed or begins_copy(signs_of, number, names)


def _attributions(lines: list[str], signs_of: list[str]) -> dict[int, int]:
    """Find the lines that introduce quotations (`On Monday X wrote:`, perhaps broken over several): the number of the first line of
    each, and how many lines it has.
    """
    found: dict[int, int] = {}
    for end in range(len(lines)):
        if signs_of[end].endswith((":", *client_phrases.WROTE)) and (start := _start(lines, signs_of, end)) is not None:
            found[start] = end + 1 - start
    return found


def _start(lines: list[str], signs_of: list[str], end: int) -> int | None:
    """Return where an introduction of a quotation that ends at `end` begins; None if there is none.

    Never above their own paragraph, nor above what such lines say: a date in figures, and an address or `wrote`. What stands
    right above them is the writer's.
    """
    quoted = _quoted_below(lines, signs_of, end)
    if not quoted and signs_of[end].endswith(" i wrote:"):
        return None  # `Last season I wrote:`
    for start in range(end, max(end - _BROKEN_OVER, -1), -1):
        whole = " ".join(signs_of[start : end + 1])
        if start < end and not _may_begin(lines, signs_of, start):
            break
        if start < end and signs_of[start].endswith(client_phrases.WROTE):  # `X wrote in`, and below it the letter's Message-ID
            return _broken_off(lines, signs_of, start, end)
        dated = _dated(whole) if start == end else DATE.search(unaddressed(whole))
        if dated and (_introduces(whole) or (quoted and "@" in whole and not any(map(asks, lines[start : end + 1])))):
            return _broken_off(lines, signs_of, start, end)
    alone = _introduces(signs_of[end]) or _names_writer(signs_of[end]) or _stamped(signs_of[end])
    return _broken_off(lines, signs_of, end, end) if alone else None


def _may_name_day(line: str, signs: str) -> bool:
    """Whether a line without a date may be the first half of an introduction: `On Monday`, but not the order `den swe`."""
    words = [word.strip(".,") for word in unaddressed(signs).split()]
    named = not client_phrases.DAYS.isdisjoint(words) or f"{' '.join(words)} " in client_phrases.DATED  # `In article <…>`
    return len(words) < 3 and line.strip()[:1].isupper() and named


def _broken_off(lines: list[str], signs_of: list[str], start: int, end: int) -> int:
    """Return where a broken introduction really begins: a line above may hold the part that the lines below lack."""
    while start and end + 1 - start < _BROKEN_OVER and _may_begin(lines, signs_of, start - 1):
        above, whole = signs_of[start - 1], " ".join(signs_of[start : end + 1])
        opens = above.startswith(client_phrases.DATED) and not whole.startswith(client_phrases.DATED)
        dates = DATE.search(above) and not DATE.search(whole)
        names = "@" not in whole and above[-1] in ">)]" and "@" in above.split()[-1]
        begins = opens and (_dated(above) if _dated(whole) else _may_name_day(lines[start - 1], above))
        if not (names or dates or begins):
            break
        start -= 1
    return start


def _may_begin(lines: list[str], signs_of: list[str], number: int) -> bool:
    """Whether a line may continue in the next: it is not the end of a sentence, a quotation, an order or a command."""
    sign = signs_of[number]
    ends = _SENTENCE.search(sign) or _HOLDS.search(sign)
    return bool(sign) and not sign.startswith(_QUOTING) and not ends and not asks(lines[number]) and not _ORDERS.search(sign)


def _dated(sign: str) -> bool:
    return any(c.isdigit() for c in unaddressed(sign))


def _surely_introduces(sign: str) -> bool:
    """Whether such a line is about somebody else's words: it has two of an address, a date in figures and `wrote`, or little more
    than a name before `wrote`.
    """
    if _names_writer(sign) or _stamped(sign):
        return True
    wrote = sign.endswith(client_phrases.WROTE) or (_introduces(sign) and ("@" in sign or sign.startswith(client_phrases.DATED)))
    return ("@" in sign) + _dated(sign) + wrote > 1


def _names_writer(sign: str) -> bool:
    """Whether there is little more than a name next to `wrote`: `Germany wrote:`, `Quoting Germany:`, `Am Montag schrieb Anna:`."""
    words = sign.split()
    wrote = sign.endswith(client_phrases.WROTE) or (sign.endswith(":") and sign.startswith(client_phrases.QUOTING))
    said = sign.endswith(":") and sign.startswith(client_phrases.DATED) and any(word in sign for word in client_phrases.SAID)
    return client_phrases.OWN.isdisjoint(words) and ((wrote and len(words) <= NAMED) or (said and len(words) <= NAMED + 2))


def _stamped(sign: str) -> bool:
    """Whether a line that ends with a colon has a date and a time, as mail programs write them: `2027/03/01 9:14 Anna:`."""
    if not sign.endswith(":") or len(sign.split()) > _STAMPED or CLOCK.search(sign) is None:
        return False
    return DATE.search(unaddressed(sign)) is not None and client_phrases.OWN.isdisjoint(sign.strip(":").split())


def _introduces(sign: str) -> bool:
    if not sign.endswith(":"):
        return sign.endswith(client_phrases.WROTE)
    said = any(word in sign for word in client_phrases.SAID) and (
        any(c.isdigit() for c in sign) or ("@" in sign and sign.startswith(client_phrases.DATED))
    )
    if said or sign.endswith(client_phrases.WROTE) or ("@" in sign and sign.startswith(client_phrases.QUOTING)):
        return True
    return _MAILED.search(sign) is not None and DATE.search(unaddressed(sign)) is not None


def _unquoted_below(lines: list[str], number: int) -> bool:
    """Whether any line from here on is not blank and not marked as quoted."""
    following = next((line for line in lines[number:] if line.strip()), ">")
    return not following.lstrip().startswith(_QUOTING)


def _quoted_below(lines: list[str], signs_of: list[str], number: int) -> bool:
    """Whether a quotation follows, or the place where our own mail was cut off."""
    following = next((n for n in range(number + 1, min(number + 3, len(signs_of))) if signs_of[n]), number)
    return len(lines) <= following < len(signs_of) or signs_of[following].startswith(_QUOTING)


def _unsigned(lines: list[str], kept: list[int], start: int) -> list[int]:
    """Return the lines kept, without the name and firm below a closing. What follows in a postscript is the writer's again."""
    added = [n for n, at in enumerate(kept) if at >= start and _POSTSCRIPT.match(lines[at])]
    parts = pairwise((0, *added, len(kept)))
    return [at for first, end in parts for at in kept[first : _closing(lines, kept[:end], first, start)]]


def _closing(lines: list[str], kept: list[int], first: int, start: int) -> int:
    """Return where a closing stands among the lines kept from `first` on, if nothing below it could be an order or a command; else
    their end. Nothing closes above the line `start`.
    """
    below, end = 0, len(kept)
    for number in reversed(range(first, len(kept))):
        if kept[number] < start:
            break
        line = lines[kept[number]]
        if not line.strip():
            continue
        closes = _sign(line).strip(" ,.!-–") in client_phrases.CLOSINGS
        if closes and any(lines[at].strip() for at in kept[:number]):  # otherwise it is all that there is
            end = number
        below += 1
        if below > _SIGNED_BY or asks(line):
            break
    return end

"""Find where a copy of somebody else's letter begins, by the head that mail programs put above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, islice, takewhile

from judge.commands.press import looks_like_order
from judge.commands.table import find_row
from judge.mail import client_phrases

HEADED_BY = (3, 12)  # lines of a copied header, at least and at most
SHORT = 3  # letters of a label that may be short for a power
SPOKEN = 15  # words of a line `word: more` without an address, at most, that may be of a copied header
NAMED = 4  # words of a line that says who wrote, at most
LABELLED = re.compile(r"[^:]{1,30}: ?\S")
RULED_LINE = re.compile(r"[-–—_=]{2}.*[-–—_=]{2}")
DATE = re.compile(r"\d{1,4} ?[./-] ?\d\d? ?[./-] ?\d{2,4}|\d{4}\D+\d|\d\D+\d{4}")
CLOCK = re.compile(r"\d[:.]\d\d")
_ADDRESSED = re.compile(r"[^:\d]+:.*\S@\S+$")  # a label, and an address at the end
_LABELS = (*client_phrases.HEADS, *client_phrases.SENT, *client_phrases.SUBJECT, *client_phrases.TO)


def begins_copy(signs_of: list[str], number: int, names: frozenset[str]) -> bool:
    """Whether a copy of somebody else's letter begins in line `number` of `signs_of`, the lines as `quotes` compares them.
    What names the writer (`names`) may be the writer's own heading.
    """
    sign = signs_of[number]
    if _opens_original(sign):
        return True
    if sign.strip(" -–—_:") in client_phrases.ORIGINAL:  # its rules were lost on the way
        return _next(signs_of, number).startswith((*client_phrases.HEADS, *client_phrases.SENT, *client_phrases.SUBJECT))
    if RULED_LINE.fullmatch(sign):
        following = next((n for n in range(number + 1, min(number + 3, len(signs_of))) if signs_of[n]), number)
        return _opens_header(signs_of, following, names)
    return _opens_header(signs_of, number, names)


def _opens_original(sign: str) -> bool:
    """Whether a line is `-----Original Message-----`, `Begin forwarded message:` or the like."""
    bare = sign.strip("-–—_ :")
    ruled = sign[:1] in ("-", "–", "—") and sign[1:2] in ("-", "–", "—")
    return bare.startswith(client_phrases.ORIGINAL) if ruled else sign.endswith(":") and bare in client_phrases.ORIGINAL


def _opens_header(signs_of: list[str], number: int, names: frozenset[str]) -> bool:
    """Whether the head of a copied letter begins in a line: From, Sent and Subject with other lines between them, or in any order
    two of From, Sent, Subject and To right below one another. `FRA: A(Par)-Bur` above a head is no part of it.
    """
    if ":" not in signs_of[number]:  # every label has one
        return False
    if signs_of[number].startswith(client_phrases.HEADS) and _has_sent_and_subject(signs_of[number + 1 : number + 8]):
        return True
    if _is_foreign_header(signs_of[number : number + HEADED_BY[-1]]):
        return True
    return _is_short_header(signs_of, number, names)


def _has_sent_and_subject(signs_of: list[str]) -> bool:
    """Whether the lines below a From line go on with a head: a subject before any other From line, and a date."""
    after = [sign for sign in signs_of if sign][:5]
    end = next((at for at, sign in enumerate(after) if sign.startswith(client_phrases.SUBJECT)), None)
    if end is None or any(sign.startswith(client_phrases.HEADS) for sign in after[:end]):
        return False
    return any(sign.startswith(client_phrases.SENT) for sign in after)


def _is_foreign_header(signs_of: list[str]) -> bool:
    """Whether lines begin with the head of a copied letter in any language: lines `word: more`, of which one ends with an address
    and one has a date and an hour. Heads with words that we know are looked for elsewhere.
    """
    head = list(takewhile(LABELLED.match, signs_of))
    if not _looks_like_head(head):  # before each line is read: this is asked about every line of a letter
        return False
    head = list(takewhile(_may_be_of_head, head))
    return _looks_like_head(head) and not any(sign.startswith(client_phrases.HEADS) for sign in head)


def _looks_like_head(lines: Sequence[str]) -> bool:
    if len(lines) < HEADED_BY[0] or not any(map(_ADDRESSED.match, lines)):
        return False
    return any(CLOCK.search(line) and DATE.search(unaddressed(line)) for line in lines)


@lru_cache(maxsize=64)  # each line of a long head is asked about as often as it has lines
def _may_be_of_head(sign: str) -> bool:
    """Whether a line may belong to the head of a copied letter. A line that may be a command or an order is the writer's."""
    return not is_sentence(sign) and (sign.startswith(_LABELS) or not asks(sign))


def is_sentence(line: str) -> bool:
    """Whether a line `word: more` is too long for the head of a letter: `cc: Germany. As discussed you move Munich …`."""
    return len(line.split()) > SPOKEN and "@" not in line


def _is_short_header(signs_of: list[str], number: int, names: frozenset[str]) -> bool:
    """Whether a paragraph begins with the head of a copied letter: an address, an hour, or words above it, make it one; without
    them `From: France` may be the writer's own heading. So is one that has the writer's own name and no date. The address of
    somebody else makes one at the top, too, and so does another name, if To has the writer's.
    """
    paragraph, below = list(takewhile(bool, signs_of[number : number + 6])), any(islice(signs_of, number))
    labels = (client_phrases.HEADS, client_phrases.SENT, client_phrases.SUBJECT, client_phrases.TO)
    head = list(takewhile(_is_of_short_head, paragraph))
    kinds = [any(sign.startswith(kind) for sign in head) for kind in labels]
    sure = any("@" in sign or CLOCK.search(sign) for sign in head)
    own = bool(head) and not sure and not kinds[1] and names.issuperset(re.findall(r"\w+", head[0].partition(":")[2]))
    below = below and not own
    named = head[0].partition(":")[2] if head else ""
    others = not below and kinds[0] and _is_of_another(named, names, head)
    alone = below and len(head) == 1 and ("@" in named or (len(head[0].split()) <= NAMED and not _is_power(signs_of, number)))
    return kinds[0] and (alone or others or (sum(kinds) > 1 and (sure or (below and any(kinds[1:3])))))


def _is_of_another(named: str, names: frozenset[str], head: Sequence[str]) -> bool:
    """Whether what stands behind From is the address of somebody else than the writer, or is not the writer's name, and that stands
    behind To. `From: Capt. Hornby`, `To: Admiralty` may be the writer's own head.
    """
    to_writer = any(not names.isdisjoint(_words(sign)) for sign in head if sign.startswith(client_phrases.TO))
    called = _words(named)
    return bool(names) and bool(called) and names.isdisjoint(called) and ("@" in named or to_writer)


def _words(text: str) -> list[str]:
    """Return the words of a line of a head, without the domains of addresses."""
    return re.findall(r"[^\W\d_]+", re.sub(r"@\S+", " ", text))


def _is_of_short_head(sign: str) -> bool:
    said = sign.partition(":")[2].lstrip(" +-")  # `FRA: +A(Par)` is a build
    return sign.startswith(_LABELS) and not is_sentence(sign) and not looks_like_order(said)


def _is_power(signs_of: list[str], number: int) -> bool:
    """Whether the label of a line stands for a power: one that is short for one, or in front of a move, or of other lines of the
    letter, too.
    """
    label, _, said = signs_of[number].partition(":")
    if label in client_phrases.FOR_POWERS:
        return True
    others = chain(signs_of[number + 1 : number + 6], (signs_of[at] for at in reversed(range(number))))
    return len(label) <= SHORT and bool(re.search(r"\w[-.>]+\w", said) or any(sign.startswith(f"{label}:") for sign in others))


def unaddressed(sign: str) -> str:
    """Return a line without addresses, which may contain figures."""
    return " ".join(word for word in sign.split() if "@" not in word) if "@" in sign else sign


def _next(signs_of: list[str], number: int) -> str:
    """Return the next line that is not blank, normalised; '' if there is none."""
    return next((sign for sign in signs_of[number + 1 :] if sign), "")


def asks(line: str) -> bool:
    """Whether a line may be a command or an order. `Game Designer` below a name is a job title."""
    words = line.split()
    if looks_like_order(line):
        return True
    return find_row(line) is not None and (len(words) == 1 or words[0].isupper() or words[0].islower())

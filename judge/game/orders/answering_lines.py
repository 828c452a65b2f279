"""Whether a word or a place is all that its line says, as an answer must be: `Gas, please`, not `Tri again next year`. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from judge.board import normalize_name
from judge.commands import courtesies
from judge.commands.answers import is_courtesy, is_name
from judge.commands.choices import adds_nothing, chosen_place, is_choice, is_one_choice, without_end
from judge.notation.reader import IgnoredText, Reading
from judge.notation.sentences import sentence_around

FEW = 2
"""Unknown words beside an answer, up to which it is asked about; among more it is talk."""
_SIGNS = re.compile(r"""[.,;:!()"“”…]+|(?:^|\s)[-–—*•]+(?=\s|$)|[–—]""")
_NUMBERED = re.compile(r"^\W*\d[.):]+\s")


def is_part(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether only blanks separate a text from an order in its line: `trieste` in `trieste fleet albania`."""
    if not reading.line or reading.at < 0:
        return False
    orders = [other for other in _beside(reading, readings) if not isinstance(other, IgnoredText)]
    gaps = [gap for other in orders for gap in _gaps(reading, other)]
    return any(first <= last and not reading.line[first:last].strip() for first, last in gaps)


def is_denied(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether the line of a text takes it back, `Paris! No, wait`, or its sentence denies it, `Paris nicht`, says `or` beside it,
    or says more than a number: `First, hello to everybody`.
    """
    if is_choice(reading.line):
        return False
    if any(isinstance(each, IgnoredText) and each.back for each in _beside(reading, readings)):
        return True
    start, end = _sentence(reading)
    sentence = without_end(reading.line[start:end] or reading.text)
    denied = not courtesies.DENYING.isdisjoint(normalize_name(sentence).split())
    return denied or (chosen_place(reading.text) in courtesies.COUNTED and not is_choice(sentence))


def is_asking(reading: Reading) -> bool:
    """Whether a question mark ends the sentence of a text."""
    end = _sentence(reading)[1]
    return "?" in (reading.line[max(_position(reading), 0) : end + 1] or reading.text)


def is_first(reading: Reading, orders: Iterable[Reading]) -> bool:
    """Whether these orders of a text's line stand in sentences behind its own: `Bur. And Spain to Gascony.`"""
    end = _sentence(reading)[1]
    return all(_position(order) > end for order in orders)


def unknown_beside(
    reading: Reading, others: Iterable[Reading], names_place: Callable[[str], bool], sentence: bool = False
) -> list[str]:
    """Return the words of a text's line that are neither part of an answer nor a courtesy, a signature or a word like `I meant`.

    Args:
        reading: the text.
        others: other texts that may stand in its line, such as answers to other questions.
        names_place: whether words name a place, and so nobody who signs.
        sentence: look only at the text's sentence.
    """
    line, at = reading.line or reading.text, _position(reading)
    if at < 0 or (is_choice(line) and is_one_choice(line)):
        return []
    kept = list(line)
    for other in others:
        start = _position(other)
        kept[start : start + len(other.text)] = ";" * len(other.text)
    first, last = _sentence(reading) if sentence else (0, len(line))
    before, after = _NUMBERED.sub("", "".join(kept[first:at])), without_end("".join(kept[at + len(reading.text) : last]))
    *clauses, leads = _SIGNS.split(before)
    follows, *more = _SIGNS.split(after)
    signed = next((n for n in reversed(range(len(more))) if more[n].strip()), -1)
    name = more[signed] if more and is_name(more[signed]) and not names_place(more[signed]) else ""
    unknown = [clause for clause in (*clauses, *more) if clause != name and not _is_small(clause)]
    close = normalize_name(f"{leads} {follows}").split()
    return [*" ".join(unknown).split(), *(word for word in close if word not in courtesies.AROUND)]


def _is_small(clause: str) -> bool:
    words = normalize_name(clause).split()
    return "?" not in clause and (all(word in courtesies.AROUND for word in words) or adds_nothing(clause) or is_courtesy(clause))


def _beside(reading: Reading, readings: Iterable[Reading]) -> list[Reading]:
    """Return the other readings of a text's line."""
    return [each for each in readings if each.line == reading.line and each is not reading]


def _sentence(reading: Reading) -> tuple[int, int]:
    """Return where the sentence begins and ends in which a text stands."""
    at = max(_position(reading), 0)
    return sentence_around(reading.line, at, at + len(reading.text))


def _position(reading: Reading) -> int:
    """Return where in its line a text stands; -1 if it does not."""
    return reading.at if reading.at >= 0 else reading.line.find(reading.text)


def _gaps(one: Reading, other: Reading) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what stands between two texts of a line, whichever comes first."""
    return (one.at + len(one.text), other.at), (other.at + len(other.text), one.at)

"""Whether an order may be meant by a question: `Can you move A Par to Bur?`, `may A Par go to Bur?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.notation.readings import ParsedOrder, Reading, UnreadableText

_ASKS = re.compile(
    r"^\W*(?:(?:hi|hello|please|so|and)\W+)*(?:can|could|may|might|shall|should|will|would)\s+"
    r"(?:(?:you|u|i|we)\s+(?:please\s+|kindly\s+)?)?(?=\w)",
    re.IGNORECASE,
)
_ENDS = " \t?!."
_UNREAD = ("not-read", "no-place")

Read = Callable[[str], Sequence[Reading]]


def with_questions_offered(readings: list[Reading], read: Read) -> list[Reading]:
    """Return the readings of a letter; what was not understood and is a question about one order is asked about, and that order is
    offered. Such a question may want to know whether the order is possible. `read` reads a line.
    """
    found = list(readings)
    for at, each in enumerate(readings):
        if not isinstance(each, UnreadableText) or each.complaint.code not in _UNREAD or each.complaint.suggestions:
            continue
        asks = _ASKS.match(each.line)
        said = read(each.line[asks.end() :].rstrip(_ENDS)) if asks else ()
        orders = [one.order for one in said if isinstance(one, ParsedOrder)]
        if len(orders) == 1 and not any(isinstance(one, UnreadableText) for one in said):
            code = "asked" if "?" in each.line[len(each.line.rstrip(_ENDS)) :] else each.complaint.code
            complaint = replace(each.complaint, code=code, suggestions=(orders[0],))
            found[at] = each._replace(complaint=complaint)
    return found

"""What `the rest stays` says of units that have orders already: they hold, or their orders stay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.board import Position
from judge.notation import Order
from judge.notation.complaints import Complaint, unit_reference
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.notation.readings import ASKED, IgnoredText
from judge.notation.sentences import sentence_around
from judge.notation.verbs import REST

_HOLDS = re.compile(
    r"\b(?:hold\w*|h|halt\w*|hält|houd\w*|håll\w*|hok|tien\w*|mant\w*|fermi?|put|where|still|fast|firm|home|place|guard|move\w*"
    r"|beweg\w*|boug\w*|muov\w*|muev\w*)\b",
    re.IGNORECASE,
)
"""Words that say that units hold, whatever stands beside them: `the rest stay put`, `nobody moves`."""
_SAME = re.compile(
    r"\b(?:same|unchanged|unaltered|as (?:before|ordered|previously|planned|sent|given|above|already|it was|they were|i ordered)"
    r"|gleich|unverändert|wie (?:gehabt|bisher|vorher|befohlen|zuvor)|uguale|invariat\w*|come prima|igual|comme avant"
    r"|inchangée?s?)\b",
    re.IGNORECASE,
)
"""Words that say that nothing changes."""
_OTHERS = re.compile(
    r"\b(?:rest\w*|else|others?|remain\w*|übrige\w*|andere?\w*|sonst|autres?|altr[ie]|demás|otr[ao]s|overige\w*|övriga)\b",
    re.IGNORECASE,
)
"""Words that speak of some units besides others; `all hold` speaks of all."""


def keep_earlier(readings: Sequence[Reading], earlier: Sequence[Order], position: Position) -> list[Reading]:
    """Return the readings without orders of `the rest stays` for units whose earlier orders are others: these stay.

    Whoever says that they stay the same means that; after fewer words, the writer is asked about each. `The rest hold` in a letter
    without another order is about the units that have none yet; if all have one, the writer is asked, too.

    Args:
        earlier: the orders that stand.
    """
    had = {(order.unit.space, order.unit.name): order for order in earlier if order.unit}
    given = [reading for reading in readings if isinstance(reading, ParsedOrder)]
    alone = all(REST in reading.filled for reading in given)
    lacking = any(reading.order.unit and (reading.order.unit.space, reading.order.unit.name) not in had for reading in given)

    def kept(reading: Reading) -> Reading:
        if not isinstance(reading, ParsedOrder) or REST not in reading.filled or not reading.order.unit:
            return reading
        unit = reading.order.unit
        before = had.get((unit.space, unit.name))
        at = max(0, reading.at)
        said = reading.line[at : sentence_around(reading.line, at, at)[1]] or reading.text
        besides = alone and _OTHERS.search(said) is not None
        if before is None or before.verb == reading.order.verb or (_HOLDS.search(said) and not besides):
            return reading
        if _SAME.search(said) or (besides and lacking):
            return IgnoredText(reading.text, kind=ASKED, line=reading.line, at=reading.at)
        about = next((each for each in position.units if unit_reference(each) == unit), None)
        doubt = Complaint("rest-stays", reading.text, (reading.order,), about=about)
        return UnreadableText(reading.text, doubt, reading.line, reading.at)

    return [kept(each) for each in readings]

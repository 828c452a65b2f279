"""Read lines of plain text that stand in columns, as games write their tables, so that a page can set them as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def read_columns(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of such lines, [] if they do not stand in columns. A column begins where each line has two blanks or its end
    before it; a line without a first cell goes on with the row above.
    """
    wide = max(map(len, lines), default=0)
    free = [all(line[at : at + 1] in ("", " ") for line in lines) for at in range(wide)]
    begins = [0, *(at for at in range(2, wide) if free[at - 1] and free[at - 2] and not free[at])]
    rows = list[list[str]]()
    for line in lines if len(begins) > 1 else ():
        cells = [line[at:end].replace("\u00a0", " ").strip() for at, end in pairwise([*begins, wide])]
        if cells[0] or not rows:
            rows.append(cells)
        else:
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
    return rows

"""Codes of places that are words of orders or of letters, too (`The`, `AND`, `YES`): where such a word can only be the place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from judge.board import PlaceNames, normalize_name
from judge.notation.raw_words import RawWord, fold_word
from judge.notation.tokens import HELPS, HOLD, MOVE, Token

_KIND_BEFORE = re.compile(r"(?<!\w)[A-Za-z]\d*\($")
_TARGET_BEFORE = re.compile(r"\)-$|\) ret $|[A-Za-z]-$(?<=\w\w-)")
"""What stands before the place of a unit, and before where it goes, in the form that the judge prints."""
def printed_code(raws: Sequence[RawWord], at: int, text: str, names: PlaceNames) -> tuple[str, ...]:
    """The code of the place that a word is, written as the judge prints it and where it prints it: `A(The)`, `-AND`, `ret Yes`.

    There it is no other word, whatever the grammar has. () for any other word, and where the next word belongs to its name.
    """
    raw = raws[at]
    codes = names.table.get(fold_word(raw.text), ())
    following = next((each.text for each in raws[at + 1 : at + 3] if each.text != "."), "")  # `PO5.obb`, `PO5 obb`
    if raw.text not in codes or (following and fold_word(raw.text + following) in names.table):
        return ()
    before, after = text[: raw.start], text[raw.end : raw.end + 1]
    bracketed = after in (")", ".") and _KIND_BEFORE.search(before) is not None
    return (raw.text,) if bracketed or _TARGET_BEFORE.search(before) else ()


def lone_code(
    raws: Sequence[RawWord], at: int, before: Sequence[Token], names: PlaceNames, phrases: Mapping[str, Sequence[str]],
    openers: Collection[str],
) -> tuple[str, ...]:  # fmt: skip
    """The places of a code where no other word fits: between a kind of unit, or a dash, and a dash, a verb or the end, as in
    `A the - sii` and `F Nth - and`. `phrases`: what words mean; `openers`: terminals that name a kind of unit.
    """
    key = fold_word(raws[at].text)
    codes = names.table.get(key, ()) if before and key in phrases and len(key) > 1 else ()
    if not codes or not any(normalize_name(code) == key for code in codes):
        return ()
    led = any(kind == MOVE or kind in openers for kind, _ in before[-1].options)
    after = raws[at + 1] if at + 1 < len(raws) else None
    verbs = () if after is None else phrases.get(fold_word(after.text), ())
    ends = after is None or after.kind in ("dash", "stop") or any(verb in (MOVE, HOLD, *HELPS) for verb in verbs)
    return codes if led and ends else ()

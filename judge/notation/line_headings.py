"""What stands before a colon in a line: a heading of orders (`Spring 1902:`), a draft, an announcement, or unknown words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from judge.notation.drafts import speaks_of_draft
from judge.notation.plain_words import PlainWords
from judge.notation.raw_words import RawWord, fold_word
from judge.notation.tokens import (
    COASTS,
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    HEADING,
    HELPS,
    HOLD,
    LATER,
    LESS,
    MOVE,
    NEGATED,
    OUTDATED,
    PLACE,
    PLURALS,
    POWER,
    RETRACTED,
    SENTENCE_END,
    STALE,
    STOP,
    TITLE,
    WORD,
    Token,
    is_coast,
    is_kind,
    is_place,
    is_plural,
)

_HEADS = re.compile(
    r"(?:orders?|moves?|commands|following|follows?|builds?|adjustments)(?!\w)"
    r"|(?:want|like|wish|do|plan|go|moves?|works?|happen|discussed|agreed|usual|requested|lines?|(?:for|from) me)\s*:?$",
    re.IGNORECASE,
)
"""Words of a sentence before a colon that announces orders: `these are the orders of the Dual Monarchy:`."""
_LAST_BIT = re.compile(
    r"\b(?P<last>last)\s+(?:(?:bits?|things?|one|part|piece|units?|army|fleet|point|item|detail)\W*$|(?:but not least|of all)\b)"
    r"|\b(?:and|the) (?P<alone>last)\W*$",
    re.IGNORECASE,
)
_DATED = re.compile(r"orders?|[a-z]{0,2}\d+[a-z]?", re.IGNORECASE)
"""Words of a heading that are not phrases: `F1902M`, `1.`"""


_REASON = re.compile(r"(?:since|because|as)\b", re.IGNORECASE)
"""How a heading begins that gives a reason for the orders: `Since nobody answers my letters:`."""
_NOTHING = ("_EVERY", MOVE, "_BESIDE", *PLURALS, *COASTS)
"""Kinds of words that say nothing of an order where no place stands beside them."""
_NO = "_NONE"
"""The terminal of `nothing`, which leads in orders with words behind it: `Nothing adventurous from me:`."""
_TO = ("to", "from")
"""What begins a heading of a letter to somebody: `to all:`."""
_AUDIENCE = ("world", "the world", "board", "the board", "gm", "the gm", "players", "editor", "press", "readers")
"""Whom press is for, beside powers and everybody: `VENICE to WORLD:`."""
_REPLACES = re.compile(
    r"\b(?:ignore|disregard|forget|replaces?|replacing|supersedes?|superseding|cancels?|instead of)\s+(?:\w+\s+){0,3}"
    r"(?:earlier|previous|older|former|before|old)\b",
    re.IGNORECASE,
)
"""What a heading says that these orders count, and others do not: `Revised orders (please ignore anything earlier):`."""
_UNSETTLED = re.compile(r"(?:still )?(?:to be (?:confirmed|decided)|tbc|not (?:yet )?(?:final|sure|decided))\b", re.IGNORECASE)
"""How a heading begins of orders that do not count yet: `To be confirmed after I talk with Berlin:`."""
_THESE = re.compile(r"\bthese (?:now )?(?:replace|supersede) (?:them|it|those|mine|my)\b", re.IGNORECASE)
"""The same said of these: `My orders of Monday are void and these replace them:`."""


def without_heading(
    tokens: list[Token], raws: Sequence[RawWord], text: str, fillers: Collection[str], plain_words: PlainWords
) -> list[Token]:
    """Drop what stands before a colon if it is not part of an order (`Spring 1902:`), but keep a power's name.

    Where it is no heading of orders, a word with the value TITLE or STALE is left in its place.
    """
    colon = next((raw.start for raw in raws if raw.kind == "colon"), -1)
    if (dashed := _dashed_heading(tokens, text)) and (colon < 0 or tokens[dashed].start < colon):
        below = without_heading(tokens[dashed + 1 :], raws, text, fillers, plain_words) if colon >= 0 else tokens[dashed + 1 :]
        return [*(t for t in tokens[:dashed] if is_kind(t, POWER)), *below]
    head = [t for t in tokens if t.end <= colon]
    if _heads_press(head, text, fillers) and not _orders_behind(tokens[len(head) :]):
        return [Token(((WORD, TITLE),), head[0].start, tokens[-1].end)]
    if head and _UNSETTLED.match(text[head[0].start : colon]):
        return [Token(((WORD, TITLE),), head[0].start, head[-1].end), *tokens[len(head) :]]
    spoken = _idle_sentences(head)
    below = without_heading(tokens[spoken:], raws, text, fillers, plain_words) if spoken else []
    if below and below[0].options[0] not in ((WORD, TITLE), (WORD, STALE)):
        return [*tokens[:spoken], *below]
    if announced := _announcing_words(head, text, colon):
        return [*head[: len(head) - announced], *tokens[len(head) :]]
    follows = any(is_place(each) or each.kind in ("_EVERY", *PLURALS) for each in tokens[len(head) :])
    several = any(map(is_plural, head))
    held = several and any(is_kind(each, HOLD) for each in tokens[len(head) :])
    if led := _lead_in(head, text, colon, fillers, plain_words) if follows and not held else 0:  # `both armies: hold`
        before, said = head[: len(head) - led], head[len(head) - led :]
        return [*before, *(each for each in said if each.kind == POWER), *tokens[len(head) :]]
    plain, alone = (WORD, POWER, *fillers), not text[colon + 1 :].strip()
    named = [t for t in head if not (t.depth and is_kind(head[0], POWER)) and t.options[0] != (STOP, ",")]  # `AUSTRIA (Ann):`
    if _REASON.match(text[head[0].start : colon] if head else ""):
        named = [t for t in named if text[t.start : t.end] not in ("a", "to")]
    if not head or not all(any(terminal in plain for terminal, _ in t.options) for t in named):
        addressed = len(head) > 1 and head[0].kind == MOVE and all(is_kind(each, POWER) for each in head[1:])  # `TO Italy: …`
        if alone and speaks_of_draft(_last_sentence(text[:colon])) and not any(map(is_place, head)):
            return [Token(((WORD, STALE),), head[0].start, head[-1].end), *tokens[len(head) :]]
        strange = addressed or (bool(head) and head[0].options[0] == (WORD, None) and not any(map(is_place, head)))
        return [Token(((WORD, TITLE),), head[0].start, head[-1].end), *tokens[len(head) :]] if strange else tokens
    spoken = next((n for n, t in enumerate(head) if t.options[0] == (WORD, None) and text[t.start : t.end].isalpha()), len(head))
    power = [t._replace(options=((POWER, value),)) for t in head[:spoken] for k, value in t.options if k == POWER][:1]
    title = _heading_title(head, text, alone, plain_words)
    label = [Token(((WORD, title),), head[0].start, head[-1].end)] if title else []
    return [*label, *power, *_with_minus(tokens[len(head) :])] if power else [*label, *tokens[len(head) :]]


def _with_minus(tokens: Sequence[Token]) -> list[Token]:
    """Take a dash for a minus, if a unit with its kind stands behind it, and nothing to do: `-A Par`, `- F Spa(nc)`."""
    end = next((at for at, token in enumerate(tokens) if at > 2 and not is_coast(token)), len(tokens))
    unit = [each.kind for each in tokens[:2]] in ([MOVE, "_ARMY"], [MOVE, "_FLEET"]) and len(tokens) > 2 and is_place(tokens[2])
    alone = end == len(tokens) or tokens[end].kind == STOP
    return [tokens[0]._replace(options=((LESS, None),)), *tokens[1:]] if unit and alone else [*tokens]


def _heads_press(head: Sequence[Token], text: str, fillers: Collection[str]) -> bool:
    """Whether words before a colon say whose press for whom stands behind it: `VENICE to WORLD`, `Milan - all`."""
    at = next((n for n, token in enumerate(head) if token.kind == MOVE), 0)
    by, to = head[:at], [token for token in head[at + 1 :] if token.kind not in fillers]
    whose = all(token.options[0][0] in (PLACE, POWER, *fillers) or token.options[0] == (WORD, None) for token in by)
    known = len(to) == 1 and (to[0].kind in (POWER, "_EVERY") or text[to[0].start : to[0].end].lower() in _AUDIENCE)
    return bool(by) and whose and known


def _orders_behind(tokens: Sequence[Token]) -> bool:
    """Whether there may be orders in tokens."""
    return sum(map(is_place, tokens)) > 1 or any(is_kind(token, kind) for token in tokens for kind in (HOLD, *HELPS))


def _idle_sentences(head: Sequence[Token]) -> int:
    """Return how many tokens before a colon are sentences of their own that speak of no order: `Good evening. The orders are:`."""
    end = next((n for n in range(len(head), 0, -1) if head[n - 1].options[0] in (SENTENCE_END, (STOP, "!"))), 0)
    said = {value for token in head[:end] for kind, value in token.options if kind == WORD}
    grave = {DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED, OUTDATED, LATER}
    named = any(kind in (PLACE, POWER, HOLD, *HELPS) for token in head[:end] for kind, _ in token.options)
    return 0 if named or said & grave - {RETRACTED} else end  # `No, forget those. New: A Vie-Tyr`


def _dashed_heading(tokens: Sequence[Token], text: str) -> int:
    """Return the number of the dash that ends a heading with a season or the like (`GERMANY 1902 SPRING - ARMY …`); 0 for none."""
    at = next((n for n, token in enumerate(tokens) if token.kind == MOVE), 0)
    head = tokens[:at]
    known = all(
        token.kind == POWER or (WORD, HEADING) in token.options or text[token.start : token.end].isdigit() for token in head
    )
    before, dash = (text[: tokens[at].start].rstrip(), text[tokens[at].start :]) if at else ("", "")
    if [each.kind for each in head] == [POWER] and (dash.startswith("--") or (before.endswith(")") and dash.startswith("-"))):
        return at  # `RUSSIA (J. Oduya) -- A(Ukr)-War`
    apart = text[tokens[at].start - 1 : tokens[at].end + 1] in (" - ", " -- ") if at else False
    goes_on = any(token.kind == MOVE for token in tokens[at + 1 :])
    if apart and goes_on and [each.options[0][0] for each in head if len(each.options) == 1] == [POWER]:
        return at  # `FRANCE - A(Bur)-Bel`: a power by itself is no unit
    return at if apart and known and goes_on and any((WORD, HEADING) in token.options for token in head) else 0


def _heading_title(head: Sequence[Token], text: str, alone: bool, plain_words: PlainWords) -> str:
    """Return what the words before a colon are: '' for a heading of orders, STALE (`draft:`), or TITLE for unknown words.

    `alone`: nothing follows the colon, so they head the lines below.
    """
    head = [token for token in head if token.start != _last_of_letter(head, text)]
    if not head:
        return ""
    said = {value for token in head for kind, value in token.options if kind == WORD}
    replaces = bool(said & {OUTDATED, RETRACTED}) and LATER not in said and _says_what_it_replaces(head, text)
    if (said & {OUTDATED, LATER} and not replaces) or said <= {DOUBT, NEGATED, CONDITION}:
        return STALE if said else ""
    in_doubt = bool(said & {DOUBT, NEGATED, CONDITION, *(() if replaces else (RETRACTED,))})
    if in_doubt and alone:
        return STALE
    words = [text[token.start : token.end] for token in head if (WORD, None) in token.options or token.kind != WORD]
    dates = [word for word in words if _DATED.fullmatch(word)]
    dated = any(not word.isdigit() for word in dates) or (bool(dates) and len(dates) == len(words))  # `option 1` is no date
    known = HEADING in said or replaces or said <= {COURTESY, CORRECTED} or dated
    powers = any(kind == POWER for token in head for kind, _ in token.options)
    unknown = [text[token.start : token.end] for token in head if token.options[0] == (WORD, None)]
    reason = bool(_REASON.match(text[head[0].start :]))
    doubts = not reason and any(plain_words.doubts(fold_word(word)) for word in unknown)
    if not alone and unknown and said <= {None, COURTESY} and not doubts:
        known = True  # `Southern hedgehog for me: Warsaw holds`
    return TITLE if in_doubt or (doubts and not alone) or not (known or powers) else ""


def _last_of_letter(head: Sequence[Token], text: str) -> int:
    """Return where `last` stands if it is said of the letter's last order, and not of an earlier turn: `the last bit:`; else -1."""
    found = _LAST_BIT.search(text, head[0].start, head[-1].end) if head else None
    return max(found.start("last"), found.start("alone")) if found else -1


def _lead_in(head: Sequence[Token], text: str, colon: int, fillers: Collection[str], plain_words: PlainWords) -> int:
    """Return how many words before a colon lead in orders behind it in free words: `only ten minutes today, so in short:`.

    They are the last clause before it. It names nothing but whose they are, and nothing in its sentence may change what follows.
    """
    start, sentence = (
        next((n for n in range(len(head), 0, -1) if head[n - 1].kind == STOP and (head[n - 1].options[0][1] != "," or any_mark)), 0)
        for any_mark in (True, False)
    )
    said = [token for token in head[start:] if text[token.start : token.end] != "a"]
    if not said or said[-1].depth or text[said[0].start : said[0].end].lower() in _TO:
        return 0
    powers = [n for n, token in enumerate(said) if token.kind == POWER]
    whose = not powers or (len(powers) == 1 and text[: said[powers[0]].start].rstrip().lower().endswith((" for", " of")))
    idle = (*fillers, WORD, POWER, *_NOTHING, *([said[0].kind] if len(said) > 1 and is_kind(said[0], _NO) else ()))
    names = whose and all(token.options[0][0] in idle and not is_place(token) for token in said)
    values = {token.options[0][1] for token in head[sentence:] if token.kind == WORD}
    unknown = (fold_word(text[token.start : token.end]) for token in head[sentence:] if token.options[0] == (WORD, None))
    grave = values & {DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED, OUTDATED, LATER} or any(map(plain_words.doubts, unknown))
    draft = speaks_of_draft(text[head[0].start : colon]) or any(map(str.isdigit, text[said[0].start : colon]))
    return 0 if grave or draft or not names else len(head) - start


def _last_sentence(text: str) -> str:
    return re.split(r"[.!?]\s", text)[-1]


def _says_what_it_replaces(head: Sequence[Token], text: str) -> bool:
    """Whether a heading of orders says, behind that, that earlier ones are to be ignored. `Ignore my previous line:` does not."""
    named = next((token.end for token in head if (WORD, HEADING) in token.options or (WORD, CORRECTED) in token.options), -1)
    return bool(_THESE.search(text[: head[-1].end])) or (named >= 0 and bool(_REPLACES.search(text[named : head[-1].end])))


def _announcing_words(head: Sequence[Token], text: str, colon: int) -> int:
    """Return how many words before a colon announce orders, in a sentence, or behind a comma, that says nothing else and names no
    power or phase.
    """
    ends = [n + 1 for n, token in enumerate(head) if token.options[0] == SENTENCE_END][-1:]
    commas = [n + 1 for n, token in enumerate(head) if token.options[0] == (STOP, ",")][-1:]
    starts = dict.fromkeys((ends[0] if ends else 0, max((*ends, *commas), default=0)))
    return next((found for start in starts if (found := _announces(head[start:], text, colon))), 0)


def _announces(said: Sequence[Token], text: str, colon: int) -> int:
    """Return the number of words before a colon if they announce orders; else 0."""
    begin = said[0].start if said else colon
    idle = all(token.kind == MOVE or not {PLACE, POWER, HOLD, *HELPS} & {kind for kind, _ in token.options} for token in said)
    values = {token.options[0][1] for token in said if token.kind == WORD}
    grave = {DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED, OUTDATED, LATER, HEADING}
    marks = {token.options[0][1] for token in said if token.kind == STOP}
    plain = idle and not grave & values and marks <= {",", "!"} and not any(map(str.isdigit, text[begin:colon]))
    return len(said) if plain and text[colon + 1 :].strip() and _HEADS.search(text[begin:colon]) else 0

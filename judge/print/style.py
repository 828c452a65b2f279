"""How an editor wants their copy: `failed=brackets names=surname why=off`, read from one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

FAILED = ("notes", "underline", "asterisks", "brackets", "word")
NAMES = ("full", "surname", "none")
ORDERS = ("run-on", "lines")
MAPS = ("colour", "grey", "off")
BOARDS = ("orders", "position", "both")
LAST, EACH = "last", "each"
FONTS = ("book", "modern", "typewriter")
FRONTS = ("line", "page")
HEADS = ("off", "zine", "game")
PAPER = {"a5": (148, 210), "a4": (210, 297), "letter": (216, 279)}
"""Page → width and height in millimetres."""
PAGES = tuple(PAPER)
FEWEST = 20
"""The smallest limit on lines that an editor can set."""


class StyleError(ValueError):
    """Raised if a style cannot be read: `key` and `value` as written, and what is possible there."""

    def __init__(self, key: str, value: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{key}={value}: one of {', '.join(allowed)}")
        self.key, self.value, self.allowed = key, value, allowed


@dataclass(frozen=True)
class Style:
    """An editor's choices; the defaults look like the mailed report."""

    failed: str = "notes"
    """How a failed order is marked: by the number of its note, or also by underlining, asterisks, brackets or a word."""
    names: str = "full"
    why: bool = True
    rules: bool = True
    """Whether each reason names its rule, if reasons are printed."""
    orders: str = "run-on"
    map: str = "colour"
    board: str = "orders"
    """What maps show: the orders with their results, the position after them, or both."""
    maps: str = LAST
    """Whether only the last of several phases of a game has its map, or each."""
    page: str = "a5"
    font: str = "book"
    """The letters of pages and documents: an old face, one with strong contrasts, or a typewriter's."""
    columns: str = "1"
    """In how many columns pages and documents are set; maps go across all."""
    front: str = "line"
    """How an issue begins on paper: with a line, or with a title page, which lists its games."""
    head: str = "off"
    """What stands at the head of every page: nothing, the zine and its date, or the game, too."""
    addresses: bool = False
    """Whether to print the addresses of players who allow it."""
    lines: int = 0
    """The most lines of plain text for a game in one issue, for all its phases; 0 for no limit."""
    phase: int = 0
    """The most lines of plain text for one phase; 0 for no limit."""


CHOICES = {
    "failed": FAILED, "names": NAMES, "orders": ORDERS, "map": MAPS, "board": BOARDS, "maps": (LAST, EACH), "page": PAGES,
    "font": FONTS, "columns": ("1", "2"), "front": FRONTS, "head": HEADS,
}  # fmt: skip
SWITCHES, SWITCH = ("why", "rules", "addresses"), {"on": True, "off": False}
LIMITS = ("lines", "phase")


KEYS = {
    "name": "names", "order": "orders", "address": "addresses", "rule": "rules", "reasons": "why", "line": "lines",
    "fail": "failed", "maxlines": "lines", "fonts": "font", "letters": "font", "column": "columns", "header": "head",
    "heading": "head", "title": "front",
}  # fmt: skip
VALUES: Mapping[str, Mapping[str, str]] = {
    "failed": {
        "underlined": "underline", "underlining": "underline", "asterisk": "asterisks", "star": "asterisks", "stars": "asterisks",
        "bracket": "brackets", "parentheses": "brackets", "words": "word", "note": "notes", "number": "notes", "numbers": "notes",
        "failed": "word",
    },
    "names": {"surnames": "surname", "last": "surname", "off": "none", "no": "none", "on": "full", "yes": "full"},
    "orders": {"line": "lines", "list": "lines", "runon": "run-on", "run": "run-on"},
    "board": {"results": "orders", "arrows": "orders", "positions": "position"},
    "font": {
        "serif": "book", "libertinus": "book", "garamond": "book", "times": "book", "didone": "modern", "mono": "typewriter",
        "monospace": "typewriter", "courier": "typewriter",
    },
    "columns": {"one": "1", "two": "2", "single": "1", "double": "2"},
    "front": {"off": "line", "no": "line", "none": "line", "yes": "page", "on": "page"},
    "head": {"no": "off", "none": "off", "yes": "zine", "on": "zine", "title": "zine", "games": "game"},
    "map": {"color": "colour", "gray": "grey", "no": "off", "none": "off", "yes": "colour", "on": "colour"},
}  # fmt: skip
"""Words that editors write for a choice → its name here."""
NO_LIMIT = dict.fromkeys(("none", "off", "no", "unlimited"), "0")
YES = {"yes": "on", "true": "on", "no": "off", "false": "off", "none": "off"}
FILLERS = ("", "and", "please", "with", "the", "only", "just", "in", "a", "an", "set")
_SPACED = re.compile(r"\s*[=:]\s*")
_PER_LINE = re.compile(r"\b(?:orders?[\s=]+)?(?:one|each)[\s-]+(?:order[\s-]+)?(?:per|on|to)[\s-]+(?:a[\s-]+)?line\b")


_MARKED = r"(?:underlin\w*|asterisks?|stars?|brackets?|parentheses|words?|notes?|numbers?)"
_FAILED = r"(?:failed\s+(?:orders|moves|ones)|failures)"
_SAYINGS = (
    (
        re.compile(rf"\b{_FAILED}\s*=?\s*(?:(?:are|be|should|to|shown|marked|by|with|in|as|an?)\s+)*({_MARKED})\b(?!\s*=)"),
        r"failed=\1",
    ),
    (re.compile(rf"\b({_MARKED})\s+(?:(?:for|the)\s+)*{_FAILED}\b(?!\s*=)"), r"failed=\1"),
    (re.compile(r"\b(?:no|without|omit|leave\s+out|drop)\s+(?:the\s+|any\s+)?reasons?\b(?!\s*=)"), "why=off"),
    (re.compile(r"\b(?:give|with|show|print|include|add)\s+(?:the\s+|all\s+)?reasons?\b(?!\s*=|\s+(?:on|off|yes|no)\b)"), "why=on"),
    (_PER_LINE, "orders=lines"),
    (re.compile(r"\b(one|two|single|double|[12])[\s-]+columns?\b"), r"columns=\1"),
    (re.compile(r"\b(?:no|without(?:\s+an?)?)\s+title[\s-]+page\b"), "front=line"),
    (re.compile(r"\b(?:an?\s+)?title[\s-]+page\b(?!\s*=)"), "front=page"),
    (re.compile(r"\b(?:no|without(?:\s+an?)?)\s+(?:running[\s-]+)?head(?:er|ing|line)?s?\b(?!\s*=)"), "head=off"),
    (re.compile(r"\b(?:an?\s+)?running[\s-]+head(?:er|ing|line)?s?\b(?!\s*=)"), "head=zine"),
)
"""What editors write in words, and the choice that it is."""


def list_choices() -> list[tuple[str, tuple[str, ...]]]:
    """Return each key of a style with its values, its default first; a number stands for any that is allowed."""
    usual = Style()
    chosen = [(key, getattr(usual, key), values) for key, values in CHOICES.items()]
    switched = [(key, "on" if getattr(usual, key) else "off", tuple(SWITCH)) for key in SWITCHES]
    limits = [(key, "none", ("none", str(FEWEST))) for key in LIMITS]
    return [(key, (first, *(each for each in values if each != first))) for key, first, values in (*chosen, *switched, *limits)]


class StyleWish(NamedTuple):
    """One wish of a line: the choice's key and its value, as they are called here, and what was `written` for it."""

    key: str
    value: str
    written: str


def parse_style_wishes(text: str) -> Iterator[StyleWish]:
    """Return what a line asks for: `failed=brackets, names: surname why no`."""
    said = _SPACED.sub("=", re.sub("[\"'()*]", "", text.strip().lower()))
    for saying, choice in _SAYINGS:
        said = saying.sub(choice, said)
    words = [word for word in re.split(r"[\s,;]+", said) if word not in FILLERS]
    known = {*CHOICES, *SWITCHES, *LIMITS, *KEYS}
    while words:
        written = words.pop(0)
        key, equals, value = written.partition("=")
        if not equals and key in known and words and "=" not in words[0] and (words[0] not in known or words[0] == key):
            value = words.pop(0)
            written = f"{written} {value}"
        elif key == "no" and not equals and words and KEYS.get(words[0], words[0]) in (*SWITCHES, "map", "names"):
            key, value = words.pop(0), "no"
            written = f"{written} {key}"
        elif not equals and key not in known:
            key, value = _choice(key)
        key = KEYS.get(key, key)
        if key == "map" and VALUES["board"].get(value, value) in BOARDS:
            key = "board"
        yield StyleWish(key, (YES if key in SWITCHES else VALUES.get(key, {})).get(value, value), written)


def _choice(value: str) -> tuple[str, str]:
    """Return the key of a value that stands by itself, if only one choice has it."""
    found = [key for key, choices in CHOICES.items() if VALUES.get(key, {}).get(value, value) in choices]
    return (found[0], value) if len(found) == 1 else (value, "")


def parse_style(text: str, style: Style | None = None) -> Style:
    """Return the style that a line asks for, based on another or on the default. Raises StyleError."""
    style = style or Style()
    for wish in parse_style_wishes(text):
        style = apply_style_wish(style, wish.key, wish.value)
    return style


def format_style(style: Style) -> str:
    """Return the line from which a style can be read, with every choice in it."""
    said = {key: getattr(style, key) for key in CHOICES} | {key: "on" if getattr(style, key) else "off" for key in SWITCHES}
    said |= {key: getattr(style, key) for key in LIMITS}
    return " ".join(f"{key}={value}" for key, value in said.items())


def apply_style_wish(style: Style, key: str, value: str) -> Style:
    """Return the style with one choice changed. Raises StyleError."""
    if key in SWITCHES:
        if value not in SWITCH:
            raise StyleError(key, value, tuple(SWITCH))
        return replace(style, **{key: SWITCH[value]})  # type: ignore[arg-type]
    if key in LIMITS:
        value = NO_LIMIT.get(value, value)
        if value != "0" and not (value.isdecimal() and len(value) < 6 and int(value) >= FEWEST):
            raise StyleError(key, value, ("0", f"a number from {FEWEST}"))
        return replace(style, **{key: int(value)})  # type: ignore[arg-type]
    if key not in CHOICES:
        raise StyleError(key, value, tuple(f"{known}=…" for known in (*CHOICES, *SWITCHES, *LIMITS)))
    if value not in CHOICES[key]:
        raise StyleError(key, value, CHOICES[key])
    return replace(style, **{key: value})  # type: ignore[arg-type]

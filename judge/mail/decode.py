"""Turn bytes into text, whatever charset they declare. Nothing here raises."""

from __future__ import annotations

import codecs
import re
from email.header import decode_header

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BREAKS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_MANGLED = ">From "
_DISGUISED = ("utf-16", "utf-32", "utf-7", "iso2022", "hz")
"""Charsets whose bytes may look like UTF-8: those of seven bits, and those with zero bytes."""


def to_text(raw: bytes, declared: str = "") -> str:
    """Decode bytes as UTF-8 if they are valid UTF-8, else as what they declare, else as cp1252.

    UTF-8 comes first because letters labelled us-ascii or iso-8859-1 often hold it, and no other text passes for it
    by chance. ISO 8859-1 is read as cp1252, as every mail program means it (WHATWG Encoding, section 4.2).
    """
    name = _codec(declared)
    ladder = [name, "utf-8"] if name.startswith(_DISGUISED) else ["utf-8", name]
    for each in ladder:
        try:
            return raw.decode(each)
        except (UnicodeError, LookupError):
            continue
    return raw.decode("cp1252", "replace")


def _codec(declared: str) -> str:
    try:
        name = codecs.lookup(declared.strip() or "utf-8").name
        "".encode(name)  # some codecs are not for text (base64, zip): they raise here
    except (LookupError, ValueError, TypeError, AttributeError):
        return "utf-8"
    return "cp1252" if name in ("iso8859-1", "ascii") else name


def decode_mime_header(value: str, limit: int) -> str:
    """Return a header's value as one line: encoded words (RFC 2047) decoded, control characters removed.

    Args:
        value: as the parser gives it, raw bytes as surrogates.
        limit: the characters that are read; the rest is dropped.
    """
    raw = " ".join(str(value)[:limit].split())
    try:
        parts = decode_header(to_text(raw.encode("ascii", "surrogateescape")))
    except Exception:  # decode_header raises several kinds on malformed words; the words then stand as written
        return collapse_whitespace(raw)
    return collapse_whitespace("".join(part if isinstance(part, str) else to_text(part, name or "") for part, name in parts))


def collapse_whitespace(text: str) -> str:
    """Replace every run of white space and control characters by one blank."""
    return " ".join(_CONTROL.sub(" ", text).split())


def normalize_text(text: str) -> str:
    """Return a text with `\\n` between lines and no other control characters; for NUL, which may stand for anything, U+FFFD."""
    return _CONTROL.sub("", _BREAKS.sub("\n", text.replace("\0", "\ufffd")))


def restore_from_lines(text: str) -> str:
    """Return a text whose lines begin with `From ` as they were written: on their way `>From ` was made of that, with which a
    letter begins in a file of several (RFC 4155). A line beside others that are quoted, or below `Ann wrote:`, is quoted itself.
    """
    if _MANGLED not in text:
        return text
    lines = text.split("\n")
    kept = [line[1:] if line.startswith(_MANGLED) and not _is_quoted(lines, number) else line for number, line in enumerate(lines)]
    return "\n".join(kept)


def _is_quoted(lines: list[str], number: int) -> bool:
    beside = (*lines[max(number - 1, 0) : number], *lines[number + 1 : number + 2])
    above = next((line for line in reversed(lines[:number]) if line.strip()), "")
    return any(line.startswith(">") and not line.startswith(_MANGLED) for line in beside) or above.rstrip().endswith((":", "："))


def is_binary(text: str) -> bool:
    """Whether this is not text: it holds many control characters."""
    return len(_CONTROL.findall(text)) * 10 > len(text)

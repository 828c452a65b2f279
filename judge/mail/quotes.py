"""What the writer wrote himself: quotations, attribution lines and the signature are taken away.

Rules of lines, not a regular expression over the whole text: whatever a letter holds, this takes linear time.
"""

from __future__ import annotations

from judge.letters import MARKER

_LONGEST = 500  # a line longer than this is no attribution
_WROTE = ("wrote:", "writes:", "schrieb:", "a écrit :", "a écrit:", "escribió:", "ha scritto:", "schreef:", "skrev:")
_HEADS = ("from:", "von:", "de:", "da:", "van:", "från:", "fra:")
_AFTER = ("sent:", "date:", "to:", "subject:", "gesendet:", "datum:", "an:", "betreff:", "envoyé:", "à:", "objet:")
_ORIGINAL = (
    "original message",
    "forwarded message",
    "ursprüngliche nachricht",
    "message d'origine",
    "mensaje original",
    "messaggio originale",
    "oorspronkelijk bericht",
)
_PRESS_ENDS = ("END", "ENDPRESS", "END PRESS", "SIGNOFF")


def own_words(text: str, marker: str = MARKER) -> str:
    """The part of a letter that its writer wrote.

    The marker line cuts off everything below it. Quoted (`> `) with nothing above, it cuts nothing: that is how
    people answer below the quotation, and then the quoted lines alone go. Unquoted with nothing above, it does cut:
    what follows is our own letter, whose orders must not be taken for the player's.
    """
    lines = _above(text.split("\n"), marker)
    press = _press(lines)
    kept: list[str] = []
    for number, line in enumerate(lines):
        if number in press:
            kept.append(line)
        elif line.rstrip() == "--" or _opens_original(lines, number):
            break
        elif not line.lstrip().startswith(">") and not _is_attribution(lines, number):
            kept.append(line.rstrip())
    return "\n".join(kept).strip("\n")


def _above(lines: list[str], marker: str) -> list[str]:
    for number, line in enumerate(lines):
        if _bare(line) == marker:
            quoted = line.lstrip().startswith((">", "|"))
            return lines if quoted and not _says_something(lines[:number]) else lines[:number]
    return lines


def _bare(line: str) -> str:
    return " ".join(line.strip(" \t>|=-*_#~\u00a0").lower().split()) if len(line) < _LONGEST else ""


def _says_something(lines: list[str]) -> bool:
    return any(
        line.strip() and not line.lstrip().startswith(">") and not _is_attribution(lines, number)
        for number, line in enumerate(lines)
    )


def _is_attribution(lines: list[str], number: int) -> bool:
    """`On Monday X wrote:`, perhaps broken over two lines."""
    line = _short(lines[number])
    if line.endswith(_WROTE):
        return True
    follows = _short(lines[number + 1]) if number + 1 < len(lines) else ""
    return line.startswith(("on ", "am ", "le ", "el ", "il ", "op ", "den ")) and follows.endswith(_WROTE)


def _opens_original(lines: list[str], number: int) -> bool:
    """`-----Original Message-----`, or a copied block of From and Sent lines."""
    line = _short(lines[number])
    if line.startswith("-----") and line.strip("- ") in _ORIGINAL:
        return True
    after = [_short(each) for each in lines[number + 1 : number + 4]]
    return line.startswith(_HEADS) and any(each.startswith(_AFTER) for each in after)


def _short(line: str) -> str:
    return line.strip().replace("*", "").lower() if len(line) < _LONGEST else ""


def _press(lines: list[str]) -> set[int]:
    """Numbers of the lines between PRESS and its END: they are passed on as written, whatever they look like."""
    inside: set[int] = set()
    opened = -1
    for number, line in enumerate(lines):
        words = line[:_LONGEST].upper().split()
        if opened < 0 and words[:1] == ["PRESS"]:
            opened = number
        elif opened >= 0 and " ".join(words) in _PRESS_ENDS:
            inside.update(range(opened, number + 1))
            opened = -1
    return inside

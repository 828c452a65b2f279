"""Escape user text for formats that jinja2 cannot escape itself: LaTeX and Markdown."""

from __future__ import annotations

import re
import unicodedata

_TEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\symbol{34}", **{c: "\\" + c for c in "#$%&_{}"},
}  # fmt: skip
_SET = "\x00-\x7f\xa0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e" "–—‘’‚“”„†‡•…‰‹›€"
_UNSET = re.compile(f"[^{_SET}]")
"""Characters that pdfTeX with T1 fonts does not have, and at which it would stop."""
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|~&!$]")
_BEGINS = re.compile(r"^(\s*)([-+=:]|\d+(?=[.)]))", re.MULTILINE)


def escape_latex(text: str) -> str:
    """Escape text for LaTeX, so that it holds no command or comment. Characters that not every TeX has are passed to `\\dipchar`.
    """
    return _UNSET.sub(lambda match: rf"\dipchar{{{match[0]}}}", "".join(_TEX.get(c, c) for c in unicodedata.normalize("NFC", text)))


def escape_markdown(text: str) -> str:
    """Escape text for Markdown, so that it holds no emphasis, link, heading, list or tag. Indentation, which would make code, is
    lost.
    """
    found = _MARKDOWN.sub(lambda match: "\\" + match[0], text)
    found = _BEGINS.sub(lambda match: match[1] + ("" if match[2].isdigit() else "\\") + match[2], found)
    return re.sub(r"(?m)^[ \t]+(?=\S)", "", found) if found.strip() else found

"""User text as data in formats that jinja2 cannot escape by itself: LaTeX and Markdown."""

from __future__ import annotations

import re

_TEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", **{c: "\\" + c for c in "#$%&_{}"},
}  # fmt: skip
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|~&!$]")
_BEGINS = re.compile(r"^(\s*)([-+=:]|\d+(?=[.)]))", re.MULTILINE)


def tex(text: str) -> str:
    """The text as LaTeX prints it: no command and no comment."""
    return "".join(_TEX.get(c, c) for c in text)


def markdown(text: str) -> str:
    """The text as Markdown shows it: no emphasis, link, heading, list or tag. Indentation, which would make code, is lost."""
    found = _MARKDOWN.sub(lambda match: "\\" + match[0], text)
    found = _BEGINS.sub(lambda match: match[1] + ("" if match[2].isdigit() else "\\") + match[2], found)
    return re.sub(r"(?m)^[ \t]+(?=\S)", "", found) if found.strip() else found

"""Pack many pictures of one board: what is the same in several of them is stored once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_TAG = re.compile(r"<(/?)(\w+)[^>]*?(/?)>")
_PATH = re.compile(r'(?<= d=")([^"~]{24,})(?=")')
LONG = 300
"""The characters from which a group is stored in parts."""


def pack_pictures(pictures: Sequence[str]) -> dict[str, Any]:
    """Return `d`, the paths; `e`, the elements, in which `~7~` stands for path 7; and `p`, each picture as numbers of elements."""
    paths: dict[str, int] = {}
    elements: dict[str, int] = {}

    def short(match: re.Match[str]) -> str:
        return f"~{paths.setdefault(match[1], len(paths))}~"

    frames = []
    for picture in pictures:
        inside = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
        frames.append([elements.setdefault(_PATH.sub(short, part), len(elements)) for part in _parts(inside)])
    return {"d": list(paths), "e": list(elements), "p": frames}


def _parts(text: str) -> Iterator[str]:
    """Yield the elements of a text, one by one; a long group as its first tag, its elements, and its last tag."""
    depth, begun = 0, 0
    for tag in _TAG.finditer(text):
        if tag[3]:  # an element without content
            if not depth:
                yield tag[0]
            continue
        if not tag[1]:
            begun = tag.start() if not depth else begun
            depth += 1
            continue
        depth -= 1
        if depth:
            continue
        whole = text[begun : tag.end()]
        if len(whole) < LONG:
            yield whole
        else:
            first = whole.index(">") + 1
            yield whole[:first]
            yield from _parts(whole[first : -len(tag[0])])
            yield tag[0]


def unpack_picture(packed: dict[str, Any], number: int) -> str:
    """Return the inside of a picture, as the page's script does it."""
    return "".join(re.sub(r"~(\d+)~", lambda found: packed["d"][int(found[1])], packed["e"][n]) for n in packed["p"][number])

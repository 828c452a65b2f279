"""Pack many pictures of one board: what is the same in several of them is stored once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_TAG = re.compile(r"<(/?)\w+([^>]*)>")
_PATH = re.compile(r'(?<= d=")([^"~]{24,})(?=")')
_PIECE = re.compile("M[^M]*")
SHORT = 60
"""The characters from which a part of a path is stored by itself."""
LONG = 300
"""The characters from which a group is stored in parts."""


def pack_pictures(pictures: Sequence[str]) -> dict[str, Any]:
    """Return `d`, the paths; `e`, the elements, in which `~7~` stands for path 7; and `p`, each picture as numbers of elements."""
    packer = PicturePacker({})
    for picture in pictures:
        packer.add(picture)
    return packer.packed()


class PicturePacker:
    """Packs one picture after the other, perhaps behind some that are packed already."""

    def __init__(self, packed: Mapping[str, Any]) -> None:
        self._paths = {path: n for n, path in enumerate(packed.get("d", ()))}
        self._elements = {element: n for n, element in enumerate(packed.get("e", ()))}
        self._seen = dict[str, int]()
        """Element as it was drawn → its number: most of a picture is as in the one before."""
        self._frames = [list(frame) for frame in packed.get("p", ())]
        self.first = ""
        """The first tag of the picture that was added last."""

    @property
    def count(self) -> int:
        """Return the number of pictures."""
        return len(self._frames)

    def add(self, picture: str) -> None:
        """Pack a picture."""

        def short(match: re.Match[str]) -> str:
            return "".join(f"~{self._paths.setdefault(piece, len(self._paths))}~" for piece in _pieces(match[1]))

        begins = picture.index(">") + 1
        self.first, elements = picture[:begins], self._elements
        for part in (parts := list(_parts(picture[begins : picture.rindex("</svg>")]))):
            if part not in self._seen:
                self._seen[part] = elements.setdefault(_PATH.sub(short, part), len(elements))
        self._frames.append([self._seen[part] for part in parts])

    def packed(self) -> dict[str, Any]:
        """Return the pictures so far, as `pack_pictures` does."""
        return {"d": list(self._paths), "e": list(self._elements), "p": list(self._frames)}


def _pieces(path: str) -> list[str]:
    """Return the lines and areas of which a path is made, which others are made of, too; a path of many short ones as a whole."""
    found: list[str] = _PIECE.findall(path)
    return found if len(path) > SHORT * len(found) and "".join(found) == path else [path]


def _parts(text: str) -> Iterator[str]:
    """Yield the elements of a text, one by one; a long group as its first tag, its elements, and its last tag."""
    depth, begun = 0, 0
    for tag in _TAG.finditer(text):
        if tag[2].endswith("/"):  # an element without content
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

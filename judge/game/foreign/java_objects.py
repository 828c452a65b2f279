"""Java objects as JSX writes them: the XML in which jDip saves a game. An object is written once, then referred to by a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Union
from xml.parsers import expat
from xml.sax.saxutils import escape

Value = Union["JavaObject", str, int, float, bool, None]
_HEAD = "<jsx major='1' minor='1' format='JSX.DataReader'>"
_QUOTES = {"'": "&apos;", '"': "&quot;"}
_MAPS = {"HashMap": ("java.util.AbstractMap", "java.util.HashMap"), "TreeMap": ("java.util.AbstractMap", "java.util.TreeMap")}
MOST_OBJECTS = 400_000
"""Objects of one file. A game of a hundred phases has a quarter of them."""


class NoJavaObjects(ValueError):
    """A text that is not what JSX writes."""


@dataclass(eq=False)
class JavaObject:
    """One object: its fields by the class that declares them, from the top of its family down, or its items, or both."""

    of: str
    """Its class; of an array, the class of its items."""
    parts: dict[str, dict[str, Value]] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
    """What an array or a list holds; of a map, numbers that may be passed over, then keys and values in turn."""
    kind: str = "object"
    """`object`, `array` or `collection`."""

    @property
    def name(self) -> str:
        """Its class without the package: programs that came of jDip have moved the classes."""
        return self.of.rpartition(".")[2]

    def get(self, name: str) -> Value:
        """The value of a field, whichever class declares it; None without it."""
        return next((fields[name] for fields in self.parts.values() if name in fields), None)

    def part(self, name: str) -> JavaObject:
        """The object in a field. Raises NoJavaObjects without one."""
        found = self.get(name)
        if not isinstance(found, JavaObject):
            raise NoJavaObjects(f"{self.name}.{name}")
        return found

    def word(self, name: str) -> str:
        """The text in a field, '' without one."""
        found = self.get(name)
        return found if isinstance(found, str) else ""

    def pairs(self) -> list[tuple[Value, Value]]:
        """Keys and values of a map."""
        rest = self.items[:]
        while rest and isinstance(rest[0], int):
            rest.pop(0)
        return list(zip(rest[::2], rest[1::2], strict=False))


def map_of(pairs: list[tuple[Value, Value]], kind: str = "HashMap") -> JavaObject:
    """Return a map, `HashMap` or `TreeMap`, as it is written."""
    above, own = _MAPS[kind]
    room = 16
    while room * 3 // 4 < len(pairs):
        room *= 2
    head: list[Value] = [len(pairs)] if kind == "TreeMap" else [room, len(pairs)]
    told: dict[str, Value] = {"comparator": None} if kind == "TreeMap" else {"threshold": room * 3 // 4, "loadFactor": 0.75}
    return JavaObject(f"java.util.{kind}", {above: {}, own: told}, [*head, *(each for pair in pairs for each in pair)])


class _Reader:
    """Builds the objects while the text is read; nothing is looked up outside it."""

    def __init__(self) -> None:
        self.root: JavaObject | None = None
        self._open = list[tuple[str, JavaObject]]()  # tag → the object it belongs to, from the outside in
        self._known: dict[str, Value] = {}
        self._declared = list[str]()
        self._made = 0

    def start(self, tag: str, said: dict[str, str]) -> None:
        if not self._open and tag != "jsx":
            raise NoJavaObjects(tag)
        if tag in ("object", "array", "collection"):
            made = JavaObject(said.get("base", "") if tag == "array" else said.get("class", ""), kind=tag)
            self._made += 1
            if self._made > MOST_OBJECTS:
                raise NoJavaObjects("too many")
            self._known[said.get("id", "")] = made
            self._put(said.get("field", ""), made)
            self._open.append((tag, made))
            self._declared.append("")
            return
        if tag == "declaredClass" and self._declared:
            self._declared[-1] = said.get("class", "")
            self._open[-1][1].parts.setdefault(self._declared[-1], {})
        elif tag == "reference":
            self._put(said.get("field", ""), self._known.get(said.get("idref", "")))
        elif tag in ("string", "primitive", "null"):
            value = None if tag == "null" else _primitive(said.get("type", ""), said.get("value", ""))
            if "id" in said:
                self._known[said["id"]] = value
            self._put(said.get("field", ""), value)
        elif tag not in ("jsx", "declaredClass", "default"):
            raise NoJavaObjects(tag)
        self._open.append((tag, self._open[-1][1] if self._open else JavaObject("")))

    def end(self, tag: str) -> None:
        self._open.pop()
        if tag in ("object", "array", "collection"):
            self._declared.pop()

    def _put(self, name: str, value: Value) -> None:
        if self.root is None and isinstance(value, JavaObject):
            self.root = value
        elif name and self._declared:
            self._open[-1][1].parts.setdefault(self._declared[-1], {})[name] = value
        elif self._open:
            self._open[-1][1].items.append(value)


def _primitive(kind: str, value: str) -> Value:
    try:
        return int(value) if kind in ("int", "long", "short", "byte") else value == "true" if kind == "boolean" else value
    except ValueError:
        raise NoJavaObjects(value[:20]) from None


def read_objects(text: str) -> JavaObject:
    """Read the object that a text holds, with all that it refers to. Texts with a DOCTYPE are refused: nothing is looked up.

    Raises:
        NoJavaObjects: it is not what JSX writes, or more than a game can be.
    """
    parser, reader = expat.ParserCreate(), _Reader()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except (expat.ExpatError, IndexError, RecursionError) as error:
        raise NoJavaObjects(str(error)) from None
    if reader.root is None:
        raise NoJavaObjects("empty")
    return reader.root


def _refuse(*_: Any) -> None:
    raise NoJavaObjects("doctype")


class _Writer:
    """Writes each object once, with a number of its own."""

    def __init__(self) -> None:
        self._numbers: dict[int, str] = {}
        self._next = count()

    def pieces(self, value: Value, name: str) -> Iterator[str | tuple[Value, str]]:
        """Yield a value's text, and the values in it with their field's name, which are to be written in their places."""
        within = f" field='{name}'" if name else ""
        if not isinstance(value, JavaObject):
            yield self._plain(value, within)
            return
        if id(value) in self._numbers:
            yield f"<reference{within} idref='{self._numbers[id(value)]}'/>"
            return
        number = self._numbers[id(value)] = f"i{next(self._next)}"
        if value.kind == "array":
            yield f"<array{within} id='{number}' base='{value.of}' dim='1' length='{len(value.items)}'>"
        else:
            above = "".join(f"{each}," for each in reversed(value.parts) if each != value.of)
            more = f" superclasses='{above}'" if value.kind == "object" else ""
            yield f"<{value.kind}{within} id='{number}' class='{value.of}'{more}>"
        for declaring, fields in value.parts.items():
            yield f"<declaredClass class='{declaring}'><default>"
            yield from ((each, key) for key, each in fields.items())
            yield "</default>"
            if declaring == value.of:
                yield from ((each, "") for each in value.items)
            yield "</declaredClass>"
        if not value.parts:
            yield from ((each, "") for each in value.items)
        yield f"</{value.kind}>"

    def _plain(self, value: str | float | None, within: str) -> str:
        if value is None:
            return f"<null{within}/>"
        if isinstance(value, str):
            return f"<string{within} id='i{next(self._next)}' value='{escape(value, _QUOTES)}'/>"
        kind = "boolean" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        return f"<primitive{within} type='{kind}' value='{str(value).lower()}'/>"


def write_objects(root: JavaObject) -> str:
    """Write an object with all that it refers to."""
    writer = _Writer()
    written, waiting = [_HEAD], [writer.pieces(root, "")]
    while waiting:  # not by calls: the spaces of a board lead from one to the next, and each would be a call within the last
        piece = next(waiting[-1], None)
        if piece is None:
            waiting.pop()
        elif isinstance(piece, str):
            written.append(piece)
        else:
            waiting.append(writer.pieces(*piece))
    return "".join([*written, "</jsx>"])

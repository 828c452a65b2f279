"""What other languages call things: order words from grammar/languages, places and powers from a game folder's `languages`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from judge.board import normalize_name
from judge.notation.other_languages import Language
from judge.notation.plain_words import PlainWords
from judge.notation.small_words import NO_SMALL_WORDS, SmallWords
from judge.notation.word_choices import spelled_out
from judge.variants.yaml_source import YamlNode, join_key, parse_document

PARTS = {"powers": "also", "places": "abroad"}
"""Keys of a game folder's file of a language, and where such names stand among what is said of a power or place."""
BESIDE = "beside_others"
"""Key of a file of order words: words that count only where another of the language stands in the line."""
WORDS = "languages/"
"""How the grammars are called that are order words of a language."""
PLAIN = "words/"
"""How the grammars are called that are lists of words of plain speech."""
SMALL = "sentences"
"""How the grammar is called that holds the small words of sentences."""
REMARKS = (
    "doubt", "negated", "condition", "retracted", "corrected", "reversed", "sorry", "courtesy", "heading", "outdated", "except",
    "filler", "reason",
)  # fmt: skip
"""Word classes of the order grammar that are no part of an order; the names of all others begin with an underscore there."""


def read_languages(grammars: Mapping[str, str]) -> tuple[Language, ...]:
    """The order words of every language among the grammars. Raises FolderError."""
    return tuple(_read_language(name, text) for name, text in grammars.items() if name.startswith(WORDS))


@lru_cache(maxsize=32)
def _read_language(name: str, text: str) -> Language:
    """Read the order words of a language. They are kept by their text, as a grammar's parser is, for all games have the same."""
    sheet = parse_document(text, f"grammar/{name}.yaml")
    words = {_terminal(key): _phrases(said) for key, said in sheet.table().items() if key != BESIDE}
    return Language(name.removeprefix(WORDS), words, frozenset(map(normalize_name, _phrases(sheet.get(BESIDE)))))


def names_abroad(names: Sequence[Mapping[str, YamlNode]], own: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Language → its names of places and powers, from those of each folder, but none that is the house's own (`own`, folded)."""
    codes = dict.fromkeys(code for folder in names for code in folder)
    called = {code: [word for folder in names if code in folder for word in _names(folder[code])] for code in codes}
    return {code: tuple(word for word in words if normalize_name(word) not in own) for code, words in called.items()}


def plain_words(grammars: Mapping[str, str]) -> PlainWords:
    """The words of plain speech among the grammars. Raises FolderError."""
    return _read_plain_words("\n".join(text for name, text in grammars.items() if name.startswith(PLAIN)), grammars.get(SMALL, ""))


@lru_cache(maxsize=8)
def _read_plain_words(text: str, small: str) -> PlainWords:
    """Read words of plain speech, and the small words of sentences if there are any. They are kept by their texts, too."""
    sheet = parse_document(small, f"grammar/{SMALL}.yaml")
    lists = {name: words.texts() for name, words in sheet.table().items()}
    try:
        return PlainWords.of(text, SmallWords.of(lists) if lists else NO_SMALL_WORDS)
    except ValueError as error:
        raise sheet.wrong(str(error)) from error


def with_names(sheet: YamlNode, named: Mapping[str, YamlNode], part: str) -> YamlNode:
    """A table of places or powers, each with what other languages call it.

    Raises FolderError where a language names one that is not there.
    """
    if not named:
        return sheet
    table = dict(sheet.table())
    codes = {normalize_name(code): code for code in table}
    for said in named.values():
        said.only(*PARTS)
        for key, words in said.get(part).table().items():
            if key not in table:
                raise words.wrong(f"{key!r} is none of the {part} of this folder")
            for word in words.list():
                if codes.get(normalize_name(word.text()), key) != key:
                    raise word.wrong(f"{word.text()!r} is the code of another of the {part}")
            entry = table[key]
            names = (*entry.get(PARTS[part]).list(), *words.list())
            more = {PARTS[part]: YamlNode(names, entry.file, entry.line, join_key(entry.key, PARTS[part]))}
            table[key] = YamlNode({**entry.table(), **more}, entry.file, entry.line, entry.key)
    return YamlNode(table, sheet.file, sheet.line, sheet.key)


def _phrases(said: YamlNode) -> tuple[str, ...]:
    """The phrases that are said; with each word of a choice in brackets."""
    return (*dict.fromkeys(phrase for text in said.texts() for phrase in spelled_out(text)),)


def _names(sheet: YamlNode) -> Iterator[str]:
    for part in PARTS:
        for words in sheet.get(part).table().values():
            yield from words.texts()


def _terminal(key: str) -> str:
    return key.upper() if key in REMARKS else f"_{key.upper()}"

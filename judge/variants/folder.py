"""From a folder's name to its Ruleset: the folder and what it extends are merged, read, checked and fingerprinted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from judge.board import Calendar, normalize_name
from judge.notation.condition_syntax import ConditionParser
from judge.notation.reader import Notation
from judge.rules.base import Rules, compose_rules
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power, power_aliases
from judge.variants import game_yaml
from judge.variants.commands import read_commands
from judge.variants.languages import names_abroad, plain_words, read_languages, with_names
from judge.variants.lesson_yaml import read_course
from judge.variants.links_yaml import read_passages, read_victory
from judge.variants.map_yaml import read_board
from judge.variants.modules import load_rules, rule_modules, unload_modules
from judge.variants.yaml_source import FolderError, YamlNode, join_key, parse_document

GAME, MAP, ORDERS, RULES, PAGE = "game.yaml", "map.yaml", "orders.lark", "rules.py", "README.md"
LESSON = "lesson.yaml"
"""The lesson game, of this folder alone; no rule depends on it."""
JDIP = "jdip.yaml"
"""What jDip calls the board."""
GODIP = "godip.yaml"
"""What godip calls the spaces."""
LANGUAGES = "languages"
"""The folder of what other languages call places and powers."""
ART, PEN, GRID, PLACES = "art.json", "art.yaml", "grid.txt", "places.yaml"
"""The drawn board, what it is drawn from, and where the spaces lie, from which the source may be sketched."""
DEFAULT = "standard"
"""The folder of a game, or a case, that names none."""
PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a folder may be called."""
NONE = "none"
"""As a value it removes the extended folder's value."""
KEYS = (
    "extends", "title", "about", "names", "powers", "unplayed", "start", "calendar", "links", "victory", "house_rules", "modules",
    "forms", "dice", "by_mail", "commands", "reasons",
)  # fmt: skip
"""Keys of game.yaml."""
OWN = ("extends", "title", "about", "names", "modules", "reasons")
"""Keys of game.yaml that are a folder's own and never inherited as they stand."""


@dataclass(frozen=True)
class VariantFolder:
    """One folder of games/, with its game.yaml as it is written there."""

    path: Path
    sheet: YamlNode

    @property
    def powers_gone(self) -> frozenset[str]:
        """The powers of the folder below that this one takes away."""
        told = self.sheet.get("powers").value
        return frozenset(name for name, power in told.items() if power.value == NONE) if isinstance(told, Mapping) else frozenset()

    @property
    def names(self) -> dict[str, YamlNode]:
        """Language → what it calls places and powers, from its `languages/*.yaml`. Raises FolderError."""
        files = sorted((self.path / LANGUAGES).glob("*.yaml"))
        return {file.stem: parse_document(read_text(file), str(file)) for file in files}

    def text(self, name: str) -> str:
        """The text of one of its files, '' if it has none. Raises FolderError if it is not UTF-8."""
        return read_text(self.path / name)


def load_ruleset(folder: str, roots: Sequence[Path], grammars: Mapping[str, str]) -> Ruleset:
    """The Ruleset of a folder of one of the roots, the earlier root first; `grammars` are the base grammars by name.

    Raises FolderError naming the file and line of the first mistake.
    """
    chain = tuple(extends_chain(folder, roots))
    own = chain[-1]
    sheet = merged_game(chain)
    sheet.only(*KEYS)
    board = read_board(merged_map(chain))
    calendar = game_yaml.read_calendar(sheet.get("calendar"))
    powers, mastered = game_yaml.read_powers(sheet.get("powers")), game_yaml.read_gm_power(sheet.get("powers"))
    standing = game_yaml.read_standing_powers(sheet.get("powers"))
    start = game_yaml.read_start(sheet.get("start"), board, (*powers, *standing), calendar)
    each = game_yaml.read_start_per_power(sheet.get("start"), board)
    for one in chain:
        unload_modules(one.path)
    modules = [module for one in chain for module in rule_modules(one.sheet.get("modules"), one.path / RULES)]
    loaded = Ruleset(
        key=folder,
        title=own.sheet.get("title").text() or folder,
        names=tuple(dict.fromkeys((folder, *own.sheet.get("names").texts()))),
        powers=powers,
        mastered=mastered,
        standing=standing,
        roster=game_yaml.power_names(sheet.get("powers")),
        unplayed=game_yaml.read_unplayed(sheet.get("unplayed"), powers),
        passages=read_passages(sheet.get("links"), board, [power.name for power in (*powers, *standing)], calendar),
        victory=read_victory(sheet.get("victory"), board),
        board=board,
        start=start,
        calendar=calendar,
        rules=_rules(modules, own),
        conditions=ConditionParser(grammars["conditions"]),
        notation=_notation(grammars, chain, sheet.get("forms"), (*powers, *mastered, *standing), calendar),
        house_rules=game_yaml.read_house_rules(sheet.get("house_rules")),
        version=_fingerprint(chain),
        commands=read_commands(sheet.get("commands"), RULES, variant_texts(folder, roots), load_rules),
        dice=not sheet.get("dice").empty and sheet.get("dice").flag(),
        by_mail=sheet.get("by_mail").empty or sheet.get("by_mail").flag(),
        open=game_yaml.powers_are_open(sheet.get("powers")),
        each=each,
        course=read_course(parse_document(own.text(LESSON), str(own.path / LESSON)), powers),
    )
    return loaded.for_players()


def names_to_folders(roots: Sequence[Path]) -> dict[str, str]:
    """Every name a game may be created by, folded → its folder; its title, too, where nobody claims that as a name.

    A folder that cannot be read is left out, and a name that two folders claim is the first one's: no folder keeps the others
    from being played. `unusable_folders` tells of both.
    """
    found: dict[str, str] = {}
    titles: dict[str, str] = {}
    for path in _folders(roots):
        try:
            names = [name for name, _ in _names_of(path)]
            title = normalize_name(parse_document(read_text(path / GAME), str(path / GAME)).get("title").text())
        except FolderError:
            continue
        for name in names:
            found.setdefault(name, path.name)
        titles[title] = path.name
    return {**{title: folder for title, folder in titles.items() if title}, **found}


def unusable_folders(roots: Sequence[Path]) -> dict[str, str]:
    """Folder → what is wrong with it, for those that CREATE does not find by all their names."""
    found: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for path in _folders(roots):
        try:
            for name, sheet in list(_names_of(path)):
                if found.setdefault(name, path.name) != path.name:
                    wrong[path.name] = str(sheet.wrong(f"{name!r} is claimed by {found[name]!r} too"))
        except FolderError as error:
            wrong[path.name] = str(error)
    return wrong


def claimed_names(roots: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """(name, folded, folder) for each name that a folder goes by; a folder that cannot be read claims none."""
    for path in _folders(roots):
        try:
            names = list(_names_of(path))
        except FolderError:  # its own check tells that
            continue
        yield from ((name, path.name) for name, _ in names)


def _names_of(path: Path) -> Iterator[tuple[str, YamlNode]]:
    """(name, folded, where it says so) for each name that one folder goes by. Raises FolderError."""
    sheet = parse_document(read_text(path / GAME), str(path / GAME))
    for name in dict.fromkeys(map(normalize_name, (path.name, *sheet.get("names").texts()))):
        yield name, sheet.get("names")


class SourceText(NamedTuple):
    """A text of a folder, and the file that it is from."""

    text: str
    file: Path


def variant_texts(folder: str, roots: Sequence[Path]) -> dict[str, str]:
    """The texts of a folder by the names that their files have or would have (see `variant_sources`)."""
    return {name: source.text for name, source in variant_sources(folder, roots).items()}


def variant_sources(folder: str, roots: Sequence[Path]) -> dict[str, SourceText]:
    """A folder's `words/*.j2` and README by file name, its own before those of the folders it extends. Raises FolderError.

    What game.yaml gives as `reasons` serves like files `CODE.j2`, and what it says the game is `about` like a README, if the folder
    has none of its own.
    """
    found: dict[str, SourceText] = {}
    for each in extends_chain(folder, roots):
        page = each.path / PAGE
        for code, said in each.sheet.get("reasons").table().items():
            found[f"{code}.j2"] = SourceText(said.text(), each.path / GAME)
        found |= {path.name: SourceText(read_text(path), path) for path in sorted((each.path / "words").glob("*.j2"))}
        if text := read_text(page):
            found[PAGE] = SourceText(text, page)
        own = each
    if own.sheet.get("about").empty or own.text(PAGE):
        return found
    about = f"# {own.sheet.get('title').text() or folder}\n\n{_about(own.sheet.get('about'))}\n"
    return {**found, PAGE: SourceText(about, own.path / GAME)}


def _about(sheet: YamlNode) -> str:
    """The rules of a game as text: a list is numbered, so that reasons can name its rules: `[2]`."""
    if isinstance(sheet.value, str):
        return sheet.text()
    return "\n".join(f"{number}. {text}" for number, text in enumerate(sheet.texts(), 1))


def art_text(folder: str, roots: Sequence[Path]) -> str:
    """The text of the drawn board of a folder, or of the nearest that it extends; '' if none has one. Raises FolderError."""
    texts = [text for each in extends_chain(folder, roots) if (text := each.text(ART))]
    return texts[-1] if texts else ""


def read_text(path: Path) -> str:
    """A file's text, '' if there is no such file. Raises FolderError if it cannot be read as UTF-8."""
    try:
        return path.read_text("utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise FolderError(str(path), 0, f"cannot be read as UTF-8 text ({error})") from None


def _folders(roots: Sequence[Path]) -> Iterator[Path]:
    seen: set[str] = set()
    for root in roots:
        for path in sorted(root.glob(f"*/{GAME}")):
            if path.parent.name not in seen and not path.parent.name.startswith("_"):
                seen.add(path.parent.name)
                yield path.parent


def extends_chain(folder: str, roots: Sequence[Path]) -> Iterator[VariantFolder]:
    """The folder and everything it extends, the farthest first. Raises FolderError."""
    chain: list[VariantFolder] = []
    name, asked_by = folder, None
    while name:
        if name in (each.path.name for each in chain):
            raise FolderError(str(chain[0].path / GAME), 0, f"extends: {name!r} extends itself in the end")
        chain.insert(0, _folder(name, roots, asked_by))
        asked_by = chain[0].sheet.get("extends")
        name = asked_by.text()
    yield from chain


def _folder(name: str, roots: Sequence[Path], asked_by: YamlNode | None) -> VariantFolder:
    # A name is one plain folder name: it may come from a letter or a case file and must not lead elsewhere.
    if PLAIN.fullmatch(name):
        for root in roots:
            if (root / name / GAME).is_file():
                return VariantFolder(root / name, parse_document(read_text(root / name / GAME), str(root / name / GAME)))
    message = f"there is no game folder {name!r}"
    raise asked_by.wrong(message) if asked_by else FolderError(name, 0, message)


def merged_game(chain: Sequence[VariantFolder]) -> YamlNode:
    """The game.yaml of a folder and all it extends, as one."""
    sheet = _with_power_names(chain[0])
    for each in chain[1:]:
        inherited = {key: part for key, part in sheet.table().items() if key not in OWN}
        if "start" in inherited:
            inherited["start"] = without_powers(inherited["start"], each.powers_gone, "units")
        sheet = merge(YamlNode(inherited, sheet.file, sheet.line), _with_power_names(each))
    return sheet


def godip_codes(folder: str, roots: Sequence[Path]) -> dict[str, str]:
    """Space → what godip calls it, where it is not our code in small letters. Raises FolderError."""
    sheet = YamlNode({}, folder, 0)
    for each in extends_chain(folder, roots):
        sheet = merge(sheet, parse_document(each.text(GODIP), str(each.path / GODIP)))
    sheet.only("codes")
    return {space: code.text() for space, code in sheet.get("codes").table().items()}


def without_powers(sheet: YamlNode, gone: Set[str], *tables: str) -> YamlNode:
    """A table without what its parts named in `tables` say of powers that are not in the game."""
    if not gone or not isinstance(sheet.value, Mapping):
        return sheet
    parts = dict(sheet.value)
    for name in set(tables) & set(parts):
        told = parts[name]
        if isinstance(told.value, Mapping):
            left = {key: part for key, part in told.value.items() if key not in gone and str(part.value) not in gone}
            parts[name] = YamlNode(left, told.file, told.line, told.key)
    return YamlNode(parts, sheet.file, sheet.line, sheet.key)


def _with_power_names(folder: VariantFolder) -> YamlNode:
    """A folder's game.yaml with what other languages call its powers."""
    table, powers = folder.sheet.table(), folder.sheet.get("powers")
    named = with_names(powers, folder.names, "powers")
    return folder.sheet if named is powers else YamlNode({**table, "powers": named}, folder.sheet.file, folder.sheet.line)


def merged_map(chain: Sequence[VariantFolder]) -> YamlNode:
    """The map.yaml of a folder and all it extends, as one. Raises FolderError."""
    sheet = YamlNode({}, str(chain[-1].path / MAP), 0)
    for each in chain:
        sheet = merge(sheet, with_names(parse_document(each.text(MAP), str(each.path / MAP)), each.names, "places"))
    return sheet


def merge(below: YamlNode, above: YamlNode) -> YamlNode:
    """Two tables as one: what is told above goes before what is told below, key by key; `none` takes a key away."""
    if not isinstance(below.value, Mapping) or not isinstance(above.value, Mapping):
        return above
    both = dict(below.value)
    for key, part in above.value.items():
        if part.value == NONE:
            both.pop(key, None)
        else:
            both[key] = merge(both[key], part) if key in both else part
    return YamlNode(both, above.file, above.line, above.key)


def extra_code_files(folder: Path) -> list[str]:
    """Names of further files with modules of a folder's rules."""
    return sorted(path.name for path in folder.glob("*.py") if path.name != RULES and path.stem.isidentifier())


def _fingerprint(chain: Sequence[VariantFolder]) -> str:
    """Twelve hex digits of SHA-256 over the files that bear rules, in the order they are merged."""
    digest = hashlib.sha256()
    for each in chain:
        for name in (GAME, MAP, ORDERS, RULES, *extra_code_files(each.path)):
            digest.update(f"{join_key(each.path.name, name)}\0{each.text(name)}\0".encode())
    return digest.hexdigest()[:12]


def _rules(modules: Sequence[type[Rules]], own: VariantFolder) -> Rules:
    try:
        return compose_rules(modules)
    except ValueError as error:
        raise FolderError(str(own.path / RULES), 0, str(error)) from None


def _notation(
    grammars: Mapping[str, str], chain: Sequence[VariantFolder], forms: YamlNode, powers: Sequence[Power], calendar: Calendar
) -> Notation:
    extension = "\n".join(text for each in chain if (text := each.text(ORDERS)))
    own = {normalize_name(name) for each in chain for name in _own_names(each)}
    abroad = names_abroad([each.names for each in chain], own)
    spelled = {verb: form.text() for verb, form in forms.table().items()}
    try:
        return Notation.of(
            grammars["orders"], extension, spelled, power_aliases(powers), read_languages(grammars), abroad, plain_words(grammars),
            calendar.other_words(),
        )  # fmt: skip
    except ValueError as error:
        raise FolderError(str(chain[-1].path / ORDERS), 0, str(error)) from None


def _own_names(folder: VariantFolder) -> Iterator[str]:
    """What a folder itself calls places and powers."""
    for sheet in (parse_document(folder.text(MAP), str(folder.path / MAP)), folder.sheet.get("powers")):
        for key, entry in sheet.value.items() if isinstance(sheet.value, Mapping) else ():
            yield key
            if isinstance(entry.value, Mapping):
                yield from (*entry.get("name").texts(), *entry.get("adjective").texts(), *entry.get("also").texts())

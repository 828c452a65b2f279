"""One folder checked file by file: what is wrong in one does not keep the others from being read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader, PrefixLoader

from judge.assets import Assets
from judge.board import Board, Calendar, Season, normalize_name
from judge.checking import game as check_game
from judge.checking.cases import case_mistakes
from judge.checking.code import code_mistakes
from judge.checking.drawing import drawing_mistakes
from judge.checking.error_recovery import parse_with_all_mistakes
from judge.checking.lessons import lesson_file_mistakes, lesson_mistakes
from judge.checking.readback import unread_adjectives, unread_places
from judge.checking.sentences import SENTENCES, sentence_mistakes
from judge.checking.templates import SourceFile, grammar_mistakes, order_form_mistakes, template_mistakes
from judge.reports import Templates
from judge.rules.base import compose_rules
from judge.rules.house_rules import HouseRule
from judge.rules.variant import Power
from judge.variants import game_yaml
from judge.variants.commands import read_commands
from judge.variants.folder import (
    GAME,
    GODIP,
    JDIP,
    KEYS,
    LANGUAGES,
    LESSON,
    MAP,
    ORDERS,
    PAGE,
    PEN,
    PLACES,
    RULES,
    VariantFolder,
    claimed_names,
    extends_chain,
    extra_code_files,
    load_ruleset,
    merged_game,
    merged_map,
    read_text,
)
from judge.variants.folder import variant_texts as words_of
from judge.variants.jdip_board import read_jdip_board
from judge.variants.links_yaml import read_passages, read_victory
from judge.variants.map_mistakes import map_mistakes
from judge.variants.map_yaml import KNOWN, read_board
from judge.variants.marks import MARKS, load_art, merged_marks, read_marks
from judge.variants.modules import load_rules, rule_modules, unload_modules
from judge.variants.yaml_source import FolderError, YamlNode, parse_document

T = TypeVar("T")
FILES = (GAME, MAP, ORDERS, RULES, MARKS, PEN, PLACES, PAGE, SENTENCES, LESSON, JDIP, GODIP)
READ = (".yaml", ".yml", ".lark", ".py", ".j2")
"""Endings of files that somebody will think are read."""


def check_folder(path: Path, roots: Sequence[Path], assets: Assets, run: bool = False) -> list[FolderError]:
    """Every mistake of a folder that lies in one of the roots, by file and line. `run`: judge its cases, too."""
    found = [*_stray(path)]
    if unreadable := list(_no_text(path)):
        return found + unreadable
    chain, wrong = _chain(path, roots)
    found += wrong
    if chain:
        found += FolderCheck(path, chain, roots, assets).all()
    else:
        found += [wrong for wrong in _alone(path) if str(wrong) not in map(str, found)]
    found += sentence_mistakes(path)
    runs = not any(Path(wrong.file).suffix == ".py" for wrong in found)
    found += case_mistakes(path, roots, assets if runs else None, run and not found)
    return sorted({str(wrong): wrong for wrong in found}.values(), key=_place)


def _place(wrong: FolderError) -> tuple[str, int]:
    return wrong.file, wrong.line


def _chain(path: Path, roots: Sequence[Path]) -> tuple[tuple[VariantFolder, ...], list[FolderError]]:
    try:
        return tuple(extends_chain(path.name, roots)), []
    except FolderError as wrong:
        return (), [wrong]


def _alone(path: Path) -> Iterator[FolderError]:
    """What can be said of the files of a folder whose game.yaml cannot be read."""
    try:
        sheet = parse_document(read_text(path / MAP), str(path / MAP))
        yield from map_mistakes(sheet)
    except FolderError as wrong:
        yield wrong
    for file in sorted(path.glob("*.py")):
        yield from code_mistakes(file, read_text(file), ())


def _stray(path: Path) -> Iterator[FolderError]:
    for file in sorted(path.iterdir()):
        if file.is_file() and file.suffix in READ and file.name not in (*FILES, *extra_code_files(path)):
            yield FolderError(str(file), 0, f"nothing reads this file; a folder has {', '.join(FILES)}, words/*.j2, cases/*.yaml")


def _no_text(path: Path) -> Iterator[FolderError]:
    """Files that are not UTF-8; nothing else is said until they are."""
    more = (*(path / "words").rglob("*.j2"), *(path / "cases").glob("*.yaml"), *(path / LANGUAGES).glob("*.yaml"))
    for file in (*(path / name for name in (*FILES, *extra_code_files(path))), *sorted(more)):
        try:
            read_text(file)
        except FolderError as wrong:
            yield wrong


class FolderCheck:
    """The check of one folder, with what it and the folders it extends say together."""

    def __init__(self, path: Path, chain: Sequence[VariantFolder], roots: Sequence[Path], assets: Assets) -> None:
        self.path, self.chain, self.roots, self.assets = path, chain, roots, assets
        self.found: list[FolderError] = []
        self.sheet = merged_game(chain)
        self.house_rules: Mapping[str, HouseRule] | None = None
        """The game's house rules, once they are read without a mistake."""
        self.said = " ".join(_texts(chain))
        """What rules and words of the folders say, to see which keys of the game's own they read."""

    def all(self) -> list[FolderError]:
        """Every mistake, in no order."""
        self._game_file()
        board, powers = self._map(), self._powers()
        if board is not None:
            self._start(board, powers)
            self._marks(board, powers)
            self._drawing(board)
        self._switches(board)
        try:
            words = words_of(self.path.name, self.roots)
        except FolderError as wrong:
            return [*self.found, wrong]
        self._modules(words)
        self._words(words)
        self.found += lesson_file_mistakes(self.path, powers or ())
        self._jdip_file()
        if not self.found:
            self._read_back()
        if self.chain[-1].sheet.get("about").empty and not (self.path / PAGE).is_file():
            missing = f"is missing; players need the rules in words, here or under `about` in {GAME}"
            self.found.append(FolderError(str(self.path / PAGE), 0, missing))
        return self.found

    def _note(self, check: Callable[[], Iterator[FolderError]]) -> None:
        """Keep what a check finds, and what stops it."""
        try:
            self.found += check()
        except FolderError as wrong:
            self.found.append(wrong)

    def _read(self, read: Callable[[YamlNode], T], sheet: YamlNode) -> T | None:
        value, wrong = parse_with_all_mistakes(read, sheet)
        self.found += wrong
        return value

    def _game_file(self) -> None:
        self.sheet = self._read(_known, self.sheet) or self.sheet
        own = self.chain[-1].sheet
        if own.get("title").empty:
            self.found.append(own.get("title").wrong("is missing; what do people call the game?"))
        self._read(_called, own)
        self._note(self._claimed)

    def _claimed(self) -> Iterator[FolderError]:
        """Names that other folders go by."""
        own = self.chain[-1].sheet.get("names")
        mine = {normalize_name(name) for name in (self.path.name, *own.texts())}
        for name, folder in claimed_names(self.roots):
            if folder != self.path.name and name in mine:
                yield own.wrong(f"{name!r} is claimed by {folder!r} too")

    def _jdip_file(self) -> None:
        try:
            self._read(read_jdip_board, parse_document(read_text(self.path / JDIP), str(self.path / JDIP)))
        except FolderError as wrong:
            self.found.append(wrong)

    def _map(self) -> Board | None:
        """The board, what is wrong with it left out."""
        try:
            sheet = self._read(_faulty, merged_map(self.chain))
        except FolderError as wrong:
            self.found.append(wrong)
            return None
        if sheet is None:
            return None
        self.found += map_mistakes(sheet)
        sheet, _ = parse_with_all_mistakes(_sound, sheet)
        return self._read(read_board, sheet) if sheet else None

    def _powers(self) -> Sequence[Power] | None:
        sheet = self.sheet.get("powers")
        powers = self._read(game_yaml.read_powers, sheet)
        if powers is not None and not game_yaml.powers_are_open(sheet):
            self._note(lambda: check_game.power_mistakes(sheet, powers))
            return powers
        return None

    def _calendar(self) -> Calendar:
        """The calendar, or one that will do to go on with."""
        sheet = self.sheet.get("calendar")
        calendar = self._read(game_yaml.read_calendar, sheet)
        if calendar is None:
            return Calendar((Season("{year}", "movement"),), 1)
        self._note(lambda: check_game.calendar_mistakes(sheet, calendar, self.said))
        return calendar

    def _start(self, board: Board, powers: Sequence[Power] | None) -> None:
        sheet, calendar = self.sheet.get("start"), self._calendar()
        told = self.sheet.get("powers")
        standing = () if powers is None else self._read(game_yaml.read_standing_powers, told) or ()
        everybody = (*(powers or ()), *standing)
        start = self._read(lambda part: game_yaml.read_start(part, board, everybody, calendar), sheet)
        self._read(lambda part: read_victory(part, board), self.sheet.get("victory"))
        if powers is not None:
            names = [power.name for power in everybody]
            self._read(lambda part: read_passages(part, board, names, calendar), self.sheet.get("links"))
            self._read(lambda part: game_yaml.read_unplayed(part, powers), self.sheet.get("unplayed"))
        self._read(lambda part: game_yaml.read_start_per_power(part, board), sheet)
        if start is not None and powers is not None:
            self._note(lambda: check_game.start_mistakes(sheet, start, everybody, board))
            spaces, own = merged_map(self.chain), str(self.path / MAP)
            self._note(lambda: check_game.space_mistakes(spaces, everybody, own, self.said, KNOWN))

    def _marks(self, board: Board, powers: Sequence[Power] | None) -> None:
        """What the map shows, read as the drawing reads it."""
        try:
            sheet = merged_marks(self.chain)
        except FolderError as wrong:
            self.found.append(wrong)
            return
        self._read(read_marks, sheet)
        self._note(lambda: check_game.map_mark_mistakes(sheet, board, powers))

    def _drawing(self, board: Board) -> None:
        """The drawn board of the folder, or of one that it extends, drawn once with the units of the start."""
        try:
            art = load_art(self.path.name, self.roots)
        except FolderError as wrong:
            self.found.append(wrong)
            return
        if art is not None:
            self.found += drawing_mistakes(self.path, art, board)

    def _read_back(self) -> None:
        """What the game prints is read again; asked only of a game that can be loaded."""
        rules = load_ruleset(self.path.name, self.roots, self.assets.grammars())
        self.found += unread_places(rules, merged_map(self.chain))
        self.found += unread_adjectives(rules, self.sheet.get("powers"))
        self.found += lesson_mistakes(self.path, rules)

    def _switches(self, board: Board | None) -> None:
        sheet = self.sheet.get("house_rules")
        self.house_rules = switches = self._read(game_yaml.read_house_rules, sheet)
        if board is not None and switches is not None:
            self._note(lambda: check_game.house_rule_mistakes(sheet, switches, board))

    def _modules(self, words: Mapping[str, str]) -> None:
        """The rules are read first; what they may not do is not run."""
        rules, own = self.path / RULES, self.chain[-1].sheet.get("modules")
        names = self._read(YamlNode.texts, own) or ()
        files = sorted(self.path.glob("*.py"))
        wrong = [mistake for file in files for mistake in code_mistakes(file, read_text(file), _in(file, names), self.house_rules)]
        self.found += wrong
        if wrong:
            return
        for each in self.chain:
            unload_modules(each.path)
        self._read(lambda sheet: read_commands(sheet, RULES, words, load_rules), self.sheet.get("commands"))
        try:
            compose_rules([module for each in self.chain for module in rule_modules(each.sheet.get("modules"), each.path / RULES)])
        except FolderError as error:
            self.found.append(error)
        except ValueError as error:
            self.found.append(FolderError(str(rules), _class_line(read_text(rules), str(error)), str(error)))

    def _words(self, texts: Mapping[str, str]) -> None:
        base, forms = self.assets.grammars()["orders"], self.sheet.get("forms")
        files = [SourceFile(each.path / ORDERS, text) for each in self.chain if (text := each.text(ORDERS))]
        self._note(lambda: order_form_mistakes(forms, [base, *(file.text for file in files)]))
        if files:
            self._note(lambda: grammar_mistakes(base, files, forms))
        own = {path: read_text(path) for path in sorted((self.path / "words").rglob("*.j2"))}
        loader = ChoiceLoader([PrefixLoader({"game": DictLoader(texts)}), FileSystemLoader(self.assets.templates)])
        words = Templates(loader)
        self._note(lambda: template_mistakes(own, words))
        self._note(lambda: _reason_mistakes(self.chain[-1].sheet.get("reasons"), words))


def _reason_mistakes(reasons: YamlNode, words: Templates) -> Iterator[FolderError]:
    """Reasons of game.yaml whose texts are no templates."""
    for said in reasons.table().values():
        if wrong := words.wrong(said.text()):
            yield said.wrong(wrong[1])


def _known(sheet: YamlNode) -> YamlNode:
    sheet.only(*KEYS)
    return sheet


def _called(sheet: YamlNode) -> tuple[str, tuple[str, ...]]:
    return sheet.get("title").text(), sheet.get("names").texts()


def _faulty(sheet: YamlNode) -> YamlNode:
    """The sheet, if it can be parsed far enough to list its faults. Raises FolderError."""
    list(map_mistakes(sheet))
    return sheet


def _sound(sheet: YamlNode) -> YamlNode:
    """The sheet, if it has no faults. Raises FolderError."""
    for wrong in map_mistakes(sheet):
        raise wrong
    return sheet


def _in(file: Path, modules: Sequence[str]) -> list[str]:
    """Those of the modules that a file holds: `Rail` is in rules.py, `signals.Rail` in signals.py."""
    split = [name.rpartition(".") for name in modules]
    return [name for home, _, name in split if (home or Path(RULES).stem) == file.stem]


def _texts(chain: Sequence[VariantFolder]) -> Iterator[str]:
    for each in chain:
        yield from (each.text(name) for name in (RULES, *extra_code_files(each.path)))
        yield from (read_text(path) for path in sorted((each.path / "words").rglob("*.j2")))
        yield str(each.sheet.get("reasons").plain())


def _class_line(text: str, said: str) -> int:
    """The line of the class that a sentence begins with, or 0."""
    name = re.split(r"\W", said)[0]
    return next((n for n, line in enumerate(text.split("\n"), 1) if re.match(rf"class {re.escape(name)}\b", line)), 0)

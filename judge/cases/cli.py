"""`judge adjudicate`: cases in, outcomes out. Nothing a file holds gives a traceback."""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
from collections import deque
from dataclasses import replace
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any, TextIO

from judge.assets import find_assets
from judge.cases.case import Case, read_case, read_cases, read_jsonl_cases
from judge.cases.check import Difference, differences
from judge.cases.failures import judging_failure
from judge.cases.run import case_ruleset, failed_outcome, judge_case, outcome_of
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.garbage import nothing_collected
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from judge.variants.yaml_source import FolderError, YamlNode

DIFFERENT, UNREADABLE = 1, 2
"""Exit statuses: an expectation was not met; the file could not be read at all."""
TOGETHER = 50
"""Lines that a process of a batch is given at a time."""
KNOWN = 16384
"""Order lines that a process remembers, at 3 KB each. Cases of one game have most of them in common: a board has some thousands."""


class RulesetCache:
    """Loads each game once for all the cases of one call."""

    def __init__(self, folders: list[Path]) -> None:
        self.data = find_assets()
        self.roots = (*folders, self.data.games)
        self.grammars = self.data.grammars()
        self.game = cache(self._load)

    def _load(self, variant: str) -> tuple[Ruleset, CaseTemplates]:
        with nothing_collected():
            loaded = load_ruleset(variant, self.roots, self.grammars)
        ruleset = replace(loaded, notation=replace(loaded.notation, known=KNOWN))
        return ruleset, load_case_templates(ruleset, self.data.templates, self.roots)

    def judge(self, sheet: YamlNode, report: bool, compare: bool = False) -> tuple[dict[str, Any], list[str]]:
        """The outcome of a case and, if wanted, a line for everything that is not as it expects. Raises FolderError."""
        try:
            return self._judge(sheet, report, compare)
        except FolderError:
            raise
        except Exception as error:  # a game's rules may raise anything
            raise judging_failure(error, sheet, self.roots) from error

    def _judge(self, sheet: YamlNode, report: bool, compare: bool) -> tuple[dict[str, Any], list[str]]:
        case = read_case(sheet)
        loaded, words = self._game_of(case)
        ruleset = case_ruleset(case, loaded)
        words = replace(words, ruleset=ruleset)
        rows: list[dict[str, Any]] = []
        found: list[str] = []
        for block, judged in judge_case(case, ruleset, words):
            rows.append(outcome_of(case, judged, ruleset, words, report))
            if compare:
                others = differences(block.expect, rows[-1], judged, ruleset)
                found += [words.difference(case.id, Difference(key, _json(a), _json(b))) for key, a, b in others]
        single = len(rows) == 1 and not case.history
        return rows[0] if single else {"id": case.id, "variant": case.variant, "turns": rows}, found

    def _game_of(self, case: Case) -> tuple[Ruleset, CaseTemplates]:
        try:
            return self.game(case.variant)
        except FolderError as error:
            at = case.sheet.get("variant")
            raise at.wrong(f"the game cannot be loaded: {error}") from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge adjudicate`."""
    parser.add_argument("file", metavar="FILE", help="a case file, YAML or JSON (--batch: JSONL); '-' is standard input")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="the outcome as JSON")
    shape.add_argument("--check", action="store_true", help="print what is not as expect: says; status 1 if anything")
    shape.add_argument("--batch", action="store_true", help="one case a line in, one outcome a line out")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="with --batch: judge in N processes, 0 for one a processor"
    )
    parser.add_argument("--report", action="store_true", help="with --batch: include the report texts")
    parser.add_argument("--games", type=Path, action="append", default=[], metavar="DIR", help="more folders of games")


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status: 0, 1 (differences), 2 (cannot be read)."""
    bench = RulesetCache(args.games)
    if isinstance(sys.stdout, io.TextIOWrapper):  # half a character in a file is an escape in JSON, not the end of a batch
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if args.batch and args.jobs != 1:
            return _batch_side_by_side(args.games, args.file, args.report, args.jobs)
        return _batch(bench, args.file, args.report) if args.batch else _file(bench, args)
    except FolderError as error:
        print(error, file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to say, not even at exit
        return 0
    except (OSError, UnicodeDecodeError) as error:
        print(f"{args.file}: cannot be read: {error}", file=sys.stderr)
    return UNREADABLE


def _file(bench: RulesetCache, args: argparse.Namespace) -> int:
    text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text("utf-8")
    status = 0
    for sheet in read_cases(text, args.file):
        row, found = bench.judge(sheet, report=True, compare=args.check)
        status = DIFFERENT if found else status
        _print(found, sys.stdout)
        if args.json:
            print(json.dumps(row, ensure_ascii=False, indent=1))
            continue
        for phase in row.get("turns", [row]):
            _print(phase["errors"], sys.stderr)
            _print([] if args.check else [phase["report"], ""], sys.stdout)
    return status


def _print(lines: list[str], to: TextIO) -> None:
    for line in lines:
        print(line, file=to)


def _batch(bench: RulesetCache, name: str, report: bool) -> int:
    with _lines(name) as lines:
        gc.freeze()  # a full collection in the middle costs more than a phase
        for sheet in read_jsonl_cases(lines, name):
            print(_json(_row(bench, sheet, report)), flush=lines.isatty())
    return 0


def _batch_side_by_side(folders: list[Path], name: str, report: bool, jobs: int) -> int:
    """Judge a batch in several processes. Lines are read and judged some at a time: it is not for a program that waits for each."""
    from concurrent.futures import Future, ProcessPoolExecutor

    jobs = jobs if jobs > 0 else os.cpu_count() or 1
    waiting: deque[Future[list[str]]] = deque()
    with _lines(name) as lines, ProcessPoolExecutor(jobs, initializer=gc.freeze) as pool:
        try:
            for first in count(1, TOGETHER):
                some = list(islice(lines, TOGETHER))
                if some:
                    waiting.append(pool.submit(_judge_lines, tuple(folders), some, name, first, report))
                while waiting and (not some or len(waiting) > 2 * jobs):
                    _print(waiting.popleft().result(), sys.stdout)
                if not some:
                    return 0
        finally:
            for each in waiting:
                each.cancel()
    return 0


@cache
def _games_of(folders: tuple[Path, ...]) -> RulesetCache:
    """The games of one process, loaded once for all the lines that it is given."""
    return RulesetCache([*folders])


def _judge_lines(folders: tuple[Path, ...], lines: list[str], name: str, first: int, report: bool) -> list[str]:
    return [_json(_row(_games_of(folders), sheet, report)) for sheet in read_jsonl_cases(lines, name, first)]


def _lines(name: str) -> TextIO:
    file = sys.stdin.fileno() if name == "-" else name
    return open(file, encoding="utf-8", errors="surrogateescape", closefd=name != "-")


def _row(bench: RulesetCache, sheet: YamlNode | FolderError, report: bool) -> dict[str, Any]:
    if isinstance(sheet, FolderError):
        return failed_outcome(sheet)
    try:
        return bench.judge(sheet, report)[0]
    except FolderError as error:
        return failed_outcome(error, sheet)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

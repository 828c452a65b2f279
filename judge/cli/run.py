"""`judge run` and `judge tick`, for an operator or cron.

Exit statuses (sysexits.h): 0 done; 69 it cannot be started now, but perhaps soon; 78 a person must first change something: the
configuration, the key, the version, or what this worker and the others differ in.
"""

from __future__ import annotations

import argparse
import gc
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from socket import gethostname

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.config import Config, load_config
from judge.daemon.daemon import Daemon
from judge.daemon.doubtful_settings import doubtful_settings
from judge.daemon.logging_setup import configure_logging, redact_own_address
from judge.daemon.memory import give_memory_back
from judge.daemon.single import only_judge
from judge.daemon.wiring import Application, KeyUnusable, build_application
from judge.reports import Templates
from judge.store import Store, StoreRefused, WorkerDiffers
from judge.store.schema_versions import STARTED
from judge.version import judge_version

_log = logging.getLogger(__name__)

BAD_CONFIG, CANNOT_START = 78, 69
SWITCH = 0.0001
"""Seconds after which a busy thread lets another run. With Python's 5 ms, every commit of the office would wait that long for a
sender that is rendering.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge run` and `judge tick`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT."""
    configure_logging()
    sys.setswitchinterval(SWITCH)
    give_memory_back()
    return _with_judge(args, _serve, ticks=False)


def run_once(args: argparse.Namespace) -> int:
    """Decide every waiting letter, run what is due, send what is queued, and end. For use with cron."""
    configure_logging(logging.WARNING)
    return _with_judge(args, _once, ticks=True)


def _serve(judge: Application) -> None:
    for said in doubtful_settings(judge.settings):
        _log.warning(said)
    gc.freeze()  # loaded modules are never garbage: spare the collector from scanning them
    Daemon(judge).run()


def _once(judge: Application) -> None:
    Daemon(judge).once()


def _with_judge(args: argparse.Namespace, work: Callable[[Application], None], *, ticks: bool) -> int:
    try:
        settings = load_config(args.config)
        with only_judge(settings.store, ticks=ticks):
            return _worked(build_application(settings, worker=worker_name(args.config)), work)
    except WorkerDiffers as error:  # only the operator can help, so systemd need not try again
        return _complain(_how_it_differs(error, settings), BAD_CONFIG)
    except (ValueError, KeyUnusable, StoreRefused) as error:  # ValueError: a ConfigError, a FolderError, a store's address
        return _complain(error, BAD_CONFIG)
    except OSError as error:  # the store or a port cannot be opened
        return _complain(error, CANNOT_START)


def _worked(judge: Application, work: Callable[[Application], None]) -> int:
    redact_own_address(judge.settings.address)
    try:
        _note_start(judge.store)
        work(judge)
    finally:
        judge.store.close()
    return 0


def worker_name(config: Path | None) -> str:
    """Return the name of a worker, among those of one store: its machine, and its configuration if that has another name."""
    file = config.stem if config else "judge"
    return " ".join([gethostname(), *([file] if file != "judge" else [])])


def _note_start(store: Store) -> None:
    """Note in the log which judge this is, and on which store; and in the store, which judge was started last."""
    kind, version = store.kind(), judge_version()
    _log.info("starting", extra={"ids": {"version": version, "store": kind.engine, "step": kind.step}})
    if kind.by != version:
        with store.work() as work:
            work.facts.put(STARTED, version)


def _how_it_differs(error: WorkerDiffers, settings: Config) -> str:
    templates = Templates(FileSystemLoader(find_assets().templates))
    return templates.printed("differs.j2", differences=error.differences, key=settings.key).strip()


def _complain(error: Exception | str, status: int) -> int:
    print(f"judge: {error}", file=sys.stderr)
    return status

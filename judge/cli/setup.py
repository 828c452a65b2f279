"""`judge setup`: ask eight questions, and write the configuration of a judge. It may be run again: nothing is lost."""

from __future__ import annotations

import argparse
import base64
import getpass
import ipaddress
import os
import secrets
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.config import load_config
from judge.game.clock.time_zones import UnclearTime, find_zone
from judge.reports import Templates
from judge.setup import (
    QUESTIONS,
    SECRETS,
    Answers,
    Machine,
    Question,
    SetupFile,
    Unclear,
    kept_secret,
    next_steps,
    read_answers,
    secrets_needed,
    setup_files,
)
from judge.setup.answers import DOVECOT, OWN

FAILED = 1
"""Exit status: an answer cannot be used, or somebody said no; nothing was written."""
REMEMBERED = "setup-answers.yaml"
"""The answers of the last time, beside judge.yaml; never passwords."""
WIDTH = 100
FOLLOWS = {"address": ("mailbox", "relay"), "mailbox": ("relay", "verification")}
"""A question → those whose last answers mean nothing any more when this one's is another."""
REPLACE = "\nWrite them? What is there now is kept beside them, as .bak. [yes]: "
YES = ("", "y", "yes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge setup`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the judge.yaml to write; the other files go beside it")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="ask nothing: the answers are in this file (YAML)")


def run(args: argparse.Namespace) -> int:
    """Ask, show what will change, and write. Return 0 if the judge can use what is there then."""
    try:
        _set_up((args.config or Path("judge.yaml")).resolve(), args.answers)
    except (ValueError, yaml.YAMLError) as error:
        print(f"judge: {error}", file=sys.stderr)
    except EOFError:
        print("\njudge: there was no answer; nothing was written", file=sys.stderr)
    else:
        return 0
    return FAILED


def _set_up(config: Path, file: Path | None) -> None:
    folder, words = config.parent, Templates(FileSystemLoader(find_assets().templates))
    folder.mkdir(parents=True, exist_ok=True)
    said = _from_file(file) if file else _asked(_remembered(folder))
    answers = read_answers(said)
    known = _secrets(answers, said, folder, file is None)
    made = list(setup_files(answers, _machine(answers, said, folder), known, words, str(folder), config.name))
    public = {key: value for key, value in said.items() if key not in SECRETS}
    remembered = SetupFile(REMEMBERED, yaml.safe_dump(public, sort_keys=False, allow_unicode=True), 0o600)
    _write(made, remembered, folder, asking=file is None)
    load_config(config)
    print(f"\n{next_steps(answers, words, str(folder))}")


def _from_file(path: Path) -> dict[str, Any]:
    said = yaml.safe_load(path.read_text("utf-8"))
    if not isinstance(said, dict):
        raise Unclear(f"{path}: expected lines such as `address: judge@club.example`")
    if any(key in SECRETS for key in said) and path.stat().st_mode & stat.S_IROTH:
        raise Unclear(f"{path} has passwords in it and can be read by everybody; chmod 600 it first")
    return {str(key): value for key, value in said.items()}


def _remembered(folder: Path) -> dict[str, Any]:
    if (folder / REMEMBERED).exists():
        return _from_file(folder / REMEMBERED)
    try:
        return {"timezone": find_zone(Path("/etc/timezone").read_text("utf-8").strip())}
    except (OSError, UnclearTime):
        return {}


def _asked(usual: Mapping[str, Any]) -> dict[str, Any]:
    """Ask every question until its answer is understood."""
    print("Eight questions. Enter alone takes what stands in brackets; `judge setup` may be run again at any time.")
    last, given = dict(usual), dict[str, Any]()
    said = {key: value for key, value in usual.items() if key not in {each.key for each in QUESTIONS}}
    for number, question in enumerate(QUESTIONS, 1):
        print("\n" + fill(f"{number}. {question.words}", WIDTH, subsequent_indent="   "))
        said[question.key] = _answer(question, str(last.get(question.key) or question.usual(given)), given)
        if said[question.key] != usual.get(question.key):
            kept = (OWN, DOVECOT) if question.key == "address" else ()  # of another domain, too
            last = {key: value for key, value in last.items() if key not in FOLLOWS.get(question.key, ()) or value in kept}
    return said


def _answer(question: Question, usual: str, given: dict[str, Any]) -> str:
    while True:
        answer = input(f"   {question.key}{f' [{usual}]' if usual else ''}: ").strip() or usual
        try:
            if not answer:
                raise Unclear("This one has no usual answer; please write yours.")
            given[question.key] = question.means(answer, given)
        except Unclear as unclear:
            print(fill(f"{unclear}", WIDTH, initial_indent="   ", subsequent_indent="   "))
        else:
            return answer


def _secrets(answers: Answers, said: Mapping[str, Any], folder: Path, asking: bool) -> dict[str, str]:
    """Return every password: as said, asked for, kept from the last time, or, for a mailbox on this machine, made."""
    known, before = dict[str, str](), dict[str, str]()
    for key, (name, whose) in secrets_needed(answers).items():
        kept = before[key] = kept_secret(key, (folder / name).read_text("utf-8"), answers) if (folder / name).exists() else ""
        usual, where = kept, "the one that is there"
        if key == "relay_password" and kept in ("", before.get("mailbox_password")):
            usual, where = known.get("mailbox_password", ""), "the mailbox's"
        known[key] = str(said.get(key) or (_password(whose, usual, where) if asking else usual))
        if not known[key] or "\n" in known[key]:
            raise Unclear(f"{key}: must be given, in one line: {SECRETS[key]} ({whose})")
    if answers.dovecot:
        there = folder / "imap-password"
        known["mailbox_password"] = there.read_text("utf-8").strip() if there.exists() else secrets.token_urlsafe(24)
    return known


def _password(whose: str, usual: str, where: str) -> str:
    """Ask for a password without showing it."""
    while not (said := getpass.getpass(f"   Password of {whose}{f' [Enter: {where}]' if usual else ''}: ") or usual):
        print("   Without it the judge cannot log in. (Many providers want an app password, made on their web page.)")
    return said


def _machine(answers: Answers, said: Mapping[str, Any], folder: Path) -> Machine:
    """Return what is found out instead of asked. A DKIM key is made once."""
    if not answers.host:
        return Machine()
    address = str(said.get("server_address") or _own_address())
    if answers.relay:
        return Machine(address)
    if not shutil.which("openssl"):
        raise Unclear("openssl is not installed, with which the key for signatures (DKIM) is made; apt-get install openssl first")
    there = folder / "mail/dkim.key"
    make = ["openssl", "genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    private = there.read_bytes() if there.exists() else _output(make, b"")
    public = _output(["openssl", "pkey", "-pubout", "-outform", "DER"], private)
    return Machine(address, private.decode(), base64.b64encode(public).decode())


def _output(command: list[str], given: bytes) -> bytes:
    return subprocess.run(command, input=given, capture_output=True, check=True).stdout


def _own_address() -> str:
    """Return the address from which this machine speaks to others, if that is one of the internet's; nothing is sent."""
    for family, other in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((other, 9))
                own = str(line.getsockname()[0])
        except OSError:
            continue
        if ipaddress.ip_address(own).is_global:
            return own
    return ""


def _write(made: list[SetupFile], remembered: SetupFile, folder: Path, asking: bool) -> None:
    """Write what is new or differs. What was there is shown, and kept as `.bak`."""
    changed = list(_changes(made, folder))
    if not changed:
        print(f"\nAll files in {folder} are as they should be; nothing was changed.")
    print()
    for each, before in changed:
        print(f"{'new' if before is None else 'changed':<8}{folder / each.path}")
        if before is not None and not each.secret:
            print("".join(unified_diff(before.splitlines(True), each.text.splitlines(True), "now", "then", n=0)).rstrip())
    replaced = any(before is not None for _, before in changed)
    if asking and replaced and input(REPLACE).strip().lower() not in YES:
        raise Unclear("nothing was written")
    for each, before in changed:
        _put(folder / each.path, each.text, each.mode, before is not None)
    _put(folder / remembered.path, remembered.text, remembered.mode, False)


def _changes(made: list[SetupFile], folder: Path) -> Iterator[tuple[SetupFile, str | None]]:
    for each in made:
        path = folder / each.path
        before = path.read_text("utf-8") if path.exists() else None
        if before != each.text:
            yield each, before
        elif path.stat().st_mode & 0o777 & ~each.mode:
            path.chmod(each.mode)
            print(f"{path}: could be read by others; that is mended.")


def _put(path: Path, text: str, mode: int, keep: bool) -> None:
    """Write a file that nobody else sees half written; it belongs to whom its folder belongs to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if keep:
        number, kept = 2, path.with_name(f"{path.name}.bak")
        while kept.exists():
            number, kept = number + 1, path.with_name(f"{path.name}.bak{number}")
        path.rename(kept)
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        os.fchmod(file.fileno(), mode)
    owner = path.parent.stat()
    if os.geteuid() == 0:
        os.chown(new, owner.st_uid, owner.st_gid)
    new.rename(path)

"""Three mail programs that people really write with, each told on its command line what a person would set up once."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.waiting import LONGEST

NAMES = ("swaks", "s-nail", "mutt")


class Letter(NamedTuple):
    """What somebody writes."""

    name: str
    sender: str
    to: str
    subject: str
    text: str
    answers: str = ""
    """Message-ID of the letter that it answers."""


def missing() -> str:
    """Which of them are not here; empty if all are."""
    gone = [name for name in NAMES if not shutil.which(name)]
    return f"no {', '.join(gone)} here: apt-get install {' '.join(gone)}" if gone else ""


def swaks(letter: Letter, port: int, home: Path) -> None:
    """Bytes as they are, no MIME, no charset."""
    command = ["swaks", "--server", f"127.0.0.1:{port}", "--from", letter.sender, "--to", letter.to, "--body", letter.text]
    command += ["--timeout", f"{LONGEST:.0f}"]
    command += ["--h-From", f"{letter.name} <{letter.sender}>", "--h-Subject", letter.subject]
    _run(command + (["--header", f"In-Reply-To: {letter.answers}"] if letter.answers else []), "", home)


def s_nail(letter: Letter, port: int, home: Path) -> None:
    """Quoted-printable as soon as a character is not ASCII."""
    options = ["v15-compat=yes", f"mta=smtp://127.0.0.1:{port}", "smtp-config=-ehlo", "smtp-auth=none", "ttycharset=utf-8"]
    command = ["s-nail", "-n", *(each for option in [*options, "sendcharsets=utf-8"] for each in ("-S", option))]
    _run([*command, "-r", letter.sender, "-s", letter.subject, letter.to], letter.text, home)


def mutt(letter: Letter, port: int, home: Path) -> None:
    """format=flowed, 8 bits, and the whole of what it answers quoted below by whoever writes so."""
    setup = home / f"muttrc-{letter.sender}"
    lines = [f'set smtp_url="smtp://127.0.0.1:{port}" from="{letter.name} <{letter.sender}>" charset=utf-8 send_charset=utf-8']
    lines += ["set connect_timeout=-1 ssl_force_tls=no ssl_starttls=no use_from=yes copy=no text_flowed=yes"]
    lines += [f"my_hdr In-Reply-To: {letter.answers}"] if letter.answers else []
    setup.write_text("\n".join(lines) + "\n")
    _run(["mutt", "-F", str(setup), "-s", letter.subject, "--", letter.to], letter.text, home)


PROGRAMS: dict[str, Callable[[Letter, int, Path], None]] = {"swaks": swaks, "s-nail": s_nail, "mutt": mutt}


def _run(command: list[str], text: str, home: Path) -> None:
    done = subprocess.run(
        command, input=text.encode(), capture_output=True, check=False, timeout=LONGEST,
        env={**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stdout.decode()}{done.stderr.decode()}")

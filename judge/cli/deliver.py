"""`judge deliver < letter`: accept one letter from a mail server that calls programs. It needs only the store."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from judge.clock import SystemClock
from judge.config import Config, load_config
from judge.letters import Letter
from judge.mail import pipe
from judge.mail.authentication_results import trusted_server
from judge.mail.signature_check import signature_check
from judge.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge deliver`. A mail server's environment (SENDER, RECIPIENT) gives what is left out."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")
    parser.add_argument("--sender", help="envelope sender; empty for a bounce")
    parser.add_argument("--recipient", help="envelope recipient")


def run(args: argparse.Namespace) -> int:
    """Commit the letter. Return 0 once it is stored, 75 (EX_TEMPFAIL) on any trouble.

    A mail server keeps the letter on 75, and bounces it on most other statuses.
    """
    try:
        sender, recipient = pipe.envelope_from_environment(os.environ)
        sender = sender if args.sender is None else args.sender
        settings = load_config(args.config)
        trusted = trusted_server(settings.verified)
        return _commit(settings, pipe.read_letter(sys.stdin.buffer, SystemClock(), sender, args.recipient or recipient, trusted))
    except Exception as error:
        print(f"judge: {error}", file=sys.stderr)
        return pipe.TRY_AGAIN


def _commit(settings: Config, letter: Letter) -> int:
    store, check = Store.open_for_intake(settings.store), signature_check(settings)
    try:
        return pipe.deliver(store.take, check.verify([letter])[0] if check else letter)
    finally:
        store.close()

"""OAuth 2 tokens, for mail servers that take no passwords: a program of the operator's prints one, as mutt's users know it."""

from __future__ import annotations

import shlex
import subprocess

PATIENCE = 30.0
"""Seconds that the program may take."""


def run_token_program(command: str) -> str:
    """The first line that the program prints.

    Args:
        command: the program and its arguments, as in a shell; no shell reads it.

    Raises:
        OSError: it cannot be run, fails, takes too long, or prints nothing. The message never holds what it printed.
    """
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, timeout=PATIENCE, check=False)
    except (ValueError, subprocess.TimeoutExpired) as error:
        raise OSError(f"token_command: {error}") from error
    token = done.stdout.decode("utf-8", "replace").partition("\n")[0].strip()
    if done.returncode or not token:
        raise OSError(f"token_command ended with status {done.returncode} and {'a' if token else 'no'} token")
    return token

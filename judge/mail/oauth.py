"""OAuth 2 tokens for mail servers that accept no passwords. A program that the operator names prints one."""

from __future__ import annotations

import shlex
import subprocess

PATIENCE = 30.0
"""Seconds to wait for the program."""


def run_token_program(command: str) -> str:
    """Run the program and return the first line that it prints.

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

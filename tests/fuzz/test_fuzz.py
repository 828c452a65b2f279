"""A fixed budget of fuzzing with every run of the tests: hypothesis always, the fuzzer where it can be had.

Its inputs are the same each time, so that whoever changes nothing breaks nothing. To look for new ones, guided by coverage, is for
`make fuzz`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS

FEWEST = 150
"""Inputs for each target, so many at the least."""
ROOT = Path(__file__).parents[2]
PIECES = [
    "Content-Type: multipart/mixed; boundary=b",
    "Content-Type: text/html",
    "Content-Type: message/rfc822",
    "\n",
    "\n\n",
    "--b",
    "--b--",
    "Content-Transfer-Encoding: base64",
    "charset*0*=utf-16''",
    "=?utf-8?q?=0A?=",
    "From: ann@example.org",
    "Subject: ",
    "\x00",
    "\u2028",
    "=== write above this line ===",
    "> ",
    "On Monday X wrote:",
    "-----Original Message-----",
    "From:",
    "Sent:",
    "Subject:",
    "-- ",
    "PRESS",
    "END",
    "A(Par)-Bur",
    "A Mar S",
    "\u202e",
    "\ufeff",
    "<div>",
    "<blockquote>",
    "<td",
    "'",
    '"',
    "<!--",
    "&#0;",
    "Cheers",
    "{{ 7*7 }}",
]


@pytest.mark.parametrize("target", sorted(TARGETS))
@settings(max_examples=30)
@given(pieces=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=40))
def test_pieces_of_letters_in_any_order(target: str, pieces: list[str]) -> None:
    """Nothing raises, and what must hold of each target's values holds."""
    TARGETS[target]("".join(pieces).encode("utf-8", "surrogatepass"))


def fuzzer_missing() -> bool:
    """Whether the tier is not here (there are wheels of it for Linux only). In CI that is a failure."""
    return importlib.util.find_spec("atheris") is None and os.environ.get("CI") != "true"


@pytest.mark.skipif(
    fuzzer_missing(), reason="tier missing: no atheris here, so nothing is fuzzed by coverage (pip install -e '.[fuzz]')"
)
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_a_fixed_budget_of_fuzzing(target: str) -> None:
    """No input is found that raises, hangs or takes much memory."""
    fuzzer = [sys.executable, "-m", "tests.fuzz.fuzz", target, "0", "-runs=0", "-seed=1901"]
    # Linux counts as a process's most memory what its parent had when it forked: the shell's, then, and not that of these tests.
    command = ["sh", "-c", '"$@"; exit $?', "sh", *fuzzer]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    [units] = re.findall(r"stat::number_of_executed_units: *(\d+)", done.stderr)
    assert int(units) > FEWEST

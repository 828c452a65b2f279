"""What a large letter needed in memory is given back (Linux with glibc)."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

WORK = """
import re, sys
from judge.daemon.memory import give_memory_back

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024

if sys.argv[1] == "yes":
    give_memory_back()
before, kept = resident(), []
for size in (30, 25, 20, 15, 10, 5) * 3:
    large = bytearray(size << 20)
    kept.append(bytearray(2000))  # something small that outlives it
    del large
    large = [bytearray(100_000 + 1000 * k) for k in range(300)]
    kept.append(bytearray(2000))
    del large
print(resident() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the setting is glibc's")
def test_large_blocks_go_back() -> None:
    """After blocks of many megabytes the process is hardly larger than before, though small ones have come between them."""
    done = subprocess.run([sys.executable, "-c", WORK, "yes"], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20

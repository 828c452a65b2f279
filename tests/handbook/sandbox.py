"""A machine to follow the handbook on: the file system of this one, on which nothing that is written lasts, and its own network.

It takes root, and Linux's namespaces and overlays. Everything that was started in it ends with it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from tests.waiting import LONGEST

ROOT = Path(__file__).parents[2]
PYTHON = "/usr/bin/python3"
"""Debian's own, with which operators make the judge's environment."""
ENTER = """
set -e
t="$1"
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$t"
mkdir "$t/upper" "$t/work" "$t/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$t/upper,workdir=$t/work" "$t/root"
cd "$t/root"
mount --rbind /dev dev
mount --rbind /sys sys
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p handbook lent
mount --bind "$2" handbook
mount --bind "$3" lent
ip link set lo up
ip address add 198.51.100.7/32 dev lo
path=/handbook/tests/handbook/stand_ins:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec chroot . /usr/bin/env -i PATH="$path" HOME=/root LC_ALL=C.UTF-8 /usr/bin/python3 /handbook/tests/handbook/driver.py
"""


def missing() -> str:
    """Why there can be no such machine; empty if there can."""
    if os.getuid() != 0:
        return "not root, which a machine of one's own takes"
    gone = [name for name in ("unshare", "ip", "systemd-analyze") if not shutil.which(name)]
    if gone or not Path(PYTHON).exists():
        return f"no {', '.join(gone) or PYTHON} here"
    version = subprocess.run([PYTHON, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=True)
    if version.stdout.split() != [str(each) for each in sys.version_info[:2]]:
        return f"Debian's Python is another than this one: what it would install is not here ({version.stdout.strip()})"
    with tempfile.TemporaryDirectory() as folder:
        attempt = 'mount -t tmpfs tmpfs "$1" && cd "$1" && mkdir u w r && mount -t overlay o -o lowerdir=/,upperdir=u,workdir=w r'
        tried = subprocess.run(["unshare", "-mn", "sh", "-ec", attempt, "sh", folder], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "no overlays or namespaces here"


def follow(plan: dict[str, Any]) -> str:
    """Follow a plan (see driver.py) on such a machine; return all that was said there. Raises AssertionError if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["unshare", "--mount", "--net", "--pid", "--ipc", "--fork", "--kill-child", "sh", "-c", ENTER, "sh"]
        site = sysconfig.get_path("purelib")
        told, command = json.dumps(plan), [*command, folder, str(ROOT), site]
        done = subprocess.run(command, input=told, capture_output=True, text=True, check=False, timeout=5 * LONGEST)
    assert done.returncode == 0, done.stdout[-20000:] + done.stderr[-5000:]
    return done.stdout

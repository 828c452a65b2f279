"""The handbook's three paths, followed as they are written on a machine of their own, with Debian's real programs.

Each command of docs/operator.md is run as it stands there, by bash, in the handbook's order, with `URL` for this checkout; `judge
setup` is answered at the keyboard. What cannot be so here, and what stands for it (tests/handbook/stand_ins):

- `apt-get` downloads nothing: the packages must be installed. What Debian makes at installation is made then: a cluster of
  PostgreSQL, certificates.
- `systemctl` and `timedatectl`: systemd does not run. Units are verified by `systemd-analyze`; the judge is started as its unit and
  drop-ins say, and waited for till it says that it is ready; Postfix, rspamd, Dovecot and PostgreSQL are started by their own
  programs. What a unit locks (ProtectSystem= and the like) is not put on. The clock is left alone.
- pip fetches nothing: what the judge needs is lent by the tests' own environment. The judge itself is built and installed.
- The internet: names are answered from the dns.zone that `judge setup` wrote, letters to the outside stay in Postfix's queue, and a
  hosted mailbox is a Dovecot and a sending server here, at other ports than usual.
- Another machine with a worker is this one, through another address.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.reports import Templates
from judge.setup import next_steps, read_answers
from tests.handbook import sandbox
from tests.mail import dovecot, real_servers
from tests.store import postgres

PAGE = Path(__file__).parents[2] / "docs/operator.md"
DOMAIN, OPERATOR = "pbm.example.org", "ann@home.example.net"
ENTER = "\n"


def blocks(heading: str) -> list[str]:
    """The commands of a part of the handbook, a block each."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, heading
    made = re.findall(r"(?:^    .*\n)+", found[1], re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in made]


def the_program() -> list[tuple[str, str]]:
    [block] = blocks("The program")
    assert block.count("URL") == 1
    return [("", block.replace("URL", "file:///tmp/source"))]


def typed(**answers: str) -> str:
    """What somebody types at `judge setup`; Enter where nothing is said. A last Enter says yes to changes."""
    keys = ("address", "mailbox", "relay", "operator", "store", "verification", "backups", "timezone")
    assert set(answers) <= set(keys)
    return "".join(answers.get(key, "") + ENTER for key in keys)


def follow(plan: dict[str, object]) -> str:
    """Follow a plan, where that can be done."""
    if reason := sandbox.missing() or real_servers.missing() or dovecot.missing() or postgres.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    said = sandbox.follow({"domain": DOMAIN, "operator": OPERATOR, "hosted": False, "checks": [], **plan})
    assert said.endswith("all is well\n")
    return said


def listed(block: str) -> list[str]:
    """The commands of a list that explains each beside it."""
    lines = block.splitlines()
    return [re.split(r"\s{2,}", line)[0] for line in lines if not line.startswith(" ")]


def kept_alive() -> list[tuple[str, str]]:
    """What saves a judge: with the newest backup for FILE, and its store and another for FROM and TO; stopped for a restore."""
    newest, both = "$(ls -t /var/lib/judge/backups/*.backup | head -n1)", "/etc/judge/judge.yaml sqlite:////var/lib/judge/copy.db"
    given, made = {"FILE": newest, "FROM TO": both}, list[str]()
    for command in listed(blocks("Back up, restore, move")[0]):
        for word, stands in given.items():
            command = command.replace(word, stands)
        made.append(f"systemctl stop judge\n{command}\nsystemctl start judge\n" if " restore " in command else f"{command}\n")
    assert len(made) == 4
    return [("", each) for each in made]


def upgraded_and_moved() -> list[tuple[str, str]]:
    """An upgrade; then a move to another machine, which is this one after everything of the judge was deleted."""
    _, packed, unpacked, upgrade = blocks("Back up, restore, move")
    gone = "/etc/judge /var/lib/judge /opt/judge /usr/local/bin/judge /etc/systemd/system/judge*"
    return [("", upgrade), ("", packed), ("", f"userdel judge\nrm -r {gone}\n"), *the_program(), ("", unpacked)]


def lines(*of: str) -> list[str]:
    """The commands of blocks, a line each."""
    return "".join(of).splitlines()


def left(**answers: str) -> list[str]:
    """The commands that `judge setup` closes with, to these answers."""
    said = {"address": f"judge@{DOMAIN}", "operator": OPERATOR, **answers}
    words = Templates(FileSystemLoader(find_assets().templates))
    printed = next_steps(read_answers(said), words, "/etc/judge")
    return [line.strip() for line in printed.splitlines() if line.startswith("    ")]


def test_setup_and_the_handbook_name_the_same_steps() -> None:
    """What `judge setup` says is left to do is what the handbook has, in its order, whichever way mail comes."""
    setup, look, start = blocks("1. A hosted mailbox")
    assert left(mailbox=f"imap.{DOMAIN}", relay=f"smtp.{DOMAIN}") == lines(setup, look, start)[1:]
    setup, server, start, box = blocks("2. Your own mail server")
    assert left(mailbox="own") == lines(setup, server, start)[1:]
    assert left(mailbox="dovecot") == lines(setup, box, server, start)[1:]
    elsewhere = left(mailbox="own", backups="/srv/copies")
    assert elsewhere == ["install -d -m700 -o judge -g judge /srv/copies", *lines(setup, server, start)[1:]]


@pytest.mark.slow
@pytest.mark.dovecot
def test_a_hosted_mailbox() -> None:
    """Path 1: from nothing to an answer to HELP, and a doctor who finds nothing to do; a backup, and back to it; a copy; an
    upgrade, and a move to another machine.
    """
    setup, look, start = blocks("1. A hosted mailbox")
    provider = {"mailbox": f"imap.{DOMAIN}:1993", "relay": f"smtp.{DOMAIN}:PORT"}
    answers = typed(address=f"judge@{DOMAIN}", **provider, operator=OPERATOR, timezone="Europe/London")
    path = [*the_program(), (answers + "secret\n\n", setup), ("", look), ("", start), *kept_alive(), *upgraded_and_moved()]
    said = follow({"hosted": True, "blocks": path})
    assert "hosted: well" in said


@pytest.mark.slow
@pytest.mark.dovecot
def test_a_server_of_one_s_own_and_several_workers() -> None:
    """Paths 2 and 3, on one machine one after the other, and a worker elsewhere."""
    setup, server, start, _ = blocks("2. Your own mail server")
    database, second, far = blocks("3. Several workers")
    first = typed(address=f"judge@{DOMAIN}", mailbox="own", operator=OPERATOR, backups="/srv/copies", timezone="Europe/London")
    moved = typed(store="postgresql") + ENTER
    path = [(first, setup), ("", "install -d -m700 -o judge -g judge /srv/copies"), ("", server), ("", start)]
    workers = [(moved, database), ("", second), ("pass: word\npass: word\n", far.replace("192.0.2.20", "198.51.100.7"))]
    said = follow({"blocks": [*the_program(), *path, *workers], "checks": ["own", "believed", "far"]})
    assert "own server: well" in said
    assert "far worker: well" in said


@pytest.mark.slow
@pytest.mark.dovecot
def test_a_mailbox_in_between() -> None:
    """Path 2 with Dovecot."""
    setup, server, start, box = blocks("2. Your own mail server")
    answers = typed(address=f"judge@{DOMAIN}", mailbox="dovecot", operator=OPERATOR)
    path = [*the_program(), (answers, setup), ("", box), ("", server), ("", start)]
    said = follow({"blocks": path, "checks": ["own", "believed"]})
    assert "own server: well" in said
    assert "believed: well" in said

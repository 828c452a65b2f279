"""What an operator copies from deploy/: read by the programs it is for where they are here, else looked through line by line."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from judge.cli import COMMANDS, main
from judge.config import Config, load_config
from tests.waiting import LONGEST

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = ("judge.service", "judge-backup.service", "judge-alarm.service")
MOST_EXPOSED = {"judge.service": 1.5, "judge-backup.service": 2.0, "judge-alarm.service": 2.0}
"""What `systemd-analyze security` may say: 0 is a locked box, 10 is no protection."""
ANALYZE = shutil.which("systemd-analyze")


def copied(unit: str, folder: Path) -> Path:
    """A unit whose program is one that is here."""
    text = (DEPLOY / unit).read_text().replace("/opt/judge/.venv/bin/judge", sys.executable)
    (folder / unit).write_text(text)
    alarm = (DEPLOY / "judge-alarm.service").read_text().replace("/opt/judge/.venv/bin/judge", sys.executable)
    (folder / "judge-alarm.service").write_text(alarm)
    return folder / unit


def analyzed(*arguments: str) -> str:
    done = subprocess.run([str(ANALYZE), *arguments], capture_output=True, text=True, check=False, timeout=LONGEST)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("unit", UNITS)
def test_units(unit: str, tmp_path: Path) -> None:
    """Each starts a command that there is, says no setting twice but those that add up, and explains what it leaves out."""
    text = (DEPLOY / unit).read_text()
    [(command, config)] = re.findall(r"^ExecStart=/opt/judge/\.venv/bin/judge (\S+) .*?--config (\S+)$", text, re.MULTILINE)
    assert command in COMMANDS
    assert config == "/etc/judge/judge.yaml"
    said = [line.partition("=")[0] for line in text.splitlines() if re.match(r"[A-Z]\w+=", line)]
    assert {name for name in said if said.count(name) > 1} <= {"SystemCallFilter"}
    assert "Left out" in text
    if ANALYZE:
        assert analyzed("verify", str(copied(unit, tmp_path))) == ""


@pytest.mark.parametrize("unit", UNITS)
def test_how_exposed_units_are(unit: str, tmp_path: Path) -> None:
    """By systemd's own list, and everything on it that is not used has its reason in the unit."""
    text = (DEPLOY / unit).read_text()
    if not ANALYZE:
        assert len(re.findall(r"^(?:Protect|Private|Restrict)\w+=", text, re.MULTILINE)) > 10
        return
    told = analyzed("security", "--offline=true", "--no-pager", str(copied(unit, tmp_path)))
    exposed = float(re.findall(r"exposure level for \S+: ([\d.]+)", told)[0])
    assert exposed <= MOST_EXPOSED[unit]
    missing = set(re.findall(r"^✗ ([A-Za-z]+)(?:/\w+)?=", told, re.MULTILINE)) - {"DeviceAllow"}  # the clock, to read: ProtectClock
    comments = "\n".join(line for line in text.splitlines() if line.startswith("#"))
    if unit == "judge.service":
        assert {name for name in missing if name not in comments and f"\n{name}=" not in text} == set()


def test_the_timer_starts_the_backup() -> None:
    """They are called alike, which is what systemd goes by."""
    assert (DEPLOY / "judge-backup.timer").exists()
    assert "OnCalendar=" in (DEPLOY / "judge-backup.timer").read_text()


def test_postfix(tmp_path: Path) -> None:
    """Every parameter is one that Postfix knows and uses."""
    text = (DEPLOY / "mail/main.cf").read_text()
    assert "\nrecipient_delimiter = +\n" in text
    assert "\nsmtpd_forbid_bare_newline = yes\n" in text
    assert f"\nvirtual_transport = lmtp:inet:127.0.0.1:{load_lmtp(tmp_path)}\n" in text
    assert "\nvirtual_alias_maps = inline:{ postmaster@pbm.example=you@home.example, abuse@pbm.example=you@home.example }\n" in text
    postconf = shutil.which("postconf", path="/usr/sbin:/usr/bin")
    if postconf:
        (tmp_path / "main.cf").write_text(text)
        (tmp_path / "master.cf").write_text("lmtp unix - - n - - lmtp\n")
        done = subprocess.run([postconf, "-n", "-c", str(tmp_path)], capture_output=True, text=True, check=True, timeout=LONGEST)
        assert done.stderr == ""


def load_lmtp(folder: Path) -> int:
    (folder / "judge.yaml").write_text("take: lmtp\n")
    found = load_config(folder / "judge.yaml").lmtp
    assert found
    return found.port


def test_dovecot() -> None:
    """Dovecot 2.3 reads it; 2.4 has other words for the same."""
    doveconf = shutil.which("doveconf", path="/usr/sbin:/usr/bin")
    file = DEPLOY / "mail/dovecot.conf"
    assert "recipient_delimiter = +" in file.read_text()
    if doveconf:
        done = subprocess.run([doveconf, "-n", "-c", file], capture_output=True, text=True, check=False, timeout=LONGEST)
        assert done.returncode == 0 or " 2.4" in done.stderr, done.stderr
        assert done.returncode or "autoexpunge = 90 days" in done.stdout


def test_dns() -> None:
    """A zone in which every name has one record of a kind, and the three that mail servers ask for."""
    text = (DEPLOY / "mail/dns.zone").read_text()
    records = [line.split(None, 3) for line in text.splitlines() if line and not line.startswith((";", "$"))]
    assert all(len(record) == 4 and record[1] == "IN" for record in records)
    assert len({(name, kind) for name, _, kind, _ in records}) == len(records)
    told = {name: value.strip('"') for name, _, kind, value in records if kind == "TXT"}
    assert re.fullmatch(r"v=spf1 mx [-~]all", told["@"])
    assert told["judge._domainkey"].startswith("v=DKIM1; k=rsa; p=")
    assert re.match(r"v=DMARC1; p=(none|quarantine|reject);", told["_dmarc"])


def test_the_handbook() -> None:
    """Every command and setting that it names exists, and so does every file; two pages and a half are enough."""
    text = (ROOT / "docs/operator.md").read_text()
    commands = set(re.findall(r"(?:`|^    )judge ([a-z][a-z-]*)", text, re.MULTILINE))
    assert commands >= {"setup", "doctor", "backup", "restore", "replay", "status", "letter", "person", "purge"}
    assert commands <= set(COMMANDS)
    files = re.findall(r"`?/?(?:opt/judge/)?(deploy/[\w./*-]*\w)", text)
    assert all(list(ROOT.glob(file)) for file in files)
    settings = set(re.findall(r"`(address|operator|store|relay|verified|metrics|keep_days|letters_an_hour)[`:]", text))
    assert settings <= set(Config.__dataclass_fields__)
    assert len(settings) == 8


STANDS_FOR = {"N": "7"}
"""What somebody writes for a word in capitals, where a name does not do."""


def named_commands() -> list[str]:
    """Every command of the judge in the handbook, with what is written behind it; explanations beside it are not."""
    text = (ROOT / "docs/operator.md").read_text("utf-8")
    inline = [" ".join(each.split()) for each in re.findall(r"`(?:docker compose exec judge )?(judge [a-z][^`]*)`", text)]
    below = [re.split(r"\s{2,}|\s#|\s\|\||\s&&", line.strip())[0] for line in re.findall(r"^    (judge .*)$", text, re.MULTILINE)]
    return sorted({each for each in (*inline, *below) if "…" not in each})


@pytest.mark.parametrize("said", named_commands())
def test_commands_of_the_handbook(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each can be given as it stands, but for words in capitals; of one that is only named, the name is enough."""
    words = [STANDS_FOR.get(word, word) for word in shlex.split(said)[1:]]
    entry = COMMANDS[words[0]]
    if len(words) > 1 or f"    judge {words[0]}\n" in (ROOT / "docs/operator.md").read_text("utf-8"):
        monkeypatch.setattr(import_module(entry.module), entry.function, lambda arguments: 0)
        assert main(words) == 0

"""`judge setup`: eight answers become files that the judge, and the programs beside it, can use; a second run loses nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import runpy
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dns.zone
import pytest
import yaml

from judge import cli
from judge.config import ImapConfig, RelayConfig, load_config
from judge.setup import QUESTIONS, Unclear, read_answers
from tests.waiting import LONGEST

ROOT = Path(__file__).parents[2]
HOSTED = {"address": "judge@club.example", "operator": "ann@home.example", "mailbox_password": "app: pass\\word"}
OWN = {"address": "judge@club.example", "operator": "ann@home.example", "mailbox": "own", "server_address": "198.51.100.7"}
Captured = pytest.CaptureFixture[str]


def set_up(folder: Path, **answers: Any) -> int:
    """Run it with a file of answers, which nobody else can read."""
    file = folder / "said.yaml"
    file.write_text(yaml.safe_dump(answers))
    file.chmod(0o600)
    return cli.main(["setup", "--config", str(folder / "etc/judge.yaml"), "--answers", str(file)])


def texts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def written(folder: Path) -> dict[str, str]:
    return texts(folder / "etc")


def login(way: ImapConfig | RelayConfig | None) -> tuple[object, ...]:
    return (way.host, way.port, way.tls, way.user) if way else ()


def test_a_hosted_mailbox_from_three_answers(tmp_path: Path, capsys: Captured) -> None:
    """Servers are derived from the address; the rest has defaults; passwords are in files that only their owner can read."""
    assert set_up(tmp_path, **HOSTED) == 0
    settings = load_config(tmp_path / "etc/judge.yaml")
    assert settings.imap
    assert settings.relay
    assert login(settings.imap) == ("imap.club.example", 993, True, HOSTED["address"])
    assert login(settings.relay) == ("smtp.club.example", 587, "starttls", HOSTED["address"])
    assert settings.imap.password == settings.relay.password == HOSTED["mailbox_password"]
    assert (settings.operator, settings.store) == (HOSTED["operator"], "sqlite:////var/lib/judge/judge.db")
    assert (str(settings.key), str(settings.backups)) == ("/var/lib/judge/judge.key", "/var/lib/judge/backups")
    assert (settings.verify_signatures, settings.trust_from, settings.verified) == (True, False, None)
    assert (settings.smtp, settings.lmtp) == (None, None)
    assert settings.heartbeat == "daily", "a password that changes at the provider closes both ways: no letter could tell"
    modes = {name: stat.S_IMODE((tmp_path / "etc" / name).stat().st_mode) for name in written(tmp_path)}
    assert modes == {
        "judge.yaml": 0o640, "imap-password": 0o600, "smtp-password": 0o600, "setup-answers.yaml": 0o600,
        "systemd/judge-backup.timer.d/setup.conf": 0o644,
    }  # fmt: skip
    said = capsys.readouterr().out
    assert "judge+test@club.example" in said
    assert "app:" not in said + written(tmp_path)["judge.yaml"] + written(tmp_path)["setup-answers.yaml"]


def test_a_server_of_one_s_own(tmp_path: Path, capsys: Captured) -> None:
    """Postfix, rspamd, DNS and the judge speak of the same domain, names and ports; postmaster and abuse reach the operator."""
    assert set_up(tmp_path, **OWN) == 0
    made, settings = written(tmp_path), load_config(tmp_path / "etc/judge.yaml")
    assert settings.lmtp
    assert settings.relay
    assert settings.verified
    assert (settings.verified.authserv, settings.verified.milter, settings.verified.received) == ("mx.club.example", True, 1)
    assert login(settings.relay) == ("127.0.0.1", 25, "none", "")
    assert not [name for name, text in made.items() if "pbm.example" in text]
    assert f"virtual_transport = lmtp:inet:127.0.0.1:{settings.lmtp.port}\n" in made["mail/main.cf"]
    assert "postmaster@club.example=ann@home.example, abuse@club.example=ann@home.example" in made["mail/main.cf"]
    zone = dns.zone.from_text(made["mail/dns.zone"], "club.example.", check_origin=False)
    [key] = zone.find_rdataset("judge._domainkey", "TXT")
    private = made["mail/dkim.key"].encode()
    command = ["openssl", "pkey", "-pubout", "-outform", "DER"]
    public = subprocess.run(command, input=private, capture_output=True, check=True).stdout
    assert b"".join(key.strings).decode() == f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"
    assert str(zone.find_rdataset("@", "MX")[0]) == "10 mx"
    assert str(zone.find_rdataset("mx", "A")[0]) == "198.51.100.7"
    assert b"rua=mailto:postmaster@club.example" in zone.find_rdataset("_dmarc", "TXT")[0].strings[0]
    assert stat.S_IMODE((tmp_path / "etc/mail/dkim.key").stat().st_mode) == 0o600
    assert private.decode() not in capsys.readouterr().out
    before = made["mail/dkim.key"]
    assert set_up(tmp_path, **OWN) == 0
    assert written(tmp_path)["mail/dkim.key"] == before


def test_what_postfix_and_rspamd_say_of_it(tmp_path: Path) -> None:
    """Where they are installed, they know every word of it."""
    assert set_up(tmp_path, **OWN) == 0
    mail = tmp_path / "etc/mail"
    if postconf := shutil.which("postconf", path="/usr/sbin:/usr/bin"):
        (mail / "master.cf").write_text("lmtp unix - - n - - lmtp\n")
        done = subprocess.run([postconf, "-n", "-c", mail], capture_output=True, text=True, check=True, timeout=LONGEST)
        assert done.stderr == ""
    if rspamadm := shutil.which("rspamadm"):
        command = [rspamadm, f"--var=LOCAL_CONFDIR={mail}/rspamd", "configtest"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_dovecot_of_one_s_own(tmp_path: Path) -> None:
    """The judge's password is made, and is the one that Dovecot compares with; it stays the same."""
    assert set_up(tmp_path, **{**OWN, "mailbox": "dovecot as mail.club.example"}) == 0
    made, settings = written(tmp_path), load_config(tmp_path / "etc/judge.yaml")
    assert settings.imap
    assert login(settings.imap) == ("127.0.0.1", 143, False, OWN["address"])
    assert settings.verified
    assert (settings.verified.milter, settings.verified.received) == (True, 2), "Dovecot adds a line above Postfix's"
    user, _, kept = made["mail/dovecot-users"].strip().partition(":{SSHA256}")
    both = base64.b64decode(kept)
    assert user == OWN["address"]
    assert hashlib.sha256(settings.imap.password.encode() + both[32:]).digest() == both[:32]
    assert "virtual_transport = lmtp:unix:private/dovecot-lmtp\n" in made["mail/main.cf"]
    assert "myhostname = mail.club.example\n" in made["mail/main.cf"]
    doveconf = shutil.which("doveconf")
    if doveconf:
        done = subprocess.run(
            [doveconf, "-n", "-c", tmp_path / "etc/mail/dovecot.conf"], capture_output=True, text=True, check=False, timeout=LONGEST
        )
        assert done.returncode == 0 or " 2.4" in done.stderr, done.stderr
    assert set_up(tmp_path, **{**OWN, "mailbox": "dovecot as mail.club.example"}) == 0
    assert {**written(tmp_path)} == made


@pytest.mark.parametrize(
    ("said", "store"),
    [
        ("/srv/judge/games.db", "sqlite:////srv/judge/games.db"),
        ("postgresql", "postgresql:///judge?host=/run/postgresql"),
        ("postgresql://db.example/judge", "postgresql://judge@db.example:5432/judge?passfile={folder}/pgpass"),
    ],
)
def test_stores(said: str, store: str, tmp_path: Path) -> None:
    """A file; a PostgreSQL on this machine, by peer without a password; one elsewhere, with the exact line that libpq reads."""
    assert set_up(tmp_path, **HOSTED, store=said, store_password="a:b\\c") == 0
    settings = load_config(tmp_path / "etc/judge.yaml")
    assert settings.store == store.format(folder=tmp_path / "etc")
    assert settings.key
    line = tmp_path / "etc/pgpass"
    assert line.exists() == ("passfile" in store)
    if line.exists():
        assert line.read_text() == "db.example:5432:judge:judge:a\\:b\\\\c\n"
        assert stat.S_IMODE(line.stat().st_mode) == 0o600
        assert set_up(tmp_path, **HOSTED, store=said) == 0  # it is kept
        assert line.read_text() == "db.example:5432:judge:judge:a\\:b\\\\c\n"


def test_a_second_run_shows_and_keeps_what_was_there(tmp_path: Path, capsys: Captured) -> None:
    """With the same answers nothing happens; with others, or after an edit, the old file stays beside the new one."""
    assert set_up(tmp_path, **HOSTED) == 0
    before = written(tmp_path)
    capsys.readouterr()
    assert set_up(tmp_path, **{key: value for key, value in HOSTED.items() if key != "mailbox_password"}) == 0
    assert "nothing was changed" in capsys.readouterr().out
    assert written(tmp_path) == before
    for number, name in enumerate(("judge.yaml.bak", "judge.yaml.bak2")):
        config = tmp_path / "etc/judge.yaml"
        config.write_text(config.read_text() + f"outbox_minutes: {number + 30}\n")
        assert set_up(tmp_path, **HOSTED) == 0
        assert f"-outbox_minutes: {number + 30}" in capsys.readouterr().out
        assert config.read_text() == before["judge.yaml"]
        assert f"outbox_minutes: {number + 30}" in (tmp_path / "etc" / name).read_text()
    assert set_up(tmp_path, **{**HOSTED, "mailbox_password": "pw-2"}) == 0
    assert written(tmp_path)["smtp-password"] == "pw-2\n"  # the same provider's
    assert (tmp_path / "etc/imap-password.bak").read_text() == HOSTED["mailbox_password"] + "\n"
    assert stat.S_IMODE((tmp_path / "etc/imap-password.bak").stat().st_mode) == 0o600
    assert "pw-2" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({}, ["address: must be given"]),
        ({"address": "judge"}, ["address: 'judge' is no mail address. Write one such as judge@club.example."]),
        ({"address": "judge+x@club.example"}, ["Write judge@club.example."]),
        ({**HOSTED, "operator": "judge2@club.example"}, ["operator: When mail to club.example fails"]),
        ({**HOSTED, "operator": "ann"}, ["operator: 'ann' is no mail address"]),
        ({**HOSTED, "operater": "x@y.example"}, ["operater: no such question (operator?)"]),
        ({**HOSTED, "mailbox": "my provider"}, ["mailbox: 'my provider' is no name of a server"]),
        ({**HOSTED, "mailbox": "imap.x.example:99999"}, ["mailbox: 99999 is no port"]),
        ({**HOSTED, "mailbox": "own at home"}, ["mailbox: Write `own`, or `own as` and the name"]),
        ({**HOSTED, "relay": "own"}, ["relay: `own` is for a machine that is the mail server"]),
        ({**HOSTED, "store": "judge.db"}, ["store: Write a file such as /var/lib/judge/judge.db"]),
        ({**HOSTED, "store": "mysql://x/y"}, ["store: Write a file such as"]),
        ({**HOSTED, "store": "postgresql://judge:secret@db.example/judge"}, ["without a password"]),
        ({**HOSTED, "verification": "dkim"}, ["verification: Write `signatures`, `server`, `ask` or `from`."]),
        ({**HOSTED, "verification": "server"}, ["verification: Write `server NAME`"]),
        ({**HOSTED, "backups": "backups"}, ["backups: Write the whole path of a folder, such as /var/lib/judge/backups."]),
        ({**HOSTED, "backups": "/my copies"}, ["backups: Write the path of a folder without blanks"]),
        ({**HOSTED, "timezone": "EST"}, ["timezone: 'EST' names no one time zone. Write one of America/"]),
        ({**HOSTED, "timezone": "Atlantis"}, ["timezone: 'Atlantis' names no one time zone. Write"]),
        ({"address": "judge@club.example", "operator": "ann@home.example"}, ["mailbox_password: must be given"]),
        ({**HOSTED, "operator": "ann", "timezone": "Atlantis", "x": 1}, ["x: no such", "operator: ", "timezone: "]),
    ],
)
def test_answers_that_cannot_be(answers: dict[str, Any], said: list[str], tmp_path: Path, capsys: Captured) -> None:
    """Each is named, with what to write instead, and nothing is written."""
    assert set_up(tmp_path, **answers) == 1
    told = capsys.readouterr().err
    assert all(each in told for each in said), told
    assert not written(tmp_path)


def test_a_file_of_answers_with_passwords(tmp_path: Path, capsys: Captured) -> None:
    """Is not read if everybody can read it; what is no mapping, or no YAML, is said."""
    file = tmp_path / "said.yaml"
    command = ["setup", "--config", str(tmp_path / "etc/judge.yaml"), "--answers", str(file)]
    for text, said in ((yaml.safe_dump(HOSTED), "chmod 600"), ("- a", "expected lines such as"), ("a: [", "judge: ")):
        file.write_text(text)
        file.chmod(0o644)
        assert cli.main(command) == 1
        assert said in capsys.readouterr().err
    assert not written(tmp_path)


class Person:
    """Somebody at the keyboard, who types these lines, and passwords that nobody sees."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lines: list[str], passwords: list[str]) -> None:
        self.lines, self.passwords, self.asked = iter(lines), iter(passwords), list[str]()
        monkeypatch.setattr("builtins.input", lambda prompt: self._next(prompt, self.lines))
        monkeypatch.setattr("getpass.getpass", lambda prompt: self._next(prompt, self.passwords))

    def _next(self, prompt: str, typed: Iterator[str]) -> str:
        self.asked.append(prompt.strip())
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None


def test_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Eight, each asked until its answer is understood; Enter takes the default; passwords are not shown."""
    command = ["setup", "--config", str(tmp_path / "etc/judge.yaml")]
    lines = ["", "judge", "judge@club.example", "", "smtp.club.example:465 as club", "ann@home.example", "", "", "", "London"]
    person = Person(monkeypatch, lines, ["", "secret", "other"])
    assert cli.main(command) == 0
    asked = [each.partition(" ")[0].rstrip(":") for each in person.asked if "Password" not in each]
    assert list(dict.fromkeys(asked)) == [each.key for each in QUESTIONS]
    assert len(QUESTIONS) == 8
    told = capsys.readouterr().out
    assert "'judge' is no mail address" in told
    assert "app password" in told
    assert "secret" not in told
    settings = load_config(tmp_path / "etc/judge.yaml")
    assert settings.relay
    assert settings.imap
    assert login(settings.relay) == ("smtp.club.example", 465, "implicit", "club")
    assert (settings.imap.password, settings.relay.password) == ("secret", "other")
    assert "03:30 Europe/London" in written(tmp_path)["systemd/judge-backup.timer.d/setup.conf"]


def test_questions_of_a_second_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Enter keeps each answer and each password; a change is shown, and written only after a yes."""
    command = ["setup", "--config", str(tmp_path / "etc/judge.yaml")]
    Person(monkeypatch, [HOSTED["address"], "", "", HOSTED["operator"], "", "", "", "UTC"], ["secret", ""])
    assert cli.main(command) == 0
    before = written(tmp_path)
    again = Person(monkeypatch, [""] * 8, ["", ""])
    assert cli.main(command) == 0
    assert "address [judge@club.example]:" in again.asked
    assert written(tmp_path) == before
    Person(monkeypatch, ["", "", "", "bob@home.example", "", "", "", "", "no"], ["", ""])
    assert cli.main(command) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert written(tmp_path) == before
    Person(monkeypatch, ["", "", "", "bob@home.example", "", "", "", "", ""], ["", ""])
    assert cli.main(command) == 0
    assert load_config(tmp_path / "etc/judge.yaml").operator == "bob@home.example"
    assert written(tmp_path)["judge.yaml.bak"] == before["judge.yaml"]
    Person(monkeypatch, ["", "own", "", "", "", "", "", "", ""], [])
    assert cli.main(command) == 0
    settings = load_config(tmp_path / "etc/judge.yaml")
    assert settings.verified
    assert login(settings.relay) == ("127.0.0.1", 25, "none", "")  # the old relay went with the old mailbox
    moved = Person(monkeypatch, ["judge@games.example", "", "", "", "", "", "", "", ""], [])
    assert cli.main(command) == 0
    assert "mailbox [own]:" in moved.asked  # at another domain, too
    assert load_config(tmp_path / "etc/judge.yaml").address == "judge@games.example"


def test_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """The end of the input ends it; nothing was written."""
    Person(monkeypatch, ["judge@club.example"], [])
    assert cli.main(["setup", "--config", str(tmp_path / "etc/judge.yaml")]) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert not written(tmp_path)


def test_a_folder_elsewhere_for_backups(tmp_path: Path, capsys: Captured) -> None:
    """The nightly backup may write there, and the operator is told to make it."""
    assert set_up(tmp_path, **HOSTED, backups="/srv/copies/") == 0
    assert "\nReadWritePaths=/srv/copies\n" in written(tmp_path)["systemd/judge-backup.service.d/setup.conf"]
    assert "install -d -m700 -o judge -g judge /srv/copies\n" in capsys.readouterr().out


def test_doctor_has_nothing_to_say_of_the_files(tmp_path: Path, capsys: Captured) -> None:
    """But of what is not there yet: store, daemon, servers, names in the DNS."""
    state = tmp_path / "state"
    state.mkdir()
    for number, answers in enumerate((HOSTED, OWN)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert set_up(folder, **answers, store=f"{state}/judge.db") == 0
        capsys.readouterr()
        cli.main(["doctor", "--json", "--config", str(folder / "etc/judge.yaml")])
        found = {each["key"] for each in json.loads(capsys.readouterr().out) if each["state"] == "TO DO"}
        assert not {key for key in found if re.match(r"password|key|operator|folders|file|disk-full|dns", key)}
        assert "store-missing" in found


def test_answers_in_words() -> None:
    """What each may be; what `judge setup` says of them is in their questions."""
    read = read_answers({**HOSTED, "mailbox": "imap.mail.example:143 as u1", "verification": "server mx.mail.example"})
    assert read.mailbox == ("imap.mail.example", 143, "u1")
    assert read.relay == ("smtp.mail.example", 587, "u1")
    assert (read.verified, read.signatures, read.trust_from) == ("mx.mail.example", True, False)
    assert read_answers({**HOSTED, "verification": "ask"}).signatures is False
    assert read_answers({**HOSTED, "verification": "from"}).trust_from is True
    away = read_answers({**OWN, "relay": "smtp.provider.example"})
    assert away.relay == ("smtp.provider.example", 587, OWN["address"])
    with pytest.raises(Unclear):
        read_answers({"address": "judge@localhost"})


def test_the_sample_of_a_mail_server() -> None:
    """deploy/mail, through which tests play a year, is what `judge setup` writes (else: make docs)."""
    samples = runpy.run_path(str(ROOT / "deploy/docs/mail.py"))["samples"]()
    assert samples == texts(ROOT / "deploy/mail")

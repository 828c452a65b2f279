"""The configuration: defaults, every key, and mistakes that are named."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from judge.config import (
    WAYS_IN,
    AuthResultsConfig,
    Config,
    ConfigError,
    ImapConfig,
    MaildirInConfig,
    RelayConfig,
    SmtpInConfig,
    current_password,
    load_config,
    parse_metrics_address,
)
from judge.daemon.wiring import token_key_path

SAMPLE = Path(__file__).parent.parent / "deploy" / "judge.yaml"


def written(folder: Path, text: str) -> Path:
    (folder / "judge.yaml").write_text(text)
    return folder / "judge.yaml"


def test_without_a_file_or_with_an_empty_one_the_defaults_hold(tmp_path: Path) -> None:
    """And the sample shows exactly them."""
    assert load_config(None) == load_config(written(tmp_path, "")) == load_config(SAMPLE) == Config()


def everything(folder: Path, take: str) -> Path:
    """The sample with what stands behind `# ` in force, and one line changed."""
    secret = folder / "secret"
    secret.write_text("hush\n")
    secret.chmod(0o600)
    parts = ("# games", "# operator", "# metrics", "# lmtp", "# imap", "# inbox", "# relay", "# key", "# verified", "#   ")
    lines = [line[2:] if line.startswith(parts) else line for line in SAMPLE.read_text().split("\n")]
    text = "\n".join(line for line in lines if "judge run" not in line)
    for name in ("imap-password", "smtp-password"):
        text = text.replace(f"/etc/judge/{name}", str(secret))
    return written(folder, text.replace("\ntake: smtp\n", f"\ntake: {take}\n"))


def test_the_sample_with_every_line_in_force(tmp_path: Path) -> None:
    """What stands behind `# ` in the sample is right too."""
    found = load_config(everything(tmp_path, "[smtp, lmtp, imap, inbox]"))
    assert found.imap == ImapConfig("imap.example.org", "judge", "hush")
    assert found.relay == RelayConfig("smtp.example.org", user="judge", password="hush")
    assert (found.lmtp, found.inbox) == (SmtpInConfig(port=8024), MaildirInConfig("/var/lib/judge/Maildir"))
    assert found.games == (Path("/srv/judge/games"),)
    assert (found.key, found.verified) == (Path("var/judge.key"), AuthResultsConfig("mx.example.org"))
    assert "hush" not in repr(found)
    assert parse_metrics_address(found.metrics) == ("127.0.0.1", 9464)


def test_the_sample_names_every_setting_once() -> None:
    """Each key of each part, where that part is described; `take` and what a password may be given by besides."""
    lines = [line.partition("# ")[2] if line.startswith("# ") else line for line in SAMPLE.read_text().split("\n")]
    found = [re.match(r"((?:  )?(?:# )?[a-z_]+): ?\S", line) or re.match(r"([a-z_]+):$", line) for line in lines]
    keys = [each[1] for each in found if each]
    top = [key for key in keys if not key.startswith((" ", "#"))]
    assert sorted(top) == sorted([*(each.name for each in fields(Config)), "take"])
    part: dict[str, list[str]] = {}
    for key in keys:
        if key == key.strip(" #"):
            name = key
        else:
            part.setdefault(name, []).append(key.strip(" #"))
    for name, kind in {**WAYS_IN, "relay": RelayConfig, "verified": AuthResultsConfig}.items():
        wanted = {"password_file" if each.name == "password" else each.name for each in fields(kind)}
        assert sorted(part[name]) == sorted(wanted), name


@pytest.mark.parametrize("way", [*WAYS_IN, "[]", "[imap, smtp]"])
def test_one_line_chooses_the_way_in(tmp_path: Path, way: str) -> None:
    """Everything else in the file stays as it is."""
    found = load_config(everything(tmp_path, way))
    assert {key for key in WAYS_IN if getattr(found, key)} == {each for each in way.strip("[]").split(", ") if each}


def test_intake(tmp_path: Path) -> None:
    """One key of a part may be given alone; `false` turns it off; without `take`, what is described is open."""
    found = load_config(written(tmp_path, "smtp: {}\nlmtp: {host: '::1'}"))
    assert (found.smtp, found.lmtp) == (SmtpInConfig(), SmtpInConfig("::1", 8024))
    assert load_config(written(tmp_path, "smtp: {port: 2525}")).smtp == SmtpInConfig(port=2525)
    assert load_config(written(tmp_path, "smtp: false")).smtp is None


def test_a_password_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`password_env` names the variable."""
    monkeypatch.setenv("IMAP_SECRET", "hush")
    found = load_config(written(tmp_path, "imap: {host: h, user: u, password_env: IMAP_SECRET}"))
    assert found.imap == ImapConfig("h", "u", "hush")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("adress: x@y", r"unknown key 'adress' \(address\?\); known are address"),
        ("smtp: {prot: 1}", r"smtp: unknown key 'prot' \(port\?\); known are host, port"),
        ("smtp: {port: '25'}", "smtp: port: expected a whole number, found '25'"),
        ("smtp: {port: true}", "smtp: port: expected a whole number, found True"),
        ("address: nobody", "address: 'nobody' is no mail address"),
        ("imap: {host: h, password_env: HOME}", "imap: user must be given"),
        ("imap: {host: h, user: u, password: x}", "imap: write password_file or password_env"),
        ("imap: {host: h, user: u, password_env: NO_SUCH_VARIABLE}", "the environment has no NO_SUCH_VARIABLE"),
        ("imap: {host: h, user: u, password_file: /no/such/file}", "No such file"),
        ("take: pigeon", "take: 'pigeon' is no way in; known are smtp, lmtp, imap, inbox"),
        ("take: {smtp: true}", "take: expected a list"),
        ("take: imap", "imap: host, user must be given"),
        ("take: inbox", "inbox: path must be given"),
        ("imap: {host: h, user: u}", "imap: give one of password_file, password_env and token_command"),
        ("imap: {host: h, user: u, token_command: t, tls: false}", "imap: tls: false would send the password in the clear"),
        ("imap: {host: h, user: u, token_command: t, processed: INBOX}", "must be other folders than 'INBOX'"),
        ("imap: {host: h, user: u, token_command: t, ca_file: /no/such/file}", "imap: ca_file: /no/such/file cannot be read"),
        ("relay: {host: h, tls: sometimes}", "relay: tls: expected starttls, implicit or none, found 'sometimes'"),
        ("relay: {host: h, tls: off}", "relay: tls: expected starttls, implicit or none, found False"),
        ("relay: {host: h, tls: none}", "relay: tls: none would send letters in the clear"),
        ("relay: {host: h, user: u}", "relay: user goes with password_file"),
        ("keep_days: 7", "keep_days: 7 is too few"),
        ("metrics: here", "metrics: 'here' is no host:port"),
        ("metrics: 0.0.0.0:9464", "metrics: 0.0.0.0 could be asked from outside"),
        ("operator: nobody", "operator: 'nobody' is no mail address"),
        ("games: here", "games: expected a list, found 'here'"),
        ("imap: {host: h, user: u, pasword_file: x}", r"'pasword_file' \(password_file\?\); known are host, user, password_file"),
        ("smtp: {password_env: HOME}", "smtp: unknown key 'password_env'; known are host, port"),
        ("imap: {host: h, user: u, password_env: HOME, password_file: x}", "imap: give password_file or password_env, not both"),
        ("smtp: {port: 70000}", "smtp: port: expected 0 to 65535, found 70000"),
        ("inbox: {path: p, every: 0}", "inbox: every: expected more than 0, found 0"),
        ("inbox: {path: p, every: .nan}", "inbox: every: expected more than 0, found nan"),
        ("inbox: {path: p, every: often}", "inbox: every: expected a number, found 'often'"),
        ("inbox: {path: [p]}", r"inbox: path: expected a text, found \['p'\]"),
        ("maps: 'no'", "maps: expected true or false, found 'no'"),
        ("maildir:", "maildir: expected a path, found None"),
        ("games: [1]", "games: expected a path, found 1"),
        ("relay: true", "relay: expected keys and values, found True"),
        ("verified: {authserv: mx, received: 0}", "verified: received: expected 1 or more, found 0"),
        ("games_a_day: -1", "games_a_day: expected 0 or more, found -1"),
        ("invitation_days: 61", "invitation_days: expected 0 to 60, found 61"),
        ("outbox_minutes: 0", "outbox_minutes: expected 1 or more, found 0"),
        ("letters_an_hour: -1", "letters_an_hour: expected 0 or more, found -1"),
        ("- a", r"the file: expected keys and values"),
        ("a: b: c", "line 1 cannot be read; write `key: value`"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    """With the file, the key, and what was expected."""
    with pytest.raises(ConfigError, match=said) as found:
        load_config(written(tmp_path, text))
    assert str(tmp_path) in str(found.value)


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    """A line for each, in every part of the file: nobody mends one to be told of the next."""
    text = "adress: x@y\nmaps: 1\ntake: [pigeon, imap]\nimap: {hots: h, every: 0}\nrelay: {host: h, user: u}\nkeep_days: 7"
    with pytest.raises(ConfigError) as found:
        load_config(written(tmp_path, text))
    said = [line.removeprefix(f"{tmp_path}/judge.yaml: ") for line in str(found.value).split("\n")]
    starts = ("take: 'pigeon'", "unknown key 'adress'", "maps:", "imap: unknown key 'hots'", "imap: every:",
              "imap: host, user must", "relay: user goes", "keep_days: 7")  # fmt: skip
    assert sorted(next((start for start in starts if line.startswith(start)), line) for line in said) == sorted(starts)


def test_a_password_file_that_everybody_can_read_is_refused(tmp_path: Path) -> None:
    """It must be closed first."""
    (tmp_path / "secret").write_text("hush")
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(ConfigError, match="chmod"):
        load_config(written(tmp_path, f"imap: {{host: h, user: u, password_file: {tmp_path}/secret}}"))


def test_workers_that_share_a_store_need_a_key_that_is_said() -> None:
    """There is no file that it could lie beside."""
    with pytest.raises(ConfigError, match="key: name a file"):
        token_key_path(Config(store="postgresql://judge@db.example/judge"))


def test_a_password_file_is_read_again(tmp_path: Path) -> None:
    """At each login: an operator who changes it need not restart. A file that is gone, or empty for a moment, changes nothing."""
    file = tmp_path / "secret"
    file.touch(0o600)
    file.write_text("first\n")
    found = load_config(written(tmp_path, f"imap: {{host: mx, user: judge, password_file: {file}}}\nsmtp: false")).imap
    assert found is not None
    assert (found.password, current_password(found.password)) == ("first", "first")
    file.write_text("second\n")
    assert current_password(found.password) == "second"
    file.write_text("")
    assert current_password(found.password) == "first"
    file.unlink()
    assert current_password(found.password) == "first"
    assert current_password("of the environment") == "of the environment"

"""The configuration: defaults, every key, and mistakes that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.config import ConfigError, Intake, Mailbox, Relay, Settings, load

SAMPLE = Path(__file__).parent.parent / "deploy" / "judge.yaml"


def written(folder: Path, text: str) -> Path:
    (folder / "judge.yaml").write_text(text)
    return folder / "judge.yaml"


def test_without_a_file_or_with_an_empty_one_the_defaults_hold(tmp_path: Path) -> None:
    """And the sample shows exactly them."""
    assert load(None) == load(written(tmp_path, "")) == load(SAMPLE) == Settings()


def test_the_sample_with_every_line_in_force(tmp_path: Path) -> None:
    """What stands behind `# ` in the sample is right too."""
    secret = tmp_path / "secret"
    secret.write_text("hush\n")
    secret.chmod(0o600)
    lines = [
        line[2:] if line.startswith(("# games", "# imap", "# relay", "#   ")) else line for line in SAMPLE.read_text().split("\n")
    ]
    text = "\n".join(line for line in lines if "judge run" not in line)
    for name in ("imap-password", "smtp-password"):
        text = text.replace(f"/etc/judge/{name}", str(secret))
    found = load(written(tmp_path, text))
    assert found.imap == Mailbox("imap.example.org", "judge", "hush")
    assert found.relay == Relay("smtp.example.org", user="judge", password="hush")
    assert found.games == (Path("/srv/judge/games"),)
    assert "hush" not in repr(found)


def test_intake(tmp_path: Path) -> None:
    """One key of a part may be given alone; `false` turns it off."""
    assert load(written(tmp_path, "smtp: {port: 2525}")).smtp == Intake(port=2525)
    assert load(written(tmp_path, "smtp: false")).smtp is None


def test_a_password_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`password_env` names the variable."""
    monkeypatch.setenv("IMAP_SECRET", "hush")
    found = load(written(tmp_path, "imap: {host: h, user: u, password_env: IMAP_SECRET}"))
    assert found.imap == Mailbox("h", "u", "hush")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("adress: x@y", "unknown key 'adress'; known are address"),
        ("smtp: {prot: 1}", "smtp: unknown key 'prot'; known are host, port"),
        ("smtp: {port: '25'}", "smtp: port: expected int, found '25'"),
        ("smtp: {port: true}", "smtp: port: expected int, found True"),
        ("address: nobody", "address: 'nobody' is no mail address"),
        ("imap: {host: h, password_env: HOME}", "imap: user must be given"),
        ("imap: {host: h, user: u, password: x}", "imap: write password_file or password_env"),
        ("imap: {host: h, user: u, password_env: NO_SUCH_VARIABLE}", "the environment has no NO_SUCH_VARIABLE"),
        ("imap: {host: h, user: u, password_file: /no/such/file}", "No such file"),
        ("games: here", "games: expected a list, found 'here'"),
        ("- a", r"the file: expected keys and values"),
        ("a: b: c", "mapping values are not allowed"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    """With the file, the key, and what was expected."""
    with pytest.raises(ConfigError, match=said) as found:
        load(written(tmp_path, text))
    assert str(tmp_path) in str(found.value)


def test_a_password_file_that_everybody_can_read_is_refused(tmp_path: Path) -> None:
    """It must be closed first."""
    (tmp_path / "secret").write_text("hush")
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(ConfigError, match="chmod"):
        load(written(tmp_path, f"imap: {{host: h, user: u, password_file: {tmp_path}/secret}}"))

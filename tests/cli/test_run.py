"""`judge run` and `judge tick`: what an operator reads if a worker may not start beside the others."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from judge import cli
from judge.config import Config, ImapConfig
from judge.daemon import wiring
from judge.store import ReplyTokens
from judge.version import judge_version

MAILBOX = """\
    imap      here   mail.pbm.example 993 judge INBOX
              there  none
"""
DIFFERS = """\
judge: this worker is not started: others are at work on the same store, and it differs from them.

    key       here   {here}
              there  {there}
    address   here   judge@club.example
              there  judge@pbm.example
    imap      here   none
              there  mail.pbm.example 993 judge INBOX
    version   here   {version}
              there  0.1.x

The key (you see only fingerprints) must be the same everywhere, or
replies to one worker's mail mean nothing to another. If the others' key
is right, put a copy of it in the place of this one. If this one is
right, or is a new one because the old one was lost or stolen: stop all
workers, start this one, give the others a copy of its key, and start
them.

    {folder}/second.key

The lines for address and imap in judge.yaml must be the same
everywhere, because a worker that runs a deadline looks only into its
own mailboxes for mail. Correct this file. If the change is meant: stop
all workers, change every file, and start them.

Workers of different releases may write what the others cannot read;
only the last number of the version may differ. Stop all workers,
install the same version for all, start one, and then the others.
"""


def key(path: Path, text: str) -> Path:
    path.touch(0o600)
    path.write_text(text * 4)
    return path


def test_a_worker_that_differs_in_everything(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On an empty store; what differs is named with a remedy, and systemd does not try again after this status."""
    box = ImapConfig("mail.pbm.example", "judge", "secret")
    config = Config("judge@pbm.example", key=key(tmp_path / "first.key", "first"), store=postgres_url, imap=box, maps=False)
    key(tmp_path / "second.key", "second")
    (tmp_path / "judge.yaml").write_text(
        f"address: judge@club.example\nstore: {postgres_url}\nkey: {tmp_path}/second.key\nmaildir: {tmp_path}/mail\ntake: []\n"
    )
    monkeypatch.setattr(wiring, "judge_version", lambda: "0.1.7")
    with closing(wiring.build_application(config).store):
        monkeypatch.undo()
        assert cli.main(["run", "--config", str(tmp_path / "judge.yaml")]) == 78
    here, there = (ReplyTokens(text).fingerprint for text in (b"second" * 4, b"first" * 4))
    version = wiring.shared_version(judge_version())
    assert capsys.readouterr().err == DIFFERS.format(here=here, there=there, version=version, folder=tmp_path)


def test_a_worker_that_fetches_where_the_others_do_not(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They have no mailbox, and that is said."""
    config = Config("judge@pbm.example", key=key(tmp_path / "first.key", "first"), store=postgres_url, maps=False)
    (tmp_path / "judge.yaml").write_text(
        f"address: judge@pbm.example\nstore: {postgres_url}\nkey: {tmp_path}/first.key\nmaildir: {tmp_path}/mail\n"
        f"take: imap\nimap: {{host: mail.pbm.example, user: judge, password_file: {tmp_path}/first.key}}\n"
    )
    with closing(wiring.build_application(config).store):
        assert cli.main(["tick", "--config", str(tmp_path / "judge.yaml")]) == 78
    assert MAILBOX in capsys.readouterr().err

"""Writes deploy/mail: what `judge setup` makes for a mail server of one's own at pbm.example, to be read and to be tested.

    python deploy/docs/mail.py            write it
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.reports import Templates
from judge.setup import Machine, mail_files, read_answers

FOLDER = Path(__file__).parents[1] / "mail"
ANSWERS = {"address": "judge@pbm.example", "mailbox": "own", "operator": "you@home.example"}
MACHINE = Machine("192.0.2.10", public="MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A")


def samples() -> dict[str, str]:
    """Each file below deploy/mail, and its text. The last is there if the mail lies in a Dovecot mailbox."""
    words = Templates(FileSystemLoader(find_assets().templates))
    made = list(mail_files(read_answers(ANSWERS), MACHINE, {}, words, "/etc/judge"))
    boxed = mail_files(read_answers({**ANSWERS, "mailbox": "dovecot"}), MACHINE, {"mailbox_password": ""}, words, "/etc/judge")
    made += [each for each in boxed if each.path == "mail/dovecot.conf"]
    return {each.path.removeprefix("mail/"): each.text for each in made}


if __name__ == "__main__":
    for name, text in samples().items():
        (FOLDER / name).write_text(text, "utf-8")

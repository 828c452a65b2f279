"""`judge setup`: eight answers (`answers`) become the files of a judge (`files`). Nothing here asks, reads or writes."""

from judge.setup.answers import QUESTIONS, SECRETS, Answers, Question, Unclear, read_answers
from judge.setup.files import Machine, SetupFile, kept_secret, mail_files, next_steps, secrets_needed, setup_files

__all__ = [
    "QUESTIONS",
    "SECRETS",
    "Answers",
    "Machine",
    "Question",
    "SetupFile",
    "Unclear",
    "kept_secret",
    "mail_files",
    "next_steps",
    "read_answers",
    "secrets_needed",
    "setup_files",
]

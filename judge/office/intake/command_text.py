"""Where a letter's commands are: in its own words; if these ask for nothing, in an attached text file, or in its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from judge.commands.press import looks_like_order
from judge.mail.parsed import IncomingAttachment, ParsedMail
from judge.office.intake.question_replies import REPLYING

_ANSWER = re.compile(r"\s*(\w{2,10}\s*:|\[)")  # `Re:`, or one of our own subjects
_TAGGED = re.compile(rf"(?P<reply>{REPLYING})?\s*\[(?P<game>[^\[\]]{{1,60}})\]\s*(?P<said>\S.*)", re.IGNORECASE)
"""A subject of the writer's own that names the game as ours do. Orders behind the name are read; anything else may be ours. In a
reply they may be of an earlier mail, unless there is no text: then the writer has put them there.
"""
_WORTH_TELLING = ("text", "game", "document", "pdf", "table", "archive", "sealed", "winmail")
"""What may have held orders; a picture in a letter that says something is its signature's."""


class CommandText(NamedTuple):
    """Text that may hold commands."""

    where: str
    """`letter`, `subject` or `file`."""
    text: str
    name: str = ""
    """The file's name."""
    game: str = ""
    """The game that the text must be about, as it is written; '' for any."""


def command_texts(mail: ParsedMail) -> Iterator[CommandText]:
    """Yield the texts in which to look for commands, in order, until some are found."""
    yield CommandText("letter", mail.text)
    files = [each for each in mail.enclosed if each.kind == "text" and each.text.strip()]
    if len(files) == 1:
        yield CommandText("file", files[0].text, files[0].name)
    if mail.subject and not _ANSWER.match(mail.subject):
        yield CommandText("subject", _in_lines(mail.subject))
    below = _TAGGED.fullmatch(mail.subject)
    if below and looks_like_order(below["said"]) and (not below["reply"] or mail.wordless):
        yield CommandText("subject", _in_lines(below["said"]), game=below["game"].partition(".")[0] if below["reply"] else "")


def unread_attachments(mail: ParsedMail, source: CommandText | None) -> list[list[str]]:
    """(kind, name) of unread attachments to mention in the answer. `source`: where commands were found."""
    read = source.name if source and source.where == "file" else None
    left = [each for each in mail.enclosed if source is None or (each.kind in _WORTH_TELLING and not _is(each, read))]
    return [[each.kind, each.name] for each in left]


def _is(enclosed: IncomingAttachment, name: str | None) -> bool:
    return enclosed.kind == "text" and enclosed.name == name


def _in_lines(subject: str) -> str:
    """Return a subject that is too long for a line, broken where orders end."""
    return subject if len(subject) <= 150 else re.sub(r"[;,]\s*", "\n", subject)

"""Commands of zine editors: SUBSCRIBE, COPYDATE, FORMATS, STYLE, PAGE, SAMPLE, RESEND, UNSUBSCRIBE; and a GM's DECLINE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, is_game_name


@dataclass(frozen=True, slots=True)
class SubscribeZine(Command):
    """SUBSCRIBE: get copy of these games for a zine, given as games' names and the zine's title."""

    games: tuple[str, ...] = ()
    zine: str = ""


@dataclass(frozen=True, slots=True)
class ZineSetting(Command):
    """COPYDATE, FORMATS, STYLE, PAGE: how an editor wants copy; the command's word and what follows it, as written."""

    word: str = ""
    value: str = ""
    zine: str = ""
    """The zine if the command names one."""


@dataclass(frozen=True, slots=True)
class SendSample(Command):
    """SAMPLE: the last phase of each game as it would be printed."""

    zine: str = ""


@dataclass(frozen=True, slots=True)
class ResendIssue(Command):
    """RESEND: the last copy again, in the current style; or what `said` names, the date of an earlier copy or a phase."""

    zine: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class UnsubscribeZine(Command):
    """UNSUBSCRIBE: stop all copy for a zine, or copy of these games only."""

    zine: str = ""
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclineZine(Command):
    """DECLINE: refuse to have a game printed in a zine, perhaps with a `reason` that its editor is told."""

    zine: str = ""
    reason: str = ""


MOST = 60
"""Characters of a zine's title."""
_QUOTED = re.compile(r"(?:\s*\bfor\b)?\s*\"([^\"]{1,200})\"\s*$", re.IGNORECASE)
_REASONED = re.compile(r'(?P<asked>\s*"[^"]{1,200}")[\s,.;:-]*\b(?:reason|because)\b\W*(?P<reason>.*)', re.IGNORECASE)
_FOR = re.compile(r"\s+for\s+", re.IGNORECASE)


def _titled(text: str) -> tuple[str, str]:
    """Split (what stands before a title in quotation marks, the title); '' if there is no title."""
    found = _QUOTED.search(text)
    return (text[: found.start()].strip(), _title(found[1])) if found else (text, "")


def _title(text: str) -> str:
    return " ".join(text.strip(' "').split())[:MOST]


def _names(text: str) -> tuple[str, ...]:
    """Split a list of games' names; blanks within a name are slips."""
    parts = re.split(r"\s*(?:[,;&]|\band\b)\s*", text.strip(), flags=re.IGNORECASE)
    return tuple("".join(part.split()) for part in parts if part)


def _subscribe(line: str, rest: str, _: LineReader) -> Command | None:
    said, zine = _titled(rest)
    if not zine:
        (said, zine) = [*_FOR.split(rest, maxsplit=1), ""][:2]
    names = _names(re.sub(r"^to\s+", "", said, flags=re.IGNORECASE))
    if names and _title(zine) and all(is_game_name(name, 1) for name in names):
        return SubscribeZine(line, names, _title(zine))
    return IncompleteCommand(line, "SUBSCRIBE") if "SUBSCRIBE" in line or not rest else None


def _unsubscribe(line: str, rest: str, _: LineReader) -> Command | None:
    said, zine = _titled(rest)
    games = _names(re.sub(r"^(me|us|from)\b\s*", "", said, flags=re.IGNORECASE))
    return UnsubscribeZine(line, zine, games) if len(said.split()) <= 8 and all(is_game_name(name, 1) for name in games) else None


_FORMAT = r"^\W*(plain|te?xt|html|page|docx?|word|pdf|maps?|gr[ae]y|svg|png|markdown|md|(la)?tex|njudge|json|epub|e-?book)\b"
_CHOICE = r"^(failed|names?|why|rules?|orders?|maps?|address(es)?)\s+[\w-]+$"
_PAPER = r"^\W*((size|paper|us)\b\W*)*(a[ -]?[0-9]|letter|\d+|(none|off|unlimited|no limits?)(\s+(a|per|each)\s+(game|phase))?\W*$)"
"""Words that rarely follow FORMATS, STYLE or PAGE in talk."""


def _edition(word: str, shape: str) -> Build:
    """Reject talk that begins with the command's word: its rest does not match the command's form."""

    def build(line: str, rest: str, _: LineReader) -> Command | None:
        (said, zine) = _titled(rest)
        if not said:
            return IncompleteCommand(line, word)
        return ZineSetting(line, word, said.strip(" :"), zine) if re.search(shape, said, re.IGNORECASE) or word in line else None

    return build


def _sample(line: str, rest: str, _: LineReader) -> Command | None:
    (said, zine) = _titled(rest)
    if said:
        return IncompleteCommand(line, "SAMPLE") if "SAMPLE" in line else None
    return SendSample(line, zine)


def _decline(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `DECLINE "The Filing Cabinet"`, perhaps with `REASON` and a reason behind it."""
    found = _REASONED.fullmatch(rest)
    (said, zine) = _titled(found["asked"] if found else rest)
    if said or not zine:
        return IncompleteCommand(line, "DECLINE") if "DECLINE" in line else None
    return DeclineZine(line, zine, found["reason"].strip() if found else "")


def _resend(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `RESEND`, `RESEND 25 April`, `RESEND Quillfeather Autumn 1903, Spring 1904`, each with a title behind it."""
    (said, zine) = _titled(rest)
    said = re.sub(r"^(?:(?:the\s+)?(?:copy|issue)\s+)?(?:(?:of|from|for)\s+)?", "", said, flags=re.IGNORECASE).strip(" .,:")
    if said and not (re.search(r"\d", said) and all(len(part.split()) <= 5 for part in re.split(r"[,;&]|\band\b", said))):
        return IncompleteCommand(line, "RESEND") if "RESEND" in line else None
    return ResendIssue(line, zine, said)


ROWS = (
    CommandSpec(
        "SUBSCRIBE", ("subscribe to",), "anyone", "print games in a zine: get copy at a copy date",
        'SUBSCRIBE Quillfeather, Pinta FOR "The Filing Cabinet"', _subscribe, SubscribeZine, about="nothing", proof="editor",
    ),
    CommandSpec(
        "COPYDATE", ("copy date", "copydates"), "anyone", "when the copy is due: by the week or the month",
        "COPYDATE last Sunday of month 12:00 Europe/London", _edition("COPYDATE", r"\d:\d|\d\s*[ap]\.?m\b|noon|(day|month)s?\b"),
        ZineSetting, known_only=True, about="nothing", proof="editor",
    ),
    CommandSpec(
        "FORMATS", ("format",), "anyone", "text, html, docx, pdf, markdown, grey (the map)", "FORMATS text html docx pdf grey",
        _edition("FORMATS", _FORMAT), ZineSetting, known_only=True, about="nothing", proof="editor",
    ),
    CommandSpec(
        "STYLE", (), "anyone", "how failed orders, names, reasons and maps look", "STYLE failed=underline names=surname why=on",
        _edition("STYLE", "[=:]|" + _CHOICE), ZineSetting, known_only=True, about="nothing", proof="editor",
    ),
    CommandSpec(
        "PAGE", ("maxlines",), "anyone", "the page size; MAXLINES for a game, or for A PHASE", "PAGE A5 MAXLINES 60",
        _edition("PAGE", _PAPER), ZineSetting, known_only=True, about="nothing", proof="editor",
    ),
    CommandSpec(
        "SAMPLE", (), "anyone", "the last turn as it would be printed", "SAMPLE", _sample,
        SendSample, known_only=True, about="nothing", proof="editor", sends=True,
    ),
    CommandSpec(
        "RESEND", (), "anyone", "the last copy again, in the current STYLE; or that of a date, or of a phase", "RESEND", _resend,
        ResendIssue, known_only=True, about="nothing", proof="editor", sends=True,
    ),
    CommandSpec(
        "UNSUBSCRIBE", (), "anyone", "no more copy for a zine, or of a game", 'UNSUBSCRIBE "The Filing Cabinet"', _unsubscribe,
        UnsubscribeZine, known_only=True, about="nothing", proof="editor",
    ),
    CommandSpec(
        "DECLINE", (), "gm", "refuse permission for a zine", 'DECLINE "The Filing Cabinet"',
        _decline, DeclineZine, known_only=True, about="nothing", amends=False,
    ),
)  # fmt: skip
"""The commands of this module."""

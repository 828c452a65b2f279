"""Stories: letters in, letters out, word for word. Each file holds both; lines beginning `@` say what happens.

    @ from ADDRESS | SUBJECT      a letter; its text follows, up to the next `@`
    @ reply ADDRESS [OTHER]       a reply to the last letter to an address, from there or elsewhere; its text follows
    @ many N from …, reply …      such a letter so many times, one after the other
    @ careful                     at the head: a house as it is by default; else From lines are believed, and questions
                                  whether something is meant are answered with yes at once
    @ maps                        at the head: pictures go with letters, and only the names of their files are kept
    @ operator COMMAND            what the shell answers to `judge COMMAND`; an out below it has what was sent because of it
    @ ask                         from here on such questions are shown, and answered by the story alone
    @ post FILE [ENVELOPE]        a letter from `eml/`, as it stands there but for `{ADDRESS}`, where the last letter to
                                  that address asks for replies, and `{id:ADDRESS}`, its Message-ID
    @ wait days=4                 time passes
    @ game deadline…              a game of seven players, opened and started, none of it shown; its GM is
                                  harriet@zine.example, who must not have another before it
    @ show ADDRESS …              from here on only letters to these addresses are kept
    @ out                         what was sent because of the one letter or wait above it; compared word for word

Outs are written by hand, as somebody should read them, before the program is. `python -m tests.letters.test_stories FILE` prints a
story with what the judge says now, to be compared; nothing writes it down.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from email import message_from_string
from email.message import EmailMessage
from email.utils import parseaddr
from io import StringIO
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from judge import cli
from judge.clock import SystemClock
from judge.game import Game
from judge.game.model.read_back import Snapshot, game_to_store
from judge.game.model.serialization import write_game
from judge.office import unit_of_work
from tests.letters.post_office import PostOffice, shown

LETTERS = Path(__file__).parent / "eml"
STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))

SHARED = ("two_games", *(pytest.param(name, marks=pytest.mark.slow) for name in ("address", "dice", "guests", "who_is_it")))
"""Told on both engines: between them they ask the store for nearly everything."""


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """(directive, what stands below it) in order."""
    for part in re.split(r"^@ ", text, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        yield head.strip(), rest


def told(story: str, folder: Path, store: str = "") -> str:
    """The story with its outs as the judge writes them now. `store`: the URL of an empty one, SQLite if not said."""
    careful, maps = (bool(re.search(f"^@ {word}$", story, re.MULTILINE)) for word in ("careful", "maps"))
    office = PostOffice(folder, store=store, careful=careful, maps=maps)
    sent: list[EmailMessage] = []
    show: tuple[str, ...] = ()
    lines = [re.split(r"^@ ", story, maxsplit=1, flags=re.MULTILINE)[0]]
    for head, rest in blocks(story):
        word, _, more = head.partition(" ")
        if word in ("from", "reply", "post", "many"):
            sent = letter(office, word, more, rest)
        elif word in ("careful", "maps"):
            pass
        elif word == "operator":
            rest, sent = shell(office, folder, more), office.work()
        elif word == "ask":
            office.careful = True
        elif word == "wait":
            sent = office.wait(**{key: float(value) for key, _, value in (w.partition("=") for w in more.split())})
        elif word == "game":
            office.game(deadline=more or "DEADLINE Fridays 21:00 Europe/London")
        elif word == "show":
            show = tuple(more.split())
        else:
            kept = [shown(message) for message in sent if not show or message["To"] in show]
            rest = "\n".join(kept) + "\n" if kept else "(nothing)\n\n"
        lines.append(f"@ {head}\n{rest}")
    return "".join(lines)


def letter(office: PostOffice, word: str, more: str, rest: str) -> list[EmailMessage]:
    """Send what a directive says."""
    if word == "many":
        number, _, each = more.partition(" ")
        word, _, more = each.partition(" ")
        return [message for _ in range(int(number)) for message in letter(office, word, more, rest)]
    if word == "from":
        sender, _, subject = more.partition(" | ")
        return office.letter(sender.strip(), rest, subject.strip() or "hello")
    address, _, other = more.partition(" ")
    return office.reply(address, rest, other) if word == "reply" else post(office, address, other)


def shell(office: PostOffice, folder: Path, line: str) -> str:
    """What a command of the shell prints, on the judge's store and by its clock."""
    config = folder / "judge.yaml"
    config.write_text(f"store: sqlite:///{folder}/judge.db\nkey: {folder}/judge.key\n", "utf-8")
    said = StringIO()
    with patch.object(SystemClock, "now", lambda clock: office.hands.time), redirect_stdout(said), redirect_stderr(said):
        cli.main([*split(line), "--config", str(config)])
    return f"{said.getvalue()}\n"


def post(office: PostOffice, file: str, envelope: str) -> list[EmailMessage]:
    """Send a letter from a file. Its envelope's sender is its From, if nothing else is said; `<>` makes it a bounce."""
    text = (LETTERS / file).read_text("utf-8")
    text = re.sub(r"\{id:([^{}\s]+)\}", lambda found: str(office.last[found[1]]["Message-ID"]), text)
    text = text.replace("{count}", str(office.count))
    text = re.sub(r"\{([^{}\s]+@[^{}\s]+)\}", lambda found: str(office.last[found[1]]["Reply-To"]), text)
    told = message_from_string(text)
    sender = parseaddr(str(told["From"]))[1] if not envelope else envelope.strip("<>")
    return office.raw(text.encode(), sender, parseaddr(str(told["To"]))[1])


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games as often as they were stored, each of which was as if none of it were known from before."""
    found = []

    def whole(game: Game, before: Snapshot | None = None) -> Snapshot:
        snapshot = game_to_store(game, before)
        assert snapshot.body == write_game(game)
        found.append(game.name)
        return snapshot

    monkeypatch.setattr(unit_of_work, "game_to_store", whole)
    return found


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path, stored: list[str]) -> None:
    """Every letter that the judge sends in this story is as it is written down."""
    story = path.read_text("utf-8")
    assert told(story, tmp_path) == story
    assert stored or "CREATE" not in story


@pytest.mark.parametrize("name", SHARED)
def test_story_on_postgresql(name: str, tmp_path: Path, postgres_url: str) -> None:
    """No letter is another because of where it is kept."""
    story = (Path(__file__).parent / "stories" / f"{name}.txt").read_text("utf-8")
    assert told(story, tmp_path, postgres_url) == story


if __name__ == "__main__":
    for each in sys.argv[1:]:
        with TemporaryDirectory() as temporary:
            sys.stdout.write(told(Path(each).read_text("utf-8"), Path(temporary)))

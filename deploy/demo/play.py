"""`make demo ME=you@example.org`: the real daemon on loopback, and a practice game of yours against house players.

    play.py ADDRESS [WORDS …]        WORDS go behind PRACTICE: `columbus`, `AS France AGAINST calm`

What the judge mails to you is shown in this window, and what you type goes to it by SMTP, a letter for each blank line.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from email.message import EmailMessage
from typing import TextIO

from demo import JUDGE, LOOK, PATIENCE, ROOM, Person, Show, say, words

from judge.mail.maildir_out import folder_name

LAST = ("quit", "exit", "bye")
"""Words that end it, alone in a letter."""


class You(Person):
    """The one who plays: letters that come are shown at once, and a letter is written in reply to the last of them."""

    asked, replies = "are asked", "reply"
    last: EmailMessage | None = None
    answered: frozenset[str] = frozenset()
    """The Message-IDs of your letters that have been answered."""

    def look(self) -> None:
        """Show the letters that come, for ever."""
        for letter in self.letters():
            say(f"\n----- {letter['Subject']}\n")
            say(words(letter).partition("===\n\n")[2].rstrip())
            self.last = letter
            self.answered |= {str(letter["In-Reply-To"] or "")}

    def ask(self, text: str, subject: str = "") -> bool:
        """Send a letter, and wait until its answer has been shown. Whether one came."""
        self.write(text, subject or f"Re: {self.last['Subject'] if self.last else JUDGE}", None if subject else self.last)
        until = time.monotonic() + PATIENCE
        while self.sent not in self.answered and time.monotonic() < until:
            time.sleep(LOOK)
        return self.sent in self.answered


def typed(source: TextIO) -> Iterator[str]:
    """The letters that somebody types; each ends with a blank line."""
    lines: list[str] = []
    for line in source:
        if line.strip():
            lines.append(line)
        elif lines:
            yield "".join(lines)
            lines = []
    if lines:
        yield "".join(lines)


def play(address: str, wish: str) -> int:
    """Begin a practice game for somebody, and pass their letters on until they type no more; the exit status."""
    stage, box = Show(), ROOM / "mail" / folder_name(address)
    try:
        stage.start_daemon()
        for part in ("tmp", "new", "cur"):
            (box / part).mkdir(parents=True, exist_ok=True)
        you = You("You", address, box, stage.port)
        say(f"The judge is running on 127.0.0.1 port {stage.port}, where it takes your mail, {address}; its own lies in {box}.")
        say(f"  You write: PRACTICE {wish}")
        threading.Thread(target=you.look, daemon=True).start()
        answered = you.ask(f"PRACTICE {wish}".strip(), "practice")
        say("\nType a letter, and a blank line to send it: orders, HINT, HELP. `quit` ends the show.\n")
        for letter in typed(sys.stdin):
            if letter.strip().lower() in LAST:
                break
            answered = you.ask(letter)
    finally:
        stage.stop()
    say(f"\nEvery letter lies in {box}." if answered else f"\nNo answer came; {ROOM}/judge.log may say why.")
    return 0 if answered else 1


if __name__ == "__main__":
    raise SystemExit(play(sys.argv[1], " ".join(sys.argv[2:])))

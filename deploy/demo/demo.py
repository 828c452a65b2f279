"""`make demo`: the real daemon on loopback, and eight people, each a process that knows only its port and their own Maildir.

    demo.py [--final]                starts the daemon and the eight, and shows their year. With --final every player says so, and
                                     no phase waits for the clock: it comes to the same on the slowest of machines
    demo.py NAME ADDRESS BOX PORT    one of the eight (started by the above)
"""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formataddr, make_msgid
from pathlib import Path
from typing import Any

import yaml

from judge.mail.maildir_out import folder_name

HERE = Path(__file__).parent
ROOM = Path("var/demo")
JUDGE = "judge@localhost"
PATIENCE = 240
"""Seconds after which the show is given up: something is wrong."""
LOOK = 0.1
FINAL = "JUDGE_DEMO_FINAL"
"""In the environment of the eight if every player says FINAL."""


def read_script() -> dict[str, Any]:
    """Who plays and what they write."""
    script: dict[str, Any] = yaml.safe_load((HERE / "letters.yaml").read_text("utf-8"))
    return script | ({"clock": "every 300 days 21:00"} if FINAL in os.environ else {})


class Person:
    """Somebody with a mail program: writes to the judge, and looks into their own Maildir."""

    asked, replies = "is asked", "replies"

    def __init__(self, name: str, address: str, box: Path, port: int) -> None:
        self.name, self.address, self.box, self.port = name, address, box, port
        self.sent = ""
        """The Message-ID of the letter that was sent last."""

    def write(self, text: str, subject: str, answering: EmailMessage | None = None) -> None:
        """Send a letter; as a reply it goes where the judge's letter asked, which says who it is from."""
        letter = EmailMessage()
        letter["From"] = formataddr((self.name, self.address))
        letter["To"] = answering["Reply-To"] or JUDGE if answering else JUDGE
        letter["Subject"] = subject
        letter["Message-ID"] = make_msgid(domain="players.example")
        if answering:
            letter["In-Reply-To"] = answering["Message-ID"]
        letter.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as server:
            self.sent = str(letter["Message-ID"])
            server.send_message(letter)

    def letters(self) -> Iterator[EmailMessage]:
        """The letters that come, as they come. The judge's question whether a letter is ours is replied to at once."""
        while True:
            for path in sorted((self.box / "new").glob("*")):
                letter = message_from_bytes(path.read_bytes(), policy=policy.default)
                path.rename(self.box / "cur" / f"{path.name}:2,S")
                assert isinstance(letter, EmailMessage)
                if "Please confirm" in str(letter["Subject"]):
                    say(f"  {self.name} {self.asked} to confirm it, and {self.replies}")
                    self.write("YES", f"Re: {letter['Subject']}", letter)
                else:
                    yield letter
            time.sleep(LOOK)


def say(text: str) -> None:
    """Show a line of progress at once."""
    print(text, flush=True)


def words(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    part = letter.get_body(("plain",))
    return str(part.get_content()) if part else ""


def headline(letter: EmailMessage) -> str:
    """The first words of a letter, which say what counts and what is due, on one line."""
    return " ".join(words(letter).partition("===\n\n")[2].partition("\n\n")[0].split())


def play(person: Person, power: str, script: dict[str, Any]) -> None:
    """A player: joins, and writes orders whenever a letter says that some are due."""
    say(f"  {person.name} asks to join, as {power} if possible")
    person.write(f"JOIN {script['game']} PREFER {power} NAME {person.name}", "joining")
    written = dict(script["players"][power]["letters"])
    for letter in person.letters():
        subject, said = str(letter["Subject"]), headline(letter)
        phase = next((phase for phase in written if f"{power}, {phase}: " in said and " due" in said), None)
        if phase:
            text = written.pop(phase)
            say(f"  {power} writes: {' / '.join(line.strip() for line in text.splitlines() if line.strip())[:100]}")
            person.write(text, f"Re: {subject}", letter)
            if FINAL in os.environ:
                person.write("FINAL", f"Re: {subject}", letter)


def run_game(person: Person, script: dict[str, Any]) -> None:
    """The GM: opens the game, starts it when all seats are taken, shows each report, and leaves after the winter."""
    person.write(f"CREATE {script['game']}\nDEADLINE {script['clock']}\nNAME {person.name}", "a new game")
    for letter in person.letters():
        said = headline(letter)
        if "0 of 7 seats" in said:
            say("OPEN")
        elif "7 of 7 seats" in said and "joined" in said:
            say("  All seats are taken; the GM writes: START")
            person.write("START", f"Re: {letter['Subject']}", letter)
        elif " results" in said:
            say(f"\n----- Mailed to everyone: {letter['Subject']}\n")
            say(words(letter).rstrip())
            say("")
            if "Winter" in said.partition(" results")[0]:
                return


def be_one(name: str, address: str, box: str, port: str) -> int:
    """One of the eight."""
    script = read_script()
    person = Person(name, address, Path(box), int(port))
    power = next((power for power, each in script["players"].items() if each["name"] == name), None)
    if power:
        play(person, power, script)
    else:
        run_game(person, script)
    return 0


class Show:
    """The daemon and the eight as processes, stopped together."""

    def __init__(self) -> None:
        self.script = read_script()
        self.port = 0
        self.running: list[subprocess.Popen[str]] = []
        self.relays: list[threading.Thread] = []

    def start_daemon(self) -> None:
        """Start the judge and wait until it takes letters."""
        shutil.rmtree(ROOM, ignore_errors=True)
        ROOM.mkdir(parents=True)
        config = ROOM / "judge.yaml"
        config.write_text(
            f"address: {JUDGE}\nstore: sqlite:///{ROOM}/judge.db\nmaildir: {ROOM}/mail\nmaps: false\n"
            "smtp:\n  host: 127.0.0.1\n  port: 0\n"
        )
        with (ROOM / "judge.log").open("w") as log:
            command = [sys.executable, "-m", "judge", "run", "--config", str(config)]
            self.running.append(subprocess.Popen(command, stdout=log, stderr=log, text=True))
        until = time.monotonic() + PATIENCE
        while not (port := port_told(ROOM / "judge.log")):
            if time.monotonic() > until or self.running[0].poll() is not None:
                raise SystemExit(f"The judge did not start; {ROOM}/judge.log says why.")
            time.sleep(LOOK)
        self.port = port

    def start(self, name: str, address: str) -> subprocess.Popen[str]:
        """Start one of the eight."""
        box = ROOM / "mail" / folder_name(address)
        for part in ("tmp", "new", "cur"):
            (box / part).mkdir(parents=True, exist_ok=True)
        command = [sys.executable, __file__, name, address, str(box), str(self.port)]
        person = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.running.append(person)
        return person

    def relay(self, person: subprocess.Popen[str]) -> None:
        """Show what somebody says, from a separate thread."""
        assert person.stdout is not None
        relay = threading.Thread(target=lambda: [say(line.rstrip("\n")) for line in person.stdout or ()], daemon=True)
        self.relays.append(relay)
        relay.start()

    def stop(self) -> None:
        """End every process, the daemon last, and show what they said last."""
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            process.wait(timeout=PATIENCE)
        for relay in self.relays:
            relay.join(timeout=PATIENCE)


def port_told(log: Path) -> int:
    """The port that the judge has said in its log it takes letters at; 0 if it has not yet."""
    found = re.search(r"taking letters.* at=127\.0\.0\.1:(\d+)\n", log.read_text("utf-8"))
    return int(found[1]) if found else 0


def show() -> int:
    """The whole demonstration; the exit status."""
    began = time.monotonic()
    stage = Show()
    threading.Timer(PATIENCE, lambda: os._exit(give_up(stage))).start()
    try:
        stage.start_daemon()
        say(f"The judge is running on 127.0.0.1 port {stage.port}; deadlines come every {stage.script['clock']}.")
        gm = stage.script["gm"]
        say(f"  {gm['name']} opens a game")
        master = stage.start(gm["name"], gm["address"])
        assert master.stdout is not None
        for line in master.stdout:
            if line.strip() == "OPEN":
                break
        stage.relay(master)
        for player in stage.script["players"].values():
            stage.relay(stage.start(player["name"], f"{player['name'].split()[0].lower()}@players.example"))
        master.wait()
    finally:
        stage.stop()
    say(
        f"A year in {time.monotonic() - began:.0f} seconds. Every letter lies in {ROOM}/mail, one Maildir for each person.\n\n"
        "To write to a judge yourself:  make run   and in another window\n"
        "  printf 'From: you@home.example\\nSubject: hello\\n\\nHELP\\n' | .venv/bin/judge deliver\n"
        "Its answer comes to var/mail/you@home.example/new."
    )
    os._exit(0)


def give_up(stage: Show) -> int:
    """Say that it took too long, and stop everything."""
    say(f"Nothing more came within {PATIENCE} seconds; {ROOM}/judge.log may say why.")
    stage.stop()
    return 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--final"]:
        os.environ[FINAL] = "yes"
        del sys.argv[1]
    raise SystemExit(be_one(*sys.argv[1:]) if len(sys.argv) > 1 else show())

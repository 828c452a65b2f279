"""How many letters a second go through the post office: eight senders by SMTP at once, and a mailbox of a thousand.

From the first letter's bytes to the last answer committed, by the real daemon on one core. The floors, in the same run,
are a server that takes letters and throws them away, and a client that fetches letters and deletes them.
"""

from __future__ import annotations

import multiprocessing
import os
import pwd
import shutil
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path

from tests.benchmarks.letters import IN_PLACE, POWERS, TO_AND_FRO, Post, connect
from tests.mail import dovecot
from tests.ports import free_port

SENDERS, EACH, LYING = 8, 100, 1000
BATCH = 100
"""Letters that the faster of the two fetching floors takes at a time."""
ONE_CORE = ("taskset", "-c", "0") if shutil.which("taskset") else ()
DISCARD = """
import asyncio, sys
from aiosmtpd.smtp import SMTP
class Nothing:
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"
async def main():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Nothing()), "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()
asyncio.run(main())
"""


def orders(number: int, replies: dict[str, str]) -> tuple[str, str, bytes]:
    """A letter of orders in the game that runs: who sends it, whereto, its bytes."""
    power = POWERS[number % len(POWERS)]
    text = "\r\n".join((TO_AND_FRO[power][0], IN_PLACE[power])[number // len(POWERS) % 2])
    sender, to = f"{power.lower()}@players.example", replies[power]
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <{os.getpid()}.{number}@player.example>\r\n"
    return sender, to, f"{head}Date: Fri, 05 Mar 2027 12:00:00 +0000\r\n\r\n{text}\r\n".encode()


def replies(post: Post) -> dict[str, str]:
    """Power → the address that the judge's letters to its player say to answer to."""
    found = {}
    for power in POWERS:
        letters = sorted((post.folder / "mail" / f"{power.lower()}@players.example" / "new").glob("*"))
        found[power] = str(message_from_bytes(letters[-1].read_bytes())["Reply-To"])
    return found


def send_share(share: int, port: int, to: dict[str, str]) -> None:
    """One sender's letters, over one connection."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        for number in range(share * EACH, (share + 1) * EACH):
            sender, address, raw = orders(number, to)
            line.sendmail(sender, [address], raw)


def by_eight(port: int, to: dict[str, str], done: Callable[[], bool]) -> float:
    """Letters a second: eight senders at once, until all is done."""
    people = [multiprocessing.Process(target=send_share, args=(share, port, to)) for share in range(SENDERS)]
    began = time.perf_counter()
    for person in people:
        person.start()
    for person in people:
        person.join()
    while not done():
        time.sleep(0.002)
    return SENDERS * EACH / (time.perf_counter() - began)


def discard_floor(to: dict[str, str]) -> float:
    """Letters a second into a server that throws them away."""
    port = free_port()
    server = subprocess.Popen([*ONE_CORE, sys.executable, "-c", DISCARD, str(port)])
    try:
        connect(port).close()
        return by_eight(port, to, lambda: True)
    finally:
        server.terminate()
        server.wait()


def answered(post: Post) -> int:
    """Answers ever committed."""
    found: int = post.look.execute("SELECT count(*) FROM notices WHERE kind = 'answer'").fetchone()[0]
    return found


def lay(server: dovecot.Dovecot, to: dict[str, str]) -> None:
    """A thousand letters into the INBOX, as a delivery agent would: written apart, then moved in."""
    box, apart = server.root / "mail/judge", server.root / "mail/apart"
    apart.mkdir()
    owner = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    for number in range(LYING):
        path = apart / f"{1_700_000_000 + number}.M{number}.bench"
        path.write_bytes(orders(number, to)[2].replace(b"\r\n", b"\n"))
        os.chown(path, owner.pw_uid, owner.pw_gid)
    for path in sorted(apart.iterdir()):
        path.rename(box / "new" / path.name)
    apart.rmdir()


def fetch_floor(server: dovecot.Dovecot, size: int) -> float:
    """Letters a second, fetched and deleted so many at a time."""
    client = server.client()
    began = time.perf_counter()
    client.select_folder("INBOX")
    numbers = client.search("UNDELETED")
    for start in range(0, len(numbers), size):
        some = numbers[start : start + size]
        client.fetch(some, ["BODY.PEEK[]", "INTERNALDATE"])
        client.add_flags(some, [b"\\Deleted"], silent=True)
        client.uid_expunge(some)
    seconds = time.perf_counter() - began
    client.logout()
    return len(numbers) / seconds


def smtp_rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """Eight senders."""
    post = Post(where / "smtp", "maps: false\n", ONE_CORE)
    with post.running():
        post.begin()
        wait(lambda: not post.look.execute("SELECT 1 FROM notices WHERE state = 'queued'").fetchone())
        to = replies(post)
        floor = discard_floor(to)
        yield f"floor: {SENDERS} senders, letters thrown away", f"{floor:.0f} /s", ""
        before, spent = answered(post), post.cpu()
        rate = by_eight(post.port, to, lambda: answered(post) >= before + SENDERS * EACH)
        spent = (post.cpu() - spent) / (SENDERS * EACH)
        yield f"{SENDERS} senders by SMTP → answers committed", f"{rate:.0f} /s", share(rate, floor, spent)


def imap_rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """A mailbox of a thousand."""
    if reason := dovecot.missing():
        yield f"a mailbox of {LYING}", "-", reason
        return
    with dovecot.running() as server:
        box = f"{{host: 127.0.0.1, port: {server.port}, tls: false, user: judge, password_env: BENCH, every: 0.1, idle: false}}"
        os.environ["BENCH"] = "secret"
        post = Post(where / "imap", f"maps: false\nimap: {box}\n", ONE_CORE)
        server.count("INBOX")
        with post.running():
            post.begin()
            wait(lambda: not post.look.execute("SELECT 1 FROM notices WHERE state = 'queued'").fetchone())
            to, before = replies(post), answered(post)
            lay(server, to)
            began, spent = time.perf_counter(), post.cpu()
            wait(lambda: answered(post) >= before + LYING)
            rate, spent = LYING / (time.perf_counter() - began), (post.cpu() - spent) / LYING
        floors = {}
        for size in (1, BATCH):
            lay(server, to)
            floors[size] = fetch_floor(server, size)
            by = "one by one" if size == 1 else f"{size} at a time"
            yield f"floor: {LYING} letters fetched and deleted {by}", f"{floors[size]:.0f} /s", ""
        beside = f"{share(rate, floors[1], spent)}; {rate / floors[BATCH]:.0%} of the other"
        yield f"{LYING} letters in a mailbox → answers committed", f"{rate:.0f} /s", beside


def share(rate: float, floor: float, spent: float) -> str:
    """A rate beside its floor."""
    return f"{rate / floor:.0%} of its floor (aim ≥ 10 %, and ≥ 150 /s); {spent * 1000:.1f} ms of CPU each"


def wait(holds: Callable[[], bool]) -> None:
    """Until it holds; a minute or two at most."""
    until = time.monotonic() + 120
    while not holds():
        if time.monotonic() > until:
            raise SystemExit("it did not come to pass within two minutes")
        time.sleep(0.002)


def rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    shutil.rmtree(where, ignore_errors=True)
    yield from smtp_rows(where)
    yield from imap_rows(where)
    shutil.rmtree(where, ignore_errors=True)


if __name__ == "__main__":
    for what, figure, beside in rows(Path("var/bench-mail")):
        print(f"  {what:<52} {figure:>12}   {beside}", flush=True)

"""Letters of real mail programs through the whole office: `answers/NAME.txt` is what comes back for `mail/letters/NAME.eml`.

Two letters are too long to lie in a folder (J13, 10) and are written here.
"""

from __future__ import annotations

from base64 import encodebytes
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.letters.post_office import GM, POWERS, PostOffice, shown

CHLOE = "chloe.marsh@mail.example"
PRINTED = b"judge+quillfeather.france.abcdefghijklmnopqrstuvwx@pbm.example"
"""The address that the files were sent to; its token is put right here."""
LETTERS = Path(__file__).parents[1] / "mail" / "letters"
ANSWERS = sorted((Path(__file__).parent / "answers").glob("*.txt"))
HEAD = b"From: %s\r\nTo: <%s>\r\nSubject: Re: [quillfeather] France, Spring 1901: 2 of 3 orders\r\nMIME-Version: 1.0\r\n"
ORDERS = b"A(Par)-Bur\r\nA(Mar) S A(Par)-Bur\r\nF(Bre)-MAO\r\n\r\n"
PHOTOGRAPH = b"\xff\xd8\xff" + b"the harbour at Brest" * 375_000
WRITTEN = {
    "ten_megabytes": HEAD % (CHLOE.encode(), PRINTED) + b'Content-Type: multipart/mixed; boundary="b1"\r\n\r\n'
    b"--b1\r\nContent-Type: text/plain\r\n\r\n" + ORDERS + b"--b1\r\nContent-Type: image/jpeg\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\n" + encodebytes(PHOTOGRAPH) + b"--b1--\r\n",
    "five_thousand_lines": HEAD % (CHLOE.encode(), PRINTED) + b"Content-Type: text/plain\r\n\r\n" + ORDERS
    + b"And then my aunt came to tea again.\r\n" * 5000,
}  # fmt: skip
"""Orders above a telephone's picture, and above a very long story."""


@cache
def begun() -> tuple[bytes, bytes]:
    """The store of a game in which Chloe plays France, and her seat's address."""
    with TemporaryDirectory() as folder:
        office = PostOffice(Path(folder))
        office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather\nDEADLINE Fridays 21:00 Europe/London\n")
        for power in POWERS:
            sender = CHLOE if power == "France" else f"{power.lower()}@mail.example"
            office.letter(f"{power} Player <{sender}>", f"JOIN quillfeather PREFER {power}")
        started = office.letter(GM, "START")
        address = next(str(message["Reply-To"]) for message in started if message["To"] == CHLOE)
        office.parts.store.close()
        return (Path(folder) / "judge.db").read_bytes(), address.encode()


def answer(name: str, folder: Path) -> str:
    """Everything that is sent because of a letter, as golden files have it."""
    store, address = begun()
    (folder / "judge.db").write_bytes(store)
    office = PostOffice(folder)
    office.count = 100
    raw = (WRITTEN.get(name) or (LETTERS / f"{name}.eml").read_bytes()).replace(PRINTED, address)
    sent = office.raw(raw, CHLOE, address.decode())
    office.parts.store.close()
    return "\n".join(map(shown, sent))


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_the_answer(path: Path, tmp_path: Path) -> None:
    """One answer, word for word."""
    assert answer(path.stem, tmp_path) == path.read_text("utf-8")


@pytest.mark.parametrize("path", sorted(LETTERS.glob("same_*.eml")), ids=lambda path: path.stem)
def test_the_same_orders_stand(path: Path, tmp_path: Path) -> None:
    """Whatever program sent them; and the answer asks for nothing."""
    found = answer(path.stem, tmp_path)
    assert "France, Spring 1901: all 3 orders in.\n" in found
    for order in ("    > A(Par)-Bur\n", "    > A(Mar) S A(Par)-Bur\n", "    > F(Bre)-MAO\n"):
        assert order in found

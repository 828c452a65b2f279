"""Coverage-guided fuzzing of what strangers may send (atheris, which is libFuzzer): `python -m tests.fuzz.fuzz TARGET SECONDS`.

Begins with our own letters, and with what a die makes of them. Stops at the first input that raises, that takes more than two
seconds of the processor, or that takes the whole process over 700 MB, and says where it kept the input. `make fuzz TIME=600` runs
every target. libFuzzer never goes the same way twice, whatever its seed: `-runs=0` stops before it goes its own. With 0 seconds an
input may take two minutes, so that a busy machine finds nothing in what is the same every day.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import atheris

KEPT = Path("var/fuzz")
SLOW = 2.0
"""Seconds of processor time for one input that is looked for; instrumented code is some ten times slower than it is."""
HANGS = 120
"""Seconds after which libFuzzer gives up on any input."""
LONGEST = 16384
"""Bytes of an input, at most."""
MADE = 100
"""Inputs that are made of our own for each target, the same each time."""
TESTS = Path(__file__).parents[1]
WORDS = (
    "Content-Type: multipart/mixed; boundary=b",
    "Content-Type: text/html; charset=utf-16",
    "Content-Transfer-Encoding: base64",
    "=?utf-8?q?",
    "=== write above this line ===",
    "-----Original Message-----",
    "format=flowed; delsp=yes",
    "wrote:",
    "From: ",
    "Sent: ",
    "Subject: ",
    "PRESS TO ",
    "END",
    "A(Par)-Bur",
    " S A(Mar)",
    " via convoy",
    "build F(StP.nc)",
    "<blockquote>",
    "<table>",
    "<!--",
    "&nbsp;",
    "<div style='display:none'>",
    "ORDERS FOR ",
    "GAME ",
    "JOIN ",
    "CREATE ",
    "if not possible",
)


def seeds(target: str) -> Iterator[bytes]:
    """Letters, texts and order lines from other tests."""
    letters = [path.read_bytes() for path in sorted((TESTS / "mail" / "letters").glob("*.eml"))]
    if target in ("letter", "markup"):
        yield from letters
    elif target == "text":
        yield from (path.read_bytes() for path in sorted((TESTS / "mail" / "letters").glob("*.txt")))
        yield from (path.read_bytes() for path in sorted((TESTS / "letters" / "stories").glob("*.txt")))
    else:
        lines = (TESTS / "notation" / "spellings.yaml").read_text("utf-8").split("\n")
        yield from (line.strip(' "').partition('": ')[0].encode() for line in lines if line.startswith("  "))


def made(target: str, own: Sequence[bytes]) -> Iterator[bytes]:
    """What a die makes of letters: words put in, bytes changed, parts left out, said again, or taken from another."""
    lots = random.Random(target)
    for _ in range(MADE):
        data = lots.choice(own)[:LONGEST]
        for _ in range(lots.randint(1, 6)):
            at, to = sorted(lots.randint(0, len(data)) for _ in range(2))
            other = lots.choice(own)
            begin = lots.randint(0, len(other))
            part = lots.choice((
                lots.choice(WORDS).encode(), b"\n" + lots.choice(WORDS).encode() + b"\n", lots.randbytes(lots.randint(1, 4)), b"",
                data[at:to] * lots.randint(2, 9), other[begin : begin + lots.randint(1, 400)],
            ))  # fmt: skip
            data = (data[:at] + part + data[lots.choice((at, to)) :])[:LONGEST]
        yield data


def kept(run: Callable[[bytes], None], target: str, slow: float) -> Callable[[bytes], None]:
    """A target that keeps the input on which it raises, as `var/fuzz/TARGET-…`, or which takes it more than `slow` seconds."""

    def tried(data: bytes) -> None:
        began = time.process_time()
        try:
            run(data)
            if time.process_time() - began > slow:
                raise TimeoutError(f"{len(data)} bytes took {time.process_time() - began:.1f} s")
        except BaseException:
            KEPT.mkdir(parents=True, exist_ok=True)
            path = KEPT / f"{target}-{hashlib.sha256(data).hexdigest()[:12]}"
            path.write_bytes(data)
            print(f"kept as {path}", flush=True)
            raise

    return tried


def main(target: str, seconds: str, *more: str) -> None:
    """Fuzz one target."""
    with atheris.instrument_imports(include=["judge.mail", "judge.commands", "judge.notation"]):
        from tests.fuzz.targets import TARGETS, rules
    for folder in ("standard", "colonial_diplomacy"):
        rules(folder)  # how long that takes is no input's fault
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        own = list(seeds(target))
        for number, seed in enumerate([*own, *made(target, own)]):
            (corpus / str(number)).write_bytes(seed)
        words = Path(folder) / "words"
        words.write_text("\n".join('"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"' for word in WORDS))
        slow = SLOW if float(seconds) else HANGS
        limits = [f"-timeout={HANGS}", f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-rss_limit_mb=700"]
        limits.append("-print_final_stats=1")
        atheris.Setup([sys.argv[0], str(corpus), f"-dict={words}", *limits, *more], kept(TARGETS[target], target, slow))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])

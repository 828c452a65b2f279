"""Sign letters by DKIM, and name servers that know the keys, for tests. The keys are made by OpenSSL, once a process."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import dkim

DEFAULT = b"from:to:cc:subject:date:message-id:mime-version:from"


@cache
def key(bits: int = 2048, name: str = "") -> bytes:
    """A private RSA key (PEM), another for each name."""
    return subprocess.run(["openssl", "genrsa", "-traditional", str(bits)], check=True, capture_output=True).stdout


@cache
def record(bits: int = 2048, name: str = "", tags: str = "v=DKIM1; k=rsa;") -> str:
    """What the DNS says of the public half of such a key."""
    command = ["openssl", "rsa", "-pubout", "-outform", "PEM"]
    public = subprocess.run(command, input=key(bits, name), check=True, capture_output=True).stdout.decode()
    return f"{tags} p={''.join(public.splitlines()[1:-1])}"


class _Signer(dkim.DKIM):  # type: ignore[misc]
    """One that also makes signatures which the library would not make."""

    def __init__(self, raw: bytes, algorithm: bytes, extra: Mapping[str, str], unsigned: bytes) -> None:
        super().__init__(raw, signature_algorithm=algorithm)
        self._extra, self._unsigned = extra, unsigned

    def gen_header(self, fields: list[tuple[bytes, bytes]], include_headers: list[bytes], *rest: Any, **more: Any) -> bytes:
        """The header, with further tags in front of `b=`, and without one of the signed headers."""
        kept = [name for name in include_headers if name != self._unsigned]
        told = [(name, b" : ".join(kept) if name == b"h" else value) for name, value in fields]
        told[-1:-1] = [(name.encode(), value.encode()) for name, value in self._extra.items()]
        return bytes(super().gen_header(told, kept, *rest, **more))


def signed(
    raw: bytes, domain: str = "mail.example", *, bits: int = 2048, name: str = "", headers: bytes = DEFAULT, identity: str = "",
    length: bool = False, algorithm: bytes = b"rsa-sha256", canonical: tuple[bytes, bytes] = (b"relaxed", b"relaxed"),
    extra: Mapping[str, str] | None = None, unsigned: bytes = b"",
) -> bytes:  # fmt: skip
    """The letter with a signature on top: selector `s1`, these headers signed."""
    made = _Signer(raw, algorithm, extra or {}, unsigned).sign(
        b"s1", domain.encode(), key(bits, name), identity=identity.encode() or None, canonicalize=canonical,
        include_headers=headers.split(b":"), length=length,
    )  # fmt: skip
    return bytes(made) + raw


def name_servers(records: Mapping[str, Sequence[str]]) -> Callable[[str, str], Sequence[str]]:
    """Name servers that know the TXT records given: name → records."""
    return lambda name, kind: records.get(name.rstrip("."), ()) if kind == "TXT" else ()

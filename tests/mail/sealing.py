"""Forward letters as a forwarder does that seals them by ARC (RFC 8617), for tests."""

from __future__ import annotations

import base64
import hashlib

import dkim
from dkim.canonicalization import CanonicalizationPolicy
from dkim.crypto import parse_pem_private_key

from tests.mail.signing import key

HEADERS = b"from:to:cc:subject:date:message-id:mime-version:from"
RELAXED = CanonicalizationPolicy.from_c_value(b"relaxed/relaxed")


def sealed(
    raw: bytes, found: str = "dmarc=pass header.from=mail.example", domain: str = "club.example", *, name: str = "",
    bits: int = 2048, headers: bytes = HEADERS, chain: str = "", length: bool = False, algorithm: bytes = b"rsa-sha256",
    instance: int = 0,
) -> bytes:  # fmt: skip
    """The letter with an ARC set on top: what the forwarder `found`, its message signature, its seal. `chain`: the seal's `cv=`."""
    number = instance or raw.lower().count(b"\narc-seal:") + raw.lower().startswith(b"arc-seal:") + 1
    library = dkim.ARC(raw, signature_algorithm=algorithm)
    private, now, signer = parse_pem_private_key(key(bits, name)), b"1700000000", domain.encode()
    digest = hashlib.sha1 if algorithm.endswith(b"sha1") else hashlib.sha256
    library.hasher = digest
    hashed = digest(b"".join([RELAXED.canonicalize_body(library.body)])).digest()
    earlier = [each for _, each in library.sorted_arc_headers()[1]]
    at = str(number).encode()
    own = [(b"ARC-Authentication-Results", b"i=%s; mx.%s; %s\r\n" % (at, signer, found.encode()))]
    signed = [name.strip() for name in headers.split(b":")]
    tags = [(b"i", at), (b"a", algorithm), (b"c", b"relaxed/relaxed"), (b"d", signer), (b"s", b"s1"), (b"t", now)]
    size = [(b"l", str(len(RELAXED.canonicalize_body(library.body))).encode())] if length else []
    parts = [*tags, *size, (b"h", b" : ".join(signed)), (b"bh", base64.b64encode(hashed)), (b"b", b"0" * 60)]
    library.headers = RELAXED.canonicalize_headers(own) + library.headers
    made = library.gen_header(parts, signed, RELAXED, b"ARC-Message-Signature", private)
    own.insert(0, (b"ARC-Message-Signature", made))
    said = (chain or ("none" if number == 1 else "pass")).encode()
    parts = [(b"i", at), (b"cv", said), *tags[1:2], *tags[3:], (b"b", b"0" * 60)]
    sets = own + earlier
    library.headers = RELAXED.canonicalize_headers(sets)
    names = [name.lower() for name, _ in reversed(sets)]
    seal = library.gen_header(parts, names, RELAXED, b"ARC-Seal", private)
    own.insert(0, (b"ARC-Seal", seal))
    return b"".join(b"%s: %s\r\n" % (name, value.strip()) for name, value in own) + raw

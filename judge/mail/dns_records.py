"""DNS records about a domain that sends mail: SPF (RFC 7208), DKIM keys (RFC 6376), DMARC (RFC 7489) and MX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import dns.resolver

SECONDS = 8.0
"""Seconds to wait for name servers."""
REMEMBERED = 1000
"""The most answers that a caching resolver keeps, each until it expires."""

Resolve = Callable[[str, str], Sequence[str]]
"""Takes a name and a record type (`TXT`, `MX`); returns the records, each as one text. Raises OSError if nobody answers."""


def ask_name_servers(name: str, kind: str) -> Sequence[str]:
    """Ask the system's name servers for records. Raises OSError if they cannot be asked or do not answer."""
    return remembering_resolver(SECONDS, 0)(name, kind)


def remembering_resolver(seconds: float, remembered: int = REMEMBERED) -> Resolve:
    """Return a caching resolver.

    `seconds`: how long name servers have for an answer; `remembered`: how many answers are kept, the newest. This asks nobody; the
    result may be called from several threads.
    """
    import dns.resolver  # here: most commands ask nobody

    @cache
    def resolver() -> dns.resolver.Resolver:
        made = dns.resolver.Resolver()
        made.lifetime, made.cache = seconds, dns.resolver.LRUCache(remembered) if remembered else None
        return made

    return lambda name, kind: _records(resolver, name, kind)


def _records(resolver: Callable[[], dns.resolver.Resolver], name: str, kind: str) -> Sequence[str]:
    import dns.exception
    import dns.resolver

    try:
        found = resolver().resolve(name, kind)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, ValueError) as error:
        raise OSError(f"the name servers do not answer: {error}") from error
    if kind == "TXT":
        return [b"".join(record.strings).decode("utf-8", "replace") for record in found]
    return [record.to_text() for record in found]


class DnsFinding(NamedTuple):
    """A finding about a domain: `spf`, `dkim`, `dmarc`, `mx` or `ptr`; its state; and the record, if there is one."""

    about: str
    how: str
    record: str = ""


def check_sending_domain(domain: str, selector: str, resolve: Resolve, key: str = "") -> Iterator[DnsFinding]:
    """Check the DNS records that receivers of a domain's mail look at. `selector`: the DKIM key's; `key`: the public half of the
    key with which the domain's mail server signs, in base64, if that is known.

    Raises OSError if the name servers do not answer.
    """
    yield DnsFinding("mx", "well" if resolve(domain, "MX") else "none")
    yield _spf([text for text in resolve(domain, "TXT") if _is(text, "v=spf1")])
    yield _dkim([text for text in resolve(f"{selector}._domainkey.{domain}", "TXT") if "p=" in text], key)
    yield _dmarc([text for text in resolve(f"_dmarc.{domain}", "TXT") if _is(text, "v=DMARC1")])


def check_reverse_names(domain: str, resolve: Resolve) -> Iterator[DnsFinding]:
    """Check that the addresses of a domain's mail servers have names (PTR) that lead back to them: many receivers refuse mail from
    others. For a server that both takes a domain's mail and sends it.

    Raises OSError if the name servers do not answer.
    """
    for host in sorted({record.split()[-1].rstrip(".") for record in resolve(domain, "MX")}):
        addresses = [*resolve(host, "A"), *resolve(host, "AAAA")]
        if not addresses:
            yield DnsFinding("mx", "nowhere", host)
        for address in addresses:
            yield _reverse(address, resolve)


def _reverse(address: str, resolve: Resolve) -> DnsFinding:
    import dns.reversename

    names = [each.rstrip(".") for each in resolve(dns.reversename.from_address(address).to_text(), "PTR")]
    if not names:
        return DnsFinding("ptr", "none", address)
    led = [name for name in names if address in (*resolve(name, "A"), *resolve(name, "AAAA"))]
    return DnsFinding("ptr", "well", f"{address} is {led[0]}") if led else DnsFinding("ptr", "other", f"{address} is {names[0]}")


def _is(text: str, version: str) -> bool:
    return text.casefold().replace(" ", "").startswith(version.casefold())


def _spf(records: Sequence[str]) -> DnsFinding:
    """If there are several SPF records, none counts (RFC 7208, 4.5). `+all` allows everybody to send."""
    if len(records) != 1:
        return DnsFinding("spf", "several" if records else "none", " | ".join(records))
    terms = records[0].casefold().split()
    redirected = any(term.startswith("redirect=") for term in terms)
    closed = redirected or terms[-1] in ("-all", "~all")
    return DnsFinding("spf", "well" if closed else "open", records[0])


def _dkim(records: Sequence[str], key: str) -> DnsFinding:
    """An empty `p=` revokes the key (RFC 6376, 3.6.1)."""
    if not records:
        return DnsFinding("dkim", "none")
    published = record_tags(records[0]).get("p", "")
    if not published:
        return DnsFinding("dkim", "revoked", records[0])
    return DnsFinding("dkim", "other" if key and published != key else "well", records[0])


def key_in_zone(text: str, selector: str) -> str:
    """Return the DKIM key, in base64, that a file of DNS records has for a selector; '' if it has none. A long record stands there
    in several pieces (RFC 1035, 3.3.14).
    """
    found = re.search(rf"^{re.escape(selector)}\._domainkey\s.*$", text, re.MULTILINE)
    return record_tags("".join(re.findall(r'"([^"]*)"', found[0]))).get("p", "") if found else ""


def _dmarc(records: Sequence[str]) -> DnsFinding:
    """If there are several DMARC records, none counts (RFC 7489, 6.6.3). One without a known policy is not a record."""
    if len(records) != 1:
        return DnsFinding("dmarc", "several" if records else "none", " | ".join(records))
    policy = record_tags(records[0]).get("p", "").casefold()
    how = "well" if policy in ("quarantine", "reject") else "watching" if policy == "none" else "unreadable"
    return DnsFinding("dmarc", how, records[0])


def record_tags(record: str) -> dict[str, str]:
    """Parse `v=DMARC1; p=none` into a mapping."""
    parts = (part.partition("=") for part in record.split(";"))
    return {name.strip().casefold(): "".join(value.split()) for name, _, value in parts}

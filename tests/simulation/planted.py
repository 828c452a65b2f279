"""Faults planted into the judge, each of a kind that somebody might make. The simulation must find every one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from judge.daemon.daemon import Daemon
from judge.letters import Letter
from judge.mail import auto_replies, parse
from judge.office.intake import acceptance
from judge.store.outbox_claims import OutboxClaims


def stored_later() -> AbstractContextManager[Any]:
    """A letter is accepted at once, and stored when the next one comes."""
    take = Daemon.take_all

    def lazy(self: Daemon, some: Sequence[Letter]) -> None:
        kept_back = vars(self).setdefault("kept_back", [])
        stored, kept_back[:] = list(kept_back), some
        if stored:
            take(self, stored)

    return patch.object(Daemon, "take_all", lazy)


def hasty_deadline() -> AbstractContextManager[Any]:
    """A deadline waits neither for letters in hand nor for those that our mail server has."""
    return patch.object(Daemon, "horizon", lambda self: self._clock.now())


def rendered_anew() -> AbstractContextManager[Any]:
    """What was sent is not kept: a mail that is sent again is written again, perhaps with other words."""
    return patch.object(OutboxClaims, "keep_rendered", lambda self, rendered: {number: raw for number, raw, _ in rendered})


@contextmanager
def repeated() -> Iterator[None]:
    """A letter that comes again by another way is not recognised."""
    known = acceptance.earlier_letters
    with patch.object(acceptance, "earlier_letters", lambda *given: known(*given)._replace(first=None, again=False)):
        yield


def newest_wins() -> AbstractContextManager[Any]:
    """An older letter that comes later changes the orders of a newer one."""
    return patch.object(acceptance, "is_outdated", lambda context, commands: None)


def forged_believed() -> AbstractContextManager[Any]:
    """Our mail server says that a letter is forged, and it counts all the same."""
    real = parse.sender_verdict

    def credulous(*given: Any, **named: Any) -> Any:
        found = real(*given, **named)
        return "pass" if found == "fail" else found

    return patch.object(parse, "sender_verdict", credulous)


def machines_answered() -> AbstractContextManager[Any]:
    """A machine's letter is taken for a person's."""
    return patch.object(auto_replies, "reason_to_ignore", lambda *given, **named: None)


PLANTED: Mapping[str, Callable[[], AbstractContextManager[Any]]] = {
    each.__name__: each
    for each in (stored_later, hasty_deadline, rendered_anew, repeated, newest_wins, forged_believed, machines_answered)
}

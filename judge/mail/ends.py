"""The mail's ends as the settings choose them: which way letters go out, and from whom."""

from __future__ import annotations

from judge.config import Settings
from judge.mail.maildir import Maildirs
from judge.mail.send import SmtpRelay, Way
from judge.mail.write import Desk


def desk(settings: Settings) -> Desk:
    """Whom letters come from."""
    return Desk(settings.address, settings.name)


def way_out(settings: Settings) -> Way:
    """The relay, or Maildirs where there is none."""
    relay = settings.relay
    if relay is None:
        return Maildirs(settings.maildir)
    return SmtpRelay(relay.host, relay.port, starttls=relay.starttls, user=relay.user, password=relay.password)

"""What is said at a start of settings that are seldom meant."""

from __future__ import annotations

import pytest

from judge.config import Config, RelayConfig, SmtpInConfig
from judge.daemon.doubtful_settings import doubtful_settings

WELL = {
    "operator": "otto@elsewhere.example", "relay": RelayConfig("mail.example"), "address": "judge@pbm.example",
    "heartbeat": "daily",
}  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, ""),
        ({"operator": ""}, "operator: nobody"),
        ({"operator": "Judge@PBM.example"}, "operator: this is the judge's own address"),
        ({"relay": None}, "relay: there is none"),
        ({"heartbeat": ""}, "heartbeat: there is none"),
        ({"heartbeat": "", "metrics": "127.0.0.1:9464"}, ""),
        ({"smtp": SmtpInConfig("0.0.0.0")}, "smtp: 0.0.0.0 can be reached"),
        ({"smtp": None, "lmtp": SmtpInConfig("192.0.2.1")}, "lmtp: 192.0.2.1 can be reached"),
        ({"lmtp": SmtpInConfig("::1")}, ""),
        ({"trust_from": True}, "trust_from: "),
    ],
)
def test_doubtful_settings(settings: dict[str, object], said: str) -> None:
    """Each with its key in front, as in judge.yaml."""
    found = list(doubtful_settings(Config(**{**WELL, **settings})))  # type: ignore[arg-type]
    assert [each[: len(said)] for each in found] == ([said] if said else [])

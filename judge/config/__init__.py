"""Configuration (shell): what an operator may choose (`settings`), read once from judge.yaml (`reading`), passed on as a value."""

from judge.config.reading import load_config, load_without_passwords
from judge.config.settings import (
    WAYS_IN,
    AuthResultsConfig,
    Config,
    ConfigError,
    ForwarderConfig,
    ImapConfig,
    MaildirInConfig,
    RelayConfig,
    SmtpInConfig,
    current_password,
    parse_metrics_address,
)

__all__ = [
    "WAYS_IN",
    "AuthResultsConfig",
    "Config",
    "ConfigError",
    "ForwarderConfig",
    "ImapConfig",
    "MaildirInConfig",
    "RelayConfig",
    "SmtpInConfig",
    "current_password",
    "load_config",
    "load_without_passwords",
    "parse_metrics_address",
]

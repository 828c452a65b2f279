"""The folders that follow from the configuration."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from judge.config import Config


def database_folder(settings: Config) -> Path | None:
    """Return the database's folder; None if the database is not a file."""
    address = make_url(settings.store)
    return Path(str(address.database)).parent if address.get_backend_name() == "sqlite" else None


def backup_folder(settings: Config) -> Path:
    """Return the folder for backups without a given name: the one in the configuration, or next to the store, if that is a file."""
    return settings.backups or (database_folder(settings) or Path()) / "backups"

"""Time zones by name: which one a text means, what it may have meant if none, and which one a letter's clock suggests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


class UnclearTime(ValueError):
    """A time that could not be read: `why` is the key of the sentence, `word` the unclear word, `near` a suggestion."""

    def __init__(self, why: str, word: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(f"{why}: {word}")
        self.why, self.word, self.near = why, word, near


UTC_NAMES = frozenset({"utc", "gmt", "z", "zulu", "etc/utc", "uct", "universal"})
ABBREVIATIONS = {
    "bst": ("Europe/London",),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "wet": ("Europe/Lisbon",),
    "west": ("Europe/Lisbon",),
    "cet": ("Europe/Berlin", "Europe/Paris"),
    "cest": ("Europe/Berlin", "Europe/Paris"),
    "met": ("Europe/Berlin",),
    "mez": ("Europe/Berlin",),
    "mesz": ("Europe/Berlin",),
    "eet": ("Europe/Athens", "Europe/Helsinki"),
    "eest": ("Europe/Athens", "Europe/Helsinki"),
    "msk": ("Europe/Moscow",),
    "est": ("America/New_York", "Australia/Sydney"),
    "edt": ("America/New_York",),
    "et": ("America/New_York",),
    "cst": ("America/Chicago", "Asia/Shanghai"),
    "cdt": ("America/Chicago",),
    "mst": ("America/Denver", "America/Phoenix"),
    "mdt": ("America/Denver",),
    "pst": ("America/Los_Angeles",),
    "pdt": ("America/Los_Angeles",),
    "pt": ("America/Los_Angeles",),
    "hst": ("Pacific/Honolulu",),
    "jst": ("Asia/Tokyo",),
    "aest": ("Australia/Sydney", "Australia/Brisbane"),
    "aedt": ("Australia/Sydney",),
    "nzst": ("Pacific/Auckland",),
    "nzdt": ("Pacific/Auckland",),
}
"""Abbreviations that people write where clocks change: each means one half of the year, and maps to the places that it may mean.
Some are also names in the database, of zones without summer time, which people who write them rarely mean.
"""
COUNTRIES = {
    **dict.fromkeys(("uk", "britain", "great_britain", "british", "england", "scotland", "wales"), "Europe/London"),
    **dict.fromkeys(("ireland", "irish"), "Europe/Dublin"),
    **dict.fromkeys(("germany", "german"), "Europe/Berlin"),
    **dict.fromkeys(("france", "french"), "Europe/Paris"),
    **dict.fromkeys(("italy", "italian"), "Europe/Rome"),
    **dict.fromkeys(("netherlands", "holland", "dutch"), "Europe/Amsterdam"),
    **dict.fromkeys(("belgium", "belgian"), "Europe/Brussels"),
    **dict.fromkeys(("austria", "austrian"), "Europe/Vienna"),
    **dict.fromkeys(("switzerland", "swiss"), "Europe/Zurich"),
    **dict.fromkeys(("denmark", "danish"), "Europe/Copenhagen"),
    **dict.fromkeys(("norway", "norwegian"), "Europe/Oslo"),
    **dict.fromkeys(("sweden", "swedish"), "Europe/Stockholm"),
    **dict.fromkeys(("finland", "finnish"), "Europe/Helsinki"),
    **dict.fromkeys(("greece", "greek"), "Europe/Athens"),
    **dict.fromkeys(("india", "indian"), "Asia/Kolkata"),
}
"""Countries with one time for all, as `UK time` and `German time` name them → its zone."""
LIKELY = (
    "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Halifax", "America/Sao_Paulo", "America/Anchorage", "Pacific/Honolulu", "Asia/Dubai",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide",
    "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""Where players are likely to be, the likeliest first, one place for each way of keeping time."""


def find_zone(text: str) -> str:
    """The zone a text names: `Europe/London`, `london`, `New York`, `UTC`, `UK`.

    Raises:
        UnclearTime: `no-zone`, `which-zone` if several places have that name, `short-zone` for letters like EST;
            each with the zones that may have been meant.
    """
    wanted = _plain(text)
    if wanted in UTC_NAMES or not wanted:
        return "UTC"
    if wanted in ABBREVIATIONS:
        raise UnclearTime("short-zone", text.strip(), ABBREVIATIONS[wanted])
    if wanted in COUNTRIES:
        return COUNTRIES[wanted]
    found = [key for key in _zones() if key.lower() == wanted] or _called().get(wanted, [])
    if not found:
        raise UnclearTime("no-zone", text.strip(), similar_zones(wanted))
    if len({_offsets(key) for key in found}) > 1:
        raise UnclearTime("which-zone", text.strip(), tuple(found))
    return found[0]


def similar_zones(wanted: str) -> tuple[str, ...]:
    """Return at most three zones whose place is spelled similarly."""
    close = get_close_matches(_plain(wanted).rpartition("/")[2], _called(), 3, 0.72)
    return tuple(_called()[name][0] for name in close)


def guess_zone(offset: timedelta, at: datetime) -> str:
    """Guess a place whose clocks are this far from UTC at that moment; '' if nobody is likely to live there."""
    return next((zone for zone in LIKELY if at.astimezone(ZoneInfo(zone)).utcoffset() == offset), "")


def _plain(text: str) -> str:
    return "_".join(text.lower().split()).strip("._,;()")


def _offsets(key: str) -> tuple[timedelta | None, ...]:
    """Return how far a zone is from UTC in winter and summer: the same for two names of one place (`Asia/Istanbul`)."""
    return tuple(datetime(2025, month, 15, tzinfo=ZoneInfo(key)).utcoffset() for month in (1, 7))


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


@cache
def _called() -> Mapping[str, list[str]]:
    """Map a place's name in lower case to the zones called so."""
    found: dict[str, list[str]] = {}
    for key in _zones():
        area, _, name = key.rpartition("/")
        if area and area not in ("Etc", "US", "Canada", "Brazil"):
            found.setdefault(name.lower(), []).append(key)
    return found

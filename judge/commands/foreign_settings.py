"""Settings of other judges, and the lines that have the same effect here."""

from __future__ import annotations

import re
from collections.abc import Mapping

_CLOCK = ("DEADLINE Fridays 21:00 Europe/London",)
_GRACE = ("GRACE 24 hours",)
_PRESS = ("SET PRESS signed anonymous",)
_NO_PRESS = ("SET PRESS none",)
_UNLISTED = ("SET LISTED no",)
WITHOUT: Mapping[str, str] = {
    "STRICT WAIT": "waiting",
    **dict.fromkeys(("LATE COUNT", "RATED", "UNRATED"), "records"),
    **dict.fromkeys(("LATE PRESS", "GRACE PRESS", "MUST ORDER"), "press"),
    **dict.fromkeys(("PLAYERS", "POWERS"), "players"),
    "AUTO CREATE": "opening",
    **dict.fromkeys(("PRFLIST", "PRFRAND", "PRFBOTH"), "preferences"),
    **dict.fromkeys(("FAKE", "PARTIAL"), "names"),
    "POSTAL": "postal",
    **dict.fromkeys(("NO CONCESSION", "NO CONCESSIONS", "CONCESSION OFF", "CONCESSIONS OFF"), "concessions"),
    "REVEAL": "ending",
    **dict.fromkeys(("DISBAND", "AUTO DISBAND"), "retreats"),
    **dict.fromkeys(("BLANK BOARD", "EMPTY BOARD"), "position"),
    **dict.fromkeys(("HONG KONG", "RAILWAYS", "GATEWAYS"), "variants"),
    **dict.fromkeys(("PROXY", "PORTAGE", "DUALITY", "SUMMER", "TRANSFORM", "ATTACK TRANSFORM", "HOME TRANSFER"), "rules"),
    **dict.fromkeys(("ONE CENTER", "ONE CENTRE", "ANY DISBAND", "NORMAL DISBAND", "COASTAL CONVOYS", "STRICT CONVOY"), "rules"),
    **dict.fromkeys(("DEFAULT_UNORDERED", "NO_CHECK", "SIGNAL_SUPPORT", "FICTIONAL_OK", "PROXY_OK", "ORDER_ANY"), "rules"),
    **dict.fromkeys(("COASTAL_CRAWL", "SHOW_PHANTOM", "ALWAYS_BUILD"), "rules"),
    **dict.fromkeys(("ADJACENCY", "ASSASSINS", "BANKERS", "LOANS", "FAMINE", "FORTRESS", "MACH2"), "machiavelli"),
    **dict.fromkeys(("MONEY", "PLAGUE", "SPECIAL", "STORMS", "DICE"), "machiavelli"),
    **dict.fromkeys(("MINOR", "TOUCH"), "addressees"),
    **dict.fromkeys(("BLANK PRESS", "BLANK"), "signing"),
    **dict.fromkeys(("BCENTERS", "SHOW"), "sight"),
    "WATCH ALL PRESS": "watching",
    "RESUME": "resuming",
    "FORM": "forming",
}
"""What follows SET there and has no counterpart here → why, said by `templates/part/elsewhere.j2`."""
SETTINGS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(WITHOUT, ()),
    **dict.fromkeys(("MOVE CLOCK", "RETREAT CLOCK", "ADJUST CLOCK", "BUILD CLOCK", "BUILDS CLOCK", "DAYS"), _CLOCK),
    **dict.fromkeys(("NEXT", "DELAY", "MOVE", "RETREAT", "ADJUST", "TIMING", "SKIP"), _CLOCK),
    "STRICT GRACE": _GRACE,
    "STRICT DEADLINE": _GRACE,
    "MAX ABSENCE": ("ABSENCES {} a year",),
    "NO STRICT GRACE": ("GRACE 24 hours, others may change",),
    **dict.fromkeys(("AUTO PROCESS", "NO MANUAL PROCESS"), ("PREVIEW OFF",)),
    **dict.fromkeys(("MANUAL PROCESS", "NO AUTO PROCESS"), ("PREVIEW ON",)),
    **dict.fromkeys(("START", "AUTO START", "MANUAL START", "NO AUTO START", "NO MANUAL START"), ("START",)),
    "NMR": ("NMR standby", "NMR stand"),
    "NO NMR": ("NMR standby",),
    "CD": ("NMR civil disorder after 2",),
    "NO CD": ("NMR standby",),
    **dict.fromkeys(("LIST", "PUBLIC", "NO PRIVATE"), ("SET LISTED yes",)),
    "NO LIST": _UNLISTED,
    "PRIVATE": ("SET LISTED no", "SET ENTRY word {}"),
    **dict.fromkeys(("ACCESS", "ACCESS SAME", "ACCESS DIFFERENT"), ("SET ENTRY approved", "SET ENTRY invited")),
    **dict.fromkeys(("ACCESS ANY", "NO APPROVAL", "NO APPROVE", "NOT APPROVE"), ("SET ENTRY open",)),
    **dict.fromkeys(("APPROVAL", "APPROVE"), ("SET ENTRY approved",)),
    **dict.fromkeys(("LEVEL", "DEDICATION", "ONTIMERAT", "RESRAT"), ("SET RECORD 80%",)),
    **dict.fromkeys(("UNMODERATED", "NO MODERATED", "NOT MODERATED", "NO MODERATE", "NOT MODERATE"), ("SET MODERATED no",)),
    "MODERATE": ("SET MODERATED yes",),
    "PARTIAL PRESS": ("SET PRESS signed",),
    **dict.fromkeys(("NO ANONYMOUS PRESS", "NO UNSIGNED PRESS", "ONLY SIGNED PRESS", "SIGNED PRESS"), ("SET PRESS signed",)),
    **dict.fromkeys(("PRESS WHITE", "WHITE PRESS", "WHITE", "NO GREY", "NO GREY PRESS", "NO GRAY"), ("SET PRESS signed",)),
    **dict.fromkeys(("PRESS GREY", "PRESS GRAY", "GREY PRESS", "GREY", "GRAY", "NO WHITE"), ("SET PRESS anonymous",)),
    **dict.fromkeys(("PRESS ALL", "PRESS BROADCAST", "BROADCAST", "PRESS YES", "PRESS ON", "PRESS BOTH"), _PRESS),
    **dict.fromkeys(("ALL PRESS", "NORMAL PRESS", "WHITE/GREY", "GREY/WHITE", "NO QUIET"), _PRESS),
    **dict.fromkeys(("NO PRESS", "NONE", "NOPRESS", "NO BROADCAST", "QUIET", "NO WHITE PRESS", "PRESS NO", "PRESS OFF"), _NO_PRESS),
    **dict.fromkeys(("CIVIL_DISORDER", "CD_BUILDS", "CD_RETREATS", "SMART_CD", "DUMMY"), ("NMR civil disorder after 2",)),
    **dict.fromkeys(("OWN_SCS_SEE", "NO_SCS_SEE", "NO_UNITS_SEE", "SEE_NO_SCS", "SEE_ALL_SCS", "SEE_NO_UNITS"), ("SET BLIND yes",)),
    **dict.fromkeys(("UNITS_SEE_OTHER", "UNITS_SEE_SAME", "HIDE_BUILDS"), ("SET BLIND yes",)),
    **dict.fromkeys(("MYOPIC", "VENETIAN", "GREEK", "TROJAN"), ("SET BLIND yes",)),
    **dict.fromkeys(("WARN", "REMINDER", "REMINDERS"), ("REMIND 48 hours, 12 hours",)),
    "NOT": ("DEADLINE weekdays 21:00 Europe/London NOT 24 December to 2 January",),
    "AT": _CLOCK,
    "FUDGE": _GRACE,
    "MAP": ("CREATE Quillfeather VARIANT {}",),
    "DESC": ("COMMENT Letters by post count, too.",),
    "NO COMMENT": ("COMMENT none",),
    "NO DEADLINE": ("DEADLINE none",),
    "NO GRACE": ("GRACE none",),
    "NO MAX ABSENCE": ("ABSENCES none",),
    "NO PUBLIC": _UNLISTED,
    "NO ALLOW": ("SET ALLOW all",),
    "NO DENY": ("SET DENY none",),
    "OBSERVER WHITE": ("SET OBSERVER PRESS signed",),
    "OBSERVER ANY": ("SET OBSERVER PRESS any",),
    "OBSERVERS ANY": ("SET OBSERVERS yes",),
    "NO OBSERVERS": ("SET OBSERVERS no",),
    "NO OBSERVER": ("SET OBSERVER PRESS none",),
    "DIAS": ("SET DRAWS survivors",),
    "NO DIAS": ("SET DRAWS named",),
    "ALLIED WIN": ("SET DRAWS named",),
    "NO ALLIED WIN": ("SET DRAWS survivors",),
    **dict.fromkeys(("CONCESSION", "CONCESSIONS"), ("CONCEDE",)),
    "POSTAL PRESS": ("PRESS",),
    **dict.fromkeys(("CENTERS", "CENTRES", "VICTORY"), ("SET centres_to_win {}",)),
    **dict.fromkeys(("HOME CENTER", "HOME CENTERS", "HOME CENTRE", "HOME CENTRES"), ("SET builds home",)),
    **dict.fromkeys(("ANY CENTER", "ANY CENTERS", "ANY CENTRE", "ANY CENTRES"), ("SET builds owned",)),
    "VARIANT GUNBOAT": ("SET GUNBOAT yes",),
    "VARIANT BLIND": ("SET BLIND yes",),
    "NOT VARIANT GUNBOAT": ("SET GUNBOAT no",),
    "NOT VARIANT BLIND": ("SET BLIND no",),
    "VARIANT": ("CREATE Quillfeather VARIANT {}",),
    "SECRET": ("SET ANONYMOUS yes",),
    "NO SECRET": ("SET ANONYMOUS no",),
    "NO GUNBOAT": ("SET ANONYMOUS no",),
    "NO BLIND": ("SET BLIND no",),
    **dict.fromkeys(("EP NUMBER", "BN NUMBER", "MN NUMBER", "EP", "BN", "MN"), ("SET NUMBER {}",)),
}
"""What follows SET on njudge or DPjudge → lines that have the same effect here; () if nothing does. The longest entry that a line
begins with counts; `{}` stands for the line's last word. NO or NOT before a word that has no entry of its own with it
gets the word's.
"""


def nearest_setting(line: str) -> tuple[str, ...] | None:
    """Return lines that come nearest to another judge's setting; () if nothing does, None if no judge has it."""
    entry = _entry(line)
    if not entry:
        return None
    if entry in _CLOCKS and (read := _clock(line, _CLOCKS[entry])):
        return (read,)
    last = line.split()[-1]
    value = "" if last.upper() == entry.split()[-1] else last
    return tuple(each.format(value) for each in SETTINGS[entry] if value or "{}" not in each)


_CLOCKS = {
    "MOVE CLOCK": "", "RETREAT CLOCK": "retreats ", "ADJUST CLOCK": "builds ", "BUILD CLOCK": "builds ", "BUILDS CLOCK": "builds ",
}  # fmt: skip
"""njudge's clocks → the kind of phase before a DEADLINE's days."""
_WEEK = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")


def _clock(line: str, kind: str) -> str:
    """Translate njudge's `MOVE CLOCK 1260 MIN 24 NEXT 72 DAYS -MTWTF-`: minutes after midnight, hours, and days from Sunday on.

    '' if it does not say after how many hours a phase ends.
    """
    numbers = {word: float(value) for word, value in re.findall(r"\b(CLOCK|MIN|NEXT)\s+(\d+(?:\.\d+)?)", line.upper())}
    if not numbers.get("NEXT"):
        return ""
    minutes = int(numbers.get("CLOCK", 1260))
    hour, minute = divmod(minutes, 60) if minutes < 1440 else divmod(minutes, 100)  # 2300 is meant for the time, too
    if hour > 23 or minute > 59:
        return ""
    days, hours = divmod(numbers["NEXT"], 24)
    if hours or not days:
        return f"DEADLINE {kind}{numbers['NEXT']:g} hours"
    found = re.search(r"\bDAYS\s+([-A-Z]{7})", line.upper())
    marks = found[1] if found else ""
    free = ", ".join(day for day, mark in zip(_WEEK, marks, strict=False) if mark == "-")
    every = "daily" if days == 1 else f"every {days:g} days"
    least = f" MIN {numbers['MIN']:g} hour{'s' * (numbers['MIN'] != 1)}" if numbers.get("MIN") else ""
    return f"DEADLINE {kind}{every} {hour:02}:{minute:02} Europe/London{f' NOT {free}' if free else ''}{least}"


def why_without(line: str) -> str:
    """Return why another judge's setting has no counterpart; '' if it has one, or if there is nothing to say."""
    return WITHOUT.get(_entry(line), "")


def _entry(line: str) -> str:
    """Return the entry of SETTINGS that a line begins with; '' for none."""
    words = line.upper().replace(":", " ").replace("=", " ").split()
    words = words[1:] if words[:1] == ["RULE"] else words
    heads = (" ".join(words[:count]) for count in range(min(len(words), 3), 0, -1))
    found = next((head for head in heads if head in SETTINGS), "")
    return found or (_entry(" ".join(words[1:])) if words[:1] in (["NO"], ["NOT"]) else "")

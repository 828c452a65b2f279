"""Lines of each command that act if they are genuine, and in which game; for those that only read, lines that are answered.

What is not here is said as its row has it, by the GM or by France in a game that is played.
"""

from __future__ import annotations

from typing import NamedTuple

from judge.commands import CommandSpec
from tests.letters.post_office import GM

AUSTRIA, FRANCE, BEN = "austria@mail.example", "france@mail.example", "ben@mail.example"
OLGA, STAN, PERCY = "olga@mail.example", "stan@mail.example", "percy@zine.example"
PORTUGAL, SPAIN = "portugal@mail.example", "spain@mail.example"
ZINE = "The Filing Cabinet"
Before = tuple[str, str]


class Example(NamedTuple):
    """What somebody writes who would be believed, and what was written before it: (sender, text); no sender: days that pass."""

    sender: str
    text: str
    before: tuple[Before, ...] = ()
    scene: str = "house"
    game: str = "quillfeather"
    """The game that the letter's subject names."""


ORDERS, HELD_UP = (FRANCE, "A(Par)-Bur"), (GM, "GAME quillfeather\nPREVIEW ON, PUBLISH AFTER 24 HOURS")
PROCESS = (GM, "GAME quillfeather\nPROCESS")
DRAW = (AUSTRIA, "GAME quillfeather\nPROPOSE DRAW")


HANDED = (GM, "GAME quillfeather\nHANDOVER Olga Observer")
ASKS = ((GM, "GAME nina\nSET ENTRY approved"), ("Cid Cole <cid@mail.example>", "JOIN nina"))
SUMMER = (GM, "SERIES summer")
SEVEN = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def of_gm(text: str, *before: Before) -> Example:
    return Example(GM, text, before)


def of_france(text: str, *before: Before) -> Example:
    return Example(FRANCE, text, before)


EXAMPLES = {
    "MAPS ON": of_france("MAPS ON", (FRANCE, "MAPS OFF")),
    "HTML ON": of_france("HTML ON", (FRANCE, "HTML OFF")),
    "ORDERS": of_france("ORDERS FOR Spring 1901\nA(Par)-Bur"),
    "CLEAR": of_france("CLEAR", ORDERS),
    "FINAL": of_france("FINAL", ORDERS),
    "NOT FINAL": of_france("NOT FINAL", ORDERS, (FRANCE, "FINAL")),
    "PRESS": of_france("PRESS TO Austria\nThe Rhine is quiet.\nEND"),
    "WITHDRAW": of_gm("WITHDRAW 1", (GM, 'GAME quillfeather\nHEADLINE "Bulgarians before Belgrade"')),
    "PROPOSE DRAW": of_france("PROPOSE DRAW"),
    "PROPOSE": of_france("PROPOSE concession Turkey"),
    "VOTE": of_france("VOTE YES", DRAW),
    "JOIN": of_france("JOIN nina"),
    "PREFER": Example(BEN, "PREFER Italy", game="nina"),
    "STANDBY": Example(BEN, "STANDBY quillfeather"),
    "TAKEOVER": of_gm("TAKEOVER Italy BY Stan Standby", (GM, "GAME quillfeather\nVACANT Italy REASON it is dead")),
    "OBSERVE": Example(BEN, "OBSERVE quillfeather"),
    "UNWATCH": Example(OLGA, "UNWATCH"),
    "CREATE": of_france("CREATE caravel"),
    "START": Example(GM, "START", game="pinta"),
    "INVITE": Example(GM, "INVITE ada@example.org AS Italy; cid@example.org", game="nina"),
    "PROMOTE": of_gm("PROMOTE Olga Observer"),
    "HANDOVER": of_gm("HANDOVER Olga Observer"),
    "ACCEPT HANDOVER": Example(OLGA, "ACCEPT HANDOVER", (HANDED,)),
    "DECLINE HANDOVER": Example(OLGA, "DECLINE HANDOVER", (HANDED,)),
    "NO DRAW": of_france("NO DRAW", (FRANCE, "SET DRAW")),
    "BROADCAST": of_gm("BROADCAST\nThe GM is on holiday.\nEND"),
    "SET POSITION": of_gm("POSITION REASON a unit was lost\nFrance: A Par, A Mar\nEND"),
    "ADMIT": Example(GM, "ADMIT Cid Cole", ASKS, game="nina"),
    "TURN AWAY": Example(GM, "TURN AWAY Cid Cole", ASKS, game="nina"),
    "ENTER": of_france("ENTER summer", SUMMER),
    "WITHDRAW FROM": of_france("WITHDRAW FROM summer", SUMMER, (FRANCE, "ENTER summer")),
    "ROUND": of_gm("ROUND summer", SUMMER, *((f"{p}@mail.example", "ENTER summer") for p in SEVEN)),
    "DEADLINE": of_gm("DEADLINE Mondays 20:00 Europe/London"),
    "REMIND": of_gm("REMIND 36 hours, 12 hours"),
    "CALENDAR": Example(GM, "CALENDAR two-season", game="nina"),
    "ABSENCES": of_gm("ABSENCES 2 a year"),
    "SET": of_gm("SET PRESS signed"),
    "EXTEND": of_gm("EXTEND 3 days REASON exams"),
    "PAUSE": of_gm("PAUSE REASON Easter"),
    "RESUME": of_gm("RESUME", (GM, "GAME quillfeather\nPAUSE REASON Easter")),
    "PREVIEW OFF": of_gm("PREVIEW OFF", HELD_UP),
    "PUBLISH": of_gm("PUBLISH", HELD_UP, ("", "4.5")),
    "HOLD": of_gm("HOLD", HELD_UP, ("", "4.5")),
    "ORDER": of_gm("ORDER France A(Par)-Bur REASON sent to me in time"),
    "ACCEPT LATE": of_gm("ACCEPT LATE REASON held up by our server", ("", "5"), (FRANCE, "ORDERS FOR Spring 1901\nA(Par)-Bur")),
    "ROLLBACK": of_gm("ROLLBACK TO Spring 1901 REASON France was in time", PROCESS),
    "UNDO": of_gm("UNDO REASON it was right", PROCESS, (GM, "GAME quillfeather\nROLLBACK TO Spring 1901 REASON it was wrong")),
    "IMPORT": Example(GM, "IMPORT\nSpring 1901\nFrance: A Par-Bur\nEND", game="nina"),
    "ADDRESS PRIVATE": of_france("ADDRESS PRIVATE", (FRANCE, "ADDRESS PUBLIC")),
    "ONLY MY ADDRESS": of_france("ONLY MY ADDRESS"),
    "ANY ADDRESS": of_france("ANY ADDRESS", (FRANCE, "ONLY MY ADDRESS")),
    "PASS ON": of_france("PASS ON", (FRANCE, "EJECT Italy REASON abusive letters")),
    "SUBSCRIBE": Example(PERCY, 'SUBSCRIBE quillfeather FOR "Echo"'),
    "COPYDATE": Example(PERCY, "COPYDATE last Sunday of month 12:00 Europe/London"),
    "FORMATS": Example(PERCY, "FORMATS text"),
    "STYLE": Example(PERCY, "STYLE failed=word"),
    "PAGE": Example(PERCY, "PAGE A5 MAXLINES 60"),
    "SAMPLE": Example(PERCY, "SAMPLE", (PROCESS,)),
    "RESEND": Example(PERCY, "RESEND", ((PERCY, "COPYDATE Sundays 12:00 London"), ("", "4.5"), ("", "7"))),
    "UNSUBSCRIBE": Example(PERCY, f'UNSUBSCRIBE "{ZINE}"'),
    "LUCK": Example(FRANCE, "LUCK tulip7", ((GM, "CREATE dora VARIANT columbus"), (FRANCE, "JOIN dora")), game="dora"),
    "DIE": Example(GM, "DIE Swi = 3 REASON rolled at the club", scene="garden", game="patch"),
    "PLANT": Example(AUSTRIA, "PLANT Vie tulips", scene="garden", game="patch"),
    "WHISPER": Example(AUSTRIA, "WHISPER France\nI love you.\nEND", scene="garden", game="patch"),
    "WEED OUT": Example(GM, "WEED OUT Vie", ((AUSTRIA, "GAME patch\nPLANT Vie tulips"),), "garden", game="patch"),
    "SOW": Example(GM, "SOW\nSwi: roses\nEND", scene="garden", game="seedbed"),
    "WORLD": Example(GM, "WORLD{world}END", scene="voyage", game="santamaria"),
    "NAME": Example(PORTUGAL, "NAME {label} Mar de Brumas BRU", scene="voyage", game="caravel"),
    "SHARE": Example(PORTUGAL, "SHARE chart TO Spain", scene="voyage", game="caravel"),
    "APPROVE": Example(GM, "APPROVE BRU", ((PORTUGAL, "NAME {label} Mar de Brumas BRU"),), "voyage", game="caravel"),
    "REFUSE": Example(GM, "REFUSE Portugal BRU taken", ((PORTUGAL, "NAME {label} Mar de Brumas BRU"),), "voyage", game="caravel"),
    "NOTE": Example(GM, "NOTE Xab Here be dragons.", scene="voyage", game="caravel"),
    # other judges' words that act here
    "SIGNON": of_france("SIGNON ?nina"),
    "SIGN ON": of_france("SIGN ON ?nina"),
    "PHASE": of_france("PHASE S1901M\nA(Par)-Bur"),
    # what only reads
    "STATUS": of_france("STATUS quillfeather"),
    "MAP": of_france("MAP quillfeather"),
    "GAME": of_france("GAME quillfeather"),
    "WHY": of_france("WHY A(Par)", ORDERS, PROCESS),
    "TRY": of_france("TRY A(Par)-Bur; A(Mar) S A(Par)-Bur"),
    "PREVIEW": of_france("PREVIEW", ORDERS),
    "RESULTS": of_france("RESULTS Spring 1901", PROCESS),
    "HISTORY": of_france("HISTORY", PROCESS),
    "DICE": Example(AUSTRIA, "DICE", scene="garden", game="patch"),
}
"""A command's word → its lines."""


def example_of(row: CommandSpec) -> Example:
    """Its lines here, or those of its row."""
    return EXAMPLES.get(row.word) or Example(GM if row.who == "gm" else FRANCE, row.example)

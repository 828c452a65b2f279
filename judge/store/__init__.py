"""Store (shell): Letters and decisions in, the same again after a crash. The only room with SQL.

States, and who moves what from one to the next:

    letter   received   take() committed the bytes; only now is its sender told so
             → done     decided: its effects and its answer were committed in the same transaction
             → held     its writer was asked whether it is to count; a word from its registered address makes it done
             → refused  not answered on purpose (an automatic reply, a loop, a bounce)
             → shunted  the judge raised on it: note holds the traceback, the loop goes on

    notice   queued     committed in the transaction of the letter or deadline that caused it
             → sent     the relay (or the Maildir) has taken it
             → failed   refused for good, or retried for three days

A crash leaves letters in `received` and notices in `queued`, and both are simply taken up again: a letter is never
lost and never half decided; a notice may be sent twice, with the same bytes and the same Message-ID.
"""

from judge.store.locks import Clash, Locks, Unavailable
from judge.store.records import (
    Claimed,
    GameCard,
    Habits,
    Held,
    LetterState,
    Password,
    Past,
    Person,
    PressRow,
    Reading,
    SeatRow,
    StoredEvent,
    StoredGame,
    StoredPhase,
    StoredPosition,
    Tenure,
    Waiting,
)
from judge.store.reply_tokens import Tokens
from judge.store.store import Store, there
from judge.store.transaction import Work
from judge.store.zines import Carried, Subscription

__all__ = [
    "Carried",
    "Claimed",
    "Clash",
    "GameCard",
    "Habits",
    "Held",
    "LetterState",
    "Locks",
    "Password",
    "Past",
    "Person",
    "PressRow",
    "Reading",
    "SeatRow",
    "Store",
    "StoredEvent",
    "StoredGame",
    "StoredPhase",
    "StoredPosition",
    "Subscription",
    "Tenure",
    "Tokens",
    "Unavailable",
    "Waiting",
    "Work",
    "there",
]

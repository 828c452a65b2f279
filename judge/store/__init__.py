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

Within `with store.work() as work:` everything is one transaction, and `work` has a repository for each subject: `work.letters`,
`.held`, `.outbox`, `.bounces`, `.games`, `.seats`, `.people`, `.zines`, `.limits`. `store.look()` gives the same for reading only.

A crash leaves letters in `received` and notices in `queued`, and both are simply taken up again: a letter is never
lost and never half decided; a notice may be sent twice, with the same bytes and the same Message-ID.
"""

from judge.store.locks import RetryTransaction, StoreUnavailable
from judge.store.records import (
    ClaimedNotice,
    EarlierLetters,
    GameListing,
    HeldLetter,
    LetterFacts,
    LetterState,
    Person,
    SeatRecord,
    StoredEvent,
    StoredGame,
    StoredPhase,
    StoredPress,
    Tenure,
)
from judge.store.reply_tokens import ReplyTokens
from judge.store.store import Store, existing_address
from judge.store.transaction import Transaction
from judge.store.zines import CarriedGame, Subscription

__all__ = [
    "CarriedGame",
    "ClaimedNotice",
    "EarlierLetters",
    "GameListing",
    "HeldLetter",
    "LetterFacts",
    "LetterState",
    "Person",
    "ReplyTokens",
    "RetryTransaction",
    "SeatRecord",
    "Store",
    "StoreUnavailable",
    "StoredEvent",
    "StoredGame",
    "StoredPhase",
    "StoredPress",
    "Subscription",
    "Tenure",
    "Transaction",
    "existing_address",
]

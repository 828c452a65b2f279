"""Store (shell): keeps letters and decisions safe through a crash. The only package that uses SQL.

Each state, and what leads to it:

    letter   received   take() committed the bytes; only then is the sender told that the letter has arrived
             → done     decided: its effects and its answer were committed in one transaction
             → held     its writer was asked whether it counts; a confirmation from the registered address makes it done
             → refused  deliberately not answered (an automatic reply, a loop, a bounce)
             → shunted  an exception was raised while it was processed: note holds the traceback, and the daemon goes on

    notice   queued     committed in the transaction of the letter or deadline that caused it
             → sent     the relay (or the Maildir) has accepted it
             → failed   refused for good, or retried for three days

Everything within `with store.work() as work:` is one transaction. `work` has a repository for each subject: `work.letters`,
`.held`, `.outbox`, `.bounces`, `.games`, `.seats`, `.people`, `.zines`, `.limits`, `.facts`. `store.look()` gives the same for
reading only.

A crash leaves letters in `received` and notices in `queued`; both are taken up again at the next start. A letter is never
lost and never half decided. A notice may be sent twice, with the same bytes and the same Message-ID.
"""

from judge.store.locks import Difference, RetryTransaction, StoreRefused, StoreUnavailable, WorkerDiffers
from judge.store.records import (
    Agenda,
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
    "Agenda",
    "CarriedGame",
    "ClaimedNotice",
    "Difference",
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
    "StoreRefused",
    "StoreUnavailable",
    "StoredEvent",
    "StoredGame",
    "StoredPhase",
    "StoredPress",
    "Subscription",
    "Tenure",
    "Transaction",
    "WorkerDiffers",
    "existing_address",
]

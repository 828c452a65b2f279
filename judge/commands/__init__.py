"""Core: what a letter asks for. In goes its text, out come commands; orders stay raw until a game's notation reads them."""

from judge.commands.authentication import Confirm, PassOn, Password, SetPassword
from judge.commands.base import Command, Incomplete, Own, Remark, Skipped, Unknown
from judge.commands.corrections import Rollback, Undo
from judge.commands.deadlines import Away, Deadline, Extend, Pause, Resume, Setting, Timezone
from judge.commands.dice import OF_DICE, Dice, Die
from judge.commands.gm import Create, Draw, Process, Start
from judge.commands.gm_review import AcceptLate, Hold, OrderFor, Publish
from judge.commands.help_and_lists import Help, List, Map, Maps, Status, UseGame
from judge.commands.joining import Join, Resign
from judge.commands.observers import Observe, Unwatch
from judge.commands.orders import Clear, Final, OrderLines
from judge.commands.parse import parse
from judge.commands.people_in_game import Eject, Invite, Promote, Terminate
from judge.commands.personal import Names, NewAddress, NewToken, PrintAddress
from judge.commands.press import Headline, Press, PressInDoubt, TakeBack
from judge.commands.queries import History, Preview, Results, Rules, Try, Who, Why
from judge.commands.spec import PROOFS, Row
from judge.commands.standbys import Record, StandBy, TakeOver, Vacant
from judge.commands.table import GENERAL, TABLE, own_row, row, who_may, words_of
from judge.commands.voting import Propose, Vote
from judge.commands.zines import Decline, Edition, Resend, Sample, Subscribe, Unsubscribe

__all__ = [
    "GENERAL",
    "OF_DICE",
    "PROOFS",
    "TABLE",
    "AcceptLate",
    "Away",
    "Clear",
    "Command",
    "Confirm",
    "Create",
    "Deadline",
    "Decline",
    "Dice",
    "Die",
    "Draw",
    "Edition",
    "Eject",
    "Extend",
    "Final",
    "Headline",
    "Help",
    "History",
    "Hold",
    "Incomplete",
    "Invite",
    "Join",
    "List",
    "Map",
    "Maps",
    "Names",
    "NewAddress",
    "NewToken",
    "Observe",
    "OrderFor",
    "OrderLines",
    "Own",
    "PassOn",
    "Password",
    "Pause",
    "Press",
    "PressInDoubt",
    "Preview",
    "PrintAddress",
    "Process",
    "Promote",
    "Propose",
    "Publish",
    "Record",
    "Remark",
    "Resend",
    "Resign",
    "Results",
    "Resume",
    "Rollback",
    "Row",
    "Rules",
    "Sample",
    "SetPassword",
    "Setting",
    "Skipped",
    "StandBy",
    "Start",
    "Status",
    "Subscribe",
    "TakeBack",
    "TakeOver",
    "Terminate",
    "Timezone",
    "Try",
    "Undo",
    "Unknown",
    "Unsubscribe",
    "Unwatch",
    "UseGame",
    "Vacant",
    "Vote",
    "Who",
    "Why",
    "own_row",
    "parse",
    "row",
    "who_may",
    "words_of",
]

"""Core: what a letter asks for. In goes its text, out come commands; orders stay raw until a game's notation reads them."""

from judge.commands.asking import Help, List, Map, Maps, Status, UseGame
from judge.commands.joining import Join, Resign
from judge.commands.mastering import Create, Draw, Process, Start
from judge.commands.ordering import Clear, Final, OrderLines
from judge.commands.parse import parse
from judge.commands.press import Press, PressInDoubt, TakeBack
from judge.commands.proving import Confirm, Password, SetPassword
from judge.commands.row import PROOFS, Row
from judge.commands.studying import History, Preview, Results, Rules, Try, Who, Why
from judge.commands.table import GENERAL, TABLE, own_row, row, words_of
from judge.commands.throwing import OF_DICE, Die
from judge.commands.timing import Deadline
from judge.commands.values import Command, Incomplete, Own, Skipped, Unknown
from judge.commands.voting import Propose, Vote

__all__ = [
    "GENERAL",
    "OF_DICE",
    "PROOFS",
    "TABLE",
    "Clear",
    "Command",
    "Confirm",
    "Create",
    "Deadline",
    "Die",
    "Draw",
    "Final",
    "Help",
    "History",
    "Incomplete",
    "Join",
    "List",
    "Map",
    "Maps",
    "OrderLines",
    "Own",
    "Password",
    "Press",
    "PressInDoubt",
    "Preview",
    "Process",
    "Propose",
    "Resign",
    "Results",
    "Row",
    "Rules",
    "SetPassword",
    "Skipped",
    "Start",
    "Status",
    "TakeBack",
    "Try",
    "Unknown",
    "UseGame",
    "Vote",
    "Who",
    "Why",
    "own_row",
    "parse",
    "row",
    "words_of",
]

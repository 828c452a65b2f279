"""Core: what a letter asks for. In goes its text, out come commands; orders stay raw until a game's notation reads them."""

from judge.commands.authentication import Confirm, ForwardToGM, GivePassword, SetPassword
from judge.commands.base import Command, IncompleteCommand, LinesBeyondLimit, Remark, UnknownCommand, VariantCommand
from judge.commands.corrections import Rollback, Undo
from judge.commands.deadlines import ChangeSetting, DeclareAbsence, ExtendDeadline, PauseGame, ResumeGame, SetDeadline, SetTimezone
from judge.commands.dice import OF_DICE, ShowThrows, StateThrow
from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.commands.gm_review import AcceptLate, HoldReport, OrderForPower, PublishReport
from judge.commands.help_and_lists import Help, ListGames, MapsOnOff, ShowMap, ShowStatus, UseGame
from judge.commands.joining import Join, Resign
from judge.commands.observers import Observe, StopObserving
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.commands.parse import parse
from judge.commands.people_in_game import Eject, Invite, Promote, Terminate
from judge.commands.personal import AddressInPrint, ChangeAddress, NameInPrint, RenewToken
from judge.commands.press import AmbiguousPress, Headline, Press, WithdrawPress
from judge.commands.queries import ExplainResult, PreviewOrders, ShowHistory, ShowPlayers, ShowResults, ShowRules, TryOrders
from judge.commands.spec import PROOFS, CommandSpec
from judge.commands.standbys import DeclareVacant, ShowRecord, StandBy, TakeOver
from judge.commands.table import BY_TYPE, GENERAL, TABLE, row_for_word, rows_by_word, variant_command_row
from judge.commands.voting import ProposeEnd, Vote
from judge.commands.zines import DeclineZine, ResendIssue, SendSample, SubscribeZine, UnsubscribeZine, ZineSetting

__all__ = [
    "BY_TYPE",
    "GENERAL",
    "OF_DICE",
    "PROOFS",
    "TABLE",
    "AcceptLate",
    "AddressInPrint",
    "AmbiguousPress",
    "ChangeAddress",
    "ChangeSetting",
    "ClearOrders",
    "Command",
    "CommandSpec",
    "Confirm",
    "CreateGame",
    "DeclareAbsence",
    "DeclareDraw",
    "DeclareVacant",
    "DeclineZine",
    "Eject",
    "ExplainResult",
    "ExtendDeadline",
    "ForwardToGM",
    "GivePassword",
    "Headline",
    "Help",
    "HoldReport",
    "IncompleteCommand",
    "Invite",
    "Join",
    "LinesBeyondLimit",
    "ListGames",
    "MapsOnOff",
    "MarkFinal",
    "NameInPrint",
    "Observe",
    "OrderForPower",
    "OrderLines",
    "PauseGame",
    "Press",
    "PreviewOrders",
    "ProcessPhase",
    "Promote",
    "ProposeEnd",
    "PublishReport",
    "Remark",
    "RenewToken",
    "ResendIssue",
    "Resign",
    "ResumeGame",
    "Rollback",
    "SendSample",
    "SetDeadline",
    "SetPassword",
    "SetTimezone",
    "ShowHistory",
    "ShowMap",
    "ShowPlayers",
    "ShowRecord",
    "ShowResults",
    "ShowRules",
    "ShowStatus",
    "ShowThrows",
    "StandBy",
    "StartGame",
    "StateThrow",
    "StopObserving",
    "SubscribeZine",
    "TakeOver",
    "Terminate",
    "TryOrders",
    "Undo",
    "UnknownCommand",
    "UnsubscribeZine",
    "UseGame",
    "VariantCommand",
    "Vote",
    "WithdrawPress",
    "ZineSetting",
    "parse",
    "row_for_word",
    "rows_by_word",
    "variant_command_row",
]

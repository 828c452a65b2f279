"""Read commands from the text of a letter. Pure; orders stay as text until a game's notation reads them."""

from judge.commands.base import Command, Remark, VariantCommand
from judge.commands.dice import OF_DICE
from judge.commands.parse import parse
from judge.commands.spec import PROOFS, CommandSpec
from judge.commands.table import BY_TYPE, GENERAL, KNOWN, TABLE, row_for_word, rows_by_word, variant_command_row

__all__ = [
    "BY_TYPE",
    "GENERAL",
    "KNOWN",
    "OF_DICE",
    "PROOFS",
    "TABLE",
    "Command",
    "CommandSpec",
    "Remark",
    "VariantCommand",
    "parse",
    "row_for_word",
    "rows_by_word",
    "variant_command_row",
]

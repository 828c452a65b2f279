"""Copy for print: a record of a judged phase, made from what a reader may see, in every format that editors can have.

It takes its facts from reports and maps, words them with templates/print, and returns bytes. It knows no game, no store and no
clock. What is secret was filtered out before (`judge.game.visibility`).
"""

from judge.print.copy import Erratum, GameEnding, IssueGame, PhaseCopy, ZineIssue
from judge.print.fit import fit_to_lines
from judge.print.formats import FORMATS, FormatUnavailable, missing_library
from judge.print.phase_record import phase_record
from judge.print.style import Style, StyleError, format_style, parse_style

__all__ = [
    "FORMATS",
    "Erratum",
    "FormatUnavailable",
    "GameEnding",
    "IssueGame",
    "PhaseCopy",
    "Style",
    "StyleError",
    "ZineIssue",
    "fit_to_lines",
    "format_style",
    "missing_library",
    "parse_style",
    "phase_record",
]  # fmt: skip

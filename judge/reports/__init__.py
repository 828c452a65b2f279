"""Core: what was seen, put into words. In: `GameView` values and names; out: subjects and texts; every word is a template's."""

from judge.reports.answer import answer_facts, game_facts
from judge.reports.report import PlayerNames, report_facts
from judge.reports.templates import Templates
from judge.reports.text_layout import finish_letter

__all__ = ["PlayerNames", "Templates", "answer_facts", "finish_letter", "game_facts", "report_facts"]

"""Core: what was seen, put into words. In: `GameView` values and names; out: subjects and texts; every word is a template's."""

from judge.reports.answer import answer_facts, game_facts
from judge.reports.report import PlayerNames, report_facts
from judge.reports.templates import Templates

__all__ = ["PlayerNames", "Templates", "answer_facts", "game_facts", "report_facts"]

"""Reports: turn `GameView` values and names into subjects and texts. Pure; every word comes from a template."""

from judge.reports.answer import answer_facts, game_facts
from judge.reports.report import PlayerNames, report_facts
from judge.reports.templates import Templates

__all__ = ["PlayerNames", "Templates", "answer_facts", "game_facts", "report_facts"]

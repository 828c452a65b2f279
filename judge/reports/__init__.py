"""Core: what was seen, put into words. In go Seen values and names, out come subjects and texts; every word is a template's."""

from judge.reports.answer import answer_facts, game_facts
from judge.reports.report import Cast, report_facts
from judge.reports.templates import Words
from judge.reports.text_layout import tidy

__all__ = ["Cast", "Words", "answer_facts", "game_facts", "report_facts", "tidy"]

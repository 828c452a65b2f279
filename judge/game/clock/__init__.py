"""Deadlines, dates, time zones and absences: what a calendar needs."""

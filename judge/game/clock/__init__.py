"""Deadlines, dates, time zones and absences."""

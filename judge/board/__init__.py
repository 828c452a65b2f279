"""Core: the nouns. In go a game folder's facts; out come spaces, coasts, borders, names, units, phases and positions."""

from judge.board.board import Board, space_of
from judge.board.phase import LONGEST_HEAD, Calendar, Phase, Season
from judge.board.place_names import PlaceNames, normalize_name
from judge.board.position import DislodgedUnit, Position
from judge.board.space import IMPASSABLE, Space
from judge.board.unit import Unit

__all__ = [
    "IMPASSABLE",
    "LONGEST_HEAD",
    "Board",
    "Calendar",
    "DislodgedUnit",
    "Phase",
    "PlaceNames",
    "Position",
    "Season",
    "Space",
    "Unit",
    "normalize_name",
    "space_of",
]

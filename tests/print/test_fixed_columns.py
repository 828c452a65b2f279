"""Tables of plain text, read back as tables."""

from __future__ import annotations

from judge.print.fixed_columns import read_columns

COLONIES = """\
COLONIES  holder        held since   counts
 CP2      Berenia       Winter 1899  yes
 SA4      Khoufax       Winter 1902  from 1903
 SA11     Genette Land  Winter 1899  yes"""
EXPLORED = """\
EXPLORED SO FAR   22 native centre, 37 native centre,
                  42 sea.
DISCOVERED BY     Mid 1490's: 37 France."""
PROSE = """\
Off-board supply centres: England 0, France 0, Spain 0; of 0
in all."""


def test_each_cell_is_read_with_its_blanks() -> None:
    rows = read_columns(COLONIES.split("\n"))
    assert rows[0] == ["COLONIES", "holder", "held since", "counts"]
    assert rows[3] == ["SA11", "Genette Land", "Winter 1899", "yes"]
    assert len(rows) == 4


def test_a_line_without_a_first_cell_goes_on_with_the_row_above() -> None:
    assert read_columns(EXPLORED.split("\n")) == [
        ["EXPLORED SO FAR", "22 native centre, 37 native centre, 42 sea."], ["DISCOVERED BY", "Mid 1490's: 37 France."],
    ]  # fmt: skip


def test_sentences_are_no_table() -> None:
    assert read_columns(PROSE.split("\n")) == read_columns(["One line."]) == read_columns([]) == []

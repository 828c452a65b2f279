"""Conditions on orders: what reads, how it is written again, and how lines make a statement."""

from __future__ import annotations

import pytest

from judge.assets import find_assets
from judge.notation.condition_syntax import ConditionParser, format_statement, group_statements

READ = {
    "IF A(Bur) dislodged THEN A(Mar)-Bur ELSE A(Mar) stands": "IF A(Bur) dislodged THEN A(Mar)-Bur ELSE A(Mar) stands",
    "if germany in bur and not (a(mun) dislodged or mar empty) then a par-bur and a mar s a par-bur; f bre-mao otherwise a par h":
        "IF germany in bur AND NOT (a(mun) dislodged OR mar empty) THEN a par-bur; a mar s a par-bur; f bre-mao ELSE a par h",
    "IF F(NTH) THEN F(Lon)-ENG ELSE IF NOT F(ENG) THEN F(Lon)-NTH ELSE F(Lon) stands ENDIF":
        "IF F(NTH) THEN F(Lon)-ENG ELSE IF NOT F(ENG) THEN F(Lon)-NTH ELSE F(Lon) stands",
}  # fmt: skip


def conditions() -> ConditionParser:
    return ConditionParser(find_assets().grammars()["conditions"])


@pytest.mark.parametrize("text", READ)
def test_what_is_written_reads_as_the_same(text: str) -> None:
    """In the house's form, and that form again."""
    read = conditions().read(text)
    assert format_statement(read) == READ[text]
    assert conditions().read(format_statement(read)) == read


NONE = ["IF A(Bur) THEN", "IF THEN A Par-Bur", "IF A(Bur) OR THEN A Par-Bur", "A Par-Bur", "", "IF " + "(" * 50]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_statement_is_said_to_be_none(text: str) -> None:
    """With an error, whatever it is."""
    with pytest.raises(ValueError, match=r"^.{0,20}$"):
        conditions().read(text)


def test_and_or_and_not_mean_what_they_say() -> None:
    """AND binds more than OR."""
    condition = conditions().read("IF a OR b AND NOT c THEN d")[0].condition
    assert condition
    assert [condition.holds(true.__contains__) for true in ("a", "b", "bc", "")] == [True, True, False, False]


def test_lines_make_a_statement() -> None:
    """Up to ENDIF; without one, the line with IF and those with ELSE below it."""
    lines = ["A Par-Bur", "IF Germany in Bur", "A Mar S A Par-Bur", "A Gas-Bur", "ELSE", "A Mar-Spa", "ENDIF"]
    assert group_statements([*lines, "IF x THEN y", "ELSE z", "F Bre"]) == [
        ("A Par-Bur", False),
        ("IF Germany in Bur THEN A Mar S A Par-Bur; A Gas-Bur ELSE A Mar-Spa ENDIF", True),
        ("IF x THEN y ELSE z", True),
        ("F Bre", False),
    ]

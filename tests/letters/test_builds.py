"""Builds and removals that will fail are said to fail when they are sent, and what is due is said by kind."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from judge.board import Unit
from judge.game.model.serialization import write_game
from tests.letters.post_office import GM, body, headline
from tests.letters.table import Table, mail_of

GAME = "builder"


def winter(folder: Path, variant: str, phase: str, power: str, units: str, owners: str) -> Table:
    """A game in a winter in which one power has these units and owns these centres, and nobody else anything there."""
    table = Table(folder, variant, GAME)
    position, rules = table.game.board_now, table.rules
    mine = tuple(Unit(power, unit.partition("(")[0], unit.partition("(")[2].strip(")")) for unit in units.split())
    spaces = {unit.space for unit in mine} | set(owners.split())
    others = tuple(unit for unit in position.units if unit.power != power and unit.space not in spaces)
    held = {code: owner for code, owner in position.owners.items() if owner != power} | dict.fromkeys(owners.split(), power)
    there = rules.calendar.read(phase)
    assert there is not None
    changed = replace(table.game, position=replace(position, phase=there, units=(*others, *mine), owners=held))
    with table.office.parts.store.work() as work:
        stored = work.games.get(GAME)
        assert stored is not None
        work.games.save(GAME, write_game(changed), stored.seq + 1, None)
    return table


def sent(table: Table, power: str, text: str) -> tuple[str, str]:
    """(subject, words in one line) of the answer to a player."""
    answers = [each for each in table.office.letter(mail_of(power), text) if each["To"] == mail_of(power)]
    return headline(answers[0]), " ".join(body(answers[0]).split())


def test_a_wish_for_an_army_removes_none(tmp_path: Path) -> None:
    table = winter(tmp_path, "standard", "Winter 1901", "England", "A(Edi) A(Lon) F(NTH)", "Edi Lon")
    _, text = sent(table, "England", "An army in London please")
    assert 'You wrote "An army in London". No build is due. Reply with one of these: > remove A(Edi) > remove A(Lon)' in text
    assert table.standing("England") == []
    sent(table, "England", "A Lon")
    assert table.standing("England") == ["remove A(Lon)"]


def test_only_what_is_possible_is_offered(tmp_path: Path) -> None:
    """In questions, and as the example of what is still open."""
    table = winter(tmp_path, "colonial_diplomacy", "Winter 1870", "China", "A(Mac) A(Sha)", "Mac Sha Pek Can")
    _, text = sent(table, "China", "Build army Manchuria or Peking")
    assert "Reply with one of these: > build A(Pek) > build A(Can) > build F(Can)" in text
    assert "build A(Mac)" not in text
    _, text = sent(table, "China", "build A Pek")
    assert "An example: build A(Can)." in text, text


def union(folder: Path) -> Table:
    return winter(folder, "colonial_variant", "Winter 1903", "Union", "A(CC12)", "CC31 CC30 CC29")


def test_what_is_due_is_said_by_kind(tmp_path: Path) -> None:
    """Kinds that are counted apart are named apart."""
    _, text = sent(union(tmp_path), "Union", "STATUS")
    assert "2 armies or fleets and 1 transport fleet" in text


def test_fewer_places_than_kinds_allow(tmp_path: Path) -> None:
    """Two can be built in the two centres without a unit, whichever they are: the numbers of kinds do not add up to three."""
    table = winter(tmp_path, "colonial_variant", "Winter 1903", "Union", "A(CC29)", "CC31 CC30 CC29")
    assert "2 builds (at most 2 armies or fleets and 1 transport fleet)" in sent(table, "Union", "STATUS")[1]


def test_the_report_counts_the_places(tmp_path: Path) -> None:
    table = winter(tmp_path, "colonial_variant", "Autumn 1903", "Union", "A(CC29)", "CC31 CC30 CC29")
    told = [" ".join(body(each).split()) for each in table.office.letter(GM, "PROCESS") if each["To"] == mail_of("Oceania")]
    assert any("Union CC29 CC30 CC31 3 builds 2 (at most 2 A/F and 1 TF)" in each for each in told), told


def test_where_one_may_build_is_said(tmp_path: Path) -> None:
    """In the answer those places that no order of one's own takes; in the report of the count, all."""
    table = union(tmp_path)
    assert "1 transport fleet). You can build in CC29, CC30 and CC31. An example" in sent(table, "Union", "STATUS")[1]
    assert "1 transport fleet). You can build in CC29 and CC31. An example" in sent(table, "Union", "build F(CC30)")[1]


def test_the_report_says_where_one_may_build(tmp_path: Path) -> None:
    """Not where a unit of one's own stands, and nothing to those who have nothing to build."""
    table = winter(tmp_path, "standard", "Autumn 1901", "France", "A(Par) A(Mun)", "Par Bre Mar Mun")
    letters = table.office.letter(GM, "PROCESS")
    told = {each["To"]: " ".join(body(each).split()) for each in letters if "results" in headline(each)}
    assert "France: 2 builds due from you. You can build in Bre and Mar." in told[mail_of("France")]
    assert "You can build" not in told[mail_of("Turkey")]


def test_one_too_many_of_a_kind_is_refused(tmp_path: Path) -> None:
    """The third fleet is not acknowledged as if it would be built; what can be built instead is said."""
    table = union(tmp_path)
    subject, text = sent(table, "Union", "build F(CC31)\nbuild F(CC30)\nbuild F(CC29)")
    assert "needs you" in subject
    assert "all 3" not in subject
    assert "No more units of that kind are due; F(CC29) would be one too many." in text
    assert "build TF(CC29)" in text
    assert "All of it was read" not in text
    assert sorted(table.standing("Union")) == ["build F(CC30)", "build F(CC31)"]


def test_what_fits_is_taken(tmp_path: Path) -> None:
    """Two of one kind and one of the other, in any order."""
    table = union(tmp_path)
    subject, _ = sent(table, "Union", "build TF(CC29)\nbuild A(CC31)\nbuild F(CC30)")
    assert "all 3 builds in" in subject


def test_a_later_letter_takes_the_place_of_what_would_be_too_many(tmp_path: Path) -> None:
    """The newest counts; the older build that would then fail stands no longer."""
    table = union(tmp_path)
    sent(table, "Union", "build F(CC31)\nbuild F(CC30)")
    subject, _ = sent(table, "Union", "build A(CC29)")
    standing = table.standing("Union")
    assert "build A(CC29)" in standing
    assert len(standing) == 2
    assert "2 of 3 builds" in subject or "1 still open" in subject


def test_a_unit_of_a_kind_that_is_not_due_is_told_so(tmp_path: Path) -> None:
    """It could stand there; it is one too many of its kind."""
    table = winter(tmp_path, "colonial_variant", "Winter 1903", "Colongrad", "F(CC6) A(CC8) A(CC10)", "CC1 CC3 CC6")
    _, text = sent(table, "Colongrad", "build A(CC1)")
    assert "No more units of that kind are due; A(CC1) would be one too many." in text
    assert "cannot stand there" not in text


FRANCE = ("standard", "Winter 1901", "France", "A(Bel) F(Spa.sc)")


def test_a_third_build_of_two_is_not_acknowledged_as_a_build(tmp_path: Path) -> None:
    """It is kept for where one of the others fails, and that is said."""
    table = winter(tmp_path, *FRANCE, "Par Mar Bre Bel")
    _, text = sent(table, "France", "build A(Par)\nbuild F(Bre)\nbuild A(Mar)")
    assert len(table.standing("France")) == 2
    assert "Kept as an alternative, in case an order turns out to be impossible: build A(Mar)" in text


def test_two_builds_in_one_province_are_one(tmp_path: Path) -> None:
    """The second replaces the first, or is refused; never both."""
    table = winter(tmp_path, *FRANCE, "Par Mar Bre Bel")
    subject, _ = sent(table, "France", "build A(Bre)\nbuild F(Bre)")
    assert len(table.standing("France")) == 1
    assert "all 2" not in subject


def test_a_removal_too_many_is_said(tmp_path: Path) -> None:
    """One is due; the second is kept in reserve or refused, and not counted."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel) F(Spa.sc) A(Par)", "Par Mar")
    subject, text = sent(table, "France", "remove A(Bel)\nremove F(Spa/sc)")
    assert len(table.standing("France")) == 1
    assert "removal" in subject
    assert "F(Spa.sc)" in text


@pytest.mark.parametrize(("units", "owners", "text"), [
    ("A(CC12)", "CC31 CC30 CC29", "build A(CC31)"), ("A(CC12)", "CC31 CC30 CC29", "STATUS"),
    ("A(CC31) A(CC30) A(CC29)", "CC31", "remove A(CC30)"), ("A(CC31) A(CC30) A(CC29)", "CC31", "STATUS"),
])  # fmt: skip
def test_an_example_does_not_stand_among_the_orders_that_count(units: str, owners: str, text: str, tmp_path: Path) -> None:
    """Every line to send below what is said to count now is an order that counts; what is still open has its example in words."""
    table = winter(tmp_path, "colonial_variant", "Winter 1903", "Union", units, owners)
    (answer,) = [each for each in table.office.letter(mail_of("Union"), text) if each["To"] == mail_of("Union")]
    below = body(answer).partition("STANDING ORDERS")[2] or body(answer)
    assert [line[6:] for line in below.split("\n") if line.startswith("    > ")] == list(table.standing("Union"))
    assert "still open" in below
    assert re.search(r"[Aa]n example: (build|remove) \w+\(\w+\)", " ".join(below.split()))


@pytest.mark.parametrize("phase", ["Spring 1902 retreats", "Winter 1901"])
def test_orders_where_nothing_is_due_are_told_where_they_belong(phase: str, tmp_path: Path) -> None:
    """They are not kept; ORDERS FOR the next moves keeps them."""
    table = winter(tmp_path, "standard", phase, "Austria", "A(Ser) A(Gre)", "Ser Gre")
    moves = "Autumn 1902" if "retreats" in phase else "Spring 1902"
    _, answer = sent(table, "Austria", "I shall send next season's orders already: Serbia supports Greece, Greece holds.")
    assert f"I have kept none of what you wrote. If it is for {moves}, send it again below a line ORDERS FOR {moves}." in answer
    _, answer = sent(table, "Austria", f"ORDERS FOR {moves}\nSerbia supports Greece, Greece holds.")
    assert "A(Ser) S A(Gre)" in answer


@pytest.mark.parametrize("text", ["build A Par", "Sorry I am late! build A Par", "build A Par\nbuild F Bre"])
def test_a_build_after_the_winter_is_late(text: str, tmp_path: Path) -> None:
    """It can be for the winter only: both sides are told, as of late moves, and it is kept for ACCEPT LATE."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "F(MAO)", "Par Mar Bre")
    table.office.letter(GM, "PROCESS")
    sent = table.office.letter(mail_of("France"), text)
    told = {each["To"]: " ".join(f"{each['Subject']} {body(each)}".split()) for each in sent}
    assert "too late for Winter 1901" in told[mail_of("France")]
    assert "build A Par" in told[GM]
    assert [(late.phase, "\n".join(late.lines)) for late in table.game.lates] == [("Winter 1901", text)]


def test_moves_beside_a_build_are_moves(tmp_path: Path) -> None:
    """Nothing of such a letter is late: what does not fit the phase is asked about."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "F(MAO)", "Par Mar Bre")
    table.office.letter(GM, "PROCESS")
    table.office.letter(mail_of("France"), "F MAO-Spa sc\nbuild A Par")
    assert table.standing("France") == ["F(MAO)-Spa.sc"]


@pytest.mark.parametrize("text", ["A Constantinople - B", "A Con -> b", "A Constantinople \N{EN DASH} D.", "Smy-B"])
def test_a_move_that_was_cut_off_is_no_build_in_advance(text: str, tmp_path: Path) -> None:
    """Found by the simulation, seed 5517: a letter was cut short in `Bulgaria`."""
    table = winter(tmp_path, "standard", "Autumn 1901", "Turkey", "A(Con) A(Smy)", "Ank Con Smy")
    answer = sent(table, "Turkey", text)
    assert table.standing("Turkey") == []
    assert table.game.later.get("Turkey", ()) == ()
    assert text.rstrip(".") in answer[1]


@pytest.mark.parametrize("text", ["B A Con", "build A Con", "A Con - build", "A Con B"])
def test_a_build_in_advance_is_kept(text: str, tmp_path: Path) -> None:
    table = winter(tmp_path, "standard", "Autumn 1901", "Turkey", "A(Con) A(Smy)", "Ank Con Smy")
    sent(table, "Turkey", f"A Con - Bul\n{text}")
    assert table.standing("Turkey") == ["A(Con)-Bul"]
    assert [each.lines for each in table.game.later["Turkey"]] == [("build A(Con)",)]


@pytest.mark.parametrize(("letters", "orders"), [
    (["build F Bre\nwaive the rest"], ["build F(Bre)", "waive", "waive"]),
    (["build F Bre and waive the rest"], ["build F(Bre)", "waive", "waive"]),
    (["build F Bre. Waive the other two."], ["build F(Bre)", "waive", "waive"]),
    (["build F Bre", "waive the remaining builds"], ["build F(Bre)", "waive", "waive"]),
    (["build F Bre\nwaive", "build A Par and waive the rest"], ["build A(Par)", "build F(Bre)", "waive"]),
    (["build F Bre, build A Par, waive the rest"], ["build A(Par)", "build F(Bre)", "waive"]),
    (["waive the rest"], ["waive", "waive", "waive"]),
    (["build F Bre\nwaive one"], ["build F(Bre)", "waive"]),
])  # fmt: skip
def test_the_rest_of_the_builds_is_waived(letters: list[str], orders: list[str], tmp_path: Path) -> None:
    """All that no order of this letter or of an earlier one uses; these stay."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "F(MAO)", "Par Mar Bre Spa")
    for text in letters:
        table.office.letter(mail_of("France"), text)
    assert sorted(table.standing("France")) == orders


FOUR_CENTRES = "Par Bre Mar Bel"
"""With one army: three builds are due."""


@pytest.mark.parametrize(
    ("centres", "letters", "stands"),
    [
        (FOUR_CENTRES, ["build A Par", "waive the rest", "build F Bre"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, ["build A Mar", "waive", "build A Par", "build F Bre"], ["build A(Mar)", "build A(Par)", "build F(Bre)"]),
        (FOUR_CENTRES, ["waive", "build A Par", "build F Bre", "waive"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, ["build A Par", "waive both"], ["build A(Par)", "waive", "waive"]),
        (FOUR_CENTRES, ["build A Par\nwaive both of my builds"], ["build A(Par)", "waive", "waive"]),
        (FOUR_CENTRES, ["waive two\nbuild A Par"], ["build A(Par)", "waive", "waive"]),
        (FOUR_CENTRES, ["waive both builds"], ["waive", "waive"]),
        ("Par Bre Mar", ["build A Par", "waive both"], ["waive", "waive"]),
        ("Par Bre Mar", ["build A Par\nwaive both builds"], ["waive", "waive"]),
        ("Par Bre Mar", ["waive both", "build A Par"], ["build A(Par)", "waive"]),
    ],
)
def test_a_build_takes_the_place_of_a_waived_one_first(
    tmp_path: Path, centres: str, letters: list[str], stands: list[str]
) -> None:
    """Whoever waives what is open, and then sends a build, wants that too; and both are two, not all three."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", centres)
    for text in letters:
        sent(table, "France", text)
    assert sorted(table.standing("France")) == stands


@pytest.mark.parametrize(
    ("letters", "gone"),
    [
        (["build A Par, F Bre", "build A Mar"], "build F(Bre)"),
        (["build A Par\nwaive both builds"], "build A(Par)"),
        (["build A Par, F Bre", "waive both"], "build A(Par); build F(Bre)"),
        (["build A Par, F Bre", "build A Bre"], ""),
        (["build A Par", "waive"], ""),
        (["build A Par, waive", "build F Bre"], ""),
        (["build A Par, F Bre, A Mar"], ""),
    ],
)
def test_a_build_that_counts_no_longer_is_named(tmp_path: Path, letters: list[str], gone: str) -> None:
    """Of two that are due; not one in the same place, and not an alternative."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", "Par Bre Mar")
    told = [sent(table, "France", text)[1] for text in letters][-1]
    assert ("This takes the place of" in told) == bool(gone)
    assert not gone or f"This takes the place of: {gone}." in told


def test_no_build_is_offered_to_who_wants_to_remove(tmp_path: Path) -> None:
    """A yes to it would build."""
    table = winter(tmp_path, "standard", "Winter 1901", "Austria", "A(Ser)", "Vie Bud")
    _, text = sent(table, "Austria", "disband A Ser")
    assert "No removal is due" in text
    assert "build A" not in text.partition("No removal is due")[2].partition("STANDING")[0].partition("still open")[0]


THREE = "A Par, A Mar, F Bre"


@pytest.mark.parametrize(
    ("centres", "letters", "stands"),
    [
        (FOUR_CENTRES, [THREE, "Mar: waive"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "A Mar: waive"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "A Mar: waive. Others stand"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "Build nothing in Marseilles."], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "waive Mar"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "Waive the build in Marseilles"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "The build in Marseilles is waived"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "Marseille, none"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, [THREE, "No build in Mar\nNo build in Bre"], ["build A(Par)", "waive", "waive"]),
        (FOUR_CENTRES, [THREE, "Mar: waive\nMar: fleet"], ["build A(Par)", "build F(Bre)", "build F(Mar)"]),
        (FOUR_CENTRES, ["waive A Mar, build A Par, F Bre"], ["build A(Par)", "build F(Bre)", "waive"]),
        (FOUR_CENTRES, ["A Par\nMar: none"], ["build A(Par)", "waive"]),
        (FOUR_CENTRES, ["Kein Aufbau in Brest! Marseille: Flotte. Paris: Armee."], ["build A(Par)", "build F(Mar)", "waive"]),
        (FOUR_CENTRES, ["A Par, F Bre\nA Mar", "A Par, none in Bre"], ["build A(Mar)", "build A(Par)", "waive"]),
        (FOUR_CENTRES, ["| Paris | army |\n| Brest | fleet |\n| Marseilles | none |"], ["build A(Par)", "build F(Bre)", "waive"]),
        ("Par Bre Bel", ["A Par, Brest: none"], ["build A(Par)", "waive"]),
        ("Par Bre Mar", ["Mar: none\nA Par\nF Bre"], ["build A(Par)", "build F(Bre)"]),
        ("Par Bre", ["Paris A, Brest nothing because occupied"], ["build A(Par)"]),
    ],
)
def test_a_build_is_waived_where_it_says_so(tmp_path: Path, centres: str, letters: list[str], stands: list[str]) -> None:
    """Nothing is built in that place, whatever was to be; what is to be built elsewhere stays."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", centres)
    for text in letters:
        _, answer = sent(table, "France", text)
    assert sorted(table.standing("France")) == stands
    assert "It says where not to build" not in answer


@pytest.mark.parametrize("text", [
    "Mar: waive?", "Mar: waive if Italy attacks", "nothing in Mar or Bre", "Par and Mar: none", "Nothing in Munich",
    "No build for me in Brest please", "Don't build in Mar", "I won't build anything in Marseilles", "I have nothing in Mar to say",
])  # fmt: skip
def test_a_doubtful_waive_of_a_place_is_asked_about(text: str, tmp_path: Path) -> None:
    """Nothing is changed, and a yes changes nothing either; CLEAR takes such a build back."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", FOUR_CENTRES)
    sent(table, "France", THREE)
    subject, answer = sent(table, "France", text)
    assert "needs you" in subject
    assert "It says where not to build, and I am not sure which build you mean, so I have changed nothing. CLEAR" in answer
    sent(table, "France", "yes")
    assert sorted(table.standing("France")) == ["build A(Mar)", "build A(Par)", "build F(Bre)"]
    sent(table, "France", "CLEAR Mar")
    assert sorted(table.standing("France")) == ["build A(Par)", "build F(Bre)"]


@pytest.mark.parametrize("rest", ["rest waived", "the rest is waived", "waive the rest"])
def test_the_rest_is_waived_beside_orders_that_are_all_there_are_to_be(rest: str, tmp_path: Path) -> None:
    """Where older builds leave none to waive, those that the letter does not repeat are the rest."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", FOUR_CENTRES)
    sent(table, "France", "F Bre, A Par, A Mar")
    _, answer = sent(table, "France", f"A Par and A Mar please, {rest}")
    assert sorted(table.standing("France")) == ["build A(Mar)", "build A(Par)", "waive"]
    assert "for talk" not in answer


def test_where_nothing_is_to_be_built_there_is_nothing_to_waive(tmp_path: Path) -> None:
    """Both builds that are due are for other places."""
    table = winter(tmp_path, "standard", "Winter 1901", "France", "A(Bel)", "Par Bre Mar")
    sent(table, "France", "A Par, F Bre")
    assert "I have changed nothing" in sent(table, "France", "Mar: none")[1]
    assert sorted(table.standing("France")) == ["build A(Par)", "build F(Bre)"]

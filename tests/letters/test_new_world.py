"""1492 by mail: names for what was discovered, natives that the GM orders, treasure, and a world drawn at the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.game.model.game import GM_READER, PUBLIC
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, read_game, write_game
from judge.game.visibility import view_game
from tests.letters.post_office import GM, PostOffice, body, headline
from tests.letters.table import Table, mail_of
from tests.maps.test_discovered_areas import JUMBLED

WORLD = """
Xab: {kind: sea, borders: [NAO, MAO, SAO, Xac, Xad, "#"]}
Xac: {kind: land, borders: [Xab, SAO, Mor, Alg, Tun, Lib, Egy, Syr, Per, Xad], centre: yes}
Xad: {kind: land, borders: [NWG, BAR, Arc, Tar, Cau, Per, Xac, Xab, "#"], centre: yes, natives: roam}
"""


class Voyage(Table):
    """A game of 1492 with a small world of the GM's own, or one that is drawn."""

    def __init__(self, folder: Path, world: str = WORLD, rules: str = "") -> None:
        self.office = PostOffice(folder)
        self.rules, self.name = self.office.parts.rules("antilla"), "caravel"
        self.reports, self.answers = [], []
        self.begin(f"CREATE caravel VARIANT antilla\n{rules}", f"WORLD{world}END" if world else "")

    def turn(self, natives: str = "", **orders: str) -> None:
        """A movement phase and the retreats after it, on these orders."""
        for power, lines in orders.items():
            self.office.letter(mail_of(power), lines)
        if natives:
            self.office.letter(GM, natives)
        self.office.letter(GM, "PROCESS")
        while self.game.board_now.phase.kind != "movement":
            self.office.letter(GM, "PROCESS")

    def said(self, sender: str, text: str) -> tuple[str, dict[str, str]]:
        """(the answer to a letter in one line, what others were told: address → text)."""
        address = sender if "@" in sender else mail_of(sender)
        sent = self.office.letter(address, text)
        told = {m["To"]: " ".join(body(m).split()) for m in sent}
        return told.pop(address), told

    def label(self, power: str, area: str) -> str:
        """What a power calls an area."""
        return str(self.game.board_now.facts["charts"][power][area]["label"])

    def names(self) -> dict[str, str]:
        """area → the code that it was given."""
        return {area: name["code"] for area, name in self.game.board_now.facts.get("names", {}).items()}


@pytest.fixture
def voyage(tmp_path: Path) -> Voyage:
    """Portugal and Spain have come to SAO and see the sea and one land."""
    found = Voyage(tmp_path)
    found.office.staged(lambda: found.turn(Portugal="F(Lis)-MAO-SAO", Spain="F(Cad)-MAO-SAO"))
    return found


# Units that only the GM orders (rule 11a)


def natives(voyage: Voyage) -> list[str]:
    return [str(unit) for unit in voyage.game.board_now.units if unit.power == "Natives"]


def test_the_gm_orders_natives_by_name_and_nobody_hears_of_it(voyage: Voyage) -> None:
    """Others would learn that some live."""
    answer, told = voyage.said(GM, "ORDER Natives A(Xad)-Xac REASON they wander")
    assert "> A(Xad)-Xac" in answer
    assert told == {}
    sent = voyage.office.letter(GM, "PROCESS")
    assert natives(voyage) == ["A(Xac)"]
    assert not any("BY THE GM" in body(message) or "they wander" in body(message) for message in sent)


def test_natives_walk_to_and_fro_on_orders_for_every_phase(voyage: Voyage) -> None:
    """The first order of the list that fits is given wherever the GM gives none."""
    answer, told = voyage.said(GM, "ORDER Natives always A(Xac)-Xad; A(Xad)-Xac")
    assert "In each phase in which you order nothing for it, a unit of Natives does the first of these" in answer
    assert told == {}
    assert "without one it does what you said for every phase: A(Xac)-Xad; A(Xad)-Xac." in answer
    stood = [natives(voyage)]
    for _ in range(3):
        voyage.turn()
        stood.append(natives(voyage))
    assert stood == [["A(Xad)"], ["A(Xac)"], ["A(Xad)"], ["A(Xac)"]]
    voyage.turn(natives="A(Xac) stands")
    assert natives(voyage) == ["A(Xac)"]
    voyage.said(GM, "ORDER Natives rest")
    voyage.turn()
    assert natives(voyage) == ["A(Xac)"]


def test_natives_wander_by_themselves_and_a_replay_agrees(voyage: Voyage) -> None:
    """Where they go is drawn, and is an order like any other once the phase is run."""
    answer, told = voyage.said(GM, "ORDER Natives wander")
    assert "Units of Natives wander from now on" in answer
    assert told == {}
    been = set()
    for _ in range(8):
        voyage.turn()
        been |= set(natives(voyage))
    assert been == {"A(Xac)", "A(Xad)"}
    with voyage.office.parts.store.look() as work:
        events = [read_event(stored.body) for stored in work.games.events("caravel")]
        kept = {stored.seq: stored.body for stored in work.games.positions("caravel")}
    assert snapshot_from_events(events) == write_game(voyage.game)
    assert all(not phase.differences for phase in replay(events, kept, voyage.rules))


def test_only_units_without_a_player_have_habits(voyage: Voyage) -> None:
    """A power's own player says what it does."""
    answer, _ = voyage.said(GM, "ORDER Spain wander")
    assert "Only units of Natives, which no player orders for, can have orders for every phase." in answer
    answer, _ = voyage.said(GM, "ORDER Natives always A(Xac)-Atlantis")
    assert 'I cannot read "A(Xac)-Atlantis", so nothing was changed.' in answer
    answer, _ = voyage.said(GM, "ORDER Natives always")
    assert "Say which orders: ORDER Natives always, and orders behind it" in answer


# Letters of retreats, of which there are as a rule none


def test_retreats_cost_each_player_one_letter(voyage: Voyage) -> None:
    """It has what the player alone may know and what everybody reads; who plays no power reads only that."""
    voyage.office.letter("Otto Blume <otto@x.example>", "OBSERVE caravel")
    moves = voyage.office.letter(GM, "PROCESS")
    assert voyage.game.board_now.phase.kind == "retreats"
    sent = voyage.office.letter(GM, "PROCESS")
    players = [mail_of(power) for power in ("England", "France", "Portugal", "Spain")]
    assert sorted(m["To"] for m in moves if m["To"] in players) == sorted(2 * players)
    assert sorted(m["To"] for m in sent if m["To"] in players) == players
    letters = {m["To"]: body(m) for m in sent}
    readers = (*players, "otto@x.example")
    shared = {text[text.index("CARAVEL (1492, no number yet)") :] for to, text in letters.items() if to in readers}
    assert len(shared) == 1
    assert "YOUR UNITS\n    A(Coi) F(Opo) F(SAO)" in letters[mail_of("Portugal")]
    assert "For Portugal only" not in letters["otto@x.example"]


def test_the_table_says_where_ones_own_units_are(voyage: Voyage) -> None:
    """And, once all have found an area and it has a label for all, what it was called before, in one line for all such areas."""
    for power in ("England", "France", "Spain"):
        voyage.turn(**{power: {"England": "F(Ply)-CEL-NAO", "France": "F(Bre)-CEL-NAO", "Spain": "F(Cad)-MAO-SAO"}[power]})
    sea = voyage.label("Portugal", "Xab")
    common = voyage.game.board_now.facts["charts"][""]["Xab"]["label"]
    voyage.office.letter(mail_of("Portugal"), f"F(SAO)-{common}")
    sent = voyage.office.letter(GM, "PROCESS")
    (told,) = [body(each) for each in sent if each["To"] == mail_of("Portugal") and "For Portugal only" in body(each)]
    (row,) = [line for line in told.splitlines() if line.startswith(f"   {common} ")]
    assert row.split()[1] == "sea"
    assert row.endswith("your fleet")
    assert f"Before all had found them, you called {common} {sea}" in " ".join(told.split())


# Charts for others (rule 4)


def test_a_chart_is_shown_to_one_power_and_to_nobody_else(voyage: Voyage) -> None:
    """It holds what its owner is told, under the owner's labels, and no code of the GM's."""
    sea, land = voyage.label("Portugal", "Xab"), voyage.label("Portugal", "Xac")
    answer, told = voyage.said("Portugal", "SHARE chart TO France")
    assert "France is shown this chart in a mail of its own, under your labels." in answer
    assert set(told) == {mail_of("France")}
    letter = told[mail_of("France")]
    assert "Portugal shows you a chart of what lies beyond the map" in letter
    assert f"{sea}: sea; borders SAO {land}; none." in letter
    assert f"{land}: land, centre; borders {sea} SAO; none." in letter
    assert not any(code in letter for code in ("Xab", "Xac", "Xad"))


def test_each_area_of_a_chart_begins_a_line(voyage: Voyage) -> None:
    sea, land = voyage.label("Portugal", "Xab"), voyage.label("Portugal", "Xac")
    sent = voyage.office.letter(mail_of("Portugal"), "SHARE chart TO France")
    [letter] = [message for message in sent if message["To"] == mail_of("France")]
    begins = [line.split(":")[0] for line in body(letter).split("\n")]
    assert {sea, land} <= set(begins)


def test_an_altered_chart_looks_like_a_true_one(voyage: Voyage) -> None:
    """Its reader cannot tell that an area was left out and another made up."""
    sea, land = voyage.label("Portugal", "Xab"), voyage.label("Portugal", "Xac")
    lines = f"{land}: no\nZZ: {{kind: land, borders: [SAO, '#'], centre: yes, who: [fleet of England, native army]}}"
    _, told = voyage.said("Portugal", f"SHARE TO Spanish\n{lines}\nEND\nA(Coi) stands")
    assert set(told) == {mail_of("Spain")}
    letter = told[mail_of("Spain")]
    assert f"{land}:" not in letter
    assert f"{sea}: sea; borders SAO {land}; none." in letter
    assert "ZZ: land, centre; borders SAO ice; fleet of England, native army." in letter
    true = voyage.said("Portugal", "SHARE TO Spain")[1][mail_of("Spain")]
    assert letter[: letter.index("[4]")] == true[: true.index("[4]")]
    assert [str(order.unit) for order in voyage.game.standing["Portugal"].orders] == ["A(Coi)"]


WRONG = [
    ("SHARE", "Say to whom: SHARE chart TO England."), ("SHARE TO Portugal", "You have your own chart already."),
    ("SHARE TO Spain\nA(Coi) stands", "none of them was taken for an order"),
    ("SHARE TO Spain\nMAO: {kind: land}\nEND", '"MAO" cannot be an area of a chart'),
    ("SHARE TO Spain\nZZ: {kind: castle}\nEND", 'I do not understand "castle"'),
    ("SHARE TO Spain\nZZ: {note: meet me}\nEND", '"note" is nothing that a chart tells'),
    ("SHARE TO Spain\nZZ: {who: help us}\nEND", '"help us" cannot be in an area'),
    ("SHARE TO Spain\nZZ: {borders: [attack at dawn]}\nEND", "The borders of ZZ must be a list of places"),
]  # fmt: skip


@pytest.mark.parametrize(("letter", "says"), WRONG)
def test_nothing_is_shown_where_a_chart_cannot_be_read(voyage: Voyage, letter: str, says: str) -> None:
    """A chart carries no words of its writer's."""
    answer, told = voyage.said("Portugal", letter)
    assert says in answer
    assert told == {}


def test_who_has_seen_nothing_has_no_chart(voyage: Voyage) -> None:
    """But may make one up."""
    answer, told = voyage.said("France", "SHARE TO Spain")
    assert "You have seen nothing beyond the map yet" in answer
    assert told == {}
    _, told = voyage.said("France", "SHARE TO Spain\nZZ: {kind: sea, borders: [NAO]}\nEND")
    assert "France shows you a chart" in told[mail_of("Spain")]
    assert "ZZ: sea; borders NAO; out of sight." in told[mail_of("Spain")]


# Names (rule 5)


def test_a_name_is_proposed_to_the_gm_alone_and_given_by_him(voyage: Voyage) -> None:
    answer, told = voyage.said("Portugal", f"NAME {voyage.label('Portugal', 'Xab')} Mar de Brumas bru")
    assert "has been put to the GM: Mar de Brumas (BRU)." in answer
    assert set(told) == {GM}
    assert "Portugal proposes Mar de Brumas (BRU) for Xab. Say APPROVE Portugal BRU" in told[GM]
    assert voyage.names() == {}
    answer, told = voyage.said(GM, "APPROVE BRU")
    assert "Xab is called Mar de Brumas (BRU) from now on, as Portugal proposed." in answer
    assert (told, voyage.names()) == ({}, {"Xab": "BRU"})
    answer, _ = voyage.said("Spain", "F(SAO)-BRU")  # who knows the area knows its name
    assert "> F(SAO)-BRU" in answer
    answer, _ = voyage.said("England", "F(Ply)-BRU")
    assert "BRU" in answer
    assert "> F(Ply)-BRU" not in answer


def test_several_names_for_one_area_are_the_gms_to_choose_from(voyage: Voyage) -> None:
    voyage.said("Portugal", f"NAME {voyage.label('Portugal', 'Xac')} Terra Nova TER")
    _, told = voyage.said("Spain", f"NAME {voyage.label('Spain', 'Xac')} Nueva Espana ESP")
    assert "Portugal proposes Terra Nova (Ter) for it." in told[GM]
    answer, told = voyage.said(GM, "APPROVE")
    assert "Portugal proposes Terra Nova (Ter) for Xac: APPROVE Portugal Ter. Spain proposes Nueva Espana (Esp)" in answer
    answer, told = voyage.said(GM, "APPROVE Spain esp")
    assert "Portugal's Terra Nova (Ter) is dropped, and Portugal is told." in answer
    assert told.keys() == {mail_of("Portugal")}
    assert "was not chosen: it is called Nueva Espana (Esp) from now on." in told[mail_of("Portugal")]
    assert "Xac" not in told[mail_of("Portugal")]
    assert voyage.names() == {"Xac": "Esp"}


def test_a_name_that_is_taken_out_of_sight_is_the_gms_to_notice(voyage: Voyage) -> None:
    """The player's answer is that of any other name; the GM cannot approve it."""
    for power, area in (("Portugal", "Xab"), ("Spain", "Xac")):
        answer, told = voyage.said(power, f"NAME {voyage.label(power, area)} Atlantis ATL")
        assert "has been put to the GM: Atlantis (A" in answer
    assert "REFUSE Spain Atl and why" in told[GM] or "APPROVE Spain Atl" in told[GM]
    assert "Several names fit." in voyage.said(GM, "APPROVE ATL")[0]
    voyage.said(GM, "APPROVE Portugal ATL")
    assert "is taken: Xab (Atlantis, ATL). REFUSE it, and say why." in voyage.said(GM, "APPROVE ATL")[0]
    answer, told = voyage.said(GM, "REFUSE Spain Atl another sea is called so")
    assert told.keys() == {mail_of("Spain")}
    assert f"for {voyage.label('Spain', 'Xac')} was refused by the GM: another sea is called so." in told[mail_of("Spain")]
    assert "Xac" not in told[mail_of("Spain")]
    answer, told = voyage.said("Spain", f"NAME {voyage.label('Spain', 'Xac')} Xadia XAD")  # the GM's own code, which nobody knows
    assert "has been put to the GM" in answer
    assert "The name is taken: Xad." in told[GM]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("London LND", '"London" means something else already'),
        ("Terra LON", '"LON" means something else already'),
        ("Terra VIA", '"VIA" means something else already'),
        ("Terra TERR", '"TERR" is not a possible code'),
        ("9 TER", '"9" is not a possible name'),
        ("", "To give a name: NAME XK Mar de Brumas BRU"),
    ],
)
def test_names_that_nothing_can_have(name: str, said: str, voyage: Voyage) -> None:
    answer, told = voyage.said("Portugal", f"NAME {voyage.label('Portugal', 'Xac')} {name}")
    assert said in answer
    assert told == {}


def test_what_one_does_not_know_is_nothing_that_one_can_name(voyage: Voyage) -> None:
    """A hidden area's code, another's label and nonsense get the same answer but for the word itself."""
    words = ("Xad", "Xab", voyage.label("Spain", "Xab"), "Qqq")
    answers = {voyage.said("Portugal", f"NAME {word} Terra TER")[0].replace(word, "*") for word in words}
    assert len(answers) == 1
    assert '"*" is not one of your labels or names.' in answers.pop()


def test_who_conquers_an_area_may_rename_it_once(voyage: Voyage) -> None:
    voyage.said("Portugal", f"NAME {voyage.label('Portugal', 'Xab')} Mar de Brumas BRU")
    voyage.said(GM, "APPROVE BRU")
    voyage.turn(Spain=f"F(SAO)-{'BRU'}")
    assert "BRU has a name already: Mar de Brumas (BRU)." in voyage.said("Portugal", "NAME BRU Mar Alto ALT")[0]
    assert "has been put to the GM: Mar Bravo (BRA)" in voyage.said("Spain", "NAME BRU Mar Bravo BRA")[0]
    voyage.said(GM, "APPROVE BRA")
    assert voyage.names() == {"Xab": "BRA"}
    voyage.turn()
    assert "has a name already" in voyage.said("Spain", "NAME BRA Mar Manso MAN")[0]


def test_where_nobody_proposes_anything_the_gm_may_choose(voyage: Voyage) -> None:
    assert "The discoverers of Xac can propose a name this turn." in voyage.said(GM, "NAME Xac Terra Nova TER")[0]
    assert "Nobody has discovered Xad yet." in voyage.said(GM, "NAME Xad Terra Nova TER")[0]
    voyage.turn()
    answer, told = voyage.said(GM, "NAME Xac Terra Nova TER")
    assert "Xac is called Terra Nova (Ter) from now on." in answer
    assert (told, voyage.names()) == ({}, {"Xac": "Ter"})


def test_a_note_is_told_to_those_who_know_the_area_when_they_hear_next(voyage: Voyage) -> None:
    assert voyage.said(GM, "NOTE Xac Whoever lands here hears drums.")[1] == {}
    voyage.office.letter(GM, "PROCESS")
    sent = voyage.office.letter(GM, "PROCESS")
    heard = {m["To"] for m in sent if "hears drums" in " ".join(body(m).split())}
    assert heard - {GM} == {mail_of("Portugal"), mail_of("Spain")}


# Natives that roam (rule 11a), and treasure (11b)


def test_the_gm_orders_natives_as_a_power_of_their_own(voyage: Voyage) -> None:
    voyage.said(GM, "A(Xad)-Xac")
    answer, _ = voyage.said(GM, "A(Xad) S A(Xac)")
    assert "STANDING ORDERS for Autumn 1492" in answer
    assert "A(Xad) S A(Xac)" in answer
    answer, _ = voyage.said(GM, "A(Xad)-Arc")
    assert "Natives stay on land beyond the map; they do not go to Arc." in answer
    voyage.said(GM, "A(Xad)-Xac")
    assert "You are the GM of this game, so you have no units in it and no vote." in voyage.said(GM, "VOTE YES")[0]
    for power in voyage.rules.powers:
        voyage.said(power.name, "FINAL")
    assert voyage.game.board_now.phase.name == "Autumn 1492 retreats"  # nobody waits for the GM: it would tell that they live
    _, told = voyage.said(GM, "PROCESS")
    assert [str(u) for u in voyage.game.board_now.units_of("Natives")] == ["A(Xac)"]
    assert not any("Xac" in text or "NATIVES" in text.split("only")[0] for text in told.values())


def test_beaten_natives_are_gone_and_leave_treasure(tmp_path: Path) -> None:
    voyage = Voyage(tmp_path, rules="RULE treasure yes")
    voyage.turn("A(Xad)-Xac", Portugal="F(Lis)-MAO-SAO\nA(Coi)-Lis", Spain="F(Cad)-MAO-SAO")
    land, sea = (voyage.label("Portugal", area) for area in ("Xac", "Xab"))
    voyage.turn(Portugal=f"F(SAO)-{sea}\nF(Opo)-MAO", Spain="F(Bil)-MAO")
    voyage.turn(Portugal="F(MAO)-SAO")
    voyage.turn("A(Xac) stands", Portugal=f"F(SAO)-{land}\nF({sea}) S F(SAO)-{land}")
    position = voyage.game.board_now
    assert position.units_of("Natives") == ()
    assert position.facts["treasures"] == [{"at": "Xac", "with": "Portugal F"}]
    voyage.turn(Portugal=f"F({land})-SAO with T")
    assert voyage.game.board_now.facts["treasures"] == [{"at": "SAO", "with": "Portugal F"}]


# A world that is drawn


def test_without_a_world_one_is_drawn_and_every_replay_has_it(tmp_path: Path) -> None:
    voyage = Voyage(tmp_path, world="", rules="RULE shape flat")
    assert "17 of them centres" in voyage.said(GM, "WORLD")[0]
    voyage.turn(Portugal="F(Lis)-MAO-SAO")
    with voyage.office.parts.store.look() as work:
        events = [read_event(stored.body) for stored in work.games.events("caravel")]
        kept = {stored.seq: stored.body for stored in work.games.positions("caravel")}
    assert snapshot_from_events(events) == write_game(voyage.game)
    assert all(not phase.differences for phase in replay(events, kept, voyage.rules))


def test_what_the_gm_enters_is_told_in_its_players_own_terms(tmp_path: Path) -> None:
    """The GM orders by the world's codes; no letter but his holds one, neither before the report nor with it."""
    voyage = Voyage(tmp_path)
    voyage.turn(Portugal="F Lis-MAO")
    sent = voyage.office.letter(GM, "ORDER Portugal F(MAO)-Xab REASON sent to me in time")
    sent += voyage.office.letter(GM, "PROCESS")
    others = {headline(m): body(m) for m in sent if m["To"] != GM}
    assert any("the GM entered orders" in subject for subject in others)
    assert any("sent to me in time" in text and "For all" in subject for subject, text in others.items())
    assert not any("Xab" in text for text in others.values())


def test_a_gm_reads_which_borders_the_picture_cannot_show(tmp_path: Path) -> None:
    """Xah borders Per to Tun, but lies beside two of them only."""
    voyage = Voyage(tmp_path, JUMBLED)
    told = " ".join(voyage.said(GM, "WORLD")[0].split())
    assert "The picture cannot show that these border each other:" in told
    assert "Tun-Xah" in told


def test_only_the_gm_sees_the_world_before_the_start(tmp_path: Path) -> None:
    """What the GM has prepared is on the GM's board alone; that of the rules is everybody's."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", f"CREATE caravel VARIANT antilla\nWORLD{WORLD}END")
    office.letter("Sue <spain@mail.example>", "JOIN caravel PREFER Spain")
    with office.parts.store.look() as work:
        stored = work.games.get("caravel")
    assert stored
    game, rules = read_game(stored.head), office.parts.rules("antilla")
    boards = {reader: view_game(game, rules, reader).opening for reader in (GM_READER, PUBLIC, "Spain")}
    assert boards[PUBLIC] == boards["Spain"] == rules.start
    assert boards[GM_READER]
    assert set(boards[GM_READER].facts["world"]) == {"Xab", "Xac", "Xad"}

"""No letter to anybody depends on what rule 6 of 1492 hides from him: not its words, its subject, its size, nor that it is sent.

Two games that differ in hidden facts only are played by mail side by side; and a leak planted in any channel is noticed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.board import Position
from judge.daemon import wiring
from judge.game import Game, decision
from judge.game import visibility as game_sight
from judge.game.decision import Notification
from judge.game.model.known_game import KnownGame, known_game
from judge.letters import Notice
from judge.mail import compose
from judge.mail.sender import OutboxSender
from judge.notation import Order
from judge.office.rendering import notice_reader
from judge.office.rendering.renderer import NoticeRenderer
from judge.office.unit_of_work import UnitOfWork
from judge.rules import AdjustmentDue, PhaseOutcome, Ruleset, adjudicate, dues_by_power, gm_due
from judge.seat import Seat
from tests.secrecy.antilla import EXTRA, LANDS, LEFT, READER, SEAS, Antilla, Hidden, line, name_of, position_of, seen_by_others

TIMES = int(os.environ.get("SECRECY_TIMES", "1"))
"""How many times as many examples are tried as with every run of the tests."""
UNHURRIED = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)
PLAIN = Hidden()
LOUD = Hidden(
    centres=("CDE", "STU", "YZA"), fork=True, natives=frozenset({"KLM"}), helper="JKL", retreats=False, renamed=True,
    orders={"France F": "S A(YZA)-STU", "France A": "- STU"}, rover="MNO", roaming="CDE",
    moves="NOTE KLM Here be dragons.", enters=True,
)  # fmt: skip
"""As different from PLAIN as can be: an English army is driven out, too, and the GM enters what becomes of it."""
SILENT = replace(LOUD, enters=False)
"""The same, but nothing is ordered for the army."""


@pytest.fixture(scope="module")
def antilla(tmp_path_factory: pytest.TempPathFactory) -> Antilla:
    """An office with the game in it."""
    found = Antilla(tmp_path_factory.mktemp("antilla"))
    found.play(PLAIN)  # so that HISTORY, which tells what the office has judged, is the same ever after
    return found


@pytest.fixture(scope="module")
def plain(antilla: Antilla) -> list[tuple[str, ...]]:
    """What all but those concerned are sent in PLAIN."""
    return seen_by_others(antilla.play(PLAIN))


@st.composite
def hidden(draw: st.DrawFn) -> Hidden:
    """What nobody knows but those who are there: the world in the east, who is where, what he orders, how he retreats."""
    seas, lands = draw(st.permutations(SEAS)), draw(st.permutations(LANDS))
    units = {"England F": seas[0], "France F": seas[1], "England A": lands[0], "France A": lands[1]}
    orders = {who: draw(st.sampled_from(_orders(who, units))) for who in units}
    natives = draw(st.frozensets(st.sampled_from(lands[2:])))
    centres = draw(st.permutations(LANDS))[:3]
    plain = st.booleans()
    helper, other = draw(st.permutations(["UVW", "JKL"]))
    home = draw(st.sampled_from(["", *(set(lands[2:]) - natives)]))
    writes = draw(st.sampled_from(["STATUS", "NOTE KLM Here be dragons.", *([f"A({home}) stands"] if home else [])]))
    return Hidden((centres[0], centres[1], centres[2]), draw(plain), natives, units, helper, orders, draw(plain), draw(plain),
                  draw(st.sampled_from([LEFT, other])), home, writes, draw(plain))  # fmt: skip


def _orders(who: str, units: Mapping[str, str]) -> list[str]:
    """Orders for things out of sight, not all of them possible."""
    others = [(f"{kind}({place})", place) for other, place in units.items() if other != who for kind in other.split()[1]]
    moves = [f"- {area}" for area in (*LANDS, *SEAS)]
    supports = [f"S {text}-{to}" for text, _ in others for to in (*LANDS, *SEAS)]
    return ["stands", *moves, *(f"S {text}" for text, _ in others), *supports]


@settings(max_examples=4 * TIMES, suppress_health_check=UNHURRIED)
@given(other=hidden())
def test_no_letter_tells_what_is_hidden(antilla: Antilla, plain: Sequence[tuple[str, ...]], other: Hidden) -> None:
    """Whatever happens in the east, the same letters go out."""
    assert seen_by_others(antilla.play(other)) == plain


AIMS = (
    "F({sea}) S F({left})-{next}", "F({sea}) S A({left})-{next}", "F({sea}) S French F({left})-{next}",
    "F({sea}) S Portuguese F({left})-{next}", "F({sea}) S English F({left})-{next}", "F({sea}) S F({left})", "F({sea}) stands",
)  # fmt: skip
"""What Portugal's fleet may do to find out what stands in the area that it has left."""


@pytest.mark.parametrize("aim", AIMS)
def test_no_order_shows_what_stands_in_an_area_that_was_left(antilla: Antilla, aim: str) -> None:
    """An English fleet is there, or it is not, and is of no power that the order says."""
    there, away = (seen_by_others(antilla.play(replace(PLAIN, rover=code), aim)) for code in (LEFT, "JKL"))
    assert there == away


def judged(hidden: Hidden, rules: Ruleset) -> PhaseOutcome:
    """A movement phase, judged."""
    position = position_of(hidden, rules)
    board = rules.board_at(position)
    orders: dict[str, list[Order]] = {}
    for who in (*hidden.units, *EXTRA):
        power = who.split()[0]
        for reading in rules.notation.read(line(who, hidden), board, position, power, strict=False):
            orders.setdefault(power, []).append(reading.order)  # type: ignore[union-attr]
    own = [f"F({name_of('ABC', hidden)})-{name_of('DEF', hidden)}", "F(MAO)-SAO"]
    read = [r for text in own for r in rules.notation.read(text, board, position, READER)]
    return adjudicate(position, {**orders, READER: [r.order for r in read]}, rules)  # type: ignore[union-attr]


@settings(max_examples=50 * TIMES, suppress_health_check=UNHURRIED)
@given(one=hidden(), other=hidden())
def test_nothing_that_letters_are_made_of_tells_what_is_hidden(antilla: Antilla, one: Hidden, other: Hidden) -> None:
    """The positions and results that Portugal and the public are given are the same values."""
    rules = antilla.rules
    for reader in (READER, ""):
        first, second = (rules.rules.visible_outcome(rules, judged(hidden, rules), reader) for hidden in (one, other))
        assert first == second


@settings(max_examples=40 * TIMES, suppress_health_check=UNHURRIED)
@given(one=hidden(), other=hidden(), owners=st.permutations(LANDS))
def test_of_centres_only_their_number_is_told(antilla: Antilla, one: Hidden, other: Hidden, owners: Sequence[str]) -> None:
    """Who owns how many can be reckoned, and what is due from each; not where they are."""
    rules = antilla.rules
    winter = rules.calendar.read("Winter 1493")
    assert winter
    found = []
    for hidden_facts, codes in ((one, LANDS), (other, owners)):
        position = position_of(hidden_facts, rules)
        owned = dict(zip([name_of(code, hidden_facts) for code in codes], ("England", "England", "France"), strict=False))
        whole = replace(position, phase=winter, owners={**rules.start.owners, **owned})
        found.append(rules.rules.visible_position(rules, whole, READER))
        assert _numbers(rules, whole) == _numbers(rules, found[-1])
    assert found[0] == found[1]


def _numbers(rules: Ruleset, position: Position) -> dict[str, tuple[int, int]]:
    return {power: (owed.builds, owed.removals) for power, owed in dues_by_power(position, rules).items()}


# Leaks, planted one by one


Plant = Callable[[pytest.MonkeyPatch, Antilla], None]


@pytest.fixture(autouse=True, scope="module")
def loaded_afresh() -> Iterator[None]:
    """The game's modules are those that leaks are planted in, whatever was loaded for other tests of this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "ruleset_loader", getattr(wiring.ruleset_loader, "afresh"))  # noqa: B009
        yield


def telling() -> Any:
    """The module of the game that says what of a judged phase is told."""
    return sys.modules["judge_games.new_world_1492.telling"]


def said(kind: str, subject: bool) -> Plant:
    """A number that only the GM knows, in the subject of a kind of letter, or as many dots at its end."""

    def plant(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
        say = NoticeRenderer.say

        def too_much(self: NoticeRenderer, notice: Notice) -> tuple[str, str]:
            title, text = say(self, notice)
            if notice.kind != kind:
                return title, text
            number = len(antilla.game.board_now.facts["natives"])
            return (f"{title} {number}", text) if subject else (title, text + "." * number + "\n")

        patch.setattr(NoticeRenderer, "say", too_much)
        patch.setattr(antilla.office.drain, "_say", antilla.office.parts.sayer.say)

    return plant


def the_order_itself(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The public report prints orders as they are."""
    patch.setattr(telling(), "hushed", lambda order, public, kind: order)


def the_order_of_lines(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Lines stand in the order of the places that they do not name."""
    told = antilla.rules.rules.visible_outcome

    def unsorted(ruleset: Ruleset, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        found = told(ruleset, outcome, reader)
        far = [r.unit for r in outcome.results if r.unit and r.unit.space not in ruleset.board.spaces]
        places = {(unit.power, unit.kind): unit.place for unit in sorted(far, key=lambda unit: unit.place, reverse=True)}
        rank = {power.name: n for n, power in enumerate(ruleset.powers)}
        key = {id(r): (rank[r.power], places.get((r.power, r.order.unit.kind), "") if r.order.unit else "") for r in found.results}
        return found._replace(results=tuple(sorted(found.results, key=lambda r: key[id(r)])))

    patch.setattr(antilla.rules.rules, "visible_outcome", unsorted)


def a_mark(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """A line with OB says that the unit was driven out."""
    told = antilla.rules.rules.visible_outcome

    def marked(ruleset: Ruleset, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        beaten = {r.power for r in outcome.results if r.dislodged}
        found = told(ruleset, outcome, reader)
        return found._replace(results=tuple(r._replace(dislodged=r.dislodged or r.power in beaten) for r in found.results))

    patch.setattr(antilla.rules.rules, "visible_outcome", marked)


def a_note(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The reason of an order that failed names a unit out of sight."""
    patch.setattr(telling(), "_reworded", lambda value, terms, reader, silent: value)


def the_dead(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Units that were disbanded out of sight are listed as gone."""
    patch.setattr(telling(), "_told_of", lambda removed, terms, reader: removed)


def the_beaten(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Units that must retreat are counted out, and every count is printed."""
    see, table_sight = notice_reader.view_phase, antilla.rules.rules.visible_position

    def standing(ruleset: Ruleset, position: Position, reader: str) -> Position:
        return table_sight(ruleset, replace(position, dislodged=()), reader)

    patch.setattr(notice_reader, "view_phase", lambda turn, rules, reader: replace(see(turn, rules, reader), whole=True))
    patch.setattr(antilla.rules.rules, "visible_position", standing)


def natives(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The board that a power has knows all natives."""
    table_sight = antilla.rules.rules.visible_position

    def more(ruleset: Ruleset, position: Position, reader: str) -> Position:
        found: Position = table_sight(ruleset, position, reader)
        areas = found.facts["world"]
        noted = {code: {**area, "note": str(len(position.facts["natives"]))} for code, area in areas.items()}
        return replace(found, facts={**found.facts, "world": noted})

    patch.setattr(antilla.rules.rules, "visible_position", more)


def who_was_silent(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """A power that had a retreat to make and sent none is named."""
    patch.setattr(game_sight, "_silent", lambda turn, reader, common: turn.silent)


def on_the_whole_board(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
    """What a reader knows of a game, and the referee's board."""
    return replace(known_game(game, ruleset, reader, seat), position=game.position)


def who_is_asked(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Only who must retreat is asked for retreats."""

    def owing(ruleset: Ruleset, position: Position, owed: Mapping[str, AdjustmentDue]) -> Mapping[str, AdjustmentDue]:
        return owed

    patch.setattr(antilla.rules.rules, "visible_dues", owing)
    patch.setattr(game_sight, "known_game", on_the_whole_board)


def the_number_of_letters(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Only who has something to do gets a letter of its own."""
    tell = UnitOfWork._tell

    def some(self: UnitOfWork, game: Any, told: Notification, but: Seat | None) -> None:
        if told.kind != "private" or game.board_now.dislodged:
            tell(self, game, told, but)

    patch.setattr(UnitOfWork, "_tell", some)


def an_error(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Orders are read on the whole board."""
    patch.setattr(decision, "known_game", on_the_whole_board)


def a_dead_letter(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The retreat report names a disbanded unit by its kind and power alone."""
    patch.setattr(telling(), "all_on_the_map", lambda order, public: True)


def the_telescope(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Help for another's unit is told as it was judged."""
    patch.setattr(telling(), "without_the_unseen", lambda ruleset, before, result, mine: result)


def a_number_in_the_envelope(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Bounces go to the number of the notice."""
    patch.setattr(OutboxSender, "_envelope", lambda self, claimed: f"judge+bounce.{claimed.id}@pbm.example")


def a_header(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Each letter says how many natives there are."""
    headers = compose._headers

    def more(notice: Notice, desk: compose.SenderIdentity, token: str) -> dict[str, str]:
        return {**headers(notice, desk, token), "X-Natives": str(len(antilla.game.board_now.facts["natives"]))}

    patch.setattr(compose, "_headers", more)


def the_hour(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """Letters go out a second later for each unit that must retreat."""
    now = antilla.office.hands.now
    patch.setattr(antilla.office.hands, "now", lambda: now() + timedelta(seconds=len(antilla.game.board_now.dislodged)))


def waiting_for_the_gm(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The phase waits for him if natives roam."""
    deciding = sys.modules["judge.game.decide"]  # the package has a function of that name
    early = deciding.can_run_early  # type: ignore[attr-defined]

    def waits(game: Game, ruleset: Ruleset) -> bool:
        return early(game, ruleset) and not gm_due(game.board_now, ruleset)

    patch.setattr(deciding, "can_run_early", waits)


def what_the_gm_entered(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The report says that the GM entered orders."""
    patch.setattr(game_sight, "_may_know", lambda act, turn, ruleset, reader: True)


def a_date_that_counts(patch: pytest.MonkeyPatch, antilla: Antilla) -> None:
    """The version of a calendar's date is the number of the game's events, orders among them."""
    dated = UnitOfWork._dated

    def counting(self: UnitOfWork, was: datetime | None, game: Game) -> dict[str, Any]:
        return {key: {**date, "version": game.seq} for key, date in dated(self, was, game).items()}

    patch.setattr(UnitOfWork, "_dated", counting)


AIMED = {"the_telescope": "F({sea}) S F({left})-{next}"}
"""What Portugal must do for a leak to show."""
LEAKS: Mapping[str, Plant] = {
    **{f"{kind}, {'subject' if subject else 'size'}": said(kind, subject)
       for kind in ("report", "private", "news", "answer") for subject in (True, False)},
    **{plant.__name__: plant for plant in (
        the_order_itself, the_order_of_lines, a_mark, a_note, the_dead, the_beaten, natives, who_was_silent,
        who_is_asked, the_number_of_letters, an_error, a_dead_letter, the_telescope, a_number_in_the_envelope, a_header, the_hour,
        waiting_for_the_gm, what_the_gm_entered, a_date_that_counts,
    )},
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_noticed(antilla: Antilla, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the leak, the letters of PLAIN and of LOUD differ for somebody whom it does not concern."""
    LEAKS[leak](monkeypatch, antilla)
    aim, other = AIMED.get(leak, ""), SILENT if leak == "who_was_silent" else LOUD
    first, second = (seen_by_others(antilla.play(hidden, aim)) for hidden in (PLAIN, other))
    assert first != second


@pytest.mark.parametrize("aim", ["", *AIMED.values()])
def test_without_a_leak_they_do_not_differ(antilla: Antilla, aim: str) -> None:
    """The two that the planted leaks are noticed between."""
    plain, *others = (seen_by_others(antilla.play(hidden, aim)) for hidden in (PLAIN, LOUD, SILENT))
    assert [other for other in others if other != plain] == []

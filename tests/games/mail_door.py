"""A case by letters: its position laid down in a real game, each Power's lines mailed by its player, each phase run by the GM."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from judge.board import Position
from judge.cases.case import Case, CasePhase
from judge.cases.letters import unsent_orders
from judge.cases.run import JudgedCasePhase
from judge.cases.starting_position import parse_power
from judge.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import read_game, read_turn, write_game
from judge.notation.reader import ParsedOrder
from judge.office.unit_of_work import GameCache
from judge.rules.ruleset import Ruleset
from judge.variants.yaml_source import YamlNode
from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import mail_of

NAME = "door"


class PlayedPhase(NamedTuple):
    """A phase as the judge's store has it, and what was mailed when it was run."""

    judged: JudgedPhase
    mailed: tuple[EmailMessage, ...]
    answers: tuple[EmailMessage, ...]
    """What players were answered to their orders for it."""


@dataclass
class MailDoor:
    """One house for the cases of one kind: a game, its house rules, and the Powers that play."""

    folder: Path
    case: Case
    rules: Ruleset
    """The game's, under the case's house rules and with its Powers."""

    def __post_init__(self) -> None:
        self.office = PostOffice(self.folder)
        switches = "".join(f"SET {name} {value}\n" for name, value in self.case.house_rules.items())
        create = f"CREATE {NAME} VARIANT {self.case.variant}\n{switches}"
        self.office.staged(lambda: self._begin(create), create, tuple(power.name for power in self.rules.powers))

    def _begin(self, create: str) -> None:
        self.office.letter(f"Harriet Lowe <{GM}>", create)
        how = "AS" if self.rules.open else "PREFER"
        for power in self.rules.powers:
            self.office.letter(f"{power.name} Player <{mail_of(power.name)}>", f"JOIN {NAME} {how} {power.name}")
        self.office.letter(GM, "START")

    @property
    def game(self) -> Game:
        """The game as the store has it."""
        with self.office.parts.store.look() as work:
            stored = work.games.get(NAME)
        assert stored is not None
        return read_game(stored.head)

    def lay(self, position: Position) -> None:
        """Put the game at a position, whatever was played before."""
        game = self.game
        with self.office.parts.store.work() as work:
            laid = replace(
                game, position=position, standing={}, final=frozenset(), questions={}, later={}, throws={}, stated={}, replaced={},
                stage="running", ending="", winners=(), seed="", happened=(), entered=(), missed={},
            )  # fmt: skip
            work.games.save(NAME, write_game(laid), game.seq, game.due)
        self.office.parts.office._kept = GameCache()

    def play(self, lines: Mapping[str, Sequence[str]], throws: Mapping[str, int]) -> PlayedPhase:
        """Run the phase on what each Power mails; the GM states the throws that will be made."""
        answers: list[EmailMessage] = []
        for subject, throw in throws.items():
            if subject not in self.game.throws:
                answers += self.office.letter(GM, f"DIE {subject} = {throw} REASON thrown at the club")
        for power, said in lines.items():
            writer = mail_of(power) if power in {each.name for each in self.rules.powers} else GM
            if said:
                answers += [m for m in self.office.letter(writer, "\n".join(said)) if m["To"] == writer]
        before = self.game.turn
        mailed = self.office.letter(GM, "PROCESS")
        with self.office.parts.store.look() as work:
            first = next((kept.seq for kept in work.games.valid_phases(NAME) if kept.seq > before), -1)
            judged = work.games.position(NAME, first)
        assert judged is not None, [body(message) for message in mailed]
        return PlayedPhase(read_turn(judged), tuple(mailed), tuple(answers))  # a winter without a choice runs at once after it


def by_mail(door: MailDoor, every: Sequence[tuple[CasePhase, JudgedCasePhase]]) -> Iterator[tuple[JudgedCasePhase, PlayedPhase]]:
    """Each phase of a case as it was judged there, beside the same one by letters."""
    door.lay(every[0][1].outcome.before)
    for block, judged in every:
        before = judged.outcome.before
        while door.game.board_now.phase.when < before.phase.when:
            door.play({}, {})
        if door.game.board_now != before:  # a phase with nothing due was named
            door.lay(before)
        orders = block.retreats if before.phase.kind == "retreats" and not block.retreats.empty else block.orders
        lines = sendable(door.rules, block, judged, orders)
        told = {power: in_own_terms(door.rules, before, power, said) for power, said in lines.items()}
        yield judged, door.play(told, judged.outcome.throws)


def sendable(rules: Ruleset, block: CasePhase, judged: JudgedCasePhase, orders: YamlNode) -> dict[str, list[str]]:
    """power → the lines that it can send."""
    unsent = {(each.power, each.line) for each in unsent_orders(block, judged, rules)}
    found: dict[str, list[str]] = {}
    for name, lines in block.lines(orders).items():
        power = parse_power(name, orders.get(name), rules)
        found[power] = [line for line in lines if (power, line) not in unsent]
    return found


def in_own_terms(rules: Ruleset, position: Position, power: str, lines: Sequence[str]) -> list[str]:
    """The lines as their writer would put them: in a game that hides areas, cases call these as the GM does."""
    if not rules.rules.hides_information(rules) or any(power == each.name for each in rules.mastered):
        return list(lines)
    found: list[str] = []
    for line in lines:
        read = rules.notation.read(line, rules.board_at(position), position, power, strict=False)
        orders = [rules.rules.to_visible_order(rules, position, power, r.order) for r in read if isinstance(r, ParsedOrder)]
        found += [rules.notation.write(order) for order in orders] if len(orders) == len(read) else [line]
    return found

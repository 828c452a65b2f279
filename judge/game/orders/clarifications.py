"""What a player was asked about a line and answers with a word: `Bur`, `the first`, `south coast`, `yes`.

A question is open until its unit has an order or the phase is run. It is kept as the player was told it, in the player's own terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from judge.board import normalize_name, space_of
from judge.commands import courtesies
from judge.commands.answers import Answer as Said
from judge.commands.answers import begins_with_yes, half_agrees, parse_answer
from judge.commands.choices import (
    adds_nothing,
    chosen_number,
    chosen_place,
    heads,
    is_choice,
    is_one_choice,
    leaves_out,
    takes_back,
    without_end,
)
from judge.game.decision import CommandContext
from judge.game.model.events import QuestionsOpen
from judge.game.model.game import OpenQuestion
from judge.game.orders.answering_lines import FEW, is_asking, is_denied, is_first, is_part, unknown_beside
from judge.notation import Order
from judge.notation.complaints import Complaint
from judge.notation.cut_text import is_comment
from judge.notation.reader import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.readings import ASKED, COMMENT, OLD
from judge.notation.tokens import WORD
from judge.notation.verbs import HOLDS

_SIGN = re.compile(r"[.,;!]+(?:\s|$)")
LONGEST = 60
"""Characters of an answer; what is longer is no answer to a question."""
MOST = 12
"""Questions that are kept open for a seat; the newest."""
TRIED = 20
"""How many lines of a letter are tried as answers; a longer letter is talk."""
OF_PLACE = ("build", "remove", "disband")
"""Kinds of orders that may be chosen by the place of their unit."""
SILENT = frozenset({"no-verb", "not-read", "unclear"})
"""Complaints about lines that may turn out to be answers."""


Questions = Sequence[tuple[OpenQuestion, Sequence[Order]]]
"""Open questions, each with those of its orders that are still possible."""


class Answer(NamedTuple):
    """A text, the order that it was read as, and when the question was asked."""

    text: str
    order: Order
    at: datetime


class Spoken(NamedTuple):
    """What a letter says to open questions with a yes or a no."""

    lines: tuple[str, ...]
    """The remaining lines."""
    readings: tuple[Reading, ...] = ()
    """What the yes or no amounts to: an order, or a question back."""
    answers: tuple[Answer, ...] = ()
    dropped: tuple[Order, ...] = ()
    """The orders of the question that was answered with a no."""


def spoken(asked: CommandContext, lines: Sequence[str]) -> Spoken:
    """Remove a yes or no on its own line from a letter.

    It answers the only question that is open, and a yes only where that offered one order; where more is open it is asked about.
    """
    questions, lines = _open(asked), tuple(lines)
    offered = _offered(questions)
    if offered and (choice := _choice(asked, lines, questions)):
        return choice
    at = next((n for n in range(min(len(lines), TRIED)) if offered and _consents(asked, lines, n, questions)), None)
    if at is None:
        half = next((n for n in range(min(len(lines), TRIED)) if offered and _half_consents(asked, lines, n, questions)), None)
        if half is None:
            return Spoken(lines)
        text = lines[half].strip()
        return Spoken((*lines[:half], *lines[half + 1 :]), (UnreadableText(text, Complaint("half-yes", text, offered)),))
    text, rest = lines[at].strip(), (*lines[:at], *lines[at + 1 :])
    if len(questions) == 1 and parse_answer(text) is Said.NO:
        return Spoken(rest, dropped=offered)
    if len(offered) == 1:
        return Spoken(rest, (ParsedOrder(text, offered[0]),), (Answer(text, offered[0], questions[-1][0].at),))
    code = "which-question" if len(questions) > 1 else "which-answer"
    return Spoken(rest, (UnreadableText(text, Complaint(code, text, offered)),))


def _choice(asked: CommandContext, lines: Sequence[str], questions: Questions) -> Spoken | None:
    """Interpret the first line that chooses, if it says more than which one: it chooses all, or there are words behind the choice,
    or it is not clear which. None if no line chooses, or if one chooses plainly.
    """
    if sum(any(map(is_choice, heads(line))) for line in lines[:TRIED]) > 1:
        return None  # option 1: …, option 2: …
    for n, line in enumerate(lines[:TRIED]):
        if said := _chosen_by(asked, line.strip(), questions):
            return said._replace(lines=(*lines[:n], *said.lines, *lines[n + 1 :]))
        if is_choice(line):
            return None
    return None


def _chosen_by(asked: CommandContext, text: str, questions: Questions) -> Spoken | None:
    """The same for one line; of its lines, only those remain that say something themselves."""
    if (left := leaves_out(text)) and len(text) <= LONGEST and len(questions) > 1:
        kept = _read(asked, without_end(left).rstrip(".!"))
        return _asked_back(text, [order for order in _offered(questions) if order != kept], "half-yes")
    head = next((each for each in (text, *heads(text)) if is_choice(each)), "")
    rest = text[len(head) :].lstrip(".!;:,-–— ")
    said = asked.ruleset.notation.read(rest, asked.ruleset.board_at(asked.game.board_now), asked.game.board_now, asked.voice)
    given = [reading.order for reading in said if isinstance(reading, ParsedOrder)] if rest else []
    meant_by_head = {order for _, order in _matches(asked, head, questions)} if head and given else set()
    if given and len(given) == len(said) and set(given) <= meant_by_head:
        return Spoken((rest,))  # the first one: Munich holds
    if not head or any(isinstance(reading, ParsedOrder | UnreadableText) for reading in said):
        return None
    meant = list(dict.fromkeys(order for _, order in _matches(asked, head, questions)))
    if both := _with_place(asked, text, rest, meant, questions):
        return both
    spaces = {space_of(each) for order in meant for each in (order.target, order.unit.place if order.unit else "")}
    doubted = bool(rest) and (takes_back(rest) or not spaces.isdisjoint(_named(asked, rest)))
    if not adds_nothing(rest) and not doubted and text[len(head)] == ",":
        return None  # the second, and other talk
    number = chosen_number(head) if is_one_choice(head) and not doubted else None
    at_once = 0 if len({question.at for question, _ in questions}) == 1 else None  # `all` is all that one answer asked
    if number is not None and number in (at_once, len(_offered(questions))) and _go_together(questions):
        asked_at = {order: question.at for question, orders in questions for order in orders}
        answers = [Answer(text, order, at) for order, at in asked_at.items()]
        return Spoken((), tuple(ParsedOrder(text, each.order) for each in answers), tuple(answers))
    if len(meant) == 1 and is_one_choice(head) and not doubted:
        if not rest:
            return None
        at = next(question.at for question, order in _matches(asked, head, questions) if order == meant[0])
        return Spoken((), (ParsedOrder(text, meant[0]),), (Answer(text, meant[0], at),))
    code = "half-yes" if doubted else "which-question" if len(questions) > 1 else "which-answer"
    return _asked_back(text, meant or _offered(questions), code)


def _with_place(asked: CommandContext, text: str, rest: str, meant: Sequence[Order], questions: Questions) -> Spoken | None:
    """Interpret a number with what it stands for behind it, `The first one: Bur.`; where these do not agree it is asked again. None
    if that is not all there is behind it.
    """
    place = _SIGN.split(rest, maxsplit=1)[0]
    named = {order: question.at for question, order in _matches(asked, place, questions)} if chosen_place(place) else {}
    if not named or "?" in rest or is_choice(place) or not adds_nothing(rest[len(place) :]):
        return None
    if len(both := [order for order in meant if order in named]) == 1:
        return Spoken((), (ParsedOrder(text, both[0]),), (Answer(text, both[0], named[both[0]]),))
    return None if both else _asked_back(text, _offered(questions), "two-answers")


def _go_together(questions: Questions) -> bool:
    """Whether one may say yes to all that is offered: orders for as many units, each in a question of its own, or to hold."""
    offered, alone = _offered(questions), {orders[0] for _, orders in questions if len(orders) == 1}
    each = alone.issuperset(offered) or (len(questions) == 1 and all(order.verb == HOLDS for order in offered))
    return each and 1 < len(offered) == len({order.unit for order in offered})


def _asked_back(text: str, offered: Iterable[Order], code: str) -> Spoken:
    return Spoken((), (UnreadableText(text, Complaint(code, text, tuple(offered))),))


def _offered(questions: Questions) -> tuple[Order, ...]:
    return tuple(dict.fromkeys(order for _, orders in questions for order in orders))


def _open(asked: CommandContext) -> list[tuple[OpenQuestion, list[Order]]]:
    """Return the open questions, each with those of its orders that are still possible."""
    found = [(question, list(_orders(asked, question).values())) for question in asked.game.questions.get(asked.seat, ())]
    return [(question, orders) for question, orders in found if orders]


def _consents(
    asked: CommandContext, lines: Sequence[str], n: int, questions: Questions
) -> bool:
    """Whether a line is only a yes that the lines below do not change, or only a no that is not about orders above it."""
    line = without_end(lines[n])
    is_talk = len(line) > LONGEST or is_comment(line) or line.rstrip().endswith(":")
    if is_talk or (said := parse_answer(line)) not in (Said.YES, Said.NO):
        return False
    if _names_places(asked, line) or any(_matches(asked, line, questions)):
        return False
    if said is Said.NO:
        return not _gives_orders(asked, line) and not any(_names_places(asked, above) for above in lines[:n])
    below = (other for other in lines[n + 1 :] if not _names_places(asked, other))  # orders next to it take nothing back
    return not courtesies.NODS.issuperset(normalize_name(line).split()) and parse_answer("\n".join((line, *below))) is Said.YES


def _half_consents(asked: CommandContext, lines: Sequence[str], n: int, questions: Questions) -> bool:
    """Whether a line is a yes without an order, and has more words that may change it, or a line below takes it back, postpones it
    or makes it conditional.
    """
    line = lines[n].strip()
    short = len(line) <= LONGEST and not line.endswith(":")
    more = short and begins_with_yes(line) and parse_answer(without_end(line)) is Said.UNCLEAR
    more = more and not any(_matches(asked, line, questions))
    if is_comment(line) or not (more or half_agrees(lines[n]) or half_agrees("\n".join(lines[n:]))):
        return False
    position = asked.game.board_now
    read = asked.ruleset.notation.read(lines[n], asked.ruleset.board_at(position), position, asked.voice)
    return all(isinstance(reading, IgnoredText) for reading in read)


def _gives_orders(asked: CommandContext, line: str) -> bool:
    """Whether a line gives an order by itself: `No, disband it`."""
    position = asked.game.board_now
    read = asked.ruleset.notation.read(line, asked.ruleset.board_at(position), position, asked.voice)
    return any(isinstance(each, ParsedOrder) for each in read)


def _names_places(asked: CommandContext, line: str) -> bool:
    return bool(_named(asked, line))


def _named(asked: CommandContext, text: str) -> frozenset[str]:
    """Return the spaces that a text names."""
    return asked.ruleset.notation.named(text, asked.ruleset.board_at(asked.game.board_now))[0]


def match_answers(asked: CommandContext, readings: Sequence[Reading]) -> tuple[list[Reading], list[Answer]]:
    """Return the readings, with an order in place of each text that answers an open question, and those answers.

    A text answers only if it is all that its line says; beside little else, or with a question mark, it is asked about. It answers
    nothing about a unit that has another order in the same letter.
    """
    open_now = _open(asked)
    given = {reading.order.unit: reading.order for reading in readings if isinstance(reading, ParsedOrder)}
    tried = [each for each in readings if open_now and _may_answer(each) and not is_part(each, readings)]
    tried = [each for each in tried[:TRIED] if not is_denied(each, readings)]
    chosen = {id(each): list(_matches(asked, each.text, open_now)) for each in tried}
    found, answers = list[Reading](), list[Answer]()
    for reading in readings:
        orders = {order: question.at for question, order in chosen.get(id(reading), ())}
        orders = {order: at for order, at in orders.items() if given.get(order.unit, order) == order}
        code = _whether_answers(asked, reading, readings, chosen) if orders else "talk"
        if code == "" and len(orders) == 1:
            ((order, at),) = orders.items()
            answers.append(Answer(reading.text, order, at))
            found.append(ParsedOrder(reading.text, order, line=reading.line, at=reading.at))
        elif code != "talk":
            complaint = Complaint(code or "which-question", "?" if code == "asked" else reading.text, tuple(orders))
            found.append(UnreadableText(reading.text, complaint, reading.line, reading.at))
        elif others := _elsewhere(asked, reading, open_now) if any(each is reading for each in tried) and not orders else ():
            found.append(UnreadableText(reading.text, Complaint("which-answer", reading.text, others), reading.line, reading.at))
        else:
            found.append(reading)
    return found, answers


def _whether_answers(
    asked: CommandContext, reading: Reading, readings: Sequence[Reading], chosen: Mapping[int, Sequence[tuple[OpenQuestion, Order]]]
) -> str:
    """Return '' if a text that could answer is all that its line says, `talk` if it is part of other talk, and else the code of the
    complaint by which it is asked about. `chosen`: the id of each such text → what it could answer.
    """
    beside = [each for each in readings if each.line == reading.line and each is not reading]
    units = {order.unit for _, order in chosen[id(reading)]}
    others = {each: [order.unit for _, order in chosen.get(id(each), ())] for each in beside}
    answers = [each for each, ordered in others.items() if ordered and units.isdisjoint(ordered)]
    orders = [each for each in beside if isinstance(each, ParsedOrder)]
    known = (*answers, *orders)
    unknown, close = (unknown_beside(reading, known, lambda text: _names_places(asked, text), only) for only in (False, True))
    if len(unknown) > FEW and close:
        return "talk"
    if is_asking(reading) and not close:
        return "asked"
    return "more-said" if unknown or is_asking(reading) or not is_first(reading, orders) else ""


def _elsewhere(asked: CommandContext, reading: Reading, questions: Questions) -> tuple[Order, ...]:
    """Return what the only builds or removals asked about would be at another place, if a line names one and says nothing else."""
    word = chosen_place(without_end(reading.text))
    if not word or word != chosen_place(without_end(reading.line)) or not _is_of_orders(asked, word):
        return ()
    orders = [order for order in _offered(questions) if order.unit and _is_of_place(order)]
    kinds = {order: order.unit.kind for order in orders if order.unit and order.verb == "build"}
    read = (_read(asked, f"{order.verb} {kinds.get(order, '')} {word}") for order in orders)
    return tuple(dict.fromkeys(order for order in read if order))


def update_questions(
    asked: CommandContext,
    taken: Iterable[Order],
    listed: Sequence[Sequence[str]],
    more: Sequence[Sequence[str]] = (),
    dropped: Iterable[Order] = (),
) -> tuple[QuestionsOpen, ...]:
    """The event that opens new questions and closes those about units that now have an order; none if nothing changes.

    Args:
        listed: for each thing that the answer asks about, the orders in the house form between which it asks, if any.
        more: the same for questions beside this list.
        dropped: orders that nobody asks about any more.
    """
    before = asked.game.questions.get(asked.seat, ())
    ordered = {order.unit for order in taken if order.unit}
    now = [OpenQuestion(asked.now, tuple(orders), n) for n, orders in enumerate(listed, 1)]
    now += [OpenQuestion(asked.now, tuple(orders)) for orders in more]
    new = {question.orders: question for question in reversed(now) if question.orders}
    offered = [(question, {*_orders(asked, question).values()}) for question in before if question.orders not in new]
    kept = [question for question, orders in offered if not ordered & {o.unit for o in orders} and not orders & {*dropped}]
    after = (*kept, *reversed(new.values()))[-MOST:]
    return (QuestionsOpen(asked.seat, after),) if after != before else ()


def _may_answer(reading: Reading) -> bool:
    if len(reading.text) > LONGEST or isinstance(reading, ParsedOrder):
        return False
    if isinstance(reading, IgnoredText):
        return reading.kind not in (COMMENT, OLD, ASKED)
    return reading.complaint.code in SILENT and not reading.complaint.suggestions  # else it is an order in doubt


def _matches(
    asked: CommandContext, text: str, questions: Questions
) -> Iterator[tuple[OpenQuestion, Order]]:
    """Return every question that a text may answer, with the order that the text would choose."""
    rest = chosen_place(text)
    at = courtesies.COUNTED.get(rest) if chosen_number(text) is None else None
    newest = max((question.at for question, _ in questions), default=None)
    alone = all(len(orders) == 1 for _, orders in questions)  # else `the first` may be the first of several that one asks about
    for question, orders in questions:
        if at is not None and alone and question.at == newest and question.place:
            if at == question.place - 1:  # the second of what the last answer asked about
                yield question, orders[0]
        elif at is not None and -len(orders) <= at < len(orders):
            yield question, orders[at]
        elif rest and at is None:
            yield from ((question, order) for order in _chosen(asked, rest, orders))


def _orders(asked: CommandContext, question: OpenQuestion) -> Mapping[str, Order]:
    """Return a question's orders that are still possible on the player's board."""
    read = {text: _read(asked, text) for text in question.orders}
    return {text: order for text, order in read.items() if order}


def _read(asked: CommandContext, text: str) -> Order | None:
    position = asked.game.board_now
    read = asked.ruleset.notation.read(text, asked.ruleset.board_at(position), position, asked.voice)
    return read[0].order if len(read) == 1 and isinstance(read[0], ParsedOrder) else None


def _chosen(asked: CommandContext, word: str, orders: Sequence[Order]) -> list[Order]:
    """Return the orders that a word chooses: it may name the target, the coast, the kind of unit, or the verb."""
    if not _is_of_orders(asked, word):
        return []
    told = {_read(asked, text) for order in orders for text in _completed(asked, order, word)}
    return [order for order in orders if order in told]


def _is_of_orders(asked: CommandContext, word: str) -> bool:
    """Whether a text has only words of orders, such as places."""
    tokens = asked.ruleset.notation.vocabulary.lex(word, asked.ruleset.board_at(asked.game.board_now).names)
    return bool(tokens) and not any(token.kind == WORD for token in tokens)


def _is_of_place(order: Order) -> bool:
    """Whether only its place tells an order from others of its kind: a build, a removal."""
    return order.verb in OF_PLACE


def _completed(asked: CommandContext, order: Order, word: str) -> Iterator[str]:
    write = asked.ruleset.notation.write
    if order.target:
        yield write(order._replace(target=word))
        if space_of(order.target) != order.target:  # else a coast would say nothing
            yield write(order._replace(target=f"{space_of(order.target)} {word}"))
    if order.unit and order.verb == "build":
        if order.unit.space != order.unit.place:
            yield write(order._replace(unit=order.unit._replace(place=f"{order.unit.space} {word}")))
        yield write(order._replace(unit=order.unit._replace(kind=word)))
    if order.unit and _is_of_place(order):
        yield write(order._replace(unit=order.unit._replace(place=word)))
    elif order.unit:
        yield f"{order.unit} {word}"

"""Refusals in one answer: each is said once, with the lines of the letter that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.commands import Command
from judge.commands.orders import OrderLines
from judge.game import Reply


def about(command: Command, replies: Sequence[Reply]) -> list[Reply]:
    """What a command was answered, refusals with its lines as `wrote`."""
    lines = command.lines if isinstance(command, OrderLines) else (command.line,)
    wrote = [line.strip() for line in lines if line.strip()]
    return [Reply(reply.kind, {**reply.facts, "wrote": wrote}) if _bare(reply) else reply for reply in replies]


def merged(replies: Iterable[Reply]) -> list[Reply]:
    """The parts of an answer with equal refusals made one, which stands where the first stood and has all their lines.

    The only refusal of an answer that says nothing else needs no lines: there is no doubt what it is about.
    """
    found = list[Reply]()
    for reply in replies:
        same = next((at for at, other in enumerate(found) if _wrote(reply) and _same(reply, other)), -1)
        if same >= 0:
            wrote = dict.fromkeys((*_wrote(found[same]), *_wrote(reply)))
            found[same] = Reply(reply.kind, {**reply.facts, "wrote": list(wrote)})
        else:
            found.append(reply)
    alone = len(found) == 1 and len(_wrote(found[0])) <= 1
    return [Reply(reply.kind, _without(reply)) for reply in found] if alone else found


def _bare(reply: Reply) -> bool:
    return reply.kind == "refused" and "wrote" not in reply.facts


def _same(one: Reply, other: Reply) -> bool:
    return one.kind == other.kind and _without(one) == _without(other)


def _without(reply: Reply) -> dict[str, object]:
    return {key: value for key, value in reply.facts.items() if key != "wrote"}


def _wrote(reply: Reply) -> list[str]:
    return list(reply.facts.get("wrote", ()))

"""1492: names for the areas beyond the map (rule 5). A power that knows an area proposes one in secret; the GM decides.

A refusal must not reveal what the player does not know. Only the GM is told that a name is taken in an area unknown to the player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.board import Position, normalize_name
from judge.rules.base import Rules
from judge.rules.movement_turn import MovementTurn
from judge.rules.variant import Variant
from judge.rules.variant_commands import GM, CommandDenied, CommandGranted, CommandNews, GivenCommand

from .opening import area_called
from .sight import Terms

Facts = Mapping[str, Any]
CODE = re.compile(r"[A-Za-z]{3}")
NAME = re.compile(r"[^\W\d_][\w' .-]{0,28}[\w.]")
REQUEST = re.compile(r"(?P<word>\S{1,40})\s+(?P<name>\S.*?)\s+\(?(?P<code>[^\s()]{1,20})\)?")


class Naming(Rules):
    """The fact `nameable`: areas for which every finder has had a turn to propose a name, so that the GM may choose one.

    By the house rule `names_after` a name that nobody contests is given when it has waited for so many turns.
    """

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Update `nameable` with the areas that were known before this turn, and the proposals that have waited."""
        kept = _waited(turn, super().facts_after_moves(turn, facts))
        known = {code for codes in (turn.position.facts.get("seen") or {}).values() for code in codes}
        return {**kept, "nameable": sorted(known)} if known else kept


def known_as(variant: Variant, facts: Facts, power: str, word: str) -> str:
    """Return the area that a power means by a label, code or name; '' if it knows none. Only what the power knows is looked at."""
    terms = Terms(variant.board, facts, power)
    called: dict[str, str] = {normalize_name(label): code for code, label in terms.labels.items()}
    called |= {
        normalize_name(entry["label"]): code for code, entry in terms.chart.items() if normalize_name(entry["label"]) not in called
    }
    called |= {normalize_name(name): code for code, name in terms.names.items() if normalize_name(name) not in called}
    return called.get(normalize_name(word), "")


def name(said: GivenCommand) -> CommandGranted | CommandDenied:
    """NAME label name CODE: a player's proposal to the GM, or the GM's own choice if nobody has proposed any."""
    found = REQUEST.fullmatch(said.text.strip())
    if not found:
        return CommandDenied("unread", {"gm": not said.power})
    word, called, code = found["word"], " ".join(found["name"].split()), found["code"]
    return _proposed(said, word, called, code) if said.power else _chosen(said, word, called, code)


def _proposed(said: GivenCommand, word: str, called: str, code: str) -> CommandGranted | CommandDenied:
    facts, power = said.position.facts, said.power
    terms = Terms(said.variant.board, facts, power)
    at = known_as(said.variant, facts, power, word)
    if not at:
        return CommandDenied("not-known", {"word": word, "known": sorted(terms.labels.values())})
    named = (facts.get("names") or {}).get(at)
    if named and (named["since"] != said.position.phase.name or named["by"] == power) and not _conquered(said.position, power, at):
        return CommandDenied("named", {"word": word, "name": named["name"], "code": named["code"]})
    own = {
        normalize_name(text) for there in terms.chart if there != at for text in (terms.labels[there], terms.names.get(there, ""))
    }
    if refusal := _unfit(said.variant, called, code) or _taken(own, called, code):
        return refusal
    code = _cased(code, terms.chart[at]["kind"])
    proposal = {"power": power, "at": at, "code": code, "name": called}
    before = facts.get("proposals") or []
    proposals = [*(p for p in before if (p["power"], p["at"]) != (power, at)), proposal]
    told = {"label": terms.labels[at], "name": called, "code": code}
    rivals = [p for p in before if p["at"] == at and p["power"] != power]
    for_gm = {**proposal, "rivals": rivals, "taken": list(_clashes(facts, proposal)), "named": named}
    for_gm["after"] = said.variant.number("names_after", 0)
    return CommandGranted({**facts, "proposals": proposals}, told, (CommandNews(GM, for_gm),))


def _chosen(said: GivenCommand, word: str, called: str, code: str) -> CommandGranted | CommandDenied:
    """Check a name that the GM chooses because nobody proposes one."""
    facts = said.position.facts
    at = area_called(facts, word)
    known = {there for codes in (facts.get("seen") or {}).values() for there in codes}
    waiting = [p for p in facts.get("proposals") or () if p["at"] == at]
    if not at:
        return CommandDenied("no-area", {"word": word})
    if at in (facts.get("names") or {}):
        return CommandDenied("named", {"word": word, **facts["names"][at]})
    if waiting or at not in (facts.get("nameable") or ()):
        return CommandDenied("proposed" if waiting else "wait" if at in known else "unseen", {"at": at, "proposals": waiting})
    code = _cased(code, facts["world"][at]["kind"])
    chosen = {"power": "", "at": at, "code": code, "name": called}
    clashes = list(_clashes(facts, chosen))
    if refusal := _unfit(said.variant, called, code) or (
        CommandDenied("clash", {"code": code, "taken": clashes}) if clashes else None
    ):
        return refusal
    return CommandGranted(_given(said.position, chosen), {"at": at, "name": called, "code": code, "gm": True})


def _waited(turn: MovementTurn, facts: Facts) -> Facts:
    """Return the facts after a turn in which the GM decided nothing: proposals have waited longer, and may have their way."""
    most = turn.variant.number("names_after", 0)
    if not most or not facts.get("proposals"):
        return facts
    found: Facts = {**facts, "proposals": [{**p, "waited": p.get("waited", 0) + 1} for p in facts["proposals"]]}
    for proposal in _uncontested(found):
        if proposal["waited"] >= most:
            found = _given(replace(turn.position, facts=found), proposal)
    return found


def _uncontested(facts: Facts) -> list[dict[str, Any]]:
    """Return the proposals beside which nobody has another for the area, and whose names nothing else has or is to have."""
    proposals = list(facts.get("proposals") or ())
    wanted = [normalize_name(p[key]) for p in proposals for key in ("code", "name")]
    places = [p["at"] for p in proposals]
    alone = [p for p in proposals if places.count(p["at"]) == 1 and wanted.count(normalize_name(p["code"])) == 1]
    return [p for p in alone if wanted.count(normalize_name(p["name"])) == 1 and not list(_clashes(facts, p))]


def _approve_all(said: GivenCommand) -> CommandGranted | CommandDenied:
    """APPROVE ALL: give every name that is not contested."""
    given = _uncontested(said.position.facts)
    if not given:
        return CommandDenied("none-alone", {"word": "ALL", "proposals": said.position.facts.get("proposals") or []})
    facts: Facts = said.position.facts
    for proposal in given:
        facts = _given(replace(said.position, facts=facts), proposal)
    return CommandGranted(facts, {"all": given, "left": facts["proposals"]})


def approve(said: GivenCommand) -> CommandGranted | CommandDenied:
    """APPROVE [power] CODE: the area has this name from now on, for all who know it. APPROVE ALL gives all that nobody contests."""
    if normalize_name(said.text) == "all":
        return _approve_all(said)
    proposal = _meant(said)
    if isinstance(proposal, CommandDenied):
        return proposal
    clashes = list(_clashes(said.position.facts, proposal))
    if clashes:
        return CommandDenied("clash", {"code": proposal["code"], "taken": clashes})
    dropped = [p for p in said.position.facts["proposals"] if p["at"] == proposal["at"] and p != proposal]
    news = [CommandNews(p["power"], _lost(said, p, proposal)) for p in dropped]
    return CommandGranted(_given(said.position, proposal), {**proposal, "dropped": dropped}, news)


def _lost(said: GivenCommand, mine: Facts, given: Facts) -> dict[str, Any]:
    """Return what a power is told whose name was not chosen."""
    label = Terms(said.variant.board, said.position.facts, mine["power"]).labels.get(mine["at"], "")
    return {"label": label, "name": mine["name"], "code": mine["code"], "given": given["name"], "as": given["code"]}


def refuse(said: GivenCommand) -> CommandGranted | CommandDenied:
    """REFUSE [power] CODE why: only the proposer is told."""
    head, reason = _head(said)
    proposal = _meant(said._replace(text=head))
    if isinstance(proposal, CommandDenied):
        return proposal
    facts, power = said.position.facts, proposal["power"]
    left = [p for p in facts["proposals"] if p != proposal]
    label = Terms(said.variant.board, facts, power).labels.get(proposal["at"], "")
    told = {"label": label, "name": proposal["name"], "code": proposal["code"], "reason": reason}
    return CommandGranted({**facts, "proposals": left}, {**proposal, "reason": reason}, (CommandNews(power, told),))


def _head(said: GivenCommand) -> tuple[str, str]:
    """Return (the words that name a proposal, the rest)."""
    words = said.text.split()
    count = 2 if words and any(normalize_name(words[0]) == normalize_name(power.name) for power in said.variant.powers) else 1
    return " ".join(words[:count]), " ".join(words[count:])


def _meant(said: GivenCommand) -> dict[str, Any] | CommandDenied:
    """Return the one proposal that `[power] CODE` means."""
    head, _ = _head(said)
    *who, code = head.split() or [""]
    proposals = said.position.facts.get("proposals") or []
    found = [
        p
        for p in proposals
        if p["code"].lower() == code.lower() and (not who or normalize_name(p["power"]) == normalize_name(who[0]))
    ]
    if len(found) != 1:
        return CommandDenied("which" if found else "no-proposal", {"word": code, "proposals": found or proposals})
    return dict(found[0])


def _conquered(position: Position, power: str, at: str) -> bool:
    """Whether a power may still rename an area that another has named: it has since moved a unit in, or owns it."""
    named = position.facts["names"][at]
    held = position.owners.get(at) == power or any((u.power, u.space) == (power, at) for u in position.units)
    return held and named["by"] != power and power not in named["renamed"] and named["since"] != position.phase.name


def _cased(code: str, kind: str) -> str:
    """Return a code with its usual capitals: `SEA`, `Lnd`."""
    return code.upper() if kind == "sea" else code.capitalize()


def _unfit(variant: Variant, called: str, code: str) -> CommandDenied | None:
    """Return why a name or a code cannot be given to anything; None if it can."""
    if not CODE.fullmatch(code):
        return CommandDenied("code", {"code": code})
    if not NAME.fullmatch(called):
        return CommandDenied("name", {"name": called})
    known = [text for text in (code, called) if variant.board.names.find(text) or variant.notation.vocabulary.knows(text)]
    return CommandDenied("means", {"word": known[0]}) if known else None


def _taken(own: set[str], called: str, code: str) -> CommandDenied | None:
    """Return what else its proposer calls by this name."""
    known = [text for text in (code, called) if normalize_name(text) in own]
    return CommandDenied("yours", {"word": known[0]}) if known else None


def _clashes(facts: Facts, proposal: Facts) -> Iterator[str]:
    """Return what else in the whole world has this name. Only the GM may see this."""
    at, wanted = proposal["at"], {normalize_name(proposal["code"]), normalize_name(proposal["name"])}
    for code in facts["world"]:
        if code != at and normalize_name(code) in wanted:
            yield code
    for code, given in (facts.get("names") or {}).items():
        if code != at and wanted & {normalize_name(text) for text in (given["code"], given["name"], *given["also"])}:
            yield f"{code} ({given['name']}, {given['code']})"
    for power, chart in (facts.get("charts") or {}).items():
        for code, entry in chart.items():
            if code != at and normalize_name(entry["label"]) in wanted:
                yield f"{code} ({power}: {entry['label']})"


def _given(position: Position, proposal: Facts) -> dict[str, Any]:
    """Return the facts once an area has its name."""
    facts, at, by = position.facts, proposal["at"], proposal["power"]
    old = (facts.get("names") or {}).get(at)
    new = {"code": proposal["code"], "name": proposal["name"], "by": by, "since": position.phase.name}
    new["also"] = [*old["also"], old["code"]] if old else []
    new["renamed"] = [*old["renamed"], by] if old else []
    left = [p for p in facts.get("proposals") or () if p["at"] != at]
    return {**facts, "names": {**(facts.get("names") or {}), at: new}, "proposals": left}

"""Putting words to facts: the templates, and what they may call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from types import CodeType, MappingProxyType
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, Environment, StrictUndefined, Template, TemplateNotFound, TemplateSyntaxError
from jinja2.bccache import Bucket
from jinja2.meta import find_referenced_templates
from markupsafe import Markup

from judge.board import Unit
from judge.commands import OF_DICE, TABLE
from judge.game.model.serialization import read_reason, read_result
from judge.letters import MARKER
from judge.reports import text_layout
from judge.reports.notes import NotedUnit
from judge.reports.variant_page import page_as_text
from judge.rules.outcome import OrderResult
from judge.rules.reasons import HeadToHead, Reason, StoodOff

NONE: Mapping[str, str] = MappingProxyType({})
HELP: Mapping[str, str] = MappingProxyType({row.word: row.help for row in (*TABLE, *OF_DICE)})
"""A command's word → what it does, in a few words."""
_OWN_RULE = re.compile(r"(?P<text>.*\S) \[(?P<rule>\d[^\[\]]*)\]")
"""Words of a game that end in the number of one of its rules."""


def is_markup(name: str | None) -> bool:
    """Whether a template makes HTML, so that everything put into it is escaped. Letters are plain text, and are not."""
    return (name or "").removesuffix(".j2").endswith((".html", ".htm", ".xml", ".svg"))


class _Compiled(BytecodeCache):
    """Templates as compiled, by their text: games say most things alike, and to compile takes longer than all else."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put the code to a name and a text, if it is known."""
        bucket.code = self._found.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a name and a text."""
        if bucket.code is not None:
            self._found[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class _Sure(BaseLoader):
    """A loader that looks only once for what is not there: most games leave most words to the judge."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader
        self._missing: set[str] = set()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """As the loader has it."""
        return self._loader.get_source(environment, template)

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """A template. Raises jinja2.TemplateNotFound."""
        if name in self._missing:
            raise TemplateNotFound(name)
        try:
            return self._loader.load(environment, name, globals)
        except TemplateNotFound as error:
            if error.name == name:
                self._missing.add(name)
            raise


class Templates:
    """Every word the judge says, by template. `loader` finds them; a game's own folder may come before the common one."""

    def __init__(self, loader: BaseLoader) -> None:
        self._environment = Environment(
            loader=_Sure(loader), undefined=StrictUndefined, autoescape=is_markup, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=False, auto_reload=False, bytecode_cache=_COMPILED,
        )  # fmt: skip
        self._environment.filters.update(
            glue=text_layout.non_breaking,
            wrap=text_layout.wrap,
            as_written=text_layout.wrap_verbatim,
            right=text_layout.align_right,
            apart=text_layout.two_sided_line,
            beside=text_layout.side_by_side,
            local=text_layout.format_local_time,
            place=text_layout.short_zone_name,
            line=text_layout.single_line,
            column=text_layout.narrow_number,
            year=text_layout.short_year,
            plain=page_as_text,
        )
        self._environment.globals.update(marker=MARKER, help_on=HELP, why=self.why, cited=self.cited, because=self.because)

    def letter(self, kind: str, facts: Mapping[str, Any]) -> tuple[str, str]:
        """(subject, text) of a letter. Its template prints the subject on its first line.

        Raises:
            jinja2.TemplateNotFound: no letter is of this kind.
            jinja2.UndefinedError: the facts lack something the template speaks of.
        """
        template = self._environment.get_template(f"{kind}.txt.j2")
        subject, _, body = template.render(facts).lstrip("\n").partition("\n")
        return text_layout.single_line(subject), text_layout.finish_letter(body)

    def why(self, reason: Reason, told: Callable[[Unit], NotedUnit], **more: Any) -> str:
        """A reason in words: one or two sentences. `told(unit)` says what is known of another unit's order."""
        names = [f"game/{reason.code}.j2", f"why/{reason.code}.j2"]
        return _paragraph(self._environment.select_template(names), {"r": reason, "told": told, **more})

    def rule(self, reason: Reason, result: OrderResult | None = None) -> str:
        """Where the rule of a reason stands, at length; '' if its own words say so, or nobody has written it down.

        For a fight it may depend on who was weaker; for an illegal order on the mistake or the kind of order.
        """
        if reason.rule:
            return ""
        told = self.listed("rules.j2")
        weaker = isinstance(reason, StoodOff | HeadToHead) and reason.mine.total < reason.theirs.total
        found = ("weaker" if weaker else "", getattr(reason, "why", ""), result.order.verb if result else "")
        return next((told[key] for key in (*(f"{reason.code}/{each}" for each in found), reason.code) if key in told), "")

    def noted(self, reason: Reason, told: Callable[[Unit], NotedUnit], result: OrderResult, **more: Any) -> tuple[str, str]:
        """A note of a report: (the reason in words, its rule for short).

        The rule is a number of the game's own or a heading of the rulebook; '' if nobody has written it down.
        """
        text = self.why(reason, told, result=result, **more)
        if found := _OWN_RULE.fullmatch(text):
            return found["text"], found["rule"]
        return text, self.rule(reason, result).removeprefix("rulebook: ").partition(";")[0]

    def cited(self, reason: Reason, told: Callable[[Unit], NotedUnit], result: OrderResult, **more: Any) -> str:
        """A note of a report in one: `A(Vie) 1, A(Ven) 1: stood each other out. [standoffs]`."""
        text, rule = self.noted(reason, told, result, **more)
        return f"{text} {text_layout.non_breaking(f'[{rule}]')}" if rule else text

    def because(
        self, body: Mapping[str, Any], result: Mapping[str, Any] | None = None, adjectives: Mapping[str, str] = NONE
    ) -> str:
        """A reason that comes with an answer, as JSON, in words.

        `result`: the result that it explains, as JSON. `adjectives`: power → its adjective, for units of others.
        """
        more = {"result": read_result(result)} if result else {}
        return self.why(read_reason(body), lambda unit: NotedUnit(str(unit), adjectives.get(unit.power, "")), **more)

    def source(self, name: str) -> str:
        """A text of the game's own as it stands, '' if it has none of this name."""
        loader = self._environment.loader
        try:
            return loader.get_source(self._environment, name)[0] if loader else ""
        except TemplateNotFound:
            return ""

    def wrong(self, text: str) -> tuple[int, str] | None:
        """(line, what) of the mistake that keeps a text from being a template; None if it is one."""
        try:
            names = find_referenced_templates(self._environment.parse(text))
            self._environment.compile(text)
            for name in names:
                self._environment.get_template(name or "")
        except TemplateSyntaxError as error:
            return error.lineno, error.message or "no template"
        except TemplateNotFound as error:
            found = str(error.name)
            return text.partition(found)[0].count("\n") + 1, f"there is no template {found!r} to take in"
        return None

    def listed(self, name: str) -> dict[str, str]:
        """The words of a template that lists them, `key: words` a line."""
        lines = self._environment.get_template(name).render().splitlines()
        pairs = (line.partition(":") for line in lines if ":" in line)
        return {key.strip(): words.strip() for key, _, words in pairs}

    def whole(self, name: str, **facts: Any) -> str:
        """What a template makes of facts, as it stands."""
        return self._environment.get_template(name).render(facts)

    def escaped(self, escape: Callable[[str], str]) -> Templates:
        """The same words for another kind of text: all that a template inserts goes through `escape`, once; Markup
        has been there.
        """
        other = Templates.__new__(Templates)
        other._environment = self._environment.overlay(
            bytecode_cache=None,  # what is compiled already does not know of the escape
            finalize=lambda value: "" if value is None else str(value) if isinstance(value, Markup) else escape(str(value)),
        )
        return other

    def said(self, name: str, **facts: Any) -> str:
        """A piece of text from its own template, each paragraph on one line; an empty line parts two of them."""
        text = self._environment.get_template(name).render(facts)
        return "\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())

    def printed(self, name: str, /, **facts: Any) -> str:
        """What its own template makes of facts, line by line."""
        return self._environment.get_template(name).render(facts).strip("\n")


def _paragraph(template: Template, facts: Mapping[str, Any]) -> str:
    return " ".join(template.render(facts).split())

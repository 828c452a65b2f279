"""Turn facts into words: the templates, and the functions that they may call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
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
from judge.reports.report import SharedFacts
from judge.reports.variant_page import page_as_text
from judge.rules.outcome import OrderResult
from judge.rules.reasons import HeadToHead, Reason, StoodOff

NONE: Mapping[str, str] = MappingProxyType({})
HELP: Mapping[str, str] = MappingProxyType({row.word: row.help for row in (*TABLE, *OF_DICE)})
"""A command's word → what it does, in a few words."""
EXAMPLES: Mapping[str, str] = MappingProxyType({row.word: row.example for row in (*TABLE, *OF_DICE)})
"""A command's word → a line that gives it."""
_OWN_RULE = re.compile(r"(?P<text>.*\S) \[(?P<rule>\d[^\[\]]*)\]")
"""Words of a game that end in the number of one of its own rules."""


def is_markup(name: str | None) -> bool:
    """Whether a template makes HTML, so that all text put into it is escaped. Plain text is not escaped."""
    return (name or "").removesuffix(".j2").endswith((".html", ".htm", ".xml", ".svg"))


class _Compiled(BytecodeCache):
    """Compiled templates by their text. Most games share most templates, and compiling takes longer than anything else here."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code of a name and text, if it is known."""
        bucket.code = self._found.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code of a name and text."""
        if bucket.code is not None:
            self._found[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class _Sure(BaseLoader):
    """A loader that remembers which templates are missing: most games leave most of them to the judge."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader
        self._missing: set[str] = set()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the source, as the wrapped loader does."""
        return self._loader.get_source(environment, template)

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """Load a template. Raises jinja2.TemplateNotFound."""
        if name in self._missing:
            raise TemplateNotFound(name)
        try:
            return self._loader.load(environment, name, globals)
        except TemplateNotFound as error:
            if error.name == name:
                self._missing.add(name)
            raise


class Templates:
    """All the judge's words, by template. `loader` finds them; a game's own folder may be searched before the common one."""

    def __init__(self, loader: BaseLoader) -> None:
        self._environment = Environment(
            loader=_Sure(loader), undefined=StrictUndefined, autoescape=is_markup, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=False, auto_reload=False, bytecode_cache=_COMPILED,
        )  # fmt: skip
        self._environment.filters.update(
            glue=text_layout.non_breaking,
            wrap=text_layout.wrap,
            rejoin=text_layout.rejoin,
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
            of_kind=_of_kind,
            with_fact=_with_fact,
        )
        said = {"why": self.why, "cited": self.cited, "because": self.because, "once": self.once}
        self._environment.globals.update(marker=MARKER, help_on=HELP, example_of=EXAMPLES, **said)

    def letter(self, kind: str, facts: Mapping[str, Any]) -> tuple[str, str]:
        """Return (subject, text) of a mail. Its template prints the subject on its first line.

        Raises:
            jinja2.TemplateNotFound: no letter is of this kind.
            jinja2.UndefinedError: the facts lack something the template speaks of.
        """
        template = self._environment.get_template(f"{kind}.txt.j2")
        subject, _, body = template.render(facts).lstrip("\n").partition("\n")
        return text_layout.single_line(subject), text_layout.finish_letter(body)

    def why(self, reason: Reason, told: Callable[[Unit], NotedUnit], **more: Any) -> str:
        """Return a reason in words: one or two sentences. `told(unit)` returns what may be said of another unit's order."""
        names = [f"game/{reason.code}.j2", f"why/{reason.code}.j2"]
        return _paragraph(self._environment.select_template(names), {"r": reason, "told": told, **more})

    def rule(self, reason: Reason, result: OrderResult | None = None) -> str:
        """Return where the rule of a reason is found, at length; '' if the reason's own words say so, or no place is listed.

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
        """Return a note of a report as one text: `A(Vie) 1, A(Ven) 1: stood each other out. [standoffs]`."""
        text, rule = self.noted(reason, told, result, **more)
        return f"{text} {text_layout.non_breaking(f'[{rule}]')}" if rule else text

    def because(
        self, body: Mapping[str, Any], result: Mapping[str, Any] | None = None, adjectives: Mapping[str, str] = NONE
    ) -> str:
        """Return a reason from an answer's facts (JSON) in words.

        `result`: the result that it explains, as JSON. `adjectives`: power → its adjective, for units of others.
        """
        more = {"result": read_result(result)} if result else {}
        return self.why(read_reason(body), lambda unit: NotedUnit(str(unit), adjectives.get(unit.power, "")), **more)

    def source(self, name: str) -> str:
        """Return the source of a template of the game's own, '' if it has none of this name."""
        loader = self._environment.loader
        try:
            return loader.get_source(self._environment, name)[0] if loader else ""
        except TemplateNotFound:
            return ""

    def wrong(self, text: str) -> tuple[int, str] | None:
        """Return (line, what) of the mistake for which a text is not a valid template; None if there is none."""
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
        """Return the entries of a template that is a list of `key: words` lines."""
        lines = self._environment.get_template(name).render().splitlines()
        pairs = (line.partition(":") for line in lines if ":" in line)
        return {key.strip(): words.strip() for key, _, words in pairs}

    def once(self, name: str, shared: SharedFacts, **more: bool) -> str:
        """Render a template of shared facts and of nothing else, once for all who share them."""
        key = (name, tuple(more.items()))
        if key not in shared.words:
            shared.words[key] = self._environment.get_template(name).render({**shared.facts, **more})
        return shared.words[key]

    def whole(self, name: str, **facts: Any) -> str:
        """Render a template, unchanged."""
        return self._environment.get_template(name).render(facts)

    def escaped(self, escape: Callable[[str], str]) -> Templates:
        """Return the same templates for another kind of text: everything that a template inserts goes through `escape` once; Markup
        is already escaped.
        """
        other = Templates.__new__(Templates)
        other._environment = self._environment.overlay(
            bytecode_cache=None,  # what is already compiled lacks the escape
            finalize=lambda value: "" if value is None else str(value) if isinstance(value, Markup) else escape(str(value)),
        )
        return other

    def said(self, name: str, **facts: Any) -> str:
        """Render a template as paragraphs on one line each, with an empty line between them."""
        text = self._environment.get_template(name).render(facts)
        return "\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())

    def printed(self, name: str, /, **facts: Any) -> str:
        """Render a template; return its lines."""
        return self._environment.get_template(name).render(facts).strip("\n")


def _of_kind(replies: Iterable[Mapping[str, Any]], *kinds: str) -> list[Mapping[str, Any]]:
    """Return those of an answer's replies that are of some kinds."""
    return [each for each in replies if each["kind"] in kinds]


def _with_fact(facts: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Return those that have a fact which is neither missing nor empty."""
    return [each for each in facts if each.get(name)]


def _paragraph(template: Template, facts: Mapping[str, Any]) -> str:
    return " ".join(template.render(facts).split())

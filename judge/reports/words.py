"""Putting words to facts: the templates, and what they may call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template

from judge.letters import MARKER
from judge.reports import layout


class Words:
    """Every word the judge says, by template. `loader` finds them; a game's own folder may come before the common one."""

    def __init__(self, loader: BaseLoader) -> None:
        self._environment = Environment(
            loader=loader, undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=False, auto_reload=False,
        )  # fmt: skip
        self._environment.filters.update(
            glue=layout.glue, wrap=layout.wrap, as_written=layout.as_written, right=layout.right, apart=layout.apart,
            beside=layout.beside, local=layout.local, place=layout.place, line=layout.one_line,
            column=layout.column, year=layout.year,
        )  # fmt: skip
        self._environment.globals.update(marker=MARKER, why=self.why, said=self.said)

    def letter(self, kind: str, facts: Mapping[str, Any]) -> tuple[str, str]:
        """(subject, text) of a letter. Its template prints the subject on its first line.

        Raises:
            jinja2.TemplateNotFound: no letter is of this kind.
            jinja2.UndefinedError: the facts lack something the template speaks of.
        """
        subject, _, body = self._template(f"{kind}.txt.j2").render(facts).lstrip("\n").partition("\n")
        return layout.one_line(subject), layout.tidy(body)

    def why(self, reason: Any, told: Any, **more: Any) -> str:
        """A reason in words: one or two sentences. `told(unit)` says what is known of another unit's order."""
        return self.said(f"why/{reason.code}.j2", r=reason, told=told, **more)

    def said(self, name: str, **facts: Any) -> str:
        """A piece of text from a template of its own, as one paragraph."""
        return " ".join(self._template(name).render(facts).split())

    def _template(self, name: str) -> Template:
        return self._environment.get_template(name)

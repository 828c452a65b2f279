"""Whether what users write could become markup, a template or a control sequence: never."""

from __future__ import annotations

from jinja2 import DictLoader

from judge.reports import Templates

BAD = "<script>{{ 7*7 }}</script> \x1b[31m\u202e"


def test_pages_escape_and_letters_do_not() -> None:
    """By the template's name, `.html.j2` included."""
    words = Templates(DictLoader({"page.html.j2": "{{ text }}", "letter.txt.j2": "{{ text | line }}\n\n{{ text }}"}))
    assert words.said("page.html.j2", text="<b>&") == "&lt;b&gt;&amp;"
    subject, body = words.letter("letter", {"text": BAD})
    assert subject == "<script>{{ 7*7 }}</script> [31m"
    assert body == "<script>{{ 7*7 }}</script> [31m\n"

"""Stories told again with the judge's last mail quoted below each mail, marked and as Outlook does: every answer is the same."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters import test_stories
from tests.letters.post_office import ADDRESS, PostOffice, body
from tests.letters.what_people_answer import gmail, outlook

JOURNEYS = {
    "J1": ("newcomer", "joining", "wishes"),
    "J2": ("j2_typos",),
    "J3": ("j3_retreats",),
    "J4": ("j4_adjustments",),
    "J5": ("columbus", "dice"),
    "J6": ("secret_letters",),
    "J7": ("j7_editor",),
    "J8": ("gm_puts_right",),
    "J9": ("silence", "abandoned", "standby_plays"),
    "J10": ("draw_vote",),
    "J11": ("press",),
    "J12": ("clocks", "gm_waits"),
    "J13": ("pass_on", "two_games", "who_is_it", "bad_input", "twice_and_late"),
}
"""What the journeys tell of → the stories about it."""
QUICK = {name for name, *_ in JOURNEYS.values()}
"""One story of each journey. The others, and those of no journey, are slow."""
UNQUOTED = {"machines"}
"""Stories in which nobody has had a mail before they write."""
STORIES = sorted({path.stem for path in test_stories.STORIES} - UNQUOTED)
TOLD = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in STORIES]


@pytest.mark.parametrize("program", [gmail, pytest.param(outlook, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TOLD)
def test_a_quotation_below_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, program: Callable[[str, str, str], str]
) -> None:
    """Whoever has had a mail of the judge's quotes it whole."""
    quoted = list[str]()

    class Quoting(PostOffice):
        def letter(self, sender: str, text: str, subject: str = "hello", to: str = ADDRESS, **headers: str) -> list[EmailMessage]:
            if asked := self.last.get(sender.rpartition("<")[2].rstrip(">")):
                quoted.append(sender)
                text = program(text, body(asked), ADDRESS)
            return super().letter(sender, text, subject, to, **headers)

    monkeypatch.setattr(test_stories, "PostOffice", Quoting)
    story = (Path(__file__).parent / "stories" / f"{name}.txt").read_text("utf-8")
    assert test_stories.told(story, tmp_path) == story
    assert quoted

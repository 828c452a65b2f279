"""Writes docs/commands.md: every command from the one table, and what the commands of other judges are here.

    python deploy/docs/commands.py            write it
    python deploy/docs/commands.py --print    print it
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import yaml

from judge.commands import OF_DICE, TABLE
from judge.game.gm.settings_table import SETTINGS, Known

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "commands.md"
WHO = {"anyone": "anybody", "player": "players", "gm": "the GM"}


def page() -> str:
    """The whole page."""
    rows = [
        f"| {row.word} | {', '.join(row.also).replace('|', ' ')} | {WHO[row.who]} | {row.help} | `{row.example}` |"
        for row in (*TABLE, *OF_DICE)
    ]
    judges = yaml.safe_load((Path(__file__).parent / "judges.yaml").read_text("utf-8"))
    settings = [
        f"| {word.upper()} | {'; '.join(row.values)} | {row.default or 'none'} | {_until(row)} | {row.heard} |"
        for word, row in SETTINGS.items()
    ]
    others = [line for judge, known in judges.items() for line in _other(judge, known)]
    return "\n".join((HEAD, *rows, "", SETTINGS_HEAD, *settings, "", *others))


def _until(row: Known) -> str:
    """Until when a setting can be changed."""
    return {
        "created": "below CREATE; later a command by itself", "begun": "until the game begins", "over": "at any time",
        "agreed": "until the game begins; later if all agree: PROPOSE SET",
    }[row.until]  # fmt: skip


def _other(judge: str, known: list[dict[str, Any]]) -> list[str]:
    words = {row.word for row in (*TABLE, *OF_DICE)}
    lines = [f"## For those who come from {judge}", "", f"| {judge} | here | |", "|---|---|---|"]
    for entry in known:
        ours = entry.get("ours", [])
        if unknown := set(ours) - words:
            raise ValueError(f"{judge}, {entry['was']}: there is no command {', '.join(sorted(unknown))}")
        here = ", ".join(ours) or "none"
        lines.append(f"| {entry['was'].replace('|', ' / ')} | {here} | {entry.get('why', '')} |")
    return [*lines, ""]


HEAD = """\
# Commands

Made by `make docs` from the rows of commands and settings and from `deploy/docs/judges.yaml`; a test keeps it current.
`HELP` by mail says the same. Orders need no command. Some games have commands of their own, which are in their README.

| command | also | who | what it does | for example |
|---|---|---|---|---|"""

SETTINGS_HEAD = """\
## Settings

The GM writes them below CREATE, or later with SET. `HELP` and the word explains one, by mail. House rules (`SET builds owned`) are
in the README of the game's variant; they can be changed until it begins, and later if all agree.

| setting | values | default | can be changed | who is told |
|---|---|---|---|---|"""

if __name__ == "__main__":
    if "--print" in sys.argv:
        print(page())
    else:
        PAGE.write_text(page(), "utf-8")

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
    return "\n".join((HEAD, *rows, "", *(line for judge, known in judges.items() for line in _other(judge, known))))


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

Made by `make docs` from `judge/commands` and `deploy/docs/judges.yaml`; a test keeps it current.
`HELP` by mail says the same. Orders need no command. Some games have commands of their own, which are in their README.

| command | also | who | what it does | for example |
|---|---|---|---|---|"""

if __name__ == "__main__":
    if "--print" in sys.argv:
        print(page())
    else:
        PAGE.write_text(page(), "utf-8")

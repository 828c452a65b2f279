"""Writes docs/rules.md: every question of the referee, from the class `Rules` and the games that answer it themselves.

    python deploy/docs/rules.py            write it
    python deploy/docs/rules.py --print    print it
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from judge.assets import find_assets
from judge.rules.base import GROUPS, Rules
from judge.rules.blind_play import BlindRules
from judge.variants import load_ruleset

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules.md"
SECTION = re.compile(r"(?<![\w.])(?:3\.2|[4-6]\.[A-J](?:\.\d+)?)(?![\w.]*\d)")
"""A section of DATC as docstrings name it."""


def page() -> str:
    """The whole page."""
    answered = answers()
    lines = [HEAD]
    for group in GROUPS:
        lines += [f"## {group.__name__}", "", _prose(group), "", TABLE]
        lines += [_row(name, answered) for name in vars(group) if not name.startswith("_")]
        lines.append("")
    return "\n".join(lines)


def answers() -> Mapping[str, type[Rules]]:
    """folder of a game, or blind play → its rules."""
    found = find_assets()
    folders = sorted(path.parent.name for path in found.games.glob("*/game.yaml"))
    games = {folder: type(load_ruleset(folder, [found.games], found.grammars()).rules) for folder in folders}
    return {**games, "blind play": BlindRules}


def _row(name: str, answered: Mapping[str, type[Rules]]) -> str:
    question = getattr(Rules, name)
    text, signature = _prose(question), inspect.signature(question)
    asked = ", ".join([f"{each.name}: {each.annotation}" for each in signature.parameters.values()][1:])
    others = [game for game, rules in answered.items() if getattr(rules, name) is not question]
    cells = (f"`{name}`", text, ", ".join(dict.fromkeys(SECTION.findall(text))), f"`{asked}` → `{signature.return_annotation}`")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in (*cells, ", ".join(others))) + " |"


def _prose(documented: object) -> str:
    return " ".join((inspect.getdoc(documented) or "").split())


TABLE = """\
| question | what it answers | DATC | arguments → answer | answered by |
|---|---|---|---|---|"""

HEAD = """\
# The referee's questions

Made by `make docs` from the class `Rules` (`judge/rules/base.py`) and the games; a test keeps it current.

The standard rules are a class, and each question that the referee asks is a method of it. A game's `rules.py` derives from it and
answers some questions itself, by the same name with the same arguments:

```python
class Trenches(Rules):
    def hold_strength(self, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        low, high = super().hold_strength(turn, space, stop)
        return low + 1, high + 1
```

- A method that calls `super()` adds to the answer below it. One that does not replaces it; if it hides what another of the game's
  modules answers, its class must derive from that module, so that nobody hides an answer unawares.
- Ask another question by `self`: `self.hold_strength(...)` is the answer of the whole game. A function outside the class is given
  `self` as `rules`.
- game.yaml names the classes (`modules`), the lowest first. At load they become one class, which derives from each of them.
- `mypy --strict games/NAME/rules.py` finds a wrong argument or answer, `judge check-game NAME` a question that does not exist.
- A house rule of the game is read with its type: `variant.flag("explicit_via")`, `variant.number("centres_to_win")`,
  `variant.word("paradox")`; in a movement phase the variant is `turn.variant`.

`variant` is what the game's folder says in data, `turn` a movement phase while it is judged (`judge/rules/movement_turn.py`). A
claim is what one unit sets out to do, a stop one place that a move tries to get into, an aid a support, a carry a convoy, a way a
condition under which a move is tried at all (`judge/rules/claims.py`). Facts are what only this game remembers, as JSON values.
"""

if __name__ == "__main__":
    if "--print" in sys.argv:
        print(page())
    else:
        PAGE.write_text(page(), "utf-8")

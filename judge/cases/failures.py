"""What fails while a case is judged, a game's rule or its words, as a mistake with a file and a line."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path

from judge.rules.base import QUESTIONS
from judge.variants.yaml_source import FolderError, YamlNode


def judging_failure(error: Exception, sheet: YamlNode, roots: Sequence[Path]) -> FolderError:
    """The mistake that stopped a case: at the line of the game's own file that raised, or at the case if none did.

    `sheet` is the case, `roots` are the folders of games. The message names the rule, if it was one, the error and the case.
    """
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [(code, line) for code, line in frames if any(Path(code.co_filename).is_relative_to(root) for root in roots)]
    name = sheet.get("id").value
    case = f"case {name or '?'} ({sheet.file}:{sheet.line})"
    said = f"{type(error).__name__}: {error}"
    if not own:
        return sheet.wrong(f"{case} cannot be judged: {said}")
    code, line = own[-1]
    if code.co_filename.endswith(".j2"):
        return FolderError(code.co_filename, line, f"fails in {case}: {said}")
    rules = [each.co_qualname for each, _ in own if each.co_name in QUESTIONS]
    return FolderError(code.co_filename, line, f"{(rules or [code.co_qualname])[-1]} fails in {case}: {said}")

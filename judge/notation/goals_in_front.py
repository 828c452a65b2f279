"""Where a unit goes, named in front of it: `to Bulgaria goes Constantinople`, `Sweden for the Danish fleet`."""

from __future__ import annotations

from collections.abc import Collection

from judge.notation.raw_words import fold_word
from judge.notation.small_words import SmallWords
from judge.notation.tokens import BACKERS, COURTESY, HELPS, MOVE, PLACE, POWER, STOP, TAKEN, WORD, Token, is_kind, is_place


class GoalsInFront:
    """Puts where a unit goes behind it, in clauses of one line."""

    def __init__(self, text: str, fillers: Collection[str], openers: Collection[str], small: SmallWords) -> None:
        self._text, self._fillers, self._openers, self._small = text, fillers, openers, small

    def _inverted(self, clause: list[Token]) -> list[Token]:
        """With `to Bulgaria goes Constantinople` as `Constantinople - Bulgaria`."""
        said = [each for each in clause if each.kind not in self._fillers]
        goes = bool(said) and is_kind(said[0], MOVE) and self._word(said[0]) in self._small.before_goal
        if len(said) < len(("to", "Bul", "Con")) or not goes:
            return clause
        goal, unit = said[1], said[2:]
        if is_kind(unit[0], MOVE) and self._word(unit[0]) not in self._small.before_goal and self._word(unit[0])[:1].isalpha():
            unit = unit[1:]
        named = sum(map(is_place, unit)) == 1 and all(self._is_name(each) or each.options[0] == (WORD, None) for each in unit)
        if not (is_place(goal) and named and is_place(unit[-1])):
            return clause
        end = unit[-1].end
        place = goal._replace(options=tuple(each for each in goal.options if each[0] == PLACE), start=end - 1, end=end)
        return [unit[0]._replace(start=said[0].start), *unit[1:], Token(((MOVE, None),), end - 1, end, goal.depth), place]

    def _goal_first(self, clause: list[Token]) -> list[Token]:
        """With `Sweden for the Danish fleet`, and `Sweden is taken by the Danish fleet`, as `the Danish fleet - Sweden`."""
        said = [each for each in clause if each.kind not in self._fillers and each.options[0] != (WORD, COURTESY)]
        if len(said) < len(("Swe", "for", "fleet")) or not is_place(said[0]):
            return clause
        taken, wants = said[1].options[0] == (WORD, TAKEN), self._word(said[1]) == "for"
        if not taken and not wants:
            return clause
        end = next((n for n in range(2, len(said)) if not self._is_name(said[n])), len(said))
        goal, unit, rest = said[0], said[2:end], said[end:]
        kinds = [each for each in unit if any(kind in self._openers and kind != POWER for kind, _ in each.options)]
        stands_in = self._small.stands_for_unit | self._small.stands_for_unit_ahead
        named = taken or kinds or stands_in.intersection(self._text[said[1].end : said[2].start].lower().split())
        helped = not rest or any(is_kind(rest[0], kind) for kind in BACKERS)
        if not unit or not named or not helped or sum(map(is_place, unit)) > 1 or goal.end - goal.start == 1:
            return clause
        at = unit[-1].end
        place = goal._replace(options=tuple(each for each in goal.options if each[0] == PLACE), start=at - 1, end=at)
        return [unit[0]._replace(start=goal.start), *unit[1:], Token(((MOVE, None),), at - 1, at, goal.depth), place, *rest]

    def _is_name(self, token: Token) -> bool:
        """Whether a token is part of a unit's name, and does not say what it does."""
        named = is_place(token) or any(kind in self._openers for kind, _ in token.options)
        return named and token.kind != STOP and not any(is_kind(token, kind) for kind in HELPS)

    def _word(self, token: Token) -> str:
        return fold_word(self._text[token.start : token.end])

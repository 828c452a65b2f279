"""What of a clause in free words is part of an order: `my brave lads in Paris trundle over to Burgundy` is `Paris to Burgundy`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from judge.notation.plain_words import AIDS, DOES, GOES, PLAIN, POSSIBLE, RESTS, PlainWords
from judge.notation.raw_words import fold_word
from judge.notation.remarks import token_value
from judge.notation.tokens import (
    COASTS,
    CORRECTED,
    COURTESY,
    HELPS,
    HOLD,
    MOVE,
    POWER,
    REQUEST,
    WORD,
    Token,
    is_kind,
    is_place,
    is_plural,
)

_EVERY, _SUPPORT = "_EVERY", "_SUPPORT"
_GOALS = ("for", "at")
"""Words before a place that is gone to, behind a word of movement: `makes for Norway`."""
_TRIES = ("tries", "try", "trying", "attempts", "attempt")
"""Words of movement between a unit and a place, and nowhere else: `Sev tries Rumania`."""
_WHOM = frozenset(("it", "him", "her", "them", "us", "me", "you", "his", "their", "its", "my", "our", "your"))
"""Who is meant by a purpose: `to annoy him`."""
_STATES = re.compile(r"\b(?:am|is|are|be|i'm|it's|that's)\b", re.IGNORECASE)
"""Words before a unit that state something of it: `it is nice that Paris holds`."""
_IDLE = ("make it", "make this", "make that")
"""What may be said before an order if there is none before it."""
_IS = frozenset(("is", "are", "be", "being"))
"""Words before what a unit is doing: `is heading to`."""
_DOES = frozenset(("has", "have", "needs", "need", "tries", "try", "gets", "ought", "starts", "begins", "prepares"))
"""Verbs before `to go to` that say that it is done."""
_PREDICATES = ("is", "isn't", "are", "be", "off", "out", "over", "done", "dear")
"""Words by which something is said of an order behind it."""
_ALONE_NOTHING = (MOVE, "_BY", "_BESIDE", "_VIA", *COASTS)
"""Kinds of words that say nothing of a unit without a place."""


class ClauseGist:
    """A clause being read. `units`: terminals that name a kind of unit; `first`: no order stands before it in its line."""

    def __init__(self, clause: Sequence[Token], words: PlainWords, text: str, units: Collection[str], first: bool) -> None:
        self._clause, self._words, self._text, self._units, self._first = clause, words, text, units, first
        self._left = list[Token]()
        self._run = list[str]()
        """The kinds of the words that were left out since the last token that was kept."""

    def tokens(self) -> list[Token] | None:
        """Return the tokens that are part of an order, none if there is no order; None if words may change one."""
        placed = any(map(is_place, self._clause))
        for at, token in enumerate(self._clause):
            if self._is_scene(token, at):
                break
            if token.kind == WORD:
                if not self._leave_out(token, at):
                    return None
            elif token.kind in (POWER, "_BESIDE", "_BY") and not placed:
                self._run.append("")
            elif placed and self._is_purpose(at):
                if self._matters_behind(at):
                    return None
                break
            elif (self._is_infinitive(at) and not self._does_it()) or not (self._is_empty(token, at) or self._keep(token)):
                return None
        if self._run and ("" in self._run or self._says_of_order()):
            return None if placed else []
        left = self._with_meaning()
        return left if any(map(self._matters, left)) else []

    def is_about(self) -> bool:
        """Whether words only say something about what a unit may do: `I am wary of Paris heading to Burgundy`."""
        place = next((at for at, token in enumerate(self._clause) if is_place(token)), 0)
        talks = any(token.options[0] == (WORD, None) for token in self._clause[:place])
        verb = next((token for token in self._clause[place + 1 :] if token.kind != WORD or self._kind(token)), None)
        before = self._text[: verb.start].lower().split()[-1:] if verb else []
        ends = verb is not None and self._word(verb).partition(" ")[0].endswith("ing")
        return talks and ends and not (before and (before[0] in _IS or before[0].endswith(("'s", "'m", "'re"))))

    def _leave_out(self, token: Token, at: int) -> bool:
        """Take a word that is no part of an order. Return False if it may change one."""
        said, word = token_value(token), self._word(token)
        if said in (COURTESY, REQUEST):
            return True
        if said == CORRECTED and self._first and not any(map(is_place, self._clause[:at])):
            self._left, self._run = [], []
            return True
        if said is not None:
            return False
        named = any(map(is_place, self._clause[at + 1 : at + 2]))
        tries = word in _TRIES and not self._run and bool(self._left) and is_place(self._left[-1])
        if named and (tries or (word in _GOALS and GOES in self._run)):
            self._left.append(token._replace(options=((MOVE, "-"),)))
            self._run = []
        else:
            self._run.append(PLAIN if word in (*_GOALS, *_IDLE) else self._words.kind(word))
        return True

    def _is_empty(self, token: Token, at: int) -> bool:
        """Whether a token of an order says nothing here: an article, the `to` of `has to hop to`, the second of two movements."""
        letter = self._text[token.start : token.end] == "a" and self._opens(token)
        if letter and not any(map(is_place, self._clause[at + 1 : at + 2])):
            return True
        if self._left and self._opens(self._left[-1]) and not self._run and self._is_at(at):
            return True
        if not is_kind(token, MOVE):
            return False
        twice = bool(self._left) and is_kind(self._left[-1], MOVE) and all(self._word(x).isalpha() for x in (token, self._left[-1]))
        if twice or (self._is_infinitive(at) and self._word(token) == "to"):
            self._run = []
            return True
        return False

    def _keep(self, token: Token) -> bool:
        """Take a token of an order. Return False if the words before it may not be left out."""
        if self._run and not self._may_skip(token):
            return False
        if GOES in self._run and is_place(token) and self._left and is_place(self._left[-1]) and not token.listed:
            self._left.append(Token(((MOVE, "-"),), token.start, token.start, token.depth))
        self._run = []
        self._left.append(token)
        return True

    def _may_skip(self, token: Token) -> bool:
        """Whether words may be left out between what was kept and a token."""
        if not self._left:
            return "" not in self._run and not _STATES.search(self._text[self._clause[0].start : token.start])
        if any(is_kind(self._left[-1], kind) for kind in HELPS):
            return False  # `S friendly A Par`: it may be the name of a power
        if is_kind(token, MOVE):
            return self._run.count("") == 0 or (self._run == [""] and self._is_verb(token))
        if "" in self._run:
            return False
        return GOES in self._run or DOES not in self._run or not (is_place(token) and is_place(self._left[-1]))

    def _is_infinitive(self, at: int) -> bool:
        """Whether it is the `to` of `has to hop to Burgundy`."""
        after, word = self._clause[at + 1 : at + 2], self._word(self._clause[at])
        acts = any(self._kind(each) in (GOES, RESTS, AIDS) or self._acts(each) for each in after)
        return (word == "to" and acts) or word.startswith("to ")

    def _does_it(self) -> bool:
        """Whether the words before `to go to` say that it is done: `has`, and not `refuses`."""
        words = self._text[self._clause[0].start : self._clause[-1].end].lower().split()
        return "" not in self._run and (DOES not in self._run or not _DOES.isdisjoint(words))

    def _is_verb(self, token: Token) -> bool:
        """Whether the word before a token may be a verb that tells of now: `scarpers to Burgundy`."""
        word = self._text[: token.start].split()[-1].lower()
        now = word.isalpha() and word.endswith(("s", "ing")) and not word.endswith("ss")
        return now and self._word(token) in ("to", "into", "over to", "up to", "down to")

    def _is_at(self, at: int) -> bool:
        """Whether it is the `a` of `l'armata a Venezia resta`: it says where a unit is."""
        word, after = self._word(self._clause[at]), self._clause[at + 1 : at + 3]
        acts = len(after) > 1 and is_place(after[0]) and (is_kind(after[1], MOVE) or self._acts(after[1]))
        return acts and is_kind(self._clause[at], MOVE) and word.isalpha() and word not in ("to", "into")

    def _is_scene(self, token: Token, at: int) -> bool:
        """Whether words behind a place begin here that only tell of it: `to Yorkshire where the tea is better`."""
        if self._word(token) != "where" or not self._left or not is_place(self._left[-1]):
            return False
        rest = self._clause[at + 1 :]
        allowed = any(self._word(each) in POSSIBLE for each in rest[:2])
        return not allowed and all(each.kind == WORD for each in rest)

    def _is_purpose(self, at: int) -> bool:
        """Whether a purpose begins here: `to watch the French`, `to bounce him`."""
        does, whom = ([*self._clause[at + n : at + n + 1]] for n in (1, 2))
        if self._word(self._clause[at]) != "to" or not does:
            return False
        if self._word(does[0]) in _WHOM:  # what may stand in pasted results says nothing here: `to bounce him`
            return self._text[self._clause[at].end : does[0].start].strip().isalpha()
        return self._kind(does[0]) == DOES or (self._kind(does[0]) == GOES and any(self._word(each) in _WHOM for each in whom))

    def _matters_behind(self, at: int) -> bool:
        """Whether a purpose names a place, or has words that nobody knows."""
        return any(is_place(each) or self._is_unknown(each) for each in self._clause[at + 1 :])

    def _is_unknown(self, token: Token) -> bool:
        return token.kind == WORD and not self._kind(token) and self._word(token) not in _WHOM

    def _says_of_order(self) -> bool:
        """Whether the words at the end of a clause say what its order is: `A Ruh-Bel is off`."""
        last = self._left[-1].end if self._left else self._clause[0].start
        return any(word in _PREDICATES for word in self._text[last : self._clause[-1].end].lower().split())

    def _with_meaning(self) -> list[Token]:
        """With a word for what a unit does, if all that is said of it is that it stays, or helps."""
        left = self._left
        everybody = len(left) == 1 and (is_kind(left[0], _EVERY) or is_plural(left[0]))
        alone = sum(map(is_place, left)) == 1 and not any(is_kind(each, MOVE) or self._acts(each) for each in left)
        for token in self._clause if everybody or alone else ():
            kind = self._kind(token)
            if kind in (RESTS, AIDS) and token.start > left[-1].start:
                return [*left, token._replace(options=((HOLD if kind == RESTS else _SUPPORT, None),))]
        return left

    def _kind(self, token: Token) -> str:
        """Return the kind of a word; '' for one that nobody knows, and for what is no such word."""
        return self._words.kind(self._word(token)) if token.options[0] == (WORD, None) else ""

    def _matters(self, token: Token) -> bool:
        return is_place(token) or self._opens(token) or self._acts(token)

    def _acts(self, token: Token) -> bool:
        return any(kind.startswith("_") and kind not in (*_ALONE_NOTHING, *self._units) for kind, _ in token.options)

    def _opens(self, token: Token) -> bool:
        return any(kind in self._units for kind, _ in token.options)

    def _word(self, token: Token) -> str:
        return fold_word(self._text[token.start : token.end])

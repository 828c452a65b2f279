"""What people write for words on a phone: `par 2 pic`, `smy holds n con goes bul`."""

from __future__ import annotations

from collections.abc import Collection

from judge.notation.tokens import HOLD, MOVE, STOP, WORD, Token, is_kind, is_place


def without_texting(tokens: list[Token], text: str, fillers: Collection[str]) -> list[Token]:
    """Return tokens with `2` before a place as a movement. `n` as an `and`, and `2` behind a place as `too`, are one of the
    `fillers`.
    """
    found = list(tokens)
    for at, token in enumerate(tokens):
        word = text[token.start : token.end]
        if word not in ("2", "n") or token.options != ((WORD, None),) or not at:
            continue
        if text[token.start - 1] != " " or text[token.end : token.end + 1].isalnum():
            continue
        after = next((each for each in tokens[at + 1 :] if each.kind not in fillers), None)
        too = word == "2" and (is_place(tokens[at - 1]) or is_kind(tokens[at - 1], HOLD)) and (after is None or after.kind == STOP)
        if too or (word == "n" and after):
            found[at] = token._replace(options=((min(fillers), None),))
        elif after and word == "2" and is_place(after) and (is_place(tokens[at - 1]) or is_kind(tokens[at - 1], MOVE)):
            found[at] = token._replace(options=((MOVE, None),))
    return found


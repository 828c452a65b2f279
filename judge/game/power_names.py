"""The power that a player means by a name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.board import normalize_name
from judge.rules.ruleset import Ruleset

LEAST = 4
"""Letters of a name that is looked for in a sentence."""
_ARTICLE = re.compile(r"\s*(?:l['’´`]|d['’´`]|(?:the|la|le|les|el|il|lo|der|die|das|den|de|het)\s)\s*", re.IGNORECASE)
_BUT = re.compile(
    r"\b(?:but|except|not|never|ausser|außer|nicht|aber|sauf|pas|mais|salvo|menos|pero|no|tranne|ma|geen|niet)\b", re.IGNORECASE
)
"""Words behind which nobody names the powers that they would like."""


def find_power(text: str, ruleset: Ruleset) -> str:
    """The power a text names (its name, adjective, short form, another name of it, or a beginning that only one has), or ''.

    An article in front of it says nothing, `l'Angleterre`, `die Türkei`, nor does an `s` behind it: `the Italians`.
    """
    names = _names(ruleset)
    bare = normalize_name(_ARTICLE.sub("", text, count=1))
    for wanted in dict.fromkeys((normalize_name(text), bare, bare.removesuffix("s"))):
        exact = [name for name, known in names.items() if wanted in known]
        begun = [name for name in names if len(wanted) >= 2 and normalize_name(name).startswith(wanted)]
        if len(found := exact or begun) == 1:
            return found[0]
    return ""


def find_powers(text: str, ruleset: Ruleset) -> list[str]:
    """The powers that a sentence names in full, in its order, up to a word that takes something back."""
    names = _names(ruleset)
    words = [normalize_name(_ARTICLE.sub("", word, count=1)) for word in re.findall(r"[\w'’´`-]+", _BUT.split(text)[0])]
    found = list[str]()
    for word in words:
        found += [name for name, known in names.items() if len(word) >= LEAST and word in known and name not in found]
    return found


def listed_powers(text: str, ruleset: Ruleset) -> list[str]:
    """The powers of a list without commas, `italy turkey austria`; [] if any word of it names none."""
    found = [find_power(word, ruleset) for word in text.split()]
    return found if all(found) else []


def _names(ruleset: Ruleset) -> Mapping[str, set[str]]:
    return {each.name: set(map(normalize_name, (each.name, each.adjective, each.short, *each.also))) for each in ruleset.powers}

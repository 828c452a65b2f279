"""The referee's rules: one class that answers every question, and how a game's modules are put on top of it.

A module is a class that derives from `Rules`. A method of it that calls `super()` adds to the answer below it; one that does
not replaces it. Several modules of one game become one class at load, each before those that were named before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import FunctionType

from judge.compiling import mypyc_attr
from judge.rules.centres import CentreRules
from judge.rules.claim_rules import ClaimRules
from judge.rules.opening import OpeningRules
from judge.rules.outcomes import OutcomeRules
from judge.rules.strengths import StrengthRules
from judge.rules.visibility import VisibilityRules

GROUPS: tuple[type, ...] = (ClaimRules, StrengthRules, OutcomeRules, CentreRules, OpeningRules, VisibilityRules)
"""The questions by subject, in the order in which a game meets them. Each but `StrengthRules` derives from another one, for a class
that is compiled has one line of bases; what it says does not depend on that.
"""
QUESTIONS = tuple(name for group in GROUPS for name in vars(group) if not name.startswith("_"))
"""The name of every question."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(VisibilityRules):
    """Standard Diplomacy. A variant derives from it, overrides what is different and calls `super()` for the rest."""


def compose_rules(modules: Sequence[type[Rules]] = ()) -> Rules:
    """The standard rules with these modules on top of them, the first one lowest.

    Raises ValueError for a class that is no module, for a method that answers no question, for modules in an order that Python
    cannot make a class of, and where an answer would hide that of a module below which its own does not derive from.
    """
    for n, module in enumerate(modules):
        _check_module(module, modules[:n])
    try:
        return stack_rules(tuple(modules))
    except TypeError as error:
        names = ", ".join(module.__name__ for module in modules)
        raise ValueError(f"{names} cannot stand on one another in this order: {error}") from None


@lru_cache(200)  # a game that is played blind is put together for every letter
def stack_rules(modules: tuple[type[Rules], ...]) -> Rules:
    """The rules of one class made of these, the first one lowest. Raises TypeError where Python cannot make one of them."""
    own = [module for module in reversed(modules) if module is not Rules]
    if not own:
        return Rules()  # itself, not a class on top of it: compiled questions then ask one another without looking them up
    rules: Rules = type("On".join([module.__name__ for module in own]), (*own, Rules), {})()
    return rules


def _check_module(module: type[Rules], below: Sequence[type[Rules]]) -> None:
    if not (isinstance(module, type) and issubclass(module, Rules)):
        name = getattr(module, "__name__", repr(module))
        raise ValueError(f"{name} is no module of rules; write class {name}(Rules)")
    for part in module.__mro__:
        for name, answer in vars(part).items() if part not in Rules.__mro__ else ():
            if name in QUESTIONS:
                if not isinstance(answer, FunctionType):
                    raise ValueError(f"{part.__name__}.{name} is no method; write def {name}(self, ...) without a decorator")
                _may_replace(module, answer, below)
            elif isinstance(answer, FunctionType | staticmethod | classmethod) and not name.startswith("_"):
                raise ValueError(f"{part.__name__}.{name} answers no question; the questions are {', '.join(QUESTIONS)}")


def _may_replace(module: type[Rules], answer: FunctionType, below: Sequence[type[Rules]]) -> None:
    """An answer that does not ask for the one below it may hide only those of classes that its own derives from."""
    if "__class__" in answer.__code__.co_freevars:  # the cell that super() needs
        return
    for other in below:
        if answer.__name__ in vars(other) and not issubclass(module, other):
            raise ValueError(
                f"{module.__name__} hides what {other.__name__} answers to {answer.__name__!r}; "
                f"call super().{answer.__name__}(...), or write class {module.__name__}({other.__name__})"
            )

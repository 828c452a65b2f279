"""The small words of sentences about orders, by what they say there. The words themselves are data (`grammar/sentences.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Self

from judge.notation.word_choices import spelled_out

ANY = "*"
"""What stands in a phrase for one word or two that may be any."""
Words = frozenset[str]
_NONE: Words = frozenset()


@dataclass(frozen=True, slots=True)
class SmallWords:
    """Words and phrases in small letters; the name of each list says where it stands, or what it makes of what it stands beside."""

    before_what_is_done: Words = _NONE
    """Before what is done to a unit: `is brought to`."""
    before_named_deed: Words = _NONE
    """Before a verb's form that names what is done: `supports that landing`."""
    where_to: Words = _NONE
    """Behind a verb of movement that nobody knows: `scarpers to Rome`."""
    told_to: Words = _NONE
    """Before a unit that is told what it does: `I'll leave Tunis sitting there`."""
    commands: Words = _NONE
    """With these a sentence tells what a unit is to do: `move Vienna to Galicia`."""
    leaving: Words = _NONE
    """Before the place that a unit leaves: `leaves Albania for Greece`."""
    of_somebody_helped: Words = _NONE
    """Before a unit that is helped: `supports his army in Galicia`."""
    no_unit: Words = _NONE
    """Words of orders that say nothing of a unit among other words: `the army over in Trieste`."""
    says_of_order: Words = _NONE
    """By these something is said of an order before them: `Paris to Burgundy is off`."""
    makes_talk: Words = _NONE
    """They say nothing elsewhere, but make talk of a clause: `it is time for Paris to go to Burgundy`."""
    makes_talk_but_for_a_named_unit: Words = _NONE
    """So do these, where no unit is named by kind and place: `the boat in Trieste should go to …` is an order."""
    before_what_is_commanded: Words = _NONE
    """They make no talk of a clause behind a verb of command: `the Sultan decrees that the army in Smyrna hold`."""
    where: Words = _NONE
    """They begin a clause that tells of the place before it: `to the Ruhr, where the beer is better`."""
    whose_only_unit: Words = _NONE
    """Before a unit that is named by its kind only: `and my southern fleet`."""
    for_the_writer: Words = _NONE
    """These change no order: `build for me an army in Paris`."""
    begins_reason: Words = _NONE
    """Behind an order they begin a clause of their own, which says why."""
    between_kind_and_place: Words = _NONE
    """Between a kind of unit and its place: `the squadron lying at Kiel`."""
    makes_condition_of_where: Words = _NONE
    """They make a condition of `where`: `where possible`. Without one it only tells of a place: `where the tea is better`."""

    unit_before: Words = _NONE
    """These go on about the unit that the clause before names: `As for the Kiel fleet, it sails to Denmark`."""
    each_in_turn: Words = _NONE
    """With these each of several units goes to one of several places, in turn."""
    parts_clauses: Words = _NONE
    """They part two clauses, as marks do."""
    all_units: Words = _NONE
    """They may mean all units of a power."""

    please: Words = _NONE
    somebody_else: Words = _NONE
    """Whom a clause may be about that does not speak of its writer's orders."""
    writer: Words = _NONE
    """The writer, at the beginning of a clause."""
    therefore: Words = _NONE
    """Behind the reason of an order: `I don't want Belgium, so …`."""
    when: Words = _NONE
    """In front of what a denial is a condition with: `when he doesn't`."""
    asked_of_reader: Words = _NONE
    """What a reader may be asked not to do, beside orders: `don't tell Lorenzo`."""
    felt: Words = _NONE
    """What somebody never did, beside orders: `I never liked the sea`."""
    condition_of_all_orders: Words = _NONE
    """Conditions that every order is under: `A Par-Bur if the Kaiser lets me`."""
    before_what_is_meant: Words = _NONE
    """Between what a unit is not to do and what it does: `isn't going to Norway, it's going to Sweden`."""
    before_what_is_meant_with_another: Words = _NONE
    """The same, beside one of these or behind words like `but`."""

    between_taking_back_and_said: Words = _NONE
    """Between a word that takes back and one for what was said before: `cancel all of my orders`."""
    behind_what_was_said: Words = _NONE
    """Behind these two: `cancel that please`."""
    is_or_was: Words = _NONE
    """Between the same two the other way round: `that is cancelled`."""
    denies: Words = _NONE
    """Denials, without apostrophes."""

    unit_said_again: Words = _NONE
    """For a unit that is named before a comma: `Munich, it holds`."""
    unit_said_twice: Words = _NONE
    """Right behind a unit's name: `the fleet of Kiel it goes in Denmark`."""
    before_goal: Words = _NONE
    """Before where a unit goes."""
    of_compass: Words = _NONE
    """Directions: `goes north to Edinburgh`."""
    somewhere: Words = _NONE
    """Between a movement and where it goes: `goes back home to Vienna`."""
    stands_for_unit: Words = _NONE
    """Before or behind the place of a unit: `the one in Vienna`, `the Munich one`, `the lads from Paris`."""
    stands_for_unit_ahead: Words = _NONE
    """Before it only: `that at Smyrna`."""
    before_unit: Words = _NONE
    """Before a unit, or a word that stands for one."""
    every_one: Words = _NONE
    """All units that were named: `Paris and Marseilles both go to Burgundy`."""
    gets_back: Words = _NONE
    """Before `Warsaw back`."""
    done_to_places: Words = _NONE
    """What is done to a place, and to nothing that helps: `attacks it`."""
    goes_or_is_removed: Words = _NONE
    """A movement before a place: `must go Bulgaria`. Elsewhere a removal."""
    does_likewise: Words = _NONE
    """What another unit does is done, too: `and so does Kiel`."""
    too: Words = _NONE
    """The same behind a unit: `Munich too`."""

    asks_opinion: Words = _NONE
    """They take back the orders in the sentence before them, and mean nothing behind other talk."""
    leaves_choice: Words = _NONE
    """They leave open which of the orders before counts; within a sentence, of those in it."""
    corrects_in_front: Words = _NONE
    """They correct an order in front of what is meant, and are verbs elsewhere: `to wait for a boat`."""
    should_be: Words = _NONE
    """They correct an order if a part of one stands behind them."""
    hesitates: Words = _NONE
    """Between an order and another place these say nothing: `F Den-Swe, er, Ska`."""
    no_movement: Words = _NONE
    """How phrases end that say that a unit holds, if nothing is said of where to: `not moving`."""

    onward: Words = _NONE
    """Between the spaces of a move over two: `into MAO, and from there SAO`."""
    two_spaces: Words = _NONE
    """They say that a move goes over two spaces."""

    help_given: Words = _NONE
    """What a unit gives: `with Tyrolia's help`."""
    fleet_behind_place: Words = _NONE
    """A fleet behind its place, if it goes or holds: `London's ships enter the Channel`. They carry an army elsewhere."""
    attacks: Words = _NONE
    """Before where a unit goes that is named behind: `attack Belgium with Ruhr`."""

    counts_builds: Words = _NONE
    """They count what is built."""
    said_of_more_places: Words = _NONE
    """By these what was said of one place is said of more: `an army in Paris, the same in Marseilles`."""

    @classmethod
    def of(cls, lists: Mapping[str, Sequence[str]]) -> Self:
        """Make them from lists with choices of words. Raises ValueError if a list is missing, or is none of these."""
        names = [each.name for each in fields(cls)]
        for wrong in sorted(lists.keys() ^ set(names)):
            raise ValueError(f"there is no list {wrong!r}" if wrong in names else f"nothing reads a list {wrong!r}")
        return cls(**{name: frozenset(phrase for text in lists[name] for phrase in spelled_out(text)) for name in names})


NO_SMALL_WORDS = SmallWords()


def speaks_of(text: str, words: Words) -> bool:
    """Whether one of the words or phrases stands in a text, in letters of any size."""
    return bool(words) and _pattern(words).search(text) is not None


def without(text: str, words: Words) -> str:
    """Return a text without these words or phrases."""
    return _pattern(words).sub("", text) if words else text


def is_one_of(text: str, words: Words) -> bool:
    """Whether a text is one of these phrases, in letters of any size."""
    return bool(words) and _pattern(words).fullmatch(text) is not None


@lru_cache(maxsize=64)
def _pattern(phrases: Words) -> re.Pattern[str]:
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    each = "|".join(re.escape(phrase).replace(re.escape(ANY), r"\w+(?: \w+)?") for phrase in ordered)
    return re.compile(rf"\b(?:{each})\b", re.IGNORECASE)

"""A new address, told in plain words, is ADDRESS: both addresses are asked before anything changes."""

from __future__ import annotations

import pytest

from judge.commands.personal import ChangeAddress, new_address_in_words

TOLD = """
I have a new e-mail address: ann@new.example. Please use that one.
I have a new e-mail address, ann@new.example
I've got a new email: ann@new.example
My new email is ann@new.example
My new address is now <ann@new.example>.
my email has changed to ann@new.example, please send everything there.
My email address has changed to ann@new.example
My address is now ann@new.example!
Please change my address to ann@new.example
Could you please update my e-mail address to ann@new.example
From now on please use ann@new.example
In future, write to me at ann@new.example
Please use ann@new.example from now on.
Please send everything to ann@new.example instead
Hi Judge, I have changed my address to ann@new.example
Please note that my new mail address is ann@new.example, the old one is closing.
This is my new address: ann@new.example
"""
NOT_TOLD = """
Germany has a new address: ann@new.example
My ally's new address is ann@new.example
Please use ann@new.example
You can reach Germany at ann@new.example
My address is ann@new.example
Do not change my address to ann@new.example
Is my new address ann@new.example?
My new address is ann@new.example, is that right?
My new address is not ann@new.example
From now on please use capital letters
My new e-mail address is ann@new.example or bob@new.example
If my address is now ann@new.example, will you tell Ann?
I have a new fleet, ann@new.example
"""


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_told(line: str) -> None:
    """Whoever writes one of these expects mail there."""
    assert new_address_in_words(line) == ChangeAddress(line, "ann@new.example")


@pytest.mark.parametrize("line", NOT_TOLD.strip().splitlines())
def test_not_told(line: str) -> None:
    """Somebody else's address, a question, a choice, a negation, or an address without a word about a change."""
    assert new_address_in_words(line) is None

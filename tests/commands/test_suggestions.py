"""Letters in prose and the command that is suggested for them."""

from __future__ import annotations

import pytest

from judge.office.suggestions import commands_spoken_of

SPOKEN_OF = commands_spoken_of()


@pytest.mark.parametrize(
    "text",
    [
        "Something has come up at work. Could you please find a replacement for me?",
        "please find somebody to replace me",
        "Is there a substitute who could play on?",
        "Somebody else will have to take over for me.",
        "I'm sorry, I can’t go on with this game.",
        "I cannot continue.",
        "I am no longer able to play.",
        "I have to step down.",
        "I'm dropping out, sorry.",
        "I want to leave the game.",
    ],
)
def test_a_player_who_cannot_go_on_is_shown_resign(text: str) -> None:
    assert "RESIGN" in SPOKEN_OF.commands(text, "player")


OTHERS = ("How can I go on to Burgundy?", "We take over the Balkans!", "These replace my orders.", "Leave it.")


@pytest.mark.parametrize("text", OTHERS)
def test_other_players_are_not(text: str) -> None:
    assert "RESIGN" not in SPOKEN_OF.commands(text, "player")


def test_who_is_final_is_shown_final() -> None:
    assert list(SPOKEN_OF.commands("Fine, leave it like that. I am final.", "player")) == ["FINAL"]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("thats final 😎", "FINAL"),
        ("Meine Befehle sind endgültig.", "FINAL"),
        ("È tutto, finale.", "FINAL"),
        ("Cancel the Aegean order.", "CLEAR"),
        ("Cancel Aegean.", "CLEAR"),
        ("Please scrap my move to Burgundy", "CLEAR"),
        ("I will be on annual leave from 10 to 17 December with no access to e-mail.", "ABSENCE"),
        ("can we get 2 more days exams 😭", "EXTEND"),
        ("Pray note that from now on I shall be reached at w.ashby@newmail.example", "ADDRESS"),
        ("I have a new e-mail address", "ADDRESS"),
        ("I propose that we all share a draw", "PROPOSE DRAW"),
        ("Would you let me have the rules?", "RULES"),
    ],
)
def test_a_player_in_plain_words_is_shown_the_command(text: str, command: str) -> None:
    assert command in SPOKEN_OF.commands(text, "player")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Hi, can you please move it to Tuesday 1 December 20:00? Alma is ill.", "DEADLINE"),
        ("please give everyone two more days because Alma is ill", "EXTEND"),
        ("Fred rang me, his army in Paris goes to Burgundy.", "ORDER"),
        ("who has sent orders?", "STATUS"),
        ("could you run the turn, everybody is in", "PROCESS"),
        ("How can I keep strangers out of it?", "HELP ENTRY"),
    ],
)
def test_a_gm_in_plain_words_is_shown_the_command_first(text: str, command: str) -> None:
    assert next(SPOKEN_OF.commands(text, "gm")) == command


def test_whoever_opens_a_game_is_shown_how_to_state_rules() -> None:
    assert {"COMMENT", "RULES"} <= set(SPOKEN_OF.commands("What rules do we play by? Can I write my own rules?", "opener"))


def test_nothing_is_suggested_twice() -> None:
    found = list(SPOKEN_OF.commands("Who has sent orders, and when is the deadline due?", "gm"))
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("whom", "text", "command"),
    [
        ("stranger", "I would like to start a new game called Heron, standard rules please.", "CREATE"),
        ("opener", "The deadline should be every other Friday at 20:00 Berlin time", "DEADLINE"),
        ("opener", "no deadlines at all please, we go when everybody is ready", "DEADLINE"),
        ("opener", "how do I set the deadline?", "DEADLINE"),
        ("opener", "Please reserve Italy for ada@x.example and Turkey for ben@x.example", "INVITE"),
        ("opener", "how do I reserve a seat?", "INVITE"),
        ("opener", "no press please", "SET"),
        ("opener", "gunboat please", "HELP GUNBOAT"),
        ("opener", "What settings can I change?", "SETTINGS"),
        ("opener", "is the game full?", "STATUS"),
        ("gm", "Make Otto Blume co-GM please", "PROMOTE"),
        ("gm", "I want Otto Blume to help me run the game", "PROMOTE"),
        ("gm", "I would like to give the game away", "HANDOVER"),
        ("gm", "I quit as GM", "HANDOVER"),
        ("gm", "push the deadline back by two days", "EXTEND"),
        ("gm", "let the players vote on builds owned", "PROPOSE"),
        ("gm", "remind the late players", "REMIND"),
        ("gm", "broadcast Happy new year to all", "BROADCAST"),
        ("gm", "tell everybody that I am away next week", "BROADCAST"),
        ("gm", "what would happen now?", "PREVIEW"),
        ("gm", "pause over Christmas until 4 January", "PAUSE"),
        ("gm", "Please undo Autumn 1870", "ROLLBACK"),
    ],
)
def test_a_gm_from_elsewhere_is_shown_the_command(whom: str, text: str, command: str) -> None:
    assert command in list(SPOKEN_OF.commands(text, whom))[:3]


@pytest.mark.parametrize(
    "text",
    [
        "I would like to print your games Quillfeather and Pinta.",
        "I edit a Diplomacy zine and should like to print your games. How does that work?",
        "May I publish the reports of Quillfeather in our club magazine?",
        "Could my newsletter carry your games?",
    ],
)
def test_an_editor_is_shown_subscribe(text: str) -> None:
    assert "SUBSCRIBE" in SPOKEN_OF.commands(text, "stranger")


def test_somebody_who_read_of_a_game_in_a_zine_is_not() -> None:
    assert "SUBSCRIBE" not in SPOKEN_OF.commands("I read about you in a zine and would love to play.", "stranger")

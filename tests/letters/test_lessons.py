"""LESSON: a pupil who follows only its letters, and what each lesson says to what was written."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.cli.replay import replay_game
from judge.game.lessons import course_of, lesson_board
from judge.rules.lessons import Course, Lesson
from tests.letters.post_office import PostOffice, body

ANNA = "Anna Novak <anna@mail.example>"
AT = "anna@mail.example"
TITLES = ("Orders and centres", "Support", "Cutting a support", "Convoys", "Retreats", "Builds")


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def flat(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def pupil(house: PostOffice, text: str) -> EmailMessage:
    """Write to the lesson game; return the last letter that comes back."""
    return house.reply(AT, text, sender=ANNA)[-1]


def course(house: PostOffice) -> Course:
    return course_of(house.parts.rules("standard"))


def test_a_pupil_who_follows_only_the_letters(house: PostOffice) -> None:
    """They do what the last letter says behind "Send"; where it says nothing of the kind they say FINAL, which misses the goal."""
    letter = house.letter(ANNA, "LESSON")[-1]
    lessons = []
    for _ in range(30):
        lessons.append(letter["Subject"])
        told = re.search(r"Send (?:this line|these two lines):\n((?: +> .*\n)+)", body(letter))
        letter = pupil(house, re.sub(r" +> ", "", told[1]) if told else "FINAL")
        if letter["Subject"] == "[course1] The lessons are over":
            break
    ends = ("", ", once more", ", once more")
    again = [f"[course1] Lesson {number} of 6: {title}{end}" for number, title in enumerate(TITLES, 1) for end in ends]
    assert lessons == again
    assert "Well done! A fleet in Brest it is." in flat(letter)
    assert "PRACTICE begins a whole game against house players" in flat(letter)
    lines, same = replay_game(house.parts, "course1")
    assert same, lines


def test_the_first_letter_says_what_to_do(house: PostOffice) -> None:
    answer, lesson = house.letter(ANNA, "LESSON")
    assert "Your course of lessons has begun: it has 6 short lessons" in flat(answer)
    assert "Your lessons begin." in flat(answer)
    assert "0 of 2" not in flat(answer)  # it has not taught anything yet
    assert "LESSON 1 OF 6: ORDERS AND CENTRES You play France, with two armies." in flat(lesson)
    assert "Your units: A(Bur), A(Spa). Reply with your orders for Autumn 1901." in flat(lesson)
    assert len(body(lesson).splitlines()) <= 30


def test_what_was_written_is_played_out_and_explained(house: PostOffice) -> None:
    house.letter(ANNA, "LESSON 2")
    letter = flat(pupil(house, "A Par-Bur\nA Mar-Bur"))
    assert "SPRING 1902 French A(Par)-Bur: fails. A(Par) 1, A(Bur) 1: A(Bur) held." in letter
    assert "Not yet. Both armies went to Burgundy, each for itself." in letter
    assert "The board is as before. The move is A Par-Bur." in letter
    assert "A German army has come" not in letter
    assert "A German army has come" in flat(pupil(house, "LESSON"))
    done = flat(pupil(house, "A Mar-Bur\nA Par S A Mar-Bur"))
    assert "Well done! Two against one: the German army is dislodged." in done
    assert "LESSON 3 OF 6" in done


def test_hint_next_back_and_the_end(house: PostOffice) -> None:
    house.letter(ANNA, "LESSON")
    assert "A hint: An army in Burgundy that goes to Belgium is ordered like this: A Bur-Bel." in flat(pupil(house, "HINT"))
    assert pupil(house, "LESSON NEXT")["Subject"] == "[course1] Lesson 2 of 6: Support"
    assert pupil(house, "LESSON 5")["Subject"] == "[course1] Lesson 5 of 6: Retreats"
    assert pupil(house, "lesson back.")["Subject"] == "[course1] Lesson 4 of 6: Convoys"
    assert "There are 6 lessons" in flat(pupil(house, "LESSON 9"))
    assert "The lessons are over." in flat(pupil(house, "TERMINATE"))


@pytest.mark.parametrize(
    ("text", "number"),
    [("next lesson please", 3), ("Skip this lesson.", 3), ("please go to the next lesson", 3), ("back to the previous lesson", 1)],
)
def test_a_lesson_is_left_in_words(house: PostOffice, text: str, number: int) -> None:
    house.letter(ANNA, "LESSON 2")
    assert f"Lesson {number} of 6" in pupil(house, text)["Subject"]


def test_a_silent_pupil_is_reminded_once_and_kindly(house: PostOffice) -> None:
    house.letter(ANNA, "LESSON 2")
    assert house.wait(days=6) == []
    (reminder,) = house.wait(days=2)
    assert reminder["Subject"] == "[course1] Lesson 2 of 6 is waiting: Support"
    assert "Your lesson waits for you, and nothing is lost." in flat(reminder)
    assert "LESSON 2 OF 6: SUPPORT A German army has come to Burgundy" in flat(reminder)
    assert "TERMINATE" in flat(reminder)
    assert house.wait(days=20) == []
    assert "Well done!" in flat(pupil(house, "A Mar-Bur\nA Par S A Mar-Bur"))
    assert house.wait(days=6) == []
    assert "waits for you" in flat(house.wait(days=2)[0])
    assert "nobody has played on" in flat(house.wait(days=40)[0])


def test_a_practice_game_reminds_nobody(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE")
    assert house.wait(days=29) == []


def test_nobody_hears_of_it_and_it_is_no_record(house: PostOffice) -> None:
    house.letter(ANNA, "LESSON")
    pupil(house, "A Bur-Bel\nA Spa H")
    assert "course1" not in "".join(flat(letter) for letter in house.letter("Otto Blume <otto@mail.example>", "LIST"))
    assert "no phase due yet" in flat(pupil(house, "RECORD"))


def test_unclear_orders_run_nothing(house: PostOffice) -> None:
    house.letter(ANNA, "LESSON")
    (answer,) = house.reply(AT, "A Bur-Bel\nA Spa-Zzz", sender=ANNA)
    assert "Zzz" in flat(answer)


@pytest.mark.parametrize("number", range(1, 7))
def test_each_lesson(house: PostOffice, number: int) -> None:
    """Its solution reaches its goal; each reply is said to its orders; and its board has the first one's powers alone."""
    lessons = course(house).lessons
    lesson = lessons[number - 1]
    first, board = ({u.power for u in lesson_board(each, house.parts.rules("standard")).units} for each in (lessons[0], lesson))
    assert board <= first
    house.letter(ANNA, f"LESSON {number}")
    for reply in lesson.replies:
        letter = flat(pupil(house, "\n".join([*reply.when, "FINAL"])))
        assert " ".join(("Not yet. " + reply.say.split("\n\n")[0]).split()) in letter, letter
    done = flat(pupil(house, "\n".join(lesson.solution)))
    assert "Well done! " + " ".join(lesson.done.split("\n\n")[0].split()) in done


def test_the_solution_is_the_last_hint(house: PostOffice) -> None:
    for lesson in course(house).lessons:
        assert all(order in lesson.hints[-1] for order in lesson.solution), lesson.title


def test_a_game_without_lessons(house: PostOffice) -> None:
    assert house.parts.rules("chaos").course is None


def lesson_texts(lesson: Lesson) -> list[str]:
    return [lesson.task, lesson.done, lesson.otherwise, *lesson.hints, *(reply.say for reply in lesson.replies)]


def test_no_letter_is_long(house: PostOffice) -> None:
    for lesson in course(house).lessons:
        assert len(lesson.task.split()) <= 120, lesson.title
        assert all(len(text.split()) <= 60 for text in lesson_texts(lesson) if text != lesson.task), lesson.title

"""judge say: every letter and sentence has sample facts, and its words can be made of them."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from judge import cli
from judge.assets import find_assets
from judge.cli.say import Samples, template_of

TEMPLATES = Path(str(find_assets().templates))
SAMPLES = Samples(find_assets())
UNSAID = {"reply/refused", "news/own"}
"""What is said with words that are elsewhere: a refusal's in a file of its own, a game's own news in the game's folder."""


def templates() -> set[str]:
    """Every letter, reply, refusal, piece of news and reason that there are words for, as `judge say` names it."""
    letters = {path.name.removesuffix(".txt.j2") for path in TEMPLATES.glob("*.txt.j2")} - {"news"}
    rooms = ("reply", "reply/refused", "news", "why")
    parts = {f"{path.parent.name}/{path.stem}" for room in rooms for path in (TEMPLATES / room).glob("*.j2")}
    return letters | parts


def test_every_letter_and_sentence_has_a_sample() -> None:
    """And no sample is of words that are gone."""
    sampled = {template_of(key) for key in SAMPLES.names() if not key.startswith("help/")}
    assert templates() - UNSAID == sampled


@pytest.mark.parametrize("key", SAMPLES.names())
def test_a_sample_can_be_said(key: str) -> None:
    """In lines that every mail program leaves alone, without a value that is no word."""
    text = SAMPLES.say(key)
    assert text.strip()
    lines = [] if key.startswith("why/") else [line for line in text.splitlines() if not line.startswith("Subject: ")]
    assert not [line for line in lines if len(line) > 72]
    assert not re.search(r"\bNone\b(?! has| of|\.)|\bTrue\b|\bFalse\b|\[\]|\{\}|Undefined", text), text


def test_a_reply_whose_facts_are_known_needs_no_sample(tmp_path: Path) -> None:
    """Its facts are those of other replies; one with a fact that no sample has needs a sample of its own."""
    templates = shutil.copytree(TEMPLATES, tmp_path / "templates")
    (templates / "reply/hatted.j2").write_text("{{ reply.name }} wears a hat.")
    (templates / "reply/refused/hatless.j2").write_text("Nobody wears a hat.")
    (templates / "reply/coloured.j2").write_text("{{ reply.name }} wears a {{ reply.colour_of_hat }} hat.")
    samples = Samples(replace(find_assets(), templates=templates))
    assert re.search(r"\w+ wears a hat\.", samples.say("reply/hatted"))
    assert "Nobody wears a hat." in samples.say("refused/hatless")
    assert "reply/coloured" not in samples.names()


def test_a_template_may_bring_its_own_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At its head, in a comment. Without one it is said what is missing; nothing that facts do not fit ends in a traceback."""
    templates = shutil.copytree(TEMPLATES, tmp_path / "templates")
    monkeypatch.setattr("judge.cli.say.find_assets", lambda: replace(find_assets(), templates=templates))
    (templates / "reply/coloured.j2").write_text("{# sample: {hat: {of: [red, green]}} #}\n{{ reply.hat.of | last }} hat.")
    assert cli.main(["say", "reply/coloured"]) == 0
    assert "green hat." in capsys.readouterr().out
    (templates / "reply/plain.j2").write_text("{{ reply.zone }} and {{ reply.brim }}")
    assert cli.main(["say", "reply/plain"]) == 2
    assert "brim" in capsys.readouterr().err
    (templates / "reply/odd.j2").write_text("{{ reply.zone.brim.width }}{{ 3 + reply.name }}")
    for facts in ([], ["--facts", str(tmp_path / "facts.yaml")]):
        (tmp_path / "facts.yaml").write_text("zone: {brim: {width: 2}}\n")
        assert cli.main(["say", "reply/odd", *facts]) == 2
        told = capsys.readouterr().err
        assert "reply/odd" in told
        assert "sample: {" in told
    (templates / "reply/odd.j2").write_text("{# sample: {brim #}")
    assert cli.main(["say", "reply/odd"]) == 2
    assert "odd.j2" in capsys.readouterr().err


def test_it_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["say", "reply/timezone"]) == 0
    assert "New York" in capsys.readouterr().out
    (tmp_path / "facts.yaml").write_text("zone: Asia/Tokyo\n")
    assert cli.main(["say", "reply/timezone", "--facts", str(tmp_path / "facts.yaml")]) == 0
    assert "Tokyo" in capsys.readouterr().out


def test_all_samples_of_one_template_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["say", "confirm"]) == 0
    assert capsys.readouterr().out.count("---- confirm ") == len([key for key in SAMPLES.names() if template_of(key) == "confirm"])


def test_the_names_are_listed_and_a_wrong_one_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["say"]) == 0
    assert "refused/full" in capsys.readouterr().out.splitlines()
    assert cli.main(["say", "reply/nonsense"]) == 2
    assert "no sample" in capsys.readouterr().err
    (tmp_path / "facts.yaml").write_text("zone: [")
    assert cli.main(["say", "reply/timezone", "--facts", str(tmp_path / "facts.yaml")]) == 2
    (tmp_path / "facts.yaml").write_text("just words")
    assert cli.main(["say", "reply/timezone", "--facts", str(tmp_path / "facts.yaml")]) == 2


def test_a_closed_pipe_is_no_fault_of_a_template(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w", encoding="utf-8", buffering=1) as full:
        monkeypatch.setattr("sys.stdout", full)
        cli.main(["say", "reminder"])
        monkeypatch.undo()
    assert "Facts of its own" not in capfd.readouterr().err

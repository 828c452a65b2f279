"""An issue in every format: one file for all of its games; what fails is left out, and both the editor and the operator know."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.office.zines.rendering import Public
from judge.print import FORMATS, Erratum, GameEnding, IssueGame, ZineIssue, parse_style
from judge.print import docx as documents
from judge.print.formats import issue_files
from tests.letters.post_office import PostOffice, body
from tests.print.gallery import drawn
from tests.print.test_formats import SVG

EDITOR = "percy@thefiling.example"
ZINE = 'SUBSCRIBE Quillfeather, Pinta FOR "The Filing Cabinet"'


def issue(style: str = "") -> ZineIssue:
    """Two games with a report, one that is over and one with nothing new; press and a note full of markup."""
    players, table = ("Italy: Ada & Ben", "Turkey: Gwen"), ("       1900 01", " Ita      3  4")
    over = GameEnding("Won by <Italy>.", players, table, statements=(("Gwen, Turkey", "I <never> & ever.\n  Nor you."),))
    plain, other = (replace(drawn(case, style), picture=lambda palette: SVG) for case in ("standard", "colonial_diplomacy"))
    areas = (
        IssueGame("standard", "Autumn 1902 is due.", (plain,)),
        IssueGame("colonial", "It goes on.", (other, replace(other, headline="<b>"))),
        IssueGame("done", "The game is over.", (), over),
        IssueGame("idle", "It waits & sees."),
    )
    said = "Blot, Spring 1901: Rev 2 takes the place of Rev 1."
    wrong = Erratum(said, ("France: A(Par)-Bur * -> A(Par)-Bur",), "Reason (GM): <oops>")
    title, words = "The <Filing> Cabinet", drawn("standard").words
    return ZineIssue(title, "filing-2027-03-28", "Sun 28 March 2027", areas, (wrong,), words, parse_style(style))


ORDERED = ("Errata", "France: A(Par)-Bur", "Nothing new", "It waits", "Won by", "What the players say", "never", "Gwen, Turkey")
"""What stands in every issue, in this order."""


@pytest.mark.parametrize("form", ["text", "html", "page", "markdown", "latex", "docx"])
def test_one_file_holds_the_whole_issue(form: str) -> None:
    file, *maps = issue_files(issue(), form)
    assert all(each.name.endswith(".png") for each in maps)
    assert not maps or form == "latex", "all others have theirs within"
    assert file.name.startswith("filing-2027-03-28.")
    if form == "docx":
        docx = pytest.importorskip("docx")
        found = docx.Document(io.BytesIO(file.content)).paragraphs
        text = "\n".join(each.text for each in found)
        titles = [each.text for each in found if each.style.name in ("GameTitle", "NextGameTitle")]
        assert [title.partition(" ")[0] for title in titles] == ["Blot", "Blot", "Done"]
        assert found[0].style.name == "IssueTitle"
    else:
        text = file.content.decode()
    at = [text.lower().index(said.lower()) for said in ORDERED if form != "text" or said != "Errata"]
    assert at == sorted(at)
    if form in ("html", "page"):
        assert "<b>&" not in text
        assert "&lt;oops&gt;" in text
        assert "<p>I &lt;never&gt; &amp; ever.<br/>  Nor you.</p>" in text
        assert text.count('<section class="dipgame') == 6
    if form == "text":
        assert max(map(len, text.split("\n"))) <= 72
        assert text.startswith("ERRATUM  Blot, Spring 1901: Rev 2 takes the place of Rev 1.\n     France: A(Par)-Bur *")
        assert text.count("=" * 72) == 2
    assert "Undefined" not in text


def test_the_records_of_an_issue() -> None:
    body = json.loads(FORMATS["json"].issue(issue()))
    assert {game["game"]: len(game["phases"]) for game in body["games"]} == {"standard": 1, "colonial": 2, "done": 0, "idle": 0}
    assert body["games"][2]["ending"]["said"] == "Won by <Italy>."
    assert FORMATS["njudge"].issue(issue()).count(b" results for ") == 3


@pytest.mark.parametrize(("style", "pictures"), [("", 2), ("maps=each", 3)])
def test_each_game_has_its_map(style: str, pictures: int) -> None:
    """The last phase's; or each phase's, if the editor would rather have them all."""
    assert len(list(issue_files(issue(style), "svg"))) == pictures
    docx = pytest.importorskip("docx")
    (file,) = issue_files(issue(style), "docx")
    assert len(docx.Document(io.BytesIO(file.content)).inline_shapes) == pictures


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A house with an editor of two games, whose copy is due in a fortnight."""
    made = PostOffice(tmp_path, operator="ops@pbm.example")
    made.game()
    made.letter(f"Percy Vane <{EDITOR}>", f"{ZINE}\nCOPYDATE Sundays 12:00 London\nFORMATS text docx")
    return made


def to(sent: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [message for message in sent if message["To"] == address]


def test_a_file_that_fails_is_left_out_and_told(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> bytes:
        raise ValueError("no such style")

    monkeypatch.setattr(documents, "build_docx", broken)
    sent = office.wait(days=6)
    (copy,) = to(sent, EDITOR)
    assert [part.get_filename() for part in copy.iter_attachments()] == ["the-filing-cabinet-2027-03-07.txt"]
    assert "With this mail: the-filing-cabinet-2027-03-07.txt.\nI could not make docx" in body(copy)
    (alert,) = to(office.work() + sent, "ops@pbm.example")
    assert str(alert["Subject"]) == 'Judge: the copy for "The Filing Cabinet" went without docx'
    monkeypatch.undo()
    (again,) = to(office.reply(EDITOR, "RESEND"), EDITOR)[1:]
    assert len(list(again.iter_attachments())) == 2


def test_a_stop_between_deciding_and_sending_loses_no_copy_and_sends_none_twice(office: PostOffice, tmp_path: Path) -> None:
    """Once after the copy is queued, once after its bytes are kept: whoever starts again sends the one letter."""
    office.hands.time = office.hands.time.replace(day=7, hour=12, minute=30)
    while office.parts.office.tick(office.hands.time):
        pass
    second = PostOffice(tmp_path, operator="ops@pbm.example")
    second.hands.time = office.hands.time

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    second.hands.keep = killed  # type: ignore[method-assign,assignment]
    with pytest.raises(KeyboardInterrupt):
        second.drain.run()
    third = PostOffice(tmp_path)
    third.hands.time = office.hands.time
    third.parts.store.free_claims()
    (copy,) = to(third.work(), EDITOR)
    assert str(copy["Subject"]).startswith("[the filing cabinet] Copy: Quillfeather Spring 1901")
    assert len(list(copy.iter_attachments())) == 2
    assert to(third.work() + third.wait(hours=1), EDITOR) == []


def test_a_game_that_cannot_be_laid_out_keeps_no_other_back(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    office.game("pinta")
    office.letter(EDITOR, ZINE)
    bundles = office.parts.sayer._bundles
    public = bundles._public

    def broken(game: str, seq: int, names: str) -> Public:
        if game == "quillfeather":
            raise LookupError(game)
        return public(game, seq, names)

    monkeypatch.setattr(bundles, "_public", broken)
    (copy,) = to(office.wait(days=6), EDITOR)
    assert "I could not make quillfeather, so that is missing" in " ".join(body(copy).split())
    assert "Quillfeather: could not be laid out. RESEND tries again." in " ".join(body(copy).split())
    assert str(copy["Subject"]) == "[the filing cabinet] Copy: Pinta Spring 1901"

"""A sign of life to somebody elsewhere, and the letter of every morning."""

from __future__ import annotations

import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from judge.config import ConfigError, load_config
from judge.daemon.heartbeat import Heartbeat, fetch
from judge.daemon.remark import Level, Remark
from tests.letters.post_office import PostOffice, body
from tests.waiting import LONGEST

OPERATOR = "keeper@home.example"


def test_a_page_is_asked_for_unless_something_is_critical(caplog: pytest.LogCaptureFixture) -> None:
    """A warning is no reason to raise an alarm in the night."""
    asked, wrong = list[str](), list[Remark]()
    heart = Heartbeat("https://alive.example/secret", lambda: wrong, asked.append)
    assert heart.beat()
    wrong.append(Remark(Level.WARNING, "backup", {"days": 4}))
    assert heart.beat()
    wrong.append(Remark(Level.CRITICAL, "place", {}))
    assert not heart.beat()
    assert len(asked) == 2
    assert "secret" not in caplog.text


def test_a_page_that_cannot_be_had_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def fail(url: str) -> None:
        raise OSError(f"{url}: Name or service not known")

    assert not Heartbeat("https://alive.example/secret", list, fail).beat()
    assert "no heartbeat" in caplog.text
    assert "secret" not in caplog.text


def test_a_store_that_cannot_be_read_gives_no_sign() -> None:
    def fail() -> list[Remark]:
        raise OSError("disk")

    assert not Heartbeat("https://alive.example/secret", fail, lambda url: None).beat()


def test_it_is_a_real_request() -> None:
    """To a web server, as it will be."""
    paths = list[str]()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(f"{self.path} {str(self.headers['User-Agent']).partition('/')[0]}")
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        fetch(f"http://127.0.0.1:{server.server_port}/ping")
        thread.join(LONGEST)
    assert paths == ["/ping judge"]


def test_a_letter_every_morning(tmp_path: Path) -> None:
    """One a day, from six o'clock (UTC) on; after a restart, too."""
    office = PostOffice(tmp_path, operator=OPERATOR, backup_days=0, heartbeat="daily")
    office.game()
    told = list[str]()
    for hours in range(48):
        office.hands.time += timedelta(hours=1)
        office.parts.watch.look()
        told += [f"{hours} {each['Subject']} {body(each)}" for each in office.work() if each["To"] == OPERATOR]
    assert [each.split()[0] for each in told] == ["0", "17", "41"]  # it begins at noon
    assert all("Judge: I am at work" in each and "Running: 1 game." in " ".join(each.split()) for each in told)


@pytest.mark.parametrize("said", ["hourly", "alive.example/x", "ftp://alive.example"])
def test_what_cannot_be_asked_for(said: str, tmp_path: Path) -> None:
    (tmp_path / "judge.yaml").write_text(f"heartbeat: {said}\n")
    with pytest.raises(ConfigError, match="heartbeat: expected a web address"):
        load_config(tmp_path / "judge.yaml")

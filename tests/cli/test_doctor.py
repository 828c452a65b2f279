"""`judge doctor`: every trouble that an operator may have is found, called by its name, and changes nothing."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from judge.assets import find_assets
from judge.cli import doctor, main
from judge.cli.doctor import words
from judge.clock import SystemClock
from judge.config import Config, ImapConfig, MaildirInConfig, RelayConfig, SmtpInConfig
from judge.daemon import ways
from judge.daemon.single import only_judge
from judge.doctor import diagnosis, file_checks, round_trip, work_check
from judge.doctor.diagnosis import CHECKS, diagnose
from judge.doctor.finding import Finding, State, Surroundings
from judge.doctor.round_trip import check_round_trip
from judge.letters import Letter
from judge.mail.dns_records import check_sending_domain
from judge.mail.smtp_in import SmtpServer
from judge.store import ReplyTokens
from judge.version import judge_version
from tests.letters.post_office import SEED, PostOffice
from tests.mail.servers import listening

SOUND = {
    ("pbm.judges.org", "MX"): ["10 mx.judges.org."],
    ("pbm.judges.org", "TXT"): ["google-site-verification=1", "v=spf1 mx -all"],
    ("judge._domainkey.pbm.judges.org", "TXT"): ["v=DKIM1; k=rsa; p=MIIB"],
    ("_dmarc.pbm.judges.org", "TXT"): ["v=DMARC1; p=reject"],
    ("mx.judges.org", "A"): ["192.0.2.7"],
    ("7.2.0.192.in-addr.arpa.", "PTR"): ["mx.judges.org."],
}
"""A domain of which nothing is wrong."""


def answers(records: Mapping[tuple[str, str], Sequence[str]]) -> Callable[[str, str], Sequence[str]]:
    """Name servers that know these records."""
    return lambda name, kind: records.get((name, kind), ())


class Nothing:
    """A mail server that takes every letter."""


class House:
    """A judge with a game, and what is found of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.office = PostOffice(folder)
        self.office.game()
        (folder / "judge.db").chmod(0o600)
        self.settings = Config(
            address="judge@pbm.judges.org", operator="ann@home.example", key=folder / "judge.key", smtp=None,
            store=f"sqlite:///{folder}/judge.db", maildir=folder / "mail",
        )  # fmt: skip
        self.around = Surroundings(
            self.office.hands.time + timedelta(minutes=1), answers(SOUND), backups=folder / "backups", synchronised=lambda: True
        )

    def found(self, **settings: Any) -> dict[str, Finding]:
        """Key → finding."""
        return {each.key: each for each in diagnose(replace(self.settings, **settings), self.around)}

    def sql(self, statement: str) -> None:
        """Do something to the store that no judge does."""
        engine = create_engine(self.settings.store)
        with engine.begin() as connection:
            connection.execute(text(statement))
        engine.dispose()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_of_a_sound_judge_only_what_it_lacks_is_said(house: House) -> None:
    found = house.found()
    assert {key for key, each in found.items() if each.state is not State.WELL} == {"relay-none", "backup-none", "daemon-none"}
    sound = "store key disk clock operator spf dkim dmarc mx letters outbox games"
    assert {f"{about}-well" for about in sound.split()} <= {*found}


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"operator": ""}, "operator-none"),
        ({"operator": "ann@pbm.judges.org"}, "operator-here"),
        ({"store": "sqlite:////nowhere/judge.db"}, "store-missing"),
        ({"key": Path("/nowhere/judge.key")}, "key-missing"),
        ({"address": "judge@localhost"}, "dns-local"),
        ({"smtp": SmtpInConfig(port=1)}, "intake-silent"),
        ({"lmtp": SmtpInConfig(port=1)}, "intake-silent"),
        ({"relay": RelayConfig("127.0.0.1", 1, tls="none")}, "relay-failed"),
        ({"imap": ImapConfig("127.0.0.1", "judge", "secret", port=1, tls=False)}, "mailbox-failed"),
        ({"inbox": MaildirInConfig("/nowhere")}, "inbox-closed"),
    ],
)
def test_what_the_configuration_gets_wrong(house: House, settings: dict[str, Any], key: str) -> None:
    assert key in house.found(**settings)


@pytest.mark.parametrize(
    ("published", "key"),
    [("v=DKIM1; k=rsa; p=MIIBAAAA", "dkim-well"), ("v=DKIM1; k=rsa; p=MIIBAAAB", "dkim-other"), ("v=DKIM1; p=", "dkim-revoked")],
)
def test_the_published_key_is_compared_with_the_one_of_setup(house: House, tmp_path: Path, published: str, key: str) -> None:
    """A key that is pasted wrongly makes every signature fail. The file has it in pieces."""
    zone = tmp_path / "dns.zone"
    zone.write_text('; DKIM\njudge._domainkey IN TXT   "v=DKIM1; k=rsa; p=MIIB" "AAAA"\n_dmarc IN TXT "v=DMARC1; p=none"\n')
    house.around = replace(
        house.around, resolve=answers({**SOUND, ("judge._domainkey.pbm.judges.org", "TXT"): [published]}), zone=zone
    )
    assert key in house.found()


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({("pbm.judges.org", "MX"): []}, "mx-none"),
        ({("pbm.judges.org", "TXT"): []}, "spf-none"),
        ({("pbm.judges.org", "TXT"): ["v=spf1 mx -all", "v=spf1 a -all"]}, "spf-several"),
        ({("pbm.judges.org", "TXT"): ["v=spf1 +all"]}, "spf-open"),
        ({("pbm.judges.org", "TXT"): ["v=spf1 mx"]}, "spf-open"),
        ({("pbm.judges.org", "TXT"): ["v=spf1 include:spf.provider.org ~all"]}, "spf-well"),
        ({("pbm.judges.org", "TXT"): ["v=spf1 redirect=spf.provider.org"]}, "spf-well"),
        ({("judge._domainkey.pbm.judges.org", "TXT"): []}, "dkim-none"),
        ({("judge._domainkey.pbm.judges.org", "TXT"): ["v=DKIM1; p="]}, "dkim-revoked"),
        ({("judge._domainkey.pbm.judges.org", "TXT"): ["p=MIIB"]}, "dkim-well"),
        ({("_dmarc.pbm.judges.org", "TXT"): []}, "dmarc-none"),
        ({("_dmarc.pbm.judges.org", "TXT"): ["v=DMARC1; p=none", "v=DMARC1; p=reject"]}, "dmarc-several"),
        ({("_dmarc.pbm.judges.org", "TXT"): ["v=DMARC1; p=none; rua=mailto:a@b.org"]}, "dmarc-watching"),
        ({("_dmarc.pbm.judges.org", "TXT"): ["v=DMARC1; rua=mailto:a@b.org"]}, "dmarc-unreadable"),
        ({("_dmarc.pbm.judges.org", "TXT"): ["v=dmarc1;p=quarantine"]}, "dmarc-well"),
    ],
)
def test_what_the_dns_says(changed: dict[tuple[str, str], list[str]], key: str) -> None:
    found = check_sending_domain("pbm.judges.org", "judge", answers({**SOUND, **changed}))
    assert key in {f"{each.about}-{each.how}" for each in found}


@pytest.mark.parametrize(
    ("changed", "keys"),
    [
        ({}, {"ptr-well"}),
        ({("mx.judges.org", "A"): []}, {"mx-nowhere"}),
        ({("7.2.0.192.in-addr.arpa.", "PTR"): []}, {"ptr-none"}),
        ({("7.2.0.192.in-addr.arpa.", "PTR"): ["static-7.provider.example."]}, {"ptr-other"}),
        ({("pbm.judges.org", "MX"): ["10 mx.judges.org.", "20 mx2.judges.org."]}, {"ptr-well", "mx-nowhere"}),
        ({("mx.judges.org", "AAAA"): ["2001:db8::7"]}, {"ptr-well", "ptr-none"}),
    ],
)
def test_the_reverse_name_of_a_server_of_one_s_own(
    house: House, changed: dict[tuple[str, str], list[str]], keys: set[str]
) -> None:
    """It sends, so receivers ask for it."""
    house.around = replace(house.around, resolve=answers({**SOUND, **changed}))
    with listening(Nothing()) as port:
        found = house.found(relay=RelayConfig("127.0.0.1", port, tls="none"))
    assert {key for key in found if key.startswith("ptr") or key == "mx-nowhere"} == keys
    assert all(found[key].state is (State.WELL if key == "ptr-well" else State.TO_DO) for key in keys)


def test_the_reverse_name_of_somebody_else_s_server(house: House) -> None:
    assert house.found(relay=RelayConfig("relay.invalid"))["ptr-elsewhere"].state is State.WELL


def test_name_servers_that_do_not_answer_are_no_fault_of_the_judge(house: House) -> None:
    def silent(name: str, kind: str) -> Sequence[str]:
        raise OSError("the name servers do not answer: timed out")

    house.around = replace(house.around, resolve=silent)
    assert house.found()["dns-silent"].state is State.UNKNOWN


def test_secrets_that_others_can_read(house: House) -> None:
    (house.folder / "judge.key").chmod(0o644)
    assert "judge.key" in words(house.found()["file-open"])


def test_another_key_than_the_store_knows(house: House) -> None:
    """Before a start with it: a copy of an old one, or of another judge's."""
    assert "key-other" not in house.found()
    (house.folder / "judge.key").write_text("another" * 3)
    told = " ".join(words(house.found()["key-other"]).split())
    assert ReplyTokens(b"another" * 3).fingerprint in told
    assert ReplyTokens(SEED.encode()).fingerprint in told


def test_an_empty_key(house: House) -> None:
    """The judge does not start with it."""
    (house.folder / "judge.key").write_bytes(b"\0\0\n")
    assert house.found()["key-empty"].state is State.TO_DO


def test_folders_that_cannot_be_used(house: House) -> None:
    (house.folder / "file").touch()
    found = house.found(maildir=house.folder / "file", games=(house.folder / "none",))
    assert {found["folders-closed"].state, found["folders-missing"].state} == {State.TO_DO}
    assert found["folders-closed"].facts["error"].endswith("file is no folder")
    assert not {"folders-closed", "folders-missing"} & {*house.found()}


def test_a_backup_that_is_empty(house: House) -> None:
    (house.folder / "backups").mkdir()
    (house.folder / "backups" / "judge-1.backup").touch()
    assert house.found()["backup-empty"].state is State.TO_DO


def test_a_letter_that_failed_and_an_outbox_that_stands(house: House) -> None:
    house.sql("UPDATE letters SET state = 'shunted' WHERE id = 1")
    since = (house.around.now - timedelta(hours=3)).isoformat(timespec="microseconds")
    house.sql(f"UPDATE notices SET state = 'queued', since = '{since}' WHERE id = 1")
    found = house.found()
    assert "judge letter 1 --words" in " ".join(words(found["letters-shunted"]).split())
    assert "outbox-old" in found


def test_games_that_cannot_be_opened_or_wait(house: House) -> None:
    house.around = replace(house.around, now=house.around.now + timedelta(days=30))
    assert house.found()["games-overdue"].facts["games"] == ["quillfeather"]
    house.sql("UPDATE games SET head = '{}'")
    assert house.found()["games-unreadable"].facts["games"] == ["quillfeather"]


@pytest.mark.parametrize(("says", "key"), [(True, "clock-well"), (False, "clock-alone"), (None, "clock-unknown")])
def test_whether_time_servers_set_the_clock(house: House, says: bool | None, key: str) -> None:
    house.around = replace(house.around, synchronised=lambda: says)
    assert key in house.found()


def test_a_clock_behind_the_newest_letter(house: House) -> None:
    house.around = replace(house.around, now=house.around.now - timedelta(days=1))
    assert "clock-behind" in house.found()


def test_backups(house: House) -> None:
    assert "backup-none" in house.found()
    file = house.folder / "backups" / "judge-1.backup"
    file.parent.mkdir()
    file.write_text("all")
    made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    house.around = replace(house.around, now=made + timedelta(hours=20))
    assert "backup-well" in house.found()
    house.around = replace(house.around, now=made + timedelta(days=4))
    assert "backup-old" in house.found()
    assert "backup-old" not in house.found(backup_days=5)
    assert not {each for each in house.found(backup_days=0) if each.startswith("backup")}


def test_a_relay_that_answers(house: House) -> None:
    with listening(Nothing()) as port:
        assert "relay-well" in house.found(relay=RelayConfig("127.0.0.1", port, tls="none"))


@pytest.mark.parametrize("lmtp", [False, True])
def test_a_port_at_which_the_judge_answers(house: House, lmtp: bool) -> None:
    server = SmtpServer("127.0.0.1", 0, "judge@pbm.judges.org", lambda letters: None, SystemClock(), lmtp=lmtp)
    server.start()
    way = {"lmtp" if lmtp else "smtp": SmtpInConfig(port=server.port)}
    try:
        with only_judge(house.settings.store):
            assert "intake-well" in house.found(**way)
        assert house.found(**way)["intake-other"].state is State.TO_DO  # it works on another store
    finally:
        server.stop()


def test_a_port_at_which_another_program_answers(house: House) -> None:
    with listening(Nothing()) as port, only_judge(house.settings.store):
        found = house.found(smtp=SmtpInConfig(port=port))["intake-other"]
    assert found.state is State.TO_DO
    assert f"ss -ltnp sport = :{port}" in " ".join(words(found).split())


def test_a_port_at_which_a_program_waits_in_silence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """As web servers do, which let the other side speak first."""
    monkeypatch.setattr(ways, "SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as server, only_judge(house.settings.store):
        found = house.found(smtp=SmtpInConfig(port=server.getsockname()[1]))
    assert "It says: nothing." in " ".join(words(found["intake-other"]).split())


def test_who_is_at_work(house: House) -> None:
    with only_judge(house.settings.store):
        told = " ".join(words(house.found()["daemon-well"]).split())
        assert f"a judge (process {os.getpid()}, version {judge_version()})" in told
    assert house.found()["daemon-none"].state is State.TO_DO


def test_a_judge_that_cron_starts_again_and_again(house: House) -> None:
    with only_judge(house.settings.store, ticks=True):
        pass
    ended = datetime.fromtimestamp((house.folder / "judge.db-lock").stat().st_mtime, UTC)
    house.around = replace(house.around, now=ended + timedelta(minutes=50))
    assert house.found()["daemon-ticks"].state is State.WELL
    house.around = replace(house.around, now=ended + timedelta(minutes=70))
    assert house.found()["daemon-late"].state is State.TO_DO
    with pytest.raises(ZeroDivisionError), only_judge(house.settings.store, ticks=True):
        raise ZeroDivisionError
    assert "daemon-none" in house.found(), "a tick that failed is none"


def test_letters_that_nobody_fetches(house: House) -> None:
    new = house.folder / "in" / "new"
    new.mkdir(parents=True)
    (house.folder / "in" / "cur").mkdir()
    (new / "1").touch()
    came = datetime.fromtimestamp((new / "1").stat().st_mtime, UTC)
    inbox = MaildirInConfig(str(house.folder / "in"))
    house.around = replace(house.around, now=came + timedelta(minutes=14))
    assert "inbox-unfetched" not in house.found(inbox=inbox)
    house.around = replace(house.around, now=came + timedelta(minutes=16))
    assert house.found(inbox=inbox)["inbox-unfetched"].state is State.TO_DO


def test_letters_that_nobody_fetches_from_a_mailbox(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    box = ImapConfig("mail.example", "judge", "secret")
    for minutes, key in ((14, False), (16, True)):
        since = house.around.now - timedelta(minutes=minutes)
        monkeypatch.setattr(diagnosis, "probe_mailbox", lambda box, since=since: (2, since, None))
        assert ("mailbox-unfetched" in house.found(imap=box)) is key


def test_a_store_that_could_not_be_made(house: House) -> None:
    (house.folder / "file").touch()
    found = house.found(store=f"sqlite:///{house.folder}/file/judge.db")["store-impossible"]
    assert "is no folder" in " ".join(words(found).split())
    assert "Check `store`" in " ".join(words(found).split())


def test_a_password_that_cannot_be_read_stops_no_check(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    file = house.folder / "judge.yaml"
    open_to_all = house.folder / "open"
    open_to_all.write_text("secret")
    open_to_all.chmod(0o644)
    for password, said in ((house.folder / "none", "No such file"), (open_to_all, "chmod o-r")):
        file.write_text(
            f"address: judge@localhost\noperator: ann@home.example\nkey: {house.folder}/judge.key\ntake: []\n"
            f"relay: {{host: 127.0.0.1, port: 1, tls: none, user: judge, password_file: {password}}}\n"
            f"store: sqlite:///{house.folder}/judge.db\n"
        )
        assert main(["doctor", "--config", str(file)]) == 1
        report = " ".join(capsys.readouterr().out.split())
        assert "TO DO password" in report
        assert said in report
        assert "backup" in report


def test_a_certificate_that_ends_soon(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis.SmtpRelay, "probe", lambda relay: house.around.now + timedelta(days=3))
    found = house.found(relay=RelayConfig("relay.example"))
    assert found["certificate-ends"].facts["days"] == 3


def test_how_long_a_certificate_is_good(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis.SmtpRelay, "probe", lambda relay: house.around.now + timedelta(days=63))
    found = house.found(relay=RelayConfig("relay.example"))["certificate-well"]
    assert "The certificate of relay.example ends in 63 days." in " ".join(words(found).split())


def test_a_backup_that_was_made_elsewhere(house: House) -> None:
    """By a worker on another machine."""
    house.sql(f"INSERT INTO store_facts VALUES ('backed up', '{(house.around.now - timedelta(days=2)).isoformat()}')")
    assert house.found()["backup-elsewhere"].state is State.WELL
    house.around = replace(house.around, now=house.around.now + timedelta(days=3))
    assert house.found()["backup-none"].state is State.TO_DO


def test_a_folder_of_backups_that_was_removed(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """That one was made there does not make it well; one that was put elsewhere is not missed."""
    file = house.folder / "judge.yaml"
    file.write_text(f"key: {house.folder}/judge.key\nstore: {house.settings.store}\nmaildir: {house.folder}/mail\ntake: []\n")
    assert main(["backup", "--config", str(file)]) == 0
    [made] = (house.folder / "backups").iterdir()
    house.around = replace(house.around, now=SystemClock().now())
    assert "backup-well" in house.found()
    made.unlink()
    for _ in ("an empty folder", "none"):
        found = house.found()["backup-gone"]
        assert found.state is State.TO_DO
        assert found.facts["path"] == str(made.parent)
        assert "install -d -m700 -o judge -g judge" in " ".join(words(found).split())
        made.parent.rmdir() if made.parent.exists() else None
    assert main(["status", "--config", str(file)]) == 0
    assert f"THERE IS NONE IN {made.parent} ANY MORE".replace(" ", "") in "".join(capsys.readouterr().out.split())
    assert main(["backup", str(house.folder / "elsewhere.backup"), "--config", str(file)]) == 0
    assert house.found()["backup-elsewhere"].state is State.WELL


class Round:
    """A relay that lets letters come back to the judge, and refuses some recipients."""

    def __init__(self, house: House, back: bool = True, refuses: str = "", bare: bool = True, keeps_bare: bool = False) -> None:
        self.house, self.back, self.refuses, self.bare, self.keeps_bare = house, back, refuses, bare, keeps_bare
        self.letters = list[tuple[str, str, bytes]]()

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address in ("", "<>") and not self.bare:
            return "550 5.7.1 Null sender is not allowed"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.refuses and self.refuses in address:
            return "550 5.1.1 User unknown"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        [to] = envelope.rcpt_tos
        self.letters.append((envelope.mail_from, to, envelope.original_content))
        kept = self.keeps_bare and envelope.mail_from in ("", "<>")
        if self.back and to.startswith("judge+") and not kept:
            letter = Letter(envelope.original_content, self.house.around.now, f"round/{len(self.letters)}", envelope.mail_from, to)
            self.house.office.parts.store.take(letter)
        return "250 OK"


def trip(house: House, relay: Round) -> dict[str, Finding]:
    with listening(relay) as port:
        settings = replace(house.settings, relay=RelayConfig("127.0.0.1", port, tls="none"))
        return {each.key: each for each in check_round_trip(settings, house.around, lambda seconds: None, 4)}


def test_a_letter_that_goes_round(house: House) -> None:
    """Two to a plus address of the judge's, which ignores them, one of them with an empty envelope sender, as answers to strangers
    have it; and one to the operator.
    """
    relay = Round(house)
    found = trip(house, relay)
    assert set(found) == {"trip-well", "trip-bare-well", "operator-sent"}
    assert "plus addresses work" in " ".join(words(found["trip-well"]).split())
    assert sorted(to.partition("+")[0] for _, to, _ in relay.letters) == ["ann@home.example", "judge", "judge"]
    assert [sender.strip("<>") for sender, _, _ in relay.letters].count("") == 1
    before = len(house.office.hands.sent)
    assert house.office.work() == []
    assert len(house.office.hands.sent) == before, "nobody is answered"


def test_a_letter_that_does_not_come_back(house: House) -> None:
    found = trip(house, Round(house, back=False))
    assert found["trip-lost"].state is State.TO_DO
    assert "folder for spam" in " ".join(words(found["trip-lost"]).split())


def test_a_relay_that_refuses_an_empty_envelope_sender(house: House) -> None:
    """So that nobody who writes for the first time would be answered."""
    found = trip(house, Round(house, bare=False))
    assert set(found) == {"trip-well", "trip-bare-unsent", "operator-sent"}
    assert found["trip-bare-unsent"].state is State.TO_DO
    told = " ".join(words(found["trip-bare-unsent"]).split())
    assert "MAIL FROM:<>): 550 5.7.1 Null sender is not allowed." in told
    assert "smtpd_sender_login_maps" in told


def test_a_relay_that_loses_letters_with_an_empty_envelope_sender(house: House) -> None:
    found = trip(house, Round(house, keeps_bare=True))
    assert found["trip-well"].state is State.WELL
    assert found["trip-bare-lost"].state is State.TO_DO


def test_a_mail_server_that_knows_no_plus_addresses(house: House) -> None:
    found = trip(house, Round(house, refuses="+"))
    assert found["trip-unsent"].state is State.TO_DO
    assert "550 5.1.1 User unknown" in " ".join(words(found["trip-unsent"]).split())


def test_a_relay_that_does_not_send_to_the_operator(house: House) -> None:
    found = trip(house, Round(house, refuses="ann@"))
    assert found["operator-unsent"].state is State.TO_DO
    assert "trip-well" in found


def test_a_letter_that_waits_in_the_mailbox(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the judge was ever started."""
    relay = Round(house, back=False)
    monkeypatch.setattr(round_trip, "mailbox_has", lambda box, name: any(name.encode() in raw for _, _, raw in relay.letters))
    house.settings = replace(house.settings, imap=ImapConfig("mail.example", "judge", "secret"), store="sqlite:////nowhere/judge.db")
    assert "trip-well" in trip(house, relay)


def test_a_letter_that_waits_in_the_maildir(house: House) -> None:
    relay = Round(house, back=False)
    new = house.folder / "in" / "new"
    new.mkdir(parents=True)
    house.settings = replace(house.settings, inbox=MaildirInConfig(str(house.folder / "in")))
    with listening(relay) as port:
        settings = replace(house.settings, relay=RelayConfig("127.0.0.1", port, tls="none"))
        rest = lambda seconds: [(new / f"{n}").write_bytes(raw) for n, (*_, raw) in enumerate(relay.letters)]  # noqa: E731
        assert {"trip-well", "trip-bare-well"} <= {each.key for each in check_round_trip(settings, house.around, rest, 4)}


def test_nothing_to_send_with(house: House) -> None:
    [found] = check_round_trip(house.settings, house.around)
    assert found.key == "trip-none"


def test_a_check_that_fails_stops_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(settings: Config, around: Surroundings) -> Any:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(diagnosis, "CHECKS", {"disk": broken, **{name: each for name, each in CHECKS.items() if name != "disk"}})
    found = house.found()
    assert "division by zero" in words(found["check-failed"])
    assert "games-well" in found


def test_what_a_server_says_ends_with_one_full_stop(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(box: ImapConfig) -> Any:
        raise OSError("[AUTHENTICATIONFAILED] Authentication failed.")

    monkeypatch.setattr(diagnosis, "probe_mailbox", refused)
    said = words(house.found(imap=ImapConfig("imap.judges.org", "judge", "secret"))["mailbox-failed"])
    assert "opened: [AUTHENTICATIONFAILED] Authentication failed. " in f"{' '.join(said.split())} "


def test_a_judge_that_is_dead_is_told_once(house: House) -> None:
    """That nothing is fetched or decided then is no news."""
    house.sql("INSERT INTO store_facts VALUES ('last at work', '2020-01-01T00:00:00+00:00'), "
              "('fetched from mailbox x', '2020-01-01T00:00:00+00:00'), ('backup failed', 'no room')")  # fmt: skip
    found = {key for key, each in house.found().items() if each.state is State.TO_DO}
    assert found == {"relay-none", "backup-none", "daemon-none", "work-backup"}
    with only_judge(house.settings.store):
        assert {"work-idle", "work-unfetched"} <= set(house.found())


def test_the_store_is_as_it_was(house: House) -> None:
    before = (house.folder / "judge.db").read_bytes()
    house.found()
    assert (house.folder / "judge.db").read_bytes() == before


def test_every_finding_has_words() -> None:
    """The keys that stand in the code, and those made of what the DNS says, are those of the template."""
    code = Path(diagnosis.__file__).read_text("utf-8")
    abouts = "|".join((*CHECKS, "file", "certificate", "trip", "ptr", "outbox", "check", "password"))
    code += Path(round_trip.__file__).read_text("utf-8")
    code += Path(doctor.__file__).read_text("utf-8") + Path(file_checks.__file__).read_text("utf-8")
    keys = set(re.findall(rf'"((?:{abouts})-[a-z-]+)"', code))
    keys |= {key for _, key in work_check.NOTED.values()}
    dns = Path(diagnosis.__file__).parents[1].joinpath("mail", "dns_records.py").read_text("utf-8")
    for about, how in re.findall(r'DnsFinding\("(\w+)", ([^\n]*)', dns):
        keys |= {f"{about}-{each}" for each in re.findall(r'"(well|none|several|open|revoked|nowhere|other)"', how)}
    keys |= {"dmarc-watching", "dmarc-unreadable", "dmarc-well"}
    template = (find_assets().templates / "doctor.j2").read_text("utf-8")
    assert keys == set(re.findall(r'^    "([a-z-]+)": \(', template, re.MULTILINE))


def test_the_command(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    file = house.folder / "judge.yaml"
    file.write_text(
        f"address: judge@localhost\noperator: ann@home.example\nkey: {house.folder}/judge.key\ntake: []\n"
        f"store: sqlite:///{house.folder}/judge.db\nmaildir: {house.folder}/mail\n"
    )
    assert main(["doctor", "--config", str(file)]) == 1
    said = capsys.readouterr().out
    assert "TO DO  backup" in said
    assert "Do: Turn on judge-backup.timer" in said
    assert main(["doctor", "--config", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {"about", "state", "key", "facts", "says"} == set(found[0])
    file.write_text("adress: judge@localhost\n")
    assert main(["doctor", "--config", str(file)]) == 2
    assert "adress" in capsys.readouterr().err

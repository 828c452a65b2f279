"""The judge in containers: one file of settings is enough for a hosted mailbox, and each night has its backup."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge import cli
from judge.config import Config, ConfigError, load_config

ROOT = Path(__file__).parents[1]
CONTAINER = ROOT / "deploy/container"
START = runpy.run_path(str(CONTAINER / "start.py"))
COMPOSE = yaml.safe_load((CONTAINER / "compose.yaml").read_text("utf-8"))
PASSWORDS = {"JUDGE_IMAP_PASSWORD": "sesame", "JUDGE_RELAY_PASSWORD": "open: #1", "POSTGRES_PASSWORD": "0123"}
BASE = os.environ.get("JUDGE_BASE", "")
"""An image of Debian trixie, where none can be fetched: `mmdebstrap --variant=minbase trixie - | podman import - debian:trixie`."""
PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
INSTRUCTIONS = {
    "ARG", "FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT", "CMD", "ENV",
}  # fmt: skip


def example() -> dict[str, str]:
    """The settings of env.example, with the passwords that it asks for."""
    lines = (CONTAINER / "env.example").read_text("utf-8").splitlines()
    said = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert {name for name, value in said.items() if not value} == set(PASSWORDS)
    return {**said, **PASSWORDS}


def composed(service: str) -> dict[str, str]:
    """The environment of a service, compose.yaml's own part of it."""
    return {name: str(value) for name, value in COMPOSE["services"][service]["environment"].items()}


def started(environment: Mapping[str, str], file: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """The configuration with which a judge is started."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    START["make_config"](file, environment, file.with_name("mounted.yaml"))
    return load_config(file)


def test_one_file_of_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Filled in, it is all that a judge with a hosted mailbox needs."""
    settings = started({**example(), **composed("judge")}, tmp_path / "judge.yaml", monkeypatch)
    assert settings.imap
    assert settings.relay
    assert settings.smtp is None
    assert settings.lmtp is None
    assert (settings.imap.host, settings.imap.password) == ("imap.pbm.example", "sesame")
    assert (settings.relay.port, settings.relay.tls, settings.relay.password) == (587, "starttls", "open: #1")
    assert settings.store == "postgresql://judge@db/judge"
    assert settings.key
    assert settings.key.is_relative_to("/var/lib/judge")
    assert settings.backups == Path("/backups")
    assert settings.heartbeat == "daily", "no letter can tell that no letter can go out"


def test_the_operator_is_elsewhere() -> None:
    """Where trouble can be told when the judge's own mail fails."""
    said = example()
    assert said["JUDGE_OPERATOR"].partition("@")[2] != said["JUDGE_ADDRESS"].partition("@")[2]


def test_passwords_stay_out_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "judge.yaml"
    started(example(), file, monkeypatch)
    assert file.stat().st_mode & 0o777 == 0o600
    assert not [secret for secret in PASSWORDS.values() if secret in file.read_text("utf-8")]


def test_passwords_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Docker's and Kubernetes' secrets are."""
    secret = tmp_path / "secret"
    secret.write_text("sesame\n")
    secret.chmod(0o600)
    said = {name: value for name, value in example().items() if name != "JUDGE_IMAP_PASSWORD"}
    settings = started({**said, "JUDGE_IMAP_PASSWORD_FILE": str(secret)}, tmp_path / "judge.yaml", monkeypatch)
    assert settings.imap
    assert settings.imap.password == "sesame"


def test_a_password_that_was_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {name: value for name, value in example().items() if name != "JUDGE_RELAY_PASSWORD"}
    with pytest.raises(ConfigError, match="user goes with password"):
        started({**said, "JUDGE_RELAY_PASSWORD": ""}, tmp_path / "judge.yaml", monkeypatch)


def test_every_kind_of_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, yes and no, and lists; a name of figures stays a name."""
    said = {
        "JUDGE_ADDRESS": "judge@pbm.example", "JUDGE_NAME": "1901: yes", "JUDGE_KEEP_DAYS": "30", "JUDGE_MAPS": "false",
        "JUDGE_TAKE": "lmtp, smtp", "JUDGE_LMTP_HOST": "0.0.0.0", "JUDGE_GAMES": "/srv/a, /srv/b", "JUDGE_SMTP_PORT": "2525",
        "JUDGE_VERSION": "0.2.0", "JUDGE_CONFIG": "/run/judge/judge.yaml", "JUDGE_METRICS": "",
    }  # fmt: skip
    settings = started(said, tmp_path / "judge.yaml", monkeypatch)
    assert (settings.name, settings.keep_days, settings.maps) == ("1901: yes", 30, False)
    assert settings.games == (Path("/srv/a"), Path("/srv/b"))
    assert settings.lmtp
    assert settings.lmtp.host == "0.0.0.0"
    assert settings.smtp
    assert settings.smtp.port == 2525


def test_names_that_are_no_settings() -> None:
    """A slip is told with the nearest name; without an address, what to do."""
    with pytest.raises(ConfigError, match=r"JUDGE_ADRESS is no setting of the judge; JUDGE_ADDRESS\?"):
        START["settings"]({"JUDGE_ADRESS": "judge@pbm.example"})
    with pytest.raises(ConfigError, match="JUDGE_ADDRESS must be given"):
        START["settings"]({"JUDGE_NAME": "Judge"})


def test_the_start_is_refused(tmp_path: Path) -> None:
    """With the status that says not to try again, and without a traceback."""
    environment = {"JUDGE_CONFIG": str(tmp_path / "judge.yaml"), "JUDGE_ADDRESS": "nobody", "PATH": os.defpath}
    command = [sys.executable, CONTAINER / "start.py", "run"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 78, done.stderr
    assert "'nobody' is no mail address" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_mounted(tmp_path: Path) -> None:
    """It counts, and is not copied: a change is seen at the next start. What was made before gives way."""
    file, mounted = tmp_path / "judge.yaml", tmp_path / "mounted.yaml"
    START["make_config"](file, {"JUDGE_ADDRESS": "a@b.example"}, mounted)
    assert load_config(file).address == "a@b.example"
    mounted.write_text("address: c@d.example\n")
    START["make_config"](file, {"JUDGE_ADDRESS": "a@b.example"}, mounted)
    assert load_config(file).address == "c@d.example"


def test_every_setting_has_a_name() -> None:
    """Those of its parts, too."""
    names = START["known_names"]()
    assert {"JUDGE_ADDRESS", "JUDGE_KEEP_DAYS", "JUDGE_IMAP_HOST", "JUDGE_VERIFIED_AUTHSERV", "JUDGE_INBOX_PATH"} <= set(names)
    parts = {part or key for part, key, _ in names.values()}
    assert set(Config.__dataclass_fields__) | {"take"} == parts


NIGHT = """#!/bin/sh
# The programs that `nightly` calls, each under its own name: what they are told is noted, and no time passes.
name=${0##*/}
echo "$name $*" >> "$NOTES"
case $name in
    date) cat "$CLOCK" ;;
    judge) [ -e "$FAILS" ] && rm "$FAILS" && exit 1; : > "$JUDGE_BACKUPS/judge-$(wc -l < "$NOTES").backup" ;;
    sleep) [ "$(grep -c '^sleep' "$NOTES")" -lt "$NAPS" ] || kill "$PPID"; exit 0 ;;
esac
"""


def night(folder: Path, naps: int, clock: int, *, fails: bool = False, **environment: str) -> list[str]:
    """What `nightly` does until it has rested some times."""
    for name in ("date", "judge", "sleep"):
        (folder / name).write_text(NIGHT)
        (folder / name).chmod(0o755)
    (folder / "clock").write_text(str(clock))
    (folder / "backups").mkdir(exist_ok=True)
    if fails:
        (folder / "fails").touch()
    surroundings = {
        "PATH": f"{folder}:{os.defpath}", "NOTES": str(folder / "notes"), "CLOCK": str(folder / "clock"), "NAPS": str(naps),
        "JUDGE_BACKUPS": str(folder / "backups"), "FAILS": str(folder / "fails"), **environment,
    }  # fmt: skip
    done = subprocess.run(["sh", CONTAINER / "nightly"], env=surroundings, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return [line for line in (folder / "notes").read_text().splitlines() if not line.startswith("date")]


def test_a_backup_each_night(tmp_path: Path) -> None:
    """One at once, so that somebody who tries it sees one; then at three o'clock. 82,800 s: eleven at night."""
    assert night(tmp_path, 2, 82_800) == ["judge backup --keep 14", "sleep 14400", "judge backup --keep 14", "sleep 14400"]


def test_a_start_makes_no_backup_more(tmp_path: Path) -> None:
    """Or a container that starts again and again would push the good ones out."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups/judge-1.backup").touch()
    assert night(tmp_path, 1, 10_800, BACKUP_HOUR="3", BACKUP_KEEP="5") == ["sleep 86400"]


def test_a_backup_that_fails(tmp_path: Path) -> None:
    """It is tried again soon, not a night later; while the database starts, at once."""
    assert night(tmp_path, 2, 82_800, fails=True) == [
        "judge backup --keep 14", "sleep 15", "judge backup --keep 14", "sleep 14400",
    ]  # fmt: skip


def health(file: Path) -> tuple[int, str]:
    """Status and words of the judge's health check, as the shell of a container runs it."""
    kind, command = COMPOSE["services"]["judge"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    programs = file.with_name("bin")
    programs.mkdir(exist_ok=True)
    (programs / "judge").write_text(f"#!{sys.executable}\nimport sys\nfrom judge.cli import main\nsys.exit(main())\n")
    (programs / "judge").chmod(0o755)
    environment = {"PATH": f"{programs}:{os.defpath}", "JUDGE_CONFIG": str(file), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command.replace("$$", "$")], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_whether_it_is_healthy(tmp_path: Path) -> None:
    """What is critical makes it so, such as a judge that is dead, or no store; a warning, such as a missing backup, does not."""
    file = tmp_path / "judge.yaml"
    file.write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\ntake: []\n")
    status, said = health(file)
    assert (status, said.partition(":")[0]) == (1, "JUDGE CRITICAL")
    assert cli.main(["tick", "--config", str(file)]) == 0
    status, said = health(file)
    assert status == 0
    assert said.startswith("JUDGE WARNING: ")
    assert "no backup yet" in said
    with closing(sqlite3.connect(tmp_path / "judge.db")) as db:
        db.execute("UPDATE store_facts SET value = '2026-01-01T00:00:00+00:00' WHERE name = 'last at work'")
        db.commit()
    status, said = health(file)
    assert status == 1
    assert said.startswith("JUDGE CRITICAL: no judge at work for ")


def instructions() -> list[list[str]]:
    """The Containerfile's, without comments and with the lines that belong together."""
    text = (CONTAINER / "Containerfile").read_text("utf-8").replace("\\\n", "")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def test_the_image() -> None:
    """Without an engine: instructions that there are, files that exist, both extras, pg_dump, and nobody who is root."""
    steps, text = instructions(), (CONTAINER / "Containerfile").read_text("utf-8")
    assert {step[0] for step in steps} <= INSTRUCTIONS
    here = [step[1:] for step in steps if step[0] == "COPY" and not step[1].startswith("--from=")]
    assert all((ROOT / source).exists() for *sources, _ in here for source in sources)
    assert "'judge[postgresql,print]'" in text
    assert "postgresql-client" in text
    names = [step[0] for step in steps]
    last = len(names) - names[::-1].index("FROM")
    assert "USER" in names[last:]
    assert names.index("USER") < names.index("ENTRYPOINT")
    [entry] = [step[1].strip('["]') for step in steps if step[0] == "ENTRYPOINT"]
    assert (CONTAINER / Path(entry).name).stat().st_mode & 0o100
    ignored = (CONTAINER / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    packaged = PACKAGE["tool"]["hatch"]["build"]["only-include"]
    assert {f"!{name}" for name in (*packaged, "pyproject.toml", "CHANGELOG.md", "PKG-INFO", "deploy/container")} <= set(ignored)
    assert "**/.env" in ignored


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;]", name)[0].strip()).lower()


def pinned(name: str) -> dict[str, str]:
    """The packages of a file of requirements, with their versions; each has a sum."""
    text = (CONTAINER / name).read_text("utf-8")
    blocks = re.findall(r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
    assert len(blocks) == len(re.findall("^[a-z]", text, re.MULTILINE))
    return {plain(each): version for each, version, _ in blocks}


def test_the_packages_of_the_image() -> None:
    """All that the judge and its extras need, pinned (`make lock`)."""
    project = PACKAGE["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["postgresql"], *project["optional-dependencies"]["print"]]
    found = pinned("requirements.txt")
    for each in wanted:
        least = re.search(r">=([\d.]+)", each)
        assert least, each
        assert numbers(found[plain(each)]) >= numbers(least[1]), each
    assert "hatchling" in pinned("build-requirements.txt")


def numbers(version: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", version)]


def test_the_containers() -> None:
    """Everything that is named is there: files, volumes, networks; the database is reached by nobody else."""
    services: dict[str, Any] = COMPOSE["services"]
    assert set(services) == {"judge", "backup", "db"}
    build = services["judge"]["build"]
    context = (CONTAINER / build["context"]).resolve()
    assert (context / build["dockerfile"]).is_file()
    for service in services.values():
        assert {volume.split(":")[0] for volume in service["volumes"]} <= set(COMPOSE["volumes"])
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert service["healthcheck"]["test"]
        assert "ports" not in service
    assert COMPOSE["networks"]["inside"]["internal"]
    assert services["db"]["networks"] == ["inside"]
    for name in ("judge", "backup"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert "/run/judge" in services[name]["tmpfs"]


def test_backups_lie_on_a_volume_of_their_own() -> None:
    """The judge only reads there: it can say how old the newest is."""
    volumes = {name: COMPOSE["services"][name]["volumes"] for name in ("judge", "backup")}
    assert "backups:/backups:ro" in volumes["judge"]
    assert "backups:/backups" in volumes["backup"]
    assert composed("backup")["JUDGE_BACKUPS"] == "/backups"
    [command] = COMPOSE["services"]["backup"]["command"]
    assert (CONTAINER / Path(command).name).is_file()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("buildah") or not BASE, reason="no buildah, or JUDGE_BASE names no image of Debian trixie")
def test_the_image_is_built() -> None:
    """And its programs run as nobody in particular: version, configuration, a letter answered, a backup, documents, pg_dump."""
    build = ["build", "--isolation=chroot", "--quiet", f"--build-arg=BASE={BASE}", "--build-arg=JUDGE_VERSION=1.2.3"]
    image = buildah(*build, f"--file={CONTAINER}/Containerfile", str(ROOT)).splitlines()[-1]
    container = buildah("from", image)
    try:
        said = buildah("run", "--isolation=chroot", container, "--", "sh", "-e", "-c", INSIDE)
    finally:
        buildah("rm", container)
        buildah("rmi", image)
    assert "judge 1.2.3\n" in said
    assert "1 done" in said
    assert "The key /var/lib/judge/judge.key is not in it" in said
    server = COMPOSE["services"]["db"]["image"].partition(":")[2]
    assert f"pg_dump (PostgreSQL) {server}." in said
    assert said.endswith("10001")


INSIDE = """
export JUDGE_ADDRESS=judge@pbm.example JUDGE_STORE=sqlite:////var/lib/judge/judge.db JUDGE_TAKE=lmtp JUDGE_BACKUPS=/backups
export JUDGE_MAILDIR=/var/lib/judge/mail
start=/opt/judge/container/start.py
$start --version
$start tick
printf 'From: ann@mail.example\\nSubject: hello\\n\\nHELP\\n' | judge deliver
judge tick
judge status
judge backup
python -c 'import docx, typst, psycopg'
pg_dump --version
id -u
"""


def buildah(*arguments: str) -> str:
    done = subprocess.run(["buildah", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.strip()


def test_the_secrets_are_in_no_repository() -> None:
    assert "deploy/container/.env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()

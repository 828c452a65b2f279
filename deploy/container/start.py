#!/opt/judge/bin/python
"""The start of a container: makes judge.yaml of the environment's settings, checks it, and runs what is to run.

    start.py run                             `judge run`, or any other command of the judge
    start.py /opt/judge/container/nightly    another program

Each setting of judge.yaml has a name: `keep_days` is JUDGE_KEEP_DAYS, `port` of `relay` is JUDGE_RELAY_PORT; lists have commas.
Passwords stay in the environment (JUDGE_IMAP_PASSWORD), or in a file (JUDGE_IMAP_PASSWORD_FILE). A judge.yaml that is mounted at
/etc/judge/judge.yaml counts instead of all of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NoReturn, get_args, get_origin, get_type_hints

import yaml

from judge.config import WAYS_IN, Config, ConfigError, load_config

BAD_CONFIG = 78
PREFIX = "JUDGE_"
MOUNTED = Path("/etc/judge/judge.yaml")
OTHERS = {"JUDGE_CONFIG", "JUDGE_VERSION"}
"""Names that are no settings."""
SECRET = "password"


def main(arguments: Sequence[str]) -> NoReturn:
    """Make judge.yaml and run the program in the place of this one. Exit status 78: the settings cannot be used."""
    file = Path(os.environ["JUDGE_CONFIG"])
    try:
        make_config(file, os.environ)
        load_config(file)
    except ConfigError as error:
        print(f"start: {error}", file=sys.stderr)
        sys.exit(BAD_CONFIG)
    command = list(arguments) if arguments and "/" in arguments[0] else ["judge", *arguments]
    os.execvp(command[0], command)


def make_config(file: Path, environment: Mapping[str, str], mounted: Path = MOUNTED) -> None:
    """Write judge.yaml, or lead to the one that is mounted. Raises ConfigError."""
    file.unlink(missing_ok=True)
    if mounted.exists():
        file.symlink_to(mounted)
        return
    made = yaml.safe_dump(settings(environment), sort_keys=False, allow_unicode=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as opened:
        opened.write(f"# Made of the environment by {Path(__file__).name} at each start.\n{made}")


def settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what the environment says, as judge.yaml has it. Raises ConfigError for a name that is no setting."""
    known, made = known_names(), dict[str, Any]()
    said = {name: value for name, value in environment.items() if name.startswith(PREFIX) and name not in OTHERS and value}
    for name, value in said.items():
        if name not in known:
            near = "".join(f"; {each}?" for each in get_close_matches(name, known, 1))
            raise ConfigError(f"the environment's {name} is no setting of the judge{near}")
        part, key, kind = known[name]
        into = made.setdefault(part, {}) if part else made
        into[key] = name if key == f"{SECRET}_env" else _value(value, kind)
    if "address" not in made:
        raise ConfigError("JUDGE_ADDRESS must be given: the judge's own mail address; see env.example. Or mount a judge.yaml")
    if "take" not in made:
        made["take"] = [way for way in WAYS_IN if way in made]
    return made


def known_names() -> dict[str, tuple[str, str, Any]]:
    """Return each setting's name in the environment → its part of judge.yaml ('' for none), its key, and its type."""
    known: dict[str, tuple[str, str, Any]] = {f"{PREFIX}TAKE": ("", "take", list)}
    for name, hint in get_type_hints(Config).items():
        kind = _bare(hint)
        if not is_dataclass(kind):
            known[f"{PREFIX}{name.upper()}"] = ("", name, kind)
            continue
        for key, inner in get_type_hints(kind).items():
            called = f"{PREFIX}{name}_{key}".upper()
            known[called] = (name, f"{SECRET}_env" if key == SECRET else key, _bare(inner))
            if key == SECRET:
                known[f"{called}_FILE"] = (name, f"{SECRET}_file", str)
    return known


def _bare(hint: Any) -> Any:
    """Return a type without limits and without None."""
    if get_origin(hint) is Annotated or isinstance(hint, UnionType):
        return _bare(get_args(hint)[0])
    return get_origin(hint) if get_origin(hint) in (tuple, list) else hint


def _value(said: str, kind: Any) -> Any:
    """Return a value as YAML has it: numbers and yes or no as such, everything else as it is written."""
    if kind in (tuple, list):
        return [each for each in (part.strip() for part in said.split(",")) if each]
    return yaml.safe_load(said) if kind in (int, float, bool) else said


if __name__ == "__main__":
    main(sys.argv[1:])

"""What a page and a film of a long game weigh, and how long an archive takes of a game, and of a house of many."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import create_engine, insert, select

from judge.cli.archive import Archive, _written
from judge.cli.print_phase import CopyMaker
from judge.config import Config
from judge.daemon.wiring import build_read_only
from judge.print.game_page import EarlierPhases, GameStory, continued_page, game_page
from judge.print.whole_game import film_webp
from judge.store.tables import events, games, positions, press, seats, secrets
from tests.letters.post_office import GM, PostOffice
from tests.print.test_game_page import copies

PHASES = 57
"""As in a game of thirteen years."""
GAMES, MOVED = 500, 10
"""The games of a house, and in how many of them a phase is judged."""
FIRST = "quillfeather"
SITE = "https://games.example/archive/"


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    told = copies(PHASES)
    before, spent = time.process_time(), list[float]()
    whole = game_page(GameStory(FIRST, told))
    yield f"the page of a game of {PHASES} phases", f"{(time.process_time() - before) * 1000:.0f} ms", "of processor"
    yield "its size, gzipped", f"{len(gzip.compress(whole)) / 1000:.0f} KB", "aim ≤ 400 KB"
    _, earlier = continued_page(GameStory(FIRST, told[:-1]), EarlierPhases())
    kept = json.dumps(earlier)
    for _ in range(5):
        before = time.process_time()
        made, now = continued_page(GameStory(FIRST, told[len(earlier.phases) :]), EarlierPhases(*json.loads(kept)))
        json.dumps(now)
        spent.append((time.process_time() - before) * 1000)
        assert made == whole
    yield "the same when one phase has come to it", f"{min(spent):.0f} ms", "aim ≤ 100 ms; the same bytes"
    yield "its film", f"{len(film_webp(GameStory(FIRST, told)).content) / 1000:,.0f} KB", "aim ≤ 2,000 KB"
    with TemporaryDirectory() as folder:
        yield from house(Path(folder))


def house(folder: Path) -> Iterator[tuple[str, str, str]]:
    """A house's archive: when nothing is new, and when some games have come a phase further."""
    office = PostOffice(folder)
    office.game()
    office.letter(GM, "PROCESS")
    _copy_game(folder / "judge.db")
    settings = Config(store=f"sqlite:///{folder}/judge.db")
    copyist = CopyMaker(build_read_only(settings), settings)
    whole = _archived(copyist, folder / "archive")
    yield f"the archive of {GAMES} games of a phase each", f"{whole / GAMES:.0f} ms", "of processor, for each"
    still = min(_archived(copyist, folder / "archive") for _ in range(3))
    yield "if nothing is new in any of them", f"{still:.0f} ms", "of processor"
    for n in range(1, MOVED + 1):
        office.letter(GM, f"GAME {FIRST}{n}\nPROCESS")
    moved = _archived(copyist, folder / "archive")
    yield f"if {MOVED} have come a phase further", f"{(moved - still) / MOVED:.0f} ms", "for each phase; aim ≤ 100 ms"


def _archived(copyist: CopyMaker, to: Path) -> float:
    """Milliseconds of processor that `judge archive --live` takes when it has begun."""
    before, unmade = time.process_time(), list[str]()
    archive = Archive(copyist, to, unmade, SITE, "judge@localhost", True)
    _written(to, dict(archive.files([])))
    assert not unmade
    return (time.process_time() - before) * 1000


def _copy_game(database: Path) -> None:
    """As many games as a house has, which differ in their names only."""
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as db:
        for table in (games, events, positions, press, seats, secrets):
            named = table.c.name if table is games else table.c.game
            found = [dict(row) for row in db.execute(select(table).where(named == FIRST)).mappings()]
            made = [_renamed(row, f"{FIRST}{n}", n) for n in range(1, GAMES) for row in found]
            if made:
                db.execute(insert(table), made)
    engine.dispose()


def _renamed(row: dict[str, Any], name: str, number: int) -> dict[str, Any]:
    if "head" in row:
        return {**row, "name": name, "head": {**row["head"], "name": name}, "card": {**row["card"], "name": name}}
    own = {"nonce": f"{number}.{row['nonce']}"[:64], "mark": f"{number}.{row['seat']}"} if "nonce" in row else {}
    return {**row, "game": name, **own}

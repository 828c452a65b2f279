"""Read letters from a Maildir: read from new/, commit, and only then move to cur/.

If the process is killed in between, it finds the letter in new/ again under the same name, which is the letter's key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from judge.clock import Clock
from judge.config import MaildirInConfig
from judge.letters import Letter
from judge.mail import limits
from judge.mail.incoming import BATCH, UNKNOWN, TakeAll, split_batches
from judge.mail.polling import PollingLoop


class MaildirCollector(PollingLoop):
    """Empties one Maildir, round after round.

    Args:
        inbox: where it is.
        take: commits letters.
    """

    def __init__(self, inbox: MaildirInConfig, take: TakeAll, clock: Clock) -> None:
        super().__init__(f"inbox {inbox.path}", inbox.every, inbox.patience)
        self._root, self._take, self._clock = Path(inbox.path), take, clock

    def sweep(self) -> int:
        """Take every letter in new/ in order of delivery. A letter that cannot be read does not hold up the others.

        Raises:
            OSError: the Maildir, one of its letters, or the store cannot be used.
        """
        began = self._clock.now()
        (self._root / "cur").mkdir(exist_ok=True)
        found = sorted(self._waiting())
        trouble: list[OSError] = []
        for some in split_batches(found, BATCH):
            trouble += self._collect([path for _, path in some])
        if trouble:
            raise trouble[0]
        self.swept = began
        return len(found)

    def _waiting(self) -> Iterator[tuple[float, Path]]:
        for path in (self._root / "new").iterdir():
            with suppress(FileNotFoundError):  # another mail program moved it first
                if not path.name.startswith("."):
                    yield path.stat().st_mtime, path

    def _collect(self, paths: Sequence[Path]) -> list[OSError]:
        """Take some letters; return the errors of those that could not be read."""
        letters: dict[Path, Letter] = {}
        trouble: list[OSError] = []
        for path in paths:
            try:
                letters[path] = self._letter(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                trouble.append(error)
        if letters:
            self._take(list(letters.values()))
        for path in letters:
            path.rename(self._root / "cur" / f"{_base(path)}:2,S")
        return trouble

    def _letter(self, path: Path) -> Letter:
        with path.open("rb") as file:
            raw = file.read(limits.RAW + 1)
        arrived = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return Letter(raw, min(arrived, self._clock.now()), f"inbox:{self._root}/{_base(path)}", UNKNOWN)


def _base(path: Path) -> str:
    """Return a letter's own part of its file name. Flags follow the colon."""
    return path.name.partition(":")[0]

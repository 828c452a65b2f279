"""Letters that are made together ask the store in one transaction, until something takes long or fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

from judge.office.rendering.lookup import Lookup
from judge.store import Store
from judge.store.records import Preferences

ANN, BOB = "ann@example.org", "bob@example.org"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path}/judge.db")) as opened:
        with opened.work() as work:
            ann = work.people.add(ANN).id
            work.people.prefer(ann, maps=False)
        yield opened


def test_one_view_for_several_letters(store: Store) -> None:
    """A view within a view is the same; one that failed, or was ended since something takes long, is followed by another."""
    begun = list[bool]()
    event.listen(store._engine, "begin", lambda connection: begun.append(True))
    lookup = Lookup(store, lambda folder: pytest.fail(folder))

    def told() -> tuple[bool, bool, str]:
        with lookup.one_view():
            return lookup.wishes(ANN).maps, lookup.wishes(BOB).maps, lookup.zone(BOB)

    with lookup.one_view():
        assert told() == told() == (False, Preferences().maps, "")
        assert len(begun) == 1
        with pytest.raises(LookupError), lookup.one_view():
            lookup.ruleset("nowhere")
        assert told()
        assert len(begun) == 2
        lookup.renew()
        assert told()
        assert len(begun) == 3
    assert told()
    assert len(begun) == 4
    with pytest.raises(RuntimeError):
        lookup.zone(ANN)


def test_another_view_sees_what_has_changed(store: Store) -> None:
    """And the same one does not: a letter is true of one instant."""
    lookup = Lookup(store, lambda folder: pytest.fail(folder))
    with lookup.one_view():
        assert not lookup.wishes(ANN).maps
        with store.work() as work:
            person = work.people.by_address(ANN)
            assert person
            work.people.prefer(person.id, maps=True)
        assert not lookup.wishes(ANN).maps
        lookup.renew()
        assert lookup.wishes(ANN).maps

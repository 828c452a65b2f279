"""Letters as people write them, bare and above what they answer: nothing of them is lost, and hardly a trap is fallen into."""

from __future__ import annotations

import pytest
import yaml

from tests.letters.samples.measure import HERE, WAYS, Found, counted, measured, samples, totals

FLOORS: dict[str, int] = yaml.safe_load((HERE / "floors.yaml").read_text("utf-8"))
TRAPS_OF_100 = 4
"""How many traps of a hundred may be misread, at most."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Found]]:
    """Way of sending → what became of every letter."""
    return {name: list(measured(tmp_path_factory.mktemp("house"), way)) for name, way in WAYS.items()}


@pytest.fixture(params=list(WAYS))
def found(request: pytest.FixtureRequest, every: dict[str, list[Found]]) -> list[Found]:
    """What became of every letter, sent in one of the ways."""
    return every[request.param]


def _shown(found: list[Found]) -> str:
    return "\n".join(f"{each.sample.power}: {each.sample.text!r} → {list(each.answer.stands)}" for each in found)


def test_no_ordinary_letter_is_lost(found: list[Found]) -> None:
    """What does not stand is told."""
    lost = [each for each in found if each.verdict == "lost"]
    assert not lost, _shown(lost)


def test_no_ordinary_letter_is_misread(found: list[Found]) -> None:
    """Nothing stands that was not meant."""
    misread = [each for each in found if each.verdict == "misread" and not each.sample.trap]
    assert not misread, _shown(misread)


def test_hardly_a_trap_is_fallen_into(found: list[Found]) -> None:
    """A draft, a doubt, a condition, a slip of the hand: nothing stands of it, but in a few."""
    misread = [each for each in found if each.verdict == "misread"]
    assert 100 * totals(found, trap=True)["misread"] <= TRAPS_OF_100 * sum(each.sample.trap for each in found), _shown(misread)


def test_no_style_is_read_worse_than_before(found: list[Found]) -> None:
    """`floors.yaml` keeps how many letters of each style were read right; it is only ever raised."""
    right = {style: count["right"] for style, count in counted(found).items()}
    worse = {style: (right[style], floor) for style, floor in FLOORS.items() if right[style] < floor}
    assert right.keys() == FLOORS.keys()
    assert not worse, (worse, _shown([each for each in found if each.sample.style in worse]))


def test_a_quotation_below_changes_no_verdict(every: dict[str, list[Found]]) -> None:
    """The same orders stand as of the bare letter, and as much is told."""
    pairs = zip(every["bare"], every["above a quotation"], strict=True)
    changed = [each for bare, each in pairs if (each.answer.stands, each.verdict) != (bare.answer.stands, bare.verdict)]
    assert not changed, _shown(changed)


def test_there_are_letters_enough() -> None:
    """So that a share of them means something."""
    ordinary = [sample for sample in samples() if not sample.trap]
    assert len(ordinary) >= 150
    assert len(samples()) - len(ordinary) >= 80

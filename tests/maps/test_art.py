"""Art and rules kept together: every game's drawn board touches where its rules say so, and nowhere else."""

from dataclasses import replace

import pytest

from judge.assets import find_assets
from judge.board import Board
from judge.drawing.grid import read_grid
from judge.drawing.overlaps import is_inside, overlaps
from judge.drawing.source import read_source
from judge.drawing.write_art import format_art
from judge.maps.art import COAST, LAND, Arc, Art, ArtError, OffBoardBox, SpaceLayout, read_art
from judge.maps.drawn_borders import SHORTEST, compare_links, shared_border_lengths
from judge.variants import load_ruleset
from judge.variants.folder import ART, GAME, PEN, art_text

DATA = find_assets()
FOLDERS = sorted(path.parent.name for path in DATA.games.glob(f"*/{GAME}") if not path.parent.name.startswith("_"))
GAMES = [name for name in FOLDERS if art_text(name, (DATA.games,))]
"""Games with a drawn board; a new one may do without."""
PLAYED = ("chaos", "colonial_diplomacy", "colonial_variant", "columbus", "fleet_rome", "gigaton", "new_world_1492",
          "outer_space", "standard")  # fmt: skip
DRAWN = sorted(path.parent.name for path in DATA.games.glob(f"*/{PEN}"))
UNIT = 15.0
"""Half of a unit as it is drawn, with its white edge."""
LARGEST = 150_000
"""Bytes of a drawn board."""


def board_of(game: str) -> Board:
    return load_ruleset(game, (DATA.games,), DATA.grammars()).board


def art_of(game: str) -> Art:
    return read_art(art_text(game, (DATA.games,)))


@pytest.mark.parametrize("game", GAMES)
def test_what_touches_as_drawn_is_what_borders_by_the_rules(game):
    source = DATA.games / game / PEN
    allowed = read_source(source.parent, board_of(game)).pen.get("scenery_contacts", ()) if source.is_file() else ()
    assert list(compare_links(art_of(game), board_of(game), allowed)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_contact_is_too_short_to_be_seen(game):
    assert {tuple(sorted(pair)): shared for pair, shared in shared_border_lengths(art_of(game)).items() if shared < SHORTEST} == {}


@pytest.mark.parametrize("game", GAMES)
def test_units_stand_on_their_own_ground_and_coasts_have_their_places(game):
    art, board = art_of(game), board_of(game)
    spots = [(code, spot) for code, place in art.places.items() for spot in (place.unit, *place.coasts.values())]
    assert [code for code, spot in spots if not is_inside(art, code, spot)] == []
    assert {code: tuple(sorted(place.coasts)) for code, place in art.places.items()} == {
        code: tuple(sorted(board.spaces[code].coasts)) for code in art.places
    }
    assert [code for code, space in board.spaces.items() if space.centre and not art.places[code].centre] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_label_dot_or_unit_covers_another(game):
    assert overlaps(art_of(game), board_of(game)) == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_in_a_box_beside_the_board_covers_neither_its_name_nor_its_note(game):
    art = art_of(game)
    half = UNIT * art.scale
    for box in art.boxes.values():
        for text in filter(None, (box.label, box.note)):
            (x, y), wide = text.at, text.size * 0.3 * len(text.text) * (2 if text.anchor == "start" else 1)
            beside = abs(x - box.unit[0]) > wide + half
            assert beside or y < box.unit[1] - half or y - 0.7 * text.size > box.unit[1] + half, text


@pytest.mark.parametrize("game", DRAWN)
def test_a_drawn_board_is_up_to_date_and_small(game):
    path = DATA.games / game
    text = (path / ART).read_text("utf-8")
    assert read_art(text).source == read_source(path, board_of(game)).fingerprint, f"run `judge draw-map {game}`"
    assert len(text.encode()) < LARGEST
    assert format_art(read_art(text)) == text


@pytest.mark.slow
def test_a_board_is_drawn_the_same_every_time():
    build = pytest.importorskip("judge.drawing.draw_variant").draw_board
    path = DATA.games / "columbus"
    art = build(path, board_of("columbus"), (DATA.games,), bytes)
    assert format_art(art) == (path / ART).read_text("utf-8")


def test_a_contact_that_no_rule_knows_is_told_however_short():
    art, board = art_of("standard"), board_of("standard")
    far = Arc("Par", "Mos", LAND, ((0.0, 0.0), (0.4, 0.0)))
    assert "Mos–Par: a contact that no rule knows" in set(compare_links(replace(art, arcs=(*art.arcs, far)), board))


def test_a_border_that_is_not_drawn_is_told():
    art, board = art_of("standard"), board_of("standard")
    cut = tuple(replace(arc, left="~land") if set(arc.sides) == {"Den", "Swe"} else arc for arc in art.arcs)
    assert "Den–Swe: neighbours for armies, but they do not touch" in set(compare_links(replace(art, arcs=cut), board))


def test_a_coast_that_lies_on_another_sea_is_told():
    art, board = art_of("standard"), board_of("standard")
    moved = tuple(replace(arc, left="BAR") if set(arc.sides) == {"Spa", "WES"} and arc.left == "WES" else arc for arc in art.arcs)
    moved = tuple(replace(arc, right="BAR") if set(arc.sides) == {"Spa", "WES"} else arc for arc in moved)
    said = set(compare_links(replace(art, arcs=moved), board))
    assert {"Spa.sc–WES: neighbours for fleets, but they do not touch", "BAR–Spa: a contact that no rule knows"} <= said


def test_the_order_round_a_space_is_compared_where_the_map_tells_it():
    art, board = art_of("columbus"), board_of("columbus")
    names = {"1": "2", "2": "1"}
    swapped = tuple(replace(arc, left=names.get(arc.left, arc.left), right=names.get(arc.right, arc.right)) for arc in art.arcs)
    faces = {names.get(name, name): rings for name, rings in art.faces.items()}
    said = [line.partition(":")[0] for line in compare_links(replace(art, arcs=swapped, faces=faces), board)]
    assert {"1", "2", "3", "8", "9", "10"} <= set(said)


def test_cells_that_stand_for_nothing_are_told():
    with pytest.raises(ValueError, match="row 2 of the grid: 'Xx' stands for no space"):
        read_grid("aaaa\n Xxaa\n", {"aa": "Aaa"})


def test_an_art_is_read_as_it_was_written():
    art = Art(
        size=(100.0, 50.0),
        arcs=(Arc("Par", "", COAST, ((0.0, 0.0), (10.5, 0.0), (3.2, 9.9), (0.0, 0.0))),),
        faces={"Par": ((1,),)},
        places={"Par": SpaceLayout((4.0, 3.0), (5.0, 3.0))},
        source="x",
        margins=(0.0, 20.0, 0.0, 0.0),
        boxes={"ORB": OffBoardBox((0.0, -20.0, 10.0, 10.0), (1.0, -12.0), (2.0, -12.0), art_of("standard").places["Par"].label)},
    )
    assert read_art(format_art(art)) == art


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no drawn board"),
        ("[]", "no drawn board"),
        ('{"version":9}', "version 9"),
        ('{"version":1,"source":"","size":[1,1],"arcs":[],"faces":{"Par":[[1]]},"places":{}}', "Par: a ring names an arc"),
        ('{"version":1,"source":"","size":[1,1],"arcs":[{"sides":["a","b"],"kind":"sea","points":[1,2,3]}]}', "no drawn board"),
    ],
)
def test_a_text_that_is_no_board_is_refused(text, said):
    with pytest.raises(ArtError, match=said):
        read_art(text)


def test_the_games_that_people_play_have_drawn_boards():
    assert set(PLAYED) <= set(GAMES)

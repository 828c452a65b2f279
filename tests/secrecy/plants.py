"""Leaks to be planted, one at a time: small mistakes in what makes letters, of every sort that was ever found here and of more.

Each is a function that plants one in a house. `PLANTS` says in which kind of game its harm shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.secrecy.blind_plants import (
    all_that_left_the_board,
    blind,
    half_an_order,
    help_as_judged,
    numbers_are_public,
    reasons_of_others,
    seeing_too_far,
    spoken_of_in_full,
    whose_elimination,
)
from tests.secrecy.dice_plants import (
    looks_that_were_none,
    the_next_throw,
    the_secret_in_an_answer,
)
from tests.secrecy.letter_plants import (
    a_blank_in_private_letters,
    a_number_in_the_subject,
    a_sum_over_the_board_in_a_header,
    dots_at_the_end,
    everybodys_orders_in_the_view,
    history_of_all,
    in_order_of_joining,
    names_of_players,
    not_waiting_for_those_who_stand_firm,
    orders_read_on_the_whole_board,
    private_letters_only_for_the_concerned,
    seconds_by_the_number_of_retreats,
    the_first_letter_of_a_neighbour,
    the_hour_of_the_last_event,
    the_number_of_a_notice_in_the_message_id,
    the_number_of_a_notice_in_the_return_path,
    the_number_of_events_in_a_header,
    the_seal_of_the_whole_board_as_a_boundary,
    two_letters_when_the_gm_looks,
    waiting_for_the_natives,
    what_has_come_in,
    what_the_gm_entered,
    who_has_said_final,
    who_is_asked_blind,
    who_is_asked_for_retreats,
    who_was_silent_in_retreats,
)
from tests.secrecy.new_world_plants import (
    a_mark_on_lines_off_the_board,
    a_note_with_the_unseen,
    all_borders_of_what_is_charted,
    dislodged_off_the_board,
    helpers_out_of_sight,
    how_many_natives,
    labels_by_code,
    labels_from_codes,
    landing_refused,
    no_ferry,
    owners_of_what_is_charted,
    sights_from_everywhere,
    the_changed_centres,
    the_dead,
    the_order_itself,
    the_order_of_lines,
    the_telescope,
    the_verb_of_an_order,
    units_of_others_by_place,
    who_watches_what_is_charted,
)
from tests.secrecy.planting import Plant

ANYWHERE = ("1492", "blind", "gunboat", "columbus")
PLANTS: Mapping[str, tuple[str, Plant]] = {
    **{f"{plant.__name__}, {kind}": (kind, plant) for kind in ANYWHERE for plant in (
        the_number_of_a_notice_in_the_return_path, the_number_of_a_notice_in_the_message_id, the_number_of_events_in_a_header,
        who_has_said_final,
    )},
    **{plant.__name__: ("1492", plant) for plant in (
        a_sum_over_the_board_in_a_header, the_seal_of_the_whole_board_as_a_boundary, dots_at_the_end, a_number_in_the_subject,
        a_blank_in_private_letters, seconds_by_the_number_of_retreats, private_letters_only_for_the_concerned,
        waiting_for_the_natives, not_waiting_for_those_who_stand_firm, who_is_asked_for_retreats, who_was_silent_in_retreats,
        what_the_gm_entered, orders_read_on_the_whole_board, the_telescope, the_order_itself, the_verb_of_an_order,
        a_mark_on_lines_off_the_board, the_order_of_lines, dislodged_off_the_board, a_note_with_the_unseen, helpers_out_of_sight,
        the_dead, the_changed_centres, sights_from_everywhere, labels_by_code, labels_from_codes, all_borders_of_what_is_charted,
        how_many_natives, owners_of_what_is_charted, units_of_others_by_place, who_watches_what_is_charted, no_ferry,
        landing_refused,
    )},
    **{plant.__name__: ("blind", plant) for plant in (
        who_is_asked_blind, seeing_too_far, numbers_are_public, whose_elimination, all_that_left_the_board, reasons_of_others,
        help_as_judged, history_of_all, everybodys_orders_in_the_view,
    )},
    "half_an_order": ("blind", blind("_in_view", half_an_order)),
    "spoken_of_in_full": ("blind", blind("_spoken_of", spoken_of_in_full)),
    **{plant.__name__: ("gunboat", plant) for plant in (
        in_order_of_joining, names_of_players, the_first_letter_of_a_neighbour, what_has_come_in, two_letters_when_the_gm_looks,
        the_hour_of_the_last_event,
    )},
    **{plant.__name__: ("columbus", plant) for plant in (the_secret_in_an_answer, the_next_throw, looks_that_were_none)},
}  # fmt: skip
"""Leak → the kind of game in whose letters it shows, and what plants it."""

"""What house players order: worked out from what their Powers may see, outside of the transaction that takes mails."""

from __future__ import annotations

import hashlib
import hmac

from judge.game import Game
from judge.game.lessons import orders_of_others
from judge.game.model.known_game import known_game
from judge.game.model.serialization import read_game
from judge.game.players.custom_powers import game_ruleset
from judge.game.players.house import HouseOrders, house_waits
from judge.house_players import decide_orders
from judge.office.environment import Environment
from judge.rules import dues_by_power
from judge.rules.ruleset import Ruleset


def house_orders(game: Game, ruleset: Ruleset, secret: bytes) -> HouseOrders:
    """Return what house players order in the running phase: each from what its Power may see, and from the game's secret.

    The same board gives the same orders again, also after a correction. Nobody can foresee them without the secret.
    """
    if game.lesson:
        return HouseOrders(game.turn, orders_of_others(game, ruleset))
    found: dict[str, tuple[str, ...]] = {}
    owed = dues_by_power(game.board_now, ruleset)
    for seat in game.seats:
        if seat.house and seat.power in owed:
            seen = known_game(game, ruleset, seat.power, seat.key).board_now
            seed = hmac.new(secret, f"house/{seat.power}".encode(), hashlib.sha256).hexdigest()
            orders = decide_orders(seen, ruleset, seat.power, seat.house, seed)
            found[seat.power] = tuple(map(ruleset.notation.write, orders))
    return HouseOrders(game.turn, found)


def orders_beforehand(house: Environment, name: str) -> HouseOrders | None:
    """Return what house players order in a game that waits for them; None if it waits for none, or cannot be read.

    It only reads the store, and thinks when it has read: that may take seconds.
    """
    with house.store.look() as work:
        stored, seed = work.games.get(name), work.games.seed(name)
    if stored is None:
        return None
    try:
        game = read_game(stored.head)
        ruleset = game_ruleset(game, house.rules(game.variant))
    except Exception:  # unreadable data of any kind: the transaction that follows says so
        return None
    return house_orders(game, ruleset, (seed or "").encode()) if house_waits(game) else None

"""The lobby: tables are set, seats are taken and left, and games that are over are looked at again."""

from flattop.server.lobby.seats import (
    join,
    known_game,
    leave,
    name_bots,
    new_table,
    rematch,
    seats_changed,
    set_seat,
    shown,
    visible,
    visible_row,
)

__all__ = [
    "join",
    "known_game",
    "leave",
    "name_bots",
    "new_table",
    "rematch",
    "seats_changed",
    "set_seat",
    "shown",
    "visible",
    "visible_row",
]

"""Everything that builds what a viewer sees agrees on every zone, and none of it depends on what is hidden.

The reference is the view of the snapshot. Compared with it are the views of single zones (`zone_view`,
`Observation.view`, `Observation.own`), the reader without copies (`ZoneReader`), the picture of the table
(`masked`), the places that a determinization deals again (`hidden_piles`), the numbers of an environment, and
the snapshot that a client holds after a welcome and the updates that followed.
"""

import random
from dataclasses import fields
from functools import partial
from itertools import count, islice

import msgspec

from flattop.bots import bot
from flattop.client import Guest, TableConnection
from flattop.envs.spaces import Spaces
from flattop.games import folder
from flattop.kernel import CLOCK, HIDDEN, Chance, ZoneReader, json_copy, masked, zone_view
from flattop.kernel.determinize import hidden_piles
from flattop.match import Match, Observation, snapshot
from flattop.server.schemas.base import encode_json
from flattop.server.table import viewers

from .random_play import any_answer, any_move, people
from .secrecy import elsewhere

DECISIONS = 120  # of one game at most


def every_mechanism_shows_the_same(game, decisions, share=0.2):
    """Compare all mechanisms after that many actions, a `share` of them with those of other deals.

    The last game is played on to its end, which is compared, too.
    """
    for seed in count():
        rnd = random.Random(f"{game.key} masking {seed}")
        match = begun(game, rnd, seed)
        for play in islice(moves(match, rnd, is_house=False), rnd.choice((0, 20, 100))):
            play()
        if match.over:
            continue
        compared = Comparison(match)
        for play in islice(moves(match, rnd, is_house=seed % 3 == 2), DECISIONS):
            compared.before(rnd, share)
            play()
            compared.after(rnd)
            decisions -= 1
            if decisions == 0:
                while not match.over:
                    match.play(*any_answer(match.table, rnd))
                compared.before(rnd, 1)
                compared.after(rnd)
                return


class Comparison:
    """Compares all mechanisms for every viewer of a match."""

    def __init__(self, match):
        self.match, self.eyes = match, (None, *range(match.table.seats))
        self.server = Server(match, self.eyes)
        has_environment = (folder(match.game.key) / "environment.toml").exists()
        self.spaces = Spaces(match.game, match.table.seats) if has_environment else None

    def before(self, rnd, share):
        """Open tables on which everything hidden from one viewer is dealt again."""
        self.others = {
            eye: Server(dealt_again(self.match, eye, rnd), dict.fromkeys((None, eye)))
            for eye in self.eyes
            if rnd.random() < share
        }

    def after(self, rnd):
        """Compare what every viewer is shown now."""
        self.server.publish(self.match)
        for eye in self.eyes:
            shown = json_copy(viewers.full_snapshot(self.match, eye, viewers.NO_CLOCKS))
            assert self.server.clients[eye].snapshot == shown | {"log_from": 0}
            all_agree(self.match, eye, shown["view"], self.spaces)
            if eye in self.others:
                other = dealt_again(self.match, eye, rnd)
                self.others[eye].publish(other)
                assert self.others[eye].clients[eye].snapshot["view"] == shown["view"]
                assert json_copy(snapshot(other, eye)["view"]) == shown["view"]
                all_agree(other, eye, shown["view"], self.spaces)


def dealt_again(match, eye, rnd):
    return elsewhere(match, eye, Chance(rnd.getrandbits(63)))


def begun(game, rnd, seed):
    """Return a new match: with the options of a new user, or with random ones."""
    seats = game.seats[seed % len(game.seats)]
    drawn = {name: rnd.choice(option.values) for name, option in game.options.items()}
    given = {name: value for name, value in drawn.items() if game.options[name].matters(seats)}
    return Match(game, people(seats), seed, given if seed % 2 else game.untimed_settings)


def moves(match, rnd, is_house):
    """Yield functions that each play one action or take one back, until the game is over.

    Play is random, or of house bots with some random actions.
    """
    game, seats = match.game, match.table.seats
    bots = [bot("house", game.key, Chance(seat)) for seat in range(seats)]
    while not match.over:
        seat = rnd.randrange(seats)
        if rnd.random() < 0.1 and (terms := match.undo_terms(seat)):
            yield partial(match.undo, seat, terms.consent)
            continue
        if is_house and rnd.random() < 0.9:
            seat, action = any_answer(match.table, rnd)
            if seat != CLOCK:
                action = bots[seat].choose(Observation(game, match.table, seat))
        else:
            seat, action = any_move(match.table, rnd)
        yield partial(match.play, seat, action)


class Server:
    """The updates of a table, and clients that were welcomed when it was opened."""

    def __init__(self, match, eyes):
        self.shared = viewers.SharedView(match)
        self.viewers = {eye: viewers.Viewer(match, eye, 0) for eye in eyes}
        self.clients = {eye: TableConnection(Guest("http://here", ""), "table") for eye in eyes}
        for eye, viewer in self.viewers.items():
            viewer.has_listened = True
            sheet = encode_json(viewers.welcome_snapshot(match, eye, viewers.NO_CLOCKS))
            self.clients[eye].take({"type": "welcome", "sheet": msgspec.json.decode(sheet), "version": 0})

    def publish(self, match):
        """Send the clients what has changed."""
        for eye, change in viewers.changes(match, self.shared, self.viewers).items():
            message = self.viewers[eye].update(change, {})
            self.clients[eye].take(msgspec.json.decode(message))


def all_agree(match, eye, shown, spaces):
    """Compare the zones that a viewer was shown with everything else that masks the table for it."""
    game, t = match.game, match.table
    for name in game.zones:
        assert json_copy(zone_view(t, game.zones, name, eye)) == shown[name], name
    reader = ZoneReader(game.zones, [*game.zones])
    for name, value in zip(reader.names, reader.at(t, eye), strict=True):
        assert json_copy(value) == shown[name], name
    picture, stored = masked(t, game.concealed_zones, eye), {field.name for field in fields(t)}
    for name in game.concealed_zones:
        assert name not in stored or json_copy(getattr(picture, name)) == shown[name], name
    redealt = {(pile.name, pile.owner): {*pile.places} for pile in hidden_piles(t, game.zones, eye)}
    for name, zone in game.concealed_zones.items():
        if name in stored and not zone.set_aside:  # a view shows cards that are set aside elsewhere
            for owner, cards in enumerate(shown[name]) if zone.per_seat else [(None, shown[name])]:
                closed = {place for place, card in enumerate(cards) if card == HIDDEN}
                assert closed == redealt.get((name, owner), set()), name
    if eye is not None:
        an_observation_agrees(Observation(game, t, eye), shown, spaces)


def an_observation_agrees(obs, shown, spaces):
    assert json_copy(dict(obs.view)) == shown
    for name, zone in obs.game.zones.items():
        if zone.per_seat and shown[name]:
            assert json_copy(obs.own(name)) == shown[name][obs.seat], name
    if spaces:
        encoded = spaces.observation(obs)
        assert encoded.tobytes() == spaces.observation(Shown(obs.seat, shown)).tobytes()


class Shown:
    """An observation that reads its zones from a view."""

    def __init__(self, seat, view):
        self.seat, self.view = seat, view

    def _query(self, name, reader):
        assert name == "read_zones"
        return [self.view[zone] for zone in reader.names]

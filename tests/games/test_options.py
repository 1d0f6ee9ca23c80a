"""Options as text: every number has one value in every notation, or is refused."""

from functools import cache
from random import Random

import pytest

from flattop.games import catalog, game
from flattop.kernel import BadOption, Chance, state_hash
from flattop.match import Match, parse, replay
from flattop.match.record import Record

WRITTEN = [(key, name) for key in catalog() for name, option in game(key).options.items() if option.free]
SCRIPTS = ["٣", "３", "३", "²", "Ⅷ"]  # digits to Python, and letters to whoever reads them
SPELLINGS = ["1_0", "+1", "-1", "1e1", "0x5", " ", "", "nan", "inf", "1.", "9" * 5000, "1" * 400]


def read(key, name, written):
    return game(key).settings(max(game(key).seats), {name: written})[name]


@pytest.mark.parametrize(("key", "name"), WRITTEN)
def test_only_plain_digits_are_numbers(key, name):
    for written in [*SCRIPTS, *SPELLINGS]:
        with pytest.raises(BadOption, match=rf"^option {name}=") as refused:
            read(key, name, written)
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 200, "a number without end is not repeated in full"


@pytest.mark.parametrize(("key", "name"), WRITTEN)
def test_parsed_option_value_is_parsed_again_unchanged(key, name):
    """A record stores the parsed value, and a table is dealt from it again."""
    for written in [*map(str, range(130)), *(f"0{n}" for n in range(60)), "900", "0.5", "seat-1"]:
        try:
            value = read(key, name, written)
        except BadOption:
            continue
        text = game(key).options[name].written(value)
        assert read(key, name, value) == read(key, name, text) == value


@pytest.mark.rule("BB-R39", "BB-R7")
@pytest.mark.parametrize("written", ["1,01", "1,1", "2 02", "1,١", "(3,003)", "1,2,3,4,5,1"])
def test_seat_named_twice_in_ate_last_is_refused(written):
    with pytest.raises(BadOption, match="name each seat once, from 1 to 5, the latest eater first"):
        read("burger-boss", "ate_last", written)


@pytest.mark.rule("BB-R39")
@pytest.mark.parametrize("written", ["2,1", "02, 1", "[2, 1]", [2, 1], "2 1"])
def test_every_notation_of_ate_last_puts_each_seat_on_the_order_card_once(written):
    assert read("burger-boss", "ate_last", written) == "2,1"
    assert sorted(game("burger-boss").table(5, Chance(7), {"ate_last": written}).order) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("key", catalog())
def test_listed_values_are_unique_and_include_the_default(key):
    for name, option in game(key).options.items():
        assert len({*option.values}) == len(option.values), name
        assert option.default in option.values, name


@pytest.mark.parametrize("key", catalog())
def test_listed_seats_are_those_of_the_smallest_table(key):
    fewest = min(game(key).seats)
    for name in {"first", "timekeeper"} & {*game(key).options}:
        seats = [value for value in game(key).options[name].values if isinstance(value, int)]
        assert seats in ([], [*range(fewest)], [*range(1, fewest + 1)]), name


@pytest.mark.parametrize(("key", "name"), WRITTEN)
def test_every_listed_number_can_be_parsed(key, name):
    option = game(key).options[name]
    for value in option.values:
        if isinstance(value, int | float) and value not in (0, option.default):  # 0 may stand for none
            assert read(key, name, value) == value == option.free(option.written(value), max(game(key).seats))


SEATED = [(key, name) for key in catalog() for name, option in game(key).options.items() if option.seats]


@pytest.mark.parametrize(("key", "name"), SEATED)
def test_seat_options_count_from_1_and_recorded_values_are_parsed_again(key, name):
    option, seats = game(key).options[name], max(game(key).seats)
    read_seats = [option.read(name, str(number), seats) for number in range(1, seats + 1)]
    assert len({*read_seats}) == seats
    assert [option.read(name, value, seats) for value in read_seats] == read_seats
    assert [option.written(value) for value in read_seats] == [str(n) for n in range(1, seats + 1)]
    for wrong in ("0", str(seats + 1)):
        with pytest.raises(BadOption, match=f"1 to {seats}"):
            option.read(name, wrong, seats)


STEPS, MOST_GAMES = 600, 24  # of random games in which a value must show
OFFERED = [key for key in catalog() if game(key).menu.option]


@pytest.mark.parametrize("key", OFFERED)
def test_every_option_and_preset_has_a_plain_description(key):
    assert len(OFFERED) >= 11
    played, menu = game(key), game(key).menu
    assert menu.minutes
    assert menu.minutes[0] <= menu.minutes[1]
    assert menu.difficulty
    assert {*menu.option} == {*played.options}
    for name, words in menu.option.items():
        assert {*words.values} <= {str(value) for value in played.options[name].values}, name
    assert menu.preset["book"].options == {}
    assert menu.preset["book"].minutes == menu.minutes
    for preset in menu.preset.values():
        played.settings(3 if 3 in played.seats else played.seats[0], preset.options)


@pytest.mark.parametrize("key", catalog())
def test_values_may_be_written_in_upper_case(key):
    seats = min(game(key).seats)
    for name, option in game(key).options.items():
        for value in option.values:
            assert option.read(name, option.written(value).upper(), seats) == value


AT_OTHER_SEATS = [
    (key, name, seats)
    for key in catalog()
    for name, option in game(key).options.items()
    if option.only_at
    for seats in game(key).seats
    if seats not in option.only_at
]


@pytest.mark.parametrize(("key", "name", "seats"), AT_OTHER_SEATS)
def test_value_that_does_nothing_with_so_many_players_is_refused(key, name, seats):
    option = game(key).options[name]
    players = " or ".join(map(str, option.only_at))
    assert game(key).settings(seats, {name: option.default})[name] == option.default
    for value in option.values:
        if value != option.default:
            with pytest.raises(
                BadOption, match=f"^option {name}={value}: it does something only with {players} players"
            ):
                game(key).settings(seats, {name: value})


def test_record_with_an_option_that_did_nothing_still_replays():
    match = Match(game("burger-go"), ["Ann", "Ben", "Cleo"], 7)
    header = {**match.record.header, "options": {"two_player_penalty": "off"}}
    del header["flattop"]
    match.record = Record(header)
    match.play(0, match.table.asks[0][0])
    assert replay(parse(match.record.text().encode(), "old.jsonl")).table == match.table


@cache
def played(key, seats, seed, option=None):
    """Return the state hashes of a dealt table and of the same table after random play."""
    rnd, t = Random(seed), game(key).table(seats, Chance(seed), dict([option] if option else []))
    dealt = state_hash(t)
    for _ in range(STEPS * (3 if key == "ninja-burger" else 1)):  # its games are long
        if t.over:
            break
        seat = rnd.choice(list(t.asks))
        options_now = list(t.asks[seat])
        t.play(seat, options_now[int(rnd.random() * len(options_now))])
    return dealt, state_hash(t)


def shows(key, seats, name, value):
    """True if one of many random games differs from the one with the default."""
    return any(
        played(key, seats, seed, (name, value)) != played(key, seats, seed) for seed in range(MOST_GAMES)
    )


AS_DEFAULT = {
    ("burgerfuck", "decks"),
    ("kitchen-rush", "scenario"),
}  # auto is 2 or 3; scenario has its own test
LATE = {  # what they change comes late or rarely, so that few random games do not show it at every table
    "burger-boss": {
        "deal",
        "close_up_from",
        "end_grill",
        "off_turn_specials",
        "grill_track",
        "next_customer",
    },
    "ninja-burger": {"errand_target", "max_times_per_mission"},
    "burgerfuck": {"goal", "large_goal", "turn_limit", "extra_plays", "red_victory"},
}


@pytest.mark.parametrize("key", catalog())
def test_value_that_shows_with_some_players_shows_with_all_or_is_refused(key):
    """An option that changes the game only with two players says so by `only_at`."""
    for name, option in game(key).options.items():
        if (key, name) in AS_DEFAULT or name in LATE.get(key, ()):
            continue
        for value in option.values:
            tables = [seats for seats in game(key).seats if value != option.default and option.matters(seats)]
            shown = [shows(key, seats, name, value) for seats in tables]
            changed = [seats for seats, yes in zip(tables, shown, strict=True) if yes]
            assert changed in ([], tables), (
                f"{name}={value} changes random games with {changed} of {tables} players:"
                " name these in `only_at`, or add the option to LATE if it shows rarely"
            )

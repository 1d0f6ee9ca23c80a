"""CPU seconds of bots per seat and game: `python -m bench.time_estimates` prints time_estimates.toml.

All seats of a table have bots of one rank.  Games are cut off when the time is up; the time of a complete
game is then estimated from the number of decisions in games of house bots.  The output belongs in
`src/flattop/server/lab`.
"""

from time import process_time

from bench.arguments import argument_parser
from flattop.bots import RANKS, bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance, seat_names
from flattop.match import Match
from flattop.match.game_loop import turns

HEAD = """\
# Seconds of the processor that one seat of a rank takes for a whole game at the usual number of seats, on one
# core of ours; `python -m bench.time_estimates` measures them."""


def usual_seats(key):
    least, most = min(game(key).seats), max(game(key).seats)
    return game(key).default_seats or min(max(4, least), most)


def measured(key, rank, seconds):
    """Return the seconds per decision, and the numbers of decisions of the complete games."""
    seats, began, decisions, lengths = usual_seats(key), process_time(), 0, []
    while process_time() - began < seconds:
        seed = len(lengths)
        bots = [bot(rank, key, Chance(100 * seed + seat)) for seat in range(seats)]
        match = Match(game(key), seat_names(seats), seed, undoable=False, logged=False)
        for _ in turns(match, bots):
            decisions += 1
            if process_time() - began >= seconds:
                break
        else:
            lengths.append(match.actions)
    return (process_time() - began) / decisions, lengths


def main():
    argument_parser(__doc__).parse_args()
    print(HEAD)
    for key in CATALOG:
        measured(key, "house", 0.2)  # warms up caches
        _, known = measured(key, "house", 1.0)
        cells = []
        for name, rank in RANKS.items():
            each, lengths = measured(key, name, 8.0 if rank.seconds else 1.0)
            lengths = known if rank.seconds or not lengths else lengths
            cells.append(f"{name} = {float(f'{each * sum(lengths) / len(lengths) / usual_seats(key):.2g}')}")
        print(f"{key} = {{ {', '.join(cells)} }}", flush=True)


if __name__ == "__main__":
    main()

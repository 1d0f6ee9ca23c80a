"""CPU seconds of bots per seat and game: `python -m bench.time_estimates` prints them as TOML.

All seats of a table have bots of one rank.  Games are cut off when the time is up; the time of a complete
game is then estimated from the number of decisions in games of house bots.  Each table
belongs in the `manifest.toml` of its game.
"""

from time import process_time

from bench.arguments import argument_parser
from flattop.bots import RANKS, bot
from flattop.games import CATALOG, game
from flattop.kernel import Chance, seat_names
from flattop.match import Match
from flattop.match.game_loop import turns


def measured(key, rank, seconds):
    """Return the seconds per decision, and the numbers of decisions of the complete games."""
    seats, began, decisions, lengths = game(key).usual_seats, process_time(), 0, []
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
    for key in CATALOG:
        measured(key, "house", 0.2)  # warms up caches
        _, known = measured(key, "house", 1.0)
        print(f"\n# {key}\n[seconds]")
        for name, rank in RANKS.items():
            each, lengths = measured(key, name, 8.0 if rank.seconds else 1.0)
            lengths = known if rank.seconds or not lengths else lengths
            seconds = each * sum(lengths) / len(lengths) / game(key).usual_seats
            print(f"{name} = {float(f'{seconds:.2g}')}", flush=True)


if __name__ == "__main__":
    main()

"""Two bots play a game of Burger Go!, and the log of a spectator is printed."""

import flattop
from flattop import Chance, Match, Observation

game = flattop.game("burger-go")
bots = [flattop.bot("house", game.key, Chance(1)), flattop.bot("random", game.key, Chance(2))]
match = Match(game, ["House", "Luck"], seed=7, options={"rounds": 1})

while not match.over:
    seat = match.waiting[0]
    match.play(seat, bots[seat].choose(Observation(game, match.table, seat)))

for line in match.log_words(None):
    print(line)

"""The lab: games by the hundred thousand among bots, and how fast they go."""

from flattop.lab.bench import Figures, machine, measure
from flattop.lab.intervals import mean_margin, wilson
from flattop.lab.simulate import Plan, Rank, Result, simulate
from flattop.lab.single import Fault, play, turn, turns

__all__ = [
    "Fault",
    "Figures",
    "Plan",
    "Rank",
    "Result",
    "machine",
    "mean_margin",
    "measure",
    "play",
    "simulate",
    "turn",
    "turns",
    "wilson",
]

"""The lab: games by the hundred thousand among bots, and how fast they go."""

from flattop.lab.bench import Figures, machine, measure
from flattop.lab.intervals import mean_margin, wilson
from flattop.lab.reckoning import Budget, chances
from flattop.lab.simulate import Plan, Rank, Result, simulate
from flattop.lab.single import Fault, play, turn, turns
from flattop.lab.told import Chances, Point, Swing

__all__ = [
    "Budget",
    "Chances",
    "Fault",
    "Figures",
    "Plan",
    "Point",
    "Rank",
    "Result",
    "Swing",
    "chances",
    "machine",
    "mean_margin",
    "measure",
    "play",
    "simulate",
    "turn",
    "turns",
    "wilson",
]

"""The lab: games by the hundred thousand among bots, and how fast they go."""

from flattop.lab.analysis.report import Chances, Point, Swing
from flattop.lab.analysis.search import Budget, chances
from flattop.lab.bench import Figures, machine, measure
from flattop.lab.interrupts import Stopped
from flattop.lab.simulate import Plan, Rank, Result, simulate
from flattop.lab.stats import mean_margin, wilson
from flattop.match.game_loop import Fault, play, turns

__all__ = [
    "Budget",
    "Chances",
    "Fault",
    "Figures",
    "Plan",
    "Point",
    "Rank",
    "Result",
    "Stopped",
    "Swing",
    "chances",
    "machine",
    "mean_margin",
    "measure",
    "play",
    "simulate",
    "turns",
    "wilson",
]

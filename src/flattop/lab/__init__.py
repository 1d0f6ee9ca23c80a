"""The lab: simulations, duels, tournaments, balance studies, analysis of records, benchmarks."""

from flattop.lab.analysis.chances import Budget, chances
from flattop.lab.analysis.report import Chances, Point, Swing
from flattop.lab.bench import Figures, machine, measure
from flattop.lab.interrupts import Stopped
from flattop.lab.simulate import BotSpec, Plan, Result, simulate
from flattop.lab.stats import mean_margin, wilson
from flattop.match.game_loop import Fault, play, turns

__all__ = [
    "BotSpec",
    "Budget",
    "Chances",
    "Fault",
    "Figures",
    "Plan",
    "Point",
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

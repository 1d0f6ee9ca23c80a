"""Tournaments: bots play the same deals and are rated, until their order is statistically decided."""

from flattop.lab.tournament.checkpoint import Checkpoint
from flattop.lab.tournament.deal import BadTournament, Tournament
from flattop.lab.tournament.page import page
from flattop.lab.tournament.report import Report, findings
from flattop.lab.tournament.run import run_tournament

__all__ = ["BadTournament", "Checkpoint", "Report", "Tournament", "findings", "page", "run_tournament"]

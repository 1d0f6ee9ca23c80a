"""Tournaments: any bots on the same deals, rated, with the order decided as surely as one likes."""

from flattop.lab.tournament.checkpoint import Ledger
from flattop.lab.tournament.deal import BadTournament, Tournament
from flattop.lab.tournament.page import page
from flattop.lab.tournament.report import Report, findings
from flattop.lab.tournament.run import hold

__all__ = ["BadTournament", "Ledger", "Report", "Tournament", "findings", "hold", "page"]

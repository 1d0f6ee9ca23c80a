"""What the house bot of Hanaburger tells a searcher: what a team may expect, and what a hint means."""

from __future__ import annotations

from flattop.bots.policies.hanaburger.plan import kitchen
from flattop.bots.policies.hanaburger.policy import FEAR, FURTHER, TOKEN
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.match.observation import Observation

WORTH_POINTING_AT = 0.2  # coins that a card must bring for which a hint was given


def forecast(obs: Observation) -> list[float]:
    """Coins that the team may expect to have in the end, tokens that are left included: for each the same."""
    return [coins(obs)] * obs.seats


def coins(obs: Observation) -> float:
    view = obs.view
    if view["mistakes"] == 0:
        return 0.0
    token = TOKEN * sum([FURTHER**n for n in range(view["hints"])])
    lost = FEAR * sum([1 / n for n in range(view["mistakes"], obs.settings["mistake_tokens"])])
    return float(view["coins"] + kitchen(obs).promised + (token if view["final"] < 0 else 0.0) - lost)


def is_meant(obs: Observation, t: HanaTable) -> bool:
    """Whether the card that the last fresh hint points at would be worth placing, as the hint says."""
    hints = obs.own("pointed_at")
    if not hints or obs.step != "Turns.turn":  # the card pointed at may have left the hand
        return True
    card, now = t.hands[obs.seat][hints[-1][-1]], kitchen(obs)
    return card in now.takes and now.uses[card] > WORTH_POINTING_AT

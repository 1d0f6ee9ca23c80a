"""The house bot of Ninja Burger.

It computes exact odds of missions and rescues, hinders the leader, and deals.
"""

from __future__ import annotations

from collections.abc import Callable

from flattop.bots.policies import Policy
from flattop.bots.policies.ninja_burger import deals, rolls
from flattop.bots.policies.ninja_burger.valuation import CARD, Valuation, ninja_value
from flattop.kernel import PASS, Action
from flattop.match.observation import Observation

READY: Action = ("ready",)
SPARE = 100  # dollars kept when buying an item for later missions
BETTER = 0.35  # Honor that another Mission must gain to be worth a card or a deal
STAND = 4  # a margin that is good enough while rivals are still to roll
COMPANY = 0.4  # Honor of attending the meeting besides the card: deals and swaps


class HouseBot(Policy):
    """Decides each time from its observation alone."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1 and (options[0] == PASS or obs.step not in BUSY):
            return options[0]
        return ANSWERS[obs.step](self, Valuation(obs), options)

    # -- set-up and meeting

    def in_secret(self, valuation: Valuation, options: list[Action]) -> Action:
        if options[0][0] == "pick":
            return self.ninja(valuation, options)
        return shopping(valuation, CAREFUL) or self.attendance(valuation, options)

    def ninja(self, valuation: Valuation, options: list[Action]) -> Action:
        """Choose the ninja with the highest value over all deliveries, including drawbacks."""
        now = valuation.ninja(valuation.seat)
        return max(options, key=lambda option: ninja_value(now._replace(card=option[1])))

    def attendance(self, valuation: Valuation, options: list[Action]) -> Action:
        """Weigh the second try of staying away against the card and the deals of the meeting."""
        seat, mission, honor = valuation.seat, valuation.own_mission, valuation.view["honor"]
        if valuation.pack.is_errand(mission):
            return ("come",) if honor[seat] > min(honor) else ("stay_away",)
        may_retry = valuation.pack.may_retry[valuation.ninjas[seat]]
        early = valuation.value(seat, mission, 1 if may_retry else 0)
        return ("come",) if valuation.value(seat, mission) + CARD + COMPANY > early else ("stay_away",)

    def look_before(self, valuation: Valuation, options: list[Action]) -> Action:
        return options[0]  # two Missions to choose from are better than one

    def keep(self, valuation: Valuation, options: list[Action]) -> Action:
        return max(options, key=lambda option: valuation.value(valuation.seat, option[1]))

    def errand(self, valuation: Valuation, options: list[Action]) -> Action:
        """Push the errand to a rival if its Mission is worth more."""
        best = max(options[:-1], key=lambda option: self.gain_from(valuation, option[1]))
        return best if self.gain_from(valuation, best[1]) > 0 else options[-1]

    def gain_from(self, valuation: Valuation, rival: int) -> float:
        """Return the gain of a rival's Mission over the own one."""
        theirs = valuation.view["missions"][rival][0]
        return valuation.value(valuation.seat, theirs) - valuation.value(
            valuation.seat, valuation.own_mission
        )

    def talk(self, valuation: Valuation, options: list[Action]) -> Action:
        if bought := shopping(valuation, CAREFUL):
            return bought
        came = [
            s for s in valuation.view["attending"] if s != valuation.seat and valuation.view["missions"][s]
        ]
        deliveries = [s for s in came if not valuation.pack.is_errand(valuation.view["missions"][s][0])]
        if (
            options[0] != READY
            and max((self.gain_from(valuation, s) for s in deliveries), default=0) > BETTER
        ):
            return options[0]
        return deals.deal_to_open(valuation, came) or READY

    def partner(self, valuation: Valuation, options: list[Action]) -> Action:
        return max(options, key=lambda option: self.gain_from(valuation, option[1]))

    # -- missions

    def skill(self, valuation: Valuation, options: list[Action]) -> Action:
        """Choose the skill with the best odds; of equal ones that with fewer Interesting Times."""
        rolling = valuation.view["rolling"]
        choices = (
            valuation.pack.extra_roll(rolling["card"]).any
            if "card" in rolling
            else valuation.pack.missions[valuation.own_mission].steps[rolling["roll"] - 1].any
        )
        modifier = {a.skill: a.mod for a in choices}
        return max(
            options,
            key=lambda o: (
                valuation.odds(valuation.seat, o[1], modifier[o[1]]),
                -times_made_for(valuation, o[1]),
            ),
        )

    def before_roll(self, valuation: Valuation, options: list[Action]) -> Action:
        """Prepare an own roll by an item or an ability, or hinder the roll of a rival."""
        if options[-1] == PASS:
            return rolls.hinder(valuation, options)
        return shopping(valuation, EAGER) or rolls.preparation(valuation, options)

    def trouble(self, valuation: Valuation, options: list[Action]) -> Action:
        return rolls.hinder(valuation, options)

    def answer_times(self, valuation: Valuation, options: list[Action]) -> Action:
        return options[0]  # an Interesting Times card is always meant to hurt

    def rescue(self, valuation: Valuation, options: list[Action]) -> Action:
        return rolls.rescue(valuation, options)

    def offer_help(self, valuation: Valuation, options: list[Action]) -> Action:
        return deals.offer_help(valuation, options)

    def first(self, valuation: Valuation, options: list[Action]) -> Action:
        return options[0]

    def keep_throw(self, valuation: Valuation, options: list[Action]) -> Action:
        """Keep a throw that beats all earlier ones, and is good enough if others are still to roll."""
        rolling, margins = valuation.view["rolling"], valuation.view["margins"]
        margin, last = (
            rolling["effective"] - rolling["total"],
            len(margins) + 1 == len(valuation.view["duellists"]),
        )
        beaten = all(margin > theirs for _, theirs in margins)
        return ("stand",) if beaten and (last or margin >= STAND) else options[0]

    # -- losses

    def worst_card(self, valuation: Valuation, options: list[Action]) -> Action:
        return min(options, key=lambda option: rolls.card_worth(valuation, option[1]))

    def worst_item(self, valuation: Valuation, options: list[Action]) -> Action:
        return min(options, key=lambda option: valuation.item_worth(option[1]))

    def best_item(self, valuation: Valuation, options: list[Action]) -> Action:
        return max(options, key=lambda option: valuation.item_worth(option[1]))

    def discard(self, valuation: Valuation, options: list[Action]) -> Action:
        if bought := shopping(valuation, CAREFUL):
            return bought
        return options[0] if options[0] == ("finish",) else self.worst_card(valuation, options)

    # -- deals

    def draw_up(self, valuation: Valuation, options: list[Action]) -> Action:
        return deals.next_term(valuation, options)

    def answer(self, valuation: Valuation, options: list[Action]) -> Action:
        return options[0] if deals.should_accept(valuation) else options[1]


CAREFUL, EAGER = SPARE, 0


def shopping(valuation: Valuation, reserve: int) -> Action | None:
    """Return a course that raises a skill, or the best item that leaves `reserve` dollars."""
    plays = [play for play in valuation.obs.anytime if play[0] in ("study", "buy")]
    for play in plays:
        if play[0] == "study" and valuation.course_gain(play[1]) > 0:
            return play
    buys = [p for p in plays if p[0] == "buy" and valuation.money - valuation.pack.price[p[1]] >= reserve]
    best = max(buys, key=lambda play: valuation.gain_by(play[1]), default=None)
    return best if best and valuation.gain_by(best[1]) > 0 else None


def times_made_for(valuation: Valuation, skill: str) -> int:
    """Return the number of Interesting Times that target the skill."""
    return sum(card.copies for card in valuation.pack.fortune if card.play_if.skill == skill)


BUSY = {
    "BeforeRoll.offer",
    "SkillRoll.rescue",
    "Talk.speak",
    "Discard.choose",
}  # steps at which any-time plays are considered
Answer = Callable[[HouseBot, Valuation, list[Action]], Action]
ANSWERS: dict[str, Answer] = {
    "Secret.wait": HouseBot.in_secret,
    "DrawMissionCards.look_before": HouseBot.look_before,
    "DrawMissionCards.choose": HouseBot.keep,
    "StaffMeeting.push_or_keep": HouseBot.errand,
    "Talk.speak": HouseBot.talk,
    "Talk.choose_partner": HouseBot.partner,
    "StartWindow.offer": HouseBot.trouble,
    "RewardWindow.offer": HouseBot.trouble,
    "BeforeRoll.offer": HouseBot.before_roll,
    "AfterSuccess.offer": HouseBot.trouble,
    "RivalFailed.offer": HouseBot.first,
    "InterestingTimes.answer": HouseBot.answer_times,
    "SkillRoll.choose_skill": HouseBot.skill,
    "SkillRoll.rescue": HouseBot.rescue,
    "CallForHelp.ask_rival": HouseBot.offer_help,
    "Substitution.choose": rolls.substitution,
    "Mission.apologize": HouseBot.first,
    "Mission.celebrate": HouseBot.first,
    "Discarding.choose": HouseBot.worst_card,
    "LosingItems.choose": HouseBot.worst_item,
    "HandingOver.choose": HouseBot.worst_item,
    "TakingStuff.choose": HouseBot.best_item,
    "Deal.draw_up": HouseBot.draw_up,
    "Deal.answer": HouseBot.answer,
    "Discard.choose": HouseBot.discard,
    "Amends.choose": HouseBot.ninja,
    "DuelRoll.rescue": HouseBot.rescue,
    "DuelRoll.keep_or_not": HouseBot.keep_throw,
}

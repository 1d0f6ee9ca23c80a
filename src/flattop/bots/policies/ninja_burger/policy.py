"""The house bot of Ninja Burger: exact odds for missions and rescues, trouble for the leader, plain deals."""

from __future__ import annotations

from collections.abc import Callable

from flattop.bots.policies import Policy
from flattop.bots.policies.ninja_burger import deals, rolls
from flattop.bots.policies.ninja_burger.valuation import CARD, Outlook, ninja_value
from flattop.kernel import PASS, Action
from flattop.match.observation import Observation

READY: Action = ("ready",)
SPARE = 100  # dollars kept back when an item is bought for later missions
BETTER = 0.35  # Honor by which another Mission must be better to be worth a card or a deal
STAND = 4  # a margin that is good enough while rivals are still to roll
COMPANY = 0.4  # Honor that the meeting is worth besides its card: deals, and a chance to swap


class HouseBot(Policy):
    """Works out every decision afresh from what its seat sees."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1 and (options[0] == PASS or obs.step not in BUSY):
            return options[0]
        return ANSWERS[obs.step](self, Outlook(obs), options)

    # -- set-up and meeting

    def in_secret(self, outlook: Outlook, options: list[Action]) -> Action:
        if options[0][0] == "pick":
            return self.ninja(outlook, options)
        return shopping(outlook, CAREFUL) or self.attendance(outlook, options)

    def ninja(self, outlook: Outlook, options: list[Action]) -> Action:
        """The best chances over all deliveries, drawbacks and all."""
        now = outlook.ninja(outlook.seat)
        return max(options, key=lambda option: ninja_value(now._replace(card=option[1])))

    def attendance(self, outlook: Outlook, options: list[Action]) -> Action:
        """A second try against a card and whatever the meeting brings."""
        seat, mission, honor = outlook.seat, outlook.own_mission, outlook.view["honor"]
        if outlook.pack.is_errand(mission):
            return ("come",) if honor[seat] > min(honor) else ("stay_away",)
        restless = outlook.pack.restless[outlook.ninjas[seat]]
        early = outlook.value(seat, mission, 1 if restless else 0)
        return ("come",) if outlook.value(seat, mission) + CARD + COMPANY > early else ("stay_away",)

    def look_before(self, outlook: Outlook, options: list[Action]) -> Action:
        return options[0]  # two Missions are better than one

    def keep(self, outlook: Outlook, options: list[Action]) -> Action:
        return max(options, key=lambda option: outlook.value(outlook.seat, option[1]))

    def errand(self, outlook: Outlook, options: list[Action]) -> Action:
        """Push it whenever the Mission gained is worth more."""
        best = max(options[:-1], key=lambda option: self.gain_from(outlook, option[1]))
        return best if self.gain_from(outlook, best[1]) > 0 else options[-1]

    def gain_from(self, outlook: Outlook, rival: int) -> float:
        """What the rival's Mission would bring over the own one."""
        theirs = outlook.view["missions"][rival][0]
        return outlook.value(outlook.seat, theirs) - outlook.value(outlook.seat, outlook.own_mission)

    def talk(self, outlook: Outlook, options: list[Action]) -> Action:
        if bought := shopping(outlook, CAREFUL):
            return bought
        came = [s for s in outlook.view["attending"] if s != outlook.seat and outlook.view["missions"][s]]
        deliveries = [s for s in came if not outlook.pack.is_errand(outlook.view["missions"][s][0])]
        if options[0] != READY and max((self.gain_from(outlook, s) for s in deliveries), default=0) > BETTER:
            return options[0]
        return deals.opening(outlook, came) or READY

    def partner(self, outlook: Outlook, options: list[Action]) -> Action:
        return max(options, key=lambda option: self.gain_from(outlook, option[1]))

    # -- missions

    def skill(self, outlook: Outlook, options: list[Action]) -> Action:
        """The best effective skill, among equals the one for which fewer Interesting Times exist."""
        rolling = outlook.view["rolling"]
        choices = (
            outlook.pack.extra_roll(rolling["card"]).any
            if "card" in rolling
            else outlook.pack.missions[outlook.own_mission].steps[rolling["roll"] - 1].any
        )
        modifier = {a.skill: a.mod for a in choices}
        return max(
            options,
            key=lambda o: (outlook.odds(outlook.seat, o[1], modifier[o[1]]), -times_made_for(outlook, o[1])),
        )

    def before_roll(self, outlook: Outlook, options: list[Action]) -> Action:
        """One's own roll: an item for it, an ability that helps; else trouble for others."""
        if options[-1] == PASS:
            return rolls.reply(outlook, options)
        return shopping(outlook, EAGER) or rolls.preparation(outlook, options)

    def trouble(self, outlook: Outlook, options: list[Action]) -> Action:
        return rolls.reply(outlook, options)

    def answer_times(self, outlook: Outlook, options: list[Action]) -> Action:
        return options[0]  # whatever it is, it was meant to hurt

    def rescue(self, outlook: Outlook, options: list[Action]) -> Action:
        return rolls.rescue(outlook, options)

    def help(self, outlook: Outlook, options: list[Action]) -> Action:
        return deals.help(outlook, options)

    def first(self, outlook: Outlook, options: list[Action]) -> Action:
        return options[0]

    def keep_throw(self, outlook: Outlook, options: list[Action]) -> Action:
        """A throw stands if it beats those before, and is good enough where others are still to roll."""
        rolling, margins = outlook.view["rolling"], outlook.view["margins"]
        margin, last = (
            rolling["effective"] - rolling["total"],
            len(margins) + 1 == len(outlook.view["duellists"]),
        )
        beaten = all(margin > theirs for _, theirs in margins)
        return ("stand",) if beaten and (last or margin >= STAND) else options[0]

    # -- losses

    def worst_card(self, outlook: Outlook, options: list[Action]) -> Action:
        return min(options, key=lambda option: rolls.card_worth(outlook, option[1]))

    def worst_item(self, outlook: Outlook, options: list[Action]) -> Action:
        return min(options, key=lambda option: outlook.item_worth(option[1]))

    def best_item(self, outlook: Outlook, options: list[Action]) -> Action:
        return max(options, key=lambda option: outlook.item_worth(option[1]))

    def discard(self, outlook: Outlook, options: list[Action]) -> Action:
        if bought := shopping(outlook, CAREFUL):
            return bought
        return options[0] if options[0] == ("finish",) else self.worst_card(outlook, options)

    # -- deals

    def draw_up(self, outlook: Outlook, options: list[Action]) -> Action:
        return deals.next_term(outlook, options)

    def answer(self, outlook: Outlook, options: list[Action]) -> Action:
        return options[0] if deals.is_welcome(outlook) else options[1]


CAREFUL, EAGER = SPARE, 0


def shopping(outlook: Outlook, reserve: int) -> Action | None:
    """Courses that raise something, and items that help for good as far as the money goes."""
    plays = [play for play in outlook.obs.anytime if play[0] in ("study", "buy")]
    for play in plays:
        if play[0] == "study" and outlook.course_gain(play[1]) > 0:
            return play
    buys = [p for p in plays if p[0] == "buy" and outlook.money - outlook.pack.price[p[1]] >= reserve]
    best = max(buys, key=lambda play: outlook.gain_by(play[1]), default=None)
    return best if best and outlook.gain_by(best[1]) > 0 else None


def times_made_for(outlook: Outlook, skill: str) -> int:
    """How many Interesting Times are made for the skill."""
    return sum(card.copies for card in outlook.pack.fortune if card.play_if.skill == skill)


BUSY = {
    "BeforeRoll.offer",
    "SkillRoll.rescue",
    "Talk.speak",
    "Discard.choose",
}  # any-time plays are weighed here
Answer = Callable[[HouseBot, Outlook, list[Action]], Action]
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
    "CallForHelp.ask_rival": HouseBot.help,
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

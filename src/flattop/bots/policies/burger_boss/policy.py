"""The house bot of Burger Boss.

It hires early, cooks for the customer that pays best per die, and sells at once.
"""

from __future__ import annotations

from collections.abc import Callable

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_boss.plan import (
    Counts,
    Plan,
    SaleIncome,
    Target,
    count_tokens,
    customers_left,
    missing_for,
    plan_inputs,
)
from flattop.games.burger_boss.game_cards import PAIR, PURCHASES, place_options
from flattop.games.burger_boss.schema import DISCOUNT, FIRST, PATTY, STEAL, TIP
from flattop.games.burger_boss.table import BossTable
from flattop.games.burger_boss.turn_order import without
from flattop.kernel import PASS, Action, Seat
from flattop.match.observation import Observation

WORKER_A_ROUND = 1.4  # dollars that a third or fourth worker earns per round
KITCHEN_A_ROUND = 0.7
DIE = 1.6  # dollars that a die is worth on average
SPECIAL = 0.8
STOCK = (0.35, 0.3, 0.2, 0.1, 0.1)  # value of a token that no customer needs yet
LAST_CUSTOMERS = 10  # with this many customers left, tips are no longer saved
LOST = 0.65  # share of a sale lost to a faster rival, because the dish may find another customer
PIPS = 3.5  # average of a die
REST_FROM = 2.0  # dollars that going first must save, because it costs a die


class HouseBot(Policy):
    """Plays by a plan.  Only the choice of the restaurant is random."""

    last_plan: Plan | None = None

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1 and not obs.anytime:
            return options[0]
        if obs.step == "Rounds.choose_restaurant":
            return self.random_of(options)
        return ANSWERS[obs.step](self, obs, options)

    def plan(self, obs: Observation) -> Plan:
        """Return the last plan if its inputs are unchanged.

        The income from sales depends only on the missions.
        """
        last, inputs = self.last_plan, plan_inputs(obs)
        if last and last.pack is obs.pack and last.inputs.missions == inputs.missions:
            sale_income = last.sale_income
            if last.inputs == inputs:
                return last
        else:
            sale_income = SaleIncome(obs.pack, inputs.missions)
        self.last_plan = Plan(obs.pack, inputs, sale_income)
        return self.last_plan

    # -- turn order, windows

    def who_works(self, obs: Observation, options: list[Action]) -> Action:
        """Send all workers, or rest the highest die if a rival would else sell the same dish first."""
        return options[-1] if should_rest(obs, self.plan(obs)) else options[0]

    def window(self, obs: Observation, options: list[Action]) -> Action:
        """Use FIRST before the sales if the turn order would cost a sale."""
        if ("use", FIRST) not in options or any(obs.view["working"]):
            return PASS
        plan = self.plan(obs)
        done = [plan.recipe(target) for target in plan.ready() if not target.dice]
        return PASS if plan.contested.isdisjoint(done) else ("use", FIRST)

    # -- placement

    def name_die(self, obs: Observation, options: list[Action]) -> Action:
        """Choose the die with the largest advantage over its other uses."""
        plan = self.plan(obs)
        if ("use", STEAL) in obs.anytime and best_theft(obs, plan) is not None:
            return ("use", STEAL)
        if len(options) == 1:
            return options[0]
        t = obs.picture()
        worths = [advantage(values_of(t, obs, plan, die)) for _, die in options]
        return options[worths.index(max(worths))]

    def place(self, obs: Observation, options: list[Action]) -> Action:
        plan, die = self.plan(obs), obs.view["named"]
        return max(options, key=lambda option: place_value(obs, plan, die, option[1]))

    def dice(self, obs: Observation, options: list[Action]) -> Action:
        return ("dice", PAIR)

    def add_special(self, obs: Observation, options: list[Action]) -> Action:
        """Take a discount at once.  Double the ingredients if they are needed and there is room."""
        if options[0] == ("add", DISCOUNT) or len(options) == 1:
            return options[0]
        plan, spots = self.plan(obs), obs.pack.taking[obs.view["named"]]
        wanted = any(plan.need[spots[card].kind] > spots[card].amount for card in spots if spots[card].amount)
        return options[0] if wanted and plan.room > 2 else options[-1]

    # -- effects

    def make_room(self, obs: Observation, options: list[Action]) -> Action:
        """Throw out a token that no customer needs for one that is needed."""
        plan = self.plan(obs)
        if plan.need[obs.view["held"]]:
            for option in options[:-1]:
                if plan.spare[option[1]]:
                    return option
        return options[-1]

    def shop(self, obs: Observation, options: list[Action]) -> Action:
        """Take the most needed ingredient, or stop if nothing is needed."""
        plan = self.plan(obs)
        best = max([o for o in options if o[0] == "take"], key=lambda option: plan.token_values[option[1]])
        wanted = plan.token_values[best[1]] > 0 and plan.slots > 0
        return best if wanted or options[-1][0] == "take" else options[-1]

    def choose_token(self, obs: Observation, options: list[Action]) -> Action:
        for kind, _ in cooking_moves(self.plan(obs), forced=options[-1][0] != "done"):
            if ("token", kind) in options:
                return ("token", kind)
        return options[-1]

    def choose_grill(self, obs: Observation, options: list[Action]) -> Action:
        held = obs.view["held"]
        for kind, grill in cooking_moves(self.plan(obs), forced=True):
            if kind == held:
                return ("grill", grill)
        return options[0]

    # -- specials, sales

    def victim(self, obs: Observation, options: list[Action]) -> Action:
        prize = best_theft(obs, self.plan(obs))
        return ("victim", prize[0]) if prize else options[0]

    def grab(self, obs: Observation, options: list[Action]) -> Action:
        values = self.plan(obs).token_values
        return max(options, key=lambda option: values[option[1]])

    def sell(self, obs: Observation, options: list[Action]) -> Action:
        """Use a tip if it counts for several sales or near the end, then sell the oldest dish."""
        sales = [option for option in options if option[0] == "sell"]
        if ("use", TIP) in options and (len(sales) > 1 or customers_left(obs) <= LAST_CUSTOMERS):
            return ("use", TIP)
        track = obs.own("tracks")
        return max(sales, key=lambda option: track[option[1]])

    def customer(self, obs: Observation, options: list[Action]) -> Action:
        return options[-1]  # the customer who has waited longest pays most


Answer = Callable[[HouseBot, Observation, list[Action]], Action]
ANSWERS: dict[str, Answer] = {
    "TurnUp.choose": HouseBot.who_works,
    "Window.offer": HouseBot.window,
    "WorkerPlacement.name_die": HouseBot.name_die,
    "Placement.choose_place": HouseBot.place,
    "Placement.choose_dice": HouseBot.dice,
    "Placement.add_special": HouseBot.add_special,
    "Storing.make_room": HouseBot.make_room,
    "Shopping.shop": HouseBot.shop,
    "Cooking.choose_token": HouseBot.choose_token,
    "Cooking.choose_grill": HouseBot.choose_grill,
    "Stealing.choose_victim": HouseBot.victim,
    "Stealing.choose_token": HouseBot.grab,
    "SalesPhase.offer": HouseBot.sell,
    "SalesPhase.choose_customer": HouseBot.customer,
}


def values_of(t: BossTable, obs: Observation, plan: Plan, die: int) -> list[float]:
    """Return the values of all places open to a die, best first."""
    t.named = die
    values = [place_value(obs, plan, die, card) for _, card in place_options(t, obs.seat)]
    return sorted(values, reverse=True)


def advantage(values: list[float]) -> float:
    """Return how urgent the best use is: the more, the worse the other uses of the same die are."""
    return values[0] - 0.4 * values[1] if len(values) > 1 else values[0]


def place_value(obs: Observation, plan: Plan, die: int, card: str) -> float:
    """Return the dollars that the die would earn on a card."""
    spot = plan.pack.taking[die].get(card)
    if spot and spot.amount:
        return delivery_value(plan, spot.kind, spot.amount)
    if card == "kitchen":
        return kitchen_value(plan)
    if card == "specials":
        return SPECIAL if plan.rounds_left > 2 else 0.2
    if card == "supermarket":
        return supermarket_value(obs, plan)
    return purchase_value(obs, plan, die, card) if card in PURCHASES else 0.0


def delivery_value(plan: Plan, kind: int, amount: int) -> float:
    """Value needed tokens in full, and the rest as stock while there is room."""
    if (kind, amount) in plan.deliveries:
        return plan.deliveries[kind, amount]
    useful = min(amount, plan.need[kind], plan.slots)
    stocked = max(0, min(amount - useful, plan.room - useful - sum(plan.need)))
    rounds = min(1.0, plan.rounds_left / 3)
    value = useful * plan.token_values[kind] + stocked * STOCK[kind] * rounds
    plan.deliveries[kind, amount] = value
    return value


def kitchen_value(plan: Plan) -> float:
    """Value finished dishes in full with the last die; while other dice are left, cooking can wait."""
    finished = sum([target.value for target in plan.cookable()])
    if finished:
        return finished if plan.dice_left == 1 else 0.5
    crowded = plan.room == 0 and any(target.dice for target in plan.targets)
    return 1.0 if crowded else -0.5


def supermarket_value(obs: Observation, plan: Plan) -> float:
    """Value a purchase that completes a dish, if a second die can cook it this round."""
    if plan.dice_left <= 1:
        return -1.0
    values, money = [], obs.view["money"][obs.seat]
    for target in plan.targets:
        tokens = sum(target.lacking)
        if 0 < tokens <= min(3, plan.slots) and 2 * tokens <= money:
            values.append(0.6 * (target.value - 2 * tokens))
    return max(values, default=-1.0)


def purchase_value(obs: Observation, plan: Plan, die: int, card: str) -> float:
    """Value a worker or kitchen by the rounds left.  A pair of dice saves money but costs a die."""
    view, seat, start = obs.view, obs.seat, plan.pack.start
    singles, pairs = plan.pack.ladders[card]
    pair = view["working"][seat].count(die) >= PAIR
    if card == "workers":
        bought: int = plan.workers + view["hired"][seat] - start.workers
        gain: float = WORKER_A_ROUND * (plan.rounds_left - 1)
    else:
        bought = view["kitchens"][seat] - start.kitchens
        gain = KITCHEN_A_ROUND * plan.rounds_left * (plan.workers - start.workers) / (1 + bought)
        gain += sum(mission.bonus for mission in plan.missions if mission.test == "kitchens") / 2
    return gain - pairs[bought] - DIE if pair else gain - singles[bought]


def cooking_moves(plan: Plan, forced: bool) -> list[tuple[int, int]]:
    """Return tokens and grills for dishes that can be finished, or if forced for any dish."""
    targets: list[Target] = plan.cookable()
    if not targets and (forced or plan.room == 0):
        targets = [target for target in plan.targets if target.dice]
    return [
        (kind, target.grill)
        for target in targets
        for kind, count in enumerate(plan.recipe(target))
        if count > plan.dishes[target.grill][kind] and plan.cold[kind]
    ]


def best_theft(obs: Observation, plan: Plan) -> tuple[int, int] | None:
    """Return a rival and an ingredient to steal that a target lacks.

    Buns and patties are not worth the card.
    """
    if plan.room <= 0:
        return None
    prizes = [
        (plan.token_values[kind], seat, kind)
        for seat, cold in enumerate(obs.view["cold"])
        if seat != obs.seat
        for kind in set(cold)
        if kind > PATTY and plan.need[kind]
    ]
    return max(prizes)[1:] if prizes else None


# -- turn order


def should_rest(obs: Observation, plan: Plan) -> bool:
    """Return whether one die less would put the seat before rivals who could take its customers."""
    contests = [(latest_total(obs, plan, recipe), value) for recipe, value in ready_sales(plan)]
    if all(total is None for total, _ in contests):
        return False
    awake = without(obs.own("rolled"), obs.picture().stack[-1].aside)
    now, less = sum(awake), sum(awake) - max(awake)
    saved = sum([value for total, value in contests if total is not None and less < total <= now])
    return LOST * saved > REST_FROM


def ready_sales(plan: Plan) -> list[tuple[Counts, float]]:
    """Return the dishes that can be sold this round, with their income."""
    ready, sale_income = plan.ready(), plan.sale_income
    return [(plan.recipe(target), sale_income[target.customer, target.space // 2]) for target in ready]


def latest_total(obs: Observation, plan: Plan, recipe: Counts) -> float | None:
    """Return the total below which the seat is in time to sell a dish; None if rivals leave customers."""
    customers = [who for who in obs.view["queue"] if who >= 0 and plan.pack.recipes[who] == recipe]
    rivals = [seat for seat in range(obs.seats) if seat != obs.seat and can_serve(obs, seat, recipe)]
    totals = sorted([total_of(obs, seat) for seat in rivals])
    return totals[len(customers) - 1] if len(totals) >= len(customers) else None


def total_of(obs: Observation, seat: Seat) -> float:
    """Return the revealed total of a seat, or the average roll of its workers."""
    total: int = obs.view["totals"][seat]
    return total if total >= 0 else PIPS * obs.view["workers"][seat]


def can_serve(obs: Observation, seat: Seat, recipe: Counts) -> bool:
    """Return whether the seat has cooked the dish or could cook it from its cold storage."""
    cold = count_tokens(tuple(obs.view["cold"][seat]))
    errands = [missing_for(recipe, count_tokens(tuple(dish)), cold) for dish in obs.view["grills"][seat]]
    return any(dice >= 0 and not any(lacking) for lacking, dice in errands)

"""Who turns up for work: a high die stays at home where a rival would else be first with the same dish."""

from __future__ import annotations

from flattop.bots.policies.burger_boss.plan import Counts, Plan, counted, errand
from flattop.games.burger_boss.turn_order import without
from flattop.kernel import Seat
from flattop.match.observation import Observation

LOST = 0.65  # of a sale that a rival makes before us; the dish may find another customer
PIPS = 3.5  # of a die, on average
REST_FROM = 2.0  # dollars that being ahead must save: a die is put aside for it


def should_rest(obs: Observation, plan: Plan) -> bool:
    """Whether one die less would put the seat ahead of rivals who could take its customers."""
    contests = [(latest(obs, plan, recipe), value) for recipe, value in ready_sales(plan)]
    if all(total is None for total, _ in contests):
        return False
    awake = without(obs.own("rolled"), obs.picture().stack[-1].aside)
    now, less = sum(awake), sum(awake) - max(awake)
    saved = sum([value for total, value in contests if total is not None and less < total <= now])
    return LOST * saved > REST_FROM


def ready_sales(plan: Plan) -> list[tuple[Counts, float]]:
    """Dishes that can be sold this round, and what each brings."""
    ready, takings = plan.ready(), plan.takings
    return [(plan.recipe(target), takings[target.customer, target.space // 2]) for target in ready]


def latest(obs: Observation, plan: Plan, recipe: Counts) -> float | None:
    """The total that the seat must stay below, or rivals serve all who want the dish; None if they cannot."""
    customers = [who for who in obs.view["queue"] if who >= 0 and plan.pack.recipes[who] == recipe]
    rivals = [seat for seat in range(obs.seats) if seat != obs.seat and has(obs, seat, recipe)]
    totals = sorted([total_of(obs, seat) for seat in rivals])
    return totals[len(customers) - 1] if len(totals) >= len(customers) else None


def total_of(obs: Observation, seat: Seat) -> float:
    """What the seat has revealed, or else what its workers will roll on average."""
    total: int = obs.view["totals"][seat]
    return total if total >= 0 else PIPS * obs.view["workers"][seat]


def has(obs: Observation, seat: Seat, recipe: Counts) -> bool:
    """Whether the seat has cooked the dish, or could cook it from what lies in its cold."""
    cold = counted(tuple(obs.view["cold"][seat]))
    errands = [errand(recipe, counted(tuple(dish)), cold) for dish in obs.view["grills"][seat]]
    return any(dice >= 0 and not any(lacking) for lacking, dice in errands)

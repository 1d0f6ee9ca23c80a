"""Turn order: workers are rolled, the working ones revealed, and seats ordered by total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import VACANT, Action, Each, Frame, Next, Seat, numbers_once, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

WORK: Action = ("work",)
REST: tuple[Action, ...] = tuple(("rest", value) for value in range(7))


@part
class TurnOrder(Frame):
    """Lowest total first. In round 1 all dice work; later each seat decides which do."""

    at: str = "roll_workers"

    def roll_workers(self, t: BossTable) -> Next:
        t.totals = (VACANT,) * t.seats
        for seat, workers in enumerate(t.workers):
            t.rolled[seat] = sorted(t.chance.dice(workers))
        return self.everyone_works if t.round == 1 else self.roll_in_secret

    def everyone_works(self, t: BossTable) -> Next:
        """Round 1 is rolled openly (BB-26 to BB-28)."""
        for seat in range(t.seats):
            turn_up(t, seat, ())
        ate = burger_eaters(t)
        rest = [seat for seat in range(t.seats) if seat not in ate]
        return self.arrange(t, (*ate, *t.chance.shuffled(rest)))

    def roll_in_secret(self, t: BossTable) -> Next:
        if t.events is not None:
            for seat, dice in enumerate(t.rolled):
                t.tell("rolled", seat, len(dice))
                t.whisper(seat, "own_roll", dice[:])
        return t.call(Each(TurnUp, t.order), self.all_revealed)  # BB-30

    def all_revealed(self, t: BossTable, _: object) -> Next:
        return self.arrange(t, t.order[::-1])  # BB-34: in a tie the seat that was lower goes first

    def arrange(self, t: BossTable, ties: tuple[Seat, ...]) -> Next:
        t.order = tuple(sorted(ties, key=t.totals.__getitem__))  # BB-27, BB-33
        t.tell("order", t.order)
        return t.done()


@part
class TurnUp(Frame):
    """A seat sets workers aside, then reveals the others (BB-29 to BB-32)."""

    seat: Seat
    aside: tuple[int, ...] = ()
    at: str = "begin"

    def begin(self, t: BossTable) -> Next:
        return self.choose if len(t.rolled[self.seat]) > 1 else self.reveal

    def choose(self, t: BossTable) -> Next:
        awake = without(t.rolled[self.seat], self.aside)
        return t.ask(self.seat, [WORK, *[REST[value] for value in dict.fromkeys(awake)]])

    def rest(self, t: BossTable, seat: Seat, value: int) -> Next:
        self.aside += (value,)
        return self.choose if len(t.rolled[seat]) - len(self.aside) > 1 else self.reveal

    def work(self, t: BossTable, seat: Seat) -> Next:
        return self.reveal

    def reveal(self, t: BossTable) -> Next:
        turn_up(t, self.seat, self.aside)
        return t.done()

    def forget(self, seat: Seat | None) -> None:
        """Other seats do not know which workers were set aside, nor how many."""
        if seat != self.seat:
            self.aside = ()


def turn_up(t: BossTable, seat: Seat, aside: tuple[int, ...]) -> None:
    """Reveal the seat's working dice and their total; the others stay covered at home (BB-31, BB-R9)."""
    working = tuple(without(t.rolled[seat], aside))
    t.working[seat] = working
    t.home[seat] = sorted(aside)
    t.rolled[seat] = []
    t.totals = (*t.totals[:seat], sum(working), *t.totals[seat + 1 :])
    t.reveal()
    t.tell("turned_up", seat, working, sum(working), len(aside))


def without(dice: list[int], aside: tuple[int, ...]) -> list[int]:
    """Return the dice except those set aside, in order."""
    rest = dice[:]
    for value in aside:
        rest.remove(value)
    return rest


def burger_eaters(t: BossTable) -> tuple[Seat, ...]:
    """Seats in the order they ate a hamburger most recently, by the option `ate_last` (BB-R7)."""
    ate_last = t.settings["ate_last"]
    return () if ate_last == "none" else tuple(int(seat) - 1 for seat in ate_last.split(","))


def parse_burger_eaters(text: str, seats: int) -> str:
    """Parse the option `ate_last`: seats counted from 1, the latest eater first."""
    expected = f"name each seat once, from 1 to {seats}, the latest eater first"
    return ",".join(map(str, numbers_once(text, 1, seats, expected)))

"""The smallest tables that show one feature of the kernel each."""

from __future__ import annotations

from flattop.kernel import CLOCK, Each, Frame, Secret, Sees, Table, Window, Zone, part


@part
class DraftTable(Table):
    hands: list[list[int]]
    rows: list[list[int]]
    deck: list[int]

    def choices(self, seat):
        return [("keep", card) for card in self.hands[seat]]


DRAFT_ZONES = {
    "hands": Zone(Sees.OWNER, per_seat=True, pool="cards"),
    "rows": Zone(),
    "deck": Zone(Sees.NONE, pool="cards", known=lambda t, seat, owner: (len(t.deck) - 1,) if t.deck else ()),
}


@part
class Draft(Frame):
    at: str = "choose"

    def choose(self, t):
        return t.seal("choices", self.reveal) if t.hands[0] else t.done()

    def reveal(self, t, answers):
        t.reveal()
        for seat, (_, card) in answers.items():
            t.hands[seat].remove(card)
            t.rows[seat].append(card)
            t.tell("kept", seat, card)
        t.hands = t.hands[-1:] + t.hands[:-1]
        return self.choose


def draft(chance, hands=((1, 2), (3, 4), (5, 6)), deck=(7, 8, 9)):
    t = DraftTable([list(h) for h in hands], [[] for _ in hands], list(deck), seats=len(hands), chance=chance)
    t.start(Draft())
    return t


@part
class TwoStep(Secret):
    """Seats choose a card and then a side of it, in secret."""

    def follow_up(self, t, seat, action):
        return [("side", action[1] * 2), ("side", action[1] * 2 + 1)] if action[0] == "keep" else ()


@part
class TwoStepDraft(Frame):
    at: str = "choose"

    def choose(self, t):
        return t.call(TwoStep((0, 1), "choices"), self.reveal) if t.hands[0] else t.done()

    def reveal(self, t, answers):
        for seat, (_, side) in answers.items():
            t.hands[seat].remove(side // 2)
            t.rows[seat].append(side)
        return self.choose


@part
class ShiftTable(Table):
    now: int = 0
    ready: list[int] = None
    cooked: list[int] = None


@part
class Shift(Frame):
    """A race against the clock, which is a seat."""

    at: str = "bustle"

    def bustle(self, t):
        if t.now >= 60:
            return t.done()
        free = {seat: [("cook",)] for seat, ready in enumerate(t.ready) if ready <= t.now}
        return t.ask_any({CLOCK: [("tick", 1)], **free})

    def tick(self, t, seat, n):
        t.now += n
        return self.bustle

    def cook(self, t, seat):
        t.ready[seat] = t.now + 30
        t.cooked[seat] += 1
        return self.bustle


@part
class PileTable(Table):
    pile: list[int]
    hands: list[list[int]]
    struck: int = 0

    def anytime(self, seat):
        return [("strike", card) for card in self.hands[seat] if card == self.pile[-1]]

    def strike(self, seat, card):
        self.hands[seat].remove(card)
        self.tell("struck", seat, card)
        return self.interrupt(Strike(seat))

    def replies(self, seat):
        return [("answer", card) for card in self.hands[seat]] if self.hands[seat] else None

    def answer(self, seat, card):
        self.hands[seat].remove(card)
        self.pile.append(card)
        return self.again


@part
class Strike(Frame):
    seat: int
    at: str = "boast"

    def boast(self, t):
        return t.ask(self.seat, [("loudly",), ("softly",)])

    def loudly(self, t, seat):
        t.struck += 2
        return t.done()

    def softly(self, t, seat):
        t.struck += 1
        return t.done()


@part
class Turn(Frame):
    seat: int
    at: str = "choose"

    def choose(self, t):
        return t.ask(self.seat, [("lay", card) for card in t.hands[self.seat]] + [("draw",)])

    def lay(self, t, seat, card):
        t.hands[seat].remove(card)
        t.pile.append(card)
        return t.done(card)

    def draw(self, t, seat):
        t.hands[seat].append(t.chance.below(6))
        return t.done(None)


@part
class Round(Frame):
    at: str = "turns"

    def turns(self, t):
        return t.call(Each(Turn, tuple(range(t.seats))), self.replies)

    def replies(self, t, _):
        return t.call(Window(tuple(range(t.seats)), "replies"), self.finish)

    def finish(self, t, _):
        return t.done()


def pile(chance, hands=((1, 2), (3,), ()), first=Round):
    t = PileTable([3], [list(h) for h in hands], seats=len(hands), chance=chance)
    t.start(first())
    return t

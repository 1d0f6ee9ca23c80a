"""The table of Hanaburger: hands that only other seats see, two shared burgers, and the team's tokens."""

from __future__ import annotations

from dataclasses import field

from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger import computed_zones, scoring
from flattop.games.burger_up.hanaburger.clues import HanaPack, Masks, tell_actions
from flattop.games.burger_up.hanaburger.placing import Attempt, BlindPlacing
from flattop.games.burger_up.hanaburger.refusals import why_not
from flattop.games.burger_up.hanaburger.turn import Hint
from flattop.games.burger_up.requirements import State, is_met
from flattop.kernel import VACANT, Action, Obstacle, Options, Seat, Table, part

CLOSED = [VACANT, VACANT]  # no order is left


@part
class HanaTable(Table):
    """Cards are numbers; a face is `card * 2 + half`.

    Decks start with the top card, hands with the oldest card.
    """

    pack: HanaPack = field(kw_only=True, compare=False)
    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    turned: list[list[int]] = field(default_factory=list)  # the half that is up; 0 with `hint_detail=card`
    pointed_out: list[list[int]] = field(default_factory=list)  # masks of clues, card by card (HB-R5)
    passed_over: list[list[int]] = field(default_factory=list)
    fresh: list[list[int]] = field(default_factory=list)  # slots of each hint since its last turn, as bits
    burgers: list[list[int]] = field(default_factory=lambda: [[], []])  # faces from the bottom up
    orders: list[int] = field(default_factory=lambda: [VACANT, VACANT])
    order_coins: list[int] = field(default_factory=lambda: [0, 0])
    order_deck: list[int] = field(default_factory=list)
    served: list[int] = field(default_factory=list)  # completed orders
    discards: list[int] = field(default_factory=list)
    shown: int = VACANT  # the card turned up in a placing turn
    coins: int = 0
    hints: int = 0  # clean tokens
    mistakes: int = 0  # tokens left
    active: Seat = 0
    final: int = VACANT  # turns left once the deck is empty
    detail: str = field(init=False, compare=False)  # "card" or "end": what a hint points at

    def __post_init__(self) -> None:
        """Blind placing names ends, so hints must point at ends too (HB-R2)."""
        blind = self.settings["placing"] == "blind"
        self.detail = "end" if blind else self.settings["hint_detail"]

    def deal_hands(self, cards: int) -> None:
        """Deal one card at a time, clockwise from seat 0 (HB-06)."""
        need = cards * self.seats
        self.hands = [self.deck[seat : need : self.seats] for seat in range(self.seats)]
        self.deck = self.deck[need:]
        ends = self.detail == "end"
        self.turned = [[self.chance.below(2) if ends else 0 for _ in hand] for hand in self.hands]
        self.pointed_out = [[0] * cards for _ in self.hands]
        self.passed_over = [[0] * cards for _ in self.hands]
        self.fresh = [[] for _ in self.hands]

    # -- hints

    @property
    def masks(self) -> Masks:
        return self.pack.masks[self.detail]

    def hand_masks(self, seat: Seat) -> list[int]:
        """The clues each card of a hand matches, as it is held."""
        masks = self.masks
        return [masks[2 * card + up] for card, up in zip(self.hands[seat], self.turned[seat], strict=True)]

    def clues_for(self, seat: Seat) -> Options:
        """Tell actions for clues that match at least one card of the hand (HB-R4)."""
        card_clues, mask = self.pack.card_clues, 0
        for card in self.hands[seat]:
            mask |= card_clues[card]
        return tell_actions(self.pack, mask)

    def give_hint(self, seat: Seat, to: Seat, clue: str) -> None:
        """Use a token, and mark each card of the hand as matched or not matched (HB-09, HB-12)."""
        self.hints -= 1
        bits = self.pack.bits[self.detail][self.pack.clue_number[clue]]
        yes, no, touched = self.pointed_out[to], self.passed_over[to], 0
        masks, turned = self.pack.masks[self.detail], self.turned[to]
        for slot, card in enumerate(self.hands[to]):
            if matches := bits & masks[2 * card + turned[slot]]:
                yes[slot] |= matches
                touched |= 1 << slot
            no[slot] |= bits ^ matches
        self.fresh[to].append(touched)
        self.reveals += 1
        if self.events is not None:
            self.tell(*computed_zones.hint_event(self, seat, to, clue, bits))

    # -- cards leave hands and come

    def may_discard(self) -> bool:
        """False while all tokens are clean, unless the option allows it (HB-R7)."""
        return bool(self.hints < self.settings["hint_tokens"] or self.settings["discard_when_full"] == "yes")

    def take(self, seat: Seat, slot: int) -> int:
        """Remove a card with its marks from the hand; younger cards move down (HB-R6)."""
        del self.turned[seat][slot], self.pointed_out[seat][slot], self.passed_over[seat][slot]
        self.reveals += 1
        return self.hands[seat].pop(slot)

    def discard(self, seat: Seat, slot: int) -> None:
        card = self.take(seat, slot)
        self.discards.append(card)
        if self.events is not None:
            self.tell("discarded", seat, slot, card)

    def clean_token(self) -> None:
        if self.hints < self.settings["hint_tokens"]:
            self.hints += 1
            if self.events is not None:
                self.tell("cleaned", self.hints)

    def draw(self, seat: Seat) -> None:
        """Draw a card unseen. After the last one everyone has one more turn (HB-17, HB-29)."""
        if not self.deck:
            return
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.turned[seat].append(self.chance.below(2) if self.detail == "end" else 0)
        self.pointed_out[seat].append(0)
        self.passed_over[seat].append(0)
        self.reveals += 1
        if not self.deck:
            self.final = self.seats + 1  # this turn is not one of them
        if self.events is not None:
            computed_zones.tell_draw(self, seat, card)

    # -- placing

    def turn_up(self, seat: Seat, slot: int) -> None:
        self.shown = self.take(seat, slot)
        if self.events is not None:
            halves = (2 * self.shown, 2 * self.shown + 1)
            self.tell("turned_up", seat, slot, halves[:1] if self.pack.is_bun[self.shown] else halves)

    def face_at(self, seat: Seat, slot: int, end: str) -> int:
        """The half at one end of a card as it is held; both halves of a Middle Bun are the same."""
        card, up = self.hands[seat][slot], self.turned[seat][slot]
        return 2 * card + (0 if self.pack.is_bun[card] else up ^ (end == "lower"))

    def legal_faces(self, place: int, card: int) -> list[int]:
        """Halves that fit on the burger and do not break its order (HB-19, HB-20)."""
        order, stack, pack = self.orders[place], self.burgers[place], self.pack
        if order == VACANT:
            return []
        faces = pack.fitting[pack.faces[stack[-1]].next if stack else burger.ANY][card]
        if faces and pack.breakable[order]:
            return [face for face in faces if not scoring.breaks(pack, order, stack, face)]
        return [*faces]

    def lay(self, seat: Seat, place: int, face: int) -> None:
        self.burgers[place].append(face)
        self.shown = VACANT
        if self.events is not None:
            self.tell("laid", seat, face, place)

    def make_mistake(self, seat: Seat) -> None:
        self.mistakes -= 1
        self.discards.append(self.shown)
        self.tell("mistaken", seat, self.shown, self.mistakes)
        self.shown = VACANT

    def compare(self, place: int) -> None:
        """Serve the burger at once if it meets its order; the team cannot decline (HB-24, HB-R9)."""
        order, stack = self.orders[place], self.burgers[place]
        if len(stack) >= self.pack.shortest[order] and is_met(self.pack.needs[order], stack):
            self.serve(place)

    def serve(self, place: int) -> None:
        stack, order = self.burgers[place], self.orders[place]
        earned = scoring.earnings(self.pack, stack, self.order_coins[place])
        self.coins += sum(earned)
        if self.events is not None:
            self.tell("served", place, order, burger.height(self.pack, stack), *earned, self.coins)
        self.served.append(order)
        self.discards += [face >> 1 for face in stack]
        self.burgers[place] = []
        self.replace_order(place)

    def replace_order(self, place: int) -> None:
        """Turn up a new order. Without one, the Bottom Bun takes no more cards (HB-27, HB-R14)."""
        self.orders[place] = self.order_deck.pop(0) if self.order_deck else VACANT
        self.order_coins[place] = 0
        self.reveal()
        self.tell("ordered", place, self.orders[place])
        self.lay_order_coins()

    def lay_order_coins(self) -> None:
        """With the option `order_coins`, every order in play collects coins (HB-R10)."""
        if self.settings["order_coins"] == "on":
            coin = self.pack.numbers["order_coin"].value
            for place, order in enumerate(self.orders):
                self.order_coins[place] += coin if order != VACANT else 0

    # -- computed zones

    @property
    def told(self) -> list[list[list[str]]]:
        """By seat and card, the clues that hints matched; with `hint_detail=end`, at its upper end."""
        return computed_zones.marks(self, self.pointed_out)

    @property
    def ruled_out(self) -> list[list[list[str]]]:
        """By seat and card, the clues that hints did not match."""
        return computed_zones.marks(self, self.passed_over)

    @property
    def told_below(self) -> list[list[list[str]]]:
        return computed_zones.marks(self, self.pointed_out, below=True)

    @property
    def ruled_out_below(self) -> list[list[list[str]]]:
        return computed_zones.marks(self, self.passed_over, below=True)

    @property
    def certain(self) -> list[list[str]]:
        """By seat and card, the clues it certainly matches, as far as `memory` helps."""
        return [computed_zones.certain(self, seat) for seat in range(self.seats)]

    @property
    def excluded(self) -> list[list[str]]:
        """By seat and card, the clues it certainly does not match, as far as `memory` helps."""
        return [computed_zones.excluded(self, seat) for seat in range(self.seats)]

    @property
    def pointed_at(self) -> list[list[list[int]]]:
        """By seat, the slots of each hint since its last turn, the oldest hint first."""
        return [[computed_zones.slots(hint) for hint in hints] for hints in self.fresh]

    @property
    def hinting(self) -> Seat:
        """The seat to which a hint was announced but not told yet."""
        hint = self.in_progress(Hint)
        return hint.to if hint else VACANT

    @property
    def chosen(self) -> int:
        """The burger of the current placing, once it is chosen."""
        attempt = self.in_progress(Attempt)
        return attempt.burger if attempt else VACANT

    @property
    def slot(self) -> int:
        """The slot of the card in a blind placing."""
        attempt = self.in_progress(BlindPlacing)
        return attempt.slot if attempt else VACANT

    @property
    def wanted(self) -> list[str]:
        """The type that each burger requests next; `any` if it takes anything."""
        return [burger.wanted(self.pack, stack) for stack in self.burgers]

    @property
    def heights(self) -> list[int]:
        return [burger.height(self.pack, stack) for stack in self.burgers]

    @property
    def pays(self) -> list[int]:
        """Coins that each burger would pay if its order were met now."""
        return [
            sum(scoring.earnings(self.pack, stack, coins))
            for stack, coins in zip(self.burgers, self.order_coins, strict=True)
        ]

    @property
    def asked(self) -> list[list[str]]:
        """The requirements of each order as text, the height first."""
        return [computed_zones.asked(self, order) for order in self.orders]

    @property
    def prospects(self) -> list[list[State]]:
        """For each order: met, possible or impossible; the whole order, then each need."""
        return [computed_zones.prospects(self, place) for place in range(2)]

    # -- ending the game

    @property
    def lost(self) -> bool:
        """True if the last Mistake token is gone (HB-22)."""
        return self.mistakes == 0

    def has_ended(self) -> bool:
        """True if the tokens, the last turns or the orders have run out (HB-08, HB-R14)."""
        return not self.mistakes or not self.final or self.orders == CLOSED

    def tell_result(self) -> None:
        if self.lost:
            self.tell("defeated")
        else:
            self.tell("finished", len(self.served), self.coins)

    def why_not(self, seat: Seat, action: Action) -> Obstacle | None:
        return why_not(self, seat, action)

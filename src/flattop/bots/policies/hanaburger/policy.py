"""The house bot of Hanaburger.

By convention a hint means "place the newest card it points at" (docs/games).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized

from flattop.bots.policies import lazy
from flattop.bots.policies.hanaburger.plan import kitchen, plan
from flattop.games.burger_up.hanaburger.clues import HanaPack, Marks, fitting_cards, fitting_faces
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.kernel import PASS, Action, Chance, Seat
from flattop.match.observation import Observation

TRUST = 0.25  # share of candidates that must be playable to place a card that was pointed at
TRUST_IN_DANGER = 0.6  # with few Mistake tokens left
FEW_TOKENS = 3
LIKELY = 0.5  # minimum probability to place a card that was not pointed at
MISTAKE_COST = 2.0  # cost in coins of a mistake that leaves one token
DEFEAT = 99.0  # value in coins of the last token
TOKEN = 0.5  # value in coins of the only Hint token
FURTHER = 0.3  # factor for each further token
KEPT = 0.2  # share of the best gain of a card that is lost by discarding it
NEVER: tuple[float, Action] = (-DEFEAT, PASS)
BELIEF = 0.1  # gain in coins if the holder is certain that the card can be placed
DOUBT = 0.6  # cost in coins if the holder will not place it
USELESS = -1.0  # value of a hint at a card that cannot be placed, or to a seat that already has a hint
LATER = 0.8  # factor for each seat that plays before the receiver
WORTH_POINTING_AT = 0.2  # minimum gain in coins of a card that a hint points at


class HouseBot:
    """Places cards that hints point at, gives hints, and discards the least useful card."""

    def __init__(self, chance: Chance, hints: bool = True) -> None:
        self.chance, self.gives_hints = chance, hints
        # the position in which a hint was announced, and the clue to give
        self.planned_clue: tuple[object, Action] | None = None

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        verb = options[0][0]
        if len(options) == 1:
            return options[0]
        if verb == "tell":
            to = obs.view["hinting"]
            if self.planned_clue and self.planned_clue[0] == hint_position(obs, to):
                return self.planned_clue[1]
            return Knowledge(obs).best_hint(to)[1]
        knowledge = Knowledge(obs)
        if verb in ("onto", "show", "end"):
            return max(options, key=knowledge.placing_value)
        return self.move(knowledge, options)

    def move(self, knowledge: Knowledge, options: list[Action]) -> Action:
        """Place the card a hint points at, else do what is worth most: place, discard or give a hint."""
        slot = knowledge.slot_pointed_at()
        if slot is not None:
            return ("place", slot)
        worth, action = knowledge.best_guess()
        if ("discard", 0) in options:
            worth, action = max((worth, action), knowledge.best_discard(worth))
        hints = [option for option in options if option[0] == "hint" and self.gives_hints]
        if not hints:
            return action
        hint_worth, hint = knowledge.best_receiver(hints)
        if hint_worth - knowledge.price_of_a_hint <= worth:
            return action
        self.planned_clue = hint_position(knowledge.obs, hint[1]), knowledge.best_hint(hint[1])[1]
        return hint


def hint_position(obs: Observation, to: Seat) -> object:
    """Return what identifies the position between the announcement of a hint and its clue."""
    return obs.seat, to, obs.view["hands"], obs.view["burgers"], obs.view["discards"]


class Knowledge:
    """The knowledge of a seat: candidates for its own cards, and the cards of the others."""

    def __init__(self, obs: Observation) -> None:
        self.obs, self.view, self.seat = obs, obs.view, obs.seat
        self.pack: HanaPack = obs.pack
        self.plan = plan(obs)
        self.hands: list[list[int]] = obs.view["hands"]
        self.blind = obs.settings["placing"] == "blind"
        self.detail = detail = "end" if self.blind else obs.settings["hint_detail"]
        self.ends = detail == "end"
        self.chances: dict[Marks, float] = {}
        self.values: dict[Marks, float] = {}
        self.known_uses: dict[Marks, float] = {}
        self.others_marks: dict[Seat, list[Marks]] = {}
        self.masks, self.bits = self.pack.masks[detail], self.pack.bits[detail]

    # -- candidates for the own cards

    @lazy
    def seen(self) -> frozenset[int]:
        """All visible cards."""
        hands = [card for hand in self.hands for card in hand]
        laid = [face >> 1 for stack in self.view["burgers"] for face in stack]
        return frozenset((*hands, *laid, *self.view["discards"], self.view["shown"]))

    @property
    def slots(self) -> range:
        return range(len(self.hands[self.seat]))

    @lazy
    def own_marks(self) -> list[Marks]:
        return self.marks(self.obs.own)

    def marks_of(self, seat: Seat) -> list[Marks]:
        if seat not in self.others_marks:
            self.others_marks[seat] = self.marks(lambda zone: self.view[zone][seat])
        return self.others_marks[seat]

    def marks(self, zone: Callable[[str], Sequence[Sequence[str]]]) -> list[Marks]:
        """Return, for each card of a hand, the bit sets of clues that apply and that do not."""
        kinds = ("told", "ruled_out")
        above = [zone(kind) for kind in kinds]
        below = [zone(f"{kind}_below") if self.ends else [()] * len(above[0]) for kind in kinds]
        told, ruled_out = (map(self.mask, *ends) for ends in zip(above, below, strict=True))
        return list(zip(told, ruled_out, strict=True))

    def mask(self, clues: Sequence[str], below: Sequence[str]) -> int:
        number, mask = self.pack.clue_number, 0
        for clue in clues:
            mask |= 1 << number[clue]
        for clue in below:
            mask |= 1 << number[clue] + len(self.pack.clues)
        return mask

    def candidates(self, slot: int) -> frozenset[int]:
        """Return the cards that the slot may hold: those that agree with all hints and are not visible."""
        return fitting_cards(self.pack, self.detail, *self.own_marks[slot]) - self.seen

    def chance(self, slot: int) -> float:
        """Return the share of candidates that can be placed now.  Slots with the same marks share it."""
        marks, chances = self.own_marks[slot], self.chances
        if marks not in chances:
            chances[marks] = self.blind_chance(slot) if self.blind else self.open_chance(slot)
        return chances[marks]

    def open_chance(self, slot: int) -> float:
        cards = self.candidates(slot)
        return 1.0 - mean(len(cards - self.plan.takes), cards)

    def blind_chance(self, slot: int) -> float:
        return max(self.end_chance(slot, place, end) for place in (0, 1) for end in (0, 1))

    def value(self, slot: int) -> float:
        """Return the average gain of placing the slot.  A card that cannot be placed gains nothing."""
        marks, values, of_card = self.own_marks[slot], self.values, self.plan.gains
        if marks not in values:
            gains = [of_card[card] for card in self.candidates(slot)]
            values[marks] = mean(sum(filter(None, gains)), gains)
        return values[marks]

    def end_chance(self, slot: int, place: int, end: int) -> float:
        """Return the share of candidates whose end (0 is the upper) would be legal on a burger."""
        held = fitting_faces(self.pack, self.detail, *self.own_marks[slot])
        ends = [face ^ end for face in held if face >> 1 not in self.seen]
        return mean(sum([self.is_legal(place, face) for face in ends]), ends)

    def is_legal(self, place: int, face: int) -> bool:
        if self.pack.is_bun[face >> 1]:
            face &= ~1
        return face in self.plan.faces(place, face >> 1) and self.plan.face_gain(place, face) is not None

    # -- choosing a card

    def slot_pointed_at(self) -> int | None:
        """Return the slot that the last fresh hint points at, if enough of its candidates can be placed."""
        for hint in reversed(self.view["pointed_at"][self.seat]):
            if self.chance(hint[-1]) >= self.trust:
                return int(hint[-1])
        return None

    @property
    def in_danger(self) -> bool:
        return bool(self.view["mistakes"] <= FEW_TOKENS)

    @property
    def trust(self) -> float:
        return TRUST_IN_DANGER if self.in_danger else TRUST

    def best_guess(self) -> tuple[float, Action]:
        """Return the best slot to place without a hint, the oldest of equal ones, and its value."""
        values = [self.guess_worth(slot) for slot in self.slots]
        best = max(values)
        return best, ("place", values.index(best))

    def guess_worth(self, slot: int) -> float:
        """Return the gain of placing the card, less the cost of a mistake.

        Unlikely cards count without the gain.
        """
        chance = self.chance(slot)
        return (self.value(slot) if chance >= LIKELY else 0.0) - (1 - chance) * self.mistake_cost

    @property
    def mistake_cost(self) -> float:
        """The cost of a mistake, which rises as tokens run out."""
        mistakes = self.view["mistakes"]
        return MISTAKE_COST / (mistakes - 1) if mistakes > 1 else DEFEAT

    def best_discard(self, least: float) -> tuple[float, Action]:
        """Return the least useful slot to discard, if a token is worth more than `least`."""
        token = 0.0 if self.is_final else TOKEN * FURTHER ** self.view["hints"]
        if token <= least:
            return NEVER
        uses = [self.use(slot) for slot in self.slots]
        use = min(uses)
        return token - KEPT * use, ("discard", uses.index(use))

    @property
    def price_of_a_hint(self) -> float:
        """The value of the token that a hint uses."""
        return 0.0 if self.is_final else TOKEN * FURTHER ** (self.view["hints"] - 1)

    @property
    def is_final(self) -> bool:
        return bool(self.view["final"] >= 0)

    def use(self, slot: int) -> float:
        """Return the average gain of the card if a burger required its type."""
        marks, known, of_card = self.own_marks[slot], self.known_uses, self.plan.uses
        if marks not in known:
            uses = [of_card[card] for card in self.candidates(slot)]
            known[marks] = mean(sum(uses), uses)
        return known[marks]

    def placing_value(self, action: Action) -> float:
        """Value a burger or half for the card turned up.

        For a hidden card it is the probability that it fits.
        """
        verb, noun = action
        if verb == "show":
            return self.plan.face_gain(self.view["chosen"], noun) or 0.0
        if verb == "end":
            return self.end_chance(self.view["slot"], self.view["chosen"], noun == "lower")
        if self.blind:
            return max(self.end_chance(self.view["slot"], noun, end) for end in (0, 1))
        gains = [self.plan.face_gain(noun, face) for face in self.plan.faces(noun, self.view["shown"])]
        return max(gain for gain in gains if gain is not None)

    # -- hints

    def best_receiver(self, hints: list[Action]) -> tuple[float, Action]:
        """Return the best seat to give a hint, with a discount for each seat that plays before it."""
        best, chosen = USELESS, hints[0]
        for hint in hints:
            to = hint[1]
            discount = LATER ** ((to - self.seat) % self.obs.seats - 1)
            most = max([self.upper_bound(to, slot) for slot in range(len(self.hands[to]))])
            if hint is chosen or most * discount > best:
                worth = self.best_hint(to)[0] * discount
                if hint is chosen or worth > best:
                    best, chosen = worth, hint
        return best, chosen

    def best_hint(self, to: Seat) -> tuple[float, Action]:
        """Return the clue whose newest card gains most, and its value.

        A seat that has a hint needs no other.
        """
        best, action, newest = USELESS, None, self.newest(to)
        if self.view["pointed_at"][to]:
            return best, self.pack.tells[min(newest)]
        for clue, slot in sorted(newest.items()):
            if action is None or self.upper_bound(to, slot) > best:
                worth = self.clue_worth(to, slot, clue)
                if action is None or worth > best:
                    best, action = worth, self.pack.tells[clue]
        assert action  # some clue applies to every card
        return best, action

    def newest(self, to: Seat) -> dict[int, int]:
        """Return, for each possible clue, the newest card that it points at."""
        newest: dict[int, int] = {}
        for slot, card in enumerate(self.hands[to]):
            newest |= dict.fromkeys(self.pack.clues_on[card], slot)
        return newest

    def upper_bound(self, to: Seat, slot: int) -> float:
        """Return an upper bound of the value of any hint that points at the card."""
        gain = self.plan.gains[self.hands[to][slot]]
        return USELESS if gain is None else gain + BELIEF

    def clue_worth(self, to: Seat, slot: int, clue: int) -> float:
        """Return the gain of the card pointed at, less if its holder will not trust the hint."""
        gain = self.plan.gains[self.hands[to][slot]]
        if gain is None:
            return USELESS
        belief = self.belief(to, slot, clue)
        return gain + BELIEF * belief - (DOUBT if belief < self.trust else 0.0)

    def belief(self, to: Seat, slot: int, clue: int) -> float:
        """Return the share of playable cards among those that the holder will consider after the hint."""
        held = 2 * self.hands[to][slot] + self.view["turned"][to][slot]
        bits, mask = self.bits[clue], self.masks[held]
        yes, no = self.marks_of(to)[slot]
        may = fitting_cards(self.pack, self.detail, yes | bits & mask, no | bits & ~mask)
        cards = may - self.seen.difference(self.hands[to])
        return mean(len(cards & self.plan.takes), cards)


def mean(total: float, parts: Sized) -> float:
    """Return the mean, given the sum."""
    return total / len(parts) if parts else 0.0


# -- for the search


def forecast(obs: Observation) -> list[float]:
    """Return the expected final coins of the team, including tokens left, for every seat."""
    return [coins(obs)] * obs.seats


def coins(obs: Observation) -> float:
    view = obs.view
    if view["mistakes"] == 0:
        return 0.0
    token = TOKEN * sum([FURTHER**n for n in range(view["hints"])])
    lost = MISTAKE_COST * sum([1 / n for n in range(view["mistakes"], obs.settings["mistake_tokens"])])
    return float(view["coins"] + kitchen(obs).expected_total + (token if view["final"] < 0 else 0.0) - lost)


def is_consistent(obs: Observation, t: HanaTable) -> bool:
    """Return whether the card that the last fresh hint points at is worth placing in a determinization."""
    hints = obs.own("pointed_at")
    if not hints or obs.step != "Turns.turn":  # the card may have left the hand
        return True
    card, now = t.hands[obs.seat][hints[-1][-1]], kitchen(obs)
    return card in now.takes and now.uses[card] > WORTH_POINTING_AT

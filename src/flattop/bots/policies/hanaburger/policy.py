"""The house bot of Hanaburger: a hint says "place the newest card it points at" (docs/games)."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized

from flattop.bots.policies import lazy
from flattop.bots.policies.hanaburger.plan import kitchen, plan
from flattop.games.burger_up.hanaburger.clues import HanaPack, Marks, fitting_cards, fitting_faces
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.kernel import PASS, Action, Chance, Seat
from flattop.match.observation import Observation

TRUST = 0.25  # a card that was pointed at is placed if at least so many of its candidates could be
TRUST_IN_DANGER = 0.6  # with few Mistake tokens left
FEW_TOKENS = 3
LIKELY = 0.5  # chance from which on a card that nobody pointed at may be worth placing
FEAR = 2.0  # coins that a mistake costs that leaves one token
DEFEAT = 99.0  # coins that the last token is worth
TOKEN = 0.5  # coins that a clean Hint token is worth if it is the only one
FURTHER = 0.3  # and of that, each one more
KEPT = 0.2  # of what a discarded card could have brought if a burger asked for it
NEVER: tuple[float, Action] = (-DEFEAT, PASS)
BELIEF = 0.1  # coins that it is worth if the holder is sure that the card can be placed
DOUBT = 0.6  # coins that it costs if the holder will not place it
USELESS = -1.0  # a hint at a card without a place, or to one who has a hint already
LATER = 0.8  # what is left of a hint's worth for each seat that plays before its receiver


class HouseBot:
    """Places what it was pointed at, points at what others could place, else discards what is no use."""

    def __init__(self, chance: Chance, hints: bool = True) -> None:
        self.chance, self.gives_hints = chance, hints
        self.meant: tuple[object, Action] | None = None  # what to say once a hint is announced, and when

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        verb = options[0][0]
        if len(options) == 1:
            return options[0]
        if verb == "tell" and self.meant and self.meant[0] == moment(obs, obs.view["hinting"]):
            return self.meant[1]
        eyes = Eyes(obs)
        if verb == "tell":
            return eyes.best_hint(obs.view["hinting"])[1]
        if verb in ("onto", "show", "end"):
            return max(options, key=eyes.placing_worth)
        return self.move(eyes, options)

    def move(self, eyes: Eyes, options: list[Action]) -> Action:
        """What it was pointed at, else what is worth most: to place, to discard or to point at something."""
        slot = eyes.slot_pointed_at()
        if slot is not None:
            return ("place", slot)
        worth, action = eyes.best_guess()
        if ("discard", 0) in options:
            worth, action = max((worth, action), eyes.best_discard(worth))
        hints = [option for option in options if option[0] == "hint" and self.gives_hints]
        if not hints:
            return action
        hint_worth, hint = eyes.best_receiver(hints)
        if hint_worth - eyes.price_of_a_hint <= worth:
            return action
        self.meant = moment(eyes.obs, hint[1]), eyes.best_hint(hint[1])[1]
        return hint


def moment(obs: Observation, to: Seat) -> object:
    """Between the announcement of a hint and its words nothing changes."""
    return obs.seat, to, obs.view["hands"], obs.view["burgers"], obs.view["discards"]


class Eyes:
    """What a seat knows of its own cards, and what it sees of the others'."""

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

    # -- what the own cards may be

    @lazy
    def seen(self) -> frozenset[int]:
        """Every card in sight."""
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
        """For each card of a hand the clues that it was pointed out for, and those it was passed over for."""
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
        """What the slot may hold: cards that obey all hints and are not in sight."""
        return fitting_cards(self.pack, self.detail, *self.own_marks[slot]) - self.seen

    def chance(self, slot: int) -> float:
        """The share of candidates that have a legal place now, the same for any slot with the same marks."""
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
        """What placing the slot brings on the average; a card without a place brings nothing."""
        marks, values, of_card = self.own_marks[slot], self.values, self.plan.gains
        if marks not in values:
            gains = [of_card[card] for card in self.candidates(slot)]
            values[marks] = mean(sum(filter(None, gains)), gains)
        return values[marks]

    def end_chance(self, slot: int, place: int, end: int) -> float:
        """The share of candidates whose end, 0 being the upper, would be legal on a burger."""
        held = fitting_faces(self.pack, self.detail, *self.own_marks[slot])
        ends = [face ^ end for face in held if face >> 1 not in self.seen]
        return mean(sum([self.is_legal(place, face) for face in ends]), ends)

    def is_legal(self, place: int, face: int) -> bool:
        if self.pack.is_bun[face >> 1]:
            face &= ~1
        return face in self.plan.faces(place, face >> 1) and self.plan.face_gain(place, face) is not None

    # -- which of them to use

    def slot_pointed_at(self) -> int | None:
        """The card that the last fresh hint points at, if that can be believed."""
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
        """The card that it is worth most to place though nobody pointed at it; of equals the oldest."""
        worths = [self.guess_worth(slot) for slot in self.slots]
        best = max(worths)
        return best, ("place", worths.index(best))

    def guess_worth(self, slot: int) -> float:
        """What placing the card brings, less what a mistake would cost; unlikely ones are not weighed."""
        chance = self.chance(slot)
        return (self.value(slot) if chance >= LIKELY else 0.0) - (1 - chance) * self.fear

    @property
    def fear(self) -> float:
        """What a mistake costs, the more the fewer tokens are left."""
        mistakes = self.view["mistakes"]
        return FEAR / (mistakes - 1) if mistakes > 1 else DEFEAT

    def best_discard(self, least: float) -> tuple[float, Action]:
        """The card that is likely to be of least use, of equals the oldest, if a token is worth that much."""
        token = 0.0 if self.is_final else TOKEN * FURTHER ** self.view["hints"]
        if token <= least:
            return NEVER
        uses = [self.use(slot) for slot in self.slots]
        use = min(uses)
        return token - KEPT * use, ("discard", uses.index(use))

    @property
    def price_of_a_hint(self) -> float:
        """What the token would be worth if it stayed clean."""
        return 0.0 if self.is_final else TOKEN * FURTHER ** (self.view["hints"] - 1)

    @property
    def is_final(self) -> bool:
        return bool(self.view["final"] >= 0)

    def use(self, slot: int) -> float:
        """What the card could bring on the average if a burger asked for it."""
        marks, known, of_card = self.own_marks[slot], self.known_uses, self.plan.uses
        if marks not in known:
            uses = [of_card[card] for card in self.candidates(slot)]
            known[marks] = mean(sum(uses), uses)
        return known[marks]

    def placing_worth(self, action: Action) -> float:
        """What a burger or a half is worth to the card turned up; unseen, how likely it is to take it."""
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
        """The seat to whom a hint is worth most, the less the later it plays."""
        best, chosen = USELESS, hints[0]
        for hint in hints:
            to = hint[1]
            later = LATER ** ((to - self.seat) % self.obs.seats - 1)
            most = max([self.most(to, slot) for slot in range(len(self.hands[to]))])
            if hint is chosen or most * later > best:
                worth = self.best_hint(to)[0] * later
                if hint is chosen or worth > best:
                    best, chosen = worth, hint
        return best, chosen

    def best_hint(self, to: Seat) -> tuple[float, Action]:
        """The clue whose newest card would bring most, and what that is; nothing to one who has a hint."""
        best, action, newest = USELESS, None, self.newest(to)
        if self.view["pointed_at"][to]:
            return best, self.pack.tells[min(newest)]
        for clue, slot in sorted(newest.items()):
            if action is None or self.most(to, slot) > best:
                worth = self.clue_worth(to, slot, clue)
                if action is None or worth > best:
                    best, action = worth, self.pack.tells[clue]
        assert action  # every card answers to some clue
        return best, action

    def newest(self, to: Seat) -> dict[int, int]:
        """For each clue that can be told the newest card that it points at."""
        newest: dict[int, int] = {}
        for slot, card in enumerate(self.hands[to]):
            newest |= dict.fromkeys(self.pack.clues_on[card], slot)
        return newest

    def most(self, to: Seat, slot: int) -> float:
        """More than this no hint that points at the card can be worth, however well it is believed."""
        gain = self.plan.gains[self.hands[to][slot]]
        return USELESS if gain is None else gain + BELIEF

    def clue_worth(self, to: Seat, slot: int, clue: int) -> float:
        """What placing the card pointed at would bring; less if its holder will not believe it."""
        gain = self.plan.gains[self.hands[to][slot]]
        if gain is None:
            return USELESS
        belief = self.belief(to, slot, clue)
        return gain + BELIEF * belief - (DOUBT if belief < self.trust else 0.0)

    def belief(self, to: Seat, slot: int, clue: int) -> float:
        """The share of cards with a legal place among those that the holder would think of after the hint."""
        held = 2 * self.hands[to][slot] + self.view["turned"][to][slot]
        bits, mask = self.bits[clue], self.masks[held]
        yes, no = self.marks_of(to)[slot]
        may = fitting_cards(self.pack, self.detail, yes | bits & mask, no | bits & ~mask)
        cards = may - self.seen.difference(self.hands[to])
        return mean(len(cards & self.plan.takes), cards)


def mean(total: float, parts: Sized) -> float:
    """The mean of some numbers of which the sum is known."""
    return total / len(parts) if parts else 0.0


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


def is_consistent(obs: Observation, t: HanaTable) -> bool:
    """Whether the card that the last fresh hint points at would be worth placing, as the hint says."""
    hints = obs.own("pointed_at")
    if not hints or obs.step != "Turns.turn":  # the card pointed at may have left the hand
        return True
    card, now = t.hands[obs.seat][hints[-1][-1]], kitchen(obs)
    return card in now.takes and now.uses[card] > WORTH_POINTING_AT

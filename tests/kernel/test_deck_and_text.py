"""Deck files with the errors in them, and the texts of a game with their nouns."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from flattop.kernel import (
    VACANT,
    BadDeck,
    BadOption,
    Chance,
    Frame,
    Game,
    Option,
    Outcome,
    RulesBug,
    Table,
    Text,
    Zone,
    nearest,
    part,
)
from flattop.kernel.deck import Deck, Key, Loader, Name, different, expect, one_of
from flattop.kernel.toml import Entry, convert, read


class Sides(Entry):
    a: Name
    b: str


class Ingredient(Entry):
    key: Key
    kind: Literal["salad", "sauce"]
    count: Annotated[int, Meta(ge=1, le=9)] = 1
    price: float | None = None
    words: tuple[str, ...] = ()
    sides: Sides | None = None
    gives: dict[Literal["bun", "patty"], int] | None = None
    pair: tuple[int, int] = (1, 2)
    cost: Annotated[int, Meta(multiple_of=50)] = 0
    deck: Annotated[Literal[3], Meta(extra={"hint": "an option changes it"})] = 3

    def __post_init__(self):
        one_of(self.kind, ["salad"] if self.count > 5 else ["salad", "sauce"], ".kind")


class Cards(Deck, tag_field="game", tag="toy"):
    card: tuple[Ingredient, ...]

    def check(self):
        expect(sum(card.count for card in self.card), 3, "cards", "card")


GOOD = '[[card]]\nkey="tomato"\nkind="salad"\ncount=3\nwords=["red"]\nsides={a="x",b="y"}\ngives={bun=1}\n'


def load(tmp_path, text):
    file = tmp_path / "cards.toml"
    file.write_text(text)
    return convert(Cards, read(file), file.name).card


def test_valid_file_is_converted_to_structs(tmp_path):
    (tomato,) = load(tmp_path, 'game = "toy"\n' + GOOD)
    assert tomato == Ingredient("tomato", "salad", 3, None, ("red",), Sides("x", "y"), {"bun": 1})
    with pytest.raises(AttributeError):
        tomato.count = 4


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("salad", "salid", "card[0] tomato.kind: 'salid' is none of 'salad', 'sauce'; did you mean 'salad'?"),
        ("kind", "knid", "card[0] tomato: unknown field 'knid'; did you mean 'kind'?"),
        ("=3", "=true", "card[0] tomato.count: True is not a whole number"),
        ("=3", '="3"', "card[0] tomato.count: '3' is not a whole number"),
        ("=3", "=30", "card[0] tomato.count: 30, it must be from 1 to 9"),
        ("=3", "=2", "card: 2 cards, there must be 3"),
        ('salad"\ncount=3', 'sauce"\ncount=7', "card[0] tomato.kind: 'sauce' is none of salad"),
        ('"tomato"', '" "', "card[0] .key: it is empty"),
        ('"tomato"', "{}", "card[0].key: {} is not a text"),
        ('kind="salad"\n', "", "card[0] tomato: no 'kind'"),
        ('["red"]', '"red"', "card[0] tomato.words: 'red' is not a list"),
        ('["red"]', "[1]", "card[0] tomato.words[0]: 1 is not a text"),
        (',b="y"', "", "card[0] tomato.sides: no 'b'"),
        ('a="x"', 'a=""', "card[0] tomato.sides.a: it is empty"),
        ("{bun=1}", "{bun=1, patty=true}", "card[0] tomato.gives.patty: True is not a whole number"),
        ("{bun=1}", "{bum=1}", "card[0] tomato.gives: 'bum' is none of 'bun', 'patty'; did you mean 'bun'?"),
        ("{bun=1}", "7", "card[0] tomato.gives: 7 is not a table"),
        ('{a="x",b="y"}', "7", "card[0] tomato.sides: 7 is not a table"),
        ("count=3", "count=3\npair=[1]", "card[0] tomato.pair: 1 entries, there must be 2"),
        ("count=3", "count=3\ncost=30", "card[0] tomato.cost: 30 is not a multiple of 50"),
        ("count=3", "count=3\nprice='low'", "card[0] tomato.price: 'low' is not a number"),
        ("count=3", "count=3\ndeck=4", "card[0] tomato.deck: 4, there must be 3; an option changes it"),
        ("[[card]]", "[[crad]]", "unknown field 'crad'; did you mean 'card'?"),
        ("[[card]]", "game='other'\n[[card]]", "game: 'other', there must be 'toy'"),
        ("[[card]]", "[card]", "card: {"),
        ("[[card]]", "[[card", "not TOML: "),
        ('"salad"', '"a - at `$.b`"', "card[0] tomato.kind: 'a - at `$.b`' is none of"),
        ('"tomato"', '"to\\nma"\nmato=1', "card[0] to ma: unknown field 'mato'"),
    ],
)
def test_error_names_file_entry_and_field(tmp_path, old, new, sentence):
    with pytest.raises(BadDeck) as refused:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert str(refused.value).startswith(f"cards.toml: {sentence}")


def test_duplicate_key_is_refused(tmp_path):
    with pytest.raises(BadDeck, match=r"card\[1\].key: 'tomato' is used already by card\[0\]"):
        load(tmp_path, GOOD + GOOD)


def test_unreadable_file_is_refused(tmp_path):
    with pytest.raises(BadDeck, match="cannot be read"):
        read(tmp_path / "none.toml")
    (tmp_path / "raw.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadDeck, match="not UTF-8"):
        read(tmp_path / "raw.toml")
    with pytest.raises(BadDeck, match="here: 7 is not a table"):
        convert(Ingredient, 7, "here")
    with pytest.raises(BadDeck, match="here: 4 occurs twice"):
        different([3, 4, 4], "here")


def test_house_deck_is_read_once_and_user_deck_each_time(tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text(GOOD)
    load = Loader(file, lambda raw, name: convert(Cards, raw, name))
    assert load() is load(None)
    assert load() == load(file)
    assert load() is not load(file)


WORDS = """
about = "A toy."
coach = ["one", "two", "three"]
[kind.grill]
start = 1
[kind.money]
format = "${}"
[kind.size]
names = { large = "Large" }
[verb.cook]
label = "Cook {card} on grill {grill} for {money}"
nouns = ["card", "grill", "money"]
[event.sold]
line = "{seller} sells {cards} to {buyer} at {size}."
nouns = ["seller:seat", "cards:card", "buyer:seat", "size"]
[zone.hands]
title = "Hand"
kind = "card"
[prompt]
"Draft.choose" = "Which card?"
"""


@pytest.fixture
def text(tmp_path):
    (tmp_path / "text.toml").write_text(WORDS)
    return Text(tmp_path / "text.toml", {"card": lambda pack, card: pack[card]})


PACK = ("Bun", "Patty", "Egg")
TABLE = Table(seats=2, chance=Chance(1), pack=PACK)


def test_option_label_contains_its_nouns(text):
    assert text.option(TABLE, ("cook", 1, 0, 5), ("Ann", "Ben")) == "Cook Patty on grill 1 for $5"


def test_event_may_have_lists_and_several_nouns_of_a_kind(text):
    line = text.event(TABLE, ("sold", 1, (0, 2), 0, "large"), ("Ann", "Ben"))
    assert line == "Ben sells Bun and Egg to Ann at Large."


@pytest.mark.parametrize(
    ("people", "line"),
    [
        (("Ann", "Ben"), "Ben sells Egg to Ann at Large."),
        (("Ann O.", "ben"), "ben sells Egg to Ann O. at Large."),
        (("\ufdd1", "\ufdd0"), "\ufdd0 sells Egg to \ufdd1 at Large."),  # whatever stands in for whom
    ],
)
def test_cached_sentence_gets_other_names(text, people, line):
    for names in (("Cleo", "Dora"), people):
        told = text.event(TABLE, ("sold", 1, (2,), 0, "large"), names)
    assert told == line


SAYINGS = """
[kind.cards]
one = "card"
[kind.dollars]
format = "${}"
[kind.place]
names = { "1" = "first" }
[verb.pay]
label = "pay {dollars}"
nouns = ["dollars"]
[event.drew]
line = "{cards} {cards:is|are} drawn by {seat}."
nouns = ["cards", "seat"]
[event.met]
line = "At the meeting: {seats}. {place} of all: {card}."
nouns = ["seats:seat", "place", "card"]
[event.earned]
line = "{seat} takes [{tip} tip; {size} for the size; {bonus} bonus | nothing][: {sum} in all]."
nouns = ["seat", "tip:dollars", "size:dollars", "bonus:dollars", "sum:dollars"]
[event.laid]
line = "[A new {card}. | No card is left for {seat}.]"
nouns = ["card", "seat"]
"""
TITLED = ("The B.L.T.", "Go!", "egg")


@pytest.fixture
def sayings(tmp_path):
    (tmp_path / "text.toml").write_text(SAYINGS)
    words = Text(tmp_path / "text.toml", {"card": lambda pack, card: pack[card]})
    t = Table(seats=3, chance=Chance(1), pack=TITLED)
    return lambda *event: words.event(t, event, ("Ann", "ben", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (("drew", 1, 0), "1 card is drawn by Ann."),
        (("drew", 3, 0), "3 cards are drawn by Ann."),
        (("drew", 0, 0), "No cards are drawn by Ann."),
        (("met", (), 1, 0), "At the meeting: nobody. First of all: The B.L.T."),
        (("met", (0, 1), 1, 1), "At the meeting: Ann and ben. First of all: Go!"),
        (("met", (0, 1, 2), 2, 2), "At the meeting: Ann, ben and Cleo. 2 of all: egg."),
        (("earned", 0, 2, 3, 1, 6), "Ann takes $2 tip, $3 for the size and $1 bonus: $6 in all."),
        (("earned", 0, 0, 3, 0, 3), "Ann takes $3 for the size: $3 in all."),
        (("earned", 1, 0, 0, 0, 0), "ben takes nothing."),  # as its owner spells it
        (("laid", 2, 0), "A new egg."),
        (("laid", VACANT, 0), "No card is left for Ann."),
    ],
)
def test_templates_handle_number_capitals_lists_and_clauses(sayings, event, line):
    assert sayings(*event) == line


def test_option_label_begins_with_a_capital(tmp_path):
    (tmp_path / "text.toml").write_text(SAYINGS)
    assert Text(tmp_path / "text.toml").option(TABLE, ("pay", 0), ("Ann", "Ben")) == "Pay $0"


def test_event_line_shows_the_time_of_the_clock(text):
    class Clocked(Table):
        moment = 649

    t = Clocked(seats=2, chance=Chance(1), pack=PACK)
    t.events = []
    t.tell("sold", 1, (0, 2), 0, "large")
    ((_, event),) = t.events
    assert event == ("sold", 1, (0, 2), 0, "large")
    assert text.event(t, event, ("Ann", "Ben")) == "1:05 Ben sells Bun and Egg to Ann at Large."


@part
class Asking(Frame):
    card: int = 1
    at: str = "ask"

    def ask(self, t):
        return t.ask(0, [("keep",)])

    def topic(self, t, seat):
        return "second" if seat else ""

    def rival(self, seat):
        return 1 - seat


def test_prompt_contains_its_nouns_and_may_differ_by_seat(tmp_path):
    (tmp_path / "text.toml").write_text(
        """
[prompt]
"Asking.ask" = { line = "Where does {card} go, before {rival}?", nouns = ["card", "rival:seat"] }
"Asking.ask.second" = "And where is the second?"
"""
    )
    words = Text(tmp_path / "text.toml", {"card": lambda pack, card: pack[card]})
    t = Table(seats=2, chance=Chance(1), pack=PACK)
    t.start(Asking())
    assert words.prompt(t, 0, ("Ann", "Ben")) == "Where does Patty go, before Ben?"
    assert words.prompt(t, 1, ("Ann", "Ben")) == "And where is the second?"


def test_own_texts_take_precedence_over_shared_texts(tmp_path):
    (tmp_path / "words.toml").write_text('[verb.done]\nlabel = "Done"\n[verb.buy]\nlabel = "Buy"\n')
    (tmp_path / "rounds.toml").write_text('[verb.buy]\nlabel = "Buy a card"\n[zone.round]\ntitle = "Round"\n')
    (tmp_path / "own.toml").write_text('about = "A game."\n[verb.done]\nlabel = "Ready"\n')
    words = Text(tmp_path / "own.toml", {}, tmp_path / "rounds.toml", tmp_path / "words.toml")
    assert words.about == "A game."
    assert [words.verbs[verb].label for verb in ("done", "buy")] == ["Ready", "Buy a card"]
    assert words.zones["round"].title == "Round"


def test_missing_or_wrong_text_is_a_rules_bug(text):
    for action in (("fly",), ("cook", 1)):
        with pytest.raises(RulesBug):
            text.option(TABLE, action, ("Ann", "Ben"))
    with pytest.raises(RulesBug):
        text.event(TABLE, ("fled",), ("Ann", "Ben"))


def test_state_has_a_line_per_zone_and_seat(text):
    zones = {"hands": Zone(per_seat=True)}
    lines = text.state({"hands": [[0, 1], [-1, -1]]}, zones, PACK, ("Ann", "Ben"))
    assert lines == ["Hand, Ann: Bun, Patty", "Hand, Ben: 2 face down"]


def toy(text):
    return Game(
        key="toy", title="Toy", seats=(2, 3), mode="competitive",
        deal=lambda seats, chance, settings, pack: Table(seats=seats, chance=chance, settings=settings),
        outcome=lambda t: Outcome((0, 0), (0,), "toy"), zones={},
        options={"rounds": Option(3, (1, 2, 3)), "order": Option((), ((),), free=order)},
        pack=lambda path: PACK, deck=None, text=text, rules=(),
    )  # fmt: skip


def order(written, seats):
    order = tuple(int(seat) - 1 for seat in written.split(","))
    if sorted(order) != list(range(seats)):
        raise ValueError(f"name each of the {seats} seats once, such as 2,1")
    return order


def test_settings_are_parsed_from_text(text):
    assert toy(text).settings(2, {"rounds": "2", "order": "2,1"}) == {"rounds": 2, "order": (1, 0)}
    assert toy(text).settings(2) == {"rounds": 3, "order": ()}


@pytest.mark.parametrize(
    ("seats", "given", "sentence"),
    [
        (5, {}, "Toy has no table for 5; it seats 2, 3"),
        (2, {"ronds": 1}, "Toy has no option 'ronds'; did you mean 'rounds'"),
        (2, {"zzz": 1}, "it has rounds, order"),
        (2, {"rounds": 9}, "rounds=9: the values are 1, 2, 3"),
        (2, {"order": "1,1"}, "order=1,1: name each of the 2 seats once"),
    ],
)
def test_unsupported_seats_and_options_are_refused(text, seats, given, sentence):
    with pytest.raises(BadOption, match=sentence):
        toy(text).settings(seats, given)


def test_nearest_word_is_suggested_if_it_is_near():
    assert nearest("burgr-go", ["burger-go"]) == "; did you mean 'burger-go'?"
    assert nearest("xyz", ["burger-go"]) == ""

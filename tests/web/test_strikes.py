"""Strikes in browsers on known deals: the button lights up, the dice roll, and races have one winner."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from flattop.games import game
from flattop.match import Match

from .lines import Line, one_by_one
from .mates import join
from .seats import create_table, receipt
from .servers import dealing_server

LIVE = {"strikes": "live", "first": 1}
STRIKE = ".key.strike.lit"
ROUNDS = 200  # in a soak test; five otherwise


@pytest.fixture(scope="module")
def deal(tmp_path_factory):
    """Set the seed of the next table."""
    return tmp_path_factory.mktemp("deal") / "seed"


@pytest.fixture(scope="module")
def known_server(tmp_path_factory, deal):
    with dealing_server(deal, tmp_path_factory.mktemp("known")) as link:
        yield link


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args, known_server):
    """Open the server with known deals in the browsers of these tests."""
    return {**browser_context_args, "base_url": known_server}


def deals(wanted):
    """Yield seeds whose deal at a real-time table of two fulfils a condition."""
    for n in itertools.count():
        seed = n.to_bytes(32, "big")
        if wanted(Match(game("burgerfuck"), ["Ada", "Ben"], seed, LIVE).table):
            yield seed.hex()


def on_an_ace(t):
    """True if both can strike the Ace: its Concert is never interrupted (BF-R36), so only one can succeed."""
    return t.pack.opens_concert[t.play_pile[-1]] and all(len(t.anytime(seat)) == 1 for seat in (0, 1))


def on_a_face(t):
    return t.pack.is_face[t.play_pile[-1]] and len(t.anytime(0)) == 1


def seated(ada, ben):
    """Open a new real-time table of two in both browsers."""
    table = create_table(ada, "burgerfuck", ["you", "open"], options=LIVE)
    join(ben, ada, table)
    for page in (ada, ben):
        page.goto(f"/t/{table}")
        page.locator(STRIKE).wait_for()


def seen(page):
    """Return the visible cards and all announced Strikes."""
    places = [page.locator(place).inner_text() for place in (".stage .boards", ".redlist", ".landfill")]
    cards = [card.get_attribute("aria-label") for card in page.locator(".stage .card, .playpile .card").all()]
    return places, cards, receipt(page).filter(has_text="Extraturnular Strike").all_inner_texts()


def test_only_one_of_two_browsers_gets_the_strike(visit, deal, shots, soak):
    pages = [visit(), visit()]
    lines = [Line(page) for page in pages]
    for race, seed in enumerate(itertools.islice(deals(on_an_ace), soak(ROUNDS, share=40))):
        deal.write_text(seed)
        seated(*pages)
        order = slice(None, None, 1 if race % 2 else -1)
        one_by_one(lines[order], [page.locator(STRIKE).click for page in pages[order]])
        refusals = [page.get_by_role("alert") for page in pages]
        winner = race % 2 == 0  # the first: Ben in the even races
        expect(refusals[not winner]).to_contain_text(
            "What is going on is never interrupted; Strike afterwards."
        )
        expect(pages[winner].locator("#question")).to_contain_text("who shows a card?")
        expect(refusals[winner]).to_have_count(0)
        assert seen(pages[0]) == seen(pages[1])
        assert len(seen(pages[0])[2]) == 1
    pages[0].screenshot(path=shots / "burgerfuck-race.png")


@pytest.mark.parametrize("how", ["click", "key"])
def test_strike_button_lights_up_and_dice_show_the_roll(visit, deal, shots, how):
    deal.write_text(next(deals(on_a_face)))
    page = visit()
    table = create_table(page, "burgerfuck", ["you", "random"], options={**LIVE, "grace": 0})
    page.goto(f"/t/{table}")
    button = page.locator(STRIKE)
    expect(button).to_contain_text("Strike")
    expect(page.locator(".held .card.strike")).to_have_count(1)
    button.click() if how == "click" else page.keyboard.press("s")
    dice = page.locator(".duel .d20")
    expect(dice).to_have_count(2)
    rolls = [die.get_attribute("aria-label").rsplit(" ", 1)[1] for die in dice.all()]
    told = receipt(page).filter(has_text="Resplendent Contention").last.inner_text()
    assert re.findall(r"rolls (\d+)", told) == rolls
    page.screenshot(path=shots / f"burgerfuck-dice-{how}.png")

"""Card explanations by mouse, touch and key; current rules; results and replays."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from flattop.client import Guest

from .seats import create_table, sit, version

KITCHEN = "kitchen-rush"
OVER = """async (id) => {
    while ((await (await fetch(`/api/tables/${id}`)).json()).state !== 'over')
        await new Promise((again) => setTimeout(again, 100));
}"""
APART = """([a, b]) => {
    const [p, q] = [a, b].map((one) => document.querySelector(one).getBoundingClientRect());
    return p.right <= q.left || q.right <= p.left || p.bottom <= q.top + 1 || q.bottom <= p.top + 1;
}"""

# Card texts are loaded after the table.
READ = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/words'))"
INSIDE = "() => document.querySelector('dialog.explained').getBoundingClientRect().bottom <= innerHeight"


def test_card_explanation_opens_by_mouse_and_key_beside_the_card(visit, shots):
    page = visit()
    sit(page, "burger-boss", ["you", "house", "house"])
    page.locator(".game").first.wait_for()
    page.wait_for_function(READ)
    page.keyboard.press("i")
    said = page.locator("dialog.explained")
    expect(said).to_be_visible()
    name = said.locator("#explained-name")
    first = name.inner_text()
    expect(page.get_by_role("dialog", name=first)).to_be_visible()
    expect(said.locator(".signs")).to_contain_text("patty")
    expect(said.locator(".cites")).to_contain_text("BB-69")
    page.keyboard.press("ArrowRight")
    expect(name).not_to_have_text(first)
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    page.locator(".game[data-of='card:workers']").hover(position={"x": 20, "y": 12})
    resting = page.locator(".explained:not(dialog)")
    expect(resting).to_contain_text("BB-48")
    assert page.evaluate(APART, [".explained:not(dialog)", ".game[data-of='card:workers']"])
    page.screenshot(path=shots / "explained-desk.png")
    mission = page.locator(".own .mission")  # it is placed low
    called = mission.locator("b").inner_text()
    mission.hover()
    expect(resting).to_contain_text(called)
    page.keyboard.press("i")
    expect(name).to_contain_text(called)
    page.wait_for_function(INSIDE)
    page.keyboard.press("Escape")
    page.locator(".game[data-of='card:workers']").hover(position={"x": 20, "y": 12})
    expect(resting).to_contain_text("BB-48")
    page.keyboard.press("i")
    page.locator("dialog.explained").get_by_role("button", name="BB-48").click()
    expect(page.locator(".drawer .now")).to_contain_text("BB-48")
    page.keyboard.press("Escape")
    page.locator(".sitting[data-turn=yours]").wait_for()
    page.keyboard.press("r")
    expect(page.get_by_role("region", name="What counts right now")).to_contain_text("BB-07")
    page.screenshot(path=shots / "rules-now.png")


def test_long_press_opens_the_explanation_and_plays_nothing(visit, shots):
    page = visit(390, 844, has_touch=True)
    sit(page, "burger-go", ["you", "house"])
    card = page.locator(".hand .food.lit").first
    card.wait_for()
    page.wait_for_function(READ)
    box = card.bounding_box()
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + 12}]
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    expect(page.locator("dialog.explained")).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("dialog.explained .signs")).to_contain_text("Salad")
    assert page.evaluate("document.querySelector('dialog.explained').getBoundingClientRect().bottom") == 844
    page.screenshot(path=shots / "explained-phone.png")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("dialog.explained")).to_be_hidden()
    expect(page.locator(".hand .food.picked")).to_have_count(0)
    expect(card).to_have_class(re.compile(r"\blit\b"))


def test_long_press_shows_the_whole_card_at_the_top_of_the_sheet(visit):
    page = visit(390, 844, has_touch=True)
    sit(page, "burger-up", ["you", "house", "house"])
    card = page.locator(".hand .food").first
    card.wait_for()
    page.wait_for_function(READ)
    box = card.bounding_box()
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + 12}]
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    sheet = page.locator("dialog.explained")
    expect(sheet).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(sheet.get_by_role("button", name="Close")).to_be_visible()
    copied = sheet.locator(".copied .tab, .copied b").first
    assert copied.bounding_box()["y"] >= sheet.bounding_box()["y"]
    assert sheet.evaluate("sheet => sheet.scrollTop") == 0


def over(page, table):
    """Wait until bots have finished a game."""
    page.goto("/rules")
    page.evaluate(OVER, table)


@pytest.mark.parametrize(
    ("game", "seats", "options", "words"),
    [
        (KITCHEN, ["random", "random"], {"scenario": 6, "pace": "stepped"}, "The team loses."),
        ("between-two-burgers", ["house"] * 4, {}, "the other burger"),
    ],
    ids=["lost", "ranked"],
)
def test_results_show_what_was_missing_and_nothing_is_covered(visit, shots, game, seats, options, words):
    page = visit()
    table = create_table(page, game, seats, options=options, spectators=True)
    over(page, table)
    page.goto(f"/t/{table}?results")
    expect(page.locator(".results")).to_contain_text(words)
    if game == KITCHEN:
        expect(page.locator(".hero.lost .layer")).to_have_count(1)  # a bun without a burger
        expect(page.locator(".summary.lost .aims")).to_contain_text("Reputation")
        expect(page.locator(".rank")).to_have_count(1)
    page.goto(f"/replay/{table}")
    page.locator(".tape").wait_for()
    assert page.evaluate(APART, [".fitted", ".tape"])
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    frame = page.locator(".fitted > .frame")
    assert frame.evaluate("frame => frame.scrollHeight <= frame.parentElement.clientHeight + 1")


async def on_the_way_to_a_mistake(server):
    """Return a page in the first scenario where a wrong ingredient can be added to a dish."""
    guest = await Guest(server).introduce("Ada")
    wish = {"game": KITCHEN, "seats": ["you", "house"], "options": {"pace": "stepped"}}
    _, table = await guest.call("POST", "/api/tables", wish)
    chair = await guest.table(table["id"]).open()
    await chair.hear("welcome")
    while True:
        cautions = chair.snapshot["view"]["cautions"][0]
        takes = [(action, words) for action, words in chair.snapshot["options"] if action[0] == "take"]
        wrong = [words for action, words in takes if " ".join(map(str, action)) in cautions]
        if wrong and len({action[2] for action, _ in takes}) == 1:
            await chair.close()
            return guest.token, table["id"], wrong[0]
        if chair.options:
            await chair.play((await chair.ask("hint"))["action"])
        else:
            await chair.hear("update")


def test_wrong_ingredient_is_confirmed_once_in_the_first_scenario(visit, server, shots):
    with ThreadPoolExecutor(1) as apart:  # the browser has an event loop in this thread
        reached = apart.submit(lambda: asyncio.run(asyncio.wait_for(on_the_way_to_a_mistake(server), 120)))
        token, table, wrong = reached.result()
    page = visit()
    page.context.add_cookies([{"name": "flattop_guest", "value": token, "url": server}])
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Skip").click()
    piece = page.get_by_role("button", name=wrong, exact=True)
    piece.click()
    expect(page.locator("#question")).to_contain_text("wants no")
    seen = version(page)
    page.screenshot(path=shots / "caution.png")
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#question")).not_to_contain_text("wants no")
    assert version(page) == seen
    piece.click()
    page.get_by_role("button", name="Do it all the same").click()
    page.locator(f".sitting:not([data-version='{seen}'])").wait_for()

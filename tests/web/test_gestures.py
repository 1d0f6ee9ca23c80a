"""One gesture for several answers: by mouse, touch and keyboard, in every game that has them."""

import re

from playwright.sync_api import expect

from .seats import RESTING, create_table, moved_on, over, sit, version

STEPS = 6


def carry(page, thing, place, at=(0.5, 0.5), onto=(0.5, 0.5)):
    """Drag an element to a target, between relative positions in them, once both have stopped moving."""
    for one in (thing, place):
        one.element_handle().wait_for_element_state("stable")
    page.mouse.move(*point(thing, at))
    page.mouse.down()
    end = point(place, onto)
    page.mouse.move(*end, steps=STEPS)
    under_the_hand(page, *end)
    page.mouse.up()


def under_the_hand(page, x, y):
    """Check that the dragged element follows the pointer."""
    for copy in page.locator("[data-copy]").all():
        box = copy.bounding_box()
        assert box["x"] < x < box["x"] + box["width"]
        assert box["y"] < y < box["y"] + box["height"]


def point(thing, share):
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    return box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"]


def swipe(page, thing, place):
    """Drag by touch."""
    finger = page.context.new_cdp_session(page)
    start, end = point(thing, (0.5, 0.3)), point(place, (0.5, 0.5))
    path = [[a + (b - a) * i / STEPS for a, b in zip(start, end, strict=True)] for i in range(STEPS + 1)]
    for kind, (x, y) in [("touchStart", path[0]), *(("touchMove", spot) for spot in path[1:])]:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def undo(page):
    seen = version(page)
    page.keyboard.press("u")
    moved_on(page, seen)


def test_half_is_placed_by_a_drag_or_two_touches(visit, shots):
    page = visit()
    sit(page, "burger-go", ["you", "random", "random"])
    card = page.locator(".hand .food.lit:not(:has(.half.bun))").first
    lower = card.locator(".half.other b").inner_text()
    carry(page, card, page.locator(".own"), at=(0.5, 0.9))
    expect(page.locator(".own .tile, .slot.drop .back").first).to_be_visible()
    expect(page.locator(".roll")).to_contain_text(f"Ada plays {lower}")
    expect(page.locator("[data-copy]")).to_have_count(0)
    card = page.locator(".hand .food.lit:not(:has(.half.bun))").first
    upper = card.locator(".half:not(.other) b").inner_text()
    lower = card.locator(".half.other b").inner_text()
    card.locator(".half.other").click()
    expect(page.locator(".hand .picked .half:not(.other) b")).to_have_text(lower)
    page.keyboard.press("t")
    page.get_by_role("button", name="Lay it down").click()
    expect(page.locator(".roll")).to_contain_text(f"Ada plays {upper}")


def test_two_cards_are_chosen_and_placed_by_one_gesture_each(visit, shots):
    page = visit()
    sit(page, "between-two-burgers", ["you", "random"])
    cards = page.locator(".own-cards .food.lit:not(:has(.half.bun))")
    cards.nth(0).click()
    cards.nth(0).click()
    page.screenshot(path=shots / "between-two-pair.png")
    page.locator("[data-key=choose]").click()
    expect(page.locator("#question")).to_have_text("Which half goes where?")
    card = page.locator(".own-cards .food.lit").first
    lower = card.locator(".half.other b").inner_text()
    carry(page, card, page.locator(".shared.right"), at=(0.5, 0.9))
    expect(page.locator(".roll")).to_contain_text(re.compile(f"Ada (lays|places).*{lower}"))


def test_card_is_bought_and_placed_by_one_gesture_and_one_undo(visit, shots):
    page = visit()
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    burger = page.locator(".mine").first
    card = page.locator(".hand .food.lit").first
    name = card.locator(".half:not(.other) b").inner_text()
    carry(page, card, burger, at=(0.5, 0.3))
    expect(page.locator(".roll")).to_contain_text(f"Ada places {name}")
    expect(page.locator(".phases [aria-current]")).to_contain_text("Build")
    undo(page)
    expect(page.locator(".phases [aria-current]")).to_contain_text("Market")
    expect(page.locator(".mine .layer")).to_have_count(2)  # nothing but the buns
    card = page.locator(".market .food.lit").first
    page.mouse.move(*point(card, (0.5, 0.3)))
    page.mouse.down()
    page.mouse.move(*point(burger, (0.5, 0.5)), steps=STEPS)
    page.screenshot(path=shots / "burger-up-carried.png")
    page.mouse.up()
    expect(page.locator(".roll")).to_contain_text("Ada buys")
    expect(page.locator(".mine .layer")).to_have_count(3)
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".roll")).to_contain_text("Crumb")


def test_card_is_dragged_to_the_burger_on_a_phone(visit, shots):
    page = visit(390, 844, has_touch=True)
    sit(page, "burger-up", ["you", "random"], options={"first": 1})
    card = page.locator(".hand .food.lit").first
    name = card.locator(".half:not(.other) b").inner_text()
    swipe(page, card, page.locator(".mine").first)
    expect(page.locator(".roll")).to_contain_text(f"Ada places {name}")
    page.screenshot(path=shots / "burger-up-390.png")
    sit(page, "solo-up", ["you"])
    expect(page.locator("#question")).to_contain_text("orders advance")
    swipe(page, page.locator(".hand .food.lit").first, page.locator(".mine").first)
    expect(page.locator(".roll")).to_contain_text("The orders move one place to the door.")
    expect(page.locator(".mine .layer")).to_have_count(3)


def test_die_is_dragged_to_its_place(visit, shots):
    page = visit()
    sit(page, "burger-boss", ["you", "random", "random"], options={"restaurants": "seat_order"})
    die, asked = page.locator(".crew .die.lit").first, page.locator(".prompt", has_text="die")
    work = page.locator("[data-key=work]")
    expect(asked.or_(work).first).to_be_visible()
    while not asked.count():
        seen = version(page)
        work.click()
        moved_on(page, seen)
        expect(asked.or_(work).first).to_be_visible()
    value = die.get_attribute("data-n")
    carry(page, die, page.locator(".supply [data-onto]").nth(2))
    expect(page.locator(".roll")).to_contain_text(f"Ada: {value} to the Supermarket")
    expect(page.locator(".roll")).to_contain_text("Ada buys cheese")
    page.locator(".prompt", has_text="die").wait_for()  # no money is left for more
    value = die.get_attribute("data-n")
    carry(page, die, page.get_by_role("region", name="Manager’s Specials"))
    expect(page.locator(".roll")).to_contain_text(f"Ada: {value} to Manager's Specials")
    page.screenshot(path=shots / "burger-boss-die.png")


def test_hidden_card_is_played_or_discarded_and_a_clue_is_given_by_one_click(visit, shots):
    page = visit()
    sit(page, "hanaburger", ["you", "random"], options={"first": 1, "mistake_tokens": 8})
    dealt = version(page)
    carry(page, page.locator(".mystery").first, page.locator(".both").nth(1))
    shown, give = page.locator(".prompt .key.lit"), page.get_by_role("button", name="Give Crumb a hint")
    moved_on(page, dealt)
    expect(shown.or_(give).first).to_be_visible()
    while not give.is_visible():
        seen = version(page)
        shown.first.click()
        moved_on(page, seen)
        expect(shown.or_(give).first).to_be_visible()
    give.press("Enter")
    clue = page.locator(".picker .tell").first
    touched = int(clue.locator("i").inner_text())
    clue.hover()
    expect(page.locator(".held.touched")).to_have_count(touched)
    clue.click()
    expect(page.locator(".roll")).to_contain_text("tells Crumb")
    page.locator(".sitting[data-turn=yours]").wait_for()
    told, food = page.locator(".roll", has_text="tells Crumb"), page.locator(".mate .half:not(.bun) b").first
    page.mouse.move(*point(food, (0.5, 0.5)))
    ask, name = page.locator(".mate .ask"), food.inner_text()
    expect(ask).to_have_text(f"say “{name}”")
    page.screenshot(path=shots / "hanaburger-pointed.png")
    page.mouse.down()
    page.mouse.up()
    expect(told).to_contain_text(f"tells Crumb: {name}")
    page.locator(".sitting[data-turn=yours]").wait_for()
    carry(page, page.locator(".mystery").nth(1), page.locator(".team"))
    discarded, refused = page.locator(".roll", has_text="Ada discards"), page.locator(".prompt [role=alert]")
    expect(discarded.or_(refused)).to_be_visible()  # if all Spatulas are clean, the server refuses


def test_playable_card_goes_on_the_pile_and_others_explain_why_not(visit, shots):
    page = visit()
    playable = page.locator(".held .card", has=page.locator(".tag:not(.quiet):not(.no)"))
    sit(page, "burgerfuck", ["you", "random"])
    to_cards_time(page)
    while not playable.count():  # a card almost always fits
        page.goto(f"/t/{create_table(page, 'burgerfuck', ['you', 'random'])}")
        to_cards_time(page)
    dead = page.locator(".held .card:not(.lit)")
    if dead.count():  # with Orbs, a card that does not fit can be burned
        dead.first.click()
        expect(page.locator(".prompt [role=alert]")).to_contain_text("does not match; its Bribe is")
    carry(page, playable.first, page.locator(".facility"))
    expect(page.locator(".roll")).to_contain_text("Ada plays")


def to_cards_time(page):
    """Pass every window, and choose the first possible column."""
    column, hold = page.locator(".col[data-lit]").first, page.locator("[data-key=hold]")
    expect(column.or_(hold)).to_be_visible()
    while hold.count():
        seen = version(page)
        hold.click()
        moved_on(page, seen)
        expect(column.or_(hold)).to_be_visible()
    column.click()
    page.locator(".phases [aria-current]", has_text="Cards Time").wait_for()


def test_touch_in_a_room_places_a_timer_and_acts(visit, shots):
    page = visit()
    sit(page, "kitchen-rush", ["you", "random"], options={"pace": "stepped"})
    patron = page.get_by_role("button", name="Send a timer to take the order")
    until_open(page, patron)
    patron.first.click()
    expect(page.locator(".own .dish > .plate:not(.none)")).to_have_count(1)
    expect(page.locator(".roll")).to_contain_text("Ada takes the order of")
    page.screenshot(path=shots / "kitchen-order.png")
    dish = page.get_by_role("button", name="Send a timer for all that")
    until_open(page, dish)
    dish.click()
    taken = page.locator(".roll .say", has_text="Ada: ").filter(has_text="from Storage Room")
    expect(taken.first).to_be_visible()
    expect(dish).to_have_count(0)


def until_open(page, thing, most=100):
    """Press the first button of the prompt until something can be touched."""
    key = page.locator(".prompt [data-key]:visible").first
    for _ in range(most):
        page.locator(".sitting[data-turn=yours]").wait_for()
        expect(thing.or_(key).first).to_be_visible()
        if thing.count():
            return
        seen = version(page)
        key.click()
        moved_on(page, seen)
    raise AssertionError("it never came to that")


def test_dice_are_dragged_to_a_skill_and_rolled(visit, shots):
    page = visit()
    bots = ["you", "random", "random"]
    sit(page, "ninja-burger", bots)
    dice, way = page.locator(".throw .three"), page.locator(".step.now .way.lit")
    for _ in range(200):
        page.locator(RESTING).wait_for()
        if way.count() and dice.count():
            break
        if over(page):  # an opponent has won before the first mission
            page.goto(f"/t/{create_table(page, 'ninja-burger', bots)}")
            continue
        seen = version(page)
        page.locator("button.lit:visible, .prompt [data-key]:visible").first.click()
        moved_on(page, seen)
    page.screenshot(path=shots / "ninja-dice.png")
    carry(page, dice, way.first)
    expect(page.locator(".roll")).to_contain_text("Ada throws")

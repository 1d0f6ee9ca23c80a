"""One gesture for several answers: by mouse, by finger and by keyboard, in every game that has them."""

import re

from playwright.sync_api import expect

from .seats import moved_on, sit, version

STEPS = 6


def carry(page, thing, place, at=(0.5, 0.5), onto=(0.5, 0.5)):
    """Drag a thing to a place, from and to these shares of their width and height."""
    page.mouse.move(*point(thing, at))
    page.mouse.down()
    page.mouse.move(*point(place, onto), steps=STEPS)
    page.mouse.up()


def point(thing, share):
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    return box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"]


def swipe(page, thing, place):
    """The same by a finger."""
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


def test_a_half_is_laid_down_by_a_drag_or_by_two_touches(visit, shots):
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


def test_two_cards_are_sealed_and_placed_by_one_gesture_each(visit, shots):
    page = visit()
    sit(page, "between-two-burgers", ["you", "random"])
    cards = page.locator(".hand .food.lit:not(:has(.half.bun))")
    cards.nth(0).click()
    cards.nth(0).click()
    page.screenshot(path=shots / "between-two-pair.png")
    page.locator("[data-key=choose]").click()
    expect(page.locator("#question")).to_have_text("Which half goes where?")
    card = page.locator(".hand .food.lit").first
    lower = card.locator(".half.other b").inner_text()
    carry(page, card, page.locator(".shared.right"), at=(0.5, 0.9))
    expect(page.locator(".roll")).to_contain_text(re.compile(f"Ada (lays|places).*{lower}"))


def test_a_card_is_bought_and_placed_in_one_go_and_taken_back_by_one_undo(visit, shots):
    page = visit()
    sit(page, "burger-up", ["you", "random"], options={"first": 0})
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
    expect(page.locator(".roll")).to_contain_text("Random bot")


def test_on_a_phone_a_finger_carries_a_card_to_the_burger(visit, shots):
    page = visit(390, 844, has_touch=True)
    sit(page, "burger-up", ["you", "random"], options={"first": 0})
    card = page.locator(".hand .food.lit").first
    name = card.locator(".half:not(.other) b").inner_text()
    swipe(page, card, page.locator(".mine").first)
    expect(page.locator(".roll")).to_contain_text(f"Ada places {name}")
    page.screenshot(path=shots / "burger-up-390.png")

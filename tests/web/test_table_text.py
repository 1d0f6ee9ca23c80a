"""The table as text on the page: opened by key, menu or skip link, and structured by headings."""

from playwright.sync_api import expect

from .seats import Mouse, sit
from .test_accessibility import look


def test_table_text_opens_on_request(visit, shots):
    page = visit()
    sit(page, "burger-go", ["you", "random", "random"])
    words = page.get_by_role("region", name="The table in words")
    hand = page.locator(".hand .food.lit").first
    hand.focus()
    page.keyboard.press("w")
    expect(words.get_by_role("heading", level=2)).to_be_focused()
    expect(words.get_by_role("heading", name="Hand", exact=True, level=3)).to_be_visible()
    titles = words.get_by_role("heading", level=3).all_inner_texts()
    assert (titles[0], titles[-1]) == ("What you can do", "Cards in sight")
    assert words.get_by_role("listitem").count() > 7
    expect(words).to_contain_text("Ada has no coins.")
    expect(words).to_contain_text("Ada's row is empty")
    look(page, shots, "words-1440")
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    expect(hand).to_be_focused()

    Mouse(page).card()
    page.get_by_role("button", name="More: sound").click()
    page.get_by_role("button", name="The table in words W").click()
    expect(words.get_by_role("heading", level=2)).to_be_focused()
    expect(words).not_to_contain_text("Ada's row is empty")
    expect(words).to_contain_text("Ada's row: ")
    words.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="More: sound")).to_be_focused()

    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.locator(".sitting").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="The table in words", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Ada's row: ")
    page.locator(".prompt [data-key], .hand .food.lit").first.wait_for()
    look(page, shots, "words-390")

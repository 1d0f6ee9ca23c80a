"""The recipe on the page: scaled, in both units, with steps and timers."""

from playwright.sync_api import expect


def test_the_recipe_is_scaled_in_either_units(visit):
    page = visit()
    page.goto("/recipe")
    needs = page.locator(".needs-list")
    expect(needs).to_contain_text("500 g (1 lb) good beef mince")
    page.get_by_label("Guests, 1 to 48").fill("12")
    page.get_by_label("Guests, 1 to 48").press("Enter")
    expect(needs).to_contain_text("1000 g")
    page.get_by_role("radio", name="imperial").click()
    expect(needs).to_contain_text("2 lb")


def test_a_timer_rings_and_steps_are_ticked_off(visit, shots):
    page = visit(360, 740)
    page.clock.install()
    page.goto("/recipe")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".steps-list .past")).to_have_count(1)
    timer = page.get_by_role("group", name="Timer: step 5")
    timer.get_by_role("button", name="Start 15 min").click()
    page.clock.run_for(60_000)
    expect(timer.get_by_role("timer")).to_have_text("14:00")
    expect(page.locator(".onward .running")).to_contain_text("step 5: 14:00")
    page.clock.run_for(14 * 60_000)
    expect(timer.get_by_role("alert")).to_have_text("Time is up")
    page.screenshot(path=shots / "recipe-timer.png")

"""A table in the browser: invite, refusals with their rule, lost connections, replay."""

import re

import pytest
from playwright.sync_api import expect

from .seats import Mouse, create_table, guest, sit, version

SEATS = ["you", "random", "random"]
# a card of the street that this die may not be placed on; others are possible
CLOSED = "main:has(.game .cover[data-lit]) .game .cover:not([data-lit])"


def test_table_is_created_on_the_page(visit, shots):
    page = visit()
    page.goto("/")
    page.get_by_role("link", name="Set a table").first.click()
    page.get_by_role("button", name=re.compile("^Burger Go!")).click()
    expect(page.locator(".chosen")).to_contain_text("10–20 min easy to learn")
    expect(page.get_by_role("button", name="As in the book")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Quick 4–7 min One round").click()
    expect(page.locator(".options")).to_contain_text("1 of 4 changed")
    expect(page.get_by_role("radiogroup", name="Rounds")).not_to_be_visible()
    page.locator(".options summary").click()
    chosen = page.get_by_role("radiogroup", name="Rounds").get_by_role("radio", checked=True)
    expect(chosen).to_have_text("1")
    page.get_by_role("combobox", name="Seat 3").select_option("a friend")
    page.get_by_role("combobox", name="Seat 4").select_option("beginner")
    expect(page.locator(".chair b")).to_have_text(["You", "Basil", "free", "Crumb", "no seat"])
    bots = page.get_by_role("list", name="The bots").get_by_role("listitem")
    expect(bots).to_have_text([re.compile("Crumb · beginner"), re.compile("Basil · seasoned 1000 Calm")])
    assert bots.locator("img").last.evaluate("face => face.naturalWidth") > 0
    page.get_by_role("combobox", name="Seat 4").select_option("head chef")
    expect(page.locator(".chair b").nth(3)).to_have_text("Bay")
    expect(bots.last).to_contain_text("Reads the whole table")
    page.get_by_role("combobox", name="Seat 4").select_option("beginner")
    page.get_by_role("combobox", name="Seat 3").select_option("seasoned")
    page.get_by_role("switch", name="Practice").click()
    page.get_by_role("button", name="Start").click()  # the name is requested only now
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(page.locator(".coach")).to_contain_text("1 of 3")
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Let’s eat").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page).to_have_title(re.compile("^Your turn"))
    page.reload()
    page.locator(".hand .food.lit").first.wait_for()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("practice")
    expect(page.get_by_role("region", name="Basil", exact=True)).to_contain_text("bot · seasoned")
    page.goto("/")
    expect(page.locator(".mine")).to_contain_text("Burger Go! · practice")


def test_seat_option_offers_the_tables_seats_and_fits_a_phone(visit):
    page = visit(390, 844)
    guest(page, "Ada")
    page.goto("/new?game=burger-up&seats=you,house,house,open")
    seats = page.locator(".chair:not(.off)")
    expect(seats).to_have_count(4)
    for seat in seats.all():
        box = seat.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 780
    page.locator(".options summary").click()
    first = page.get_by_role("radiogroup", name="Who begins")
    expect(first.get_by_role("radio")).to_have_text(["by lot", "Ada", "Basil", "Olive", "Seat 4"])
    first.get_by_role("radio", name="Basil").click()
    page.get_by_role("combobox", name="Seat 4").select_option("seasoned")
    page.get_by_role("button", name="Start").click()
    page.locator(".sitting").wait_for()
    table = page.url.rsplit("/", 1)[-1]
    assert page.request.get(f"/api/tables/{table}").json()["options"]["first"] == "2"


def test_invite_link_leads_to_a_seat_on_one_screen(visit, shots):
    ada, ben = visit(), visit(360, 740)
    table = create_table(ada, "burger-go", ["you", "open"], private=True)
    ada.goto(f"/t/{table}")
    expect(ada.get_by_role("img", name="The invite link as a QR code")).to_be_visible()
    ada.screenshot(path=shots / "waiting.png")
    ben.goto(ada.get_by_role("textbox", name="Invite link").input_value())
    ben.screenshot(path=shots / "join-360.png")
    ben.get_by_label("Your name").fill("Ben")
    ben.keyboard.press("Enter")
    ben.locator(".hand .food.lit").first.wait_for()
    ada.locator(".hand .food.lit").first.wait_for()


def test_owner_fills_free_seats_with_bots(visit):
    page = visit()
    page.goto(f"/t/{create_table(page, 'burger-go', ['you', 'open', 'open'])}")
    page.get_by_role("button", name="Start with bots").click()
    page.locator(".hand .food.lit").first.wait_for()


def test_refusal_links_to_its_rule(visit, shots):
    page = visit()
    sit(page, "burger-boss", SEATS)
    Mouse(page).touch()
    for _ in range(200):
        page.locator(".die.lit, .prompt [data-key], button.lit, button[data-lit]").first.wait_for()
        if page.locator(CLOSED).count():
            break
        Mouse(page).touch()
    seen = version(page)
    page.locator(CLOSED).first.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Nothing was changed")
    rule = re.search(r"BB-R?\d+", alert.inner_text())[0]
    page.screenshot(path=shots / "refusal.png")
    page.get_by_role("button", name=f"Rule {rule}").click()
    drawer = page.get_by_role("dialog", name="Rules of Burger Boss")
    expect(drawer.locator(".now dt")).to_have_text(rule)
    expect(drawer.locator(".now")).to_be_in_viewport()
    assert version(page) == seen


def test_lost_connection_loses_nothing(visit, shots):
    page = visit()
    lines = []
    page.route_web_socket(re.compile("/ws/"), lambda line: lines.append((line, line.connect_to_server())))
    sit(page, "burger-go", SEATS)
    page.route_web_socket(re.compile("/ws/"), lambda line: line.close(code=4503))
    lines[-1][0].close(code=4503)
    expect(page.locator(".state.offline")).to_contain_text("Nothing is lost")
    expect(page.locator(".state.offline")).to_contain_text(re.compile(r"again in \d+ s|Trying now"))
    expect(page.locator(".hand .food").first).to_be_visible()
    expect(page.locator(".hand .food.lit")).to_have_count(0)
    page.screenshot(path=shots / "offline.png")
    page.get_by_role("button", name="Try now").click()
    page.route_web_socket(re.compile("/ws/"), lambda line: line.connect_to_server())
    page.locator(".hand .food.lit").first.wait_for()
    Mouse(page).card()


def test_undo_shows_its_terms_before_the_click(visit):
    page = visit()
    sit(page, "burger-boss", SEATS, options={"restaurants": "seat_order"})
    page.locator(".die.lit").first.wait_for()
    for _ in range(60):
        if page.locator(".prompt").inner_text().startswith("Where does"):
            break
        Mouse(page).touch()
    undo = page.get_by_role("button", name=re.compile("^Undo: free"))
    expect(undo).to_be_visible()
    seen = version(page)
    undo.click()
    page.locator(f".sitting:not([data-version='{seen}'])").wait_for()
    expect(page.locator(".prompt")).not_to_contain_text("Where does")


def test_hint_highlights_one_option_and_plays_nothing(visit):
    page = visit()
    sit(page, "burger-go", SEATS)
    page.keyboard.press("h")
    expect(page.locator(".food.hinted")).to_have_count(1)
    expect(page.locator(".drop .back")).to_have_count(0)
    panel = page.get_by_role("complementary", name="Advice")
    expect(panel.locator(".whole")).to_contain_text(re.compile("^Choose .*, then show "))
    expect(panel.locator(".worth")).to_have_text(re.compile(r"^wins \d+ % \(\d+ to \d+\)$"))
    expect(panel).to_contain_text("Next best: ")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_hint_panel_covers_neither_chat_nor_scores_nor_the_question(visit, width, height):
    page = visit(width, height)
    sit(page, "burger-go", SEATS)
    page.keyboard.press("h")
    page.locator(".hint-panel").wait_for()
    covered = """() => {
      const hint = document.querySelector('.hint-panel').getBoundingClientRect();
      return [...document.querySelectorAll('.frame, .bar, .coach')].filter((other) => {
        const box = other.getBoundingClientRect();
        return box.top < hint.bottom && hint.top < box.bottom && box.left < hint.right && box.width;
      }).map((other) => other.className);
    }"""
    assert page.evaluate(covered) == []
    assert page.locator(".prompt .keys, .hand").last.bounding_box()["y"] < height


@pytest.mark.parametrize("game", ["burger-up", "burgerfuck", "ninja-burger", "burger-trucker"])
def test_hint_outlines_the_card_or_the_button_that_it_means(visit, game):
    page = visit()
    sit(page, game, ["you", "house", "house"])
    page.locator(".prompt .hint").wait_for()
    page.keyboard.press("h")
    page.locator(".hint-panel").wait_for()
    expect(page.locator(".hinted").first).to_be_visible()


def test_log_line_highlights_its_subject(visit):
    page = visit()
    sit(page, "burger-go", SEATS)
    Mouse(page).card()
    line = page.locator(".say", has_text="Ada plays").first
    line.hover()
    expect(page.locator(".own .tile.spoken")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".tile.spoken")).to_have_count(0)


@pytest.mark.slow
def test_replay_what_if_and_rematch(visit):
    page = visit()
    table = sit(page, "burger-go", ["you", "random"], options={"rounds": 1})
    Mouse(page).finish("burger-go")
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".where")).to_contain_text("0 of")
    page.get_by_role("radio", name=re.compile("as Crumb")).check(force=True)
    expect(page.locator(".hand .food")).to_have_count(7)
    expect(page.locator(".views")).to_contain_text("as Crumb saw it beginner")
    page.get_by_role("button", name="One action on").click()
    expect(page.locator(".where")).to_contain_text("1 of")
    page.get_by_role("button", name="What if from here").click()
    page.locator(".hand .food.lit").first.wait_for()
    assert table not in page.url
    page.goto(f"/t/{table}?results")
    page.get_by_role("button", name="Rematch").click()
    page.locator(".hand .food.lit").first.wait_for()
    with page.expect_download() as saved:
        page.goto(f"/t/{table}?results")
        page.locator(".proof").get_by_role("link", name="Save the record").click()
    assert saved.value.suggested_filename.endswith(".jsonl")


def test_page_contacts_no_other_host(visit, server):
    page, asked = visit(), []
    page.on("request", lambda request: asked.append(request.url))
    sit(page, "burger-boss", SEATS)
    page.goto("/rules/burger-go")
    page.locator("dt").first.wait_for()
    assert asked
    assert [url for url in asked if not url.startswith(server)] == []


def test_lobby_and_table_downloads_are_small(visit):
    page, scripts = visit(), {}
    page.on("response", lambda got: got.url.endswith(".js") and scripts.update({got.url: got}))
    page.goto("/")
    page.get_by_role("heading", name="My tables").wait_for()
    sit(page, "burger-boss", SEATS)
    sizes = [int(got.header_value("content-length")) for got in list(scripts.values())]
    assert all(got.header_value("content-encoding") == "gzip" for got in list(scripts.values()))
    assert 20_000 < sum(sizes) < 150_000

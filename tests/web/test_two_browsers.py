"""Two players at one table: one leaves and returns, and no hand is sent to the other."""

import json

from playwright.sync_api import expect

from .seats import Mouse, card_number, create_table, over

SEATS = ["you", "open", "house", "house"]


def listened(page):
    """Record every frame that the server sends to a page."""
    frames = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(frame)))
    return frames


def join(page, link, name):
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".sitting").wait_for()


def invite_link(page, table):
    """Return the invite link on the page."""
    page.goto(f"/t/{table}")
    return page.get_by_role("textbox", name="Invite link").input_value()


def views(frames):
    """Return the view of each message, or its changes."""
    for frame in frames:
        message = json.loads(frame)
        yield (message.get("sheet") or message.get("set") or {}).get("view", {})


def only_backs(view, own):
    for zone in ("hands", "choices"):
        others = (pile for seat, pile in enumerate(view.get(zone, [])) if seat != own)
        if any(card != -1 for pile in others for card in pile):
            return False
    return True


def play_together(ada, ben, until):
    """Let both play until a given player must decide, or until the game is over."""
    for _ in range(200):
        for hands in (ada, ben):
            if over(ada.page) or card_number(ada.page) == until:
                return
            if hands.page.locator(".sitting[data-turn=yours] .hand .food:is(.lit, .picked)").count():
                hands.lay()
    raise AssertionError(f"card {until} never came")


def row(page):
    return [tile.get_attribute("aria-label") for tile in page.locator(".own .tile .burger").all()]


class Patient(Mouse):
    """Plays a card without waiting for the others."""

    def lay(self):
        self.page.locator(".sitting[data-turn=yours]").wait_for()  # cards played before are on the table
        if not self.page.locator(".hand .food.picked").count():
            self.page.locator(".hand .food.lit").first.click()
        number = card_number(self.page)
        self.page.get_by_role("button", name="Lay it down").click()
        decided = f".burger-go:not([data-card='{number}']), .sitting:not([data-turn=yours])"
        self.page.locator(decided).first.wait_for()


def test_player_leaves_and_returns_and_hands_stay_hidden(visit, shots):
    ada, ben = visit(), visit(360, 740, has_touch=True)
    frames = {0: listened(ada), 1: listened(ben)}
    table = create_table(ada, "burger-go", SEATS, private=True)
    link = invite_link(ada, table)
    join(ben, link, "Ben")
    ada.locator(".sitting").wait_for()
    play_together(Patient(ada), Patient(ben), "1.4")

    context = ben.context
    ben.locator(".burger-go[data-card='1.4']").wait_for()  # his update may arrive later
    seen = row(ben)
    ben.close()
    expect(ada.get_by_role("region", name="Ben", exact=True)).to_contain_text("away")
    back = context.new_page()
    frames[2] = listened(back)
    back.goto(f"/t/{table}")
    back.locator(".sitting").wait_for()
    assert seen
    assert row(back) == seen
    expect(ada.get_by_role("region", name="Ben", exact=True)).not_to_contain_text("away")
    back.screenshot(path=shots / "two-browsers-back.png")

    play_together(Patient(ada), Patient(back), "the end")
    assert over(ada)
    expect(back.locator(".prompt")).to_contain_text("won")
    back.locator(".tabs").get_by_role("button", name="Receipt").tap()
    back.get_by_role("group", name="In a word").get_by_role("button", name="Well played!").tap()
    expect(ada.get_by_label("Chat", exact=True)).to_contain_text("Ben Well played!")
    for seat, listener in ((0, 0), (1, 1), (1, 2)):
        told = list(views(frames[listener]))
        assert any("hands" in view for view in told)
        assert all(only_backs(view, seat) for view in told)


def test_secrecy_check_finds_a_planted_hand():
    assert not only_backs({"hands": [[1, 2], [3, 4]]}, own=0)
    assert not only_backs({"choices": [[], [7]]}, own=0)
    assert only_backs({"hands": [[1, 2], [-1, -1]], "choices": [[5], [-1]]}, own=0)


def test_chat_and_presence_are_shown(visit):
    ada, ben = visit(), visit()
    join(ben, invite_link(ada, create_table(ada, "burger-go", SEATS)), "Ben")
    ben.get_by_label("Say something").fill("Who ordered the beetroot?")
    ben.get_by_role("button", name="Send").click()
    expect(ada.get_by_label("Chat", exact=True)).to_contain_text("Ben Who ordered the beetroot?")

"""The page under a path prefix of another site, whether or not the proxy removes the prefix."""

import socket

import pytest
from playwright.sync_api import expect

from .proxies import a_proxy
from .seats import Mouse, standing
from .servers import a_server


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def proxy(request):
    """A proxy that removes the path prefix or not, as the test decides."""
    with a_proxy("/burgers", request.param) as proxy:
        proxy.behind = free_port()
        yield proxy


@pytest.fixture
def site(proxy, tmp_path):
    """The URL of the page under the prefix."""
    link = f"http://localhost:{proxy.port}/burgers"
    where = ["--port", str(proxy.behind), "--public", link, "--proxy", "127.0.0.1"]
    with a_server(tmp_path, *where) as told:
        assert told == link
        yield link


@pytest.mark.parametrize("proxy", [False], indirect=True, ids=["passed on"])
def test_a_game_is_played_to_its_end_under_a_path(visit, proxy, site, shots):
    page = visit()
    page.goto(site)
    page.get_by_role("link", name="Set a table").first.click()
    expect(page).to_have_url(f"{site}/new")
    page.request.post(f"{site}/api/guest", data={"name": "Ada"})
    (cookie,) = page.context.cookies()
    assert cookie["path"] == "/burgers"
    wish = {"game": "burger-go", "seats": ["you", "house"], "options": {"rounds": 1}}
    table = page.request.post(f"{site}/api/tables", data=wish).json()["id"]
    page.goto(f"{site}/t/{table}")
    page.get_by_role("button", name="Skip").click()
    hands = Mouse(page)
    page.locator(".hand .food.lit").first.wait_for()
    hands.card()
    page.reload()  # a nested path
    page.locator(".hand .food.lit").first.wait_for()
    page.screenshot(path=shots / "under-a-path.png")
    proxy.cut()
    page.locator(".hand .food.lit").first.wait_for(state="detached")
    page.locator(".hand .food.lit").first.wait_for()
    hands.finish("burger-go")  # by the reconnected socket
    standing(page, 2)
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(f"{site}/replay/{table}")
    page.goto(f"{site}/rules/burger-go#BG-07")
    expect(page.get_by_text("BG-07", exact=True)).to_be_in_viewport()
    page.get_by_role("link", name="Flattop, to the lobby").click()
    expect(page).to_have_url(f"{site}/")
    outside = [path for path in proxy.asked if not path.startswith("/burgers")]
    assert outside == []


@pytest.mark.parametrize("proxy", [True], indirect=True, ids=["taken off"])
def test_invite_link_contains_the_path_prefix(visit, site):
    page, friend = visit(), visit(390, 844)
    page.request.post(f"{site}/api/guest", data={"name": "Ada"})
    wish = {"game": "burger-go", "seats": ["you", "open"], "private": True}
    table = page.request.post(f"{site}/api/tables", data=wish).json()["id"]
    page.goto(f"{site}/t/{table}")
    link = page.get_by_role("textbox", name="Invite link").input_value()
    assert link.startswith(f"{site}/t/{table}?invite=")
    friend.goto(link)
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Take a seat").click()
    friend.locator(".sitting").wait_for()
    page.locator(".sitting").wait_for()
    page.reload()
    page.locator(".hand .food.lit").first.wait_for()

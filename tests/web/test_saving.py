"""What is not saved is not shown as done: while the database is held up, the page says that it saves."""

import sqlite3
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import expect

from flattop.server.store.opening import FILE

from .seats import moved_on, receipt, sit, version
from .servers import a_server


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("held-up")


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args, folder):
    with a_server(folder) as link:
        yield {**browser_context_args, "base_url": link}


@contextmanager
def held_up(folder):
    """Nobody else can write into the database."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


def shown(page):
    """All that would tell that something was played."""
    return version(page), page.locator(".hand .food").count(), receipt(page).all_text_contents()


def test_what_is_not_saved_yet_is_not_shown_as_played(visit, folder, shots):
    page = visit()
    sit(page, "burger-go", ["you", "house"])
    page.locator(".hand .food.lit").first.click()
    before, prompt = shown(page), page.locator(".prompt")
    with held_up(folder):
        page.get_by_role("button", name="Lay it down").click()
        expect(prompt.get_by_role("status")).to_have_text("Saving…")
        page.screenshot(path=shots / "saving.png")
        assert shown(page) == before
    moved_on(page, before[0])
    expect(prompt).not_to_contain_text("Saving…")
    expect(page.locator(".hand .food")).to_have_count(before[1] - 1)


def test_a_line_of_chat_is_not_shown_before_it_is_saved(visit, folder):
    page = visit()
    sit(page, "burger-go", ["you", "house"])
    with held_up(folder):
        page.locator("#say").fill("Is it slow?")
        page.locator("#say").press("Enter")
        expect(page.locator(".prompt").get_by_role("status")).to_have_text("Saving…")
        expect(page.get_by_text("Is it slow?")).to_have_count(0)
    expect(page.get_by_text("Is it slow?")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("Saving…")

"""A long log: the last lines come with the table, and earlier ones are fetched on request."""

import re

import pytest
from playwright.sync_api import expect

from .seats import Mouse, sit
from .servers import SHORT_PAGES, a_server


@pytest.fixture
def browser_context_args(browser_context_args, tmp_path):
    with a_server(tmp_path, program=[SHORT_PAGES]) as link:
        yield {**browser_context_args, "base_url": link}


def test_earlier_log_lines_are_fetched_on_request(visit):
    page = visit()
    sit(page, "burger-go", ["you", "random"])
    for _ in range(3):
        Mouse(page).card()
    told = page.locator(".roll .say").all_inner_texts()
    page.reload()
    earlier = page.get_by_role("button", name=re.compile("earlier lines$"))
    expect(earlier).to_be_visible()
    assert page.locator(".roll .say").count() < len(told)
    while earlier.count():
        shown = page.locator(".roll .say").count()
        earlier.click()
        expect(page.locator(".roll .say")).not_to_have_count(shown)
    assert page.locator(".roll .say").all_inner_texts()[: len(told)] == told

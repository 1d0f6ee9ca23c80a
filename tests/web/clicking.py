"""Plays a game in any browser that can open an address, call a function and click at a point."""

from __future__ import annotations

import random
from typing import Any, Protocol

MOST = 900  # touches of a game
CREATE = """async (game, seats, options) => {
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  await post('/api/guest', { name: 'Ada' });
  const settings = { coached: [game], single: false, forced: false, windows: false };
  localStorage.setItem('flattop', JSON.stringify(settings));
  return (await (await post('/api/tables', { game, seats, options })).json()).id;
}"""

# Waits until the player must decide or the game is over, at most two seconds, and returns the points of
# everything that can be touched.
POINTS = """async (lit) => {
  const turn = () => document.querySelector('.sitting')?.dataset.turn;
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const point = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const open = ([x, y], element) => element.contains(document.elementFromPoint(x, y));
  const found = () => [...document.querySelectorAll(lit)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => [point(element), element])
    .filter((pair) => open(...pair))
    .map(([point]) => point);
  const until = performance.now() + 2000;
  while (performance.now() < until && turn() !== 'over' && (turn() !== 'yours' || !found().length))
    await frame();
  await frame();
  return { over: turn() === 'over', points: found() };
}"""
RANKS = """async () => {
  const until = performance.now() + 30_000;
  const ranks = () => document.querySelectorAll('.rank .seat').length;
  while (performance.now() < until && !ranks()) await new Promise((go) => setTimeout(go, 50));
  return ranks();
}"""
LIT = "button.lit, button[data-lit], .prompt [data-key]"
# In Burger Go!, a card is chosen and then laid down.
GO = ".burger-go:not(:has(.hand .picked)) .hand .food.lit, .burger-go:has(.hand .picked) .prompt .key.go"


class Browser(Protocol):
    def goto(self, url: str) -> None: ...
    def evaluate(self, function: str, *given: Any) -> Any: ...
    def click(self, x: float, y: float) -> None: ...


def play_to_the_end(browser: Browser, server: str, game: str, seats: list[str], **options: Any) -> int:
    """Create a table and touch random highlighted elements until the results are shown.

    Return the number of touches.
    """
    browser.goto(f"{server}/recipe")
    table = browser.evaluate(CREATE, game, seats, options)
    browser.goto(f"{server}/t/{table}")
    chance = random.Random(7)
    for touches in range(MOST):
        now = browser.evaluate(POINTS, GO if game == "burger-go" else LIT)
        if now["over"]:
            browser.goto(f"{server}/t/{table}?results")
            assert browser.evaluate(RANKS) == len(seats), "the results do not list every seat"
            return touches
        if now["points"]:
            browser.click(*chance.choice(now["points"]))
    raise AssertionError(f"{game} was not over after {MOST} touches")

"""Waiting until a Textual app is idle.  It checks pending work instead of CPU time as Textual does."""

import asyncio
from time import monotonic

from textual._context import active_app

TIMEOUT = 60  # seconds
TURNS = 3  # idle iterations of the event loop in a row; external events arrive between them


async def wait_until_idle(*_):
    """Wait until no task is ready and everything is drawn."""
    ready, app = asyncio.get_running_loop()._ready, active_app.get()
    last, turns = monotonic() + TIMEOUT, 0
    while turns < TURNS:
        await asyncio.sleep(0)
        turns = 0 if ready or is_resized(app) or draws(app) else turns + 1
        assert monotonic() < last, "the app does not become idle"


def is_resized(app):
    """Return whether a resize is pending."""
    return app._resize_event is not None or app._resize_timer is not None


def draws(app):
    """Draw what is pending now instead of with the next frame, and return whether there was anything."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is None or not screen.is_running or not is_stale(screen):
        return False
    screen._on_timer_update()
    return True


def is_stale(screen):
    pending = (
        screen._layout_required,
        screen._scroll_required,
        screen._repaint_required,
        screen._recompose_required,
        screen._dirty_widgets,
        screen._callbacks,
    )
    return not screen.app._batch_count and any(pending)

"""When a screen has come to rest: by what is left to do, where the toolkit goes by how busy it seems."""

import asyncio
from time import monotonic

from textual._context import active_app

PATIENCE = 60  # seconds
TURNS = 3  # of the loop, on end: what comes from outside is heard between two of them


async def wait_until_idle(*_):
    """Wait until nobody has anything to do but to wait, and all is drawn."""
    ready, screen_of = asyncio.get_running_loop()._ready, active_app.get()
    last, turns = monotonic() + PATIENCE, 0
    while turns < TURNS:
        await asyncio.sleep(0)
        turns = 0 if ready or is_resized(screen_of) or draws(screen_of) else turns + 1
        assert monotonic() < last, "the screen does not come to rest"


def is_resized(app):
    """Whether the window has another size, which the toolkit takes up a moment later."""
    return app._resize_event is not None or app._resize_timer is not None


def draws(app):
    """Whether there was something to draw on the screen, which is drawn now and not with the next frame."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is None or not screen.is_running or not is_stale(screen):
        return False
    screen._on_timer_update()
    return True


def is_stale(screen):
    wishes = (
        screen._layout_required,
        screen._scroll_required,
        screen._repaint_required,
        screen._recompose_required,
        screen._dirty_widgets,
        screen._callbacks,
    )
    return not screen.app._batch_count and any(wishes)

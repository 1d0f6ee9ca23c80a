"""Responses: compression off the event loop, and clients that have left."""

import gzip
import json
import threading
from types import SimpleNamespace
from unittest import mock

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from flattop.server.auth.requests import SERVER
from flattop.server.errors import Refusal
from flattop.server.fair_queues import FairLock
from flattop.server.http import responses
from flattop.server.http.middleware import client_checks
from flattop.server.limits import AddressLimits, Limits


def request(lock=None, is_closing=False, **headers):
    app = web.Application()
    app[SERVER] = SimpleNamespace(compressions=FairLock(10) if lock is None else lock)
    transport = mock.Mock(**{"is_closing.return_value": is_closing})
    return make_mocked_request(
        "GET", "/", {"Accept-Encoding": "gzip", **headers}, app=app, transport=transport
    )


def compressing_threads(monkeypatch):
    threads, packed = [], responses.packed

    def note(text):
        threads.append(threading.current_thread())
        return packed(text)

    monkeypatch.setattr(responses, "packed", note)
    return threads


async def test_long_private_responses_are_compressed_in_a_thread(monkeypatch):
    threads, long = compressing_threads(monkeypatch), ["burger"] * 20_000
    short = await responses.private_response(request(), ["burger"])
    answer = await responses.private_response(request(), long)
    assert json.loads(gzip.decompress(short.body)) == ["burger"]
    assert json.loads(gzip.decompress(answer.body)) == long
    assert threads[0] is threading.main_thread()
    assert threads[1] is not threading.main_thread()


async def test_a_response_is_compressed_only_for_a_client_that_needs_it(monkeypatch):
    threads = compressing_threads(monkeypatch)
    plain = await responses.private_response(request(**{"Accept-Encoding": "identity"}), ["burger"])
    assert json.loads(plain.body) == ["burger"]
    known = {"If-None-Match": plain.headers["ETag"]}
    assert (await responses.private_response(request(**known), ["burger"])).status == 304
    assert threads == []


async def test_nothing_long_is_compressed_for_a_client_that_has_left(monkeypatch):
    threads = compressing_threads(monkeypatch)
    await responses.private_response(request(is_closing=True), ["burger"] * 20_000)
    assert threads == []


async def test_too_many_long_responses_of_one_address_are_refused():
    lock = FairLock(10, (0,))
    async with lock.turn(("elsewhere",)):
        with pytest.raises(Refusal) as refused:
            await responses.private_response(request(lock), ["burger"] * 20_000)
    assert refused.value.status == 429


async def test_a_request_of_a_client_that_has_left_is_not_answered():
    check, answered = client_checks(AddressLimits(Limits(), lambda: 0.0), ()), []

    async def answer(request):
        answered.append(request)
        return web.Response()

    await check(request(is_closing=True), answer)
    assert answered == []
    await check(request(), answer)
    assert len(answered) == 1

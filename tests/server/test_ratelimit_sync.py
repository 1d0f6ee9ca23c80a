"""Rate limits and socket counts, exchanged between server workers."""

import pytest

from flattop.server.cluster.ratelimit_sync import RateLimitSync, Usage
from flattop.server.limits import AddressLimits, Limits


class KnownPeers:
    """Peers whose messages are delivered at once, or lost."""

    def __init__(self, name):
        self.worker_id, self.others, self.on_lost, self.sent = name, [], [], []
        self.partner, self.is_reached = None, True

    def answer(self, command, kind, function):
        self.receive = function

    async def ask(self, worker, command, kind, usage):
        self.sent.append(usage)
        return await self.partner.receive(usage) if self.is_reached else None


@pytest.fixture
def workers():
    """The limits of the workers a and b, with what exchanges them."""
    made = []
    for name in "ab":
        addresses, peers = AddressLimits(Limits(), lambda: 0.0), KnownPeers(name)
        made.append((addresses, peers, RateLimitSync(addresses, peers)))
    (_, a, _), (_, b, _) = made
    a.partner, b.partner, a.others, b.others = b, a, ["b"], ["a"]
    return made


async def test_only_changed_socket_counts_are_sent(workers):
    (addresses, peers, sync), (others, _, _) = workers
    addresses.open_socket("10.0.0.1")
    addresses.open_socket("10.0.0.2")
    await sync.send()
    assert peers.sent == [Usage("a", [], {"10.0.0.1": 1, "10.0.0.2": 1}, True)]
    await sync.send()
    assert len(peers.sent) == 1
    addresses.open_socket("10.0.0.1")
    addresses.close_socket("10.0.0.2")
    await sync.send()
    assert peers.sent[1] == Usage("a", [], {"10.0.0.1": 2, "10.0.0.2": 0}, False)
    assert others.sockets_elsewhere == {"a": {"10.0.0.1": 2}}


async def test_counts_are_complete_again_after_a_lost_message_or_a_worker_that_forgot_them(workers):
    (addresses, peers, sync), (others, _, other_sync) = workers
    addresses.open_socket("10.0.0.1")
    await sync.send()
    peers.is_reached = False
    addresses.open_socket("10.0.0.2")
    await sync.send()
    peers.is_reached = True
    await sync.send()
    assert others.sockets_elsewhere == {"a": {"10.0.0.1": 1, "10.0.0.2": 1}}
    other_sync._forget("a")
    addresses.open_socket("10.0.0.3")
    await sync.send()
    await sync.send()
    assert others.sockets_elsewhere == {"a": dict.fromkeys(["10.0.0.1", "10.0.0.2", "10.0.0.3"], 1)}


async def test_late_message_of_a_worker_that_is_gone_leaves_no_counts(workers):
    (addresses, _, sync), (others, other_peers, _) = workers
    other_peers.others = []
    addresses.open_socket("10.0.0.1")
    await sync.send()
    assert others.sockets_elsewhere == {}


async def test_spent_tokens_are_charged_elsewhere_once(workers):
    (addresses, _, sync), (others, _, _) = workers
    for _ in range(5):
        assert addresses.may_upload_deck("10.0.0.1")
    for _ in range(2):
        await sync.send()
    assert others._bucket(("deck", "10.0.0.1"))._tokens == Limits().decks - 5

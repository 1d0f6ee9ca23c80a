"""The lab of a server: experiments that its keeper asks for, one at a time, in a child that stands back."""

import asyncio
import os
import stat
import time

import httpx
import msgspec
import pytest

from flattop.games import CATALOG, game
from flattop.lab import Plan, simulate
from flattop.server.lab import checks, commands
from flattop.server.lab.lab import Lab, new
from flattop.server.lab.run import Run
from flattop.server.lab.time_estimates import Paces
from flattop.server.limits import Limits
from flattop.server.schemas.rest import NewExperiment
from tests.server.conftest import PATIENCE
from tests.server.test_serve import said_until_open, started

ALL = "/api/lab/experiments"
SMALL = {"kind": "simulate", "game": "burger-go", "bots": ["house", "random"], "seats": 2, "size": 20}
LONG = {"kind": "simulate", "game": "burger-boss", "bots": ["house"] * 4, "seats": 4, "size": 900_000}


@pytest.fixture(autouse=True)
def _without_delay(monkeypatch):
    """Beside other tests a child that stands back would wait for all of them."""
    monkeypatch.setattr(Run, "niceness", 0)


@pytest.fixture
def keeper(running):
    """Whoever sits at the machine of the server."""
    local = running()
    with local.client() as client:
        client.local = local
        yield client


def ask(client, wish=SMALL, **changed):
    return client.post(ALL, json={**wish, **changed})


def begun(client, wish=SMALL, **changed):
    answer = ask(client, wish, **changed)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def until(client, number, *states):
    return seen(client, number, lambda told: told["state"] in states)


def seen(client, number, wanted):
    """How it stands once that is so."""
    return waited_for(lambda: client.get(f"{ALL}/{number}").json(), wanted)


def waited_for(look, is_good=bool):
    """What a look at other processes brings, once it is good."""
    last = time.monotonic() + PATIENCE
    while not is_good(seen := look()):
        assert time.monotonic() < last, seen
        time.sleep(0.02)
    return seen


def folder_of(client, number):
    return client.local.server.folder / "lab" / number


# -- to the end


def test_an_experiment_runs_to_its_end_and_its_figures_are_those_of_the_command(keeper):
    number = begun(keeper, seed=7, options={"rounds": 1})
    told = until(keeper, number, "done", "failed", "stopped")
    assert (told["state"], told["figures"], told["note"]) == ("done", True, "")
    assert (told["done"], told["total"], told["left"]) == (20, 20, None)
    assert told["command"] == (
        "flattop simulate burger-go --seats house,random --games 20 --seed 7 --option=rounds=1"
    )
    figures = keeper.get(f"{ALL}/{number}/report.json").json()
    same = simulate(Plan("burger-go", ("house", "random"), 7, {"rounds": 1}), 20)
    assert figures["digest"] == same.digest
    assert keeper.get(ALL).json()["experiments"] == [told]


def test_a_deck_of_one_s_own_is_checked_played_with_and_kept_for_its_owner_alone(keeper):
    own = game("burger-go").deck.read_text("utf-8") + "\n# mine\n"
    told = until(keeper, begun(keeper, deck=own), "done", "failed")
    assert (told["state"], told["asked"]["deck"], len(told["deck"])) == ("done", None, 32)
    assert told["command"].endswith("--deck deck.toml")
    kept = folder_of(keeper, told["id"])
    assert (kept / "deck.toml").read_text("utf-8") == own
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept.iterdir()} == {0o600}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept.parent, kept)] == [0o700] * 2


def test_a_report_loads_nothing_and_runs_nothing(keeper):
    number = begun(keeper, size=2)
    assert keeper.get(f"{ALL}/{number}/report").status_code == 404
    assert until(keeper, number, "done", "failed")["page"]
    answer = keeper.get(f"{ALL}/{number}/report")
    policy = answer.headers["content-security-policy"]
    assert "Burger Go!: 2 games among bots" in answer.text
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
    assert "sandbox" in policy
    assert "allow-scripts" not in policy


OTHER_KINDS = {
    "duel": (["house", "random"], "house against random"),
    "tournament": (["house", "random"], "a tournament"),
    "balance": (["random"], "Burger Go!"),
}


def test_every_kind_has_a_report_and_figures(keeper):
    asked = {kind: begun(keeper, kind=kind, bots=bots, size=4) for kind, (bots, _) in OTHER_KINDS.items()}
    for kind, number in asked.items():
        told = until(keeper, number, "done", "failed")
        assert (told["state"], told["note"]) == ("done", ""), kind
        report = keeper.get(f"{ALL}/{number}/report").text
        assert OTHER_KINDS[kind][1] in report.partition("</h1>")[0]
        assert keeper.get(f"{ALL}/{number}/report.json").json()["game"] == "burger-go"


def test_a_tournament_that_was_stopped_goes_on_from_the_deals_it_has(keeper, monkeypatch):
    monkeypatch.setitem(commands.SAYS, "tournament", commands.SAYS["duel"])  # its order would soon be decided
    wish = {"kind": "tournament", "bots": ["house", "easy"], "size": 5_000}
    number = begun(keeper, **wish)
    seen(keeper, number, lambda told: told["done"] >= 5)
    told = keeper.post(f"{ALL}/{number}/stop", json={}).json()
    assert (told["state"], told["page"], told["figures"]) == ("stopped", True, True)
    assert told["note"].startswith("Stopped after ")
    kept = folder_of(keeper, number) / commands.KEPT
    before = kept.read_text()  # with the times that each deal took, which never come again
    deals = len(before.splitlines()) - 1
    keeper.post(f"{ALL}/{number}/start", json={})
    seen(keeper, number, lambda told: told["done"] > deals)
    assert kept.read_text().startswith(before)


# -- one at a time


def test_one_runs_the_others_wait_and_each_can_be_stopped_started_again_and_deleted(keeper):
    first, second, third = begun(keeper, LONG), begun(keeper), begun(keeper, LONG)
    until(keeper, first, "running")
    listed = keeper.get(ALL).json()["experiments"]
    assert {one["id"]: one["state"] for one in listed} == {
        first: "running", second: "waiting", third: "waiting",
    }  # fmt: skip
    assert keeper.post(f"{ALL}/{third}/stop", json={}).json()["state"] == "stopped"
    assert keeper.post(f"{ALL}/{first}/start", json={}).json()["code"] == "not-over"
    assert keeper.post(f"{ALL}/{first}/stop", json={}).json()["state"] == "stopped"
    assert until(keeper, second, "done", "failed")["state"] == "done"
    assert keeper.post(f"{ALL}/{second}/start", json={}).json()["done"] == 0
    assert until(keeper, second, "done", "failed")["state"] == "done"
    left = keeper.delete(f"{ALL}/{first}").json()["experiments"]
    assert {one["id"] for one in left} == {second, third}
    assert not folder_of(keeper, first).exists()
    assert keeper.get(f"{ALL}/{first}").json()["code"] == "no-experiment"


def test_only_so_many_wait(keeper):
    keeper.local.server.limits.lab_waiting = 1
    until(keeper, begun(keeper, LONG), "running")
    begun(keeper)
    answer = ask(keeper)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_an_experiment_whose_time_is_up_is_stopped_and_says_so(keeper):
    keeper.local.server.limits.lab_minutes = 0.01
    told = until(keeper, begun(keeper, LONG), "stopped", "failed", "done")
    assert (told["state"], told["note"]) == ("stopped", "Its 0.01 minutes were up.")


def test_what_breaks_down_has_failed_with_a_note_and_the_next_one_goes_on(keeper):
    keeper.local.server.limits.lab_memory = 40  # in which no Python begins to play
    first, second = begun(keeper), begun(keeper)
    told = until(keeper, first, "failed", "done")
    assert told["state"] == "failed"
    assert told["note"]
    assert until(keeper, second, "failed", "done")["state"] == "failed"


# -- what is refused


WRONG = [
    ({"game": "chess"}, 404, "chess"),
    ({"kind": "dance"}, 400, "'dance'; allowed are simulate, duel, tournament, balance, train."),
    ({"bots": ["house"]}, 400, "a bot for each seat, not 1"),
    ({"bots": ["house", "mine.py:Bot"]}, 400, "mine.py:Bot"),
    ({"kind": "duel", "bots": ["house"] * 3}, 400, "A duel has two bots, not 3"),
    ({"kind": "tournament", "bots": ["house", "house"]}, 400, "each of them once"),
    ({"kind": "balance", "bots": ["house", "house"]}, 400, "one bot, which plays in every seat"),
    ({"bots": ["house"] * 9, "seats": 9}, 400, "9"),
    ({"kind": "train", "bots": ["house"], "size": 121}, 400, "at most 120 minutes, not 121"),
    ({"size": 2_000_000}, 400, "at most 1,000,000 games, not 2,000,000"),
    ({"size": 0}, 400, "size"),
    ({"options": {"rounds": "--json"}}, 400, "rounds=--json"),
    ({"options": {"--workers": 64}}, 400, "--workers"),
    ({"deck": "nonsense = ["}, 400, "Deck: not TOML"),
    ({"record": "/tmp"}, 400, "record"),
    ({"seed": -1}, 400, "seed"),
]


def test_what_the_command_would_refuse_is_refused_at_once(keeper):
    for changed, status, words in WRONG:
        answer = ask(keeper, **changed)
        assert (answer.status_code, words in answer.json()["sentence"]) == (status, True), answer.text
    assert keeper.get(ALL).json()["experiments"] == []


def test_a_command_is_made_of_checked_fields_alone(tmp_path):
    """Every word is one of ours, a rank, a number, or one option with its value."""
    asked = NewExperiment(**{**SMALL, "kind": "duel", "seed": 5, "options": {"tie": "a b;$(c) --json"}})
    words = commands.words(asked, tmp_path)
    assert words[:10] == [
        "duel", "burger-go", "--bots", "house,random", "--seats", "2", "--deals", "20", "--seed", "5",
    ]  # fmt: skip
    assert words[10] == "--option=tie=a b;$(c) --json"
    assert words[11:] == commands.WRITES["duel"](tmp_path)
    assert commands.told(asked, False).endswith("'--option=tie=a b;$(c) --json'")


def test_a_training_plays_for_half_of_its_minutes_and_goes_on_from_what_it_has_learned(tmp_path):
    asked = NewExperiment(kind="train", game="burger-go", bots=["house"], seats=2, size=12)
    words = ["train", "burger-go", "--from", "house", "--seats", "2", "--minutes", "6",
             "--learn-minutes", "2", "--stages", "3", "--seed", "0"]  # fmt: skip
    out = ["--out", str(tmp_path / "training")]
    assert commands.words(asked, tmp_path) == [*words, *out]
    (tmp_path / "training").mkdir()
    assert commands.words(asked, tmp_path) == [*words, *out, "--resume"]


def test_a_training_tells_its_share_by_the_clock_and_hands_out_what_it_has_learned(keeper, monkeypatch):
    monkeypatch.setattr(checks, "LEARNS_WITH", ())

    async def learn(run, heard, seconds):
        own = run._folder / "training"
        own.mkdir()
        while not (run._folder / "enough").exists():
            await asyncio.sleep(0.01)
        (own / "burger-go.npz").write_bytes(b"weights")
        return 0

    monkeypatch.setattr(Run, "work", learn)
    number = begun(keeper, kind="train", bots=["house"], size=10)
    told = until(keeper, number, "running")
    assert (told["total"], told["weights"]) == (600, False)
    assert 590 < told["left"] <= 600
    assert keeper.get(f"{ALL}/{number}/weights").status_code == 404
    (folder_of(keeper, number) / "enough").touch()
    told = until(keeper, number, "done")
    assert (told["left"], told["weights"]) == (None, True)
    assert keeper.get(f"{ALL}/{number}/weights").content == b"weights"


def test_where_pytorch_is_missing_the_lab_says_so(keeper, monkeypatch):
    monkeypatch.setattr(checks, "LEARNS_WITH", ("no_such_module",))
    assert "pip install" in keeper.get("/api/lab").json()["untrainable"]
    answer = ask(keeper, kind="train", bots=["house"])
    assert (answer.status_code, answer.json()["code"]) == (409, "no-training")


# -- who may


STRANGERS = [{"X-Forwarded-For": "127.0.0.1"}, {"Via": "1.1 here"}, {"Host": "play.example.org"}]


def test_to_strangers_there_is_no_lab(keeper):
    number = begun(keeper)
    one = f"{ALL}/{number}"
    paths = ["/api/lab", ALL, one, f"{one}/report", f"{one}/report.json", f"{one}/log"]
    for heads in STRANGERS:
        answers = [keeper.get(path, headers=heads) for path in paths]
        answers.append(keeper.post(ALL, json=SMALL, headers=heads))
        answers += [keeper.post(f"{one}/{word}", json={}, headers=heads) for word in ("stop", "start")]
        answers.append(keeper.delete(one, headers=heads))
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "not-found")}
        assert keeper.get("/api/me", headers=heads).json()["lab"] is False
    assert keeper.get("/api/me").json()["lab"] is True


def test_where_a_proxy_stands_before_the_server_only_the_key_opens_the_lab(keeper):
    """A proxy of this machine that tells nothing of whom it speaks for would look like its keeper."""
    server = keeper.local.server
    server.is_fronted, server.key = True, "a-key"
    assert [keeper.get("/api/me").json()["lab"], keeper.get(ALL).status_code] == [False, 404]
    known = {"Authorization": "Bearer a-key"}
    assert keeper.get(ALL, headers=known).status_code == 200
    assert keeper.get(ALL, headers={"Authorization": "Bearer no-key"}).status_code == 404
    assert keeper.get(ALL, headers={**known, "X-Forwarded-For": "127.0.0.1"}).status_code == 404


def test_the_keeper_may_close_the_lab(running, wide):
    with running(limits=wide(lab_minutes=0)).client() as client:
        assert [client.get("/api/me").json()["lab"], client.get(ALL).status_code] == [False, 404]


def test_pages_of_other_sites_start_nothing(keeper):
    assert keeper.post(ALL, json=SMALL, headers={"Origin": "http://evil.example"}).status_code == 403


def test_a_server_that_drains_begins_nothing(keeper, monkeypatch):
    monkeypatch.setattr(keeper.local.server.drain, "_task", object())
    assert (ask(keeper).status_code, ask(keeper).json()["code"]) == (503, "draining")
    monkeypatch.undo()


# -- when the server ends


def test_a_child_stands_back_and_ends_with_a_killed_server_and_its_experiment_is_shown_as_stopped(tmp_path):
    server = started(tmp_path, "--no-open")
    try:
        link = said_until_open(server).partition("The server is open at ")[2].split()[0].rstrip("/")
        with httpx.Client(base_url=link, timeout=PATIENCE) as client:
            number = begun(client, LONG)
            until(client, number, "running")
            child = the_child(server.pid)
            waited_for(lambda: os.getpriority(os.PRIO_PROCESS, child) == 19)
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
        server.stderr.close()
    waited_for(lambda: not is_there(child))
    lab = Lab(tmp_path / "data" / "lab", Limits(), None, print)
    lab.open()
    assert [(one.id, one.state, one.note) for one in lab.all()] == [
        (number, "stopped", "The server was closed while it ran.")
    ]


def the_child(parent):
    """Its number, once it has begun."""
    return waited_for(lambda: children(parent))[0]


def children(parent):
    return [int(n) for n in os.listdir("/proc") if n.isdigit() and is_child(int(n), parent)]


def is_child(number, parent):
    try:
        with open(f"/proc/{number}/stat") as status, open(f"/proc/{number}/cmdline", "rb") as command:
            is_own = int(status.read().rpartition(")")[2].split()[1]) == parent
            return is_own and b"flattop.server.lab.child" in command.read()
    except OSError:
        return False


def is_there(number):
    try:
        with open(f"/proc/{number}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_server_that_closes_stops_what_runs(room):
    lab = room.server.lab
    first = await lab.add(NewExperiment(**LONG))
    second = await lab.add(NewExperiment(**SMALL))
    await room.until(lambda: first.state == "running")
    await room.close()
    assert (first.state, second.state) == ("stopped", "waiting")
    await room.open()
    assert {one.id: one.state for one in room.server.lab.all()} == {first.id: "stopped", second.id: "stopped"}


async def test_what_is_deleted_while_somebody_starts_it_again_is_gone_and_holds_up_nobody(room):
    lab = room.server.lab
    first = await lab.add(NewExperiment(**SMALL))
    await room.until(lambda: first.state == "done")
    again = lab.start_again(first.id)
    removal = asyncio.create_task(lab.remove(first.id))
    second = await lab.add(NewExperiment(**SMALL))
    await removal
    await room.until(lambda: second.state == "done")
    assert (again.state, [one.id for one in lab.all()]) == ("stopped", [second.id])
    assert [path.name for path in (room.server.folder / "lab").iterdir()] == [second.id]


def test_what_waits_to_be_started_again_keeps_its_report_until_it_begins(keeper):
    number = begun(keeper, size=2)
    until(keeper, number, "done", "failed")
    until(keeper, begun(keeper, LONG), "running")
    told = keeper.post(f"{ALL}/{number}/start", json={}).json()
    assert (told["state"], told["page"], told["figures"]) == ("waiting", True, True)
    assert keeper.post(f"{ALL}/{number}/stop", json={}).json()["state"] == "stopped"
    assert keeper.get(f"{ALL}/{number}/report.json").json()["games"] == 2


def test_a_folder_that_somebody_has_spoilt_is_left_alone(tmp_path):
    kept = tmp_path / "0123456789ab"
    kept.mkdir()
    (kept / "experiment.json").write_text("{")
    lab = Lab(tmp_path, Limits(), None, print)
    lab.open()
    assert lab.all() == []
    assert kept.exists()


# -- how long it may take


def test_how_long_games_take_is_learned_from_those_that_were_played(tmp_path):
    paces = Paces()
    known = paces.table()["burger-go"]["house"]
    asked = NewExperiment(**{**SMALL, "bots": ["house", "house"], "size": 10_000})
    took = 10_000 * 2 * known * 3
    for _ in range(9):
        paces.learn(msgspec.structs.replace(new(asked), state="done", seconds=took))
    assert paces.table()["burger-go"]["house"] == pytest.approx(3 * known, rel=0.05)
    assert paces.table().keys() == set(CATALOG)

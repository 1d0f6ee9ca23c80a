"""The lab: experiments of the operator, one at a time, in a child process with low priority."""

import asyncio
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import httpx
import msgspec
import pytest

from flattop.games import CATALOG, game
from flattop.lab import Plan, simulate
from flattop.server.lab import commands, lab
from flattop.server.lab.commands import TimeEstimates
from flattop.server.lab.lab import Lab, new_experiment
from flattop.server.lab.run import Run
from flattop.server.limits import Limits
from flattop.server.schemas.rest import NewExperiment
from tests.server.conftest import PATIENCE
from tests.server.test_serve import output_until_open, started

ALL = "/api/lab/experiments"
SMALL = {"kind": "simulate", "game": "burger-go", "bots": ["house", "random"], "seats": 2, "size": 20}
LONG = {"kind": "simulate", "game": "burger-boss", "bots": ["house"] * 4, "seats": 4, "size": 900_000}


@pytest.fixture(autouse=True)
def _without_delay(monkeypatch):
    """Run children at normal priority: a low one would wait for all other tests."""
    monkeypatch.setattr(Run, "niceness", 0)


@pytest.fixture
def operator(running):
    """The operator, at the machine of the server."""
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
    """Wait until an experiment meets a condition, and return it."""
    return waited_for(lambda: client.get(f"{ALL}/{number}").json(), wanted)


def waited_for(look, is_good=bool):
    """Wait until a function returns a true value, and return it."""
    last = time.monotonic() + PATIENCE
    while not is_good(seen := look()):
        assert time.monotonic() < last, seen
        time.sleep(0.02)
    return seen


def folder_of(client, number):
    return client.local.server.folder / "lab" / number


# -- to the end


def test_experiment_runs_and_its_report_is_that_of_the_command(operator):
    number = begun(operator, seed=7, options={"rounds": 1})
    told = until(operator, number, "done", "failed", "stopped")
    assert (told["state"], told["figures"], told["note"]) == ("done", True, "")
    assert (told["done"], told["total"], told["left"]) == (20, 20, None)
    assert told["command"] == (
        "flattop simulate burger-go --seats house,random --games 20 --seed 7 --option=rounds=1"
    )
    figures = operator.get(f"{ALL}/{number}/report.json").json()
    same = simulate(Plan("burger-go", ("house", "random"), 7, {"rounds": 1}), 20)
    assert figures["digest"] == same.digest
    assert operator.get(ALL).json()["experiments"] == [told]


def test_custom_deck_of_an_experiment_is_checked_used_and_private(operator):
    own = game("burger-go").deck.read_text("utf-8") + "\n# mine\n"
    told = until(operator, begun(operator, deck=own), "done", "failed")
    assert (told["state"], told["asked"]["deck"], len(told["deck"])) == ("done", None, 32)
    assert told["command"].endswith("--deck deck.toml")
    kept = folder_of(operator, told["id"])
    assert (kept / "deck.toml").read_text("utf-8") == own
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept.iterdir()} == {0o600}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept.parent, kept)] == [0o700] * 2


def test_report_page_loads_nothing_and_runs_no_script(operator):
    number = begun(operator, size=2)
    assert operator.get(f"{ALL}/{number}/report").status_code == 404
    assert until(operator, number, "done", "failed")["page"]
    answer = operator.get(f"{ALL}/{number}/report")
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


def test_every_kind_of_experiment_has_a_report(operator):
    asked = {kind: begun(operator, kind=kind, bots=bots, size=4) for kind, (bots, _) in OTHER_KINDS.items()}
    for kind, number in asked.items():
        told = until(operator, number, "done", "failed")
        assert (told["state"], told["note"]) == ("done", ""), kind
        report = operator.get(f"{ALL}/{number}/report").text
        assert OTHER_KINDS[kind][1] in report.partition("</h1>")[0]
        assert operator.get(f"{ALL}/{number}/report.json").json()["game"] == "burger-go"


def test_stopped_tournament_continues_from_its_saved_deals(operator, monkeypatch):
    sized = commands._size_arguments  # without `--until`, since its order would soon be decided
    monkeypatch.setattr(commands, "_size_arguments", lambda asked: sized(asked)[:-2])
    wish = {"kind": "tournament", "bots": ["house", "easy"], "size": 5_000}
    number = begun(operator, **wish)
    seen(operator, number, lambda told: told["done"] >= 5)
    told = operator.post(f"{ALL}/{number}/stop", json={}).json()
    assert (told["state"], told["page"], told["figures"]) == ("stopped", True, True)
    assert told["note"].startswith("Stopped after ")
    kept = folder_of(operator, number) / commands.DEALS
    before = kept.read_text()  # with the times that each deal took, which never come again
    deals = len(before.splitlines()) - 1
    operator.post(f"{ALL}/{number}/start", json={})
    seen(operator, number, lambda told: told["done"] > deals)
    assert kept.read_text().startswith(before)


# -- one at a time


def test_experiments_run_one_at_a_time_and_can_be_stopped_restarted_and_deleted(operator):
    first, second, third = begun(operator, LONG), begun(operator), begun(operator, LONG)
    until(operator, first, "running")
    listed = operator.get(ALL).json()["experiments"]
    assert {one["id"]: one["state"] for one in listed} == {
        first: "running", second: "waiting", third: "waiting",
    }  # fmt: skip
    assert operator.post(f"{ALL}/{third}/stop", json={}).json()["state"] == "stopped"
    assert operator.post(f"{ALL}/{first}/start", json={}).json()["code"] == "not-over"
    assert operator.post(f"{ALL}/{first}/stop", json={}).json()["state"] == "stopped"
    assert until(operator, second, "done", "failed")["state"] == "done"
    assert operator.post(f"{ALL}/{second}/start", json={}).json()["done"] == 0
    assert until(operator, second, "done", "failed")["state"] == "done"
    left = operator.delete(f"{ALL}/{first}").json()["experiments"]
    assert {one["id"] for one in left} == {second, third}
    assert not folder_of(operator, first).exists()
    assert operator.get(f"{ALL}/{first}").json()["code"] == "no-experiment"


def test_experiment_queue_is_limited(operator):
    operator.local.server.limits.lab_waiting = 1
    until(operator, begun(operator, LONG), "running")
    begun(operator)
    answer = ask(operator)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_experiments_that_come_at_one_moment_are_limited(operator):
    operator.local.server.limits.lab_waiting = 2
    until(operator, begun(operator, LONG), "running")
    with ThreadPoolExecutor(6) as threads:
        codes = [answer.status_code for answer in threads.map(lambda _: ask(operator), range(6))]
    assert sorted(codes) == [201, 201, 429, 429, 429, 429]


def test_experiment_is_stopped_at_its_time_limit(operator):
    operator.local.server.limits.lab_minutes = 0.01
    told = until(operator, begun(operator, LONG), "stopped", "failed", "done")
    assert (told["state"], told["note"]) == ("stopped", "Its 0.01 minutes were up.")


def test_failed_experiment_has_a_note_and_the_next_one_runs(operator):
    operator.local.server.limits.lab_memory = 40  # in which no Python begins to play
    first, second = begun(operator), begun(operator)
    told = until(operator, first, "failed", "done")
    assert told["state"] == "failed"
    assert told["note"]
    assert until(operator, second, "failed", "done")["state"] == "failed"


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
    ({"game": "burger-up", "options": {"first": 0}}, 400, "first=0: the seats of this table are 1 to 2"),
    ({"options": {"--workers": 64}}, 400, "--workers"),
    ({"deck": "nonsense = ["}, 400, "Deck: not TOML"),
    ({"record": "/tmp"}, 400, "record"),
    ({"seed": -1}, 400, "seed"),
]


def test_invalid_experiments_are_refused_at_once(operator):
    for changed, status, words in WRONG:
        answer = ask(operator, **changed)
        assert (answer.status_code, words in answer.json()["sentence"]) == (status, True), answer.text
    assert operator.get(ALL).json()["experiments"] == []


def test_command_line_consists_of_checked_fields(tmp_path):
    """Every argument is a constant, a rank, a number, or one option with its value."""
    asked = NewExperiment(**{**SMALL, "kind": "duel", "seed": 5, "options": {"tie": "a b;$(c) --json"}})
    words = commands.arguments(asked, tmp_path)
    assert words[:10] == [
        "duel", "burger-go", "--bots", "house,random", "--seats", "2", "--deals", "20", "--seed", "5",
    ]  # fmt: skip
    assert words[10] == "--option=tie=a b;$(c) --json"
    assert words[11:] == commands._output_arguments("duel", tmp_path)
    assert commands.displayed_command(asked, False).endswith("'--option=tie=a b;$(c) --json'")


def test_training_takes_its_minutes_and_can_be_resumed(tmp_path):
    asked = NewExperiment(kind="train", game="burger-go", bots=["house"], seats=2, size=12)
    words = ["train", "burger-go", "--from", "house", "--seats", "2", "--minutes", "12",
             "--stages", "3", "--seed", "0"]  # fmt: skip
    out = ["--out", str(tmp_path / "training")]
    assert commands.arguments(asked, tmp_path) == [*words, *out]
    (tmp_path / "training").mkdir()
    assert commands.arguments(asked, tmp_path) == [*words, *out, "--resume"]


def test_training_reports_progress_by_time_and_offers_its_weights(operator, monkeypatch):
    monkeypatch.setattr(commands, "TRAINING_PACKAGES", ())

    async def learn(run, heard, seconds):
        own = run._folder / "training"
        own.mkdir()
        while not (run._folder / "enough").exists():
            await asyncio.sleep(0.01)
        (own / "burger-go.npz").write_bytes(b"weights")
        return 0

    clock = SimpleNamespace(now=100.0, monotonic=lambda: clock.now, time=time.time)
    monkeypatch.setattr(lab, "time", clock)
    monkeypatch.setattr(Run, "work", learn)
    number = begun(operator, kind="train", bots=["house"], size=10)
    told = until(operator, number, "running")
    assert (told["total"], told["left"], told["weights"]) == (600, 600, False)
    clock.now += 30
    assert operator.get(f"{ALL}/{number}").json()["left"] == 570
    assert operator.get(f"{ALL}/{number}/weights").status_code == 404
    (folder_of(operator, number) / "enough").touch()
    told = until(operator, number, "done")
    assert (told["left"], told["weights"]) == (None, True)
    assert operator.get(f"{ALL}/{number}/weights").content == b"weights"


def test_lab_reports_that_pytorch_is_missing(operator, monkeypatch):
    monkeypatch.setattr(commands, "TRAINING_PACKAGES", ("no_such_module",))
    assert "pip install" in operator.get("/api/lab").json()["untrainable"]
    answer = ask(operator, kind="train", bots=["house"])
    assert (answer.status_code, answer.json()["code"]) == (409, "no-training")


# -- who may


STRANGERS = [{"X-Forwarded-For": "127.0.0.1"}, {"Via": "1.1 here"}, {"Host": "play.example.org"}]


def test_lab_is_hidden_from_other_machines(operator):
    number = begun(operator)
    one = f"{ALL}/{number}"
    paths = ["/api/lab", ALL, one, f"{one}/report", f"{one}/report.json", f"{one}/log"]
    for heads in STRANGERS:
        answers = [operator.get(path, headers=heads) for path in paths]
        answers.append(operator.post(ALL, json=SMALL, headers=heads))
        answers += [operator.post(f"{one}/{word}", json={}, headers=heads) for word in ("stop", "start")]
        answers.append(operator.delete(one, headers=heads))
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "not-found")}
        assert operator.get("/api/me", headers=heads).json()["lab"] is False
    assert operator.get("/api/me").json()["lab"] is True


def test_lab_needs_the_key_behind_a_proxy(operator):
    """A local proxy that forwards no addresses would make every client look like the operator."""
    server = operator.local.server
    server.behind_proxy, server.key = True, "a-key"
    assert [operator.get("/api/me").json()["lab"], operator.get(ALL).status_code] == [False, 404]
    known = {"Authorization": "Bearer a-key"}
    assert operator.get(ALL, headers=known).status_code == 200
    assert operator.get(ALL, headers={"Authorization": "Bearer no-key"}).status_code == 404
    assert operator.get(ALL, headers={**known, "X-Forwarded-For": "127.0.0.1"}).status_code == 404


def test_operator_can_disable_the_lab(running, wide):
    with running(limits=wide(lab_minutes=0)).client() as client:
        assert [client.get("/api/me").json()["lab"], client.get(ALL).status_code] == [False, 404]


def test_other_sites_cannot_start_experiments(operator):
    assert operator.post(ALL, json=SMALL, headers={"Origin": "http://evil.example"}).status_code == 403


def test_draining_server_starts_no_experiment(operator, monkeypatch):
    monkeypatch.setattr(operator.local.server.drain, "_task", object())
    assert (ask(operator).status_code, ask(operator).json()["code"]) == (503, "draining")
    monkeypatch.undo()


# -- when the server ends


def test_child_has_low_priority_and_ends_with_a_killed_server(tmp_path):
    server = started(tmp_path, "--no-open")
    try:
        link = output_until_open(server).partition("The server is open at ")[2].split()[0].rstrip("/")
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
    """Start an experiment and return its id once it runs."""
    return waited_for(lambda: children(parent))[0]


def children(parent):
    return [int(n) for n in os.listdir("/proc") if n.isdigit() and is_child(int(n), parent)]


def is_child(number, parent):
    try:
        with open(f"/proc/{number}/stat") as status, open(f"/proc/{number}/cmdline", "rb") as command:
            is_own = int(status.read().rpartition(")")[2].split()[1]) == parent
            return is_own and b"flattop.server.lab.run" in command.read()
    except OSError:
        return False


def is_there(number):
    try:
        with open(f"/proc/{number}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_closing_server_stops_the_running_experiment(room):
    lab = room.server.lab
    first = await lab.add(NewExperiment(**LONG))
    second = await lab.add(NewExperiment(**SMALL))
    await room.until(lambda: first.state == "running")
    await room.close()
    assert (first.state, second.state) == ("stopped", "waiting")
    await room.open()
    assert {one.id: one.state for one in room.server.lab.all()} == {first.id: "stopped", second.id: "stopped"}


async def test_experiment_deleted_during_a_restart_is_gone_and_blocks_no_other(room):
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


def test_queued_experiment_keeps_its_report_until_it_starts(operator):
    number = begun(operator, size=2)
    until(operator, number, "done", "failed")
    until(operator, begun(operator, LONG), "running")
    told = operator.post(f"{ALL}/{number}/start", json={}).json()
    assert (told["state"], told["page"], told["figures"]) == ("waiting", True, True)
    assert operator.post(f"{ALL}/{number}/stop", json={}).json()["state"] == "stopped"
    assert operator.get(f"{ALL}/{number}/report.json").json()["games"] == 2


def test_damaged_experiment_folder_is_left_alone(tmp_path):
    kept = tmp_path / "0123456789ab"
    kept.mkdir()
    (kept / "experiment.json").write_text("{")
    lab = Lab(tmp_path, Limits(), None, print)
    lab.open()
    assert lab.all() == []
    assert kept.exists()


# -- how long it may take


def test_time_estimates_adapt_to_finished_experiments(tmp_path):
    estimates = TimeEstimates()
    known = estimates.by_game()["burger-go"]["house"]
    asked = NewExperiment(**{**SMALL, "bots": ["house", "house"], "size": 10_000})
    took = 10_000 * 2 * known * 3
    for _ in range(9):
        estimates.learn(msgspec.structs.replace(new_experiment(asked), state="done", seconds=took))
    assert estimates.by_game()["burger-go"]["house"] == pytest.approx(3 * known, rel=0.05)
    assert estimates.by_game().keys() == set(CATALOG)

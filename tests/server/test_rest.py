"""REST on a real port: guests, tables, refusals and headers."""

import asyncio
import json

import httpx
import pytest

from flattop.bots import RANKS
from flattop.games import game
from flattop.server.http.static import Page
from flattop.server.store.base import NotSaved

from .conftest import PATIENCE
from .test_lab import until


@pytest.fixture
def ask(running, wide):
    """Send requests: `ask(method, path, body, name)` as the guest of that name, or without a cookie."""
    local = running(limits=wide())
    people = {}

    def call(method, path, body=None, name=None, **how):
        if name and name not in people:
            people[name] = local.client()
            assert people[name].post("/api/guest", json={"name": name}).status_code == 201
        client = people.get(name) or local.client()
        return (
            client.request(method, path, json=body, **how)
            if body is not None
            else client.request(method, path, **how)
        )

    call.local = local
    yield call
    for client in people.values():
        client.close()


def table(ask, name, *seats, **wish):
    answer = ask("POST", "/api/tables", {"game": "burger-go", "seats": list(seats), **wish}, name)
    assert answer.status_code == 201, answer.text
    return answer.json()


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["sentence"].endswith((".", "?"))
    return answer


def test_guest_cookie_is_http_only(ask):
    answer = ask("POST", "/api/guest", {"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    assert len(cookie.partition("=")[2].partition(";")[0]) == 22
    assert answer.json()["guest"]["name"] == "Ann"


def test_only_the_hash_of_a_token_is_stored(ask):
    token = ask("POST", "/api/guest", {"name": "Ann"}).cookies["flattop_guest"]
    folder = ask.local.server.folder
    assert not any(token.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_renamed_guest_keeps_its_id(ask):
    before = ask("GET", "/api/me", name="Ann").json()["guest"]
    after = ask("POST", "/api/guest", {"name": "  Anna \n Bell "}, "Ann").json()["guest"]
    assert after == {"id": before["id"], "name": "Anna Bell"}
    assert ask("GET", "/api/me").json() == {"guest": None, "lab": True}


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 31, "\u0000", "\u202e\u202e", "\u3164", "\u200d", "\u2800 \u115f", "\u0301"]
)
def test_unprintable_name_is_refused(ask, name):
    answer = ask("POST", "/api/guest", {"name": name})
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


def test_games_and_rules_are_available(ask):
    games = ask("GET", "/api/games").json()
    assert {game["key"] for game in games} >= {"burger-go", "burger-boss"}
    for shown in games:
        details = ask("GET", f"/api/games/{shown['key']}").json()
        assert {key: details[key] for key in shown} == shown
        assert details["verbs"]
        assert details["rules"]
        assert details["pack"]
        drawn, said = (ask("GET", f"/api/games/{shown['key']}/{part}").json() for part in ("table", "words"))
        assert drawn == {**details, "rules": [], "pack": drawn["pack"]}
        assert drawn["pack"].items() <= details["pack"].items()
        assert said == {
            "rules": details["rules"],
            **{part: details["pack"][part] for part in ("told", "about")},
        }
        assert not said.keys() & drawn["pack"].keys() - {"rules"}
    packed = ask("GET", "/api/games/burger-go")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.content) / 4
    rules = ask("GET", "/api/games/burger-go/rules?q=sauce").json()
    assert rules
    assert all("sauce" in f"{rule['section']} {rule['text']}".lower() for rule in rules)
    for part in ("", "/table", "/words"):
        refused(ask("GET", f"/api/games/nonsense{part}"), 404, "no-game")


def test_the_recipe_is_scaled(ask):
    assert ask("GET", "/api/recipe").json()["serves"] == 6
    recipe = ask("GET", "/api/recipe?serves=48&units=imperial").json()
    assert (recipe["serves"], recipe["units"], recipe["minutes"]) == (48, "imperial", 40)
    mince = {"name": "good beef mince", "amount": 128, "unit": "oz", "note": ""}
    assert recipe["ingredients"][0] == {**mince, "words": "8 lb (4000 g) good beef mince"}


@pytest.mark.parametrize("serves", ["0", "49", "2.5", "six", ""])
def test_recipe_refuses_an_invalid_number_of_servings(ask, serves):
    refused(ask("GET", f"/api/recipe?serves={serves}"), 400, "bad-request")


@pytest.mark.parametrize(
    ("key", "name", "seats"),
    [("burger-up", "first", 3), ("hanaburger", "first", 3), ("kitchen-rush", "timekeeper", 2)],
)
def test_seat_of_an_option_counts_from_1_as_text_and_as_a_number(ask, key, name, seats):
    """A table tells its options as they can be sent again; the record counts seats from 0."""
    wish = {"game": key, "seats": ["you", *["open"] * (seats - 1)]}
    for number in range(1, seats + 1):
        for given in (number, str(number)):
            made = ask("POST", "/api/tables", {**wish, "options": {name: given}}, "Ann").json()
            assert made["options"][name] == str(number)
            again = ask("POST", "/api/tables", {**wish, "options": made["options"]}, "Ann").json()
            assert again["options"] == made["options"]
            stored = ask.local.server.registry.live[again["id"]].row.options
            assert stored == game(key).settings(seats, {name: number - 1})
            for table_id in (made["id"], again["id"]):
                ask("POST", f"/api/tables/{table_id}/leave", {}, "Ann")
    for wrong in (0, seats + 1, True, 1.0):
        refused(ask("POST", "/api/tables", {**wish, "options": {name: wrong}}, "Ann"), 400, "bad-option")


def test_a_table_needs_a_guest_a_game_and_a_fitting_number_of_seats(ask):
    wish = {"game": "burger-go", "seats": ["you", "open"]}
    refused(ask("POST", "/api/tables", wish), 401, "no-guest")
    refused(ask("POST", "/api/tables", {**wish, "game": "chess"}, "Ann"), 404, "no-game")
    refused(ask("POST", "/api/tables", {**wish, "seats": ["you"]}, "Ann"), 400, "bad-option")
    refused(ask("POST", "/api/tables", {**wish, "seats": ["you", "you"]}, "Ann"), 400, "bad-seats")
    refused(ask("POST", "/api/tables", {**wish, "options": {"rounds": 99}}, "Ann"), 400, "bad-option")
    refused(ask("POST", "/api/tables", {**wish, "options": {"round": 3}}, "Ann"), 400, "bad-option")
    for wrong in ({"extra": 1}, {"seats": "you"}, {"private": "yes"}, {"clock": {"move": 0, "bank": 0}}):
        refused(ask("POST", "/api/tables", {**wish, **wrong}, "Ann"), 400, "bad-request")
    named = ask("POST", "/api/tables", {**wish, "seats": ["you", "mine.py:Bot"]}, "Ann").json()["sentence"]
    assert named.endswith(f"'mine.py:Bot'; allowed are you, open, {', '.join(RANKS)}.")
    words = f"; allowed are you, open, {', '.join(RANKS)}."
    for seats, said in (
        (["you", 7], "seats[1]: Expected `str`, got `int`" + words),
        ("you", "seats: Expected `array`, got `str`" + words),
        ([], "seats: Expected `array` of length >= 1" + words),
    ):
        assert ask("POST", "/api/tables", {**wish, "seats": seats}, "Ann").json()["sentence"] == said
    lacking = ask("POST", "/api/tables", {"game": "burger-go"}, "Ann").json()["sentence"]
    assert lacking == "The request: it lacks the field `seats`."
    assert ask("GET", "/api/tables?scope=mine", name="Ann").json()["tables"] == []


def test_custom_deck_is_checked_and_used(ask):
    deck = game("burger-go").deck.read_text("utf-8")
    made = table(ask, "Ann", "you", "random", deck=deck + "\n# my own\n")
    assert made["deck"] == "own"
    assert (
        ask("GET", f"/api/tables/{made['id']}/pack", name="Ann").json()
        == ask("GET", "/api/games/burger-go").json()["pack"]
    )
    for bad in ("no = toml = at all", "a = 1", "x = " + "[" * 50_000, "\u0001"):
        wish = {"game": "burger-go", "seats": ["you", "open"], "deck": bad}
        refused(ask("POST", "/api/tables", wish, "Ann"), 400, "bad-deck")
    assert len(list((ask.local.server.folder / "decks").iterdir())) == 1


def test_private_table_is_visible_only_with_its_invite(ask):
    made = table(ask, "Ann", "you", "open", private=True)
    path = f"/api/tables/{made['id']}"
    assert ask("GET", "/api/tables").json()["tables"] == []
    refused(ask("GET", path, name="Ben"), 404, "no-table")
    refused(ask("GET", f"{path}?invite=wrong", name="Ben"), 404, "no-table")
    refused(ask("POST", f"{path}/join", {"invite": None, "seat": None}, "Ben"), 404, "no-table")
    shown = ask("GET", f"{path}?invite={made['invite']}", name="Ben").json()
    assert shown["invite"] is None
    joined = ask("POST", f"{path}/join", {"invite": made["invite"], "seat": None}, "Ben").json()
    assert (joined["yours"], joined["state"], joined["invite"]) == (1, "playing", made["invite"])
    assert ask("GET", path, name="Ben").status_code == 200


def test_seat_is_taken_once_and_equal_names_get_numbers(ask):
    made = table(ask, "Ann", "you", "open", "open")
    path = f"/api/tables/{made['id']}/join"
    refused(ask("POST", path, {"seat": 0}, "Ben"), 409, "taken")
    refused(ask("POST", path, {"seat": 7}, "Ben"), 409, "taken")
    assert ask("POST", path, {"seat": 2}, "Ben").json()["yours"] == 2
    assert ask("POST", path, {"seat": 1}, "Ben").json()["yours"] == 2
    ask("POST", "/api/guest", {"name": "Ann"}, "other")
    last = ask("POST", path, {}, "other").json()
    assert [seat["name"] for seat in last["seats"]] == ["Ann", "Ann 2", "Ben"]
    refused(ask("POST", path, {}, "Dora"), 409, "full")


def test_only_the_owner_gives_seats_to_bots(ask):
    made = table(ask, "Ann", "you", "open", "open")
    path = f"/api/tables/{made['id']}/seats"
    refused(ask("POST", path, {"seat": 1, "kind": "house"}, "Ben"), 403, "not-owner")
    refused(ask("POST", path, {"seat": 9, "kind": "house"}, "Ann"), 404, "no-seat")
    refused(ask("POST", path, {"seat": 0, "kind": "house"}, "Ann"), 409, "own-seat")
    ask("POST", f"/api/tables/{made['id']}/join", {"seat": 2}, "Ben")
    refused(ask("POST", path, {"seat": 2, "kind": "you"}, "Ann"), 400, "bad-request")
    kicked = ask("POST", path, {"seat": 2, "kind": "easy"}, "Ann").json()
    assert [seat["kind"] for seat in kicked["seats"]] == ["person", "open", "easy"]
    started = ask("POST", path, {"seat": 1, "kind": "house"}, "Ann").json()
    assert started["state"] == "playing"
    refused(ask("POST", path, {"seat": 1, "kind": "open"}, "Ann"), 409, "started")


def test_table_list_is_paged_and_shows_joinable_and_watchable_tables(ask):
    for number in range(23):
        table(ask, f"G{number % 3}", "you", "open")
    table(ask, "Ann", "you", "random")
    watched = table(ask, "Ann", "you", "random", spectators=True)
    first = ask("GET", "/api/tables").json()
    assert (len(first["tables"]), first["page"], first["pages"]) == (20, 1, 2)
    assert first["tables"][0]["id"] == watched["id"]
    assert len(ask("GET", "/api/tables?page=2").json()["tables"]) == 4
    assert ask("GET", "/api/tables?page=3").json()["tables"] == []
    refused(ask("GET", "/api/tables?page=0"), 400, "bad-request")
    refused(ask("GET", "/api/tables?scope=all"), 400, "bad-request")
    assert len(ask("GET", "/api/tables?scope=mine", name="Ann").json()["tables"]) == 2


def test_record_and_replay_are_refused_until_the_game_is_over(ask):
    made = table(ask, "Ann", "you", "random", spectators=True)
    for path in ("record", "replay?at=0"):
        refused(ask("GET", f"/api/tables/{made['id']}/{path}", name="Ann"), 409, "not-over")
    refused(ask("POST", f"/api/tables/{made['id']}/what-if", {"at": 0, "seat": 0}, "Ann"), 409, "not-over")
    refused(ask("POST", f"/api/tables/{made['id']}/rematch", {}, "Ann"), 409, "not-over")


def test_finished_game_can_be_replayed_with_permission(ask, tmp_path):
    from flattop.match import verify

    made = table(ask, "Ann", "random", "random")
    path = f"/api/tables/{made['id']}"
    for _ in range(2000):
        if ask("GET", path, name="Ann").json()["state"] == "over":
            break
    record = ask("GET", f"{path}/record", name="Ann")
    (tmp_path / "record.jsonl").write_bytes(record.content)
    assert verify(tmp_path / "record.jsonl").good
    refused(ask("GET", f"{path}/record", name="Ben"), 404, "no-table")
    last = ask("GET", f"{path}/replay?at=999999&eyes=0", name="Ann").json()
    assert last["at"] == last["actions"]
    assert last["sheet"]["over"] is True
    middle = ask("GET", f"{path}/replay?at=9&eyes=1", name="Ann").json()
    assert middle["sheet"]["view"]["hands"][0][0] == -1
    assert middle["sheet"]["view"]["hands"][1][0] >= 0
    unveiled = ask("GET", f"{path}/replay?at=9", name="Ann").json()["sheet"]["view"]["hands"]
    assert min(card for hand in unveiled for card in hand) >= 0, "once it is over all hands are open"
    refused(ask("GET", f"{path}/replay?at=9&eyes=5", name="Ann"), 404, "no-seat")
    refused(ask("POST", f"{path}/what-if", {"at": 10**6, "seat": 0}, "Ann"), 409, "no-way-on")
    assert ask("POST", f"{path}/what-if", {"at": 5, "seat": 0}, "Ann").json()["yours"] == 0


def test_unknown_paths_ids_and_methods_are_refused_with_a_sentence(ask):
    refused(ask("GET", "/api/nothing"), 404, "not-found")
    refused(ask("GET", "/api/tables/nothing"), 404, "no-table")
    refused(ask("POST", "/api/tables/nothing/join", {}, "Ann"), 404, "no-table")
    wrong = refused(ask("DELETE", "/api/me"), 405, "wrong-method")
    assert "GET" in wrong.headers["allow"]
    refused(
        ask("POST", "/api/guest", content=b"{", headers={"content-type": "application/json"}),
        400,
        "bad-request",
    )
    large = refused(ask("POST", "/api/guest", {"name": "x" * 20_000}), 413, "too-large")
    assert large.json()["sentence"] == "The request is larger than 16,384 bytes."
    assert ask.local.server.registry.live == {}


def test_internal_error_reveals_nothing(ask, monkeypatch, capsys):
    secret = "7, 8 and 9"

    def fail(*_):
        raise RuntimeError(f"the hand is {secret}")

    monkeypatch.setattr("flattop.server.lobby.tables.list_tables", fail)
    answer = refused(ask("GET", "/api/tables"), 500, "fault")
    assert secret not in answer.text
    told = capsys.readouterr().err
    assert "internal error error=RuntimeError place=" in told
    assert secret not in told
    assert "flattop_errors_total 1" in ask("GET", "/metrics").text


def test_every_response_has_the_security_headers(ask):
    for path in ("/", "/api/me", "/api/nothing", "/metrics"):
        heads = ask("GET", path).headers
        policy = heads["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert heads["x-content-type-options"] == "nosniff"
        assert heads["referrer-policy"] == "no-referrer"
        assert heads["cross-origin-opener-policy"] == "same-origin"
        assert "permissions-policy" in heads
        assert "server" not in heads


def test_requests_of_other_sites_are_refused(ask):
    for heads in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        refused(ask("POST", "/api/guest", {"name": "Eve"}, headers=heads), 403, "other-origin")
    own = ask.local.url
    assert ask("POST", "/api/guest", {"name": "Ann"}, headers={"Origin": own}).status_code == 201
    assert (
        "access-control-allow-origin"
        not in ask("GET", "/api/me", headers={"Origin": "http://evil.example"}).headers
    )


def test_server_answers_only_to_its_own_host_names(running):
    local = running(names=frozenset({"127.0.0.1", "localhost"}))
    assert httpx.get(f"{local.url}/api/me", timeout=PATIENCE).status_code == 200
    wrong = httpx.get(f"{local.url}/api/me", headers={"Host": "evil.example:80"}, timeout=PATIENCE)
    refused(wrong, 421, "wrong-host")


def test_forwarded_headers_count_only_from_named_proxies(running, wide):
    heads = [{"X-Forwarded-For": f"198.51.100.{n}", "X-Forwarded-Proto": "https"} for n in range(8)]

    def guests(local):
        asked = []
        with local.client() as client:
            for head in heads:
                client.cookies.clear()
                asked.append(client.post("/api/guest", json={"name": "Ann"}, headers=head))
        return [answer.status_code for answer in asked], "Secure" in asked[0].headers["set-cookie"]

    limits = {"guests": 0, "guest_burst": 3}
    unnamed = guests(running("one", limits=wide(**limits)))
    other = guests(running("two", limits=wide(**limits), proxies=["192.0.2.1"]))
    named = guests(running("three", limits=wide(**limits), proxies=["127.0.0.0/8"]))
    assert 429 in unnamed[0]
    assert 429 in other[0]
    assert named == ([201] * 8, True)
    assert not unnamed[1]
    assert not other[1]


def finished(client):
    """Run a small lab experiment until it has a report."""
    wish = {"kind": "simulate", "game": "burger-go", "bots": ["random"] * 2, "seats": 2, "size": 2}
    number = client.post("/api/lab/experiments", json=wish).json()["id"]
    return until(client, number, "done")["id"]


def test_head_is_answered_wherever_get_is(running, wide, tmp_path):
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html><title>Flattop</title>")
    (tmp_path / "page" / "assets" / "x.js").write_text("export const x = 1;\n" * 20_000)
    local = running(limits=wide(playouts=0), site=Page(tmp_path / "page"))
    with local.client() as client:
        client.post("/api/guest", json={"name": "Ann"})
        wish = {"game": "solo-up", "seats": ["you"]}
        made = client.post("/api/tables", json=wish).json()["id"]
        number = finished(client)
        described = client.get("/api/openapi.json").json()["paths"]
        names = {"table_id": made, "key": "kitchen-rush", "experiment_id": number}
        api = [path.format(**names) for path in described if "get" in described[path]]
        assert len(api) >= 14
        for path in [*api, "/", "/t/x", "/assets/x.js", "/api/openapi.json", "/nothing"]:
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            same = {"content-type", "etag", "cache-control", "content-security-policy", "content-encoding"}
            assert {name: head.headers.get(name) for name in same} == {
                name: whole.headers.get(name) for name in same
            }
            assert "content-length" in head.headers
        assert len(client.get("/assets/x.js", headers={"Accept-Encoding": "identity"}).content) == 400_000
        assert client.head("/api/guest").status_code == 405
        assert "HEAD" in client.delete("/api/me").headers["allow"]


def test_requests_are_rate_limited_per_address(running, wide):
    local = running(limits=wide(requests=1, request_burst=5))
    with local.client() as client:
        statuses = [client.get("/api/health").status_code for _ in range(8)]
    assert statuses[:5] == [200] * 5
    assert 429 in statuses[5:]


def test_new_guests_and_tables_are_limited(running, wide):
    local = running(limits=wide(guests=1, guest_burst=3, tables=2))
    with local.client() as client:
        answers = []
        for _ in range(5):
            client.cookies.clear()
            answers.append(client.post("/api/guest", json={"name": "Bot"}))
        assert [answer.status_code for answer in answers][:3] == [201] * 3
        assert answers[-1].json()["code"] == "too-many"
        client.cookies.set("flattop_guest", answers[0].cookies["flattop_guest"])
        wish = {"game": "burger-go", "seats": ["you", "open"]}
        statuses = [client.post("/api/tables", json=wish).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_page_is_served_with_caching_on_every_screen(running, tmp_path):
    site = tmp_path / "page"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text("<!doctype html><title>Flattop</title>")
    (site / "assets" / "index-abc.js").write_text("export const x = 1;\n" * 200)
    (site / "pieces" / "icons").mkdir(parents=True)
    (site / "pieces" / "icons" / "bun.svg").write_text("<svg/>")
    local = running(site=Page(site))
    with local.client() as client:
        for path in ("/", "/new", "/t/abc?invite=x", "/replay/abc", "/rules/burger-go", "/recipe"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
            assert "<title>Flattop" in answer.text
        script = client.get("/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        assert script.headers["content-type"].startswith("text/javascript")
        assert client.get("/pieces/icons/bun.svg").headers["content-type"] == "image/svg+xml"
        again = client.get("/", headers={"If-None-Match": client.get("/").headers["etag"]})
        assert again.status_code == 304
        for path in ("/assets/none.js", "/../secret", "/assets/..%2f..%2fhouse.sqlite", "/page", "/%00"):
            assert client.get(path).status_code in (400, 404)
        (site / "index.html").write_text("<!doctype html><title>Built anew</title>")
        assert "Built anew" in client.get("/").text


def test_page_of_a_visible_table_has_preload_links(running, tmp_path):
    site = tmp_path / "page"
    site.mkdir()
    (site / "index.html").write_text("<!doctype html><title>Flattop</title>")
    begins = {"lobby": ["assets/lobby.js"], "burger-go": ["assets/go.css", "assets/go.js"]}
    (site / "preload.json").write_text(json.dumps(begins))
    local = running(site=Page(site))
    with local.client() as client, local.client() as stranger:
        client.post("/api/guest", json={"name": "Ann"})
        wish = {"game": "burger-go", "seats": ["you", "house"], "private": True}
        made = client.post("/api/tables", json=wish).json()
        assert client.get("/").headers["link"] == "</assets/lobby.js>; rel=modulepreload; crossorigin"
        assert "link" not in client.get("/new").headers
        named = client.get(f"/t/{made['id']}").headers["link"]
        assert "</assets/go.css>; rel=preload; as=style" in named
        assert "</assets/go.js>; rel=modulepreload" in named
        for path in (f"/api/tables/{made['id']}", f"/api/tables/{made['id']}/welcome"):
            assert f"<{path}>; rel=preload; as=fetch" in named
            assert client.get(path).status_code == 200
            assert stranger.get(path).status_code == 404
        waiting = client.post("/api/tables", json={**wish, "seats": ["you", "open"]}).json()["id"]
        assert "welcome" not in client.get(f"/t/{waiting}").headers["link"]
        refused(client.get(f"/api/tables/{waiting}/welcome"), 409, "not-started")
        assert "go.js" in stranger.get(f"/t/{made['id']}?invite={made['invite']}").headers["link"]
        for path in (f"/t/{made['id']}", f"/t/{made['id']}?invite=x", "/t/none", "/t/%00"):
            assert "link" not in stranger.get(path).headers
        assert "link" not in client.get(f"/t/{made['id']}?results").headers


def test_server_without_a_page_explains_how_to_build_it(ask):
    assert "npm run build" in ask("GET", "/").text


def test_openapi_is_served_without_pages_that_load_from_other_hosts(ask):
    described = ask("GET", "/api/openapi.json")
    assert described.json()["openapi"].startswith("3.1")
    assert "/api/tables/{table_id}/what-if" in described.json()["paths"]
    for path in ("/api", "/api/swagger", "/schema", "/api/redoc"):
        assert ask("GET", path).status_code == 404


def test_health_and_metrics_describe_the_server(ask):
    table(ask, "Ann", "you", "random")
    assert ask("GET", "/api/health").json()["ok"] is True
    text = ask("GET", "/metrics").text
    assert "flattop_tables 1" in text
    assert "flattop_tasks " in text
    assert 'flattop_save_seconds_bucket{le="+Inf"}' in text
    assert "flattop_loop_lag_seconds_count" in text


def test_health_names_the_problem(ask, monkeypatch):
    monkeypatch.setattr("flattop.server.health.MIN_FREE_BYTES", 1 << 60)
    answer = ask("GET", "/api/health")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    assert answer.json()["troubles"][0].startswith("The disk is nearly full: ")


def test_every_writing_route_reports_a_full_disk(ask, monkeypatch):
    own = game("burger-go").deck.read_text("utf-8")
    waiting, over = table(ask, "Ann", "you", "open"), table(ask, "Ann", "random", "random")
    while ask("GET", f"/api/tables/{over['id']}", name="Ann").json()["state"] != "over":
        pass
    seated = table(ask, "Ann", "you", "random")["id"]
    ask("GET", "/api/me", name="Ben")

    async def fail(writes, lease=None):
        raise NotSaved("database or disk is full")

    monkeypatch.setattr(ask.local.server.store, "save", fail)
    wish = {"game": "burger-go", "seats": ["you", "open"]}
    for path, body, name in [
        ("/api/guest", {"name": "Cem"}, None),
        ("/api/guest", {"name": "Anna"}, "Ann"),
        ("/api/tables", wish, "Ann"),
        ("/api/tables", {**wish, "deck": own}, "Ann"),
        (f"/api/tables/{waiting['id']}/join", {}, "Ben"),
        (f"/api/tables/{waiting['id']}/seats", {"seat": 1, "kind": "house"}, "Ann"),
        (f"/api/tables/{seated}/leave", {}, "Ann"),
        (f"/api/tables/{over['id']}/what-if", {"at": 3, "seat": 0}, "Ann"),
    ]:
        assert "could not save" in refused(ask("POST", path, body, name), 503, "not-saved").json()["sentence"]
    monkeypatch.undo()
    monkeypatch.setattr("flattop.server.store.decks.replace_private_file", no_room)
    refused(ask("POST", "/api/tables", {**wish, "deck": own + "# mine"}, "Ann"), 503, "not-saved")


def no_room(*how, **more):
    raise OSError(28, "No space left on device")


async def test_last_seat_is_given_to_only_one_of_two_guests(running, wide):
    local = running(limits=wide())

    people = [await local.guest(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    wish = {"game": "burger-go", "seats": ["you", "open"]}
    _, made = await people[0].call("POST", "/api/tables", wish)
    path = f"/api/tables/{made['id']}/join"
    answers = await asyncio.gather(*(guest.call("POST", path, {}) for guest in people[1:]))
    assert sorted(status for status, _ in answers) == [200, 409, 409]

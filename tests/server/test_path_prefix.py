"""The server under a path prefix of another site."""

import pytest

from flattop.client import Guest
from flattop.server.http.static import Page, with_prefix

INDEX = '<html lang="en" data-path="/"><script src="./assets/page.js"></script></html>'


@pytest.fixture
def local(running, tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "page.js").write_text("1")
    (folder / "preload.json").write_text('{"lobby": ["assets/page.js"], "burger-go": ["assets/page.js"]}')
    return running(site=Page(folder, "/burgers"))


def test_routes_work_with_and_without_the_path_prefix(local):
    with local.client() as client:
        for under in ("", "/burgers"):
            assert client.get(f"{under}/assets/page.js").text == "1"
            assert client.get(f"{under}/api/live").status_code == 200
            assert client.get(f"{under}/t/any").text == client.get(f"{under}/").text
        assert client.get("/burgers").text == client.get("/").text
        assert client.get("/burgershop").json()["sentence"] == "There is nothing at /burgershop."
        assert client.get("/burgers/burgers/").status_code == 404


def test_unknown_path_gives_browsers_the_page_and_programs_an_error(local):
    browser = {"Accept": "text/html,*/*;q=0.8"}
    with local.client() as client:
        for path in ("/abc/def", "/t/", "/t/abc/def", "/rules/abc/def", "/replay", "/campaign/"):
            lost = client.get(path, headers=browser)
            assert (lost.status_code, lost.text) == (404, client.get("/").text), path
        assert client.get("/abc/def").json()["sentence"] == "There is nothing at /abc/def."
        assert client.get("/api/abc", headers=browser).json()["code"] == "not-found"


def test_page_and_openapi_contain_the_path_prefix(local):
    with local.client() as client:
        answer = client.get("/")
        assert 'data-path="/burgers/"' in answer.text
        assert 'src="/burgers/assets/page.js"' in answer.text
        assert answer.headers["Link"] == "</burgers/assets/page.js>; rel=modulepreload; crossorigin"
        assert client.get("/api/openapi.json").json()["servers"] == [{"url": "/burgers"}]
    assert with_prefix(INDEX.encode(), "") == INDEX.replace("./", "/").encode()


async def test_client_plays_under_the_prefix_with_a_cookie_of_that_path(local):
    ann = await Guest(f"{local.url}/burgers").introduce("Ann")
    wish = {"game": "burger-go", "seats": ["you", "house"]}
    table = (await ann.call("POST", "/api/tables", wish))[1]
    assert (await ann.call("GET", "/api/me"))[1]["guest"]["name"] == "Ann"
    async with ann.table(table["id"]) as seat:
        assert (await seat.hear("welcome"))["you"]["seat"] == 0
    with local.client() as client:
        told = client.post("/api/guest", json={"name": "Ben"}).headers["Set-Cookie"]
        links = client.get(f"/t/{table['id']}").headers["Link"]
    assert "Path=/burgers;" in told
    assert "</burgers/api/me>; rel=preload" in links

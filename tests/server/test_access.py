"""Who may come in: the owner's cookie, the tokens of seats, foreign pages, foreign names, and what is carried."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.access import Access, host_name, is_loopback, same_origin
from sandtable.server.folder import read_secret
from sandtable.server.front import Front
from sandtable.server.guard import BODY, IMPORT
from sandtable.server.run import bind
from sandtable.server.settings import Settings
from tests.server.conftest import serving

OWNERS_CALLS = [
    ("GET", "/api/games"),
    ("POST", "/api/games"),
    ("POST", "/api/games/import"),
    ("POST", "/api/records"),
    ("DELETE", "/api/games/AAAAAAAAAAAAAAAA"),
]


def test_the_page_makes_its_visitor_the_owner_on_loopback(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, owner=False) as visitor:
            for method, path in OWNERS_CALLS:
                answer = await visitor.http.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == (403, "not_owner"), path
            page = await visitor.get("/")
            assert page.status_code == 200
            cookie = page.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert (await visitor.get("/api/games")).status_code == 200

    run(work())


def test_elsewhere_only_the_key_makes_one_the_owner(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, owner=False, loopback=False) as visitor:
            visitor.http.base_url = httpx.URL("http://desert.example:8787")
            assert "set-cookie" not in (await visitor.get("/")).headers
            assert "set-cookie" not in (await visitor.get("/", key="guess")).headers
            assert (await visitor.get("/api/games")).status_code == 403
            entered = await visitor.get("/", key=visitor.hall.access.owner_key)
            assert (entered.status_code, entered.headers["location"]) == (303, "/")  # the key does not stay in the address
            assert (await visitor.get("/api/games")).status_code == 200

    run(work())


@pytest.mark.parametrize(
    "header",
    [
        "Forwarded: for=127.0.0.1",
        "X-Forwarded-For: 127.0.0.1",
        "x-forwarded-proto: https",
        "X-Forwarded-Host: localhost",
        "X-Forwarded: 1",
        "X-Real-IP: 127.0.0.1",
        "Via: 1.1 desk",
        "CF-Connecting-IP: 127.0.0.1",
        "True-Client-IP: 127.0.0.1",
        "X-Envoy-External-Address: 127.0.0.1",
    ],
)
def test_behind_a_proxy_on_loopback_nobody_is_taken_for_the_owner(tmp_path: Path, run: Any, header: str) -> None:
    async def work() -> None:
        name, value = header.split(": ")
        async with serving(tmp_path, owner=False) as visitor:
            page = await visitor.http.get("/", headers={name: value})
            assert page.status_code == 200
            assert "set-cookie" not in page.headers
            assert (await visitor.get("/api/games")).status_code == 403
            key = {"key": visitor.hall.access.owner_key}  # whoever has the key comes in by any way
            assert "set-cookie" in (await visitor.http.get("/", headers={name: value}, params=key)).headers

    run(work())


@pytest.mark.parametrize(
    ("headers", "is_owner"),
    [
        ({}, False),  # for whom it asks, it does not say
        ({"x-forwarded-for": "127.0.0.1"}, True),
        ({"x-forwarded-for": "[::1]:4711"}, True),
        ({"forwarded": 'for="127.0.0.1:4711";proto=http'}, True),
        ({"x-real-ip": "127.0.0.1"}, True),
        ({"x-forwarded-for": "127.0.0.1, 10.1.2.3"}, True),  # through the other proxy
        ({"x-forwarded-for": "203.0.113.9"}, False),
        ({"x-forwarded-for": "127.0.0.1, 203.0.113.9"}, False),  # the first is what the visitor said himself
        ({"x-forwarded-for": "127.0.0.1, 203.0.113.9, 10.1.2.3"}, False),
        ({"x-forwarded-for": "203.0.113.9", "x-real-ip": "127.0.0.1"}, False),
        ({"x-forwarded-for": "203.0.113.9", "forwarded": "for=127.0.0.1"}, False),
        ({"forwarded": "for=127.0.0.1, for=_hidden"}, False),
        ({"forwarded": "proto=http"}, False),
        ({"x-forwarded-for": "nobody"}, False),
        ({"via": "1.1 desk"}, False),
    ],
)
def test_a_proxy_that_was_named_is_believed(tmp_path: Path, run: Any, headers: dict[str, str], is_owner: bool) -> None:
    async def work() -> None:
        async with serving(tmp_path, owner=False, proxies=("127.0.0.1", "10.0.0.0/8")) as visitor:
            page = await visitor.http.get("/", headers=headers)
            assert page.status_code == 200
            assert ("set-cookie" in page.headers) is is_owner

    run(work())


def test_a_proxy_that_was_named_may_call_us_by_any_name(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, proxies=("127.0.0.1",)) as visitor:
            key = {"key": visitor.hall.access.owner_key}
            for host in ({"host": "desert.example"}, {"host": "127.0.0.1:8787", "x-forwarded-host": "desert.example"}):
                assert (await visitor.http.get("/", headers=host, params=key)).status_code == 303
                for origin, status in (("https://desert.example", 422), ("https://evil.example", 403)):
                    headers = {**host, "origin": origin, "cookie": "; ".join([f"{k}={v}" for k, v in visitor.http.cookies.items()])}
                    body = {"title": "none", "scenario": "", "seats": [{"kind": "person"}] * 2}
                    answer = await visitor.http.post("/api/games", headers=headers, json=body)
                    assert answer.status_code == status, answer.text

    run(work())


def test_a_proxy_that_is_no_address_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="'nginx' is no address of a proxy"):
        Front(Settings(tmp_path, proxies=("nginx",)))


def test_a_forged_cookie_is_no_cookie(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, owner=False) as visitor:
            name = visitor.hall.access.cookie_name
            for value in ("", "x", visitor.hall.access.owner_key[:-1], visitor.hall.access.owner_key + "A"):
                assert (await visitor.http.get("/api/games", headers={"cookie": f"{name}={value}"})).status_code == 403

    run(work())


def test_forged_tokens(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game, other = await visitor.new(), await visitor.new()
            good = game.token(0)
            raw = base64.urlsafe_b64decode(good + "=")
            assert len(raw) == 32
            flipped = base64.urlsafe_b64encode(bytes([raw[0] ^ 1]) + raw[1:]).rstrip(b"=").decode()
            for token in (flipped, good[:-2], good + "A", good.swapcase(), other.token(0), "0", " ", "ü", "null"):
                seen = await visitor.get(game.path(), token=token)
                assert (seen.status_code, seen.json()["code"]) == (403, "not_your_seat"), token
                said = await visitor.post(game.path("say"), token=token, ply=0, key="k", text="end")
                assert said.status_code == 403
            assert (await visitor.post(game.path("say"), token=game.token(1), ply=0, key="k", text="end")).status_code == 403
            assert (await game.see())["ply"] == 0

    run(work())


def test_a_game_that_is_not_there(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            for id in ("AAAAAAAAAAAAAAAA", "x", "..", "%2e%2e", "a" * 300, "AAAAAAAAAAAAAAA'"):
                assert (await visitor.get(f"/api/games/{id}")).status_code == 404, id

    run(work())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8787", "127.0.0.1.evil.example", "", "a b", "localhost@evil.example"]
)
def test_on_loopback_no_foreign_name_is_answered(tmp_path: Path, run: Any, host: str) -> None:
    async def work() -> None:
        async with serving(tmp_path, owner=False) as visitor:
            answer = await visitor.http.get("/", headers={"host": host})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")
            assert "set-cookie" not in answer.headers

    run(work())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://["])
def test_changes_from_pages_of_other_sites_are_refused(tmp_path: Path, run: Any, origin: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            body = {"token": game.token(0), "ply": 0, "key": "k", "text": "end"}
            answer = await visitor.http.post(game.path("say"), json=body, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
            own = await visitor.http.post(game.path("say"), json=body, headers={"origin": "http://127.0.0.1:8787"})
            assert own.status_code == 200

    run(work())


def test_every_answer_tells_browsers_what_they_must_not_do(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            for answer in (
                await visitor.get("/"),
                await visitor.get("/api/titles"),
                await visitor.get(game.path()),
                await visitor.get("/x.js"),
            ):
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self';" in policy
                assert "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["referrer-policy"] == "no-referrer"
            assert (await visitor.get(game.path())).headers["cache-control"] == "no-store"

    run(work())


def test_bodies_have_a_limit_also_without_a_length(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()

            async def endless() -> Any:
                for _ in range(IMPORT // 1000 + 2):
                    yield b" " * 1000

            for path, limit in (
                (game.path("say"), BODY),
                ("/api/games", BODY),
                ("/api/games/import", IMPORT),
                ("/api/records", IMPORT),
            ):
                for content in (b" " * (limit + 1), endless()):
                    answer = await visitor.http.post(path, content=content)
                    assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), path
                fits = await visitor.http.post(path, content=b" " * limit)
                assert fits.status_code in (400, 422)

    run(work())


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/..%2f..%2fsecret",
        "/%2e%2e/%2e%2e/games.sqlite",
        "/assets/../../secret.txt",
        "//etc/passwd.txt",
        "/a\\..\\b.txt",
        "/x%00.js",
    ],
)
def test_no_path_leads_out_of_the_pages(tmp_path: Path, run: Any, path: str) -> None:
    async def work() -> None:
        static = tmp_path / "static"
        static.mkdir()
        (static / "index.html").write_text("<!doctype html>the page")
        (tmp_path / "secret.txt").write_text("hidden")
        async with serving(tmp_path, static=static) as visitor:
            answer = await visitor.http.get(path)
            assert answer.status_code == 404 or answer.text == "<!doctype html>the page"
            assert "hidden" not in answer.text

    run(work())


def test_the_pages(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        static = tmp_path / "static"
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<!doctype html>the page")
        (static / "assets" / "app-1a2b.js").write_text("let a = 1")
        async with serving(tmp_path, static=static) as visitor:
            for path in ("/", "/index.html", "/games/abc"):
                assert (await visitor.get(path)).text == "<!doctype html>the page"
            script = await visitor.get("/assets/app-1a2b.js")
            assert (script.text, script.headers["content-type"]) == ("let a = 1", "text/javascript; charset=utf-8")
            assert "immutable" in script.headers["cache-control"]
            again = await visitor.http.get("/assets/app-1a2b.js", headers={"if-none-match": script.headers["etag"]})
            assert again.status_code == 304
            assert (await visitor.get("/assets/none.js")).status_code == 404
            unknown = await visitor.get("/api/no-such-call")
            assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")

    run(work())


def test_without_a_built_client_the_page_says_how_to_build_it(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, static=tmp_path / "none") as visitor:
            page = await visitor.get("/")
            assert page.status_code == 200
            assert "make play" in page.text

    run(work())


def test_the_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    secret = read_secret(tmp_path)
    assert read_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(OSError, match="5 bytes instead of 32"):
        read_secret(tmp_path)


def test_tokens_differ_by_game_side_and_server() -> None:
    one, two = Access(b"1" * 32), Access(b"2" * 32)
    tokens = [a.token(game, side) for a in (one, two) for game in ("g", "h") for side in (0, 1)]
    assert len({*tokens, one.owner_key, two.owner_key}) == 10
    assert [one.viewer("g", token) for token in (tokens[0], tokens[1], tokens[2], tokens[4], "", None)] == [
        0,
        1,
        None,
        None,
        -1,
        -1,
    ]


def test_names_of_hosts() -> None:
    assert [is_loopback(name) for name in ("localhost", "127.0.0.1", "127.8.8.8", "[::1]", "0.0.0.0", "10.0.0.1", "x")] == [
        True
    ] * 4 + [False] * 3
    assert [host_name(h) for h in ("localhost:80", "[::1]:80", "a.b", "a b", "", "x:y")] == [
        "localhost",
        "[::1]",
        "a.b",
        None,
        None,
        None,
    ]
    assert same_origin(None, "h:1")
    assert same_origin("http://h:1", "h:1")
    assert not same_origin("http://h:2", "h:1")


def test_a_busy_default_port_gives_way_and_another_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            bind("127.0.0.1", port)
        monkeypatch.setattr("sandtable.server.run.DEFAULT_PORT", port)
        with bind("127.0.0.1", port) as free:
            assert free.getsockname()[1] not in (0, port)

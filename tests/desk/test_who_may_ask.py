"""Each guard of the desk is attacked: other pages, other names, other machines, other files."""

from __future__ import annotations

from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auditor.desk import guards
from auditor.desk.cabinet import Cabinet, safe_name
from auditor.desk.pages import Desk
from auditor.desk.server import guarded
from tests.desk.conftest import NOW, PORT, AtOnce, Visitor
from tests.tables import column, table

OWN = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def stranger(visitor: Visitor) -> TestClient:
    """Somebody who never saw the address that was printed."""
    return TestClient(visitor.guard, base_url=f"http://127.0.0.1:{PORT}")


@pytest.mark.parametrize("path", ["/", "/static/desk.css", "/dossiers/x/pieces", "/?token=guess"])
def test_nobody_enters_without_the_address_that_was_printed(
    stranger: TestClient, path: str
) -> None:
    assert stranger.get(path, follow_redirects=False).status_code == 403


def test_a_refusal_says_what_to_do_in_the_language_of_the_browser(stranger: TestClient) -> None:
    said = {one: stranger.get("/", headers={"Accept-Language": one}).text for one in ("fr", "en")}
    assert "auditor ouvrir" in said["fr"]
    assert "auditor desk" in said["en"]


def test_the_address_works_once(visitor: Visitor, stranger: TestClient, tmp_path: Path) -> None:
    fresh = guarded(Desk(Cabinet(tmp_path), AtOnce(), b"", lambda: NOW), PORT)
    first, second = (TestClient(fresh, base_url=f"http://127.0.0.1:{PORT}") for _ in range(2))
    address = fresh.address
    entered = first.get(address, follow_redirects=False)
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    assert second.get(address).status_code == 403
    assert first.get(address).status_code == 200  # a reload of who entered
    del visitor, stranger


def test_no_script_and_no_other_site_can_read_or_send_the_cookie(tmp_path: Path) -> None:
    fresh = guarded(Desk(Cabinet(tmp_path), AtOnce(), b"", lambda: NOW), PORT)
    client = TestClient(fresh, base_url=f"http://127.0.0.1:{PORT}")
    told = client.get(fresh.address, follow_redirects=False).headers["set-cookie"]
    cookie = SimpleCookie(told)[guards.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "strict"
    assert not cookie["domain"]
    assert len(cookie.value) >= 32


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"0.0.0.0:{PORT}"]
)
def test_a_name_that_was_made_to_lead_here_is_refused(visitor: Visitor, host: str) -> None:
    assert visitor.client.get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("headers", table(__file__, "Pages that may send no form"))
def test_no_other_page_can_send_a_form(visitor: Visitor, headers: list[str]) -> None:
    own = dict(line.replace("PORT", str(PORT)).split(": ") for line in headers if line)
    data = {"number": "1", "who": "x"}
    assert visitor.client.post("/nouveau", data=data, headers=own).status_code == 403
    assert visitor.desk.cabinet.cases() == ()


def test_a_browser_that_tells_the_origin_alone_can(visitor: Visitor) -> None:
    own = {"Origin": f"http://127.0.0.1:{PORT}"}
    visitor.client.post("/nouveau", data={"number": "1", "who": "x"}, headers=own)
    assert [case.name for case in visitor.desk.cabinet.cases()] == ["1"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(visitor: Visitor, method: str) -> None:
    assert visitor.client.request(method, "/", headers=OWN).status_code == 403


@pytest.mark.parametrize("path", ["/", "/static/desk.css", "/nowhere", "/?token=guess"])
def test_every_answer_forbids_what_is_not_ours(visitor: Visitor, path: str) -> None:
    headers = visitor.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", column(__file__, "Addresses"))
def test_no_address_leads_out_of_a_case(visitor: Visitor, path: str) -> None:
    visitor.post("/nouveau", {"number": "1", "who": "x"})
    assert visitor.client.get(path).status_code == 404


NAMES = dict(table(__file__, "Names that were sent, and of files"))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_was_sent_is_never_a_path(visitor: Visitor, name: str) -> None:
    assert safe_name(name) == NAMES[name]
    visitor.post("/nouveau", {"number": "1", "who": "x"})
    case = visitor.desk.cabinet.case("1")
    own = case.receive(name, BytesIO(b"x"))["file"]
    assert (case.pieces / own).read_bytes() == b"x"
    assert [path.parent for path in case.pieces.iterdir()] == [case.pieces]


def test_a_long_name_keeps_its_ending() -> None:
    name = safe_name("é" * 300 + ".csv")
    assert name.endswith(".csv")
    assert len(name.encode()) <= 100


def test_a_name_that_was_sent_is_text_on_the_page(visitor: Visitor) -> None:
    visitor.post("/nouveau", {"number": "1", "who": "<b>x</b>"})
    content = BytesIO(b"no log")
    visitor.client.post(
        "/dossiers/1/pieces/receive",
        data={"by": "<img src=x onerror=alert(1)>"},
        files=[("files", ('"><script>alert(1)</script>.pdf', content))],
        headers=OWN,
    )
    page = visitor.get("/dossiers/1/pieces")
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example", ""])
def test_no_form_leads_to_another_site(visitor: Visitor, back: str) -> None:
    data = {"back": back, "language": "en"}
    answer = visitor.client.post("/langue", data=data, headers=OWN, follow_redirects=False)
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("is_told", [True, False])
def test_no_more_is_taken_than_a_request_may_hold(
    visitor: Visitor, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.post("/nouveau", {"number": "1", "who": "x"})
    monkeypatch.setattr(guards, "MOST_SENT", 10_000)
    body = b"--x\r\nContent-Disposition: form-data; name=files; filename=a.csv\r\n\r\n"
    parts = [body, *[b"y" * 1000] * 20, b"\r\n--x--\r\n"]
    answer = visitor.client.post(
        "/dossiers/1/pieces/receive",
        content=b"".join(parts) if is_told else iter(parts),
        headers=OWN | {"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert answer.status_code == 413
    assert not (visitor.desk.cabinet.case("1").pieces).exists()


def test_no_get_changes_anything(visitor: Visitor) -> None:
    """A link in a page of somebody else's, or a tab that comes back, must start no work."""
    visitor.post("/nouveau", {"number": "1", "who": "x"})
    chain = visitor.desk.cabinet.case("1").chain
    before = chain.all()
    for route in visitor.guard.app.routes:  # type: ignore[attr-defined]  # those of Starlette
        path = getattr(route, "path", "").replace("{case}", "1")
        visitor.client.get(path)
    assert chain.all() == before
    assert visitor.desk.workshop.job("1") is None

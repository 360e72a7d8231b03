"""Guards before every screen: who may ask, what the page may load, and how much may be sent.

The server listens on this machine alone; yet any page that is open in the browser can send it
requests, and a name of somebody else's can be made to lead here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "auditor_desk"
MOST_SENT = 2 << 30  # bytes of one request: the largest log, and what goes with it
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class TooMuchError(Exception):
    """More was sent than one request may hold."""


@dataclass
class Doorkeeper:
    """Lets through who came by the address that was printed, from a page of this server."""

    app: ASGIApp
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    refused: Callable[[str], str] = str
    """How a refusal is said: it is handed the Accept-Language of who is refused."""
    _secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def address(self) -> str:
        """The address that the browser opens; it works once."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = self._answer(scope, headers)
        if answer is not None:
            await answer(scope, receive, _guarded(send))
            return
        await self.app(scope, _limited(receive), _guarded(send))

    def _answer(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to who is not let through, or enters; None for everybody else."""
        hosts = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost")}
        if headers.get("host") not in hosts or scope["method"] not in {"GET", "HEAD", "POST"}:
            return self._refusal(headers)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and given:
            return self._entry(given, headers, scope)
        is_sent = scope["method"] == "POST"
        if not self._is_known(scope) or (is_sent and not _is_own(headers, scope)):
            return self._refusal(headers)
        if int_of(headers.get("content-length", "0")) > MOST_SENT:
            return PlainTextResponse("413", 413)
        return None

    def _entry(self, given: str, headers: Headers, scope: Scope) -> Response:
        if self.token and secrets.compare_digest(given.encode(), self.token.encode()):
            self.token = ""
            answer = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, self._secret, httponly=True, samesite="strict")
            return answer
        return RedirectResponse("/", 303) if self._is_known(scope) else self._refusal(headers)

    def _is_known(self, scope: Scope) -> bool:
        own = HTTPConnection(scope).cookies.get(COOKIE, "")
        return secrets.compare_digest(own.encode(), self._secret.encode())

    def _refusal(self, headers: Headers) -> Response:
        return PlainTextResponse(self.refused(headers.get("accept-language", "")), 403)


def int_of(text: str) -> int:
    """A length that a browser tells; beyond all bounds where it is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else MOST_SENT + 1


def _is_own(headers: Headers, scope: Scope) -> bool:
    """Whether a page of this server sent a form: old browsers tell the origin alone."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return headers.get("origin") == f"{scope['scheme']}://{headers['host']}"


def _limited(receive: Receive) -> Receive:
    """All that is sent, up to the most that may be: a length may not be told, or be untrue."""
    left = MOST_SENT

    async def limited() -> Message:
        nonlocal left
        part = await receive()
        left -= len(part.get("body", b""))
        if left < 0:
            raise TooMuchError
        return part

    return limited


def _guarded(send: Send) -> Send:
    async def guarded(part: Message) -> None:
        if part["type"] == "http.response.start":
            headers = MutableHeaders(scope=part)
            for name, value in _HEADERS.items():
                headers[name] = value
        await send(part)

    return guarded

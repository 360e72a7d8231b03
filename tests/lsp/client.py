"""An editor's side of the protocol, over the pipes of a server that runs in its own process."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Editor:
    """One session: it sends requests, and keeps what the server says unasked."""

    def __init__(self, folder: Path, locale: str = "en") -> None:
        self.folder = folder
        self.told: dict[str, list[dict[str, Any]]] = {}
        self.messages: list[str] = []
        self._numbers = count(1)
        self._versions = count(1)
        self._server = subprocess.Popen(
            [sys.executable, "-m", "auditor", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        found = self.ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            locale=locale,
            capabilities={"general": {"positionEncodings": ["utf-16"]}},
        )
        self.capabilities = found["capabilities"]
        self.say("initialized")

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> list[dict[str, Any]]:
        """Show a file, as it is saved or with another text; what is then said of it."""
        shown = (self.folder / name).read_text("utf-8") if text is None else text
        document = {"uri": self.uri(name), "languageId": "rules", "version": next(self._versions)}
        self.say("textDocument/didOpen", textDocument={**document, "text": shown})
        return self._said_of(name)

    def change(self, name: str, text: str) -> list[dict[str, Any]]:
        """Type: the whole text is sent."""
        document = {"uri": self.uri(name), "version": next(self._versions)}
        self.say("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self._said_of(name)

    def _said_of(self, name: str) -> list[dict[str, Any]]:
        """What the server said last of a file; a question that it answers in turn comes after."""
        self.ask("textDocument/documentSymbol", textDocument={"uri": self.uri(name)})
        return self.told.get(self.uri(name), [])

    def at(self, what: str, name: str, line: int, column: int, **more: object) -> Any:
        """Ask about a place, which is counted from 1 here."""
        place = {"line": line - 1, "character": column - 1}
        document = {"uri": self.uri(name)}
        return self.ask(f"textDocument/{what}", textDocument=document, position=place, **more)

    def of(self, what: str, name: str, **more: object) -> Any:
        return self.ask(f"textDocument/{what}", textDocument={"uri": self.uri(name)}, **more)

    def ask(self, method: str, /, **params: object) -> Any:
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            heard = self._hear()
            if heard.get("id") == number and "method" not in heard:
                if "error" in heard:
                    raise RuntimeError(heard["error"]["message"])
                return heard["result"]
            if heard.get("method") == "textDocument/publishDiagnostics":
                self.told[heard["params"]["uri"]] = heard["params"]["diagnostics"]
            elif heard.get("method") == "window/showMessage":
                self.messages.append(heard["params"]["message"])

    def say(self, method: str, /, **params: object) -> None:
        self._send({"method": method, "params": params})

    def close(self) -> int:
        self.ask("shutdown")
        self.say("exit")
        with self._server as ended:
            return ended.wait(10)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._server.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        assert self._server.stdout is not None
        length = 0
        while (line := self._server.stdout.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        heard: dict[str, Any] = json.loads(self._server.stdout.read(length))
        return heard

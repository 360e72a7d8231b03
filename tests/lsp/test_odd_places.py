"""A place that no text has is taken for the nearest one."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcInvalidRequest
from pygls.workspace import PositionCodec

from auditor.source import Source
from auditor_lsp.server import RuleServer, is_defect, place_in


@pytest.mark.parametrize(
    ("line", "character", "place"),
    [(10**9, 0, (2, 1)), (0, 10**9, (1, 4)), (1, 1, (2, 2))],
)
def test_a_place_outside_the_text_is_the_nearest(
    line: int, character: int, place: tuple[int, int]
) -> None:
    own = place_in(Source("x.rules", "abc\nde"), lsp.Position(line, character), PositionCodec())
    assert own[0] == place[0]
    assert 1 <= own[1] <= 5
    if character < 10**9:
        assert own == place


@pytest.mark.parametrize("uri", ["file:///nowhere/x.rules", f"file:///{'a' * 6000}", "untitled:x"])
def test_a_file_that_nobody_opened_is_refused_with_a_reason(uri: str) -> None:
    with pytest.raises(JsonRpcInvalidRequest, match="No file of rules"):
        RuleServer().requested(uri)


@pytest.mark.parametrize("error", [JsonRpcInvalidParams(), JsonRpcInvalidRequest("why")])
def test_what_the_editor_asks_wrongly_leaves_no_trace(error: Exception) -> None:
    """A negative line is refused as the protocol says."""
    told = (type(error), error, None)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "", (), told)
    assert not is_defect(record)
    assert not logging.getLogger("pygls.protocol.json_rpc").filter(record)
    defect = (ValueError, ValueError(), None)
    assert is_defect(logging.LogRecord("x", logging.ERROR, "x", 1, "", (), defect))


@pytest.mark.nightly
def test_a_message_longer_than_memory_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "auditor", "lsp"],
        input=b"Content-Length: 100000000000000\r\n\r\n{}",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr

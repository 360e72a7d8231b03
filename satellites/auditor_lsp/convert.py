"""Places and diagnostics of ours as the Language Server Protocol writes them, and back."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from auditor.diagnostic import Diagnostic
from auditor.messages.message import Language, say
from auditor.source import Source, Span
from auditor_lsp.workspace import place_of


def path_of(uri: str) -> Path:
    """The file behind a URI."""
    return Path(to_fs_path(uri) or uri)


def uri_of(source: Source) -> str:
    return from_fs_path(str(place_of(source))) or ""


def range_of(span: Span, codec: PositionCodec) -> lsp.Range:
    """Our lines and columns count from 1, in characters; theirs from 0, in units of the client."""
    lines = [own + "\n" for own in span.source.text.split("\n")]
    start = lsp.Position(span.line - 1, span.column - 1)
    end = lsp.Position(span.end_line - 1, max(span.end_column - 1, 0))
    return codec.range_to_client_units(lines, lsp.Range(start, end))


def place_in(source: Source, position: lsp.Position, codec: PositionCodec) -> tuple[int, int]:
    """The line and the column of a place in the editor; the nearest where the text has none."""
    lines = [own + "\n" for own in source.text.split("\n")]
    line = min(max(position.line, 0), len(lines) - 1)
    column = min(max(position.character, 0), 2 * len(lines[line]))
    own = codec.position_from_client_units(lines, lsp.Position(line, column))
    return own.line + 1, own.character + 1


def at(source: Source, line: int, column: int, width: int) -> Span:
    return Span(source, line, column, line, column + width)


def published(diagnostic: Diagnostic, codec: PositionCodec, language: Language) -> lsp.Diagnostic:
    """A diagnostic with its hint, its code and the other places that it concerns."""
    said = say(diagnostic.message, language)
    if diagnostic.hint is not None:
        said += f"\n{say(diagnostic.hint, language)}"
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(span.source), range_of(span, codec)), say(words, language)
        )
        for words, span in diagnostic.related
    ]
    error = diagnostic.level == "error"
    return lsp.Diagnostic(
        range=range_of(diagnostic.span, codec),
        message=said,
        severity=lsp.DiagnosticSeverity.Error if error else lsp.DiagnosticSeverity.Warning,
        code=diagnostic.code,
        source="auditor",
        tags=[lsp.DiagnosticTag.Unnecessary] if diagnostic.code == "W601" else None,
        related_information=related or None,
    )

"""The server: each question of an editor, answered from the workspace."""

from __future__ import annotations

import logging
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from auditor.authoring.fmt import formatted
from auditor.authoring.mend import TextEdit, remedy
from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.messages.message import Language, message, say
from auditor.source import Source, Span
from auditor_lsp.proposals import Completion, described, explained, proposals, type_of
from auditor_lsp.symbols import Symbol, WordAtCursor, meant, words_at
from auditor_lsp.workspace import (
    CannotRenameError,
    OpenRuleset,
    Workspace,
    example_said,
    named_at,
    place_of,
    renamed,
    spoken_of,
)


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


RUN = "auditor.runExample"


class RuleServer(LanguageServer):
    """A language server that knows the rule files of one editor."""

    def __init__(self) -> None:
        super().__init__("auditor", version("auditor"))
        self.rules = Workspace()
        self.language: Language = "en"
        self.told: set[str] = set()  # the files of which diagnostics are shown

    def tell(self) -> None:
        """Publish the diagnostics of every open ruleset; an empty list for files without any."""
        found: dict[str, dict[Diagnostic, None]] = {}
        for ruleset in self.rules.open_rulesets():
            for source in ruleset.loaded.files:
                if place_of(source) in self.rules.unsaved:
                    found.setdefault(uri_of(source), {})
            for own in ruleset.diagnostics:
                found.setdefault(uri_of(own.span.source), {})[own] = None
        codec = self.workspace.position_codec
        for uri in sorted(found.keys() | self.told):
            told = [published(own, codec, self.language) for own in found.get(uri, ())]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))
        self.told = {uri for uri, told in found.items() if told}

    def requested(self, uri: str) -> tuple[OpenRuleset, Source]:
        """The ruleset and the text of a file that the editor asks about."""
        try:
            ruleset = self.rules.ruleset(path_of(uri))
            return ruleset, ruleset.source(path_of(uri))
        except (LookupError, OSError):  # no such file, or a name that none can have
            raise JsonRpcInvalidRequest(say(message("lsp.no_file"), self.language)) from None

    def meant_at(self, uri: str, position: lsp.Position) -> tuple[OpenRuleset, tuple[Symbol, ...]]:
        """The symbol declared under the name at a place."""
        ruleset, source = self.requested(uri)
        place = place_in(source, position, self.workspace.position_codec)
        return ruleset, meant(words_at(source, *place), source, ruleset.symbols)

    def show(self, uri: str, text: str | None) -> None:
        """Take note of a text, or that a file is closed, and publish what is said then."""
        self.rules.show(path_of(uri), text)
        self.tell()

    def refused(self, error: CannotRenameError) -> JsonRpcInvalidRequest:
        """The answer to an editor that asks for a name which cannot be given."""
        return JsonRpcInvalidRequest(say(error.says, self.language))

    def range_of(self, source: Source, word: WordAtCursor) -> lsp.Range:
        place = at(source, word.line, word.column, len(word.text))
        return range_of(place, self.workspace.position_codec)


server = RuleServer()


def is_defect(record: logging.LogRecord) -> bool:
    """False of what is refused to the editor with its reason: that is no trace in its log."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, JsonRpcInvalidRequest | JsonRpcInvalidParams)


logging.getLogger("pygls.protocol.json_rpc").addFilter(is_defect)


# ---- what is open -------------------------------------------------------------------------------
@server.feature(lsp.INITIALIZE)
def initialize(own: RuleServer, params: lsp.InitializeParams) -> None:
    """Take note of the folder and of the language of the editor."""
    folders = params.workspace_folders or []
    root = folders[0].uri if folders else params.root_uri
    own.rules = Workspace(path_of(root) if root else None)
    own.language = "fr" if (params.locale or "").lower().startswith("fr") else "en"


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
def opened(own: RuleServer, params: lsp.DidOpenTextDocumentParams) -> None:
    own.show(params.text_document.uri, params.text_document.text)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def changed(own: RuleServer, params: lsp.DidChangeTextDocumentParams) -> None:
    document = own.workspace.get_text_document(params.text_document.uri)
    own.show(document.uri, document.source)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(own: RuleServer, params: lsp.DidCloseTextDocumentParams) -> None:
    own.show(params.text_document.uri, None)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
def saved(own: RuleServer, params: lsp.DidSaveTextDocumentParams) -> None:
    uri = params.text_document.uri
    own.show(uri, own.rules.unsaved.get(path_of(uri).resolve()))


# ---- names --------------------------------------------------------------------------------------
@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(own: RuleServer, params: lsp.HoverParams) -> lsp.Hover | None:
    ruleset, found = own.meant_at(params.text_document.uri, params.position)
    texts = [described(each, ruleset.program, own.language) for each in found[:3]]
    if not found:
        _, source = own.requested(params.text_document.uri)
        place = place_in(source, params.position, own.workspace.position_codec)
        texts = [*explained(words_at(source, *place))]
    if not texts:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(texts)))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(own: RuleServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    _, found = own.meant_at(params.text_document.uri, params.position)
    codec = own.workspace.position_codec
    return [lsp.Location(uri_of(each.span.source), range_of(each.span, codec)) for each in found]


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(own: RuleServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """All the places in which the name stands, in the rulesets of the folder."""
    path = path_of(params.text_document.uri)
    _, found = own.meant_at(params.text_document.uri, params.position)
    places = [
        (each.source, word)
        for symbol in found[:1]
        for each in spoken_of(own.rules, path, symbol).values()
        for word in each.places
        if params.context.include_declaration
        or (each.source.name, word.line) != (symbol.span.source.name, symbol.span.line)
    ]
    return [lsp.Location(uri_of(source), own.range_of(source, word)) for source, word in places]


_KINDS = {
    "rule": "Function",
    "record": "Class",
    "column": "Property",
    "field": "Field",
    "event": "Event",
    "type": "Enum",
    "word": "EnumMember",
    "constant": "Constant",
    "param": "Constant",
    "table": "Array",
    "provision": "String",
    "keyword": "Keyword",
}
"""The icons that editors show beside the names of a family; any other is a variable."""


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def outline(own: RuleServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    ruleset, source = own.requested(params.text_document.uri)
    codec = own.workspace.position_codec
    return [
        lsp.DocumentSymbol(
            each.name,
            lsp.SymbolKind[_KINDS.get(each.family, "Variable")],
            range_of(each.node.span, codec),
            range_of(each.span, codec),
        )
        for each in ruleset.symbols
        if each.span.source == source and each.family != "word"
    ]


@server.feature(
    lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "=", "|", " "])
)
def complete(own: RuleServer, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    ruleset, source = own.requested(params.text_document.uri)
    place = place_in(source, params.position, own.workspace.position_codec)
    return [_item(each, ruleset) for each in proposals(ruleset, source, *place)]


def _item(own: Completion, ruleset: OpenRuleset) -> lsp.CompletionItem:
    kinds = lsp.CompletionItemKind
    kind = getattr(kinds, _KINDS.get(own.family, ""), kinds.Variable)  # there is no array, no text
    detail = None
    if own.symbol is not None and ruleset.program is not None:
        detail = type_of(own.symbol, ruleset.program) or own.family
    return lsp.CompletionItem(own.text, kind=kind, detail=detail)


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def may_rename(own: RuleServer, params: lsp.PrepareRenameParams) -> lsp.Range:
    ruleset, source = own.requested(params.text_document.uri)
    place = place_in(source, params.position, own.workspace.position_codec)
    try:
        return own.range_of(source, named_at(ruleset, source, *place)[1])
    except CannotRenameError as error:
        raise own.refused(error) from None


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
def rename(own: RuleServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path, new = path_of(params.text_document.uri), params.new_name
    ruleset, source = own.requested(params.text_document.uri)
    place = place_in(source, params.position, own.workspace.position_codec)
    try:
        found = renamed(own.rules, path, named_at(ruleset, source, *place)[0], new)
    except CannotRenameError as error:
        raise own.refused(error) from None
    return lsp.WorkspaceEdit(
        {
            uri_of(each.source): [
                lsp.TextEdit(own.range_of(each.source, word), new) for word in each.places
            ]
            for each in found
        }
    )


# ---- what is put right --------------------------------------------------------------------------
@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def lay_out(own: RuleServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    _, source = own.requested(params.text_document.uri)
    text = formatted(source)
    if not isinstance(text, str) or text == source.text:
        return []
    end = source.text.count("\n") + 1
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(end, 0)), text)]


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
def mend(own: RuleServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    ruleset, source = own.requested(params.text_document.uri)
    codec = own.workspace.position_codec
    first, last = params.range.start.line + 1, params.range.end.line + 1
    return [
        lsp.CodeAction(
            title=say(each.hint or each.message, own.language),
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[published(each, codec, own.language)],
            edit=lsp.WorkspaceEdit({params.text_document.uri: [_text_edit(source, edit, own)]}),
        )
        for each in ruleset.diagnostics
        if each.span.source == source and first <= each.span.line <= last
        if (edit := remedy(each)) is not None
    ]


def _text_edit(source: Source, edit: TextEdit, own: RuleServer) -> lsp.TextEdit:
    def position(offset: int) -> lsp.Position:
        before = source.text[:offset]
        place = at(source, before.count("\n") + 1, offset - before.rfind("\n"), 0)
        return range_of(place, own.workspace.position_codec).start

    return lsp.TextEdit(lsp.Range(position(edit.start), position(edit.end)), edit.text)


# ---- examples -----------------------------------------------------------------------------------
@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def examples(own: RuleServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    ruleset, source = own.requested(params.text_document.uri)
    title, uri = say(message("lsp.run"), own.language), params.text_document.uri
    return [
        lsp.CodeLens(
            range_of(at(source, each.span.line, 1, len("example")), own.workspace.position_codec),
            lsp.Command(title, RUN, arguments=[uri, each.rule.text, each.title]),
        )
        for each in ruleset.loaded.declarations
        if isinstance(each, s.Example) and each.span.source == source
    ]


@server.command(RUN)
def run(own: RuleServer, uri: str, rule: str, title: str) -> dict[str, str | bool]:
    """Run one example with the texts as the editor shows them."""
    ruleset = own.rules.ruleset(Path(path_of(uri)))
    holds, said = example_said(ruleset, rule, title, own.language)
    kind = lsp.MessageType.Info if holds else lsp.MessageType.Warning
    own.window_show_message(lsp.ShowMessageParams(kind, said))
    return {"holds": holds, "said": said}

"""The server: each question of an editor, answered from the workspace."""

from __future__ import annotations

import logging
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer

from auditor.authoring.fmt import formatted
from auditor.authoring.mend import Edit, remedy
from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.messages.message import Language, message, say
from auditor.source import Source
from auditor_lsp.complete import Completion, proposals
from auditor_lsp.convert import at, path_of, place_in, published, range_of, uri_of
from auditor_lsp.hover import described, type_of
from auditor_lsp.rename import CannotRenameError, named_at, renamed
from auditor_lsp.run import example_said
from auditor_lsp.symbols import Symbol, meant, words_at
from auditor_lsp.workspace import OpenRuleset, Workspace, place_of

RUN = "auditor.runExample"


class RuleServer(LanguageServer):
    """A language server that knows the rule files of one editor."""

    def __init__(self) -> None:
        super().__init__("auditor", version("auditor"))
        self.rules = Workspace()
        self.language: Language = "en"
        self.told: set[str] = set()  # the files of which diagnostics are shown

    def tell(self) -> None:
        """Publish what is said of every open ruleset; of a file of which nothing is, nothing."""
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
    own.rules.show(path_of(params.text_document.uri), params.text_document.text)
    own.tell()


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def changed(own: RuleServer, params: lsp.DidChangeTextDocumentParams) -> None:
    document = own.workspace.get_text_document(params.text_document.uri)
    own.rules.show(path_of(document.uri), document.source)
    own.tell()


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(own: RuleServer, params: lsp.DidCloseTextDocumentParams) -> None:
    own.rules.show(path_of(params.text_document.uri), None)
    own.tell()


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
def saved(own: RuleServer, params: lsp.DidSaveTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    own.rules.show(path, own.rules.unsaved.get(path.resolve()))
    own.tell()


# ---- names --------------------------------------------------------------------------------------
@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(own: RuleServer, params: lsp.HoverParams) -> lsp.Hover | None:
    ruleset, found = own.meant_at(params.text_document.uri, params.position)
    if not found:
        return None
    texts = [described(each, ruleset.program, own.language) for each in found[:3]]
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(texts)))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(own: RuleServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    _, found = own.meant_at(params.text_document.uri, params.position)
    codec = own.workspace.position_codec
    return [lsp.Location(uri_of(each.span.source), range_of(each.span, codec)) for each in found]


_KINDS = {
    "rule": lsp.SymbolKind.Function,
    "record": lsp.SymbolKind.Class,
    "column": lsp.SymbolKind.Property,
    "field": lsp.SymbolKind.Field,
    "event": lsp.SymbolKind.Event,
    "type": lsp.SymbolKind.Enum,
    "word": lsp.SymbolKind.EnumMember,
    "constant": lsp.SymbolKind.Constant,
    "param": lsp.SymbolKind.Constant,
    "table": lsp.SymbolKind.Array,
    "provision": lsp.SymbolKind.String,
}


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def outline(own: RuleServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    ruleset, source = own.requested(params.text_document.uri)
    codec = own.workspace.position_codec
    return [
        lsp.DocumentSymbol(
            each.name,
            _KINDS.get(each.family, lsp.SymbolKind.Variable),
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
    kinds = {
        "keyword": lsp.CompletionItemKind.Keyword,
        "field": lsp.CompletionItemKind.Field,
        "column": lsp.CompletionItemKind.Property,
        "event": lsp.CompletionItemKind.Event,
        "word": lsp.CompletionItemKind.EnumMember,
        "type": lsp.CompletionItemKind.Enum,
        "rule": lsp.CompletionItemKind.Function,
    }
    kind = kinds.get(own.family, lsp.CompletionItemKind.Variable)
    detail = None
    if own.symbol is not None and ruleset.program is not None:
        detail = type_of(own.symbol, ruleset.program) or own.family
    return lsp.CompletionItem(own.text, kind=kind, detail=detail)


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def may_rename(own: RuleServer, params: lsp.PrepareRenameParams) -> lsp.Range:
    ruleset, source = own.requested(params.text_document.uri)
    codec = own.workspace.position_codec
    try:
        _, word = named_at(ruleset, source, *place_in(source, params.position, codec))
    except CannotRenameError as error:
        raise JsonRpcInvalidRequest(say(error.says, own.language)) from None
    return range_of(at(source, word.line, word.column, len(word.text)), codec)


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
def rename(own: RuleServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path = path_of(params.text_document.uri)
    ruleset, source = own.requested(params.text_document.uri)
    codec = own.workspace.position_codec
    try:
        symbol, _ = named_at(ruleset, source, *place_in(source, params.position, codec))
        found = renamed(own.rules, path, symbol, params.new_name)
    except CannotRenameError as error:
        raise JsonRpcInvalidRequest(say(error.says, own.language)) from None
    return lsp.WorkspaceEdit(
        {
            uri_of(each.source): [
                lsp.TextEdit(
                    range_of(at(each.source, word.line, word.column, len(word.text)), codec),
                    params.new_name,
                )
                for word in each.places
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


def _text_edit(source: Source, edit: Edit, own: RuleServer) -> lsp.TextEdit:
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

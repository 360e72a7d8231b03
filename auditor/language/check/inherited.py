"""Errors of inherited files, told with what the ruleset itself has to do with them.

Whoever extends a ruleset cannot mend its file: he is shown the line of his own that makes it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from auditor.diagnostic import Diagnostic
from auditor.language.check.environment import Environment
from auditor.language.resolve.extension import family_and_name
from auditor.language.resolve.load import Loaded
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Span


def beside_the_own(errors: Iterable[Diagnostic], loaded: Loaded) -> Iterator[Diagnostic]:
    """The diagnostics; one of an inherited file stands beside the ruleset's own lines.

    A name that such a file uses for a field is told where it is declared, and an error beside what
    the ruleset puts in the place of words that stand there.
    """
    own = {node.span.source for node in loaded.declarations[loaded.inherited :]}
    instead = tuple((message("E204.instead"), span) for span in _put_in_place(loaded))
    said, lost, lacking = set[Span](), _lost_columns(loaded), dict[str, list[Span]]()
    for error in errors:
        inherited = error.span.source not in own
        if inherited and error.code == "E201" and error.span.text in lost:
            lacking.setdefault(error.span.text, []).append(error.span)
            continue
        hides = error.code == "W205" and inherited
        named = next((at for _, at in error.related if hides and at.source in own), None)
        if named is None:
            amiss = inherited and error.level == "error"
            yield replace(error, related=(*error.related, *instead)) if amiss else error
        elif named not in said:
            said.add(named)
            what = message("W205.inherited", name=named.text)
            yield Diagnostic(what, named, error.hint, ((message("W205.here"), error.span),))
    for column, spans in lacking.items():
        what = message("E204.lacks", record=lost[column].text, name=column)
        used = tuple((message("E204.used_here"), span) for span in dict.fromkeys(spans))
        yield Diagnostic(what, lost[column], message("E204.say_column", name=column), used)


def _lost_columns(loaded: Loaded) -> dict[str, Span]:
    """The columns that records had before the ruleset declared them anew, each with the name that
    stands there now.
    """
    before, own = loaded.declarations[: loaded.inherited], loaded.declarations[loaded.inherited :]
    anew = (node.declaration if isinstance(node, s.Replace) else node for node in own)
    records = {node.name.text: node for node in anew if isinstance(node, s.Record)}
    return {
        let.name.text: records[node.name.text].name.span
        for node in before
        if isinstance(node, s.Record) and node.name.text in records
        for let in node.lets
        if let.name.text not in {own.name.text for own in records[node.name.text].lets}
    }


def _put_in_place(loaded: Loaded) -> Iterator[Span]:
    """Where the ruleset replaces or drops records, figures and tables of those that it extends."""
    for node in loaded.declarations[loaded.inherited :]:
        if isinstance(node, s.Drop) and node.kind == "record":
            yield node.label.span
        elif isinstance(node, s.Replace) and not isinstance(node.declaration, s.Rule):
            yield family_and_name(node.declaration)[1].span


def missed_records(env: Environment) -> Iterator[Diagnostic]:
    """Records that the ruleset drops, and that it or its parent needs all the same."""
    for name, spans in env.missed.items():
        used = tuple((message("E204.used_here"), span) for span in dict.fromkeys(spans))
        what, remedy = message("E204.used", name=name), message("E204.say_anew")
        yield Diagnostic(what, env.dropped[name], remedy, used)

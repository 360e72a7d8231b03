"""Kinds of event that a shipped vocabulary has, and this ruleset does not call in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from auditor.diagnostic import Diagnostic
from auditor.language.resolve.load import load
from auditor.language.resolve.search_path import Disk, shipped
from auditor.language.syntax import nodes as s
from auditor.messages.message import message


def with_vocabulary(diagnostics: Iterable[Diagnostic], disk: Disk) -> Iterator[Diagnostic]:
    """The diagnostics; of a name that is nowhere known, with the vocabulary that declares it."""
    found = list(diagnostics)
    lost = {own.span.text for own in found if _is_lost(own)}
    kinds = dict(_kinds(disk)) if lost else {}
    for own in found:
        name = kinds.get(own.span.text) if _is_lost(own) else None
        hint = own.hint if name is None else message("E201.say_use", name=name)
        yield replace(own, hint=hint)


def _is_lost(own: Diagnostic) -> bool:
    return own.message.code in ("E201.unknown", "E411.unknown") and own.hint is None


def _kinds(disk: Disk) -> Iterator[tuple[str, str]]:
    """Each kind of event that comes with the program, and the vocabulary that declares it."""
    for path in disk.files(shipped() / "vocabulary"):
        for node in load(path, disk).declarations:
            if isinstance(node, s.Event) and not node.also:
                yield node.name.text, node.span.source.name.rpartition("/")[2].partition(".")[0]

"""Names of what stands in a log, by the labels of the rulesets that judge it."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.findings.finding import both
from auditor.language import core
from auditor.language.wording import Wording
from auditor.report.model import Bilingual, FieldName, LogNames
from auditor.types import Enumeration


def log_names(programs: Iterable[core.Program]) -> LogNames:
    """The labels of all their vocabularies; where two differ, those of the first.  Where a type
    labels some of its words, the others are their own labels.
    """
    events: dict[str, Bilingual] = {}
    fields: dict[str, FieldName] = {}
    words: dict[str, dict[str, Bilingual]] = {}
    for program in programs:
        own = program.vocabulary
        say = Wording(own.labels)
        for name in own.kinds:
            if ("event", name) in own.labels:
                events.setdefault(name, both(say.kind(name)))
        for name, kind in own.fields.items():
            said = both(say.field(name)) if ("field", name) in own.labels else None
            fields.setdefault(name, FieldName(type=str(kind), said=said))
            if isinstance(kind, Enumeration):
                known = words.setdefault(kind.name, {})
                if any((kind.name, word) in own.labels for word in kind.members):
                    for word in kind.members:
                        known.setdefault(word, both(say.value(word, kind)))
    return LogNames(events=events, fields=fields, words=words)

"""Pseudonyms: a report says who it is about without naming them.

They are made with a key that stays with whoever audits: the same person has the same pseudonym in
every report made with it, and nobody without it can try out names.  Rows lead whoever has the log
to the person; whoever has the report alone learns nothing.

Every text of a log passes here: a name is found in any column, in a note, in capitals and without
its accents.  Cells that no rule reads may name anybody, and are left out.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Any
from unicodedata import combining, normalize

from pydantic import BaseModel

from auditor.findings.finding import Found
from auditor.judge.verdict import Quoted, fill
from auditor.language.core import Bilingual, Vocabulary
from auditor.log.event import Event, SetAside
from auditor.report import model
from auditor.types import Enumeration
from auditor.values import show

PEOPLE: Mapping[str, str] = {"player": "J", "staff": "E"}
"""The fields of a log that name people, and with what their pseudonyms begin (joueur, employé)."""
_SIGNS = 7
"""Signs of base 32 in a pseudonym: among ten thousand people two seldom share one."""
PSEUDONYM = re.compile(rf"\b[{''.join(PEOPLE.values())}]-[A-Z2-7]{{{_SIGNS}}}\b")
_SHORTEST = 3
"""A shorter name is no name inside a sentence: it would be found in words and sums."""

_QUOTED = re.compile(r"`([^`]*)`")

_WORD = re.compile(r"[^\W_]+")
_BETWEEN = 3
"""Signs that may stand between two words of a name."""
LEFT_OUT = "…"
_PARTS = ("fitness", "timeline", "totals", "information", "waivers", "baseline", "follow_up")
_OURS = frozenset(
    _WORD.findall(
        "id rule rules ruleset provision provisions file sheet sha256 rows severity casino column "
        "columns event events time money waiver"
    )
)
"""Fields of a report that the program writes, and those that say which log it is about."""

Name = tuple[str, str]
"""A field and what stands in it."""


def key_id(key: bytes) -> str:
    """By what a report says which key it was made with."""
    return sha256(b"auditor pseudonyms\0" + key).hexdigest()[:16]


def pseudonym(key: bytes, field: str, name: str) -> str:
    """`J-4FQ7T2B`."""
    made = hmac.new(key, f"{field}\0{name}".encode(errors="backslashreplace"), sha256).digest()
    return f"{PEOPLE[field]}-{b32encode(made).decode()[:_SIGNS]}"


def veiled(  # noqa: PLR0917 - a report, and all who are named in its logs
    report: model.Report,
    found: Sequence[Found],
    people: Iterable[Name],
    aside: Iterable[SetAside],
    vocabularies: Iterable[Vocabulary],
    key: bytes,
) -> model.Report:
    """The report without a name; `found` are its findings with their verdicts, `people` all that
    the logs name, and the rows set `aside` may name others.
    """
    columns = _columns(found)
    known = {*people, *(name for own in found for name in _names(own)), *_in(aside, columns)}
    unread = frozenset(report.fitness.unknown_columns)
    veil = _Veil(key, known, vocabularies, columns, unread)
    note = veil.quoting(known)
    changes: dict[str, object] = {
        "findings": tuple(map(veil.finding, found)),
        "inputs": tuple(
            own.model_copy(update={"notes": tuple(map(note, own.notes))}) for own in report.inputs
        ),
        "set_aside": tuple(map(veil.set_aside, report.set_aside)),
    }
    for part in _PARTS:
        changes[part] = veil.told(getattr(report, part))
    if report.case is not None:
        told = {name: veil.told(getattr(report.case, name)) for name in ("answers", "decisions")}
        changes["case"] = report.case.model_copy(update=told)
    return report.model_copy(update=changes)


def hiding(
    key: bytes | None, events: Iterable[Event], vocabulary: Vocabulary
) -> Callable[[str, str], str]:
    """The cells of fields without the names in these events; as they are without a key."""
    if key is None:
        return lambda _field, text: text
    named = {(f, show(one)) for own in events for f in PEOPLE if (one := own.values.get(f))}
    return _Veil(key, named, [vocabulary]).cell


def hiding_people(
    key: bytes | None, people: Iterable[Name], vocabulary: Vocabulary
) -> Callable[[Found], model.Finding]:
    """Findings without the names of these people; as they are without a key."""
    if key is None:
        return lambda found: found.finding
    return _Veil(key, people, [vocabulary]).finding


def _names(own: Found) -> frozenset[Name]:
    """The people that a finding has to do with."""
    every: list[Mapping[str, Any]] = [own.verdict.subject]
    every += [event.values for event in own.verdict.evidence.events]
    every += [event.values for event in own.finding.coup]
    named = ((field, values.get(field)) for values in every for field in PEOPLE)
    return frozenset((field, show(value)) for field, value in named if value is not None)


def _in(aside: Iterable[SetAside], columns: Mapping[str, str]) -> Iterable[Name]:
    """The people whom rows that were set aside name where people are named."""
    for own in aside:
        for column, text in own.row.filled().items():
            if (field := columns.get(column)) is not None:
                yield field, text.strip()


def _words(vocabulary: Vocabulary) -> Iterable[str]:
    """The words of a vocabulary: `noir` is a colour, whoever is called so."""
    yield from vocabulary.kinds
    for kind in vocabulary.fields.values():
        if isinstance(kind, Enumeration):
            yield from kind.members
    for label in vocabulary.labels.values():
        yield from (word for said in (label.fr, label.en) for word in said.split("|"))


def _columns(found: Iterable[Found]) -> dict[str, str]:
    """The columns of files that hold people: those named so, and those that agree with a field."""
    agrees: dict[tuple[str, str], bool] = defaultdict(lambda: True)
    for event in (event for own in found for event in own.verdict.evidence.events):
        cells = event.row.filled().items()
        for field in PEOPLE:
            if (value := event.values.get(field)) is not None:
                for column, text in cells:
                    agrees[column, field] &= text.strip() == show(value)
    own_form = {field: field for field in PEOPLE}
    return {column: field for (column, field), same in agrees.items() if same} | own_form


class _Veil:
    """Hides people, but for those who are called by a word of the game; the names that are looked
    for in texts stand by their first words.
    """

    def __init__(
        self,
        key: bytes,
        people: Iterable[Name],
        vocabularies: Iterable[Vocabulary],
        columns: Mapping[str, str] | None = None,
        unread: Collection[str] = (),
    ) -> None:
        self._key, self._unread = key, unread
        self._columns = {own: own for own in PEOPLE} if columns is None else columns
        self._whole: dict[str, str] = {}  # a cell may be a name too short for a sentence
        self._known: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
        own_words = {_folded(word) for own in vocabularies for word in _words(own)}
        for field, name in sorted(own for own in people if _folded(own[1]) not in own_words):
            words = tuple(_folded(met[0]) for met in _WORD.finditer(name))
            is_word = any(sign.isalpha() for sign in name)
            if is_word and len(name) > 1:
                self._whole[_folded(name)] = pseudonym(key, field, name)
            if words and is_word and len(name) >= _SHORTEST:  # else a word of a sentence, a number
                self._known[words[0]].append((words, name, pseudonym(key, field, name)))
        for own in self._known.values():
            own.sort(key=lambda one: -len(one[0]))
        self.text = lru_cache(maxsize=1 << 16)(self._text)

    def _text(self, text: str) -> str:
        """A text without a name that is known."""
        met = list(_WORD.finditer(text))
        folded = [_folded(one[0]) for one in met]
        done, at, parts = 0, 0, list[str]()
        while at < len(met):
            count, hidden = self._at(text, met, folded, at)
            if hidden:
                parts += text[done : met[at].start()], hidden
                done = met[at + count - 1].end()
            at += count
        return "".join((*parts, text[done:]))

    def _at(
        self, text: str, met: Sequence[re.Match[str]], folded: Sequence[str], at: int
    ) -> tuple[int, str]:
        """How many words the name at a place has, and its pseudonym; none where none begins."""
        found = [
            (words, name, hidden)
            for words, name, hidden in self._known.get(folded[at], ())
            if tuple(folded[at : at + len(words)]) == words
            and _is_whole(text, met[at : at + len(words)])
        ]
        if not found:
            return 1, ""
        most = len(found[0][0])
        said = text[met[at].start() : met[at + most - 1].end()]
        own = [one for one in found if len(one[0]) == most]
        _, _, hidden = next((one for one in reversed(own) if one[1] == said), own[-1])
        return most, hidden

    def of(self, field: str, name: str) -> str:
        return pseudonym(self._key, field, name)

    def told(self, value: Any, name: str = "") -> Any:
        """A part of the report without names; `name` is the field in which it stands."""
        match value:
            case str():
                return self._value(name, value)
            case model.EvidenceRow():
                cells = {column: self.cell(column, own) for column, own in value.cells.items()}
                return value.model_copy(update={"cells": cells, "read": self.told(value.read)})
            case Bilingual():
                return Bilingual(self.text(value.fr), self.text(value.en))
            case model.Lane():
                column = value.column or ""
                stretches = (self.told(own, column) for own in value.stretches)
                return value.model_copy(update={"stretches": tuple(stretches)})
            case model.Stretch():
                return value.model_copy(update={"of": self.told(value.of, name)})
            case BaseModel():
                changes = {own: self.told(part, own) for own, part in value if own not in _OURS}
                return value.model_copy(update=changes)
            case tuple():
                return tuple(self.told(own, name) for own in value)
            case dict():
                return {own: self.told(part, own) for own, part in value.items()}
            case _:
                return value

    def finding(self, own: Found) -> model.Finding:
        """A finding without the names of those it has to do with."""
        done: model.Finding = self.told(own.finding)
        said = fill(own.verdict.rule.message, self._quoted(own))
        players = tuple(self.of("player", one) for one in own.finding.players)
        return done.model_copy(update={"message": said, "players": players})

    def _quoted(self, own: Found) -> dict[str, Quoted]:
        return {
            name: Quoted(value.plain, Bilingual(*(self._value(name, w) for w in words)))
            for name, value in own.verdict.evidence.names.items()
            for words in [(value.words.fr, value.words.en)]
        }

    def _value(self, field: str, value: str) -> str:
        return self.of(field, value) if value and field in PEOPLE else self.text(value)

    def cell(self, column: str, text: str) -> str:
        """A cell: who stands in it, or what it says; nothing of a column that no rule reads."""
        if column in self._columns:
            return self.of(self._columns[column], text.strip())
        if column in self._unread:
            return LEFT_OUT
        return self._whole.get(_folded(text.strip())) or self.text(text)

    def quoting(self, people: Iterable[Name]) -> Callable[[Bilingual], Bilingual]:
        """A function that replaces what a note quotes, where it is a name in some spelling."""
        known = {_spelled(name): (field, name) for field, name in sorted(people)}

        def instead(met: re.Match[str]) -> str:
            named = known.get(_spelled(met[1]))
            return met[0] if named is None else f"`{self.of(*named)}`"

        def told(own: Bilingual) -> Bilingual:
            fr, en = (self.text(_QUOTED.sub(instead, said)) for said in (own.fr, own.en))
            return Bilingual(fr, en)

        return told

    def set_aside(self, own: model.SetAside) -> model.SetAside:
        """A row that was set aside: of one that does not fit its header no cell can be told."""
        if not own.value:
            return own.model_copy(update={"reason": self.text(own.reason)})
        hidden = LEFT_OUT if own.column is None else self.cell(own.column, own.value)
        reason = self.text(own.reason.replace(own.value, hidden))
        return own.model_copy(update={"value": hidden, "reason": reason})


def _is_whole(text: str, words: Sequence[re.Match[str]]) -> bool:
    """True of a name that stands alone: `Petit` in `Petit-2` and `2_Petit`, not in `Petit-Jean`."""
    start, end = words[0].start(), words[-1].end()
    joined = re.search(r"[^\W\d_]-$", text[max(start - 2, 0) : start])
    goes_on = re.match(r"-[^\W\d_]", text[end : end + 2])
    gaps = (two.start() - one.end() for one, two in pairwise(words))
    return not joined and not goes_on and all(gap <= _BETWEEN for gap in gaps)


@lru_cache(maxsize=1 << 16)
def _folded(text: str) -> str:
    """A text without case and accents: `EMILE` is `Émile`."""
    return "".join(own for own in normalize("NFKD", text.casefold()) if not combining(own))


def _spelled(name: str) -> str:
    """A name as all its spellings are known by."""
    return name.strip().casefold().lstrip("0")

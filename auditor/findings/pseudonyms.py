"""Pseudonyms: a report says who it is about without naming them.

They are made with a key that stays with whoever audits: the same person has the same pseudonym in
every report made with it, and nobody without it can try out names.  Rows lead whoever has the log
to the person; whoever has the report alone learns nothing.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from auditor.findings.finding import Found, both
from auditor.judge.quoted import Quoted, fill
from auditor.language.core import Bilingual
from auditor.log.event import Event
from auditor.report import model
from auditor.values import show

PEOPLE: Mapping[str, str] = {"player": "J", "staff": "E"}
"""The fields of a log that name people, and with what their pseudonyms begin (joueur, employé)."""
_SIGNS = 7
"""Signs of base 32 in a pseudonym: among ten thousand people two seldom share one."""
PSEUDONYM = re.compile(rf"\b[{''.join(PEOPLE.values())}]-[A-Z2-7]{{{_SIGNS}}}\b")
_SHORTEST = 3
"""A shorter name is no name inside a sentence: it would be found in words and sums."""

_QUOTED = re.compile(r"`([^`]*)`")

_BEFORE, _AFTER = r"(?<![^\W_])(?<![^\W\d_]-)", r"(?![^\W_]|-[^\W\d_])"
"""Where a name begins and ends: `Petit` in `Petit-2` and `2_Petit`, and not in `Petit-Jean`."""

Name = tuple[str, str]
"""A field and what stands in it."""


def key_id(key: bytes) -> str:
    """By what a report says which key it was made with."""
    return sha256(b"auditor pseudonyms\0" + key).hexdigest()[:16]


def pseudonym(key: bytes, field: str, name: str) -> str:
    """`J-4FQ7T2B`."""
    made = hmac.new(key, f"{field}\0{name}".encode(errors="backslashreplace"), sha256).digest()
    return f"{PEOPLE[field]}-{b32encode(made).decode()[:_SIGNS]}"


def veiled(
    report: model.Report, found: Sequence[Found], people: Iterable[Name], key: bytes
) -> model.Report:
    """The report without a name; `found` are its findings with their verdicts, `people` all that
    the logs name.
    """
    veil = _Veil(key, _columns(found))
    known = set(people)
    inside = cache(lambda bet: frozenset(own for own in known if own[1] in bet))
    named = [_names(own).union(*map(inside, _bets(own))) for own in found]
    done = tuple(veil.finding(own, names) for own, names in zip(found, named, strict=True))
    known |= {name for names in named for name in names}
    every, note = veil.over(sorted(known)), veil.quoting(known)
    changes: dict[str, object] = {
        "findings": done,
        "inputs": tuple(
            own.model_copy(update={"notes": tuple(map(note, own.notes))}) for own in report.inputs
        ),
        "set_aside": tuple(veil.set_aside(own, known) for own in report.set_aside),
        "waivers": tuple(veil.waiver(own) for own in report.waivers),
    }
    if report.timeline is not None:
        bands = tuple(
            own.model_copy(update={"present": tuple(map(veil.lane, own.present))})
            for own in report.timeline.bands
        )
        changes["timeline"] = report.timeline.model_copy(update={"bands": bands})
    if report.case is not None:
        answers = tuple(
            own.model_copy(update={"text": veil.text(sorted(known))(own.text)})
            for own in report.case.answers
        )
        changes["case"] = report.case.model_copy(update={"answers": answers})
    for told in ("baseline", "follow_up"):
        if (own := getattr(report, told)) is not None:
            gone = tuple(one.model_copy(update={"message": every(one.message)}) for one in own.gone)
            changes[told] = own.model_copy(update={"gone": gone})
    return report.model_copy(update=changes)


def _bets(own: Found) -> set[str]:
    """The bets of a finding and its coup, which may be named after people."""
    bets = (own.finding.subject.others.get("bet"), *(e.values.get("bet") for e in own.finding.coup))
    return {bet for bet in bets if bet}


def _names(own: Found) -> frozenset[Name]:
    """The people that a finding has to do with."""
    events = ((field, e.values.get(field)) for e in own.verdict.evidence.events for field in PEOPLE)
    coup = ((f, e.values.get(f)) for e in own.finding.coup for f in PEOPLE)
    subject = ((field, own.verdict.subject.get(field)) for field in PEOPLE)
    return frozenset(
        (field, show(value)) for field, value in (*events, *coup, *subject) if value is not None
    )


def _columns(found: Iterable[Found]) -> dict[str, str]:
    """The columns of files in which people stand: those of our own form, and those that hold the
    same as a field wherever both are filled.
    """
    agrees: dict[tuple[str, str], bool] = defaultdict(lambda: True)
    for event in (event for own in found for event in own.verdict.evidence.events):
        for field in PEOPLE:
            if (value := event.values.get(field)) is not None:
                _compare(event, field, show(value), agrees)
    own_form = {field: field for field in PEOPLE}
    return {column: field for (column, field), same in agrees.items() if same} | own_form


def _compare(event: Event, field: str, said: str, agrees: dict[tuple[str, str], bool]) -> None:
    for column, text in event.row.filled().items():
        agrees[column, field] &= text.strip() == said


@dataclass(frozen=True, slots=True)
class _Veil:
    key: bytes
    columns: Mapping[str, str]

    def of(self, field: str, name: str) -> str:
        return pseudonym(self.key, field, name)

    def over(self, names: Iterable[Name]) -> Callable[[model.Bilingual], model.Bilingual]:
        """A function that replaces names in sentences."""
        text = self.text(names)
        return lambda own: model.Bilingual(fr=text(own.fr), en=text(own.en))

    def text(self, names: Iterable[Name]) -> Callable[[str], str]:
        known = {name: self.of(field, name) for field, name in names if _can_be_told(name)}
        if not known:
            return lambda text: text
        longest = sorted(map(re.escape, known), key=lambda own: (-len(own), own))
        pattern = re.compile(rf"{_BEFORE}(?:{'|'.join(longest)}){_AFTER}")
        return lambda text: pattern.sub(lambda met: known[met[0]], text)

    def finding(self, own: Found, names: Iterable[Name]) -> model.Finding:
        """A finding without the names of those it has to do with."""
        finding, names = own.finding, sorted(names)
        text, said = self.text(names), self.over(names)

        def maybe(value: str | None) -> str | None:
            return None if value is None else text(value)

        others = {f: self._value(f, v, text) for f, v in finding.subject.others.items()}
        player = finding.subject.player
        subject = {
            "others": others,
            "player": None if player is None else self.of("player", player),
        }
        changes = {
            "subject": finding.subject.model_copy(update=subject),
            "message": both(fill(own.verdict.rule.message, self._quoted(own, text))),
            "expected": maybe(finding.expected),
            "found": maybe(finding.found),
            "expected_said": finding.expected_said and said(finding.expected_said),
            "found_said": finding.found_said and said(finding.found_said),
            "derivation": finding.derivation
            and tuple(self._step(step, text) for step in finding.derivation),
            "evidence": self._rows(finding.evidence, text),
            "coup": tuple(
                event.model_copy(
                    update={"values": {f: self._value(f, v, text) for f, v in event.values.items()}}
                )
                for event in finding.coup
            ),
        }
        return finding.model_copy(update=changes)

    def _quoted(self, own: Found, text: Callable[[str], str]) -> dict[str, Quoted]:
        return {
            name: Quoted(value.plain, Bilingual(*(self._value(name, w, text) for w in words)))
            for name, value in own.verdict.evidence.names.items()
            for words in [(value.words.fr, value.words.en)]
        }

    def _step(self, own: model.Step, text: Callable[[str], str]) -> model.Step:
        missed = tuple(
            each.model_copy(update={"near": self._rows(each.near, text)}) for each in own.missed
        )
        return own.model_copy(update={"value": text(own.value), "missed": missed})

    def _rows(
        self, rows: Iterable[model.EvidenceRow], text: Callable[[str], str]
    ) -> tuple[model.EvidenceRow, ...]:
        return tuple(
            row.model_copy(
                update={
                    "cells": self._cells(row.cells, text),
                    "read": row.read and {f: self._value(f, v, text) for f, v in row.read.items()},
                }
            )
            for row in rows
        )

    def _value(self, field: str, value: str, text: Callable[[str], str]) -> str:
        return self.of(field, value) if field in PEOPLE else text(value)

    def _cells(self, cells: Mapping[str, str], text: Callable[[str], str]) -> dict[str, str]:
        return {
            column: self.of(self.columns[column], own.strip())
            if column in self.columns
            else text(own)
            for column, own in cells.items()
        }

    def quoting(self, people: Iterable[Name]) -> Callable[[model.Bilingual], model.Bilingual]:
        """A function that replaces what a note quotes, where it is a name in some spelling."""
        known = {_spelled(name): (field, name) for field, name in sorted(people)}

        def instead(met: re.Match[str]) -> str:
            named = known.get(_spelled(met[1]))
            return met[0] if named is None else f"`{self.of(*named)}`"

        def told(own: model.Bilingual) -> model.Bilingual:
            return model.Bilingual(fr=_QUOTED.sub(instead, own.fr), en=_QUOTED.sub(instead, own.en))

        return told

    def set_aside(self, own: model.SetAside, people: Iterable[Name]) -> model.SetAside:
        """A cell that names somebody, where a row was set aside for it."""
        if not own.value:
            return own
        value = own.value.strip()
        others = (field for field, name in sorted(people) if name == value and _can_be_told(name))
        field = self.columns.get(own.column or "") or next(others, None)
        if field is None:
            return own
        hidden = self.of(field, own.value.strip())
        told = {"value": hidden, "reason": own.reason.replace(own.value, hidden)}
        return own.model_copy(update=told)

    def lane(self, own: model.Lane) -> model.Lane:
        """A lane of the timeline without the names of those who were there."""
        if (column := own.column) is None or column not in PEOPLE:
            return own
        hidden = tuple(
            one.model_copy(update={"of": one.of and self.of(column, str(one.of))})
            for one in own.stretches
        )
        return own.model_copy(update={"stretches": hidden})

    def waiver(self, own: model.AskedFor) -> model.AskedFor:
        """A waiver without the names of those it is about."""
        subject = {
            name: self.of(name, value) if name in PEOPLE else value
            for name, value in own.subject.items()
        }
        return own.model_copy(update={"subject": subject})


def _spelled(name: str) -> str:
    """A name as all its spellings are known by."""
    return name.strip().casefold().lstrip("0")


def _can_be_told(name: str) -> bool:
    """Whether a name can be found in a sentence without being taken for a word or a number."""
    return len(name) >= _SHORTEST and any(sign.isalpha() for sign in name)

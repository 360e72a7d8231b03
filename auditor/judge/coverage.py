"""Payments that rules could say anything about, one subject at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from auditor.judge.items import Group, Item, events_of
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.language.payments import PaymentLook
from auditor.log.event import Event, Log
from auditor.values import Value

_Key = tuple[Value | None, ...]


@dataclass(slots=True)
class Coverage:
    """Marks the payments that the subjects of judged rules stand for: bits by places."""

    program: core.Program
    log: Log
    bits: dict[int, int] = field(default_factory=dict)
    _by_keys: dict[tuple[PaymentLook, tuple[str, ...]], Mapping[_Key, list[Event]]] = field(
        default_factory=dict
    )

    def judged(self, rule: core.Rule, subject: Item, bit: int) -> None:
        """Marks the payments of a subject."""
        for look in facts_of(self.program).looks.get(rule.name, ()):
            for event in self._of(look, subject):
                self.bits[event.place] = self.bits.get(event.place, 0) | bit

    def _of(self, look: PaymentLook, subject: Item) -> list[Event]:
        record = self.program.records.get(subject.source) if isinstance(subject, Group) else None
        if not isinstance(subject, Group) or (record is not None and record.of_events):
            return [event for event in events_of(subject)[:1] if _fits(look, event)]
        names = tuple(subject.keys)
        if (look, names) not in self._by_keys:
            found: dict[_Key, list[Event]] = defaultdict(list)
            for event in self.log.events:
                if _fits(look, event):
                    found[tuple(event.values.get(name) for name in names)].append(event)
            self._by_keys[look, names] = found
        return self._by_keys[look, names].get(tuple(subject.keys.values()), [])


def _fits(look: PaymentLook, event: Event) -> bool:
    if event.kind != look.kind or event.doubtful:
        return False
    return all(event.values.get(name) in words for name, words in look.where)

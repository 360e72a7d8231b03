"""The law in force for a subject: the day that counts, and the parameters of that day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from auditor.judge.items import Item, Items, Key, events_of, raws
from auditor.language import core
from auditor.values import Answer, Reason, Unknown, Value


class LawInForce:
    """Tells the day whose law applies, and what a parameter is on that day.

    `given` are the parameters stated for this audit, `day` counts where no event has a time.
    """

    def __init__(
        self, program: core.Program, items: Items, given: Mapping[str, Value], day: date | None
    ) -> None:
        self._program, self._items = program, items
        self._given, self._day = given, day
        self._days: dict[Key, date | None] = {}  # by the law's scope

    def parameter(self, name: str, day: date | None) -> Answer:
        """The value given for this audit, else the one in force on the day of the subject."""
        if name in self._given:
            return self._given[name]
        values = self._program.params[name].values
        if not values:
            return Unknown((Reason("given", name),))
        if len(values) == 1 and values[0][0] is None:
            return values[0][1]
        if day is None:
            return Unknown((Reason("empty", "time"),))
        in_force = [value for start, value in values if start is None or start <= day]
        return in_force[-1] if in_force else Unknown((Reason("law", name),))

    def day_of(self, item: Item) -> date | None:
        """The day whose law applies: that on which the scope of the law opened."""
        scope = self._program.vocabulary.law_scope
        if scope is not None:
            fields = self._program.vocabulary.scopes[scope].fields
            key = raws(item, fields)
            if key not in self._days:
                group = self._items.groups(scope).get(key)
                certain = () if group is None or group.doubtful else group.events
                times = (event.time for event in certain)
                opening = next((time for time in times if time is not None), None)
                self._days[key] = opening.date() if opening is not None else None
            if self._days[key] is not None:
                return self._days[key]
        first = events_of(item)[0]
        return first.time.date() if first.time is not None else self._day

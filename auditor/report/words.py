"""The words of the report, of `auditor/words/report`, said in one language.

`one|many` are the forms for a `count`; French counts 0 and 1 as one, English only 1.
No-break spaces are put in when the words are said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter

from auditor.messages.message import told_in
from auditor.report.model import Bilingual, Language, LogNames
from auditor.report.typography import number, spaced


@dataclass(frozen=True, slots=True)
class Words:
    """The table in one language, `words("finding_count", count=3)`, and in the same language the
    names of what stands in the log.
    """

    language: Language
    names: LogNames = field(default=LogNames(), compare=False)

    def __call__(self, key: str, **values: int | str) -> str:
        """The words of `key`; KeyError for a key or a blank unknown.

        Only what is given as a number is grouped: a text of digits may be the id of a provision.
        """
        text = told_in("report")[key][self.language == "en"]
        if "|" in text:
            one, many = text.split("|")
            count = int(values.get("count", 0))
            text = one if count == 1 or (count == 0 and self.language == "fr") else many
        said = {
            name: number(own, self.language) if isinstance(own, int) else own
            for name, own in values.items()
        }
        return spaced(Formatter().vformat(text, (), said), self.language)

    def event(self, kind: str) -> str:
        """A kind of event."""
        return self._name(kind, self.names.events.get(kind))

    def field(self, name: str) -> str:
        """A column of the log."""
        own = self.names.fields.get(name)
        return self._name(name, own.said if own is not None else None)

    def who(self, key: str) -> str:
        """A seat or a player, by the label of the game where it has one."""
        own = self.names.fields.get(key)
        return self(key) if own is None or own.said is None else self.field(key)

    def word(self, field: str, text: str) -> str:
        """A cell of a column whose type lists its words; any other text stays as it is."""
        return self._name(text, self._listed(field).get(text))

    def quoted(self, field: str, text: str) -> str:
        """A cell; in quotation marks where it is none of the words of its column, but the log's."""
        listed = self._listed(field)
        return (
            self("quoted", text=text) if listed and text not in listed else self.word(field, text)
        )

    def _listed(self, field: str) -> Mapping[str, Bilingual]:
        return self.names.words.get(self.type_of(field), {})

    def coded_event(self, kind: str) -> str:
        """A kind of event as people and as the log call it: whoever mends a log looks for that."""
        return _both(self.event(kind), kind)

    def coded_field(self, name: str) -> str:
        """A column as people and as the log call it."""
        return _both(self.field(name), name)

    def type_of(self, field: str) -> str:
        """The type of a column as rule files call it; empty where no vocabulary declares it."""
        own = self.names.fields.get(field)
        return own.type if own is not None else ""

    def _name(self, name: str, label: Bilingual | None) -> str:
        said = label.in_language(self.language) if label is not None else name.replace("_", " ")
        return spaced(said, self.language)


def _both(said: str, name: str) -> str:
    return f"`{name}`" if said.replace(" ", "_") == name else f"{said} (`{name}`)"

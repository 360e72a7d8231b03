"""The cells of columns, each different text read once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditor.engine.store.columns import FieldColumn
from auditor.engine.store.encoding import LARGEST, NUMBERS, Lexicons, vector_of, with_stand_ins
from auditor.engine.store.timestamps import read_different_times, read_times
from auditor.engine.store.vector import Bools, Ints, Vector, if_any
from auditor.language.core import Vocabulary
from auditor.log.csv.plain_csv import PLAIN_TIME, Noting
from auditor.log.row_columns import MOST_FLAWED, ColumnSegment
from auditor.types import TIME, Type
from auditor.values import UnreadableError, Value, read_value

if TYPE_CHECKING:
    import polars as pl

_LONGEST = 10**18


class CellReader:
    """Reads the cells of one column of a segment as values of the field's type."""

    def __init__(self, vocabulary: Vocabulary, lexicons: Lexicons) -> None:
        self._vocabulary, self._lexicons = vocabulary, lexicons

    def read(self, segment: ColumnSegment, noting: Noting) -> tuple[FieldColumn, Bools | None]:
        """The values of a column, and where they cannot be read."""
        name = noting.name
        kind = self._vocabulary.fields[name]
        if kind in NUMBERS and (found := segment.numbers(name)) is not None:
            data, empty = found
            largest = max(-int(data.min(initial=0)), int(data.max(initial=0)))
            if largest <= LARGEST:
                return FieldColumn(Vector(data), empty).packed(), None
            if largest < _LONGEST:
                beyond = np.abs(data) > LARGEST
                numbers = [int(number) for number in data]
                data = with_stand_ins(data, beyond, numbers, self._lexicons)
                return FieldColumn(Vector(data), empty, beyond), None
        texts = segment.texts(name) if kind == TIME and not noting.by_kind else None
        if texts is not None and (times := self._times(texts, noting)) is not None:
            return times
        codes, words = segment.words(name)
        noting.enter(codes, words)
        return self._by_words(codes, words, kind)

    def _times(self, texts: pl.Series, noting: Noting) -> tuple[FieldColumn, Bools | None] | None:
        """Times that are written as usual, among which some texts may be no times."""
        plain, some = texts, texts.drop_nulls().head(1).to_list()
        times = read_times(texts)
        if times is None:
            usual = texts.str.contains(f"^{PLAIN_TIME}$").fill_null(value=True)
            plain, some = texts.set(~usual, None), [*some, *texts.filter(~usual).to_list()]
            few = len(some) * MOST_FLAWED < len(texts)
            times = read_times(plain) if few and not any(map(_is_time, some[1:])) else None
        if times is None:
            return None
        noting.written.note(noting.name, some)
        unreadable = if_any((plain.is_null() & texts.is_not_null()).to_numpy())
        return FieldColumn(*times).packed(), unreadable

    def _by_words(
        self, codes: Ints, texts: list[str], kind: Type
    ) -> tuple[FieldColumn, Bools | None]:
        """A column of which each different text is read once."""
        if kind == TIME and "" not in texts:
            times = read_different_times(texts)
            if times is not None:
                none = codes == len(texts)
                each = times.at(np.minimum(codes, len(texts) - 1))
                return FieldColumn(each, if_any(none)).packed(), None
        values: list[Value] = []
        empty, unreadable = np.zeros(len(texts) + 1, bool), np.zeros(len(texts) + 1, bool)
        places = np.zeros(len(texts) + 1, np.int64)
        empty[-1] = True
        for at, text in enumerate(texts):
            if not text:
                empty[at] = True
                continue
            try:
                value = read_value(text, kind)
            except UnreadableError:
                unreadable[at] = True
                continue
            places[at] = len(values)
            values.append(value)
        if not values:
            return FieldColumn(Vector(np.zeros(len(codes), np.int8)), np.ones(len(codes), bool)), (
                unreadable[codes] if unreadable.any() else None
            )
        vector = vector_of(values, kind, self._lexicons)
        beyond = np.abs(vector.data) > LARGEST if kind in NUMBERS else np.zeros(len(values), bool)
        if beyond.any():
            vector.data = with_stand_ins(vector.data, beyond, values, self._lexicons)
        by_text = FieldColumn(vector, None).packed().vector.at(places)
        return (
            FieldColumn(by_text.at(codes), _marked(empty, codes), _marked(beyond[places], codes)),
            _marked(unreadable, codes),
        )


def _is_time(text: str) -> bool:
    """Whether a text reads as a time, or as an empty cell."""
    try:
        return not text.strip() or bool(read_value(text.strip(), TIME))
    except UnreadableError:
        return False


def _marked(marks: Bools, codes: Ints) -> Bools | None:
    """The marks of some texts where the texts stand; None where nothing is marked."""
    return if_any(marks.take(codes)) if marks.any() else None

"""Some rows of a plain file that follow one another, as columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    DataType = pl.DataType | type[pl.DataType]


@dataclass(frozen=True, slots=True)
class Segment:
    """Some rows of a plain file that follow one another, from `first` (counted from 0)."""

    first: int
    frame: pl.DataFrame
    read: Callable[[dict[str, DataType]], pl.DataFrame]  # the same rows, with columns read anew
    written: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # see ColumnarRows

    def __len__(self) -> int:
        return self.frame.height

    def few(self, name: str, many: int) -> tuple[NDArray[np.int64], Segment] | None:
        """The rows that fill a column, and the column in these alone; None where more than one row
        in so many fills it.
        """
        import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

        series = self.frame[name]
        if many * (len(self) - series.null_count()) > len(self):
            return None
        rows = series.is_not_null().arg_true()

        def read(schema: dict[str, DataType]) -> pl.DataFrame:
            return self.read(schema)[rows]

        some = Segment(self.first, series.drop_nulls().to_frame(), read, self.written)
        return rows.to_numpy().astype(np.int64), some

    def numbers(self, name: str) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None] | None:
        """A column of whole numbers and where it is empty; None if it was not read as such."""
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        series = self.frame[name]
        if series.dtype != pl.Int64:
            return None
        empty = series.is_null().to_numpy() if series.null_count() else None
        return series.fill_null(0).to_numpy(), empty

    def words(self, name: str) -> tuple[NDArray[np.int64], list[str]]:
        """A column as numbers of its different texts; the number of an empty cell is that after
        the last.
        """
        import numpy as np  # noqa: PLC0415 - whoever reads a small file does without
        import polars as pl  # noqa: PLC0415 - the same

        series = self.frame[name]
        if series.dtype == pl.Int64:  # how the numbers were written matters after all
            series = self.read({name: pl.String})[name]
        if series.dtype == pl.String:
            series = series.cast(pl.Categorical(pl.Categories.random()))
        numbers = series.to_physical()
        count = numbers.max()
        count = count + 1 if isinstance(count, int) else 0
        codes = numbers.fill_null(count).to_numpy().astype(np.int64)
        somewhere = np.full(count + 1, -1, np.int64)
        somewhere[codes] = np.arange(len(codes))
        there = np.flatnonzero(somewhere[:-1] >= 0)
        found = series.gather(somewhere[there]).cast(pl.String).to_list()
        texts = [""] * count
        for number, text in zip(there.tolist(), found, strict=True):
            texts[number] = text.strip()
        if written := self.written.get(name):
            texts = [written.get(text, text) for text in texts]
        return codes, texts

    def texts(self, name: str) -> pl.Series | None:
        """A column as it was read, if that was as text."""
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        series = self.frame[name]
        return series if series.dtype == pl.String and name not in self.written else None

    def as_written(self) -> Segment:
        """The rows with numbers as texts."""
        import polars as pl  # noqa: PLC0415 - whoever reads a small file does without

        return replace(self, frame=self.read(dict.fromkeys(self.frame.columns, pl.String)))

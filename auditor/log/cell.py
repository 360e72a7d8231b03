"""A cell that was read in another shape, and still knows where and how it stood."""

from __future__ import annotations


class Cell(str):
    """The canonical text of a cell, with the column and the text that stand in the file.

    It compares and reads like any text: only what speaks of the file asks for the rest.
    """

    __slots__ = ("column", "raw")

    column: str
    raw: str

    def __new__(cls, text: str, column: str, raw: str) -> Cell:
        cell = super().__new__(cls, text)
        cell.column, cell.raw = column, raw
        return cell

    def __reduce__(self) -> tuple[type[Cell], tuple[str, str, str]]:
        """A cell is pickled for other processes with the text that stands in the file."""
        return Cell, (str(self), self.column, self.raw)


def stood(name: str, text: str) -> tuple[str, str]:
    """The column and the text under which a cell stands in its file."""
    return (text.column, text.raw) if isinstance(text, Cell) else (name, text)

"""From what a user names (files, folders) to files, each with the name that output calls it by."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from auditor.log.grid import CANONICAL, Shape
from auditor.log.sheet import Refusal, Table
from auditor.log.table import read_tables

ENDINGS = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods")
"""The files that are read in a folder; each may be gzipped.  A file named may end anyhow."""


def read_files(
    named: Iterable[Path], shape: Shape = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of all files and of all files in the folders, in the order of their names.

    The same content given twice is refused: each of its events would count twice.
    """
    tables: list[Table] = []
    refusals: list[Refusal] = []
    by_hash: dict[str, str] = {}
    paths, empty = _files(named)
    refusals += empty
    for path, name in sorted(zip(paths, short_names(paths), strict=True), key=lambda p: p[1]):
        found, refused = read_tables(path, name, shape)
        refusals += refused
        tables += found
        for sha256 in {table.sha256 for table in found}:
            if sha256 in by_hash:
                refusals.append(_twice(name, by_hash[sha256]))
            by_hash.setdefault(sha256, name)
    return tables, refusals


def _twice(name: str, other: str) -> Refusal:
    says = f"It is the same as `{other}`, byte for byte: name each file once."
    return Refusal(name, None, None, None, says)


def _files(named: Iterable[Path]) -> tuple[list[Path], list[Refusal]]:
    files: list[Path] = []
    empty: list[Refusal] = []
    for path in named:
        inside = list(_inside(path)) if path.is_dir() else [path]
        if not inside:
            says = f"No file in this folder ends in {', '.join(ENDINGS)} (or one of them and .gz)."
            empty.append(Refusal(path.as_posix(), None, None, None, says))
        files += inside
    return files, empty


def _inside(folder: Path) -> Iterator[Path]:
    """The logs in a folder and the folders in it; links to folders are not followed."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if _is_log(name):
                yield Path(place, name)


def _is_log(name: str) -> bool:
    # What begins with a dot is hidden, and `~$` begins the lock file of an open workbook.
    return not name.startswith((".", "~$")) and name.lower().removesuffix(".gz").endswith(ENDINGS)


def short_names(paths: Sequence[Path]) -> list[str]:
    """The end of each path that tells it from the others.

    Output is then the same wherever the files lie, and does not say in whose home that is.
    """
    depth = 1
    names = [_end(path, depth) for path in paths]
    while any(n > 1 for n in Counter(names).values()) and depth < _deepest(paths):
        depth += 1
        twice = {name for name, count in Counter(names).items() if count > 1}
        names = [
            _end(path, depth) if name in twice else name
            for path, name in zip(paths, names, strict=True)
        ]
    return names


def _end(path: Path, depth: int) -> str:
    return "/".join(path.absolute().parts[-depth:])


def _deepest(paths: Sequence[Path]) -> int:
    return max(len(path.absolute().parts) for path in paths)

"""Cases as folders: what was handed over, what was declared, and every report that was printed.

- `pièces/`: the files as they were handed over, which nobody can write to
- `lecture.toml`: how they are read, where somebody had to say it
- `dossier.toml`: the case file of the last audit
- `contrôles/1/`: the findings of each audit
- `rapports/v1/`: each version of the report, with the case file that it was made with
- `notes/`: each note for whoever objects to a finding
- `actes.sqlite`: who did what, and when
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO

from auditor.desk.acts import Act, Chain, Standing
from auditor.log.files.limits import LIMITS
from auditor.messages.message import CannotError, Message, message
from auditor.source import Frozen

if TYPE_CHECKING:
    from auditor.log.coded import SheetRows
    from auditor.log.table import Table


ACTS = "actes.sqlite"
PIECES = "pièces"
_LONGEST = 100  # bytes of a name: systems take 255, with what is put before and after it
_ODD = re.compile(r"[^\w .,;+=()\[\]&@'’°-]")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def safe_name(text: str) -> str:
    """A name for a file or a folder here that somebody else gave: letters, digits and plain signs.

    It never leads out of a folder, and is neither hidden nor a device.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", text))[-1]
    plain = _ODD.sub("_", last).strip(" .")
    if len(plain.encode()) > _LONGEST:
        ending = Path(plain).suffix if len(Path(plain).suffix) <= 10 else ""
        room = _LONGEST - len(ending.encode())
        plain = plain.removesuffix(ending).encode()[:room].decode(errors="ignore") + ending
    return "_" if not plain else f"_{plain}" if _RESERVED.fullmatch(plain) else plain


class CaseFolder(Frozen):
    """The folder of a case, and where things stand in it."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @cached_property
    def chain(self) -> Chain:
        return Chain(self.path / ACTS)

    @property
    def state(self) -> Standing:
        """The case as its acts leave it now."""
        return Standing(self.chain.all())

    @property
    def pieces(self) -> Path:
        return self.path / PIECES

    @property
    def rows(self) -> Path:
        """The rows as they were last read, which every reading makes anew."""
        return self.path / ".lignes"

    @property
    def mapping(self) -> Path:
        return self.path / "lecture.toml"

    @property
    def case_file(self) -> Path:
        return self.path / "dossier.toml"

    def control(self, number: int) -> Path:
        """The folder of the findings of an audit."""
        return self.path / "contrôles" / str(number)

    def version(self, number: int) -> Path:
        """The folder of a version of the report."""
        return self.path / "rapports" / f"v{number}"

    @property
    def notes(self) -> Path:
        """The folder of the notes for whoever objects to a finding."""
        return self.path / "notes"

    def receive(self, name: str, content: BinaryIO) -> dict[str, Any]:
        """Keep a file as it was handed over, and tell what an act says of it: the name that it has
        here, which it gets once it is whole and on the disk, its own name, its hash and its size.
        """
        self.pieces.mkdir(exist_ok=True)
        part = self.pieces / f".{secrets.token_hex(8)}.part"
        try:
            with part.open("xb") as file:
                shutil.copyfileobj(content, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
            with part.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
            part.chmod(0o444)
            size, own = part.stat().st_size, safe_name(name)
            place = self._free(own)
            place.touch(exist_ok=False)  # fails where another window took the name meanwhile
            part.replace(place)
            return {"file": place.name, "name": name, "sha256": digest, "size": size}
        finally:
            part.unlink(missing_ok=True)

    def _free(self, name: str) -> Path:
        """A place in the folder that nothing has."""
        stem, dot, ending = name.partition(".")
        names = (f"{stem} ({at}){dot}{ending}" for at in range(2, 10_000))
        return next(
            self.pieces / own for own in (name, *names) if not os.path.lexists(self.pieces / own)
        )

    def files(self) -> Iterator[Path]:
        """All that belongs to the case; the acts last, as they speak of the others."""
        for path in sorted(self.path.rglob("*")):
            inside = path.relative_to(self.path).parts
            is_own = path.is_file() and not path.is_symlink() and not path.name.startswith(ACTS)
            if is_own and not any(own.startswith(".") for own in inside):
                yield path
        yield self.path / ACTS

    def pack(self, target: BinaryIO) -> None:
        """The whole case as one ZIP; the same case gives the same bytes."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in self.files():
                name = path.relative_to(self.path.parent).as_posix()
                with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as inside:
                    if path.name == ACTS:
                        inside.write(self.chain.dumped())
                    else:
                        with path.open("rb") as file:
                            shutil.copyfileobj(file, inside, 1 << 20)


class NoCaseError(LookupError):
    """There is no case of that name."""


class TakenError(Exception):
    """There is a case of that name already."""


class BadPackError(Exception):
    """A ZIP that holds no case, or one that was changed."""


class Cabinet(Frozen):
    """The folder in which the cases stand."""

    root: Path

    def cases(self) -> tuple[CaseFolder, ...]:
        """Every case, that of the last act first."""
        if not self.root.is_dir():
            return ()
        found = [path for path in self.root.iterdir() if (path / ACTS).is_file()]
        found.sort(key=lambda path: ((path / ACTS).stat().st_mtime_ns, path.name), reverse=True)
        return tuple(map(CaseFolder, found))

    def case(self, name: str) -> CaseFolder:
        """The case of a name, which is compared with those that stand here, and is no path.

        Raises NoCaseError.
        """
        for own in self.cases():
            if own.name == name:
                return own
        raise NoCaseError(name)

    @property
    def verifications(self) -> Cabinet:
        """Where reports of others stand that were handed in to be made again."""
        return Cabinet(self.root / ".vérifications")

    def begin(self, number: str) -> CaseFolder:
        """A folder for a case of that number.  Raises TakenError."""
        folder = self.root / safe_name(number)
        try:
            folder.mkdir(mode=0o700, parents=True)
        except FileExistsError:
            if not folder.is_dir() or any(folder.iterdir()):  # else one that was hardly begun
                raise TakenError(folder.name) from None
        return CaseFolder(folder)

    def unpack(self, content: BinaryIO) -> CaseFolder:
        """A case out of a ZIP; nothing that is named in it is written outside its own folder.

        Raises BadPackError, TakenError.
        """
        part = self.root / f".{secrets.token_hex(8)}.part"
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(content) as archive:
                name = _unpacked(archive, part)
            own = CaseFolder(part)
            if not (part / ACTS).is_file() or own.chain.broken() is not None:
                raise BadPackError
            told = [path for act in own.state.acts for path, _ in files_of(own, act)]
            if not all(path.is_relative_to(part) and ".." not in path.parts for path in told):
                raise BadPackError  # an act would have a file of somebody else's opened
            target = self.root / safe_name(name)
            if os.path.lexists(target):
                raise TakenError(target.name)
            part.rename(target)
            return CaseFolder(target)
        except _DAMAGED as error:
            raise BadPackError(str(error)) from None
        finally:
            shutil.rmtree(part, ignore_errors=True)


_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, OSError, NotImplementedError, sqlite3.Error),
    *(ValueError, LookupError, TypeError, AttributeError),  # of acts in another shape
)


def _unpacked(archive: zipfile.ZipFile, target: Path) -> str:
    """Write what a ZIP holds into a folder; the name of the case."""
    members = [own for own in archive.infolist() if not own.is_dir()]
    heads = {own.filename.partition("/")[0] for own in members}
    size = sum(own.file_size for own in members)
    if len(heads) != 1 or size > LIMITS.file_size or len(members) > _MOST_FILES:
        raise BadPackError
    for member in members:
        inside = member.filename.split("/")[1:]
        if [safe_name(own) for own in inside] != inside:
            raise BadPackError  # a name that this program would not have given
        path = target.joinpath(*inside)
        path.parent.mkdir(parents=True, exist_ok=True)
        # No more comes out of a member than its head says.
        with archive.open(member) as source, path.open("xb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    return heads.pop()


_MOST_FILES = 10_000


# ---- whether a case is what its acts say: the chain unbroken, and every file as it was noted -----


class Soundness(Frozen):
    """The acts and the files of a case, counted, the hash of the last act, and whatever is not as
    they say, the first of it first.
    """

    acts: int
    files: int
    last: str
    differs: tuple[Message, ...]


def soundness(path: Path) -> Soundness:
    """That of a case in a folder, or packed as a ZIP.  Raises CannotError where there is none."""
    if (path / ACTS).is_file():
        return _of(CaseFolder(path))
    with TemporaryDirectory() as folder:
        try:
            with path.open("rb") as file:
                return _of(Cabinet(Path(folder)).unpack(file))
        except (BadPackError, OSError):
            raise CannotError(message("desk.no_case", path=str(path))) from None


def _of(case: CaseFolder) -> Soundness:
    broken, acts = case.chain.broken(), case.chain.all()
    if broken is not None:
        return Soundness(len(acts), 0, "", (message("desk.act_changed", number=broken),))
    noted = [(act, path, digest) for act in acts for path, digest in files_of(case, act)]
    differs = [
        message("desk.file_changed", path=str(path.relative_to(case.path)), number=act.number)
        for act, path, digest in noted
        if _sha256(path) != digest
    ]
    return Soundness(len(acts), len(noted), acts[-1].hash if acts else "", tuple(differs))


def files_of(case: CaseFolder, act: Act) -> Iterator[tuple[Path, str]]:
    """The files that an act speaks of, each with its hash."""
    says = act.says
    version = case.version(says.get("version", 0))
    folder = {
        "received": case.pieces,
        "judged": case.control(says.get("number", 0)),
        "printed": version,
        "signed": version,
        "noted": case.notes,
    }.get(act.kind)
    if folder is not None:
        files = says.get("files") or {says["file"]: says["sha256"]}
        yield from ((folder / name, own) for name, own in files.items())


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


# ---- rows as they were read, kept so that a few of a million are shown without the file ----------


# ruff: noqa: PLC0415 - the server starts without the libraries that read

_NUMBER = "@row"  # no column of a log is called so
NEAR = 12
"""Rows that are shown before one, and behind it."""
_AT_ONCE = 20_000  # rows that are decoded to show one


def keep(case: CaseFolder, tables: Sequence[Table]) -> None:
    """Keep the rows of the tables as they were read, and as their files have them where these are
    written otherwise, in place of those that were read before.
    """
    case.rows.mkdir(exist_ok=True)
    for at, table in enumerate(tables):
        _write(case.rows / f"{at}.{_READ}", table.header, table.body)
        (own := case.rows / f"{at}.{_FILE}").unlink(missing_ok=True)
        if table.source is not None:
            _write(own, table.source.header, table.source.rows)


_READ, _FILE = "parquet", "file.parquet"


def _write(path: Path, header: Sequence[str], body: SheetRows) -> None:
    import pyarrow as pa  # type: ignore[import-untyped]  # it comes without types
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it comes without types

    names = [(n, own) for n, own in enumerate(header) if own and not own.startswith("@")]
    named = ((f"{n}:{own}", pa.string()) for n, own in names)  # a file may call two alike
    schema = pa.schema([(_NUMBER, pa.int64()), *named])
    part = path.with_name(f".{path.name}.part")
    with pq.ParquetWriter(part, schema) as writer:
        for segment in body.segments():
            columns = [segment.column(n) for n, _ in names]
            cells = [pa.array([*own.texts], pa.string()).take(own.codes) for own in columns]
            rows = pa.table([pa.array(segment.numbers), *cells], schema)
            writer.write_table(rows, row_group_size=_AT_ONCE)
    part.replace(path)


Rows = tuple[list[str], list[tuple[int, tuple[str, ...]]]]
"""The columns that are filled, and rows, each with its number and its cells."""


def around(
    case: CaseFolder, read: Mapping[str, Any] | None, file: str, sheet: str | None, row: int
) -> tuple[Rows, Rows] | None:
    """A row and some before and behind it as its file has them, and as they were read; None where
    no table that was `read` has it.
    """
    known = () if read is None else read["tables"]
    places = [n for n, own in enumerate(known) if (own["file"], own["sheet"]) == (file, sheet)]
    paths = [case.rows / f"{at}.{own}" for at in places[:1] for own in (_FILE, _READ)]
    found = [_near(own, row) for own in paths if own.exists()]
    numbers = [number for number, _ in found[-1][1]] if found else []
    return (found[0], found[-1]) if row in numbers else None


def _near(path: Path, row: int) -> Rows:
    import pyarrow.parquet as pq

    near = [(_NUMBER, ">=", row - NEAR), (_NUMBER, "<=", row + NEAR)]
    numbers, *found = pq.read_table(path, filters=near).to_pydict().items()
    filled = [(name.partition(":")[2], own) for name, own in found if any(own)]
    cells = zip(*(own for _, own in filled), strict=True)
    return [name for name, _ in filled], [*zip(numbers[1], cells, strict=True)]

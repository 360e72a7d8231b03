"""Whether a case is what its acts say: the chain unbroken, and every file as it was noted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.desk.acts import Act
from auditor.desk.cabinet import ACTS, BadPackError, Cabinet, CaseFolder
from auditor.messages.message import CannotError, Message, message


@dataclass(frozen=True, slots=True)
class Soundness:
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
    noted = [(act, path, digest) for act in acts for path, digest in _files(case, act)]
    differs = [
        message("desk.file_changed", path=str(path.relative_to(case.path)), number=act.number)
        for act, path, digest in noted
        if _sha256(path) != digest
    ]
    return Soundness(len(acts), len(noted), acts[-1].hash if acts else "", tuple(differs))


def _files(case: CaseFolder, act: Act) -> Iterator[tuple[Path, str]]:
    """The files that an act speaks of, each with its hash."""
    says = act.says
    match act.kind:
        case "received":
            yield case.pieces / says["file"], says["sha256"]
        case "judged":
            folder = case.control(says["number"])
            yield from ((folder / name, own) for name, own in says["files"].items())
        case "printed":
            folder = case.version(says["version"])
            yield from ((folder / name, own) for name, own in says["files"].items())
        case "signed":
            yield case.version(says["version"]) / says["file"], says["sha256"]


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return None

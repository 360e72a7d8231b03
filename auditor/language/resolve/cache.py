"""A cache of compiled rule files in the user's cache folder, from one run to the next.

A stale entry would audit by rules that are no longer there.  An entry is used only where this
very program made it, where the disk gives the same answer to every question that was asked, and
where it is sealed with the key of the user who asks; else it is made anew.  `AUDITOR_CACHE` names
another folder, and `AUDITOR_CACHE=off` none.

Whoever plants an entry could drop rules under their true hash: the key stands elsewhere, so that a
folder that is restored, shared or sent brings no entry that is believed.  A pickle can run foreign
code: only values are read back, tuples, numbers, texts and the dataclasses of this package.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import pickle
import secrets
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from auditor.guarded_file import read_file
from auditor.language.resolve.search_path import Answers, Disk, shipped

T = TypeVar("T")

_ENDING = ".kept"
_MOST = 64  # files; those go first that were not used for longest
_LARGEST = 256 << 20  # bytes of one
_PLAIN: frozenset[type] = frozenset((Fraction, date, datetime, timedelta))
_MODULES = frozenset(kind.__module__ for kind in _PLAIN)
_PACKAGE = __name__.partition(".")[0] + "."
_LANGUAGE = Path(__file__).resolve().parents[1]


def cached(key: str, make: Callable[[], tuple[T, Answers | None]], code: Iterable[Path] = ()) -> T:
    """The result of `make`, or the one that it gave to an earlier run.

    The result may depend on `key`, on the answers of the disk, which `make` gives beside it (None
    where the result is not to be kept), and on the program: the rule language and the sources in
    the folders of `code`.
    """
    folder, seal = _cache_folder(), _seal()
    if folder is None or seal is None:
        return make()[0]
    stamp = (key, str(shipped()), program_digest(), *map(_digest, code))
    name = hashlib.sha256(os.fsencode("\0".join(stamp[:2]))).hexdigest()[:24] + _ENDING
    found: tuple[T] | None = _read(folder / name, seal, stamp)
    if found is not None:
        return found[0]
    made, answers = make()
    if answers is not None:
        _write(folder / name, seal, stamp, answers, made)
    return made


# ---- the program that runs ---------------------------------------------------------------------
@cache
def program_digest() -> str:
    """A digest of all the code that compiles rule files: this package's, Lark's, Python's."""
    lark = find_spec("lark")
    library = Path(lark.origin).read_bytes() if lark is not None and lark.origin else b""
    rooms = sorted(place for place in _LANGUAGE.iterdir() if place.is_dir())
    sources = map(_digest, (_LANGUAGE.parent, _LANGUAGE, *rooms))
    version = map(str, sys.version_info[:3])
    return " ".join((*version, *sources, hashlib.sha256(library).hexdigest()))


def _digest(folder: Path) -> str:
    """A digest of the sources in a folder, not of those in the folders below it."""
    digest = hashlib.sha256()
    for place in sorted(os.scandir(folder), key=lambda place: place.name):
        if place.name.endswith((".py", ".lark", ".toml")):
            content = Path(place.path).read_bytes()
            digest.update(f"{place.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


# ---- files --------------------------------------------------------------------------------------
def _cache_folder() -> Path | None:
    """The cache's folder, made if need be; None where others could write in it."""
    asked = os.environ.get("AUDITOR_CACHE", "")
    if asked == "off":
        return None
    if asked:
        return _own_folder(Path(asked).absolute())
    from platformdirs import user_cache_path  # noqa: PLC0415 - not needed where one is named

    return _own_folder(user_cache_path("auditor", appauthor=False))


def _own_folder(folder: Path) -> Path | None:
    """The folder, made if need be; None where other users can write in it."""
    if not folder.is_absolute():
        return None  # without a home there is no folder of the user's own
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_own(folder.stat(), 0o022) else None
    except OSError:
        return None


def _is_own(state: os.stat_result, others: int) -> bool:
    """True of what belongs to the user, and is not open to others."""
    return os.name != "posix" or (state.st_uid == os.geteuid() and not state.st_mode & others)


def _seal() -> bytes | None:
    """The key by which the user's own entries are known, made where there is none."""
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed where nothing is kept

    folder = _own_folder(user_data_path("auditor", appauthor=False))
    if folder is None:
        return None
    file = folder / "cache.key"
    with suppress(OSError), open(file, "xb", opener=_for_its_owner) as out:
        out.write(secrets.token_bytes(32))
    try:
        key = read_file(file, 32)
        return key if len(key) == 32 and _is_own(file.lstat(), 0o077) else None
    except OSError:
        return None


def _for_its_owner(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def _read(file: Path, seal: bytes, stamp: tuple[str, ...]) -> tuple[Any] | None:
    try:
        content = read_file(file, _LARGEST)
        body = content[32:]
        if not hmac.compare_digest(hmac.digest(seal, body, "sha256"), content[:32]):
            return None
        made_by, answers, value = _loads(body)
        if made_by != stamp or not Disk().confirms(answers):
            return None
        with suppress(OSError):
            os.utime(file)  # the folder keeps the files that were used last
        return (_shared(value),)
    # A file that another version wrote may hold anything, and fail in any way.
    except Exception:  # noqa: BLE001
        return None


def _write(
    file: Path, seal: bytes, stamp: tuple[str, ...], answers: Answers, value: object
) -> None:
    body = _dumps((stamp, dict(answers), _dumps(value)))
    with suppress(OSError):
        beside = file.with_name(f".{os.getpid()}.{file.name}")
        try:
            with beside.open("xb") as out:
                out.write(hmac.digest(seal, body, "sha256") + body)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
        _leave_the_latest(file.parent)


def _leave_the_latest(folder: Path) -> None:
    files = sorted(folder.glob(f"*{_ENDING}"), key=lambda file: file.stat().st_mtime)
    for file in files[:-_MOST]:
        file.unlink(missing_ok=True)


# ---- values -------------------------------------------------------------------------------------
class _Pickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        """A value is its class and what that is called with: quicker to read than its state."""
        if is_dataclass(value) and not isinstance(value, type):
            return type(value), tuple(getattr(value, part.name) for part in fields(value))
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """The class of a value.  Raises UnpicklingError for anything else."""
        own = module.startswith(_PACKAGE)
        if own or module in _MODULES:
            found = super().find_class(module, name)
            if isinstance(found, type) and (found in _PLAIN or (own and _is_value(found))):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no class of values")


def _is_value(kind: type) -> bool:
    return kind.__module__.startswith(_PACKAGE) and (is_dataclass(kind) or issubclass(kind, tuple))


def _dumps(value: object) -> bytes:
    out = io.BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(value)
    return out.getvalue()


def _loads(data: bytes) -> Any:
    return _Unpickler(io.BytesIO(data)).load()


_shared = lru_cache(maxsize=8)(_loads)
"""One value for all audits of a process: nothing changes it, and all that is worked out of the same
object need not be worked out again.
"""

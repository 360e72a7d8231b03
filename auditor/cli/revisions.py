"""Rule files of another revision: `v1.2:rules/my-game`, as git writes it."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from shutil import which
from tempfile import TemporaryDirectory

from auditor.language.resolve.search_path import available
from auditor.messages.message import CannotError, Message, message

_SECONDS = 60
_RULE_FILES = ":(top,glob)**/*.rules"


@contextmanager
def laid_out(name: str) -> Iterator[str]:
    """Where the ruleset of that name is: as it stands, or in a folder for as long as it is needed.

    `REV:PATH` counts from the root of the repository, `REV:./PATH` from the working folder.
    Parents and vocabularies are those of the revision.  Raises CannotError.
    """
    revision, colon, path = name.partition(":")
    if not colon or Path(name).exists() or Path(name).is_absolute():
        _refuse_bare(name)
        yield name
        return
    tree = _git(name, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{tree}}").decode()
    root = Path(_git(name, "rev-parse", "--show-toplevel").decode().strip())
    inside = _inside(path, root)
    packed = _git(name, "archive", "--format=tar", tree.strip(), "--", _RULE_FILES, cwd=root)
    with TemporaryDirectory(prefix="auditor-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        leads_out = inside.is_absolute() or ".." in inside.parts  # to files of no revision
        if leads_out or not (Path(folder) / inside).exists():
            raise CannotError(message("revision.no_path", revision=revision, path=str(inside)))
        try:
            yield str(Path(folder) / inside)
        except CannotError as error:
            says = (_as_named(own, folder, name) for own in error.says)
            raise CannotError(*says) from None


def _refuse_bare(name: str) -> None:
    """Refuse a revision without a path: it holds many rulesets.  Raises CannotError."""
    if Path(name).exists() or name in available():
        return
    try:
        _git(name, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
    except CannotError:
        return
    raise CannotError(message("revision.bare", name=name))


def _as_named(says: Message, folder: str, name: str) -> Message:
    """The message, without the folder of the moment, in which nobody will find the rules."""
    values = dict(says.values)
    where = str(values.get("where", ""))
    if str(values.get("name", "")).startswith(folder) and says.code != "rules.errors":
        return message(says.code, **{**values, "name": name})
    if says.code != "rules.errors" or not where.startswith(f"{folder}/"):
        return says
    revision = name.partition(":")[0]
    return message(
        "revision.errors",
        name=name,
        where=f"{revision}:{where.removeprefix(f'{folder}/')}",
        what=values["what"],
        code=values["code"],
        more=values["more"],
    )


def _inside(path: str, root: Path) -> PurePosixPath:
    """A path as seen from the root of the repository."""
    if path.startswith(("./", "../")):
        own = (Path.cwd() / path).resolve()
        if own.is_relative_to(root.resolve()):
            return PurePosixPath(own.relative_to(root.resolve()).as_posix())
    return PurePosixPath(path)


def _git(name: str, *arguments: str, cwd: Path | None = None) -> bytes:
    """The answer of git.  Raises CannotError."""
    git = which("git")
    if git is None:
        raise CannotError(message("revision.no_git", name=name))
    try:
        done = subprocess.run(  # noqa: S603 - git, found on the path; nothing is read as an option
            [git, *arguments], capture_output=True, timeout=_SECONDS, check=False, cwd=cwd
        )
    except subprocess.TimeoutExpired:
        raise CannotError(message("revision.refused", name=name, says="…")) from None
    if done.returncode:
        says = done.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise CannotError(message("revision.refused", name=name, says=says))
    return done.stdout

"""`auditor sign`: sign a report, or say what its signatures cover."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.named_files import content_of, refuse_to_replace, write_file
from auditor.cli.options import option, spoken, value
from auditor.cli.terminal import said, tell
from auditor.log.files.limits import LIMITS
from auditor.messages.message import CannotError, Language, Message, message, say
from auditor.report.typography import moment

if TYPE_CHECKING:
    from auditor_signatures.pdf import Signature

PASSPHRASE = "AUDITOR_PASSPHRASE"  # noqa: S105 - the name of a variable


def sign(
    report: str = typer.Argument(..., metavar="REPORT.pdf"),
    certificate: str | None = value("FILE.p12"),
    passphrase_file: str | None = value("FILE"),
    timestamp: str | None = value("URL"),
    output: str | None = typer.Option(
        None, "--output", "-o", metavar="FILE", show_default="REPORT-signed.pdf"
    ),
    force: bool = typer.Option(False, "--force"),
    check: bool = typer.Option(False, "--check"),
    trust: list[str] | None = value("FILE.pem"),
    language: str | None = option("language"),
) -> None:
    """Sign a report (PAdES), or say with --check what its signatures cover.

    With --check the exit status is 0 where all signatures hold, 1 where one does not, or where
    there is none.

    Example: auditor sign reports/report.pdf --certificate inspector.p12
    """
    speaks = spoken(language)
    path = Path(report)
    if check:
        _check(_content(path), trust or [], speaks)
        return
    if certificate is None:
        raise CannotError(message("sign.needs_certificate"))
    target = Path(output) if output else path.with_name(f"{path.stem}-signed.pdf")
    _refuse_target(target, [path, Path(certificate)], force=force)
    content, key = _content(path), _content(Path(certificate))
    _sign(content, key, _passphrase(key, passphrase_file, speaks), timestamp, target, speaks)


def _refuse_target(target: Path, inputs: list[Path], *, force: bool) -> None:
    if not target.exists():
        return
    if any(own.exists() and target.samefile(own) for own in inputs):
        raise CannotError(message("sign.over_input", path=str(target)))
    refuse_to_replace(str(target), force=force)


def _passphrase(key: bytes, file: str | None, language: Language) -> bytes | None:
    """From a file, the environment or the keyboard: arguments can be read by every process."""
    from auditor_signatures.pdf import has_key

    if file is not None:
        return (_content(Path(file)).splitlines() or [b""])[0]
    if PASSPHRASE in os.environ:
        return os.environ[PASSPHRASE].encode()
    if not sys.stdin.isatty() or has_key(key):
        return None
    asked: str = typer.prompt(say(message("sign.passphrase"), language), hide_input=True, err=True)
    return asked.encode()


def _sign(
    content: bytes,
    key: bytes,
    passphrase: bytes | None,
    timestamp: str | None,
    target: Path,
    language: Language,
) -> None:
    from auditor_signatures.pdf import is_valid, sign

    signed = sign(content, key, passphrase, timestamp)
    if not is_valid(key, passphrase, datetime.now(UTC)):
        tell(message("sign.not_valid"), language, err=True)
    write_file(target, signed)
    tell(str(target))


def _check(content: bytes, trust: list[str], language: Language) -> None:
    from auditor_signatures.pdf import is_only_signed, signatures

    given = [_content(Path(own)) for own in trust]
    found = signatures(content, given, now=datetime.now(UTC))
    if not found:
        tell(message("sign.none"), language)
        raise typer.Exit(FINDINGS)
    for number, own in enumerate(found, start=1):
        first, *others = _lines(number, own, language)
        tell(first, language)
        for line in others:
            tell(f"  {said(line, language)}")
    holds = all(own.holds for own in found)
    if holds and not is_only_signed(content):
        tell(message("sign.before"), language)
        holds = False
    if not holds:
        raise typer.Exit(FINDINGS)


def _lines(number: int, own: Signature, language: Language) -> list[Message]:
    time = moment(own.time, language)
    trusted = {None: "sign.not_judged", True: "sign.trusted", False: "sign.not_trusted"}
    return [
        message("sign.by", number=number, signer=own.signer),
        message("sign.stamped", time=time, authority=own.authority)
        if own.authority
        else message("sign.stated", time=time),
        _coverage(own),
        message(trusted[own.trusted]),
        *(() if own.valid else (message("sign.not_valid"),)),
    ]


def _coverage(own: Signature) -> Message:
    if not own.intact:
        return message("sign.broken")
    if not own.complete:
        return message("sign.partial")
    if own.changed:
        return message("sign.changed", count=own.after)
    if own.after:
        return message("sign.earlier", count=own.after)
    return message("sign.covers")


def _content(path: Path) -> bytes:
    return content_of(path, LIMITS.file_size)

"""Whether a report can be had again from its logs and rules: anyone may repeat what it says it did.

Three things are compared: the files by their hashes, the rules by theirs, and then, since hashes
prove nothing of what was concluded, the whole report with one made anew.  A PDF is printed again;
signatures are appended to it, and change nothing of what was printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from auditor.audit import CannotAuditError, audit_log, read_log
from auditor.case_file import CaseFile
from auditor.findings.pseudonyms import PSEUDONYM, key_id
from auditor.language.resolve.search_path import available
from auditor.messages.message import CannotError, Message, message
from auditor.reading import case_of
from auditor.report.files import NoReportError, files_inside, read_report
from auditor.report.model import Report
from auditor.report.render.json import json_bytes
from auditor.report.render.pdf import PdfError, attachments, pdf_bytes
from auditor.request import Settings, SettingsAsked, settings_of
from auditor.source import Frozen, Source

_SHOWN = 120
_SignedOnly = Callable[[bytes, bytes], bool]
"""Whether a PDF is a print with nothing but signatures appended to it; raises CannotError."""
_NO_KEY = b"whoever verifies without the key"


class Reproduction(Frozen):
    """The outcome of a comparison: what agrees, and what does not, the first difference first."""

    same: tuple[Message, ...]
    differs: tuple[Message, ...]
    notes: tuple[Message, ...] = ()

    @property
    def is_exact(self) -> bool:
        return not self.differs


def verify(
    report: str | Path,
    logs: Sequence[str | Path],
    settings: Settings | None = None,
    *,
    processes: int = 1,
    signed_only: _SignedOnly | None = None,
    **asked: Unpack[SettingsAsked],
) -> Reproduction:
    """Audit again what a report (findings.json, or a PDF that holds it) says was audited.

    `rules`, `mapping`, `case`, `baseline` and `earlier` have to be given where the audit had them
    and they are no rulesets that are shipped; without a case, the report's own is taken.  Without
    the `key` of its pseudonyms these are compared by where each of them stands.  `signed_only`
    judges what was appended to the print of a PDF: `auditor_signatures.is_only_signed`.  Raises
    CannotAuditError where the report or the logs cannot be read.
    """
    given, path = settings or Settings(**asked), Path(report)
    try:
        content, told = read_report(path)
    except NoReportError as error:
        raise CannotAuditError(*error.says) from None
    reading = read_log([Path(log) for log in logs], mapping=given.mapping, rules=given.rules)
    made_with = told.run.parameters.get("pseudonyms")
    nameless = made_with is not None and (given.key is None or key_id(given.key) != made_with)
    again = audit_log(reading, _settings(told, given, nameless=nameless), processes=processes)
    found = again.report
    pairs = [_files(told, found), _rules(told, found), _reports(told, found, nameless=nameless)]
    if content.startswith(b"%PDF"):
        pairs += [_attachments(told, content, again.rule_files)]
        pairs += [_pages(told, content, again.rule_files, signed_only)]
    elif told.auditor.version == found.auditor.version:
        pairs += [_bytes(told, content)]
    return Reproduction(
        same=tuple(own for own, differs in pairs if not differs),
        differs=tuple(own for _, differs in pairs for own in differs),
        notes=(
            *([message("verify.own_case")] if told.case is not None and given.case is None else ()),
            *([message("verify.nameless", id=str(made_with))] if nameless else ()),
            message("verify.not_compared"),
            *_beside(path, told),
            *_versions(told, found),
        ),
    )


def _beside(path: Path, told: Report) -> tuple[Message, ...]:
    """Whether the findings in the folder of a report are of another audit: a set that was being
    replaced when the program was killed is a mixed one.
    """
    findings = path.with_name("findings.json")
    try:
        mixed = findings.exists() and read_report(findings)[1] != told
    except NoReportError:
        mixed = True
    return (message("verify.mixed", file=str(findings)),) if mixed else ()


# ---- the same audit again -----------------------------------------------------------------------
def _settings(told: Report, given: Settings, *, nameless: bool) -> Settings:
    """The settings of the audit.  Raises CannotAuditError where a file of its is not given."""
    named = told.run.parameters
    for name in ("mapping", "rules", "baseline", "earlier"):
        if name in named and getattr(given, name) is None:
            raise CannotAuditError(message("verify.needed", name=name, file=str(named[name])))
    only = told.rulesets[0].name if len(told.rulesets) == 1 else None
    rules = given.rules or only
    if rules == only and only is not None and only not in available():
        raise CannotAuditError(message("verify.needed_rules", name=only))
    key = (_NO_KEY if nameless else given.key) if "pseudonyms" in named else None
    given = replace(given, rules=rules, case=_case(told, given), key=key)
    return settings_of(told.run, given)


def _case(told: Report, given: Settings) -> CaseFile | None:
    """The case in the file that is given, or in the report, with the version that the report has;
    a report in a folder of others may have another than its file says.
    """
    own = case_of(given)
    if told.case is None:
        return own
    if own is None:
        # `case.toml (HASH)`: nobody has the file whose hash it is, which is taken as it stands.
        name, _, sha256 = str(told.run.parameters.get("case", "")).rpartition(" ")
        return CaseFile(name, sha256.strip("()"), told.case)
    return replace(own, case=own.case.model_copy(update={"version": told.case.version}))


# ---- what is compared ---------------------------------------------------------------------------
Compared = tuple[Message, tuple[Message, ...]]
"""Something that is compared, and how it differs."""


def _files(told: Report, found: Report) -> Compared:
    wanted = {own.sha256: own.file for own in told.inputs}
    given = {own.sha256: own.file for own in found.inputs}
    lacking = [
        message("verify.lacking", file=wanted[h], sha256=h) for h in wanted if h not in given
    ]
    others = [message("verify.other", file=given[h], sha256=h) for h in given if h not in wanted]
    return message("verify.files", count=len(wanted)), (*lacking, *others)


def _rules(told: Report, found: Report) -> Compared:
    given = {own.name: own.sha256 for own in found.rulesets}
    differs = [
        message(
            "verify.rules_differ", name=own.name, told=own.sha256, found=given.get(own.name, "–")
        )
        for own in told.rulesets
        if given.get(own.name) != own.sha256
    ]
    return message("verify.rules", names=tuple(own.name for own in told.rulesets)), tuple(differs)


def _reports(told: Report, found: Report, *, nameless: bool) -> Compared:
    """Everything that the reports say but names of files and the version of the program; without
    the key, of people only that each pseudonym stands for the same one throughout.
    """
    if not any(own.coup for own in told.findings):  # Spark lays no coup out
        findings = tuple(own.model_copy(update={"coup": ()}) for own in found.findings)
        found = found.model_copy(update={"findings": findings})
    one, other = _bare(told), _bare(found)
    if nameless:
        one, other = _nameless(one), _nameless(other)
    first = next(_differences(one, other, ""), None)
    says = message("verify.findings", count=len(told.findings))
    if first is None:
        return says, ()
    where, *both = first
    said, again = (own[:_SHOWN] for own in both)
    return says, (message("verify.differs", where=where, told=said, found=again),)


def _bare(report: Report) -> Any:
    names = _FileNames(report)
    left_out: dict[str, Any] = {
        "run": {"started"},
        "auditor": True,
        "inputs": {"__all__": {"file"}},
    }
    return names.replaced(report.model_dump(mode="json", exclude=left_out))


_TAKEN = ("case", "baseline", "follow_up")
"""Parts of a report that repeat what others wrote, with pseudonyms that were made with the key."""


def _nameless(content: dict[str, Any]) -> dict[str, Any]:
    """The content with people numbered as they are met, and without what names the key."""
    known: dict[str, str] = {}
    content["run"]["parameters"].pop("pseudonyms")
    return {name: _numbered(own, {} if name in _TAKEN else known) for name, own in content.items()}


def _numbered(value: Any, known: dict[str, str]) -> Any:
    def number(met: re.Match[str]) -> str:
        return known.setdefault(met[0], f"{met[0][:2]}{len(known) + 1}")

    return _mapped(value, text=lambda own: PSEUDONYM.sub(number, own))


def _mapped(
    value: Any,
    *,
    text: Callable[[str], str] = lambda own: own,
    table: Callable[[dict[str, Any]], dict[str, Any]] = lambda own: own,
) -> Any:
    """The content with each text, and each table of such contents, replaced by another."""
    match value:
        case dict():
            return table(
                {name: _mapped(own, text=text, table=table) for name, own in value.items()}
            )
        case list():
            return [_mapped(own, text=text, table=table) for own in value]
        case str():
            return text(value)
        case _:
            return value


class _FileNames:
    """The files of a report, named by their hashes: a copy may be called otherwise."""

    def __init__(self, report: Report) -> None:
        files = {own.file: own.sha256 for own in report.inputs}
        self._rows = {
            (own.file, own.sheet): f"{own.sha256}[{own.sheet or ''}]" for own in report.inputs
        }
        self._files = files
        every = "|".join(map(re.escape, sorted(files, key=len, reverse=True)))
        self._said = re.compile(rf"(?<!\w)(?:{every or '(?!)'})(?!\w)")

    def replaced(self, content: dict[str, Any]) -> Any:
        """The content, with names of files replaced where rows stand and in what is said."""
        return _mapped(content, table=self._table)

    def _table(self, own: dict[str, Any]) -> dict[str, Any]:
        if "file" in own and "row" in own:
            own["file"] = self._rows.get((own["file"], own.get("sheet")), own["file"])
        elif own.keys() == {"fr", "en"}:
            own = {
                language: self._said.sub(lambda name: self._files[name[0]], text)
                for language, text in own.items()
            }
        return own


def _differences(one: Any, other: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Where two contents differ, in the order of the first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            inner = f"{where}.{name}" if where else name
            yield from _differences(one.get(name), other.get(name), inner)
    elif isinstance(one, list) and isinstance(other, list):
        for at, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from _differences(left, right, f"{where}[{at}]")
        if len(one) != len(other):
            yield where, str(len(one)), str(len(other))
    elif one != other:
        yield where, str(one), str(other)


def _bytes(told: Report, content: bytes) -> Compared:
    """The bytes of findings.json: a name that stands twice says one thing to us and, maybe, another
    to other readers.
    """
    differs = () if json_bytes(told) == content else (message("verify.bytes_differ"),)
    return message("verify.bytes"), differs


def _attachments(told: Report, content: bytes, rule_files: Sequence[Source]) -> Compared:
    """The files inside, by name: which one was changed, taken out or put in."""
    inside = files_inside(content) or {}
    wanted = {own.name: [own.content] for own in attachments(told, told.run.language, rule_files)}
    differs = [name for name in {**wanted, **inside} if inside.get(name) != wanted.get(name)]
    says = message("verify.attachments", count=len(wanted))
    return says, tuple(message("verify.attachment_differs", name=name) for name in differs)


def _pages(
    told: Report, content: bytes, rule_files: Sequence[Source], signed_only: _SignedOnly | None
) -> Compared:
    """The pages, printed again from what the file holds."""
    says = message("verify.pages")
    try:
        printed = pdf_bytes(told, rule_files=rule_files)
    except PdfError as error:
        return says, (message("verify.not_printed", error=str(error)),)
    if printed == content:
        return says, ()
    if not content.startswith(printed):
        return says, (message("verify.pages_differ"),)
    return _appended(content, printed, signed_only)


def _appended(content: bytes, printed: bytes, signed_only: _SignedOnly | None) -> Compared:
    """Added after the bytes of the print: signatures, or more."""
    says = message("verify.signed")
    if signed_only is None:
        return says, (message("sign.not_installed"),)
    try:
        return says, () if signed_only(content, printed) else (message("verify.appended"),)
    except CannotError as error:
        return says, error.says


def _versions(told: Report, found: Report) -> Iterator[Message]:
    """A version that differs may explain a difference, and proves none."""
    if told.auditor.version != found.auditor.version:
        yield message(
            "verify.version", told=told.auditor.version, found=found.auditor.version, what="auditor"
        )
    for name, version in told.auditor.libraries.items():
        own = found.auditor.libraries.get(name, "–")
        if own != version:
            yield message("verify.version", told=version, found=own, what=name)

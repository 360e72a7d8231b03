"""Whether a report can be had again from its logs and rules: anyone may repeat what it says it did.

Three things are compared: the files by their hashes, the rules by theirs, and then, since hashes
prove nothing of what was concluded, the whole report with one made anew.  A PDF is printed again;
signatures are appended to it, and change nothing of what was printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from auditor.audit import Audit, CannotAuditError, Reading, audit_log, case_file, read_log
from auditor.case_file import CaseFile
from auditor.findings.pseudonyms import PSEUDONYM, key_id
from auditor.language.resolve.search_path import available
from auditor.messages.message import CannotError, Message, message
from auditor.report.files import NoReportError, files_inside, read_report
from auditor.report.model import Finding, Report
from auditor.report.render.json import json_bytes
from auditor.report.render.pdf import PdfError, attachments, pdf_bytes
from auditor.source import Source

_RUN = (
    *("records", "records_by_mapping", "from", "to", "must_verify", "casino"),
    *("case", "mapping", "baseline", "earlier", "waivers", "pseudonyms", "rules_anyway"),
)
"""Entries of `run.parameters` that are no parameters of rules."""
_SHOWN = 120
_SignedOnly = Callable[[bytes, bytes], bool]
"""Whether a PDF is a print with nothing but signatures appended to it; raises CannotError."""
_NO_KEY = b"whoever verifies without the key"


@dataclass(frozen=True, slots=True)
class Reproduction:
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
    *,
    rules: str | Path | None = None,
    mapping: str | Path | None = None,
    case: str | Path | None = None,
    baseline: str | Path | None = None,
    earlier: str | Path | None = None,
    key: bytes | None = None,
    processes: int = 1,
    signed_only: _SignedOnly | None = None,
) -> Reproduction:
    """Audit again what a report (findings.json, or a PDF that holds it) says was audited.

    `rules`, `mapping`, `case`, `baseline` and `earlier` are needed where the audit had them and
    they are no rulesets that are shipped; without `case`, the report's own is taken.  Without the
    `key` of its pseudonyms these are compared by where each of them stands.  `signed_only` judges
    what was appended to the print of a PDF.  Raises CannotAuditError where the report or the logs
    cannot be read.
    """
    path = Path(report)
    try:
        content, told = read_report(path)
    except NoReportError as error:
        raise CannotAuditError(error.says) from None
    reading = read_log([Path(log) for log in logs], mapping=mapping, rules=rules)
    given = {"rules": rules, "baseline": baseline, "earlier": earlier}
    made_with = told.run.parameters.get("pseudonyms")
    if key is not None and key_id(key) != made_with:
        key = None
    again = _again(told, reading, _case(told, case), given, key=key, processes=processes)
    found = again.report
    nameless = made_with is not None and key is None
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
            *([message("verify.own_case")] if told.case is not None and case is None else ()),
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
def _case(told: Report, given: str | Path | None) -> CaseFile | None:
    """The case in the file that is given, or in the report, with the version that the report has;
    a report in a folder of others may have another than its file says.
    """
    if told.case is None:
        return case_file(given)
    own = case_file(given)
    if own is None:
        # `case.toml (HASH)`: nobody has the file whose hash it is, which is taken as it stands.
        name, _, sha256 = str(told.run.parameters.get("case", "")).rpartition(" ")
        return CaseFile(name, sha256.strip("()"), told.case)
    return replace(own, case=own.case.model_copy(update={"version": told.case.version}))


def _again(
    told: Report,
    reading: Reading,
    case: CaseFile | None,
    given: Mapping[str, str | Path | None],
    *,
    key: bytes | None,
    processes: int,
) -> Audit:
    asked = told.run.parameters
    for name, own in (("mapping", reading.mapping), *given.items()):
        if name in asked and own is None:
            raise CannotAuditError(
                message("verify.needed", option=f"--{name}", file=str(asked[name]))
            )
    only = told.rulesets[0].name if len(told.rulesets) == 1 else None
    rules = given["rules"] or only
    if rules == only and only is not None and only not in available():
        raise CannotAuditError(message("verify.needed_rules", name=only))
    records: Any = asked.get("records", ())
    return audit_log(
        reading,
        rules=rules,
        records=records,
        params={name: value for name, value in asked.items() if name not in _RUN},
        period=(_day("from", asked), _day("to", asked)),
        language=told.run.language,
        started=_moment(told.run.started),
        processes=processes,
        must_verify=[str(own) for own in _listed(asked.get("must_verify"))],
        case=case,
        baseline=given["baseline"],
        earlier=given["earlier"],
        key=(key or _NO_KEY) if "pseudonyms" in asked else None,
        casino=None if case is not None else _text(asked.get("casino")),
        rules_anyway=asked.get("rules_anyway") is True,
    )


def _day(name: str, asked: Mapping[str, object]) -> date | None:
    try:
        return date.fromisoformat(str(asked[name])) if name in asked else None
    except ValueError:
        raise _no_value(name, str(asked[name]), "value.day") from None


def _no_value(name: str, text: str, code: str) -> CannotAuditError:
    """The refusal of a report whose own words mean nothing."""
    says = message(code)
    return CannotAuditError(message("request.parameter_value", name=name, text=text, says=says))


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        raise _no_value("started", text, "value.time") from None


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
    """All that both reports say, whatever the files are called and whichever version wrote it; of
    people, where nobody has the key, only that each of them is the same wherever he stands.
    """
    if not any(own.coup for own in told.findings):  # Spark lays no coup out
        found = found.model_copy(update={"findings": tuple(map(_without_coup, found.findings))})
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


def _without_coup(finding: Finding) -> Finding:
    return finding.model_copy(update={"coup": ()})


def _bare(report: Report) -> Any:
    names = _Names(report)
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
    match value:
        case dict():
            return {name: _numbered(own, known) for name, own in value.items()}
        case list():
            return [_numbered(own, known) for own in value]
        case str():
            return PSEUDONYM.sub(
                lambda met: known.setdefault(met[0], f"{met[0][:2]}{len(known) + 1}"), value
            )
        case _:
            return value


class _Names:
    """The files of a report, named by their hashes: a copy may be called otherwise."""

    def __init__(self, report: Report) -> None:
        files = {own.file: own.sha256 for own in report.inputs}
        self._rows = {
            (own.file, own.sheet): f"{own.sha256}[{own.sheet or ''}]" for own in report.inputs
        }
        self._files = files
        every = "|".join(map(re.escape, sorted(files, key=len, reverse=True)))
        self._said = re.compile(rf"(?<!\w)(?:{every or '(?!)'})(?!\w)")

    def replaced(self, value: Any) -> Any:
        """The content, with names of files replaced where rows stand and in what is said."""
        match value:
            case dict():
                own = {name: self.replaced(inner) for name, inner in value.items()}
                if "file" in own and "row" in own:
                    own["file"] = self._rows.get((own["file"], own.get("sheet")), own["file"])
                elif own.keys() == {"fr", "en"}:
                    own = {language: self._sentence(own[language]) for language in own}
                return own
            case list():
                return [self.replaced(inner) for inner in value]
            case _:
                return value

    def _sentence(self, text: str) -> str:
        return self._said.sub(lambda found: self._files[found[0]], text)


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

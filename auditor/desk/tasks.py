"""Work of a case that takes time: each task runs in a process of its own, and calls the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.audit import Audit, audit_log, read_log, write_report
from auditor.desk.acts import FindingActs, Kind, Standing, marks_of
from auditor.desk.cabinet import CaseFolder, keep
from auditor.explanation import RowName, explain_row
from auditor.findings.accepted import against
from auditor.language.core import Bilingual
from auditor.log.attribution import establishments_named, games_named
from auditor.log.table import Table
from auditor.messages.message import Language
from auditor.preview import Told
from auditor.proposal import Proposal, propose
from auditor.reading import Reading
from auditor.report import model
from auditor.report.files import read_report, write_whole
from auditor.report.model import CLASSES, LANGUAGES
from auditor.report.render.json import report_id
from auditor.report.render.note import Note
from auditor.report.render.pdf import PdfError
from auditor.report.typography import counted_up
from auditor.reproduction import verify as verified
from auditor.request import CannotAuditError
from auditor.source import Frozen
from auditor.types import TIME
from auditor.values import UnreadableError, read_value
from auditor_signatures.pdf import is_only_signed

Tell = Callable[[Mapping[str, str] | None], None]
"""Is told the sentence of each finding as it comes, in both languages."""


class Order(Frozen):
    """Work on a case: by whom and when it was asked for, in which language, and the key by which
    people get pseudonyms; `asked` is what a question is about.
    """

    task: str
    folder: Path
    at: datetime
    who: str
    language: Language
    key: bytes
    processes: int = 1
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def case(self) -> CaseFolder:
        return CaseFolder(self.folder)

    @property
    def state(self) -> Standing:
        return self.case.state

    @property
    def logs(self) -> list[Path]:
        """The pieces that are read."""
        return [self.case.pieces / own.file for own in self.state.logs]

    def note(self, kind: Kind, says: Mapping[str, Any]) -> None:
        """Note what was done."""
        self.case.chain.add(kind, says, at=self.at, who=self.who)


def read(order: Order, _: Tell) -> None:
    """Read the pieces as far as they leave no doubt and somebody has said the rest, and note what
    they hold, what is asked, and what the answers so far make of them.
    """
    case, state = order.case, order.state
    says: dict[str, Any] = {"basis": state.basis, "mapping": None, **_NOTHING}
    if state.logs:
        answers = state.said("reading", "answers", {})
        try:
            proposal = propose(order.logs, state.said("game", "rules"), answers=answers)
        except CannotAuditError:
            proposal = None  # a file cannot be read at all, which is told below
        if proposal is not None and proposal.is_needed:
            text = proposal.text(order.language).encode()
            write_whole(case.mapping, text)
            says |= {"mapping": sha256(text).hexdigest(), **_asked(proposal)}
        reading = _reading(order, says["mapping"])
        keep(case, reading.tables)
        says |= _told(reading)
    order.note("read", says)


_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("tables", "refused", "games", "houses"), ()),
    **dict.fromkeys(("columns", "questions", "events", "coup"), ()),
    "checked": None,
}


def _asked(proposal: Proposal) -> dict[str, Any]:
    """A proposal as an act can hold it."""
    preview = proposal.preview
    paid = preview.payments
    return {
        "columns": [
            _fields(own, "name", "file", "samples", "state", "near") | {"said": _both(own.meaning)}
            for own in proposal.columns
        ],
        "questions": [
            _fields(own, "id", "column", "values", "proposed")
            | {
                "says": {one: own.said(one, "desk") for one in LANGUAGES},
                "candidates": [
                    {"answer": each.answer, "said": _both(each.called)} for each in own.candidates
                ],
                "price": {"fr": own.price.said("fr"), "en": own.price.said("en")},
            }
            for own in proposal.questions
            if own.place[0] != "records"  # the next screen asks for these
        ],
        "events": [_event(own) for own in preview.events],
        "coup": [_event(own) for own in preview.coup],
        "checked": None if paid is None else [paid.checked, paid.count],
    }


def _event(own: Told) -> dict[str, Any]:
    return _fields(own, "file", "row") | {"said": _both(own.words)}


def _fields(own: object, *names: str) -> dict[str, Any]:
    return {name: getattr(own, name) for name in names}


def _both(own: Bilingual | model.Bilingual | None) -> dict[str, str] | None:
    return None if own is None else {"fr": own.fr, "en": own.en}


def _reading(order: Order, mapping: str | None) -> Reading:
    """The pieces as they are to be read, by the mapping of this hash if by any."""
    by = None if mapping is None else order.case.mapping
    return read_log(order.logs, mapping=by, rules=order.state.said("game", "rules"))


def _told(reading: Reading) -> dict[str, Any]:
    """The tables that were read, as an act can hold them."""
    tables = reading.tables
    return {
        "tables": [_table_told(own) for own in tables],
        "refused": [
            _fields(own, "file", "sheet", "row") | {"says": own.says.to_json()}
            for own in reading.refusals
        ],
        "games": [own for own in games_named(tables) if own],
        "houses": [*establishments_named(tables)],
    }


_COVERED = {
    "houses": "casino",
    "evenings": "session",
    "tables": "table",
    "games": "game",
    "events": "event",
}
"""The columns that tell what a table is about; an act has so many of each at most."""
_MOST_TOLD = 200


def _table_told(table: Table) -> dict[str, Any]:
    def said(name: str) -> list[str]:
        if name not in table.header:
            return []
        every = {own.strip() for own in table.body.said(table.header.index(name))} - {""}
        return sorted(every, key=counted_up)

    covered = {name: said(column) for name, column in _COVERED.items()}
    return {
        **{name: every[:_MOST_TOLD] for name, every in covered.items()},
        "evenings_count": len(covered["evenings"]),
        "period": _period(table),
        "file": table.file,
        "sheet": table.sheet,
        "rows": table.rows_read,
        "set_aside": len(table.set_aside),
        "first_aside": [
            {"row": own.row, "says": own.reason.to_json()} for own in table.set_aside[:5]
        ],
        "notes": [own.to_json() for own in table.notes],
    }


def _period(table: Table) -> tuple[str, str] | None:
    """The first and the last moment of a table; None where it has no times."""
    ends = list[str]()
    for segment in table.body.segments() if "time" in table.header else ():
        texts = sorted(segment.column(table.header.index("time")).said())
        for from_an_end in (texts, reversed(texts)):
            ends += islice(filter(_is_time, from_an_end), 1)
    return (min(ends), max(ends)) if ends else None


def _is_time(text: str) -> bool:
    with suppress(UnreadableError):
        read_value(text, TIME)
        return True
    return False


def judge(order: Order, found: Tell) -> None:
    """Audit the pieces by what was declared, and keep what is found."""
    case, state = order.case, order.state
    number = len(state.judged) + 1
    audit = _audit(order, state, found=lambda own: found(_both(own.message)))
    files = write_report(audit, case.control(number), ("json",), order.language, force=True)
    by_class = audit.report.summary.by_class
    says = {
        "number": number,
        "asked": state.asked,
        "id": report_id(audit.report),
        "findings": len(audit.findings),
        "by_class": {name: by_class.of(name).violations for name in CLASSES},
        "files": _hashes(files),
    }
    order.note("judged", says)


def report(order: Order, _: Tell) -> None:
    """Audit the pieces once more, and print what is found as the next version of the report."""
    case, state = order.case, order.state
    number = len(state.printed) + 1
    audit = _audit(order, state)
    target = case.version(number)
    formats = ("json", "html", "xlsx")
    try:
        files = write_report(audit, target, ("pdf", *formats), order.language, force=True)
    except PdfError:  # where the system lacks what prints
        files = write_report(audit, target, formats, order.language, force=True)
    copies = [target / own.name for own in (case.case_file, case.mapping) if own.exists()]
    for copy in copies:
        write_whole(copy, (case.path / copy.name).read_bytes())
    says = {
        "version": number,
        "status": audit.report.case.status if audit.report.case else None,
        "asked": state.asked,
        "id": report_id(audit.report),
        "files": _hashes((*files, *copies)),
    }
    order.note("printed", says)


def verify(order: Order, _: Tell) -> dict[str, Any]:
    """Audit again what a report says was audited, and tell whether it says the same."""
    case = order.case
    mapping = case.path / order.asked["mapping"] if order.asked.get("mapping") else None
    found = verified(
        case.path / order.asked["report"],
        order.logs,
        processes=order.processes,
        signed_only=is_only_signed,
        mapping=mapping,
        key=order.key,
        language=order.language,
    )
    says: dict[str, Any] = {"report": order.asked["report"], "is_exact": found.is_exact}
    for name in ("differs", "same", "notes"):
        says[name] = [own.to_json() for own in getattr(found, name)]
    order.note("verified", says)
    return says


def reread(order: Order, _: Tell) -> dict[str, Any]:
    """Audit once more by the other reading of a text, and tell what would be found otherwise."""
    case, state = order.case, order.state
    old = _judged(case, state)
    name, value = order.asked["parameter"], order.asked["value"]
    new = _audit(order, state, params={name: value}).report
    found = against(old, new)
    return {
        **order.asked,
        "appear": [_both(own.message) for own in found.appear[:MOST]],
        "vanish": [_both(own.message) for own in found.vanish[:MOST]],
        "appear_count": len(found.appear),
        "vanish_count": len(found.vanish),
    }


def note(order: Order, _: Tell) -> None:
    """Print what was found, answered and decided of one finding, for whoever objects to it."""
    case, state, finding = order.case, order.state, order.asked["finding"]
    marks = marks_of(state).get(finding, FindingActs())
    own = Note(_judged(case, state), finding, marks.answer, marks.decisions, order.at)
    printed = own.pdf(order.language)
    path = case.notes / f"note-{len(state.of_kind('noted')) + 1}.pdf"
    path.parent.mkdir(exist_ok=True)
    write_whole(path, printed)
    says = {"finding": finding, "file": path.name, "sha256": sha256(printed).hexdigest()}
    order.note("noted", says)


def _judged(case: CaseFolder, state: Standing) -> model.Report:
    """The findings of the last audit."""
    last = state.last_judged
    assert last is not None
    return read_report(case.control(last.says["number"]) / "findings.json")[1]


MOST = 100
"""Findings that are told one by one where another reading brings or takes them."""


def why(order: Order, _: Tell) -> dict[str, Any]:
    """Tell what a rule says of a row, flagged or not, and how it comes to that."""
    state = order.state
    row = RowName(order.asked["file"], None, order.asked["row"])
    given = _declared(order, state)
    told = explain_row(_read_again(order, state), order.asked["rule"], row, **given)
    return {**order.asked, "told": told}


def _audit(order: Order, state: Standing, **more: Any) -> Audit:
    asked = {**_declared(order, state), **more}
    return audit_log(_read_again(order, state), processes=order.processes, **asked)


def _read_again(order: Order, state: Standing) -> Reading:
    """The pieces as they were read last."""
    mapping = None if state.tables is None else state.tables["mapping"]
    return _reading(order, mapping)


def _declared(order: Order, state: Standing) -> dict[str, Any]:
    """The arguments of an audit."""
    records = state.said("records", "kinds", [])
    return {
        "rules": state.said("game", "rules"),
        "records": "all" if records == "all" else records,
        "case": order.case.case_file,
        "key": None if state.said("report", "names") == "names" else order.key,
        "language": order.language,
        "started": order.at,
    }


def _hashes(files: Sequence[Path]) -> dict[str, str]:
    return {own.name: sha256(own.read_bytes()).hexdigest() for own in files}


TASKS: dict[str, Callable[[Order, Tell], dict[str, Any] | None]] = {
    "read": read,
    "judge": judge,
    "report": report,
    "verify": verify,
    "note": note,
    "reread": reread,
    "why": why,
}
"""The tasks by their names; of what one tells nothing else is kept, unless by an act."""

"""What an audit says of a small log, the same by both engines: the pages of `audits/`.

A case is a title (`# …`), the rules (`rules boule`; those of the demonstration unless told) and
what stands in them otherwise (`instead paid = due => paid = 0`), what is asked
(`asked records=all must_verify=1.2,payments`), the lines of the case file (`case number = "1"`;
`case < order.toml` are those of a file, of which `case old => new` changes a piece),
those of a mapping (`mapping records = ["burn"]`),
waivers beside the rules (`waiver rule = "least"; at_most = 2`, signed unless a reason is told) and
a log:

    time=2026-01-09T21:00 table=T1    columns of all rows below, until they are told anew
    + stake seat=1 amount=10          a row: its event, and its own columns; row 2 is the first
    columns seat amount               more columns, whether or not a row fills them
    earlier baseline                  the rows above are another log, whose report is the baseline,
                                      or the `earlier` one (all that is asked is asked of both)
    with 5 + burn card=AS             so many rows; `{n}` in them is 00, 01, …

Then follows what holds of `findings.json`: a place and its value, a text in it (`place ~ text`), or
a text that is not (`place !~ text`); `refused ~ …` is a text of the refusal.  Of a list, a place
tells an entry (`findings.0.rule`), the one of which something holds
(`rules.[rule=demo/paid-once].compliant`), all of them (`findings.*.rule`), or how many
(`findings.#`).  `page.fr`, `text.fr` and `whole.fr` are the page, and the text of the terminal and
of the file, with plain spaces, `tables.fr` the rows of the workbook and of the tables of text,
`json.fr` the whole file; `explained.fr.0` are the lines that explain the first finding.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from auditor import audit_log, explain, read_log
from auditor.audit import Engine
from auditor.case_file import case_in
from auditor.messages.message import CannotError
from auditor.report.model import LANGUAGES, Language, Report
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes
from auditor.report.render.text import text
from tests.judged import ENGINES
from tests.report.test_pages import tables_seen

RULES = Path(__file__).parents[1] / "rules"
HERE = Path(__file__).with_name("audits")
PAGES = sorted(HERE.glob("*.txt"))
SIGNED = 'reason = "letter 12"; author = "A. Name"; expires = 2026-03-01'
FORMS: dict[str, Callable[[Report, Language], Any]] = {
    "page": html_text,
    "text": text,
    "whole": partial(text, findings=None),
    "tables": tables_seen,
    "json": lambda report, _language: json_bytes(report).decode(),
    "explained": lambda report, language: [
        [*explain(report, own.id).lines(language)] for own in report.findings
    ],
}


@dataclass
class Case:
    """A log, what is asked of it, and what holds."""

    title: str
    rules: Any = RULES / "demo.rules"
    instead: list[tuple[str, str]] = field(default_factory=list)
    asked: dict[str, Any] = field(default_factory=dict)
    case: str = ""
    columns: list[str] = field(default_factory=lambda: ["event"])
    rows: list[dict[str, str]] = field(default_factory=list)
    holds: list[tuple[str, str]] = field(default_factory=list)
    earlier: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    waivers: str = ""
    mapping: str = ""


def cases() -> Iterator[Case]:
    for page in PAGES:
        for part in re.split(r"^# ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            title, *lines = [line for line in part.splitlines() if line and line[:2] != "//"]
            case, standing = Case(title), dict[str, str]()
            for line in lines:
                read_line(line, case, standing)
            yield case


def read_line(line: str, case: Case, standing: dict[str, str]) -> None:
    word, _, rest = line.partition(" ")
    many = 1
    if word == "with":
        number, _, line = rest.partition(" ")
        word, rest, many = "+", line.removeprefix("+ "), int(number)
    if word == "+":
        event, _, cells = rest.partition(" ")
        for at_row in range(many):
            own = pairs(cells.replace("{n}", f"{at_row:02}"))
            case.rows.append({**standing, **own, "event": event})
    elif rest.startswith(("= ", "~ ", "!~ ")) and word not in SETTINGS:
        case.holds.append((word, rest))
    elif word in SETTINGS:
        SETTINGS[word](case, rest)
    else:
        standing |= pairs(line)


def set_rules(case: Case, name: str) -> None:
    named = (folder / f"{name}.rules" for folder in (RULES, HERE))
    case.rules = next((path for path in named if path.exists()), name)


def set_instead(case: Case, change: str) -> None:
    old, _, new = change.partition(" => ")
    case.instead.append((old, unbroken(new)))


def unbroken(text: str) -> str:
    return text.replace("\\n", "\n")


def set_asked(case: Case, told: str) -> None:
    case.asked = {key: asked(key, value) for key, value in pairs(told).items()}


def set_case(case: Case, line: str) -> None:
    if line.startswith("< "):
        line = HERE.joinpath(line[2:]).read_text("utf-8")
    old, arrow, new = line.partition(" => ")
    assert not arrow or old in case.case
    case.case = case.case.replace(old, unbroken(new)) if arrow else f"{case.case}{line}\n"


def set_mapping(case: Case, line: str) -> None:
    case.mapping += f"{line}\n"


def set_waiver(case: Case, told: str) -> None:
    lines = told if "reason" in told else f"{told}; {SIGNED}"
    case.waivers += "\n".join(["[[waivers]]", *lines.split("; "), ""])


def set_columns(case: Case, names: str) -> None:
    case.columns += names.split()


def set_earlier(case: Case, of: str) -> None:
    case.earlier[of], case.rows = case.rows, []


SETTINGS: dict[str, Callable[[Case, str], None]] = {
    name.removeprefix("set_"): own for name, own in list(globals().items()) if name[:4] == "set_"
}


def pairs(text: str) -> dict[str, str]:
    return {name: told.strip('"') for name, told in re.findall(r'(\S+?)=("[^"]*"|\S*)', text)}


def asked(key: str, value: str) -> Any:
    if key == "key":
        return value.encode()
    if key == "started":
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    if key == "period":
        return tuple(date.fromisoformat(day) if day else None for day in value.split(".."))
    if key == "params":
        return dict([value.split(":")])
    return value if value == "all" or key == "casino" else value.split(",")


def at(value: Any, place: str) -> Any:
    """What stands at a place of the report."""
    step, _, rest = place.partition("].") if place.startswith("[") else place.partition(".")
    if not step:
        return value
    if step == "#":
        return len(value)
    if step == "*":
        return [at(own, rest) for own in value]
    if step.startswith("["):
        name, _, wanted = step[1:].rstrip("]").partition("=")
        [value] = [own for own in value if str(own[name]) == wanted]
        return at(value, rest)
    if isinstance(value, list):
        return at(value[int(step)], rest)
    return at(value[step], rest) if rest else value.get(step)  # what has no value is not written


def meant(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def written(case: Case, path: Path) -> Path:
    names = dict.fromkeys([*case.columns, *(name for row in case.rows for name in row)])
    with path.open("w", encoding="utf-8", newline="") as file:
        log = csv.DictWriter(file, list(names), restval="")
        log.writeheader()
        log.writerows(case.rows)
    return path


def changed(case: Case, folder: Path) -> Any:
    """The rules of a case, with what stands in them otherwise."""
    if not (case.instead or case.waivers):
        return case.rules
    text = case.rules.read_text("utf-8")
    for old, new in case.instead:
        assert old in text
        text = text.replace(old, new, 1)
    own = folder / case.rules.name
    own.write_text(text, "utf-8")
    if case.waivers:
        own.with_suffix(".waivers.toml").write_text(case.waivers, "utf-8")
    return own


def plain(said: Any) -> Any:
    return said.translate({0xA0: " ", 0x202F: " "}) if isinstance(said, str) else said


def told(case: Case, log: Path, engine: Engine) -> Any:
    """The report of an engine as it is written, or why there is none."""
    try:
        rules = changed(case, log.parent)
        stated = case_in(case.case, "case.toml") if case.case else None
        settings = {**case.asked, "rules": rules, "engine": engine, "case": stated}
        for of, rows in case.earlier.items():
            before = written(replace(case, rows=rows), log.with_name(f"{of}.csv"))
            report = audit_log(read_log(before), **settings).report
            settings[of] = log.with_name(f"{of}.json")
            settings[of].write_bytes(json_bytes(report))
        mapping = log.with_name("log.toml") if case.mapping else None
        if mapping is not None:
            mapping.write_text(case.mapping, "utf-8")
        report = audit_log(read_log(log, mapping=mapping), **settings).report
        said = {place.partition(".")[0] for place, _ in case.holds} & FORMS.keys()
        forms = {own: {each: plain(FORMS[own](report, each)) for each in LANGUAGES} for own in said}
        return json.loads(report.model_dump_json()) | forms
    except CannotError as refused:
        return {"refused": str(refused)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [*cases()], ids=lambda case: case.title)
def test_an_audit_says_what_the_page_says(case: Case, tmp_path: Path) -> None:
    log = written(case, tmp_path / "log.csv")
    report, other = (told(case, log, engine) for engine in ENGINES)
    assert report == other
    assert case.holds
    for place, said in case.holds:
        sign, _, value = said.partition(" ")
        if sign != "=":
            assert (value in at(report, place)) is (sign == "~"), place
        else:
            assert at(report, place) == meant(value), place

"""The report as one HTML page: nothing to fetch, everything escaped, and nothing to run but our own
script, which the page names by its hash.
"""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import datetime
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from json import dumps
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from pydantic import JsonValue

from auditor.messages.message import abridged
from auditor.report import labels
from auditor.report.labels import Words
from auditor.report.model import CLASSES, NONE, SEVERITIES, Bilingual, Language, Report
from auditor.report.render.json import json_sha256, report_id
from auditor.report.sections import cards, figures, groups
from auditor.report.sections.coup_table import Place, cell_said, coup_table, euros, signed
from auditor.report.sections.figures import control_sheet
from auditor.report.sections.fitness import asked_and_silent, fitness_lines
from auditor.report.sections.groups import finding_listing, set_aside_listing
from auditor.report.sections.information import information_page
from auditor.report.sections.requests import (
    MOST_IMAGES,
    checklist,
    image_requests,
    in_legal_time,
    is_too_late,
    requests,
)
from auditor.report.sections.statement import (
    acceptance,
    acceptances,
    case_lines,
    conclusion,
    declaration,
    demands,
    rests_on,
    yardsticks,
)
from auditor.report.sections.timeline import nights, off_the_timeline
from auditor.report.typography import (
    clock,
    day,
    hour,
    moment,
    number,
    quantity,
    set_apart,
    spaced,
    span,
    value_said,
    visible,
)

COLOURS = {"critical": "#8c1c1c", "major": "#b5541c", "minor": "#7d6a1f"}
GLOSSARY = (
    "finding",
    "departure",
    "check",
    "suspended",
    "reading",
    "set_aside",
    "not_applicable",
    "refers_to",
    "not_auditable",
    "fingerprint",
)
"""The terms that the glossary explains, in its order."""
CODE = re.compile(r"`([^`]+)`")


def html_text(
    report: Report,
    language: Language | None = None,
    *,
    attached: bool = False,
    interactive: bool = False,
) -> str:
    """The page, in the language of the run unless another is asked for.

    `attached` says that findings.json goes with the document; `interactive`, that the reader can
    filter, sort and fold it, which paper cannot.
    """
    language = language or report.run.language
    words = Words(language, report.names)
    page = environment(language).get_template("report.html")
    return page.render(
        **_said_by(words, frozenset((own.file, own.sheet, own.row) for own in report.set_aside)),
        **_whole(report, words),
        **_figures(report, words),
        **_lists(report),
        attached=attached,
        script=Markup(stylesheet("page.js")) if interactive else None,  # noqa: S704 - our own file
    )


def html_bytes(report: Report, language: Language | None = None) -> bytes:
    """The page as a UTF-8 file."""
    content = html_text(report, language, interactive=True)
    return content.encode("utf-8", errors="backslashreplace")


def stylesheet(name: str) -> str:
    """A style sheet, or the script, beside the templates."""
    return (files("auditor.report.render") / "templates" / name).read_text(encoding="utf-8")


def style(words: Words) -> str:
    """The style of all documents; the running head of a browser, which knows none that is made of
    elements.
    """
    head = f'@page {{ @top-left {{ content: "{words("title")}" }} }}'
    return f':root {{ --page: "{words("page")}" }}\n{head}\n' + stylesheet("report.css")


@cache
def environment(language: Language) -> Environment:
    """The templates, and how they say things in one language."""
    environment = Environment(
        loader=PackageLoader("auditor.report.render", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["n"] = partial(number, language=language)
    environment.filters["q"] = partial(quantity, language=language)
    environment.filters["moment"] = partial(moment, language=language)
    environment.filters["clock"] = partial(clock, language=language)
    environment.filters["hour"] = partial(hour, language=language)
    environment.filters["day"] = partial(day, language=language)
    environment.filters["euros"] = partial(euros, language=language)
    environment.filters["signed"] = partial(signed, language=language)
    environment.filters["by_basis"] = labels.by_basis
    environment.filters["coded"] = _coded
    environment.filters["csp_hash"] = _csp_hash
    environment.filters["abridged"] = _abridged
    environment.filters["lines"] = escape  # all signs are visible already, and ends of lines stay
    environment.globals.update(
        say=partial(_marked_up, language=language),
        spaced=partial(spaced, language=language),
        row_name=labels.row_name,
        state_shown=labels.state_shown,
        states_shown=labels.states_shown,
        file_name=labels.file_name,
        parameter=_parameter,
        anchor=_anchor,
        is_long=groups.is_long,
        evidence_groups=groups.evidence_groups,
        sentence=partial(_sentence, language=language),
        compared=partial(cards.compared, language=language),
        value_said=value_said,
        rows_shown=cards.rows_shown,
        rows_near=cards.rows_near,
        is_decisive=cards.is_decisive,
        rows_of_condition=cards.rows_of_condition,
        answer=cards.answer,
        numbered=cards.numbered,
        side_short=figures.side_short,
        **_said_by(Words(language)),
    )
    return environment


def _said_by(words: Words, unread: frozenset[Place] = frozenset()) -> dict[str, Any]:
    """Values that speak the reader’s language, and by the names that the rules give to the log."""
    return {
        "w": words,
        "parameter_label": partial(labels.parameter_label, words=words),
        "in_force": partial(labels.in_force, words=words),
        "legal_text": partial(labels.legal_text, words=words),
        "source_state": partial(labels.source_state, words=words),
        "provision_mark": partial(labels.provision_mark, words=words),
        "common_mark": partial(cards.common_mark, words=words),
        "parameter_values": partial(labels.parameter_values, words=words),
        "row_names": partial(labels.row_names, words=words),
        "finding_listing": partial(finding_listing, words=words),
        "set_aside_listing": partial(set_aside_listing, words=words),
        "subject_parts": partial(labels.subject_parts, words=words),
        "coup_table": partial(coup_table, words=words, unread=unread),
        "cell_said": partial(cell_said, words=words),
        "where": partial(cards.where, words=words),
        "missed": partial(cards.missed, words=words),
        "to_rule_out": partial(cards.to_rule_out, words=words),
        "cited": partial(cards.cited, words=words),
        "course": partial(cards.course, words=words),
        "sum_short": partial(cards.sum_short, words=words),
        "rows_told": partial(cards.rows_told, words=words),
        "acceptance": partial(acceptance, words=words),
        "answer_label": partial(cards.answer_label, words=words),
        "difference": partial(cards.difference, words=words),
        "balance": partial(labels.balance, words=words),
    }


def _whole(report: Report, words: Words) -> dict[str, Any]:
    """Values that stand once: whose report it is, its conclusion, its fingerprints."""
    summary, language = report.summary, words.language
    dated = report.period.start or report.period.end
    return {
        "report": report,
        "table_named": partial(labels.table_named, establishments=report.establishments),
        "found_at": cards.found_at(report),
        "css": Markup(style(words)),  # noqa: S704 - our own file
        "id": report_id(report),
        "json_sha256": json_sha256(report),
        "created": _instant(report.run.started),
        "place": spaced(", ".join(report.establishments), language) or words("no_establishment"),
        "period": span(report.period, language) if dated else words("no_period"),
        "conclusion": conclusion(report, words),
        "demands": (*demands(report, words), *acceptances(report, words)),
        "yardsticks": yardsticks(report, words),
        "declaration": declaration(report, words),
        "rests_on": partial(rests_on, report=report, words=words),
        "case_lines": case_lines(report, words),
        "fitness": fitness_lines(report.fitness, words),
        "silent": asked_and_silent(report.fitness, words),
        "classes": [(name, own) for name in CLASSES if (own := summary.by_class.of(name)) != NONE],
        "colours": COLOURS,
        "severities": SEVERITIES,
    }


def _figures(report: Report, words: Words) -> dict[str, Any]:
    """The counts and sums of the report."""
    wanting, tables = figures.wanting(report), figures.tables_named(report)
    return {
        "tables": tables,
        "long_tables": any(map(groups.is_long_name, tables)),
        "concerned": figures.concerned(report),
        "players_concerned": figures.players_concerned(report),
        "short": figures.short(report.findings),
        "short_by_class": figures.short_by_class(report),
        "unpriced": figures.unpriced(report),
        "without_side": figures.without_side(report.findings),
        "money_lines": figures.money_lines(report),
        "most_money": figures.MOST_MONEY,
        "player_named": partial(figures.player_named, establishments=report.establishments),
        "waiting": figures.waiting(report),
        "wanting": wanting,
        "first_wanting": figures.first_wanting(wanting, words.language),
        "most_wanting": figures.MOST_WANTING,
        "nights": nights(report, words),
        "off_the_timeline": off_the_timeline(report),
        "totals": control_sheet(report, words),
        "information": information_page(report, words),
        "checklist": checklist(report, words),
        "image_requests": image_requests(report),
        "is_too_late": is_too_late,
        "in_legal_time": in_legal_time(report.case),
        "most_images": MOST_IMAGES,
        "requests": requests(report, words),
        "glossary": GLOSSARY,
        "most_listed": groups.MOST_LISTED,
        "one_night": groups.is_one_night(report),
        "wide_ids": groups.has_wide_ids(report),
    }


def _lists(report: Report) -> dict[str, Any]:
    """Lists of findings and rows, and how much of each stands where."""
    sections = groups.class_sections(report)
    rules = [section for part in sections for section in part.rules]
    used = groups.readings_used(report, sections)
    many = len(report.set_aside) > groups.RICH_SET_ASIDE
    return {
        "sections": sections,
        "numbers": cards.numbers(sections),
        "readings_used": used,
        "reading_number": {own: at for at, own in enumerate(used, 1)}.__getitem__,
        "place_keys": groups.place_keys(report),
        "total": len(report.findings),
        "listed": sum(len(section.listed) for section in rules),
        "most_in_list": max((len(section.listed) for section in rules), default=0),
        "most_files": groups.MOST_FILES,
        "set_aside_many": many,
        "most_rows_apart": groups.RICH_SET_ASIDE,
        "set_aside_files": groups.by_file(report.set_aside),
        "reasons_set_aside": groups.reasons_set_aside(report),
    }


def _marked_up(text: Bilingual, language: Language) -> Markup:
    return _coded(spaced(text.in_language(language), language))


def _sentence(text: Bilingual, language: Language) -> Markup:
    return _coded(spaced(cards.sentence(text.in_language(language)), language))


def _coded(text: str) -> Markup:
    """Text for a reader, what stands in backticks set as code."""
    # The text is escaped first, and escaping leaves backticks alone.
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(set_apart(visible(text))))))  # noqa: S704


def _shown(value: object) -> object:
    """Signs that cannot be seen are written out, whatever text they stand in."""
    return set_apart(visible(value)) if type(value) is str else value


_NARROW = 60
"""Signs in a narrow cell: one that is taller than a page cannot be printed."""


def _abridged(value: object) -> object:
    return abridged(value, _NARROW) if isinstance(value, str) else value


def _parameter(value: JsonValue) -> str:
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def _csp_hash(text: str) -> str:
    """The name under which a Content-Security-Policy lets a style sheet or a script in."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _anchor(severity: str, rule: str) -> str:
    return "f" + sha256(f"{severity} {rule}".encode(errors="backslashreplace")).hexdigest()[:12]


def _instant(iso: str) -> str | None:
    """The moment as a document's metadata want it, or none where it is not ISO 8601."""
    try:
        return datetime.fromisoformat(iso).isoformat(timespec="seconds")
    except ValueError:
        return None

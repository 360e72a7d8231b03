"""The report as one HTML page: nothing to fetch, everything escaped, and nothing to run but our own
script, which the page names by its hash.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from json import dumps
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from auditor.messages.message import abridged
from auditor.report import labels
from auditor.report.labels import Words
from auditor.report.model import CLASSES, NONE, SEVERITIES, Bilingual, Language, Report
from auditor.report.render.json import json_sha256, report_id
from auditor.report.sections import (
    coup_table,
    figures,
    finding_cards,
    fitness,
    groups,
    statement,
    timeline,
)
from auditor.report.sections.coup_table import euros, signed
from auditor.report.typography import (
    clock,
    day,
    hour,
    instant,
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
        **_whole(report, words),
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
    """The style of all documents, with the running head that a browser prints."""
    head = f'@page {{ @top-left {{ content: "{words("title")}" }} }}'
    return f':root {{ --page: "{words("page")}" }}\n{head}\n' + stylesheet("report.css")


@cache
def environment(language: Language) -> Environment:
    """The templates, and how they say things in one language."""
    environment = Environment(
        loader=PackageLoader("auditor.report.render", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        # Signs that cannot be seen are written out, whatever text they stand in.
        finalize=lambda own: set_apart(visible(own)) if type(own) is str else own,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["n"] = partial(number, language=language)
    environment.filters["q"] = partial(quantity, language=language)
    for own in (moment, clock, hour, day, euros, signed):
        environment.filters[own.__name__] = partial(own, language=language)
    environment.filters["by_basis"] = labels.by_basis
    environment.filters["coded"] = _coded
    environment.filters["csp_hash"] = _csp_hash
    environment.filters["abridged"] = lambda own: (
        abridged(own, _NARROW) if isinstance(own, str) else own
    )
    environment.filters["lines"] = escape  # all signs are visible already, and ends of lines stay
    environment.globals.update(
        cards=finding_cards,
        coup_table=coup_table,
        figures=figures,
        fitness=fitness,
        groups=groups,
        labels=labels,
        statement=statement,
        timeline=timeline,
        w=Words(language),
        say=partial(_marked_up, language=language),
        spaced=partial(spaced, language=language),
        sentence=partial(_sentence, language=language),
        value_said=value_said,
        parameter=lambda own: own if isinstance(own, str) else dumps(own, ensure_ascii=False),
        anchor=_anchor,
        severities=SEVERITIES,
        colours=COLOURS,
    )
    return environment


def _whole(report: Report, words: Words) -> dict[str, Any]:
    """The report, its words, and the values that no section gives a template."""
    summary, language = report.summary, words.language
    made = instant(report.run.started)
    dated = report.period.start or report.period.end
    sections = groups.class_sections(report)
    listed = [len(rule.listed) for section in sections for rule in section.rules]
    return {
        "w": words,
        "report": report,
        "unread": frozenset(own.position for own in report.set_aside),
        "css": Markup(style(words)),  # noqa: S704 - our own file
        "id": report_id(report),
        "json_sha256": json_sha256(report),
        "created": made and made.isoformat(timespec="seconds"),
        "place": spaced(", ".join(report.establishments), language) or words("no_establishment"),
        "period": span(report.period, language) if dated else words("no_period"),
        "demands": (*statement.demands(report, words), *statement.acceptances(report, words)),
        "classes": [(name, own) for name in CLASSES if (own := summary.by_class.of(name)) != NONE],
        "sections": sections,
        "listed": sum(listed),
        "most_in_list": max(listed, default=0),
    }


def _marked_up(text: Bilingual, language: Language) -> Markup:
    return _coded(spaced(text.in_language(language), language))


def _sentence(text: Bilingual, language: Language) -> Markup:
    return _coded(spaced(finding_cards.sentence(text.in_language(language)), language))


def _coded(text: str) -> Markup:
    """Text for a reader, what stands in backticks set as code."""
    # The text is escaped first, and escaping leaves backticks alone.
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(set_apart(visible(text))))))  # noqa: S704


_NARROW = 60
"""Signs in a narrow cell: one that is taller than a page cannot be printed."""


def _csp_hash(text: str) -> str:
    """The name under which a Content-Security-Policy lets a style sheet or a script in."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _anchor(severity: str, rule: str) -> str:
    return "f" + sha256(f"{severity} {rule}".encode(errors="backslashreplace")).hexdigest()[:12]

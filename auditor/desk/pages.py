"""All that screens have in common: whose case it is, how it stands, and how a page is made."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import cache, cached_property, partial
from typing import Any
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.acts import Act, Kind, Standing
from auditor.desk.cabinet import Cabinet, CaseFolder
from auditor.desk.tasks import Order
from auditor.desk.workshop import Job, Workshop
from auditor.language.core import Program
from auditor.language.resolve.search_path import available
from auditor.messages.message import Language, Message, say
from auditor.report.labels import Words
from auditor.report.render import html
from auditor.report.typography import spaced
from auditor.request import ruleset
from auditor.source import Frozen

SPOKEN = "auditor_lang"
STEPS = (
    *("pieces", "jeux", "lecture", "inscrit", "dossier"),
    *("controle", "resultats", "rapport", "objection", "signature"),
)
"""The screens of a case, in the order in which most people need them."""
MOST_FIELDS = 2000


class Desk(Frozen):
    """All that the server has for its screens; the clock is handed in."""

    cabinet: Cabinet
    workshop: Workshop
    key: bytes
    now: Callable[[], datetime]
    processes: int = 1


class Visit:
    """A request for a screen, with the case that it is about where it is about one."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.desk: Desk = request.app.state.desk

    @cached_property
    def language(self) -> Language:
        return language_of(
            self.request.cookies.get(SPOKEN, ""), self.request.headers.get("accept-language", "")
        )

    @property
    def words(self) -> Words:
        return Words(self.language, family="desk")

    @cached_property
    def case(self) -> CaseFolder:
        """Raises NoCaseError."""
        return self.desk.cabinet.case(self.request.path_params["case"])

    @cached_property
    def state(self) -> Standing:
        return self.case.state

    @property
    def job(self) -> Job | None:
        return self.desk.workshop.job(self.case.name)

    def act(self, kind: Kind, says: Mapping[str, Any], about: int | None = None) -> Act:
        """Note what was done."""
        act = self.case.chain.add(kind, says, at=self.desk.now(), who=self.state.who, about=about)
        self.__dict__.pop("state", None)
        return act

    def declare(self, topic: str, **says: Any) -> Act:
        """Note what was declared, where it is something else than stands there."""
        before = self.state.declared.get(topic)
        if before is not None and before.says == {"topic": topic, **says}:
            return before
        return self.act("declared", {"topic": topic, **says})

    def begin(self, task: str, case: CaseFolder | None = None, **asked: Any) -> None:
        """Begin a task on the case, or on another folder; `asked` is what a question is about."""
        desk, case = self.desk, case or self.case
        who = case.state.who
        order = Order(
            *(task, case.path, desk.now(), who, self.language, desk.key, desk.processes), asked
        )
        desk.workshop.begin(order)

    def go(self, step: str, **query: str) -> Response:
        """Send the browser to a screen of the case, which a reload shows again and nothing else."""
        asked = "&".join(f"{name}={quote(own)}" for name, own in query.items())
        return RedirectResponse(url(self.case.name, step) + (f"?{asked}" if asked else ""), 303)

    def page(self, name: str, status: int = 200, **values: Any) -> Response:
        """A screen."""
        known: dict[str, Any] = {"case": None, "state": None, "job": None, "errors": {}}
        if "case" in self.request.path_params:
            known |= {"case": self.case, "state": self.state, "job": self.job}
        address = self.request.url
        path = f"{address.path}?{address.query}" if address.query else address.path
        known |= {"path": path, "step": name} | values
        job: Job | None = known["job"]
        if "hx-request" in self.request.headers and (job is None or job.is_over):
            return Response(headers={"HX-Refresh": "true"})  # the task ended: the page is another
        template = environment(self.language).get_template(f"{name}.html")
        return HTMLResponse(template.render(**known), status)

    def lost(self) -> Response:
        """The screen where there is nothing of what was asked for."""
        return self.page("lost", 404, defect="")


def url(case: str, step: str = "pieces", *more: object) -> str:
    """The address of a screen of a case."""
    return "/".join(("", "dossiers", *(quote(str(own), safe="") for own in (case, step, *more))))


def language_of(chosen: str, accepted: str) -> Language:
    """The language that was chosen, else the one that the browser asks for first."""
    for own in (chosen, *(part.partition(";")[0].strip()[:2] for part in accepted.split(","))):
        if own in {"fr", "en"}:
            return "fr" if own == "fr" else "en"
    return "fr"


@cache
def environment(language: Language) -> Environment:
    """The templates of the desk, and those of the report below them."""
    base = html.environment(language)
    rooms = ("auditor.desk", "auditor.report.render")
    own = base.overlay(loader=ChoiceLoader([PackageLoader(one, "templates") for one in rooms]))

    def said(what: Message | Mapping[str, Any]) -> str:
        told = what if isinstance(what, Message) else Message.from_json(dict(what))
        return spaced(say(told, language, "desk"), language)

    own.globals = {
        **base.globals,
        "t": Words(language, family="desk"),
        "language": language,
        "said": said,
        "url": url,
        "steps": STEPS,
    }
    own.filters = {
        **base.filters,
        "size": partial(size_said, language=language),
        "unnamed": unnamed,
        "sentence_case": lambda text: text[:1].upper() + text[1:],
    }
    return own


def unnamed(text: str) -> str:
    """A text without the names that a program has for things, where words stand before them."""
    return re.sub(r"`[^`]*` \(([^()`]*)\)", r"\1", re.sub(r"\s\(`[^`]*`\)", "", text))


def size_said(count: int, language: Language) -> str:
    """So many bytes, as people read them."""
    prefixes = ["G", "M", "k", ""]
    while count >= 1000 and len(prefixes) > 1:
        count = round(count / 1000)
        prefixes.pop()
    return f"{count} {prefixes[-1]}{'o' if language == 'fr' else 'B'}"


# ---- from a request to an answer ----------------------------------------------------------------
def shown(show: Callable[[Visit], Response]) -> Callable[[Request], Response]:
    """An endpoint that shows a screen, and never changes anything."""
    return lambda request: show(Visit(request))


def posted(act: Callable[[Visit, FormData], Response]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that does what a form asks for; its files are gone when it is done."""

    async def endpoint(request: Request) -> Response:
        async with request.form(max_files=MOST_FIELDS, max_fields=MOST_FIELDS) as form:
            return await run_in_threadpool(act, Visit(request), form)

    return endpoint


def screen(
    step: str,
    show: Callable[[Visit], Response],
    **acts: Callable[[Visit, FormData], Response],
) -> list[Route]:
    """The routes of a screen of a case: the page, and what its forms do."""
    path = f"/dossiers/{{case}}/{step}"
    forms = [Route(f"{path}/{name}", posted(act), methods=["POST"]) for name, act in acts.items()]
    return [Route(path, shown(show)), *forms]


def stopping(step: str) -> Callable[[Visit, FormData], Response]:
    """A form of a screen that ends the task of the case."""

    def stop(visit: Visit, _: FormData) -> Response:
        visit.desk.workshop.stop(visit.case.name)
        return visit.go(step)

    return stop


def games_named(state: Standing) -> list[str]:
    """The games that the log itself names, and that there are rules for."""
    return [own for own in state.told("games") if own in available()]


def games_of(state: Standing) -> tuple[str, ...]:
    """The games that a case is about: as the log names them, or as somebody said."""
    said = state.said("game", "rules")
    return tuple(games_named(state)) if said is None else (said,)


def programs_of(state: Standing) -> tuple[Program, ...]:
    """The rules that a case is judged by."""
    return tuple(map(ruleset, games_of(state)))


def text_of(form: FormData, name: str, most: int = 10_000) -> str:
    """The text that was written into a field, without the spaces at its ends."""
    value = form.get(name, "")
    return value.strip()[:most] if isinstance(value, str) else ""

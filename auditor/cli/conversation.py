"""Questions of a proposal at a terminal, one by one, and what each answer makes of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from auditor.messages.message import CannotError, Language, message, say
from auditor.report.typography import spaced

if TYPE_CHECKING:
    from auditor.proposal import Preview, Proposal, Question

Ask = Callable[[str], str]
"""Asks for a line of text.  Raises EOFError where nobody answers any more."""

WIDTH = 100
SHOWN = 12
"""Rows set aside that are shown."""


def converse(
    proposal: Proposal, ask: Ask, tell: Callable[[str], None], language: Language
) -> Proposal:
    """The proposal with a person's answers; Enter leaves a question, the end of the input all."""
    for line in _about_columns(proposal, language):
        tell(line)
    if proposal.questions:
        tell(spaced(say(message("map.how_to_answer"), language), language))
    left: set[str] = set()
    number, shown = 0, tuple[str, ...]()
    while waiting := [own for own in proposal.questions if own.id not in left]:
        question, number = waiting[0], number + 1
        tell("")
        for line in _said(question, number, len(waiting) - 1, language):
            tell(line)
        try:
            text = ask(spaced(say(message("map.answer"), language), language)).strip()
        except EOFError:
            tell("")
            break
        left.add(question.id)
        if not text:
            continue
        try:
            proposal = proposal.answered({question.id: _answer(question, text)})
        except CannotError as error:
            for own in error.says:
                tell(spaced(say(own, language), language))
            left.discard(question.id)
            number -= 1
            continue
        lines = tuple(preview(proposal.preview, language))
        for line in lines if lines != shown else ():
            tell(line)
        shown = lines
    return proposal


def _answer(question: Question, text: str) -> str:
    """The answer that a number or a text is; `=1` is the text `1` itself."""
    answers = [own.answer for own in question.candidates]
    if text.isdecimal() and 0 < int(text) <= len(answers):
        return answers[int(text) - 1]
    if text == "0" and _may_be_nothing(question):
        return ""
    return question.answer(text.removeprefix("="))


def _may_be_nothing(question: Question) -> bool:
    return question.place[0] in ("values", "column")


# ---- what is said -------------------------------------------------------------------------------
def _said(question: Question, number: int, left: int, language: Language) -> Iterator[str]:
    column = message("map.of_column", column=question.column, values=question.values)
    of = column if question.column else ""
    says = message("map.question", number=number, left=left, column=of, says=question.says)
    yield from wrap(spaced(say(says, language), language), WIDTH)
    if price := question.price.said(language):
        yield from wrap(spaced(price, language), WIDTH, initial_indent="  ", subsequent_indent="  ")
    for at, own in enumerate(question.candidates, 1):
        line = message("map.candidate", number=at, says=own.said(language))
        yield spaced(say(line, language), language)
    if _may_be_nothing(question):
        line = message("map.candidate", number=0, says=message("choice.nothing"))
        yield spaced(say(line, language), language)


def _about_columns(proposal: Proposal, language: Language) -> Iterator[str]:
    known = [own for own in proposal.columns if own.state != "not used"]
    names = tuple(
        message("map.means", column=own.name, meaning=own.said(language)) for own in known
    )
    others = tuple(own.name for own in proposal.columns if own.state == "not used")
    for code, listed in (("map.known", names), ("map.not_used", others)):
        if listed:
            yield from wrap(spaced(say(message(code, names=listed), language), language), WIDTH)


def preview(look: Preview, language: Language) -> Iterator[str]:
    """How much is read and can be checked, what is set aside, and one coup laid out."""
    aside = [own for table in look.tables for own in table.set_aside]
    told = {
        "events": message("map.events", count=look.count),
        "rows": message("map.rows", count=look.rows),
        "aside": message("map.aside_count", count=len(aside)),
    }
    if (paid := look.payments) is None:
        says = message("map.so_far_unjudged", **told)
    else:
        says = message("map.so_far", **told, checked=paid.checked, count=paid.count)
    yield spaced(say(says, language), language)
    for own in aside[:SHOWN]:
        why = message("map.aside", reason=own.reason, value=own.value)
        yield spaced(say(message("map.row", row=own.row, says=why), language), language)
    if look.coup:
        yield spaced(say(message("map.coup"), language), language)
    for event in look.coup:
        yield f"  {event.said(language)}"

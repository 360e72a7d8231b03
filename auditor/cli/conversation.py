"""Questions of a proposal at a terminal, one by one, and what each answer makes of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from textwrap import wrap
from typing import TYPE_CHECKING

from auditor.messages.message import CannotError, Language, Message, message, say
from auditor.report.typography import spaced

if TYPE_CHECKING:
    from auditor.proposal import Proposal, Question

Ask = Callable[[str], str]
"""Asks for a line of text.  Raises EOFError where nobody answers any more."""

WIDTH = 100
BACK = "<"
SHOWN = 12
"""Rows set aside that are shown."""


def converse(
    proposal: Proposal, ask: Ask, tell: Callable[[str], None], language: Language
) -> Proposal:
    """The proposal with a person's answers; Enter leaves a question, the end of the input all, and
    `<` goes back to the question before.
    """
    talk = _Talk(ask, tell, language)
    talk.say_lines(_about_columns(proposal, language))
    for says in proposal.remarks:
        talk.say(says)
    if proposal.questions:
        talk.say(message("map.how_to_answer"))
    before: list[tuple[Proposal, frozenset[str]]] = []
    left = frozenset[str]()
    with suppress(EOFError):
        while waiting := [own for own in proposal.questions if own.id not in left]:
            talk.say_lines(_said(waiting[0], len(left) + 1, len(waiting) - 1, language))
            found = talk.answered(proposal, waiting[0], waiting[1:])
            if found is not None:
                before.append((proposal, left))
                proposal, left = found, left | {waiting[0].id}
            elif before:
                proposal, left = before.pop()
    return proposal


class _Talk:
    """A person at a terminal, and all that was shown so far."""

    def __init__(self, ask: Ask, tell: Callable[[str], None], language: Language) -> None:
        self._ask, self._tell, self._language = ask, tell, language
        self._shown: list[str] = []

    def say(self, says: Message) -> None:
        self._tell(spaced(say(says, self._language), self._language))

    def say_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._tell(line)

    def answered(
        self, proposal: Proposal, question: Question, others: Sequence[Question]
    ) -> Proposal | None:
        """The proposal with an answer that can be read, or None for the question before; one that
        sets more rows aside is to be given twice.  Several words answer as many questions of the
        same field.  Raises EOFError.
        """
        alike = [question, *(own for own in others if own.place[:-1] == question.place[:-1])]
        doubted = ""
        prompt = spaced(say(message("map.answer"), self._language), self._language)
        while text := self._ask(prompt).strip():
            if text == BACK:
                return None
            try:
                found = proposal.answered(_answers(alike, text, self._language))
            except CannotError as error:
                for own in error.says:
                    self.say(own)
                continue
            more = len(found.set_aside) - len(proposal.set_aside)
            if more <= 0 or text == doubted:
                self._show(found)
                return found
            self.say_lines(aside_of(found, self._language))
            self.say(message("map.aside_by_answer", count=more))
            doubted = text
        return proposal

    def _show(self, proposal: Proposal) -> None:
        """Show what the answers make of the files, where it is not what was shown last."""
        lines = list(preview(proposal, self._language))
        if lines != self._shown:
            self.say_lines(lines)
        self._shown = lines


def _answers(alike: Sequence[Question], text: str, language: Language) -> dict[str, str]:
    """The answers to a question and to those of the same field that follow it."""
    words = text.split()
    if alike[0].place[0] != "values" or not 1 < len(words) <= len(alike):
        words = [text]
    return {own.id: _answer(own, one, language) for own, one in zip(alike, words, strict=False)}


def _answer(question: Question, text: str, language: Language) -> str:
    """The answer that a number or a text is; `=1` is the text `1` itself."""
    answers = [own.answer for own in question.candidates]
    if text.isdecimal() and 0 < int(text) <= len(answers):
        return answers[int(text) - 1]
    if text == "0" and _may_be_nothing(question):
        return ""
    return question.answer(text.removeprefix("="), language)


def _may_be_nothing(question: Question) -> bool:
    return question.place[0] in ("values", "column", "records", "happens", "read")


# ---- what is said -------------------------------------------------------------------------------
def _said(question: Question, number: int, left: int, language: Language) -> Iterator[str]:
    yield ""
    says = message("map.question", number=number, left=left, says=question.said(language))
    yield from wrap(spaced(say(says, language), language), WIDTH)
    if question.column and question.place[0] != "values":
        of = message("map.of_column", column=question.column, values=question.values)
        yield from wrap(spaced(say(of, language), language), WIDTH, initial_indent="  ")
    if price := question.price.said(language):
        yield from wrap(spaced(price, language), WIDTH, initial_indent="  ", subsequent_indent="  ")
    for at, own in enumerate(question.candidates, 1):
        line = message("map.candidate", number=at, says=own.said(language))
        yield spaced(say(line, language), language)
    if _may_be_nothing(question):
        line = message("map.candidate", number=0, says=message("choice.nothing"))
        yield spaced(say(line, language), language)


def _about_columns(proposal: Proposal, language: Language) -> Iterator[str]:
    meant: dict[str, list[str]] = {}
    for own in proposal.columns:
        meant.setdefault(own.said(language), []).append(own.name)
    others = tuple(meant.pop("", ()))
    names = tuple(
        message("map.means", column=", ".join(columns), meaning=meaning)
        for meaning, columns in meant.items()
    )
    for code, listed in (("map.known", names), ("map.not_used", others)):
        if listed:
            yield from wrap(spaced(say(message(code, names=listed), language), language), WIDTH)


def preview(proposal: Proposal, language: Language) -> Iterator[str]:
    """The events that are read, the payments that can be checked, and one coup laid out."""
    look, aside = proposal.preview, proposal.set_aside
    events, rows = message("map.events", count=look.count), message("map.rows", count=look.rows)
    left = message("map.aside_count", count=len(aside))
    says = message("map.so_far_unjudged", events=events, rows=rows, aside=left)
    if (paid := look.payments) is not None and paid.count:
        checked = message("map.checked", checked=paid.checked, count=paid.count)
        says = message("map.so_far", events=events, rows=rows, aside=left, checked=checked)
    yield spaced(say(says, language), language)
    yield from aside_of(proposal, language)
    if look.coup:
        yield spaced(say(message("map.coup"), language), language)
    for event in look.coup:
        yield f"  {event.said(language)}"


def aside_of(proposal: Proposal, language: Language) -> Iterator[str]:
    """The first rows that are set aside, and why."""
    for own in proposal.set_aside[:SHOWN]:
        why = message("map.aside", reason=own.reason, value=own.value)
        yield spaced(say(message("map.row", row=own.row, says=why), language), language)

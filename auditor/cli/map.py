"""`auditor map`: ask how logs in another shape are to be read, one by one at a terminal, show what
each answer makes of them, and write it down.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from textwrap import wrap

import typer

from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import option, spoken
from auditor.cli.terminal import pour, tell
from auditor.messages.message import CannotError, Language, Message, abridged, message, say
from auditor.proposal import Proposal, Question, propose
from auditor.report.files import refuse_inputs
from auditor.report.typography import spaced

Ask = Callable[[str], str]
"""Asks for a line of text.  Raises EOFError where nobody answers any more."""

WIDTH = 100
BACK = "<"
SHOWN = 12
"""Rows set aside that are shown."""


def map_log(
    logs: list[str] = typer.Argument(..., metavar="LOG..."),
    output: str | None = option("output"),
    rules: str | None = option("rules"),
    force: bool = typer.Option(False, "--force"),
) -> None:
    """Ask how logs in another shape are to be read, and write the mapping that says so.

    Without a terminal nothing is asked: a question is a line that begins with `# ?`.

    Example: auditor map coups.csv -o coups.toml
    """
    paths = [Path(own) for own in logs]
    if output is not None:
        refuse_inputs([Path(output)], paths)
        refuse_to_replace(output, force=force)
    found = propose(paths, rules)
    named = " ".join(map(quote, logs))
    if not found.is_needed:
        asked = " --rules ".join(filter(None, (named, rules and quote(rules))))
        tell(message("map.as_it_is", log=asked), spoken(), err=output is None)
        return
    is_asked = sys.stdin.isatty() and sys.stdout.isatty()
    if is_asked:
        found = converse(found, input, tell, spoken())
        output = output or _offered(paths[0], force=force)
    text = found.text(spoken())
    if output is None:
        pour(text)
    else:
        write_file(Path(output), text.encode())
    mapping = " --rules ".join(
        map(quote, filter(None, (output or "FILE.toml", rules or found.game)))
    )
    for line in [] if is_asked else _about(found):
        tell(line, err=output is None)
    if is_asked:
        tell(message("map.written", path=output or ""), spoken())
    if found.questions:
        tell(message("map.questions", count=len(found.questions)), spoken(), err=output is None)
    tell(message("map.then", log=named, mapping=mapping), spoken(), err=output is None)


def _offered(log: Path, *, force: bool) -> str:
    """The name of the file to write, as a person takes or changes it."""
    path = log.with_suffix(".toml").name
    number = 2
    while Path(path).exists() and not force:
        path, number = f"{log.stem}-{number}.toml", number + 1
    try:
        given = input(say(message("map.to", path=path), spoken())).strip()
    except EOFError:
        given = ""
    if given:
        refuse_inputs([Path(given)], [log])
        refuse_to_replace(given, force=force)
    return given or path


def _about(found: Proposal) -> Iterator[str]:
    """The first events, and the rows that would be set aside."""
    language, look = spoken(), found.preview
    if not look.count and not found.set_aside:
        yield say(message("propose.skeleton"), language)
        return
    rows, events = message("map.rows", count=look.rows), message("map.events", count=look.count)
    yield say(message("map.first", events=events, rows=rows), language)
    for own in look.events:
        kind = own.kind or say(message("map.no_event"), language)
        fields = " ".join(f"{name}={abridged(text)}" for name, text in own.fields.items())
        yield say(message("map.row", row=own.row, says=f"{kind}  {fields}"), language)
    if aside := found.set_aside:
        yield say(message("map.set_aside", count=len(aside)), language)
    yield from aside_of(found, language)


# ---- the conversation ----------------------------------------------------------------------------
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
        alike = [own for own in (question, *others) if _is_alike(own, question)]
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


def _is_alike(one: Question, other: Question) -> bool:
    """Whether two questions are of words of one field, or ask the same of several columns."""
    same = one.place[0] == "values" or one.says == other.says
    return same and one.place[:-1] == other.place[:-1]


def _answers(alike: Sequence[Question], text: str, language: Language) -> dict[str, str]:
    """The answers to a question and to those of the same field that follow it."""
    words = text.split()
    if alike[0].place[0] not in ("values", "column") or not 1 < len(words) <= len(alike):
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
    return question.place[0] in ("values", "column", "records", "happens", "read", "events")


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

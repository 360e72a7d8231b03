"""Rulesets that were named: `auditor rules` lists their provisions, `auditor words` their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import chosen, option, ruleset_names, spoken
from auditor.cli.terminal import page, pour, refuse_binary, tell
from auditor.diagnostic import Diagnostic
from auditor.language.resolve.search_path import (
    SUFFIX,
    Answers,
    Disk,
    available,
    callable_from,
    locate,
    rulesets_in,
    shipped,
)
from auditor.messages.message import (
    CannotError,
    Language,
    Message,
    before_more,
    message,
    say,
    suggestion,
)

if TYPE_CHECKING:
    from auditor.language.core import Bilingual, Program, Vocabulary


def rule_paths(named: Sequence[str]) -> list[Path]:
    """The rule files and folders of rulesets that were named; all that are shipped for none.

    A folder is one ruleset where its files declare one, else the place of several.
    Raises CannotError where there is nothing of the name, NoFileError.
    """
    found: dict[Path, None] = {}
    for name in named or [str(shipped())]:
        path = Path(name)
        if path.is_file() and path.suffix != SUFFIX:
            raise CannotError(message("ruleset.not_one", name=name, suffix=SUFFIX))
        if path.is_dir() and name not in available():
            inside = list(rulesets_in(path))
            if not inside:
                raise CannotError(message("ruleset.no_rule_file", name=name, suffix=SUFFIX))
        else:
            inside = [locate(name)]
        found |= dict.fromkeys(inside)
    return list(found)


def programs(named: Sequence[str]) -> Iterator[Program]:
    """The checked rulesets that were named, vocabularies left out.

    Raises CannotError where one has errors, which are said.
    """
    for path in rule_paths(named):
        program, _ = program_at(path)
        if program is not None:
            yield program


def program_at(path: Path) -> tuple[Program | None, Answers]:
    """The checked ruleset at a path, None for a vocabulary, with the answers of the disk that it
    rests on.  Raises CannotError where it has errors, which are said.
    """
    from auditor.authoring.review import errors_in, review_with_answers

    program, diagnostics, answers = review_with_answers(path)
    if errors := errors_in(diagnostics):  # a shipped ruleset is called by its name alone
        named_so = path.stem if available().get(path.stem) == path else str(path)
        raise CannotError(invalid(named_so, errors))
    return program, answers


def invalid(name: str, errors: Sequence[Diagnostic]) -> Message:
    """The refusal of a ruleset that cannot be used, with the first of its errors."""
    first = errors[0]
    more: Message | str = ""
    if len(errors) > 1:
        more = message("rules.more_errors", count=len(errors) - 1)
    where, what, code = str(first.span), first.message, first.code
    return message("rules.errors", name=name, where=where, what=what, code=code, more=more)


def one_program(named: str) -> Program:
    """The checked ruleset of a name or at a path.  Raises CannotError."""
    found = list(programs([named]))
    if len(found) != 1:
        if not found:
            raise CannotError(message("rules.none", name=named))
        names = tuple(program.name for program in found)
        raise CannotError(message("rules.several", name=named, names=names))
    return found[0]


BOOKS = ("html", "pdf")
FORMATS = ("text", "json", *BOOKS)


def rules(
    ruleset: str = typer.Argument(
        "", metavar="RULESET", autocompletion=ruleset_names, show_default=False
    ),
    form: str = typer.Option("text", "--format", metavar="|".join(FORMATS)),
    output: str | None = option("output"),
    force: bool = typer.Option(False, "--force"),
    language: str | None = option("language"),
) -> None:
    """List the rulesets, or the provisions of one against its rules; or print its rule book.

    Example: auditor rules bataille --format pdf --lang fr -o bataille.pdf
    """
    chosen("--format", form, FORMATS)
    said = spoken(language)
    if form in BOOKS:
        if output is None:
            refuse_binary(form)
        _deliver(_book(ruleset, form, said), output, force=force)
        return
    if not ruleset:
        listed = list(_rulesets(said))
        if form == "json":
            pour(dumps(listed, ensure_ascii=False, indent=2) + "\n")
        for own in listed if form == "text" else ():
            name, version, title, counts = (str(own[key]) for key in _SHOWN)
            one = message("matrix.ruleset", name=name, version=version, title=title, counts=counts)
            tell(one, said)
        return
    program = one_program(ruleset)
    if form == "json":
        pour(dumps(list(_matrix(program)), ensure_ascii=False, indent=2) + "\n")
        return
    from auditor.findings.finding import class_of, law_source
    from auditor.report import labels

    provisions = program.provisions
    named = {own.source.name: own.source for own in provisions if own.source is not None}
    whole = page(
        "rules.txt",
        said,
        program=program,
        sources=[law_source(own) for own in named.values()],
        width=max((len(own.id) for own in provisions), default=0),
        counted=_counted(program, said),
        resting=_resting,
        class_of=class_of,
        labels=labels,
        words=labels.Words(said),
    )
    pour(whole, is_shown=True)


def _book(ruleset: str, form: str, language: Language) -> bytes:
    """The rule book.  Raises CannotError."""
    from auditor.authoring.rule_book import book_html, book_pdf, rule_book

    if not ruleset:
        raise CannotError(message("option.book_of", format=form))
    book = rule_book(one_program(ruleset))
    if form == "html":
        return book_html(book, language).encode()
    return book_pdf(book, language)


def _deliver(content: bytes, output: str | None, *, force: bool) -> None:
    if output is None:
        pour(content)
        return
    refuse_to_replace(output, force=force)
    write_file(Path(output), content)
    tell(output)


_SHOWN = ("name", "version", "title", "counts")


def _rulesets(language: Language) -> Iterator[dict[str, object]]:
    from auditor.authoring.review import review

    for name, path in available().items():
        program, diagnostics = review(path)
        if program is None:
            errors = sum(d.level == "error" for d in diagnostics)
            wrong = say(message("matrix.errors", count=errors, name=name), language)
            yield {"name": name, "version": "?", "title": "?", "counts": wrong}
            continue
        rules_of, provisions = len(program.rules), len(program.provisions)
        counts = (
            message("matrix.rules", count=rules_of),
            message("matrix.provisions", count=provisions),
        )
        yield {
            "name": program.name,
            "version": program.version,
            "title": program.title.in_language(language),
            "rules": rules_of,
            "provisions": provisions,
            "counts": ", ".join(say(own, language) for own in counts),
        }


def _matrix(program: Program) -> Iterator[dict[str, object]]:
    for provision in program.provisions:
        source = provision.source
        yield {
            "provision": provision.id,
            "source": source.name if source else None,
            "class": source.nature if source else None,
            "text": {"fr": provision.text.fr, "en": provision.text.en},
            "compared": source is not None and source.compared is not None,
            "rules": [rule.name for rule in program.rules if provision.id in rule.cites],
            "not_auditable": _both(provision.not_auditable),
            "not_applicable": _both(provision.not_applicable),
            "refers_to": list(provision.refers_to),
            "readings": [
                {
                    "id": reading.id,
                    "text": _both(reading.text),
                    "because": _both(reading.because),
                    "other": _both(reading.other),
                    "parameter": reading.param,
                    "rules": _resting(program, reading.id),
                }
                for reading in program.readings
                if provision.id in reading.provisions
            ],
        }


def _both(words: Bilingual | None) -> dict[str, str] | None:
    return {"fr": words.fr, "en": words.en} if words else None


def _resting(program: Program, reading: str) -> list[str]:
    return [rule.name for rule in program.rules if reading in rule.rests_on]


def _counted(program: Program, language: Language) -> str:
    own = program.provisions
    head = message(
        "matrix.enforced",
        count=sum(each.is_audited for each in own),
        provisions=message("matrix.provisions", count=len(own)),
        rules=message("matrix.rules", count=len(program.rules)),
    )
    counts = {
        "matrix.some_not_auditable": sum(each.not_auditable is not None for each in own),
        "matrix.some_not_applicable": sum(each.not_applicable is not None for each in own),
        "matrix.some_refer": sum(bool(each.refers_to) for each in own),
    }
    parts = (head, *(message(code, count=many) for code, many in counts.items() if many))
    return ", ".join(say(part, language) for part in parts)


def words(
    name: str = typer.Argument(..., metavar="VOCABULARY|RULESET"),
    language: str | None = option("language"),
) -> None:
    """List what is brought in: kinds of event, columns, words, scopes, records, definitions.

    Example: auditor words cards --lang fr
    """
    from auditor.language.compile import vocabulary_at

    said = spoken(language)
    file = shipped() / "vocabulary" / f"{name}.rules"
    if not file.is_file():
        file = Path(name)
    if file.is_file() and _is_vocabulary(file):
        own, more = vocabulary_at(file, Disk()), dict[str, dict[str, str]]()
    else:
        if not Path(name).exists() and name not in available():
            known = (*callable_from(file, "vocabulary"), *available())
            hint = before_more(suggestion(name, known))
            raise CannotError(message("words.unknown", name=name, hint=hint, known=known))
        program = one_program(name)
        own = program.vocabulary
        records = dict.fromkeys((name for name in program.records if " " not in name), "")
        more = {"record": records, "define": _definitions(locate(name))}
    pour(_words(own, more, said), is_shown=True)


def _definitions(path: Path) -> dict[str, str]:
    """The arguments of the definitions of a ruleset, and of what each is."""
    from auditor.language.resolve.load import load
    from auditor.language.syntax import nodes as s

    found = {}
    for node in load(path).declarations:
        match node:
            case (
                s.Define(name=name, arguments=arguments, of=of)
                | s.Replace(declaration=s.Define(name=name, arguments=arguments, of=of))
            ):
                asked = ", ".join(own.span.text for own in arguments)
                about = f"of {of.text}" if of is not None else ""
                found[name.text] = f"({asked}) {about}" if asked else about
    return found


def _is_vocabulary(file: Path) -> bool:
    from auditor.language.resolve.load import load
    from auditor.language.syntax import nodes as s

    loaded = load(file)
    return any(isinstance(node, s.Vocabulary) for node in loaded.declarations[loaded.inherited :])


def _words(own: Vocabulary, more: Mapping[str, Mapping[str, str]], language: Language) -> str:
    from auditor.language.wording import Wording
    from auditor.types import Enumeration, SetOf

    wording = Wording(own.labels)

    def line(family: str, name: str, more: str = "") -> str:
        label = wording.name(family, name, language) or ""
        return f"  {name:18}{label:36}{more}".rstrip()

    types = [kind.element if isinstance(kind, SetOf) else kind for kind in own.fields.values()]
    made: dict[str, Mapping[str, str]] = {
        "scope": {name: ", ".join(scope.fields) for name, scope in own.scopes.items()},
        "interval": {name: f"{span.start} .. {span.end}" for name, span in own.intervals.items()},
        "stream": {
            name: ", ".join(kind for kind, _ in stream.parts)
            for name, stream in own.streams.items()
        },
        **more,
    }
    return page(
        "words.txt",
        language,
        words=own,
        fields=lambda kind: [f"{f}?" if f in kind.may_be_empty else f for f in kind.fields],
        types=[kind for kind in dict.fromkeys(types) if isinstance(kind, Enumeration)],
        made=made,
        line=line,
    )

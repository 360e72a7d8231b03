"""The words that the shipped vocabularies declare: what a log may say, whatever its game."""

from __future__ import annotations

from pathlib import Path

from auditor.language.check.declarations import VOCABULARY, Declarer, turn
from auditor.language.check.environment import Environment
from auditor.language.check.labels import declare_all_labels
from auditor.language.core import Vocabulary
from auditor.language.resolve.load import load
from auditor.language.resolve.search_path import Disk, shipped
from auditor.language.syntax import nodes as s


def shipped_vocabularies(disk: Disk) -> tuple[Vocabulary, ...]:
    """Each vocabulary that comes with the program, with those that it uses."""
    return tuple(vocabulary_at(path, disk) for path in disk.files(shipped() / "vocabulary"))


def vocabulary_at(path: Path, disk: Disk) -> Vocabulary:
    """The columns and kinds of event that the rule files at the path declare and use.

    Declarations with errors are left out: `auditor check` names them.
    """
    environment = Environment(path.stem)
    declarer = Declarer(environment)
    declarations = load(path, disk).declarations
    for declaration in sorted(declarations, key=turn):
        if isinstance(declaration, (*VOCABULARY, s.Interval, s.Stream)):
            declarer.declare(declaration)
    declare_all_labels(declarations, environment)
    return Vocabulary(
        environment.fields,
        tuple(environment.context),
        environment.kinds,
        environment.scopes,
        environment.intervals,
        environment.streams,
        environment.law_scope,
        environment.labels,
    )

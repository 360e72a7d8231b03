"""The nodes that checked programs hold as they are: a kept program is read without the others."""

from __future__ import annotations

from datetime import date

from auditor import source


class Node(source.Spanned):
    """Anything that stands somewhere in a rule file."""


class Words(source.Bilingual, Node):
    """A text in both languages, where it stands."""


class Transcribed(Words):
    """The copy from which a source was written down."""


class ReplacedBy(Words):
    """The text that stands in the place of one that is abrogated."""


class InForce(source.InForce, Node):
    """The days on which something is in force, where they are said."""

    start: date


class Compared(Node):
    """With which edition a source was compared, when, and by whom."""

    edition: Words
    day: date
    by: str

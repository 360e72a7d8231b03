"""Each form of the syntax has a meaning: none is forgotten in silence."""

from auditor.language.check.elaborate import FORMS
from auditor.language.syntax import nodes as s


def test_every_form_of_expressions_has_a_meaning() -> None:
    assert {*s.Expression.__subclasses__()} == FORMS

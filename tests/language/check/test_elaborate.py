"""Each form of the syntax has a meaning: none is forgotten in silence."""

import pytest

from auditor.language.check.elaborate import FORMS, Elaborator
from auditor.language.syntax import nodes as s

WRITTEN_OUT = {s.Duration, s.TextLiteral, s.RangeOf, s.Day}


@pytest.mark.parametrize("form", [own for own in FORMS if own not in WRITTEN_OUT])
def test_every_form_of_expressions_has_a_meaning(form: type[s.Expression]) -> None:
    assert callable(getattr(Elaborator, FORMS[form]))

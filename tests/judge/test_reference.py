"""The reference knows every form of the language."""

from auditor.judge.reference import _FORMS
from auditor.language import core


def test_every_form_has_a_meaning() -> None:
    assert {*_FORMS} == {*core.Expression.__subclasses__()}

"""The reference knows every form of the language."""

from typing import get_args

from auditor.judge.reference import _FORMS
from auditor.language import core


def test_every_form_has_a_meaning() -> None:
    assert {*_FORMS} == {*get_args(core.Expression)}

"""The reference knows every form of the language."""

from typing import get_args

from auditor.judge.reference import Reference
from auditor.language import core
from auditor.log.event import Log
from auditor.request import ruleset


def test_every_form_has_a_meaning() -> None:
    reference = Reference(ruleset("boule"), Log((), frozenset(), (), ()))
    assert {*reference._forms} == {*get_args(core.Expression)}

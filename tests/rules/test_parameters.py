"""Each parameter that chooses between two readings is shown at work by an example."""

import pytest

from auditor.authoring.review import review
from auditor.language.core import Program
from auditor.language.resolve.search_path import locate
from auditor.language.syntax.nodes import GIVEN

RULESETS = ("bataille", "boule", "punto-banco", "bataille-payante", "bataille-speed")


def compiled(name: str) -> Program:
    program, diagnostics = review(locate(name))
    assert program is not None, diagnostics
    return program


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", RULESETS)
def test_every_parameter_of_a_reading_is_given_in_an_example(name: str) -> None:
    program = compiled(name)
    given = {
        cell
        for example in program.examples
        for line in example.lines
        if line.kind == GIVEN
        for cell, _ in line.cells
    }
    chosen = {own.param for own in program.readings if own.param is not None}
    assert chosen
    assert chosen <= given

"""What the readers say is said in French as well."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import auditor.values
from auditor.log.french import SENTENCES, in_french


def refusals_of_values() -> Iterator[str]:
    """The messages of unreadable values, as they stand in the source."""
    tree = ast.parse(Path(auditor.values.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="UnreadableError"), args=[ast.Constant(value=str(says))]
            ):
                yield says


@pytest.mark.parametrize("says", sorted(set(refusals_of_values())))
def test_every_reason_of_an_unreadable_value_is_known(says: str) -> None:
    assert in_french(says) != says


@pytest.mark.parametrize(("english", "french"), SENTENCES)
def test_both_sentences_leave_the_same_room(english: str, french: str) -> None:
    assert re.findall(r"\{\w*\}", english) == re.findall(r"\{\w*\}", french)


@pytest.mark.parametrize(("english", "french"), SENTENCES)
def test_every_sentence_is_found(english: str, french: str) -> None:
    said = english.replace("{rows}", "rows 4, 5, 6 and 2 more").replace("{}", "x")
    wanted = french.replace("{rows}", "lignes 4, 5, 6 et 2 autres").replace("{}", "x")
    assert in_french(said) == wanted


def test_what_no_reader_says_stays_as_it_is() -> None:
    assert in_french("something else") == "something else"

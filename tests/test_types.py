"""Every type has its row, and whoever dispatches on a type has a case for it."""

import pickle
from typing import get_args

import numpy as np
import pytest

from auditor.language.operators import EQUATABLE, OPERATORS, ORDERED
from auditor.log.as_written import _is_french
from auditor.log.convert.cells import Converter, note
from auditor.log.convert.conventions import ColumnTexts, Conventions
from auditor.log.convert.lexicon import Lexicon
from auditor.log.match.readable import reads
from auditor.log.store.encoding import Lexicons, is_worded, value_of, vector_of
from auditor.messages.message import message
from auditor.types import (
    BASIC_TYPES,
    NUMBER,
    TEXT,
    TIME,
    Basic,
    Enumeration,
    Item,
    Plain,
    SetOf,
    Type,
)
from auditor.values import TYPES, UnreadableError, convention_of, encoding_of, read_value, show
from tests.tables import table

SHOWN = {
    name: texts
    for name, *texts in table(__file__, "Texts that each type reads, and shows again as they are")
}
CELLS = [(BASIC_TYPES[name], text) for name, texts in SHOWN.items() for text in texts]
COLOUR = Enumeration("colour", ("red", "black"))
EVERY: list[Type] = [*BASIC_TYPES.values(), COLOUR]


LEXICON = Lexicon((), {}, {}, {}, {}, {}, {}, {}, frozenset(), ())


def test_a_basic_type_is_one_wherever_it_comes_from() -> None:
    assert all(Basic(kind.name) is kind for kind in BASIC_TYPES.values())
    assert all(pickle.loads(pickle.dumps(kind)) is kind for kind in BASIC_TYPES.values())


def test_every_type_has_one_row() -> None:
    assert set(TYPES) == set(get_args(Plain)) == set(BASIC_TYPES) == set(SHOWN)


@pytest.mark.parametrize(("kind", "text"), CELLS)
def test_a_value_is_of_the_classes_of_its_row(kind: Basic, text: str) -> None:
    assert type(read_value(text, kind)) in TYPES[kind.name].classes


@pytest.mark.parametrize(("kind", "text"), CELLS)
def test_what_a_type_shows_it_reads(kind: Basic, text: str) -> None:
    value = read_value(text, kind)
    assert TYPES[kind.name].show(value) == show(value) == text


def test_values_of_one_class_are_shown_in_one_way() -> None:
    shown = {(kind, row.show) for row in TYPES.values() for kind in row.classes}
    assert len(shown) == len({kind for kind, _ in shown})


@pytest.mark.parametrize(("kind", "text"), [*CELLS, (COLOUR, "red")])
def test_a_column_gives_the_value_back_that_it_was_given(kind: Type, text: str) -> None:
    value, lexicons = read_value(text, kind), Lexicons()
    vector = vector_of([value], kind, lexicons)
    assert value_of(vector, kind, 0, lexicons) == value
    assert (vector.data.dtype == np.bool_) is (encoding_of(kind) == "truth")


@pytest.mark.parametrize("kind", EVERY)
def test_only_values_without_arithmetic_are_codes(kind: Type) -> None:
    computed = {of for own in OPERATORS if own.sign in "+-*/" for of in own.takes}
    assert not (is_worded(kind) and kind in computed)


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("text", ["", "12,50", "9 janv. 2026", "21h05", "A♠", "oui", "5 min", "?"])
def test_every_reader_of_a_file_has_a_case(kind: Type, text: str) -> None:
    converter = Converter(LEXICON, Conventions())
    assert isinstance(converter._read(kind, text), str | None)
    note(ColumnTexts(), LEXICON, kind, "amount", {text: 2}, column="amount")
    assert isinstance(reads(kind, text, LEXICON), bool)
    assert isinstance(_is_french("amount", kind, text, LEXICON), bool)


def test_what_a_mapping_does_not_convert_is_listed() -> None:
    left = {name for name, row in TYPES.items() if row.convention == "not_converted"}
    assert left == {"duration", "range"}


def test_no_cell_and_no_column_holds_what_is_no_value() -> None:
    for ask in (encoding_of, convention_of):
        with pytest.raises(TypeError, match="holds"):
            ask(Item(("bet",)))


def test_a_cell_may_hold_several_values_with_strokes_between() -> None:
    assert read_value("4/ 1/2", SetOf(BASIC_TYPES["integer"])) == frozenset((1, 2, 4))
    assert read_value("K/10", SetOf(BASIC_TYPES["rank"])) == frozenset(("K", "10"))
    assert read_value("red/black", SetOf(COLOUR)) == frozenset(("red", "black"))


@pytest.mark.parametrize("text", ["1/", "1//2", "1/2/1", "1-2", "/"])
def test_what_is_no_list_of_different_values_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_value(text, SetOf(BASIC_TYPES["integer"]))


def test_what_has_an_order_can_be_told_apart() -> None:
    assert ORDERED < EQUATABLE


def test_the_words_of_a_type_are_read_as_the_values_that_they_name() -> None:
    for name, row in TYPES.items():
        for word, value in row.words.items():
            assert read_value(word, Basic(name)) == value


@pytest.mark.parametrize("text", ["Grève", "Gre\u0300ve", "GrÃ¨ve", "Gr\u200bève\ufeff"])
def test_names_that_look_the_same_are_the_same(text: str) -> None:
    """`è` is C3 A8 in UTF-8, and these bytes are `Ã¨` in Windows-1252."""
    assert read_value(text, TEXT) == "Grève"


@pytest.mark.parametrize("text", ["Müller", "À la mer", "Ã", "Ÿ"])
def test_a_name_with_accents_is_as_it_is_written(text: str) -> None:
    assert read_value(text, TEXT) == text


@pytest.mark.parametrize(("text", "says"), table(__file__, "What is no number"))
def test_what_is_no_number_says_what_stands_there(text: str, says: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_value(text, NUMBER)
    assert error.value.says.code == says


def test_a_clock_that_several_places_have_is_named() -> None:
    with pytest.raises(UnreadableError) as error:
        read_value("Wed, 03 Sep 2025 20:00:01 IST", TIME)
    assert error.value.says == message("value.clock", name="IST")


@pytest.mark.parametrize("text", ["2.5E+13", "1,23457E+12", "3E+10"])
def test_a_number_that_a_spreadsheet_has_shortened_is_no_name(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_value(text, TEXT)


@pytest.mark.parametrize("text", ["25000000001000", "E+12", "3E10", "2.5E+13a", "1E+1"])
def test_what_looks_like_it_is_a_name(text: str) -> None:
    assert read_value(text, TEXT) == text


@pytest.mark.parametrize("text", ["00", "000"])
def test_the_00_of_a_wheel_is_no_whole_number(text: str) -> None:
    """It is another number than 0."""
    with pytest.raises(UnreadableError):
        read_value(text, BASIC_TYPES["integer"])
    assert read_value("007", BASIC_TYPES["integer"]) == 7

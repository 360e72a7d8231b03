from auditor.language import core
from auditor.language.core import parts_of
from auditor.source import Source, Span
from auditor.types import BOOLEAN, INTEGER, Item

SPAN = Span(Source("x.rules", ""), 1, 1, 1, 1)


def test_parts_come_in_the_order_in_which_they_are_written() -> None:
    subject = core.Subject(SPAN, Item(("deal",)))
    seat = core.Field(SPAN, INTEGER, subject, "seat")
    two = core.Literal_(SPAN, INTEGER, 2)
    same = core.Compare(SPAN, BOOLEAN, "=", seat, two, None)
    deals = core.Selection(SPAN, ("deal",), "coup", (), (), (("seat", seat),), None, same, ())
    some = core.Quantify(SPAN, BOOLEAN, "any", deals)
    negated = core.Not(SPAN, BOOLEAN, same)
    parts = list(parts_of((("a", some), negated)))
    expected = [
        some,
        deals,
        seat,
        subject,
        same,
        seat,
        subject,
        two,
        negated,
        same,
        seat,
        subject,
        two,
    ]
    assert [id(part) for part in parts] == [id(part) for part in expected]


def test_texts_and_numbers_are_no_parts() -> None:
    assert list(parts_of(("a", 1, None, frozenset({1})))) == []

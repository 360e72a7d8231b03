"""Remedies: what the author of a ruleset could write instead of what the language does not take.

An error of the language has a clue to what is known where it is met.  Whoever shows errors asks
here for what to do about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from auditor import types as t
from auditor.authoring.alphabets import look_alike
from auditor.authoring.elsewhere import BEGIN_ELSEWHERE
from auditor.authoring.unreadable import unreadable
from auditor.diagnostic import Diagnostic, one_of
from auditor.language import core
from auditor.language.check import environment as e
from auditor.language.check.elaborate import NoCondition
from auditor.language.check.operations import Compared, Side
from auditor.language.resolve.load import Loaded
from auditor.language.syntax import nodes as s
from auditor.language.syntax.source_text import DeclarationPlace
from auditor.messages.message import Message, message
from auditor.source import Span
from auditor.values import RANKS, SUITS

_CALLS = "use", "ruleset … extends"
_MOST_FIELDS = 4
"""Fields of an item that a remedy lists."""


def told(error: Diagnostic) -> Diagnostic:
    """The error as its author is told it."""
    match error.clue:
        case DeclarationPlace() as place:
            return unreadable(error, place)
        case Compared() as sides:
            hint = _instead(sides) or _of_item(sides)
        case NoCondition() as own:
            hint = _as_condition(own.value, own.fields)
        case e.Twice() as twice:
            hint = _instead_of_two(twice, error.related[0][1], error.span)
        case _:
            return error
    return replace(error, hint=hint, clue=None)


def explained(loaded: Loaded) -> Loaded:
    """The ruleset with what its author is told of its text.

    A line that begins as a vocabulary or a parent is called in elsewhere was to call one in.
    """
    broken = (own for own in loaded.declarations if isinstance(own, s.Broken))
    calls = any(BEGIN_ELSEWHERE.get(own.keyword, "").startswith(_CALLS) for own in broken)
    errors = [*map(told, loaded.errors), *chain.from_iterable(map(look_alike, loaded.files))]
    return replace(loaded, errors=errors, partial=loaded.partial or calls)


# ---- two sides of a sign ------------------------------------------------------------------------
def _instead(sides: Compared) -> Message | None:
    """The remedy for a comparison of two types; text has no order in which it might be compared."""
    left, right, sign = sides.left, sides.right, sides.sign
    kinds, nodes = {left.type, right.type}, (left.node, right.node)
    if t.BOOLEAN in kinds and not any(isinstance(own, s.Quantifier) for own in nodes):
        truth = left if left.type == t.BOOLEAN else right
        return message("E301.truth", text=truth.node.span.text)
    if sides.swallowed:
        return message("E301.brackets")
    if t.TIME in kinds and kinds & {t.DAY, t.DURATION}:
        time = left if left.type == t.TIME else right
        code = "E301.day_of" if t.DAY in kinds else "E301.clock_of"
        return message(code, text=time.node.span.text)
    for kind, other in ((left.type, right.node), (right.type, left.node)):
        if isinstance(kind, t.Enumeration) and isinstance(other, s.TextLiteral):
            word = other.value
            return message("E301.say_word", text=word) if word in kind.members else None
        if kind in (t.INTEGER, t.NUMBER, t.MONEY) and isinstance(other, s.TextLiteral):
            return message("E101.say", form=other.value) if other.value.isdecimal() else None
        if kind == t.TEXT and isinstance(other, s.Number) and sign in ("=", "!="):
            return message("E101.say", form=f'"{other.span.text}"')
    number = (right if left.type == t.DURATION else left).node
    if t.DURATION in kinds and isinstance(number, s.Number):
        return message("E301.say_unit", text=number.span.text)
    return _attribute(left, right.node, sign)


def _attribute(card: Side, asked: s.Expression, sign: str) -> Message | None:
    """The rank or the suit of a card in place of the card."""
    text = asked.span.text.upper()
    if card.type != t.CARD or not isinstance(asked, s.Name | s.Number):
        return None
    for name, words in (("rank", RANKS), ("suit", SUITS)):
        if text in words:
            return message("E101.say", form=f"{name}({card.node.span.text}) {sign} {text}")
    return None


def _of_item(sides: Compared) -> Message | None:
    """The fields of an item by which it may be compared with the other side; of two, their times
    can be compared.
    """
    left, right = sides.left, sides.right
    for item, other in ((left, right), (right, left)):
        said = item.node.span.text
        found = [f"`{said}.{name}`" for name, own in item.fields.items() if own == other.type]
        if len(found) > _MOST_FIELDS:
            return message("E101.say", form=f"{said}.…")
        if found:
            return message("E201.say_which", choices=one_of(found))
    if not (isinstance(left.type, t.Item) and isinstance(right.type, t.Item)):
        return None
    return message("E301.by_time", left=left.node.span.text, right=right.node.span.text)


# ---- what stands alone, and what stands twice ---------------------------------------------------
def _as_condition(value: core.Expression, fields: Mapping[str, t.Type]) -> Message | None:
    """The remedy for a word or a field that stands alone: compare it."""
    match value:
        case core.Field(of=core.Subject() | core.Element(), name=name):
            return message("E101.say", form=f"{name} = …")
        case core.Literal_(type=t.Enumeration() as kind, value=word):
            of_it = [name for name, own in fields.items() if own == kind]
            return message("E101.say", form=f"{of_it[0]} = {word}") if len(of_it) == 1 else None
        case core.Aggregate(selection=core.Selection(where=core.Expression())):
            return message("E303.where_reaches")
    return None


def _instead_of_two(twice: e.Twice, first: Span, second: Span) -> Message:
    """The remedy where a name stands already: only some declarations can be replaced."""
    env, family, name = twice.env, twice.family, twice.name
    if family == e.LABEL:
        return message("E202.remove_one")
    if family == e.TYPE:
        return message("E202.say_also", form=f"type {name} also …")
    if name in env.kinds and family == e.NAME:
        return message("E202.say_also", form=f"event {name} also (…)")
    figures = (env.records, env.streams, env.constants, env.params, env.tables, env.defines)
    if first.source != second.source and (
        (family == e.RULE and name not in env.groups)
        or (family == e.NAME and any(name in own for own in figures))
    ):
        return message("E202.say_replace")
    return message("E202.say_other")

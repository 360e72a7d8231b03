"""Declarations that are right and mean nothing, or not what their reader takes them for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from auditor.diagnostic import Diagnostic
from auditor.language.check.environment import NAME, SCOPE, Environment
from auditor.language.check.tables import values_of
from auditor.language.syntax import nodes as s
from auditor.language.traverse import names_inside
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import BASIC_TYPES

# ---- declarations beside one another ------------------------------------------------------------


def same_under_two_names(
    own: Iterable[s.Declaration], everything: Iterable[s.Declaration]
) -> Iterator[Diagnostic]:
    """Scopes, intervals and streams that are equal but for their names."""
    former: dict[object, s.Name] = {}
    mine = {id(node) for node in own}
    for node in everything:
        key: object
        match node:
            case s.Scope(name=name, fields=parts):
                key = "scope", frozenset((p.name.text, p.may_be_empty) for p in parts)
            case s.Interval(name=name, start=start, end=end, keys=keys):
                key = "interval", start.text, end.span.text, frozenset(k.text for k in keys)
            case s.Stream(name=name, parts=parts_of):
                key = "stream", frozenset(parts_of)
            case _:
                continue
        first = former.setdefault(key, name)
        if first.text != name.text and id(node) in mine:
            what = message("W604.same", one=name.text, other=first.text)
            yield Diagnostic(what, name.span, None, ((message("W604.other"), first.span),))


def scopes_like_sources(own: Iterable[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """A scope and a record, kind, stream or interval of one name: `in NAME` may be either."""
    for node in own:
        name = getattr(node, "name", None)
        if not isinstance(name, s.Name):
            continue
        families = (SCOPE, NAME) if isinstance(node, s.Scope) else (NAME, SCOPE)
        declared = env.declared.get((families[0], name.text)) == name.span
        other = env.declared.get((families[1], name.text))
        if not declared or other is None or _is_later(other, name.span):
            continue
        if name.text in (*env.records, *env.kinds, *env.streams, *env.intervals):
            beside = ((message("E202.first"), other),)
            yield Diagnostic(message("W206.scope", name=name.text), name.span, None, beside)


def _is_later(one: Span, other: Span) -> bool:
    return one.source == other.source and (one.line, one.column) > (other.line, other.column)


def closed_by_what_opens(own: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """An interval that the same kind of event opens and closes."""
    for node in own:
        if isinstance(node, s.Interval) and node.start.text == node.end.span.text:
            what = message("W306.opens_and_closes", kind=node.start.text)
            yield Diagnostic(what, node.end.span, None, ((message("W306.opens"), node.start.span),))


def incomplete_orders(own: Iterable[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """An order that leaves out words of its type: with these every comparison is unknown."""
    for node in own:
        if not isinstance(node, s.Order) or node.name.text not in env.orders:
            continue
        known = env.enumerations.get(node.name.text) or BASIC_TYPES.get(node.name.text)
        words = (known and (getattr(known, "members", None) or values_of(known))) or ()
        missing = [str(word) for word in words if str(word) not in env.orders[node.name.text]]
        if missing:
            what = message("W305.left_out", type=node.name.text, words=tuple(missing))
            yield Diagnostic(what, node.name.span)


# ---- conditions the other way round -------------------------------------------------------------
# `not no burn` asks for a burn, and `a <= b <= a` for equality: a reader beside the article takes
# the one for a ban and the other for two bounds.
def twisted(nodes: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """Double negations, and chains of comparisons that end where they began."""
    for node in nodes:
        if not isinstance(node, s.Example | s.Broken):
            yield from _in(node)


def _in(node: s.Node) -> Iterator[Diagnostic]:
    if isinstance(node, s.Negation) and _denies(node.part):
        yield Diagnostic(message("W605.twice_denied"), node.span)
    elif isinstance(node, s.Comparison) and _comes_back(node):
        yield Diagnostic(message("W605.one_bound"), node.span)
    for name in names_inside(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Node):
                yield from _in(part)


def _denies(part: s.Node) -> bool:
    match part:
        case s.Negation() | s.Quantifier(quantity="no") | s.Membership(negated=True):
            return True
        case s.Comparison(signs=("!=",)):
            return True
        case _:
            return False


def _comes_back(chain: s.Comparison) -> bool:
    """True for `a <= b <= a`, where both ends are the same text."""
    first, *_, last = (part.span.text for part in chain.parts)
    return len(chain.parts) > 2 and first == last and not {*chain.signs} & {"=", "!="}


# ---- texts --------------------------------------------------------------------------------------
Texts = tuple[str, str]


def blank_texts(own: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """A title, a paraphrase, a reason of blanks alone: a report would print it.

    What messages, readings and labels lack is said where these are checked.
    """
    for node in own:
        if isinstance(node, s.Reading | s.Labels):
            continue
        spans = [
            words.span for words in _words_in(node) if not (words.fr.strip() and words.en.strip())
        ]
        if isinstance(node, s.Ruleset) and not node.version.strip():
            spans.append(node.label.span)
        if isinstance(node, s.Example) and not node.title.strip():
            spans.append(node.span)
        for span in spans:
            yield Diagnostic(message("E414.blank"), span)


def _words_in(node: object) -> Iterator[s.Words]:
    message_of = getattr(node, "message", None) if isinstance(node, s.Rule) else None
    waiting: list[object] = [] if isinstance(node, s.Example) else [node]  # has cells alone
    while waiting:
        found = waiting.pop()
        if isinstance(found, s.Words) and found is not message_of:
            yield found
        elif isinstance(found, tuple):
            waiting += found
        elif not isinstance(found, Span):
            waiting += [getattr(found, name) for name in names_inside(type(found))]


def said_alike(
    own: Sequence[s.Declaration], everything: Iterable[s.Declaration]
) -> Iterator[Diagnostic]:
    """Two provisions in the same words, and a reading that is its own alternative, or reason."""
    first: dict[tuple[int, str], s.Provision] = {}
    mine = set(map(id, own))
    for node in everything:
        if isinstance(node, s.Provision):
            found = [first.setdefault(text, node) for text in enumerate(_text(node.words))]
            former = next((other for other in found if other is not node), None)
            if former is not None and {id(former), id(node)} & mine:
                yield _alike("W415.provisions", node.words.span, former.words.span)
    for node in own:
        yield from _untranslated(node)
        if isinstance(node, s.Reading):
            said = _text(node.words)
            if _alike_in_a_language(said, _text(node.other)):
                yield _alike("W415.other", node.other.span, node.words.span)
            elif _alike_in_a_language(said, _text(node.because)):
                yield _alike("W415.because", node.because.span, node.words.span)


_SENTENCE = 4
"""Words from which a text is a sentence; names of games are the same in both."""


def _untranslated(node: s.Declaration) -> Iterator[Diagnostic]:
    """A sentence that stands in one language twice: whoever reads the other is not told."""
    if isinstance(node, s.Labels | s.Broken | s.Ruleset | s.SourceOfLaw):
        return
    said = [
        *_words_in(node),
        *([node.message] if isinstance(node, s.Rule) and node.message else []),
    ]
    for words in said:
        french, english = _text(words)
        if french == english and len(_WORD.findall(french)) >= _SENTENCE:
            yield Diagnostic(message("W415.languages"), words.span)


_WORD = re.compile(r"(?<![{\w])[^\W\d_]+")


def _text(words: s.Words) -> Texts:
    french, english = (" ".join(own.split()).casefold() for own in (words.fr, words.en))
    return french, english


def _alike_in_a_language(one: Texts, other: Texts) -> bool:
    return any(a == b != "" for a, b in zip(one, other, strict=True))


def _alike(code: str, span: Span, other: Span) -> Diagnostic:
    return Diagnostic(message(code), span, None, ((message("W415.first"), other),))

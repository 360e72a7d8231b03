"""Texts that say nothing, and texts that say what another says that ought to differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.language.traverse import names_inside
from auditor.messages.message import message
from auditor.source import Span

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

"""Names in letters of several alphabets, of which some look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from auditor.diagnostic import Diagnostic, remark
from auditor.language.syntax.source_text import ASIDE
from auditor.source import Source, Span

_WORD = re.compile(r"[^\W\d]\w*")
_LOOKS_LIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝЅІЈАВЕКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινρτυκ",
    "aeopcyxijshdqwSIJABEKMHOPCTYXABEZHIKMNOPTYXoivptuk",
)


def look_alike(source: Source) -> Iterator[Diagnostic]:
    """Names with letters of another alphabet that look like Latin ones."""
    if source.text.isascii():
        return
    for number, line in enumerate(source.text.split("\n"), 1):
        if line.isascii():
            continue
        # What stands in texts and comments is for readers; it keeps its width.
        bare = ASIDE.sub(lambda found: " " * len(found.group()), line)
        for found in _WORD.finditer(bare):
            word = found.group()
            alphabets = {unicodedata.name(sign, "?").split()[0] for sign in word if sign.isalpha()}
            if not alphabets - {"LATIN"}:
                continue
            span = Span(source, number, found.start() + 1, number, found.end() + 1)
            latin = word.translate(_LOOKS_LIKE)
            if latin.isascii():
                yield remark("W207.looks_like", span, name=word, other=latin)
            elif len(alphabets) > 1:
                yield remark("W207.mixed", span, name=word)

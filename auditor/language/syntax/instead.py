"""The form that was meant where a word or a sign does not fit, told by what stands before it."""

from __future__ import annotations

import re

from lark import Token

from auditor.language.syntax.text import DeclarationPlace


def form_instead(
    place: DeclarationPlace, token: Token, accepted: set[str], before: str
) -> str | None:
    """The form to write there, or None."""
    word, behind = str(token), place.lines[(token.line or 1) - 1][(token.column or 1) - 1 :]
    may_go_on = not accepted.isdisjoint(("COMMA", "REQUIRE")) and not begins_line(place, token)
    if may_go_on and token.type in ("NAME", "THEN") and _IN_PATTERN.search(before):
        step = behind.split()[word == "then" :][:1]
        return f", {' '.join(step)}"
    if word == "when" and re.search(r"\belse\b", behind):
        return "case … -> … else -> …"
    for words, pattern, form in _FORMS:
        if (not words or word in words) and (found := pattern.search(before)):
            return form.format(*found.groups(), word=word)
    return None


def begins_line(place: DeclarationPlace, token: Token) -> bool:
    return not place.lines[(token.line or 1) - 1][: (token.column or 1) - 1].strip()


def said_before(before: str, rest: str, token: Token) -> str | None:
    """The form to write for a name, a number or a word, told by what stands on its line before it.

    `rest` is the line from the token on.
    """
    for kinds, pattern, form in _SAID:
        if token.type in kinds and (found := pattern.search(before)) is not None:
            number = _NUMBERS.get(found[1], found[1]) if found.re.groups else ""
            label = re.split(r"[^\w.-]", rest)[0]
            return form.format(number, word=str(token), label=label, line=_HOLDS.sub("", rest))
    return None


_HOLDS = re.compile(r"(?:\s+holds?)?\s*$")
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_A_NAME = ("NAME", "LABEL")
_COMPARES = ("EQUAL", "UNEQUAL", "LESS", "AT_MOST", "MORE", "AT_LEAST")
_SAID = tuple(
    (kinds, re.compile(pattern), form)
    for kinds, pattern, form in (
        (_A_NAME, rf"\b(?:require|when|and|or) (\d+|{'|'.join(_NUMBERS)}) +$", "exactly {} {word}"),
        (("NUMBER",), r"\brequire only +$", "exactly {word} …"),
        (("WHEN",), r"\bexactly \d+ [^\W\d]\w* +$", "if …, else none"),
        (("COMMA",), r"\bexactly \d+ [^\W\d]\w* *$", "if …, else none"),
        (("NUMBER", "NO"), r"\bexactly .*, *else +$", "none"),
        (_A_NAME, r"\b(?:all|each) +$", "every {word} has …"),
        (_A_NAME, r"\b(?:none|zero|never) +$", "no {word}"),
        (_A_NAME, r"\bexists +$", "any {word}"),
        (_A_NAME, r"\bthere (?:is|are) +$", "any …"),
        (("NO",), r"\bthere (?:is|are) +$", "no …"),
        (
            _A_NAME,
            r"\b(?:before|after|since|until|at) (?:any|some|no|every|an?) +$",
            "first {word}",
        ),
        (_A_NAME, r"\b(first|last|previous|next) of +$", "{} {word}"),
        (_A_NAME, r"\bonly if rule +$", "only if {label} holds"),
        (("AND", "NAME"), r"\b(?:only if(?! not)|cites) [\w.-]+ +$", ", …"),
        (_COMPARES, r"\bonly if ([\w.]+) +$", "applies when {} {line}"),
        (("WHEN", "NAME"), r"\bonly +$", "only if … holds"),
    )
)
"""Tokens that do not fit; what stands before them on their line; the form that was meant."""
_IN_PATTERN = re.compile(r"\bsequence of [^\"#]*? is [^\"#]*$")
BOUNDS = ("before", "after", "since", "until", "at")
_FORMS = tuple(
    (words, re.compile(pattern), form)
    for words, pattern, form in (
        ((",",), r"\bfor each \w+\s*$", "where …"),
        (("if", "when"), r"\bfor each \w+ +$", "where …"),
        ((), r"\bfor each (\w+) in +$", "for each {}"),
        (("/",), r"\bin \{\s*(\w+)$", "{{{{{}, …}}, {{…}}}}"),
        ((")",), r"^table \w+ \((?:[^)]*, )?(\w+)$", "{} : …"),
        (("[",), r"(\w+)$", "{}(…)"),
        ((), r"^state \w+ = (?:last|latest)\s+$", "= {word} in …"),
        (BOUNDS, r"\bnot (\w+) in (\w+)\s*$", "no {} in {} {word} …"),
        (BOUNDS, r"[=(]\s*([^\W\d]\w*)\s*$", "last {} {word} …"),
        (("of",), r"\b(?:list|array|several|liste)\s*$", "set of …"),
    )
)
"""The words that do not fit, or any; what stands before them; the form that was meant."""

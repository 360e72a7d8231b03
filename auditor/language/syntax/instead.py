"""The form that was meant where a word or a sign does not fit, told by what stands before it."""

from __future__ import annotations

import re

from lark import Token

from auditor.language.syntax.place import DeclarationPlace


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


_IN_PATTERN = re.compile(r"\bsequence of [^\"#]*? is [^\"#]*$")
BOUNDS = ("before", "after", "since", "until", "at")
_FORMS = tuple(
    (words, re.compile(pattern), form)
    for words, pattern, form in (
        ((",",), r"\bfor each \w+\s*$", "where …"),
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

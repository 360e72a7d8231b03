"""Signs of other languages and other keyboards: what was meant, where a rule file cannot be read.

None of these forms is ever right in a rule file.  They are looked for only where a declaration
cannot be read, so that what can be read costs nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from auditor.messages.message import Message, message
from auditor.values import show

Written = Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: the text, its place, and what to write instead."""

    start: int
    end: int
    what: Message
    write: str


def slip_before(text: str, place: int) -> Slip | None:
    """The form nearest to the place at which a declaration cannot be read on, and before it."""
    bare = _ASIDE.sub(lambda found: "_" * len(found.group()), text)
    found = [
        Slip(match.start(), match.end(), _says(match.group(), write), write)
        for pattern, written in (*(_IN_TABLES if text.startswith("table ") else ()), *_FORMS)
        for match in pattern.finditer(bare)
        if match.start() <= place
        for write in [written(match)]
    ]
    return max(found, key=lambda slip: (slip.end, -slip.start), default=None)


def without_aside(line: str) -> str:
    """A line without its comment; texts are kept."""
    found = (own.start() for own in _ASIDE.finditer(line) if own.group().startswith("#"))
    return line[: next(found, len(line))]


def unclosed(text: str) -> int | None:
    """Where a text begins that does not end on its line; None where each does."""
    start = 0
    for line in text.split("\n"):
        whole = _ASIDE.sub(lambda found: "_" * len(found.group()), line)
        last = whole.find('"')
        if last >= 0:
            # In `"Five en "Cinq"` it is the first of the texts that lacks its end.
            joined = next((t for t in _TEXT.finditer(line) if line[t.end() :][:1].isalnum()), None)
            return start + (joined.start() if joined is not None else last)
        start += len(line) + 1
    return None


def _says(text: str, write: str) -> Message:
    if not write.strip():
        if not text.isspace():
            return message("E101.needless", text=text)
        return message("E101.no_blank", sign=f"U+{ord(text):04X} {unicodedata.name(text, '')}")
    if text.endswith(".") and text[:-1].isdecimal():
        return message("E101.point", write=write)
    if text == "=>" and write == ">=":
        return message("E101.arrow")
    if (text[-1:].isdecimal() or write[:1].isdecimal()) and ":" not in write:
        return message("E101.number_form", text=text, write=write)
    return message("E101.write", text=text, write=write)


def _same(text: str) -> Written:
    return lambda _found: text


def _per_cent(found: re.Match[str]) -> str:
    return show(Fraction(found[1]) / 100)


def _share(found: re.Match[str]) -> str:
    return f"{_per_cent(found)} times"


def _without_blanks(found: re.Match[str]) -> str:
    return re.sub(r"\s", "", found.group())


def _lesser(sign: str) -> Written:
    return lambda found: f"(case {found[1]} {sign} {found[2]} -> {found[1]} else -> {found[2]})"


_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')
_NO_LABEL = r"(?<![\w.-])"  # `hand-of-the-house` is a name
_AFTER_A_SIGN = (
    r"(?:(?<=[=<>+*/-])|(?<=[=<>+*/-] )|(?<=times ))"  # `{1,2}` and `cites 1,2` are lists
)
_NOT_A_KIND = "and|or|in|not|is|exists|times|div|mod|before|after|since|until|where|else|if"
_BEFORE_A_KIND = rf"(?= +(?!(?:{_NOT_A_KIND})\b)[a-z])"
_UNITS = {
    **dict.fromkeys(("secondes", "seconde", "second", "secs", "sec", "s"), "seconds"),
    **dict.fromkeys(("minute", "mins", "min", "mn"), "minutes"),
    **dict.fromkeys(("heures", "heure", "hour", "hrs", "h"), "hours"),
    **dict.fromkeys(("jours", "jour", "day", "d"), "days"),
}
_FORMS: tuple[tuple[re.Pattern[str], Written], ...] = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"\b(\d{1,2})\s?h\s?(\d\d)\b", lambda found: f"{found[1]}:{found[2]}"),
        (r"(\d+)\.(?![\w.])", lambda found: found[1]),
        (r"(?<![\w.)])\.\d+", lambda found: f"0{found.group()}"),
        (rf"{_AFTER_A_SIGN}(\d+),(\d+)\b(?!\s*,)", lambda found: f"{found[1]}.{found[2]}"),
        (r"\b\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+\b", _without_blanks),
        (r"\b\d{1,3}(?:['’_]\d{3})+\b", lambda found: re.sub(r"\D", "", found.group())),
        (r"(\d+(?:\.\d+)?)\s*(?:%|per ?cent|pour ?cent)\s+of\b", _share),
        (r"(\d+(?:\.\d+)?)\s*%", _per_cent),
        (r"(\d+(?:\.\d+)?)\s*[€$£]", lambda found: found[1]),
        (r"[€$£]\s*(\d+(?:\.\d+)?)", lambda found: found[1]),
        (r"===?", _same("=")),
        (r":=", _same("=")),
        (r"<>|=/=|!==|≠|~=", _same("!=")),
        (r"=>(?=\s*[\w.]+\s+(?:case|else)\b)", _same("->")),
        (r"(?<![\w.-])(\d+) +to +(\d+)\b", lambda found: f"{found[1]}..{found[2]}"),
        (r"≥|=>(?!\s*[\w.]+\s+(?:case|else))", _same(">=")),
        (r"≤|=<", _same("<=")),
        (r"[×·]", _same("*")),
        (r"[÷]", _same("/")),
        (r"[−–—]", _same("-")),
        (r"\.\.\.|…", _same("..")),
        (r"[→⇒]", _same("->")),
        (r"&&?", _same("and")),
        (r"\|\|", _same("or")),
        (r"!(?!=)|¬", _same("not ")),
        (r"\bis\s+not\s+(?:empty|null|none|missing|absent|blank)\b", _same("is recorded")),
        (r"\bis\s+(?:null|none|missing|absent|blank|not\s+recorded)\b", _same("is empty")),
        (r"(\d+(?:\.\d+)?)\s+(?:euros?|EUR|dollars?|francs?)\b", lambda found: found[1]),
        (
            rf"(?<![\w.-])(\d+(?:\.\d+)?)\s*({'|'.join(_UNITS)})\b",
            lambda found: f"{found[1]} {_UNITS[found[2]]}",
        ),
        (r"\bis\s+not\s+in\b", _same("not in")),
        (r"\bis\s+not\b", _same("!=")),
        (r"\bis\s+equal\s+to\b|\bequals\b", _same("=")),
        (r"(?<=[\w)] )x(?= [\w(])", _same("times")),
        (
            rf"{_NO_LABEL}half\s+(?:of\s+)?(?!(?:{_NOT_A_KIND}|of)\b)([^\W\d]\w*)",
            lambda found: f"{found[1]} / 2",
        ),
        (rf"{_NO_LABEL}(?:latest|most recent){_BEFORE_A_KIND}", _same("last")),
        (rf"{_NO_LABEL}earliest{_BEFORE_A_KIND}", _same("first")),
        (r"\b(sum|min|max)\(\s*(\w+\.\w+)\s*\)", lambda found: f"{found[1]} of {found[2]}"),
        (r"\bsum\(\s*(\w+)\s*,\s*(\w+)\s*\)", lambda found: f"({found[1]} + {found[2]})"),
        (r"\bmin\(\s*(\w+)\s*,\s*(\w+)\s*\)", _lesser("<")),
        (r"\bmax\(\s*(\w+)\s*,\s*(\w+)\s*\)", _lesser(">")),
        (r"(?<=[a-z_)] )%(?= [\w(])", _same("mod")),
        (rf"{_NO_LABEL}the\b(?![.-])", _same("")),
        (rf"{_NO_LABEL}et\b(?![.-])", _same("and")),
        (rf"{_NO_LABEL}ou\b(?![.-])", _same("or")),
        (r"'([^'\n]*)'", lambda found: f'"{found[1]}"'),
        (r"«\s*([^»\n]*?)\s*»", lambda found: f'"{found[1]}"'),
        (r"[“„]([^”“\n]*)[”“]", lambda found: f'"{found[1]}"'),
        (r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]", _same(" ")),
        (r";", _same("")),
    )
)
_IN_TABLES = ((re.compile("=>"), _same("->")),)

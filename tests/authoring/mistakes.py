"""Mistakes in shipped declarations, one token each, made by a program with a fixed seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.language.syntax.parse import parse
from auditor.source import Source

_TOKEN = re.compile(
    r'(?P<aside>"(?:[^"\\\n]|\\.)*"|#[^\n]*)|[^\W\d][\w.-]*|\d[\w.:-]*|[<>!]=|->|\.\.|[^\w\s]'
)
KINDS = ("delete", "double", "swap", "synonym", "misspell")
SYNONYMS = {
    word: said
    for word, *said in map(
        str.split, Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines()
    )
}
"""What people write for a word or a sign of the language."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A declaration with a mistake: how it was right, how it is wrong, and where."""

    kind: str
    right: str
    wrong: str
    start: int
    end: int

    def is_met_by(self, diagnostic: Diagnostic) -> bool:
        """Whether the text underlined touches the mistake or a token beside it."""
        start, end = places(diagnostic, self.wrong)
        beside = [m.span() for m in _TOKEN.finditer(self.wrong)]
        before = max((a for a, b in beside if b <= self.start), default=0)
        after = min((b for a, b in beside if a >= self.end), default=len(self.wrong))
        return start <= after and end >= before


def places(diagnostic: Diagnostic, text: str) -> tuple[int, int]:
    """The characters of a text that a diagnostic underlines."""
    lines, span = text.split("\n"), diagnostic.span
    above = sum(len(line) + 1 for line in lines[: span.line - 1])
    last = sum(len(line) + 1 for line in lines[: span.end_line - 1])
    return above + span.column - 1, last + span.end_column - 1


def mistakes(number: int, seed: int) -> Iterator[Mistake]:
    """That many mistakes for each kind, of those that make a declaration unreadable."""
    chance = random.Random(seed)
    for kind in KINDS:
        made = 0
        while made < number:
            text = chance.choice(declarations())
            mistake = _mistake(kind, text, chance)
            if mistake is not None and parse(Source("page", mistake.wrong))[1]:
                yield mistake
                made += 1


@cache
def declarations() -> list[str]:
    """The declarations of all shipped rulesets but examples, as they are written."""
    files = sorted(Path("rulesets").rglob("*.rules"))
    texts = [text for file in files for text in re.split(r"\n(?=\w)", file.read_text("utf-8"))]
    bare = [re.sub(r"\n#.*", "", text).rstrip() for text in texts]
    return [text for text in bare if re.match(r"(?!example|given)\w", text) and len(text) < 3000]


def tree(text: str) -> tuple[s.Declaration, ...] | None:
    """The declarations of a text; None where one of them cannot be read."""
    declared, errors = parse(Source("page", text))
    return None if any(own.level == "error" for own in errors) else declared


def _mistake(kind: str, text: str, chance: random.Random) -> Mistake | None:
    tokens = [m for m in _TOKEN.finditer(text) if not m["aside"]][1:]
    at = chance.randrange(len(tokens))
    token = tokens[at]
    start, end, written = token.start(), token.end(), token.group()
    match kind:
        case "delete":
            new = ""
        case "double":
            new = f"{written} {written}"
        case "swap":
            behind = tokens[at + 1 : at + 2]
            if not behind or text[end : behind[0].start()].strip(" "):
                return None
            new = f" {behind[0].group()} {written} "
            end = behind[0].end()
        case "synonym":
            if written not in SYNONYMS:
                return None
            new = chance.choice(SYNONYMS[written])
        case _:
            if not written.isalpha() or len(written) < 4:
                return None
            new = _misspelt(written, chance)
    wrong = f"{text[:start]}{new}{text[end:]}"
    return Mistake(kind, text, wrong, start, start + len(new)) if wrong != text else None


def _misspelt(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    match chance.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + word[at] + word[at:]
        case 2:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case _:
            return word[:at] + chance.choice("aeinrst") + word[at + 1 :]

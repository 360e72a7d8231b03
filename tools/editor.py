"""The TextMate grammar of rule files, which VS Code and most other editors colour by.

`python -m tools.editor` writes it after any change to the grammar; a test compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from auditor import highlight
from auditor.language.operators import FUNCTIONS
from auditor.language.syntax.grammar import KEYWORDS

PLACE = Path(__file__).parents[1] / "editor" / "vscode" / "syntaxes" / "rules.tmLanguage.json"
SCOPE = "source.auditor-rules"


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


def _word(words: Iterable[str]) -> str:
    return rf"(?<![\w-])(?:{_any(words)})(?![\w-])"


def _named(name: str, match: str) -> dict[str, Any]:
    return {"name": f"{name}.auditor-rules", "match": match}


_EVENT = r"(\|)\s*(\d+(?=\s))?\s*([^\W\d]\w*(?=\s|$))?"
_OF_EVENT = {
    "1": {"name": "punctuation.definition.auditor-rules"},
    "2": {"name": "constant.numeric.auditor-rules"},
    "3": {"name": "entity.name.function.auditor-rules"},
}


def grammar() -> dict[str, Any]:
    """The grammar, as the file holds it."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rules of auditor",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [
            _named("comment.line.number-sign", "#.*$"),
            {"include": "#text"},
            {"include": "#event"},
            {
                "match": rf"^({_any(KEYWORDS)})\b\s+([\w.-]+)?",
                "captures": {
                    "1": {"name": "keyword.declaration.auditor-rules"},
                    "2": {"name": "entity.name.type.auditor-rules"},
                },
            },
            _named("constant.numeric", rf"\b(?:{highlight.DATE}|{highlight.CLOCK})"),
            _named("constant.language", _word((*highlight.OUTCOMES, *highlight.VALUES))),
            _named("support.function", rf"\b(?:{_any(sorted(FUNCTIONS))})\b(?=\s*\()"),
            _named("keyword.other", _word((*highlight.plain_words(), *KEYWORDS))),
            _named("constant.numeric", rf"\b{highlight.NUMBER}\b"),
            _named("keyword.operator", _any(highlight.operators())),
        ],
        "repository": {
            "text": {
                "name": "string.quoted.double.auditor-rules",
                "begin": '"',
                "end": '"|$',
                "patterns": [
                    _named("constant.character.escape", r"\\."),
                    _named("variable.other", r"\{\w+\}"),
                ],
            },
            "event": {
                "begin": rf"^\s+{_EVENT}",
                "beginCaptures": _OF_EVENT,
                "end": "$",
                "patterns": [
                    {"match": _EVENT, "captures": _OF_EVENT},
                    {
                        "match": highlight.CELL,
                        "captures": {
                            "1": {"name": "entity.other.attribute-name.auditor-rules"},
                            "2": {"name": "keyword.operator.auditor-rules"},
                        },
                    },
                    _named("string.quoted.double", '"[^"]*"'),
                    _named("string.unquoted", r"[^\s=|]+"),
                ],
            },
        },
    }


def written() -> str:
    """The content of the file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PLACE.write_text(written(), encoding="utf-8")

"""What colours rule files knows the words that the parser knows, and no others."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String

from auditor.authoring.word_places import words_of_expressions
from auditor.highlight import RulesLexer
from auditor.language.operators import FUNCTIONS
from auditor.language.syntax import grammar
from tools.editor import PLACE, SCOPE, written

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "rulesets").rglob("*.rules"))
LANGUAGE = ROOT / "auditor" / "language"
GRAMMAR = (LANGUAGE / "syntax" / "grammar.lark", LANGUAGE / "statistics" / "statistics.lark")


def coloured(text: str) -> list[tuple[Any, str]]:
    return list(RulesLexer(stripnl=False, ensurenl=False).get_tokens(text))


def test_the_word_list_is_that_of_the_grammar() -> None:
    whole = "".join(own.read_text("utf-8") for own in GRAMMAR)
    text = re.sub(r"//[^\n]*", "", whole)
    quoted = set(re.findall(r'"([a-z][a-z-]*)"', text))
    assert set(grammar.words()) == quoted
    assert set(grammar.KEYWORDS) <= quoted
    assert {"where", "count", "this", "case"} <= set(words_of_expressions()) < quoted


def test_the_grammar_for_editors_is_of_this_language() -> None:
    assert PLACE.read_text("utf-8") == written(), "run `python -m tools.editor`"


def test_the_extension_names_files_that_are_there() -> None:
    folder = ROOT / "editor" / "vscode"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    [grammar] = package["contributes"]["grammars"]
    [language] = package["contributes"]["languages"]
    assert grammar["scopeName"] == SCOPE
    assert (folder / grammar["path"]) == PLACE
    assert (folder / package["main"]).is_file()
    json.loads((folder / language["configuration"]).read_text("utf-8"))


def test_each_word_of_the_language_is_coloured_as_one() -> None:
    first = {word: coloured(f"{word} ")[0] for word in grammar.words()}
    assert [
        word for word, (kind, text) in first.items() if text != word or kind not in Keyword
    ] == []


def test_the_shipped_rules_are_coloured_without_a_rest() -> None:
    for file in FILES[::6]:
        text = file.read_text("utf-8")
        found = coloured(text)
        assert "".join(own for _, own in found) == text
        assert not [own for kind, own in found if kind in Error]


def test_what_stands_where_decides_its_colour() -> None:
    text = (
        "rule five-burned  # five\n  require abs(count of burn) = 5\n"
        '  message fr "{found} pour 5"\n  | 5 burn shoe=1 table=last\n  for each last-card\n'
    )
    kinds = {own: kind for kind, own in coloured(text) if own.strip()}
    assert kinds["five-burned"] in Name.Class
    assert kinds["# five"] in Comment
    assert kinds["abs"] in Name.Builtin
    assert kinds["{found}"] in String.Interpol
    assert kinds["|"] in Punctuation
    assert kinds["burn"] in Name.Class
    assert kinds["table"] in Name.Attribute
    assert kinds["last"] in String
    assert kinds["last-card"] is Name
    assert kinds["5"] in Number
    assert [own for (_, own), (_, after) in pairwise(coloured(text)) if after == "="] == [
        *(" ", "shoe", "table")
    ]
    assert set(FUNCTIONS) >= {"abs"}


def test_pygments_finds_the_lexer_by_the_name_of_a_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["rules"].partition(":")
    assert (module, name) == (RulesLexer.__module__, RulesLexer.__name__)
    assert RulesLexer.filenames == ["*.rules"]

"""Every message exists in both languages, is said somewhere, and keeps its placeholders."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from jinja2 import Environment, nodes

import auditor
from auditor.messages.message import WORDS, Message, Surface, chained, message, say, told_in

PACKAGE = Path(auditor.__file__).parent
SATELLITES = PACKAGE.parent / "satellites"
SOURCES = sorted(path for top in (PACKAGE, SATELLITES) for path in top.rglob("*.py"))
TEMPLATES = sorted((PACKAGE / "cli" / "templates").iterdir())
TABLE = told_in("messages")


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


WAYS = told_in("ways")
SURFACES = get_args(Surface)


def needed(text: str) -> set[str]:
    """The values that a text asks for, itself and by the ways that it names."""
    own = blanks(text)
    ways = {f"{one}.{name[1:]}" for name in own if name[0] == "@" for one in SURFACES}
    return {name for name in own if name[0] != "@"}.union(*(blanks(WAYS[one][1]) for one in ways))


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Where a message is made with a code that is written out: place, code, names of values."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="message" | "fault" | "remark" | "stated"),
                    args=[ast.Constant(value=str(code)), *_],
                ):
                    place = f"{path.relative_to(PACKAGE.parent)}:{node.lineno}"
                    yield place, code, {own.arg for own in node.keywords if own.arg}
    for path in TEMPLATES:
        for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "w":
                codes = (own.as_const() for own in call.args if isinstance(own, nodes.Const))
                names = {own.key for own in call.kwargs}
                yield from ((f"{path.name}:{call.lineno}", code, names) for code in codes)


@pytest.mark.parametrize(
    ("family", "choosing"), [("messages", {"count"}), ("report", set()), ("ways", set())]
)
def test_both_languages_have_the_same_placeholders(family: str, choosing: set[str]) -> None:
    odd = {
        code: text
        for code, (french, english) in told_in(family).items()
        for text in (*french.split("|"), *english.split("|"))
        if not text.strip() or blanks(text) - choosing != blanks(english) - choosing
    }
    assert not odd


@pytest.mark.parametrize("path", sorted(WORDS.glob("*/*.words")), ids=lambda own: own.name)
def test_a_file_of_words_has_a_code_its_french_and_its_english(path: Path) -> None:
    lines = [own for own in path.read_text("utf-8").split("\n") if own and own[0] != "#"]
    shapes = [own[:5] if own[0] == " " else "code" for own in lines]
    assert shapes == ["code", "  fr ", "  en "] * (len(lines) // 3)
    assert all(own == own.rstrip() for own in lines)


@pytest.mark.parametrize("family", ["messages", "report"])
def test_no_code_stands_twice(family: str) -> None:
    paths = (WORDS / family).glob("*.words")
    lines = [own for path in paths for own in path.read_text("utf-8").split("\n")]
    codes = [own for own in lines if own and own[0] not in "# "]
    assert sorted(codes) == sorted(told_in(family))


def test_every_message_that_is_made_has_its_words_and_values() -> None:
    wrong = [
        f"{place}: {code}"
        for place, code, names in calls()
        if code not in TABLE or needed(TABLE[code][1]) - names
    ]
    assert not wrong


def test_every_message_is_made_somewhere() -> None:
    sources = "".join(path.read_text("utf-8") for path in (*SOURCES, *TEMPLATES))
    assert not [code for code in TABLE if f'"{code}"' not in sources]


OF_THE_TERMINAL = {"terminal", "editor", "rules", "rule_types", "rule_completeness"}
"""Files of messages that the desk never says: of the command line, and of whoever writes rules."""
COMMAND = re.compile(r"`--?[a-z]|\bauditor [a-z]+\b|\bAUDITOR_")


@pytest.mark.parametrize("surface", SURFACES)
def test_every_way_is_known_on_every_surface_and_named(surface: str) -> None:
    texts = [text for both in TABLE.values() for text in both]
    named = {name[1:] for text in texts for name in blanks(text) if name[0] == "@"}
    assert {own.partition(".")[2] for own in WAYS if own.startswith(f"{surface}.")} == named


def test_the_desk_speaks_of_no_command() -> None:
    ours = (own for own in (WORDS / "messages").glob("*.words") if own.stem not in OF_THE_TERMINAL)
    texts = [line for path in ours for line in path.read_text("utf-8").split("\n")]
    texts += [one for code, text in WAYS.items() if code.startswith("desk.") for one in text]
    assert not [own for own in texts if COMMAND.search(own)]


def test_a_report_repeats_no_way_of_a_surface() -> None:
    kept = (WORDS / "messages" / f"{own}.words" for own in ("reasons", "outcome", "rows", "values"))
    assert not [path.name for path in kept if "{@" in path.read_text("utf-8")]


def test_a_message_names_the_way_of_who_reads_it() -> None:
    inner = message("header.no_event_map", says="Rien.")
    outer = Message("rows.some", (("shown", (inner, "x")),))
    assert "`auditor map`" in say(outer, "fr")
    assert "« Lecture » propose" in say(outer, "fr", "desk")


def test_a_message_in_a_message_is_said_in_the_same_language() -> None:
    inner = message("rows.one", first=4)
    outer = Message("rows.some", (("shown", (inner, "x")),))
    assert say(outer, "fr") == "lignes ligne 4, x"
    assert say(outer, "en") == "rows row 4, x"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_braces_of_a_log_are_text(language: str) -> None:
    said = say(message("rows.some", shown="{0} {x!r}"), "fr" if language == "fr" else "en")
    assert "{0} {x!r}" in said


def test_a_message_is_the_same_after_a_journey_as_json() -> None:
    inner = message("rows.many", shown=("4", "5", "6"), count=2)
    sent = message("rows.some", shown=(inner, "x"))
    assert Message.from_json(json.loads(json.dumps(sent.to_json()))) == sent


def test_thousands_of_lines_are_said_as_one_message() -> None:
    """A message within a message within a message would be too deep to be said."""
    every = [message("toml.wrong", file="f", key=f"k{at}", what="?") for at in range(5000)]
    said = str(Message.from_json(chained("lines", every).to_json())).split("\n")
    assert said == [f"f: `k{at}`: ?" for at in range(5000)]

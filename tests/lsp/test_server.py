"""`auditor lsp`, asked by an editor in another process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Editor

DEMO = Path(__file__).parents[1] / "rules"
TEXT = (DEMO / "demo.rules").read_text("utf-8")
FILE, WORDS = "demo.rules", "vocabulary/demo-table.rules"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("editor")
    shutil.copytree(DEMO / "vocabulary", folder / "vocabulary")
    (folder / FILE).write_text(TEXT, "utf-8")
    own = Editor(folder)
    assert own.open(FILE) == []
    yield own
    assert own.close() == 0


@pytest.fixture(autouse=True)
def _as_saved(editor: Editor) -> Iterator[None]:
    yield
    assert editor.change(FILE, TEXT) == []


def place(text: str, of: str, into: int = 1) -> tuple[int, int]:
    """The line and column, from 1, of the first place where this stands, and some signs into it."""
    before = text[: text.index(of)]
    return before.count("\n") + 1, len(before) - before.rfind("\n") - 1 + into


def lines_of(locations: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(Path(own["uri"]).name, own["range"]["start"]["line"] + 1) for own in locations]


def test_diagnostics_follow_what_is_typed(editor: Editor) -> None:
    [said] = editor.change(FILE, TEXT.replace("count of burn", "count of brun"))
    assert (said["code"], said["severity"], said["source"]) == ("E201", 1, "auditor")
    assert said["message"].splitlines()[-1] == "did you mean `burn`?"
    line, column = place(TEXT, "burn before")
    assert said["range"]["start"] == {"line": line - 1, "character": column - 1}
    assert editor.change(FILE, TEXT) == []


def test_places_are_counted_as_the_editor_counts_them(editor: Editor) -> None:
    typed = TEXT.replace('"Conservation des cartes" en', '"🂡🂡" en fr')
    [said] = [own for own in editor.change(FILE, typed) if own["code"] == "E101"]
    # Each of the cards is one sign for us and two units of UTF-16.
    assert said["range"]["start"]["character"] == len('  fr "') + 4 + len('" en ')


def test_a_name_leads_to_where_it_is_declared(editor: Editor) -> None:
    asked = editor.at("definition", FILE, *place(TEXT, "posted\n"))
    assert lines_of(asked) == [(FILE, place(TEXT, "posted =")[0])]
    asked = editor.at("definition", FILE, *place(TEXT, "cites 1.1", 7))
    assert lines_of(asked) == [(FILE, place(TEXT, "provision 1.1")[0])]
    words = (DEMO / WORDS).read_text("utf-8")
    asked = editor.at("definition", FILE, *place(TEXT, "count of burn", 10))
    assert lines_of(asked) == [("demo-table.rules", place(words, "event burn")[0])]
    assert editor.at("definition", FILE, *place(TEXT, "Cinq cartes")) == []


def test_a_name_shows_its_type_and_its_law(editor: Editor) -> None:
    shown = editor.at("hover", FILE, *place(TEXT, "posted\n"))["contents"]["value"]
    assert shown.startswith("**posted** · name · `money`")
    shown = editor.at("hover", FILE, *place(TEXT, 'example "five" of five-burned', 20))
    text = shown["contents"]["value"]
    assert "rule five-burned" in text
    assert "> **1.1** — Demonstration order, 1" in text
    assert "> Five cards burned before the first deal" in text
    shown = editor.at("hover", FILE, *place(TEXT, "cites 1.1", 7))["contents"]["value"]
    assert shown.splitlines()[-1] == "Cited by `five-burned`"


def test_a_name_is_found_wherever_it_stands(editor: Editor) -> None:
    def found(of: str, into: int, *, declared: bool) -> list[tuple[str, int]]:
        context = {"includeDeclaration": declared}
        return lines_of(editor.at("references", FILE, *place(TEXT, of, into), context=context))

    lines = TEXT.splitlines()
    spoken = [(FILE, n) for n, own in enumerate(lines, 1) if "stake-maximum" in own]
    assert len(spoken) > 2
    assert found("rule stake-maximum", 6, declared=True) == spoken
    assert found("rule stake-maximum", 6, declared=False) == [
        (FILE, n) for _, n in spoken if not lines[n - 1].startswith("rule ")
    ]
    # A name of a vocabulary is declared in another file, and what a text says by the way is none.
    burns = found("count of burn", 10, declared=True)
    assert {name for name, _ in burns} == {FILE, "demo-table.rules"}
    assert found("Cinq cartes", 1, declared=True) == []


def test_a_word_of_the_language_shows_what_the_reference_says(editor: Editor) -> None:
    shown = editor.at("hover", FILE, *place(TEXT, "severity"))["contents"]["value"]
    assert shown.startswith("`severity critical`, `major`, `minor`\n\n")
    shown = editor.at("hover", FILE, *place(TEXT, "before first", 2))["contents"]["value"]
    assert "`before M`, `after M`" in shown
    assert "](" not in shown  # a link of the page leads nowhere from here
    assert editor.at("hover", FILE, *place(TEXT, "Cinq cartes")) is None


PROPOSED = [
    line.rsplit(" | ", 2)
    for line in Path(__file__).with_name("proposed.txt").read_text("utf-8").splitlines()[2:]
]


@pytest.mark.parametrize(("line", "proposed", "not_proposed"), PROPOSED)
def test_what_may_stand_there_is_proposed(
    editor: Editor, line: str, proposed: str, not_proposed: str
) -> None:
    line = line[1:-1].replace("\\n", "\n")
    editor.change(FILE, f"{TEXT}\nrule x\n{line}")
    *above, typed = line.split("\n")
    last = TEXT.count("\n") + 3 + len(above)
    items = editor.at("completion", FILE, last, len(typed) + 1)
    labels = {own["label"] for own in items}
    assert labels.issuperset(proposed.split())
    assert labels.isdisjoint(not_proposed.split())


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.split("\n")
    for own in sorted(edits, key=lambda own: str(own["range"]["start"]), reverse=True):
        start, end = own["range"]["start"], own["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]] + own["newText"] + line[end["character"] :]
        )
    return "\n".join(lines)


def test_a_name_is_changed_wherever_it_stands(editor: Editor) -> None:
    place_of_let = place(TEXT, "posted\n")
    found = editor.at("rename", FILE, *place_of_let, newName="limit")["changes"]
    text = edited(TEXT, found[editor.uri(FILE)])
    assert text == TEXT.replace("let posted", "let limit").replace(
        "amount <= posted", "amount <= limit"
    ).replace("{posted}", "{limit}")
    assert editor.change(FILE, text) == []


def test_a_rule_is_renamed_with_its_examples_and_whoever_waits_for_it(editor: Editor) -> None:
    where = place(TEXT, "rule stake-maximum", 6)
    found = editor.at("rename", FILE, *where, newName="posted-maximum")["changes"]
    text = edited(TEXT, found[editor.uri(FILE)])
    assert text == TEXT.replace("stake-maximum", "posted-maximum")
    assert editor.change(FILE, text) == []


@pytest.mark.parametrize(
    ("of", "new", "why"),
    [
        ("posted\n", "amount", "something else already"),
        ("posted\n", "where", "can be no name"),
        ("posted\n", "two words", "can be no name"),
        ("Cinq cartes", "x", "name of nothing"),
    ],
)
def test_a_name_that_would_mean_something_else_is_refused(
    editor: Editor, of: str, new: str, why: str
) -> None:
    with pytest.raises(RuntimeError, match=why):
        editor.at("rename", FILE, *place(TEXT, of), newName=new)


def test_the_layout_is_that_of_fmt(editor: Editor) -> None:
    editor.change(FILE, TEXT.replace("  severity major", "      severity    major"))
    [edit] = editor.of("formatting", FILE, options={"tabSize": 2, "insertSpaces": True})
    again = editor.change(FILE, edit["newText"])
    assert again == []
    assert "\n  severity major\n" in edit["newText"]
    options = {"tabSize": 2, "insertSpaces": True}
    assert editor.of("formatting", FILE, options=options) == []


def test_a_slip_has_a_quick_fix(editor: Editor) -> None:
    typed = TEXT.replace("count of burn", "count of brun")
    [said] = editor.change(FILE, typed)
    [action] = editor.of("codeAction", FILE, range=said["range"], context={"diagnostics": [said]})
    assert action["title"] == "did you mean `burn`?"
    assert edited(typed, action["edit"]["changes"][editor.uri(FILE)]) == TEXT


def test_a_lens_runs_the_example_as_the_editor_shows_it(editor: Editor) -> None:
    lenses = editor.of("codeLens", FILE)
    assert len(lenses) == TEXT.count("\nexample ")
    command = lenses[0]["command"]
    asked: dict[str, Any] = {"command": command["command"], "arguments": command["arguments"]}
    held = editor.ask("workspace/executeCommand", **asked)
    assert held == {"holds": True, "said": "“five”, rule `five-burned`: as it says"}
    editor.change(FILE, TEXT.replace("| 5 burn", "| 6 burn", 1))
    held = editor.ask("workspace/executeCommand", **asked)
    assert held["holds"] is False
    assert editor.messages[-1] == held["said"]
    editor.change(FILE, TEXT.replace("count of burn", "count of brun"))
    held = editor.ask("workspace/executeCommand", **asked)
    assert "has errors" in held["said"]


def test_a_vocabulary_that_is_changed_is_felt_where_it_is_used(editor: Editor) -> None:
    words = (DEMO / WORDS).read_text("utf-8")
    editor.open(WORDS, words.replace("event burn", "event burnt"))
    assert {own["code"] for own in editor.told[editor.uri(FILE)]} >= {"E201"}
    editor.change(WORDS, words)
    editor.say("textDocument/didClose", textDocument={"uri": editor.uri(WORDS)})
    assert editor.change(FILE, TEXT) == []

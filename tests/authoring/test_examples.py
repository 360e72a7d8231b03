"""Examples in rule files: how each line becomes an event, and how an example fails."""

import re
import shutil
from pathlib import Path

import pytest

from auditor.authoring.examples import MistakenError, failing, log_of, run_here
from auditor.authoring.review import review
from auditor.authoring.rule_book import rule_book
from auditor.language.core import Program
from auditor.language.resolve.search_path import ruleset_of, rulesets_in
from auditor.values import Card

RULES = Path(__file__).parent.parent / "rules"
CODE = "  | casino=C session=S table=T shoe=1\n"


@pytest.fixture(scope="module")
def program() -> Program:
    found, diagnostics = review(RULES / "demo.rules")
    assert found is not None, diagnostics
    return found


def with_example(folder: Path, example: str) -> Program:
    """The demonstration rules with one more example, the last."""
    (folder / "vocabulary").mkdir()
    for name in ("vocabulary/demo-table.rules", "demo.rules"):
        text = (RULES / name).read_text("utf-8")
        (folder / name).write_text(text, "utf-8")
    path = folder / "demo.rules"
    path.write_text(path.read_text("utf-8") + example, "utf-8")
    found, diagnostics = review(path)
    assert found is not None, diagnostics
    return found


def test_the_examples_of_the_demonstration_are_all_as_they_say(program: Program) -> None:
    assert len(program.examples) == 8
    assert [own for own in run_here(program) if failing(program, own)] == []


def test_lines_become_events_and_context_stays_until_it_changes(tmp_path: Path) -> None:
    program = with_example(
        tmp_path,
        'example "x" of five-burned complies\n'
        "  | casino=C session=S table=T shoe=1\n"
        "  | 2 burn card=AS\n"
        "  | shoe=\n"
        "  | burn session=S2\n"
        "  | burn card=10H\n",
    )
    log = log_of(program.examples[-1], program)
    context = {"casino": "C", "session": "S", "table": "T"}
    assert [event.values for event in log.events] == [
        context | {"shoe": 1, "card": Card("A", "S")},
        context | {"shoe": 1, "card": Card("A", "S")},
        context | {"session": "S2"},
        context | {"card": Card("10", "H")},
    ]
    assert [event.row.number for event in log.events] == [1, 2, 3, 4]
    assert [event.place for event in log.events] == [0, 1, 2, 3]


def test_every_kind_is_recorded_but_where_something_cannot_be_verified(program: Program) -> None:
    unverifiable = next(own for own in program.examples if own.outcome == "unverifiable")
    violating = next(own for own in program.examples if own.outcome == "violates")
    assert log_of(unverifiable, program).recorded == {"deal"}
    assert log_of(violating, program).recorded == set(program.vocabulary.kinds)


def test_a_mistaken_line_is_an_error_of_its_own(tmp_path: Path) -> None:
    program = with_example(tmp_path, 'example "x" of five-burned complies\n  | bunr\n')
    with pytest.raises(MistakenError):
        log_of(program.examples[-1], program)


PARENT = Path(__file__).with_name("parent.rules").read_text("utf-8")


@pytest.mark.parametrize(
    ("own", "run"),
    [
        ("", {"burned", "no-more-than-nine"}),
        ("replace constant least = 3\n", set()),
        ("suspend shoe when start.enough\n", {"burned", "no-more-than-nine"}),
    ],
    ids=["nothing replaced", "a constant replaced", "a condition of the child"],
)
def test_inherited_examples_are_run_where_rules_alone_are_replaced(
    own: str, run: set[str], tmp_path: Path
) -> None:
    found = inherited(tmp_path, PARENT, own)
    assert {example.rule.text for example in run_here(found)} == run


def test_a_child_says_otherwise_what_a_rule_is_about_and_waits_for(tmp_path: Path) -> None:
    own = (
        "replace define begun = shoe where shoe > 1\n"
        "replace define rule all-before = burned-in-the-child\n"
        "rule burned-in-the-child severity minor cites 1.1 for each shoe\n"
        "  require count of burn = 1\n"
        '  message fr "x" en "x"\n'
    )
    parent = PARENT.replace("require enough", "require count of burn >= least")
    [rule] = [rule for rule in inherited(tmp_path, parent, own).rules if rule.name == "burned"]
    assert rule.subject == "shoe"
    assert rule.presumes == ("burned-in-the-child",)


def inherited(folder: Path, parent: str, own: str) -> Program:
    """A child of the parent, which has two examples of each rule."""
    (folder / "vocabulary").mkdir()
    vocabulary = "vocabulary/demo-table.rules"
    (folder / vocabulary).write_text((RULES / vocabulary).read_text("utf-8"), "utf-8")
    examples = "".join(
        f'example "{name} {many}" of {name} {says}\n{CODE}  | {many} burn\n'
        for name, many, says in [
            *(("burned", 2, "complies"), ("burned", 1, "violates")),
            *(("no-more-than-nine", 2, "complies"), ("no-more-than-nine", 10, "violates")),
        ]
    )
    (folder / "parent.rules").write_text(parent + examples, "utf-8")
    child = f'ruleset child extends parent version "1" title fr "x" en "x"\n{own}'
    (folder / "child.rules").write_text(child, "utf-8")
    found, diagnostics = review(folder / "child.rules")
    assert found is not None, diagnostics
    return found


def test_edges_are_run_and_not_shown(tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    (demo / "edges").mkdir(parents=True)
    shutil.copytree(RULES / "vocabulary", tmp_path / "vocabulary")
    shutil.copy(RULES / "demo.rules", demo)
    edge = demo / "edges" / "edges.rules"
    edge.write_text(f'example "an edge" of five-burned inapplicable\n{CODE}  | burn\n', "utf-8")
    program, diagnostics = review(demo)
    assert program is not None, diagnostics
    assert [own.title for own in program.examples if own.is_edge] == ["an edge"]
    assert "an edge" in {own.title for own in run_here(program)}
    assert [own for own in run_here(program) if failing(program, own)] == []
    assert sum(map(len, rule_book(program).examples.values())) == 8
    assert [own.parent for own in rulesets_in(tmp_path)] == [tmp_path, tmp_path / "vocabulary"]
    assert ruleset_of(edge) == demo


def test_edges_do_not_stand_in_for_an_example_that_shows_a_rule(tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    (demo / "edges").mkdir(parents=True)
    shutil.copytree(RULES / "vocabulary", tmp_path / "vocabulary")
    text = (RULES / "demo.rules").read_text("utf-8")
    head, *examples = re.split(r"(?m)^(?=example )", text)
    (demo / "demo.rules").write_text(head, "utf-8")
    (demo / "edges" / "edges.rules").write_text("".join(examples), "utf-8")
    _, diagnostics = review(demo)
    assert {own.code for own in diagnostics} == {"E403"}

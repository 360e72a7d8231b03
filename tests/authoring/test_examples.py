"""Examples in rule files: how each line becomes an event, and how an example fails."""

import re
import shutil
from pathlib import Path

import pytest

from auditor.authoring.examples import Failure, MistakenError, failing, log_of, run_here
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


def last_failure(folder: Path, example: str) -> Failure | None:
    program = with_example(folder, example)
    return failing(program, program.examples[-1])


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
    log = log_of(program.examples[-1], program.vocabulary)
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
    assert log_of(unverifiable, program.vocabulary).recorded == {"deal"}
    assert log_of(violating, program.vocabulary).recorded == set(program.vocabulary.kinds)


def test_an_example_is_judged_by_the_parameters_that_it_gives(tmp_path: Path) -> None:
    four = "complies\n  | given burned=4\n" + CODE + "  | 4 burn\n  | deal\n"
    assert last_failure(tmp_path, 'example "x" of five-burned ' + four) is None


def test_a_parameter_is_given_to_one_example_alone(tmp_path: Path) -> None:
    given = "violates\n  | given burned=6\n" + CODE + "  | 5 burn\n  | deal\n"
    program = with_example(tmp_path, 'example "x" of five-burned ' + given)
    assert [own for own in run_here(program) if failing(program, own)] == []


@pytest.mark.parametrize(
    ("example", "expected", "found"),
    [
        ("complies\n" + CODE + "  | 4 burn\n  | deal", "complies", "1 violated at 1, 2, 3, 4, 5"),
        ("violates\n" + CODE + "  | 5 burn\n  | deal", "violates", "1 compliant"),
        (
            "unverifiable\n" + CODE + "  | 5 burn\n  | deal",
            "unverifiable",
            "1 compliant",
        ),
        (
            "complies\n" + CODE + "  | 5 burn",
            "complies",
            "1 not applicable",
        ),
        (
            "inapplicable\n" + CODE + "  | deal\n",
            "inapplicable",
            "1 violated at 1",
        ),
        (
            "complies\n  | given burned=4\n" + CODE + "  | 5 burn\n  | deal",
            "complies",
            "1 violated at 1, 2, 3, 4, 5, 6",
        ),
        (
            "violates at 2\n" + CODE + "  | 4 burn\n  | deal",
            "violates at 2",
            "1, 2, 3, 4, 5",
        ),
        (
            "violates at 1, 6\n" + CODE + "  | 4 burn\n  | deal\n  | deal",
            "violates at 1, 6",
            "1, 2, 3, 4, 5",
        ),
        (
            "violates\n" + CODE + "  | burn\n  | deal\n  | shoe=2\n  | burn\n  | deal",
            "one finding",
            "2 violated at 1, 2 and 3, 4",
        ),
        (
            "violates at 1\n" + CODE + "  | burn\n  | deal\n  | shoe=2\n  | burn\n  | deal",
            "violates at 1",
            "1, 2 or 3, 4",
        ),
        (
            "complies\n  | casino=C\n  | burn",
            "complies",
            "1 not verifiable (the field `shoe` is empty)",
        ),
    ],
)
def test_an_example_says_what_was_expected_and_what_came_out(
    tmp_path: Path, example: str, expected: str, found: str
) -> None:
    failure = last_failure(tmp_path, f'example "x" of five-burned {example}\n')
    assert failure is not None
    assert failure.expected.en == expected
    assert failure.found.en == found


@pytest.mark.parametrize(
    ("line", "found", "column"),
    [
        ("| bunr", "`bunr` is no kind of event; did you mean `burn`?", 3),
        ("| burn card=1X", "`card=1X` is not a card such as AS, 10H, KD or 2C", 10),
        ("| burn  amount=5", "`burn` has no `amount`", 11),
        ("| 99999999 burn", "99999999 events are no example", 3),
        ("| tabel=T", "there is no field `tabel`; did you mean `table`?", 5),
    ],
)
def test_a_line_that_is_no_event_fails_where_it_stands(
    tmp_path: Path, line: str, found: str, column: int
) -> None:
    failure = last_failure(
        tmp_path, f'example "x" of five-burned complies\n  {line}\n  | casino=C\n  | burn\n'
    )
    assert failure is not None
    assert failure.found.en == found
    assert failure.span.column == column


@pytest.mark.parametrize(
    ("example", "expected", "found"),
    [
        ("complies\n" + CODE + "  | burn\n  | deal", "complies", "1 non conforme en 1, 2"),
        (
            "complies\n  | casino=C\n  | burn",
            "complies",
            "1 non vérifiable (le champ `shoe` est vide)",
        ),
        (
            "violates at 1\n" + CODE + "  | burn\n  | deal\n  | shoe=2\n  | burn\n  | deal",
            "violates at 1",
            "1, 2 ou 3, 4",
        ),
        (
            "violates\n  | bunr\n",
            "un événement",
            "`bunr` n’est pas un genre d’événement ; vouliez-vous dire `burn` ?",
        ),
    ],
)
def test_what_came_out_is_said_in_french_too(
    tmp_path: Path, example: str, expected: str, found: str
) -> None:
    failure = last_failure(tmp_path, f'example "x" of five-burned {example}\n')
    assert failure is not None
    assert (failure.expected.fr, failure.found.fr) == (expected, found)


def test_a_mistaken_line_is_an_error_of_its_own(tmp_path: Path) -> None:
    program = with_example(tmp_path, 'example "x" of five-burned complies\n  | bunr\n')
    with pytest.raises(MistakenError):
        log_of(program.examples[-1], program.vocabulary)


def test_a_rule_is_judged_with_those_it_presumes(tmp_path: Path) -> None:
    failure = last_failure(
        tmp_path,
        'example "x" of paid-once violates\n'
        "  | casino=C session=S table=T\n"
        "  | table_open maximum=5\n"
        "  | coup=1\n"
        "  | stake seat=1 on=red amount=10\n"
        "  | spin result=red\n",
    )
    assert failure is not None
    assert "rule `stake-maximum` is violated" in failure.found.en


def test_a_rule_without_any_subject_is_inapplicable(tmp_path: Path) -> None:
    example = 'example "x" of stake-maximum inapplicable\n  | burn\n'
    assert last_failure(tmp_path, example) is None


def test_an_example_without_a_time_is_judged_on_a_day_in_force(tmp_path: Path) -> None:
    path = tmp_path / "dated.rules"
    path.write_text(
        'ruleset dated version "1" title fr "D" en "D" in force 2020-01-01 ..\n'
        "context time : time\n"
        "event burn ()\n"
        'provision p fr "P" en "P" in force 2024-01-01 .. 2025-12-31\n'
        'param most : integer = 9 from 2020-01-01, 1 from 2025-01-01 fr "M" en "M"\n'
        "scope evening = time\n"
        "rule few severity minor cites p\n"
        "  for each burn\n"
        "  require (position among burn in evening) <= most\n"
        '  message fr "x" en "x"\n'
        'example "the second is one too many" of few violates at 2, 1\n  | 2 burn\n'
        'example "one alone" of few complies\n  | burn\n'
        'example "before the law" of few unverifiable\n  | time=2023-01-01T20:00\n  | burn\n',
        "utf-8",
    )
    program, diagnostics = review(path)
    assert program is not None, diagnostics
    assert [own.title for own in run_here(program) if failing(program, own)] == []


@pytest.mark.parametrize("rows", ["1, 3", "1, 2, 3"])
def test_the_findings_of_an_example_are_told_by_the_first_row_of_each(
    tmp_path: Path, rows: str
) -> None:
    both = CODE + "  | burn\n  | deal\n  | shoe=2\n  | burn\n  | deal\n"
    example = f'example "x" of five-burned violates at {rows}\n{both}'
    assert last_failure(tmp_path, example) is None


PARENT = """ruleset parent version "1" title fr "x" en "x"
use demo-table
provision 1.1 fr "x" en "x"
constant least = 2
record start for each shoe
  let burned = count of burn
  let enough = burned >= least
rule burned
  severity minor
  cites 1.1
  for each start
  require enough
  message fr "x" en "x"
rule no-more-than-nine
  severity minor
  cites 1.1
  for each shoe
  require count of burn <= 9
  message fr "x" en "x"
"""


@pytest.mark.parametrize(
    ("own", "run"),
    [
        ("", {"burned", "no-more-than-nine"}),
        ("replace constant least = 3\n", {"no-more-than-nine"}),
        ("suspend shoe when start.enough\n", {"burned", "no-more-than-nine"}),
    ],
    ids=["nothing replaced", "a constant behind a record", "a condition of the child"],
)
def test_inherited_examples_are_run_where_nothing_that_they_rest_on_is_replaced(
    own: str, run: set[str], tmp_path: Path
) -> None:
    found = inherited(tmp_path, PARENT, own)
    assert {example.rule.text for example in run_here(found)} == run


def test_where_a_parent_suspends_by_what_is_replaced_no_example_of_it_is_run(
    tmp_path: Path,
) -> None:
    first = PARENT.index("rule burned")
    parent = PARENT[:first] + "suspend shoe when start.burned > 99\n" + PARENT[first:]
    own = "replace record start for each shoe\n  let burned = count of burn\n  let enough = true\n"
    found = inherited(tmp_path, parent, own)
    assert [*run_here(found)] == []


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

"""The layout of rule files: what it looks like, and that no word and no comment is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from auditor.authoring.fmt import formatted
from auditor.authoring.line_breaks import lines_of
from auditor.language.syntax.parse import parse
from auditor.source import Source
from tests.engine.random.rulesets import ruleset

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "rulesets").glob("*/*.rules"))
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|#([^\n]*)')


def laid_out(text: str) -> str:
    result = formatted(Source("x.rules", text))
    assert isinstance(result, str), result
    return result


def meaning(text: str) -> tuple[object, list[str]]:
    """What the declarations say, and the comments in their order."""
    declarations, errors = parse(Source("x.rules", text))
    assert not errors
    return declarations, [own[1].strip() for own in COMMENT.finditer(text) if own[1] is not None]


def same_meaning(text: str) -> None:
    result = laid_out(text)
    assert meaning(result) == meaning(text)
    assert laid_out(result) == result


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_rules_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert laid_out(text) == text


def scattered(text: str, random: Random) -> Iterator[str]:
    """A declaration with other blanks, line breaks and comments between its words."""
    lines, _ = lines_of(text)
    before = None
    for line in lines:
        for word in line.words:
            gap = "" if before is None else text[before : word.start]
            if gap.isspace():
                indent = " " * random.randrange(1, 9)
                gap = random.choice((gap, indent, f"\n{indent}", f"  # a note\n{indent}", " "))
            yield gap + word.text
            before = word.start + len(word.text)
    yield text[before or 0 :]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(8))
def test_random_rules_say_the_same_however_they_are_written(seed: int) -> None:
    random = Random(seed)
    declarations = re.split(r"\n(?=\w)", ruleset(random).text)
    same_meaning("\n".join("".join(scattered(own, random)) for own in declarations) + "\n")


@pytest.mark.parametrize("seed", range(4))
def test_shipped_rules_say_the_same_however_they_are_written(seed: int) -> None:
    random = Random(seed)
    text = SHIPPED[seed * 7 % len(SHIPPED)].read_text("utf-8")
    declarations = re.split(r"\n(?=\w)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    own = [d for d in declarations if d.strip() and not d.startswith("example")][:40]
    same_meaning("\n".join("".join(scattered(d, random)) for d in own) + "\n")


# ---- what it looks like -------------------------------------------------------------------------
SCRAWLED = """\
ruleset five   version "1" title fr "Cinq" en "Five"


use cards
rule five-burned severity major cites p   # why
   # before
 for each shoe applies when any deal  require (count of burn)=5 and not(any cut)
    message fr "{found} brûlées, {expected} exigées, MANY" en "{found} burned"
table t (banker:0..1,third : 0..3) gives action
  columns 0 1 2 3
  row 1: S  S S S
  row 0: S  S D  D
type action=S|D
example   "five"   of five-burned   violates at 1 ,2   # so
   |shoe=1
  # between
 |  5 burn

"""

NEAT = """\
ruleset five version "1" title fr "Cinq" en "Five"

use cards
rule five-burned severity major cites p   # why
  # before
  for each shoe
  applies when any deal
  require (count of burn) = 5 and not (any cut)
  message fr "{found} brûlées, {expected} exigées, MANY"
          en "{found} burned"
table t (banker : 0..1, third : 0..3) gives action
  columns  0 1 2 3
  row 1:   S S S S
  row 0:   S S D D
type action = S | D
example "five" of five-burned violates at 1, 2  # so
  | shoe=1
  # between
  | 5 burn
"""


def test_clauses_rows_and_languages_have_their_places() -> None:
    many = "une phrase qui remplit la ligne"
    assert laid_out(SCRAWLED.replace("MANY", many)) == NEAT.replace("MANY", many)


def test_a_number_below_nothing_is_one_cell_of_a_grid() -> None:
    written = (
        "table t (a : -1..0, b : 0..1) gives integer\n columns 0 1\n row - 1: - 1 2\n row 0: 3 -4\n"
    )
    assert laid_out(written) == (
        "table t (a : -1..0, b : 0..1) gives integer\n"
        "  columns  0  1\n"
        "  row -1:  -1 2\n"
        "  row 0:   3  -4\n"
    )


def test_a_row_behind_the_head_of_an_example_stands_below_it() -> None:
    written = 'example "a | b" of r\n  violates at 1 | deal note="# | 1" # no | row\n | burn # so\n'
    assert laid_out(written) == (
        'example "a | b" of r violates at 1\n  | deal note="# | 1" # no | row\n  | burn # so\n'
    )


def rule(*clauses: str) -> str:
    head = ("rule r", "  severity major", "  cites p", "  for each coup")
    return "\n".join((*head, *(f"  {own}" for own in clauses), ""))


A, B, C = (f"any stake in coup where player = {name} and amount > 1" for name in "abc")


def test_a_condition_that_is_too_long_is_broken_at_its_outermost_joints() -> None:
    assert laid_out(rule(f"require ({A}) and ({B}) and ({C})")) == rule(
        f"require ({A})", f"        and ({B})", f"        and ({C})"
    )


def test_a_selection_that_is_too_long_is_broken_before_its_condition() -> None:
    long = "player = this.player and amount > limits.maximum and not suspended_by_the_house"
    assert laid_out(
        f"record r for each coup\n  let x = count of stake in sitting where {long}\n"
    ) == (f"record r for each coup\n  let x = count of stake in sitting\n          where {long}\n")


def test_a_break_of_the_author_stays() -> None:
    text = rule("require count of burn = 5", "        and any deal")
    assert laid_out(text) == text


@pytest.mark.parametrize(
    ("written", "neat"),
    [
        # Where one was lined up, its neighbours are as well.
        (
            ("let a  = 1", "let bcd = 2", "let ef = 3"),
            ("let a  = 1", "let bcd = 2", "let ef = 3"),
        ),
        (
            ("let a   = 1", "let bcd = 2", "let ef = 3"),
            ("let a   = 1", "let bcd = 2", "let ef  = 3"),
        ),
        (("let a = 1", "let bcd = 2"), ("let a = 1", "let bcd = 2")),
        (("let   a   =   1",), ("let a = 1",)),
        (
            ("let a   = case x -> 1", "          else -> 2", "let bcd = 3"),
            ("let a   = case x -> 1", "          else -> 2", "let bcd = 3"),
        ),
        (
            ("let a = case xyz  -> 1", "        else -> 2"),
            ("let a = case xyz -> 1", "        else     -> 2"),
        ),
    ],
)
def test_what_was_lined_up_stays_so(written: tuple[str, ...], neat: tuple[str, ...]) -> None:
    head = "record r for each coup"
    text, result = (
        "\n".join((head, *(f"  {own}" for own in lets), "")) for lets in (written, neat)
    )
    assert laid_out(text) == result


LEDGER = """\
ledger account for each coup, player
    places hand,cloth , won : money
  # laid
  stake  where in_time and cloth <= amount moves amount from hand to cloth
  stake_refuse (moves amount from hand to cloth
   and undoes last (stake or stake_change) after (calling.closed) if any where amount = this.amount)
    or nothing # so
  pay where any stake and cloth > 0 moves amount from cloth to won then from hand to cloth
  let left=-(hand + won)
"""

ENTRIES = """\
ledger account for each coup, player
  places hand, cloth, won : money
  # laid
  stake        where in_time and cloth <= amount
               moves amount from hand to cloth
  stake_refuse (moves amount from hand to cloth
                and undoes last (stake or stake_change) after (calling.closed) if any
                    where amount = this.amount)
               or nothing  # so
  pay          where any stake and cloth > 0
               moves amount from cloth to won then from hand to cloth
  let left = -(hand + won)
"""


def test_what_the_kinds_of_a_ledger_do_is_a_column() -> None:
    assert laid_out(LEDGER) == ENTRIES
    assert laid_out(ENTRIES) == ENTRIES
    unlined = LEDGER.replace("stake  where", "stake where")
    assert "\n  pay where any stake and cloth > 0\n      moves amount" in laid_out(unlined)


def test_a_flow_that_is_too_long_goes_on_at_its_last_part_that_fits() -> None:
    flows = [f"from {name * 14} to {name * 14}" for name in "abc"]
    head = "ledger l for each coup\n  places a : money\n  pay moves amount "
    assert laid_out(f"{head}{' then '.join(flows)}\n") == (
        f"{head}{flows[0]} then {flows[1]}\n         then {flows[2]}\n"
    )


def test_a_comment_keeps_its_column_where_there_is_room() -> None:
    text = (
        "constant a   = 1      # one\nconstant bcd = 2      # two\nconstant e   = 333333333  # c\n"
    )
    assert laid_out(text) == text


def test_line_ends_and_tabs_become_those_of_the_layout() -> None:
    record = "use cards\nrecord r for each coup\n  let a = 1\n"
    assert laid_out(record.replace("\n", "\r\n").replace("  ", "\t")) == record
    assert laid_out('constant a = "x\ty"\n') == 'constant a = "x\ty"\n'
    assert laid_out("") == ""
    assert laid_out("\n\n# only a comment") == "# only a comment\n"


def test_a_file_that_cannot_be_read_is_not_touched() -> None:
    found = formatted(Source("x.rules", "rule r\n  cites ?\n"))
    assert not isinstance(found, str)
    assert [error.code for error in found] == ["E101"]

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
def layouts() -> Iterator[tuple[str, str, str]]:
    """The title of each case, what is written, and what becomes of it."""
    text = Path(__file__).with_name("layouts.txt").read_text("utf-8")
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        title, *lines = part.rstrip("\n").split("\n")
        written, neat = (
            "".join(f"{own[2:]}\n" for own in lines if own[0] in signs) for signs in ("<=", ">=")
        )
        yield title, written, neat


LAYOUTS = {title: (written, neat) for title, written, neat in layouts()}


@pytest.mark.parametrize("title", LAYOUTS)
def test_a_file_is_laid_out_as_the_page_says(title: str) -> None:
    written, neat = LAYOUTS[title]
    assert laid_out(written) == neat
    assert laid_out(neat) == neat


def test_what_the_kinds_of_a_ledger_do_is_no_column_where_nobody_lined_it_up() -> None:
    ledger, _ = LAYOUTS["What the kinds of a ledger do is a column"]
    unlined = ledger.replace("stake  where", "stake where")
    assert "\n  pay where any stake and cloth > 0\n      moves amount" in laid_out(unlined)


def test_line_ends_and_tabs_become_those_of_the_layout() -> None:
    record = "use cards\nrecord r for each coup\n  let a = 1\n"
    assert laid_out(record.replace("\n", "\r\n").replace("  ", "\t")) == record
    assert laid_out("") == ""


def test_a_file_that_cannot_be_read_is_not_touched() -> None:
    found = formatted(Source("x.rules", "rule r\n  cites ?\n"))
    assert not isinstance(found, str)
    assert [error.code for error in found] == ["E101"]

"""What `auditor map` proposes for each file of a corpus."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from auditor.log.convert.lexicon import lexicon
from auditor.log.propose.propose import proposal
from auditor.log.propose.trial import probe
from auditor.proposal import words_for
from tests.log.corpus import Case, cases, check_table

words = cache(words_for)
CORPORA = (
    Path(__file__).with_name("corpus.txt"),
    Path(__file__).parents[2] / "foreign" / "misread.txt",
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "case", [case for path in CORPORA for case in cases(path)], ids=lambda case: case.title
)
def test_the_proposal_is_what_the_corpus_says(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.file.partition(":")[0]).write_text(case.text, encoding="utf-8")
    known = lexicon() if case.rules == "-" else words(case.rules)
    found = proposal(probe(tmp_path / case.file, case.file), known, case.file)
    for what, rest, below in case.holds:
        match what:
            case "says":
                assert rest.replace("\\n", "\n") in found.text()
            case "never":
                assert rest.replace("\\n", "\n") not in found.text()
            case _:
                check_table(found.preview, what, rest, below)

"""What `auditor map` proposes for each file of a corpus.

Beside what `tests/log/corpus.py` says, `asks Return = pay:whole` is the question which column that
is, with the answer that is proposed, `answer Return = pay:winnings` another, by which it is read.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.coups import joined
from auditor.log.propose.propose import FileProposal, proposal
from auditor.log.propose.trial import probe
from auditor.log.table import Unreadable
from auditor.proposal import words_for
from tests.log.corpus import Case, cases, check_table

words = cache(words_for)
CORPORA = (
    Path(__file__).with_name("corpus.txt"),
    Path(__file__).parents[2] / "foreign" / "misread.txt",
)


def proposed(case: Case, folder: Path, **answers: str) -> FileProposal:
    known = lexicon() if case.rules == "-" else words(case.rules)
    told = {f"column.{column}": answer for column, answer in answers.items()}
    return proposal(probe(folder / case.file, case.file), known, case.file, answers=told)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "case", [case for path in CORPORA for case in cases(path)], ids=lambda case: case.title
)
def test_the_proposal_is_what_the_corpus_says(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.file.partition(":")[0]).write_text(case.text, encoding="utf-8")
    [*refused] = (rest for what, rest, _ in case.holds if what == "refused")
    if refused:
        with pytest.raises(Unreadable, match=refused[0]):
            proposed(case, tmp_path)
        return
    found = proposed(case, tmp_path)
    tomllib.loads(found.text())
    for what, rest, below in case.holds:
        column, _, told = (own.strip() for own in rest.partition(" ="))
        asked = [own for own in found.questions if own.place == ("column", column)]
        match what:
            case "says":
                assert rest.replace("\\n", "\n") in found.text()
            case "never":
                assert rest.replace("\\n", "\n") not in found.text()
            case "asks":
                assert [own.proposed for own in asked] == [told]
            case "answer":
                assert told in {"", *(own.answer for own in asked[0].candidates)}
                found = proposed(case, tmp_path, **{column: told})
                assert not any(own.place == ("column", column) for own in found.questions)
            case _:
                check_table(joined(found.tables)[0], what, rest, below)

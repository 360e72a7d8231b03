"""Tables of cases that stand in the page beside a test: `test_x.txt` for `test_x.py`.

Below `# title` each line is a case, with ` | ` between its cells; `// …` is a remark.  A cell that
is empty, or begins or ends with blanks, stands in quotes; one with a backslash has escapes.
"""

import re
from pathlib import Path


def table(test: str, title: str) -> list[list[str]]:
    """The cells of each case below a title, in the page of the test in this file."""
    page = Path(test).with_suffix(".txt").read_text("utf-8")
    _, _, below = f"\n{page}".partition(f"\n# {title}\n")
    lines = re.split(r"^# ", below, flags=re.MULTILINE)[0].split("\n")
    cases = [own.split(" | ") for own in lines if own and not own.startswith("//")]
    assert cases, f"{test}: there is no table `{title}`"
    return [[_cell(own.strip()) for own in case] for case in cases]


def column(test: str, title: str) -> list[str]:
    """The cases of a table that has one column."""
    return [own for (own,) in table(test, title)]


def _cell(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    if "\\" in text:
        return text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    return text

r"""The words of the program: files in `auditor/words`, a code with its French and its English.

`{name}` stands for a value.  `one|many` are the forms for the value `count`.  Words of the user's
own files stand in backticks.  A line that begins with `#` is a comment, `\n` an end of line, and
quotation marks keep the spaces at the ends of a text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

WORDS = Path(__file__).parents[1] / "words"


@cache
def told_in(family: str) -> dict[str, tuple[str, str]]:
    """Every code of the files in one folder of words, with its French and its English."""
    table: dict[str, tuple[str, str]] = {}
    for path in sorted((WORDS / family).glob("*.words")):
        lines = [own for own in path.read_text("utf-8").split("\n") if own and own[0] != "#"]
        for code, french, english in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
            table[code] = _text(french), _text(english)
    return table


def _text(line: str) -> str:
    """The text of a line, behind the two letters of its language."""
    text = line[5:]
    if text.startswith('"') and text.endswith('"'):
        text = text[1:-1]
    return text.replace("\\n", "\n")

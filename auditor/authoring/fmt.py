"""A rule file in its canonical layout.

Whoever lays out law may not change it: the result is parsed again, and has to say what the file
said, with the same comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from auditor.authoring.alphabets import look_alike
from auditor.authoring.line_breaks import Line, TreeNode, laid_out, lines_of
from auditor.authoring.remedies import told
from auditor.diagnostic import Diagnostic
from auditor.language.syntax.parse import parse
from auditor.source import Source

# ---- columns ------------------------------------------------------------------------------------
# In lines that begin alike the sign that is lined up is `=`, `:`, `(` or `->`, or the second word.
# Lines are a column where one of them has more than one blank before it.
_SIGNS = {
    "let": "=",
    "constant": "=",
    "scope": "=",
    "define": "=",
    "subject": "=",
    "rule_group": "=",
    "stream": "=",
    "interval": "=",
    "enumeration": "=",
    "context": ":",
    "field": ":",
    "param": ":",
    "event": "(",
    "labelled": "",
    "entry": "",
    "row": "->",
}
_THROUGH_COMMENTS = frozenset(("let", "labelled", "entry"))


def find_points(lines: list[Line]) -> None:
    """Notes what may be lined up in each line of a declaration."""
    for number, own in enumerate(lines):
        if own.clause is not None and (sign := _SIGNS.get(own.kind)) is not None:
            places = (at for at, word in enumerate(own.words) if not sign or word.text == sign)
            own.point = next((at for at in places if at), None)
        own.alone = own.kind == "let" and _continues(lines[number + 1 :])


def _continues(below: list[Line]) -> bool:
    following = next((own for own in below if own.words), None)
    return following is not None and following.clause is None


def line_up(lines: list[Line]) -> None:
    """Widen the blanks before what neighbouring lines have lined up, and before the arrows of cases
    that stand on lines of their own.
    """
    for run in _runs(lines):
        _widen(lines, run, and_below=True)
    for run in _cases(lines):
        _widen(lines, run, and_below=False)


def _runs(lines: list[Line]) -> Iterator[list[int]]:
    """The numbers of neighbouring lines that begin alike."""
    run: list[int] = []
    for number, own in enumerate([*lines, Line()]):
        if run and _ends(lines[run[-1]], own):
            yield run
            run = []
        if own.kind and not own.goes_on:
            run.append(number)


def _ends(last: Line, own: Line) -> bool:
    """Whether a run of lines that begin alike ends before this one."""
    if own.goes_on:
        return False
    if not own.texts and not own.is_blank:
        return last.kind not in _THROUGH_COMMENTS
    return own.kind != last.kind or own.indent != last.indent


def _cases(lines: list[Line]) -> Iterator[list[int]]:
    """The numbers of the lines on which the cases of a choice begin, whose arrows are noted."""
    found: dict[TreeNode, list[int]] = {}
    for number, own in enumerate(lines):
        if (arrow := _arrow(own)) is not None:
            choice, own.point = arrow
            found.setdefault(choice, []).append(number)
    yield from found.values()


def _widen(lines: list[Line], run: list[int], *, and_below: bool) -> None:
    """Line up some lines; lines that go on below one may move with it."""
    numbers = [number for number in run if lines[number].point is not None]
    lined = [lines[number] for number in numbers]
    most = _most(lined)
    for number, own in zip(numbers, lined, strict=True):
        width = _width(own)
        if width > most or (own.alone and and_below and not _is_lined_up(own, lined)):
            continue
        own.texts[own.point or 0] = " " * (most - width) + own.texts[own.point or 0]
        for below in takewhile(lambda own: and_below and own.goes_on, lines[number + 1 :]):
            below.indent += (most - width) if below.indent > width else 0


def _most(lined: list[Line]) -> int:
    """How wide the widest of the lines is that their author lined up; in a ledger he did so with
    all, if with one.
    """
    if not any(own.gap > 1 for own in lined):
        return 0
    whole = lined[0].kind == "entry"
    return max((_width(own) for own in lined if whole or _is_lined_up(own, lined)), default=0)


def _is_lined_up(own: Line, lined: list[Line]) -> bool:
    column = _width(own) + own.gap
    return own.gap > 1 or any(
        _width(other) + other.gap == column for other in lined if other is not own
    )


def _width(own: Line) -> int:
    """Where a line ends up to what is lined up."""
    assert own.point is not None
    return own.up_to(own.point)


def _arrow(own: Line) -> tuple[TreeNode, int] | None:
    """The only case of a choice that begins on this line: its choice, and where its arrow is."""
    words = own.words
    arrows = [(n, word) for n, word in enumerate(words) if word.text == "->" and n]
    begins = [word for word in words if word.text in {"case", "else"}]
    if len(arrows) != 1 or len(begins) != 1 or not (own.goes_on or own.kind):
        return None
    number, word = arrows[0]
    choice = word.node.within("choice")
    return (choice, number) if choice is not None else None


def line_up_grid(lines: list[Line]) -> None:
    """The cells of a grid, each under its column."""
    rows = [own for own in lines if own.kind in {"grid", "grid_row"}]
    if not rows or any(own.goes_on for own in lines):
        return
    cells = [_cells(own) for own in rows]
    heads = max(len(head) for head, _ in cells)
    widths = [max(map(len, column)) for column in zip(*(rest for _, rest in cells), strict=False)]
    for own, (head, rest) in zip(rows, cells, strict=True):
        padded = [f" {cell:<{width}}" for cell, width in zip(rest, widths, strict=False)]
        padded += [f" {cell}" for cell in rest[len(widths) :]]
        own.texts = [f"{head:<{heads + 1}}", *padded[:-1], padded[-1].rstrip()]


def _cells(own: Line) -> tuple[str, list[str]]:
    """The head of a row of a grid, and its cells."""
    words: list[str] = []
    for word in own.texts:
        if words and words[-1] == "-":  # a sign and its number are one cell
            words[-1] += word.strip()
        else:
            words.append(word.strip())
    if own.kind == "grid":
        return words[0], words[1:]
    return f"{words[0]} {words[1]}:", words[3:]


# ---- a file -------------------------------------------------------------------------------------
_WORD_OF_EXAMPLE = re.compile(r'"(?:[^"\\\n]|\\["\\])*"|\w[\w.-]*|,')
_EXAMPLES = re.compile(r"(?:example|given)(?!\S)")
_HEAD_AND_ROW = re.compile(r'((?:"(?:[^"\\\n]|\\["\\])*"|[^"|#])*)(\|.*)')
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|(#[^\n]*)')


class LostError(Exception):
    """The layout would not say what the file says: a defect of ours."""


def formatted(source: Source) -> str | tuple[Diagnostic, ...]:
    """The text of a rule file in its canonical layout, or why it cannot be read.

    Raises LostError.
    """
    text = source.text.replace("\r\n", "\n")
    written = Source(source.name, text)
    declarations, errors = parse(written)
    if said := (*look_alike(written), *map(told, errors)):
        return said
    lines = list(_texts(text))
    line_up(lines)
    result = "\n".join(own.written().rstrip() for own in _spaced(lines))
    result = result + "\n" if result else ""
    again, errors = parse(Source(source.name, result))
    if errors or again != declarations or _comments(text) != _comments(result):
        raise LostError(source.name)
    return result


def _comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in _COMMENT.finditer(text) if found[1]]


def _spaced(lines: list[Line]) -> Iterator[Line]:
    """No blank line at either end, and never two together."""
    while lines and lines[-1].is_blank:
        lines.pop()
    blank = True
    for own in lines:
        if not (own.is_blank and blank):
            yield own
        blank = own.is_blank


def _texts(text: str) -> Iterator[Line]:
    chunk: list[str] = []
    for line in text.split("\n"):
        begins = bool(line) and not line[0].isspace() and not line.startswith("#")
        if begins or not chunk:
            yield from _declaration(chunk)
            chunk = []
        if begins or chunk:
            chunk.append(line)
        else:
            yield _outside(line)
    yield from _declaration(chunk)


def _outside(line: str) -> Line:
    """A comment or a blank line above every declaration."""
    return Line(comment=line.strip(), comment_column=1, indented=False)


def _declaration(chunk: list[str]) -> Iterator[Line]:
    """A declaration, and the comments below it."""
    if not chunk:
        return
    if _EXAMPLES.match(chunk[0]) is not None:
        yield from _example(chunk)
        return
    lines, root = lines_of("\n".join(chunk))
    lines = laid_out(lines, root)
    find_points(lines)
    line_up_grid(lines)
    yield from lines


def _example(chunk: list[str]) -> Iterator[Line]:
    """An example: its head on a line, and its rows as their author wrote them."""
    head: list[str] = []
    for number, line in enumerate(_rows_apart(chunk)):
        bare = line.strip()
        if bare.startswith("|"):
            yield from _head(head)
            head = []
            yield Line(indent=2, texts=[f"| {bare[1:].strip()}"])
        elif number and (not bare or bare.startswith("#")) and not head:
            yield Line(comment=bare, comment_column=1, indent=2 * line[:1].isspace())
        else:
            head.append(line)


def _rows_apart(chunk: list[str]) -> Iterator[str]:
    """The lines of an example, where a row stands behind its head the two apart."""
    for line in chunk:
        found = _HEAD_AND_ROW.fullmatch(line)
        yield from found.groups() if found and found[1].strip() else (line,)


def _head(head: list[str]) -> Iterator[Line]:
    if not head:
        return
    words: list[str] = []
    comments: list[str] = []
    for line in head:
        code = line
        for found in _COMMENT.finditer(line):
            if found[1]:
                comments.append(found[1].rstrip())
                code = line[: found.start()]
        words += _WORD_OF_EXAMPLE.findall(code)
    said = " ".join(words).replace(" ,", ",")
    yield Line(comment=comments[0] if comments else "", comment_column=1, texts=[said])
    yield from (Line(comment=more, comment_column=1, indent=2) for more in comments[1:])

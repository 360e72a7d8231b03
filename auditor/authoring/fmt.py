"""A rule file in its canonical layout.

Whoever lays out law may not change it: the result is parsed again, and has to say what the file
said, with the same comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.authoring.line_breaks import Placed, SourceLine, TreeNode, laid_out, lines_of
from auditor.diagnostic import Diagnostic
from auditor.language.syntax.parse import parse
from auditor.source import Source

# ---- columns ------------------------------------------------------------------------------------
# In lines that begin alike the sign that is lined up is `=`, `:`, `(`, `fr` or `->`.  Lines are a
# column where one of them has more than one blank before it.
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
    "labelled": "fr",
    "row": "->",
}
_THROUGH_COMMENTS = frozenset(("let", "labelled"))


def find_points(lines: list[Placed]) -> None:
    """Notes what may be lined up in each line of a declaration."""
    for number, own in enumerate(lines):
        if own.clause is not None:
            sign = _SIGNS.get(own.kind)
            own.point = _point(own, sign) if sign is not None else None
            own.gap = _gap(own, own.point)
        own.alone = own.kind == "let" and _continues(lines[number + 1 :])


def _continues(below: list[Placed]) -> bool:
    following = next((own for own in below if own.line.words), None)
    return following is not None and following.clause is None


def _point(own: Placed, sign: str) -> int | None:
    """The number of the word that is lined up."""
    words = own.line.words
    if sign == "fr":
        return 1 if len(words) > 1 else None
    for number, word in enumerate(words):
        if number and word.text == sign:
            return number
    return None


def _gap(own: Placed, point: int | None) -> int:
    if point is None:
        return 1
    before, word = own.line.words[point - 1], own.line.words[point]
    return max(1, word.start - (before.start + len(before.text)))


def line_up(lines: list[Placed]) -> None:
    """Widen the blanks before what neighbouring lines have lined up."""
    run: list[int] = []
    for number, own in enumerate([*lines, Placed(SourceLine([]))]):
        if run and _ends(lines[run[-1]], own):
            _widen(lines, run)
            run = []
        if own.kind and not own.goes_on:
            run.append(number)


def _ends(last: Placed, own: Placed) -> bool:
    """Whether a run of lines that begin alike ends before this one."""
    if own.goes_on:
        return False
    if not own.texts and not own.is_blank:
        return last.kind not in _THROUGH_COMMENTS
    return own.kind != last.kind or own.indent != last.indent


def _widen(lines: list[Placed], run: list[int]) -> None:
    lined = [number for number in run if lines[number].point is not None]
    most = _most([lines[number] for number in lined])
    for number in lined:
        own = lines[number]
        width = _width(own)
        if width > most or (own.alone and not _is_lined_up(own, [lines[n] for n in lined])):
            continue
        _push(own, own.point or 0, most - width)
        for below in lines[number + 1 :]:
            if not below.goes_on:
                break
            below.indent += (most - width) if below.indent > width else 0


def _most(lined: list[Placed]) -> int:
    """How wide the widest of the lines is that their author lined up."""
    if not any(own.gap > 1 for own in lined):
        return 0
    return max((_width(own) for own in lined if _is_lined_up(own, lined)), default=0)


def _is_lined_up(own: Placed, lined: list[Placed]) -> bool:
    column = _width(own) + own.gap
    return own.gap > 1 or any(
        _width(other) + other.gap == column for other in lined if other is not own
    )


def _push(own: Placed, point: int, blanks: int) -> None:
    own.texts[point] = " " * blanks + own.texts[point]


def _width(own: Placed) -> int:
    """Where a line ends up to what is lined up."""
    assert own.point is not None
    return own.indent + sum(map(len, own.texts[: own.point]))


# ---- cases --------------------------------------------------------------------------------------
def line_up_cases(lines: list[Placed]) -> None:
    """The arrows of cases that stand on lines of their own."""
    cases: dict[TreeNode, list[Placed]] = {}
    for own in lines:
        arrow = _arrow(own)
        if arrow is not None:
            choice, own.point = arrow
            own.gap = _gap(own, own.point)
            cases.setdefault(choice, []).append(own)
    for lined in cases.values():
        if len(lined) > 1:
            most = _most(lined)
            for own in lined:
                if _width(own) <= most:
                    _push(own, own.point or 0, most - _width(own))


def _arrow(own: Placed) -> tuple[TreeNode, int] | None:
    """The only case of a choice that begins on this line: its choice, and where its arrow is."""
    words = own.line.words
    arrows = [(n, word) for n, word in enumerate(words) if word.text == "->" and n]
    begins = [word for word in words if word.text in {"case", "else"}]
    if len(arrows) != 1 or len(begins) != 1 or not (own.goes_on or own.kind):
        return None
    number, word = arrows[0]
    choice = word.node.within("choice")
    return (choice, number) if choice is not None else None


def line_up_grid(lines: list[Placed]) -> None:
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


def _cells(own: Placed) -> tuple[str, list[str]]:
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
    declarations, errors = parse(Source(source.name, text))
    if errors:
        return errors
    lines = list(_texts(text))
    line_up(lines)
    line_up_cases(lines)
    result = "\n".join(own.written().rstrip() for own in _spaced(lines))
    result = result + "\n" if result else ""
    again, errors = parse(Source(source.name, result))
    if errors or again != declarations or _comments(text) != _comments(result):
        raise LostError(source.name)
    return result


def _comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in _COMMENT.finditer(text) if found[1]]


def _spaced(lines: list[Placed]) -> Iterator[Placed]:
    """No blank line at either end, and never two together."""
    while lines and lines[-1].is_blank:
        lines.pop()
    blank = True
    for own in lines:
        if not (own.is_blank and blank):
            yield own
        blank = own.is_blank


def _texts(text: str) -> Iterator[Placed]:
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


def _outside(line: str) -> Placed:
    """A comment or a blank line above every declaration."""
    return Placed(SourceLine([], line.strip(), 1, indented=False))


def _declaration(chunk: list[str]) -> Iterator[Placed]:
    """A declaration, and the comments below it."""
    if not chunk:
        return
    if _EXAMPLES.match(chunk[0]) is not None:
        yield from _example(chunk)
        return
    lines, root = lines_of("\n".join(chunk))
    placed = laid_out(lines, root)
    find_points(placed)
    line_up_grid(placed)
    yield from placed


def _example(chunk: list[str]) -> Iterator[Placed]:
    """An example: its head on a line, and its rows as their author wrote them."""
    head: list[str] = []
    for number, line in enumerate(_rows_apart(chunk)):
        bare = line.strip()
        if bare.startswith("|"):
            yield from _head(head)
            head = []
            yield Placed(SourceLine([]), 2, texts=[f"| {bare[1:].strip()}"])
        elif number and (not bare or bare.startswith("#")) and not head:
            yield Placed(SourceLine([], bare, 1), 2 if line[:1].isspace() else 0)
        else:
            head.append(line)


def _rows_apart(chunk: list[str]) -> Iterator[str]:
    """The lines of an example, where a row stands behind its head the two apart."""
    for line in chunk:
        found = _HEAD_AND_ROW.fullmatch(line)
        yield from found.groups() if found and found[1].strip() else (line,)


def _head(head: list[str]) -> Iterator[Placed]:
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
    comment = SourceLine([], comments[0] if comments else "", 1)
    yield Placed(comment, texts=[said])
    for more in comments[1:]:
        yield Placed(SourceLine([], more, 1), 2)

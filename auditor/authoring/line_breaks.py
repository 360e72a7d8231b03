"""Where a declaration is broken into lines, and how far each of them is indented.

What the author broke stays broken.  Clauses and rows stand on lines of their own, but for those
that may stand beside the name of a rule, and a line that is too long is broken at the outermost
place where rules break.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lark import Token, Tree

from auditor.language.syntax.grammar import parser
from auditor.source import Frozen

# ---- words and comments -------------------------------------------------------------------------
_COMMENT = re.compile(r"#[^\n]*")


class TreeNode(Frozen):
    """A part of a declaration, from one character to another, and the parts around it."""

    name: str
    start: int
    end: int
    parent: TreeNode | None = None

    def within(self, *names: str) -> TreeNode | None:
        """The innermost part around it with one of these names, itself included."""
        node: TreeNode | None = self
        while node is not None and node.name not in names:
            node = node.parent
        return node


class Word(Frozen):
    """A word or a sign: its text, where it stood, and the innermost part that it is of."""

    text: str
    start: int
    node: TreeNode


@dataclass(slots=True)
class Line:
    """A line as its author broke it, and as it is to stand; without words it is a comment, or
    blank.

    `clause` is the part that begins on it, if one does, `kind` its name, or that of what is
    replaced; `texts` are its words with the blanks before them.  `point` is the number of the word
    that is lined up with those of other lines; a line is `alone` where it is lined up only if its
    author did so, since its value takes several lines.
    """

    words: list[Word] = field(default_factory=list)
    comment: str = ""
    comment_column: int = 0
    indented: bool = True  # whether a line that is a comment alone was indented
    indent: int = 0
    clause: TreeNode | None = None
    kind: str = ""
    texts: list[str] = field(default_factory=list)
    point: int | None = None
    alone: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with what stands above."""
        return bool(self.words) and self.clause is None

    @property
    def gap(self) -> int:
        """The blanks that the author left before what is lined up."""
        if self.point is None:
            return 1
        before, word = self.words[self.point - 1 : self.point + 1]
        return max(1, word.start - (before.start + len(before.text)))

    @property
    def is_blank(self) -> bool:
        return not (self.texts or self.comment)

    @property
    def width(self) -> int:
        return self.up_to(len(self.texts))

    def up_to(self, word: int) -> int:
        """Where the line ends before the word of this number."""
        return self.indent + sum(map(len, self.texts[:word]))

    def written(self) -> str:
        """The line with its comment, which stays in its column if there is room."""
        code = " " * self.indent + "".join(self.texts)
        if not (self.texts and self.comment):
            return (code + self.comment).rstrip()
        column = max(self.comment_column - 1, len(code) + 2)
        return f"{code:<{column}}{self.comment}"


def lines_of(text: str) -> tuple[list[Line], TreeNode]:
    """The lines of a declaration that can be parsed, and the whole of it."""
    interactive = parser().parse_interactive(text)
    tokens = list(interactive.exhaust_lexer())
    tree: Tree[Token] = interactive.feed_eof()  # type: ignore[no-untyped-call]  # of Lark
    root = TreeNode(str(tree.data), 0, len(text))
    words = list(_words(tokens, root, _nodes(tree, root)))
    return list(_lines(text, words)), root


def _nodes(tree: Tree[Token], around: TreeNode) -> Iterator[TreeNode]:
    for child in tree.children:
        if isinstance(child, Tree) and not child.meta.empty:
            node = TreeNode(str(child.data), child.meta.start_pos, child.meta.end_pos, around)
            yield node
            yield from _nodes(child, node)


def _words(tokens: Iterable[Token], root: TreeNode, nodes: Iterator[TreeNode]) -> Iterator[Word]:
    """The tokens, each with the innermost node around it; of the nodes outer ones come first."""
    around, following = [root], next(nodes, None)
    for token in tokens:
        start = token.start_pos or 0
        while following is not None and following.start <= start:
            while around[-1].end <= following.start:
                around.pop()
            around.append(following)
            following = next(nodes, None)
        while around[-1].end <= start:
            around.pop()
        yield Word(str(token), start, around[-1])


def _lines(text: str, words: Sequence[Word]) -> Iterator[Line]:
    left, at = list(reversed(words)), 0
    for written in text.split("\n"):
        end = at + len(written)
        own = []
        while left and left[-1].start <= end:
            own.append(left.pop())
        rest = own[-1].start + len(own[-1].text) if own else at
        comment = _COMMENT.search(text, rest, end)
        said = comment.group().rstrip() if comment is not None else ""
        column = comment.start() - at + 1 if comment is not None else 0
        yield Line(own, said, column, written[:1].isspace())
        at = end + 1


# ---- blanks between words -----------------------------------------------------------------------
_CLOSE = frozenset((",", ")", "]", "}", "?"))
_OPEN = frozenset(("(", "[", "{"))
_STUCK = {
    ".": ("access", "path"),
    "..": ("range_of", "quantity"),
}
"""Signs without blanks around them, and of which parts they are."""


def pieces(words: list[Word]) -> list[str]:
    """Each word with the blank before it, if one belongs there."""
    spaced = [words[0].text] if words else []
    for before, word in pairwise(words):
        spaced.append(f" {word.text}" if _is_spaced(before, word) else word.text)
    return spaced


def _is_spaced(before: Word, word: Word) -> bool:
    if word.text in _CLOSE or before.text in _OPEN:
        return False
    if _is_stuck(before) or _is_stuck(word):
        return False
    if before.text == "-" and before.node.name in {"minus", "number"}:
        return False
    if word.text == "(":
        return not _calls(before, word)
    if word.text in {"{", "*", "+"} and word.node.name == "quantity":
        return False
    return not (word.text == ":" and word.node.name in {"grid", "grid_row"})


def _is_stuck(word: Word) -> bool:
    return word.node.name in _STUCK.get(word.text, ())


def _calls(before: Word, word: Word) -> bool:
    """Whether a bracket holds what a function, a definition or a step of a pattern is given."""
    node = word.node
    if node.name == "arguments":
        return True
    return node.name in {"call", "step"} and node.start == before.start


# ---- lines --------------------------------------------------------------------------------------
WIDTH = 100
_CLAUSED = frozenset(("rule", "record", "ledger", "statistic"))
_NO_CLAUSES = frozenset(("name", "from_kinds", "likewise", "also"))
_BESIDE_THE_NAME = frozenset(("severity", "cites", "rests_on"))
_OWN_LINE = frozenset(("row", "grid", "grid_row", "labelled"))
_LOOKS = ("aggregate", "quantifier", "universal", "pick", "nth", "position", "sequence", "undoes")
"""Parts that may be broken before their `where`."""
_JOINS = ("conjunction", "disjunction", "choice", "comparison", "membership", "arithmetic")
_ALIGNED = frozenset((*_LOOKS, *_JOINS, "product", "continuous", "pattern", "set_of"))
"""Parts whose lines begin under their first word."""
_LISTS = frozenset(("stream", "rule_group", "scope", "enumeration"))
"""Declarations whose lines begin under what stands behind `=`."""
_THEN = len("or ")
"""How much deeper a second flow stands, so that it begins under the first."""
_BILINGUAL = ("words", "transcribed", "replaced_by")
_SHORT = frozenset(("comparison", "arithmetic"))
_BROKEN_BEFORE = {
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "+", "-"), _SHORT),
    "and": ("conjunction", "doing"),
    "or": ("disjunction", "entry"),
    "then": ("moves",),
}
"""Words before which a line may be broken, and of which parts."""


def laid_out(lines: list[Line], root: TreeNode) -> list[Line]:
    """The lines as they are to stand."""
    clauses = _clauses(lines, root)
    apart = {at for at, node in clauses.items() if node.name not in _BESIDE_THE_NAME}
    apart |= set(_behind_conditions(lines))
    broken = [line for own in lines for line in _split(own, apart)]
    while True:
        _indent_all(broken, root, clauses)
        longer = next((n for n, p in enumerate(broken) if p.width > WIDTH and _points(p)), None)
        if longer is None:
            return broken
        broken[longer : longer + 1] = _split(broken[longer], set(_points(broken[longer])))


def _clauses(lines: list[Line], root: TreeNode) -> dict[int, TreeNode]:
    """The parts that begin a line of their own, by where they begin."""
    found: dict[int, TreeNode] = {}
    for line in lines:
        for word in line.words:
            node: TreeNode | None = word.node
            while node is not None and node.parent is not None:
                if node.start == word.start and _is_clause(node, root):
                    found[word.start] = node
                node = node.parent
    labelled = [start for start, node in found.items() if node.name == "labelled"]
    if len(labelled) == 1:
        del found[labelled[0]]
    return found


def _behind_conditions(lines: list[Line]) -> Iterator[int]:
    """Where the first doing of an entry begins that has a condition."""
    entry: TreeNode | None = None
    for word in (word for line in lines for word in line.words):
        if word.text == "where" and word.node.parent is not None:
            entry = word.node.parent if word.node.parent.name == "entry" else entry
        doing = word.node.within("doing")
        if doing is not None and doing.parent is entry:
            yield word.start
            entry = None


def _is_clause(node: TreeNode, root: TreeNode) -> bool:
    around = node.parent
    assert around is not None
    if around.name in _CLAUSED and (around is root or root.name == "replace"):
        return node.name not in _NO_CLAUSES
    return node.name in _OWN_LINE


def _split(line: Line, starts: set[int]) -> list[Line]:
    """The line broken before words that begin at these places; its comment stays at its end."""
    parts: list[Line] = []
    words: list[Word] = []
    for word in line.words:
        if words and word.start in starts:
            parts.append(Line(words))
            words = []
        words.append(word)
    return [*parts, Line(words, line.comment, line.comment_column, line.indented)]


# ---- indents ------------------------------------------------------------------------------------
def _indent_all(lines: list[Line], root: TreeNode, clauses: dict[int, TreeNode]) -> None:
    columns: dict[int, int] = {}
    open_brackets: list[int] = []
    head = next((own for own in lines if own.words), None)
    for number, own in enumerate(lines):
        if not own.words:
            continue
        word = own.words[0]
        own.clause = root if own is head else clauses.get(word.start)
        if own.clause is not None:
            own.indent = 0 if own is head else 2
            open_brackets = []
        else:
            own.indent = _indent(word, columns, open_brackets, lines[:number])
        own.kind = own.clause.name if own.clause is not None else ""
        if own.kind == "replace" and len(own.words) > 1:
            own.kind = own.words[1].node.name
        own.texts = pieces(own.words)
        _note(own, columns, open_brackets)
    _place_comments(lines)


def _note(own: Line, columns: dict[int, int], brackets: list[int]) -> None:
    """Where the words of a line come to stand, and the columns behind brackets left open."""
    at = own.indent
    for word, piece in zip(own.words, own.texts, strict=True):
        at += len(piece)
        columns[word.start] = at - len(word.text)
        if word.text in {"(", "[", "{"}:
            brackets.append(at)
        elif word.text in {")", "]", "}"} and brackets:
            brackets.pop()


def _indent(word: Word, columns: dict[int, int], brackets: list[int], above: list[Line]) -> int:
    """How far a line is indented that begins with this word and goes on with what is above."""
    clause = next(own for own in reversed(above) if own.clause is not None)
    if word.text == "en":
        before = _last_french(above)
        if before is not None:
            return columns[before.start]
    if word.text == "->" and (case := word.node.within("case", "choice")) is not None:
        return columns.get(case.start, clause.indent) + 2
    node: TreeNode | None = word.node
    best = brackets[-1] if brackets else -1
    while node is not None:
        if node.name in _ALIGNED and node.start < word.start and node.start in columns:
            return max(best, columns[node.start])
        node = node.parent
    if best < 0 and word.node.within(*_LISTS) is not None:
        best = next((columns[b.start] for a, b in pairwise(clause.words) if a.text == "="), -1)
    if best < 0 and word.node.within("entry") is not None:
        best = _behind_kind(above, columns)
    deeper = _THEN * (word.text in {"then", "from"} and word.node.within("moves") is not None)
    return (best if best >= 0 else clause.indent + 2) + deeper


def _behind_kind(above: list[Line], columns: dict[int, int]) -> int:
    """The column of what follows the kind of the entry that goes on."""
    head = next(n for n in reversed(range(len(above))) if above[n].clause is not None)
    words = [word for own in above[head:] for word in own.words]
    return columns[words[1].start] if len(words) > 1 else -1


def _last_french(above: list[Line]) -> Word | None:
    words = (word for own in reversed(above) for word in reversed(own.words))
    return next((word for word in words if word.text == "fr"), None)


def _place_comments(lines: list[Line]) -> None:
    """A comment between two lines stands where the line below it begins, or where it stood."""
    below = -1
    for own in reversed(lines):
        if own.words:
            below = own.indent
        else:
            own.indent = below if below >= 0 else 2 * own.indented


# ---- lines that are too long --------------------------------------------------------------------
def _points(own: Line) -> list[int]:
    """Where a line is broken that is too long: the places of the outermost part that has any."""
    words = own.words
    inside = {word.start for word in words[1:]}
    for name in ("otherwise", "en"):
        starts = [word.start for word in words[1:] if word.text == name and _is_language(word)]
        if starts:
            return starts
    found: dict[TreeNode, list[int]] = {}
    for word in words[1:]:
        node = _breaks_before(word)
        if node is not None and word.start in inside:
            found.setdefault(node, []).append(word.start)
    outer_first = sorted(found, key=lambda node: (node.start - node.end, node.start))
    worth = (at for at in outer_first if at.name not in _SHORT or _is_long(at, own))
    outermost = next(worth, None)
    if outermost is None:
        return []
    starts = found[outermost]
    return starts if outermost.name != "moves" else _last_that_fits(starts, own)


def _last_that_fits(starts: list[int], own: Line) -> list[int]:
    """The last of some places up to which the line is not too long, or the first of them."""
    at, found = own.indent, starts[0]
    for word, text in zip(own.words, own.texts, strict=True):
        if word.start in starts and at <= WIDTH:
            found = word.start
        at += len(text)
    return [found]


def _is_long(node: TreeNode, own: Line) -> bool:
    """Whether two sides are long enough to stand on two lines."""
    words = [word for word in own.words if node.start <= word.start < node.end]
    return sum(map(len, pieces(words))) > WIDTH // 2


def _is_language(word: Word) -> bool:
    return word.node.name == "verifiable" or word.node.within(*_BILINGUAL) is not None


def _breaks_before(word: Word) -> TreeNode | None:
    """The part of an expression that may be broken before this word."""
    if word.node.name in _BROKEN_BEFORE.get(word.text, ()):
        return word.node
    if word.text in {"case", "else"}:
        choice = word.node.within("choice")
        return choice if choice is not None and choice.start < word.start else None
    return word.node.within(*_LOOKS) if word.text == "where" else None

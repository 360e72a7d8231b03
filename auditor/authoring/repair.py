"""Repairs of a declaration that cannot be read: edits of one token, each tried by reading on.

An edit is good if it lets the parser read to the end of the declaration, or twelve tokens beyond
the place where it stopped.  The cheapest good edits are the repairs.  Whoever mends law may not
guess at it: no edit changes a number, and none brings in a negation.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Literal

from lark import Token, UnexpectedCharacters, UnexpectedToken
from lark.lexer import LexerThread
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParserState
from lark.utils import TextSlice

from auditor.authoring.elsewhere import RUNS, written_for
from auditor.authoring.word_places import BEGINS_LINE, words_that_begin_values
from auditor.language.syntax import grammar
from auditor.language.syntax.source_text import are_run_together
from auditor.messages.message import slips
from auditor.source import Frozen

Kind = Literal["write", "spell", "delete", "insert", "swap"]

_BACK = 3  # tokens before the one that does not fit at which edits are tried
_FAR = 9  # those at which phrases are looked for
_BEYOND = 12  # tokens behind it that a good edit makes readable
_AROUND = 200  # characters behind the stop by which two edits are compared
_MOST = 2000  # edits tried for one error
_FORCED = 5  # tokens that an insertion brings with it because nothing else may follow
_RAW = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|[\w.]*\w|->|\.\.|[<>!]=|\S')
_WORD = re.compile(r'"(?:[^"\\\n]|\\.)*"|\w+|[^\w\s"]+|.', re.DOTALL)
_LABEL = re.compile(r'"(?:[^"\\\n]|\\.)*"|\w[\w.-]*|[^\w\s"]+|.', re.DOTALL)
_TOKEN = re.compile(r"[ \t]*(\w[\w.-]*\w|\w|->|\.\.|[<>!]=|[^\s\w\"#()\[\]{}.])")
_JOINS = frozenset(
    (
        *("and", "or", "not", "in", "is", "of", "for", "each", "where", "when", "has", "no", "any"),
        *("every", "case", "else", "if", "extends", "version"),
    )
)
"""Words that are never meant as a name."""
_CHEAP = ",", "of"  # what joins names is forgotten soonest
_CLOSING = ")]}"
_DENIES = "!", "¬", "-"
_NOT_WITHIN = BEGINS_LINE - {"fr", "en"} | {"where"}
_OF_VALUES = frozenset(("exactly", "count", "position"))
_COMPARED = re.compile(r"\s*(?:!=|[=<>])")
OPEN = "_x_"
"""The name that stands for what an author has to say."""
_OPEN = {"NAME": OPEN, "LABEL": OPEN, "NUMBER": "0", "STRING": f'"{OPEN}"', "DATE": "2000-01-01"}
"""Terminals that stand for many texts, with one of them."""


class Stop(Frozen):
    """A token, and the state of the parser before it; an empty one of kind `$END` at the end."""

    start: int
    end: int
    kind: str
    state: ParserState[int]

    @property
    def accepted(self) -> set[str]:
        """The terminals that may stand here."""
        return _accepted(self.state)


class Edit(Frozen):
    """A stretch of the declaration, by its characters, and the text that takes its place.

    `is_open` is true where the text leaves a name or a value to the author.
    """

    kind: Kind
    start: int
    end: int
    text: str
    cost: int
    is_sure: bool = True
    is_open: bool = False

    def applied(self, text: str) -> str:
        return f"{text[: self.start]}{self.text}{text[self.end :]}"

    def tokens(self, text: str, start: int, end: int) -> tuple[str, ...]:
        """The words and signs of a stretch, edited: two edits that give the same are one."""
        moved = len(self.text) - (self.end - self.start)
        return tuple(_RAW.findall(self.applied(text), start, end + moved))


# ---- reading ------------------------------------------------------------------------------------
def stops(text: str) -> list[Stop]:
    """The token that does not fit, behind those just before it; empty where the text reads well."""
    reading = grammar.parser().parse_interactive("")
    state, met = _without_values(reading), deque[Stop](maxlen=_FAR + 1)
    try:
        for token in _tokens(text, 0, state):
            start, end = token.start_pos or 0, token.end_pos or 0
            if met and are_run_together(text, met[-1].end, start):
                return [*list(met)[:-1], _word(text, met[-1].start, met[-1].state, ())]
            met.append(Stop(start, end, token.type, _copy(state)))
            if _names_nothing(text, token):
                return list(met)
            state.feed_token(token)
        met.append(Stop(*_end(text), "$END", _copy(state)))
        state.feed_token(Token("$END", ""), is_end=True)
    except UnexpectedToken as error:
        if error.token.type != "$END":
            start = error.token.start_pos or 0
            before = met.pop().state if met and met[-1].start == start else state
            met.append(_word(text, start, before, met))
    except UnexpectedCharacters as error:
        met.append(_word(text, error.pos_in_stream, state, met))  # type: ignore[arg-type]  # an int
    else:
        return []
    return list(met)


def _word(text: str, start: int, state: ParserState[int], met: Sequence[Stop]) -> Stop:
    """The word, the label or the signs that are no token where they stand."""
    is_label = "LABEL" in _accepted(state) or (met and met[-1].kind == "LABEL")
    found = (_LABEL if is_label else _WORD).match(text, start)
    return Stop(start, found.end() if found else start, "WORD", _copy(state))


def _end(text: str) -> tuple[int, int]:
    """The place behind the last word that is no comment."""
    last = max((m.end() for m in _RAW.finditer(text) if m[0][0] != "#"), default=0)
    return last, last


def _tokens(text: str, at: int, state: ParserState[int]) -> Iterator[Token]:
    lexer = grammar.parser().parse_interactive("").lexer_thread.lexer
    yield from LexerThread.from_text(lexer, TextSlice(text, at, len(text))).lex(state)  # type: ignore[no-untyped-call]


def _without_values(reading: InteractiveParser) -> ParserState[int]:
    state = reading.parser_state.copy(deepcopy_values=False)
    state.parse_conf = copy(state.parse_conf)
    state.parse_conf.callbacks = {}
    return state


def _copy(state: ParserState[int]) -> ParserState[int]:
    return state.copy(deepcopy_values=False)


def _accepted(state: ParserState[int]) -> set[str]:
    """The terminals that may follow: not all that the table of the state names can."""
    named = state.parse_conf.parse_table.states[state.position]
    return {name for name in named if name.isupper() and _after(state, name) is not None}


def _forced(state: ParserState[int]) -> str | None:
    """The only terminal that may follow, or a name where one may; None where there are several."""
    actions = state.parse_conf.parse_table.states[state.position]
    terminals = [name for name in actions if name.isupper()]
    if any(actions[name][0] is not Shift for name in terminals):
        return None
    if "NAME" in terminals:
        return "NAME"
    return terminals[0] if len(terminals) == 1 else None


def _after(state: ParserState[int], terminal: str) -> ParserState[int] | None:
    """The state behind a terminal; None where it may not stand."""
    state = _copy(state)
    try:
        state.feed_token(Token(terminal, ""), is_end=terminal == "$END")
    except UnexpectedToken:
        return None
    return state


def _names_nothing(text: str, token: Token, *, is_new: bool = False) -> bool:
    """Whether what is read as a name is a word that joins, or that begins a clause on its line."""
    if token.type not in ("NAME", "LABEL"):
        return False
    begins = str(token) in BEGINS_LINE and is_first(text, token.start_pos or 0)
    return begins or is_new or str(token) in _JOINS


def _reach(state: ParserState[int], text: str, edit: Edit, enough: int) -> int:
    """How far the parser reads the edited text: `enough` where that far, or to its end.

    A word of the language that an edit brings in is no name.
    """
    start, last = edit.start, 0
    state = _copy(state)
    try:
        for token in _tokens(text, start, state):
            at, end = token.start_pos or 0, token.end_pos or 0
            is_new = start <= at < start + len(edit.text) and str(token) in grammar.words()
            if are_run_together(text, last, at) or _names_nothing(text, token, is_new=is_new):
                return last
            state.feed_token(token)
            last = end
            if last >= enough:
                return enough
        state.feed_token(Token("$END", ""), is_end=True)
    except (UnexpectedToken, UnexpectedCharacters):
        return last
    return enough


# ---- edits --------------------------------------------------------------------------------------
def repairs(text: str, met: list[Stop]) -> list[Edit]:
    """The cheapest good edits, where several are as cheap all of them.

    Where none is good, for there is another mistake nearby: the edits of spelling that reach it.
    """
    beyond = [m.end() for m in _RAW.finditer(text, met[-1].start)]
    enough = beyond[_BEYOND] if len(beyond) > _BEYOND else len(text) + 1
    best: list[Edit] = []
    reached: list[tuple[int, Edit]] = []
    for stop, edit in sorted(_edits(text, met), key=lambda pair: pair[1].cost)[:_MOST]:
        if best and edit.cost > best[0].cost:
            break
        moved = len(edit.text) - (edit.end - edit.start)
        reach = _reach(stop.state, _throughout(text, edit), edit, enough + moved) - moved
        if reach >= enough:
            best.append(edit)
        elif edit.cost == 1 and reach >= beyond[_least(text, edit, len(beyond) - 1)]:
            reached.append((reach, edit))
    furthest = max((reach for reach, _ in reached), default=0)
    best = best or [edit for reach, edit in reached if reach == furthest]
    around = met[0].start, met[-1].end + _AROUND
    return list({own.tokens(text, *around): own for own in reversed(best)}.values())


def _least(text: str, edit: Edit, most: int) -> int:
    """The token up to which an edit must read where none is good: the last, of what may differ."""
    if edit.kind == "spell":
        return min(2, most)
    is_strange = edit.kind == "write" and text[edit.start : edit.end] not in grammar.words()
    return min(1, most) if is_strange else most


def _throughout(text: str, edit: Edit) -> str:
    """The text with the edit: who writes `==` or `&&` once writes it again."""
    said, rest = text[edit.start : edit.end], text[edit.end :]
    if edit.kind == "write" and not said[0].isalnum():
        run = RUNS if said[0] in RUNS else '"'
        rest = re.sub(rf"(?<![{run}]){re.escape(said)}(?![{run}])", edit.text, rest)
    return f"{text[: edit.start]}{edit.text}{rest}"


class _Site(Frozen):
    """A token at which edits are tried: the one before it, and how far back from the stop it is."""

    text: str
    stop: Stop
    previous: Stop | None
    back: int
    accepted: set[str]

    @property
    def said(self) -> str:
        return self.text[self.stop.start : self.stop.end]

    @property
    def is_first(self) -> bool:
        return is_first(self.text, self.stop.start)

    def instead(self, kind: Kind, text: str, cost: int, *, is_sure: bool = True) -> Edit:
        """An edit of the token itself."""
        return Edit(kind, self.stop.start, self.stop.end, text, cost, is_sure)


def _edits(text: str, met: list[Stop]) -> Iterator[tuple[Stop, Edit]]:
    for number, stop in enumerate(met):
        back = len(met) - 1 - number
        for end, new, is_sure in written_for(text, stop.start):
            cost = 1 if end > met[-1].start else 6 if stop.kind in grammar.spelled() else 2
            yield stop, Edit("write", stop.start, end, new, cost, is_sure)
        if back > _BACK:
            continue
        site = _Site(text, stop, met[number - 1] if number else None, back, stop.accepted)
        for edit in (*_spelt(site), *_left_out(site), *_put_in(site), *_exchanged(site)):
            yield stop, edit


def _spelt(site: _Site) -> Iterator[Edit]:
    """A word of the language in place of one that is spelt nearly so, or the only one that fits."""
    if site.back == 0 and site.said.isidentifier() and len(site.accepted) == 1:
        only = grammar.spelled().get(next(iter(site.accepted)), "")
        if only.isalpha():
            yield site.instead("write", only, 3, is_sure=False)
    word = site.said.casefold()
    if len(word) < 3 or not word.isidentifier():
        return
    for near in sorted(grammar.spelled().get(own, "") for own in site.accepted):
        if not near.isalpha():
            continue
        if word.startswith(near) and near != word:
            yield site.instead("write", f"{near} {word[len(near) :]}", 2 + site.back)
        away = slips(word, near, 2)
        is_long = len(word) > 3 or len(near) > len(word) or sorted(near) == sorted(word)
        if near != site.said and is_long and away <= (2 if len(word) > 7 else 1):
            yield site.instead("spell", near, max(1, away) + site.back)


def _left_out(site: _Site) -> Iterator[Edit]:
    """Nothing in place of a sign, or of a word that stands twice."""
    before = site.previous
    is_double = before is not None and site.text[before.start : before.end] == site.said
    if is_double and before is not None and before.kind == "NUMBER":
        return
    is_word = site.said[:1].isalnum()
    beside = site.text[site.stop.start - 1 : site.stop.start] + site.text[site.stop.end :][:1]
    is_sign = site.said and not is_word and site.said not in _DENIES
    if is_double or (is_sign and not re.search(rf"[{RUNS}-]", beside)):
        cost = 1 if is_word else 3 if is_double else 4 + site.back
        yield site.instead("delete", "", cost, is_sure=is_word)


def _put_in(site: _Site) -> Iterator[Edit]:
    """A word or a sign before the token, with all that must follow it.

    Nothing before the keyword of the declaration: that would make another declaration of it.
    """
    if site.said in grammar.KEYWORDS and not site.text[: site.stop.start].strip():
        return
    begins_clause = site.is_first and not site.accepted.isdisjoint(("SEVERITY", "$END"))
    for name in sorted(site.accepted - {"$END"}):
        word = grammar.spelled().get(name, "")
        if begins_clause and word not in BEGINS_LINE:
            continue
        if word in words_that_begin_values() | _OF_VALUES and "NAME" in site.accepted:
            continue  # it would ask something else of the log
        if word == "," and _COMPARED.match(site.text, site.stop.end):
            continue  # what is compared is no entry of a list
        parts, state = [name], _after(site.stop.state, name)
        while state is not None and len(parts) <= _FORCED:
            if (edit := _insertion(site, parts)) is not None:
                yield edit
            if (following := _forced(state)) is None:
                break
            parts.append(following)
            state = _after(state, following)


def _insertion(site: _Site, parts: list[str]) -> Edit | None:
    texts = [grammar.spelled().get(part) or _OPEN.get(part, "") for part in parts]
    said, is_open = " ".join(texts), any(part in _OPEN for part in parts)
    if not all(texts) or (len(parts) > 1 and re.search(r"[(\[{]", said)):
        return None
    if is_open and texts[0] in _NOT_WITHIN and not site.is_first:
        return None
    cost = (1 if said in _CHEAP else 2) + len(parts) + site.back
    is_sure = len(parts) == 1 and not is_open and said not in _CLOSING
    before, at = site.previous, site.stop.start
    if before is not None and said[0] in f",{_CLOSING}":
        at, said = before.end, f"{said} " if before.end == at else said
    elif before is not None and site.is_first and texts[0] not in BEGINS_LINE:
        at, said = before.end, f" {said}"
    else:
        said = f"{said} "
    return Edit("insert", at, at, said, cost, is_sure, is_open)


def _exchanged(site: _Site) -> Iterator[Edit]:
    """The token and the one behind it on its line, in the other order."""
    following = _TOKEN.match(site.text, site.stop.end)
    if following is not None and site.said and site.said not in "()[]{}.":
        new = f"{following[1]} {site.said}"
        cost = 3 + max(0, site.back - 1)
        yield Edit("swap", site.stop.start, following.end(), new, cost, is_sure=False)


def is_first(text: str, at: int) -> bool:
    """Whether nothing stands before a place on its line."""
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()

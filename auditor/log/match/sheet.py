"""A table looked at: its header, and the facts of each column, found once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from itertools import zip_longest
from typing import TypeVar

from auditor.log.convert import written as amounts
from auditor.log.convert.lexicon import NO_WORD, Lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.readable import (
    ENOUGH,
    cell_at,
    counts_cents,
    form_of,
    is_known,
    kind_named,
    kinds_meant,
    meanings_of,
    meant_by,
    number,
    reads,
    says_something,
    share,
    tokens_of,
    unwrapped,
)
from auditor.log.table import Heading, Record, column_name, headings
from auditor.types import Enumeration

T = TypeVar("T")
SAMPLE = 2000  # rows that are looked at; a header says more than the rows far below it
KNOWN_ALONE = 3  # columns that are known by name in a header below which nothing stands
_LONG_NUMBER = 4  # figures in what numbers things, and names none
A_DAY = "2000-01-01"  # behind which `20.05` is an hour, and a number anywhere else
MONTHS = "12"  # of a column of `09.01`, `10.01` nobody knows whether these are hours
FEW = 2  # columns of which one that is known is enough: a list of numbers has no more


def fact(find: Callable[[SeenSheet, int], T]) -> Callable[[SeenSheet, int], T]:
    """A fact of a column, found once; the rows of a sheet never change."""

    @wraps(find)
    def found(sheet: SeenSheet, at: int) -> T:
        if (find, at) not in sheet.facts:
            sheet.facts[find, at] = find(sheet, at)
        return sheet.facts[find, at]  # type: ignore[return-value]  # as `find` gave it

    return found


class SeenSheet:
    """The rows below a header; `kinds` has the kind of event of each where there is a column for
    it, and `told` the kind of each word of several kinds.
    """

    def __init__(
        self,
        head: Heading,
        rows: Sequence[Sequence[str]],
        lexicon: Lexicon,
        event: int | None = None,
    ) -> None:
        self.head, self.rows, self.lexicon = head, rows, lexicon
        self.facts: dict[tuple[object, int], object] = {}
        self.places = range(len(head.names))
        self.stake, self.card = lexicon.word_for("amount"), lexicon.word_for("card")
        bets = lexicon.type_of(self.stake.event, self.stake.names)
        self.bets = bets if isinstance(bets, Enumeration) else None
        self.pays = next((own for own in lexicon.wide if own.loss), NO_WORD)
        """The words for a stake, a card, and for sums whose negative ones are lost."""
        self.results = tuple(own for word in lexicon.wide for own in word.fields)
        """The fields that together make a result."""
        self.event = event
        self.told: Mapping[str, str] = {} if event is None else self._kinds_by_word(event)
        words = [] if event is None else self.column(event)
        self.kinds = [self.told.get(own) or kind_named(own, lexicon) for own in words]

    @classmethod
    def of(
        cls,
        records: Sequence[Record],
        head: Heading,
        lexicon: Lexicon,
        event: int | None = None,
    ) -> SeenSheet:
        """The first rows below a header, which may stand again; `event` is the column of events if
        a mapping says it.
        """
        names = list(records[head.last][1]) if head.last >= 0 else None
        below = (cells for _, cells in records[head.last + 1 :][:SAMPLE])
        rows = [cells for cells in below if any(cells) and list(cells) != names]
        at = event_column(head, rows, lexicon) if event is None else event
        return cls(head, rows, lexicon, at)

    def with_rows(self, rows: Sequence[Sequence[str]]) -> SeenSheet:
        """A table with the same columns and other rows."""
        return SeenSheet(self.head, rows, self.lexicon, self.event)

    # ---- columns ---------------------------------------------------------------------------------
    def name(self, at: int) -> str:
        return self.head.names[at]

    def source(self, at: int) -> str:
        """A column, as mappings take something from it: of one that counts cents the hundredth."""
        name = self.head.names[at]
        return f"{{{name}}} / 100" if counts_cents(name) else f"{{{name}}}"

    def quoted(self, *places: int) -> str:
        return self.head.quoted(places)

    @fact
    def called(self, at: int) -> str:
        """The words of the name of a column."""
        return normalise(unwrapped(self.head.names[at]))

    @fact
    def tokens(self, at: int) -> list[str]:
        return tokens_of(self.head.names[at], self.lexicon)

    @fact
    def meant(self, at: int) -> frozenset[str]:
        """The fields that the name of a column may mean."""
        return meant_by(self.head, at, self.lexicon)

    @fact
    def column(self, at: int) -> list[str]:
        """The text of a column in each row."""
        return [cell_at(cells, at) for cells in self.rows]

    @fact
    def cells(self, at: int) -> list[str]:
        """The filled cells of a column."""
        return list(filter(None, self.column(at)))

    @fact
    def said(self, at: int) -> list[str]:
        """The cells of a column that say something."""
        return list(filter(says_something, self.column(at)))

    @fact
    def texts(self, at: int) -> list[str]:
        """The different texts of a column."""
        return sorted({*self.cells(at)})

    @fact
    def numbers(self, at: int) -> list[Fraction | None]:
        """The sum of a column in each row, of one that counts cents the hundredth."""
        parts = 100 if counts_cents(self.head.names[at]) else 1
        read = {own: number(own) for own in {*self.column(at)}}
        return [None if (own := read[cell]) is None else own / parts for cell in self.column(at)]

    @fact
    def holds_sums(self, at: int) -> bool:
        """Whether all that the cells of a column say are numbers, of which there are some."""
        said = {*self.said(at)}
        return bool(said) and all(number(own) is not None for own in said)

    @fact
    def form(self, at: int) -> str:
        """Whether the cells tell a day, an hour or both; a number may be an hour below its name."""
        cells = self.cells(at)
        form = form_of(cells)
        if form or "time" not in self.meant(at) or all(own[-2:] <= MONTHS for own in cells):
            return form
        return "clock" if form_of([f"{A_DAY} {own}" for own in cells]) == "both" else ""

    def rows_of(self, *places: int) -> list[tuple[str, ...]]:
        """The texts of some columns in each row."""
        return [*zip(*map(self.column, places), strict=True)] or [()] * len(self.rows)

    def share(self, at: int, field: str) -> float:
        """The share of the cells that read as a field, in rows of events that have it."""
        there = Counter(
            (kind, cell)
            for kind, cell in zip_longest(self.kinds, self.column(at), fillvalue="")
            if says_something(cell)
        )
        of = {kind for kind, _ in there if not kind or field in self.lexicon.fields_of(kind)}
        good = sum(
            count
            for (kind, cell), count in there.items()
            if kind in of and reads(self.lexicon.type_of(kind, field), cell, self.lexicon)
        )
        return good / there.total() if there else ENOUGH

    def may_be_games(self, at: int) -> bool:
        """Whether cells below `Game` may be games, and no numbers of coups and no bets."""
        own = {*self.said(at)}
        if any(sum(map(str.isdecimal, cell)) >= _LONG_NUMBER for cell in own):
            return False
        if len(own) > 1 and all(map(str.isdecimal, own)):  # `23` is a game, and a number of coups
            return False
        lexicon = self.lexicon
        bet = lexicon.fields().get("bet")
        known = any(normalise(cell) in lexicon.games for cell in own)
        if not isinstance(bet, Enumeration) or known:
            return True
        return share([lexicon.member(bet, own.strip("0123456789 ")) is not None for own in own]) < (
            ENOUGH
        )

    def agree(self, by: int, *places: int) -> bool:
        """True where all rows of one text say the same in these columns."""
        return all(len({*self.rows_of(by, at)}) == len({*self.column(by)}) for at in places)

    def never_together(self, *places: int) -> bool:
        return not any(map(all, self.rows_of(*places)))

    def _kinds_by_word(self, event: int) -> dict[str, str]:
        """Words that name several kinds of event: the kind that has most fields beside it."""
        told: dict[str, str] = {}
        for word in dict.fromkeys(self.column(event)):
            meant = kinds_meant(word, self.lexicon)
            kinds = [kind for kind in meant if self.lexicon.has_kind(kind)]
            if len(meant) < 2 or not kinds:
                continue
            rows = [row for row, own in enumerate(self.column(event)) if own == word]
            filled = [at for at in self.places if any(self.column(at)[row] for row in rows)]
            score = Counter[str]()
            for kind in kinds:
                own_fields = {*self.lexicon.own_fields_of(kind)}
                score[kind] = sum(bool(self.meant(at) & own_fields) for at in filled)
            best = [kind for kind in kinds if score[kind] == max(score.values())]
            exact = [kind for kind in best if kind == word.strip().lower()]
            if len(best) == 1 or exact:
                told[word] = (exact or best)[0]
        return told


# ---- the header of a row an event ----------------------------------------------------------------
def find_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The first row, or two, that names a column of events and most others."""
    found = [own for own in headings(records, 2) if _is_header(own, records, lexicon)]
    alone = {own.first for own in found if own.first == own.last}
    # A title above the header is no part of it.
    best = [own for own in found if own.first in alone or own.last not in alone]
    return min(best, key=lambda own: (own.first, -_known(own, lexicon)), default=None)


def _is_header(head: Heading, records: Sequence[Record], lexicon: Lexicon) -> bool:
    """Whether a column called `event` holds events; without rows its name has to do."""
    rows = [cells for _, cells in records[head.last + 1 :][:SAMPLE] if any(cells)]
    named = named_for_events(head, lexicon) is not None and _known(head, lexicon) >= KNOWN_ALONE
    return event_column(head, rows, lexicon) is not None if rows else named


def _known(head: Heading, lexicon: Lexicon) -> int:
    return sum(bool(meant_by(head, at, lexicon)) for at in range(len(head.names)))


def named_for_events(head: Heading, lexicon: Lexicon) -> int | None:
    """The first column that is called by a word for the kind of event."""
    places = range(len(head.names))
    return next((at for at in places if "event" in meant_by(head, at, lexicon)), None)


def event_column(head: Heading, rows: Sequence[Sequence[str]], lexicon: Lexicon) -> int | None:
    """The column that holds most kinds of event, among those whose name may say so."""
    best, most = None, 0.0
    for at in range(len(head.names)):
        if "event" in meant_by(head, at, lexicon):
            cells = [own for row in rows if (own := cell_at(row, at))]
            kinds = share([bool(kinds_meant(cell, lexicon)) for cell in cells])
            if kinds > most:
                best, most = at, kinds
    return best if most >= ENOUGH else None


def is_canonical(header: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether no column is named in another way than the vocabulary names it."""
    fields = lexicon.fields()
    names = filter(None, map(column_name, header))
    return all(own == "event" or own in fields or not meanings_of(own, lexicon) for own in names)


# ---- the header of wide rows ---------------------------------------------------------------------
def wide_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The row, or two, in which most columns are known by name; None where hardly any is."""
    best, most = None, 0
    for head in headings(records):
        if head.first != head.last and _numbers_below_names(records, head):
            continue
        if stands_again(records, head):
            continue
        both = zip(head.names, _below(head), strict=True)
        score = sum(is_known(name, lexicon) or is_known(own, lexicon) for name, own in both)
        few = score == 1 and (head.first != head.last or sum(head.named) > FEW)
        if score > most and not few:
            best, most = head, score
    return best


def stands_again(records: Sequence[Record], head: Heading) -> bool:
    """Whether a cell of the row stands in its column again, below or in a row above that is no
    title, or more such rows stand above than below: it is a value; the header of a page is none.
    """
    names = list(records[head.last][1])
    filled = sum(map(bool, names))
    above = [cells for _, cells in records[: max(head.first - 1, 0)]]
    others = [cells for cells in above if 2 * sum(map(bool, cells)) > filled]
    below = [cells for _, cells in records[head.last + 1 :][:SAMPLE]]
    return len(others) > len(below) or any(
        cell and not cell.isdecimal() and at < len(own) and own[at] == cell
        for own in (*others, *below)
        if list(own) != names
        for at, cell in enumerate(names)
    )


def _numbers_below_names(records: Sequence[Record], head: Heading) -> bool:
    """Whether the lower row is the table's first: its numbers stand below names."""
    upper, lower = records[head.first][1], records[head.last][1]
    numbers = [at for at, own in enumerate(lower) if amounts.whole(own) is not None]
    alone = [
        at
        for at in numbers
        if at < len(upper) and upper[at].strip() and upper.count(upper[at]) == 1
        if not (at + 1 < len(lower) and lower[at + 1].strip() and not any(upper[at + 1 : at + 2]))
    ]
    return len(alone) * 2 > len(numbers)


def _below(head: Heading) -> Sequence[str]:
    """The names of the lower of two rows, where the upper one names other columns."""
    alone = (
        not own and not name.startswith("column ")
        for name, own in zip(head.names, head.short, strict=True)
    )
    return head.short if head.first != head.last and any(alone) else ("",) * len(head.names)

"""Columns known by their names and by what they hold: a log with headers of its own.

Nothing is taken for more than it shows: a name of two meanings is told by the cells below it, and
where these do not tell, the column stays without meaning and a question remains.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import assert_never

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.cells import FALSE, TRUE
from auditor.log.convert.conventions import SERIAL, numbers_alone
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import UNIX, Stamp, normalise, stamp
from auditor.log.table import Heading, Record, column_name, heading, opening
from auditor.types import Enumeration, Type
from auditor.values import convention_of

ENOUGH = 0.5  # the share of a column's filled cells that must read as what its name says
SAMPLE = 2000  # rows that are looked at; a header says more than the rows far below it
KNOWN_ALONE = 3  # columns that are known by name in a header below which nothing stands


@dataclass(frozen=True, slots=True)
class RecognisedColumns:
    """The fields of a log, each with the place of its column, and the other columns."""

    fields: dict[str, int]
    stamps: tuple[tuple[int, str], ...]  # hold days or hours
    unknown: tuple[int, ...]  # of names that say nothing
    doubtful: dict[int, tuple[str, ...]]  # may be one of several fields


@dataclass(frozen=True, slots=True)
class Body:
    """The rows below a header, and the kind of event of each, where there is a column for it;
    `told` are words of several kinds, each with the one that its rows are of.
    """

    rows: Sequence[Sequence[str]]
    kinds: Sequence[str]
    told: Mapping[str, str] = field(default_factory=dict)

    def cells(self, place: int) -> list[str]:
        """The filled cells of a column."""
        return [own for cells in self.rows if (own := cell_at(cells, place))]


def find_header(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The first row, or two, that names a column of events and most others."""
    places = opening(records)
    for at, below in zip_longest(places, places[1:]):
        alone = heading(records, at, at)
        both = None if below is None else heading(records, at, below)
        if _is_header(alone, records, lexicon):
            wider = both is not None and _known(both, lexicon) > _known(alone, lexicon)
            return both if wider else alone
        # A title above the header is no part of it.
        under = below is not None and _is_header(heading(records, below, below), records, lexicon)
        if both is not None and not under and _is_header(both, records, lexicon):
            return both
    return None


def _is_header(head: Heading, records: Sequence[Record], lexicon: Lexicon) -> bool:
    """Whether a column called `event` holds events; without rows its name has to do."""
    if not any("event" in meant_by(head, own, lexicon) for own in range(len(head.names))):
        return False
    rows = [cells for _, cells in records[head.last + 1 :][:SAMPLE] if any(cells)]
    if not rows:
        return _known(head, lexicon) >= KNOWN_ALONE
    return event_column(head, rows, lexicon) is not None


def _known(head: Heading, lexicon: Lexicon) -> int:
    return sum(bool(meant_by(head, at, lexicon)) for at in range(len(head.names)))


def meant_by(head: Heading, at: int, lexicon: Lexicon) -> frozenset[str]:
    """The fields that a column may be, by its lower name where both say nothing."""
    own = meanings_of(head.names[at], lexicon)
    if own or head.first == head.last or not head.short[at]:
        return own
    group = head.names[at].removesuffix(head.short[at]).strip()
    turned = meanings_of(f"{head.short[at]} {group}", lexicon)
    if turned or (group and _are_hands(_beside(head, at, group), lexicon)):
        return turned
    return meanings_of(head.short[at], lexicon)


MOST_HANDS = 12
"""Columns below one name, at most, for them to be one for each hand; a title stands above all."""


def _beside(head: Heading, at: int, group: str) -> list[str]:
    """The lower names of the columns side by side below one name, if few enough for hands."""
    places = range(max(0, at - MOST_HANDS), min(len(head.names), at + MOST_HANDS + 1))
    below = [n for n in places if head.names[n] == f"{group} {head.short[n]}"]
    return [head.short[n] for n in below] if 1 < len(below) <= MOST_HANDS else []


def _are_hands(names: Sequence[str], lexicon: Lexicon) -> bool:
    """True for names that are all words for one thing: `Player` and `Banker`."""
    if not names:
        return False
    kinds = (kind for kind in lexicon.fields().values() if isinstance(kind, Enumeration))
    return any(all(lexicon.member(kind, own) is not None for own in names) for kind in kinds)


_IDENTIFIES = frozenset(("id", "no", "number", "numero", "code", "name", "nom", "key", "ref"))
"""Words after that of a person or a place: what stands below tells them apart."""


_CONTAINERS = frozenset(
    ("data", "payload", "details", "detail", "attributes", "fields", "body", "result", "results")
)
"""Names of objects that only wrap what an event says: `data.amount`, `result.number`."""


def meanings_of(name: str, lexicon: Lexicon) -> frozenset[str]:
    """The fields that the name of a column may stand for; `PatronID` is whom `Patron` is."""
    words = normalise(name)
    if found := lexicon.columns.get(words, frozenset()):
        return found
    container, dot, inner = name.partition(".")
    if dot and inner and container.casefold() in _CONTAINERS:
        return meanings_of(inner, lexicon)
    who, _, last = words.rpartition(" ")
    if last not in _IDENTIFIES:
        return frozenset()
    return lexicon.columns.get(who, frozenset()) & {*lexicon.context(), "player", "seat"} - {"time"}


def is_canonical(header: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether no column is named in another way than the vocabulary names it."""
    fields = lexicon.fields()
    names = filter(None, map(column_name, header))
    return all(own == "event" or own in fields or not meanings_of(own, lexicon) for own in names)


def body_of(
    records: Sequence[Record], head: Heading, lexicon: Lexicon, event: int | None = None
) -> Body:
    """The rows below the header and their kinds; `event` is their column if a mapping says it."""
    rows = [cells for _, cells in records[head.last + 1 :][:SAMPLE] if any(cells)]
    at = event_column(head, rows, lexicon) if event is None else event
    if at is None:
        return Body(rows, [])
    told = _kinds_by_word(head, rows, at, lexicon)
    words = [cell_at(cells, at) for cells in rows]
    return Body(rows, [told.get(own) or kind_named(own, lexicon) for own in words], told)


def _kinds_by_word(
    head: Heading, rows: Sequence[Sequence[str]], event: int, lexicon: Lexicon
) -> dict[str, str]:
    """Words that name several kinds of event: the kind that has most fields filled beside it."""
    meant = [meant_by(head, at, lexicon) for at in range(len(head.names))]
    told: dict[str, str] = {}
    for word in dict.fromkeys(cell_at(cells, event) for cells in rows):
        kinds = kinds_meant(word, lexicon)
        if len(kinds) < 2:
            continue
        own = [cells for cells in rows if cell_at(cells, event) == word]
        filled = [at for at in range(len(meant)) if any(cell_at(cells, at) for cells in own)]
        score = {
            kind: sum(bool(meant[at] & set(lexicon.own_fields_of(kind))) for at in filled)
            for kind in kinds
        }
        best = [kind for kind in kinds if score[kind] == max(score.values())]
        exact = [kind for kind in best if kind == word.strip().lower()]
        if len(best) == 1 or exact:
            told[word] = (exact or best)[0]
    return told


def event_column(head: Heading, rows: Sequence[Sequence[str]], lexicon: Lexicon) -> int | None:
    """The column that holds most kinds of event, among those whose name may say so."""
    best, most = None, 0.0
    for at in range(len(head.names)):
        if "event" in meant_by(head, at, lexicon):
            cells = [own for row in rows if (own := cell_at(row, at))]
            share = _share([bool(kinds_meant(cell, lexicon)) for cell in cells])
            if share > most:
                best, most = at, share
    return best if most >= ENOUGH else None


def _named_for_events(head: Heading, lexicon: Lexicon) -> int | None:
    places = range(len(head.names))
    return next((at for at in places if "event" in meant_by(head, at, lexicon)), None)


def kind_named(text: str, lexicon: Lexicon) -> str:
    """The kind of event that a word names; nothing where it names none, or several."""
    meant = kinds_meant(text, lexicon)
    return meant[0] if len(meant) == 1 else ""


def kinds_meant(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of event that a word may name."""
    return tuple(sorted(lexicon.kinds.get(normalise(text), ())))


def columns(
    head: Heading,
    body: Body,
    lexicon: Lexicon,
    taken: frozenset[int] = frozenset(),
    known: frozenset[str] = frozenset(),
) -> RecognisedColumns:
    """The columns of fields by names and cells, without places and fields of a mapping."""
    fields: dict[str, int] = {}
    stamps: list[tuple[int, str]] = []
    unknown: list[int] = []
    doubtful: dict[int, tuple[str, ...]] = {}
    event = None if "event" in known else event_column(head, body.rows, lexicon)
    if event is None and not body.rows and "event" not in known:
        event = _named_for_events(head, lexicon)
    if event is not None:
        fields["event"] = event
    for at, name in enumerate(head.names):
        if at == event or at in taken or not head.named[at]:
            continue
        meant = meant_by(head, at, lexicon) - {"event"} - known
        likely = _likely(at, name, meant, body, lexicon)
        if "time" in meant and (form := form_of(body.cells(at))):
            stamps.append((at, form))
        elif len(likely) == 1 and likely[0] not in fields:
            fields[likely[0]] = at
        elif likely:
            doubtful[at] = likely
        else:
            unknown.append(at)
    return RecognisedColumns(fields, tuple(stamps), tuple(unknown), doubtful)


def _likely(
    at: int, name: str, meant: frozenset[str], body: Body, lexicon: Lexicon
) -> tuple[str, ...]:
    """The fields that a column may be, in view of its cells; the exact name comes before others."""
    cells = body.cells(at)
    if not cells:
        exact = column_name(name)
        return (exact,) if exact in meant else tuple(sorted(meant)) if len(meant) == 1 else ()
    if not may_be_games(cells, lexicon):
        meant -= {"game"}
    fits = {own: _fit(at, own, body, lexicon) for own in meant}
    best = max(fits.values(), default=0.0)
    likely = sorted(own for own, fit in fits.items() if fit == best and fit >= ENOUGH)
    if len(likely) > 1:
        seen = set(body.kinds)
        told = [own for own in likely if seen.intersection(lexicon.told_by.get(own, ()))]
        same = [own for own in likely if own == column_name(name)]
        # Any text may be the name of a table; these cells are words of a list.
        listed = [own for own in likely if isinstance(lexicon.type_of("", own), Enumeration)]
        likely = told or same or listed or likely
    return tuple(likely)


def _fit(at: int, name: str, body: Body, lexicon: Lexicon) -> float:
    """The share of filled cells that read as the field, and that stand beside an event with it."""
    kinds = body.kinds or [""] * len(body.rows)
    there = Counter(
        (kind, cell)
        for kind, row in zip(kinds, body.rows, strict=True)
        if (cell := cell_at(row, at))
    )
    own = {kind for kind in set(kinds) if not kind or name in lexicon.fields_of(kind)}
    good = sum(
        count
        for (kind, cell), count in there.items()
        if kind in own and reads(lexicon.type_of(kind, name), cell, lexicon)
    )
    return good / there.total() if there else 0.0


def may_be_games(cells: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether cells below `Game` may be games, and no numbers of coups and no bets."""
    own = {cell for cell in cells if says_something(cell)}
    if len(own) > 1 and all(map(str.isdecimal, own)):  # `23` is a game, and a number of coups
        return False
    bet = lexicon.fields().get("bet")
    if not isinstance(bet, Enumeration) or any(normalise(cell) in lexicon.games for cell in own):
        return True
    bets = [lexicon.uncut(bet, cell.strip("0123456789 ")) is not None for cell in own]
    return _share(bets) < ENOUGH


def reads(kind: Type, text: str, lexicon: Lexicon) -> bool:
    """True for a text that can be read as this type, by one convention or another."""
    if isinstance(kind, Enumeration):
        return lexicon.member(kind, text) is not None
    match convention_of(kind):
        case "number":
            return any(amounts.readings(text))
        case "whole":
            return amounts.whole(text) is not None
        case "card":
            bare = any(playing_cards.bare_readings(text)) or playing_cards.numbered(text)
            return bool(bare) or has_suit(text)
        case "truth":
            return text.casefold() in (*TRUE, *FALSE) or (normalise(text) or text) in lexicon.truths
        case "time" | "day":
            return stamp(text) is not None or UNIX.fullmatch(text) is not None
        case "rank" | "suit" | "as_written" | "not_converted":
            return True  # too short to tell a column by, or of any form
        case never:
            assert_never(never)


def has_suit(text: str) -> bool:
    """True for a text that can be read as a card with its suit."""
    first = playing_cards.readings(text, suit_first=True)
    if any(playing_cards.readings(text)) or any(first):
        return True
    # `C1` is rather a person or a place than the ace of clubs.
    return not re.fullmatch(r"[^\W\d]1", text.strip()) and any(
        playing_cards.numbered_readings(text)
    )


def are_codes(cells: Sequence[str]) -> bool:
    """True for `P1`, `P2`, `P5`, which name players or tables: suits before ranks are several."""
    own = {cell.strip() for cell in cells if says_something(cell)}
    letters = {code[:1] for code in own}
    return len(letters) == 1 and letters.pop().isalpha() and all(c[1:].isdecimal() for c in own)


_COUNTED = frozenset(("left", "remaining", "count", "restant", "restante", "nombre", "nb"))


def are_counts(tokens: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether numbers count the cards left: one is no rank, or the name says it."""
    filled = [own for own in cells if says_something(own)]
    if not filled or not all(map(str.isdecimal, filled)):
        return False
    return bool(_COUNTED & {*tokens}) or any(int(own) > 14 for own in filled)


def form_of(cells: Sequence[str]) -> str:
    """`both` where cells tell day and hour, `day`, `clock`, or nothing where they tell neither."""
    if any(numbers_alone(cells, own) for own in (SERIAL, UNIX)):
        return "both"  # which the conventions of the file will ask about
    found: list[Stamp] = [own for cell in cells if (own := stamp(cell)) is not None]
    if not found or len(found) < ENOUGH * len(cells):
        return ""
    days = sum(own.days is not None for own in found)
    # The cell of a day may say midnight in each row.
    hours = sum(own.clock is not None and (own.days is None or bool(own.clock)) for own in found)
    if days >= ENOUGH * len(found):
        return "both" if hours else "day"
    return "clock"


def _share(good: Sequence[bool]) -> float:
    return sum(good) / len(good) if good else 0.0


def cell_at(cells: Sequence[str], place: int) -> str:
    """The text of a cell; a row may end before it."""
    return cells[place].strip() if place < len(cells) else ""


def says_something(cell: str) -> bool:
    """False for an empty cell, and for dashes in its place."""
    return bool(cell.strip("-–— "))

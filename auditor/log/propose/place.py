"""Where and when a row happened, for a proposal: time, sitting and coup."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from auditor.log.convert.conventions import SERIAL, numbers_alone
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import whole
from auditor.log.infer.recognised import Body, cell_at, form_of, meant_by
from auditor.log.infer.wide_columns import OF_THE_EVENT, WideColumns, the_only_card
from auditor.log.noncanonical import BEGINS, day_begins
from auditor.log.propose.draft import Draft
from auditor.log.propose.question import OPEN
from auditor.log.propose.titles import Title, use
from auditor.log.table import Heading
from auditor.messages.message import message


def write_columns(
    draft: Draft,
    head: Heading,
    body: Body,
    found: WideColumns,
    above: Mapping[str, Title],
    *,
    of_rows: Collection[str],
) -> None:
    """Where and when a row happened; `of_rows` are the fields that every event has."""
    names = head.names
    # A row of results alone is a coup; one that holds a player's stake may be a part of one.
    players = any(part.word.value == "amount" for part in found.parts)
    has_days = _write_time(draft, head, body, found, above)
    if "session" not in found.context and "session" in above:
        draft.column("session", use(draft, above["session"]))
    elif "session" not in found.context and has_days:
        unsure = players or _of_file(above)
        day = message("ask.day_turns") if unsure else message("why.day_turns")
        draft.column("session", "{@day}", day, question=unsure)
    elif "session" not in found.context:
        draft.column("session", OPEN, message("ask.session"), question=True)
    for name, at in found.context.items():
        if name == "coup":
            _write_coup(draft, names[at], body, at)
        elif name in of_rows:
            draft.column(name, f"{{{names[at]}}}")
        elif name not in OF_THE_EVENT:
            draft.unused.append(names[at])
    if found.second:
        first = names[min(found.second)]
        draft.remark(message("remark.second_table", column=first))
    if "coup" not in found.context and found.series is None:
        _ask_for_coup(draft, head, body, found, players=players)


def _write_coup(draft: Draft, name: str, body: Body, at: int) -> None:
    """The number of a coup, of which a column is called so."""
    if _are_texts(body.cells(at)):
        write_named_coups(draft, name)
    elif _from_zero(body, at):
        draft.column("coup", "{@count}", message("why.from_zero", column=name))
    else:
        draft.column("coup", f"{{{name}}}")


def _ask_for_coup(
    draft: Draft, head: Heading, body: Body, found: WideColumns, *, players: bool
) -> None:
    """The number of a coup, where no column is called so."""
    at = numbering(body, found)
    if at is not None and not _from_zero(body, at):
        ask = message("ask.coup_column")
        draft.column("coup", f"{{{head.names[at]}}}", ask, question=True)
    elif _is_card_by_card(found) or _told_again(body, found):
        draft.column("coup", OPEN, message("ask.coup_of_rows"), question=True)
    else:
        order = message("ask.row_a_coup") if players else message("why.coup_order")
        draft.column("coup", "{@count}", order, question=players)


def _from_zero(body: Body, at: int) -> bool:
    """True for the rows' own numbers as programs count them: from 0, each once."""
    cells = body.cells(at)
    return cells[:1] == ["0"] and len({*cells}) == len(cells)


def _is_card_by_card(found: WideColumns) -> bool:
    """True where a row has one card, and a column says whose it is."""
    card = the_only_card(found.parts)
    return card is not None and card.word.names in found.context


def _told_again(body: Body, found: WideColumns) -> bool:
    """True where rows below each other tell the same cards or the same result, at one moment."""
    results = [part.at for part in found.parts if part.word.value == "card"]
    results += found.fields.values()
    moments = [at for at, form in found.stamps if form == "both"]
    told = [[cell_at(row, at) for at in (*moments, *results)] for row in body.rows]
    return bool(moments and results) and any(
        own == last and all(own[: len(moments)]) for last, own in pairwise(told)
    )


def _of_file(above: Mapping[str, Title]) -> bool:
    """True where the name of the file alone tells the day: it may be that of the export."""
    title = above.get("time") or above.get("session")
    return title is not None and title.cell.startswith("@")


def ask_filled_down(draft: Draft, head: Heading, body: Body, lexicon: Lexicon) -> None:
    """Asks of columns of places that are filled only where they change, and of hours beside."""
    columns = [[cell_at(row, at) for row in body.rows] for at in range(len(head.names))]
    own = {
        at
        for at, cells in enumerate(columns)
        if meant_by(head, at, lexicon) & BELONGS and _changes(cells)
    }
    own |= {
        at
        for at, cells in enumerate(columns)
        if form_of(body.cells(at)) and any(_beside(cells, columns[by]) for by in own)
    }
    if own:
        names = [head.names[at] for at in sorted(own)]
        draft.ask("filled_down", names, message("ask.filled_down"))


BELONGS = frozenset(("casino", "season", "session", "table", "shoe", "coup"))


def _changes(cells: Sequence[str]) -> bool:
    """True where half the cells are empty, at least, and no value stands twice in succession."""
    filled = [cell for cell in cells if cell]
    half = 0 < len(filled) * 2 <= len(cells) and bool(cells[0])
    return half and all(own != last for last, own in pairwise(filled))


def _beside(cells: Sequence[str], others: Sequence[str]) -> bool:
    """True where cells are filled in nearly the same rows as others, and in none beside them."""
    filled = sum(map(bool, cells))
    alone = any(own and not other for own, other in zip(cells, others, strict=True))
    return not alone and filled >= NEARLY * sum(map(bool, others))


NEARLY = 0.9
"""The share of the rows; in that of a total the number of a coup may be the word for it."""


def with_coups(found: WideColumns, head: Heading, body: Body, lexicon: Lexicon) -> WideColumns:
    """The columns, with one of texts that is called like that of the coups in its place."""
    if "coup" in found.context or found.series is not None:
        return found
    at = named_coups(head, body, found.unknown, lexicon)
    if at is None:
        return found
    unknown = tuple(own for own in found.unknown if own != at)
    return replace(found, context={**found.context, "coup": at}, unknown=unknown)


def named_coups(head: Heading, body: Body, places: Iterable[int], lexicon: Lexicon) -> int | None:
    """A column that is called like that of the coups and tells them apart by texts."""
    called = (at for at in places if "coup" in meant_by(head, at, lexicon))
    return next((at for at in called if _are_texts(body.cells(at))), None)


def _are_texts(cells: Sequence[str]) -> bool:
    """True for names of coups such as `R-0007` or a UUID: of numbers, a slip or two may be none."""
    return 2 * sum(whole(own) is None for own in cells) > len(cells)


def write_named_coups(draft: Draft, name: str) -> None:
    """The coups are numbered by a column of texts."""
    draft.set("same_coup", name, message("why.same_coup"))
    draft.column("coup", "{@count}", message("why.coup_number"))


def numbering(body: Body, found: WideColumns) -> int | None:
    """An unused column whose whole numbers follow one another down the rows, if there is one."""
    for at in found.unknown:
        cells = body.cells(at)
        if len(cells) != len(body.rows) or not all(map(str.isdecimal, cells)):
            continue
        if len({*cells}) == 1 < len(cells):  # the same of all rows, such as a version
            continue
        if all(int(own) - int(last) in (0, 1) or int(own) <= 1 for last, own in pairwise(cells)):
            return at
    return None


def _write_time(
    draft: Draft, head: Heading, body: Body, found: WideColumns, above: Mapping[str, Title]
) -> bool:
    """Write where the time comes from; true where a column or a title gives the day."""
    places: dict[str, int] = {}
    for at, form in found.stamps:
        places.setdefault(form, at)
    session = found.context.get("session")
    if "day" not in places and session is not None and form_of(body.cells(session)) == "day":
        places["day"] = session
    source = {form: f"{{{head.names[at]}}}" for form, at in places.items()}
    day, clock = (places.get("both", places.get(form)) for form in ("day", "clock"))
    title = above.get("time") or above.get("session")
    if day is not None and clock is not None:
        parts = dict.fromkeys(source.get("both", source.get(f, "")) for f in ("day", "clock"))
        draft.column("time", " ".join(parts))
        begins = day_begins(body, day, clock, named_for_evenings=day == session)
        if begins is not None:
            draft.set("day_begins", begins, message("why.evenings"))
    elif day is not None:
        draft.column("time", source["day"], message("why.no_hour"))
    elif title is not None:
        own = " ".join([use(draft, title), *source.values()])
        asked = message("ask.day_of_file") if _of_file(above) else None
        draft.column("time", own, asked, question=asked is not None)
        if clock is not None:
            draft.set("day_begins", BEGINS, message("why.evenings"))
    elif clock is not None:
        draft.column("time", f"{OPEN} {source['clock']}", message("ask.day"), question=True)
        draft.set("day_begins", BEGINS, message("why.evenings"))
    elif (moments := _moments(body, found)) is not None:
        ask = message("ask.moment")
        draft.column("time", f"{{{head.names[moments]}}}", ask, question=True)
        return True
    else:
        draft.column("time", OPEN, message("ask.day"), question=True)
    return day is not None or title is not None


def _moments(body: Body, found: WideColumns) -> int | None:
    """The only unused column of days or moments, whatever it is called; numbers may be sums."""
    places = [
        at
        for at in found.unknown
        if form_of(cells := body.cells(at)) in ("both", "day") and not numbers_alone(cells, SERIAL)
    ]
    return places[0] if len(places) == 1 else None

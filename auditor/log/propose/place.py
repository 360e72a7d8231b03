"""Where and when a row happened, for a proposal: time, sitting and coup; from columns, from the
titles above a table, and from the name of its file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath
from types import MappingProxyType

from auditor.log.convert.conventions import SERIAL
from auditor.log.convert.lexicon import NO_WORD, Lexicon
from auditor.log.convert.written import WEEKDAYS, stamp
from auditor.log.export_marks import Summaries
from auditor.log.match.column_relations import is_key, matched_coups, numbering
from auditor.log.match.hands import card_parts, the_only_card
from auditor.log.match.readable import has_suit, kinds_meant, meanings_of
from auditor.log.match.roles import OF_THE_EVENT, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.propose.draft import COLUMNS, OPEN, ROLES, TITLE, Draft, DraftLine
from auditor.log.shape import BEGINS, moments
from auditor.log.table import Heading, Record, letters
from auditor.messages.message import message
from auditor.source import Frozen
from auditor.types import Enumeration

# ---- titles -------------------------------------------------------------------------------------
FIELDS = ("casino", "season", "session", "table", "time")
_LABEL = re.compile(r"(.{2,40}?)\s*:\s*(\S.*)", re.DOTALL)
_NEXT = re.compile(r"\s{2,}|\s*[;|\t]\s*|\s+[–—-]\s+(?=[^:]{2,40}:)")
_DAY = re.compile(
    rf"(?:\b(?:{WEEKDAYS}),? )?(?:\d{{1,2}}[/.\-]\d{{1,2}}[/.\-]\d{{2,4}}|\d{{4}}-\d\d-\d\d"
    r"|\d{1,2}(?:er)? [^\W\d]{3,9} \d{4})",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"(?:(?<=[\d–—|,;:-])|[–—|,;:-](?=\s*\Z))[^\d–—|,;:-]+\Z")
"""The signs beside a day: what stands before them may differ."""
_TABLES = "table|cylindre|tisch|mesa|tavolo|tafel"
_TABLE = re.compile(rf"\b(?:{_TABLES})\s+((?:[A-Z]{{1,4}}[ -]?)?\d{{1,3}})\b", re.IGNORECASE)


class Title(Frozen):
    """A value above the table: the field that it is, the cell, and the text with `*` for it."""

    field: str
    name: str
    cell: str
    like: str


def titles(records: Sequence[Record], head: Heading, lexicon: Lexicon) -> dict[str, Title]:
    """The titles in the rows above a header, or alone in the one below it, by field; `time` is a
    day that no label explains.
    """
    found: dict[str, Title] = {}
    lone = [own for own in records[head.last + 1 :][:1] if sum(map(bool, own[1])) == 1]
    for row, cells in [*records[: max(head.first, 0)], *lone]:
        for own in _of_row(row, cells, lexicon):
            found.setdefault(own.field, own)
    return found


def in_names(file: str, sheets: Sequence[str]) -> Iterator[Title]:
    """The day and the table that the names of all sheets tell, if there are several, and that of
    their file: an export or a sheet a night, or a table.
    """
    told = [{*_in_name(own, SHEET)} for own in sheets]
    if len(told) > 1:
        yield from sorted(set[Title].intersection(*told), key=lambda own: own.field)
    yield from _in_name(PurePath(file).name.partition(".")[0], FILE)


def _in_name(name: str, place: str) -> Iterator[Title]:
    day = _DAY_OF_FILE.search(name) or _DAY.search(name)
    if day is not None and stamp(day.group()) is not None:
        # In another name only what stands beside the day has to be the same.
        yield Title("time", "Date", place, _like(name, day.start(), day.end(), 1))
    if table := _TABLE_OF_FILE.search(name):
        beside = table.start(1) - table.start()
        yield Title("table", "Table", place, _like(name, *table.span(1), beside))


def _like(name: str, start: int, end: int, beside: int) -> str:
    """The pattern of a value in a name, with so many signs before it."""
    before, after = name[:start], name[end:]
    more = "…" if before[:-beside] else ""
    return f"{more}{before[-beside:]}*{after[:1]}{'…' if after[1:] else ''}"


FILE, SHEET = "@file", "@sheet"  # places of a value that stands in a name
_TABLE_OF_FILE = re.compile(
    rf"(?:{_TABLES})[ _-]?((?:[a-z]{{1,2}}[_-]?)?\d{{1,3}})(?![^\W_])", re.IGNORECASE
)
_DAY_OF_FILE = re.compile(r"(?<!\d)(?:20\d\d[01]\d[0-3]\d|\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})(?!\d)")


def _of_row(row: int, cells: Sequence[str], lexicon: Lexicon) -> Iterator[Title]:
    for at, cell in enumerate(cells):
        place = f"{letters(at)}{row}"
        after = next((own for own in cells[at + 1 :] if own), "")
        if (label := _LABEL.fullmatch(cell)) and (field := _field(label.group(1), lexicon)):
            value = label.group(2)
            more = _NEXT.search(value)  # `Table : PB1   Shoe : 1` has two labels
            after = "" if more is None else f"{more.group()}…"
            yield Title(field, label.group(1), place, f"{cell[: -len(value)]}*{after}")
        elif after and (field := _field(cell.rstrip(" :"), lexicon)):
            there = next(i for i in range(at + 1, len(cells)) if cells[i])
            yield Title(field, cell.rstrip(" :"), f"{letters(there)}{row}", "*")
        else:
            day = _DAY.search(cell)
            told = day and (stamp(cell[day.start() :]) or stamp(day.group()))
            if day and told and told.clock is None:  # no moment of a print, or of a mail
                before, beside = cell[: day.start()], _BESIDE.search(cell, 0, day.start())
                before = before if beside is None else f"…{before[beside.start() :]}"
                yield Title("time", "Date", place, before + _on(cell[day.end() :]))
            if table := _TABLE.search(cell):
                before = f"…{cell[table.start() : table.start(1)]}" if table.start() else ""
                before = before or cell[: table.start(1)]
                yield Title("table", "Table", place, before + _on(cell[table.end() :]))


def _field(label: str, lexicon: Lexicon) -> str | None:
    meant = sorted(meanings_of(label, lexicon) & set(FIELDS))
    return meant[0] if len(meant) == 1 else None


def _on(after: str) -> str:
    """A value and what follows it; only what divides them has to be the same."""
    divided = re.match(r"[^\w]*", after)
    assert divided is not None
    return f"*{divided.group()}…" if after.strip() else "*"


def use(draft: Draft, title: Title) -> str:
    """Enter a title into the draft; how a column is taken from it."""
    name = f"{title.name} (titre)"
    like = {"like": title.like} if title.like != "*" else {}
    draft.lines.setdefault((*TITLE, name), DraftLine({"cell": title.cell} | like))
    return f"{{{name}}}"


# ---- columns ------------------------------------------------------------------------------------
def told_columns(draft: Draft, sheet: SeenSheet) -> dict[str, int]:
    """The columns of which a person says the field."""
    places = {f"{{{sheet.name(at)}}}": at for at in sheet.places}
    answers = {own: draft.answered(*COLUMNS, own) for own in sheet.lexicon.fields()}
    return {own: places[said] for own, said in answers.items() if said in places}


def roles_of_coups(draft: Draft, sheet: SeenSheet) -> Roles:
    """The columns of rows that tell several events, as a person says what they are; the others are
    asked about.
    """
    told = {at: draft.answered(*ROLES, sheet.name(at)) for at in sheet.places}
    match = matched_coups(sheet, {at: own for at, own in told.items() if own is not None})
    for at, ask in match.doubts.items():
        draft.role(sheet.name(at), "", ask)
    return match


def with_told_columns(draft: Draft, sheet: SeenSheet, match: Roles) -> Roles:
    """The columns with those of which a person says that they tell the coups, or the bets."""
    told = told_columns(draft, sheet)
    own = {name: told[name] for name in ("coup", sheet.stake.names) if name in told}
    return match.taking(fields=own) if own.items() - match.fields.items() else match


def ask_for_words(draft: Draft, sheet: SeenSheet, match: Roles, kind: str) -> None:
    """Asks of whom or of what events of a kind are, such as the bet of a stake or what a result
    is, where no column says it.
    """
    lexicon, stake = sheet.lexicon, sheet.stake
    said = {*draft.of(COLUMNS), *match.fields}
    said |= {name for names in match.doubtful.values() for name in names}
    word = next((own for own in lexicon.wide if own.event == kind), NO_WORD)
    lacking = [word.names] if lexicon.needs(kind, word.names) else []
    lacking += [] if said.intersection(word.fields) else word.fields
    for name in lacking:
        if isinstance(lexicon.type_of(kind, name), Enumeration) and name not in said:
            bet = (kind, name) == (stake.event, stake.names)
            ask = message("ask.bet" if bet else "ask.which_column")
            draft.column(name, (bet and stake.usual) or OPEN, ask, question=True)


def ask_for_unrecorded(
    draft: Draft, sheet: SeenSheet, match: Roles, kinds: Collection[str]
) -> None:
    """Asks of kinds that a payment may be net of, of which there is no event beside their bets."""
    found, name, kind = {part.member for part in match.parts}, sheet.stake.names, sheet.bets
    places = sheet.places if sheet.kinds else [match.fields[name]] if name in match.fields else []
    told = {text: own.means for text, own in match.codes.get(name, {}).items()}
    if kind is not None:
        texts = (own for at in places for own in sheet.texts(at)[:MOST])
        found |= {told.get(text) or sheet.lexicon.member(kind, text) for text in texts}
    for word in sheet.lexicon.wide:
        if word.otherwise and word.otherwise in found and word.event not in kinds:
            draft.unrecorded(word.event)


def write_columns(
    draft: Draft,
    sheet: SeenSheet,
    match: Roles,
    above: Mapping[str, Title],
    sources: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Where and when a row happened, and what else every event of it has; `sources` are those of
    fields in several columns.
    """
    # A row of results alone is a coup; one that holds a player's stake may be a part of one.
    unsure = bool(sheet.kinds) or any(part.word.value == "amount" for part in match.parts)
    has_days = _write_time(draft, sheet, match, above)
    if "session" not in match.fields:
        _write_session(draft, above, has_days=has_days, unsure=unsure)
    context = sheet.lexicon.context()
    for name, at in match.fields.items():
        if name == "coup":
            _write_coup(draft, sheet, at)
        elif name in sources:
            draft.column(name, sources[name], message("why.both_numbers"))
        elif sheet.kinds or name in context:  # an empty column of hours tells no time
            draft.lines.setdefault((*COLUMNS, name), DraftLine(sheet.source(at)))
    shoes = [at for at in match.unused if "shoe" in sheet.meant(at) and is_key(sheet, at)]
    if shoes and "shoe" in context and "shoe" not in match.fields:
        draft.set("same_shoe", sheet.name(shoes[0]), message("why.same_shoe"))
    known = {*sheet.lexicon.fields()} if sheet.kinds else {*context, *OF_THE_EVENT}
    _write_doubtful(draft, sheet, match, known)
    doubtful = {name for names in match.doubtful.values() for name in names}
    if "coup" not in {*match.fields, *doubtful}:
        _ask_for_coup(draft, sheet, match, unsure=unsure)


def write_codes(draft: Draft, sheet: SeenSheet, match: Roles) -> None:
    """Write what codes stand for, or ask it."""
    for name, words in match.codes.items():
        for text, own in words.items():
            # A word that has a meaning elsewhere says nothing until it is answered.
            stands = name != "event" or (not own.means and bool(kinds_meant(text, sheet.lexicon)))
            line = DraftLine(own.means, own.ask, own.ask is not None, stands)
            draft.lines["values", name, text] = line


MOST = 30  # words of a column that are asked about; a column of more is no list of words


def write_words(draft: Draft, sheet: SeenSheet, columns: Mapping[str, int]) -> None:
    """Write what words stand for by these rules, where the vocabulary has another word for it, and
    ask it of each that the vocabulary does not know: of all fields of a row that is an event, and
    of bets and results of one that stands for a coup, which no game may have.
    """
    fields = sheet.lexicon.fields()
    for name, at in columns.items():
        if not isinstance(kind := fields.get(name), Enumeration):
            continue
        said = {own: sheet.lexicon.instead(kind, own) for own in dict.fromkeys(sheet.cells(at))}
        draft.lines |= {("values", name, text): DraftLine(own) for text, own in said.items() if own}
        unknown = [text for text in said if sheet.lexicon.member(kind, text) is None]
        if unknown and len({*map(len, said)}) == 1 and "".join(said).isupper():
            unknown = [*said]  # `NR` is hardly a number where `PR` and `RG` stand for something
        strange = [o for text in unknown if (o := ("values", name, text)) not in draft.lines]
        of_event, members = bool(sheet.kinds), ", ".join(kind.members)
        if (of_event and len(strange) <= MOST) or name in (sheet.stake.names, *sheet.results):
            ask = message("ask.member" if of_event else "ask.member_or", members=members)
            draft.lines |= dict.fromkeys(strange, DraftLine("", ask, True, stands=not of_event))


def _write_session(
    draft: Draft, above: Mapping[str, Title], *, has_days: bool, unsure: bool
) -> None:
    """The sitting, where no column is called so."""
    if "session" in above:
        draft.column("session", use(draft, above["session"]))
    elif has_days:
        asked = unsure or _is_of_file(above)
        day = message("ask.day_turns") if asked else message("why.day_turns")
        draft.column("session", "{@day}", day, question=asked)
    else:
        draft.column("session", OPEN, message("ask.session"), question=True)


def _write_doubtful(draft: Draft, sheet: SeenSheet, match: Roles, known: set[str]) -> None:
    """A question about each column that may be one of several fields, or another of one."""
    for at, fields in match.doubtful.items():
        others = ", ".join(f"`{own}`" for own in fields[1:])
        ask = message("ask.or_else", fields=others) if others else message("ask.another")
        if known.issuperset(fields) and not match.fields.keys() & {*fields}:
            draft.column(fields[0], sheet.source(at), ask, question=True)


def _write_coup(draft: Draft, sheet: SeenSheet, at: int) -> None:
    """The number of a coup, of which a column is called so, or whose texts tell coups apart."""
    name = sheet.name(at)
    if is_key(sheet, at):
        draft.set("same_coup", name, message("why.same_coup"))
        draft.column("coup", "{@count}", message("why.coup_number"))
    elif _is_from_zero(sheet, at):
        draft.column("coup", "{@count}", message("why.from_zero", column=name))
    else:
        draft.column("coup", sheet.source(at))


def _ask_for_coup(draft: Draft, sheet: SeenSheet, match: Roles, *, unsure: bool) -> None:
    """The number of a coup, where no column is called so."""
    at = None if sheet.kinds else numbering(sheet, match)
    card = the_only_card(match)
    by_card = card is not None and card.word.names in match.fields  # a column says whose it is
    of_kinds = any(own.kind not in (None, own.at) for own in match.parts)  # a coup has several
    if at is not None and not _is_from_zero(sheet, at):
        ask = message("ask.coup_column")
        draft.column("coup", sheet.source(at), ask, question=True)
    elif sheet.kinds:
        draft.column("coup", OPEN, message("ask.coup"), question=True)
    elif by_card or _is_told_again(sheet, match) or of_kinds:
        draft.column("coup", OPEN, message("ask.coup_of_rows"), question=True)
    else:
        order = message("ask.row_a_coup") if unsure else message("why.coup_order")
        draft.column("coup", "{@count}", order, question=unsure)


def _is_from_zero(sheet: SeenSheet, at: int) -> bool:
    """True for the rows' own numbers as programs count them: from 0, each once."""
    cells = sheet.cells(at)
    return cells[:1] == ["0"] and len({*cells}) == len(cells)


def _is_told_again(sheet: SeenSheet, match: Roles) -> bool:
    """True where rows below each other tell the same cards or the same result, at one moment."""
    results = [part.at for part in card_parts(match)] + [*match.results.values()]
    moments = [at for at, form in match.stamps if form == "both"]
    told = sheet.rows_of(*moments, *results)
    return bool(moments and results) and any(
        own == last and all(own[: len(moments)]) for last, own in pairwise(told)
    )


def _is_of_file(above: Mapping[str, Title]) -> bool:
    """True where the name of the file alone tells the day: it may be that of the export."""
    title = above.get("time") or above.get("session")
    return title is not None and title.cell == FILE


# ---- cells that are filled where they change -----------------------------------------------------
BELONGS = frozenset(("casino", "season", "session", "table", "shoe", "coup"))


def ask_filled_down(draft: Draft, sheet: SeenSheet) -> None:
    """Asks of columns of places that are filled only where they change, and of hours beside."""
    is_total = Summaries(sheet.lexicon).is_total
    sheet = sheet.with_rows([r for r in sheet.rows if not is_total(next(filter(None, r), ""))])
    places = [at for at in sheet.places if sheet.meant(at) & BELONGS or sheet.form(at)]
    filled = {at: [*map(bool, sheet.column(at))] for at in sheet.places}
    own = [filled[at] for at in places if _changes(sheet.column(at))]
    if any(filled[at] in own for at in places if sheet.meant(at) & BELONGS):
        names = [sheet.name(at) for at in places if filled[at] in own]
        draft.set("filled_down", names, message("ask.filled_down"), question=True)


def _changes(cells: Sequence[str]) -> bool:
    """True where half the cells are empty, at least, and no value stands twice in succession."""
    filled = [cell for cell in cells if cell]
    half = 0 < len(filled) * 2 <= len(cells) and bool(cells[0])
    return half and all(own != last for last, own in pairwise(filled))


# ---- time ----------------------------------------------------------------------------------------
def _write_time(draft: Draft, sheet: SeenSheet, match: Roles, above: Mapping[str, Title]) -> bool:
    """Write where the time comes from; true where a column or a title gives the day."""
    places, begins = moments(sheet, match)
    forms = {*map(sheet.form, places)}
    clocks = [
        at
        for at in match.unused
        if sheet.form(at) == "clock" and not any(map(has_suit, sheet.cells(at)))  # `5H` is a card
    ]
    beside = [] if forms & {"clock", "both"} else sorted(clocks, key=sheet.column)[:1]
    source = " ".join(map(sheet.source, [*places, *beside]))
    title = above.get("time") or above.get("session")
    unnamed = _unnamed_moments(sheet, match)
    hours = bool(unnamed) and sheet.form(unnamed[0]) == "both"
    told = forms - {"day"} if hours else forms
    if not told and (hours or (title is None and len(unnamed) == 1)):
        first, others = unnamed[0], ", ".join(f"`{sheet.name(own)}`" for own in unnamed[1:])
        ask = message("ask.moment_or", names=others) if others else message("ask.moment")
        whole = [first] if hours else [first, *beside]
        draft.column("time", " ".join(map(sheet.source, whole)), ask, question=True)
        return True
    has_days = bool(forms - {"clock"})
    if has_days and beside:
        draft.column("time", source, message("ask.moment"), question=True)
    elif has_days:
        draft.column("time", source, message("why.no_hour") if forms == {"day"} else None)
    elif title is not None:
        asked = _is_of_file(above)
        says = message("ask.day_of_file" if asked else "ask.moment") if asked or beside else None
        asked = asked or bool(beside)
        draft.column("time", f"{use(draft, title)} {source}".strip(), says, question=asked)
    else:
        draft.column("time", f"{OPEN} {source}".strip(), message("ask.day"), question=True)
    begins = begins if has_days else BEGINS if places else None
    if begins is not None:
        draft.set("day_begins", begins, message("why.evenings"))
    return has_days or title is not None


def _unnamed_moments(sheet: SeenSheet, match: Roles) -> list[int]:
    """The unused columns of days or moments, whatever they are called, the earliest first; whole
    numbers may be sums.
    """
    places = [
        at
        for at in match.unused
        if sheet.form(at) in ("both", "day")
        if not all(own.isdecimal() and SERIAL.fullmatch(own) for own in sheet.cells(at))
    ]
    hours = [at for at in places if sheet.form(at) == "both"]
    return sorted(hours or places, key=lambda at: (sheet.column(at), at))

"""A mapping proposed for a file: what is sure is said, what is not is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from types import MappingProxyType

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.conventions import EURO, Language
from auditor.log.convert.lexicon import NO_WORD, Lexicon
from auditor.log.export_marks import RULER
from auditor.log.mapping.apply import apply_mapping, plan_of
from auditor.log.mapping.bind import columns_of
from auditor.log.mapping.file import MappingError, mapping_of
from auditor.log.mapping.schema import FileMapping
from auditor.log.match.bets import kind_column
from auditor.log.match.hands import holds_cards, without_signs
from auditor.log.match.readable import meanings_of
from auditor.log.match.roles import NUMBER, EventColumn, Roles, matched
from auditor.log.match.sheet import FEW, SeenSheet, find_header, wide_header
from auditor.log.propose.draft import COLUMNS, OPEN, ROW, SETTINGS, Draft, DraftLine
from auditor.log.propose.long import LongColumns
from auditor.log.propose.place import (
    FILE,
    SHEET,
    Title,
    ask_filled_down,
    in_names,
    roles_of_coups,
    titles,
    told_columns,
    use,
    with_told_columns,
    write_words,
)
from auditor.log.propose.question import Column, Question, column_list, columns_of_file, completed
from auditor.log.propose.trial import (
    Probe,
    ask_lists,
    likely_header,
    without_rows,
    write_nearest,
)
from auditor.log.propose.wide import write_wide
from auditor.log.row_columns import Grid
from auditor.log.shape import infer_mapping, language_of
from auditor.log.table import (
    SIDE_BY_SIDE,
    Heading,
    Record,
    Table,
    Unreadable,
    no_heading,
)
from auditor.messages.message import Language as Spoken
from auditor.messages.message import Message, message
from auditor.source import Frozen

_CODE = re.compile(r"\D{1,20}\d{0,3}")


def bare_sheet(records: Sequence[Record], lexicon: Lexicon) -> SeenSheet | None:
    """Columns by their letters, if one tells days or hours, or the only one small numbers."""
    head = no_heading(records)
    sheet = SeenSheet(head, [cells for _, cells in records], lexicon)
    columns = [*map(sheet.cells, sheet.places)]
    alone = len(columns) == 1 and len(columns[0]) > FEW
    numbers = alone and all(own.isdecimal() and len(own) < 3 for own in columns[0])
    return sheet if numbers or any(map(sheet.form, sheet.places)) else None


def bare_columns(sheet: SeenSheet) -> Roles:
    """A guess at each column by its cells; all of it is asked."""
    found = Roles(unused=tuple(sheet.places))
    result = next(iter(sheet.results), NUMBER)
    for at in sheet.places:
        cells = sheet.cells(at)
        if form := sheet.form(at):
            found = replace(found.taking(fields={form: at}), stamps=(*found.stamps, (at, form)))
        elif sheet.card != NO_WORD and cells and all(any(playing_cards.readings(c)) for c in cells):
            found = found.taking(EventColumn(at, sheet.card))
        elif cells and "table" not in found.fields and all(map(_CODE.fullmatch, cells)):
            found = found.taking(fields={"table": at})
        elif cells and all(amounts.whole(c) for c in cells) and result not in found.results:
            found = found.taking(results={result: at})
    kept = {name: at for name, at in found.fields.items() if name == "table"}
    return replace(found, fields=kept, asks=(message("remark.no_header"),))


DASHES = ("-", "–", "—", "--", "---", "/", "néant", "Néant", "n/a", "N/A", "NC", "nc")
"""Signs that people write where a cell has nothing to say."""
NOTHING = ("None", "none", "null", "NULL", "NaN", "nan")
"""Signs of an empty cell as programs write it; beside words one may be a word itself."""
_DATES = {"dmy": "dd/mm/yyyy", "mdy": "mm/dd/yyyy", "ymd": "yyyy/mm/dd"}


class FileProposal(Frozen):
    """A mapping of one file with its questions, and the table that it makes of each sheet."""

    draft: Draft
    columns: tuple[Column, ...]
    questions: tuple[Question, ...]
    tables: tuple[Table, ...]
    """As this file alone tells them: what others tell of their coups is still to be put in."""
    says: FileMapping
    again: Callable[[Draft], FileProposal]
    """Reads the file by another draft.  Raises MappingError, Unreadable."""

    def says_of_coups(self, name: str) -> bool:
        """Whether the file tells the coup, and this of it, without a question."""
        told = {key for key, line in self.draft.of(COLUMNS).items() if not line.is_question}
        return {name, "coup"} <= told

    def text(self, language: Spoken = "en") -> str:
        """The mapping as TOML, with the columns of the file below it."""
        return f"{self.draft.text(language)}\n{column_list(self.columns, language)}"


def by_columns(seen: Probe, lexicon: Lexicon) -> list[Probe]:
    """The sheets of a file whose header is known, those of the same columns together; of none the
    file itself.
    """
    found: dict[tuple[str, ...], list[Grid]] = {}
    for grid in seen.grids:
        if (head := _header_of(grid, lexicon)) is not None:
            found.setdefault(tuple(head.names), []).append(grid)
    return [replace(seen, grids=tuple(grids)) for grids in found.values()] or [seen]


def _header_of(grid: Grid, lexicon: Lexicon) -> Heading | None:
    return find_header(grid.records, lexicon) or wide_header(grid.records, lexicon)


# ---- how the rows of a file are to be taken ------------------------------------------------------
class _Found(Frozen):
    """The rows of all sheets together, their header, and how they are to be taken."""

    grid: Grid
    sheet: SeenSheet
    form: str  # long, wide or bare
    sheets: tuple[SeenSheet, ...]  # the sections of each: a coup of one is none of another
    parts: tuple[tuple[Grid, Heading], ...]
    """The sheets, each with its header."""


def _understood(seen: Sequence[Grid], lexicon: Lexicon) -> _Found | None:
    """The sheets of the same columns, if they have some, the largest first."""
    largest = sorted(seen, key=lambda grid: -len(grid.records))
    finders = ((find_header, "long"), (wide_header, "wide"), (_header_of_cards, "wide"))
    for find, form in finders:
        for grid in largest:
            if (head := find(grid.records, lexicon)) is not None:
                whole = _together(grid, [own for own in seen if own is not grid], lexicon)
                sheet = SeenSheet.of(whole.records, head, lexicon)
                sheet = sheet.with_rows([*chain(*(own.rows for own in _sections(sheet)))])
                alone = (_sections(SeenSheet.of(own.records, head, lexicon)) for own in seen)
                heads = ((own, find(own.records, lexicon)) for own in seen)
                parts = ((own, there) for own, there in heads if there is not None)
                return _Found(whole, sheet, form, (*chain(*alone),), tuple(parts))
    for grid in largest:
        if (bare := bare_sheet(grid.records, lexicon)) is not None:
            return _Found(grid, bare, "bare", (), ((grid, bare.head),))
    return None


def _header_of_cards(records: Sequence[Record], lexicon: Lexicon) -> Heading | None:
    """The likely header of a table that holds cards, in whatever language it is written."""
    sheet = SeenSheet.of(records, head := likely_header(records), lexicon)
    return head if head.last >= 0 and any(holds_cards(sheet, at) for at in sheet.places) else None


def _together(grid: Grid, others: Sequence[Grid], lexicon: Lexicon) -> Grid:
    rows = list(grid.records)
    for other in others:
        own, last = _header_of(other, lexicon), rows[-1][0]
        below = other.records[own.last + 1 :] if own is not None else []
        rows += [(last + number, cells) for number, cells in below]
    return replace(grid, records=rows)


def _sections(sheet: SeenSheet) -> Iterator[SeenSheet]:
    """The rows between notes that stand alone, and no rulers, which hide what columns hold."""
    rows = (row for row in sheet.rows if not all(map(RULER.fullmatch, filter(None, row))))
    fewest = 2 if len(sheet.head.names) > FEW else 1
    for told, section in groupby(rows, lambda row: sum(map(bool, row)) >= fewest):
        if told:
            yield sheet.with_rows([*section])


# ---- the draft -----------------------------------------------------------------------------------
def proposal(
    seen: Probe,
    lexicon: Lexicon,
    file: str,
    *,
    asks_for_game: bool = True,
    answers: Mapping[str, str] = MappingProxyType({}),
    is_alone: bool = True,
) -> FileProposal:
    """A mapping for the sheets of a file that have the same columns, which may ask for all;
    `answers` are told by the path of their place.

    A file that is not alone may tell of the coups of others: what comes first in a coup is told.
    Raises Unreadable, and of answers that no mapping can hold MappingError or Unreadable.
    """
    refused = Draft(file, answers, is_understood=False)
    is_none = refused.answered(*ROW, "event") == ""
    if not is_none and (found := _understood(seen.grids, lexicon)) is not None:
        _refuse_side_by_side(found.sheet)
        draft = Draft(file, answers, is_alone=is_alone)
        try:
            language = _fill(draft, seen, found, asks_for_game=asks_for_game)
            return _read(found.parts, lexicon, language, draft)
        except (Unreadable, MappingError) as error:  # a column may have braces in its name
            if answers and proposal(seen, lexicon, file, is_alone=is_alone).draft.is_understood:
                raise
            refused.remark(message("remark.refused", says=error.says))
    grid = max(seen.grids, key=lambda grid: len(grid.records))
    head = likely_header(grid.records)
    _write_text(refused, seen)
    if head.last < 0:
        refused.set("header", "none")
        refused.remark(message("remark.no_table"))
    if is_none:
        refused.column("event", "")
    else:
        write_nearest(refused, head, [cells for _, cells in grid.records[head.last + 1 :]], lexicon)
    refused.take_answers()
    return _read([(grid, head)], lexicon, "en", refused)


def _read(
    parts: Sequence[tuple[Grid, Heading]], lexicon: Lexicon, language: Language, draft: Draft
) -> FileProposal:
    """The sheets as they are read by a draft.  Raises MappingError, Unreadable."""
    rows = [cells for grid, head in parts for _, cells in grid.records[head.last + 1 :]]
    says, tables = FileMapping(), [without_rows(grid) for grid, _ in parts]
    if not any(own.is_question for own in draft.of(ROW).values()):
        says = mapping_of(draft.text(), draft.file, lexicon)
        tables = [apply_mapping(plan_of(*own, says, lexicon, language)) for own in parts]
    columns = tuple(columns_of_file(draft, says, parts[0][1], rows, lexicon))
    questions = tuple(completed(draft, says, columns, lexicon))
    again = partial(_read, parts, lexicon, language)
    return FileProposal(draft, columns, questions, tuple(tables), says, again)


def _write_text(draft: Draft, seen: Probe) -> None:
    """Writes how a text is read, and asks for its encoding where letters stand as in no word."""
    grid = seen.grids[0]
    if grid.delimiter not in (None, ","):
        draft.set("delimiter", "tab" if grid.delimiter == "\t" else grid.delimiter)
    if grid.origin.encoding not in (None, "utf-8"):
        strange = any(column.matching(_STRANGE) for column in grid.body.columns)
        ask = message("ask.encoding", lists=ENCODINGS) if strange else None
        draft.set("encoding", grid.origin.encoding, ask, question=strange)


_STRANGE = re.compile("[À-ÖØ-öø-ÿ]{4}|[a-z][ŽŠˆ‡‰]")  # letters of another alphabet or code
ENCODINGS = ("cp1251", "cp1253", "cp1250", "cp1254", "mac-roman", "cp850")


def _fill(draft: Draft, seen: Probe, found: _Found, *, asks_for_game: bool) -> Language:
    """Fills the draft; the language of the file.  Raises MappingError, Unreadable."""
    lexicon, head, records = found.sheet.lexicon, found.sheet.head, found.grid.records
    _write_text(draft, seen)
    _header(draft, found)
    above = titles(records, head, lexicon)
    for own in in_names(found.grid.origin.file, [own.origin.sheet or "" for own in seen.grids]):
        above.setdefault(own.field, own)
    kinds = None
    if found.form == "wide":
        kinds = kind_column(found.sheet, matched(found.sheet, of_coups=True))
    if found.form == "long" or kinds is not None:
        event = {} if kinds is None else {"event": f"{{{head.names[kinds]}}}"}
        at = found.sheet.event if kinds is None else kinds
        texts = () if at is None else found.sheet.texts(at)
        answers = {own: draft.answered("values", "event", own) for own in texts}
        words = {"event": {own: kind for own, kind in answers.items() if kind}}
        told = FileMapping().model_copy(update={"columns": event, "values": words})
        inferred = infer_mapping(records, head, lexicon, told)
        sheet, match = inferred.sheet, LongColumns(draft, inferred).write(above)
        language = inferred.language
    else:
        sheet, match = found.sheet, _write_wide(draft, found, above)
        used = {part.at for part in match.parts} | {*match.results.values()}
        language = language_of(sheet, match, frozenset(used))
    write_words(draft, sheet, {**match.fields, **match.results, **told_columns(draft, sheet)})
    # Where numbers have a decimal comma, files are divided by semicolons, and days come first.
    language = "fr" if found.grid.delimiter == ";" else language
    _ask_for_the_rest(draft, above, lexicon, asks_for_game=asks_for_game, several=len(seen.grids))
    named = (".json", ".jsonl", ".ndjson", ".xml", ".log", ".txt")
    if found.grid.delimiter is None and found.grid.origin.file.endswith(named):
        ask_lists(draft, map(found.sheet.name, match.unused))
    ask_filled_down(draft, found.sheet)
    _currency(draft, found.sheet, match)
    if empty := _empty(found.sheet):
        draft.set("empty", empty, message("why.empty"))
    _prove(draft, found, language)
    return language


def _refuse_side_by_side(sheet: SeenSheet) -> None:
    """Raises Unreadable where names stand again, and that of the events or coups among them:
    `Carte`, `Carte (2)` are two cards, another number of the coup begins another table.
    """
    names = [own.removesuffix(" (2)") for own in sheet.head.names]
    again = [at for at in sheet.places if names.index(names[at]) < at]
    told = [at for at in again if meanings_of(names[at], sheet.lexicon) & {"event", "coup"}]
    bare = [at for at in sheet.places if not sheet.head.named[at] and not sheet.cells(at)]
    behind = [at for at in told if bare and bare[0] < at]
    apart = any(sheet.column(names.index(names[at])) != sheet.column(at) for at in behind)
    if told and (apart or len(again) >= SIDE_BY_SIDE):
        raise Unreadable(message("header.side_by_side", name=sheet.name(again[0])))


def _write_wide(draft: Draft, found: _Found, above: Mapping[str, Title]) -> Roles:
    """Writes rows that stand for coups; the roles of their columns."""
    sheet, no_card = without_signs(found.sheet)
    match = bare_columns(sheet) if found.form == "bare" else roles_of_coups(draft, sheet)
    match = with_told_columns(draft, sheet, match)
    draft.remarks += match.asks
    write_wide(draft, sheet, match, above, sheets=found.sheets)
    if no_card and sheet.card in {part.word for part in match.parts}:
        draft.lines["values", "card", no_card] = DraftLine("")
    return match


def _currency(draft: Draft, sheet: SeenSheet, match: Roles) -> None:
    """Writes the currency that an unused column tells of all rows; of several something is said."""
    for at in match.unused:
        codes = {
            amounts.currency_of(own) or "" for own in sheet.said(at) if amounts.is_currency(own)
        }
        if not codes or not all(map(amounts.is_currency, sheet.said(at))):
            continue
        if len(codes) > 1:
            names = tuple(sorted(codes))
            draft.remark(message("remark.currencies", column=sheet.name(at), names=names))
        elif codes != {EURO}:
            draft.set("currency", codes.pop(), message("why.currency", column=sheet.name(at)))


def _empty(sheet: SeenSheet) -> list[str]:
    columns = [{*sheet.cells(at)} for at in sheet.places]
    signs = [own for own in DASHES if any(own in cells for cells in columns)]
    plain = [cells for cells in columns if any(map(_is_figure, cells))]
    return signs + [own for own in NOTHING if any(own in cells for cells in plain)]


def _is_figure(text: str) -> bool:
    is_figure = any(playing_cards.readings(text)) or any(amounts.readings(text))
    return is_figure or amounts.stamp(text) is not None


def _header(draft: Draft, found: _Found) -> None:
    head, records = found.sheet.head, found.grid.records
    if head.last < 0:
        draft.set("header", "none")
        return
    rows = [row for row, cells in records[head.first : head.last + 1] if any(cells)]
    if len(rows) > 1 or any(any(cells) for _, cells in records[: head.first]):
        draft.set("header", rows if len(rows) > 1 else rows[0])


def _ask_for_the_rest(
    draft: Draft, above: Mapping[str, Title], lexicon: Lexicon, *, asks_for_game: bool, several: int
) -> None:
    """Whose log it is, of which game and of which bounds: what no column says, and no title."""
    said = {*draft.of(COLUMNS), *(key.removeprefix("same_") for key in draft.of(SETTINGS))}
    of_sheets = {name for name, own in above.items() if own.cell == SHEET}
    for name in ("table", "casino", "season"):
        of_one = name == "table" and several > 1 and name not in of_sheets
        if name in above.keys() - said and not of_one:
            of_file = above[name].cell == FILE
            ask = message("ask.table_of_file") if of_file else None
            draft.column(name, use(draft, above[name]), ask, question=of_file)
            said.add(name)
    if "table" not in said and several > 1 and not of_sheets:
        draft.column("table", "{@sheet}", message("why.sheets"))
        said.add("table")
    asked = {"table": "ask.table", "casino": "ask.casino", "season": "ask.season"}
    asked |= {"game": "ask.game"} if asks_for_game else {}
    for name, code in (asked | dict.fromkeys(lexicon.bounds, "ask.alone") | asked).items():
        if name not in said:
            source = "1" if code == "ask.alone" else OPEN
            draft.column(name, source, Message(code), question=True)


def _prove(draft: Draft, found: _Found, language: Language) -> None:
    """Enters the conventions that the cells of the file show, and asks where they show none."""
    head, lexicon = found.sheet.head, found.sheet.lexicon
    draft.take_answers()
    if draft.of(ROW):
        return
    says = mapping_of(draft.text(), draft.file, lexicon)
    places = {head.find(name) for name in columns_of(says)}
    named = zip(head.names, head.named, strict=True)
    draft.unused = [
        name for at, (name, is_named) in enumerate(named) if is_named and at not in places
    ]
    plan = plan_of(found.grid, head, says, lexicon, language)
    shown = plan.conventions
    for key, value in (
        ("decimal", "," if shown.decimal == "," else None),
        ("dates", None if shown.order is None else _DATES[shown.order]),
        ("cards", shown.cards),
    ):
        if value is not None:
            draft.set(key, value)
    for doubt in plan.doubts:
        row, column = doubt.place.row, doubt.place.column
        ask = message("ask.doubt", row=row, column=column, says=doubt.says)
        draft.set(doubt.key, OPEN, ask, question=True)
    draft.take_answers()

"""A mapping proposed for a file: what is sure is said, what is not is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from auditor.log.convert import card_names as playing_cards
from auditor.log.convert import written as amounts
from auditor.log.convert.conventions import Conventions, Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise, says_numero
from auditor.log.infer.recognised import Body, body_of, find_header, form_of
from auditor.log.infer.wide_columns import EventColumn, WideColumns, wide_columns, without
from auditor.log.infer.wide_names import FEW, wide_header, with_named_values
from auditor.log.mapping.apply import AppliedMapping, apply_mapping
from auditor.log.mapping.bind import columns_of
from auditor.log.mapping.coups import joined
from auditor.log.mapping.file import MappingError, mapping_of
from auditor.log.mapping.schema import FileMapping
from auditor.log.noncanonical import infer_mapping
from auditor.log.propose.asked import column_list, columns_of_file, completed
from auditor.log.propose.draft import Draft, TomlLine
from auditor.log.propose.long import write_long
from auditor.log.propose.place import ask_filled_down, with_coups
from auditor.log.propose.question import OPEN, Column, Question, toml
from auditor.log.propose.titles import FILE, Title, in_name, titles, use
from auditor.log.propose.trial import (
    Probe,
    likely_header,
    lists_within,
    without_rows,
    write_nearest,
)
from auditor.log.propose.wide import WideEvents, write_wide
from auditor.log.propose.wide_doubts import Doubts, without_signs
from auditor.log.propose.worded_columns import kind_column
from auditor.log.row_columns import Grid
from auditor.log.table import Heading, Record, SideBySideError, Table, Unreadable, no_heading
from auditor.messages.message import Language as Spoken
from auditor.messages.message import message
from auditor.types import Enumeration

_CODE = re.compile(r"\D{1,20}\d{0,3}")


def bare_heading(records: Sequence[Record]) -> Heading | None:
    """Columns by their letters, if one tells days or hours, or the only one small numbers."""
    head = no_heading(records)
    body = Body([cells for _, cells in records], [])
    columns = [body.cells(at) for at in range(len(head.names))]
    alone = len(columns) == 1 and len(columns[0]) > FEW
    numbers = alone and all(own.isdecimal() and len(own) < 3 for own in columns[0])
    return head if numbers or any(map(form_of, columns)) else None


def bare_columns(draft: Draft, head: Heading, body: Body, lexicon: Lexicon) -> WideColumns:
    """A guess at each column; all of it is asked."""
    context: dict[str, int] = {}
    stamps: list[tuple[int, str]] = []
    fields: dict[str, int] = {}
    parts: list[EventColumn] = []
    unknown: list[int] = []
    card = lexicon.word_for("card")
    result = next((field for word in lexicon.wide for field in word.fields), "number")
    for at in range(len(head.names)):
        cells = body.cells(at)
        if form := form_of(cells):
            stamps.append((at, form))
        elif not cells:
            unknown.append(at)
        elif card is not None and all(any(playing_cards.readings(cell)) for cell in cells):
            parts.append(EventColumn(at, card))
        elif "table" not in context and all(map(_CODE.fullmatch, cells)):
            context["table"] = at
        elif all(amounts.whole(cell) is not None for cell in cells) and result not in fields:
            fields[result] = at
        else:
            unknown.append(at)
    draft.remark(message("remark.no_header"))
    return WideColumns(context, tuple(stamps), tuple(parts), fields, tuple(unknown))


DASHES = ("-", "–", "—", "--", "---", "/", "néant", "Néant", "n/a", "N/A", "NC", "nc")
"""Signs that people write where a cell has nothing to say."""
NOTHING = ("None", "none", "null", "NULL", "NaN", "nan")
"""Signs of an empty cell as programs write it; beside words one may be a word itself."""
_DATES = {"dmy": "dd/mm/yyyy", "mdy": "mm/dd/yyyy", "ymd": "yyyy/mm/dd"}


@dataclass(frozen=True, slots=True)
class FileProposal:
    """A mapping of one file with its questions, and the table that it makes of the file."""

    draft: Draft
    columns: tuple[Column, ...]
    questions: tuple[Question, ...]
    preview: Table
    says: FileMapping

    def text(self, language: Spoken = "en") -> str:
        """The mapping as TOML, with the columns of the file below it."""
        return f"{self.draft.text(language)}\n{column_list(self.columns, language)}"


@dataclass(frozen=True, slots=True)
class _Found:
    """The grid that was understood, its header, and how its rows are to be taken."""

    grid: Grid
    head: Heading
    body: Body
    form: str  # long, wide or bare
    same: tuple[Grid, ...]  # sheets with this header, this one among them
    sheets: tuple[Body, ...] = ()  # the rows of each: a coup of one is none of another


def proposal(
    seen: Probe,
    lexicon: Lexicon,
    file: str,
    *,
    asks_for_game: bool = True,
    answers: Mapping[str, str] = MappingProxyType({}),
) -> FileProposal:
    """A mapping for a file, which may ask for all; `answers` are told by the path of their place.

    Raises SideBySideError, and of answers that no mapping can hold MappingError or Unreadable.
    """
    for found in _understood(seen.grids, lexicon):
        draft = Draft(file, answers)
        try:
            table = _drafted(draft, seen, found, lexicon, asks_for_game=asks_for_game)
        except SideBySideError:
            raise
        except (Unreadable, MappingError):  # no mapping can name a column with braces in its name
            if answers:
                raise
            continue
        says = mapping_of(draft.text(), draft.file, lexicon)
        return _proposed(draft, says, found.grid, found.head, lexicon, table=table)
    return _skeleton(seen, lexicon, Draft(file, answers, is_understood=False))


def _proposed(
    draft: Draft, says: FileMapping, grid: Grid, head: Heading, lexicon: Lexicon, *, table: Table
) -> FileProposal:
    rows = [cells for _, cells in grid.records[head.last + 1 :]]
    columns = columns_of_file(draft, says, head, rows, lexicon)
    questions = tuple(completed(draft, says, columns, lexicon))
    return FileProposal(draft, columns, questions, table, says)


def _skeleton(seen: Probe, lexicon: Lexicon, draft: Draft) -> FileProposal:
    """A mapping that says nothing yet, for a file that shows nothing."""
    grid = max(seen.grids, key=lambda grid: len(grid.records))
    head = likely_header(grid)
    if seen.delimiter not in (None, ","):
        draft.set("delimiter", "tab" if seen.delimiter == "\t" else seen.delimiter)
    if head.last < 0:
        draft.set("header", "none")
    write_nearest(draft, head, [cells for _, cells in grid.records[head.last + 1 :]], lexicon)
    draft.take_answers()
    says, table = FileMapping(), without_rows(grid)
    if not any(own.is_question for own in draft.row):
        says = mapping_of(draft.text(), draft.file, lexicon)
        table = apply_mapping(grid, head, says, lexicon, "en").table
    return _proposed(draft, says, grid, head, lexicon, table=table)


def _drafted(
    draft: Draft, seen: Probe, found: _Found, lexicon: Lexicon, *, asks_for_game: bool
) -> Table:
    """Fills the draft; the table that it makes.  Raises MappingError, Unreadable."""
    if seen.delimiter not in (None, ","):
        draft.set("delimiter", "tab" if seen.delimiter == "\t" else seen.delimiter)
    if found.grid.origin.encoding not in (None, "utf-8"):
        draft.set("encoding", found.grid.origin.encoding)
    _header(draft, found)
    above = titles(found.grid.records, found.head, lexicon)
    for own in in_name(found.grid.origin.file):
        above.setdefault(own.field, own)
    kinds = _kind_column(found, lexicon)
    if found.form == "long" or kinds is not None:
        event = {} if kinds is None else {"event": f"{{{found.head.names[kinds]}}}"}
        told = FileMapping(columns=event)
        inferred = infer_mapping(found.grid.records, found.head, lexicon, told)
        language = write_long(draft, inferred, above, lexicon)
        _words_of_the_rules(draft, found, inferred.columns.fields, lexicon)
    else:
        head, body, apart = with_named_values(found.head, found.body)
        body, signs = without_signs(head, body, lexicon)
        if found.form == "bare":
            columns = bare_columns(draft, head, body, lexicon)
        else:
            doubts = Doubts(head, body, lexicon)
            wide = doubts.cleared(wide_columns(head, body, lexicon))
            columns = with_coups(wide, head, body, lexicon)
            columns = _of_named_values(draft, head, columns, apart)
            draft.remarks += doubts.remarks
            draft.values |= doubts.codes
        events = WideEvents(head, body, columns, lexicon, signs, sheets=found.sheets)
        write_wide(draft, events, above)
        _words_of_the_rules(draft, found, columns.context, lexicon)
        language = _language(found.head, lexicon)
    # Where numbers have a decimal comma, files are divided by semicolons, and days come first.
    language = "fr" if seen.delimiter == ";" else language
    _ask_for_place(draft, above, several=len(found.same) > 1)
    _ask_for_the_rest(draft, lexicon, asks_for_game=asks_for_game)
    _sheets(draft, seen, found)
    if found.grid.origin.file.endswith((".json", ".jsonl", ".ndjson", ".xml")):
        draft.remarks += lists_within(draft.unused, draft.file)
    ask_filled_down(draft, found.head, found.body, lexicon)
    if empty := _empty(found):
        draft.set("empty", empty, message("why.empty"))
    return _proven(draft, found, lexicon, language)


def _words_of_the_rules(
    draft: Draft, found: _Found, columns: Mapping[str, int], lexicon: Lexicon
) -> None:
    """Write what words stand for by these rules, where the vocabulary has another word for it."""
    for name, at in columns.items():
        kind = lexicon.fields().get(name)
        if isinstance(kind, Enumeration):
            said = {own: lexicon.instead(kind, own) for own in sorted({*found.body.cells(at)})}
            lines = [TomlLine(text, own) for text, own in said.items() if own]
            if lines:
                draft.values[name] = [*draft.values.get(name, ()), *lines]


def _of_named_values(
    draft: Draft, head: Heading, columns: WideColumns, apart: Mapping[str, str]
) -> WideColumns:
    """The columns without cells of named values of which some name is not understood."""
    used = {part.at for part in columns.parts}
    for name, own in apart.items():
        places = [at for at, full in enumerate(head.names) if full.startswith(f"{name}:")]
        if used.issuperset(places):
            draft.split.append(TomlLine(name, own))
            continue
        columns = without(columns, {*places})
        shown = ", ".join(f"`{{{head.names[at]}}}`" for at in places[:3])
        setting = f"{toml(name)} = {toml(own)}"
        draft.remark(message("remark.named_values", column=name, setting=setting, names=shown))
    return columns


def _kind_column(found: _Found, lexicon: Lexicon) -> int | None:
    if found.form != "wide":
        return None
    return kind_column(found.body, wide_columns(found.head, found.body, lexicon))


def _understood(seen: Sequence[Grid], lexicon: Lexicon) -> Iterator[_Found]:
    """The grids that are understood, the largest first, with sheets of the same header."""
    largest = sorted(seen, key=lambda grid: -len(grid.records))
    known: list[Grid] = []
    for find, form in ((find_header, "long"), (wide_header, "wide")):
        for grid in largest:
            if grid not in known and (head := find(grid.records, lexicon)) is not None:
                same = [own for own in seen if own is grid or _has(own, head, lexicon)]
                whole = _together(grid, [own for own in same if own is not grid], lexicon)
                body = _of_events(body_of(whole.records, head, lexicon), head)
                sheets = (_of_events(body_of(own.records, head, lexicon), head) for own in same)
                yield _Found(whole, head, body, form, tuple(same), tuple(sheets))
                known += same
    for grid in largest if not known else ():
        if (head := bare_heading(grid.records)) is not None:
            body = Body([cells for _, cells in grid.records], [])
            yield _Found(grid, head, body, "bare", tuple(seen))


def _of_events(body: Body, head: Heading) -> Body:
    """The rows without rulers and without notes that stand alone, which hide what columns hold."""
    kinds = body.kinds or [""] * len(body.rows)
    kept = [
        (row, kind)
        for row, kind in zip(body.rows, kinds, strict=True)
        if len(head.names) <= FEW or sum(map(bool, row)) > 1
        if any(cell.strip("-=_+ ") for cell in row)
    ]
    rows = [row for row, _ in kept]
    return replace(body, rows=rows, kinds=[kind for _, kind in kept] if body.kinds else [])


def _together(grid: Grid, others: Sequence[Grid], lexicon: Lexicon) -> Grid:
    rows = list(grid.records)
    for other in others:
        own = _header_of(other, lexicon)
        rows += other.records[own.last + 1 :] if own is not None else []
    return replace(grid, records=rows)


def _header_of(grid: Grid, lexicon: Lexicon) -> Heading | None:
    return find_header(grid.records, lexicon) or wide_header(grid.records, lexicon)


def _has(grid: Grid, head: Heading, lexicon: Lexicon) -> bool:
    own = _header_of(grid, lexicon)
    return own is not None and own.names == head.names


def _sheets(draft: Draft, seen: Probe, found: _Found) -> None:
    """The sheets that are read, where others with some of their columns tell something else."""
    names = set(found.head.names)
    strange = [
        grid
        for grid in seen.grids
        if grid not in found.same
        and any(names.intersection(cells) for _, cells in grid.records[: found.head.last + 1])
    ]
    if not strange or not all(own.origin.sheet for own in (*found.same, *strange)):
        return
    draft.set("sheets", [own.origin.sheet for own in found.same])
    others = ", ".join(f"`{own.origin.sheet}`" for own in strange)
    draft.remark(message("remark.other_sheets", names=others))


def _empty(found: _Found) -> list[str]:
    columns = [set(found.body.cells(at)) for at in range(len(found.head.names))]
    signs = [own for own in DASHES if any(own in cells for cells in columns)]
    plain = [cells for cells in columns if any(map(_is_figure, cells))]
    return signs + [own for own in NOTHING if any(own in cells for cells in plain)]


def _is_figure(text: str) -> bool:
    return any(playing_cards.readings(text)) or any(amounts.readings(text))


def _header(draft: Draft, found: _Found) -> None:
    head, records = found.head, found.grid.records
    if head.last < 0:
        draft.set("header", "none")
        return
    rows = [records[at][0] for at in dict.fromkeys((head.first, head.last))]
    if len(rows) == 2 or any(any(cells) for _, cells in records[: head.first]):
        draft.set("header", rows if len(rows) == 2 else rows[0])


def _language(head: Heading, lexicon: Lexicon) -> Language:
    """French, as soon as a word says so; `P1` and `No` are no words of French."""
    words = {word for name in head.names for word in (normalise(name), *normalise(name).split())}
    told = {word for word in words & lexicon.french if len(word) > 2}
    if not any(map(says_numero, head.names)):
        told.discard("numero")
    return "fr" if told else "en"


def _ask_for_place(draft: Draft, above: Mapping[str, Title], *, several: bool) -> None:
    """Whose log it is: what no column says, and no title."""
    said = {line.key for line in draft.columns}
    for name in ("table", "casino", "season"):
        if name not in said and name in above and not (name == "table" and several):
            of_file = above[name].cell == FILE
            ask = message("ask.table_of_file") if of_file else None
            draft.column(name, use(draft, above[name]), ask, question=of_file)
            said.add(name)
    if "table" not in said and several:
        draft.column("table", "{@sheet}", message("why.sheets"))
    elif "table" not in said:
        draft.column("table", OPEN, message("ask.table"), question=True)


def _ask_for_the_rest(draft: Draft, lexicon: Lexicon, *, asks_for_game: bool) -> None:
    asked = {"casino": (OPEN, message("ask.casino")), "season": (OPEN, message("ask.season"))}
    if asks_for_game:
        asked["game"] = (OPEN, message("ask.game"))
    for name in lexicon.bounds:
        asked.setdefault(name, ("1", message("ask.alone")))
    said = {line.key for line in draft.columns}
    for name, (source, ask) in asked.items():
        if name not in said:
            draft.column(name, source, ask, question=True)


def _proven(draft: Draft, found: _Found, lexicon: Lexicon, language: Language) -> Table:
    """The table that the draft makes of the file, by the conventions that its cells show."""
    draft.take_answers()
    used = columns_of(mapping_of(draft.text(), draft.file, lexicon))
    places = {found.head.find(name) for name in used}
    named = zip(found.head.names, found.head.named, strict=True)
    draft.unused = [
        name for at, (name, is_named) in enumerate(named) if is_named and at not in places
    ]
    made = _made(draft, found, lexicon, language)
    _say(draft, made.conventions)
    for doubt in made.doubts:
        row, column = doubt.place.row, doubt.place.column
        draft.ask(doubt.key, OPEN, message("ask.doubt", row=row, column=column, says=doubt.says))
    draft.take_answers()
    return _made(draft, found, lexicon, language).table


def _made(draft: Draft, found: _Found, lexicon: Lexicon, language: Language) -> AppliedMapping:
    says = mapping_of(draft.text(), draft.file, lexicon)
    made = apply_mapping(found.grid, found.head, says, lexicon, language)
    return replace(made, table=joined([made.table])[0])


def _say(draft: Draft, conventions: Conventions) -> None:
    if conventions.decimal == ",":
        draft.set("decimal", ",")
    if conventions.order is not None:
        draft.set("dates", _DATES[conventions.order])
    if conventions.cards is not None:
        draft.set("cards", conventions.cards)

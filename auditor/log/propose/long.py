"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import kind_named, meanings_of
from auditor.log.infer.gaming_day import BEGINS
from auditor.log.infer.mapping import InferredMapping, infer_mapping
from auditor.log.infer.wide_columns import counts_cents
from auditor.log.mapping.template import template
from auditor.log.propose.place import DAY_OF_FILE
from auditor.log.propose.sums import in_units
from auditor.log.propose.title import Title, use
from auditor.log.propose.toml_draft import Draft, TomlLine, toml
from auditor.log.raw_grid import Grid
from auditor.log.table import SIDE_BY_SIDE, SideBySideError
from auditor.messages.message import message
from auditor.types import MONEY, Enumeration

MOST = 30
"""Words of a column that are asked about; a column of more is no list of words."""


def write_long(
    draft: Draft, grid: Grid, head: Heading, above: Mapping[str, Title], lexicon: Lexicon
) -> Language:
    """Columns known by their names, and questions on columns and words that are not; the language
    of the file.
    """
    found = infer_mapping(grid.records, head, lexicon)
    known = {*lexicon.fields(), "event"}
    _refuse_side_by_side(found)
    if found.says.day_begins is not None:
        why = "the days are those of evenings: an earlier hour is of the next morning"
        draft.set("day_begins", found.says.day_begins, why)
    title = above.get("time") or above.get("session")
    hours_alone = {form for _, form in found.columns.stamps} == {"clock"}
    staked = _staked_number(found, lexicon)
    for name, source in found.says.columns.items():
        if name == "time" and hours_alone and title is not None and " " not in source:
            asked = title.cell.startswith("@")
            own = f"{use(draft, title)} {source}"
            draft.column(name, own, DAY_OF_FILE if asked else "", question=asked)
            draft.set("day_begins", BEGINS, "the day is that of the evening")
        elif name == "time" and hours_alone and " " not in source:
            ask = "of which day, such as 2026-01-09?"
            draft.column(name, f"… {source}", ask, question=True)
        elif name == "number" and staked is not None:
            why = "what comes out, and what a stake is on: no row has both"
            draft.column(name, f"{source}{{{head.names[staked]}}}", why)
        elif name in known:
            draft.column(name, source)
    _ask_for_session(draft, found, above)
    _ask_for_bet(draft, found, lexicon)
    for at, fields in found.columns.doubtful.items():
        ask = f"or `{'`, `'.join(fields[1:])}`" if len(fields) > 1 else "there is another one"
        draft.column(fields[0], f"{{{head.names[at]}}}", ask, question=True)
    cents = _cents(found, lexicon)
    for name, at in cents.items():
        draft.column(name, in_units(head.names[at]))
    told = found.says.values.get("event", {})
    if told:
        draft.values["event"] = [TomlLine(toml(word), toml(kind)) for word, kind in told.items()]
    draft.unused += [
        head.names[at] for at in found.columns.unknown if at not in {*cents.values(), staked}
    ]
    _words(draft, found, lexicon)
    return found.language


def _refuse_side_by_side(found: InferredMapping) -> None:
    """Raises SideBySideError."""
    head = found.head
    again = [at for at in found.columns.unknown if head.names[at].endswith(" (2)")]
    event = template(found.says.columns.get("event", "")).columns
    if len(again) >= SIDE_BY_SIDE and any(head.find(f"{name} (2)") in again for name in event):
        raise SideBySideError(message("header.side_by_side", name=head.names[again[0]]))


def _staked_number(found: InferredMapping, lexicon: Lexicon) -> int | None:
    """The unused column of the numbers that stakes are on, where no row fills the one that is
    used as well.
    """
    used = found.columns.fields.get("number")
    own = [
        at
        for at in found.columns.unknown
        if any(normalise(found.head.names[at]) in word.on for word in lexicon.wide)
    ]
    if used is None or len(own) != 1:
        return None
    both = (all(at < len(row) and row[at] for at in (used, own[0])) for row in found.body.rows)
    return None if any(both) else own[0]


def _cents(found: InferredMapping, lexicon: Lexicon) -> dict[str, int]:
    """Columns of whole cents, which no field is, by the amounts that they are a hundred times."""
    fields = lexicon.fields()
    own: dict[str, int] = {}
    for at in found.columns.unknown:
        meant = meanings_of(normalise(found.head.names[at]).rpartition(" ")[0], lexicon)
        names = sorted(name for name in meant if fields.get(name) == MONEY)
        free = len(names) == 1 and not {*names} & {*found.columns.fields, *own}
        if free and counts_cents(found.head.names[at]):
            own[names[0]] = at
    return own


def _ask_for_session(draft: Draft, found: InferredMapping, above: Mapping[str, Title]) -> None:
    """The sitting and the coup, without which nobody knows what belongs together."""
    there = {
        *found.says.columns,
        *(name for own in found.columns.doubtful.values() for name in own),
    }
    days = {"time", "session"} & above.keys() or any(f != "clock" for _, f in found.columns.stamps)
    if "session" in above and "session" not in there:
        draft.column("session", use(draft, above["session"]))
    elif "session" not in there and days:
        ask = "no column names it: the gaming day, which turns at noon?"
        draft.column("session", "{@day}", ask, question=True)
    elif "session" not in there:
        draft.column("session", "…", "which sitting is it?", question=True)
    if "time" not in there and not days:
        draft.column("time", "…", "of which day, such as 2026-01-09?", question=True)
    if "coup" not in there:
        draft.column("coup", "…", "which column numbers the coups?", question=True)


def _ask_for_bet(draft: Draft, found: InferredMapping, lexicon: Lexicon) -> None:
    """Ask for the bet, where stakes are recorded and no column says what they are on."""
    stake = lexicon.word_for("amount")
    doubtful = (name for own in found.columns.doubtful.values() for name in own)
    if stake is None or stake.names in {*found.says.columns, *doubtful}:
        return
    if stake.event in found.body.kinds and lexicon.needs(stake.event, stake.names):
        draft.column(stake.names, stake.usual or "…", "what is a stake on?", question=True)


def _words(draft: Draft, found: InferredMapping, lexicon: Lexicon) -> None:
    """Words that no vocabulary knows, for whoever reads the proposal to say what they mean."""
    for name, at in found.columns.fields.items():
        kind = lexicon.fields().get(name)
        if name == "event":
            told = found.body.told
            strange = [
                own
                for own in _different(found, at)
                if own not in told and not kind_named(own, lexicon)
            ]
            asks = [(own, _nearest(own, lexicon.kinds)) for own in strange]
        elif isinstance(kind, Enumeration):
            strange = [own for own in _different(found, at) if lexicon.member(kind, own) is None]
            asks = [(own, "") for own in strange]
        else:
            continue
        if asks and len(asks) <= MOST:
            members = "which kind of event?" if name == "event" else ", ".join(kind.members)  # type: ignore[union-attr]  # of a kind of event the type is not asked
            draft.values.setdefault(name, []).extend(
                TomlLine(toml(word), toml(guess), members, is_question=True) for word, guess in asks
            )


def _different(found: InferredMapping, at: int) -> list[str]:
    cells = dict.fromkeys(found.body.cells(at))
    return [own for own in cells if own != found.head.names[at]]  # a header that stands again


def _nearest(text: str, known: Mapping[str, frozenset[str]]) -> str:
    """The kind of event whose longest name stands within the text, else the one spelt most alike;
    nothing where it is not one alone: of `BET VOIDED` one word says a stake, the other does not.
    """
    words = set(normalise(text).split())
    within = sorted((own for own in known if set(own.split()) <= words), key=len)
    close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
    beside = [own for own in within if not set(own.split()) <= set(close[0].split())]
    meant = sorted({kind for own in (*close, *beside) for kind in known[own]})
    return meant[0] if len(meant) == 1 else ""

"""The columns of a log of one event a row, for a proposal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise
from auditor.log.infer.recognised import cell_at, kind_named, meanings_of, reads
from auditor.log.infer.wide_names import counts_cents
from auditor.log.mapping.schema import template
from auditor.log.noncanonical import BEGINS, InferredMapping
from auditor.log.propose.draft import Draft, TomlLine
from auditor.log.propose.place import named_coups, write_named_coups
from auditor.log.propose.sums import in_units
from auditor.log.propose.titles import Title, use
from auditor.log.propose.wide_values import CHOICE
from auditor.log.propose.worded_columns import NUMBER, BetWords, bet_words
from auditor.log.table import SIDE_BY_SIDE, SideBySideError
from auditor.messages.message import message
from auditor.types import INTEGER, MONEY, Enumeration

MOST = 30  # words of a column that are asked about; a column of more is no list of words


def write_long(
    draft: Draft, found: InferredMapping, above: Mapping[str, Title], lexicon: Lexicon
) -> Language:
    """Columns known by their names, and questions on the others; the language of the file."""
    _refuse_side_by_side(found)
    names = found.head.names
    if found.says.day_begins is not None:
        draft.set("day_begins", found.says.day_begins, message("why.evenings"))
    on = _bets(found, lexicon)
    staked = _staked_number(found, lexicon) if on is None else on[0]
    _write_known(draft, found, above, lexicon, staked)
    coups = named_coups(found.head, found.body, found.columns.unknown, lexicon)
    _ask_for_session(draft, found, above, coups)
    if on is not None:
        _write_bets(draft, found, *on, lexicon)
    worded = _worded(found, {line.key for line in draft.columns}, lexicon)
    for name, at in worded.items():
        draft.column(name, f"{{{names[at]}}}", message("ask.worded"), question=True)
    _ask_for_bet(draft, found, lexicon)
    players = _players(found, {staked, coups, *worded.values()}, lexicon)
    if players is not None:
        draft.column("player", f"{{{names[players]}}}", message("ask.whose"), question=True)
    for at, fields in found.columns.doubtful.items():
        others = ", ".join(f"`{own}`" for own in fields[1:])
        ask = message("ask.or_else", fields=others) if others else message("ask.another")
        draft.column(fields[0], f"{{{names[at]}}}", ask, question=True)
    cents = _cents(found, lexicon)
    for name, at in cents.items():
        draft.column(name, in_units(names[at]))
    told = found.says.values.get("event", {})
    if told:
        draft.values["event"] = [TomlLine(word, kind) for word, kind in told.items()]
    used = {*cents.values(), staked, coups, players, *worded.values()}
    draft.unused += [names[at] for at in found.columns.unknown if at not in used]
    _words(draft, found, lexicon)
    return found.language


def _write_known(
    draft: Draft,
    found: InferredMapping,
    above: Mapping[str, Title],
    lexicon: Lexicon,
    staked: int | None,
) -> None:
    """The columns that are known by their names; `staked` is that of numbers that stakes are on."""
    known = {*lexicon.fields(), "event"}
    title = above.get("time") or above.get("session")
    hours_alone = {form for _, form in found.columns.stamps} == {"clock"}
    for name, source in found.says.columns.items():
        if name == "time" and hours_alone and title is not None and " " not in source:
            asked = title.cell.startswith("@")
            own = f"{use(draft, title)} {source}"
            draft.column(name, own, message("ask.day_of_file") if asked else None, question=asked)
            draft.set("day_begins", BEGINS, message("why.day_of_evening"))
        elif name == "time" and hours_alone and " " not in source:
            draft.column(name, f"… {source}", message("ask.day"), question=True)
        elif name == NUMBER and staked is not None:
            why = message("why.both_numbers")
            draft.column(name, f"{source}{{{found.head.names[staked]}}}", why)
        elif name in known:
            draft.column(name, source)


def _refuse_side_by_side(found: InferredMapping) -> None:
    head = found.head
    again = [at for at in found.columns.unknown if head.names[at].endswith(" (2)")]
    event = template(found.says.columns.get("event", "")).columns
    if len(again) >= SIDE_BY_SIDE and any(head.find(f"{name} (2)") in again for name in event):
        raise SideBySideError(message("header.side_by_side", name=head.names[again[0]]))


def _staked_number(found: InferredMapping, lexicon: Lexicon) -> int | None:
    """The unused column of the numbers that stakes are on, never filled beside the used one."""
    own = [
        at
        for at in found.columns.unknown
        if any(normalise(found.head.names[at]) in word.on for word in lexicon.wide)
        and all(reads(INTEGER, cell, lexicon) for cell in found.body.cells(at))
    ]
    used = found.columns.fields.get(NUMBER)
    return (
        own[0]
        if used is not None and len(own) == 1 and _never_together(found, used, own[0])
        else None
    )


def _never_together(found: InferredMapping, *places: int) -> bool:
    return not any(all(cell_at(row, at) for at in places) for row in found.body.rows)


def _bets(found: InferredMapping, lexicon: Lexicon) -> tuple[int, BetWords] | None:
    """The column of bets, or of numbers staked on, and its words, if no number stands beside."""
    stake = lexicon.word_for("amount")
    if stake is None or stake.event not in found.body.kinds:
        return None
    used = found.columns.fields.get(NUMBER)
    named = found.columns.fields.get(stake.names)
    for at in found.columns.unknown if named is None else (named,):
        own = bet_words(found.body.cells(at), stake.names, stake.event, lexicon)
        if own is not None and (used is None or _never_together(found, used, at)):
            return at, own
    return None


def _write_bets(
    draft: Draft, found: InferredMapping, at: int, words: BetWords, lexicon: Lexicon
) -> None:
    stake = lexicon.word_for("amount")
    assert stake is not None
    source = f"{{{found.head.names[at]}}}"
    if stake.names not in found.columns.fields:
        draft.column(stake.names, source)
    if NUMBER not in found.columns.fields:
        draft.column(NUMBER, source)
    draft.values |= words.lines(lexicon, stake.names)


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


def _ask_for_session(
    draft: Draft, found: InferredMapping, above: Mapping[str, Title], coups: int | None
) -> None:
    """The sitting and the coup, without which nobody knows what belongs together; `coups` is a
    column of texts that tells the coups apart.
    """
    there = {
        *found.says.columns,
        *(name for own in found.columns.doubtful.values() for name in own),
    }
    days = {"time", "session"} & above.keys() or any(f != "clock" for _, f in found.columns.stamps)
    if "session" in above and "session" not in there:
        draft.column("session", use(draft, above["session"]))
    elif "session" not in there and days:
        draft.column("session", "{@day}", message("ask.day_turns"), question=True)
    elif "session" not in there:
        draft.column("session", "…", message("ask.session"), question=True)
    if "time" not in there and not days:
        draft.column("time", "…", message("ask.day"), question=True)
    if "coup" not in there and coups is not None:
        write_named_coups(draft, found.head.names[coups])
    elif "coup" not in there:
        draft.column("coup", "…", message("ask.coup"), question=True)


def _ask_for_bet(draft: Draft, found: InferredMapping, lexicon: Lexicon) -> None:
    """Ask for the bet, where stakes are recorded and no column says what they are on."""
    stake = lexicon.word_for("amount")
    doubtful = (name for own in found.columns.doubtful.values() for name in own)
    said = {line.key for line in draft.columns}
    if stake is None or stake.names in {*found.says.columns, *doubtful, *said}:
        return
    if stake.event in found.body.kinds and lexicon.needs(stake.event, stake.names):
        draft.column(stake.names, stake.usual or "…", message("ask.bet"), question=True)


def _worded(found: InferredMapping, said: Collection[str], lexicon: Lexicon) -> dict[str, int]:
    """Unused columns by the only field of few words that their cells can be."""
    fields = lexicon.fields()
    free = sorted(n for n, own in fields.items() if isinstance(own, Enumeration) and n not in said)
    own: dict[str, list[int]] = {}
    for at in found.columns.unknown:
        beside = zip(found.body.kinds, (cell_at(row, at) for row in found.body.rows), strict=True)
        filled: dict[str, set[str]] = {}
        for kind, cell in beside:
            if cell and kind:
                filled.setdefault(kind, set()).add(cell)
        fits = [
            [name for name in free if all(_is_of(name, kind, cell, lexicon) for cell in cells)]
            for kind, cells in filled.items()
        ]
        for name in dict.fromkeys(f[0] for f in fits) if all(len(f) == 1 for f in fits) else ():
            own.setdefault(name, []).append(at)
    return {name: places[0] for name, places in own.items() if len(places) == 1}


def _players(found: InferredMapping, taken: Collection[int | None], lexicon: Lexicon) -> int | None:
    """The only unused column of names, filled beside every stake and other acts of players."""
    stake = lexicon.word_for("amount")
    kinds = found.body.kinds
    if stake is None or stake.event not in kinds or "player" in found.says.columns:
        return None
    own = [
        at
        for at in found.columns.unknown
        if at not in taken
        if (filled := [bool(cell_at(row, at)) for row in found.body.rows])
        if all(there for kind, there in zip(kinds, filled, strict=True) if kind == stake.event)
        if all(
            "player" in lexicon.own_fields_of(kind)
            for kind, there in zip(kinds, filled, strict=True)
            if there and kind
        )
        if all(any(map(str.isalpha, own)) for own in found.body.cells(at))
    ]
    return own[0] if len(own) == 1 else None


def _is_of(name: str, kind: str, cell: str, lexicon: Lexicon) -> bool:
    """True for a cell that may be this field of an event of the kind."""
    of_kind = name in lexicon.own_fields_of(kind)
    return of_kind and reads(lexicon.type_of(kind, name), cell, lexicon)


def _words(draft: Draft, found: InferredMapping, lexicon: Lexicon) -> None:
    """Words that no vocabulary knows, for whoever reads the proposal to say what they mean."""
    fields = dict(found.columns.fields)
    if "event" not in fields:  # it was told
        for source in template(found.says.columns.get("event", "")).columns:
            if (place := found.head.find(source)) is not None:
                fields["event"] = place
    for name, at in fields.items():
        kind = lexicon.fields().get(name)
        if name == "event":
            told = found.body.told
            strange = [
                own
                for own in _different(found, at)
                if own not in told and not kind_named(own, lexicon)
            ]
            strange = _choices(draft, found, at, strange, lexicon)
            bare = _bare_kinds(found, at, lexicon)
            known = {kind_named(own, lexicon) for own in _different(found, at)} | {*told.values()}
            near = {own: _nearest(own, lexicon.kinds) for own in strange}
            # `BET_SETTLED` beside `BET_PLACED` is no second word for a stake.
            guessed = {own: kind for own, kind in near.items() if kind not in known}
            asks = [(own, "" if own in bare else guessed.get(own) or "…") for own in strange]
        elif isinstance(kind, Enumeration):
            strange = [own for own in _different(found, at) if lexicon.member(kind, own) is None]
            asks = [(own, "") for own in strange]
        else:
            continue
        if asks and len(asks) <= MOST:
            for word, guess in asks:
                if name != "event":
                    of = ", ".join(kind.members)  # type: ignore[union-attr]  # of a kind of event the type is not asked
                    ask = message("ask.member", members=of)
                else:
                    ask = message("ask.kind") if guess else message("ask.no_event")
                draft.values.setdefault(name, []).append(
                    TomlLine(word, guess, ask, is_question=True)
                )


def _choices(
    draft: Draft, found: InferredMapping, at: int, strange: list[str], lexicon: Lexicon
) -> list[str]:
    """The words for an event that are no choices of a player, as `go_to_war` is one."""
    kind = lexicon.type_of(CHOICE, CHOICE)
    if not isinstance(kind, Enumeration) or CHOICE in {*found.columns.fields}:
        return strange
    chosen = [own for own in strange if lexicon.member(kind, own) is not None]
    if chosen:
        draft.column(CHOICE, f"{{{found.head.names[at]}}}", message("why.choices"))
        others = [own for own in _different(found, at) if own not in chosen]
        draft.values[CHOICE] = [TomlLine(own, "") for own in others]
        draft.values.setdefault("event", []).extend(TomlLine(own, CHOICE) for own in chosen)
    return [own for own in strange if own not in chosen]


def _bare_kinds(found: InferredMapping, at: int, lexicon: Lexicon) -> set[str]:
    """The unknown words for an event beside which nothing else is said: `round_started`."""
    context = {*lexicon.context(), "event"}
    own = {place for name, place in found.columns.fields.items() if name in context}
    own |= {at, *(place for place, _ in found.columns.stamps)}
    told = [
        (cell_at(row, at), any(cell and place not in own for place, cell in enumerate(row)))
        for row in found.body.rows
    ]
    bare = {word for word, _ in told} - {word for word, more in told if more}
    return {word for word in bare if not _nearest(word, lexicon.kinds)}


def _different(found: InferredMapping, at: int) -> list[str]:
    cells = dict.fromkeys(found.body.cells(at))
    return [own for own in cells if own != found.head.names[at]]  # a header that stands again


def _nearest(text: str, known: Mapping[str, frozenset[str]]) -> str:
    """The kind whose longest name stands in the text, or is spelt most alike, if it is one."""
    words = set(normalise(text).split())
    within = sorted((own for own in known if set(own.split()) <= words), key=len)
    close = within[-1:] or get_close_matches(normalise(text), list(known), n=1, cutoff=0.75)
    beside = [own for own in within if not set(own.split()) <= set(close[0].split())]
    meant = sorted({kind for own in (*close, *beside) for kind in known[own]})
    return meant[0] if len(meant) == 1 else ""

"""Columns whose words say of which kind a row is, or its amount: debit and credit, void."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from auditor.log.convert.lexicon import NO_WORD
from auditor.log.convert.written import normalise
from auditor.log.match.readable import kinds_meant
from auditor.log.match.roles import CodedText, EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.match.sums import ENOUGH, sense_of
from auditor.messages.message import message

KINDS = range(3, 31)  # different words of a column of kinds of event
SURE = 0.9  # the share of the rows of one word that fill a cell, or leave it empty
MOST = 12  # different words of a column of states


def kind_column(sheet: SeenSheet, match: Roles) -> int | None:
    """The only unused column whose words tell which amounts and cards a row has."""
    places = [part.at for part in match.parts]
    told = [at for at in match.unused if places and _tells(sheet, at, places)]
    return told[0] if len(told) == 1 else None


def _tells(sheet: SeenSheet, at: int, places: list[int]) -> bool:
    rows: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    for text, *there in sheet.rows_of(at, *places):
        rows[text].append(tuple(map(bool, there)))
    if len(rows) not in KINDS or "" in rows or len(rows) * 2 > len(sheet.rows):
        return False
    if any(own.isdecimal() for own in rows):
        return False
    shares = [[sum(own) / len(some) for own in zip(*some, strict=True)] for some in rows.values()]
    sure = all(own >= SURE or own <= 1 - SURE for some in shares for own in some)
    both = ({own >= SURE for own in column} for column in zip(*shares, strict=True))
    return sure and all(own == {True, False} for own in both)


def states(sheet: SeenSheet, match: Roles) -> Roles:
    """A column of states of which one word is that of an event: `VOID` beside `COMPLETED`."""
    words = [own for own in sheet.lexicon.wide if not (own.value or own.fields)]
    for at in match.unused:
        texts = sheet.texts(at)
        for word in words if 1 < len(texts) <= MOST else ():
            told = [own for own in texts if word.event in kinds_meant(own, sheet.lexicon)]
            if told and not match.of(word):
                codes = {own: CodedText(word.event, message("ask.kind")) for own in told}
                return _asking(match, EventColumn(at, word, kind=at), codes)
    return match


def directions(sheet: SeenSheet, match: Roles) -> Roles:
    """A column that says of each amount whether it was laid or came back: `D`, `C`."""
    laid = match.of(sheet.stake)
    if sheet.pays == NO_WORD or len(laid) != 1 or match.of(sheet.pays):
        return match
    for at in match.unused:
        ways = {own: sheet.lexicon.directions.get(normalise(own)) for own in sheet.texts(at)}
        if len(ways) == 2 and {*ways.values()} == {"out", "in"}:
            back = sheet.pays.event if _are_winnings(sheet, match, laid[0], at, ways) else ""
            kinds = {"out": sheet.stake.event, "in": back}
            codes = {
                own: CodedText(kinds[way], message("ask.kind")) for own, way in ways.items() if way
            }
            return _asking(match, replace(laid[0], kind=at), codes)
    return match


def _are_winnings(
    sheet: SeenSheet, match: Roles, part: EventColumn, at: int, ways: dict[str, str | None]
) -> bool:
    """True where what came back has no stake in it, by enough rows that are alike otherwise."""
    laid: dict[tuple[str, ...], str] = {}
    pairs: list[tuple[str, str]] = []
    keys = sheet.rows_of(*match.fields.values())
    for key, (text, amount) in zip(keys, sheet.rows_of(at, part.at), strict=True):
        if ways.get(text) == "out":
            laid[key] = amount
        elif key in laid:
            pairs.append((amount, laid[key]))
    return len(pairs) >= ENOUGH and sense_of(pairs, named_whole=False) == "winnings"


def _asking(match: Roles, part: EventColumn, codes: dict[str, CodedText]) -> Roles:
    assert part.kind is not None
    found = match.taking(part, codes={"event": {**match.codes.get("event", {}), **codes}})
    return replace(found, unused=tuple(own for own in found.unused if own != part.kind))

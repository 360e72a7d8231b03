"""Rows that stand for a whole coup: what columns say together, beside what each says alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from auditor.log.convert import written as amounts
from auditor.log.mapping.bind import named_value, pieces
from auditor.log.match import bets, coup_column, hands, kinds, sums
from auditor.log.match.readable import cell_at, concepts_of, meanings_of, tokens_of
from auditor.log.match.roles import SEPARATORS, Roles, Series, matched, told_role
from auditor.log.match.sheet import SeenSheet
from auditor.messages.message import Message

_SEVERAL = 4  # numbered columns of results, at least, that make a series of coups
_NUMBERED = re.compile(r"(.*?)(\d{1,3})")
_AGAIN = re.compile(r"(.+) \(\d+\)")
_MOST = 60  # different names in a column, at most: a wheel has 37 numbers, and some chances

Relation = Callable[[SeenSheet, Roles], Roles]


def none_of(find: Callable[[SeenSheet, Roles], Collection[int]], asks: str = "") -> Relation:
    """The relation by which some columns have no role, or the question what they are."""

    def dropped(sheet: SeenSheet, match: Roles) -> Roles:
        places = find(sheet, match)
        ask = Message(asks, (("names", sheet.quoted(*places)),)) if asks else None
        return match.without(*places, ask=ask)

    return dropped


def matched_coups(sheet: SeenSheet, told: Mapping[int, str] = MappingProxyType({})) -> Roles:
    """The roles of the columns of a table whose rows stand for coups; those that a person `told`
    stay.
    """
    found = matched(sheet, of_coups=True, taken=told)
    parts = [told_role(sheet, at, role) for at, role in told.items()]
    seen = {part.word for part in found.parts if part.number is not None}
    found = found.taking(
        *(
            # A number means nothing beside others of its kind that have none.
            own if own.word in seen else replace(own, number=None)
            for own in parts
            if own is not None
        )
    )
    found = replace(found, told=frozenset(told))
    for relation in RELATIONS:
        found = relation(sheet, found)
    return found


# ---- results of several coups -------------------------------------------------------------------
def series(sheet: SeenSheet, match: Roles) -> Roles:
    """Columns that are numbered through and hold whole numbers, or one whose cells hold several."""
    if not sheet.results:
        return match
    field = sheet.results[0]
    alone = any(
        field in sheet.meant(at) and not _NUMBERED.fullmatch(sheet.name(at)) and _are_whole(cells)
        for at in sheet.places
        if (cells := sheet.cells(at))
    )
    numbered: dict[str, dict[int, int]] = {}
    for at in sheet.places if not alone else ():
        found = _NUMBERED.fullmatch(sheet.name(at))
        if found and not _of_another_event(sheet, found.group(1), field):
            numbered.setdefault(found.group(1), {})[int(found.group(2))] = at
    for name, places in numbered.items():
        through = sorted(places) == list(range(min(places), max(places) + 1))
        cells = [own for at in places.values() for own in sheet.cells(at)]
        if through and len(places) >= _SEVERAL and cells and _are_whole(cells):
            return _as_series(
                match, Series(field, name, min(places), max(places)), *places.values()
            )
    for at in sheet.places:
        cells = sheet.cells(at)
        for apart in SEPARATORS if field in sheet.meant(at) else ():
            split = [pieces(cell, apart) for cell in cells]
            if any(len(own) > 1 for own in split) and all(map(_are_whole, split)):
                most = max(map(len, split))
                return _as_series(match, Series(field, f"{sheet.name(at)} ", 1, most, apart), at)
    return match


def _as_series(match: Roles, own: Series, *places: int) -> Roles:
    left = match.without(*places)
    return replace(left, series=own, unused=tuple(at for at in left.unused if at not in places))


def _of_another_event(sheet: SeenSheet, name: str, field: str) -> bool:
    """True for `Mise` of `Mise 1` to `Mise 9`: stakes on numbers, and no numbers that came out."""
    concepts = concepts_of(tokens_of(name), sheet.lexicon)
    return bool(concepts) and field not in concepts[0][0].fields


def _are_whole(cells: list[str]) -> bool:
    return all(own.isdecimal() and len(own) < 3 for own in cells)


def second_table(sheet: SeenSheet, match: Roles) -> Roles:
    """The columns that bear the names of others again, where the one that numbers coups is among
    them: `Carte`, `Carte (2)` are two cards, a second number of the coup begins another table.
    """
    names = sheet.head.names
    again = {
        at: found.group(1)
        for at in sheet.places
        if (found := _AGAIN.fullmatch(names[at])) and found.group(1) in names
    }
    if not any("coup" in meanings_of(name, sheet.lexicon) for name in again.values()):
        return match
    return replace(match.without(*again), second=frozenset(again))


# ---- values with their names --------------------------------------------------------------------
def with_named_values(sheet: SeenSheet) -> tuple[SeenSheet, dict[str, str]]:
    """The columns with one for each name in cells, and what divides these cells."""
    apart: dict[str, str] = {}
    names, named, short = ([*own] for own in (sheet.head.names, sheet.head.named, sheet.head.short))
    rows = [[cell_at(row, at) for at in sheet.places] for row in sheet.rows]
    for at in sheet.places:
        name, cells = sheet.name(at), sheet.cells(at)
        own = next((one for one in SEPARATORS if (keys := _names_in(cells, one))), None)
        if own is None:
            continue
        apart[name] = own
        told = [dict(map(named_value, pieces(row[at], own))) for row in rows]
        places = [at, *range(len(names), len(names) + len(keys) - 1)]
        names += [""] * (len(keys) - 1)
        named += [True] * (len(keys) - 1)
        short += [""] * (len(keys) - 1)
        for place, key in zip(places, keys, strict=True):
            names[place] = f"{name}:{key}"
            for row, values in zip(rows, told, strict=True):
                row[place:] = [values.get(key, ""), *row[place + 1 :]]
    if not apart:
        return sheet, {}
    head = replace(sheet.head, names=tuple(names), named=tuple(named), short=tuple(short))
    return SeenSheet(head, rows, sheet.lexicon, sheet.event), apart


def _names_in(cells: list[str], apart: str) -> list[str]:
    """The names of the amounts in cells, if nothing else stands there; `21:05` is none."""
    found: set[str] = set()
    for cell in cells:
        told = [named_value(own) for own in pieces(cell, apart)]
        names = {name for name, value in told if name and any(amounts.readings(value))}
        if len(names) < len(told):
            return []
        found |= names
    letters = any(map(str.isalpha, "".join(found)))
    return sorted(found) if letters and 1 < len(found) <= _MOST else []


RELATIONS: tuple[Relation, ...] = (
    series,
    second_table,
    hands.ranks_and_suits,
    bets.seated_bets,
    hands.below_one_name,
    none_of(hands.numbers_of_cards),
    sums.supposed_stakes,
    hands.hands_of_ranks,
    bets.columns_of_words,
    bets.bets_and_numbers,
    bets.bets_behind_a_word,
    sums.returns,
    hands.hands_of_numbers,
    hands.whole_hands,
    none_of(hands.whole_lists),
    none_of(hands.players_of_numbers, "remark.are_they_cards"),
    none_of(hands.several_players),
    coup_column.coups,
    bets.staked_numbers,
    bets.codes,
    sums.stakes_once,
    sums.money_alone,
    sums.payments_once,
    none_of(sums.without_stake, "remark.settles_what"),
    sums.balances,
    sums.bets_of_several,
    kinds.directions,
    kinds.states,
    none_of(hands.cards_left, "remark.cards_left"),
)
"""In their order: what is found first is what the next ones look at."""

"""The role of each column of a table: the evidence of its name and its cells, and one assignment.

A row may be an event, or stand for a whole coup.  The roles are the same: a field of the row, a
moment, a part of a result, and in rows of coups an event that a column makes by itself, with the
hand or the bet that it is of and its number among its like.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field, replace
from typing import NamedTuple

from auditor.log.convert.lexicon import NO_WORD, Lexicon, WideWord
from auditor.log.convert.written import normalise
from auditor.log.mapping.bind import pieces
from auditor.log.match.readable import (
    ENOUGH,
    Concept,
    are_codes,
    concepts_of,
    has_suit,
    kinds_holding,
    meanings_of,
    reads,
    share,
    stem_of,
    stems_of,
    tokens_of,
    whose,
)
from auditor.log.match.sheet import SeenSheet, named_for_events
from auditor.log.table import column_name
from auditor.messages.message import Message
from auditor.source import Frozen
from auditor.types import BOOLEAN, CARD, MONEY, Enumeration

SEPARATORS = ("-", "/", ",", ";", "+", "|", " ")
OF_THE_EVENT = ("player", "seat", "bet", "number", "form", "standing")
"""Columns of the row that belong to each stake and what becomes of it."""
NUMBER = "number"  # the field of the number that a bet is on


class EventColumn(Frozen):
    """A column that makes an event."""

    at: int
    word: WideWord  # says the kind of event
    member: str | None = None  # the hand, the bet or the player
    number: int | None = None  # among its like
    apart: str | None = None  # what stands between several values in a cell
    most: int = 1  # values in a cell
    supposed: bool = False  # the name of the column does not say the kind
    suit: int | None = None  # the column of the suit, where this is the rank of a card
    kind: int | None = None  # the column that says the kind of event, row by row
    sense: str = ""  # what a sum is, where a person says it; of a tick, the field of the result


class CodedText(NamedTuple):
    """The value that a text stands for, with the question where somebody has to say it."""

    means: str
    ask: Message | None = None


class Roles(Frozen):
    """The roles of the columns of a table, and what is asked of those that are not sure."""

    fields: Mapping[str, int] = field(default_factory=dict)  # of the row
    stamps: tuple[tuple[int, str], ...] = ()  # hold days or hours
    parts: tuple[EventColumn, ...] = ()
    results: Mapping[str, int] = field(default_factory=dict)  # those that together make an event
    unused: tuple[int, ...] = ()
    doubtful: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Columns that may be one of several fields."""
    bets: Mapping[int, int] = field(default_factory=dict)  # by seats, what their stakes are on
    told: frozenset[int] = frozenset()  # columns of which a person says the role
    asks: tuple[Message, ...] = ()
    doubts: Mapping[int, Message] = field(default_factory=dict)
    """Columns without a role of which a person may say it, with the question."""
    void: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The column of states, and those of rows whose stake may never have been played for."""
    codes: Mapping[str, Mapping[str, CodedText]] = field(default_factory=dict)
    """By field the texts that stand for its values, if its words are not the vocabulary's."""

    def of(self, word: WideWord | None) -> list[EventColumn]:
        """The columns of one kind of event."""
        return [part for part in self.parts if part.word == word]

    def without(
        self, *columns: int, ask: Message | None = None, about: Collection[int] = ()
    ) -> Roles:
        """The columns without some, which are unused then unless a person told their role; `ask` is
        about them, or `about` others.
        """
        places = {*columns} - self.told
        asked = {*(about or places)} - self.told if ask is not None else set()

        def kept(own: Mapping[str, int]) -> dict[str, int]:
            return {name: at for name, at in own.items() if at not in places}

        return replace(
            self,
            fields=kept(self.fields),
            results=kept(self.results),
            parts=tuple(part for part in self.parts if part.at not in places),
            stamps=tuple(own for own in self.stamps if own[0] not in places),
            unused=tuple(sorted({*self.unused, *places})),
            doubts={**self.doubts, **{at: ask for at in sorted(asked) if ask is not None}},
        )

    def remarked(self, ask: Message) -> Roles:
        """These columns, with something to know of them."""
        return replace(self, asks=(*self.asks, ask))

    def taking(
        self,
        *parts: EventColumn,
        fields: Mapping[str, int] | None = None,
        results: Mapping[str, int] | None = None,
        codes: Mapping[str, Mapping[str, CodedText]] | None = None,
        ask: Message | None = None,
    ) -> Roles:
        """The columns with roles for some, whatever they were taken for."""
        parts = tuple(part for part in parts if part.at not in self.told)
        fields = {name: at for name, at in (fields or {}).items() if at not in self.told}
        results = {name: at for name, at in (results or {}).items() if at not in self.told}
        places = {part.at for part in parts} | {*fields.values(), *results.values()}
        places |= {own for part in parts for own in (part.suit, part.kind) if own is not None}
        left = self.without(*places) if ask is None else self.without(*places).remarked(ask)
        return replace(
            left,
            parts=(*left.parts, *parts),
            fields={**left.fields, **fields},
            results={**left.results, **results},
            unused=tuple(at for at in left.unused if at not in places),
            codes={**self.codes, **(codes or {})},
        )


# ---- evidence ------------------------------------------------------------------------------------
class Claim(Frozen):
    """That a column has a role, and how much says so; a column and a field have one each."""

    weight: float
    at: int
    field: str = ""
    result: bool = False
    part: EventColumn | None = None
    form: str = ""


MOMENT, STAKED, RESULT, EVENT, FIELD, SUPPOSED = 12.0, 10.0, 6.0, 6.0, 2.0, 1.0
"""The order in which names are believed: a moment, a number staked on, a part of a result, an event
that it makes, a field of the row, a stake on what it is called by.  The share of the cells that
read so is added.
"""
_NUMBERS = "numero"  # the sign for numbers as `normalise` has it
_OF_NUMBERS = frozenset((_NUMBERS, "number", "nummer"))
MARGIN = 0.01  # claims that are nearer to each other do not decide
_TOLD, _SAME, _LISTED, _BARE = 0.3, 0.2, 0.1, -0.5
"""For a field of events that the log has; of the column's own name; of words of a list; and for a
name that is but a sign for numbers.
"""


def _claims(
    sheet: SeenSheet, at: int, known: Collection[str], *, of_coups: bool
) -> Iterator[Claim]:
    """The roles that a column may have, by its name and its cells; `known` fields are others'."""
    meant = sheet.meant(at) - {"event", *known}
    if "time" in meant and (form := sheet.form(at)):
        yield Claim(MOMENT, at, form=form)
    elif of_coups:
        yield from _claims_of_coups(sheet, at, meant)
    else:
        found = [*_fields(sheet, at, meant)]
        yield from found
        # `N°` or `Nr` may be of the coup, or of what came out.
        is_sign = sheet.called(at) == _NUMBERS and len(sheet.name(at)) <= len("Nr.")
        if is_sign and not any("coup" in sheet.meant(own) for own in sheet.places):
            yield from (replace(own, field="coup") for own in found if own.field == NUMBER)


def _claims_of_coups(sheet: SeenSheet, at: int, meant: frozenset[str]) -> Iterator[Claim]:
    """The roles of a column whose rows stand for coups."""
    lexicon, name = sheet.lexicon, sheet.called(at)
    results = {*sheet.results}
    if meant & results and NUMBER not in results:
        meant -= {NUMBER}  # `Result` is the winner of a game that draws no number
    drawn, holding = results, kinds_holding(sheet.name(at), lexicon)
    if holding:  # `stake.number` is none that came out
        drawn = {one for own in lexicon.wide if own.event in holding for one in own.fields}
    if "coup" in meant and not any("coup" in sheet.meant(o) for o in sheet.places if o != at):
        drawn = set()
    on = NUMBER in meant and sheet.stake.event in holding
    inner = normalise(sheet.name(at).partition(".")[2]) if holding else name
    on |= any(not {name, inner}.isdisjoint(word.on) for word in lexicon.wide)
    if on and sheet.share(at, NUMBER) >= ENOUGH:
        yield Claim(STAKED, at, NUMBER)
    for own in _fields(sheet, at, meant & results & drawn):
        bare = _BARE if name == _NUMBERS or "coup" in meant else 0
        yield replace(own, weight=own.weight + RESULT + bare, result=True)
    # Of what a word may mean in a row of a coup the fields of every event come first.
    usual = meant & {*lexicon.context(), *OF_THE_EVENT, "amount"}
    yield from _fields(sheet, at, (usual or meant) - results)
    if name == _NUMBERS:
        yield Claim(FIELD, at, "coup")  # `N°` beside a number that comes out
    bet, amount = sheet.stake.names, sheet.stake.value
    # `bet_on` is called by what a stake is on: its `0` is no amount.
    says_bet = bet in meant and amount not in meant and name not in sheet.stake.words
    if not says_bet and (part := part_of(sheet, at)) is not None:
        yield Claim(EVENT, at, part=part)
    if (part := _on_bet(sheet, at)) is not None:
        yield Claim(SUPPOSED, at, part=part)


def _fields(sheet: SeenSheet, at: int, meant: Collection[str]) -> Iterator[Claim]:
    """The fields that a column may be, as far as its cells read as them."""
    for own in sorted(meant):
        fit = sheet.share(at, own)
        if fit >= ENOUGH and (own != "game" or sheet.may_be_games(at)):
            yield Claim(FIELD + fit + _said_more(sheet, at, own), at, own)


def _said_more(sheet: SeenSheet, at: int, name: str) -> float:
    """Evidence for a field beside the cells that read as it."""
    lexicon = sheet.lexicon
    told = {*sheet.kinds}.intersection(lexicon.told_by.get(name, ()))
    return (
        (_TOLD if told and sheet.said(at) else 0)
        + (_SAME if name == column_name(sheet.name(at)) else 0)
        + (_LISTED if isinstance(lexicon.type_of("", name), Enumeration) else 0)
    )


def part_of(
    sheet: SeenSheet, at: int, name: str | None = None, cells: list[str] | None = None
) -> EventColumn | None:
    """The event that a column makes: its name says the kind, and for whom; its cells fit."""
    name = sheet.name(at) if name is None else name
    cells = sheet.said(at) if cells is None else cells
    lexicon = sheet.lexicon
    tokens = tokens_of(name, lexicon)
    concepts = concepts_of(tokens, lexicon)
    if not concepts:  # cards may be all that a column holds, whatever its name
        if sheet.card == NO_WORD or not (cells or any(map(str.isdecimal, tokens))):
            return None
        concepts = [(sheet.card, ())]
    found = (_part_by(own, at, name, cells, lexicon) for own in concepts)
    # `bets.main`: what is a hand elsewhere may be the bet of another kind.
    if (first := next(found)) is not None:
        return first
    if (of := next((own for own in found if own is not None and own.member), None)) is not None:
        return of
    # What is around a hand says nothing of it: `game.round.banker.cards`.
    inner = name.partition(".")[2]
    within = part_of(sheet, at, inner, cells) if inner else None
    return within if within is not None and within.word == sheet.card and within.member else None


def _on_bet(sheet: SeenSheet, at: int) -> EventColumn | None:
    """The stake of a column of sums that is called by a bet alone, or by a number that is drawn."""
    stake, name, lexicon = sheet.stake, sheet.name(at), sheet.lexicon
    if sheet.bets is None or not sheet.holds_sums(at):
        return None
    member = lexicon.member(sheet.bets, name)
    _, on, understood = whose((stake, ()), name, lexicon)
    on = on if understood and sheet.results else None
    told = member is not None or on is not None
    return EventColumn(at, stake, member, on, supposed=True) if told else None


def _part_by(
    concept: Concept, at: int, name: str, cells: list[str], lexicon: Lexicon
) -> EventColumn | None:
    """The event of this kind that a column makes."""
    word, phrase = concept
    tokens = tokens_of(name, lexicon)
    kind = lexicon.type_of(word.event, word.value) if word.value else None
    if kind == MONEY and not _OF_NUMBERS.isdisjoint(tokens) and not any(map(str.isdecimal, tokens)):
        return None  # `WIN_NUM` is a number, and `Mise n° 2` a sum
    member, number, understood = whose(concept, name, lexicon)
    form = _form(word, phrase, cells, lexicon)
    return EventColumn(at, word, member, number, *form) if form and understood else None


def _form(
    word: WideWord, phrase: Collection[str], cells: list[str], lexicon: Lexicon
) -> tuple[str | None, int] | None:
    """The separator of the values of a cell, and the most that one holds; None where the cells
    do not hold what the word says.

    Cards may be written without suits where the `phrase` says that they are cards; where it is but
    a hand's, which may be numbered, not by numbers alone.
    """
    kind = lexicon.type_of(word.event, word.value) if word.value else BOOLEAN
    if kind != CARD or not cells:
        fits = not cells or share([reads(kind, own, lexicon) for own in cells]) >= ENOUGH
        return (None, 1) if fits else None
    if are_codes(cells):
        return None
    told = any(
        word.value in meanings_of(own, lexicon)
        for own in word.words
        if [stem_of(one) for one in own.split()] == [*phrase]
    )
    letters = [own for own in cells if not own.isdecimal()]  # `K`, and no `15 hands` below
    bare = told or (bool(phrase) and any(reads(CARD, own, lexicon) for own in letters))
    return cards_in(cells, (lambda own: reads(CARD, own, lexicon)) if bare else has_suit)


def cards_in(
    cells: Collection[str], is_card: Callable[[str], bool], enough: float = ENOUGH
) -> tuple[str | None, int] | None:
    """The separator in cells of several cards, and the most cards in one cell; None where too few
    cells are cards.
    """
    best, most, held = None, sum(map(is_card, cells)), 1
    for apart in (*SEPARATORS, ""):
        split = [pieces(cell, apart) for cell in cells]
        good = sum(bool(own) and all(map(is_card, own)) for own in split)
        if good > most:
            best, most, held = apart, good, max(map(len, split))
    return (best, held) if cells and most >= enough * len(cells) else None


SENSES = {"winnings": "choice.winnings", "net": "choice.net", "whole": "choice.whole"}
"""Senses of a sum that is paid, which a person may tell, and the message that says each."""


def told_role(sheet: SeenSheet, at: int, role: str) -> EventColumn | None:
    """The event that a person says a column makes: `stake:tie`, `pay:net`, `deal:player`."""
    event, _, detail = role.partition(":")
    word = next((own for own in sheet.lexicon.wide if own.event == event), None)
    if word is None:
        return None
    member, number, _ = whose((word, tuple(stems_of(word))), sheet.name(at), sheet.lexicon)
    if word.value != "card":
        on = "" if detail in SENSES else detail
        return EventColumn(at, word, on or member, number, sense="" if on else detail)
    form = cards_in(sheet.said(at), lambda own: reads(CARD, own, sheet.lexicon)) or (None, 1)
    return EventColumn(at, word, detail or member, number, *form)


# ---- the assignment ------------------------------------------------------------------------------
def matched(
    sheet: SeenSheet, *, of_coups: bool, taken: Collection[int] = (), known: Collection[str] = ()
) -> Roles:
    """The columns with the roles that their names and cells claim, the strongest claim first;
    `taken` columns and `known` fields have theirs already.
    """
    event = sheet.event if "event" not in known else None
    if event is None and not (sheet.rows or of_coups or "event" in known):
        event = named_for_events(sheet.head, sheet.lexicon)
    free = [
        at
        for at in sheet.places
        if at != event and at not in taken
        if sheet.head.named[at] or (of_coups and sheet.cells(at))
    ]
    claims = [own for at in free for own in _claims(sheet, at, known, of_coups=of_coups)]
    fields = {} if event is None else {"event": event}
    results: dict[str, int] = {}
    doubtful: dict[int, tuple[str, ...]] = {}
    kept: dict[int, Claim] = {}  # the claim of each column that is decided
    for claim in sorted(claims, key=lambda own: (-own.weight, own.at)):
        if claim.at in kept or claim.at in doubtful:
            continue
        those = results if claim.result else fields
        near = [o for o in claims if o.at == claim.at and abs(claim.weight - o.weight) < MARGIN]
        others = sorted(own.field for own in near if own.field and own.field not in those)
        if claim.field and len(others) > 1:  # its strongest claims are alike
            doubtful[claim.at] = tuple(others)
        elif claim.field not in those:
            kept[claim.at] = claim
            if claim.field:
                those[claim.field] = claim.at
    doubtful = {at: names for at, names in doubtful.items() if sheet.said(at)}
    used = {*kept}
    if not of_coups:  # which of two columns is a field of an event is asked
        used |= {*doubtful}
        again = {c.at: c.field for c in reversed(claims) if c.field and c.at not in used}
        doubtful |= {at: (name,) for at, name in again.items() if sheet.said(at)}
        used |= {*doubtful}
    decided = [kept[at] for at in sorted(kept)]
    return Roles(
        dict(sorted(fields.items(), key=lambda field: (field[0] != "event", field[1]))),
        tuple((own.at, own.form) for own in decided if own.form),
        tuple(own.part for own in decided if own.part is not None),
        results,
        tuple(at for at in free if at not in used),
        doubtful,
    )

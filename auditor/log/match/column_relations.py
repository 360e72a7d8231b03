"""Rows that stand for a whole coup: what columns say together, beside what each says alone, and the
column that tells the coups apart: by its name, by how its cells go on, by what agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from types import MappingProxyType

from auditor.log.convert.written import stamp, whole
from auditor.log.match import bets, hands, sums
from auditor.log.match.hands import card_parts, the_only_card
from auditor.log.match.readable import KEYS, follow, often_jump, stems_of, steps, tokens_of
from auditor.log.match.roles import NUMBER, EventColumn, Roles, matched, told_role
from auditor.log.match.sheet import SeenSheet
from auditor.messages.message import Message
from auditor.types import TEXT

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
    parts = [own for at, role in told.items() if (own := told_role(sheet, at, role)) is not None]
    parts = [_of_whom(sheet, found, own) for own in parts]
    found = replace(found, parts=tuple(_of_whom(sheet, found, own) for own in found.parts))
    loose = {part.word for part in parts if part.number is None}
    seen = {part.word for part in found.parts if part.number is not None}
    seen |= {part.word for part in parts} - loose
    # A number means nothing beside others of its kind that have none.
    parts = [p if p.word in seen else replace(p, number=None) for p in parts]
    found = found.taking(*_seated(sheet, parts))
    found = replace(found, told=frozenset(told))
    for relation in RELATIONS:
        found = relation(sheet, found)
    return found


def _of_whom(sheet: SeenSheet, match: Roles, part: EventColumn) -> EventColumn:
    """A column with the name that cells have for whom it is of: `War P1 down` is of P1, and of
    nobody's own is `activeCard` where each row says whose it is.
    """
    name, lexicon = part.word.names, sheet.lexicon
    won = next((own.at for own in match.parts if own.word.value == name), None)
    at = match.fields.get(name, won)
    if at is None or lexicon.type_of(part.word.event, name) != TEXT:
        return part
    known = [" ".join(tokens_of(own, lexicon)) for own in sheet.texts(at)]
    called = " ".join(sheet.tokens(part.at))
    within = {own for own in known if part.member != own and f" {own} " in f" {called} "}
    if part.member in known or (len(within) != 1 and name not in match.fields):
        return part
    return replace(part, member=within.pop() if len(within) == 1 else None)


def _seated(sheet: SeenSheet, parts: Sequence[EventColumn]) -> list[EventColumn]:
    """The columns, of which those that are alike (`Anne bet`, `Luc bet`) are at the seats of whom
    they are called by.
    """
    alike = Counter((own.word, own.member) for own in parts if own.number is None)
    own = [p for p in parts if p.number is None and alike[p.word, p.member] > 1]
    kinds = set[str]().union(*(stems_of(part.word) for part in own))
    whose = {p.at: tuple(o for o in sheet.tokens(p.at) if o not in kinds) for p in own}
    names = [*dict.fromkeys(whose.values())]
    if len(names) < 2 or len({*Counter(whose.values()).values()}) > 1:
        return [*parts]
    return [replace(p, number=names.index(whose[p.at]) + 1) if p in own else p for p in parts]


# ---- the column of the coups ---------------------------------------------------------------------
CALLED, NAMED, AGREED, FOLLOWS, IS_KEY, CONSTANT = 4.0, 2.0, 2.0, 1.0, 0.9, -1.0
"""For a column that is called so; by a word that may say so where more does; whose rows of one
text have the same cards and result; whose numbers follow one another; that is called a key; and of
one number in all rows.
"""
SURE = AGREED + IS_KEY  # the weight from which a column is that of the coups
_SEVERAL_COUPS = 3
_JUMPS = 5  # numbers left out by which a column of numbers is known not to count
_CARDS = 20  # cards of a coup, at most, between them and the cards of a whole game at home


def coups(sheet: SeenSheet, match: Roles) -> Roles:
    """The columns with the one that tells the coups apart, if there is one, in its place."""
    own = [match.fields[name] for name in ("coup", "session", NUMBER) if name in match.fields]
    weights = {
        at: weight for at in (*own, *match.unused) if (weight := _weight(sheet, match, at)) >= SURE
    }
    if not weights:
        return match
    at = max(weights, key=lambda own: (weights[own], -_jumps(sheet, own), -own))
    match = match.taking(fields={"coup": at})
    session = match.fields.get("session")
    if session is not None and is_key(sheet, at) and not sheet.agree(at, session):
        return match.without(session)  # those of the players of a coup
    return match


def _jumps(sheet: SeenSheet, at: int) -> int:
    """How often numbers leave some out."""
    return sum(step != 1 for step in steps([*filter(str.isdecimal, sheet.cells(at))]))


def _weight(sheet: SeenSheet, match: Roles, at: int) -> float:
    """How much says that a column tells the coups apart."""
    cells = sheet.column(at)
    different = len({*cells})
    again = different < len(cells)
    results = [part.at for part in card_parts(match)] + [*match.results.values()]
    results = [own for own in results if sheet.cells(own)]
    agreed = again and bool(results) and sheet.agree(at, *results)
    follows = follow(cells)
    key = sheet.called(at).rpartition(" ")[2] in KEYS and not any(map(whole, cells))
    constant = CONSTANT if different == 1 < len(cells) else 0
    meant = sheet.meant(at)
    if sheet.kinds and "coup" not in meant:
        return 0  # rows of events are numbered for many reasons
    if constant and not follows and not agreed and (results or len(cells) > _CARDS):
        return 0  # one text in all rows of a night, such as the code of a hall
    if "coup" in meant:
        return CALLED + AGREED * agreed + FOLLOWS * follows + constant
    if at == match.fields.get("session"):
        return CALLED if _are_coups(sheet, match, at, results) else 0
    named = _may_say_so(sheet, match, at, again=again, agreed=agreed, key=key)
    several = different > 2  # fewer may be shoes, or halves of a night
    if not (follows or key) or not (several or at == match.fields.get(NUMBER)):
        return 0
    return (NAMED if named else 0) + AGREED * agreed + (FOLLOWS if follows else IS_KEY)


def _may_say_so(
    sheet: SeenSheet, match: Roles, at: int, *, again: bool, agreed: bool, key: bool
) -> bool:
    """Whether a column is called by what happens once in a coup, by the game or by a number."""
    lexicon = sheet.lexicon
    if at == match.fields.get(NUMBER):  # the number of a game that draws none
        drawn = NUMBER in sheet.results
        return not drawn and (agreed or not again)
    once = {word.event for word in lexicon.wide if word.fields}
    kinds = lexicon.kinds.get(sheet.name(at).strip().casefold(), frozenset())
    game = "game" in sheet.meant(at)
    return game and key if key else bool(kinds & once) or (game and not again)


def _are_coups(sheet: SeenSheet, match: Roles, at: int, results: Sequence[int]) -> bool:
    """Whether the parts of a night are coups: one result each, or cards counted anew."""
    cells = sheet.column(at)
    runs = [own for own, last in pairwise([*cells, ""]) if own != last]
    if len(runs) < _SEVERAL_COUPS or len({*runs}) < len(runs) or len(runs) * 2 > len(cells):
        return False
    if the_only_card(match) is not None and len(cells) <= _CARDS * len(runs):
        return any(_counts_anew(sheet.column(own), cells) for own in match.unused)
    return bool(results) and sheet.agree(at, *results)


def _counts_anew(numbers: Sequence[str], by: Sequence[str]) -> bool:
    """True for numbers that begin at 1 with each text of another column."""
    return all(map(str.isdecimal, numbers)) and all(
        own == ("1" if place == 0 or by[place] != by[place - 1] else str(int(last) + 1))
        for place, (last, own) in enumerate(pairwise(["0", *numbers]))
    )


def is_key(sheet: SeenSheet, at: int) -> bool:
    """True for names of coups such as `R-0007` or a UUID, and for numbers that often jump.

    Of numbers a slip or two may be none, and a coup or two may be lost.
    """
    cells = sheet.cells(at)
    numbers = [own for own in cells if own.isdecimal()]
    if 2 * sum(whole(own) is None for own in cells) > len(cells):
        return True
    return _jumps(sheet, at) >= _JUMPS and often_jump(steps(numbers))


PLACE = ("casino", "season", "session", "table", "shoe")


def numbering(sheet: SeenSheet, match: Roles) -> int | None:
    """An unused column whose whole numbers follow one another down the rows, and never come back at
    one place, if there is one.
    """
    places = [at for name, at in match.fields.items() if name in PLACE]
    days = [at for at, form in match.stamps if form != "clock"]
    there = [tuple(map(_day_of, own)) for own in sheet.rows_of(*days[:1])]
    where = [*zip(there, sheet.rows_of(*places), strict=True)]
    for at in match.unused:
        cells = sheet.column(at)
        constant = len({*cells}) == 1 < len(cells)  # the same of all rows, such as a version
        runs = [key for key, _ in groupby(zip(cells, where, strict=True))]
        if not constant and follow(cells) and len({*runs}) == len(runs):
            return at
    return None


def _day_of(text: str) -> str:
    """The day of a moment, by whatever order of its figures."""
    found = stamp(text)
    return "" if found is None or not found.days else str(sorted(found.days.items()))


RELATIONS: tuple[Relation, ...] = (
    bets.ticked,
    hands.ranks_and_suits,
    bets.seated_bets,
    none_of(sums.called_by_bets),
    hands.below_one_name,
    none_of(hands.numbers_of_cards),
    sums.supposed_stakes,
    bets.columns_of_words,
    bets.bets_and_numbers,
    sums.returns,
    hands.hands_by_names,
    hands.whole_hands,
    none_of(hands.whole_lists),
    none_of(hands.players_of_numbers, "remark.are_they_cards"),
    none_of(hands.several_players),
    coups,
    bets.staked_numbers,
    bets.codes,
    none_of(sums.totals),
    sums.money_alone,
    sums.once,
    none_of(sums.without_stake, "remark.settles_what"),
    bets.directions,
    none_of(sums.of_some_kind, "remark.of_some_kind"),
    sums.beside_unknown,
    bets.states,
    none_of(hands.cards_left, "remark.cards_left"),
    hands.unread_cards,
)
"""In their order: what is found first is what the next ones look at."""

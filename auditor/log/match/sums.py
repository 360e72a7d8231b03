"""Columns of sums: each stake and each payment is told once, what came back is no stake given back,
and odds are no money.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Literal

from auditor.log.convert.lexicon import NO_WORD
from auditor.log.match.hands import SUITS, the_only_card
from auditor.log.match.readable import (
    KEYS,
    WITHIN_A_LIST,
    concepts_of,
    meanings_of,
    member_of,
    number,
)
from auditor.log.match.roles import NUMBER, EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.messages.message import Message, message

Sense = Literal["winnings", "net", "whole", "unsure", "mixed"]
"""`whole` sums have the stake in them, `unsure` ones may have it, and some `mixed` ones seem to."""

Follow = Literal["sums", "odds", "running"]
"""Most `odds` are the same for stakes of several sizes on one bet, or less than half of the stake;
of `running` totals, and of what a player has, most are another share of their stake.
"""

Told = tuple[Fraction | None, Fraction, object]
"""A sum, the stake beside it, and what this is on."""

EVEN = (Fraction(18, 10), Fraction(2))
"""How often a stake that wins once comes back: a commission takes a tenth of the win at most."""
ENOUGH = 3  # payments by which a column is told
SEVERAL = 8  # payments by which a column is told whose figures may all differ by chance
_MONEY = re.compile(r"\d[.,]\d\d\b|[€$£]")  # `1 250,00`, and no `46031.834722`
_SEVERAL_BETS = 2  # columns called by bets that make a cloth
_TOTAL = frozenset(["total", "totale", "toutes", "all"])
_NO_SUM = frozenset(
    ["total", "totale", "no", "count", "number", "time", "odds", "max", "min", "limit", "exponent"]
).union(KEYS, SUITS)
"""Words for what a column tells of stakes that is no stake of its own."""


# ---- what sums mean -----------------------------------------------------------------------------
def sense_of(told: Iterable[tuple[str, str]], *, named_whole: bool) -> Sense:
    """The meaning of sums, each with the stake that stands beside it."""
    pairs = [(number(own), number(stake)) for own, stake in told]
    if any(own is not None and own < 0 for own, _ in pairs):
        return "net"
    shares = [own / stake for own, stake in pairs if own and stake]
    if named_whole:  # most that came back is hardly the stake alone, or less
        low = sum(share <= 1 for share in shares)
        return "mixed" if low >= ENOUGH and 2 * low > len(shares) else "whole"
    even = sum(EVEN[0] <= share <= EVEN[1] for share in shares)
    if even >= ENOUGH and even > len(shares) / 2:
        return "whole"
    if even >= ENOUGH:
        return "mixed"
    return "unsure" if shares and all(share > EVEN[1] for share in shares) else "winnings"


def follow_stakes(told: Iterable[Told]) -> Follow:
    """Whether figures, each with the stake beside it and the bet, follow the stakes as sums do."""
    sizes: dict[object, Counter[Fraction]] = defaultdict(Counter)
    shares: Counter[Fraction] = Counter()
    for own, stake, bet in told:
        if own and stake:
            sizes[bet, abs(own)][stake] += 1
            shares[own / stake] += 1
    every = shares.total()
    same = every - sum(max(own.values()) for own in sizes.values())
    small = sum(times for share, times in shares.items() if 2 * abs(share) < 1)
    if max(same, small) >= ENOUGH and 2 * max(same, small) > every:
        return "odds"
    return "running" if every >= SEVERAL and 2 * len(shares) > every else "sums"


def is_called_whole(sheet: SeenSheet, at: int) -> bool:
    """True for a column called by a word for a sum with the stake in it."""
    return any(f" {own} " in f" {sheet.called(at)} " for own in sheet.pays.whole)


# ---- what a column of sums is taken for ----------------------------------------------------------
def supposed_stakes(sheet: SeenSheet, match: Roles) -> Roles:
    """A bare amount of the row is its stake, where no column is called so."""
    at = match.fields.get("amount")
    if sheet.stake == NO_WORD or at is None or the_only_card(match) or match.of(sheet.stake):
        return match
    return match.taking(EventColumn(at, sheet.stake, supposed=True))


def called_by_bets(sheet: SeenSheet, match: Roles) -> list[int]:
    """Columns that are called by a bet alone and are none of a cloth: others say what stakes are
    on, or hardly a bet has one.
    """
    laid = match.of(sheet.stake)
    cloth = [own for own in laid if own.supposed]
    told = [own for own in laid if own.member or own.number is not None]
    several = sum(own.member is not None for own in cloth) >= _SEVERAL_BETS
    is_cloth = several and len(told) == len(cloth) and sheet.stake.names not in match.fields
    return [] if is_cloth else [own.at for own in cloth]


def _are_money(sheet: SeenSheet, at: int) -> bool:
    """True for sums of which most are written as money, below a name that says nothing else."""
    written = [bool(_MONEY.search(own)) for own in sheet.cells(at)]
    return 2 * sum(written) > len(written) and not (sheet.meant(at) or sheet.form(at))


def returns(sheet: SeenSheet, match: Roles) -> Roles:
    """Sums with the winnings in them though called a stake given back: some exceed it."""
    parts = [
        replace(part, word=sheet.pays)
        if part.word not in (sheet.stake, sheet.pays)
        and is_called_whole(sheet, part.at)
        and _exceeds(sheet, part, match.of(sheet.stake))
        else part
        for part in match.parts
    ]
    return replace(match, parts=tuple(parts))


def _exceeds(sheet: SeenSheet, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
    laid = [own.at for own in stakes if own.number == part.number]
    return bool(laid) and any(
        own is not None and own > all_of
        for own, all_of in zip(sheet.numbers(part.at), total(sheet, laid), strict=True)
    )


def total(sheet: SeenSheet, places: Collection[int]) -> list[Fraction]:
    """The sum of some columns in each row."""
    columns = [sheet.numbers(at) for at in places]
    return [
        sum((own[row] or Fraction(0) for own in columns), Fraction(0))
        for row in range(len(sheet.rows))
    ]


# ---- one stake, one payment ----------------------------------------------------------------------
def once(sheet: SeenSheet, match: Roles) -> Roles:
    """One column of those of the same stake or payment: what a person told, the signed one of what
    was won or lost, the only stake that is called just so; else none.
    """
    paid, laid = _settling(sheet, match), match.of(sheet.stake)
    best = {own.at for own in paid if is_signed(sheet, own.at)}
    best |= {own.at for own in laid if sheet.called(own.at) in own.word.words}
    sums: dict[tuple[str, str | None, int | None], set[int]] = defaultdict(set)
    for part in (*laid, *paid):
        sums[part.word.event, part.member, part.number].add(part.at)
    for same in (own for own in sums.values() if len(own) > 1):
        kept = (same & match.told) or (same & best)
        left = same - kept if same & match.told or len(kept) == 1 else same
        used = message("remark.none_used")
        if left != same:
            used = message("remark.one_used", names=sheet.quoted(*kept))
        ask = message("remark.same_sums", names=sheet.quoted(*sorted(same)), used=used)
        match = match.without(*left, ask=None if same & match.told else ask)
    return match


def _settling(sheet: SeenSheet, match: Roles) -> list[EventColumn]:
    """The columns of what was won or lost."""
    kinds = {sheet.pays.event, sheet.pays.loss}
    return [own for own in match.parts if own.word.event in kinds]


def totals(sheet: SeenSheet, match: Roles) -> list[int]:
    """The columns of what all the stakes of a row come to."""
    return [own.at for own in match.parts if _is_total(sheet, own, match)]


def _is_total(sheet: SeenSheet, part: EventColumn, match: Roles) -> bool:
    """True for what all the stakes of a row come to: no stake on a bet is called so."""
    others = [
        own.at
        for own in match.of(part.word)
        if (own.number == part.number and own.member) or (own.number and part.number is None)
    ]
    if part.word.value != "amount" or part.member or not others:
        return False
    called = bool({*sheet.tokens(part.at)} & _TOTAL)
    told = [
        (own, rest)
        for own, rest in zip(sheet.numbers(part.at), total(sheet, others), strict=True)
        if own is not None
    ]
    whole = all(own == rest for own, rest in told) and not part.word.usual
    return bool(told) and (whole or (called and all(own >= rest for own, rest in told)))


def is_signed(sheet: SeenSheet, at: int) -> bool:
    """True for a column in which some sum is negative."""
    return any(own is not None and own < 0 for own in sheet.numbers(at))


# ---- sums that settle nothing known --------------------------------------------------------------
def without_stake(sheet: SeenSheet, match: Roles) -> list[int]:
    """Sums that settle a bet on which no column has a stake, where others have."""
    if sheet.stake.names in match.fields or match.bets:
        return []
    laid = {own.member or sheet.stake.usual for own in match.of(sheet.stake)}
    return [
        own.at
        for own in match.parts
        if laid and own.word.value == "amount" and own.member not in {None, *laid}
    ]


def of_some_kind(sheet: SeenSheet, match: Roles) -> list[int]:
    """Unused columns of sums whose name nobody understands, or in part: a payment, a bet."""
    laid = total(sheet, [own.at for own in match.of(sheet.stake)])
    return [
        at
        for at in match.unused
        if at not in match.doubts and sheet.holds_sums(at) and not {*sheet.tokens(at)} & _NO_SUM
        if not WITHIN_A_LIST.fullmatch(sheet.name(at))
        if any(word.value == "amount" for word, _ in concepts_of(sheet.tokens(at), sheet.lexicon))
        or any("amount" in meanings_of(own, sheet.lexicon) for own in sheet.tokens(at)[1:][-1:])
        or any(member_of(sheet.stake, [own], sheet.lexicon) for own in sheet.tokens(at)[:-1])
        or _are_money(sheet, at)
        or _are_stakes_lost(sheet.numbers(at), laid)
    ]


def _are_stakes_lost(numbers: Sequence[Fraction | None], laid: Sequence[Fraction]) -> bool:
    """True for sums that are the stake in each of some rows, and nothing in others."""
    told = [own == of for own, of in zip(numbers, laid, strict=True) if own]
    return ENOUGH <= len(told) < len(laid) and all(told)


def side_stakes(sheet: SeenSheet, match: Roles) -> list[int]:
    """The unused columns that are called as stakes are, and hold other sums than the stakes."""
    laid = total(sheet, [part.at for part in match.of(sheet.stake)])
    return [
        at
        for at in match.unused
        if {*sheet.stake.words} & (tokens := {*sheet.tokens(at)}) and not tokens & _NO_SUM
        if not sheet.meant(at) - {"amount"} and "numero" not in tokens
        if sheet.holds_sums(at)
        if (sums := [own for own in zip(sheet.numbers(at), laid, strict=True) if own[0]])
        if 2 * sum(own == of for own, of in sums) <= len(sums)  # it is not the stake again
    ]


def beside_unknown(sheet: SeenSheet, match: Roles) -> Roles:
    """The columns without payments, where a row may have stakes of which no bet is known, and
    without the bet and the number of one of several stakes.
    """
    sides = side_stakes(sheet, match)
    paid = [part.at for part in match.parts if part.word.loss and part.number is None]
    on = {match.fields.get(sheet.stake.names), match.fields.get(NUMBER)}
    left = [*paid, *(at for at in on if at is not None and len(on - {None}) > 1)]
    if not sides or not left:
        return match
    ask = message("remark.beside_unknown", names=sheet.quoted(*sides), left=sheet.quoted(*left))
    # What a person says of a payment does not say which stakes it settles.
    loose = replace(match, told=match.told - {*left})
    return loose.without(*left).remarked(ask)


def money_alone(sheet: SeenSheet, match: Roles) -> Roles:
    """The columns without figures that are odds, running totals, or what the house won: all of
    those that are called alike, for who is read without his payment would seem to have had none.
    """
    asks = {"odds": "remark.odds", "running": "remark.running"}
    parts = [own for own in _settling(sheet, match) if own.at not in match.told]
    for called in dict.fromkeys(called_so(sheet, own) for own in parts):
        like = [own for own in parts if called_so(sheet, own) == called]
        follows = follow_stakes(chain(*(_beside(sheet, match, own) for own in like)))
        ask = asks.get(follows, "")
        if not ask and any(_is_of_the_house(sheet, match, own) for own in like):
            ask = "remark.of_the_house"
        for part in like if ask else ():
            asked = Message(ask, (("column", sheet.name(part.at)),))
            match = match.without(part.at, ask=asked)
    return match


def called_so(sheet: SeenSheet, part: EventColumn) -> Sequence[str]:
    """The words by which the name of a column says the kind of its events: at other seats and for
    other bets they mean the same.
    """
    found = concepts_of(sheet.tokens(part.at), sheet.lexicon)
    return next((phrase for word, phrase in found if word == part.word), ())


def _is_of_the_house(sheet: SeenSheet, match: Roles, part: EventColumn) -> bool:
    """True for a sum called by one bet, and by no player, in rows that say another bet."""
    lexicon, on = sheet.lexicon, match.fields.get(sheet.stake.names)
    if part.member is None or on is None or sheet.bets is None:
        return False
    if any("player" in lexicon.columns.get(own, ()) for own in sheet.tokens(part.at)):
        return False
    return any(
        own and lexicon.member(sheet.bets, bet) not in (None, part.member)
        for own, bet in zip(sheet.numbers(part.at), sheet.column(on), strict=True)
    )


def _beside(sheet: SeenSheet, match: Roles, part: EventColumn) -> Iterator[Told]:
    """The sums of a column, each with the stakes beside it, and the bet."""
    laid = [
        own.at
        for own in match.of(sheet.stake)
        if own.number == part.number and part.member in (None, own.member)
    ]
    on = [at for name, at in match.fields.items() if name == sheet.stake.names]
    filled = [*zip(*(map(bool, sheet.numbers(at)) for at in laid), strict=True)]
    bets = zip(sheet.rows_of(*on), filled or sheet.rows_of(), strict=True)
    return zip(sheet.numbers(part.at), total(sheet, laid), bets, strict=True)

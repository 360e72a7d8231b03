"""Columns of words and numbers beside stakes: what they are on, the codes that say it, and of which
kind a row is or its amount: debit and credit, void.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from auditor.log.convert.cells import UNKNOWN
from auditor.log.convert.lexicon import NO_WORD, Lexicon
from auditor.log.convert.written import normalise
from auditor.log.export_marks import NOTHING
from auditor.log.match.readable import (
    kinds_meant,
    meanings_of,
    number,
    reads,
    says_something,
    says_yes,
    without_seat,
)
from auditor.log.match.roles import NUMBER, OF_THE_EVENT, CodedText, EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.match.sums import Sense, sense_of
from auditor.messages.message import message
from auditor.types import BOOLEAN, INTEGER, Enumeration, Type

MOST = 60  # different cells of a column of bets, at most: a wheel has 37 numbers, and some chances
MOST_CODES = 8  # different words of a column that are asked about; one of more names something else
OF_NUMBERS = "numéro"  # a word for the bet on a number
FULL = 0.9  # the least share of the rows of stakes in which a number that came out stands
KINDS = range(3, 31)  # different words of a column of kinds of event
SURE = 0.9  # the share of the rows of one word that fill a cell, or leave it empty
MOST_STATES = 12  # different words of a column of states
_ASIDE = re.compile(r"\s*\([^()]*\)")
_NUMBERED = re.compile(r"(\D*?)(?:\bn)?[\s:#°º.-]*(\d{1,2})")

Codes = Mapping[str, Mapping[str, CodedText]]


def _coded(kind: Enumeration, words: Mapping[str, str | None]) -> dict[str, CodedText]:
    """The words that texts stand for, with a question about each of which nobody knows it."""
    ask = message("ask.member_or", members=", ".join(kind.members))
    return {text: CodedText(own or UNKNOWN, None if own else ask) for text, own in words.items()}


# ---- bets, and the numbers that they are on ------------------------------------------------------
def _bet_words(sheet: SeenSheet, at: int, *, asks: bool) -> Codes | None:
    """Words of a column of bets and numbers, as far as a mapping has to explain them, or a person
    where it `asks`; None where some other cell is neither, or all are one or the other.
    """
    texts, lexicon, stake, kind = sheet.texts(at), sheet.lexicon, sheet.stake, sheet.bets
    if kind is None or not 1 < len(texts) <= MOST:
        return None
    of_numbers = lexicon.member(kind, OF_NUMBERS)
    bets: dict[str, str | None] = {}
    numbers: dict[str, str] = {}
    for text in texts:
        words, number = text, ""
        if lexicon.member(kind, text) is None and (found := _NUMBERED.fullmatch(text.strip())):
            words, number = found.groups()
        words = _ASIDE.sub("", words)
        bet = lexicon.member(kind, words) if words.strip() else of_numbers
        if (number or not asks) if bet is None else (bet == of_numbers) is not bool(number):
            return None
        bets[text], numbers[text] = bet, number and str(int(number))
    if len({bool(own) for own in numbers.values()}) < 2:
        return None
    said = {t: own for t, own in bets.items() if own is None or own != lexicon.member(kind, t)}
    told = _coded(kind, said)
    apart = {text: CodedText(own) for text, own in numbers.items() if text != own}
    return {stake.names: told, NUMBER: apart}


def bets_and_numbers(sheet: SeenSheet, match: Roles) -> Roles:
    """A column that says the bet of a row, or the number that it is on, if there is one."""
    stake, used = sheet.stake, match.fields.get(NUMBER)
    stakes = [part.at for part in match.of(stake)]
    named, amount = match.fields.get(stake.names), match.fields.get(stake.value)
    places = [*match.unused, *stakes] if named is None else [named]
    if used is not None and not sheet.kinds:
        places, used = [used], None
    for at in places:
        if used is not None and not sheet.never_together(used, at):
            continue
        codes = _bet_words(sheet, at, asks=at in match.fields.values())
        if codes is not None and (sheet.kinds or amount is not None or {*stakes} - {at}):
            fields = {stake.names: at} | ({NUMBER: at} if used is None else {})
            found = match.taking(fields=fields, codes=codes)
            if stakes == [at] and amount is not None:
                return found.taking(EventColumn(amount, stake, supposed=True))
            return found
    return match


def seated_bets(sheet: SeenSheet, match: Roles) -> Roles:
    """The columns of bets (`P1_bet`) by their seats, and those of their stakes (`P1_amount`)."""
    stake, kind = sheet.stake, sheet.bets
    families: dict[str, dict[int, int]] = {}
    for at in sheet.places:
        tokens = sheet.tokens(at)
        numbers = [int(own) for own in tokens if own.isdecimal()]
        words = without_seat(stake, [o for o in tokens if not o.isdecimal()], sheet.lexicon)
        if len(numbers) == 1:
            families.setdefault(" ".join(words), {})[numbers[0]] = at
    bets: dict[int, int] = {}
    staked: list[EventColumn] = []
    for called, places in families.items():
        cells = [own for at in places.values() for own in sheet.said(at)]
        meant = meanings_of(called, sheet.lexicon)
        if kind and stake.names in meant and _all_words(cells, kind, sheet.lexicon):
            bets |= places
        elif stake.value in meant and called not in stake.words and cells:
            staked += [EventColumn(at, stake, None, number) for number, at in places.items()]
    if len(bets) < 2:
        return match
    found = match.taking(*(own for own in staked if own.number in bets)).without(*bets.values())
    rest = tuple(at for at in found.unused if at not in bets.values())
    return replace(found, unused=rest, bets=bets)


def _all_words(cells: Iterable[str], kind: Enumeration, lexicon: Lexicon) -> bool:
    members = [lexicon.member(kind, cell) for cell in cells]
    return bool(members) and all(members)


# ---- columns of words ----------------------------------------------------------------------------
def columns_of_words(sheet: SeenSheet, match: Roles) -> Roles:
    """Unnamed columns whose cells are all words for the bet, or the hand, of the row; behind a word
    of their own (`BAC_Player`), some: the others are asked about.
    """
    results = {*sheet.results}
    silent = [
        at
        for at in match.unused
        if len(sheet.texts(at)) > 1  # one text in all rows tells of the file
        if not meanings_of(sheet.called(at).rpartition(" ")[2], sheet.lexicon) & results
    ]
    for part in match.parts:
        name = part.word.names
        kind = sheet.lexicon.type_of(part.word.event, name)
        told = part.word.value != "amount" and part.member is not None
        if told or name in match.fields or not isinstance(kind, Enumeration):
            continue
        own = {at: _explained(sheet.texts(at), kind, sheet.lexicon) for at in silent}
        [*places] = (at for at, words in own.items() if words is not None)
        if len(places) == 1 and places[0] in match.unused:
            words = own[places[0]]
            match = match.taking(fields={name: places[0]}, codes={name: words} if words else None)
    return match


def _explained(
    texts: Sequence[str], kind: Enumeration, lexicon: Lexicon
) -> dict[str, CodedText] | None:
    """The words of a list, as far as a mapping has to explain them; None of other words."""
    if _all_words(filter(says_something, texts), kind, lexicon):
        return {}
    parts = [normalise(text).partition(" ") for text in texts]
    members = [lexicon.member(kind, rest) for _, _, rest in parts]
    several = sum(own is not None for own in members) > 1
    if not several or len(texts) > MOST or len({first for first, _, _ in parts}) > 1:
        return None
    return _coded(kind, dict(zip(texts, members, strict=True)))


def codes(sheet: SeenSheet, match: Roles) -> Roles:
    """Columns that are called by a field of few words, and hold others: `0`, `1`, `2`."""
    lexicon, results = sheet.lexicon, {*sheet.results}
    for at in match.unused:
        texts = sheet.texts(at)
        called = normalise(sheet.head.short[at])
        if called in sheet.stake.words and all(number(t) is not None for t in texts):
            continue  # `Bet` below a player's name holds sums, and no codes
        for name in sorted(sheet.meant(at) - {*match.results}):
            kind = lexicon.type_of("", name)
            if kind == INTEGER and name in results and (drawn := _only_numbers(texts)):
                every = {name: {**match.codes.get(name, {}), **drawn}}
                match = match.taking(results={name: at}, codes=every)
                break
            if name in match.fields:
                continue
            of_event = name in OF_THE_EVENT and name in lexicon.fields()
            if not isinstance(kind, Enumeration) or not 1 < len(texts) <= MOST_CODES:
                continue
            if name not in results and not of_event:
                continue
            match = match.taking(
                fields={} if name in results else {name: at},
                results={name: at} if name in results else {},
                codes={name: _coded(kind, dict.fromkeys(texts))},
                ask=message("remark.own_words", names=sheet.quoted(at), field=name),
            )
            break
    return match


def _only_numbers(texts: Sequence[str]) -> dict[str, CodedText]:
    """The number that stands in each text, such as `5 rouge`; nothing where one has none or two."""
    found = {text: re.findall(r"\d+", text) for text in texts if says_something(text)}
    if len(found) > MOST or all(map(str.isdecimal, found)):
        return {}
    if any(len(own) != 1 for own in found.values()):
        return {}
    return {text: CodedText(str(int(own[0]))) for text, own in found.items()}


def ticked(sheet: SeenSheet, match: Roles) -> Roles:
    """Columns called by the values of a result, one of which has a tick: `x` below `Banque`; where
    nothing else says what stakes are on, a tick may be that.
    """
    lexicon, laid = sheet.lexicon, match.of(sheet.stake)
    on_bets = sheet.stake.names in match.fields or any(part.member for part in laid)
    if not on_bets and (laid or sheet.stake.value in match.fields):
        return match
    for word, name in [(own, name) for own in lexicon.wide for name in own.fields]:
        kind = lexicon.type_of(word.event, name)
        called = {at: _value_called(sheet, at, kind) for at in sheet.places}
        own = {member: at for at, member in called.items() if member is not None}
        ticks = [[says_yes(text, lexicon) for text in sheet.column(at)] for at in own.values()]
        alone = all(sum(row) < 2 for row in zip(*ticks, strict=True))
        if name not in match.results and len(own) > 1 and alone:
            return match.taking(*(EventColumn(at, word, o, sense=name) for o, at in own.items()))
    return match


def _value_called(sheet: SeenSheet, at: int, kind: Type) -> str | None:
    """The value of a list that a column of ticks is called by."""
    told = sheet.texts(at)
    if not told or not isinstance(kind, Enumeration) or any(map(str.isdecimal, told)):
        return None
    is_tick = all(reads(BOOLEAN, own, sheet.lexicon) for own in told)
    return sheet.lexicon.member(kind, sheet.name(at)) if is_tick else None


# ---- numbers -------------------------------------------------------------------------------------
def staked_numbers(sheet: SeenSheet, match: Roles) -> Roles:
    """The number that a stake is on, and the one drawn, which stands in every row."""
    stakes = [part.at for part in match.of(sheet.stake)]
    field = next(iter(sheet.results), "")
    drawn = match.results.get(field)
    both = field in sheet.lexicon.own_fields_of(sheet.stake.event)
    if drawn is None or not stakes or not both or field in match.fields:
        return match
    others = [at for at in match.unused if field in sheet.meant(at)]
    places = [drawn, *(at for at in others if is_of_numbers(sheet, at))]
    laid = [row for row, own in enumerate(sheet.rows_of(*stakes)) if any(own)]
    full = [
        at for at in places if sum(bool(sheet.column(at)[row]) for row in laid) >= FULL * len(laid)
    ]
    if len(full) > 1 and (by := match.fields.get("coup")) is not None:
        full = [at for at in full if sheet.agree(by, at)]
    staked = [at for at in places if at not in full]
    if len(places) <= 2 and len(full) <= 1 and len(staked) <= 1:
        return match.without(*places).taking(
            fields=dict(zip([field], staked, strict=False)),
            results=dict(zip([field], full, strict=False)),
        )
    ask = message("remark.which_number", names=sheet.quoted(*places))
    return match.without(*places).remarked(ask)


def is_of_numbers(sheet: SeenSheet, at: int) -> bool:
    cells = sheet.cells(at)
    return bool(cells) and all(reads(INTEGER, own, sheet.lexicon) for own in cells)


# ---- kinds of event ------------------------------------------------------------------------------
def kind_column(sheet: SeenSheet, match: Roles) -> int | None:
    """The only unused column whose words tell which amounts and cards a row has."""
    named = [part.at for part in match.parts if not part.supposed]
    places = named or [at for at in match.unused if sheet.holds_sums(at) and not sheet.form(at)]
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
    """A column of states of which one has the word of an event: `VOID` beside `COMPLETED`, `coup
    annulé` among notes; of some rows of a coup alone it is the state of their stakes.
    """
    lexicon = sheet.lexicon
    words = [own for own in lexicon.wide if not (own.value or own.fields)]
    by = match.fields.get("coup")
    for at in match.unused:
        if said := gone(sheet, at):
            match = replace(match, void={**match.void, at: said})
            continue
        texts = sheet.texts(at)
        named = {own: (own, *own.split()) for own in texts if len(texts) > 1}  # and by a word of it
        meant = {own: {k for one in named[own] for k in kinds_meant(one, lexicon)} for own in named}
        for word in words:
            told = [own for own, kinds in meant.items() if word.event in kinds]
            if not 0 < len(told) <= MOST_STATES:
                continue
            if by is not None and not sheet.agree(by, at):
                return replace(match, void={**match.void, at: tuple(told)})
            if not match.of(word):
                codes = {own: CodedText(word.event, message("ask.kind")) for own in told}
                return match.taking(EventColumn(at, word, kind=at), codes=_also(match, codes))
    return match


def gone(sheet: SeenSheet, at: int) -> tuple[str, ...]:
    """The texts of a column by which some rows hold no more, `false` below `is_current`; its name
    where any text says so, such as the moment below `deleted_at`.
    """
    rows, called, lexicon = sheet.lexicon.rows, sheet.called(at), sheet.lexicon
    told = [own for own in sheet.texts(at) if own not in NOTHING]
    flags = {own: says_yes(own, lexicon) for own in told if reads(BOOLEAN, own, lexicon)}
    way = called in rows["gone"]
    if not (way or called in rows["current"]) or not told:
        return ()
    if len(flags) < len(told):
        return (sheet.name(at),) if way and {*sheet.column(at)} - {*told} else ()
    return tuple(own for own, yes in flags.items() if yes is way)


def directions(sheet: SeenSheet, match: Roles) -> Roles:
    """A column that says of each amount whether it was laid or came back, by a direction or by the
    kind of event: `D`, `C`; `WAGER`, `PAYOUT`.
    """
    laid = match.of(sheet.stake)
    if sheet.pays == NO_WORD or len(laid) != 1 or match.of(sheet.pays):
        return match
    for at in match.unused:
        kinds = {own: _moves(own, sheet) for own in sheet.texts(at)}
        said = {*kinds.values()}
        # Of a bare amount nobody knows that it is a stake: its table may tell payments alone.
        is_laid = sheet.stake.event in said
        if (is_laid or laid[0].supposed) and len(kinds) <= MOST_STATES and len(said - {""}) > 1:
            # What came back may have the stake in it: a person has to say that it is paid.
            sure = {o: "" if kind == sheet.pays.event else kind for o, kind in kinds.items()}
            codes = {own: CodedText(kind, message("ask.kind")) for own, kind in sure.items()}
            laid_by = [own for own, kind in kinds.items() if kind == sheet.stake.event]
            paid_by = kinds.keys() - {*laid_by}
            bets = sheet.rows_of(*match.fields.values())
            rows = zip(sheet.column(at), sheet.column(laid[0].at), bets, strict=True)
            sense = came_back(rows, laid_by, paid_by)
            # A person who calls it a stake speaks of the column, and the words of each row.
            loose = replace(match, told=match.told - {laid[0].at})
            own = replace(laid[0], kind=at, sense=sense, supposed=is_laid and laid[0].supposed)
            found = loose.taking(own, codes=_also(match, codes))
            return replace(found, told=match.told)
    return match


def came_back(
    told: Iterable[tuple[str, str, Sequence[str]]],
    laid_by: Collection[str],
    paid_by: Collection[str],
) -> Sense:
    """The meaning of the amounts that came back, each with the only stake on its bet in its coup;
    each row has a word, an amount, and what tells its bet, and some words say that something was
    laid, or paid.
    """
    rows = [(word, own, tuple(key)) for word, own, key in told]
    laid: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for word, own, key in rows:
        if word in laid_by:
            laid[key].append(own)
    beside = [(own, laid[key]) for word, own, key in rows if word in paid_by]
    return sense_of(((own, one[0]) for own, one in beside if len(one) == 1), named_whole=False)


def _moves(text: str, sheet: SeenSheet) -> str:
    """The kind of event that moves an amount as a word says; nothing where it says none."""
    way = sheet.lexicon.directions.get(normalise(text))
    if way is not None:
        return sheet.stake.event if way == "out" else sheet.pays.event
    meant = kinds_meant(text, sheet.lexicon)
    own = [kind for kind in (sheet.stake.event, sheet.pays.event) if kind in meant] or meant[:1]
    return next((kind for kind in own if "amount" in sheet.lexicon.own_fields_of(kind)), "")


def _also(match: Roles, codes: dict[str, CodedText]) -> Codes:
    """The words for kinds of event that are known, and more."""
    return {"event": {**match.codes.get("event", {}), **codes}}

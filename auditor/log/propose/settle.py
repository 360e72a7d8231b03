"""Sums of a row that stands for a coup: the stakes that each settles, and its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from auditor.log.convert.lexicon import Lexicon
from auditor.log.match.readable import says_something
from auditor.log.match.roles import EventColumn, Roles
from auditor.log.match.sheet import SeenSheet
from auditor.log.match.sums import (
    Sense,
    called_so,
    is_called_whole,
    is_signed,
    sense_of,
)
from auditor.log.propose.draft import Draft, DraftEvent
from auditor.messages.message import message
from auditor.source import Frozen
from auditor.types import Enumeration

CHOICE = "choice"  # the field of what a player chooses, and the event of it
MOST = 3  # columns of stakes that may be empty; of more, too many events would come


def is_after_choice(part: EventColumn, lexicon: Lexicon) -> bool:
    """True for what comes of a player's choice: a stake that is called as it, and a second card."""
    kind = lexicon.type_of(CHOICE, CHOICE)
    called = isinstance(kind, Enumeration) and part.member in kind.members
    return called or (part.word.value == "card" and (part.number or 1) > 1)


def settles_stakes(kind: str, lexicon: Lexicon) -> bool:
    """True for a kind of what came back, or one that a person has still to say."""
    own = [one.kinds[kind] for one in lexicon.vocabularies if kind in one.kinds]
    return not kind or any(one.payment is not None for one in own)


# ---- which stakes a row has ---------------------------------------------------------------------
class FilledStakes(Frozen):
    """Rows with certain stakes: the conditions for them, the only stake, and the rows."""

    tests: tuple[object, ...] = ()
    stake: EventColumn | None = None
    rows: tuple[int, ...] = ()


def occasions(stakes: Sequence[EventColumn], sheet: SeenSheet) -> list[FilledStakes]:
    """The kinds of rows by the stakes that they have; nothing where no condition parts them."""
    loose = [own for own in stakes if not all(map(_is_laid, sheet.column(own.at)))]
    conditions = [_conditions(sheet, own.at) for own in loose]
    if len(loose) > MOST or None in conditions:
        return []
    found: list[FilledStakes] = []
    filled = [tuple(map(_is_laid, cells)) for cells in sheet.rows_of(*(own.at for own in loose))]
    for choice in product((True, False), repeat=len(loose)):
        there = dict(zip((own.at for own in loose), choice, strict=True))
        laid = [own for own in stakes if there.get(own.at, True)]
        told = zip(conditions, choice, strict=True)
        tests = tuple(own[not is_there] for own, is_there in told if own)
        rows = tuple(row for row, own in enumerate(filled) if own == choice)
        found.append(FilledStakes(tests, laid[0] if len(laid) == 1 else None, rows))
    return found


def _is_laid(cell: str) -> bool:
    return bool(cell.strip("0.,-–— €"))


def _conditions(sheet: SeenSheet, at: int) -> tuple[object, object] | None:
    """How a mapping asks for a stake, and for none; None where zeros and gaps mix."""
    name = sheet.name(at)
    blank = [not says_something(own) for own in sheet.column(at) if not _is_laid(own)]
    if all(blank):
        return name, {"column": name, "filled": False}
    return None if any(blank) else (f"{{{name}}} > 0", f"{{{name}}} = 0")


# ---- what sums settle ---------------------------------------------------------------------------
class Settlements:
    """The events of sums."""

    def __init__(self, sheet: SeenSheet, match: Roles, draft: Draft) -> None:
        self._sheet, self._match, self._draft = sheet, match, draft

    def stakes_of(self, part: EventColumn) -> list[EventColumn]:
        """The stakes beside a sum, at its seat; for a net without a bet the first alone."""
        same = [own for own in self._match.of(self._sheet.stake) if own.number == part.number]
        first = [own for own in same if not is_after_choice(own, self._sheet.lexicon)]
        return first if part.member is None and first and self._is_net(part) else same

    def _is_net(self, part: EventColumn) -> bool:
        """True where a sum is negative: in this column, or in one like it."""
        return any(is_signed(self._sheet, own.at) for own in self._like(part))

    def each_occasion(
        self, fields: dict[str, object], part: EventColumn, stakes: Sequence[EventColumn]
    ) -> Iterator[DraftEvent]:
        """A sum of the bet in rows of one stake; in rows of several of no bet."""
        word, column = part.word, self._sheet.name(part.at)
        self._draft.remark(message("remark.of_which", column=column, field=word.names))
        every = occasions(stakes, self._sheet) or [FilledStakes()]
        decided = any(own.stake is not None for own in every)
        for own in every:
            if own.stake is None:
                yield from self._unsure(fields, part, own.tests, alone=not decided)
                continue
            bet = None if word.names in fields else own.stake.member or word.usual
            yield from self.events(fields | ({word.names: bet} if bet else {}), part, own)

    def _unsure(
        self, fields: dict[str, object], part: EventColumn, tests: Sequence[object], *, alone: bool
    ) -> Iterator[DraftEvent]:
        """The payment in all for several stakes, and what was lost: of no bet, and no amount; where
        no row decides, each is one settlement.
        """
        sense, _ = self._sense(part, several=True)
        filled = self._sheet.name(part.at)
        paid = filled if sense == "net" else self._not_zero(part)
        yield fields | {"when": [paid, *tests] if tests else paid}
        if sense in ("net", "whole") and not alone:
            left = sense != "net" and self._blank_beside(part, self.stakes_of(part))
            always = tests if tests and left else [filled, *tests] if tests else filled
            yield fields | {"event": part.word.loss, "when": always}

    def events(
        self, fields: dict[str, object], part: EventColumn, of: FilledStakes | None = None
    ) -> Iterator[DraftEvent]:
        """The event of a sum; of a net, or of all that came back, also that of the loss."""
        name, loss, of = self._sheet.name(part.at), part.word.loss, of or FilledStakes()
        own, also = self._sheet.source(part.at), of.tests

        def made(test: object, **more: object) -> DraftEvent:
            return fields | more | {"when": [test, *also] if also else test}

        sense, by = self._sense(part, several=of.stake is not None)
        if of.stake is not None and by is not None:
            by = of.stake.at
        stake, laid = ("", "") if by is None else (self._sheet.name(by), self._sheet.source(by))
        if sense == "net" and loss:
            yield made(f"{{{name}}} > 0", amount=own)
            lost = made(f"{{{name}}} < 0", event=loss, amount=f"-{own}")
        elif sense == "whole" and stake and by is not None and self._is_apart(part.at, by):
            yield made(self._not_zero(part))  # what of it was laid another row tells
            return
        elif sense == "whole" and stake and loss:
            more, less = f"{own} - {laid}", f"{laid} - {own}"
            yield made(f"{{{name}}} > {{{stake}}}", amount=more)
            if self._blank_beside(part, self._settled(part)):
                # Nothing, or not written down: a bare `collect` says that nobody knows.
                empty = [{"column": name, "filled": False}, f"{{{stake}}} > 0", *also]
                yield fields | {"event": loss, "when": empty}
            lost = made(f"{{{name}}} < {{{stake}}}", event=loss, amount=less)
            if not part.sense:
                ask = message("remark.stake_within", column=name)
                self._draft.role(name, f"{part.word.event}:whole", ask)
        else:
            if sense in ("unsure", "mixed"):
                amount = f"{own} - {laid}"
                ask = message("remark.may_be_within", column=name, amount=amount)
                taken = f"{part.word.event}:winnings" if sense == "unsure" else ""
                self._draft.role(name, taken, ask)
            if sense != "mixed":
                yield made(self._not_zero(part), amount=own)
            return
        yield lost

    def _sense(self, part: EventColumn, *, several: bool) -> tuple[Sense, int | None]:
        """The meaning of the sums of a column, and the column of their stakes."""
        stakes = self._settled(part)
        if not part.word.loss:
            return "winnings", None
        if self._is_net(part) and not part.sense:
            return "net", None  # that of all rows: those of one stake may happen to have won
        alone = occasions(self.stakes_of(part), self._sheet) if several else []
        told = [(own.stake.at, own.rows, part.at) for own in alone if own.stake is not None]
        by = stakes[0].at if len(stakes) == 1 else told[0][0] if told else None
        if part.sense:
            return part.sense, by  # type: ignore[return-value]  # a person may say no other
        if not told:
            like = [(own.at, self._settled(own)) for own in self._like(part)]
            every = (*range(len(self._sheet.rows)),)
            told = [(laid[0].at, every, own) for own, laid in like if len(laid) == 1]
        pairs = (
            (self._sheet.column(own)[row], self._sheet.column(stake)[row])
            for stake, rows, own in told
            for row in rows
        )
        whole = by is not None and is_called_whole(self._sheet, part.at)
        return sense_of(pairs, named_whole=whole), by

    def _is_apart(self, at: int, by: int) -> bool:
        """Whether no sum of a column has another column's beside it."""
        both = zip(self._sheet.numbers(at), self._sheet.numbers(by), strict=True)
        laid = [stake for own, stake in both if own]
        return bool(laid) and not any(laid)

    def _settled(self, part: EventColumn) -> list[EventColumn]:
        return [own for own in self.stakes_of(part) if part.member in (None, own.member)]

    def _blank_beside(self, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
        laid = zip(*(self._sheet.numbers(stake.at) for stake in stakes), strict=True)
        sums = self._sheet.column(part.at) if stakes else []
        return any(not says_something(o) and any(row) for o, row in zip(sums, laid, strict=True))

    def _like(self, part: EventColumn) -> list[EventColumn]:
        """The column, and those called so at other seats or for other bets: all mean the same,
        where few are filled too.
        """
        called = called_so(self._sheet, part)
        like = [own for own in self._match.of(part.word) if own.sense == part.sense]
        return [own for own in like if own is part or called_so(self._sheet, own) == called]

    def _not_zero(self, part: EventColumn) -> object:
        column = self._sheet.name(part.at)
        zeros = [own for own in self._sheet.texts(part.at) if not _is_laid(own)]
        return {"column": column, "is_not": zeros} if zeros else column

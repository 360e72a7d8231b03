"""Columns of sums that are not taken for what they are called: one payment is told once, and what
came back is no stake given back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.column_names import tokens_of
from auditor.log.infer.columns import Body, cell_at
from auditor.log.infer.wide_columns import EventColumn, WideColumns, without
from auditor.log.propose.sums import number

_MONEY = frozenset(
    ["balance", "bankroll", "chip", "stack", "wallet", "solde", "saldo", "kontostand", "guthaben"]
)
_BEFORE = frozenset(["before", "avant", "vor", "vorher", "ante", "prima", "start", "opening"])
_AFTER = frozenset(
    ["after", "apre", "nach", "nachher", "despue", "depois", "dopo", "end", "closing"]
)
"""Words for a player's money, and for the moments before and after a coup, without plurals."""


_TOTAL = frozenset(["total", "totale", "toutes", "all"])


class PaymentColumns:
    """Tells columns of sums apart by the stakes beside them; `remarks` are what it asks."""

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[str] = []

    def returns(self, found: WideColumns) -> WideColumns:
        """Sums with the winnings in them, though they are called as a stake given back may be: some
        are more than the stake.
        """
        stake = self._lexicon.word_for("amount")
        pays = next((word for word in self._lexicon.wide if word.loss), None)
        if pays is None:
            return found
        parts = [
            replace(part, word=pays)
            if part.word not in (stake, pays)
            and self._may_be_whole(part, pays)
            and self._beyond(part, [own for own in found.parts if own.word == stake])
            else part
            for part in found.parts
        ]
        return replace(found, parts=tuple(parts))

    def balances(self, found: WideColumns) -> WideColumns:
        """The money of a player before and after as the payment of a row that has no other: where
        he has less at times, the stake is not yet taken off it before; where two rows tell the
        same change, it is that of both.
        """
        pays = next((word for word in self._lexicon.wide if word.loss), None)
        before, after = (
            [at for at in found.unknown if self._is_balance(at, own)] for own in (_BEFORE, _AFTER)
        )
        paid = any(own.word == pays for own in found.parts)
        if pays is None or paid or len(before) != 1 or len(after) != 1:
            return found
        who = found.context.get("player", -1)
        told = [
            (row[who : who + 1], old, new)
            for row in self._body.rows
            if (old := number(cell_at(row, *before))) is not None
            if (new := number(cell_at(row, *after))) is not None and new != old
        ]
        again = any(own == other for own, other in pairwise(told))
        if again or not any(new < old for _, old, new in told):
            return found
        self.remarks.append(
            f"? What {self._head.quoted(after)} is above {self._head.quoted(before)} is taken "
            "for what was paid, and what it is below for what was lost."
        )
        rest = tuple(at for at in found.unknown if at not in (*before, *after))
        parts = (*found.parts, EventColumn(after[0], pays))
        return replace(found, parts=parts, unknown=rest, balances={after[0]: before[0]})

    def _is_balance(self, at: int, when: Collection[str]) -> bool:
        words = {*tokens_of(self._head.names[at])}
        return bool(words & {*when}) and bool(words & _MONEY)

    def _may_be_whole(self, part: EventColumn, pays: WideWord) -> bool:
        name = normalise(self._head.names[part.at])
        return any(f" {own} " in f" {name} " for own in pays.whole)

    def _beyond(self, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
        """True where a sum is more than all the stakes beside it."""
        laid = [own.at for own in stakes if own.number == part.number]
        for row in self._body.rows:
            own = number(cell_at(row, part.at))
            if own is not None and laid and own > sum(number(cell_at(row, at)) or 0 for at in laid):
                return True
        return False

    def staked(self, found: WideColumns) -> WideColumns:
        """No sum that settles a bet on which no column has a stake, where others have: what was
        paid would be paid for nothing.
        """
        stake = self._lexicon.word_for("amount")
        if stake is None or stake.names in found.context or found.bets:
            return found
        laid = {own.member or stake.usual for own in found.parts if own.word == stake}
        loose = [
            own.at
            for own in found.parts
            if laid and own.word.value == "amount" and own.member not in {None, *laid}
        ]
        if loose:
            self.remarks.append(
                f"? {self._head.quoted(loose)}: which column has the stake that this settles? "
                "It is not used."
            )
        return without(found, {*loose})

    def staked_once(self, found: WideColumns) -> WideColumns:
        """One column of those that tell the same stake: that of the least sums, for the other tells
        all that a player had laid; where neither is the less nobody knows, and none is used.  Where
        one is zero beside another they are of several bets, and one alone has no other word.
        """
        stake = self._lexicon.word_for("amount")
        sums: dict[tuple[str | None, int | None], list[EventColumn]] = defaultdict(list)
        for part in found.parts:
            if part.word == stake:
                sums[part.member, part.number].append(part)
        for again in (own for own in sums.values() if len(own) > 1):
            rows = [[number(cell_at(row, own.at)) for own in again] for row in self._body.rows]
            if any(any(row) and not all(row) for row in rows):
                plain = [own for own in again if self._is_plain(own)]
                found = self._one_of(found, again, plain if len(plain) == 1 else [], "stakes")
                continue
            told = [[own for own in row if own is not None] for row in rows]
            least = [
                part
                for at, part in enumerate(again)
                if all(
                    row[at] == min(own, default=None) for row, own in zip(rows, told, strict=True)
                )
            ]
            found = self._one_of(found, again, least[:1], "stakes")
        return without(found, {own.at for own in found.parts if self._is_total(own, found)})

    def _is_plain(self, part: EventColumn) -> bool:
        return normalise(self._head.names[part.at]) in part.word.words

    def _is_total(self, part: EventColumn, found: WideColumns) -> bool:
        """True for what all the stakes of a row come to: no stake on a bet is called so."""
        same = [own for own in found.parts if own.word == part.word and own.number == part.number]
        others = [own.at for own in same if own.member is not None]
        if part.word.value != "amount" or part.word.loss or part.member or not others:
            return False
        called = bool({*tokens_of(self._head.names[part.at])} & _TOTAL)
        told = [
            (own, sum(number(cell_at(row, at)) or 0 for at in others))
            for row in self._body.rows
            if (own := number(cell_at(row, part.at))) is not None
        ]
        whole = all(own == rest for own, rest in told) and not part.word.usual
        return bool(told) and (whole or (called and all(own >= rest for own, rest in told)))

    def once(self, found: WideColumns) -> WideColumns:
        """One column of those that tell the same payment: `Payout` and `Net` are no two payments.
        The one with a sign says most; without it nobody knows which is meant, and none is used.
        """
        sums: dict[tuple[str | None, int | None], list[EventColumn]] = defaultdict(list)
        for part in found.parts:
            if part.word.loss:
                sums[part.member, part.number].append(part)
        for again in (own for own in sums.values() if len(own) > 1):
            signed = [part for part in again if any(map(_is_negative, self._body.cells(part.at)))]
            kept = signed if len(signed) == 1 else []
            found = self._one_of(found, again, kept, "payments")
        return found

    def _one_of(
        self,
        found: WideColumns,
        again: Sequence[EventColumn],
        kept: Sequence[EventColumn],
        what: str,
    ) -> WideColumns:
        """The columns with those kept alone of some that tell the same."""
        names = self._head.quoted(part.at for part in again)
        used = f"{self._head.quoted([kept[0].at])} is used" if kept else "none of them is used"
        self.remarks.append(f"? Do {names} tell the same {what}? Of these {used}.")
        return without(found, {part.at for part in again} - {part.at for part in kept})


def _is_negative(text: str) -> bool:
    own = number(text)
    return own is not None and own < 0

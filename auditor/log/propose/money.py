"""Columns called as payments are, whose figures are no sums paid on the stakes beside them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.header import Heading
from auditor.log.infer.column_names import counts_cents, tokens_of
from auditor.log.infer.columns import Body, cell_at
from auditor.log.infer.wide_columns import EventColumn, WideColumns, without
from auditor.log.propose.payments import PaymentColumns
from auditor.log.propose.side_stakes import side_stakes, without_their_bets
from auditor.log.propose.sums import Follow, follow_stakes, number
from auditor.types import Enumeration


class Money:
    """Tells sums from other figures, which accuse somebody where they are read for money;
    `remarks` are what it asks.
    """

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[str] = []

    def kept(self, found: WideColumns) -> WideColumns:
        """The columns without figures that are odds, running totals, or what the house won."""
        stake = self._lexicon.word_for("amount")
        sums = [own for own in found.parts if own.word.loss]
        follows = {own.at: self._follows(own, found, stake) for own in sums}
        for part in sums:
            name = self._head.names[part.at]
            if follows[part.at] == "odds":
                self.remarks.append(
                    f"? `{name}` does not follow the stakes: it is the same for several, or less "
                    "than half of them. It is taken for odds, and not used; where it is what each "
                    f'unit of the stake won, write amount = "{{{name}}} * …", with the column of '
                    "the stake."
                )
            elif follows[part.at] == "running":
                self.remarks.append(
                    f"? `{name}` does not follow the stakes: is it a total so far? It is not used."
                )
            elif self._is_of_the_house(part, found, stake):
                self.remarks.append(
                    f"? `{name}` stands beside bets of all kinds: is it what the house won? It is "
                    f'not used; if so, write "-{{{name}}}" for what a player won.'
                )
                follows[part.at] = "running"
        return without(found, {at for at, own in follows.items() if own != "sums"})

    def _is_of_the_house(
        self, part: EventColumn, found: WideColumns, stake: WideWord | None
    ) -> bool:
        """True for a sum called by one bet, and by no player, in rows that say another bet."""
        on = None if stake is None else found.context.get(stake.names)
        kind = self._lexicon.type_of(part.word.event, part.word.names)
        if part.member is None or on is None or not isinstance(kind, Enumeration):
            return False
        words = tokens_of(self._head.names[part.at])
        if any("player" in self._lexicon.columns.get(own, ()) for own in words):
            return False
        return any(
            number(cell_at(row, part.at))
            and self._lexicon.member(kind, cell_at(row, on)) not in (None, part.member)
            for row in self._body.rows
        )

    def _follows(self, part: EventColumn, found: WideColumns, stake: WideWord | None) -> Follow:
        laid = [
            own
            for own in found.parts
            if own.word == stake and own.number == part.number
            if part.member in (None, own.member)
        ]
        on = -1 if stake is None else found.context.get(stake.names, -1)
        told = []
        for row in self._body.rows:
            sizes = [self._money(row, own.at) or Fraction(0) for own in laid]
            bet = (cell_at(row, on) if on >= 0 else "", tuple(map(bool, sizes)))
            told.append((self._money(row, part.at), Fraction(sum(sizes)), bet))
        return follow_stakes(told)

    def _money(self, row: Sequence[str], at: int) -> Fraction | None:
        own = number(cell_at(row, at))
        cents = counts_cents(self._head.names[at])
        return own if own is None or not cents else own / 100


def sums_apart(
    payments: PaymentColumns, found: WideColumns, head: Heading, body: Body, lexicon: Lexicon
) -> tuple[WideColumns, list[str]]:
    """The columns with each stake and each payment told once, and what is asked of the others."""
    money = Money(head, body, lexicon)
    found = payments.once(money.kept(payments.staked_once(found)))
    found = payments.balances(payments.staked(found))
    found, asked = without_their_bets(found, side_stakes(found, head, body, lexicon), head, lexicon)
    return found, [*payments.remarks, *money.remarks, *asked]

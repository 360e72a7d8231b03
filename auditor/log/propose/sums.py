"""Columns of sums: what they mean, and which of them are not taken for what they are called.

One payment is told once, what came back is no stake given back, and odds are no money.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import normalise, readings
from auditor.log.infer.recognised import Body, cell_at, meant_by
from auditor.log.infer.wide_columns import EventColumn, WideColumns, without
from auditor.log.infer.wide_names import counts_cents, tokens_of
from auditor.log.propose.worded_columns import NUMBER
from auditor.log.table import Heading
from auditor.messages.message import Message, message
from auditor.types import Enumeration

Sense = Literal["winnings", "net", "whole", "whole?", "unsure"]
"""`whole` sums have the stake in them; `whole?` look so, `unsure` may have it."""

Follow = Literal["sums", "odds", "running"]
"""Most `odds` are the same for stakes of several sizes on one bet, or less than half of the stake;
of `running` totals, and of what a player has, most are another share of their stake.
"""

# ---- what sums mean -----------------------------------------------------------------------------
EVEN = (Fraction(18, 10), Fraction(2))
"""How often a stake that wins once comes back: a commission takes a tenth of the win at most."""
ENOUGH = 3  # payments by which a column is told
SEVERAL = 8  # payments by which a column is told whose figures may all differ by chance


def sense_of(told: Iterable[tuple[str, str]], *, named_whole: bool) -> Sense:
    """The meaning of sums, each with the stake that stands beside it."""
    pairs = [(number(own), number(stake)) for own, stake in told]
    if any(own is not None and own < 0 for own, _ in pairs):
        return "net"
    if named_whole:
        return "whole"
    shares = [own / stake for own, stake in pairs if own and stake]
    even = sum(EVEN[0] <= share <= EVEN[1] for share in shares)
    if even >= ENOUGH and even > len(shares) / 2:
        return "whole?"
    return "unsure" if shares and all(share > EVEN[1] for share in shares) else "winnings"


def follow_stakes(told: Iterable[tuple[Fraction | None, Fraction, object]]) -> Follow:
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


def in_units(name: str) -> str:
    """The amount of a column, as a mapping takes it: of one that counts cents the hundredth."""
    return f"{{{name}}} / 100" if counts_cents(name) else f"{{{name}}}"


def number(text: str) -> Fraction | None:
    """The number that a cell is, by one decimal mark or the other."""
    read = readings(text)
    found = read.sure or read.point or read.comma
    return None if found is None else Fraction(found)


# ---- one payment is told once -------------------------------------------------------------------
_MONEY = frozenset(
    ["balance", "bankroll", "chip", "stack", "wallet", "solde", "saldo", "kontostand", "guthaben"]
)
_BEFORE = frozenset(["before", "avant", "vor", "vorher", "ante", "prima", "start", "opening"])
_AFTER = frozenset(
    ["after", "apre", "nach", "nachher", "despue", "depois", "dopo", "end", "closing"]
)
"""Words for a player's money, and for the moments before and after a coup, without plurals."""


_TOTAL = frozenset(["total", "totale", "toutes", "all"])
SAME_STAKES = "remark.same_stakes"


class PaymentColumns:
    """Tells columns of sums apart by the stakes beside them; `remarks` are what it asks."""

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[Message] = []

    def returns(self, found: WideColumns) -> WideColumns:
        """Sums with the winnings in them though called a stake given back: some exceed it."""
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
        """A player's money before and after as the payment of a row that has no other."""
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
        above, below = self._head.quoted(after), self._head.quoted(before)
        self.remarks.append(message("remark.balances", after=above, before=below))
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
        laid = [own.at for own in stakes if own.number == part.number]
        for row in self._body.rows:
            own = number(cell_at(row, part.at))
            if own is not None and laid and own > sum(number(cell_at(row, at)) or 0 for at in laid):
                return True
        return False

    def staked(self, found: WideColumns) -> WideColumns:
        """No sum that settles a bet on which no column has a stake, where others have."""
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
            names = self._head.quoted(loose)
            self.remarks.append(message("remark.settles_what", names=names))
        return without(found, {*loose})

    def staked_once(self, found: WideColumns) -> WideColumns:
        """One column of those of the same stake, that of the least sums; else none."""
        stake = self._lexicon.word_for("amount")
        sums: dict[tuple[str | None, int | None], list[EventColumn]] = defaultdict(list)
        for part in found.parts:
            if part.word == stake:
                sums[part.member, part.number].append(part)
        for again in (own for own in sums.values() if len(own) > 1):
            rows = [[number(cell_at(row, own.at)) for own in again] for row in self._body.rows]
            if any(any(row) and not all(row) for row in rows):
                plain = [own for own in again if self._is_plain(own)]
                found = self._one_of(found, again, plain if len(plain) == 1 else [], SAME_STAKES)
                continue
            told = [[own for own in row if own is not None] for row in rows]
            least = [
                part
                for at, part in enumerate(again)
                if all(
                    row[at] == min(own, default=None) for row, own in zip(rows, told, strict=True)
                )
            ]
            found = self._one_of(found, again, least[:1], SAME_STAKES)
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
        """One column of those of the same payment, the signed one; none where none is signed."""
        sums: dict[tuple[str | None, int | None], list[EventColumn]] = defaultdict(list)
        for part in found.parts:
            if part.word.loss:
                sums[part.member, part.number].append(part)
        for again in (own for own in sums.values() if len(own) > 1):
            signed = [part for part in again if any(map(_is_negative, self._body.cells(part.at)))]
            kept = signed if len(signed) == 1 else []
            found = self._one_of(found, again, kept, "remark.same_payments")
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
        used = message("remark.none_used")
        if kept:
            used = message("remark.one_used", names=self._head.quoted([kept[0].at]))
        self.remarks.append(Message(what, (("names", names), ("used", used))))
        return without(found, {part.at for part in again} - {part.at for part in kept})


def _is_negative(text: str) -> bool:
    own = number(text)
    return own is not None and own < 0


# ---- stakes beside others -----------------------------------------------------------------------
_NO_SUM = frozenset(
    ["total", "totale", "id", "no", "count", "number", "time", "odds", "max", "min", "limit"]
)
"""Words for what a column tells of stakes that is no stake of its own."""


def side_stakes(found: WideColumns, head: Heading, body: Body, lexicon: Lexicon) -> list[int]:
    """The unused columns that are called as stakes are, and hold sums; not all of them are zero."""
    stake = lexicon.word_for("amount")
    words = () if stake is None else stake.words
    return [
        at
        for at in found.unknown
        if {*words} & (tokens := {*tokens_of(head.names[at])}) and not tokens & _NO_SUM
        if not meant_by(head, at, lexicon) - {"amount"}
        if (cells := body.cells(at)) and all(number(own) is not None for own in cells)
        if any(number(own) for own in cells)
    ]


def without_their_bets(
    found: WideColumns, sides: Sequence[int], head: Heading, lexicon: Lexicon
) -> tuple[WideColumns, list[Message]]:
    """The columns without bets or numbers that may be those of other stakes."""
    stake = lexicon.word_for("amount")
    bet = None if stake is None else found.context.get(stake.names)
    on = found.context.get(NUMBER)
    if not sides or bet is None or on is None or bet == on:
        return found, []
    named = all(own.member is not None for own in found.parts if own.word == stake)
    left = {bet} if named else {bet, on}
    names = head.quoted([bet, on])
    ask = message("remark.several_stakes", names=names, left=head.quoted(left))
    return without(found, left), [ask]


# ---- figures that are no sums -------------------------------------------------------------------
class SumsInDoubt:
    """Tells sums from figures that are none; `remarks` are what it asks."""

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[Message] = []

    def kept(self, found: WideColumns) -> WideColumns:
        """The columns without figures that are odds, running totals, or what the house won."""
        stake = self._lexicon.word_for("amount")
        sums = [own for own in found.parts if own.word.loss]
        follows = {own.at: self._follows(own, found, stake) for own in sums}
        for part in sums:
            name = self._head.names[part.at]
            if follows[part.at] == "odds":
                self.remarks.append(message("remark.odds", column=name))
            elif follows[part.at] == "running":
                self.remarks.append(message("remark.running", column=name))
            elif self._is_of_the_house(part, found, stake):
                self.remarks.append(message("remark.of_the_house", column=name))
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
) -> tuple[WideColumns, list[Message]]:
    """The columns with each stake and each payment told once, and what is asked of the others."""
    money = SumsInDoubt(head, body, lexicon)
    found = payments.once(money.kept(payments.staked_once(found)))
    found = payments.balances(payments.staked(found))
    found, asked = without_their_bets(found, side_stakes(found, head, body, lexicon), head, lexicon)
    return found, [*payments.remarks, *money.remarks, *asked]

"""Stakes on bets that nobody knows, beside others: a sum of their row may settle them too."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.infer.column_names import tokens_of
from auditor.log.infer.columns import Body, meant_by
from auditor.log.infer.wide_columns import WideColumns, without
from auditor.log.propose.bets import NUMBER
from auditor.log.propose.sums import number

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
) -> tuple[WideColumns, list[str]]:
    """The columns without that of the bets where another says the number that a stake is on, for
    one of the two is of the other stake; where no name tells of which, without both.  And what is
    asked of them.
    """
    stake = lexicon.word_for("amount")
    bet = None if stake is None else found.context.get(stake.names)
    on = found.context.get(NUMBER)
    if not sides or bet is None or on is None or bet == on:
        return found, []
    named = all(own.member is not None for own in found.parts if own.word == stake)
    left = {bet} if named else {bet, on}
    ask = (
        f"? {head.quoted([bet, on])}: a row has several stakes, and nothing tells which of them is "
        f"on what. {head.quoted(left)} is not used."
    )
    return without(found, left), [ask]

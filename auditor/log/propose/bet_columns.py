"""The column of a wide row that says what its stakes are on, by words of its own."""

from __future__ import annotations

from dataclasses import replace

from auditor.log.convert.lexicon import Lexicon
from auditor.log.infer.columns import Body
from auditor.log.infer.wide_columns import EventColumn, WideColumns, without
from auditor.log.propose.bets import NUMBER, behind_one_word, bet_words
from auditor.log.propose.toml_draft import TomlLine
from auditor.types import Enumeration


class BetColumns:
    """Finds the column of bets; `codes` are the words of it that a mapping has to explain."""

    def __init__(self, body: Body, lexicon: Lexicon) -> None:
        self._body, self._lexicon = body, lexicon
        self.codes: dict[str, list[TomlLine]] = {}

    def told(self, found: WideColumns) -> WideColumns:
        """A column that says the bet of a row, or the number that it is on, if there is one."""
        stake = self._lexicon.word_for("amount")
        if stake is None or NUMBER in found.context:
            return found
        stakes = [part.at for part in found.parts if part.word == stake]
        named = found.context.get(stake.names)
        for at in (*found.unknown, *stakes) if named is None else (named,):
            own = bet_words(self._body.cells(at), stake.names, stake.event, self._lexicon)
            amount = found.context.get(stake.value)
            if own is not None and (amount is not None or {*stakes} - {at}):
                self.codes |= own.lines(self._lexicon, stake.names)
                left = without(found, {at})
                if stakes == [at] and amount is not None:
                    parts = (*left.parts, EventColumn(amount, stake, supposed=True))
                    rest_of = {n: place for n, place in left.context.items() if place != amount}
                    left = replace(left, parts=parts, context=rest_of)
                rest = tuple(other for other in left.unknown if other != at)
                both = dict.fromkeys((stake.names, NUMBER), at)
                return replace(left, context=left.context | both, unknown=rest)
        return found

    def behind_one_word(self, found: WideColumns) -> WideColumns:
        """A column of bets whose words all begin with one of their own: `BAC_Player`, `BAC_Tie`."""
        stake = self._lexicon.word_for("amount")
        kind = None if stake is None else self._lexicon.type_of(stake.event, stake.names)
        if stake is None or not isinstance(kind, Enumeration) or stake.names in found.context:
            return found
        for at in found.unknown:
            if lines := behind_one_word(self._body.cells(at), kind, self._lexicon):
                self.codes[stake.names] = lines
                rest = tuple(own for own in found.unknown if own != at)
                return replace(found, context=found.context | {stake.names: at}, unknown=rest)
        return found

"""Columns of sums: the events that they make, of which bet, and with what amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, cell_at, says_something
from auditor.log.infer.wide_columns import EventColumn, WideColumns
from auditor.log.propose.occasions import FilledStakes, occasions
from auditor.log.propose.side_stakes import side_stakes
from auditor.log.propose.sums import Sense, in_units, number, sense_of
from auditor.log.propose.toml_draft import Draft, toml
from auditor.log.propose.wide_order import is_after_choice


class SettlementColumns:
    """The events of sums; `kinds` are told of each that a loss makes."""

    def __init__(
        self, head: Heading, body: Body, found: WideColumns, lexicon: Lexicon, kinds: list[str]
    ) -> None:
        self._head, self._body, self._found = head, body, found
        self._lexicon, self._kinds = lexicon, kinds
        self._sides = side_stakes(found, head, body, lexicon)

    def stakes_of(self, part: EventColumn) -> list[EventColumn]:
        """The columns of stakes beside one of sums, at the same seat; a net that does not say its
        bet is told of the first stake, and of none that a choice adds to it.
        """
        staked = self._lexicon.wide[0]
        same = [
            own for own in self._found.parts if own.word == staked and own.number == part.number
        ]
        first = [own for own in same if not is_after_choice(own, self._lexicon)]
        return first if part.member is None and first and self._is_net(part) else same

    def _is_net(self, part: EventColumn) -> bool:
        """True where a sum is negative: at this seat, or at another, for few may be filled here."""
        at = [own.at for own in self._at_other_seats(part)]
        sums = (number(cell_at(row, own)) for row in self._body.rows for own in at)
        return any(own is not None and own < 0 for own in sums)

    def are_several(self, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
        """True where a sum may settle several stakes, also those of which no bet is known."""
        return len(stakes) > 1 or bool(stakes and part.number is None and self._sides)

    def each_occasion(
        self,
        fields: dict[str, object],
        word: WideWord,
        part: EventColumn,
        stakes: Sequence[EventColumn],
        draft: Draft,
    ) -> Iterator[str]:
        """A sum that settles several stakes is of a bet in the rows that have this one alone; in
        those of several nobody knows what was paid for which, nor what was lost.
        """
        ask = f"? `{self._head.names[part.at]}` does not say of which {word.names} it is."
        if self._sides:
            ask += (
                f" {self._head.quoted(self._sides)} has stakes of which no bet is known, and what "
                "a row that has one paid is of no bet."
            )
        draft.remarks.append(ask)
        every = occasions(stakes, self._head, self._body, self._sides) or [FilledStakes()]
        sense, _ = self._sense(word, part, several=True)
        for own in every:
            if own.stake is None:
                yield from self._unsure(fields, word, part, sense, own.tests)
                continue
            bet = None if word.names in fields else own.stake.member or word.usual
            told = {word.names: bet} if bet else {}
            yield from self.events(fields | told, word, part, draft, own)

    def _unsure(
        self,
        fields: dict[str, object],
        word: WideWord,
        part: EventColumn,
        sense: Sense,
        tests: Sequence[object],
    ) -> Iterator[str]:
        """The payment in all for several stakes, and what was lost: of no bet, and no amount."""
        filled = self._head.names[part.at]
        paid = filled if sense == "net" else self._not_zero(part)
        yield toml(fields | {"when": [paid, *tests] if tests else paid})
        if sense in ("net", "whole", "whole?"):
            left = sense != "net" and self._blank_beside(part, self.stakes_of(part))
            always = tests if tests and left else [filled, *tests] if tests else filled
            yield toml(fields | {"event": word.loss, "when": always})
            self._kinds.append(word.loss)

    def events(
        self,
        fields: dict[str, object],
        word: WideWord,
        part: EventColumn,
        draft: Draft,
        occasion: FilledStakes | None = None,
    ) -> Iterator[str]:
        """The event of a sum; of a net, or of all that came back, also that of what was lost.  Of
        several stakes it settles the one of the `occasion`.
        """
        name = self._head.names[part.at]
        own = in_units(name)
        also = [] if occasion is None else list(occasion.tests)

        def when(test: object) -> object:
            return [test, *also] if also else test

        sense, stake = self._sense(word, part, several=occasion is not None)
        if occasion is not None and occasion.stake is not None and stake:
            stake = self._head.names[occasion.stake.at]
        if sense == "net" and word.loss:
            yield toml(fields | {"amount": own, "when": when(f"{{{name}}} > 0")})
            lost = {"amount": f"-{own}", "when": when(f"{{{name}}} < 0")}
        elif sense in ("whole", "whole?") and stake and word.loss:
            more, less = f"{own} - {in_units(stake)}", f"{in_units(stake)} - {own}"
            yield toml(fields | {"amount": more, "when": when(f"{{{name}}} > {{{stake}}}")})
            lost = {"amount": less, "when": when(f"{{{name}}} < {{{stake}}}")}
            if self._blank_beside(part, self._settled(part)):
                # Nothing, or not written down: a bare `collect` says that nobody knows.
                empty = [{"column": name, "filled": False}, f"{{{stake}}} > 0", *also]
                yield toml(fields | {"event": word.loss, "when": empty})
            ask = f"? Is the stake within `{name}`? It is taken to be."
            if part.at not in self._found.balances and ask not in draft.remarks:
                draft.remarks.append(ask)
        else:
            if sense == "unsure":
                draft.remarks.append(
                    f"? Is the stake within `{name}`? If so, write "
                    f'amount = "{own} - {in_units(stake)}".'
                )
            yield toml(fields | {"amount": own, "when": when(self._not_zero(part))})
            return
        yield toml(fields | {"event": word.loss} | lost)
        self._kinds.append(word.loss)

    def _sense(self, word: WideWord, part: EventColumn, *, several: bool) -> tuple[Sense, str]:
        """The meaning of the sums of a column, and the column of the stakes that they are of; of
        `several` stakes the rows that have one alone tell it, all together.
        """
        stakes = self._settled(part)
        if not word.loss:
            return "winnings", ""
        if (before := self._found.balances.get(part.at)) is not None:
            return "whole", self._head.names[before]
        if self._is_net(part):
            return "net", ""  # that of all rows: those of one stake may happen to have won
        alone = self._alone(part) if several else []
        told: list[tuple[EventColumn, Sequence[Sequence[str]], EventColumn]] = [
            (own.stake, own.rows, part) for own in alone if own.stake is not None
        ]
        by = stakes[0] if len(stakes) == 1 else told[0][0] if told else None
        if not told:
            seats = [(own, self._settled(own)) for own in self._at_other_seats(part)]
            told = [(laid[0], self._body.rows, own) for own, laid in seats if len(laid) == 1]
        name = normalise(self._head.names[part.at])
        whole = any(f" {own} " in f" {name} " for own in word.whole)
        pairs = (
            (cell_at(row, own.at), cell_at(row, stake.at))
            for stake, rows, own in told
            for row in rows
        )
        sense = sense_of(pairs, named_whole=whole and by is not None)
        return sense, "" if by is None else self._head.names[by.at]

    def _alone(self, part: EventColumn) -> list[FilledStakes]:
        return occasions(self.stakes_of(part), self._head, self._body, self._sides)

    def _settled(self, part: EventColumn) -> list[EventColumn]:
        """The stakes that a column of sums may settle."""
        return [own for own in self.stakes_of(part) if part.member in (None, own.member)]

    def _blank_beside(self, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
        """True where a sum is empty beside a stake."""
        return any(
            not says_something(cell_at(row, part.at))
            and any(number(cell_at(row, own.at)) for own in stakes)
            for row in self._body.rows
        )

    def _at_other_seats(self, part: EventColumn) -> list[EventColumn]:
        """The column, and those of the other seats: all mean the same, where few are filled too."""
        if part.number is None:
            return [part]
        like = (own for own in self._found.parts if own.word == part.word)
        return [own for own in like if own.number is not None and own.member == part.member]

    def _not_zero(self, part: EventColumn) -> object:
        column = self._head.names[part.at]
        zeros = sorted({own for own in self._body.cells(part.at) if not own.strip("0.,-–— €")})
        return {"column": column, "is_not": zeros} if zeros else column

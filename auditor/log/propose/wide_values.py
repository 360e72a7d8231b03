"""Values of a wide row as events: in which order they happened, and which stakes a sum settles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from auditor.log.convert.lexicon import Lexicon, WideWord
from auditor.log.convert.written import normalise
from auditor.log.infer.recognised import Body, cell_at, says_something
from auditor.log.infer.wide_columns import EventColumn, WideColumns
from auditor.log.propose.draft import Draft
from auditor.log.propose.question import toml
from auditor.log.propose.sums import Sense, in_units, number, sense_of, side_stakes
from auditor.log.table import Heading
from auditor.messages.message import message
from auditor.types import Enumeration

DEALER = "dealer"
LAST = 99  # the turn of a column that no number tells
_SCOPE = ("casino", "season", "session", "table", "shoe", "coup")


class Repeated:
    """Tells where several rows of one coup say the same."""

    def __init__(
        self,
        head: Heading,
        sheets: Sequence[Body],
        found: WideColumns,
        asked: int | None = None,
    ) -> None:
        self._head, self._sheets, self._found = head, sheets, found
        guess = None if asked is None else replace(found, context=found.context | {"coup": asked})
        self._as_asked = None if guess is None else Repeated(head, sheets, guess)

    def partly(self, word: WideWord, parts: Sequence[EventColumn]) -> str:
        """The columns that some rows of a coup repeat; each would be told twice."""
        if self._as_asked is not None and (word.value == "card" or self._ends(word)):
            return self._as_asked.partly(word, parts)
        if self._ends(word) and self._card_by_card() and self.whole(word, parts):
            return self._head.quoted([*(part.at for part in parts), *self._fields_of(word)])
        again = [part for part in parts if self.whole(word, [part])]
        if word.value == "amount" or len(again) == len(parts) or self.whole(word, parts):
            return ""
        return self._head.quoted(part.at for part in again)

    def whole(self, word: WideWord, parts: Sequence[EventColumn]) -> bool:
        """True where several rows are of one coup and all of them say the same of this."""
        context = self._found.context
        if "coup" not in context or word.value == "amount":
            return False
        scope = [at for name, at in context.items() if name in _SCOPE]
        scope += [at for at, form in self._found.stamps if form != "clock"]
        own = [*(part.at for part in parts), *self._fields_of(word)]
        told: dict[tuple[str, ...], dict[int, str]] = {}
        again = False
        rows = ((sheet, cells) for sheet, body in enumerate(self._sheets) for cells in body.rows)
        for sheet, cells in rows:
            row = [*cells, *[""] * (len(self._head.names) - len(cells))]
            key = (str(sheet), *(row[at] for at in scope))
            again = again or key in told
            said = told.setdefault(key, {})
            for at in own:
                if row[at] and said.setdefault(at, row[at]) != row[at]:
                    return False
        return again

    def _fields_of(self, word: WideWord) -> list[int]:
        return [at for name, at in self._found.fields.items() if name in word.fields]

    def _ends(self, word: WideWord) -> bool:
        """True for what happens when the cards lie there: a result, or who wins."""
        return bool(word.fields) or (word.value == "player" and not word.names)

    def _card_by_card(self) -> bool:
        """True where the rows of one coup have different cards."""
        cards = [part for part in self._found.parts if part.word.value == "card"]
        return (
            bool(cards) and "coup" in self._found.context and not self.whole(cards[0].word, cards)
        )


CHOICE = "choice"  # the field of what a player chooses, and the event of it


def is_after_choice(part: EventColumn, lexicon: Lexicon) -> bool:
    """True for what comes of a player's choice: a stake that is called as it, and a second card."""
    kind = lexicon.type_of(CHOICE, CHOICE)
    called = isinstance(kind, Enumeration) and part.member in kind.members
    return called or (part.word.value == "card" and (part.number or 1) > 1)


def stages(found: WideColumns, lexicon: Lexicon) -> Iterator[tuple[WideWord, list[EventColumn]]]:
    """The columns of each kind of event, as a coup goes; what comes of a choice is after it."""
    own = {word.event: [part for part in found.parts if part.word == word] for word in lexicon.wide}
    chosen = bool(own.get(CHOICE))
    late: list[tuple[WideWord, list[EventColumn]]] = []
    for word in lexicon.wide:
        after = [part for part in own[word.event] if chosen and is_after_choice(part, lexicon)]
        late += [(word, after)] if after else []
        yield word, [part for part in own[word.event] if part not in after]
        if word.event == CHOICE:
            yield from late
            chosen = False


class Turns:
    """Puts the values of columns into the order in which their events happened."""

    def __init__(self, head: Heading, found: WideColumns, lexicon: Lexicon) -> None:
        self._head, self._found, self._lexicon = head, found, lexicon

    def in_turn(self, parts: Sequence[EventColumn]) -> Iterator[tuple[str, str, EventColumn]]:
        """The sources of values, one for each event: the first of each hand, then the second …"""
        several = [(number, name, part) for part in parts for number, name in self._pieces(part)]
        if any(by_seat(self._found, part.word) for part in parts) and not in_rounds(self._found):
            several.sort(key=lambda own: own[2].member == DEALER)  # his card comes last
        else:
            several.sort(key=lambda own: (own[0], self._turn(own[2])))
        for _, name, part in several:
            yield name, self._head.names[part.at], part

    def _turn(self, part: EventColumn) -> int:
        """The place of a hand among those that are dealt in turn, as the vocabulary has them."""
        kind = self._lexicon.type_of(part.word.event, part.word.names)
        if not isinstance(kind, Enumeration) or part.word.value == "amount":
            return 0
        return kind.members.index(part.member) if part.member in kind.members else 0

    def _pieces(self, part: EventColumn) -> list[tuple[int, str]]:
        name = self._head.names[part.at]
        if part.apart is None:
            return [(part.number if part.number is not None else self._alone(part), name)]
        numbers = range(1, part.most + 1)
        apart = self.before_numbers(f"{name} ", numbers)
        return [(number, f"{apart}{number}") for number in numbers]

    def _alone(self, part: EventColumn) -> int:
        """The turn of a column without a number: `Card` stands before `Card 2`, else it is last."""
        hand = (part.word, part.member)
        like = {own.number for own in self._found.parts if (own.word, own.member) == hand}
        return 1 if any(n and n > 1 for n in like) and 1 not in like else LAST

    def before_numbers(self, name: str, numbers: range) -> str:
        """The text before the number of a value of a cell, such that no column is called so."""
        is_column = any(self._head.find(f"{name}{number}") is not None for number in numbers)
        return f"{name}#" if is_column else name


def in_rounds(found: WideColumns) -> bool:
    """True where the dealer has a second card: numbers are then those of cards, not of seats."""
    return any(own.member == DEALER and (own.number or 1) > 1 for own in found.parts)


def by_seat(found: WideColumns, word: WideWord) -> bool:
    """True where numbers are seats: if a dealer has a hand, each player has one card."""
    return any(own.member == DEALER for own in found.parts if own.word == word)


# ---- which stakes a row has ---------------------------------------------------------------------
MOST = 3  # columns of stakes that may be empty; of more, too many events would come


@dataclass(frozen=True, slots=True)
class FilledStakes:
    """Rows with certain stakes: the conditions for them, the only stake, and the rows."""

    tests: tuple[object, ...] = ()
    stake: EventColumn | None = None
    rows: tuple[Sequence[str], ...] = ()


def occasions(
    stakes: Sequence[EventColumn], head: Heading, body: Body, sides: Sequence[int] = ()
) -> list[FilledStakes]:
    """The kinds of rows by the stakes that they have; nothing where no condition parts them."""
    rows = [[*cells, *[""] * (len(head.names) - len(cells))] for cells in body.rows]
    loose = [own for own in stakes if not all(_laid(row[own.at]) for row in rows)]
    conditions = {at: _conditions(at, head, rows) for at in (*(own.at for own in loose), *sides)}
    if len(loose) > MOST or None in conditions.values():
        return []
    beside = [own for at in sides if (own := conditions.pop(at))]
    none = [empty for _, empty in beside]
    found = [FilledStakes((filled,)) for filled, _ in beside]
    for choice in product((True, False), repeat=len(loose)):
        there = dict(zip((own.at for own in loose), choice, strict=True))
        laid = [own for own in stakes if there.get(own.at, True)]
        tests = [own[not there[at]] for at, own in conditions.items() if own]
        there |= dict.fromkeys(sides, False)
        own_rows = tuple(r for r in rows if all(_laid(r[at]) == yes for at, yes in there.items()))
        alone = laid[0] if len(laid) == 1 else None
        found.append(FilledStakes((*tests, *none), alone, own_rows))
    return found


def _laid(cell: str) -> bool:
    return bool(cell.strip("0.,-–— €"))


def _conditions(
    at: int, head: Heading, rows: Sequence[Sequence[str]]
) -> tuple[object, object] | None:
    """How a mapping asks for a stake, and for none; None where zeros and gaps mix."""
    name = head.names[at]
    blank = [not says_something(row[at]) for row in rows if not _laid(row[at])]
    if all(blank):
        return name, {"column": name, "filled": False}
    return None if any(blank) else (f"{{{name}}} > 0", f"{{{name}}} = 0")


# ---- what sums settle ---------------------------------------------------------------------------
class SettlementColumns:
    """The events of sums; `kinds` are told of each that a loss makes."""

    def __init__(
        self, head: Heading, body: Body, found: WideColumns, lexicon: Lexicon, kinds: list[str]
    ) -> None:
        self._head, self._body, self._found = head, body, found
        self._lexicon, self._kinds = lexicon, kinds
        self._sides = side_stakes(found, head, body, lexicon)

    def stakes_of(self, part: EventColumn) -> list[EventColumn]:
        """The stakes beside a sum, at its seat; for a net without a bet the first alone."""
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
        """A sum of the bet in rows of one stake; in rows of several of no bet."""
        column = self._head.names[part.at]
        ask = message("remark.of_which", column=column, field=word.names)
        if self._sides:
            names = self._head.quoted(self._sides)
            ask = message("remark.of_which_beside", column=column, field=word.names, names=names)
        draft.remark(ask)
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
        """The event of a sum; of a net, or of all that came back, also that of the loss."""
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
            if part.at not in self._found.balances:
                draft.remark(message("remark.stake_within", column=name))
        else:
            if sense == "unsure":
                amount = f"{own} - {in_units(stake)}"
                draft.remark(message("remark.may_be_within", column=name, amount=amount))
            yield toml(fields | {"amount": own, "when": when(self._not_zero(part))})
            return
        yield toml(fields | {"event": word.loss} | lost)
        self._kinds.append(word.loss)

    def _sense(self, word: WideWord, part: EventColumn, *, several: bool) -> tuple[Sense, str]:
        """The meaning of the sums of a column, and the column of their stakes."""
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
        return [own for own in self.stakes_of(part) if part.member in (None, own.member)]

    def _blank_beside(self, part: EventColumn, stakes: Sequence[EventColumn]) -> bool:
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

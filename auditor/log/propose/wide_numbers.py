"""Columns of numbers of a wide row: which counts the coups, which came out, which a stake is on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.numbers import whole
from auditor.log.convert.words import normalise
from auditor.log.header import Heading
from auditor.log.infer.columns import Body, cell_at, meant_by, reads
from auditor.log.infer.wide_columns import WideColumns, the_only_card, without
from auditor.types import INTEGER

_SEVERAL = 3
_KEYS = frozenset(("id", "uuid", "guid", "key", "ref", "reference", "identifiant", "code"))
FULL = 0.9
"""The least share of the rows of stakes in which a number that came out stands."""


class Numbers:
    """Tells columns of numbers apart by what stands beside them; `remarks` are what it asks."""

    def __init__(self, head: Heading, body: Body, lexicon: Lexicon) -> None:
        self._head, self._body, self._lexicon = head, body, lexicon
        self.remarks: list[str] = []

    def coups(self, found: WideColumns) -> WideColumns:
        """The column that numbers the coups, whatever it is called: several rows of a number tell
        the same cards and the same result; or it is called by what happens once a coup.
        """
        found = self._of_one_number(found)
        if "coup" in found.context or found.series is not None:
            return found
        results = [part.at for part in found.parts if part.word.value == "card"]
        results += found.fields.values()
        session = found.context.get("session")
        if session is not None and self._is_of_coups(session, results, found):
            rest_of = {name: at for name, at in found.context.items() if name != "session"}
            return replace(found, context=rest_of | {"coup": session})
        once = {word.event for word in self._lexicon.wide if word.fields}
        numbers = found.context.get("number")
        if numbers is not None and not any("number" in word.fields for word in self._lexicon.wide):
            cells = [cell_at(row, numbers) for row in self._body.rows]
            # The game draws no number: one that counts the rows is that of the coup.
            once_each = len({*cells}) == len(cells) > 1
            if (once_each or (results and self._agree(numbers, results))) and _counts(cells):
                rest_of = {name: at for name, at in found.context.items() if name != "number"}
                return replace(found, context=rest_of | {"coup": numbers})
        for at in found.unknown:
            cells = [cell_at(row, at) for row in self._body.rows]
            several = len({*cells}) > 2  # fewer may be shoes, or halves of a night
            named = self._lexicon.kinds.get(self._head.names[at].strip().casefold(), frozenset())
            texts = self._tells_apart(at)
            if not several or not (texts or _counts(cells)):
                continue
            again = len({*cells}) < len(cells)
            agreed = again and bool(results) and self._agree(at, results)
            game = "game" in meant_by(self._head, at, self._lexicon)
            if agreed or (not texts and (named & once or (game and not again))):
                rest = tuple(own for own in found.unknown if own != at)
                kept = replace(found, context=found.context | {"coup": at}, unknown=rest)
                if texts and session is not None and not self._agree(at, [session]):
                    return without(kept, {session})  # those of the players of a coup
                return kept
        return found

    def _of_one_number(self, found: WideColumns) -> WideColumns:
        """The columns, of coups another than the one that is called so and never changes, if there
        is one.
        """
        at = found.context.get("coup")
        if at is None or len({*self._body.cells(at)}) != 1:
            return found
        other = [
            own
            for own in found.unknown
            if "coup" in meant_by(self._head, own, self._lexicon)
            if len({*self._body.cells(own)}) > 1 and _counts(self._body.cells(own))
        ]
        if len(other) != 1:
            return found
        rest = tuple(own for own in found.unknown if own not in other)
        return replace(found, context=found.context | {"coup": other[0]}, unknown=(*rest, at))

    def _tells_apart(self, at: int) -> bool:
        """True for texts that tell things apart, as the name of their column says."""
        called = normalise(self._head.names[at]).rpartition(" ")[2]
        return called in _KEYS and all(whole(own) is None for own in self._body.cells(at))

    def _is_of_coups(self, at: int, results: Sequence[int], found: WideColumns) -> bool:
        """True where the parts of a night are coups: rows of one tell the same result, or each of
        them has one card, and another column numbers the cards of each anew.
        """
        cells = [cell_at(row, at) for row in self._body.rows]
        runs = [own for own, last in pairwise([*cells, ""]) if own != last]
        if len(runs) < _SEVERAL or len({*runs}) < len(runs) or len(runs) * 2 > len(cells):
            return False
        if the_only_card(found.parts) is not None:
            return any(self._counts_anew(own, cells) for own in found.unknown)
        return bool(results) and self._agree(at, results)

    def _counts_anew(self, at: int, by: Sequence[str]) -> bool:
        numbers = [cell_at(row, at) for row in self._body.rows]
        follows = (
            own == ("1" if place == 0 or by[place] != by[place - 1] else str(int(last) + 1))
            for place, (last, own) in enumerate(pairwise(["0", *numbers]))
            if last.isdecimal()
        )
        return all(map(str.isdecimal, numbers)) and all(follows)

    def _agree(self, by: int, places: Iterable[int]) -> bool:
        """True where all rows of one number say the same in these columns."""
        return all(len(own) == 1 for at in places for own in self._by_number(by, at).values())

    def _by_number(self, by: int, at: int) -> dict[str, set[str]]:
        told: dict[str, set[str]] = defaultdict(set)
        for row in self._body.rows:
            told[cell_at(row, by)].add(cell_at(row, at))
        return told

    def staked(self, found: WideColumns) -> WideColumns:
        """The number that a stake is on, and the one that came out: this stands in each row, that
        where the stake is on a number.
        """
        stake = self._lexicon.word_for("amount")
        stakes = [part.at for part in found.parts if part.word == stake]
        field = next((own for word in self._lexicon.wide for own in word.fields), "")
        drawn = found.fields.get(field)
        both = stake is not None and field in self._lexicon.own_fields_of(stake.event)
        if drawn is None or not stakes or not both or field in found.context:
            return found
        places = [drawn, *(at for at in found.unknown if self._may_be(field, at))]
        rows = [row for row in self._body.rows if any(cell_at(row, at) for at in stakes)]
        full = [at for at in places if sum(bool(cell_at(r, at)) for r in rows) >= FULL * len(rows)]
        if len(full) > 1 and (by := found.context.get("coup")) is not None:
            full = [at for at in full if self._agree(by, [at])]
        fields = {name: at for name, at in found.fields.items() if name != field}
        rest = tuple(own for own in found.unknown if own not in places)
        staked = [at for at in places if at not in full]
        if len(places) <= 2 and len(full) <= 1 and len(staked) <= 1:
            context = found.context | dict(zip([field], staked, strict=False))
            fields |= dict(zip([field], full, strict=False))
            return replace(found, fields=fields, context=context, unknown=rest)
        named = self._head.quoted(places)
        self.remarks.append(
            f"? {named}: which is the number that came out, and which the one that a "
            "stake is on? None of them is used."
        )
        return replace(found, fields=fields, unknown=(*rest, *places))

    def _may_be(self, field: str, at: int) -> bool:
        cells = self._body.cells(at)
        named = field in meant_by(self._head, at, self._lexicon)
        return named and bool(cells) and all(reads(INTEGER, own, self._lexicon) for own in cells)


def _counts(cells: Sequence[str]) -> bool:
    """True for whole numbers that follow one another down the rows, or begin anew."""
    if not all(map(str.isdecimal, cells)):
        return False
    return all(int(own) - int(last) in (0, 1) or int(own) <= 1 for last, own in pairwise(cells))

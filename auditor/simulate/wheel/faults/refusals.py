"""Faults in refusing what a player may stake (47.20)."""

from __future__ import annotations

from random import Random

from auditor.simulate.common.edits import (
    Apply,
    beside,
    choose,
    insert_after,
    remove,
    whereabouts,
)
from auditor.simulate.protocol import Row
from auditor.simulate.wheel.faults.edits import (
    all_settled,
    amount_of,
    column_of,
    only,
    openings_by_table,
    stake_cells,
)


def refused(reason: str) -> Apply:
    """A refusal of what the player could well have added (47.20)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        openings = openings_by_table(rows)
        room = [
            item
            for item in all_settled(rows)
            if item.total() + amount_of(item.stake)
            <= amount_of(openings[whereabouts(item.stake)], column_of(item.stake))
        ]
        item = choose(rng, room)
        more = stake_cells(item.stake)
        refusal = beside(item.stake, "stake_refuse", **more, form="chip", reason=reason)
        insert_after(rows, item.stake, refusal)
        return [refusal, item.stake, openings[whereabouts(item.stake)]]

    return apply


def refused_as_laid(rows: list[Row], rng: Random) -> list[Row]:
    """A stake well within the maximum is laid, and pushed back as though above it (47.20)."""
    openings = openings_by_table(rows)
    within = [
        item
        for item in all_settled(rows)
        if only(item)
        and not item.won
        and 2 * amount_of(item.stake)
        <= amount_of(openings[whereabouts(item.stake)], column_of(item.stake))
    ]
    item = choose(rng, within)
    refusal = beside(item.stake, "stake_refuse", **stake_cells(item.stake), form="chip")
    refusal["reason"] = "over_maximum"
    insert_after(rows, item.stake, refusal)
    remove(rows, item.outcome)
    return [refusal, item.stake, openings[whereabouts(item.stake)]]

"""The eight rules by hand in Polars: read once, typed, split by kind of event, scopes numbered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from bench.eight.found import RANKS, WINNING, Plan, told

if TYPE_CHECKING:
    from polars.datatypes import DataTypeClass

WORD, WHOLE, SUM = pl.Categorical, pl.Int64, pl.Float64
PLACE = ("casino", "session", "table", "coup")
ODD = ("cancel", "stake_withdraw", "stake_change", "stake_refuse")
Places = list[tuple[object, ...]]


def read(path: Path, types: Mapping[str, DataTypeClass]) -> pl.DataFrame:
    """Only the columns that the rules need, with numbers for rows, sittings, devices and coups."""
    frame = pl.read_csv(
        path,
        columns=list(types),
        schema_overrides=types,
        infer_schema=False,
        quote_char=None,
        row_index_name="row",
    )
    casino, session, table = (
        pl.col(name).to_physical().cast(pl.Int64) for name in ("casino", "session", "table")
    )
    sitting = (casino * 4096 + session) * 4096 + table
    shoe = pl.col("shoe") if "shoe" in types else pl.lit(0)
    return frame.with_columns(
        pl.col("row").cast(pl.Int64),
        sitting=sitting,
        at_device=casino * 4096 + table,
        in_coup=(sitting * 256 + shoe) * 4096 + pl.col("coup"),
    )


def places(frame: pl.DataFrame) -> Places:
    return frame.select(PLACE).rows()


def of_kind(frame: pl.DataFrame, *kinds: str) -> pl.DataFrame:
    return frame.filter(pl.col("event").is_in(list(kinds)))


def is_(column: str, word: str) -> pl.Expr:
    return pl.col(column) == pl.lit(word)


def before(frame: pl.DataFrame, other: pl.DataFrame, *by: str, **named: str) -> pl.DataFrame:
    """Each row with some columns of the last of the others before it."""
    taken = other.select("row", *by, **named)
    return frame.join_asof(taken, on="row", by=list(by), check_sortedness=False)


def first_row(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    return frame.group_by("in_coup").agg(pl.col("row").min().alias(name))


def changed(opened: pl.DataFrame, maximum: str) -> pl.DataFrame:
    """Where the maximum leaves that of a device's first table_open, once for each device."""
    start = pl.col(maximum).first().over("at_device")
    other = opened.filter(pl.col(maximum) != start)
    return other.unique("at_device", keep="first", maintain_order=True)


def per_coup(frame: pl.DataFrame, *what: pl.Expr) -> pl.DataFrame:
    return frame.group_by("in_coup").agg(*what, pl.col(PLACE).first())


# ---- boule --------------------------------------------------------------------------------------
BOULE = {
    "casino": WORD,
    "season": WORD,
    "session": WORD,
    "table": WORD,
    "coup": WHOLE,
    "event": WORD,
    "minimum": SUM,
    "maximum_straight": SUM,
    "maximum_even": SUM,
    "player": WORD,
    "bet": WORD,
    "number": WHOLE,
    "amount": SUM,
}


def boule(path: Path) -> dict[str, Places]:
    frame = read(path, BOULE)
    stakes, pays, spins = (of_kind(frame, kind) for kind in ("stake", "pay", "spin"))
    opened, authorised = of_kind(frame, "table_open"), of_kind(frame, "authorisation")
    begun = of_kind(frame, "bets_open")
    straight = is_("bet", "straight")
    limited = before(
        stakes,
        opened,
        "sitting",
        least="minimum",
        straight_most="maximum_straight",
        even_most="maximum_even",
    )
    most = pl.when(straight).then("straight_most").otherwise("even_most")
    ratio = pl.col("maximum_straight") / pl.col("authorised")
    settled = settlement(stakes, pays, spins, of_kind(frame, *ODD))
    times = pl.when(straight).then(7).otherwise(1)
    due = pl.when(wins()).then(pl.col("staked") * times).otherwise(0)
    players = per_coup(stakes, pl.col("player").n_unique().alias("players"))
    return {
        "within-limits": places(limited.filter(~pl.col("amount").is_between("least", most))),
        "players-per-coup": places(players.filter(pl.col("players") > 12)),
        "nothing-after-the-spin": places(
            stakes.join(first_row(spins, "spun"), on="in_coup").filter(
                pl.col("row") > pl.col("spun")
            )
        ),
        "maximum-ratio": places(
            before(opened, authorised, "casino", "season", authorised="minimum").filter(
                ~ratio.is_between(40, 100)
            )
        ),
        "maximum-constant": places(changed(opened, "maximum_straight")),
        "payout": places(settled.filter(pl.col("paid") != due)),
        "five-takes-the-even-chances": places(
            settled.filter((pl.col("result") == 5) & ~straight & (pl.col("paid") != 0))
        ),
        "coups-follow": places(
            begun.filter(pl.col("coup") != pl.col("coup").shift(1).over("sitting") + 1)
        ),
    }


def wins() -> pl.Expr:
    found = is_("bet", "straight") & (pl.col("number") == pl.col("result"))
    for name, numbers in WINNING.items():
        found |= is_("bet", name) & pl.col("result").is_in(list(numbers))
    return found.fill_null(value=False)


def settlement(
    stakes: pl.DataFrame, pays: pl.DataFrame, spins: pl.DataFrame, odd: pl.DataFrame
) -> pl.DataFrame:
    """What each player staked and was paid on one number or chance of a plain coup."""
    key = ("in_coup", "player", "bet", "number")
    both = pl.concat(
        [
            stakes.select(*key, *PLACE, staked="amount", paid=pl.lit(0.0)),
            pays.select(*key, *PLACE, staked=pl.lit(0.0), paid="amount"),
        ]
    )
    summed = both.group_by(key).agg(pl.col("staked", "paid").sum(), pl.col(PLACE).first())
    result = spins.group_by("in_coup").agg(pl.col("number").last().alias("result"))
    return summed.join(result, on="in_coup").join(odd, on="in_coup", how="anti")


# ---- bataille -----------------------------------------------------------------------------------
BATAILLE = {
    "casino": WORD,
    "session": WORD,
    "table": WORD,
    "shoe": WHOLE,
    "coup": WHOLE,
    "event": WORD,
    "minimum": SUM,
    "maximum": SUM,
    "spots": WHOLE,
    "seat": WHOLE,
    "player": WORD,
    "bet": WORD,
    "amount": SUM,
    "device": WORD,
    "to": WORD,
    "card": WORD,
}


def bataille(path: Path) -> dict[str, Places]:
    frame = read(path, BATAILLE)
    stakes, pays, deals, burns = (of_kind(frame, k) for k in ("stake", "pay", "deal", "burn"))
    opened, odd = of_kind(frame, "table_open"), of_kind(frame, *ODD)
    closed = first_row(of_kind(frame, "no_more_bets"), "closed")
    mains = stakes.filter(is_("bet", "main"))
    limited = before(stakes, opened, "sitting", least="minimum", most="maximum")
    plain = stakes.filter(~is_("bet", "war")).join(odd, on="in_coup", how="anti")
    hands = per_coup(mains, seats().alias("hands"), pl.col("sitting").first())
    spots = opened.group_by("sitting").agg(pl.col("spots").last())
    ratio = pl.col("maximum") / pl.col("minimum")
    settled = compared(mains, pays, deals).join(odd, on="in_coup", how="anti")
    own, bank = rank("card"), rank("bank")
    due = pl.when(own > bank).then("staked").otherwise(0)
    return {
        "within-limits": places(limited.filter(~pl.col("amount").is_between("least", "most"))),
        "hands-per-coup": places(
            hands.join(odd, on="in_coup", how="anti")
            .join(spots, on="sitting")
            .filter(pl.col("hands").bitwise_count_ones() > pl.col("spots"))
        ),
        "nothing-after-the-close": places(
            plain.join(closed, on="in_coup").filter(pl.col("row") > pl.col("closed"))
        ),
        "maximum-ratio": places(opened.filter(~ratio.is_between(20, 100))),
        "maximum-constant": places(changed(opened, "maximum")),
        "payout": places(settled.filter((own != bank) & (pl.col("paid") != due))),
        "five-burned": places(burned(frame, deals, burns)),
        "nth-card-to-the-nth-hand": places(
            misplaced(deals.join(odd, on="in_coup", how="anti"), hands)
        ),
    }


def seats() -> pl.Expr:
    """The seats of a group as bits."""
    return pl.lit(1).cast(pl.Int64).mul(pl.lit(2).cast(pl.Int64).pow(pl.col("seat"))).bitwise_or()


def rank(column: str) -> pl.Expr:
    name = pl.col(column).cast(pl.String).str.head(-1)
    return name.replace_strict(RANKS, default=None, return_dtype=pl.Int8)


def compared(mains: pl.DataFrame, pays: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """What each player staked on a hand and was paid, with its first card and the dealer's."""
    key = ("in_coup", "seat", "player")
    both = pl.concat(
        [
            mains.select(*key, *PLACE, staked="amount", paid=pl.lit(0.0)),
            pays.filter(is_("bet", "main")).select(*key, *PLACE, staked=pl.lit(0.0), paid="amount"),
        ]
    )
    summed = both.group_by(key).agg(pl.col("staked", "paid").sum(), pl.col(PLACE).first())
    own = deals.filter(is_("to", "player")).group_by("in_coup", "seat").agg(pl.col("card").first())
    bank = deals.filter(is_("to", "dealer")).group_by("in_coup").agg(bank=pl.col("card").first())
    return summed.join(own, on=["in_coup", "seat"]).join(bank, on="in_coup")


def burned(frame: pl.DataFrame, deals: pl.DataFrame, burns: pl.DataFrame) -> pl.DataFrame:
    """Shoes of which not five cards were burned before the first was dealt."""
    key = ["sitting", "shoe"]
    begun = deals.group_by(key).agg(
        pl.col("row").min().alias("begun"), pl.col("casino", "session", "table").first()
    )
    loaded = of_kind(frame, "load").group_by(key).agg(pl.col("device").first())
    early = burns.join(begun, on=key).filter(pl.col("row") < pl.col("begun"))
    count = early.group_by(key).agg(pl.len().alias("burned"))
    shoes = begun.join(loaded, on=key).join(count, on=key, how="left")
    other = (pl.col("burned").fill_null(0) != 5) & ~is_("device", "continuous")
    return shoes.filter(other).with_columns(coup=None)


def misplaced(deals: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """Cards of a first deal that go to another than the hand whose turn it is."""
    placed = deals.join(hands.select("in_coup", "hands"), on="in_coup").with_columns(
        place=pl.col("row").rank("ordinal").over("in_coup").cast(pl.Int64),
        count=pl.col("hands").bitwise_count_ones().cast(pl.Int64),
    )
    lower = pl.lit(2).cast(pl.Int64).pow(pl.col("seat")) - 1
    behind = (pl.col("hands") & lower).bitwise_count_ones().cast(pl.Int64)
    right = is_("to", "player") & (behind == pl.col("place") - 1).fill_null(value=False)
    hand = pl.when(pl.col("place") <= pl.col("count")).then(right).otherwise(is_("to", "dealer"))
    return placed.filter((pl.col("place") <= pl.col("count") + 1) & ~hand)


PLANS: dict[str, Plan] = {"boule": boule, "bataille": bataille}

if __name__ == "__main__":
    told(PLANS)

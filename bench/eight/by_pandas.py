"""The eight rules by hand in pandas: whole columns, merges and groups."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from bench.eight.found import RANKS, WINNING, Plan, told

Places = list[tuple[object, ...]]
SITTING = ["casino", "session", "table"]
COUP = [*SITTING, "shoe", "coup"]
ODD = ("cancel", "stake_withdraw", "stake_change", "stake_refuse")


def read(path: Path) -> pd.DataFrame:
    log = pd.read_csv(path, low_memory=False, dtype={"event": "category", "text": "str"})
    if "shoe" not in log:
        log["shoe"] = 0
    log["row"] = np.arange(len(log))
    return log


def places(frame: pd.DataFrame) -> Places:
    return list(frame[[*SITTING, "coup"]].itertuples(index=False, name=None))


def before(
    rows: pd.DataFrame, others: pd.DataFrame, by: list[str], columns: list[str]
) -> pd.DataFrame:
    """Each row with some columns of the last of the others before it."""
    right = others[["row", *by, *columns]].rename(
        columns={name: f"{name}_then" for name in columns}
    )
    return pd.merge_asof(rows, right, on="row", by=by, allow_exact_matches=False)


def kind(log: pd.DataFrame, *kinds: str) -> pd.DataFrame:
    return log[log["event"].isin(kinds)]


def without(rows: pd.DataFrame, odd: pd.DataFrame) -> pd.DataFrame:
    """The rows of plain coups."""
    marked = rows.merge(odd[COUP].drop_duplicates(), on=COUP, how="left", indicator=True)
    return marked[marked["_merge"] == "left_only"]


def changed(opened: pd.DataFrame, device: list[str], maximum: str) -> pd.DataFrame:
    start = opened.groupby(device)[maximum].transform("first")
    return opened[opened[maximum] != start].drop_duplicates(device)


def summed(log: pd.DataFrame, key: list[str]) -> pd.DataFrame:
    """What was staked and paid for each key; an empty cell is a key like any other."""
    both = kind(log, "stake", "pay")
    staked = both["event"] == "stake"
    both = both.assign(
        staked=both["amount"].where(staked, 0), paid=both["amount"].where(~staked, 0)
    )
    return both.groupby(key, dropna=False, as_index=False)[["staked", "paid"]].sum()


# ---- boule --------------------------------------------------------------------------------------
def boule(path: Path) -> dict[str, Places]:
    log = read(path)
    stakes, opened, spins = kind(log, "stake"), kind(log, "table_open"), kind(log, "spin")
    limits = before(stakes, opened, SITTING, ["minimum", "maximum_straight", "maximum_even"])
    most = limits["maximum_straight_then"].where(
        limits["bet"] == "straight", limits["maximum_even_then"]
    )
    players = stakes.groupby(COUP, as_index=False).agg(player=("player", "nunique"))
    spun = spins.groupby(COUP, as_index=False).agg(spun=("row", "min"), result=("number", "last"))
    late = stakes.merge(spun, on=COUP)
    ratio = before(opened, kind(log, "authorisation"), ["casino", "season"], ["minimum"])
    times = ratio["maximum_straight"] / ratio["minimum_then"]
    settled = without(
        summed(log, [*COUP, "player", "bet", "number"]).merge(spun, on=COUP), kind(log, *ODD)
    )
    straight = settled["bet"] == "straight"
    wins = straight & (settled["number"] == settled["result"])
    for name, numbers in WINNING.items():
        wins |= (settled["bet"] == name) & settled["result"].isin(numbers)
    due = (settled["staked"] * np.where(straight, 7, 1)).where(wins, 0)
    begun = kind(log, "bets_open")
    return {
        "within-limits": places(
            limits[(limits["amount"] < limits["minimum_then"]) | (limits["amount"] > most)]
        ),
        "players-per-coup": places(players[players["player"] > 12]),
        "nothing-after-the-spin": places(late[late["row"] > late["spun"]]),
        "maximum-ratio": places(ratio[(times < 40) | (times > 100)]),
        "maximum-constant": places(
            changed(opened, ["casino", "season", "table"], "maximum_straight")
        ),
        "payout": places(settled[settled["paid"] != due]),
        "five-takes-the-even-chances": places(
            settled[(settled["result"] == 5) & ~straight & (settled["paid"] != 0)]
        ),
        "coups-follow": places(begun[begun.groupby(SITTING)["coup"].diff().fillna(1) != 1]),
    }


# ---- bataille -----------------------------------------------------------------------------------
def bataille(path: Path) -> dict[str, Places]:
    log = read(path)
    stakes, opened, deals = kind(log, "stake"), kind(log, "table_open"), kind(log, "deal")
    odd = kind(log, *ODD)
    limits = before(stakes, opened, SITTING, ["minimum", "maximum"])
    mains = stakes[stakes["bet"] == "main"]
    hands = mains.groupby(COUP, as_index=False).agg(hands=("seat", "nunique"))
    spots = opened.groupby(SITTING, as_index=False)["spots"].last()
    crowded = without(hands, odd).merge(spots, on=SITTING)
    closed = kind(log, "no_more_bets").groupby(COUP, as_index=False).agg(closed=("row", "min"))
    timely = without(stakes[stakes["bet"] != "war"], odd).merge(closed, on=COUP)
    ratio = opened["maximum"] / opened["minimum"]
    return {
        "within-limits": places(
            limits[
                (limits["amount"] < limits["minimum_then"])
                | (limits["amount"] > limits["maximum_then"])
            ]
        ),
        "hands-per-coup": places(crowded[crowded["hands"] > crowded["spots"]]),
        "nothing-after-the-close": places(timely[timely["row"] > timely["closed"]]),
        "maximum-ratio": places(opened[(ratio < 20) | (ratio > 100)]),
        "maximum-constant": places(changed(opened, ["casino", "table"], "maximum")),
        "payout": places(mispaid(log, deals, odd)),
        "five-burned": places(burned(log, deals)),
        "nth-card-to-the-nth-hand": places(misplaced(without(deals, odd), mains, hands)),
    }


def mispaid(log: pd.DataFrame, deals: pd.DataFrame, odd: pd.DataFrame) -> pd.DataFrame:
    rank = deals.assign(rank=deals["card"].str[:-1].map(RANKS))
    to = rank["to"]
    own = rank[to == "player"].groupby([*COUP, "seat"], as_index=False).agg(own=("rank", "first"))
    bank = rank[to == "dealer"].groupby(COUP, as_index=False).agg(bank=("rank", "first"))
    settled = summed(log[log["bet"] == "main"], [*COUP, "seat", "player"])
    settled = without(settled.merge(own, on=[*COUP, "seat"]).merge(bank, on=COUP), odd)
    due = settled["staked"].where(settled["own"] > settled["bank"], 0)
    return settled[(settled["own"] != settled["bank"]) & (settled["paid"] != due)]


def burned(log: pd.DataFrame, deals: pd.DataFrame) -> pd.DataFrame:
    """Shoes of which not five cards were burned before the first was dealt."""
    shoe = [*SITTING, "shoe"]
    begun = deals.groupby(shoe, as_index=False).agg(begun=("row", "min"))
    loaded = kind(log, "load").groupby(shoe, as_index=False)["device"].first()
    shoes = begun.merge(loaded, on=shoe)
    early = kind(log, "burn").merge(begun, on=shoe)
    early = early[early["row"] < early["begun"]].groupby(shoe, as_index=False).size()
    shoes = shoes.merge(early, on=shoe, how="left")
    other = (shoes["size"].fillna(0) != 5) & (shoes["device"] != "continuous")
    found: pd.DataFrame = shoes[other].assign(coup=None)
    return found


def misplaced(deals: pd.DataFrame, mains: pd.DataFrame, hands: pd.DataFrame) -> pd.DataFrame:
    """Cards of a first deal that go to another than the hand whose turn it is."""
    bits = mains.drop_duplicates([*COUP, "seat"]).assign(
        bit=lambda own: 2 ** own["seat"].astype(int)
    )
    taken = bits.groupby(COUP, as_index=False)["bit"].sum()
    placed = deals.drop(columns="_merge").merge(hands, on=COUP).merge(taken, on=COUP)
    place = placed.groupby(COUP).cumcount() + 1
    lower = (2 ** placed["seat"].fillna(0).astype(int) - 1) & placed["bit"]
    behind = np.bitwise_count(lower.to_numpy())
    right = (placed["to"] == "player") & (behind == place - 1) & placed["seat"].notna()
    hand = right.where(place <= placed["hands"], placed["to"] == "dealer")
    found: pd.DataFrame = placed[(place <= placed["hands"] + 1) & ~hand]
    return found


PLANS: dict[str, Plan] = {"boule": boule, "bataille": bataille}

if __name__ == "__main__":
    told(PLANS)

"""The eight rules by hand in SQL on DuckDB: read once into a table, then one query a rule."""

from __future__ import annotations

from pathlib import Path

import duckdb

from bench.eight.found import RANKS, WINNING, Plan, told

Places = list[tuple[object, ...]]

SITTING = "casino, session, table_"
COUP = f"{SITTING}, shoe, coup"

PREPARE = f"""
create temp view opened as select * from log where event = 'table_open';
create temp view stakes as select * from log where event = 'stake';
create temp table odd as select distinct {COUP} from log
    where event in ('cancel', 'stake_withdraw', 'stake_change', 'stake_refuse');
"""

BOULE = {
    "within-limits": """
        select s.casino, s.session, s.table_, s.coup
        from stakes s asof join opened o
            on s.casino = o.casino and s.session = o.session and s.table_ = o.table_
            and s.row > o.row
        where s.amount < o.minimum or s.amount >
            case when s.bet = 'straight' then o.maximum_straight else o.maximum_even end
    """,
    "players-per-coup": f"""
        select {SITTING}, coup from stakes
        group by {COUP} having count(distinct player) > 12
    """,
    "nothing-after-the-spin": f"""
        select {SITTING}, coup from stakes
        join (select {COUP}, min(row) as spun from log where event = 'spin' group by {COUP})
            using ({COUP})
        where row > spun
    """,
    "maximum-ratio": """
        select o.casino, o.session, o.table_, o.coup
        from opened o asof join (select * from log where event = 'authorisation') a
            on o.casino = a.casino and o.season = a.season and o.row > a.row
        where not o.maximum_straight / a.minimum between 40 and 100
    """,
    "maximum-constant": """
        select casino, session, table_, coup from (
            select *, first_value(maximum_straight)
                over (partition by casino, season, table_ order by row) as start from opened)
        where maximum_straight != start
        qualify row = min(row) over (partition by casino, season, table_)
    """,
    "payout": """
        select casino, session, table_, coup from settled
        where paid != case when wins
            then staked * case when bet = 'straight' then 7 else 1 end else 0 end
    """,
    "five-takes-the-even-chances": """
        select casino, session, table_, coup from settled
        where result = 5 and bet != 'straight' and paid != 0
    """,
    "coups-follow": f"""
        select {SITTING}, coup from log where event = 'bets_open'
        qualify coup != lag(coup) over (partition by {SITTING} order by row) + 1
    """,
}

WINS = " or ".join(f"bet = '{name}' and result in {numbers}" for name, numbers in WINNING.items())
SETTLED = f"""
create temp table settled as
    select *, coalesce(bet = 'straight' and number = result or {WINS}, false) as wins
    from (
        select {COUP}, player, bet, number,
            coalesce(sum(amount) filter (event = 'stake'), 0) as staked,
            coalesce(sum(amount) filter (event = 'pay'), 0) as paid
        from log where event in ('stake', 'pay') group by {COUP}, player, bet, number)
    join (
        select {COUP}, arg_max(number, row) as result from log where event = 'spin' group by {COUP})
        using ({COUP})
    anti join odd using ({COUP});
"""

BATAILLE = {
    "within-limits": """
        select s.casino, s.session, s.table_, s.coup
        from stakes s asof join opened o
            on s.casino = o.casino and s.session = o.session and s.table_ = o.table_
            and s.row > o.row
        where not s.amount between o.minimum and o.maximum
    """,
    "hands-per-coup": f"""
        select {SITTING}, coup from hands anti join odd using ({COUP})
        join (select {SITTING}, arg_max(spots, row) as spots from opened group by {SITTING})
            using ({SITTING})
        where hands > spots
    """,
    "nothing-after-the-close": f"""
        select {SITTING}, coup from stakes anti join odd using ({COUP})
        join (
            select {COUP}, min(row) as closed from log where event = 'no_more_bets' group by {COUP})
            using ({COUP})
        where bet != 'war' and row > closed
    """,
    "maximum-ratio": """
        select casino, session, table_, coup from opened
        where not maximum / minimum between 20 and 100
    """,
    "maximum-constant": """
        select casino, session, table_, coup from (
            select *, first_value(maximum) over (partition by casino, table_ order by row) as start
            from opened)
        where maximum != start
        qualify row = min(row) over (partition by casino, table_)
    """,
    "payout": f"""
        select {SITTING}, coup from (
            select {COUP}, seat, player,
                coalesce(sum(amount) filter (event = 'stake'), 0) as staked,
                coalesce(sum(amount) filter (event = 'pay'), 0) as paid
            from log where event in ('stake', 'pay') and bet = 'main' group by {COUP}, seat, player)
        join (select {COUP}, seat, arg_min(rank, row) as own from deals
              where to_ = 'player' group by {COUP}, seat) using ({COUP}, seat)
        join (select {COUP}, arg_min(rank, row) as bank from deals
              where to_ = 'dealer' group by {COUP}) using ({COUP})
        anti join odd using ({COUP})
        where own != bank and paid != case when own > bank then staked else 0 end
    """,
    "five-burned": f"""
        select {SITTING}, null as coup
        from (select {SITTING}, shoe, min(row) as begun from deals group by {SITTING}, shoe)
        join (select {SITTING}, shoe, arg_min(device, row) as device from log
              where event = 'load' group by {SITTING}, shoe) using ({SITTING}, shoe)
        left join (select {SITTING}, shoe, row from log where event = 'burn')
            using ({SITTING}, shoe)
        where device != 'continuous'
        group by {SITTING}, shoe having count(*) filter (row < begun) != 5
    """,
    "nth-card-to-the-nth-hand": f"""
        select {SITTING}, coup from (
            select *, row_number() over (partition by {COUP} order by row) as place
            from deals anti join odd using ({COUP}) join hands using ({COUP}))
        where place <= hands + 1 and not case when place <= hands
            then coalesce(to_ = 'player'
                and place - 1 = bit_count(taken & ((1 << seat) - 1)), false)
            else to_ = 'dealer' end
    """,
}

RANK = " ".join(f"when '{name}' then {at}" for name, at in RANKS.items())
HANDS = f"""
create temp table hands as
    select {COUP}, bit_or((1 << seat)::int) as taken, count(distinct seat) as hands
    from stakes where bet = 'main' group by {COUP};
create temp table deals as
    select *, case left(card, -1) {RANK} end as rank from log where event = 'deal';
"""


BOULE_COLUMNS = '* rename ("table" as table_), 0 as shoe'
BATAILLE_COLUMNS = '* rename ("table" as table_, "to" as to_)'


def plan(columns: str, tables: str, queries: dict[str, str]) -> Plan:
    def found(path: Path) -> dict[str, Places]:
        link = duckdb.connect()
        read = f"read_csv('{path}', header = true, sample_size = 20000)"
        link.execute(
            f"create temp table log as select row_number() over () as row, {columns} from {read}"
        )
        link.execute(PREPARE + tables)
        return {rule: link.execute(query).fetchall() for rule, query in queries.items()}

    return found


PLANS: dict[str, Plan] = {
    "boule": plan(BOULE_COLUMNS, SETTLED, BOULE),
    "bataille": plan(BATAILLE_COLUMNS, HANDS, BATAILLE),
}

if __name__ == "__main__":
    told(PLANS)

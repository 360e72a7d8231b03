"""Stakes that are lawful by the words of article 55-19, .8 to .16, .30 and .31."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from auditor.simulate.bataille.faults.edits import by_player, price, set_price
from auditor.simulate.bataille.faults.places import STRANGER
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, a_hand, coups, sittings
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before
from auditor.simulate.common.money import text_of
from auditor.simulate.common.places import situation
from auditor.simulate.protocol import Row


def _simple(coup: Coup, hand: PlayedHand) -> bool:
    """One stake of its own player, placed once and never refused."""
    stake = hand.mains[0]
    return (
        len(hand.mains) == 1
        and coup.unchanged(stake)
        and not coup.money("stake_refuse", stake)
        and not coup.money("stake_withdraw", stake)
    )


def _refuses(rows: list[Row], stake: Row, reason: str, **cells: str) -> list[Row]:
    """Laid before the stake, and pushed back by the croupier."""
    laid = stake | cells
    refused = beside(stake, "stake_refuse", **{**cells_of(laid), "reason": reason})
    insert_before(rows, stake, laid, refused)
    return [laid, refused]


def cells_of(stake: Row) -> dict[str, str]:
    names = ("seat", "player", "standing", "bet", "amount", "form", "agreed")
    return {name: stake[name] for name in names if stake.get(name)}


def over_maximum_refused(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _simple)
    amount = text_of(coup.maximum + coup.minimum)
    return _refuses(rows, hand.mains[0], "over_maximum", amount=amount)


def raise_refused(rows: list[Row], rng: Random) -> list[Row]:
    """Raised above the maximum, and the raise pushed back: what lay there before stays."""
    coup, hand = a_hand(rows, rng, _simple)
    stake = hand.mains[0]
    cells = cells_of(stake) | {"amount": text_of(coup.maximum + coup.minimum)}
    raised = beside(stake, "stake_change", **cells)
    refused = beside(stake, "stake_refuse", **{**cells, "reason": "over_maximum"})
    insert_after(rows, stake, raised, refused)
    return [raised, refused]


def cash_refused(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _simple)
    amount = text_of(coup.minimum * 3 / 2 + 1)
    return _refuses(rows, hand.mains[0], "other", form="cash", amount=amount)


def credit_refused(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _simple)
    amount = text_of(coup.minimum * 3 / 2 + 1)
    return _refuses(rows, hand.mains[0], "other", form="credit", amount=amount)


def standing_refused_without_chief(rows: list[Row], rng: Random) -> list[Row]:
    _, hand = a_hand(rows, rng, lambda coup, hand: _simple(coup, hand) and not coup.chiefs)
    cells = {"player": STRANGER, "standing": "true", "agreed": "false"}
    return _refuses(rows, hand.mains[0], "other", **cells)


def red_refused(rows: list[Row], rng: Random) -> list[Row]:
    _, hand = a_hand(rows, rng, _simple)
    return _refuses(rows, hand.mains[0], "other", bet="red")


def topped_up(rows: list[Row], rng: Random) -> list[Row]:
    """Less than the minimum at first, and the rest added before the close."""
    coup, hand = a_hand(
        rows, rng, lambda coup, hand: _simple(coup, hand) and price(hand.mains[0]) == coup.minimum
    )
    stake = hand.mains[0]
    rest = dict(stake)
    set_price(stake, coup.minimum / 4)
    set_price(rest, coup.minimum - coup.minimum / 4)
    insert_after(rows, stake, rest)
    return [stake, rest]


def taken_off_when_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, lambda coup, hand: _simple(coup, hand) and hand.margin > 0)
    [paid] = coup.money("pay", hand.mains[0])
    cells = {name: paid[name] for name in ("seat", "player", "bet")}
    off = by_player(paid, "stake_withdraw", **cells)
    insert_after(rows, paid, off)
    return [off, paid]


def taken_off_when_void(rows: list[Row], rng: Random) -> list[Row]:
    """A war that is tied leaves both stakes to the player, who takes them."""
    coup, hand = a_hand(
        rows,
        rng,
        lambda _, hand: (
            hand.choice == "war" and hand.war_margin == 0 and len(hand.mains) == 1 and not hand.ties
        ),
    )
    last = coup.of("deal", to="dealer")[-1]
    stake = hand.mains[0]
    cells = {name: stake[name] for name in ("seat", "player")}
    off = [by_player(last, "stake_withdraw", **cells, bet=bet) for bet in ("main", "war")]
    insert_after(rows, last, *off)
    return off


def chief_of_another_table(rows: list[Row], rng: Random) -> list[Row]:
    """He is in the room, and his own table is the one that the log names for him."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.of("stake", standing="true")))
    where = {name: coup.opened[name] for name in ("casino", "session", "table")}
    moved = [
        row
        for row in rows
        if row["event"] in {"chief_arrive", "chief_leave"}
        and all(row.get(name) == where[name] for name in where)
    ]
    for row in moved:
        row["table"], row["shoe"] = "BA0", ""
    return [*moved, *coup.of("stake", standing="true")]


def joins_a_hand_on_a_vacant_spot(rows: list[Row], rng: Random) -> list[Row]:
    """The hand of a seated player who plays a vacant spot too."""

    def joined(coup: Coup, hand: PlayedHand) -> bool:
        vacant = hand.seat not in coup.seated and bool(coup.chiefs)
        return vacant and _simple(coup, hand) and price(hand.mains[0]) * 2 <= coup.maximum

    coup, hand = a_hand(rows, rng, joined)
    owner, made = hand.mains[0]["player"], []
    for row in coup.rows:
        mine = row.get("seat") == hand.seat and row.get("player") == owner
        if mine and row.get("bet") in {"main", "war"}:
            made.append(dict(row, player=STRANGER))
            if row["event"] == "stake":
                made[-1] |= {"standing": "true", "agreed": "true"}
            insert_after(rows, row, made[-1])
    return made


def tie_bet_of_its_own_limits(rows: list[Row], rng: Random) -> list[Row]:
    """Below the table's minimum, and within what is posted for the tie bet."""
    tables = [s for s in sittings(rows) if any(c.of("stake", bet="tie") for c in coups(s))]
    sitting = choose(rng, tables)
    [opened] = [row for row in sitting if row["event"] == "table_open"]
    opened["tie_minimum"] = text_of(Decimal(opened["minimum"]) / 2)
    opened["tie_maximum"] = opened["maximum"]
    tied = [
        (coup, tie)
        for coup in coups(sitting)
        for hand in coup.hands
        for tie in hand.ties
        if coup.unchanged(tie)
    ]
    coup, tie = choose(rng, tied)
    for event in ("stake", "pay", "collect", "give_back"):
        for row in coup.money(event, tie):
            set_price(
                row, price(row) * coup.minimum / 2 / price(tie) if row is not tie else price(row)
            )
    set_price(tie, coup.minimum / 2)
    return [tie, opened]


def standing_stake_stays(rows: list[Row], rng: Random) -> list[Row]:
    """The seated player goes to war; who stands behind him leaves his stake as it is."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war" and len(hand.mains) > 1)
    behind = hand.mains[1]
    gone = [
        row
        for event in ("stake", "collect", "give_back")
        for row in coup.money(event, behind, "war")
    ]
    rows[:] = [row for row in rows if all(row is not each for each in gone)]
    return [behind, *coup.of("choice", seat=hand.seat)]


def war_stake_put_right(rows: list[Row], rng: Random) -> list[Row]:
    """Half is laid for the war, and it is made up before a card is burned."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "war")
    stake = coup.money("stake", hand.mains[0], "war")[0]
    change = dict(stake, event="stake_change")
    set_price(stake, price(stake) / 2)
    insert_after(rows, stake, change)
    return [stake, change]


def seat_left_and_taken(rows: list[Row], rng: Random) -> list[Row]:
    """One player goes, another takes the place at once, and both before bets are opened."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.seated))
    [opening] = coup.of("bets_open")
    seat, player = rng.choice(sorted(coup.seated.items()))
    moves = [("leave", player), ("sit", STRANGER), ("leave", STRANGER), ("sit", player)]
    made = [
        by_player(opening, kind, shoe="", coup="", seat=seat, player=who) for kind, who in moves
    ]
    insert_before(rows, opening, *made)
    return made


SITUATIONS = (
    situation(
        "over-maximum-refused", "55-19.14", "a stake too high is refused before the close"
    ).by(over_maximum_refused),
    situation("raise-refused", "55-19.14", "a stake is raised too high, and the raise refused").by(
        raise_refused
    ),
    situation("cash-refused", "55-19.15", "cash is refused").by(cash_refused),
    situation("credit-refused", "55-19.16", "a stake on credit is refused").by(credit_refused),
    situation(
        "standing-refused", "55-19.10 55-19.11", "a standing player is refused: no chief is there"
    ).by(standing_refused_without_chief),
    situation("other-bet-refused", "55-19.30", "a bet that the game does not have is refused").by(
        red_refused
    ),
    situation("topped-up", "55-19.14", "a stake below the minimum is made up before the close").by(
        topped_up
    ),
    situation("taken-off-when-paid", "55-19.15", "a winner takes his stake off once he is paid").by(
        taken_off_when_paid
    ),
    situation(
        "taken-off-when-void", "55-19.15 55-19.27", "both stakes of a void war are taken off"
    ).by(taken_off_when_void),
    situation("chief-of-another-table", "55-19.11", "the chief in the room is another table's").by(
        chief_of_another_table
    ),
    situation(
        "joined-on-a-vacant-spot",
        "55-19.9 55-19.10",
        "a standing player joins a seated player's hand on a vacant spot",
    ).by(joins_a_hand_on_a_vacant_spot),
    situation(
        "tie-limits-of-their-own", "55-19.31", "the tie bet has lower limits than the table"
    ).by(tie_bet_of_its_own_limits),
    situation(
        "standing-stake-stays", "55-19.10 55-19.25", "a standing player does not add to a war"
    ).by(standing_stake_stays),
    situation(
        "war-stake-put-right", "55-19.25", "the extra stake is made up before a card is burned"
    ).by(war_stake_put_right),
    situation("seat-left-and-taken", "55-19.8", "a place is left and taken at once").by(
        seat_left_and_taken
    ),
)

"""Stakes that are lawful by the words of article 55-19, .8 to .16, .30 and .31."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.bataille.faults.edits import by_player, price, set_price
from auditor_simulators.bataille.faults.hands import STANDING_STAKES
from auditor_simulators.bataille.faults.places import (
    STRANGER,
    AtHand,
    at_war,
    by_its_player,
    coup_with,
    hand_with,
    laid_once,
    money,
    on_seat,
    stake,
    vacant,
    war_tied,
    with_chief,
    won,
)
from auditor_simulators.bataille.faults.situations import Coup, coups, sittings
from auditor_simulators.bataille.faults.words import doubled
from auditor_simulators.common.edits import beside, choose, insert_after, insert_before
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import (
    Edit,
    chosen,
    copied,
    drop,
    situation,
    some,
    told,
)
from auditor_simulators.protocol import Row


def cells_of(laid: Row) -> dict[str, str]:
    names = ("seat", "player", "standing", "bet", "amount", "form", "agreed")
    return {name: laid[name] for name in names if laid.get(name)}


def _too_much(coup: Coup) -> Decimal:
    return coup.maximum + coup.minimum


def _odd(coup: Coup) -> Decimal:
    return coup.minimum * 3 / 2 + 1


def _refused(
    reason: str, amount: Callable[[Coup], Decimal] | None = None, **cells: str
) -> Edit[AtHand]:
    """Such a stake is laid before the hand's own, and pushed back by the croupier."""

    def edit(place: AtHand) -> None:
        laid = place.stake | cells
        if amount:
            laid["amount"] = text_of(amount(place.coup))
        refused = beside(place.stake, "stake_refuse", **cells_of(laid) | {"reason": reason})
        place.told += [laid, refused]
        insert_before(place.log, place.stake, *place.told)

    return edit


def _raise_refused(place: AtHand) -> None:
    """Raised above the maximum, and the raise pushed back: what lay there before stays."""
    cells = cells_of(place.stake) | {"amount": text_of(_too_much(place.coup))}
    refused = beside(place.stake, "stake_refuse", **cells, reason="over_maximum")
    place.told += [beside(place.stake, "stake_change", **cells), refused]
    insert_after(place.log, place.stake, *place.told)


def _nobody_in_charge(place: AtHand) -> bool:
    return not place.coup.chiefs


def _at_the_minimum(place: AtHand) -> bool:
    return price(place.stake) == place.coup.minimum


def _topped_up(place: AtHand) -> None:
    """Less than the minimum at first, and the rest added before the close."""
    least = place.coup.minimum
    copied(stake)(place)
    set_price(place.stake, least / 4)
    set_price(place.told[0], least - least / 4)


def _one_void_stake(place: AtHand) -> bool:
    return war_tied(place) and len(place.hand.mains) == 1 and not place.hand.ties


def _both_taken_off(place: AtHand) -> None:
    """A war that is tied leaves both stakes to the player, who takes them."""
    drawn_last = place.coup.of("deal", to="dealer")[-1]
    cells = {name: place.stake[name] for name in ("seat", "player")}
    place.told += [
        by_player(drawn_last, "stake_withdraw", **cells, bet=bet) for bet in ("main", "war")
    ]
    insert_after(place.log, drawn_last, *place.told)


def _of_another_table(place: AtHand) -> None:
    """The chief is in the room, and his own table is the one that the log names for him."""
    where = {name: place.coup.opened[name] for name in ("casino", "session", "table")}
    for row in place.log:
        here = all(row.get(name) == where[name] for name in where)
        if here and row["event"] in {"chief_arrive", "chief_leave"}:
            row["table"], row["shoe"] = "BA0", ""
            place.told.append(row)


def _fits_twice(place: AtHand) -> bool:
    return laid_once(place) and price(place.stake) * 2 <= place.coup.maximum


def _joined(place: AtHand) -> None:
    """The hand of a seated player who plays a vacant spot too."""
    doubled(place, STRANGER)
    for row in chosen(place.told, "stake"):
        row |= {"standing": "true", "agreed": "true"}


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


def _somebody_behind(place: AtHand) -> bool:
    return len(place.hand.mains) > 1


def _stays(place: AtHand) -> None:
    """The seated player goes to war; who stands behind him leaves his stake as it is."""
    place.stake = place.hand.mains[1]
    drop(money("stake", "war"), money("collect", "war"), money("give_back", "war"))(place)
    place.told.append(place.stake)


def _made_up(place: AtHand) -> None:
    """Half is laid for the war, and it is made up before a card is burned."""
    laid = money("stake", "war")(place)[0]
    change = dict(laid, event="stake_change")
    set_price(laid, price(laid) / 2)
    insert_after(place.log, laid, change)
    place.told += [laid, change]


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


SITUATIONS: Final = (
    situation(
        "over-maximum-refused", "55-19.14", "a stake too high is refused before the close"
    ).at(hand_with(laid_once), _refused("over_maximum", _too_much), told),
    situation("raise-refused", "55-19.14", "a stake is raised too high, and the raise refused").at(
        hand_with(laid_once), _raise_refused, told
    ),
    situation("cash-refused", "55-19.15", "cash is refused").at(
        hand_with(laid_once), _refused("other", _odd, form="cash"), told
    ),
    situation("credit-refused", "55-19.16", "a stake on credit is refused").at(
        hand_with(laid_once), _refused("other", _odd, form="credit"), told
    ),
    situation(
        "standing-refused", "55-19.10 55-19.11", "a standing player is refused: no chief is there"
    ).at(
        hand_with(laid_once, _nobody_in_charge),
        _refused("other", player=STRANGER, standing="true", agreed="false"),
        told,
    ),
    situation("other-bet-refused", "55-19.30", "a bet that the game does not have is refused").at(
        hand_with(laid_once), _refused("other", bet="red"), told
    ),
    situation("topped-up", "55-19.14", "a stake below the minimum is made up before the close").at(
        hand_with(laid_once, _at_the_minimum), _topped_up, stake, told
    ),
    situation("taken-off-when-paid", "55-19.15", "a winner takes his stake off once he is paid").at(
        hand_with(laid_once, won), by_its_player("stake_withdraw", money("pay")), told, money("pay")
    ),
    situation(
        "taken-off-when-void", "55-19.15 55-19.27", "both stakes of a void war are taken off"
    ).at(hand_with(_one_void_stake), _both_taken_off, told),
    situation("chief-of-another-table", "55-19.11", "the chief in the room is another table's").at(
        coup_with(some(STANDING_STAKES)), _of_another_table, told, STANDING_STAKES
    ),
    situation(
        "joined-on-a-vacant-spot",
        "55-19.9 55-19.10",
        "a standing player joins a seated player's hand on a vacant spot",
    ).at(hand_with(vacant, with_chief, _fits_twice), _joined, told),
    situation(
        "tie-limits-of-their-own", "55-19.31", "the tie bet has lower limits than the table"
    ).by(tie_bet_of_its_own_limits),
    situation(
        "standing-stake-stays", "55-19.10 55-19.25", "a standing player does not add to a war"
    ).at(hand_with(at_war, _somebody_behind), _stays, told, on_seat("choice")),
    situation(
        "war-stake-put-right", "55-19.25", "the extra stake is made up before a card is burned"
    ).at(hand_with(at_war), _made_up, told),
    situation("seat-left-and-taken", "55-19.8", "a place is left and taken at once").by(
        seat_left_and_taken
    ),
)

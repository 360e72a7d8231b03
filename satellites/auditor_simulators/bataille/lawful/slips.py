"""Acts that article 55-19 lets be done in parts, slips put right in time, and things unsaid."""

from __future__ import annotations

from random import Random
from typing import Final

from auditor_simulators.bataille.faults.edits import by_player, price, set_price
from auditor_simulators.bataille.faults.places import (
    CLOSED,
    STRANGER,
    AtHand,
    at_war,
    by_hand,
    coup_with,
    gave_up,
    hand_with,
    laid_once,
    main_with,
    money,
    on_seat,
    shoe_with,
    stake,
    taken_seat,
    times,
    war_called,
    won,
)
from auditor_simulators.bataille.faults.situations import coups
from auditor_simulators.bataille.lawful.stakes import cells_of
from auditor_simulators.common.edits import beside, choose, insert_after, insert_before, place_of
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import (
    Place,
    copied,
    do,
    drop,
    here,
    of,
    preceded,
    put,
    row_with,
    situation,
    some,
    told,
    without,
)
from auditor_simulators.protocol import Row


def _in_two(place: AtHand) -> None:
    """A quarter of the sum and then the rest, as chips come to hand."""
    [paid] = money("pay")(place)
    whole = price(paid)
    copied(money("pay"), amount=text_of(whole * 3 / 4))(place)
    set_price(paid, whole / 4)


def _closed_again(place: AtHand) -> None:
    """When the additional stakes lie."""
    answer = place.coup.of("choice")[-1]
    burned = next(
        row
        for row in place.coup.of("burn")
        if place_of(place.rows, row) > place_of(place.rows, answer)
    )
    place.told.append(beside(burned, "no_more_bets") | {"staff": CLOSED(place)[0]["staff"]})
    insert_before(place.log, burned, *place.told)


def _half_paid_back(place: AtHand) -> None:
    """All that was staked on the hand is collected, and half paid back."""
    copied(money("collect"), event="pay")(place)
    times(money("collect"), 2)(place)


def _to_another(place: AtHand) -> None:
    """To somebody who has no stake; it is taken back, and paid to the winner."""
    [paid] = money("pay")(place)
    wrong = dict(paid, player=STRANGER)
    place.told += [wrong, dict(wrong, event="collect")]
    insert_before(place.log, paid, *place.told)


def _wrong_point(place: Place) -> None:
    [called] = place.rows
    preceded(here, text="2" if called["text"] != "2" else "3")(place)


def _on_credit(place: AtHand) -> None:
    """Its player takes it off before the close, for chips of as much."""
    own = {name: place.stake[name] for name in ("seat", "player", "bet")}
    taken = beside(place.stake, "stake_withdraw", **own)
    place.told += [dict(place.stake, form="credit"), taken]
    insert_before(place.log, place.stake, *place.told)


def _handed_back(place: AtHand) -> None:
    """Before the first card: no row says refused."""
    [closed] = CLOSED(place)
    late = beside(closed, "stake", **cells_of(place.stake))
    own = {name: cell for name, cell in late.items() if name not in {"form", "standing"}}
    place.told += [late, dict(own, event="give_back")]
    insert_after(place.log, closed, *place.told)


def place_tried(rows: list[Row], rng: Random) -> list[Row]:
    """A player sits down at a vacant place and back at his own; that he leaves is not said."""
    places = [
        (coup, str(seat))
        for coup in coups(rows)
        for seat in range(1, int(coup.opened["spots"]) + 1)
        if coup.seated and str(seat) not in coup.seated
    ]
    coup, vacant = choose(rng, places)
    [opening] = coup.of("bets_open")
    own, player = rng.choice(sorted(coup.seated.items()))
    cells = {"shoe": "", "coup": "", "player": player}
    made = [by_player(opening, "sit", **cells, seat=seat) for seat in (vacant, own)]
    insert_before(rows, opening, *made)
    return made


SITUATIONS: Final = (
    situation("paid-in-parts", "55-19.20", "a win is paid in two parts").at(
        main_with(won), _in_two, money("pay"), told
    ),
    situation(
        "closed-before-the-war",
        "55-19.4 55-19.25",
        "the close is called again before the cards of a war",
    ).at(coup_with(war_called), _closed_again, told),
    situation(
        "half-paid-back", "55-19.24", "of a hand given up all is collected, and half paid back"
    ).at(main_with(gave_up), do(drop(money("give_back")), _half_paid_back), money("collect"), told),
    situation(
        "paid-to-another-put-right",
        "log.stakes",
        "a winner's payment goes to another player, and is taken back",
    ).at(main_with(won), _to_another, told),
    situation(
        "paid-too-much-put-right",
        "55-19.20",
        "a winner is paid too much, and the excess is taken back",
    ).at(
        main_with(won),
        do(copied(money("pay"), event="collect"), times(money("pay"), 2)),
        money("pay"),
        told,
    ),
    situation("point-put-right", "55-19.22", "a wrong point is called, and put right at once").at(
        row_with(lambda row: row["event"] == "announce" and bool(row.get("text"))),
        _wrong_point,
        told,
        here,
    ),
    situation(
        "stop-card-placed-again",
        "55-19.5",
        "a stop card placed too deep is placed again before the cards go into the shoe",
    ).at(
        shoe_with(by_hand, some(of("stop_card_place"))),
        preceded(of("stop_card_place"), behind="5"),
        told,
        of("stop_card_place"),
    ),
    situation(
        "credit-taken-back",
        "55-19.16",
        "a stake on credit is taken back before the close, and laid in chips",
    ).at(hand_with(laid_once), _on_credit, told, stake),
    situation("cash-changed", "55-19.15", "cash is changed into chips before the close").at(
        hand_with(laid_once),
        do(copied(stake, event="stake_change"), put(stake, form="cash")),
        stake,
        told,
    ),
    situation(
        "late-stake-handed-back",
        "55-19.15",
        "a stake laid after the close is handed back before the first card",
    ).at(hand_with(laid_once), _handed_back, told),
    situation("burned-unseen", "55-19.6", "nobody sees which cards are burned").at(
        shoe_with(by_hand, some(of("burn"))), without(of("burn"), "card"), of("burn")
    ),
    situation("mind-changed", "55-19.24", "a player gives up, and goes to war after all").at(
        hand_with(at_war),
        preceded(on_seat("choice"), choice="surrender"),
        told,
        on_seat("choice"),
    ),
    situation(
        "standing-unsaid", "55-19.8 55-19.10", "the log does not say whether a seated player stands"
    ).at(hand_with(taken_seat), without(stake, "standing"), stake),
    situation(
        "place-tried",
        "55-19.8 55-19.9",
        "a player sits down at a vacant place, and back at his own",
    ).by(place_tried),
)

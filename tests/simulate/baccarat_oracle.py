"""Punto banco a second time, written without a look at the simulator: what a log breaks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal

from tests.simulate.log_oracle import (
    Breach,
    Row,
    coups,
    handed_back,
    integrity,
    key,
    only,
    returned,
    settled_early,
)

PIPS = {"JK": 0, **{str(n): n for n in range(2, 10)}, "A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}
# One line for each score of the banker, one column for each value of the player's third card.
TABLE = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
)
ODDS = {"player": 1, "banker": 1, "tie": 8}


def breaches(rows: list[Row]) -> list[Breach]:
    found = [*integrity(rows), *composition(rows)]
    for coup in coups(rows):
        found += handed_back(coup)
        if cancels := only(coup, "cancel"):
            found += [("log.stakes", row) for row in coup if row["event"] in {"pay", "collect"}]
            found += [("cancel.void", row) for row in cancels if len(only(coup, "deal")) > 3]
        elif card_lost(coup):
            found.append(("baccarat.deal", only(coup, "deal")[0]))
        else:
            found += deal(coup)
            found += result(coup)
            found += money(coup)
    return found


def card_lost(coup: list[Row]) -> bool:
    """The banker has the first card, and what was called is not what the hands make."""
    [call] = only(coup, "announce")
    scores = tuple(str(points(hand)) for hand in hands(coup))
    return (
        only(coup, "deal")[0]["to"] == "banker"
        and key(call, "player_score", "banker_score") != scores
    )


def composition(rows: list[Row]) -> Iterator[Breach]:
    decks: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    seen: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        if row["event"] == "deck" and row["cards"] != "52":
            yield "baccarat.decks", row
        unmixed = row["event"] == "pile" and row["shuffles"] == "0"
        if unmixed or (row["event"] == "load" and row["device"] == "hand"):
            yield "baccarat.decks", row
        if row["event"] == "deal" and row["card"] in {"JK1", "JK2"}:
            yield "baccarat.decks", row
        if row["event"] == "deck":
            decks[key(row, "casino", "session", "table")].append(row)
        if row["event"] == "deal":
            card = key(row, "casino", "session", "table", "shoe", "card")
            seen[card] += 1
            if seen[card] > 8:
                yield "baccarat.decks", row
                yield "log.cards", row
    for brought in decks.values():
        if len(brought) != 8:
            yield "baccarat.decks", brought[0]


def points(cards: list[Row]) -> int:
    return sum(PIPS[row["card"][:-1]] for row in cards) % 10


def hands(coup: list[Row]) -> tuple[list[Row], list[Row]]:
    return only(coup, "deal", to="player"), only(coup, "deal", to="banker")


def deal(coup: list[Row]) -> Iterator[Breach]:
    cards = only(coup, "deal")
    player, banker = hands(coup)
    yield from settled_early(coup, cards[-1])
    if [row["to"] for row in cards[:4]] != ["player", "banker", "player", "banker"]:
        yield "baccarat.deal", cards[1]
    yield from (("baccarat.deal", row) for row in cards if row["face"] != "up")
    yield from (("baccarat.deal", hand[3]) for hand in (player, banker) if len(hand) > 3)
    mine, other = points(player[:2]), points(banker[:2])
    if mine > 7 or other > 7:
        if len(cards) > 4:
            yield "baccarat.natural", cards[4]
        return
    if (len(player) > 2) != (mine < 6):
        yield "baccarat.player-draw", player[-1]
    third = PIPS[player[2]["card"][:-1]] if len(player) > 2 else None
    draws = other < 6 if third is None else TABLE[other][third] == "D"
    if (len(banker) > 2) != draws:
        yield "baccarat.banker-draw", banker[-1]


def result(coup: list[Row]) -> Iterator[Breach]:
    [call] = only(coup, "announce")
    player, banker = map(points, hands(coup))
    if (call["player_score"], call["banker_score"]) != (str(player), str(banker)):
        yield "baccarat.values", call
    if call["winner"] != winner(player, banker):
        yield "baccarat.winner", call


def winner(player: int, banker: int) -> str:
    return "tie" if player == banker else "player" if player > banker else "banker"


def money(coup: list[Row]) -> Iterator[Breach]:
    won = winner(*map(points, hands(coup)))
    piles: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in coup:
        if row.get("bet"):
            piles[key(row, "player", "bet")].append(row)
    for (_, bet), pile in piles.items():
        amounts = {
            event: sorted(Decimal(row["amount"]) for row in only(pile, event))
            for event in ("stake", "pay", "collect", "commission")
        }
        if len(amounts["pay"]) > len(amounts["stake"]):
            yield "log.stakes", pile[-1]
        elif won == "tie" != bet:
            if amounts["pay"] or amounts["collect"]:
                yield "baccarat.push", pile[-1]
        elif not right(bet, amounts, won) or (bet != won and returned(pile)):
            yield f"baccarat.pay-{bet}", pile[-1]


def right(bet: str, amounts: dict[str, list[Decimal]], won: str) -> bool:
    due = [amount * ODDS[bet] for amount in amounts["stake"]] if bet == won else []
    fees = [amount / 20 for amount in due] if bet == "banker" else []
    lost = [] if bet == won else amounts["stake"]
    return (amounts["pay"], amounts["commission"], amounts["collect"]) == (due, fees, lost)

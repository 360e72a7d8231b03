"""Whole lawful logs with many coups, in which each player has one spot in one coup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from tests.settlement.games import Play, Spot, in_play
from tests.settlement.ledger import EMPTY, Cents, Move

Row = dict[str, str]
Own = tuple[str, Spot]
"""A player and his spot."""
FIRST_ROW = 2
COUPS = 300
"""How many make a session."""


@dataclass(slots=True)
class Pen:
    """Writes rows a second apart; `place` are the cells that all of them have."""

    now: datetime = datetime(2026, 1, 9, 20)
    place: Row = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def write(self, event: str, **cells: str) -> None:
        self.rows.append({"time": self.now.isoformat(), **self.place, "event": event, **cells})
        self.now += timedelta(seconds=1)

    def moves(self, moves: Sequence[Move], reason: str = "other", **spot: str) -> None:
        for kind, amount, bet in moves:
            cells = {**spot, "bet": bet or spot["bet"]}
            if kind != "stake_withdraw" and amount != EMPTY:
                cells["amount"] = euros(amount)
            if kind in {"stake", "stake_change", "stake_refuse"}:
                cells["form"] = "chip"
            if kind == "stake_refuse":
                cells["reason"] = reason
            self.write(kind, **cells)


def euros(amount: Cents) -> str:
    whole, cents = divmod(amount, 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def log_of(play: Play, spots: Iterable[Spot]) -> list[Row]:
    """The spots in their order, that of the players `P1`, `P2` and so on."""
    pen = Pen()
    each = iter([(f"P{number}", spot) for number, spot in enumerate(spots, 1)])
    many = 1 if play.game == "bataille" else 20
    while session := [*islice(each, COUPS * many)]:
        coups = [
            coup for at in range(0, len(session), many) for coup in _coups(session[at : at + many])
        ]
        evening = pen.now.date().isoformat()
        pen.place = {"casino": "C", "season": "2025-2026", "session": evening, "game": play.game}
        pen.write("house_open")
        pen.place["table"] = "A"
        _SESSIONS[play.game](pen, play, coups)
        pen.place.pop("shoe", None)
        pen.write("table_close")
        del pen.place["table"]
        pen.write("house_close")
        pen.now = datetime.combine(pen.now.date() + timedelta(days=1), datetime.min.time())
        pen.now += timedelta(hours=20)
    return pen.rows


def _coups(spots: Sequence[Own]) -> Iterator[Sequence[Own]]:
    """The coup in which some players have their spots, after that before it where there is one."""
    before = [(player, spot.former) for player, spot in spots if spot.former is not None]
    if before:
        yield before
    yield spots


# ---- bataille -----------------------------------------------------------------------------------
def _bataille(pen: Pen, play: Play, coups: Sequence[Sequence[Own]]) -> None:
    pen.write("table_open", minimum="1", maximum="1000", spots="7", tie_bet="true")
    pen.write("sit", seat="1", player="plain")
    pen.place["shoe"] = "1"
    for number in range(6):
        _deck(pen, number)
    pen.write("count", cards="312")
    pen.write("verify", cards="312")
    pen.write("load", device="continuous", device_id="M", approved="true")
    del pen.place["shoe"]
    seated = ""
    for number, [(player, spot)] in enumerate(coups, 1):
        if seated and seated != player:
            pen.write("leave", seat="2", player=seated)
        if seated != player:
            pen.write("sit", seat="2", player=player)
        seated = player
        pen.place |= {"shoe": "1", "coup": str(number)}
        _hand(pen, play, player, spot)
        del pen.place["shoe"], pen.place["coup"]


def _deck(pen: Pen, number: int) -> None:
    cells = {"deck": f"D{number}", "back": ("red", "blue")[number % 2], "cards": "52"}
    pen.write("deck", **cells, condition="perfect", registered="true")


def _hand(pen: Pen, play: Play, player: str, spot: Spot) -> None:
    """The player's at the second seat, or that of another where nothing of his lies there."""
    own = {"seat": "2", "player": player, "bet": play.bet}
    plain = {"seat": "1", "player": "plain", "bet": "main"}
    staked = in_play(spot)
    mine, bank, *of_war = play.shown
    pen.write("bets_open")
    pen.moves(spot.before, **own)
    if not staked:
        pen.moves([Move("stake", 1000)], **plain)
    pen.write("no_more_bets")
    pen.moves(spot.late, "late", **own)
    _card(pen, mine if staked else "2H", seat="2" if staked else "1")
    _card(pen, bank)
    pen.write("announce", text=bank[:-1])
    if staked and play.at_war:
        pen.write("choice", seat="2", choice="war")
        pen.moves([Move("stake", staked, "war")], **own)
        for card in ("3C", "4C", "5C"):
            pen.write("burn", card=card, face="down")
        _card(pen, of_war[0], seat="2")
        pen.write("burn", card="6C", face="down")
        _card(pen, of_war[1])
    elif staked and play.given_up:
        pen.write("choice", seat="2", choice="surrender")
    pen.moves(spot.after, **own)
    if not staked:
        pen.moves([Move("collect", 1000)], **plain)
    pen.write("discard", to="player", seat="2" if staked else "1")
    pen.write("discard", to="dealer")


def _card(pen: Pen, card: str, seat: str = "") -> None:
    if seat:
        pen.write("deal", to="player", seat=seat, card=card, face="up")
    else:
        pen.write("deal", to="dealer", card=card, face="up")


# ---- boule and vingt-trois ----------------------------------------------------------------------
BOULE = {"minimum": "1", "maximum_straight": "100", "maximum_even": "500", "numbers": "9"}
VINGT_TROIS = {"minimum": "1", "maximum_straight": "50", "maximum_even": "250", "numbers": "14"}
PLACES = {"2": ("2", "black"), "8": ("8", "red"), "12": ("20", "red"), "13": ("21", "none")}
"""Of the numbers that come out: a place on the board, and its colour."""


def _boule(pen: Pen, play: Play, coups: Sequence[Sequence[Own]]) -> None:
    pen.write("authorisation", minimum="1")
    pen.write("table_open", **BOULE)
    for number, coup in enumerate(coups, 1):
        pen.place["coup"] = str(number)
        with_spots(pen, play, coup, partial(pen.write, "spin", number=play.shown[0]))
        del pen.place["coup"]


def _vingt_trois(pen: Pen, play: Play, coups: Sequence[Sequence[Own]]) -> None:
    pen.write("authorisation", minimum="1")
    pen.write("table_open", **VINGT_TROIS, places="27")
    [result] = play.shown
    place, colour = PLACES[result]
    cells = {"number": result, "place": place, "colour": colour}
    for number, coup in enumerate(coups, 1):
        pen.place["coup"] = str(number)
        spin = partial(pen.write, "spin", direction=("cw", "ccw")[number % 2], **cells)
        with_spots(pen, play, coup, spin)
        del pen.place["coup"]


# ---- punto banco --------------------------------------------------------------------------------
def _punto_banco(pen: Pen, play: Play, coups: Sequence[Sequence[Own]]) -> None:
    pen.write("table_open", minimum="1", maximum="1000")
    pen.place["shoe"] = "1"
    for number in range(8):
        _deck(pen, number)
    pen.write("load", device="continuous", device_id="M", approved="true")
    for number, coup in enumerate(coups, 1):
        pen.place["coup"] = str(number)
        with_spots(pen, play, coup, partial(_hands, pen, play))
        del pen.place["coup"]


def _hands(pen: Pen, play: Play) -> None:
    player, banker = (cards.split() for cards in play.shown)
    for cards in zip(player, banker, strict=True):
        for to, card in zip(("player", "banker"), cards, strict=True):
            pen.write("deal", to=to, card=card, face="up")
    scores = [sum(int(card[0]) for card in own if card[0].isdigit()) for own in (player, banker)]
    winner = "player" if scores[0] > scores[1] else "banker" if scores[1] > scores[0] else "tie"
    pen.write("announce", winner=winner, player_score=str(scores[0]), banker_score=str(scores[1]))


def with_spots(pen: Pen, play: Play, coup: Sequence[Own], result: Callable[[], None]) -> None:
    """All stakes, the result, and all settlements."""
    bet = {"bet": play.bet, "number": play.number}
    named = [({"player": player, **bet}, spot) for player, spot in coup]
    pen.write("bets_open")
    for cells, spot in named:
        pen.moves(spot.before, **cells)
    pen.write("no_more_bets")
    for cells, spot in named:
        pen.moves(spot.late, "late", **cells)
    result()
    for cells, spot in named:
        pen.moves(spot.after, **cells)


_SESSIONS = {
    "bataille": _bataille,
    "boule": _boule,
    "vingt-trois": _vingt_trois,
    "punto-banco": _punto_banco,
}

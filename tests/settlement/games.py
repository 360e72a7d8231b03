"""What the sources say that a player has gained on a spot, in simple coups of the four games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.settlement.ledger import (
    EMPTY,
    Answer,
    Cents,
    Due,
    Move,
    Stories,
    Story,
    answer,
    came_late,
    laid,
    settled,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """The moves of one player on one spot: before the play, and after the result.

    `former` are those of the coup before, which was settled rightly; `late` came after the close of
    bets.
    """

    before: tuple[Move, ...]
    after: tuple[Move, ...]
    former: Spot | None = None
    late: tuple[Move, ...] = ()

    @classmethod
    def of(cls, text: str) -> Spot:
        """As it is written: `stake 10, refuse 10 | pay 10, collect 10 war`."""
        before, _, after = text.partition("|")
        return cls(tuple(_moves(before)), tuple(_moves(after)))

    def __str__(self) -> str:
        parts = (self.before, self.late, self.after) if self.late else (self.before, self.after)
        own = " | ".join(", ".join(map(_written, own)) for own in parts)
        return own if self.former is None else f"{self.former}; then {own}"


CHIP: Cents = 500
IN_FULL = {"change": "stake_change", "refuse": "stake_refuse", "withdraw": "stake_withdraw"}


def _moves(text: str) -> Iterator[Move]:
    for words in filter(None, map(str.split, text.split(","))):
        kind, amount, bet = (*words, *("", "0", "")[len(words) :])
        yield Move(IN_FULL.get(kind, kind), round(100 * float(amount)), bet)


def _written(move: Move) -> str:
    amount = "?" if move.amount == EMPTY else f"{move.amount / 100:g}"
    return " ".join(filter(None, (move.kind.removeprefix("stake_"), amount, move.bet)))


@dataclass(frozen=True, slots=True)
class Play:
    """A bet in a game and what came of it.

    `due` is what the player has gained by `source`, by what lay there when play began.  `shown` are
    the cards that decide it, his first, or the number that came out.  `amounts` and
    `commissions` are sums of which it is settled, `bets` those under which that may be booked.
    """

    game: str
    name: str
    bet: str
    source: str
    due: Due
    shown: tuple[str, ...]
    number: str = ""
    amounts: tuple[Cents, ...] = (1000, 2000)
    commissions: tuple[Cents, ...] = ()
    bets: tuple[str, ...] = ("",)

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    def answers(self, spot: Spot) -> tuple[Answer, Answer]:
        """By all stories, and by those alone that the declared readings allow."""
        stories = begun(spot)
        engaged = in_play(spot) if self.at_war else 0
        stories = frozenset(own._replace(lies=own.lies + engaged) for own in stories)
        stories = settled(stories, spot.after)
        kinds = {move.kind for move in spot.after}
        if self.given_up and "give_back" in kinds and "pay" not in kinds:
            left = map(_rest_left, stories)
            stories |= {own._replace(read=own.read and "collect" not in kinds) for own in left}

        def due(staked: Cents) -> Cents:
            return self.due(staked) - (engaged if self.due is lost else 0)

        read = filter(self._is_read, stories)
        return answer(stories, due), answer(read, due, strict=True)

    def _is_read(self, story: Story) -> bool:
        """A losing stake is not put back, and where no bets are closed none comes too late."""
        loses = self.due(CHIP) < 0
        return story.read and not (story.put_back and loses) and (self.closes or not story.left_out)

    def is_sure(self, spot: Spot) -> bool:
        """Whether it is known what was staked: else nobody can say which provision is broken."""
        if spot.late or left_lying(spot):
            return False
        return len({bool(story.lies) for story in begun(spot)}) == 1

    @property
    def closes(self) -> bool:
        """Whether the source knows a close of bets: else what is laid late is laid."""
        return self.game in {"bataille", "vingt-trois"}

    @property
    def at_war(self) -> bool:
        return self.game == "bataille" and len(self.shown) == 4

    @property
    def given_up(self) -> bool:
        return self.name == "given up"


def is_possible(spot: Spot) -> bool:
    """Whether nothing is handed back before the play that was not there."""
    return any(not story.excess for story in begun(spot))


def begun(spot: Spot) -> Stories:
    """What may be so when play begins.

    What still lay there lies on unless it is recorded anew; nobody need write a row where the
    player leaves there what he was handed, or takes some of it off.  The reading: he does neither,
    and what is recorded is all.
    """
    start = {Story()}
    if spot.former is not None:
        for end in settled(begun(spot.former), spot.former.after):
            for lies in range(CHIP, end.lies + end.handed + 1, CHIP):
                read = end.read and lies == end.lies and not spot.before
                start.add(Story(lies=lies, pieces=(lies,), read=read))
    return came_late(spot.late, laid(spot.before, frozenset(start)))


def left_lying(spot: Spot) -> bool:
    """Whether something may lie there that no row of the coup tells of."""
    return not spot.before and any(story.lies for story in begun(spot))


def in_play(spot: Spot) -> Cents:
    """What lies there when play begins, by the declared readings."""
    return max(story.lies for story in filter(_is_read, begun(spot)))


def _is_read(story: Story) -> bool:
    return story.read


def _rest_left(story: Story) -> Story:
    """Who was handed half may have left the rest to the house without a row.

    The reading: where nothing was collected, and all of the other half.
    """
    if not story.handed:
        return story
    half = 2 * story.lies == story.staked
    return story._replace(lies=0, gain=story.gain - story.lies, read=story.read and half)


def nothing(_staked: Cents) -> Cents:
    return 0


def once(staked: Cents) -> Cents:
    return staked


def lost(staked: Cents) -> Cents:
    return -staked


def half_lost(staked: Cents) -> Cents:
    return -staked // 2


def times(odds: int) -> Callable[[Cents], Cents]:
    return lambda staked: odds * staked


def less_commission(staked: Cents) -> Cents:
    """Five per cent of what is won."""
    return staked - staked // 20


def _amounts(odds: int) -> tuple[Cents, ...]:
    return 1000, 2000, 1000 * odds, 2000 * odds


def _at_vingt_trois(name: str, bet: str, source: str, due: Due, shown: str) -> Play:
    """`shown` is the number that came out, then the one that was staked on."""
    result, _, number = shown.partition(" ")
    return Play("vingt-trois", name, bet, source, due, (result,), number)


def _at_punto_banco(name: str, bet: str, source: str, due: Due, hands: tuple[str, ...]) -> Play:
    return Play("punto-banco", name, bet, f"baccarat.{source}", due, hands)


PLAYER, BANKER, EQUAL = ("KS 9H", "KD 8C"), ("KS 8H", "KD 9C"), ("KS 9H", "KD 9C")
"""Hands that win, the player's first."""
HALVES = (CHIP, 1000, 2000)
WAR = ("main", "war")
SEVEN, TIED = _amounts(7), _amounts(8)
PLAYS: tuple[Play, ...] = (
    Play("bataille", "won", "main", "55-19.20", once, ("KS", "9D")),
    Play("bataille", "lost", "main", "55-19.21", lost, ("4S", "9D")),
    Play("bataille", "given up", "main", "55-19.24", half_lost, ("9S", "9D"), amounts=HALVES),
    Play("bataille", "war won", "main", "55-19.26", once, ("9S", "9D", "KS", "8D"), bets=WAR),
    Play("bataille", "war tied", "main", "55-19.27", nothing, ("9S", "9D", "8S", "8D"), bets=WAR),
    Play("bataille", "war lost", "main", "55-19.28", lost, ("9S", "9D", "4S", "8D"), bets=WAR),
    Play("boule", "number won", "straight", "47.3-5", times(7), ("7",), "7", amounts=SEVEN),
    Play("boule", "number lost", "straight", "47.3-5", lost, ("7",), "6"),
    Play("boule", "chance won", "odd", "47.3-5", once, ("7",)),
    Play("boule", "chance lost", "even", "47.3-5", lost, ("7",)),
    Play("boule", "chance on the 5", "odd", "47.6", lost, ("5",)),
    replace(
        _at_vingt_trois("low number won", "straight", "47.9", times(23), "2 2"),
        amounts=_amounts(23),
    ),
    replace(
        _at_vingt_trois("middle number won", "straight", "47.10", times(11), "8 8"),
        amounts=_amounts(11),
    ),
    replace(
        _at_vingt_trois("high number won", "straight", "47.11", times(7), "12 12"), amounts=SEVEN
    ),
    _at_vingt_trois("number lost", "straight", "47.9", lost, "8 3"),
    _at_vingt_trois("colour won", "red", "47.12", once, "8"),
    _at_vingt_trois("colour lost", "black", "47.12", lost, "8"),
    _at_vingt_trois("colour on the 13", "red", "47.13", lost, "13"),
    _at_punto_banco("player won", "player", "pay-player", once, PLAYER),
    _at_punto_banco("player lost", "player", "pay-player", lost, BANKER),
    replace(
        _at_punto_banco("banker won", "banker", "pay-banker", less_commission, BANKER),
        amounts=(1000, 2000, 950, 1900),
        commissions=(50, 100),
    ),
    _at_punto_banco("banker lost", "banker", "pay-banker", lost, PLAYER),
    _at_punto_banco("pushed", "player", "push", nothing, EQUAL),
    replace(_at_punto_banco("tie won", "tie", "pay-tie", times(8), EQUAL), amounts=TIED),
    _at_punto_banco("tie lost", "tie", "pay-tie", lost, PLAYER),
)

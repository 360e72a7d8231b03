"""Double entry: money is in a player's hand, on the spot or with the house, and each row of a log
moves some of it from one to another.

This knows nothing of the rule language or of any rule.  Where a row leaves open what it moved, each
of the moves that it may mean is a story of its own; a settlement is wrong where no story makes it
right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

Cents = int
EMPTY: Cents = -1
"""An amount that is not written down."""


class Move(NamedTuple):
    """A row that names the spot; `bet` is under what it is booked, empty for the first stake."""

    kind: str
    amount: Cents = 0
    bet: str = ""


class Story(NamedTuple):
    """What may be so after some moves.

    `gain` is what the player has of the house; what lies on the spot is his as long as it lies
    there.  `taken` is what the house took, `fee` as commission, and `handed` what it handed over,
    as far as none was undone; `excess` is what it handed back beyond all that it had.  `told` came
    off before the play, and a handing back may tell of it once more.  `pieces` are the stakes as
    they were laid, `replaced` those that a change put an end to, `late` those that came after the
    close of bets, `former` the story before the last change, which was `changed` to so much,
    `staked` what lay there when play began.  A story that some declared reading rules out is not
    `read`; one in which a late stake is none has it `left_out`, one in which what was collected
    lies there again has that `put_back`.
    """

    lies: Cents = 0
    gain: Cents = 0
    taken: Cents = 0
    fee: Cents = 0
    handed: Cents = 0
    excess: Cents = 0
    told: Cents = 0
    pieces: tuple[Cents, ...] = ()
    replaced: tuple[Cents, ...] = ()
    late: tuple[Cents, ...] = ()
    former: Story | None = None
    changed: Cents = 0
    read: bool = True
    staked: Cents = 0
    left_out: bool = False
    put_back: bool = False


Stories = frozenset[Story]


class Answer(Enum):
    """Whether a settlement is as the source has it."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


NOTHING = frozenset({Story()})


def laid(moves: Iterable[Move], stories: Stories = NOTHING) -> Stories:
    """What may lie on the spot when play begins."""
    for move in moves:
        stories = frozenset(then for story in stories for then in _laid(story, move))
    return frozenset(story._replace(staked=story.lies, handed=0) for story in stories)


def _laid(story: Story, move: Move) -> Iterator[Story]:
    lies, amount = story.lies, move.amount
    match move.kind:
        case "stake":
            pieces = (*story.pieces, amount)
            yield story._replace(lies=lies + amount, pieces=pieces)
        case "stake_change":
            less = story.told + max(lies - amount, 0)
            gone = (*story.replaced, *story.pieces, lies)
            then = story._replace(lies=amount, pieces=(amount,), replaced=gone, told=less)
            yield then._replace(former=story, changed=amount)
        case "stake_withdraw":
            told = story.told + lies
            yield story._replace(lies=0, pieces=(), replaced=(), former=None, told=told)
        case "stake_refuse":
            yield from _refused(story, amount)
        case "give_back":
            yield from _handed_back(story, amount)
        case _:
            raise ValueError(move.kind)


def came_late(moves: Iterable[Move], stories: Stories) -> Stories:
    """What may lie on the spot when play begins, after moves that came after the close of bets.

    Whether what is laid then is played for nobody says.  The reading: a refusal is of what came
    late.
    """
    for move in moves:
        stories = frozenset(then for story in stories for then in _came_late(story, move))
    return frozenset(story._replace(staked=story.lies, handed=0) for story in stories)


def _came_late(story: Story, move: Move) -> Iterator[Story]:
    amount = move.amount
    match move.kind:
        case "stake":
            late = (*story.late, amount)
            yield story._replace(lies=story.lies + amount, late=late)
            yield story._replace(told=story.told + amount, left_out=True)
        case "stake_refuse" if amount in story.late:
            less, left = max(story.lies - amount, 0), _without(story.late, amount)
            yield story._replace(lies=less, late=left, told=story.told + amount)
            yield from (own._replace(read=False) for own in _refused(story, amount))
        case "stake_refuse":
            for own in _refused(story, amount):
                yield own._replace(read=story.read and own.lies == story.lies)
        case "give_back":
            yield from _handed_back(story, amount)
        case _:
            raise ValueError(move.kind)


def _refused(story: Story, amount: Cents) -> Iterator[Story]:
    """A change that is refused leaves what lay there before, stake by stake, and what was laid
    since; one to less may be called by what it was before.  What is refused may have no row of its
    own, and then nothing moves.

    The reading: a refusal is of the last move that it names by its amount, or by what came onto the
    stake, else of what was never laid.
    """
    lies, told, read = story.lies, story.told + amount, story.read
    former, changed = story.former, story.changed
    less, left = max(lies - amount, 0), _without(story.pieces, amount)
    since = story.pieces if former is None else _without(story.pieces, changed)
    if amount in since:
        yield story._replace(lies=less, pieces=left, told=told, read=read)
        read = False
    if former is not None and amount in {changed, changed - former.lies}:
        yield story._replace(
            lies=lies - changed + former.lies,
            pieces=former.pieces + since,
            former=former.former,
            changed=former.changed,
            told=told - max(former.lies - changed, 0),
            read=read,
        )
        read = False
    if lies < amount and amount in story.replaced:
        yield story._replace(lies=0, pieces=(), former=None, told=told, read=False)
    if amount in story.pieces and amount not in since:
        yield story._replace(lies=less, pieces=left, former=None, told=told, read=read)
        read = False
    elif amount not in story.pieces and amount <= lies:
        yield story._replace(lies=lies - amount, former=None, told=told, read=False)
    yield story._replace(told=told, read=read)


def settled(stories: Stories, moves: Iterable[Move]) -> Stories:
    """What may be so once the house has settled."""
    for move in moves:
        stories = frozenset(then for story in stories for then in _settled(story, move))
    return stories


def _settled(story: Story, move: Move) -> Iterator[Story]:
    amount = move.amount
    match move.kind:
        case "pay":
            yield story._replace(gain=story.gain + amount, handed=story.handed + amount)
        case "collect":
            yield _collected(story, amount, min(amount, story.lies))
            yield _collected(story, amount, min(max(amount - story.handed, 0), story.lies))
        case "commission":
            yield story._replace(gain=story.gain - amount, fee=story.fee + amount)
        case "give_back":
            yield from _handed_back(story, amount)
        case _:
            raise ValueError(move.kind)


def _collected(story: Story, amount: Cents, off: Cents) -> Story:
    """So much comes off the spot, and the rest out of the player's hand."""
    rest = amount - off
    mended = min(rest, story.excess)
    return story._replace(
        lies=story.lies - off,
        gain=story.gain - amount,
        taken=story.taken + amount - mended,
        handed=story.handed - min(rest, story.handed),
        excess=story.excess - mended,
    )


def _handed_back(story: Story, amount: Cents) -> Iterator[Story]:
    """What lies there is handed back, or what the house took, which may be put back on the spot; or
    it tells of what came off before.

    The reading: it tells of that as far as it can.
    """
    if amount <= story.told:  # or by mistake, and is still his where it was
        yield story._replace(
            gain=story.gain + amount,
            handed=story.handed + amount,
            excess=story.excess + amount,
            read=False,
        )
    again = min(amount, story.told)
    parts = (again, 0, amount - story.taken, amount - story.lies)
    for told in {min(max(part, 0), again) for part in parts}:
        rest = amount - told
        read = story.read and told == again
        less = story._replace(told=story.told - told, read=read)
        yield _given(less, rest, min(rest, less.lies))
        from_house = _given(less, rest, min(max(rest - less.taken, 0), less.lies))
        yield from_house
        undone = less.taken - from_house.taken
        yield from_house._replace(
            lies=from_house.lies + undone,
            handed=from_house.handed - undone,
            put_back=from_house.put_back or undone > 0,
        )
        if rest <= less.fee:
            yield less._replace(gain=less.gain + rest, fee=less.fee - rest)


def _given(story: Story, amount: Cents, off: Cents) -> Story:
    """So much comes off the spot, and the rest from the house."""
    rest = amount - off
    undone = min(rest, story.taken)
    return story._replace(
        lies=story.lies - off,
        pieces=_without(story.pieces, off) if off else story.pieces,
        former=None if off else story.former,
        gain=story.gain + rest,
        taken=story.taken - undone,
        handed=story.handed + amount,
        excess=story.excess + rest - undone,
    )


def _without(pieces: tuple[Cents, ...], amount: Cents) -> tuple[Cents, ...]:
    """One that was handed back is no more to be refused."""
    if amount not in pieces:
        return pieces
    at = pieces.index(amount)
    return pieces[:at] + pieces[at + 1 :]


Due = Callable[[Cents], Cents]
"""What the player is to have gained in the end, by what lay there when play began."""


def answer(stories: Iterable[Story], due: Due, *, strict: bool = False) -> Answer:
    """Right where all stories are, wrong where none may be.

    Who is handed back more than was his has what he is due under another name: that is `strict`ly
    wrong, and else open.
    """
    every = {_answer(story, due(story.staked), strict=strict) for story in stories}
    return every.pop() if len(every) == 1 else Answer.OPEN


def _answer(story: Story, due: Cents, *, strict: bool) -> Answer:
    if story.gain != due or (strict and story.excess):
        return Answer.WRONG
    return Answer.OPEN if story.excess else Answer.RIGHT

"""The parlour game a second time, written without a look at the simulator: what a log breaks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain

from tests.simulate.log_oracle import Breach, Row, key, only, series

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK"]
JOKERS = {"JK1", "JK2"}
PICTURES = {"J", "Q", "K"}
OPEN = "sans-carte-cachee-jokers"
TWO = {"additions", "jokers", "jokers-courte", "pat-recharge", OPEN, f"{OPEN}-courte"}


def rank_of(card: str) -> str:
    return "JK" if card in JOKERS else card[:-1]


def breaches(rows: list[Row]) -> list[Breach]:
    found = list(series(rows))
    games: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        games[key(row, "casino", "session")].append(row)
    seen: set[tuple[tuple[str, str], ...]] = set()
    for game in games.values():
        fresh = []
        for row in game:
            content = tuple(sorted(row.items()))
            if content not in seen:
                seen.add(content)
                fresh.append(row)
        found += Game(fresh).judged()
    return found


class Game:
    """One game, replayed card by card."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.setup = rows[0]
        self.kind = rows[0]["game"].removeprefix("bataille-")
        self.jokers = "jokers" in self.kind
        self.up = 2 if self.kind == "additions" else 1
        self.down = 3 if self.up == 2 else 0 if self.kind.startswith("sans") else 1
        self.piles: dict[str, list[str]] = {}
        self.left: set[str] = set()
        self.owner: dict[str, str] = {}
        self.decided = ""  # the winner, or `draw`
        self.short: set[str] = set()  # who should be out, and put down nothing in a tie

    def judged(self) -> Iterator[Breach]:
        deals = only(self.rows, "deal")
        for row in deals:
            self.piles.setdefault(row["player"], []).append(row["card"])
            self.owner[row["card"]] = row["player"]
        yield from self.material(deals)
        for trick in self.tricks():
            yield from Trick(self, trick).judged()
        if len(self.piles) == 1:
            [self.decided] = self.piles
        ends = only(self.rows, "end")
        for row in ends:
            if self.decided != (row.get("player") or "draw"):
                yield self.ending(), row
        yield from (("parlour.end", row) for row in ends[1:])

    def tricks(self) -> list[list[Row]]:
        """By number; where cards are played again after a trick is won, another begins."""
        found: list[list[Row]] = []
        for row in self.rows:
            if not row.get("coup"):
                continue
            won = bool(found) and any(each["event"] == "win" for each in found[-1])
            again = row["event"] == "play" and won
            if not found or again or row["coup"] != found[-1][0]["coup"]:
                found.append([])
            found[-1].append(row)
        return found

    def ending(self) -> str:
        short = self.kind.endswith("jokers-courte") and self.decided != "draw"
        return "parlour.jokers-courte.end" if short else "parlour.end"

    def worth(self, card: str) -> int:
        if self.up == 2:
            return 1 if rank_of(card) == "A" else ORDER.index(rank_of(card)) + 2
        return ORDER.index(rank_of(card))

    def holding(self) -> list[str]:
        return [player for player in self.piles if player not in self.left]

    # The deck and the deal

    def material(self, deals: list[Row]) -> Iterator[Breach]:
        wanted = self.deck()
        taken_out = only(self.rows, "remove")
        removed = Counter(row["card"] for row in taken_out)
        dealt = Counter(row["card"] for row in deals)
        deck = "parlour.clones.deck" if self.kind == "clones" else "parlour.deck"
        count = int(self.setup["players"])
        twos = (sum(wanted.values()) + 2 * self.jokers) % count
        plain = Counter({card: n for card, n in dealt.items() if card not in JOKERS})
        twos_gone = [rank_of(card) for card in removed.elements()] == ["2"] * twos
        if self.kind == "clones":
            twos_gone = all(rank_of(card) in PICTURES for card in dealt)
            twos_gone &= removed.total() == 40 * 4 and self.setup["decks"] == "4"
        if self.kind == "additions":
            taken = {rank_of(card) for card in removed}
            if taken & PICTURES and removed.total() != 12:
                yield "parlour.additions.sum", self.setup
                return
        if not self.known():
            yield "parlour.deck", self.setup
        elif plain + removed - wanted or not twos_gone:
            yield deck, [*taken_out, self.setup][0]
        elif wanted - plain - removed:
            yield "parlour.deal", self.setup
        if len({len(pile) for pile in self.piles.values()}) > 1 or len(self.piles) != count:
            yield "parlour.deal", deals[0]
        yield from self.special_deals(deals)

    def known(self) -> bool:
        """Whether the game is for so many players, and with such a deck."""
        companies = {"couleurs": {2, 4}, "clones": {2, 3, 4}} | {kind: {2} for kind in TWO}
        small = self.kind == "clones" or self.jokers
        return int(self.setup["players"]) in companies.get(self.kind, {2, 3, 4, 5}) and (
            self.setup["deck_size"] in ({"52"} if small else {"32", "52"})
        )

    def deck(self) -> Counter[str]:
        ranks = ORDER[:-1] if self.setup["deck_size"] == "52" else ORDER[5:-1]
        decks = int(self.setup["decks"])
        return Counter({rank + suit: decks for rank in ranks for suit in "SHDC"})

    def special_deals(self, deals: list[Row]) -> Iterator[Breach]:
        if self.jokers and any(len(JOKERS.intersection(pile)) != 1 for pile in self.piles.values()):
            yield "parlour.jokers.deal", deals[0]
        if self.kind == "couleurs":
            groups = ["S", "H", "D", "C"] if len(self.piles) == 4 else ["SC", "HD"]
            for pile in self.piles.values():
                if not any(all(card[-1] in group for card in pile) for group in groups):
                    yield "parlour.couleurs.deal", deals[0]
                    return


class Trick:
    """One trick of a game."""

    def __init__(self, game: Game, rows: list[Row]) -> None:
        self.game = game
        self.rows = rows
        self.table: list[str] = []
        self.plays: dict[str, list[Row]] = defaultdict(list)
        self.sizes = {player: len(pile) for player, pile in game.piles.items()}
        self.battles = 0
        self.gifts: list[str] = []
        self.due: Counter[str] = Counter()  # cards that a player is to be refilled with
        self.short_before = game.short - game.left

    def events(self, *names: str) -> list[Row]:
        return [row for row in self.rows if row["event"] in names]

    def judged(self) -> Iterator[Breach]:
        if self.game.kind == "pat" and self.game.decided == "draw":
            yield "parlour.pat.draw", self.rows[0]
            self.game.decided = ""
        if self.game.decided:
            yield self.game.ending(), self.rows[0]
            if len(self.game.holding()) == 1:
                yield "parlour.end", self.rows[0]
        self.going = self.lowest() if self.game.kind == "speed" else ""
        started = self.game.holding()
        moves = list(chain.from_iterable(map(self.move, self.events("play", "give"))))
        yield from moves
        if self.left_tied(started):
            yield "parlour.tie", self.rows[-1]
            for row in self.events("take"):
                self.game.piles[row["player"]].append(row["card"])
            yield from self.outs(stuck=False)
            return
        expected, problems = self.contest(started)
        yield from problems
        yield from self.refilled()
        wins = self.events("win")
        if wins and expected and wins[0]["player"] != expected:
            yield self.highest(expected), wins[0]
        if not wins and expected != "draw":
            yield "parlour.trick", self.rows[0]
        takes = self.events("take")
        won = (wins or takes)[:1]
        for row in won:
            yield from self.taking(row, started)
        yield from self.outs(stuck=not won)
        self.decide(takes[0]["player"] if takes else wins[0]["player"] if wins else "draw")

    def left_tied(self, started: list[str]) -> bool:
        """Two show as much as anybody, could go on, and nobody does."""
        game = self.game
        need = 2 * game.up + game.down
        if self.events("win") or any(len(self.plays[player]) != game.up for player in started):
            return False
        shown = {p: sum(game.worth(row["card"]) for row in self.plays[p]) for p in started}
        tied = [player for player in started if shown[player] == max(shown.values())]
        return len(tied) > 1 and all(self.sizes[player] >= need for player in tied)

    def highest(self, expected: str) -> str:
        if self.game.up == 2:
            return "parlour.additions.sum"
        first = [row["card"] for row in self.plays[expected][:1]]
        return (
            "parlour.jokers.rank" if set(first) & JOKERS and not self.battles else "parlour.trick"
        )

    def lowest(self) -> str:
        cards = chain.from_iterable(self.game.piles.values())
        return rank_of(min(cards, key=self.game.worth))

    def move(self, row: Row) -> Iterator[Breach]:
        """A card leaves a pile."""
        player, card = row["player"], row["card"]
        pile = self.game.piles[player]
        give = row["event"] == "give"
        if player in self.game.left | (self.short_before & self.game.short):
            yield "parlour.out", row
        self.game.short -= {player} & self.short_before
        if self.game.kind == "ouverte":
            if card not in pile:
                yield "parlour.ouverte.held", row
        elif pile[:1] != [card]:
            own = {"payante": "parlour.payante.give", "pat-recharge": "parlour.pat-recharge.refill"}
            yield (own[self.game.kind] if give else "parlour.play"), row
        self.lose(pile, card)
        if give and self.game.kind == "pat-recharge":
            self.game.piles[row["to"]].append(card)
        elif give:
            self.gifts.append(card)
        else:
            self.table.append(card)
            self.plays[player].append(row)

    def lose(self, pile: list[str], card: str) -> None:
        """A card that was not held goes from whoever held it, or in the place of the one on top."""
        if card not in pile and self.game.kind == "ouverte":
            pile = next(other for other in self.game.piles.values() if card in other)
        pile.remove(card if card in pile else pile[0])

    # Who should take it

    def contest(self, started: list[str]) -> tuple[str, list[Breach]]:
        problems: list[Breach] = []
        used: Counter[str] = Counter()
        shown: dict[str, int] = {}
        for player in started:
            cards = self.plays[player][: self.game.up]
            if any(row["face"] != "up" for row in cards):
                problems.append(("parlour.play", self.rows[0]))
            if len(cards) < self.game.up:
                name = "parlour.additions.play" if cards else "parlour.play"
                problems.append((name, self.rows[0]))
            if cards:
                shown[player] = sum(self.game.worth(row["card"]) for row in cards)
                used[player] = len(cards)
        while True:
            best = [player for player, worth in shown.items() if worth == max(shown.values())]
            if len(best) == 1:
                break
            self.battles += 1
            result = self.battle(best, used, problems)
            if isinstance(result, str):
                best = [result]
                break
            shown = result
        for player, rows in self.plays.items():
            extra = rows[used[player] :]
            if extra and player not in self.game.left:
                problems.append(("parlour.tie", extra[0]))
        return best[0], problems

    def battle(
        self, tied: list[str], used: Counter[str], problems: list[Breach]
    ) -> dict[str, int] | str:
        need = self.game.down + self.game.up
        has = {player: self.sizes[player] - used[player] for player in tied}
        if self.game.kind == "pat-recharge":
            self.refill(tied, has, need)
        short = [player for player in tied if has[player] < need]
        if self.game.kind == "pat" and short:
            return self.stuck(problems)
        fit = [player for player in tied if player not in short]
        silent = (player for player in short if not self.plays[player][used[player] :])
        self.game.short.update(silent if fit else ())
        if fit and not any(self.plays[player][used[player] :] for player in fit):
            if len(fit) > 1:
                problems.append(("parlour.tie", self.events("win")[0]))
            return fit[0] if len(fit) == 1 else ""
        absent = [player for player in fit if not self.plays[player][used[player] :]]
        if absent and len(fit) > 1:
            problems.append(("parlour.tie", self.plays[absent[0]][-1]))
            return self.battle_on([player for player in tied if player not in absent], used)
        faces = {player: self.faces(player, used, has[player]) for player in tied}
        wanted = ("down",) * self.game.down + ("up",) * self.game.up
        if any(faces[player][: len(wanted)] != wanted for player in fit if len(fit) > 1):
            own = {0: "parlour.sans-carte-cachee.tie", 1: "parlour.tie", 3: "parlour.additions.tie"}
            row = self.plays[tied[0]][used[tied[0]]]
            problems.append((own[self.game.down], row))
        shown = {player: self.last_up(player, faces[player], used) for player in tied}
        if not fit:
            return self.last_cards(tied)
        return {player: shown[player] for player in fit} if len(fit) > 1 else fit[0]

    def battle_on(self, rest: list[str], used: Counter[str]) -> dict[str, int]:
        """What those show who did not stay out."""
        return {
            player: self.last_up(player, self.faces(player, used, self.sizes[player]), used)
            for player in rest
        }

    def faces(self, player: str, used: Counter[str], has: int) -> tuple[str, ...]:
        """The run of face-down and then face-up cards with which a player answers a tie."""
        rest = [row["face"] for row in self.plays[player][used[player] : used[player] + has]]
        downs = next((at for at, face in enumerate(rest) if face == "up"), len(rest))
        return tuple(rest[: downs + self.game.up])

    def last_up(self, player: str, faces: tuple[str, ...], used: Counter[str]) -> int:
        used[player] += len(faces)
        cards = self.plays[player][used[player] - self.game.up : used[player]]
        return sum(self.game.worth(row["card"]) for row in cards)

    def last_cards(self, tied: list[str]) -> str:
        worth = {player: self.game.worth(self.plays[player][-1]["card"]) for player in tied}
        best = [player for player in tied if worth[player] == max(worth.values())]
        return best[0] if len(best) == 1 else "draw"

    def stuck(self, problems: list[Breach]) -> str:
        self.plays.clear()
        if self.events("win"):
            problems.append(("parlour.pat.draw", self.events("win")[0]))
            return ""
        return "draw"

    def refill(self, tied: list[str], has: dict[str, int], need: int) -> None:
        """Only the total of a trick is told by the log: cards may be missing in several ties."""
        for player, other in (tied, tied[::-1]):
            lacking = max(0, need - has[player])
            if has[other] < lacking + need:
                continue  # the other has none to spare: nothing is said of that
            self.due[player] += lacking
            if self.events("give"):
                has[player] += lacking
                self.sizes[player] += lacking
                self.sizes[other] -= lacking
                has[other] -= lacking

    def refilled(self) -> Iterator[Breach]:
        given = self.events("give")
        if self.game.kind == "pat-recharge" and Counter(row["to"] for row in given) != self.due:
            yield "parlour.pat-recharge.refill", (given or self.rows)[-1]

    # Who takes what

    def taking(self, win: Row, started: list[str]) -> Iterator[Breach]:
        game = self.game
        takes, gone = self.events("take"), self.events("discard")
        gone_rightly = [card for card in self.table if rank_of(card) == self.going]
        if Counter(row["card"] for row in gone) != Counter(gone_rightly):
            yield "parlour.speed.discard", (gone or takes)[0]
        if game.kind == "payante":
            yield from self.gifts_of(win, started)
        rest = Counter(self.table + self.gifts) - Counter(row["card"] for row in gone)
        if Counter(row["card"] for row in takes) != rest:
            yield "parlour.take", takes[-1] if takes else win
        if any(row["player"] != win["player"] for row in takes):
            yield "parlour.take", takes[0]
        for row in takes:
            game.piles[row["player"]].append(row["card"])

    def gifts_of(self, win: Row, started: list[str]) -> Iterator[Breach]:
        left = {row["player"] for row in self.events("out") if self.before(row, win)}
        due = [
            player
            for player in started
            if player not in {win["player"], *left} and self.sizes[player] > len(self.plays[player])
        ]
        gifts = [(row["player"], row["to"]) for row in self.events("give")]
        wanted = {(player, win["player"]) for player in due}
        if len(gifts) != len(set(gifts)) or not set(gifts) <= wanted or bool(due) > bool(gifts):
            yield "parlour.payante.give", win

    def before(self, row: Row, other: Row) -> bool:
        places = [id(each) for each in self.rows]
        return places.index(id(row)) < places.index(id(other))

    def outs(self, *, stuck: bool) -> Iterator[Breach]:
        for row in self.events("out"):
            if self.game.piles[row["player"]]:
                yield "parlour.out", row
            self.game.left.add(row["player"])
        for player, pile in self.game.piles.items():
            if not pile and player not in self.game.left and not stuck:
                yield "parlour.out", self.rows[-1]
                self.game.left.add(player)

    def decide(self, winner: str) -> None:
        game = self.game
        taken = JOKERS.intersection(self.table)
        captured = any(game.owner.get(card) != winner for card in taken) and self.battles > 0
        if game.decided == "" and (
            winner == "draw"
            or len(game.holding()) == 1
            or (game.kind.endswith("jokers-courte") and captured)
        ):
            game.decided = winner

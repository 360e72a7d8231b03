"""The shapes of other people's files, each with its right answer.

A row stands in as many lines as show its columns (`fmt: skip`): the formatter would give each cell
a line of its own, and nobody would see the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from tests.foreign.play import Bet, Coup, Game, baccarat, casino_war, points, war, wheel
from tests.foreign.write import (
    ENGLISH,
    FRENCH,
    LETTERS,
    NAMES,
    Row,
    archive,
    database,
    euros,
    in_words,
    minute,
    signs,
    text,
    three,
    web_page,
    workbook,
)


@dataclass(frozen=True, slots=True)
class File:
    """A file, the rules of its game, what was played, and what a user answers to the questions of
    `auditor map`; without answers the file is audited as it stands.
    """

    path: Path
    rules: str
    game: Game
    rows: int
    answers: Mapping[str, str] | None = field(default_factory=dict)
    no_events: frozenset[int] = frozenset()


Shape = Callable[[Path], File]
SHAPES: dict[str, Shape] = {}


def saved(folder: Path, content: str, name: str = "log.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


# ---- baccarat: a row for each hand --------------------------------------------------------------
def hands(head: str, row: Callable[[Coup], Row], delimiter: str = ",") -> Shape:
    """A row for each hand of two shoes; the winner of one of them is wrong."""

    def made(folder: Path) -> File:
        game = baccarat(shoes=2)
        rows = [head.split(","), *(row(own) for own in game.coups)]
        return File(saved(folder, text(rows, delimiter)), "punto-banco", game, len(game.coups))

    return made


def ordinal(card: str) -> int:
    """Of 13 cards from the ace on."""
    return "A23456789TJQK".index(card[0]) + 1


def tens(hand: Iterable[str]) -> list[str]:
    return [card.replace("T", "10") for card in hand]


SHAPES |= {
    "columns of cards": hands(
        "Shoe,Hand,P1,P2,P3,B1,B2,B3,Result",
        lambda own: [own.shoe, own.number, *three(own.player), *three(own.banker),
                     LETTERS[own.winner]],
    ),
    "the banker first": hands(
        "ShoeID,HandNo,Banker1,Banker2,Banker3,Player1,Player2,Player3,Winner",
        lambda own: [own.shoe, own.number, *three(own.banker), *three(own.player),
                     ENGLISH[own.winner]],
    ),
    "scores in joined words": hands(
        "Shoe #,Round #,PlayerHand,BankerHand,PlayerScore,BankerScore,Winner",
        lambda own: [own.shoe, own.number, "-".join(own.player), "-".join(own.banker),
                     points(own.player), points(own.banker), ENGLISH[own.winner].upper()],
    ),
    "ranks alone": hands(
        "Shoe,Hand,P1,P2,P3,B1,B2,B3,Winner",
        lambda own: [own.shoe, own.number, *(card[:1] for card in three(own.player)),
                     *(card[:1] for card in three(own.banker)), own.winner],
    ),
    "numbers of ranks": hands(
        "shoe_id,hand_number,player_cards,banker_cards,winner",
        lambda own: [own.shoe, own.number, str([*map(ordinal, own.player)]),
                     str([*map(ordinal, own.banker)]), own.winner],
    ),
    "lists of a script": hands(
        "shoe_id,hand_number,player_cards,banker_cards,winner",
        lambda own: [own.shoe, own.number, str(tens(own.player)), str(tens(own.banker)),
                     LETTERS[own.winner]],
    ),
    "brackets": hands(
        "shoe_no,game_number,player_cards,banker_cards,outcome",
        lambda own: [own.shoe, own.number, f"[{', '.join(own.player)}]",
                     f"[{', '.join(own.banker)}]", own.winner],
    ),
    "cards one after the other": hands(
        "Shoe,Coup no.,Player,Banker,Winner",
        lambda own: [own.shoe, own.number, "".join(own.player), "".join(tens(own.banker)),
                     own.winner],
    ),
    "suits as signs, in French": hands(
        "Sabot,N DE COUP,Main joueur,Main banque,Gagnant",
        lambda own: [own.shoe, own.number, signs(own.player), signs(own.banker),
                     FRENCH[own.winner]],
        ";",
    ),
    "names of cards": hands(
        "Shoe,NCOUP,Player 1,Player 2,Player 3,Banker 1,Banker 2,Banker 3,Winner",
        lambda own: [own.shoe, own.number, *three([*map(in_words, own.player)]),
                     *three([*map(in_words, own.banker)]), own.winner],
    ),
    "nothing where there is no third card": hands(
        "Shoe,N.COUP,P1,P2,P3,B1,B2,B3,Result",
        lambda own: [own.shoe, own.number, *(card or "None" for card in three(own.player)),
                     *(card or "-" for card in three(own.banker)), own.winner],
    ),
}  # fmt: skip


def objects_of_cards(folder: Path) -> File:
    """Each card an object of its own, as the classes of a program are written out."""
    game = baccarat()
    ranks = {"T": "10", "J": 11, "Q": "Queen", "K": "king", "A": 1}

    def hand(cards: Iterable[str]) -> list[dict[str, object]]:
        return [
            {"suit": NAMES[card[1]].lower(), "rank": ranks.get(card[0], card[0]), "value": 0}
            for card in cards
        ]

    rounds = [
        {"roundNumber": own.number, "winner": own.winner.upper(),
         "player": {"hand": hand(own.player)}, "banker": {"hand": hand(own.banker)}}
        for own in game.coups
    ]  # fmt: skip
    content = json.dumps({"shoeId": 1, "rounds": rounds})
    return File(saved(folder, content, "log.json"), "punto-banco", game, len(rounds))


def database_of_hands(folder: Path) -> File:
    game = baccarat(shoes=2)
    head = ["shoe_id", "round_id", "player_hand", "banker_hand", "winner", "created_at"]
    rows = [
        [own.shoe, own.number, " ".join(own.player), " ".join(own.banker), own.winner,
         str(minute(at))]
        for at, own in enumerate(game.coups)
    ]  # fmt: skip
    path = database(folder / "log.db", [head, *rows])
    return File(path, "punto-banco", game, len(rows))


SHAPES |= {
    "objects of cards": objects_of_cards,
    "a database": database_of_hands,
}


# ---- baccarat: a row for each bet ---------------------------------------------------------------
def bets(
    head: str,
    row: Callable[[int, Coup, Bet], Row],
    delimiter: str = ",",
    encoding: str = "utf-8",
    **more: str,
) -> Shape:
    """A row for each bet, with the cards of its coup; one bet is paid twice over."""

    def made(folder: Path) -> File:
        game = baccarat(18, fault="paid")
        rows = [head.split(","), *(row(own.number, own, bet) for own, bet in game.rows)]
        path = saved(folder, text(rows, delimiter, **more), encoding=encoding)
        return File(path, "punto-banco", game, len(rows) - 1, {"commission": "net"})

    return made


SHAPES |= {
    "net gains in French": bets(
        "Date,Heure,Table,N° coup,Joueur,Pari,Mise,Gain,Cartes joueur,Cartes banque,Gagnant",
        lambda at, own, bet: ["09/01/2026", f"21h{at:02}", "PB1", own.number, bet.player,
                              FRENCH[bet.on], euros(bet.stake), euros(bet.net),
                              " ".join(own.player), " ".join(own.banker), FRENCH[own.winner]],
        ";",
        "cp1252",
    ),
    "what was lost in its own column": bets(
        "Time,Table,Round,Player,Bet,Stake,Paid,Lost,Player Cards,Banker Cards,Winner",
        lambda at, own, bet: [minute(at).isoformat(), "B1", own.number, bet.player, bet.on,
                              bet.stake, bet.paid, bet.lost, " ".join(own.player),
                              " ".join(own.banker), own.winner],
    ),
    "all that came back": bets(
        "Round,Player,Bet,Stake,Total Return,Player Cards,Banker Cards,Winner",
        lambda _, own, bet: [own.number, bet.player, bet.on, f"${bet.stake}", f"${bet.back}",
                             "/".join(own.player), "/".join(own.banker), ENGLISH[own.winner]],
    ),
    "a payout with the stake in it": bets(
        "game_id,username,bet_type,bet_amount,payout,player_cards,banker_cards,outcome",
        lambda _, own, bet: [own.number, bet.player, bet.on, bet.stake, bet.back,
                             " ".join(own.player), " ".join(own.banker), own.winner],
    ),
}  # fmt: skip


# ---- baccarat: a row for each event -------------------------------------------------------------
EVENTS = {
    "fr": ("Faites vos jeux", "Mise", "RNVP", "Carte", "Annonce", "Paiement", "Commission",
           "Ramassage"),
    "en": ("Place your bets", "BET", "No more bets", "Card dealt", "Result", "WIN", "Commission",
           "LOSE"),
}  # fmt: skip
HEADS = {
    "fr": ("N° coup", "Événement", "Joueur", "Destinataire", "Gagnant", "Pari", "Montant", "Carte"),
    "en": ("Round", "Action", "Player", "To", "Winner", "Bet on", "Amount", "Card"),
}


def events(game: Game, language: str, when: Callable[[datetime], Row]) -> list[Row]:
    """A row for each event of a night, below its header."""
    named = EVENTS[language]
    words = FRENCH if language == "fr" else ENGLISH
    rows: list[Row] = []
    for at, own in enumerate(game.coups):
        place = [*when(minute(at)), own.number]
        turn = [(to, hand[n]) for n in range(3) for to, hand in
                (("player", own.player), ("banker", own.banker)) if n < len(hand)]  # fmt: skip
        rows += [[*place, named[0], "", "", "", "", "", ""]]
        rows += [[*place, named[1], b.player, "", "", words[b.on], b.stake, ""] for b in own.bets]
        rows += [[*place, named[2], "", "", "", "", "", ""]]
        rows += [[*place, named[3], "", words[to], "", "", "", card] for to, card in turn]
        rows += [[*place, named[4], "", "", words[own.winner], "", "", ""]]
        for b in own.bets:
            told = [(named[5], b.paid), (named[7], b.lost)]
            rows += [[*place, kind, b.player, "", "", words[b.on], sum_, ""]
                     for kind, sum_ in told if sum_]  # fmt: skip
    return rows


def night(
    time: str,
    when: Callable[[datetime], Row],
    language: str = "fr",
    delimiter: str = ";",
    *,
    encoding: str = "utf-8",
    answers: Mapping[str, str] | None = None,
    above: str = "",
    below: str = "",
    no_events: int = 0,
) -> Shape:
    """A night past midnight, a row for each event; one bet is paid twice over."""

    def made(folder: Path) -> File:
        game = baccarat(18, fault="paid")
        rows = [[*time.split(","), *HEADS[language]], *events(game, language, when)]
        path = saved(folder, text(rows, delimiter, above, below), encoding=encoding)
        first = len(rows) + above.count("\n") + 1
        rest = frozenset(range(first, first + no_events))
        return File(path, "punto-banco", game, len(rows) - 1, answers, rest)

    return made


SHAPES |= {
    "days and hours": night("Horodatage", lambda t: [f"{t:%d/%m/%Y %H:%M:%S}"], encoding="cp1252"),
    "a date of the evening": night("Date,Heure", lambda t: ["09/01/2026", f"{t:%Hh%M}"]),
    "a title with the day": night(
        "Heure",
        lambda t: [f"{t:%H:%M}"],
        encoding="utf-8-sig",
        answers={},
        above="Relevé de la table PB1\r\nSéance du vendredi 9 janvier 2026\r\n\r\n",
        below="Total;;;;;;1234;\r\nFin du relevé\r\n",
        no_events=2,
    ),
    "hours alone": night("Heure", lambda t: [f"{t:%H:%M}"], answers={"day_begins": "12:00"}),
    "a clock of twelve hours": night(
        "Time", lambda t: [f"{t:%m/%d/%Y %I:%M %p}"], "en", ",", answers={"dates": "mm/dd/yyyy"}
    ),
    "numbers of a spreadsheet": night(
        "Horodatage",
        lambda t: [str((t - datetime(1899, 12, 30)).total_seconds() / 86400)[:12]],
        answers={"dates": "excel-1900"},
    ),
    "no time at all": night("", lambda _: [""], "en", ","),
}


def rows_of_night(fault: str = "paid") -> tuple[Game, list[Row]]:
    game = baccarat(18, fault=fault)
    return game, [["Horodatage", *HEADS["fr"]], *events(game, "fr", lambda t: [t])]


def sheet_below_titles(folder: Path) -> File:
    game, rows = rows_of_night()
    sheet = [["Casino de la Grève"], [], *rows, [], ["Total", *[""] * 6, 1234]]
    path = workbook(folder / "log.xlsx", {"Journal": sheet})
    aside = frozenset((len(sheet),))
    return File(path, "punto-banco", game, len(rows) - 1, None, aside)


def days_and_hours_of_a_sheet(folder: Path) -> File:
    game = baccarat(18, fault="paid")
    told = events(game, "fr", lambda t: [date(2026, 1, 9), t.time()])
    path = workbook(folder / "log.xlsx", {"PB1": [["Date", "Heure", *HEADS["fr"]], *told]})
    return File(path, "punto-banco", game, len(told), None)


def page_of_a_web_system(folder: Path) -> File:
    game, rows = rows_of_night()
    path = saved(folder, web_page(rows), "journal.xls")
    return File(path, "punto-banco", game, len(rows) - 1, None)


def archive_of_a_night(folder: Path) -> File:
    game, rows = rows_of_night()
    path = archive(folder / "log.zip", {"journal.csv": text(rows, ";")})
    return File(path, "punto-banco", game, len(rows) - 1, None)


def header_on_each_page(folder: Path) -> File:
    game, rows = rows_of_night()
    pages = [rows[0], *rows[1:40], [], rows[0], *rows[40:], ["Page 2"]]
    aside = frozenset((42, len(pages)))
    path = saved(folder, text(pages, ";"))
    return File(path, "punto-banco", game, len(rows) - 1, None, aside)


SHAPES |= {
    "a sheet below titles": sheet_below_titles,
    "days and hours of a sheet": days_and_hours_of_a_sheet,
    "a page of a web system": page_of_a_web_system,
    "an archive": archive_of_a_night,
    "a header on each page": header_on_each_page,
}


# ---- casino war ---------------------------------------------------------------------------------
def duels(head: str, row: Callable[[Coup, Bet], Row], delimiter: str = ",") -> Shape:
    """A row for each hand; one winning stake is paid twice over."""

    def made(folder: Path) -> File:
        game = casino_war()
        rows = [head.split(","), *(row(own, bet) for own, bet in game.rows)]
        return File(saved(folder, text(rows, delimiter)), "bataille", game, len(game.coups))

    return made


RESULTS = {"player": "win", "banker": "lose", "tie": "surrender"}
SHAPES |= {
    "the dealer first": duels(
        "hand_no,ante,dealer_card,player_card,outcome,net",
        lambda own, bet: [own.number, bet.stake, own.banker[0], own.player[0],
                          RESULTS[own.winner], bet.net],
    ),
    "a place of the cloth": duels(
        "Date,Heure,Table,N° coup,Place 1 mise,Place 1 carte,Place 1 gain,Carte croupier",
        lambda own, bet: ["09/01/2026", f"21h{own.number:02}", "BA1", own.number,
                          euros(bet.stake), own.player[0], euros(bet.paid), own.banker[0]],
        ";",
    ),
    "a seat of the cloth": duels(
        "DateTime,TableName,GameNo,Seat1Bet,Seat1Card,Seat1Win,DealerCard",
        lambda own, bet: [minute(own.number), "W1", own.number, bet.stake, own.player[0],
                          bet.paid, own.banker[0]],
    ),
}  # fmt: skip


# ---- the parlour game ---------------------------------------------------------------------------
def tricks(head: str, names: tuple[str, str, str], delimiter: str = ",") -> Shape:
    """A row for each trick, with how many cards are left; one goes to the lower card."""

    def made(folder: Path) -> File:
        game, left = war(), 26
        rows: list[Row] = [head.split(",")]
        for own in game.coups:
            winner = names[("player", "banker", "tie").index(own.winner)]
            rows.append([own.number, own.player[0], own.banker[0], winner, left, 52 - left])
        path = saved(folder, text(rows, delimiter))
        return File(path, "bataille-familiale", game, len(game.coups))

    return made


SHAPES |= {
    "players by number": tricks(
        "round,player1_card,player2_card,winner,player1_cards,player2_cards",
        ("Player 1", "Player 2", "War"),
    ),
    "players by name": tricks(
        "Turn,Alice Card,Bob Card,Winner,Alice left,Bob left", ("Alice", "Bob", "Tie")
    ),
    "players in French": tricks(
        "Tour,Carte J1,Carte J2,Gagnant,Reste 1,Reste 2", ("J1", "J2", "Bataille"), ";"
    ),
    "the number of the winner": tricks(
        "Battle #,Player 1 card,Player 2 card,Winner,left 1,left 2", ("1", "2", "0")
    ),
}


# ---- the wheel ----------------------------------------------------------------------------------
def spins(head: str, row: Callable[[Coup, Bet], Row], delimiter: str = ",") -> Shape:
    """A row for each spin, with the only bet on it."""

    def made(folder: Path) -> File:
        game = wheel()
        rows = [head.split(","), *(row(own, bet) for own, bet in game.rows)]
        path = saved(folder, text(rows, delimiter))
        return File(path, "boule", game, len(game.coups))

    return made


SHAPES |= {
    "bets on the wheel": spins(
        "timestamp,spin_id,user_id,bet_type,bet_number,bet_amount,winning_number,payout,outcome",
        lambda own, bet: [minute(own.number), own.number, bet.player, bet.on.title(),
                          bet.number or "", bet.stake, own.result, bet.paid,
                          "WIN" if bet.paid else "LOSS"],
    ),
    "nets of an evening past midnight": spins(
        "spin_no,time,result,player,bet,bet_number,stake,net",
        lambda own, bet: [own.number, f"{minute(own.number):%H:%M:%S}", own.result, bet.player,
                          bet.on, bet.number or "", bet.stake, bet.net],
    ),
    "returns of the wheel": spins(
        "timestamp,spin_id,user_id,bet_type,bet_number,bet_amount,winning_number,total_return",
        lambda own, bet: [minute(own.number), own.number, bet.player, bet.on, bet.number or "",
                          bet.stake, own.result, bet.back],
    ),
}  # fmt: skip

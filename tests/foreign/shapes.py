"""The shapes of other people's files, each with its right answer: those of `shapes.txt`, and others
that no row of cells can show.

A row stands in as many lines as show its columns (`fmt: skip`): the formatter would give each cell
a line of its own, and nobody would see the file.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

import openpyxl

from tests.foreign.played import GAMES, SUITS, Bet, Coup, Hand, minute

PAGE = Path(__file__).with_name("shapes.txt")
Row = Sequence[object]
EVENTS = {
    "fr": ("Faites vos jeux", "Mise", "RNVP", "Carte", "Annonce", "Paiement", "Ramassage"),
    "en": ("Place your bets", "BET", "No more bets", "Card dealt", "Result", "WIN", "LOSE"),
}
HEADS = {
    "fr": ("N° coup", "Événement", "Joueur", "Destinataire", "Gagnant", "Pari", "Montant", "Carte"),
    "en": ("Round", "Action", "Player", "To", "Winner", "Bet on", "Amount", "Card"),
}
SIDES = {"fr": "Joueur/Banque/Égalité", "en": "Player/Banker/Tie"}


@dataclass(frozen=True, slots=True)
class File:
    """A file, the rules of its game, what was played, and what a user answers to the questions of
    `auditor map`; without answers the file is audited as it stands.
    """

    path: Path
    rules: str
    coups: Sequence[Coup]
    rows: int
    answers: Mapping[str, str] | None = field(default_factory=dict)
    no_events: frozenset[int] = frozenset()

    @property
    def faults(self) -> set[tuple[int, int]]:
        return {(own.shoe, own.number) for own in self.coups if own.wrong}


Shape = Callable[[Path], File]


def text(rows: Iterable[Row], delimiter: str = ",", above: str = "", below: str = "") -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return above + buffer.getvalue() + below


def saved(folder: Path, content: str, name: str = "log.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


# ---- the page -----------------------------------------------------------------------------------
def told(coup: Coup, language: str) -> list[Row]:
    """What happens in a coup, each with the cells behind its number."""
    opened, laid, closed, dealt, called, paid, taken = EVENTS[language]
    sides = SIDES[language]
    rows: list[Row] = [[opened, "", "", "", "", "", ""]]
    rows += [[laid, b.who, "", "", format(b.on, sides), b.stake, ""] for b in coup.bets]
    rows += [[closed, "", "", "", "", "", ""]]
    rows += [[dealt, "", format(to, sides), "", "", "", card] for to, card in coup.dealt]
    rows += [[called, "", "", format(coup.result, sides), "", "", ""]]
    for b in coup.bets:
        sums = ((paid, b.paid), (taken, b.lost))
        rows += [[kind, b.who, "", "", format(b.on, sides), own, ""] for kind, own in sums if own]
    return rows


def events(coups: Iterable[Coup], language: str, when: Callable[[Coup], Row]) -> list[Row]:
    """A row for each event of a night."""
    return [[*when(own), own.number, *row] for own in coups for row in told(own, language)]


def cells(template: str, known: Mapping[str, object]) -> Row:
    return [own.format_map(known) for own in re.split(r",(?![^{]*\})", template)]


def written(said: Sequence[tuple[str, str]], folder: Path) -> File:
    """A file as the page tells it."""
    once = dict(said)
    title, _, rules = once["of"].rpartition(" ")
    name, delimiter, encoding, *_ = [*once.get("file", "log.csv ,").split(), "utf-8"]
    each, _, language = once["each"].partition(" ")
    coups, head = GAMES[title], once["|"].split(",")
    row = partial(cells, once[">"])
    if each == "event":
        head += HEADS[language]
        rows = events(coups, language, lambda own: row(own.cells()))
    elif each == "bet":
        rows = [row(own.cells(bet)) for own in coups for bet in own.bets]
    else:
        rows = [row(own.cells()) for own in coups]
    above, below = (
        "".join(f"{own}\r\n" for what, own in said if what == at) for at in ("above", "below")
    )
    answers = dict(own.split(" = ") for what, own in said if what == "answer")
    path = saved(folder, text([head, *rows], delimiter, above, below), name, encoding)
    first = above.count("\n") + len(rows) + 2
    rest = frozenset(range(first, first + below.count("\n")))
    return File(path, rules, coups, len(rows), None if "unasked" in once else answers, rest)


def shapes() -> dict[str, Shape]:
    """The shapes of the page."""
    found: dict[str, Shape] = {}
    for part in re.split(r"^# ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *lines = [own for own in part.splitlines() if own and not own.startswith("//")]
        pairs = (own.partition(" ") for own in lines)
        found[title] = partial(written, [(word, rest) for word, _, rest in pairs])
    return found


# ---- objects and databases ----------------------------------------------------------------------
def objects_of_cards(folder: Path) -> File:
    """Each card an object of its own, as the classes of a program are written out."""
    coups = GAMES["one shoe"]
    ranks = {"T": "10", "J": 11, "Q": "Queen", "K": "king", "A": 1}

    def hand(own: Hand) -> dict[str, object]:
        return {
            "hand": [
                {"suit": SUITS[card[1]].lower(), "rank": ranks.get(card[0], card[0]), "value": 0}
                for card in own.cards
            ]
        }

    rounds = [
        {"roundNumber": own.number, "winner": own.result.upper(), "player": hand(own.player),
         "banker": hand(own.banker)}
        for own in coups
    ]  # fmt: skip
    content = json.dumps({"shoeId": 1, "rounds": rounds})
    return File(saved(folder, content, "log.json"), "punto-banco", coups, len(rounds))


def database_of_hands(folder: Path) -> File:
    coups, path = GAMES["two shoes"], folder / "log.db"
    rows = [
        [own.shoe, own.number, f"{own.player: }", f"{own.banker: }", str(own.result),
         str(minute(at))]
        for at, own in enumerate(coups)
    ]  # fmt: skip
    with closing(sqlite3.connect(path)) as base, base:
        head = "shoe_id, round_id, player_hand, banker_hand, winner, created_at"
        base.execute(f"create table coups ({head})")
        base.executemany("insert into coups values (?, ?, ?, ?, ?, ?)", rows)
    return File(path, "punto-banco", coups, len(rows))


def lists_of_tricks(folder: Path) -> File:
    """The cards of each player are a list, which has one card but in a war."""
    coups = GAMES["tricks"]
    names = {"player": "Alice", "banker": "Bob", "tie": None}
    lines = [
        {"turn": own.number, "played": {"Alice": own.player.cards, "Bob": own.banker.cards},
         "winner": names[own.result]}
        for own in coups
    ]  # fmt: skip
    path = saved(folder, "\n".join(map(json.dumps, lines)) + "\n", "game.jsonl")
    return File(path, "bataille-familiale", coups, len(lines))


def objects_by_chance(folder: Path) -> File:
    """Stakes and wins are named by the chance or the number that they are on."""
    coups = GAMES["the wheel"]

    def name(bet: Bet) -> str:
        return "{place:pair/impair/manque/passe}".format_map(bet.cells())

    lines = [
        {"coup": own.number, "numero": int(own.result), "joueur": "U17",
         "mises": {name(b): int(b.stake) for b in own.bets},
         "gains": {name(b): int(b.paid) for b in own.bets if b.paid}}
        for own in coups
    ]  # fmt: skip
    path = saved(folder, "\n".join(map(json.dumps, lines)), "boule.jsonl")
    return File(path, "boule", coups, len(lines))


# ---- one night, packed otherwise ----------------------------------------------------------------
NIGHT = GAMES["a night"]
JOURNAL: list[Row] = [["Horodatage", *HEADS["fr"]], *events(NIGHT, "fr", lambda own: [own.time])]


def workbook(path: Path, sheets: Mapping[str, Iterable[Row]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([None if cell == "" else cell for cell in row])
    book.save(path)
    return path


def sheet_below_titles(folder: Path) -> File:
    sheet = [["Casino de la Grève"], [], *JOURNAL, [], ["Total", *[""] * 6, 1234]]
    path = workbook(folder / "log.xlsx", {"Journal": sheet})
    aside = frozenset((len(sheet),))
    return File(path, "punto-banco", NIGHT, len(JOURNAL) - 1, None, aside)


def days_and_hours_of_a_sheet(folder: Path) -> File:
    rows = events(NIGHT, "fr", lambda own: [date(2026, 1, 9), own.time.time()])
    path = workbook(folder / "log.xlsx", {"PB1": [["Date", "Heure", *HEADS["fr"]], *rows]})
    return File(path, "punto-banco", NIGHT, len(rows), None)


def page_of_a_web_system(folder: Path) -> File:
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in JOURNAL)
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    page = f"<html><body><h1>Journal</h1><table>{table}</table></body></html>"
    return File(saved(folder, page, "journal.xls"), "punto-banco", NIGHT, len(JOURNAL) - 1, None)


def archive_of_a_night(folder: Path) -> File:
    path = folder / "log.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("journal.csv", text(JOURNAL, ";"))
    return File(path, "punto-banco", NIGHT, len(JOURNAL) - 1, None)


def header_on_each_page(folder: Path) -> File:
    pages = [*JOURNAL[:40], [], JOURNAL[0], *JOURNAL[40:], ["Page 2"]]
    aside = frozenset((42, len(pages)))
    path = saved(folder, text(pages, ";"))
    return File(path, "punto-banco", NIGHT, len(JOURNAL) - 1, None, aside)


# ---- tables of whole rounds ---------------------------------------------------------------------
def sheet_for_each_table(folder: Path) -> File:
    """Coups of the same numbers at two tables, the second of which is lawful."""
    head: Row = ["Time", "Coup", "Player cards", "Banker cards", "Winner", "Customer", "Bet",
                 "Stake", "Paid", "Lost"]  # fmt: skip
    lawful = [own for own in GAMES["two shoes"] if own.shoe == 1]
    sheets: dict[str, list[Row]] = {
        table: [head, *([minute(0), *_round(own, bet)] for own in coups for bet in own.bets)]
        for table, coups in {"PB1": NIGHT, "PB2": lawful}.items()
    }
    path = workbook(folder / "night.xlsx", sheets)
    rows = sum(map(len, sheets.values())) - 2
    return File(path, "punto-banco", NIGHT, rows, {"commission": "net"})


def _round(own: Coup, bet: Bet) -> Row:
    """The whole round in the row of each bet."""
    sides = SIDES["en"]
    told = [f"{own.player: }", f"{own.banker: }", format(own.result, sides), bet.who]
    return [own.number, *told, format(bet.on, sides), bet.stake, bet.paid or "", bet.lost or ""]


def merged_cells(folder: Path) -> File:
    """The hour and the cards of a coup beside its first bet alone, points below one name."""
    rows: list[Row] = [
        ["Table : PB1   Shoe : 1"],
        [],
        ["Coup", "Time", "Player hand", "", "", "Banker hand", "", "", "Points", "", "Bets"],
        ["", "", "Card 1", "Card 2", "Card 3", "Card 1", "Card 2", "Card 3", "Player", "Banker",
         "Customer", "Bet", "Stake", "Paid", "Lost"],
    ]  # fmt: skip
    for own in NIGHT:
        hands = (own.player, own.banker)
        told = [own.number, f"{own.time:%H:%M}", *(hand[n] for hand in hands for n in range(3)),
                *(f"{hand:points}" for hand in hands)]  # fmt: skip
        for at, bet in enumerate(own.bets):
            rows.append([*([""] * len(told) if at else told), *_round(own, bet)[4:]])
    path = saved(folder, text(rows), "PB1_20260109.csv")
    return File(path, "punto-banco", NIGHT, len(rows) - 4, {"commission": "net"})


def events_of_a_service(folder: Path) -> File:
    """Nothing is called by its name: neither the kind of event, nor the hand, nor the bet."""
    rows: list[Row] = [["id", "epoch_ms", "tbl", "round_no", "evt", "side", "card", "user",
                        "wager_type", "amount"]]  # fmt: skip
    for coup in NIGHT:
        place = [int(coup.time.timestamp() * 1000), "PB1", coup.number]
        bets = coup.bets
        own: list[Row] = [["BET_PLACED", "", "", b.who, b.on.upper(), b.stake] for b in bets]
        own += [["CARD_DEALT", to.upper(), card, "", "", ""] for to, card in coup.dealt]
        own += [["WIN", "", "", b.who, b.on.upper(), b.paid] for b in bets if b.paid]
        own += [["BET_LOST", "", "", b.who, b.on.upper(), b.lost] for b in bets if b.lost]
        rows += [[len(rows) + at, *place, *event] for at, event in enumerate(own)]
    return File(saved(folder, text(rows)), "punto-banco", NIGHT, len(rows) - 1)


SHAPES: dict[str, Shape] = shapes() | {
    own.__name__.replace("_", " "): own
    for own in (
        objects_of_cards, database_of_hands, lists_of_tricks, objects_by_chance,
        sheet_below_titles, days_and_hours_of_a_sheet, page_of_a_web_system, archive_of_a_night,
        header_on_each_page, sheet_for_each_table, merged_cells, events_of_a_service,
    )
}  # fmt: skip

"""Rows in the shapes of other people's programs: text, workbooks, web pages, databases."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import openpyxl

Row = Sequence[object]
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
FRENCH = {"player": "Joueur", "banker": "Banque", "tie": "Égalité"}
ENGLISH = {"player": "Player", "banker": "Banker", "tie": "Tie"}
LETTERS = {"player": "P", "banker": "B", "tie": "T"}


def text(rows: Iterable[Row], delimiter: str = ",", above: str = "", below: str = "") -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return above + buffer.getvalue() + below


def web_page(rows: Sequence[Row]) -> str:
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<html><body><h1>Journal</h1><table>{table}</table></body></html>"


def workbook(path: Path, sheets: Mapping[str, Iterable[Row]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([None if cell == "" else cell for cell in row])
    book.save(path)
    return path


def database(path: Path, rows: Sequence[Row]) -> Path:
    head, *rest = rows
    columns = ", ".join(f'"{name}"' for name in head)
    places = ", ".join("?" * len(head))
    with sqlite3.connect(path) as own:
        own.execute(f"create table coups ({columns})")
        own.executemany(f"insert into coups values ({places})", rest)
    own.close()
    return path


def archive(path: Path, files: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as own:
        for name, content in files.items():
            own.writestr(name, content)
    return path


def objects(rows: Iterable[Mapping[str, object]]) -> str:
    return "\n".join(map(json.dumps, rows)) + "\n"


def three(hand: Sequence[str]) -> list[str]:
    return [*hand, *[""] * (3 - len(hand))]


def signs(hand: Sequence[str]) -> str:
    return " ".join(card[0].replace("T", "10") + SIGNS[card[1]] for card in hand)


def in_words(card: str) -> str:
    ranks = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
    return f"{ranks.get(card[0], card[0])} of {NAMES[card[1]]}"


def euros(amount: object) -> str:
    return f"{float(str(amount)):.2f}".replace(".", ",") + " €"


def minute(at: int) -> datetime:
    """Of a night that begins at ten to midnight."""
    return datetime(2026, 1, 9 + (at > 9), (23, 0)[at > 9], (50 + at) % 60)

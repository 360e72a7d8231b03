"""A log as French table software writes it: headers, words, dates, amounts and cards."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Final

from auditor_simulators.protocol import Row

HEADERS: Final = {
    "casino": "Établissement",
    "season": "Saison",
    "session": "Séance",
    "table": "Table",
    "shoe": "Sabot",
    "coup": "N° de coup",
    "game": "Jeu",
    "event": "Événement",
    "staff": "Employé",
    "minimum": "Minimum",
    "maximum": "Maximum",
    "maximum_straight": "Maximum en plein",
    "maximum_even": "Maximum chances simples",
    "spots": "Emplacements",
    "numbers": "Nombre de numéros",
    "places": "Nombre de cases",
    "tie_bet": "Mise égalité offerte",
    "deck": "Jeu de cartes",
    "back": "Dos",
    "cards": "Nombre de cartes",
    "condition": "État",
    "registered": "Inscrit au registre",
    "pile": "Tas",
    "shuffles": "Mélanges",
    "cuts": "Coupes",
    "behind": "Cartes derrière",
    "device": "Dispositif",
    "device_id": "N° d'appareil",
    "approved": "Agréé",
    "seat": "Place",
    "player": "Joueur",
    "bet": "Pari",
    "number": "Numéro",
    "amount": "Montant",
    "form": "Forme",
    "to": "Destinataire",
    "card": "Carte",
    "face": "Face",
    "text": "Annonce",
    "winner": "Gagnant",
    "player_score": "Point joueur",
    "banker_score": "Point banque",
    "reason": "Motif",
    "direction": "Sens",
    "place": "Case",
    "colour": "Couleur",
}
EVENTS: Final = {
    "authorisation": "Autorisation",
    "house_open": "Ouverture de l'établissement",
    "house_close": "Fermeture de l'établissement",
    "table_open": "Ouverture de table",
    "table_close": "Fermeture de table",
    "sit": "Arrivée joueur",
    "leave": "Départ joueur",
    "bets_open": "Faites vos jeux",
    "no_more_bets": "Rien ne va plus",
    "stake": "Mise",
    "stake_change": "Modification de mise",
    "stake_withdraw": "Retrait de mise",
    "stake_refuse": "Refus de mise",
    "pay": "Paiement",
    "collect": "Ramassage",
    "give_back": "Mise rendue",
    "commission": "Commission",
    "cancel": "Coup annulé",
    "deck": "Mise en service d'un jeu",
    "stop_card_place": "Pose de la carte d'arrêt",
    "shuffle": "Mélange des cartes",
    "turn_over": "Retournement des cartes",
    "pile": "Formation d'un tas",
    "cut": "Coupe",
    "load": "Chargement du sabot",
    "deal": "Carte distribuée",
    "discard": "Enlèvement des cartes",
    "stop_card_seen": "Apparition de la carte d'arrêt",
    "announce": "Annonce du point",
    "spin": "Lancer de la bille",
}
WORDS: Final = {
    "bet": {
        "player": "Joueur",
        "banker": "Banque",
        "tie": "Égalité",
        "straight": "Plein",
        "red": "Rouge",
        "black": "Noir",
        "even": "Pair",
        "odd": "Impair",
        "high": "Passe",
        "low": "Manque",
    },
    "winner": {"player": "Joueur", "banker": "Banque", "tie": "Égalité"},
    "to": {"player": "Joueur", "banker": "Banque"},
    "face": {"up": "Découverte", "down": "Cachée"},
    "form": {"chip": "Jeton", "plaque": "Plaque", "cash": "Espèces", "credit": "Crédit"},
    "condition": {"perfect": "Parfait état", "worn": "Usé", "marked": "Marqué"},
    "device": {"shoe": "Sabot", "shuffler": "Mélangeur", "continuous": "Mélangeur continu"},
    "direction": {"cw": "Horaire", "ccw": "Antihoraire"},
    "colour": {"red": "Rouge", "black": "Noir", "none": "Aucune"},
    "back": {"red": "rouge", "blue": "bleu"},
    "game": {"punto-banco": "Punto banco", "boule": "Boule"},
}
AMOUNTS: Final = ("amount", "minimum", "maximum", "maximum_straight", "maximum_even")
TRUTHS: Final = ("tie_bet", "registered", "approved")
RANKS: Final = {"K": "R", "Q": "D", "J": "V"}
SUITS: Final = {"S": "P", "H": "C", "D": "K", "C": "T"}


def header(columns: tuple[str, ...]) -> list[str]:
    """The columns in French; the time is a day and an hour."""
    return [
        name
        for column in columns
        for name in (("Date", "Heure") if column == "time" else (HEADERS[column],))
    ]


def cells(row: Row, columns: tuple[str, ...]) -> list[str]:
    """The cells of a row under that header."""
    found: list[str] = []
    for column in columns:
        if column == "time":
            moment = datetime.fromisoformat(row["time"])
            found += [day(moment), f"{moment:%Hh%M}:{moment:%S}".replace("h", ":")]
        else:
            found.append(cell(column, row.get(column, "")))
    return found


def cell(column: str, text: str) -> str:
    """A cell in French."""
    if not text:
        return ""
    if column == "event":
        return EVENTS[text]
    if column == "session":
        return day(date.fromisoformat(text))
    if column in AMOUNTS:
        return amount(text)
    if column in TRUTHS:
        return "OUI" if text == "true" else "NON"
    if column == "card":
        return card(text)
    return WORDS.get(column, {}).get(text, text)


def day(moment: date) -> str:
    return f"{moment:%d/%m/%Y}"


def amount(text: str) -> str:
    """`1 234,50 €`, with the no-break spaces that a cell in Windows-1252 may have."""
    whole, _, part = f"{Decimal(text):.2f}".partition(".")
    return f"{int(whole):,}".replace(",", "\u00a0") + f",{part}\u00a0€"


def card(text: str) -> str:
    """`KH` is `RC`, the king of hearts."""
    rank, suit = text[:-1], text[-1]
    return RANKS.get(rank, rank) + SUITS[suit]

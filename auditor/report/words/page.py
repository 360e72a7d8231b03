"""The words of what a reader does with the page: filter, sort, search, fold, print."""

from __future__ import annotations

PAGE: dict[str, tuple[str, str]] = {
    "tools": ("Chercher parmi les constats", "Look through the findings"),
    "tools.skip": ("Aller aux constats", "Go to the findings"),
    "tools.more": ("Filtres", "Filters"),
    "tools.player": ("Joueur concerné", "Player concerned"),
    "tools.anybody": ("tous", "all"),
    "tools.search": ("Chercher", "Search"),
    "tools.all": ("toutes", "all"),
    "tools.reset": ("Tout montrer", "Show all"),
    "tools.fold": ("Replier les fiches", "Fold the cards"),
    "tools.unfold": ("Déplier les fiches", "Unfold the cards"),
    "tools.print": ("Imprimer", "Print"),
    "tools.toggle": ("Replier ou déplier", "Fold or unfold"),
    "tools.shown": ("Constats montrés", "Findings shown"),
    "tools.of": ("sur", "of"),
    "tools.partial": (
        "Vue filtrée : ce n’est pas le rapport entier.",
        "A filtered view: this is not the whole report.",
    ),
    "index": ("Tous les constats, un par ligne", "All findings, one a line"),
    "index_note": (
        "Les en-têtes trient ; le numéro mène à la fiche, où il y en a une.",
        "The headers sort; the number leads to the card, where there is one.",
    ),
}

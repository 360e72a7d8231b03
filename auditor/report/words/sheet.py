"""The words of the workbook, in French and in English."""

from __future__ import annotations

SHEETS: dict[str, tuple[str, str]] = {
    "sheet.report": ("Rapport", "Report"),
    "asks": ("Ce que le texte demande", "What the text asks"),
    "finding_says": ("Ce qui s’est passé", "What happened"),
    "others": ("Autres", "Others"),
    "line": ("Ligne dans un éditeur", "Line in an editor"),
    "sums.which": ("Sens", "Which way"),
    "sums.over": ("en trop", "too much"),
    "sums.under": ("en moins", "too little"),
    "sums.house": ("Toute la maison", "The whole house"),
    "source_is": ("État du texte", "State of the text"),
    "rules_of": ("Règles", "Rules"),
    "open.awaits": ("Suspendue aux constats n°", "Suspended until findings no."),
    "rows_beyond": (
        "La feuille est pleine : la suite est dans findings.json.",
        "The sheet is full: the rest is in findings.json.",
    ),
    "table_is_empty": ("Rien à signaler ici.", "There is nothing to tell here."),
}

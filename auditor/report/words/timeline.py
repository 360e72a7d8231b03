"""The words of the timeline, in French and in English: a part of the table in `words`."""

from __future__ import annotations

TIMELINE: dict[str, tuple[str, str]] = {
    "timeline": ("Frise des séances", "Timeline of the sessions"),
    "timeline.none": (
        "Pas de frise : aucune ligne d’une table ne porte d’heure.",
        "No timeline: no row of a table bears a time.",
    ),
    "timeline.legend": (
        (
            "Gris : table ouverte. Traits : débuts de coups, plus hauts à plusieurs. Équerres :"
            " débuts de sabots, avec leur numéro. Hachures : numéros manquants ; en pointillé :"
            " heure qui recule. Lignes du bas : personnes présentes. Constats, par leur numéro :"
            " ◆ critique, ▲ majeur, ○ mineur ; « 17+2 » : le n° 17 et deux autres au même moment."
        ),
        (
            "Grey: the table is open. Strokes: beginnings of coups, higher where several."
            " Brackets: beginnings of shoes, with their number. Hatched: numbers that are missing;"
            " dashed: a time that goes back. Lower lines: people present. Findings, by number:"
            " ◆ critical, ▲ major, ○ minor; “17+2”: number 17 and two more at that moment."
        ),
    ),
    "timeline.no_table": ("table non indiquée", "table not named"),
    "timeline.title": (
        (
            "{table}, de {start} à {end} : {count} constat."
            "|{table}, de {start} à {end} : {count} constats."
        ),
        (
            "{table}, from {start} to {end}: {count} finding."
            "|{table}, from {start} to {end}: {count} findings."
        ),
    ),
    "timeline.coups": ("{count} coup|{count} coups", "{count} coup|{count} coups"),
    "timeline.missing": (
        "{column} : {count} numéro manquant|{column} : {count} numéros manquants",
        "{column}: {count} number missing|{column}: {count} numbers missing",
    ),
    "timeline.back": (
        "l’heure recule de {start} à {end}",
        "the time goes back from {start} to {end}",
    ),
    "timeline.left_out": (
        (
            "{count} table d’une séance n’est pas dessinée (avec constats : {some})."
            "|{count} tables de séances ne sont pas dessinées (avec constats : {some})."
        ),
        (
            "{count} table of a session is not drawn (with findings: {some})."
            "|{count} tables of sessions are not drawn (with findings: {some})."
        ),
    ),
    "timeline.off": (
        (
            "{count} constat n’y figure pas, faute d’heure, de table ou de place."
            "|{count} constats n’y figurent pas, faute d’heure, de table ou de place."
        ),
        (
            "{count} finding is not shown, for want of a time, a table or room."
            "|{count} findings are not shown, for want of a time, a table or room."
        ),
    ),
    "timeline.spoken": ("La frise en toutes lettres", "The timeline in words"),
}

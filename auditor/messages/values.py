"""Why a text is no value of its type: each goes on from the text that it speaks of."""

from __future__ import annotations

VALUES: dict[str, tuple[str, str]] = {
    "value.spreadsheet_error": (
        "est une erreur du tableur, et non une valeur",
        "is an error of the spreadsheet, and no value",
    ),
    "value.shortened": (
        "est un long numéro que le tableur a abrégé : plusieurs s’écrivent ainsi",
        "is a long number that the spreadsheet has shortened: several are written like this",
    ),
    "value.boolean": (
        "n’est ni vrai ni faux (oui/non, vrai/faux, true/false, 1/0)",
        "is neither true nor false (true/false, oui/non, vrai/faux, 1/0)",
    ),
    "value.integer": ("n’est pas un nombre entier", "is not a whole number"),
    "value.set": (
        "n’est pas une suite de valeurs du type {element}, telle que 1/2/4/5",
        "is no list of values of the type {element}, such as 1/2/4/5",
    ),
    "value.set_twice": ("nomme deux fois la même valeur", "names one value twice"),
    "value.decimal": (
        "n’est pas un nombre décimal exact tel que 1234.50",
        "is not an exact decimal such as 1234.50",
    ),
    "value.hour_alone": (
        (
            "est une heure sans jour : une correspondance dit lequel, comme "
            '`time = "2026-01-09 {{Heure}}"`'
        ),
        'is an hour without a day: a mapping says which, such as `time = "2026-01-09 {{Hour}}"`',
    ),
    "value.time": (
        "n’est pas un instant tel que 2026-01-09T21:05:00+01:00",
        "is not a time such as 2026-01-09T21:05:00+01:00",
    ),
    "value.day": ("n’est pas un jour tel que 2026-01-09", "is not a day such as 2026-01-09"),
    "value.duration": (
        "n’est pas une durée telle que 0:05:00",
        "is not a duration such as 0:05:00",
    ),
    "value.card": (
        "n’est pas une carte telle que AS, 10H, KD ou 2C",
        "is not a card such as AS, 10H, KD or 2C",
    ),
    "value.rank": (
        "n’est pas un rang tel que A, K, 10 ou 2",
        "is not a rank such as A, K, 10 or 2",
    ),
    "value.suit": ("n’est pas une couleur : S, H, D ou C", "is not a suit: S, H, D or C"),
    "value.range": ("n’est pas un intervalle tel que 40..100", "is not a range such as 40..100"),
    "value.member": ("n’est aucun de {members}", "is none of {members}"),
    "value.unreadable": ("ne peut se lire comme {kind}", "cannot be read as {kind}"),
}

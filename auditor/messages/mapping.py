"""Faults of a mapping: each sentence goes on from the key that it speaks of."""

from __future__ import annotations

MAPPING: dict[str, tuple[str, str]] = {
    "mapping.no_column_of_log": ("n’est pas une colonne du journal", "is no column of the log"),
    "mapping.no_kind": ("n’est pas un type d’événement", "is no kind of event"),
    "mapping.no_field": ("n’est pas un champ de `{kind}`", "is no field of `{kind}`"),
    "mapping.value": ("`{value}` {says}", "`{value}` {says}"),
    "mapping.event_in_events": (
        "revient à la clé `event` de chacun des `events`",
        "is left to the `event` of each of the `events`",
    ),
    "mapping.no_event": (
        (
            "dites ce qu’est un événement : `event` dans [columns], ou les [[events]] que vaut une "
            "ligne"
        ),
        "say what an event is: `event` in [columns], or [[events]] that a row stands for",
    ),
    "mapping.game_of_row": (
        "relève de la ligne : écrivez-le dans [columns]",
        "belongs to the row: write it in [columns]",
    ),
    "mapping.brace": (
        "l’accolade de `{text}` n’a pas de pendant ; écrivez {{{{ pour une accolade",
        "the brace in `{text}` has no other; write {{{{ for a brace",
    ),
    "mapping.empty_braces": ("`{{}}` ne nomme aucune colonne", "`{{}}` names no column"),
    "mapping.no_special": (
        "`{{{name}}}` n’existe pas : il y a {known}",
        "there is no `{{{name}}}`: there are {known}",
    ),
    "mapping.count_of_rows": (
        (
            "`{{@count}}` numérote des lignes qui valent chacune un coup ; ici, une ligne est "
            "un événement : prenez la colonne qui numérote les coups, ou écrivez les [[events]] "
            "que vaut une ligne"
        ),
        (
            "`{{@count}}` numbers rows that hold a coup each, and here a row is one event: "
            "take the column that numbers the coups, or write the [[events]] that a row stands for"
        ),
    ),
    "mapping.count_twice": (
        (
            "`{{@count}}` numérote déjà les coups dans [columns], sous `{name}` : gardez l’un "
            "des deux"
        ),
        "`{{@count}}` numbers the coups in [columns] already, as `{name}`: keep one of the two",
    ),
    "mapping.same_coup": (
        (
            "dit quelles lignes sont d’un même coup, et rien n’en prend le numéro : écrivez "
            '`coup = "{{@count}}"` dans [columns]'
        ),
        (
            "says which rows are of one coup, and nothing takes its number: write "
            '`coup = "{{@count}}"` in [columns]'
        ),
    ),
    "mapping.once_a_coup": (
        (
            "une fois par coup : dites dans [columns] quelle colonne numérote les coups, pour que "
            "l’on sache quelles lignes sont d’un même coup"
        ),
        (
            "once a coup: say in [columns] which column numbers the coups, so that it is known "
            "which rows are of one"
        ),
    ),
    "mapping.one_star": (
        "`like` contient un seul `*`, qui tient lieu de la valeur",
        "`like` has one `*`, which stands for the value",
    ),
    "mapping.one_test": (
        "dites l’un de `filled`, `is` et `is_not`, ou une comparaison telle que `{{Net}} > 0`",
        "say one of `filled`, `is` and `is_not`, or a comparison such as `{{Net}} > 0`",
    ),
    "mapping.header": (
        'est le numéro d’une ligne, tel que 4, deux tels que [4, 5], ou "none"',
        'is the number of a row, such as 4, two such as [4, 5], or "none"',
    ),
    "mapping.event_or_events": (
        "dites `event`, le type d’événement, ou `events`, une liste d’événements",
        "say `event`, the kind of event, or `events`, a list of them",
    ),
    "mapping.belongs_to_event": (
        "`{field}` appartient à l’un de ses `events`",
        "`{field}` belongs into one of its `events`",
    ),
    "mapping.repeat": (
        '`repeat` est un intervalle tel que "1..7" ou "7..1"',
        '`repeat` is a range such as "1..7" or "7..1"',
    ),
    "mapping.dates": (
        "`{text}` n’est pas une façon d’écrire les dates telle que dd/mm/yyyy",
        "`{text}` is no way of writing dates such as dd/mm/yyyy",
    ),
    "mapping.time_zone": (
        "il n’existe pas de fuseau horaire `{text}`, tel que Europe/Paris",
        "there is no time zone `{text}`, as Europe/Paris is",
    ),
    "mapping.hour": (
        "`{text}` n’est pas une heure telle que 12:00",
        "`{text}` is no hour such as 12:00",
    ),
    "mapping.encoding": (
        "il n’existe pas d’encodage `{text}`, tel que cp1252",
        "there is no encoding `{text}`, as cp1252 is",
    ),
}

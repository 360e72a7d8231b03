"""Messages about rows: how they are named, and why one is set aside."""

from __future__ import annotations

ROWS: dict[str, tuple[str, str]] = {
    "rows.one": ("ligne {first}", "row {first}"),
    "rows.some": ("lignes {shown}", "rows {shown}"),
    "rows.many": ("lignes {shown} et {count} autres", "rows {shown} and {count} more"),
    "row.no_event": ("la ligne ne porte aucun événement", "no event stands in the row"),
    "row.no_kind": ("n’est pas un type d’événement", "is no kind of event"),
    "row.no_kind_near": (
        "n’est pas un type d’événement ; vouliez-vous dire `{near}` ?",
        "is no kind of event; did you mean `{near}`?",
    ),
    "row.no_game": (
        "la ligne ne nomme aucun jeu ; jeux de cet audit : {games}",
        "the row names no game; games of this audit: {games}",
    ),
    "row.unknown_game": (
        "n’est aucun des jeux de cet audit ({games})",
        "is none of the games of this audit ({games})",
    ),
    "row.unknown_game_near": (
        "n’est aucun des jeux de cet audit ({games}) ; vouliez-vous dire `{near}` ?",
        "is none of the games of this audit ({games}); did you mean `{near}`?",
    ),
    "row.other_game": (
        "la ligne relève de `{other}`, et cet audit applique les règles de `{game}`",
        "the row belongs to `{other}`, and this audit applies the rules of `{game}`",
    ),
    "row.fields": (
        "La ligne compte {fields} champs alors que l’en-tête en compte {expected}.",
        "The row has {fields} fields where the header has {expected}.",
    ),
    "row.text_after_quote": (
        "Du texte suit un guillemet fermant : doublez les guillemets qui font partie du texte.",
        "Text follows a closing quote: double the quotes that belong to the text.",
    ),
    "row.total": (
        "la ligne porte un total, et aucun événement",
        "a total stands in the row, and no event",
    ),
    "row.left_out": (
        "la correspondance dit que la ligne ne porte aucun événement",
        "the mapping says that the row is no event",
    ),
    "row.footer": (
        "une mention de l’exportation figure seule dans la ligne, et aucun événement",
        "a note of the export stands alone in the row, and no event",
    ),
    "row.copy": (
        "la ligne est aussi dans {file}, ligne {row}, qui est évaluée",
        "the row also stands in {file}, row {row}, which is evaluated",
    ),
    "row.twice": (
        "la ligne répète la ligne {row}, heure comprise, là où l’heure ou les numéros reculent",
        "the row repeats row {row}, time included, where the time or the numbers go back",
    ),
    "row.unplaced": (
        "aucune ligne `{event}` ne remplit la colonne `{column}`, que d’autres lignes remplissent",
        "no row `{event}` fills the column `{column}`, which other rows fill",
    ),
    "row.strange_names": (
        (
            "aucune ligne `{event}` n’a dans la colonne `{column}` un nom qu’aient d’autres lignes "
            ": à qui, ou à quoi, elle appartient ne se sait pas"
        ),
        (
            "no row `{event}` has a name in the column `{column}` that other rows have: to whom, "
            "or to what, it belongs is not known"
        ),
    ),
    "row.header_again": ("l’en-tête est répété ici", "the header stands here again"),
    "row.nothing": (
        "la ligne ne donne aucun événement : aucune des cellules qui en feraient un n’est remplie",
        "no event comes of the row: none of the cells is filled that would make one",
    ),
    "row.told": (
        "la ligne ne dit rien que la ligne {row} du même coup ne dise",
        "the row says nothing that row {row} of the same coup does not say",
    ),
    "row.told_otherwise": (
        "la ligne dit du même coup autre chose que la ligne {row}",
        "the row says otherwise of the same coup than row {row}",
    ),
    "row.too_many_values": (
        "la cellule porte {many} valeurs, et la correspondance n’en emploie que {used}",
        "{many} values stand in the cell, and the mapping has a use for {used}",
    ),
    "row.strange_value": (
        "la cellule porte une valeur « {name} », que la correspondance n’emploie pas",
        "a value `{name}` stands in the cell, and the mapping has no use for it",
    ),
    "row.nameless_value": (
        "la cellule porte une valeur sans nom : « {text} »",
        "a value without a name stands in the cell: `{text}`",
    ),
    "row.value_again": (
        "la cellule porte {many} valeurs « {name} », et rien ne dit laquelle vaut",
        "{many} values `{name}` stand in the cell, and nothing tells which counts",
    ),
    "row.no_number": (
        "n’est pas un nombre, et une condition de la correspondance en demande un",
        "is no number, and a condition of the mapping asks for one",
    ),
}

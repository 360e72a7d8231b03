"""What is said of logs in other shapes, in French: `{}` and `{rows}` as in `french`."""

from __future__ import annotations

OF_SHAPES = (
    # of a row that is set aside
    (
        "a total stands in the row, and no event",
        "la ligne porte un total, et aucun événement",
    ),
    ("the header stands here again", "l’en-tête est répété ici"),
    (
        "no event comes of the row: none of the cells is filled that would make one",
        "la ligne ne donne aucun événement : aucune des cellules qui en feraient un n’est remplie",
    ),
    (
        "{} values stand in the cell, and the mapping has a use for {}",
        "la cellule porte {} valeurs, et la correspondance n’en emploie que {}",
    ),
    # of a file or a sheet
    ("Read by the mapping `{}`.", "Lu selon la correspondance `{}`."),
    (
        "A row stands for several events, in the order that the mapping gives.",
        "Une ligne vaut plusieurs événements, dans l’ordre que donne la correspondance.",
    ),
    ("Not used: columns {}.", "Non employé : les colonnes {}."),
    (
        "Not used: column `{}`, which may be {}.",
        "Non employé : la colonne `{}`, qui peut être {}.",
    ),
    ("Columns known by their names: {}.", "Colonnes reconnues à leur nom : {}."),
    (
        "Numbers are read with a decimal comma.",
        "Les nombres sont lus avec une virgule décimale.",
    ),
    ("Cards are read in French notation.", "Les cartes sont lues en notation française."),
    ("Dates are read with the day first.", "Les dates sont lues le jour en premier."),
    ("Dates are read with the month first.", "Les dates sont lues le mois en premier."),
    (
        "Days are those of evenings: an hour before {} is of the next morning.",
        "Les jours sont ceux des soirées : une heure avant {} est du lendemain matin.",
    ),
    (
        "The name of the sheet is taken for the table: no column names one.",
        "Le nom de la feuille est pris pour la table : aucune colonne n’en nomme.",
    ),
    (
        (
            "The clock shows an hour twice, and the order of the rows does not tell which is "
            "which: times are read without offset."
        ),
        (
            "L’horloge montre une heure deux fois, et l’ordre des lignes ne dit pas laquelle est "
            "laquelle : les heures sont lues sans décalage."
        ),
    ),
)

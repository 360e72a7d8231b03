"""What is said of files and workbooks, in French: `{}` and `{rows}` as in `french`."""

from __future__ import annotations

OF_FILES = (
    (
        "is an error of the spreadsheet, and no value",
        "est une erreur du tableur, et non une valeur",
    ),
    (
        "Read as {}, as its byte order mark says.",
        "Lu en {}, comme le dit sa marque d’ordre des octets.",
    ),
    (
        "Read as {}, as declared: line {} is not UTF-8.",
        "Lu en {}, comme déclaré : la ligne {} n’est pas en UTF-8.",
    ),
    (
        "Formulas that give nothing, or were never computed, stand in {rows}.",
        "Des formules ne donnent rien, ou n’ont jamais été calculées : {rows}.",
    ),
    (
        "Numbers are stored as text in column `{}`, {rows}.",
        "Des nombres sont enregistrés comme du texte dans la colonne `{}`, {rows}.",
    ),
    (
        "The workbook counts its days from 1904; they are read so.",
        "Le classeur compte ses jours depuis 1904 ; ils sont lus ainsi.",
    ),
    (
        "Not read: `{}`, which is a chart or a program and no sheet of cells.",
        "Non lu : `{}`, qui est un graphique ou un programme et non une feuille de cellules.",
    ),
    ("Not read, in the same folder: {}.", "Non lu, dans le même dossier : {}."),
    (
        "The file is no text in spite of its name, and read as what it is.",
        "Le fichier n’est pas du texte malgré son nom ; il est lu pour ce qu’il est.",
    ),
)

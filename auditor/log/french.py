"""What the readers say of files and rows, in French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from auditor.log.french_files import OF_FILES
from auditor.log.french_shapes import OF_SHAPES

# `{}` stands for the same words in both; `{rows}` for a list of rows, whose own words change.
SENTENCES = (
    # of a row that is set aside
    (
        "is neither true nor false (true/false, oui/non, vrai/faux, 1/0)",
        "n’est ni vrai ni faux (oui/non, vrai/faux, true/false, 1/0)",
    ),
    ("is not a whole number", "n’est pas un nombre entier"),
    ("is not an exact decimal such as {}", "n’est pas un nombre décimal exact tel que {}"),
    ("is not a time such as {}", "n’est pas un instant tel que {}"),
    ("is not a day such as {}", "n’est pas un jour tel que {}"),
    ("is not a duration such as {}", "n’est pas une durée telle que {}"),
    ("is not a card such as {}, {}, {} or {}", "n’est pas une carte telle que {}, {}, {} ou {}"),
    ("is not a rank such as {}, {}, {} or {}", "n’est pas un rang tel que {}, {}, {} ou {}"),
    ("is not a suit: {}, {}, {} or {}", "n’est pas une couleur : {}, {}, {} ou {}"),
    ("is not a range such as {}", "n’est pas un intervalle tel que {}"),
    ("no event stands in the row", "la ligne ne porte aucun événement"),
    (
        "is no kind of event; did you mean `{}`?",
        "n’est pas un type d’événement ; vouliez-vous dire `{}` ?",
    ),
    ("is no kind of event", "n’est pas un type d’événement"),
    (
        "the row names no game; games of this audit: {}",
        "la ligne ne nomme aucun jeu ; jeux de cet audit : {}",
    ),
    (
        "is none of the games of this audit ({}); did you mean `{}`?",
        "n’est aucun des jeux de cet audit ({}) ; vouliez-vous dire `{}` ?",
    ),
    ("is none of the games of this audit ({})", "n’est aucun des jeux de cet audit ({})"),
    ("is none of {}", "n’est aucun de {}"),
    (
        "the row belongs to `{}`, and this audit applies the rules of `{}`",
        "la ligne relève de `{}`, et cet audit applique les règles de `{}`",
    ),
    (
        "The row has {} fields where the header has {}.",
        "La ligne compte {} champs alors que l’en-tête en compte {}.",
    ),
    (
        "Text follows a closing quote: double the quotes that belong to the text.",
        "Du texte suit un guillemet fermant : doublez les guillemets qui font partie du texte.",
    ),
    (
        (
            "The formula has no stored value: open the file in a spreadsheet program and save it "
            "again."
        ),
        (
            "La formule n’a pas de valeur enregistrée : ouvrez le fichier dans un tableur et "
            "enregistrez-le de nouveau."
        ),
    ),
    # of a file or a sheet
    (
        "Read as Windows-1252: line {} is not UTF-8.",
        "Lu en Windows-1252 : la ligne {} n’est pas en UTF-8.",
    ),
    ("Not read: {rows}, above the header.", "Non lu : {rows}, au-dessus de l’en-tête."),
    (
        "Not read: cells in {rows} that stand under no column name.",
        "Non lu : des cellules sans nom de colonne, {rows}.",
    ),
    (
        "Not read: sheet `{}`, which has no column `event`.",
        "Non lu : la feuille `{}`, qui n’a pas de colonne `event`.",
    ),
    ("Not read: sheet `{}`, which is empty.", "Non lu : la feuille `{}`, qui est vide."),
    (
        "The file is text in spite of its name, and read as such.",
        "Le fichier est du texte malgré son nom ; il est lu comme tel.",
    ),
    (
        (
            "In this format cells that hold an error (#N/A) read as empty: save as .xlsx to have "
            "them seen."
        ),
        (
            "Dans ce format, les cellules en erreur (#N/A) se lisent comme vides : enregistrez en "
            ".xlsx pour qu’elles soient vues."
        ),
    ),
    (
        "The sheet is hidden; it is read all the same.",
        "La feuille est masquée ; elle est lue tout de même.",
    ),
    ("Hidden, and read all the same: {rows}.", "Masqué, et lu tout de même : {rows}."),
    (
        "Some columns are hidden; they are read all the same.",
        "Des colonnes sont masquées ; elles sont lues tout de même.",
    ),
    (
        "Cells hold an error of the spreadsheet in {rows}.",
        "Des cellules portent une erreur du tableur : {rows}.",
    ),
    (
        "Formulas have no stored value in {rows}.",
        "Des formules n’ont pas de valeur enregistrée : {rows}.",
    ),
    (
        "Some cells are merged; only the first of them has the value.",
        "Des cellules sont fusionnées ; seule la première porte la valeur.",
    ),
    (
        "The file holds macros; none is run.",
        "Le fichier contient des macros ; aucune n’est exécutée.",
    ),
    *OF_FILES,
    *OF_SHAPES,
)


def in_french(sentence: str) -> str:
    """The sentence in French; as it stands where it is not one of the readers'."""
    for pattern, french in _patterns():
        if found := pattern.fullmatch(sentence):
            return _filled(french, iter(found.groups()))
    return sentence


def _filled(french: str, words: Iterator[str]) -> str:
    return re.sub(r"\{(rows)?\}", lambda hole: _words(hole, next(words)), french)


def _words(hole: re.Match[str], text: str) -> str:
    if not hole.group(1):
        return text
    text = re.sub(r"^row(s?)\b", r"ligne\1", text)
    return re.sub(r"\band (\d+) more$", r"et \1 autres", text)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_pattern(english), french) for english, french in SENTENCES)


def _pattern(english: str) -> re.Pattern[str]:
    said = map(re.escape, re.split(r"\{(?:rows)?\}", english))
    return re.compile("(.+?)".join(said), re.DOTALL)

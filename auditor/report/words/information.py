"""The words for what is told beside the findings, in French and in English."""

from __future__ import annotations

INFORMATION: dict[str, tuple[str, str]] = {
    "information": ("Pour information, hors constats", "For information, apart from the findings"),
    "information.note": (
        (
            "Ce chapitre n’accuse personne, et aucun constat n’en dépend : il met ce que "
            "contiennent les journaux à côté de ce que le hasard seul donnerait. Ce qui est rare "
            "arrive : un petit p n’est pas une faute, et un grand n’établit rien."
        ),
        (
            "This chapter accuses nobody, and no finding depends on it: it sets what the logs hold "
            "beside what chance alone would give. What is rare happens: a small p is no fault, and "
            "a large one establishes nothing."
        ),
    ),
    "information.how": (
        (
            "p : part des jeux réguliers où le hasard seul "
            "donne un écart au moins aussi grand, corrigée (Holm) des {tests} comparaisons ; « – » "
            ": trop peu pour en rien dire ; de telles recettes ne sont qu’au classeur. Seules les "
            "lignes certaines comptent, de toutes dates."
        ),
        (
            "p: the share of regular games in which chance alone "
            "makes a difference at least as large, corrected (Holm) for {tests} comparisons; “–”: "
            "too little to say anything; takes of so little are in the workbook alone. Only rows "
            "that are certain count, of all dates."
        ),
    ),
    "information.unmeasured": (
        "Ces chiffres ne sont pas calculés sur un ensemble de machines (`--engine spark`).",
        "These figures are not worked out on several machines (`--engine spark`).",
    ),
    "information.nothing": (
        "Les journaux n’inscrivent rien de ce que ces règles dénombrent.",
        "The logs record nothing of what these rules count.",
    ),
    "information.unlooked": ("Ce qu’aucune règle ne regarde", "What no rule looks at"),
    "information.unlooked.note": (
        (
            "Inscrit au journal, et qu’aucune règle ne confronte à un texte : rien n’en est dit, "
            "ni en bien ni en mal (entre parenthèses, le nombre) :"
        ),
        (
            "Recorded in the log, and held against a text by no rule: nothing is said of it, for "
            "or against (in brackets, how many):"
        ),
    ),
    "information.unlooked.column": ("colonne {column}", "column {column}"),
    "information.unlooked.of": ("{what} ({count})", "{what} ({count})"),
    "information.more": (
        "{count} autre ligne est dans le classeur.|{count} autres lignes sont dans le classeur.",
        "{count} more row is in the workbook.|{count} more rows are in the workbook.",
    ),
    "information.results": ("Résultats", "Results"),
    "information.takes": ("Recette de la maison", "The house’s take"),
    "information.where": ("Où", "Where"),
    "information.whole": ("ensemble", "all together"),
    "information.count": ("Nombre", "Number"),
    "information.left_out": ("Écartés", "Left out"),
    "information.widest": ("Plus grand écart", "Largest difference"),
    "information.of": (
        "{result} : {count}, attendu {expected}",
        "{result}: {count}, expected {expected}",
    ),
    "information.wagered": ("Misé (€)", "Wagered (€)"),
    "information.gained": ("Recette (€)", "Take (€)"),
    "information.expected": ("Attendue (€)", "Expected (€)"),
    "information.between": ("19 fois sur 20, entre", "19 times of 20 between"),
    "information.range": ("{low} et {high}", "{low} and {high}"),
    "information.p": ("p corrigé", "p, corrected"),
    "information.p_alone": ("p seul", "p alone"),
    "information.below": ("< {value}", "< {value}"),
    "information.none": ("–", "–"),
    "information.statistic": ("Statistique", "Statistic"),
    "information.result": ("Résultat", "Result"),
    "information.observed": ("Observé", "Observed"),
    "information.expected_of": ("Attendu", "Expected"),
    "information.deviation": ("Écart type", "Standard deviation"),
}

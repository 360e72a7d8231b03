"""The words for what is told beside the findings, in French and in English."""

from __future__ import annotations

INFORMATION: dict[str, tuple[str, str]] = {
    "information": ("Pour information, hors constats", "For information, apart from the findings"),
    "information.note": (
        (
            "Ce chapitre n’accuse personne : aucun texte n’est en cause, et aucun constat n’en "
            "dépend. Il met ce que contiennent les journaux à côté de ce que le hasard seul "
            "donnerait. Un petit p n’est pas une faute : ce qui est rare arrive, et un journal "
            "tenu autrement que le jeu suffit à l’expliquer. Un grand p n’établit rien non plus."
        ),
        (
            "This chapter accuses nobody: no text is at issue, and no finding depends on it. It "
            "sets what the logs hold beside what chance alone would give. A small p is no fault: "
            "what is rare happens, and a log that was kept otherwise than the game was played is "
            "enough to explain it. Nor does a large p establish anything."
        ),
    ),
    "information.how": (
        (
            "p : part des jeux réguliers où le hasard seul donne un écart au moins aussi grand, "
            "corrigée (Holm) du nombre de comparaisons faites ici, {tests}. « – » : trop peu de "
            "résultats, ou trop d’argent sur quelques coups, pour en dire quoi que ce soit. "
            "N’entrent en compte que les lignes dont tout est certain, quelle qu’en soit la date ; "
            "« écartés » compte le reste."
        ),
        (
            "p: the share of regular games in which chance alone makes a difference at least as "
            "large, corrected (Holm) for the number of comparisons made here, {tests}. “–”: too "
            "few results, or too much money on a few coups, to say anything. Only rows of which "
            "all is certain count, whatever their date; “left out” counts the rest."
        ),
    ),
    "information.near": (
        (
            "Les seuils presque franchis et les cas qu’aucun texte ne prévoit ne sont pas "
            "dénombrés ici ; ce que les textes laissent ouvert est au chapitre des lectures."
        ),
        (
            "Limits that were nearly passed, and cases that no text provides for, are not counted "
            "here; what the texts leave open is in the chapter of readings."
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
    "information.wagered": ("Misé", "Wagered"),
    "information.gained": ("Recette", "Take"),
    "information.expected": ("Attendue", "Expected"),
    "information.between": ("19 fois sur 20, entre", "19 times of 20 between"),
    "information.range": ("{low} et {high}", "{low} and {high}"),
    "information.p": ("p corrigé", "p, corrected"),
    "information.p_alone": ("p seul", "p alone"),
    "information.below": ("< {value}", "< {value}"),
    "information.none": ("–", "–"),
    "information.chart": (
        "{title}, {count} résultats : {each}",
        "{title}, {count} results: {each}",
    ),
    "information.legend": (
        "Barre : observé. Trait : attendu.",
        "Bar: observed. Line: expected.",
    ),
    "information.statistic": ("Statistique", "Statistic"),
    "information.result": ("Résultat", "Result"),
    "information.observed": ("Observé", "Observed"),
    "information.expected_of": ("Attendu", "Expected"),
    "information.deviation": ("Écart type", "Standard deviation"),
}

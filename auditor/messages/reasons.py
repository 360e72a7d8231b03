"""Why a requirement could not be verified; names of fields, events and rules stand in backticks."""

from __future__ import annotations

REASONS: dict[str, tuple[str, str]] = {
    "reason.empty": ("le champ `{name}` est vide", "the field `{name}` is empty"),
    "reason.not_recorded": (
        "le journal n’enregistre aucun événement `{name}`",
        "the log records no `{name}`",
    ),
    "reason.absent": (
        "rien n’est inscrit sous `{name}` là où la règle l’attend",
        "nothing is recorded as `{name}` where the rule expects it",
    ),
    "reason.blocked_by": (
        "« {title} » (`{name}`) n’est pas respecté pour le même objet",
        "“{title}” (`{name}`) is violated for the same subject",
    ),
    "reason.blocked": (
        "la règle `{name}` est enfreinte pour le même objet",
        "rule `{name}` is violated for the same subject",
    ),
    "reason.law": (
        "aucune version connue de `{name}` n’est en vigueur à cette date",
        "no known version of `{name}` is in force at that time",
    ),
    "reason.given": (
        "`{name}` n’a pas été donné (`--param {name}=…` ou le dossier)",
        "`{name}` was not given (`--param {name}=…` or the case file)",
    ),
    "reason.undefined": (
        "le journal inscrit ce que les règles du jeu ne prévoient pas (`{name}`)",
        "the log records what the rules of the game do not provide for (`{name}`)",
    ),
    "reason.undefined.order": (
        "ce qui est inscrit n’est pas du jeu (un joker, par exemple), et rien ne dit ce qu’il vaut",
        "what is recorded is not of this game (a joker, say), and nothing tells what it is worth",
    ),
    "reason.undefined.time": (
        (
            "deux heures ne se comparent pas : le fuseau manque, ou l’horloge montre cette heure"
            " deux fois"
        ),
        "two times cannot be compared: the offset is lacking, or the clock shows that hour twice",
    ),
    "reason.undefined.zero": (
        "une division par zéro n’a pas de résultat",
        "a division by zero has no result",
    ),
    "reason.aside": (
        "une ligne du journal dont cela dépend est écartée ou incomplète ({rows})",
        "a row of the log that was set aside or is incomplete ({rows})",
    ),
    "reason.missing": (
        "des lignes manquent au journal (près de {rows})",
        "rows of the log are missing (beside {rows})",
    ),
    "reason.in_doubt": (
        (
            "une ligne du journal dont cela dépend est écartée ou incomplète ({aside}), ou manque "
            "(près de {missing})"
        ),
        "a row of the log set aside or incomplete ({aside}), or missing (beside {missing})",
    ),
    "reason.moved": (
        "une ligne du journal qui en répète une autre ou n’est pas à sa place ({rows})",
        "a row of the log that repeats another or is out of place ({rows})",
    ),
    "reason.more_rows": (
        "{row} et {count} autre|{row} et {count} autres",
        "{row} and {count} more|{row} and {count} more",
    ),
    "reason.mixed": (
        "des numéros déjà servis reviennent : il manque une colonne qui les distingue ({columns})",
        "numbers come back that were over: a column that tells them apart is lacking ({columns})",
    ),
}

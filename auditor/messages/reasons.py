"""Why a requirement could not be verified; names of fields, events and rules stand in backticks."""

from __future__ import annotations

REASONS: dict[str, tuple[str, str]] = {
    "reason.empty": ("le champ `{name}` est vide", "the field `{name}` is empty"),
    "reason.not_recorded": (
        "le journal n’enregistre aucun événement `{name}`",
        "the log records no `{name}`",
    ),
    "reason.absent": ("aucun élément `{name}` à cet endroit", "there is no `{name}` there"),
    "reason.blocked": (
        "la règle `{name}` est enfreinte ou n’a pas pu être vérifiée pour le même objet",
        "rule `{name}` is violated or not verifiable for the same subject",
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
        "le calcul `{name}` n’a pas de résultat",
        "the calculation `{name}` has no result",
    ),
}

"""The outcome of an audit: why nothing could be verified, and what had to be and was not."""

from __future__ import annotations

OUTCOME: dict[str, tuple[str, str]] = {
    "information.yes": ("oui", "yes"),
    "information.no": ("non", "no"),
    "nothing.verified": (
        "Rien n’a pu être vérifié : {why} Ce rapport n’établit aucune conformité.",
        "Nothing could be verified: {why} This report establishes no compliance.",
    ),
    "nothing.period": (
        (
            "aucune journée de jeu du journal n’est dans la période demandée{start}{end} ; elles "
            "vont du {first} au {last}. Changez `--from` ou `--to`."
        ),
        (
            "no gaming day of the log lies in the period asked for{start}{end}; they go from "
            "{first} to {last}. Change `--from` or `--to`."
        ),
    ),
    "nothing.from": (", à partir du {day}", ", from {day} on"),
    "nothing.to": (", jusqu’au {day}", ", up to {day}"),
    "nothing.no_day": (
        (
            "aucune ligne ne porte d’heure, et l’on ne sait donc lesquelles sont de la période "
            "demandée. Donnez au journal une colonne `time`, ou omettez `--from` et `--to`."
        ),
        (
            "no row bears a time, so that nobody knows which are of the period asked for. Give "
            "the log a column `time`, or leave out `--from` and `--to`."
        ),
    ),
    "nothing.no_time": (
        (
            "aucune ligne ne porte d’heure, et des règles qui ne sont en vigueur qu’un temps ne "
            "peuvent être appliquées sans date. Donnez au journal une colonne `time`."
        ),
        (
            "no row bears a time, and rules that are in force for a time alone cannot be applied "
            "without a date. Give the log a column `time`."
        ),
    ),
    "nothing.reasons": ("{reasons}.", "{reasons}."),
    "nothing.reason": ("{why} ({count} fois)", "{why} ({count} time)|{why} ({count} times)"),
    "nothing.no_subject": (
        (
            "le journal ne contient rien de ce que les règles jugent. Est-il complet, et est-ce "
            "le journal de ce jeu ?"
        ),
        (
            "the log holds nothing that the rules judge. Is it whole, and is it the log of this "
            "game?"
        ),
    ),
    # ---- --must-verify --------------------------------------------------------------------------
    "must.no_provision": (
        (
            "`--must-verify {name}` : {games} n’a pas de disposition de ce nom : {hint}Écrivez "
            "`payments`, `all`, ou l’une de : {known}."
        ),
        (
            "`--must-verify {name}`: {games} has no provision of that name: {hint}Write "
            "`payments`, `all`, or some of: {known}."
        ),
    ),
    "option.period": (
        "`--from {start}` est après `--to {end}` : échangez-les.",
        "`--from {start}` is after `--to {end}`: swap them.",
    ),
}

"""The words for the case that a report belongs to, in French and in English."""

from __future__ import annotations

CASE: dict[str, tuple[str, str]] = {
    "case": ("Dossier", "Case"),
    "case.title": (
        "{number}, version {version} ({status})",
        "{number}, version {version} ({status})",
    ),
    "case.provisional": ("provisoire", "provisional"),
    "case.final": ("définitif", "final"),
    "case.final-after-answers": ("définitif, après réponses", "final, after answers"),
    "case.operator": ("Exploitant", "Operator"),
    "case.service": ("Service", "Service"),
    "case.mandate": ("Mandat", "Mandate"),
    "case.inspectors": ("Agent|Agents", "Inspector|Inspectors"),
    "case.authorisation": ("Autorisation", "Authorisation"),
    "case.order": ("arrêté {order}", "order {order}"),
    "case.of": ("du {day}", "of {day}"),
    "case.games": ("jeux : {games}", "games: {games}"),
    "case.not_authorised": (
        "{games} : jeu que l’arrêté, tel que le dossier le rapporte, ne nomme pas",
        "{games}: a game that the order, as the case file reports it, does not name",
    ),
    "case.dates": ("Dates", "Dates"),
    "case.received": ("journaux reçus le {day}", "logs received on {day}"),
    "case.inspected": ("contrôle du {day}", "inspected on {day}"),
    "case.issued": ("établi le {day}", "issued on {day}"),
    "case.answers_by": ("réponses attendues pour le {day}", "answers awaited by {day}"),
    "case.supplied": ("Journaux remis", "Logs supplied"),
    "case.by": ("par {by}", "by {by}"),
    "case.log": ("tels que l’exploitant les tient", "as the operator keeps them"),
    "case.declaration": ("sur déclaration de l’exploitant", "as the operator declares"),
    "case.seen": ("vérifiés sur place", "checked on site"),
    "case.clock": ("Horloge des journaux", "Clock of the logs"),
    "case.ahead": ("en avance de {many} sur l’heure légale", "{many} ahead of legal time"),
    "case.behind": ("en retard de {many} sur l’heure légale", "{many} behind legal time"),
    "case.given": ("Donné pour l’audit", "Given for the audit"),
    "case.given_value": ("{what} : {value}", "{what}: {value}"),
    "case.not_given": (
        "{what} : non donné, c’est la parole des journaux qui a servi",
        "{what}: not given, the word of the logs was used",
    ),
}

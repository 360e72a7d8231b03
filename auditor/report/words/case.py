"""The words for the case that a report belongs to, in French and in English."""

from __future__ import annotations

CASE: dict[str, tuple[str, str]] = {
    "case": ("Dossier", "Case"),
    "case.none": (
        "Sans dossier (`--case`) : ni organisme, ni mandat, ni version, ni état du rapport.",
        "Without a case file (`--case`): no body, no mandate, no version, no status of the report.",
    ),
    "notice.restricted": (
        (
            "Diffusion restreinte : données personnelles. Ce rapport ne se reproduit qu’en entier,"
            " et ne vaut que pour les fichiers examinés."
        ),
        (
            "Restricted: personal data. This report is reproduced in full or not at all, and holds"
            " for the files examined alone."
        ),
    ),
    "notice.named": (
        (
            "Les personnes que nomment les journaux le sont ici en clair ; `--key FICHIER` leur"
            " donne des pseudonymes."
        ),
        "Whom the logs name is named here as well; `--key FILE` gives pseudonyms instead.",
    ),
    "notice.identified": (
        "Les personnes que nomment les journaux le sont ici en clair (`--identify`).",
        "Whom the logs name is named here as well (`--identify`).",
    ),
    "notice.veiled": (
        "Joueurs et employés y portent des pseudonymes.",
        "Players and staff have pseudonyms in it.",
    ),
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
    "case.period": ("Période contrôlée", "Period examined"),
    "case.dates": ("Dates", "Dates"),
    "case.received": ("journaux reçus le {day}", "logs received on {day}"),
    "case.inspected": ("contrôle du {day}", "inspected on {day}"),
    "case.issued": ("établi le {day}", "issued on {day}"),
    "case.answers_by": ("réponses attendues pour le {day}", "answers awaited by {day}"),
    "case.answers_until": ("délai des réponses : {day}", "time for answers until {day}"),
    "case.supplied": ("Journaux remis", "Logs supplied"),
    "case.by": ("par {by}", "by {by}"),
    "case.log": ("tels que l’exploitant les tient", "as the operator keeps them"),
    "case.declaration": ("sur déclaration de l’exploitant", "as the operator declares"),
    "case.seen": ("vérifiés sur place", "checked on site"),
    "case.answers": ("Réponses", "Answers"),
    "case.answered": (
        "à {count} constat sur {total}|à {count} constats sur {total}",
        "to {count} finding of {total}|to {count} findings of {total}",
    ),
    "case.answers_astray": (
        "à aucun constat de ce rapport : {ids}",
        "to no finding of this report: {ids}",
    ),
    "case.clock": ("Horloge des journaux", "Clock of the logs"),
    "case.exact": ("à l’heure légale", "at legal time"),
    "case.ahead": ("en avance de {many} sur l’heure légale", "{many} ahead of legal time"),
    "case.behind": ("en retard de {many} sur l’heure légale", "{many} behind legal time"),
    "waivers": ("Dérogations", "Waivers"),
    "waiver": ("Admis jusqu’au {day}", "Accepted until {day}"),
    "waiver.said": ("{reason} – {author}", "{reason} – {author}"),
    "known": ("Déjà connu du rapport de référence", "Known from the baseline"),
    "accepted.waived": (
        "{count} constat est admis par dérogation.|{count} constats sont admis par dérogation.",
        "{count} finding is accepted by a waiver.|{count} findings are accepted by waivers.",
    ),
    "accepted.known": (
        ("Constats déjà connus ({file}) : {count} ; nouveaux : {new}."),
        ("Findings known before ({file}): {count}; new: {new}."),
    ),
    "accepted.elsewhere": (
        (
            "{count} constat connu est d’une journée, d’un jeu ou d’un établissement qui n’est "
            "pas de cet audit."
            "|{count} constats connus sont de journées, de jeux ou d’établissements qui ne sont "
            "pas de cet audit."
        ),
        (
            "{count} known finding is of a day, a game or an establishment that this audit is not "
            "about."
            "|{count} known findings are of days, games or establishments that this audit is not "
            "about."
        ),
    ),
    "accepted.gone": (
        "N’est plus constaté : {id} ({rule}), {why}. {message}",
        "Not found any more: {id} ({rule}), {why}. {message}",
    ),
    "accepted.answered": (
        "sa règle a été vérifiée partout",
        "its rule was verified everywhere",
    ),
    "accepted.open": (
        "mais tout n’a pu être vérifié : rien ne dit que c’est réglé",
        "but not all could be verified: nothing says that it is mended",
    ),
    "accepted.not_judged": ("sa règle n’est plus appliquée", "its rule is no longer applied"),
    "accepted.more_gone": (
        "{count} autre n’est plus constaté.|{count} autres ne sont plus constatés.",
        "{count} more is not found any more.|{count} more are not found any more.",
    ),
    "follow": ("Suites du rapport précédent", "Follow-up of the earlier report"),
    "follow.one_look": (
        (
            "Suites du rapport {report} ({file}) – constats retrouvés : {known} ; nouveaux : "
            "{new} ; réglés : {answered} ; qu’on ne peut dire réglés : {open}."
        ),
        (
            "Follow-up of report {report} ({file}) – findings found again: {known}; new: {new}; "
            "resolved: {answered}; that cannot be said to be resolved: {open}."
        ),
    ),
    "follow.note": (
        (
            "Un constat est reconnu à son identifiant : la règle, l’objet et ce que dit la première"
            " ligne. « Réglé » veut dire : plus constaté, alors que la règle a été vérifiée"
            " partout."
        ),
        (
            "A finding is known again by its identifier: the rule, the subject and what the first "
            "row says. “Resolved” means: not found any more, while the rule was verified "
            "everywhere."
        ),
    ),
    "follow.other_logs": (
        (
            "Les journaux ne sont pas ceux du rapport précédent (autres empreintes). Si une même "
            "soirée a été remise deux fois, demander ce qui y a été changé, par qui et pourquoi."
        ),
        (
            "The logs are not those of the earlier report (other fingerprints). Where one evening "
            "was handed over twice, ask what was changed in it, by whom and why."
        ),
    ),
    "follow.same_logs": (
        (
            "Les journaux sont ceux du rapport précédent, au bit près : toute différence vient des"
            " règles, du dossier ou du logiciel."
        ),
        (
            "The logs are those of the earlier report, to the bit: any difference comes from the "
            "rules, the case file or the software."
        ),
    ),
    "follow.elsewhere": (
        (
            "{count} constat du rapport précédent est d’une journée, d’un jeu ou d’un "
            "établissement qui n’est pas de cet audit : rien n’en est dit."
            "|{count} constats du rapport précédent sont de journées, de jeux ou d’établissements "
            "qui ne sont pas de cet audit : rien n’en est dit."
        ),
        (
            "{count} finding of the earlier report is of a day, a game or an establishment that "
            "this audit is not about: nothing is said of it."
            "|{count} findings of the earlier report are of days, games or establishments that "
            "this audit is not about: nothing is said of them."
        ),
    ),
    "follow.none_gone": (
        "Tous les constats du rapport précédent sont retrouvés.",
        "All findings of the earlier report are found again.",
    ),
    "follow.number": ("n° avant", "no. before"),
    "follow.finding": ("Constat du rapport précédent", "Finding of the earlier report"),
    "follow.state": ("Suite", "Outcome"),
    "follow.answered": ("réglé", "resolved"),
    "follow.open": (
        "non retrouvé, mais tout n’a pu être vérifié",
        "not found again, but not all could be verified",
    ),
    "follow.not_judged": ("règle qui n’est plus appliquée", "rule no longer applied"),
    "follow.known": ("Déjà constaté", "Found before"),
    "follow.known_as": ("n° {number} du rapport précédent", "no. {number} of the earlier report"),
    "follow.new": ("Nouveau depuis le rapport précédent", "New since the earlier report"),
    "follow.again": ("retrouvé", "found again"),
    "follow.is_new": ("nouveau", "new"),
    "accepted.wrong": (
        "Dérogation sans effet ({file}, {what}) : {why}.",
        "Waiver without effect ({file}, {what}): {why}.",
    ),
    "accepted.expired": ("expirée le {day}", "it expired on {day}"),
    "accepted.unused": ("aucun constat n’y répond", "no finding fits it"),
    "accepted.too_broad": (
        "{count} constats y répondent, elle en admet {most}",
        "{count} findings fit it, it accepts {most}",
    ),
    "case.given": ("Donné pour l’audit", "Given for the audit"),
    "case.given_value": ("{what} : {value}", "{what}: {value}"),
    "case.not_given": (
        "{what} : non donné, c’est la parole des journaux qui a servi",
        "{what}: not given, the word of the logs was used",
    ),
}

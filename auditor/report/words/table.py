"""Every word that the report itself says, in French and in English, in one table.

`one|many` are the forms for a `count`; French counts 0 and 1 as one, English only 1.
No-break spaces are put in when the words are said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter

from auditor.report.model import Bilingual, Language, LogNames
from auditor.report.typography import number, spaced
from auditor.report.words.book import BOOK
from auditor.report.words.case import CASE
from auditor.report.words.figures import FIGURES
from auditor.report.words.fitness import FITNESS
from auditor.report.words.information import INFORMATION
from auditor.report.words.page import PAGE
from auditor.report.words.sheet import SHEETS
from auditor.report.words.timeline import TIMELINE

TABLE: dict[str, tuple[str, str]] = {
    # title and running heads
    "kind": ("Annexe technique", "Technical annex"),
    "title": ("Rapport d’audit de journaux de table", "Table log audit report"),
    "establishment": ("Établissement", "Establishment"),
    "no_establishment": ("non indiqué par les journaux", "not stated by the logs"),
    "game": ("Jeu", "Game"),
    "games": ("Jeux", "Games"),
    "period": ("Période", "Period"),
    "no_period": ("non indiquée par les journaux", "not stated by the logs"),
    "made": ("Audit lancé le", "Audit started"),
    "report_id": ("Rapport", "Report"),
    "program": ("Logiciel", "Software"),
    "page": ("page", "page"),
    "contents": ("Sommaire", "Contents"),
    # the overall statement
    "conclusion": ("Conclusion", "Conclusion"),
    "opinion.violations": (
        (
            "{count} constat où les journaux ne s’accordent pas avec {basis}."
            "|{count} constats où les journaux ne s’accordent pas avec {basis}."
        ),
        (
            "{count} finding where the logs do not agree with {basis}."
            "|{count} findings where the logs do not agree with {basis}."
        ),
    ),
    "opinion.to_confirm": (
        (
            "{count} constat est à confirmer : il repose sur {basis}."
            "|{count} constats sont à confirmer : ils reposent sur {basis}."
        ),
        (
            "{count} finding is to be confirmed: it rests on {basis}."
            "|{count} findings are to be confirmed: they rest on {basis}."
        ),
    ),
    "opinion.record": (
        (
            "{count} constat tient à la cohérence du journal, sans base légale ; aucun n’oppose "
            "les journaux à {basis}."
            "|{count} constats tiennent à la cohérence du journal, sans base légale ; aucun "
            "n’oppose les journaux à {basis}."
        ),
        (
            "{count} finding is about the consistency of the record, without legal basis; none "
            "sets the logs against {basis}."
            "|{count} findings are about the consistency of the record, without legal basis; none "
            "sets the logs against {basis}."
        ),
    ),
    "opinion.other.to_confirm": (
        (
            "{count} autre est à confirmer, et repose sur {basis}"
            "|{count} autres sont à confirmer, et reposent sur {basis}"
        ),
        (
            "{count} other is to be confirmed, and rests on {basis}"
            "|{count} others are to be confirmed, and rest on {basis}"
        ),
    ),
    "opinion.other.record": (
        (
            "{count} tient à la cohérence du journal, sans base légale"
            "|{count} tiennent à la cohérence du journal, sans base légale"
        ),
        (
            "{count} is about the consistency of the record, without legal basis"
            "|{count} are about the consistency of the record, without legal basis"
        ),
    ),
    # the texts that findings rest on, and how far they are the law's
    "basis.article": ("l’article {article}", "article {article}"),
    "basis.paraphrased": (
        (
            "{texts} tel que nous l’avons paraphrasé (non comparé à une édition officielle)"
            "|{texts} tels que nous les avons paraphrasés (non comparés à une édition officielle)"
        ),
        (
            "{texts} as we paraphrased it (not compared with an official edition)"
            "|{texts} as we paraphrased them (not compared with an official edition)"
        ),
    ),
    "basis.compared": (
        (
            "{texts} tel que nous l’avons paraphrasé (comparé à une édition)"
            "|{texts} tels que nous les avons paraphrasés (comparés à une édition)"
        ),
        (
            "{texts} as we paraphrased it (compared with an edition)"
            "|{texts} as we paraphrased them (compared with an edition)"
        ),
    ),
    "basis.abrogated": (
        "un texte abrogé ({texts})|des textes abrogés ({texts})",
        "a text that is abrogated ({texts})|texts that are abrogated ({texts})",
    ),
    "basis.called-in": (
        "un texte non consulté ({texts})|des textes non consultés ({texts})",
        "a text that was not read ({texts})|texts that were not read ({texts})",
    ),
    "basis.usage": ("l’usage, et non la loi ({texts})", "usage, and not law ({texts})"),
    "basis.unnamed": ("un texte non indiqué", "a text that is not named"),
    "basis.none": ("les règles appliquées", "the rules applied"),
    "and": ("et", "and"),
    # what was declared to be recorded
    "declared": (
        (
            "Tenu pour non fait où rien n’est inscrit, sur la foi d’une déclaration ({by}) :"
            " {kinds}."
        ),
        (
            "Held not to have happened where nothing is recorded, on the faith of a declaration"
            " ({by}): {kinds}."
        ),
    ),
    "declared.all": ("tous les événements", "all kinds of event"),
    "declared.option": ("option `--records`", "option `--records`"),
    "declared.mapping": ("correspondance {name}", "mapping {name}"),
    "declared.resting": (
        "Au moins {count} constat en dépend.|Au moins {count} constats en dépendent.",
        "At least {count} finding depends on it.|At least {count} findings depend on it.",
    ),
    "declared.looking": (
        (
            "La règle de {count} constat cherche de tels événements."
            "|Les règles de {count} constats cherchent de tels événements."
        ),
        (
            "The rule of {count} finding looks for such events."
            "|The rules of {count} findings look for such events."
        ),
    ),
    "declared.nothing_rests": ("Aucun constat n’en dépend.", "No finding depends on it."),
    "declared.doubtful": (
        (
            "Déclarés inscrits, et inscrits nulle part : {events}. S’ils ont lieu à ces tables,"
            " c’est la déclaration qui est en doute."
        ),
        (
            "Declared to be recorded, and recorded nowhere: {events}. If they take place at these"
            " tables, it is the declaration that is in doubt."
        ),
    ),
    "declared.rests": (
        "Tenu pour non fait sur la seule déclaration qu’il serait inscrit (`records`) : {events}",
        (
            "Held not to have happened on the mere declaration that it would be recorded "
            "(`records`): {events}"
        ),
    ),
    "declared.silent": (
        "Repose sur une absence que rien n’atteste : aucun événement de cette sorte n’est inscrit",
        "Rests on an absence to which nothing attests: no event of that kind is recorded",
    ),
    "declared.elsewhere": (
        "Repose sur une absence, dans un journal qui inscrit ces événements ailleurs",
        "Rests on an absence, in a log that records such events elsewhere",
    ),
    "opinion.several_houses": (
        (
            "Ce rapport porte sur {count} établissements ensemble ; `--casino` en fait un pour"
            " chacun."
        ),
        "This report is about {count} establishments together; `--casino` makes one for each.",
    ),
    "opinion.usage": (
        (
            "{title} : aucun article de loi n’est contrôlé ici. Tout constat est à confirmer, et"
            " l’absence de constat ne dit rien de la réglementation des jeux."
        ),
        (
            "{title}: no article of law is checked here. Every finding is to be confirmed, and the"
            " absence of findings says nothing of gaming regulations."
        ),
    ),
    "opinion.abrogated": (
        (
            "{title} : le texte appliqué est abrogé{instead}. Tout constat est à"
            " confirmer, et l’absence de constat ne dit rien du droit en vigueur."
        ),
        (
            "{title}: the text applied is abrogated{instead}. Every finding is to be"
            " confirmed, and the absence of findings says nothing of the law in force."
        ),
    ),
    "opinion.rules_anyway": (
        (
            "{title} : les journaux nomment un autre jeu. Ces règles leur sont appliquées sur"
            " demande expresse (`--rules-anyway`) : aucun constat ne vaut sans que quelqu’un ait"
            " établi à quel jeu on jouait."
        ),
        (
            "{title}: the logs name another game. These rules are applied to them by express"
            " request (`--rules-anyway`): no finding holds before somebody has established which"
            " game was played."
        ),
    ),
    "opinion.incomplete": (
        ("Aucun écart avec {basis}, dans ce qui a pu être vérifié ; tout n’a pas pu l’être."),
        ("No departure from {basis}, in what could be verified; not everything could be."),
    ),
    "opinion.unpaid": (
        (
            "Aucun écart avec {basis}, dans ce qui a pu être vérifié ; n’ont pas pu l’être, entre "
            "autres : {kinds}."
        ),
        (
            "No departure from {basis}, in what could be verified; what could not, among other "
            "things: {kinds}."
        ),
    ),
    "payments": ("Sommes vérifiées", "Sums checked"),
    "payments.kind": (
        "Vérifié : {event} {checked} sur {count}, soit {amount_checked} sur {amount}.",
        "Checked: {event} {checked} of {count}, {amount_checked} of {amount}.",
    ),
    "payments.left": (
        "{event} {unchecked} sur {count} (vérifié : {amount_checked} sur {amount})",
        "{event} {unchecked} of {count} (checked: {amount_checked} of {amount})",
    ),
    "payments.without_amount": (
        (
            "{count} paiement n’a pas de montant lisible."
            "|{count} paiements n’ont pas de montant lisible."
        ),
        "{count} payment has no readable amount.|{count} payments have no readable amount.",
    ),
    "payments.untold": ("une somme inconnue", "an unknown sum"),
    "payments.unknown_kind": (
        (
            "{count} ligne mise à part peut être un paiement, et n’est pas comptée ici."
            "|{count} lignes mises à part peuvent être des paiements, et ne sont pas comptées ici."
        ),
        (
            "{count} row set aside may be a payment, and is not counted here."
            "|{count} rows set aside may be payments, and are not counted here."
        ),
    ),
    "demands.failed": (
        "À vérifier sans faute (`--must-verify`), et non vérifié : {failed}.",
        "To be verified without fail (`--must-verify`), and not verified: {failed}.",
    ),
    "demands.payments": ("{count} paiement|{count} paiements", "{count} payment|{count} payments"),
    "demands.provision": (
        "{provision} ({count} fois)",
        "{provision} ({count} time)|{provision} ({count} times)",
    ),
    "opinion.compliant": (
        "Les journaux ne font apparaître aucun écart avec {basis}.",
        "The logs show no departure from {basis}.",
    ),
    "opinion.nothing_checked": (
        "Aucune vérification n’a pu aboutir : ce rapport n’établit aucune conformité.",
        "No check could be carried out: this report establishes no compliance.",
    ),
    "opinion.suspended": (
        (
            "{count} vérification est suspendue à un autre constat : elle sera possible quand il "
            "sera tranché."
            "|{count} vérifications sont suspendues à d’autres constats : elles seront possibles "
            "quand ils seront tranchés."
        ),
        (
            "{count} check is suspended, and will be possible once another finding is settled."
            "|{count} checks are suspended, and will be possible once other findings are settled."
        ),
    ),
    "opinion.not_verifiable": (
        (
            "{count} vérification n’a pu être menée à son terme, et ne compte pas comme conforme."
            "|{count} vérifications n’ont pu être menées à leur terme, et ne comptent pas comme "
            "conformes."
        ),
        (
            "{count} check could not be carried through, and is not counted as compliant."
            "|{count} checks could not be carried through, and are not counted as compliant."
        ),
    ),
    "opinion.set_aside": (
        "{count} ligne a été mise à part.|{count} lignes ont été mises à part.",
        "{count} row was set aside.|{count} rows were set aside.",
    ),
    "answer.compliant": ("Conformes", "Compliant"),
    "answer.violations": ("Constats", "Violations"),
    "answer.not_verifiable": ("Non vérifiables", "Not verifiable"),
    "answer.not_applicable": ("Sans objet", "Not applicable"),
    # what was examined
    "examined": ("Fichiers examinés", "Files examined"),
    "file": ("Fichier", "File"),
    "sheet": ("feuille", "sheet"),
    "sha256": ("SHA-256", "SHA-256"),
    "files_all": (
        "Les {count} fichiers, avec leurs empreintes :",
        "All {count} files, with their hashes:",
    ),
    "rows_read": ("Lignes lues", "Rows read"),
    "rows_evaluated": ("Évaluées", "Evaluated"),
    "rows_set_aside": ("Mises à part", "Set aside"),
    "total": ("Total", "Total"),
    "applied": ("Règles appliquées", "Rules applied"),
    "not_shipped": (
        "Règles qui ne sont pas livrées avec le programme : {files}.",
        "Rules that do not come with the program: {files}.",
    ),
    "ruleset": ("Recueil", "Ruleset"),
    "version": ("version", "version"),
    "source": ("Texte", "Text"),
    "article": ("article {article}", "article {article}"),
    "edition": ("rédaction visée : {date}", "wording meant: {date}"),
    "in_force": ("Faits jugés", "Facts judged"),
    "in_force.since": ("à partir du {start}", "from {start} on"),
    "in_force.until": ("jusqu’au {end}", "until {end}"),
    "in_force.between": ("du {start} au {end}", "from {start} to {end}"),
    # the state of a source, as the ruleset gives it
    "source.called-in": (
        "texte de droit nommé ici, non consulté",
        "legislation named here, not consulted",
    ),
    "source.usage": ("usage, et non texte de loi", "usage, not a text of law"),
    "source.record": ("le journal lui-même, sans base légale", "the record, without legal basis"),
    "source.transcribed": ("établi d’après {copy}", "made from {copy}"),
    "source.compared": (
        "comparé à {edition} le {day} par {by}",
        "compared with {edition} on {day} by {by}",
    ),
    "source.not_compared": (
        "non comparé à une édition officielle",
        "not compared with an official edition",
    ),
    "source.in_force": ("en vigueur", "in force"),
    "source.abrogated": ("abrogé", "abrogated"),
    "source.abrogated_on": ("abrogé le {day}", "abrogated on {day}"),
    "source.replaced": ("remplacé : {text}", "replaced: {text}"),
    "mark.called-in": ("texte non consulté", "text not consulted"),
    "mark.usage": ("usage", "usage"),
    "mark.record": ("sans base légale", "no legal basis"),
    "mark.abrogated": ("texte abrogé", "text abrogated"),
    "mark.not_compared": ("texte non comparé", "text not compared"),
    "mark.no_source": ("texte non indiqué", "no text named"),
    "class.departure.short": ("Écarts (texte paraphrasé)", "Departures (our paraphrase)"),
    "class.to_confirm.short": ("À confirmer", "To be confirmed"),
    "class.record.short": (
        "Cohérence du journal, sans base légale",
        "Consistency of the record, no legal basis",
    ),
    "class.departure": (
        "Écarts aux articles visés (texte paraphrasé)",
        "Departures from the cited articles (our paraphrase)",
    ),
    "class.to_confirm": ("Constats à confirmer", "Findings to be confirmed"),
    "class.record": ("Cohérence du journal", "Consistency of the record"),
    "class.departure.note": (
        (
            "Chaque règle met en œuvre un article qu’elle désigne, dans nos propres mots ; le "
            "texte de la loi n’est pas reproduit."
        ),
        (
            "Every rule applies an article that it names, in our own words; the text of the law is "
            "not reproduced."
        ),
    ),
    "class.to_confirm.note": (
        (
            "Ces constats reposent sur un texte abrogé, sur un texte qui n’a pas été consulté, ou "
            "sur l’usage : à confirmer avant d’en tirer quoi que ce soit."
        ),
        (
            "These findings rest on a text that is abrogated or was not read, or on usage: confirm "
            "them before anything is made of them."
        ),
    ),
    "class.record.note": (
        "Le journal se contredit ou manque de quelque chose. Aucun texte n’est en cause.",
        "The record contradicts itself or lacks something. No text is at stake.",
    ),
    "class.state": ("État de tous ces textes", "State of all these texts"),
    "colon": (" :", ":"),
    "semicolon": (" ;", ";"),
    "reading": ("Lecture retenue", "Reading used"),
    "readings": ("Lectures retenues", "Readings used"),
    "readings_note": (
        (
            "Là où un texte admet plusieurs lectures, voici celle qui a été retenue, pourquoi, et "
            "l’autre : celles sur lesquelles repose un constat. Le recueil de règles a les autres."
        ),
        (
            "Where a text admits several readings, here is the one that was used, why, and the "
            "other: those on which a finding rests. The rule book has the others."
        ),
    ),
    "reading.because": ("Pourquoi", "Why"),
    "reading.other": ("Autre lecture", "Other reading"),
    "reading.parameter": ("Paramètre", "Parameter"),
    "reading.rules": ("Règles", "Rules"),
    "reading.no_rule": ("aucune règle", "no rule"),
    "parameters_used": ("Paramètres des recueils", "Parameters of the rulesets"),
    "parameter.default": ("Valeur par défaut", "Default value"),
    "parameter.given": ("Valeur donnée", "Value given"),
    "parameter.none": ("aucune", "none"),
    "parameter.dated": ("{value} à partir du {day}", "{value} from {day}"),
    "refers_to": ("contrôlé sous {provisions}", "audited under {provisions}"),
    **FITNESS,
    **FIGURES,
    **INFORMATION,
    **CASE,
    **SHEETS,
    **PAGE,
    **TIMELINE,
    **BOOK,
    # findings
    "findings": ("Constats", "Findings"),
    "severity": ("Gravité", "Severity"),
    "severity.critical": ("Critique", "Critical"),
    "severity.major": ("Majeur", "Major"),
    "severity.minor": ("Mineur", "Minor"),
    "finding_count": ("{count} constat|{count} constats", "{count} finding|{count} findings"),
    "no_findings": (
        "Aucun constat : aucune règle appliquée n’est enfreinte par les lignes évaluées.",
        "No findings: no rule applied is broken by the rows evaluated.",
    ),
    "no_findings.open": (
        (
            "Aucun constat : aucune règle appliquée n’est enfreinte par les lignes évaluées. "
            "Ce qui n’a pas pu être vérifié figure à la partie « {provisions} »."
        ),
        (
            "No findings: no rule applied is broken by the rows evaluated. "
            "What could not be verified is in the part “{provisions}”."
        ),
    ),
    "no_findings.nothing_checked": (
        (
            "Aucun constat : rien n’a pu être vérifié, et rien n’est établi. "
            "Ce qui manque figure à la partie « {provisions} »."
        ),
        (
            "No findings: nothing could be verified, and nothing is established. "
            "What is lacking is in the part “{provisions}”."
        ),
    ),
    "finding": ("Constat n° {number}", "Finding {number}"),
    "all_shown": (
        "Les constats sont tous détaillés ci-après, par disposition.",
        "All findings are set out in full below, by provision.",
    ),
    "some_shown": (
        (
            "Sur {total} constats, {shown} sont détaillés ci-après, par disposition ; "
            "les {listed} autres sont donnés un par ligne dans l’annexe « {annex} ». Tous figurent "
            "dans findings.json."
        ),
        (
            "Of {total} findings, {shown} are set out in full below, by provision; "
            "the other {listed} are given one a line in the annex “{annex}”. All are in "
            "findings.json."
        ),
    ),
    "first_listed": (
        (
            "Sur {total} constats, {shown} sont détaillés ci-après, par disposition. De chaque "
            "règle, les {most} suivants au plus sont donnés un par ligne dans l’annexe "
            "« {annex} ». Tous figurent dans findings.json."
        ),
        (
            "Of {total} findings, {shown} are set out in full below, by provision. Of each rule, "
            "the next {most} at most are given one a line in the annex “{annex}”. All are in "
            "findings.json."
        ),
    ),
    "rule": ("Règle", "Rule"),
    "expected": ("Attendu", "Expected"),
    "found": ("Relevé", "Found"),
    "evidence": ("Lignes du journal", "Rows of the log"),
    "on_demand": (
        "Le calcul et les lignes s’obtiennent par `auditor explain {id}` suivi du journal.",
        "`auditor explain {id}` and the log give the computation and the rows.",
    ),
    "row": ("Ligne", "Row"),
    "rows": ("ligne|lignes", "row|rows"),
    "rows_short": ("l.", "row"),
    "more_rows": ("et {count} autre|et {count} autres", "and {count} more|and {count} more"),
    "time": ("Heure", "Time"),
    "rows_used": ("Lignes", "Rows"),
    "event": ("Événement", "Event"),
    "cells": ("Autres cellules", "Other cells"),
    "casino": ("établissement", "establishment"),
    "season": ("saison", "season"),
    "session": ("séance", "session"),
    "table": ("table", "table"),
    "shoe": ("sabot", "shoe"),
    "coup": ("coup", "coup"),
    "seat": ("place", "seat"),
    "player": ("joueur", "player"),
    # provisions and rules
    "provisions": ("État de chaque disposition", "State of each provision"),
    "provisions_note": (
        (
            "« Occasions » : nombre de fois où la disposition a pu être jugée. Une disposition "
            "sans occasion n’est pas une disposition respectée. Ce que juge une règle compte sous "
            "chaque disposition qu’elle cite : les colonnes ne s’additionnent pas."
        ),
        (
            "“Occasions”: how many times the provision could be judged. A provision without an "
            "occasion is not a provision complied with. What a rule judges counts under each "
            "provision that it cites: the columns are not to be added up."
        ),
    ),
    "provision": ("Disposition", "Provision"),
    "state": ("État", "State"),
    "state.compliant": ("Conforme", "Compliant"),
    "state.violated": ("Constat relevé", "Finding made"),
    "state.not_verifiable": ("Non vérifiable", "Not verifiable"),
    "state.suspended": ("Suspendue", "Suspended"),
    "state.partly": ("Vérifiée en partie", "Partly verified"),
    "state.not_applicable": ("Sans objet", "Not applicable"),
    "state.not_auditable": ("Non auditable", "Not auditable"),
    "state.refers_to": ("Renvoi", "Reference"),
    "occasions": ("Occasions", "Occasions"),
    "no_occasion": ("aucune", "none"),
    "rules": ("Règles, une par une", "Rules, one by one"),
    "why_not_verifiable": ("Ce qui n’a pas pu être vérifié", "What could not be verified"),
    "reason": ("Motif", "Reason"),
    "number_of": ("Nombre", "Number"),
    # row ledger
    "ledger": ("Registre des lignes", "Row ledger"),
    "ledger_note": (
        "Pour chaque fichier, lignes lues = lignes évaluées + lignes mises à part.",
        "For each file, rows read = rows evaluated + rows set aside.",
    ),
    "remarks": ("Remarques sur les fichiers", "Remarks on the files"),
    "set_aside": ("Lignes mises à part", "Rows set aside"),
    "set_aside_many": (
        (
            "Les {count} lignes mises à part sont comptées ici par motif, et données une à une en "
            "annexe :"
        ),
        (
            "The {count} rows set aside are counted here by reason, and given one by one in the "
            "annex:"
        ),
    ),
    "column": ("Colonne", "Column"),
    "value": ("Valeur", "Value"),
    "empty": ("vide", "empty"),
    # method, limits, signature
    "method": ("Méthode et limites", "Method and limits"),
    "method.annex": (
        (
            "Ce document est une annexe technique. Il n’est pas un procès-verbal : il ne contient "
            "ni qualification, ni audition, ni constatation faite personnellement par un agent. "
            "Il rapporte ce que disent les fichiers reçus, et rien d’autre."
        ),
        (
            "This document is a technical annex. It is not an official report: it holds no legal "
            "qualification, no statement of a person, nothing that an officer saw or heard "
            "personally. It reports what the files received say, and nothing else."
        ),
    ),
    "method.replay": (
        (
            "Les lignes sont relues une à une, dans l’ordre du journal, et confrontées aux règles "
            "dont la version figure en première page et l’empreinte ci-dessous. Chaque règle cite "
            "la disposition dont elle découle."
        ),
        (
            "The rows are replayed one by one, in the order of the log, against the rules whose "
            "version is on page one and whose fingerprint is below. Every rule cites the provision "
            "that it comes from."
        ),
    ),
    "method.answers": (
        (
            "Une vérification a quatre issues : conforme, constat relevé, non vérifiable (une "
            "information nécessaire manque au journal) ou sans objet. Le non vérifiable n’est "
            "jamais compté comme conforme."
        ),
        (
            "A check has four answers: compliant, finding made, not verifiable (the log lacks "
            "something that it needs) or not applicable. Not verifiable is never counted as "
            "compliant."
        ),
    ),
    "method.limits": (
        (
            "Un journal peut être inexact ou incomplet : un constat vaut pour ce que le journal "
            "enregistre. Les dispositions non auditables (matériel, comportement, locaux) ne "
            "s’apprécient que sur place ou sur les images."
        ),
        (
            "A log may be wrong or incomplete: a finding holds for what the log records. "
            "Provisions that are not auditable (equipment, conduct, premises) can only be judged "
            "on site or from the recordings."
        ),
    ),
    "method.left_out": (
        (
            "Rien n’est sondé : toutes les lignes évaluées sont confrontées à toutes les règles. "
            "Restent de côté : {count} ligne mise à part, {open} vérifications qu’une information "
            "manquante empêche, {off} dispositions qu’aucun journal ne montre."
            "|Rien n’est sondé : toutes les lignes évaluées sont confrontées à toutes les règles. "
            "Restent de côté : {count} lignes mises à part, {open} vérifications qu’une "
            "information manquante empêche, {off} dispositions qu’aucun journal ne montre."
        ),
        (
            "Nothing is sampled: all rows evaluated are held against all rules. Left out are: "
            "{count} row set aside, {open} checks that lack information, {off} provisions that no "
            "log shows."
            "|Nothing is sampled: all rows evaluated are held against all rules. Left out are: "
            "{count} rows set aside, {open} checks that lack information, {off} provisions that "
            "no log shows."
        ),
    ),
    "method.whole": (
        (
            "Ce rapport ne se reproduit qu’en entier. Ses résultats ne valent que pour les "
            "fichiers examinés, que désignent leurs empreintes."
        ),
        (
            "This report is to be reproduced only in full. Its results hold only for the files "
            "examined, which their fingerprints name."
        ),
    ),
    "method.severity": (
        (
            "La gravité d’un constat est celle que le recueil attribue à la règle ; elle sert à "
            "ordonner la lecture et ne préjuge d’aucune suite."
        ),
        (
            "The severity of a finding is the one that the ruleset gives to the rule; it orders "
            "the reading and prejudges nothing."
        ),
    ),
    "method.signs": (
        (
            "Un signe invisible ou absent de la police de ce document y figure par son code, "
            "ainsi [U+202E]."
        ),
        (
            "A sign that is invisible or absent from this document’s typeface is given by its "
            "code, as [U+202E]."
        ),
    ),
    "method.pseudonyms": (
        (
            "Joueurs et employés portent des pseudonymes (J-…, E-…), faits avec une clé que garde "
            "le service ({made_with}) : une même personne a le même partout. Le numéro de ligne "
            "mène à elle, pour qui a le journal."
        ),
        (
            "Players and staff have pseudonyms (J-…, E-…), made with a key that the service keeps "
            "({made_with}): one person has the same everywhere. The row number leads to the "
            "person, for whoever has the log."
        ),
    ),
    "method.twin": (
        (
            "Les mêmes données, sous une forme lisible par machine, sont dans findings.json, dont "
            "l’empreinte SHA-256 est :"
        ),
        "The same data in machine-readable form are in findings.json, whose SHA-256 is:",
    ),
    "method.attached": (
        (
            "Ce fichier est joint au présent document PDF, avec evidence.csv (les lignes sur "
            "lesquelles reposent les constats) et les fichiers de règles."
        ),
        (
            "That file is attached to this PDF document, with evidence.csv (the rows on which "
            "findings rest) and the rule files."
        ),
    ),
    "method.twin_name": ("Constats, lisibles par machine", "Findings, machine-readable"),
    "not_a_record": (
        "Annexe technique, ne vaut pas procès-verbal",
        "Technical annex, not an official report",
    ),
    "method.again": (
        (
            "L’identifiant du rapport est l’empreinte de son contenu, heure de lancement exclue : "
            "les mêmes fichiers, règles et paramètres donnent le même identifiant."
        ),
        (
            "The report’s identifier is the fingerprint of its content, the starting time left "
            "out: the same files, rules and parameters give the same identifier."
        ),
    ),
    "parameters": ("Paramètres de l’audit", "Parameters of the audit"),
    "asked.all": ("tous", "all"),
    "asked.records": ("Événements déclarés inscrits", "Kinds of event declared as recorded"),
    "asked.records_by_mapping": (
        "Déclarés inscrits par la correspondance",
        "Declared as recorded by the mapping",
    ),
    "asked.rules_anyway": (
        "Règles d’un autre jeu que celui du journal",
        "Rules of another game than the log’s",
    ),
    "asked.must_verify": ("Doit être vérifié", "Has to be verified"),
    "asked.mapping": ("Lecture des fichiers", "How files are read"),
    "asked.case": ("Dossier", "Case file"),
    "asked.from": ("À partir du", "From"),
    "asked.to": ("Jusqu’au", "Up to"),
    "asked.casino": ("Établissement", "Establishment"),
    "asked.pseudonyms": ("Clé des pseudonymes", "Key of pseudonyms"),
    "no_parameters": ("Aucun paramètre particulier.", "No particular parameter."),
    "fingerprints": ("Empreintes", "Fingerprints"),
    "visa": ("Visa et observations", "Visa and observations"),
    "visa_note": (
        "À remplir à la main. Le logiciel ne signe rien et ne qualifie rien.",
        "To be filled in by hand. The software signs nothing and qualifies nothing.",
    ),
    "visa.agent": ("Agent", "Officer"),
    "visa.name": ("Nom et prénom", "Name"),
    "visa.grade": ("Grade et qualité", "Grade and capacity"),
    "visa.service": ("Service", "Service"),
    "visa.register": ("Registre d’observations, n°", "Register of observations, no."),
    "visa.date": ("Date et lieu", "Date and place"),
    "visa.signature": ("Signature", "Signature"),
    "visa.agent_remarks": ("Observations de l’agent", "Officer’s observations"),
    "visa.operator": ("Exploitant", "Operator"),
    "visa.operator_remarks": ("Observations de l’exploitant", "Operator’s observations"),
    # annex and terminal
    "annex.letter": ("Annexe {letter}", "Annex {letter}"),
    "cards": ("Constats, un par un", "Findings, one by one"),
    "list_note": (
        "Dans l’ordre de leurs numéros. Chacun est établi par sa fiche ({cards}).",
        "In the order of their numbers. The card of each proves it ({cards}).",
    ),
    "annex": ("Autres constats, en liste", "Further findings, as a list"),
    "annex_note": (
        "Un constat par ligne, numéroté à la suite de ceux qui sont détaillés.",
        "One finding a line, numbered along with those set out in full.",
    ),
    "card.unread": ("ligne {row} illisible", "row {row} unreadable"),
    "quoted": ("« {text} »", "“{text}”"),
    "cell.true": ("oui", "yes"),
    "cell.false": ("non", "no"),
    "number": ("n°", "no."),
    "id": ("identifiant", "identifier"),
    "row_of_file": ("fichier:ligne", "file:row"),
    "files": ("Fichiers", "Files"),
    "ledger_line": (
        "{read} lignes lues, {evaluated} évaluées, {set_aside} mises à part",
        "{read} rows read, {evaluated} evaluated, {set_aside} set aside",
    ),
    "more_findings": (
        (
            "… et {count} autre constat, dans findings.json"
            "|… et {count} autres constats, dans findings.json"
        ),
        (
            "… and {count} more finding, in findings.json"
            "|… and {count} more findings, in findings.json"
        ),
    ),
    "more_set_aside": (
        (
            "… et {count} autre ligne, dans findings.json"
            "|… et {count} autres lignes, dans findings.json"
        ),
        "… and {count} more row, in findings.json|… and {count} more rows, in findings.json",
    ),
}


@dataclass(frozen=True, slots=True)
class Words:
    """The table in one language, `words("finding_count", count=3)`, and in the same language the
    names of what stands in the log.
    """

    language: Language
    names: LogNames = field(default=LogNames(), compare=False)

    def __call__(self, key: str, **values: int | str) -> str:
        """The words of `key`; KeyError for a key or a blank unknown.

        Only what is given as a number is grouped: a text of digits may be the id of a provision.
        """
        text = TABLE[key][self.language == "en"]
        if "|" in text:
            one, many = text.split("|")
            count = int(values.get("count", 0))
            text = one if count == 1 or (count == 0 and self.language == "fr") else many
        said = {
            name: number(own, self.language) if isinstance(own, int) else own
            for name, own in values.items()
        }
        return spaced(Formatter().vformat(text, (), said), self.language)

    def event(self, kind: str) -> str:
        """A kind of event."""
        return self._name(kind, self.names.events.get(kind))

    def field(self, name: str) -> str:
        """A column of the log."""
        own = self.names.fields.get(name)
        return self._name(name, own.said if own is not None else None)

    def who(self, key: str) -> str:
        """A seat or a player, by the label of the game where it has one."""
        own = self.names.fields.get(key)
        return self(key) if own is None or own.said is None else self.field(key)

    def word(self, field: str, text: str) -> str:
        """A cell of a column whose type lists its words; any other text stays as it is."""
        return self._name(text, self._listed(field).get(text))

    def quoted(self, field: str, text: str) -> str:
        """A cell; in quotation marks where it is none of the words of its column, but the log's."""
        listed = self._listed(field)
        return (
            self("quoted", text=text) if listed and text not in listed else self.word(field, text)
        )

    def _listed(self, field: str) -> Mapping[str, Bilingual]:
        return self.names.words.get(self.type_of(field), {})

    def coded_event(self, kind: str) -> str:
        """A kind of event as people and as the log call it: whoever mends a log looks for that."""
        return _both(self.event(kind), kind)

    def coded_field(self, name: str) -> str:
        """A column as people and as the log call it."""
        return _both(self.field(name), name)

    def type_of(self, field: str) -> str:
        """The type of a column as rule files call it; empty where no vocabulary declares it."""
        own = self.names.fields.get(field)
        return own.type if own is not None else ""

    def _name(self, name: str, label: Bilingual | None) -> str:
        said = label.in_language(self.language) if label is not None else name.replace("_", " ")
        return spaced(said, self.language)


def _both(said: str, name: str) -> str:
    return f"`{name}`" if said.replace(" ", "_") == name else f"{said} (`{name}`)"

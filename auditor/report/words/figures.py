"""The words for the figures of a report and for its cards, in French and in English."""

from __future__ import annotations

FIGURES: dict[str, tuple[str, str]] = {
    # what was looked for in vain
    "missed": ("Cherché en vain", "Looked for in vain"),
    "missed.none": (
        "{what} : 0 sur {rows} ({place} ; {within})",
        "{what}: 0 of {rows} ({place}; {within})",
    ),
    "missed.others": (
        (
            "{what} : {count} sur {rows} ({place} ; {within}), qui ne convient pas"
            "|{what} : {count} sur {rows} ({place} ; {within}), dont aucune ne convient"
        ),
        (
            "{what}: {count} of {rows} ({place}; {within}), which does not fit"
            "|{what}: {count} of {rows} ({place}; {within}), none of which fits"
        ),
    ),
    "missed.near": (" (au plus près : {rows})", " (nearest: {rows})"),
    "missed.rows": ("{count} ligne|{count} lignes", "{count} row|{count} rows"),
    "missed.same": ("même {field}", "same {field}"),
    # before anything is made of a finding
    "rule_out": ("À écarter", "Other explanations to exclude"),
    "rule_out.missed": (
        "fait non inscrit",
        "something done but not recorded",
    ),
    "rule_out.order": (
        "ordre de saisie",
        "the order of writing down",
    ),
    "rule_out.clock": (
        "précision de l’horloge",
        "the precision of the clock",
    ),
    "rule_out.money": (
        "régularisation hors du coup",
        "a correction outside the coup",
    ),
    "rule_out.row": ("erreur de saisie", "an error of data entry"),
    "rule_out.reading": ("autre lecture du texte", "the other reading of the text"),
    # on site
    "visit": ("Sur place", "On site"),
    "visit.note": (
        "À cocher. Ce qu’aucun journal ne montre, et ce qui manque à ceux-ci.",
        "To be ticked. What no log shows, and what these lack.",
    ),
    "visit.images": ("Images à demander", "Images to ask for"),
    "visit.images_note": (
        (
            "Par table et par heure, {clock} ; deux minutes avant et après. Ce qui se recouvre "
            "n’est demandé qu’une fois."
        ),
        (
            "By table and time, {clock}; two minutes before and after. What overlaps is asked for "
            "once."
        ),
    ),
    "visit.legal": ("en heure légale", "in legal time"),
    "visit.by_log": (
        "à l’heure des journaux, dont l’écart à l’heure légale n’est pas connu",
        "by the clock of the logs, of which nobody said how far it is from legal time",
    ),
    "visit.more": (
        "{count} autre plage est dans le classeur.|{count} autres plages sont dans le classeur.",
        "{count} more is in the workbook.|{count} more are in the workbook.",
    ),
    "visit.from": ("De", "From"),
    "visit.to": ("À", "To"),
    "visit.camera": ("Caméra", "Camera"),
    "visit.before": ("Avant le", "Before"),
    "visit.in_time": ("Avant le {day}", "Before {day}"),
    "visit.late": ("Échu le {day}", "Kept until {day}"),
    "visit.clock": (
        "Relever l’heure de l’horloge des journaux, l’heure légale au même instant, et l’écart.",
        "Note the time of the clock of the logs, legal time at that instant, and the difference.",
    ),
    "visit.books": (
        (
            "Se faire remettre livres de caisse et feuilles de table ; y rapporter les totaux de "
            "contrôle."
        ),
        "Ask for the cash books and the table sheets; tie the control totals to them.",
    ),
    "visit.on_site": (
        "{id} : {what} – {reasons}.",
        "{id}: {what} – {reasons}.",
    ),
    # control totals
    "totals": ("Totaux de contrôle", "Control totals"),
    "totals.note": (
        (
            "Ce que contiennent les journaux, sans jugement, à rapprocher des livres de caisse et "
            "des feuilles de table. Les lignes mises à part ou incomplètes n’y sont pas. Entre "
            "parenthèses, le nombre."
        ),
        (
            "What the logs hold, without any judgement, to be tied to the cash books and the table "
            "sheets. Rows set aside or incomplete are not in them. In brackets, how many."
        ),
    ),
    "totals.by_table": (
        (
            "{count} tables et soirées : elles sont ici réunies par table ; findings.json et le "
            "classeur les donnent une à une."
        ),
        (
            "{count} tables and evenings: they are put together by table here; findings.json and "
            "the workbook give them one by one."
        ),
    ),
    "totals.note_rows": (
        "Ce que contiennent les journaux, sans jugement. Aucune somme n’y est inscrite.",
        "What the logs hold, without any judgement. They record no sum.",
    ),
    "totals.elsewhere": ("sans {what}", "no {what}"),
    "totals.rows": ("Lignes", "Rows"),
    "totals.coups": ("Coups", "Coups"),
    "totals.number": ("{event} : nombre", "{event}: number"),
    "totals.sum": ("{event} : somme", "{event}: sum"),
    "totals.unread": ("somme non lisible", "no readable sum"),
    "totals.without": (
        "dont {count} sans somme lisible",
        "{count} without a readable sum",
    ),
    # page one
    "page_one.findings": ("Constats", "Findings"),
    "page_one.nature": ("Nature", "Class"),
    "page_one.severity": (
        (
            "Critique : le résultat du coup ou l’argent en est faussé. Majeur : une garantie du "
            "jeu manque. Mineur : une forme n’est pas observée. La gravité vient du recueil de "
            "règles, et ordonne la lecture."
        ),
        (
            "Critical: the result of the coup or the money is wrong. Major: a safeguard of the "
            "game is lacking. Minor: a form is not observed. Severity comes from the ruleset, and "
            "orders the reading."
        ),
    ),
    "page_one.scope": ("Étendue", "Extent"),
    "page_one.coups.departure": ("coups où un écart est relevé", "coups with a departure"),
    "page_one.coups.to_confirm": ("coups en cause, à confirmer", "coups, to be confirmed"),
    "page_one.players": (
        "joueurs dont une mise est concernée",
        "players with a stake concerned",
    ),
    "page_one.wronged": ("dont lésés", "of these short of money"),
    "page_one.checked": ("Vérifié", "Checked"),
    "page_one.sessions": ("séances", "sessions"),
    "page_one.tables": ("tables", "tables"),
    "page_one.of": ("{some} sur {all}", "{some} of {all}"),
    "page_one.money": ("Argent", "Money"),
    "page_one.no_money": (
        "Aucun constat n’établit d’écart de somme.",
        "No finding establishes a difference of sums.",
    ),
    "page_one.no_sums": (
        "Aucun constat ne dit combien était dû : aucun écart de somme n’est chiffré.",
        "No finding says how much was due: no difference of sums is put in figures.",
    ),
    "page_one.no_payments": (
        "Aucun paiement n’est inscrit aux journaux.",
        "The logs record no payment.",
    ),
    "page_one.money_note": (
        "Sommes des seuls constats dont la règle dit ce qui était dû.",
        "Sums of those findings alone whose rule says what was due.",
    ),
    "page_one.unpriced": (
        (
            "Sans le constat n° {numbers}, dont le dû n’est pas chiffré."
            "|Sans les constats n° {numbers}, dont le dû n’est pas chiffré."
        ),
        (
            "Without finding no. {numbers}, of which no rule says what was due."
            "|Without findings no. {numbers}, of which no rule says what was due."
        ),
    ),
    "page_one.unchecked": ("Ce qui n’a pu être vérifié", "What could not be checked"),
    "page_one.all_checked": (
        "Rien ne manque au journal pour les règles appliquées.",
        "The log lacks nothing that the rules applied need.",
    ),
    "page_one.waits": (
        (
            "{count} vérification est suspendue à un autre constat."
            "|{count} vérifications sont suspendues à d’autres constats."
        ),
        (
            "{count} check is suspended until another finding is settled."
            "|{count} checks are suspended until other findings are settled."
        ),
    ),
    "page_one.wants": (
        (
            "{count} vérification n’a pu être menée à son terme."
            "|{count} vérifications n’ont pu être menées à leur terme."
        ),
        (
            "{count} check could not be carried through."
            "|{count} checks could not be carried through."
        ),
    ),
    "page_one.more": (
        "et {count} autre motif|et {count} autres motifs",
        "and {count} more reason|and {count} more reasons",
    ),
    # money
    "money.pay.over": ("payé en trop", "paid too much"),
    "money.pay.under": ("payé en moins", "paid too little"),
    "money.collect.over": ("ramassé en trop", "collected too much"),
    "money.collect.under": ("ramassé en moins", "collected too little"),
    "money.other.over": ("plus que dû, net ({kinds})", "more than due, net ({kinds})"),
    "money.other.under": ("moins que dû, net ({kinds})", "less than due, net ({kinds})"),
    "money.of": (
        "{what} : {sum} ({count}\u00a0constat)|{what} : {sum} ({count}\u00a0constats)",
        "{what}: {sum} ({count}\u00a0finding)|{what}: {sum} ({count}\u00a0findings)",
    ),
    "money.short.players": (
        (
            "en moins pour les joueurs : {sum} ({count} constat)"
            "|en moins pour les joueurs : {sum} ({count} constats)"
        ),
        (
            "loss to the players: {sum} ({count} finding)"
            "|loss to the players: {sum} ({count} findings)"
        ),
    ),
    "money.short.house": (
        (
            "en moins pour la maison : {sum} ({count} constat)"
            "|en moins pour la maison : {sum} ({count} constats)"
        ),
        "loss to the house: {sum} ({count} finding)|loss to the house: {sum} ({count} findings)",
    ),
    "money.short_players": ("En moins pour le joueur", "Loss to the player"),
    "money.short_house": ("En moins pour la maison", "Loss to the house"),
    "money.players": ("Argent, par joueur", "Money, by player"),
    "money.lines": ("Argent, constat par constat", "Money, finding by finding"),
    "money.moved": ("Mouvement", "Movement"),
    "money.short": ("En moins pour", "Loss to"),
    "money.side.players": ("le joueur", "the player"),
    "money.side.house": ("la maison", "the house"),
    "money.more": (
        "et {count} autre somme, dans le classeur|et {count} autres sommes, dans le classeur",
        "and {count} more sum, in the workbook|and {count} more sums, in the workbook",
    ),
    "money.nobody": ("sans joueur nommé", "no player named"),
    "money.due": ("Dû", "Due"),
    "money.done": ("Fait", "Done"),
    "money.at_least": ("au moins", "at least"),
    "money.difference": ("Écart", "Difference"),
    "money.player_note": (
        "Ce que les constats de toute nature disent payé ou ramassé autrement que dû.",
        "What findings of all classes say was paid or collected otherwise than due.",
    ),
    # cards
    "card.seat": ("Place", "Seat"),
    "card.rows": ("Lignes", "Rows"),
    "card.nothing": ("rien", "nothing"),
    "card.see": ("voir n° {number}", "see no. {number}"),
    "card.at": ("{what} à {clock} ({row})", "{what} at {clock} ({row})"),
    "card.before": (
        "{what} {gap} avant, à {clock} ({row})",
        "{what} {gap} before, at {clock} ({row})",
    ),
    "card.after": (
        "{what} {gap} après, à {clock} ({row})",
        "{what} {gap} after, at {clock} ({row})",
    ),
    "card.at_once": (
        "{what} dans la même seconde, à {clock} ({row})",
        "{what} in the same second, at {clock} ({row})",
    ),
    "card.hand": ("{what} (place {seat})", "{what} (seat {seat})"),
    "card.table": ("À la table", "At the table"),
    "card.condition": ("La règle s’applique ici d’après", "That the rule applies here rests on"),
    "card.unsaid": ("Implicite : {words}.", "Implied: {words}."),
    "card.images": (
        "Images : {day}, {start} – {end} (heure légale).",
        "Images: {day}, {start} – {end} (legal time).",
    ),
    "card.images_by_log": (
        "Images : {day}, {start} – {end} (heure des journaux).",
        "Images: {day}, {start} – {end} (time of the logs).",
    ),
    "card.images_by": ("À demander avant le {day}.", "Ask before {day}."),
    "card.images_late": (
        "Conservation échue le {day}, avant ce rapport.",
        "Kept until {day}, before this report.",
    ),
    "card.camera": ("Caméra : {camera}.", "Camera: {camera}."),
    "card.answer": ("Réponse de l’exploitant", "Operator’s answer"),
    "card.answered": ("Réponse de l’exploitant, {day}", "Operator’s answer, {day}"),
    "card.terms": ("Calcul, dans les termes de la règle", "Computation, in the rule’s own terms"),
    "card.others": (
        "{count} autre constat de la même règle :|{count} autres constats de la même règle :",
        "{count} more finding of the same rule:|{count} more findings of the same rule:",
    ),
    "card.beyond": (
        "et {count} autre, dans findings.json.|et {count} autres, dans findings.json.",
        "and {count} more, in findings.json.|and {count} more, in findings.json.",
    ),
    # what is open
    "open": ("Ce qui n’a pu être vérifié", "What could not be verified"),
    "open.answers": ("Vérifications", "Checks"),
    "open.checks": ("Vérifications", "Checks"),
    "open.suspended": ("Suspendu à un constat", "Suspended because of a finding"),
    "open.suspended_note": (
        (
            "Ces vérifications ne manquent d’aucune donnée : elles portent sur des lignes qu’un "
            "constat met en doute, et seront possibles quand il sera tranché. Chaque règle qui "
            "s’appuie sur ces lignes est suspendue pour chacune d’elles : une seule annonce "
            "inscrite deux fois suspend ainsi l’ordre et la suite de toutes les lignes de son coup."
        ),
        (
            "These checks lack no data: they are about rows that a finding puts in doubt, and will "
            "be possible once it is settled. Every rule that relies on these rows is suspended for "
            "each of them: one announcement recorded twice suspends the order and the sequence of "
            "all rows of its coup."
        ),
    ),
    "open.waiting": ("Vérifications suspendues", "Checks suspended"),
    "open.finding": ("Constat", "Finding"),
    "open.wanting": ("Motifs : une information manque", "Reasons: information is lacking"),
    "open.wanting_note": (
        "Ce que le journal ne dit pas, et les dispositions qui en restent ouvertes.",
        "What the log does not say, and the provisions that this leaves open.",
    ),
    "open.no_result": ("Motifs : sans résultat", "Reasons: without a result"),
    "open.no_result_note": (
        (
            "Rien ne manque au journal, mais ce qu’il inscrit ne donne aucun résultat par les "
            "règles. La ligne expliquée, ou rectifiée, trancherait."
        ),
        (
            "The log lacks nothing, but what it records has no result by the rules. The row "
            "explained, or put right, would settle it."
        ),
    ),
    "open.nothing": (
        "Toutes les vérifications qui avaient lieu d’être ont été menées à leur terme.",
        "All checks that there was occasion for were carried through.",
    ),
    "open.more": (
        "et {count} autre motif, dans findings.json|et {count} autres motifs, dans findings.json",
        "and {count} more reason, in findings.json|and {count} more reasons, in findings.json",
    ),
    # what to ask the casino for
    "requests": ("À demander à l’exploitant", "To be asked of the operator"),
    "requests.note": (
        "Une demande par ligne, à cocher. Ce qui est rendu se vérifie par un nouvel audit.",
        "One request a line, to be ticked. What is given is verified by a new audit.",
    ),
    "requests.more": (
        (
            "Et {count} demande de même sorte : findings.json et le classeur ont les lignes."
            "|Et {count} demandes de même sorte : findings.json et le classeur ont les lignes."
        ),
        (
            "And {count} more request of this kind: findings.json and the workbook have the rows."
            "|And {count} more requests of this kind: findings.json and the workbook have the rows."
        ),
    ),
    "requests.days": (
        "Demander les journaux du {days}, ou la preuve que rien ne s’y est joué.",
        "Ask for the logs of {days}, or for evidence that nothing was played then.",
    ),
    "requests.column": (
        "Demander l’export avec la colonne {column}, qui n’est jamais remplie.",
        "Ask for the export with the column {column}, which is never filled.",
    ),
    "requests.column_of": (
        "Demander l’export avec la colonne {column} remplie pour les événements {events}.",
        "Ask for the export with the column {column} filled in the events {events}.",
    ),
    "requests.events": (
        (
            "Faire dire par écrit lesquels de ces événements le système inscrit, et en demander "
            "l’export : {events}."
        ),
        (
            "Have it stated in writing which of these events the system records, and ask for their "
            "export: {events}."
        ),
    ),
    "requests.declared": (
        (
            "Faire confirmer par écrit que le système inscrit ces événements : il est déclaré les "
            "inscrire, et le journal n’en a aucun ({events})."
        ),
        (
            "Have it confirmed in writing that the system records these events: it is declared to, "
            "and the log has none of them ({events})."
        ),
    ),
    "requests.gap": (
        (
            "Demander l’export complet, {where} : {column} {before} à {number} (manque : "
            "{missing} ; voir {row})."
        ),
        (
            "Ask for the complete export, {where}: {column} {before} to {number} (missing: "
            "{missing}; see {row})."
        ),
    ),
    "requests.range": ("{first} à {last}", "{first} to {last}"),
    "requests.restart": (
        "Faire expliquer {row} : {column} {number} après {before} ({where}).",
        "Have {row} explained: {column} {number} after {before} ({where}).",
    ),
    "requests.copy": (
        "Faire dire si {row} ({event}) répète {original}, ou si c’est un second fait.",
        "Have it stated whether {row} ({event}) repeats {original}, or is a second event.",
    ),
    "requests.back": (
        "Faire dire l’heure exacte de {row}, inscrite le {time} après le {before}.",
        "Have the exact time of {row} stated, recorded as {time} after {before}.",
    ),
    "requests.aside": (
        "Faire rectifier ou expliquer {file}, {rows} : {reason}.",
        "Have {file}, {rows}, put right or explained: {reason}.",
    ),
    "requests.given": (
        "Porter au dossier de l’audit : {what}.",
        "State in the case file of the audit: {what}.",
    ),
    "requests.data": (
        (
            "Demander la donnée qui manque à {count} vérification de {where} : {what}."
            "|Demander la donnée qui manque à {count} vérifications de {where} : {what}."
        ),
        (
            "Ask for the data that {count} check of {where} lacks: {what}."
            "|Ask for the data that {count} checks of {where} lack: {what}."
        ),
    ),
    "requests.explain": (
        (
            "Faire expliquer ou rectifier ce qui laisse {count} vérification de {where} sans "
            "résultat : {what}."
            "|Faire expliquer ou rectifier ce qui laisse {count} vérifications de {where} sans "
            "résultat : {what}."
        ),
        (
            "Have what leaves {count} check of {where} without a result explained or put right: "
            "{what}."
            "|Have what leaves {count} checks of {where} without a result explained or put right: "
            "{what}."
        ),
    ),
    "suspended": ("Suspendues", "Suspended"),
    "unknown": ("Non vérifiables", "Not verifiable"),
    # glossary
    "glossary": ("Glossaire", "Glossary"),
    "glossary.finding": ("Constat", "Finding"),
    "glossary.finding.says": (
        "Une règle que les lignes du journal n’observent pas, à un endroit précis.",
        "A rule that rows of the log do not observe, at one place.",
    ),
    "glossary.departure": ("Écart", "Departure"),
    "glossary.departure.says": (
        "Constat dont la règle met en œuvre un article visé, que nous avons paraphrasé.",
        "A finding whose rule applies a cited article, which we paraphrased.",
    ),
    "glossary.check": ("Vérification", "Check"),
    "glossary.check.says": (
        "Une règle confrontée à un objet : un coup, une main, un sabot, une séance.",
        "One rule held against one thing: a coup, a hand, a shoe, a session.",
    ),
    "glossary.suspended": ("Suspendue", "Suspended"),
    "glossary.suspended.says": (
        "Vérification qui attend qu’un autre constat soit tranché.",
        "A check that is possible only once another finding is settled.",
    ),
    "glossary.reading": ("Lecture", "Reading"),
    "glossary.reading.says": (
        "Le sens retenu là où un texte en admet plusieurs.",
        "The sense that was used where a text admits several.",
    ),
    "glossary.not_applicable": ("Sans objet", "Not applicable"),
    "glossary.not_applicable.says": (
        "Ce dont il n’y a eu aucune occasion dans ces journaux.",
        "What there was no occasion for in these logs.",
    ),
    "glossary.refers_to": ("Renvoi", "Reference"),
    "glossary.refers_to.says": (
        "Disposition qui renvoie à d’autres, et se contrôle sous celles-ci.",
        "A provision that refers to others, and is audited under them.",
    ),
    "glossary.not_auditable": ("Non auditable", "Not auditable"),
    "glossary.not_auditable.says": (
        "Disposition qu’aucun journal ne montre : sur place, ou sur les images.",
        "A provision that no log shows: on site, or on the images.",
    ),
    "glossary.fingerprint": ("Empreinte", "Fingerprint"),
    "glossary.fingerprint.says": (
        "Nombre tiré d’un fichier (SHA-256) ; un autre fichier en a un autre.",
        "A number made from a file (SHA-256); another file has another.",
    ),
    "glossary.set_aside": ("Mise à part", "Set aside"),
    "glossary.set_aside.says": (
        "Ligne qui n’a pu être lue, et de laquelle rien n’est conclu.",
        "A row that could not be read, and from which nothing is concluded.",
    ),
}
GLOSSARY = (
    "finding",
    "departure",
    "check",
    "suspended",
    "reading",
    "set_aside",
    "not_applicable",
    "refers_to",
    "not_auditable",
    "fingerprint",
)

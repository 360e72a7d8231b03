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
    "rule_out": ("À écarter", "To be ruled out"),
    "rule_out.missed": (
        "fait non inscrit",
        "something done and not recorded",
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
    "rule_out.row": ("erreur de saisie", "a slip of the pen"),
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
    "visit.set_aside": (
        "Faire expliquer {count} ligne mise à part.|Faire expliquer {count} lignes mises à part.",
        "Have {count} row set aside explained.|Have {count} rows set aside explained.",
    ),
    "visit.wanting": (
        "Demander ce qui tranche : {what} ({where}).",
        "Ask for what would settle it: {what} ({where}).",
    ),
    "visit.no_result": ("Faire expliquer : {what} ({where}).", "Have explained: {what} ({where})."),
    "visit.more_wanting": (
        (
            "{count} autre motif, au chapitre « Ce qui reste ouvert »."
            "|{count} autres motifs, au chapitre « Ce qui reste ouvert »."
        ),
        "{count} more, in the chapter “What remains open”.",
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
        "{count} check waits for another finding.|{count} checks wait for other findings.",
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
            "short to the players: {sum} ({count} finding)"
            "|short to the players: {sum} ({count} findings)"
        ),
    ),
    "money.short.house": (
        (
            "en moins pour la maison : {sum} ({count} constat)"
            "|en moins pour la maison : {sum} ({count} constats)"
        ),
        "short to the house: {sum} ({count} finding)|short to the house: {sum} ({count} findings)",
    ),
    "money.short_players": ("En moins pour le joueur", "Short to the player"),
    "money.short_house": ("En moins pour la maison", "Short to the house"),
    "money.nobody": ("sans joueur nommé", "no player named"),
    "money.due": ("Dû", "Due"),
    "money.done": ("Fait", "Done"),
    "money.at_least": ("au moins", "at least"),
    "money.difference": ("Écart", "Difference"),
    "money.players": ("Argent, par joueur", "Money, by player"),
    "money.player_note": (
        "Ce que les constats de toute nature disent payé ou ramassé autrement que dû.",
        "What findings of all classes say was paid or collected otherwise than due.",
    ),
    # pictures
    "picture.provisions": ("Constats, par disposition", "Findings, by provision"),
    "picture.evening": ("Constats, par table et par séance", "Findings, by table and session"),
    "picture.share": ("Vérifications, par issue", "Checks, by outcome"),
    "picture.answered": (
        "{count} menée à son terme|{count} menées à leur terme",
        "{count} carried through",
    ),
    "picture.suspended": (
        "{count} suspendue à un constat|{count} suspendues à un constat",
        "{count} waiting for a finding",
    ),
    "picture.unknown": (
        "{count} impossible|{count} impossibles",
        "{count} impossible",
    ),
    # cards
    "card.sessions": ("Séances, de gauche à droite", "Sessions, from left to right"),
    "card.seat": ("Place", "Seat"),
    "card.players": ("Joueurs", "Players"),
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
    "open": ("Ce qui reste ouvert", "What remains open"),
    "open.suspended": ("Suspendu à un constat", "Waiting for a finding"),
    "open.suspended_note": (
        (
            "Ces vérifications ne manquent d’aucune donnée : elles portent sur des lignes qu’un "
            "autre constat met en doute, et seront possibles quand il sera tranché."
        ),
        (
            "These checks lack no data: they are about rows that another finding puts in doubt, "
            "and will be possible once it is settled."
        ),
    ),
    "open.waiting": ("Vérifications suspendues", "Checks that wait"),
    "open.finding": ("Constat", "Finding"),
    "open.wanting": ("Faute d’information", "For want of information"),
    "open.wanting_note": (
        "Ce que le journal ne dit pas. La donnée qui manque trancherait.",
        "What the log does not say. The data that is lacking would settle it.",
    ),
    "open.no_result": ("Sans résultat", "Without a result"),
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
    "suspended": ("Suspendues", "Waiting"),
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
    "glossary.suspended": ("Suspendue", "Waiting"),
    "glossary.suspended.says": (
        "Vérification qui attend qu’un autre constat soit tranché.",
        "A check that waits for another finding to be settled.",
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

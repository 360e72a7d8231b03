"""Words for the fitness of the logs, in French and in English: a part of the table in `words`."""

from __future__ import annotations

FITNESS: dict[str, tuple[str, str]] = {
    "fitness": ("Aptitude des journaux", "Fitness of the logs"),
    "fitness_note": (
        (
            "Ce que les journaux couvrent, ce qui y manque, et ce que cela empêche de vérifier. "
            "À lire avant les constats."
        ),
        (
            "What the logs cover, what is missing in them, and what that leaves unverifiable. "
            "To be read before the findings."
        ),
    ),
    "fitness.events": ("{count} événement|{count} événements", "{count} event|{count} events"),
    "fitness.sessions": ("{count} séance|{count} séances", "{count} session|{count} sessions"),
    "fitness.tables": ("{count} table|{count} tables", "{count} table|{count} tables"),
    "fitness.covers": ("Du {start} au {end}.", "From {start} to {end}."),
    "fitness.no_time": ("Aucune ligne ne porte d’heure.", "No row bears a time."),
    "fitness.untimed": (
        "{count} ligne ne porte pas d’heure.|{count} lignes ne portent pas d’heure.",
        "{count} row bears no time.|{count} rows bear no time.",
    ),
    "fitness.more": ("et {count} autre|et {count} autres", "and {count} more|and {count} more"),
    "fitness.asked": ("Période contrôlée", "Period examined"),
    "fitness.asked.whole": (
        "Chaque jour de la période contrôlée ({period}) a des événements.",
        "Every day of the period examined ({period}) has events.",
    ),
    "fitness.asked.part": (
        (
            "{count} jour sur les {all} de la période contrôlée ({period}) n’a aucun événement aux "
            "journaux : rien n’en est dit."
            "|{count} jours sur les {all} de la période contrôlée ({period}) n’ont aucun événement "
            "aux journaux : rien n’en est dit."
        ),
        (
            "{count} day of the {all} of the period examined ({period}) has no event in the logs: "
            "nothing is said of it."
            "|{count} days of the {all} of the period examined ({period}) have no event in the "
            "logs: nothing is said of them."
        ),
    ),
    "fitness.numbers.unknown": (
        "Une colonne de numéros n’est jamais remplie : nul ne peut dire si la suite est entière.",
        "A column of numbers is never filled: nobody can tell whether one is missing.",
    ),
    "fitness.order.unknown": (
        "Sans heures, rien ne peut en être dit.",
        "Without times, nothing can be said of it.",
    ),
    "fitness.copies.unknown": (
        "Sans heures, rien ne peut en être dit.",
        "Without times, nothing can be said of them.",
    ),
    "fitness.silent": ("Jours sans événement", "Days without an event"),
    "fitness.silent.none": ("Aucun.", "None."),
    "fitness.silent.some": (
        (
            "{count} jour de la période n’a aucun événement."
            "|{count} jours de la période n’ont aucun événement."
        ),
        "{count} day of the period has no event.|{count} days of the period have no event.",
    ),
    "fitness.numbers": ("Suite des numéros", "Sequence numbers"),
    "fitness.numbers.none": (
        "Les numéros se suivent sans trou.",
        "The numbers follow one another without a hole.",
    ),
    "fitness.numbers.some": (
        "La suite est rompue {count} fois.",
        "The sequence is broken {count} time.|The sequence is broken {count} times.",
    ),
    "fitness.hole": (
        (
            "{row} : {column} {number} après {before}, {count} manquant ({where})"
            "|{row} : {column} {number} après {before}, {count} manquants ({where})"
        ),
        (
            "{row}: {column} {number} after {before}, {count} missing ({where})"
            "|{row}: {column} {number} after {before}, {count} missing ({where})"
        ),
    ),
    "fitness.begins": (
        (
            "{row} : {column} commence à {number}, {count} manquant ({where})"
            "|{row} : {column} commence à {number}, {count} manquants ({where})"
        ),
        (
            "{row}: {column} begins at {number}, {count} missing ({where})"
            "|{row}: {column} begins at {number}, {count} missing ({where})"
        ),
    ),
    "fitness.restart": (
        "{row} : {column} {number} après {before} ({where})",
        "{row}: {column} {number} after {before} ({where})",
    ),
    "fitness.order": ("Ordre du temps", "Order of time"),
    "fitness.order.none": (
        "Le temps ne recule à aucune table.",
        "Time goes back at no table.",
    ),
    "fitness.order.some": (
        "Le temps recule {count} fois.",
        "Time goes back {count} time.|Time goes back {count} times.",
    ),
    "fitness.back": ("{row} : {time} après {before}", "{row}: {time} after {before}"),
    "fitness.instant": ("Même instant", "One instant"),
    "fitness.instant.some": (
        (
            "{count} ligne est du même instant qu’une ligne d’un autre fichier, et rien ne dit "
            "laquelle vient d’abord. L’ordre retenu est l’ordre habituel, celui que le journal "
            "montre là où l’horloge distingue les lignes ; personne n’est mis en cause sur cet "
            "ordre."
            "|{count} lignes sont du même instant qu’une ligne d’un autre fichier, et rien ne dit "
            "laquelle vient d’abord. L’ordre retenu est l’ordre habituel, celui que le journal "
            "montre là où l’horloge distingue les lignes ; personne n’est mis en cause sur cet "
            "ordre."
        ),
        (
            "{count} row is of the same instant as a row of another file, and nothing says which "
            "came first. They are taken in their usual order, that which the log shows where its "
            "clock tells rows apart; nobody is accused on it."
            "|{count} rows are of the same instant as a row of another file, and nothing says "
            "which came first. They are taken in their usual order, that which the log shows where "
            "its clock tells rows apart; nobody is accused on it."
        ),
    ),
    "fitness.instant.assumed": (
        "{first} avant {second} : supposé, car le journal n’en montre pas l’ordre",
        "{first} before {second}: assumed, for the log shows no order of them",
    ),
    "fitness.copies": ("Doublons", "Duplicates"),
    "fitness.copies.none": (
        "Aucune ligne n’en répète une autre du même instant.",
        "No row repeats another one of the same instant.",
    ),
    "fitness.copies.some": (
        "{count} ligne en répète une autre.|{count} lignes en répètent une autre.",
        "{count} row repeats another one.|{count} rows repeat another one.",
    ),
    "fitness.copy": ("{row} : {event}, comme {original}", "{row}: {event}, as {original}"),
    "fitness.unscoped": ("Colonnes indispensables", "Columns that are needed"),
    "fitness.unscoped.none": ("Toutes sont remplies.", "All of them are filled."),
    "fitness.unscoped.some": (
        (
            "{count} colonne manque ou n’est jamais remplie : on ne sait pas ce qui va ensemble."
            "|{count} colonnes manquent ou ne sont jamais remplies : on ne sait pas ce qui va "
            "ensemble."
        ),
        (
            "{count} column is missing or never filled: nobody knows what belongs together."
            "|{count} columns are missing or never filled: nobody knows what belongs together."
        ),
    ),
    "fitness.unscoped.of": (
        (
            "{column}, qui délimite {scopes} : demandez-la, ou déclarez-la par une constante de la "
            "correspondance s’il n’y en a qu’une valeur"
        ),
        (
            "{column}, which sets the bounds of {scopes}: ask for it, or declare it by a constant "
            "of the mapping where it has one value"
        ),
    ),
    "fitness.unfilled": ("Colonnes jamais remplies", "Columns never filled"),
    "fitness.unfilled.none": (
        "Toutes les colonnes attendues sont remplies quelque part.",
        "All columns that are expected are filled somewhere.",
    ),
    "fitness.unfilled.some": (
        "{count} colonne n’est jamais remplie.|{count} colonnes ne sont jamais remplies.",
        "{count} column is never filled.|{count} columns are never filled.",
    ),
    "fitness.unfilled.of": (
        "{column}, pour les événements {events}",
        "{column}, in the events {events}",
    ),
    "fitness.unknown": ("Colonnes inconnues", "Columns not known"),
    "fitness.unknown.none": ("Aucune.", "None."),
    "fitness.unknown.some": (
        (
            "{count} colonne n’est connue d’aucune règle et n’est pas lue."
            "|{count} colonnes ne sont connues d’aucune règle et ne sont pas lues."
        ),
        (
            "{count} column is known to no rule and is not read."
            "|{count} columns are known to no rule and are not read."
        ),
    ),
    "fitness.unrecorded": ("Événements jamais inscrits", "Events never recorded"),
    "fitness.unrecorded.none": (
        "Tous les événements dont les règles ont besoin sont inscrits.",
        "All events that the rules need are recorded.",
    ),
    "fitness.unrecorded.open": (
        "Jamais inscrits, et rien n’est conclu de leur absence : {events}.",
        "Never recorded, and nothing is concluded from their absence: {events}.",
    ),
    "fitness.unrecorded.declared": (
        (
            "Jamais inscrits, alors que le journal est déclaré les inscrire, et donc tenus pour "
            "n’avoir pas eu lieu (la déclaration est à vérifier d’abord) : {events}."
        ),
        (
            "Never recorded although the log is declared to record them, and so held not to have "
            "happened (verify that declaration first): {events}."
        ),
    ),
    "fitness.unrecorded.silent": (
        (
            "Jamais inscrits, et tenus pour n’avoir pas eu lieu, car la plupart des journaux n’en "
            "ont pas (à faire confirmer avant de retenir un constat) : {events}."
        ),
        (
            "Never recorded, and held not to have happened, since most logs have none (have "
            "it confirmed before a finding is upheld): {events}."
        ),
    ),
    "fitness.unverifiable": ("Ce qui reste invérifiable", "What that leaves unverifiable"),
    "fitness.unverifiable.none": (
        "Rien n’est laissé invérifiable par les journaux.",
        "Nothing is left unverifiable by the logs.",
    ),
    "fitness.unverifiable.some": (
        (
            "Du fait des journaux, {count} disposition n’est pas vérifiée, ou pas entièrement."
            "|Du fait des journaux, {count} dispositions ne sont pas vérifiées, ou pas entièrement."
        ),
        (
            "Because of the logs, {count} provision is not verified, or not entirely."
            "|Because of the logs, {count} provisions are not verified, or not entirely."
        ),
    ),
    "fitness.never": (
        "{provision} (rien n’est vérifié)",
        "{provision} (none of it)",
    ),
    "fitness.partly": (
        (
            "{provision} ({count} vérification sur {all} reste ouverte)"
            "|{provision} ({count} vérifications sur {all} restent ouvertes)"
        ),
        "{provision} ({count} of {all} checks left open)",
    ),
    "fitness.open": ("{provisions} : {why}", "{provisions}: {why}"),
}

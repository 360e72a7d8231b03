"""Why an audit cannot be made: its files, its rules, or what it was asked for."""

from __future__ import annotations

REQUESTS: dict[str, tuple[str, str]] = {
    "suggestion": ("vouliez-vous dire `{near}` ?", "did you mean `{near}`?"),
    "suggestion.sole": ("vouliez-vous dire `{near}` ?", "did you mean `{near}`?"),
    "suggestion.and_more": ("{hint} ", "{hint} "),
    "text": ("{says}", "{says}"),
    "both": ("{first}{last}", "{first}{last}"),
    "lines": ("{first}\n{last}", "{first}\n{last}"),
    # ---- where a file was refused ---------------------------------------------------------------
    "refusal.file": ("{file} : {says}", "{file}: {says}"),
    "refusal.row": ("{file} : ligne {row} : {says}", "{file}: row {row}: {says}"),
    "refusal.column": ("{file} : colonne `{column}` : {says}", "{file}: column `{column}`: {says}"),
    "refusal.cell": (
        "{file} : ligne {row} : colonne `{column}` : {says}",
        "{file}: row {row}: column `{column}`: {says}",
    ),
    "refusal.more": (
        (
            "Il en va de même d’un autre fichier ou d’une autre feuille."
            "|Il en va de même de {count} autres fichiers ou feuilles."
        ),
        "So it is with one more file or sheet.|So it is with {count} more files or sheets.",
    ),
    # ---- which rules ----------------------------------------------------------------------------
    "request.which_rules": (
        (
            "Quelles règles s’appliquent ? La colonne `game` {says}.{hints} Nommez un jeu de "
            "règles avec `--rules` : {known}, ou le chemin d’un autre."
        ),
        (
            "Which rules apply? The column `game` {says}.{hints} Name a ruleset with `--rules`: "
            "{known}, or the path of one."
        ),
    ),
    "request.game_unknown": (
        "ne nomme aucun jeu de règles, mais {names}",
        "names no ruleset but {names}",
    ),
    "request.other_game": (
        (
            "Le journal nomme {named} (colonne `game`), vous demandez `{asked}` : les règles d’un "
            "jeu accusent à tort qui en joue un autre. Demandez le jeu que le journal nomme, ou "
            "n’en demandez aucun ; si c’est bien `{asked}` que vous voulez, ajoutez "
            "`--rules-anyway` : le rapport le dira."
        ),
        (
            "The log names {named} (column `game`), you ask for `{asked}`: the rules of one game "
            "wrongly accuse whoever plays another. Ask for the game that the log names, or for "
            "none; if `{asked}` is what you mean, add `--rules-anyway`: the report will say so."
        ),
    ),
    "request.game_missing": ("manque ou est vide", "is missing or empty"),
    "request.none_installed": ("aucun n’est installé", "none is installed"),
    "request.hint": (" {hint}", " {hint}"),
    "request.rules_invalid": (
        (
            "Les règles de `{rules}` ne peuvent être appliquées : {first}. `auditor check "
            "{rules}` dit tout ce qui ne va pas."
        ),
        (
            "The rules of `{rules}` cannot be applied: {first}. `auditor check {rules}` says all "
            "that is wrong."
        ),
    ),
    "request.rules_declare_none": (
        "elles ne déclarent aucun jeu de règles",
        "they declare no ruleset",
    ),
    "ruleset.not_one": (
        "`{name}` n’est pas un fichier de règles (*{suffix}).",
        "`{name}` is no rule file (*{suffix}).",
    ),
    "ruleset.no_rule_file": (
        "`{name}` ne contient aucun fichier de règles (*{suffix}).",
        "`{name}` holds no rule file (*{suffix}).",
    ),
    "ruleset.no_name": (
        "Aucun jeu de règles n’est nommé : donnez le chemin de l’un, ou l’un de : {known}.",
        "No ruleset is named: give the path of one, or one of: {known}.",
    ),
    "ruleset.parlour": (
        "et {count} jeu de salon (`auditor rules`)|et {count} jeux de salon (`auditor rules`)",
        "and {count} parlour game (`auditor rules`)|and {count} parlour games (`auditor rules`)",
    ),
    "ruleset.unknown": (
        (
            "Il n’existe pas de jeu de règles `{name}` : {hint}donnez le chemin d’un fichier de "
            "règles, ou l’un de : {known}."
        ),
        "There is no ruleset `{name}`: {hint}give the path of a rule file, or one of: {known}.",
    ),
    "words.unknown": (
        (
            "Il n’existe ni vocabulaire ni jeu de règles `{name}` : {hint}donnez-en le chemin, ou "
            "l’un de : {known}."
        ),
        (
            "There is no vocabulary or ruleset `{name}`: {hint}give the path of one, or one of: "
            "{known}."
        ),
    ),
    "words.of_any_event": (", de tout événement", ", of any event"),
    "words.open": (" (liste ouverte)", " (open)"),
    # ---- which values ---------------------------------------------------------------------------
    "request.no_kind": (
        "`{name}` n’est pas un type d’événement qui puisse être enregistré : {hint}",
        "`{name}` is no kind of event that could be recorded: {hint}",
    ),
    "request.kinds": ("les types sont {kinds}.", "the kinds are {kinds}."),
    "request.no_parameter": (
        "Il n’existe pas de paramètre `{name}` : {hint}Les paramètres sont : {known}.",
        "There is no parameter `{name}`: {hint}The parameters are: {known}.",
    ),
    "request.no_parameters": ("aucun", "none at all"),
    "request.parameter_value": (
        "La valeur du paramètre `{name}`, `{text}`, {says}.",
        "The value of parameter `{name}`, `{text}`, {says}.",
    ),
    # ---- nothing to evaluate --------------------------------------------------------------------
    "request.nothing": (
        "Il n’y a rien à auditer : le journal a un en-tête et aucune ligne.",
        "There is nothing to audit: the log has a header and no row.",
    ),
    "request.none_evaluated": (
        (
            "Aucune des {rows} lignes n’a pu être évaluée. La première est {place} : `{value}` : "
            "{why:clause}. Est-ce le journal d’un autre jeu, ou faut-il d’autres règles ?"
        ),
        (
            "None of the {rows} rows could be evaluated. The first is {place} `{value}`: "
            "{why:clause}. Is this the log of another game, or are other rules meant?"
        ),
    ),
    "request.unordered": (
        (
            "{place} : l’heure recule, et {backs} fois en {rows} lignes datées : elles ne sont pas "
            "dans l’ordre du temps. Triez-les par heure, de la première à la dernière, "
            "ou exportez-les dans l’ordre où elles ont été écrites."
        ),
        (
            "{place} time goes back, and it does so {backs} times in {rows} rows with a time: they "
            "are not in the order of time. Sort them by time, the first one first, or export them "
            "in the order in which they were written."
        ),
    ),
    "request.sorted": (
        (
            "{file} : l’heure recule, et les lignes se suivent dans l’ordre de la colonne "
            "`{column}` : ce fichier a été trié. Exportez-le dans l’ordre où il a été écrit ; à "
            "défaut, triez-le par heure, et ce qui s’est passé dans la même seconde reste sans "
            "ordre."
        ),
        (
            "{file}: time goes back, and the rows follow one another in the order of column "
            "`{column}`: this file was sorted. Export it in the order in which it was written; or "
            "else sort it by time, and what happened within one second stays without an order."
        ),
    ),
    "request.sorted_as_texts": (
        (
            "{file} : les numéros de la colonne `{column}` se suivent comme des textes (10 avant "
            "2) : ce fichier a été trié. Exportez-le dans l’ordre où il a été écrit ; à défaut, "
            "triez-le par heure, et ce qui s’est passé dans la même seconde reste sans ordre."
        ),
        (
            "{file}: the numbers of column `{column}` follow one another as texts do (10 before "
            "2): this file was sorted. Export it in the order in which it was written; or else "
            "sort it by time, and what happened within one second stays without an order."
        ),
    ),
    "request.place_row": ("{file} : ligne {row}", "{file}: row {row},"),
    "request.place_cell": (
        "{file} : ligne {row}, colonne `{column}`",
        "{file}: row {row}, column `{column}`,",
    ),
    # ---- data sets that are distributed ---------------------------------------------------------
    "spark.one_casino": (
        (
            "`--engine spark` audite tous les établissements d’un jeu de données : ôtez "
            "`--casino`, ou l’établissement du dossier, ou auditez-en un sans Spark."
        ),
        (
            "`--engine spark` audits all establishments of a data set: leave out `--casino`, or "
            "the establishment of the case, or audit one without Spark."
        ),
    ),
    "spark.no_rules": (
        "Un ensemble de données est jugé selon les règles que nomme `--rules`.",
        "A data set is judged by the rules that `--rules` names.",
    ),
    "spark.other_games": (
        (
            "La colonne `game` nomme aussi {others} : un ensemble de données distribué ne "
            "contient que les lignes de `{game}`."
        ),
        (
            "The column `game` names {others} as well: a data set that is distributed holds the "
            "rows of `{game}` alone."
        ),
    ),
    "spark.not_installed": (
        (
            "`--engine spark` a besoin de PySpark, qui n’est pas installé : exécutez `pip install "
            "'auditor[spark]'`."
        ),
        (
            "`--engine spark` needs PySpark, which is not installed: run `pip install "
            "'auditor[spark]'`."
        ),
    ),
    "spark.no_java": (
        (
            "Spark a besoin de Java 17 ou plus récent, qui est introuvable : installez-le "
            "(`apt-get install openjdk-17-jre-headless`), ou indiquez son emplacement dans "
            "JAVA_HOME."
        ),
        (
            "Spark needs Java 17 or later, and there is none: install it (`apt-get install "
            "openjdk-17-jre-headless`), or set JAVA_HOME to where it is."
        ),
    ),
    "spark.not_started": (
        (
            "Spark n’a pas pu démarrer : {error} Il faut Java 17 ou plus récent, et JAVA_HOME "
            "doit le désigner."
        ),
        (
            "Spark could not be started: {error} Java 17 or later is needed, and JAVA_HOME must "
            "name it."
        ),
    ),
}

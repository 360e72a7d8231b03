"""Messages of the command line where it cannot do its work."""

from __future__ import annotations

TERMINAL: dict[str, tuple[str, str]] = {
    "terminal.error": ("erreur : {says}", "error: {says}"),
    "terminal.interrupted": ("interrompu", "interrupted"),
    "terminal.no_room": (
        (
            "Il n’y a plus de place là où le résultat s’écrit ({error}). Libérez-en, ou écrivez-le "
            "ailleurs avec `-o`."
        ),
        (
            "There is no room left where the result is written ({error}). Make some, or write it "
            "elsewhere with `-o`."
        ),
    ),
    "terminal.nul": (
        "« {text} » contient le signe U+0000, qu’aucun nom de fichier ne peut avoir.",
        "“{text}” holds the sign U+0000, which no name of a file can have.",
    ),
    "terminal.defect": (
        (
            "C’est un défaut d’auditor, et non de vos fichiers : {error}. Aucun rapport n’a été "
            "écrit. Relancez la même commande sous la forme `auditor --debug …` et signalez ce "
            "qu’elle affiche, avec ce que dit `auditor --version`."
        ),
        (
            "This is a defect of auditor, not of your files: {error}. No report was written. Run "
            "the same command again as `auditor --debug …` and report what it prints, with what "
            "`auditor --version` says."
        ),
    ),
    "terminal.disagreement": (
        (
            "C’est un défaut d’auditor, et non de vos fichiers : les deux moteurs divergent sur la "
            "règle {rule}, à l’événement {place}. Aucun rapport n’a été écrit. Ce qu’il faut pour "
            "trouver le défaut est dans {path}, qui contient des lignes de votre journal ; "
            "`--engine reference` audite par le moteur plus lent, qui fait foi."
        ),
        (
            "This is a defect of auditor, not of your files: the engines disagree on rule {rule}, "
            "at event {place}. No report was written. What is needed to find the defect is in "
            "{path}, which holds rows of your log; `--engine reference` audits by the slower "
            "engine, whose word counts."
        ),
    ),
    # ---- options --------------------------------------------------------------------------------
    "option.choose": (
        "`{option} {value}` : choisissez l’un de ({among}).",
        "`{option} {value}`: choose one of ({among}).",
    ),
    "option.choose_near": (
        "`{option} {value}` : {hint} ({among}).",
        "`{option} {value}`: {hint} ({among}).",
    ),
    "option.day": (
        "`{option} {text}` n’est pas un jour tel que 2026-01-09 ou 09/01/2026.",
        "`{option} {text}` is not a day such as 2026-01-09 or 09/01/2026 (the day first).",
    ),
    "option.parameter": (
        "`--param {pair}` : écrivez NOM=VALEUR.",
        "`--param {pair}`: write NAME=VALUE.",
    ),
    "option.no_format": (
        "`--format` n’en nomme aucun ; il y a {formats}.",
        "`--format` names none; there are {formats}.",
    ),
    "option.one_format": (
        "`-o -` écrit un seul format sur la sortie standard : nommez-le avec `--format`.",
        "`-o -` writes one format to standard output: name it with `--format`.",
    ),
    "option.book_of": (
        "`--format {format}` écrit le recueil d’un seul jeu : nommez-le devant.",
        "`--format {format}` writes the book of one ruleset: name it in front.",
    ),
    # ---- files of parameters, mappings and reports ----------------------------------------------
    "file.not_toml": (
        "{path} : ce n’est pas du TOML : {error}.",
        "{path}: it is not TOML: {error}.",
    ),
    "file.no_single_value": (
        "{path} : `{name}` n’est pas une valeur simple : écrivez `{name} = …`.",
        "{path}: `{name}` is no single value: write `{name} = …`.",
    ),
    "file.cannot_be_written": (
        "{path} : il ne peut être écrit : {error}.",
        "{path}: it cannot be written: {error}.",
    ),
    "file.there_already": (
        "{path} : il existe déjà : nommez un autre fichier, ou ajoutez `--force`.",
        "{path}: It is there already: name another file, or add `--force`.",
    ),
    "file.is_empty": ("{path} : il est vide.", "{path}: It is empty."),
    "report.cannot_be_written": (
        "{path} : le rapport ne peut être écrit : {error}. Nommez un autre dossier avec `-o`.",
        "{path}: the report cannot be written: {error}. Name another folder with `-o`.",
    ),
    "output.is_input": (
        "{path} : cette commande lit ce fichier et ne l’écrase pas : nommez-en un autre.",
        "{path}: this command reads that file and does not write over it: name another.",
    ),
    "output.other_report": (
        (
            "{path} : il s’y trouve autre chose que le rapport de ces journaux par ces règles : "
            "nommez un autre dossier, ainsi `-o {own}`, ou ajoutez `--force` pour le remplacer."
        ),
        (
            "{path}: something else stands there than the report of these logs by these rules: "
            "name another folder, such as `-o {own}`, or add `--force` to replace it."
        ),
    ),
    "option.binary": (
        "Un terminal ne montre pas de {form} : nommez un fichier ou un dossier par `-o`.",
        "A terminal shows no {form}: name a file or a folder with `-o`.",
    ),
    "output.other_case": (
        (
            "{path} : il s’y trouve un rapport du dossier {number}, que rien ne remplace : nommez "
            "un autre dossier par `-o`."
        ),
        (
            "{path}: a report of case {number} stands there, which nothing replaces: name another "
            "folder with `-o`."
        ),
    ),
    "output.is_there": (
        (
            "{path} : il existe déjà et contient autre chose : nommez un autre fichier, ou "
            "ajoutez `--force`."
        ),
        (
            "{path}: it is there already and holds something else: name another file, or add "
            "`--force`."
        ),
    ),
    "report.strict": (
        "{place} : {reason:clause} ; {rows}, et --strict n’en admet aucune.",
        "{place}: {reason:clause}; {rows}, and --strict allows none.",
    ),
    "report.set_aside": (
        "{count} ligne serait mise à part|{count} lignes seraient mises à part",
        "{count} row would be set aside|{count} rows would be set aside",
    ),
    "place.row": ("{file} : ligne {row}", "{file}: row {row}"),
    "place.value": ("{file} : ligne {row} `{value}`", "{file}: row {row} `{value}`"),
    "place.column": (
        "{file} : ligne {row}, colonne `{column}`",
        "{file}: row {row}, column `{column}`",
    ),
    "place.cell": (
        "{file} : ligne {row}, colonne `{column}`, `{value}`",
        "{file}: row {row}, column `{column}`, `{value}`",
    ),
    # ---- rulesets, rules and findings -----------------------------------------------------------
    "rules.errors": (
        (
            "Les règles de `{name}` comportent des erreurs : {where} : {what} [{code}]{more}. "
            "Exécutez `auditor check {name}` pour les voir toutes."
        ),
        (
            "The rules of `{name}` have errors: {where}: {what} [{code}]{more}. Run `auditor check "
            "{name}` to see them all."
        ),
    ),
    "rules.more_errors": (" et {count} autre| et {count} autres", " and {count} more"),
    "rules.several": (
        "`{name}` contient plusieurs jeux de règles ({names}) : nommez-en un.",
        "`{name}` is several rulesets ({names}): name one.",
    ),
    "rules.none": ("`{name}` n’est pas un jeu de règles.", "`{name}` is no ruleset."),
    "matrix.not_auditable": ("non contrôlable : {says}", "not auditable: {says}"),
    "matrix.not_applicable": ("sans objet ici : {says}", "not applicable here: {says}"),
    "matrix.refers_to": ("renvoie à {names}", "refers to {names}"),
    "matrix.marked": ("{says} [{mark}]", "{says} [{mark}]"),
    "matrix.to_confirm": ("{rule} (à confirmer)", "{rule} (to be confirmed)"),
    "matrix.reading": ("lecture {name} de {names} : {says}", "reading {name} of {names}: {says}"),
    "matrix.because": ("parce que : {says}", "because {says}"),
    "matrix.other": ("autre lecture : {says}", "other reading: {says}"),
    "matrix.other_chosen": (
        "autre lecture (paramètre {name}) : {says}",
        "other reading (parameter {name}): {says}",
    ),
    "matrix.no_rule": ("aucune règle", "no rule"),
    "matrix.ruleset": (
        "{name}  {version}  {title} : {counts}",
        "{name}  {version}  {title}: {counts}",
    ),
    "matrix.errors": (
        (
            "{count} erreur, voyez `auditor check {name}`"
            "|{count} erreurs, voyez `auditor check {name}`"
        ),
        "{count} error, see `auditor check {name}`|{count} errors, see `auditor check {name}`",
    ),
    "map.events": ("{count} événement|{count} événements", "{count} event|{count} events"),
    "map.rows": ("{count} ligne|{count} lignes", "{count} row|{count} rows"),
    "map.first": ("{events} de {rows}. Les premiers :", "{events} from {rows}. The first:"),
    "map.row": ("  ligne {row} : {says}", "  row {row}: {says}"),
    "map.aside": ("{reason} : {value}", "{reason}: {value}"),
    "map.no_event": ("(aucun événement)", "(no event)"),
    "map.set_aside": (
        "{count} ligne écartée :|{count} lignes écartées :",
        "{count} row set aside:|{count} rows set aside:",
    ),
    "map.questions": (
        (
            "{count} question reste ouverte dans la correspondance, en ligne `# ?`."
            "|{count} questions restent ouvertes dans la correspondance, en lignes `# ?`."
        ),
        (
            "{count} question left open in the mapping, in lines with `# ?`."
            "|{count} questions left open in the mapping, in lines with `# ?`."
        ),
    ),
    "map.as_it_is": (
        (
            "Ce journal est lu tel qu’il est, et n’a besoin d’aucune correspondance : "
            "auditor audit {log}"
        ),
        "This log is read as it is, and needs no mapping: auditor audit {log}",
    ),
    "map.several": (
        (
            "Le dossier `{path}` contient plusieurs journaux ; nommez celui dont les colonnes ne "
            "sont pas reconnues : {names}. Une correspondance sert à tous."
        ),
        (
            "The folder `{path}` holds several logs; name the one whose columns are not known: "
            "{names}. One mapping serves them all."
        ),
    ),
    "map.then": (
        "Ensuite : auditor audit {log} --mapping {mapping}",
        "Then: auditor audit {log} --mapping {mapping}",
    ),
    "matrix.provisions": (
        "{count} disposition|{count} dispositions",
        "{count} provision|{count} provisions",
    ),
    "matrix.rules": ("{count} règle|{count} règles", "{count} rule|{count} rules"),
    "matrix.enforced": (
        "{provisions}, dont {count} contrôlées par {rules}",
        "{provisions}: {count} enforced by {rules}",
    ),
    "matrix.some_not_auditable": (
        "{count} non contrôlable|{count} non contrôlables",
        "{count} not auditable",
    ),
    "matrix.some_not_applicable": ("{count} sans objet ici", "{count} not applicable here"),
    "matrix.some_refer": ("{count} qui ne font que renvoyer", "{count} references"),
    "explain.no_code": (
        "Le code `{code}` n’existe pas ; les codes sont {codes}.",
        "There is no code `{code}`; the codes are {codes}.",
    ),
    "explain.no_rule": (
        "Il n’y a pas de règle `{name}` dans {games} : {hint}",
        "There is no rule `{name}` in {games}: {hint}",
    ),
    "test.no_rule": (
        "Il n’y a pas de règle `{rule}` : {hint}",
        "There is no rule `{rule}`: {hint}",
    ),
    "test.kind": (
        "Un exemple ne donne pas ce qu’il annonce.",
        "An example does not come out as it says.",
    ),
    "test.failed": (
        "exemple « {title} » de {rule} : attendu {expected}, mais {found}",
        "example “{title}” of {rule}: expected {expected}, but {found}",
    ),
    "test.passed": (
        "{examples} de {rules} : tous comme ils le disent",
        "{examples} of {rules}: all as they say",
    ),
    "test.not_passed": (
        "{examples} de {rules} : {failures} pas comme ils le disent",
        "{examples} of {rules}: {failures} not as they say",
    ),
    "example.one_finding": ("un seul constat", "one finding"),
    "example.no_finding": ("aucun constat", "no finding"),
    "example.an_audit": ("un contrôle", "an audit"),
    "example.and": ("et", "and"),
    "example.or": ("ou", "or"),
    "example.no_row": ("aucune ligne", "no row"),
    "example.violated": (
        "{count} non conforme en {names}|{count} non conformes en {names}",
        "{count} violated at {names}",
    ),
    "example.compliant": ("{count} conforme|{count} conformes", "{count} compliant"),
    "example.not_verifiable": (
        "{count} non vérifiable ({says})|{count} non vérifiables ({says})",
        "{count} not verifiable ({says})",
    ),
    "example.not_applicable": ("{count} sans objet", "{count} not applicable"),
    "example.no_subject": ("rien sur quoi porte la règle", "no subject at all"),
    "example.example": ("un exemple", "an example"),
    "example.too_many": (
        "{events} événements ne font pas un exemple",
        "{events} events are no example",
    ),
    "example.param": ("un paramètre", "a parameter"),
    "example.no_param": ("il n’y a pas de paramètre `{name}`", "there is no parameter `{name}`"),
    "example.event": ("un événement", "an event"),
    "example.no_kind": (
        "`{kind}` n’est pas un genre d’événement",
        "`{kind}` is no kind of event",
    ),
    "example.field": ("un champ", "a field"),
    "example.no_field": ("il n’y a pas de champ `{name}`", "there is no field `{name}`"),
    "example.kind_has_no": ("`{kind}` n’a pas de `{name}`", "`{kind}` has no `{name}`"),
    "example.value": ("une valeur de type {type}", "a {type}"),
    "example.unread": ("`{name}={text}` {says}", "`{name}={text}` {says}"),
    "example.with_hint": ("{found} ; {hint}", "{found}; {hint}"),
    "test.inherited_left_out": (
        (
            "{count} exemple hérité laissé de côté : ce dont il parle est remplacé ici ; "
            "--inherited l’exécute|{count} exemples hérités laissés de côté : ce dont ils parlent "
            "est remplacé ici ; --inherited les exécute"
        ),
        (
            "{count} inherited example left out: what they speak of is replaced here; --inherited "
            "runs them|{count} inherited examples left out: what they speak of is replaced here; "
            "--inherited runs them"
        ),
    ),
    "test.none_selected": (
        "Aucun exemple ne répond à `--select {select}` : une règle, `JEU/RÈGLE` ou un titre.",
        "No example fits `--select {select}`: give a rule, `RULESET/RULE` or a title.",
    ),
    "test.one_of_two": (
        "`--coverage` et `--mutate` se demandent l’un après l’autre.",
        "Ask for `--coverage` and `--mutate` one after the other.",
    ),
    "mutant.left": (
        "{name} : `{at}` : {change} : aucun exemple ne le remarque",
        "{name}: `{at}`: {change}: no example notices",
    ),
    "mutant.placed": (
        '{says} (`place = "{place}"`)',
        '{says} (`place = "{place}"`)',
    ),
    "mutant.which": (
        (
            "{name} : `{at}` : {change} : {many} changements se disent ainsi ; `place` dit lequel, "
            'par exemple `place = "1 of {many}"`'
        ),
        (
            "{name}: `{at}`: {change}: {many} changes are told in these words; `place` says which, "
            'such as `place = "1 of {many}"`'
        ),
    ),
    "mutant.stale": (
        "{name} : `{at}` : {change} : ce changement n’existe plus, ou un exemple le remarque",
        "{name}: `{at}`: {change}: there is no such change, or an example notices it",
    ),
    "mutant.counts": (
        (
            "changements : {many} ; remarqués : {noticed} ; sans effet, avec leur raison : "
            "{explained} ; restants : {left}"
        ),
        (
            "changes: {many}; noticed: {noticed}; without effect, with their reason: "
            "{explained}; left: {left}"
        ),
    ),
    "mutant.heirs": (
        "{names} étendent ce qui est nommé : leurs exemples comptent s’ils sont nommés avec.",
        "{names} extend what is named: their examples count where they are named beside it.",
    ),
    "coverage.missing": ("{name} : `{text}` {what}", "{name}: `{text}` {what}"),
    "coverage.true": ("n’est jamais vrai", "is never true"),
    "coverage.false": ("n’est jamais faux", "is never false"),
    "coverage.never": ("n’est jamais connu", "is never known"),
    "coverage.only_unknown": ("n’est qu’inconnu", "is only unknown"),
    "coverage.reached": ("n’est jamais atteint", "is never reached"),
    "coverage.row": (
        "table `{table}`, ligne {row} : aucun exemple n’y mène",
        "table `{table}`, row {row}: no example leads to it",
    ),
    "coverage.clauses": (
        "conditions vues vraies et fausses : {whole} sur {of}",
        "clauses seen true and false: {whole} of {of}",
    ),
    "coverage.arms": ("cas atteints : {whole} sur {of}", "arms reached: {whole} of {of}"),
    "coverage.rows": (
        "lignes de tables atteintes : {whole} sur {of}",
        "rows of tables reached: {whole} of {of}",
    ),
    "settings.near": (
        "{file} : la clé `{key}` n’existe pas : {hint}",
        "{file}: there is no key `{key}`: {hint}",
    ),
    "revision.no_git": (
        "`{name}` demande git, qui n’est pas installé",
        "`{name}` needs git, which is not installed",
    ),
    "revision.bare": (
        "`{name}` est une révision : dites de quelles règles, par exemple `{name}:rules`.",
        "`{name}` is a revision: say which rules of it, such as `{name}:rules`.",
    ),
    "revision.errors": (
        "Les règles de `{name}` comportent des erreurs : {where} : {what} [{code}]{more}.",
        "The rules of `{name}` have errors: {where}: {what} [{code}]{more}.",
    ),
    "revision.no_path": (
        "la révision `{revision}` n’a pas de fichier de règles en {path}",
        "revision `{revision}` has no rule file at {path}",
    ),
    "revision.refused": (
        "`{name}` n’est ni un fichier, ni un recueil, ni un chemin d’une révision : {says}",
        "`{name}` is no file, no ruleset, and no path of a revision: {says}",
    ),
    "count.errors": ("{count} erreur|{count} erreurs", "{count} error|{count} errors"),
    "count.warnings": (
        "{count} avertissement|{count} avertissements",
        "{count} warning|{count} warnings",
    ),
    "count.files": ("{count} fichier|{count} fichiers", "{count} file|{count} files"),
    "count.examples": ("{count} exemple|{count} exemples", "{count} example|{count} examples"),
    "count.rules": ("{count} règle|{count} règles", "{count} rule|{count} rules"),
    "check.nothing": ("rien à redire : {names}", "nothing wrong in {names}"),
    "check.counted": ("{said} dans {files}", "{said} in {files}"),
    "check.mended": (
        "corrigé : {path} ({count} endroit)|corrigé : {path} ({count} endroits)",
        "mended: {path} ({count} place)|mended: {path} ({count} places)",
    ),
    "check.would_mend": (
        "à corriger : {path} ({count} endroit)|à corriger : {path} ({count} endroits)",
        "to be mended: {path} ({count} place)|to be mended: {path} ({count} places)",
    ),
    "check.fix_what": (
        "dites quels fichiers corriger : `auditor check --fix CHEMIN`",
        "say which files to mend: `auditor check --fix PATH`",
    ),
    "check.left_out": (
        (
            "{count} passé sous silence, comme les réglages ou les options le demandent"
            "|{count} passés sous silence, comme les réglages ou les options le demandent"
        ),
        "{count} left out, as the settings or the options ask",
    ),
    "fmt.no_path": (
        "Quels fichiers ? Nommez-les, ou écrivez `rules = […]` dans auditor.toml.",
        "Which files? Name them, or write `rules = […]` in auditor.toml.",
    ),
    # ---- two rulesets ---------------------------------------------------------------------------
    "diff.title": ("De {old} à {new}", "From {old} to {new}"),
    "diff.summary": (
        (
            "Règles ajoutées : {added}, supprimées : {removed}, modifiées : {changed}. "
            "Autres changements : {others}."
        ),
        "Rules added: {added}, removed: {removed}, changed: {changed}. Other changes: {others}.",
    ),
    "diff.found": (
        "Constats qui apparaissent : {appear}, qui disparaissent : {vanish}.",
        "Findings that appear: {appear}, that vanish: {vanish}.",
    ),
    "diff.same": ("Rien n’a changé de sens.", "Nothing changed in meaning."),
    "diff.added": ("ajouté", "added"),
    "diff.removed": ("supprimé", "removed"),
    "diff.changed": ("modifié", "changed"),
    "diff.reached": (
        "Ces règles n’ont pas changé, mais regardent ce qui a changé : {rules}.",
        "These rules did not change, but look at what did: {rules}.",
    ),
    "diff.appear": (
        "{count} constat apparaît|{count} constats apparaissent",
        "{count} finding appears|{count} findings appear",
    ),
    "diff.vanish": (
        "{count} constat disparaît|{count} constats disparaissent",
        "{count} finding vanishes|{count} findings vanish",
    ),
    "diff.more": ("et {count} autre|et {count} autres", "and {count} more"),
    "diff.rule": ("règle", "rule"),
    "diff.compliant": ("conformes", "compliant"),
    "diff.violations": ("non conformes", "violations"),
    "diff.open": ("non vérifiables", "not verifiable"),
    "diff.outside": ("sans objet", "not applicable"),
    "fmt.counted": ("{changed} sur {many} mis en page", "{changed} of {many} laid out"),
    "fmt.would_count": (
        "{changed} sur {many} à mettre en page",
        "{changed} of {many} to be laid out",
    ),
    "fmt.changed": ("mis en page : {path}", "laid out: {path}"),
    "fmt.would_change": ("à mettre en page : {path}", "to be laid out: {path}"),
    "fmt.nothing": ("{files} : rien à mettre en page", "{files}: nothing to lay out"),
    "fmt.not_utf8": (
        "{path} : l’octet {at} n’est pas de l’UTF-8 : enregistrez le fichier en UTF-8.",
        "{path}: byte {at} is no UTF-8: save the file as UTF-8.",
    ),
    "explain.no_ruleset": ("aucun jeu de règles", "any"),
    "explain.rules_listed": (
        "`auditor rules RULESET` les énumère.",
        "`auditor rules RULESET` lists them.",
    ),
    "explain.several_rules": (
        "Plusieurs jeux de règles ont une règle `{name}` : dites laquelle, de {names}.",
        "Several rulesets have a rule `{name}`: say which of {names}.",
    ),
    "explain.no_row_name": (
        "`--row {row}` : écrivez un fichier et une ligne, tels que soir.csv:17.",
        "`--row {row}`: write a file and a row, such as evening.csv:17.",
    ),
    "explain.no_row": (
        "{row} : le journal n’a pas cette ligne, ou aucun jeu de règles ne la juge.",
        "{row}: the log has no such row, or no ruleset judges it.",
    ),
    "explain.no_rule_here": (
        "Aucun jeu de règles qui juge ce journal n’a de règle `{name}`.",
        "No ruleset that judges this log has a rule `{name}`.",
    ),
    "explain.legal": ("{provision} : {says} ({names})", "{provision}: {says} ({names})"),
    "explain.law": ("{says} ; {names}", "{says}; {names}"),
    "explain.reading": (
        "lecture {reading} de {provisions} : {says}",
        "reading {reading} of {provisions}: {says}",
    ),
    "explain.because": ("pourquoi : {says}", "because {says}"),
    "explain.other_reading": ("autre lecture : {says}", "other reading: {says}"),
    "explain.chosen": ("choisie par --param {param}", "chosen by --param {param}"),
    "explain.chosen_else": (
        "choisie par --param {param}, {value} à défaut",
        "chosen by --param {param}, {value} unless told",
    ),
    "explain.not_judged": (
        "non jugée là où l’une de ces règles est violée : {rules}",
        "not judged where these are violated: {rules}",
    ),
    "explain.rule_and_row": ("{rule}  et  {row}", "{rule}  and  {row}"),
    "explain.set_aside": ("mise à part : {says}", "set aside: {says}"),
    "explain.no_subject": (
        "elle ne prend part à rien de ce sur quoi porte la règle, chaque {subject}",
        "it takes part in no subject of the rule, which is for each {subject}",
    ),
    "explain.left_out": (
        "laissé de côté : la règle porte sur d’autres",
        "left out: the rule is about others",
    ),
    "explain.not_verifiable": ("non vérifiable : {says}", "not verifiable: {says}"),
    "explain.compliant": ("conforme", "compliant"),
    "explain.violation": ("non conforme", "violation"),
    "explain.not_applicable": ("sans objet", "not applicable"),
    "explain.told_first": (
        "{answer}, dit du premier de chaque {scopes}",
        "{answer}, told for the first in each {scopes}",
    ),
    "explain.more_rows": ("et {more} de plus", "and {more} more"),
    "explain.money": (
        "dû {due} ; payé, ramassé ou rendu {done} ; écart {gap}",
        "due {due}; paid, collected or given back {done}; difference {gap}",
    ),
    "explain.row_of_case": (
        "`--case` va avec un constat : une ligne est celle du journal, qui dit les noms.",
        "`--case` goes with a finding: a row is that of the log, which gives the names.",
    ),
    "explain.which_log": (
        "Dans quel journal `{what}` a-t-il été constaté ? Nommez ses fichiers après l’identifiant.",
        "In which log was `{what}` found? Name its files after the id.",
    ),
    "explain.no_finding": (
        (
            "Ces journaux ne contiennent pas de constat `{what}`, mais {others} autres ; a-t-il "
            "été fait avec d’autres règles, d’autres types enregistrés ou d’autres paramètres ?"
        ),
        (
            "These logs hold no finding `{what}`, but {others} others; were other rules, records "
            "or parameters asked for when it was found?"
        ),
    ),
    # ---- simulation -----------------------------------------------------------------------------
    "simulate.no_output": (
        "Vers où ? Nommez un fichier avec `-o`, par exemple `-o evening.csv`.",
        "Where to? Name a file with `-o`, such as `-o evening.csv`.",
    ),
    "simulate.no_fault_to_record": (
        "`--fault-record` a besoin d’une faute à consigner : nommez-en une avec `--fault`.",
        "`--fault-record` needs a fault to record: name one with `--fault`.",
    ),
    "simulate.nowhere": (
        "La faute `{fault}` ne trouve pas de place dans ce journal",
        "`{fault}` finds no place in this log",
    ),
    "simulate.apart": (
        "La faute `{fault}` ne trouve pas de place à l’écart des autres fautes",
        "`{fault}` finds no place apart from the other faults",
    ),
    "simulate.bad_ending": (
        "{path} : écrivez dans un fichier en .csv, .xlsx ou .parquet.",
        "{path}: write to a file ending in .csv, .xlsx, .parquet.",
    ),
    "simulate.bad_rows": (
        "{path} : une feuille ne contient que 1 048 576 lignes : écrivez en .csv ou en .parquet.",
        "{path}: a sheet holds 1,048,576 rows: write .csv or .parquet.",
    ),
    "simulate.bad_library": (
        "{path} : Parquet a besoin de pyarrow : installez-le, ou écrivez en .csv.",
        "{path}: Parquet needs pyarrow: install it, or write .csv.",
    ),
    "pdf.no_library": (
        (
            "Le PDF a besoin de bibliothèques qui ne sont pas installées ({last}) : installez-les "
            "par `{install}`, ou demandez un autre format. Aucun fichier n’a été écrit."
        ),
        (
            "The PDF needs native libraries that are not installed ({last}): install them with "
            "`{install}`, or ask for another format. No file was written."
        ),
    ),
    "pdf.exhausted": (
        (
            "Le PDF demande plus de mémoire ou de temps qu’il ne lui en est accordé : demandez un "
            "autre format, ou une période plus courte. Aucun fichier n’a été écrit."
        ),
        (
            "The PDF needs more memory or time than it is granted: ask for another format, or for "
            "a shorter period. No file was written."
        ),
    ),
    "simulate.same_file": (
        "{path} : le journal et la liste de ses fautes ont besoin de deux fichiers.",
        "{path}: the log and the list of its faults need two files.",
    ),
    "simulate.no_game": (
        "Il n’y a pas de jeu `{name}` : {hint}il y a {games}.",
        "There is no game `{name}`: {hint}there is {games}.",
    ),
    "simulate.no_fault": (
        "Il n’y a pas de faute `{name}` à {game} : {hint}",
        "There is no fault `{name}` of {game}: {hint}",
    ),
    "simulate.faults_listed": (
        "`--list-faults` énumère les fautes.",
        "the faults are listed by `--list-faults`.",
    ),
    "simulate.no_place": (
        "{why} : demandez plus de `--events`, une autre `--seed` ou d’autres fautes de {game}.",
        "{why}: ask for more `--events`, another `--seed` or other faults of {game}.",
    ),
}

"""Faults of a rule file: its text, its names, and the words that other messages use."""

from __future__ import annotations

RULES: dict[str, tuple[str, str]] = {
    # ---- words within messages ------------------------------------------------------------------
    "rules.and": ("{first} et {last}", "{first} and {last}"),
    "rules.or": ("{first} ou {last}", "{first} or {last}"),
    "rules.constant": ("constante", "constant"),
    "rules.record": ("le registre `{name}`", "record `{name}`"),
    "rules.type.a": ("une valeur `{name}`", "a {name}"),
    "rules.type.an": ("une valeur `{name}`", "an {name}"),
    "rules.type.uncounted": ("une valeur `{name}`", "{name}"),
    "rules.type.one": ("un élément `{sources}`", "one {sources}"),
    "rules.type.a_set_of": ("un ensemble de valeurs `{element}`", "a set of {element}"),
    "rules.type.set_of": ("ensemble de valeurs `{element}`", "set of {element}"),
    # ---- sorts of things that have a name -------------------------------------------------------
    "rules.family.column": ("colonne", "column"),
    "rules.family.constant": ("constante", "constant"),
    "rules.family.event": ("genre d’événement", "kind of event"),
    "rules.family.event_record_interval": (
        "genre d’événement, registre ou intervalle",
        "kind of event, record or interval",
    ),
    "rules.family.field": ("champ", "field"),
    "rules.family.field_of": ("champ de `{kind}`", "field of `{kind}`"),
    "rules.family.function": ("fonction ou table de décision", "function or decision table"),
    "rules.family.name": ("nom", "name"),
    "rules.family.order": ("ordre", "order"),
    "rules.family.label": ("libellé", "label"),
    "rules.family.word": ("mot de `{type}`", "word of `{type}`"),
    "rules.family.gap": ("lacune", "gap"),
    "rules.family.group": ("groupe de règles", "group of rules"),
    "rules.family.param": ("paramètre", "param"),
    "rules.family.parameter": ("paramètre", "parameter"),
    "rules.family.provision": ("disposition", "provision"),
    "rules.family.reading": ("lecture", "reading"),
    "rules.family.record": ("registre", "record"),
    "rules.family.rule": ("règle", "rule"),
    "rules.family.scope": ("étendue", "scope"),
    "rules.family.scope_or_field": ("étendue ou champ", "scope or field"),
    "rules.family.source": ("source", "source"),
    "rules.family.stream": ("flux", "stream"),
    "rules.family.subject": (
        "étendue, genre d’événement, registre ou intervalle",
        "scope, kind of event, record or interval",
    ),
    "rules.family.statistic": ("statistique", "statistic"),
    "rules.family.table": ("table", "table"),
    "rules.family.type": ("type", "type"),
    "rules.family.value": ("valeur", "value"),
    # ---- the text -------------------------------------------------------------------------------
    "E100.file_too_long": (
        "le fichier est trop long pour un fichier de règles",
        "the file is too long for a rule file",
    ),
    "E100.too_deep": (
        "trop de parenthèses les unes dans les autres",
        "brackets stand too deep in one another",
    ),
    "E100.stands_for": (
        "`{name}` tient lieu de trop de choses, une fois écrits les noms qu’il contient",
        "`{name}` stands for too much, with the names in it written out",
    ),
    "E100.too_many_digits": ("un nombre a trop de chiffres", "a number has too many digits"),
    "E101.sign": ("`{text}` n’a pas de sens ici", "`{text}` means nothing here"),
    "E101.quotes": (
        'un texte se met entre guillemets droits et finit sur sa ligne : "…"',
        'a text stands in double quotes and ends on its line: "…"',
    ),
    "E101.point": (
        "un nombre ne finit pas par un point : écrivez `{write}`",
        "a number does not end in a point: write `{write}`",
    ),
    "E101.number_form": (
        "un nombre ne s’écrit pas `{text}` : écrivez `{write}`",
        "a number is not written `{text}`: write `{write}`",
    ),
    "E101.two_values": (
        "de deux valeurs qui se suivent, la seconde a une espace devant elle",
        "of two values that follow one another the second has a blank before it",
    ),
    "E101.no_blank": (
        "{sign} n’est pas un blanc : écrivez une espace ordinaire",
        "{sign} is no blank: write a plain space",
    ),
    "E101.is_a_word": (
        "`{word}` est un mot du langage, et ne nomme rien : prenez un autre nom",
        "`{word}` is a word of the language, and no name: take another one",
    ),
    "E101.comment": (
        "un commentaire commence par `#` ; la division entière s’écrit `div`",
        "a comment begins with `#`; the whole part of a division is `div`",
    ),
    "E101.constants": (
        "un ensemble ou un intervalle écrit n’a que des constantes : dites `… = … or … = …`",
        "a set or a range that is written out holds constants alone: say `… = … or … = …`",
    ),
    "E101.of_no_field": (
        "il manque le champ de `{kind}`",
        "the field of `{kind}` is missing",
    ),
    "E101.say_field": (
        "dites `{of} {kind}.…` ; si c’est un champ, dites de quels événements : `{of} ….{kind}`",
        "say `{of} {kind}.…`; if it is a field, say of which events: `{of} ….{kind}`",
    ),
    "E101.comma": (
        "une virgule ne joint pas deux conditions : écrivez `and`",
        "a comma joins no conditions: write `and`",
    ),
    "E101.before_where": (
        "`{word} …` se place avant `where`",
        "`{word} …` stands before `where`",
    ),
    "E101.say": ("dites `{form}`", "say `{form}`"),
    "E101.needless": ("`{text}` est de trop ici", "`{text}` is one sign too many here"),
    "E101.no_if": (
        "le langage n’a pas de `{word}`",
        "the language has no `{word}`",
    ),
    "E101.say_applies": (
        "écrivez `applies when` et la condition avant `require`, ou `case … -> … else -> …`",
        "say `applies when` and the condition before `require`, or `case … -> … else -> …`",
    ),
    "E101.stream": (
        "déclarez `stream both = {parts}`, puis écrivez `for each both`",
        "declare `stream both = {parts}`, then say `for each both`",
    ),
    "E101.run_together": (
        "`{first}` et `{second}` sont deux mots : écrivez `{first} {second}`",
        "`{first}` and `{second}` are two words: write `{first} {second}`",
    ),
    "E101.bracket": (
        "le signe `{sign}` ouvert ici n’est pas refermé",
        "the `{sign}` that opens here is not closed",
    ),
    "E101.unfinished": (
        "ce qui précède `{word}` n’est pas complet",
        "what stands before `{word}` is not complete",
    ),
    "E101.write": (
        "`{text}` n’est pas du langage des règles : écrivez `{write}`",
        "`{text}` is not of the rule language: write `{write}`",
    ),
    "E101.unclosed": (
        "le texte qui commence en {place} ne finit pas",
        "the text that begins at {place} does not end",
    ),
    "E101.indented": (
        "`{word}` est en retrait : ceci appartiendrait à la déclaration du dessus",
        "`{word}` is indented: it would belong to the declaration above",
    ),
    "E101.first_column": (
        "une déclaration commence dans la première colonne",
        "a declaration begins in the first column",
    ),
    "E101.no_clause": (
        "devant `{text}` manque le mot d’une clause",
        "the word of a clause is missing before `{text}`",
    ),
    "E101.clause": (
        "une clause commence par un mot tel que `require`, `applies when` ou `let`",
        "a clause begins with a word such as `require`, `applies when` or `let`",
    ),
    "E101.in_force": (
        "après une condition, `in force` se lit comme un lieu où chercher",
        "after a condition, `in force` is read as a place to look in",
    ),
    "E101.day_form": (
        "un jour s’écrit année, mois, jour : 2026-01-09",
        "a day is written year, month, day: 2026-01-09",
    ),
    "E101.first_day": (
        "dites le premier jour : `in force 2013-05-12 .. 2025-12-31`",
        "say the first day: `in force 2013-05-12 .. 2025-12-31`",
    ),
    "E101.in_force_before": (
        "écrivez `in force` avant `require`",
        "say `in force` before `require`",
    ),
    "E101.now": (
        "écrivez `{now}` ; CHANGELOG.md dit comment une forme ancienne s’écrit désormais",
        "write `{now}`; CHANGELOG.md says how an old form is written now",
    ),
    "E101.side_by_side": (
        "rien ne le joint à ce qui précède, ni signe tel que `=`, ni `and`, `or` ou `where`",
        "nothing joins it to what stands before it: no sign such as `=`, no `and`, `or` or `where`",
    ),
    "E101.arrow": (
        "`=>` n’existe pas ici : `>=`, ou `applies when` et ce dont le reste dépend",
        "there is no `=>` here: `>=`, or `applies when` and what the rest depends on",
    ),
    "E101.token": ("`{token}` ne convient pas ici", "`{token}` does not fit here"),
    "E101.expected": ("attendu : {words}", "expected {words}"),
    "E101.likely": ("{nearest} ({expected})", "{nearest} ({expected})"),
    "E101.name": ("un nom", "a name"),
    "E101.number": ("un nombre", "a number"),
    "E101.text": ('un texte entre "guillemets"', 'a text in "quotes"'),
    "E101.day": ("un jour comme 2026-01-09", "a day such as 2026-01-09"),
    "E101.line": ("un événement après `|`", "an event after `|`"),
    "E102.keyword": ("`{word}` n’est pas complet", "`{word}` is not complete"),
    "E102.declaration": ("la déclaration n’est pas complète", "the declaration is not complete"),
    "E103.keyword": ("`{text}` ne commence aucune déclaration", "`{text}` begins no declaration"),
    "E103.indent": (
        "c’est le mot d’une clause : mettez-la en retrait, sous sa déclaration",
        "it is the word of a clause: indent it, below its declaration",
    ),
    "E103.keywords": (
        "ce qui commence dans la première colonne est l’un de : {words}",
        "what begins in the first column is one of: {words}",
    ),
    "E104.twice": (
        "la règle `{rule}` a `{clause}` plus d’une fois",
        "rule `{rule}` has `{clause}` more than once",
    ),
    "E104.measured_twice": (
        "la statistique `{statistic}` a `{clause}` plus d’une fois",
        "statistic `{statistic}` has `{clause}` more than once",
    ),
    "E104.not_measured": (
        "la statistique `{statistic}` n’a pas de `{clause}`",
        "statistic `{statistic}` has no `{clause}`",
    ),
    "E104.measured_not": (
        (
            "`{clause}` ne dit rien dans `{statistic}` : on y compte des résultats (`observed`), "
            "ou on y additionne des sommes (`wagered`, `gained`, `foreseen`)"
        ),
        (
            "`{clause}` says nothing in `{statistic}`: results are counted (`observed`), or sums "
            "are added up (`wagered`, `gained`, `foreseen`)"
        ),
    ),
    "E104.missing": ("la règle `{rule}` n’a pas de `{clause}`", "rule `{rule}` has no `{clause}`"),
    "E104.grid_row": (
        "la ligne `{row}` a {results} résultats pour {columns} colonnes",
        "row `{row}` has {results} results for {columns} columns",
    ),
    "E104.label": (
        "un libellé est un singulier, suivi ou non d’un pluriel : `carte brûlée|cartes brûlées`",
        "a label is a singular, with or without a plural after it: `burned card|burned cards`",
    ),
    "E104.singular": (
        "le singulier vient d’abord : `{forms}`",
        "the singular comes first: `{forms}`",
    ),
    "E104.cell": ("`{text}` n’est pas une cellule", "`{text}` is no cell"),
    "E104.cell_form": (
        "une ligne d’exemple est un événement et ses cellules : `| deal to=player seat=1 card=9S`",
        "an example's line is an event and its cells: `| deal to=player seat=1 card=9S`",
    ),
    "E104.day": ("`{text}` n’est pas un jour du calendrier", "`{text}` is no day of the calendar"),
    "E104.clock": ("`{text}` n’est pas une heure du jour", "`{text}` is no time of day"),
    "E104.whole": ("`{text}` n’est pas un nombre entier", "`{text}` is no whole number"),
    "E104.duration": (
        "`{text}` n’est pas un nombre entier de secondes, ou dure trop longtemps",
        "`{text}` is no whole number of seconds, or too long",
    ),
    "E106.unseen": (
        "signe que l’on ne voit pas : {sign}",
        "a sign that cannot be seen: {sign}",
    ),
    "E106.remove": (
        "ôtez-le ; une ligne finit par LF ou par CR et LF",
        "remove it; a line ends in LF, or in CR and LF",
    ),
    "E105.unreadable": (
        "le fichier ne peut pas être lu : {says:clause}",
        "the file cannot be read: {says:clause}",
    ),
    "E105.too_many": (
        "ni ce fichier ni les suivants ne sont lus : un jeu de règles en a au plus {most}",
        "this file and those after it are not read: a ruleset has at most {most} files",
    ),
    "E105.not_utf8": (
        "ligne {line}, octet {byte} : {value} n’est pas de l’UTF-8",
        "line {line}, byte {byte}: {value} is no UTF-8",
    ),
    "E105.save": (
        "le fichier est peut-être en Windows-1252 ou en UTF-16 : enregistrez-le en UTF-8",
        "the file may be in Windows-1252 or UTF-16: save it as UTF-8",
    ),
    # ---- names ----------------------------------------------------------------------------------
    "E201.unknown": (
        "`{name}` n’est pas connu comme {family}",
        "no {family} is called `{name}`",
    ),
    "E201.several_types": (
        "`{name}` est un mot de plusieurs types",
        "`{name}` is a word of several types",
    ),
    "E201.say_which": ("écrivez {choices}", "say {choices}"),
    "E201.no_field": ("{of} n’a pas de champ `{name}`", "{of} has no field `{name}`"),
    "E201.row_of": (
        "`{name}` est un registre : prenez une ligne de lui, telle que `first {name}`",
        "`{name}` is a record: take a row of it, such as `first {name}`",
    ),
    "E201.no_word": ("`{type}` n’a pas de mot `{name}`", "`{type}` has no word `{name}`"),
    "E201.no_column": (
        "le registre `{record}` n’a pas de colonne `{name}`",
        "record `{record}` has no column `{name}`",
    ),
    "E201.functions": ("il y a : {names}", "there are: {names}"),
    "E201.below": (
        "il est déclaré plus bas, à la ligne {line} : mettez-le au-dessus",
        "it is declared further down, on line {line}: move it above",
    ),
    "E201.circle": (
        (
            "`{other}`, à la ligne {line}, regarde lui-même `{record}`, à la ligne {back} : mettez "
            "ce qu’il faut aux deux dans un registre au-dessus"
        ),
        (
            "`{other}`, on line {line}, itself looks at `{record}`, on line {back}: put what both "
            "need into a record above them"
        ),
    ),
    "E201.column": (
        "c’est un registre : dites laquelle de ses colonnes, `{name}.…`",
        "it is a record: say which of its columns, `{name}.…`",
    ),
    "E201.column_of": (
        "c’est une colonne du registre `{record}` : dites `{record}.{name}`",
        "it is a column of record `{record}`: say `{record}.{name}`",
    ),
    "E201.say_is": ("dites `… is {word}`", "say `… is {word}`"),
    "E201.call": (
        "c’est une table de décision : écrivez `{name}(…)`",
        "it is a decision table: write `{name}(…)`",
    ),
    "E201.is_an_event": (
        "ce n’est pas une valeur : demandez `any {name}`, `no {name}` ou `first {name}`",
        "it is no value: ask `any {name}`, `no {name}` or `first {name}`",
    ),
    "E201.card": (
        "une carte ne s’écrit pas dans une règle : comparez son `rank(…)` et son `suit(…)`",
        "a card is not written out in a rule: compare its `rank(…)` and its `suit(…)`",
    ),
    "E201.is_a_scope": (
        "`{name}` est une étendue : cherchez `in {name}`",
        "`{name}` is a scope: look `in {name}`",
    ),
    "E201.not_in_sequence": (
        "`{kind}` n’est pas parmi les événements de cette suite",
        "`{kind}` is not among the events of this sequence",
    ),
    "E201.in_sequence": ("ce sont : {kinds}", "they are: {kinds}"),
    "E202.twice": ("{family} `{name}` : deux déclarations", "{family} `{name}` is declared twice"),
    "E202.say_replace": (
        "écrivez `replace` devant une déclaration qui en remplace une dont ce jeu hérite",
        "say `replace` before a declaration that takes the place of an inherited one",
    ),
    "E202.say_also": (
        "écrivez `{form}` pour ajouter à ce qui est déjà déclaré, ou choisissez un autre nom",
        "say `{form}` to add to what is declared already, or choose another name",
    ),
    "E202.remove_one": ("retirez l’un des deux", "remove one of the two"),
    "E202.say_other": ("choisissez un autre nom", "choose another name"),
    "E202.first": ("première déclaration ici", "declared here first"),
    "E202.named_twice": ("`{name}` est nommé deux fois", "`{name}` is named twice"),
    "E202.listed_twice": (
        "`{text}` figure deux fois dans la liste",
        "`{text}` stands twice in the list",
    ),
    "E202.first_time": ("la première fois ici", "the first time here"),
    "E202.case": (
        "`{one}` et `{other}` sont le même mot : un journal peut l’écrire en majuscules",
        "`{one}` and `{other}` are one word: a log may write it in any case",
    ),
    "E202.word_again": (
        "le type `{type}` a déjà le mot `{text}`",
        "type `{type}` has the word `{text}` already",
    ),
    "E202.law": (
        "`law of` est déclaré deux fois : un seul jour décide du droit",
        "`law of` is declared twice: one day decides the law",
    ),
    "E202.title": (
        "deux exemples de la règle `{rule}` ont ce titre",
        "two examples of rule `{rule}` have this title",
    ),
    "W205.inside_where": (
        "dans ce `where`, `{name}` est le champ de l’événement regardé, non ce qui est nommé ainsi",
        "inside this `where`, `{name}` is the field of the event looked at, not what is named so",
    ),
    "W205.hides_field": (
        "`{name}` cache un champ de ce nom",
        "`{name}` hides a field of this name",
    ),
    "W205.hides": (
        "`{name}` cache une autre déclaration de ce nom",
        "`{name}` hides another declaration of this name",
    ),
    "W205.like_field": (
        "`{name}` est ici le champ du sujet, non ce qui est nommé ainsi",
        "`{name}` is the field of the subject here, not what is named so",
    ),
    "W205.word": (
        "`{name}` est un mot du langage : seul, il a le sens de ce mot",
        "`{name}` is a word of the language: by itself it has the meaning of that word",
    ),
    "W205.say_this": (
        "prenez un autre nom, ou dites toujours de quoi : `this.{name}`",
        "take another name, or always say of what: `this.{name}`",
    ),
    "W205.named": ("ce qui est nommé ainsi", "what is named so"),
    "W205.inherited": (
        "dans ce qui est hérité, `{name}` est un champ, non ce qui est nommé ici",
        "in what is inherited, `{name}` is a field, not what is named here",
    ),
    "W205.here": ("le champ, par exemple", "the field, for example"),
    "W205.field": ("le champ", "the field"),
    "W205.rename": ("donnez-lui un autre nom", "give it another name"),
    "W206.scope": (
        "`{name}` est une étendue et encore autre chose : `in {name}` peut être l’une ou l’autre",
        "`{name}` is a scope and something else too: `in {name}` may be either",
    ),
    "W207.looks_like": (
        "`{name}` se lit comme `{other}`, avec des lettres d’un autre alphabet",
        "`{name}` reads like `{other}`, in letters of another alphabet",
    ),
    "W207.mixed": (
        "`{name}` mêle des lettres de plusieurs alphabets",
        "`{name}` mixes letters of several alphabets",
    ),
    "E202.suspended": (
        "`suspend {scope}` figure deux fois",
        "`suspend {scope}` stands twice",
    ),
    "E202.say_or": ("joignez les conditions par `or`", "join the conditions with `or`"),
    "E202.heads": (
        "un fichier est un recueil ou un vocabulaire : `{other}` commence déjà celui-ci",
        "a file is one ruleset or one vocabulary: `{other}` begins this one already",
    ),
    "E202.own_file": ("donnez-lui un fichier à lui", "give it a file of its own"),
    "E202.order": (
        "`{text}` figure deux fois dans cet ordre",
        "`{text}` stands twice in this order",
    ),
    "E203.no_vocabulary": (
        "il n’y a pas de vocabulaire `{name}`",
        "there is no vocabulary `{name}`",
    ),
    "E203.circle": (
        "chacun a besoin de l’autre pour être lu : {circle}",
        "each is needed to read the other: {circle}",
    ),
    "E203.itself": (
        "un jeu de règles ne peut pas s’étendre lui-même : `{name}`",
        "a ruleset cannot extend itself: `{name}`",
    ),
    "E203.uses_itself": (
        "un vocabulaire a déjà ses propres mots : il ne s’utilise pas lui-même (`{name}`)",
        "a vocabulary has its own words already: it does not use itself (`{name}`)",
    ),
    "E203.no_ruleset": ("il n’y a pas de jeu de règles `{name}`", "there is no ruleset `{name}`"),
    "E203.declares_none": (
        "le fichier ne déclare aucun jeu de règles",
        "the file declares no ruleset",
    ),
    "E203.begin": (
        'commencez par `ruleset NOM version "1" title …`',
        'begin with `ruleset NAME version "1" title …`',
    ),
    "E203.no_words": (
        "rien ne dit quels événements un journal peut contenir",
        "nothing says which events a log may hold",
    ),
    "E203.say_use": (
        "appelez un vocabulaire (`use cards, table`) ou un jeu de règles (`extends casino`)",
        "call in a vocabulary (`use cards, table`) or a ruleset (`extends casino`)",
    ),
    "E204.waited": (
        "la règle `{rule}` est retirée, et la règle `{other}` l’attend",
        "rule `{rule}` is dropped, and rule `{other}` waits for it",
    ),
    "E204.say_replace": (
        "retirez ou remplacez aussi `{other}`, ou dites `replace rule {rule}`",
        "drop or replace `{other}` as well, or say `replace rule {rule}`",
    ),
    "E204.used": (
        "ce jeu retire `{name}`, et ne s’en passe pas",
        "this ruleset drops `{name}`, and does not do without it",
    ),
    "E204.lacks": (
        "`{record}`, redéclaré ici, n’a pas la colonne `{name}`, que demande ce dont ce jeu hérite",
        "`{record}` is declared anew without the column `{name}`, for which inherited rules ask",
    ),
    "E204.say_column": (
        "ajoutez `let {name} = …`, ou retirez ou remplacez ce qui s’en sert",
        "add `let {name} = …`, or drop or replace what uses it",
    ),
    "E204.used_here": ("il sert ici", "it is used here"),
    "E204.instead": (
        "ce jeu met ici autre chose à la place de ce dont il hérite",
        "this ruleset puts something else in the place of what it inherits",
    ),
    "E204.say_anew": (
        "redéclarez-le dans ce jeu, avec les colonnes qui servent là, ou retirez ce qui s’en sert",
        "declare it anew in this ruleset, with the columns used there, or drop what uses it",
    ),
    "E204.own": (
        "`{name}` est déclaré dans ce fichier même, qui n’en hérite pas",
        "`{name}` is declared in this very file, which does not inherit it",
    ),
    "E204.change_it": ("changez-le là où il est", "change it where it stands"),
    "E204.not_auditable": (
        "d’une disposition de ce fichier, dites-le là où elle est : `not auditable`",
        "of a provision of this file say so where it stands: `not auditable`",
    ),
    "E204.replace": (
        "rien à remplacer : ce jeu n’hérite d’aucune déclaration `{name}` ({family})",
        "there is no inherited {family} `{name}` to replace",
    ),
    "E204.not_applicable": (
        "aucun recueil étendu par celui-ci ne déclare la disposition `{provision}`",
        "no ruleset that this one extends declares provision `{provision}`",
    ),
    "E204.drop": (
        "rien à retirer : ce jeu n’hérite d’aucune déclaration `{name}` ({family})",
        "there is no inherited {family} `{name}` to drop",
    ),
}

"""What is wrong with a rule file: its text, its names, and the words that other messages use."""

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
    "rules.family.gap": ("lacune", "gap"),
    "rules.family.group": ("groupe de règles", "group of rules"),
    "rules.family.param": ("paramètre", "param"),
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
    "E100.too_many_digits": ("un nombre a trop de chiffres", "a number has too many digits"),
    "E101.sign": ("`{text}` n’a pas de sens ici", "`{text}` means nothing here"),
    "E101.quotes": (
        'un texte se met entre guillemets droits et finit sur sa ligne : "…"',
        'a text stands in double quotes and ends on its line: "…"',
    ),
    "E101.now": (
        "écrivez `{now}` ; CHANGELOG.md dit comment une forme ancienne s’écrit désormais",
        "write `{now}`; CHANGELOG.md says how an old form is written now",
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
    "E103.keywords": (
        "ce qui commence dans la première colonne est l’un de : {words}",
        "what begins in the first column is one of: {words}",
    ),
    "E104.twice": (
        "la règle `{rule}` a `{clause}` plus d’une fois",
        "rule `{rule}` has `{clause}` more than once",
    ),
    "E104.missing": ("la règle `{rule}` n’a pas de `{clause}`", "rule `{rule}` has no `{clause}`"),
    "E104.grid_row": (
        "la ligne `{row}` a {results} résultats pour {columns} colonnes",
        "row `{row}` has {results} results for {columns} columns",
    ),
    "E104.cell": ("`{text}` n’est pas une cellule", "`{text}` is no cell"),
    "E104.cell_form": (
        "une ligne d’exemple est un événement et ses cellules : `| deal to=player seat=1 card=9S`",
        "an example's line is an event and its cells: `| deal to=player seat=1 card=9S`",
    ),
    "E104.day": ("`{text}` n’est pas un jour du calendrier", "`{text}` is no day of the calendar"),
    "E104.whole": ("`{text}` n’est pas un nombre entier", "`{text}` is no whole number"),
    "E104.duration": (
        "`{text}` n’est pas un nombre entier de secondes, ou dure trop longtemps",
        "`{text}` is no whole number of seconds, or too long",
    ),
    "E105.unreadable": (
        "le fichier ne peut pas être lu : {says:clause}",
        "the file cannot be read: {says:clause}",
    ),
    "E105.too_many": (
        "ni ce fichier ni les suivants ne sont lus : un jeu de règles en a au plus {most}",
        "this file and those after it are not read: a ruleset has at most {most} files",
    ),
    "E105.not_utf8": ("le fichier n’est pas un texte UTF-8", "the file is not UTF-8 text"),
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
    "E201.no_word": ("`{type}` n’a pas de mot `{name}`", "`{type}` has no word `{name}`"),
    "E201.no_column": (
        "le registre `{record}` n’a pas de colonne `{name}`",
        "record `{record}` has no column `{name}`",
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
    "E202.first": ("première déclaration ici", "declared here first"),
    "E202.named_twice": ("`{name}` est nommé deux fois", "`{name}` is named twice"),
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
    "E203.no_ruleset": ("il n’y a pas de jeu de règles `{name}`", "there is no ruleset `{name}`"),
    "E203.declares_none": (
        "le fichier ne déclare aucun jeu de règles",
        "the file declares no ruleset",
    ),
    "E203.begin": (
        'commencez par `ruleset NOM version "1" title …`',
        'begin with `ruleset NAME version "1" title …`',
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

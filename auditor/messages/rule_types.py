"""Types and grains of a rule's expressions: what does not go together, and what to write."""

from __future__ import annotations

RULE_TYPES: dict[str, tuple[str, str]] = {
    # ---- types ----------------------------------------------------------------------------------
    "E301.operator": ("`{sign}` ne va pas avec {types}", "`{sign}` does not go with {types}"),
    "E301.aggregate": (
        "`{function} of` ne va pas avec {type}",
        "`{function} of` does not go with {type}",
    ),
    "E301.set_of": (
        "une cellule ne contient pas plusieurs valeurs du type {type}",
        "a cell does not hold several values of the type {type}",
    ),
    "E301.not_counted": (
        "`count of` compte des événements, ou les valeurs d’un ensemble ; {type} n’en est pas un",
        "`count of` counts events, or the values of a set; {type} is none",
    ),
    "E301.else_row": (
        "la ligne `else` est la dernière d’une table",
        "the row `else` is the last of a table",
    ),
    "E301.alike": (
        "`same cells as` demande deux événements",
        "`same cells as` asks for two events",
    ),
    "E301.same": (
        "`same` demande une clé du même type des deux côtés : {one}, {other}",
        "`same` asks for a key of one type on both sides: {one}, {other}",
    ),
    "E301.same_no_key": (
        "`same` ne prend pas {type}",
        "`same` does not take {type}",
    ),
    "E301.say_compare": (
        "pour les comparer : `{name} = this.{name}`",
        "to compare them: `{name} = this.{name}`",
    ),
    "E301.range_end": (
        "les bornes d’un intervalle sont des nombres écrits : `{name}` n’en est pas un",
        "the ends of a range are numbers that are written out, and `{name}` is none",
    ),
    "E301.range": (
        "l’intervalle finit avant de commencer",
        "the range ends before it begins",
    ),
    "E301.set": (
        "un ensemble a des valeurs d’un seul type : {first} et {other}",
        "a set holds values of one type: {first} and {other}",
    ),
    "E301.first_of_set": ("la première d’entre elles", "the first of them"),
    "E301.table_arity": (
        (
            "la table `{table}` prend {count} valeur, pas {given}"
            "|la table `{table}` prend {count} valeurs, pas {given}"
        ),
        (
            "table `{table}` takes {count} value, not {given}"
            "|table `{table}` takes {count} values, not {given}"
        ),
    ),
    "E301.table_input": (
        "la table `{table}` prend {type} pour `{input}`, pas {given}",
        "table `{table}` takes {type} as `{input}`, not {given}",
    ),
    "E301.compare": (
        "{left} ne se compare pas avec {right}",
        "{left} cannot be compared with {right}",
    ),
    "E301.card": ("une carte n’est ni un rang ni une couleur", "a card is no rank and no suit"),
    "E301.of_card": (
        "écrivez `{name}({card}) = {word}`",
        "say `{name}({card}) = {word}`",
    ),
    "E301.brackets": (
        "mettez entre `( )` un `count of … where …` que l’on compare",
        "put `( )` round a `count of … where …` that is compared",
    ),
    "E301.say_word": (
        "un mot s’écrit sans guillemets : `{text}`",
        "a word stands without quotes: `{text}`",
    ),
    "E301.truth": (
        "c’est une condition : dites `{text}` seul, ou `not` devant",
        "it is a condition: say `{text}` alone, or `not` before it",
    ),
    "E301.clock_of": (
        "l’heure du jour est `clock({text})`",
        "the time of day is `clock({text})`",
    ),
    "E301.day_of": ("écrivez `day({text})`", "write `day({text})`"),
    "E301.say_unit": (
        "une durée a son unité : `{text} seconds`, `minutes`, `hours`, `days`",
        "a duration has its unit: `{text} seconds`, `minutes`, `hours`, `days`",
    ),
    "E301.not_compared": ("{type} ne se compare pas", "{type} cannot be compared"),
    "E301.compare_fields": ("comparez leurs champs", "compare their fields"),
    "E301.not_in_set": ("{type} n’est pas dans un {set}", "{type} is not in a {set}"),
    "E301.set_type": ("{type}", "{type}"),
    "E301.not_in": ("{type} ne peut être dans {within}", "{type} cannot be in {within}"),
    "E301.after_in": (
        "après `in` vient un ensemble {{…}} ou un intervalle 1..9",
        "after `in` stands a set {{…}} or a range 1..9",
    ),
    "E301.exists": (
        "`exists` demande un événement, pas {type}",
        "`exists` asks for an event, not {type}",
    ),
    "E301.say_recorded": (
        "écrivez `is recorded` pour un champ",
        "say `is recorded` of a field",
    ),
    "E301.recorded": (
        "`is recorded` et `is empty` demandent un champ",
        "`is recorded` and `is empty` ask for a field",
    ),
    "E301.say_exists": ("écrivez `exists` pour un événement", "say `exists` of an event"),
    "E301.cases": ("les cas donnent {type} et {other}", "the cases give {type} and {other}"),
    "E301.no_fields": (
        "`{text}` est {type} et n’a pas de champs",
        "`{text}` is {type} and has no fields",
    ),
    "E301.other_type_of_key": (
        "`{key}` est ici {type}, et dans {what} {declared}",
        "`{key}` is {type} here, and in {what} it is {declared}",
    ),
    "E301.other_name": ("donnez-lui un autre nom", "give it another name"),
    "E301.bound": (
        "`{side}` demande un événement, pas {type}",
        "`{side}` asks for an event, not {type}",
    ),
    "E301.at": (
        "`at` demande quels intervalles sont ouverts à un moment ; {item} n’en est pas un",
        "`at` asks which intervals are open at a moment; {item} is none",
    ),
    "E301.nth": (
        "`nth` demande un nombre entier, pas {type}",
        "`nth` asks for a whole number, not {type}",
    ),
    "E301.pattern_too_long": (
        "ce motif a trop d’étapes, chacune comptée autant de fois qu’elle est répétée",
        "this pattern has too many steps, each counted as often as it is repeated",
    ),
    "E301.repetition": (
        "une étape est répétée d’un nombre à un plus grand, de 1000 au plus",
        "a step is repeated from a number to a larger one, of 1000 at most",
    ),
    "E301.every_moment": (
        "`at every moment` demande des intervalles",
        "`at every moment` asks for intervals",
    ),
    "E301.closed_by_time": (
        "le temps ferme `{name}` : dites ce qui doit être ouvert à un moment, `any {name} … at …`",
        "time closes `{name}`: say what is open at one moment, `any {name} … at …`",
    ),
    "E301.at_least": ("entre un et 1000 intervalles", "between one and 1000 intervals"),
    "E301.intervals": ("ce sont : {intervals}", "they are: {intervals}"),
    "E301.stretch": (
        "un laps de temps commence et finit par des événements, pas par {type}",
        "a stretch of time begins and ends with events, not with {type}",
    ),
    "E301.constant": ("`{text}` n’est pas une constante", "`{text}` is no constant"),
    "E301.not_of_type": ("`{text}` n’est pas du type {type}", "`{text}` is not of type {type}"),
    "E301.table_row": (
        "cette ligne a {cells} cellules, la table {inputs} entrées",
        "this row has {cells} cells, the table {inputs} inputs",
    ),
    "E301.measured": (
        "`{clause}` veut {wanted}, et non {type}",
        "`{clause}` takes {wanted}, and not {type}",
    ),
    "E301.table_domain": (
        "une entrée parcourt au plus 1000 nombres entiers",
        "an input runs over at most 1000 whole numbers",
    ),
    "E301.not_the_same": (
        "`{name}` n’est pas du même type dans chaque partie",
        "`{name}` is not the same in every part",
    ),
    "E301.payment": (
        "`payment` demande un champ du type money, et `{name}` en a {count}",
        "`payment` asks for one field of type money, and `{name}` has {count}",
    ),
    "E301.stream_fields": (
        "chaque partie d’un flux nomme les mêmes champs",
        "every part of a stream names the same fields",
    ),
    "E301.param_given": (
        "un paramètre sans valeur est demandé à une personne : dites-le en fr et en en",
        "a parameter without a value is asked of a person: say it in fr and in en",
    ),
    "E301.given": (
        "`is given` se dit d’un paramètre sans valeur",
        "`is given` is said of a parameter without a value",
    ),
    "E301.param_values": (
        "les valeurs d’un paramètre se suivent dans le temps",
        "the values of a parameter follow one another in time",
    ),
    # ---- grains ---------------------------------------------------------------------------------
    "E302.same": (
        "`same …` se dit d’un élément, dans un `where`, après `has` ou dans une suite",
        "`same …` is said of an element, in a `where`, after `has` or in a sequence",
    ),
    "E302.field_of_kind": (
        "`{name}` est un champ de `{kind}`, et n’a pas une seule valeur pour chaque {about}",
        "`{name}` is a field of `{kind}`, and has no one value for each {about}",
    ),
    "E302.field_of_events": (
        (
            "`{name}` est un champ d’événements isolés, et n’a pas une seule valeur pour chaque "
            "{about}"
        ),
        "`{name}` is a field of single events, and has no one value for each {about}",
    ),
    "E302.report": (
        "chaque {subject} n’est pas dans un seul `{scope}` : `report first` en demande un",
        "each {subject} does not lie in one `{scope}`: `report first` asks for one",
    ),
    "E302.say_whose": (
        "dites duquel : `(first {kind}).{name}`, ou une somme, un nombre …",
        "say whose: `(first {kind}).{name}`, or a sum, a count …",
    ),
    "E302.no_row": (
        "le registre `{record}` a une ligne pour chaque {kind} ; ici il n’y en a pas",
        "record `{record}` has one row for each {kind}; here none is at hand",
    ),
    "E302.keys": (
        (
            "{what} a une ligne pour chaque {keys} ; ici {missing} n’est pas déterminé"
            "|{what} a une ligne pour chaque {keys} ; ici {missing} ne sont pas déterminés"
        ),
        (
            "{what} has one row for each {keys}; here {missing} is not determined"
            "|{what} has one row for each {keys}; here {missing} are not determined"
        ),
    ),
    "E302.nested": (
        "une condition sur un événement ne peut elle-même regarder d’autres événements",
        "a condition on an event cannot itself look at other events",
    ),
    "E302.use_a_column": (
        "nommez-la comme colonne d’un registre et utilisez ici cette colonne",
        "name it as a column of a record and use that column here",
    ),
    "E302.not_in_scope": (
        "`{sources}` n’a pas de `{field}` et ne peut donc être cherché dans `{scope}`",
        "`{sources}` has no `{field}`, so it cannot be looked for in `{scope}`",
    ),
    "E302.say_scope": (
        "dites dans quelle étendue chercher : `in coup`, `in shoe` …",
        "say in which scope to look: `in coup`, `in shoe` …",
    ),
    "E302.no_scope": (
        "le sujet est un seul événement : dites dans quelle étendue chercher",
        "the subject is a single event: this must say in which scope it looks",
    ),
    "E302.scopes": ("écrivez `in` et une étendue : {scopes}", "say `in` and a scope: {scopes}"),
    "E302.in_scope": (
        "écrivez `in` et une étendue : {scopes} ; si un champ suit : `(last {kind} in …).…`",
        "say `in` and a scope: {scopes}; in brackets where a field follows: `(last {kind} in …).…`",
    ),
    "E302.no_key": ("`{kind}` n’a pas de `{key}`", "`{kind}` has no `{key}`"),
    "E302.over": (
        "le registre `{record}` doit dire de quels genres d’événement viennent ses lignes",
        "record `{record}` must say from which kinds of event its rows come",
    ),
    "E302.add_over": ("ajoutez `from stake, pay …`", "add `from stake, pay …`"),
    # ---- conditions and orders ------------------------------------------------------------------
    "E303.default": (
        "comparez-la ; ou, si un autre nombre la remplace, entre parenthèses : `({text} or 0)`",
        "compare it; or, where another value stands for it, in brackets: `({text} or 0)`",
    ),
    "E303.if_empty": (
        "d’une cellule vide, dites `case {text} is empty -> {number} else -> {text}`",
        "of an empty cell, say `case {text} is empty -> {number} else -> {text}`",
    ),
    "E303.condition": (
        "`{text}` est {type}, pas une condition",
        "`{text}` is {type}, not a condition",
    ),
    "E304.no_order": ("{type} n’a pas d’ordre", "{type} has no order"),
    "W305.left_out": (
        "cet ordre laisse de côté des valeurs du type {type} : {words}",
        "this order leaves out words of type {type}: {words}",
    ),
    "W306.opens_and_closes": (
        "`{kind}` ouvre et ferme cet intervalle : chacun commence où finit le précédent",
        "`{kind}` opens and closes this interval: each begins where the one before ends",
    ),
    "W306.opens": ("ouvert par ceci", "opened by this"),
    "E304.declare": ("déclarez `order {type} … > …`", "declare `order {type} … > …`"),
}

"""Gaps of a ruleset, clauses decided beforehand, unused names; and forms that are judged slowly."""

from __future__ import annotations

RULE_COMPLETENESS: dict[str, tuple[str, str]] = {
    # ---- what a ruleset owes its readers --------------------------------------------------------
    "E401.cited_all_the_same": (
        "la disposition `{provision}` est déclarée non vérifiable, et pourtant une règle la cite",
        "provision `{provision}` is declared not auditable, yet a rule cites it",
    ),
    "E401.cited_though_not_applicable": (
        "la disposition `{provision}` est dite sans application ici, et pourtant une règle la cite",
        "provision `{provision}` is said not to apply here, yet a rule cites it",
    ),
    "E401.cited_though_it_refers": (
        "la disposition `{provision}` renvoie à d’autres, et pourtant une règle la cite",
        "provision `{provision}` only refers to others, yet a rule cites it",
    ),
    "E401.cited_here": ("citée ici", "cited here"),
    "E401.circle": (
        "ces dispositions renvoient les unes aux autres, et aucune règle n’est au bout : {circle}",
        "these provisions refer to one another, and no rule stands at the end: {circle}",
    ),
    "E401.uncited": (
        "aucune règle ne cite la disposition `{provision}`",
        "no rule cites provision `{provision}`",
    ),
    "E401.declare": (
        (
            "écrivez une règle qui la cite, ou dites pourquoi aucune : `not auditable`, "
            "`refers to`, ou, si elle est d’un parent, `not applicable`"
        ),
        (
            "write a rule that cites it, or say why none does: `not auditable`, `refers to`, or, "
            "where it is a parent’s, `not applicable`"
        ),
    ),
    "E401.provision": ("la disposition", "the provision"),
    "E401.not_applicable": (
        'citez-la ailleurs, ou dites `provision {provision} not applicable fr "…" en "…"`',
        'cite it in another rule, or say `provision {provision} not applicable fr "…" en "…"`',
    ),
    "E403.no_violation": (
        "aucun exemple n’enfreint la règle `{rule}`",
        "no example violates rule `{rule}`",
    ),
    "E403.no_compliance": (
        "aucun exemple ne respecte la règle `{rule}`",
        "no example complies with rule `{rule}`",
    ),
    "E403.add_example": (
        'ajoutez `example "…" of {rule} {outcome}` et ses événements',
        'add `example "…" of {rule} {outcome}` and its events',
    ),
    "E403.no_message": ("la règle `{rule}` n’a pas de message", "rule `{rule}` has no message"),
    "E403.add_message": ('ajoutez `message fr "…" en "…"`', 'add `message fr "…" en "…"`'),
    "E403.no_rule": (
        "le jeu de règles `{ruleset}` n’a aucune règle : il ne juge rien",
        "ruleset `{ruleset}` has no rule: it judges nothing",
    ),
    "E403.write_rule": (
        "écrivez une règle, ou `vocabulary` au lieu de `ruleset`",
        "write a rule, or `vocabulary` instead of `ruleset`",
    ),
    "E404.brace": (
        "une accolade n’a pas de pendant dans « {words} »",
        "a brace has no other in “{words}”",
    ),
    "E404.noun": (
        "un nom qui s’accorde a son singulier et son pluriel : `{{found:carte|cartes}}`",
        "a noun that agrees has its singular and its plural: `{{found:card|cards}}`",
    ),
    "E404.singular": (
        "le singulier vient d’abord : `{forms}`",
        "the singular comes first: `{forms}`",
    ),
    "E404.one_language": (
        "`{{{name}}}` n’est que dans le texte {language}",
        "`{{{name}}}` stands in the {language} text alone",
    ),
    "E404.french": ("français", "French"),
    "E404.english": ("anglais", "English"),
    "E404.no_words": (
        "le texte {language} du message est vide",
        "the {language} text of the message is empty",
    ),
    "E404.placeholder": (
        "`{{{name}}}` ne désigne rien ici",
        "`{{{name}}}` stands for nothing here",
    ),
    "E404.let_first": (
        "nommez d’abord cette valeur : `let {name} = {value}`, puis citez `{{{name}}}`",
        "name this value first: `let {name} = {value}`, then quote `{{{name}}}`",
    ),
    "E405.presumes_itself": (
        "la règle `{rule}` s’attend elle-même",
        "rule `{rule}` waits for itself",
    ),
    "E405.circle": (
        "ces règles s’attendent les unes les autres : {circle}",
        "these rules wait for one another: {circle}",
    ),
    "E405.group": (
        "le groupe de règles `{group}` fait partie de lui-même",
        "group of rules `{group}` is a part of itself",
    ),
    "E405.through": ("en passant par ici", "by way of this"),
    "E406.says_not_compared": (
        "la source `{source}` ne dit pas à quelle édition elle a été comparée",
        "source `{source}` does not say with which edition it was compared",
    ),
    "E406.say_compared": (
        'écrivez `not compared`, ou `compared with fr "…" en "…" on 2026-01-09 by "…"`',
        'write `not compared`, or `compared with fr "…" en "…" on 2026-01-09 by "…"`',
    ),
    "E407.no_words": (
        "la lecture `{reading}` manque de mots dans une des langues",
        "reading `{reading}` lacks words in one of the languages",
    ),
    "E407.nothing_rests": (
        "aucune règle ne repose sur la lecture `{reading}`",
        "no rule rests on reading `{reading}`",
    ),
    "E407.say_so": (
        "écrivez `rests on {reading}` dans une règle, ou finissez la lecture par `no rule`",
        "write `rests on {reading}` in a rule, or end the reading with `no rule`",
    ),
    "E407.rests_all_the_same": (
        "la lecture `{reading}` est dite sans règle, et pourtant une règle repose sur elle",
        "reading `{reading}` is said to have no rule, yet a rule rests on it",
    ),
    "E412.contradicts": (
        "aucun journal ne peut satisfaire à la fois la règle `{rule}` et la règle `{other}`",
        "no log can suit both rule `{rule}` and rule `{other}`",
    ),
    "E412.other": ("la règle `{rule}`", "rule `{rule}`"),
    "E412.log": (
        "le plus petit journal qui le montre :{log}",
        "the smallest log that shows it:{log}",
    ),
    "W413.same": (
        "les règles `{rule}` et `{other}` demandent la même chose",
        "rules `{rule}` and `{other}` ask the same",
    ),
    "E414.blank": (
        "un texte est vide, ou n’a que des blancs",
        "a text is empty, or holds blanks alone",
    ),
    "W415.provisions": (
        "une autre disposition dit la même chose, mot pour mot",
        "another provision says the same, word for word",
    ),
    "W415.other": (
        "l’autre lecture est celle-ci, mot pour mot",
        "the other reading is this one, word for word",
    ),
    "W415.because": (
        "la raison est la lecture elle-même, mot pour mot",
        "the reason is the reading itself, word for word",
    ),
    "W415.first": ("déjà dit ici", "said here"),
    "W415.languages": (
        "le français et l’anglais sont les mêmes, mot pour mot",
        "the French and the English are the same, word for word",
    ),
    "W417.near": (
        "`{field}` n’a pas de mot `{text}` dans les vocabulaires",
        "`{field}` has no word `{text}` in the vocabularies",
    ),
    "W416.less": (
        "la règle `{rule}` ne demande rien de plus que la règle `{other}`",
        "rule `{rule}` asks nothing that rule `{other}` does not ask",
    ),
    "W416.days": (
        "les deux sont en vigueur du {start} au {end} : l’une finit-elle trop tard ?",
        "both are in force from {start} to {end}: was one of them to end before?",
    ),
    "E408.compared": (
        "comparé avant le jour de l’édition",
        "compared before the day of the edition",
    ),
    "E408.outside_source": (
        "hors du temps où le texte est en vigueur",
        "this lies outside the time in which the text is in force",
    ),
    "E408.ends_first": ("finit avant de commencer", "this ends before it begins"),
    "E408.outside_provision": (
        "hors du temps où la disposition citée est en vigueur",
        "this lies outside the time in which the provision cited is in force",
    ),
    "E408.beyond_provision": (
        "va au-delà du temps où la disposition citée est en vigueur",
        "this reaches beyond the time in which the provision cited is in force",
    ),
    "E408.outside_ruleset": (
        "hors du temps où le jeu de règles est en vigueur",
        "this lies outside the time in which the ruleset is in force",
    ),
    "E408.in_force": ("en vigueur", "in force"),
    "W409.hole": (
        "la disposition `{provision}` n’a pas de règle du {start} au {end}",
        "provision `{provision}` has no rule from {start} to {end}",
    ),
    "W409.open": ("jour le plus lointain", "the end of time"),
    "W409.next": ("la règle la plus proche", "the nearest rule"),
    "W409.param": (
        "le paramètre `{name}` n’a pas de valeur avant le {day}",
        "param `{name}` has no value before {day}",
    ),
    "E411.set_apart": (
        "un blanc sépare les cellules : `{sign}` est de trop",
        "a blank sets cells apart: `{sign}` is one sign too many",
    ),
    "E411.sets_nothing": (
        "cette ligne n’a pas d’événement, et aucun ne la suit : elle ne vaut pour rien",
        "this line has no event, and none follows it: it holds for nothing",
    ),
    "E411.row": (
        (
            "l’exemple a {count} événement, et pas de ligne {row}"
            "|l’exemple a {count} événements, et pas de ligne {row}"
        ),
        (
            "the example has {count} event, and no row {row}"
            "|the example has {count} events, and no row {row}"
        ),
    ),
    "E411.rows_of_none": (
        "`at` nomme les lignes d’une constatation : `{outcome}` n’en a pas",
        "`at` names the rows of a finding: `{outcome}` has none",
    ),
    "E411.without_at": (
        "retirez `at` et ses numéros, ou dites `violates`",
        "leave out `at` and its numbers, or say `violates`",
    ),
    "E411.no_times": (
        "un événement répété zéro fois n’en est pas un",
        "an event that is repeated no times is none",
    ),
    "E411.same_events": (
        "deux exemples de la règle `{rule}` montrent les mêmes événements : l’un ne prouve rien",
        "two examples of rule `{rule}` show the same events: one of them proves nothing",
    ),
    "E411.both": (
        "deux exemples de la règle `{rule}` disent autre chose des mêmes événements",
        "two examples of rule `{rule}` say different things of the same events",
    ),
    "E411.unknown": (
        "`{name}` n’est pas connu comme {family}",
        "no {family} is called `{name}`",
    ),
    "E411.cell": (
        "`{field}` ne peut être « {text} » : {says:clause}",
        "`{field}` cannot be “{text}”: {says:clause}",
    ),
    # ---- decision tables ------------------------------------------------------------------------
    "E501.gap": (
        "la table `{table}` n’a pas de ligne pour {input}",
        "table `{table}` has no row for {input}",
    ),
    "E501.another": ("un autre mot", "any other word"),
    "E502.overlap": (
        "deux lignes de la table `{table}` valent pour {input}",
        "two rows of table `{table}` hold for {input}",
    ),
    "E502.other_row": ("l’autre ligne", "the other row"),
    "E502.anything": ("n’importe quoi", "anything"),
    "E502.input": ("{name} {value}", "{name} {value}"),
    # ---- conditions decided beforehand ----------------------------------------------------------
    "E503.never_fails": (
        "cette exigence ne peut jamais être enfreinte",
        "this requirement can never fail",
    ),
    "E504.requirement": (
        "cette exigence ne peut jamais être satisfaite",
        "this requirement can never hold",
    ),
    "E504.as_declared": (
        (
            "avec les valeurs des constantes et des paramètres, cette exigence ne peut jamais être "
            "satisfaite"
        ),
        "with the values of constants and parameters, this requirement can never hold",
    ),
    "E504.condition": (
        "cette condition ne peut jamais être satisfaite",
        "this condition can never hold",
    ),
    "E504.where_it_applies": (
        "là où la règle s’applique, cette exigence ne peut jamais être satisfaite",
        "where the rule applies, this requirement can never hold",
    ),
    "E503.condition": (
        "cette condition est toujours satisfaite",
        "this condition always holds",
    ),
    "E503.where_it_applies": (
        "là où la règle s’applique, cette exigence ne peut jamais être enfreinte",
        "where the rule applies, this requirement can never fail",
    ),
    "E503.this": ("ceci", "this"),
    "E503.and_this": ("avec ceci ne laisse rien d’autre", "with this leaves nothing else"),
    "E504.and_this": ("est exclu par ceci", "is excluded by this"),
    "E504.because": ("à cause de ceci", "because of this"),
    "E504.with_the_others": (
        "avec les autres conditions de la règle, celle-ci ne peut jamais être satisfaite",
        "with the other conditions of the rule, this one can never hold",
    ),
    "E505.by_zero": (
        "`{sign}` par zéro n’a pas de résultat",
        "`{sign}` by zero has no result",
    ),
    "E505.nth": (
        "`nth` compte à partir de 1",
        "`nth` counts from 1",
    ),
    "E506.text": (
        "aucune cellule n’est lue ainsi : la comparaison n’est jamais satisfaite",
        "no cell is read as this: the comparison never holds",
    ),
    "E506.in_set": (
        "aucune cellule n’est lue comme l’un de ces textes",
        "no cell is read as one of these texts",
    ),
    "E506.cells": (
        "les blancs aux deux bouts d’une cellule sont ôtés ; pour une cellule vide : `is empty`",
        "blanks at both ends of a cell are taken off; of an empty cell say `is empty`",
    ),
    "E506.no_result": (
        "aucun cas ne donne « {text} » : la comparaison n’est jamais satisfaite",
        "no case gives “{text}”: the comparison never holds",
    ),
    "E506.results": ("les cas donnent {texts}", "the cases give {texts}"),
    "E506.whole": (
        "un nombre entier n’est jamais l’un de ceux-ci",
        "a whole number is never one of these",
    ),
    "E507.empty": (
        "rien ne peut se trouver entre ces bornes",
        "nothing can lie between these bounds",
    ),
    "E507.no_time": (
        "un intervalle qui ne dure rien n’est jamais ouvert",
        "an interval that lasts no time is never open",
    ),
    "E507.bound": ("borne", "bound"),
    "E508.unreachable": (
        "ce cas ne se présente jamais : ceux qui le précèdent, ou lui-même, l’excluent",
        "this case is never reached: those before it leave nothing for it",
    ),
    "E508.else_unreachable": (
        "`else` ne se présente jamais : les cas qui le précèdent ne laissent rien",
        "`else` is never reached: the cases before it leave nothing",
    ),
    "E508.else_row": (
        "les autres lignes de la table `{table}` ne laissent rien à `else`",
        "the other rows of table `{table}` leave nothing to `else`",
    ),
    "E508.all_alike": (
        "tous les cas donnent la même chose",
        "all cases give the same",
    ),
    "E509.never": (
        "une étape répétée zéro fois n’a pas lieu d’être",
        "a step that is repeated no times is none",
    ),
    "E509.alike": (
        "deux des possibilités entre `[ ]` sont la même",
        "two of the alternatives within `[ ]` are the same",
    ),
    "E509.takes_all": (
        "n’importe quels événements suivent ce motif",
        "any events whatever follow this pattern",
    ),
    "E510.outside": (
        "`{value}` n’est pas une valeur de `{input}`",
        "`{value}` is no value of `{input}`",
    ),
    "E511.ways": (
        "la table `{table}` ne dit pas de combien de façons chaque résultat se produit",
        "table `{table}` does not say in how many ways each result comes about",
    ),
    "E511.count": (
        (
            "Une entrée, `gives integer`, et un nombre d’au moins 0 pour chaque résultat ; "
            "`else -> 0` pour tout autre."
        ),
        (
            "One input, `gives integer`, and a number of at least 0 for each result; `else -> 0` "
            "for any other."
        ),
    ),
    "E510.input": ("les valeurs de cette entrée", "the values of this input"),
    # ---- warnings -------------------------------------------------------------------------------
    "W601.unused": ("{family} sans emploi : `{name}`", "{family} `{name}` is never used"),
    "W602.needless": (
        "ceci n’ajoute rien à ce qui est dit à côté",
        "this adds nothing to what is said beside it",
    ),
    "W602.needed": (
        "`{field}` n’est jamais vide par nature dans `{kind}` : cela n’ajoute rien",
        "`{field}` is never empty by nature in `{kind}`: this adds nothing",
    ),
    "W602.needed_rows": (
        "l’absence de `{kind}` est toujours une lacune du registre : cela n’ajoute rien",
        "the absence of `{kind}` is always a gap in the record: this adds nothing",
    ),
    "W602.said_here": ("ceci en dit autant", "this says as much"),
    "W603.one_result": (
        "toutes les lignes de la table `{table}` donnent {value}",
        "every row of table `{table}` gives {value}",
    ),
    "W604.same": (
        "`{one}` et `{other}` disent la même chose",
        "`{one}` and `{other}` say the same",
    ),
    "W604.other": ("l’autre", "the other"),
    "W605.twice_denied": (
        "ceci nie deux fois : dites ce qui doit être",
        "this denies twice: say what has to be",
    ),
    "W605.one_bound": (
        "les deux bornes sont la même : une seule valeur est entre elles",
        "both bounds are the same: one value alone lies between them",
    ),
    "W606.nothing_of": (
        "ceci ne demande rien de ce qui est regardé (`{sources}`), et rien que du sujet",
        "this asks nothing of what is looked at (`{sources}`), and only of the subject",
    ),
    "W606.outside": (
        "fermez la parenthèse avant : `(any deal where seat = 1) and …` ; ou voyez quel champ",
        "close a bracket before it: `(any deal where seat = 1) and …`; or see which field is meant",
    ),
    "W701.slow": (
        "Ceci n’a pas de forme en colonnes, car {why} : cela est jugé un par un, et lentement",
        "This has no form in columns, since {why}: it is judged one by one, and slowly",
    ),
    "W701.items": (
        "`{name}` contient des événements, pas des valeurs",
        "`{name}` holds events, not values",
    ),
    "W701.steps": (
        "il y a plus de {most} étapes différentes",
        "it has more than {most} different steps",
    ),
    "W701.intervals": (
        "l’on y regarde des intervalles de plusieurs sortes",
        "it looks at intervals of several sorts",
    ),
    "W701.column": (
        "`{name}` est une colonne d’un registre, et l’on regarde plusieurs sources",
        "`{name}` is a column of a record, and several sources are looked at",
    ),
    "W701.operator": (
        "`{sign}` n’existe que dans le moteur de référence",
        "`{sign}` exists in the reference engine alone",
    ),
}

"""What a ruleset leaves out, decides beforehand or never uses; and what is judged slowly."""

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
    "E401.uncited": (
        "aucune règle ne cite la disposition `{provision}`",
        "no rule cites provision `{provision}`",
    ),
    "E401.declare": (
        (
            "ou dites pourquoi : `not auditable`, `refers to`, ou, si elle est d’un parent, "
            "`not applicable`"
        ),
        "or say why: `not auditable`, `refers to`, or, where it is a parent’s, `not applicable`",
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
    "E404.brace": (
        "une accolade n’a pas de pendant dans « {words} »",
        "a brace has no other in “{words}”",
    ),
    "E404.placeholder": (
        "`{{{name}}}` ne désigne rien ici",
        "`{{{name}}}` stands for nothing here",
    ),
    "E405.presumes_itself": (
        "la règle `{rule}` s’attend elle-même",
        "rule `{rule}` waits for itself",
    ),
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
    # ---- decision tables ------------------------------------------------------------------------
    "E501.gap": (
        "la table `{table}` n’a pas de ligne pour {input}",
        "table `{table}` has no row for {input}",
    ),
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
    "E504.condition": (
        "cette condition ne peut jamais être satisfaite",
        "this condition can never hold",
    ),
    "E504.where_it_applies": (
        "là où la règle s’applique, cette exigence ne peut jamais être satisfaite",
        "where the rule applies, this requirement can never hold",
    ),
    # ---- warnings -------------------------------------------------------------------------------
    "W601.unused": ("{family} sans emploi : `{name}`", "{family} `{name}` is never used"),
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

"""The words of the rule book, in French and in English."""

from __future__ import annotations

BOOK: dict[str, tuple[str, str]] = {
    "book": ("Recueil de règles", "Rule book"),
    "book.note": (
        (
            "Les dispositions sont paraphrasées, dans l’ordre du texte. Chaque règle est donnée "
            "dans ses propres termes, avec la phrase qu’elle dit quand elle n’est pas observée, "
            "les lectures sur lesquelles elle repose, et des exemples que le logiciel vérifie."
        ),
        (
            "Provisions are paraphrased, in the order of the text. Each rule is given in its own "
            "terms, with the sentence that it says where it is not observed, the readings on which "
            "it rests, and examples that the program checks."
        ),
    ),
    "book.counts": (
        "{provisions} dispositions, {rules} règles, {examples} exemples.",
        "{provisions} provisions, {rules} rules, {examples} examples.",
    ),
    "book.says": ("Non observée, elle dit", "Not observed, it says"),
    "book.cites": ("Dispositions", "Provisions"),
    "book.rests_on": ("Repose sur les lectures", "Rests on the readings"),
    "book.also": ("Aussi mise en œuvre par", "Also put into force by"),
    "book.examples": ("Exemples", "Examples"),
    "book.no_rule": ("Aucune règle.", "No rule."),
    "book.not_applicable": ("Sans objet ici", "Not applicable here"),
    "book.refers_to": ("Contrôlée sous", "Audited under"),
    "book.file": ("Fichier de règles", "Rule file"),
    "book.terms": ("Termes abrégés des règles", "Short names in rules"),
    "book.place": ("Fichier", "File"),
    "example.complies": ("observe la règle", "observes the rule"),
    "example.violates": ("ne l’observe pas", "does not observe it"),
    "example.unverifiable": ("non vérifiable", "not verifiable"),
    "example.inapplicable": ("sans objet", "not applicable"),
}

"""Messages of the language server in an editor."""

from __future__ import annotations

EDITOR: dict[str, tuple[str, str]] = {
    "lsp.not_installed": (
        "le serveur de langage demande pygls : `pip install 'auditor[lsp]'`",
        "the language server needs pygls: `pip install 'auditor[lsp]'`",
    ),
    "lsp.run": ("▶ jouer l’exemple", "▶ run the example"),
    "lsp.cited_by": ("Citée par {rules}", "Cited by {rules}"),
    "lsp.no_name": (
        "ce n’est le nom de rien qui soit déclaré",
        "this is the name of nothing that is declared",
    ),
    "lsp.two_meanings": (
        "`{name}` est aussi déclaré ailleurs ({where}) : renommez à la main",
        "`{name}` is declared elsewhere too ({where}): rename it by hand",
    ),
    "lsp.no_such_name": (
        "`{name}` ne peut être un nom : c’est un mot du langage, ou un signe n’y convient pas",
        "`{name}` can be no name: it is a word of the language, or holds a sign that no name has",
    ),
    "lsp.taken": (
        "`{name}` est déjà le nom d’autre chose ({where})",
        "`{name}` is the name of something else already ({where})",
    ),
    "lsp.not_here": (
        "le nom figure aussi hors de ce dossier, dans {path}",
        "the name stands outside this folder too, in {path}",
    ),
    "lsp.worse": (
        "ce nom causerait une erreur en {where} : {what}",
        "this name would cause an error at {where}: {what}",
    ),
    "lsp.errors_first": (
        "le recueil a des erreurs : ses exemples ne peuvent être joués",
        "the ruleset has errors: its examples cannot be run",
    ),
    "lsp.no_example": (
        "la règle `{rule}` n’a pas d’exemple « {title} »",
        "rule `{rule}` has no example “{title}”",
    ),
    "lsp.as_it_says": (
        "« {title} », règle `{rule}` : comme il le dit",
        "“{title}”, rule `{rule}`: as it says",
    ),
}

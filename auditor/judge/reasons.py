"""Why something could not be verified, as a sentence in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from auditor.language.core import Bilingual
from auditor.values import Reason


def sentence(reason: Reason) -> Bilingual:
    """One reason in words; names of fields, events and rules stand in backticks."""
    name = reason.subject
    match reason.cause:
        case "empty":
            return Bilingual(f"le champ `{name}` est vide", f"the field `{name}` is empty")
        case "not_recorded":
            return Bilingual(
                f"le journal n’enregistre aucun événement `{name}`", f"the log records no `{name}`"
            )
        case "absent":
            return Bilingual(f"aucun élément `{name}` à cet endroit", f"there is no `{name}` there")
        case "blocked":
            return Bilingual(
                f"la règle `{name}` est enfreinte ou n’a pas pu être vérifiée pour le même objet",
                f"rule `{name}` is violated or not verifiable for the same subject",
            )
        case "law":
            return Bilingual(
                f"aucune version connue de `{name}` n’est en vigueur à cette date",
                f"no known version of `{name}` is in force at that time",
            )
        case "stated":
            return Bilingual(reason.fr, reason.en)
        case "undefined":
            return Bilingual(
                f"le calcul `{name}` n’a pas de résultat", f"the calculation `{name}` has no result"
            )
        case _:
            assert_never(reason.cause)


def together(reasons: Iterable[Reason]) -> Bilingual:
    """All the reasons for which one subject could not be verified, in one sentence."""
    said = list(map(sentence, reasons))
    return Bilingual(" ; ".join(own.fr for own in said), "; ".join(own.en for own in said))

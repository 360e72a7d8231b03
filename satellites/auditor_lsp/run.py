"""One example, run for the editor that shows it."""

from __future__ import annotations

from auditor.authoring.examples import failing
from auditor.authoring.review import INCOMPLETE, failed
from auditor.messages.message import Language, message, say
from auditor_lsp.workspace import OpenRuleset


def example_said(
    ruleset: OpenRuleset, rule: str, title: str, language: Language
) -> tuple[bool, str]:
    """Whether an example comes out as it says, and a sentence about it."""
    program = ruleset.program
    wrong = [d for d in ruleset.diagnostics if d.level == "error" and d.code not in INCOMPLETE]
    if program is None or wrong:
        return False, say(message("lsp.errors_first"), language)
    found = [own for own in program.examples if (own.rule.text, own.title) == (rule, title)]
    if not found:
        return False, say(message("lsp.no_example", title=title, rule=rule), language)
    failure = failing(program, found[0])
    if failure is None:
        return True, say(message("lsp.as_it_says", title=title, rule=rule), language)
    return False, failed(program.name, failure, language)

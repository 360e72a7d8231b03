"""Every message: its code, and how it is said in French and in English.

`{name}` stands for a value.  `one|many` are the forms for the value `count`.  Words of the user's
own files stand in backticks.  One file of this package holds the messages of one family.
"""

from __future__ import annotations

from auditor.messages.cases import CASES
from auditor.messages.editor import EDITOR
from auditor.messages.files import FILES
from auditor.messages.mapping import MAPPING
from auditor.messages.outcome import OUTCOME
from auditor.messages.reading import READING
from auditor.messages.reasons import REASONS
from auditor.messages.requests import REQUESTS
from auditor.messages.rows import ROWS
from auditor.messages.rule_completeness import RULE_COMPLETENESS
from auditor.messages.rule_types import RULE_TYPES
from auditor.messages.rules import RULES
from auditor.messages.terminal import TERMINAL
from auditor.messages.values import VALUES

TABLE: dict[str, tuple[str, str]] = {
    **VALUES,
    **REASONS,
    **ROWS,
    **FILES,
    **READING,
    **MAPPING,
    **CASES,
    **REQUESTS,
    **TERMINAL,
    **OUTCOME,
    **RULES,
    **RULE_TYPES,
    **RULE_COMPLETENESS,
    **EDITOR,
}

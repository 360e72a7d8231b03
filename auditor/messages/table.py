"""Every message: its code, and how it is said in French and in English.

`{name}` stands for a value.  `one|many` are the forms for the value `count`.  Words of the user's
own files stand in backticks.  One file of this package holds the messages of one family.
"""

from __future__ import annotations

from auditor.messages.reasons import REASONS
from auditor.messages.rows import ROWS

TABLE: dict[str, tuple[str, str]] = {**REASONS, **ROWS}

"""The parsing tables of the rule language, worked out once and shipped beside its grammar.

`python -m tools.grammar` writes them after any change to the grammar, or of Lark; a test sees
whether they are of this grammar.  They are lists, texts and numbers as compressed JSON: to read
them runs no code.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path

from auditor.language.syntax import grammar

PLACE = Path(grammar.__file__).parent / "grammar.tables"


def packed() -> bytes:
    """The content of the file: what the tables depend on, and the tables."""
    tables, _ = grammar.fresh_tables()
    text = json.dumps(tables, separators=(",", ":"), sort_keys=True)
    return grammar.tables_stamp() + b"\n" + zlib.compress(text.encode(), 9)


if __name__ == "__main__":
    PLACE.write_bytes(packed())

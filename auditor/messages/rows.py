"""What is said of rows: how they are named, and why one is set aside."""

from __future__ import annotations

ROWS: dict[str, tuple[str, str]] = {
    "rows.one": ("ligne {first}", "row {first}"),
    "rows.some": ("lignes {shown}", "rows {shown}"),
    "rows.many": ("lignes {shown} et {count} autres", "rows {shown} and {count} more"),
}

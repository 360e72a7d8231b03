"""Exact amounts and their text: `5`, `2.50`, `1.25`."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache


@lru_cache(maxsize=4096)
def text_of(amount: Decimal) -> str:
    """Whole amounts bare, others with two decimals at least."""
    text = f"{amount.normalize():f}"
    return text + "0" if text[-2:-1] == "." else text

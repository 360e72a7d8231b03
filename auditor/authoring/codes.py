"""The codes of diagnostics, each with an example and the remedy: `auditor explain E301`."""

from __future__ import annotations

import tomllib
from importlib import resources

from auditor.messages.message import Language
from auditor.source import Frozen

HEAD = """ruleset page version "1" title fr "Page" en "Page"
use cards
provision p fr "Une disposition" en "A provision"
"""
"""The lines before the examples: a page of the law, and the words of cards and tables."""


class Code(Frozen):
    """`wrong` is a piece of a rule file of which the code is said, `right` the same put right."""

    code: str
    meaning: str
    meaning_fr: str
    remedy: str
    remedy_fr: str
    wrong: str
    right: str
    encoding: str = "utf-8"  # of the file in which the wrong piece stands

    def in_language(self, language: Language) -> tuple[str, str]:
        """The meaning of the code, and the remedy."""
        if language == "fr":
            return self.meaning_fr, self.remedy_fr
        return self.meaning, self.remedy


def _codes() -> dict[str, Code]:
    text = resources.files(__package__ or "").joinpath("codes.toml").read_text("utf-8")
    return {code: Code(code, **said) for code, said in tomllib.loads(text).items()}


CODES = _codes()

"""Templates that were compiled before: to compile them takes a sixth of a second of each report.

They are code, and are kept with the checked rules, in a folder in which nobody else can write.
"""

from __future__ import annotations

from contextlib import suppress

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

from auditor.language.resolve.cache import cache_folder
from auditor.report.model import Language


class _Kept(FileSystemBytecodeCache):
    """A file for each template; where none can be written, it is compiled again the next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_before(language: Language) -> BytecodeCache | None:
    """Templates of one language; None where nothing is to be kept."""
    folder = cache_folder()
    return None if folder is None else _Kept(str(folder), f"page-{language}-%s")

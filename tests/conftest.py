"""Every run tries the same examples, by night more of them; `--hypothesis-profile=search` looks for
new ones.
"""

import gc
import os
import sys
import tempfile
from collections import defaultdict
from hashlib import sha256
from math import ceil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

# Hypothesis would read the sources of all modules that are loaded for constants to try: that takes
# nine seconds, and each process would try other examples, by what had been loaded there.
if hasattr(providers, "is_local_module_file"):
    providers.is_local_module_file = lambda _path: False

settings.register_profile("day", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("night", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("day")


def pytest_addoption(parser: pytest.Parser) -> None:
    says = "places at which tests/simulate tries each fault"
    parser.addoption("--seeds", type=int, default=1, help=says)
    parser.addoption("--thorough", action="store_true", help="every case of every test")


def pytest_configure(config: pytest.Config) -> None:
    """What is kept of rulesets stays with the tests, out of the home of whoever runs them."""
    if config.getoption("--thorough") and not config.getoption("hypothesis_profile", None):
        settings.load_profile("night")
    cache = getattr(config, "cache", None)  # pytest may be asked to have none
    os.environ["AUDITOR_CACHE"] = "off" if cache is None else str(cache.mkdir("auditor"))
    if cache is not None:
        os.environ["XDG_DATA_HOME"] = str(cache.mkdir("data"))
    # Where nothing is compiled beside its source, each process that a test starts would compile
    # all libraries for itself.
    if cache is not None and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(cache.mkdir("compiled"))
        sys.dont_write_bytecode = False
    # Pseudonyms are the same in every run, and no key is made in anybody's home.
    folder = Path(tempfile.mkdtemp()) if cache is None else cache.mkdir("people")
    key = folder / "pseudonyms.key"
    key.touch(mode=0o600)
    key.write_text("the key of all tests, which is no secret\n", encoding="utf-8")
    os.environ["AUDITOR_KEY"] = str(key)
    # Errors are in the language of the locale: here in English, wherever the tests run.
    for name in ("LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what the night tries, unless a test is named or all are asked for.

    Of a test that is `sampled(3)` a third of the cases is kept, the same in every run; one that is
    `nightly` waits.
    """
    if config.getoption("--thorough") or any("::" in name for name in config.args):
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    left: set[pytest.Item] = set()
    for item in items:
        if item.get_closest_marker("nightly") is not None:
            left.add(item)
        elif item.get_closest_marker("sampled") is not None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for own in cases.values():
        marker = own[0].get_closest_marker("sampled")
        assert marker is not None
        # By their names, since every third may be always of the same kind.
        mixed = sorted(own, key=lambda item: sha256(item.nodeid.encode()).digest())
        left.update(mixed[ceil(len(own) / marker.args[0]) :])
    items[:] = (item for item in items if item not in left)
    config.hook.pytest_deselected(items=[*left])


@given(st.none())
def _first_of_hypothesis(_nothing: None) -> None:
    """A first test, for which Hypothesis collects garbage: after many others it takes seconds."""


def pytest_collection_finish() -> None:
    """What is loaded by now stays: to look through it for garbage takes a twelfth of the time."""
    _first_of_hypothesis()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)

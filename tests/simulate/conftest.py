"""Each fault is tried once here; `make qualify` tries it at other places too, by `--seeds`."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "fault_seed" in metafunc.fixturenames:
        metafunc.parametrize("fault_seed", range(metafunc.config.getoption("seeds")))

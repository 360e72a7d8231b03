"""Templates that are kept compiled say the same, and a damaged file is no matter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.report.render.html import environment, html_text
from tests.report.evening import evening


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    environment.cache_clear()
    yield
    environment.cache_clear()


def test_a_page_is_the_same_from_templates_that_were_kept_or_are_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUDITOR_CACHE", "off")
    page = html_text(evening(3))
    assert not list(tmp_path.iterdir())

    monkeypatch.setenv("AUDITOR_CACHE", str(tmp_path))
    for damage in (False, False, True):
        environment.cache_clear()
        if damage:
            for kept in tmp_path.glob("page-fr-*"):
                kept.write_bytes(kept.read_bytes()[:-40])
        assert html_text(evening(3)) == page
        assert list(tmp_path.glob("page-fr-*"))


def test_a_folder_that_cannot_be_written_in_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("AUDITOR_CACHE", str(tmp_path / "file" / "below"))
    assert "<!DOCTYPE html>" in html_text(evening(3))

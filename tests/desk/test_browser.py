"""The desk in a browser: the whole way in French, with axe-core on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from auditor.desk.cabinet import soundness
from auditor.report.files import read_report
from auditor_signatures.pdf import signatures
from tests.desk import browser
from tests.desk.browser import (
    Window,
    from_an_objection_to_a_signature,
    from_files_to_findings,
)
from tests.signatures.keys import Key

pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(
    browser.BROWSER is None, reason="no Chromium is here: `apt-get install chromium` brings it"
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser.chromium() as own:
        yield own


@pytest.fixture(scope="module")
def handed_over(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return browser.handed_over(tmp_path_factory.mktemp("casino"))


@pytest.fixture
def window(chromium: Any, tmp_path: Path) -> Iterator[Window]:
    with browser.opened(chromium, tmp_path / "Contrôles") as own:
        yield own


def test_the_way_to_the_findings_in_french(window: Window, handed_over: list[Path]) -> None:
    seen = {screen: window.accessible() for screen in from_files_to_findings(window, handed_over)}
    assert seen == {screen: [] for screen in seen}
    assert window.complaints == []


@pytest.mark.nightly
def test_the_whole_way_in_french(window: Window, handed_over: list[Path], tmp_path: Path) -> None:
    """From the casino's files to a report that is signed, with an objection that is answered."""
    seen = {screen: window.accessible() for screen in from_files_to_findings(window, handed_over)}
    window.press("Imprimer la version 1")
    window.page.get_by_role("link", name="le rapport (PDF)").wait_for()
    certificate = tmp_path / "inspecteur.p12"
    certificate.write_bytes(Key("Mme Martin", b"secret").p12)
    way = from_an_objection_to_a_signature(window, certificate)
    seen |= {screen: window.accessible() for screen in way}
    with window.page.expect_download() as download:
        window.page.get_by_role("link", name="Signée le").first.click()
    download.value.save_as(tmp_path / "rapport.pdf")
    content, report = read_report(tmp_path / "rapport.pdf")
    with ThreadPoolExecutor(1) as pool:  # Playwright's loop runs in this thread
        (signature,) = pool.submit(signatures, content, now=datetime.now(UTC)).result()
    assert signature.holds
    assert report.run.language == "fr"
    assert report.case is not None
    assert (report.case.version, report.case.status) == (2, "final-after-answers")
    assert report.case.service.mandate == "Lettre du 12 janvier 2026"
    assert [own.text for own in report.case.answers] == ["Erreur de saisie."]
    assert {own.file for own in report.inputs} == {own.name for own in handed_over[:2]}
    assert {"55-19.6", "55-19.20"} <= {cited for own in report.findings for cited in own.provisions}
    assert seen == {screen: [] for screen in seen}
    assert window.complaints == []
    assert soundness(window.root / "2026-014").differs == ()


@pytest.mark.nightly
def test_work_that_is_stopped_says_so_and_leaves_nothing(window: Window) -> None:
    page = window.page
    window.press("Ouvrir un exemple")
    window.follow("Suite : Jeu")
    window.press("C’est ce jeu")
    address = page.url.rpartition("/")[0]
    page.goto(f"{address}/dossier")
    page.get_by_label("Nom du casino").fill("Nord")
    window.press("Garder et continuer")
    page.goto(f"{address}/rapport")
    window.press("Imprimer la version 1")
    window.press("Arrêter")
    page.get_by_text("Arrêté à votre demande").wait_for()
    assert not (window.root / "Exemple" / "rapports").exists()
    assert window.complaints == []

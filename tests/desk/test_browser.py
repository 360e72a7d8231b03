"""The desk in a browser: the whole way in French, with axe-core on every screen."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from auditor.report.files import read_report
from tests.desk.french import exported

playwright = pytest.importorskip("playwright.sync_api")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
PATIENCE = 60_000
ACTIVE = "document.activeElement.id || document.activeElement.innerText"
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium is here: `apt-get install chromium` brings it"
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as own:
        browser = own.chromium.launch(
            executable_path=BROWSER, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def handed_over(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files of a French casino: a workbook of two tables, the CSV of a third, a letter."""
    folder = tmp_path_factory.mktemp("casino")
    log = folder / "log.csv"
    command = [sys.executable, "-m", "auditor", "simulate", "bataille", "-o", str(log)]
    faults = ["--fault", "four-burns", "--fault", "winner-paid-wrongly"]
    subprocess.run([*command, "--tables", "3", "--seed", "11", *faults], check=True)
    book, table = exported(log, "bataille", ("BA1", "BA2"))
    files = {
        "Journaux BA1 BA2 - janvier 2026.xlsx": book,
        "journal_BA3.csv": table,
        "lettre du casino.pdf": b"%PDF-1.4 scan",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]


@dataclass
class Window:
    """A window of the browser, which notes whatever the page complains of."""

    page: Any
    root: Path
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda own: self.complaints.append(own.text))
        self.page.on("pageerror", lambda own: self.complaints.append(str(own)))
        self.page.set_default_timeout(PATIENCE)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name).first.click()

    def accessible(self) -> list[str]:
        """All that axe-core has to say of the screen."""
        found = self.page.evaluate(f"async () => {{ {AXE}; return (await axe.run()).violations }}")
        return [f"{own['id']}: {node['html']}" for own in found for node in own["nodes"]]


@pytest.fixture
def window(chromium: Any, tmp_path: Path) -> Iterator[Window]:
    root = tmp_path / "Contrôles"
    command = [sys.executable, "-m", "auditor", "desk", str(root), "--no-browser", "--lang", "fr"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = ""
        while not address:
            line = server.stdout.readline()
            assert line, "the server ended before it said where it is"
            address = "".join(re.findall(r"http://\S+", line))
        # The policy of the page holds for axe-core too, but for what a debugger evaluates.
        context = chromium.new_context(locale="fr-FR", bypass_csp=False)
        page = context.new_page()
        page.goto(address)
        yield Window(page, root)
        context.close()
        server.terminate()


def test_the_whole_way_in_french(window: Window, handed_over: list[Path], tmp_path: Path) -> None:
    seen = {screen: window.accessible() for screen in from_files_to_findings(window, handed_over)}
    page = window.page
    window.press("Imprimer la version 1")
    with page.expect_download() as download:
        page.get_by_role("link", name="le rapport (PDF)").click()
    download.value.save_as(tmp_path / "rapport.pdf")
    content, report = read_report(tmp_path / "rapport.pdf")
    assert content.startswith(b"%PDF")
    assert report.run.language == "fr"
    assert report.case is not None
    assert report.case.service.mandate == "Lettre du 12 janvier 2026"
    assert {own.file for own in report.inputs} == {own.name for own in handed_over[:2]}
    assert {"55-19.6", "55-19.20"} <= {cited for own in report.findings for cited in own.provisions}
    assert seen == {screen: [] for screen in seen}
    assert window.complaints == []


def from_files_to_findings(window: Window, files: list[Path]) -> Iterator[str]:
    """Everything that is done before a report is printed; the name of each screen on the way."""
    page = window.page
    yield "accueil"
    page.get_by_label("Numéro du dossier").fill("2026-014")
    page.get_by_label("Votre nom").fill("Mme Martin")
    window.press("Commencer")
    page.get_by_label("Fichiers à déposer").set_input_files(files)
    page.get_by_label("Remis par").fill("M. Petit")
    window.press("Déposer")
    page.get_by_text("non lu comme journal").wait_for()
    page.get_by_role("link", name="Suite").wait_for()
    yield "pièces"
    window.follow("Suite")
    page.get_by_label("Bataille (casino)").check()
    yield "jeu"
    window.press("C’est ce jeu")
    page.get_by_text("Les premiers événements").wait_for()
    yield "lecture"
    window.follow("Suite")
    yield "inscrit"
    for own in page.get_by_label("Le système l’inscrit toujours").all():
        own.check()
    window.press("Garder et continuer")
    yield from from_the_case_to_findings(window)


def from_the_case_to_findings(window: Window) -> Iterator[str]:
    page = window.page
    page.get_by_label("Mandat").fill("Lettre du 12 janvier 2026")
    page.get_by_label("Première journée de jeu").fill("9 janvier 2026")
    page.get_by_label("Dernière journée de jeu").fill("9/1/2026")
    yield "dossier"
    window.press("Garder et continuer")
    yield "contrôle"
    window.press("Lancer le contrôle")
    window.follow("Suite : Résultats")
    yield "résultats"
    page.locator("table.findings a").first.click()
    page.locator(".finding").wait_for()
    yield "constat"
    window.follow("Tous les constats")
    window.follow("Suite : Rapport")
    yield "rapport"


def test_every_control_is_reached_by_the_keyboard_and_shows_that_it_is(window: Window) -> None:
    page = window.page
    reached = list[str]()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body"):
        reached.append(page.evaluate(ACTIVE))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        page.keyboard.press("Tab")
    assert reached[0] == "Aller au contenu"
    assert {"number", "who", "Commencer", "pack", "Recevoir"} <= {*reached}


@pytest.mark.parametrize("width", [360, 640])
def test_nothing_is_wider_than_a_small_window(window: Window, width: int) -> None:
    """640 is what a window of 1280 has at 200 per cent."""
    page = window.page
    page.set_viewport_size({"width": width, "height": 740})
    for path in ("/", "/nowhere"):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width

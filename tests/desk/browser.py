"""A browser at the desk, and the way that an inspector goes there in French.

`python -m tests.desk.browser` takes the pictures of the guides anew.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.desk.french import exported

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
PICTURES = Path(__file__).parents[2] / "docs" / "desk"
SHOWN = ("accueil", "pieces", "lecture", "inscrit", "resultats", "rapport")
"""The screens of which the guides have a picture."""
PATIENCE = 180_000  # milliseconds, of a machine that has much else to do


@contextmanager
def chromium() -> Iterator[Any]:
    """Debian's own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as own:
        browser = own.chromium.launch(
            executable_path=BROWSER,
            args=["--headless", "--no-sandbox", "--disable-gpu"],
        )
        yield browser
        browser.close()


def handed_over(folder: Path) -> list[Path]:
    """Files of a French casino: a workbook of two tables, the CSV of a third with a word of the
    casino's own, a letter.
    """
    log = folder / "log.csv"
    command = [sys.executable, "-m", "auditor", "simulate", "bataille", "-o", str(log)]
    faults = ["--fault", "four-burns", "--fault", "winner-paid-wrongly"]
    subprocess.run([*command, "--tables", "3", "--seed", "11", *faults], check=True)
    book, table = exported(log, "bataille", ("BA1", "BA2"))
    files = {
        "Journaux BA1 BA2 - janvier 2026.xlsx": book,
        "journal_BA3.csv": table.replace("Carte brûlée".encode("cp1252"), b"Brulis"),
        "lettre du casino.pdf": b"%PDF-1.4 scan",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]


NOT_FOUND = "Failed to load resource: the server responded with a status of 404 (Not Found)"
NARROW, ZOOMED = 360, 640
"""Pixels of a telephone, and what a window of 1280 has at 200 per cent."""
CONTROLS = """
[...document.querySelectorAll(
  "a[href], button, input:not([type=hidden]), select, textarea, summary"
)].filter(own => own.checkVisibility())
"""
WIDTH = """
() => new Promise(done =>
  requestAnimationFrame(() => done(document.documentElement.scrollWidth)))
"""
"""How wide a page is, as soon as it is laid out for a window of another size."""
REACHED = f"""
[{CONTROLS}.indexOf(document.activeElement), document.activeElement !== document.body,
 getComputedStyle(document.activeElement).outlineStyle]
"""
GROUPS = f"""
{CONTROLS}.map((own, at) => own.type === "radio" ? own.name : `${{at}} ${{own.outerHTML}}`)
"""
"""Names of the controls: of several radio buttons the keyboard reaches one."""
PRINTED = f"{CONTROLS}.filter(own => own.matches('button, nav *')).map(own => own.outerHTML)"


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
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).first.click()

    def follow(self, name: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=name).first.click()

    def accessible(self) -> list[str]:
        """What axe-core says of the screen, what a small window cuts off, what the keyboard does
        not reach or show, and which controls are printed.
        """
        self.page.wait_for_load_state()  # work that has ended loads its page anew
        found = self.page.evaluate(f"async () => {{ {AXE}; return (await axe.run()).violations }}")
        said = [f"{own['id']}: {node['html']}" for own in found for node in own["nodes"]]
        return [*said, *self._cut_off(), *self._unreached(), *self._printed()]

    def _cut_off(self) -> Iterator[str]:
        wide = self.page.viewport_size
        for most in (NARROW, ZOOMED):
            self.page.set_viewport_size({"width": most, "height": 740})
            width = self.page.evaluate(WIDTH)
            if width > most:
                yield f"{width} pixels wide, of {most}"
        self.page.set_viewport_size(wide)

    def _unreached(self) -> Iterator[str]:
        names = self.page.evaluate(GROUPS)
        reached = set[str]()
        self.page.evaluate("document.body.tabIndex = -1; document.body.focus()")
        self.page.evaluate("document.body.removeAttribute('tabindex')")
        for _ in range(2 * len(names) + 10):
            self.page.keyboard.press("Tab")
            at, is_within, outline = self.page.evaluate(REACHED)
            if not is_within:
                break
            reached |= {names[at]} if at >= 0 else set()
            if outline == "none":
                yield f"the focus is not shown: {names[at]}"
        yield from (f"the keyboard does not reach {own}" for own in {*names} - reached)

    def _printed(self) -> Iterator[str]:
        self.page.emulate_media(media="print")
        yield from (f"printed: {own}" for own in self.page.evaluate(PRINTED))
        self.page.emulate_media(media="screen")


@contextmanager
def opened(browser: Any, root: Path) -> Iterator[Window]:
    """A window at a desk of its own."""
    command = [sys.executable, "-m", "auditor", "desk", str(root), "--no-browser", "--lang", "fr"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = ""
            while not address:
                line = server.stdout.readline()
                assert line, "the server ended before it said where it is"
                address = "".join(re.findall(r"http://\S+", line))
            context = browser.new_context(locale="fr-FR", viewport={"width": 1000, "height": 720})
            page = context.new_page()
            page.goto(address)
            yield Window(page, root)
            context.close()
        finally:
            server.terminate()


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
    yield "pieces"
    window.follow("Suite")
    page.get_by_label("Bataille (casino)").check()
    yield "jeux"
    window.press("C’est ce jeu")
    page.get_by_text("Les premiers événements").wait_for()
    yield "lecture"
    page.get_by_label("Votre réponse").select_option(label="carte brûlée")
    window.press("Garder ces réponses et relire")
    page.get_by_role("button", name="Retirer 1 réponse").wait_for()
    window.follow("Suite")
    page.get_by_role("button", name="Garder et continuer").wait_for()
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
    page.get_by_role("button", name="Lancer le contrôle").wait_for()
    yield "controle"
    window.press("Lancer le contrôle")
    window.follow("Suite : Résultats")
    yield "resultats"
    window.follow("Le déroulé de la soirée")
    yield "soiree"
    window.follow("Tous les constats")
    page.get_by_text("À demander au casino").click()
    window.follow("Lettre au casino")
    yield "lettre"
    window.follow("Tous les constats")
    page.locator("table.findings a").first.click()
    page.locator(".finding").wait_for()
    yield "constat"
    page.locator(".files a").first.click()
    page.locator("tr.asked").first.wait_for()
    yield "lignes"
    window.follow("Tous les constats")
    window.follow("Suite : Rapport")
    yield "rapport"


def from_an_objection_to_a_signature(window: Window, certificate: Path) -> Iterator[str]:
    """An objection to the first finding is answered, and the next version signed and verified."""
    page = window.page
    window.follow("Objection")
    page.get_by_label("Numéro du constat").fill("1")
    window.press("Chercher")
    yield "objection"
    window.follow("Noter la réponse, décider")
    page.get_by_text("Noter la réponse de l’exploitant").click()
    page.get_by_label("Ce qu’il répond").fill("Erreur de saisie.")
    page.locator("form[action$=answer] button").click()
    page.get_by_text("Erreur de saisie.", exact=True).wait_for()
    page.get_by_text("Décision de l’agent : maintenir ce constat").click()
    page.locator("form[action$=uphold] textarea").fill("Les images disent le contraire.")
    page.locator("form[action$=uphold] button").click()
    page.get_by_text("Les images disent le contraire.", exact=True).wait_for()
    window.press("Imprimer la note")
    page.get_by_role("link", name="Note du").wait_for()
    yield "suites"
    window.follow("Rapport")
    page.get_by_label("Définitif après réponses").check()
    window.press("Imprimer la version 2")
    page.get_by_text("Imprimer la version 3").wait_for()
    yield "versions"
    window.press("Montrer la différence")
    yield "difference"
    page.go_back()
    window.follow("les pages, à l’écran")
    yield "pages"
    window.follow("Signer, vérifier")
    window.press("Refaire cette version, et comparer")
    page.get_by_text("Reproduit").wait_for()
    page.get_by_text("Signer cette version").first.click()
    page.get_by_label("Votre certificat").first.set_input_files(certificate)
    page.get_by_label("Phrase secrète").first.fill("secret")
    yield "signature"
    window.press("Signer")
    page.get_by_text("Signée le").wait_for()
    window.follow("Vérifier un rapport")
    yield "verifier"
    page.go_back()
    page.goto(page.url.partition("/dossiers")[0] + "/nowhere")
    window.complaints.remove(NOT_FOUND)
    yield "lost"
    page.go_back()


# ---- pictures of the guides ---------------------------------------------------------------------
def main() -> None:
    """Take a picture of each screen."""
    from PIL import Image

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        files = handed_over(Path(folder))
        with opened(browser, Path(folder) / "Contrôles") as window:
            for screen in from_files_to_findings(window, files):
                if screen not in SHOWN:
                    continue
                taken = Image.open(BytesIO(window.page.screenshot()))
                taken.convert("RGB").quantize(32).save(PICTURES / f"{screen}.png", optimize=True)


if __name__ == "__main__":
    main()

"""The guides' first page beside the screens: whatever is bold there stands here, in that order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from auditor.desk.pages import STEPS
from auditor.messages.message import Language
from auditor.report.labels import Words
from tests.desk.browser import handed_over
from tests.desk.conftest import CASE, AtOnce, Visitor, plain
from tests.signatures.keys import Key

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES: tuple[Language, ...] = ("fr", "en")
Screens = dict[Language, dict[str, str]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    every = handed_over(tmp_path_factory.mktemp("casino"))
    return {own.name: own.read_bytes() for own in every}


@pytest.fixture
def screens(visitor: Visitor, files: dict[str, bytes]) -> Screens:
    """All that stands on the screens of each step, in the order in which they are met."""
    told: Screens = {language: {} for language in LANGUAGES}
    for step, path in way(visitor, files):
        for language in LANGUAGES:
            answer = visitor.client.get(path, headers={"Accept-Language": language})
            assert answer.status_code == 200, path
            told[language][step] = told[language].get(step, "") + visible(answer.text)
    return told


def visible(page: str) -> str:
    body = page.partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", plain(body))).split()) + " "


def way(visitor: Visitor, files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """The way of the guide: each step, and the address of a screen that is met in it."""
    yield "home", "/"
    visitor.post("/nouveau", {"number": "2026-014", "who": "Mme Martin"})
    visitor.post(f"{CASE}/pieces/receive", {"by": "M. Petit"}, **files)
    yield "pieces", f"{CASE}/pieces"
    yield "jeux", f"{CASE}/jeux"
    visitor.post(f"{CASE}/jeux/choose", {"rules": "bataille"})
    yield "lecture", f"{CASE}/lecture"
    yield "inscrit", f"{CASE}/inscrit"
    yield "dossier", f"{CASE}/dossier"
    house = "Casino de la Grève"
    answers = {"number": "2026-014", "establishment.name": house, "establishment.casino": house}
    visitor.post(f"{CASE}/dossier/declare", answers)
    yield "controle", f"{CASE}/controle"
    workshop = visitor.desk.workshop
    assert isinstance(workshop, AtOnce)
    for workshop.is_endless in (True, False):
        visitor.post(f"{CASE}/controle/begin")
        yield "controle", f"{CASE}/controle"
    yield "controle", f"{CASE}/controle"
    results = visitor.get(f"{CASE}/resultats")
    (card, *_) = re.findall(rf'href="({CASE}/resultats/[0-9a-f-]+)"', results)
    for path in (f"{CASE}/resultats", card, f"{CASE}/resultats"):
        yield "resultats", path
    yield "rapport", f"{CASE}/rapport"
    visitor.post(f"{CASE}/rapport/printed", {"status": "provisional", "names": "pseudonyms"})
    yield "rapport", f"{CASE}/rapport"
    yield "rapport", f"{CASE}/objection"
    yield "objection", f"{CASE}/objection?q=1"
    yield "objection", card
    yield "signature", f"{CASE}/signature"
    key = {"certificate": ("a.p12", Key("Mme Martin", b"phrase").p12)}
    sent = {"version": "1", "passphrase": "phrase"}
    visitor.client.post(
        f"{CASE}/signature/signed", data=sent, files=key, headers={"Sec-Fetch-Site": "same-origin"}
    )
    yield "signature", f"{CASE}/signature"
    yield "home", "/"


def bold(language: Language) -> dict[str, list[str]]:
    """The bold words of the guide's first page, by the step that they are about."""
    page = (DOCS / f"inspectors.{language}.md").read_text("utf-8").partition("## 3. ")[0]
    home, *steps = re.split(r"^(?=\*\*\d+\. )", page, flags=re.MULTILINE)
    texts = {"home": home, **dict(zip(STEPS, steps, strict=True))}
    return {
        step: [" ".join(own.split()) for own in re.findall(r"\*\*([^*]+)\*\*", text)]
        for step, text in texts.items()
    }


@pytest.mark.nightly
def test_what_the_guide_names_is_what_the_screens_show_in_that_order(screens: Screens) -> None:
    missing = list[str]()
    for language in LANGUAGES:
        words = Words(language, family="desk")
        for step, (first, *named) in bold(language).items():
            if step != "home":
                assert first == f"{STEPS.index(step) + 1}. {plain(words(f'step.{step}'))}."
            left = screens[language][step]
            for own in named:
                _, found, after = left.partition(own)
                left = after if found else left
                missing += [] if found else [f"{language}, {step}: {own}"]
    assert missing == []

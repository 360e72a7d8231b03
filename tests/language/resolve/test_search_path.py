"""A shipped ruleset is what ships, whatever lies in the working folder or in the folders above."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from auditor import audit_log, read_log
from auditor.language.resolve.load import load
from auditor.language.resolve.search_path import available, locate, shipped, texts_beside
from tests.damage.logs import SAMPLES
from tests.tables import table

LOG = SAMPLES / "bataille" / "lawful.csv"
NOTHING = 'ruleset bataille "x"\nversion "1"\n'


def _planted(folder: Path) -> None:
    (folder / "bataille").mkdir(parents=True)
    (folder / "bataille" / "bataille.rules").write_text(NOTHING, "utf-8")
    for name in ("casino", "parlour", "table", "cards"):
        for place in (folder / "vocabulary" / f"{name}.rules", folder / f"{name}.rules"):
            place.parent.mkdir(exist_ok=True)
            place.write_text("# nothing\n", "utf-8")


def test_nothing_of_the_working_folder_replaces_a_shipped_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped_hashes = {name: load(path).sha256 for name, path in available().items()}
    _planted(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in available():
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "x.rules").write_text(NOTHING, "utf-8")
        assert load(locate(name)).sha256 == shipped_hashes[name]


def test_a_vocabulary_in_a_folder_above_replaces_none_that_is_shipped(tmp_path: Path) -> None:
    _planted(tmp_path)
    own = tmp_path / "a" / "b"
    shutil.copytree(shipped() / "bataille", own / "bataille")
    loaded = load(own / "bataille")
    assert loaded.not_shipped == []  # a copy of what is shipped is that
    assert loaded.sha256 == load(locate("bataille")).sha256
    # Beside the folder of the ruleset it is part of what was asked for.
    (own / "vocabulary").mkdir()
    vocabulary = shipped() / "vocabulary" / "cards.rules"
    (own / "vocabulary" / "cards.rules").write_text(vocabulary.read_text("utf-8") + "# x\n")
    assert load(own / "bataille").not_shipped == ["cards.rules"]
    (own / "bataille" / "words.toml").write_text("[columns]\n", "utf-8")
    assert load(own / "bataille").not_shipped == ["cards.rules", "words.toml"]


def test_the_report_names_the_files_of_rules_that_do_not_ship(tmp_path: Path) -> None:
    [plain] = audit_log(read_log([LOG]), rules="bataille", records="all").report.rulesets
    own = tmp_path / "bataille"
    shutil.copytree(shipped() / "bataille", own)
    with (own / "bataille.rules").open("a", encoding="utf-8") as file:
        file.write("# a remark\n")
    [other] = audit_log(read_log([LOG]), rules=own, records="all").report.rulesets
    assert plain.not_shipped == ()
    assert other.not_shipped == ("bataille.rules",)


def test_a_link_to_itself_is_no_vocabulary(tmp_path: Path) -> None:
    rules = tmp_path / "x.rules"
    rules.write_text("use loop\n" + NOTHING, "utf-8")
    (tmp_path / "vocabulary").mkdir()
    loop = tmp_path / "vocabulary" / "loop.rules"
    loop.symlink_to(loop)
    assert [str(own.message) for own in load(rules).errors] != []


OWN = 'ruleset own\n  version "1.0"\n'


@pytest.mark.parametrize(("rests", "text"), table(__file__, "Rulesets that rest on another"))
def test_rulesets_that_rest_on_another_are_found(text: str, rests: str, tmp_path: Path) -> None:
    assert bool(_beside(text, tmp_path)) is (rests == "yes")


@pytest.mark.parametrize("text", ["\n" * 300_000, " use" * 100_000, "ruleset use " * 100_000])
def test_a_long_file_of_the_folder_beside_is_looked_through_once(text: str, tmp_path: Path) -> None:
    """Looked through once for each of its places, it would take hours."""
    assert _beside(text, tmp_path) == ()


def _beside(text: str, folder: Path) -> tuple[str, ...]:
    for name, own in (("own", OWN), ("other/other", text)):
        path = folder / f"{name}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(own, "utf-8")
    return texts_beside(folder / "own.rules")

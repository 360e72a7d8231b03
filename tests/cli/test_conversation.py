"""Questions asked at a terminal: somebody who knows no TOML reads a file by answering them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from auditor import Proposal, audit_log, propose, read_log
from auditor.cli.map import converse
from auditor.messages.message import Language

HANDS = Path(__file__).with_name("hands.csv").read_text("utf-8")


def told(
    proposal: Proposal, answers: Iterable[str], language: Language = "fr"
) -> tuple[Proposal, str]:
    """What comes of some answers, after which nobody answers any more, and all that was said."""
    said: list[str] = []
    left = iter(answers)

    def ask(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return converse(proposal, ask, said.append, language), "\n".join(said)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "soir.csv"
    path.write_text(HANDS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def proposal(hands: Path) -> Proposal:
    """A value, which no answer changes."""
    return propose(hands, "punto-banco")


def test_a_file_is_read_by_answers_alone(proposal: Proposal, hands: Path, tmp_path: Path) -> None:
    found, said = told(proposal, ["09/01/2026", "2026-01-09", "1", "Nord", "2025-2026"])
    assert not found.questions
    assert "1 paiements sur 2" in said
    mapping = tmp_path / "soir.toml"
    mapping.write_text(found.text("fr"), encoding="utf-8")
    audit = audit_log(read_log(hands, mapping=mapping), rules="punto-banco")
    assert [own.rule for own in audit.findings] == ["punto-banco/banker-bet-paid"]  # 19 is due
    assert audit.report.payments.checked == 1


def test_enter_leaves_a_question(proposal: Proposal) -> None:
    found, _ = told(proposal, [""] * 9)
    assert found.answers == {}
    assert found.questions


def test_a_question_that_was_answered_wrongly_is_asked_again(proposal: Proposal) -> None:
    first, second = "2026-01-08", "09/01/2026"
    found, said = told(proposal, ["<", first, "", "<", "<", second])
    assert found.answers == {"soir.csv#columns.time": "2026-01-09 {Heure}"}
    assert said.count("Question 1,") == 3
    assert said.count("Question 2,") == 3


def test_an_answer_that_means_nothing_is_asked_again(proposal: Proposal) -> None:
    found, said = told(proposal, ["hier", "09/01/2026"])
    assert said.count("Réponse") == 3
    assert "Cette réponse met 2 lignes de plus à part." in said
    assert found.answers == {"soir.csv#columns.time": "2026-01-09 {Heure}"}


def test_the_game_is_asked_for_first_and_changes_what_is_read(hands: Path) -> None:
    found, said = told(propose(hands), ["19"], "en")
    assert found.game == "punto-banco"
    assert "card dealt – recipient: Punto hand, card: K♠" in said
    assert tomllib.loads(found.text("en"))["columns"]["game"] == "punto-banco"


def test_a_candidate_is_answered_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "doute.csv"
    path.write_text("Événement;Sabot;Carte\nCarte distribuée;1;10C\n", encoding="utf-8")
    found, said = told(propose(path, "punto-banco"), ["1"])
    assert found.answers == {"doute.csv#cards": "fr"}
    assert "10C est le dix de cœur" in said


def test_codes_of_cards_are_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    head = "Date;Table;Sabot;Coup;Player1;Player2;Banker1;Banker2;Winner"
    rows = ("1;9;24;28;39;player", "2;17;23;11;28;player", "3;27;39;24;29;banker")
    lines = (f"09/01/2026 21:00;PB1;1;{own}" for own in rows)
    path.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    ranks = ("A", *"23456789", "10", "J", "Q", "K")
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in ranks]
    found, said = told(propose(path, "punto-banco"), [" ".join(cards)])
    assert not [own for own in found.questions if own.place[0] == "values"]
    assert found.answers["codes.csv#values.card"].split()[23] == "JH"
    assert "carte : V♥" in said.replace("\u00a0", " ")

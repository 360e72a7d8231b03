"""What `auditor map` proposes: all that is sure, and a question for what is not."""

import re
import tomllib
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.cli.map import words_for
from auditor.findings.dependencies import fields_read, kinds_read, words_read
from auditor.log.convert.lexicon import lexicon
from auditor.log.mapping.file import mapping_of
from auditor.log.propose import probe as nearest_fields
from auditor.log.propose.probe import probe
from auditor.log.propose.propose import Proposal, proposal
from auditor.log.table import SideBySideError
from auditor.report.model import Finding
from auditor.request import ruleset
from tests.log.mapping.reading import events

SAMPLES = Path(__file__).parents[3] / "samples" / "shapes"


def proposed(path: Path) -> Proposal:
    return proposal(probe(path, path.name), lexicon(), path.name)


def of(folder: Path, text: str, encoding: str = "utf-8") -> Proposal:
    path = folder / "log.csv"
    path.write_bytes(text.encode(encoding))
    return proposed(path)


def test_a_row_for_each_coup(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Date;Heure;Table;Sabot;Main n°;J1;J2;J3;B1;B2;B3;Résultat;Mise J;Mise B;Gain J;Gain B\n"
        "09/01/2026;21h05;PB1;1;1;RP;9T;;5C;2K;10T;J;10,00;0,00;10,00;0,00\n",
    )
    assert events(found.preview) == [
        (2, f"stake amount=10.00 bet=player coup=1 player=all {PLACE}"),
        (2, f"deal card=KS coup=1 {PLACE} to=player"),
        (2, f"deal card=5H coup=1 {PLACE} to=banker"),
        (2, f"deal card=9C coup=1 {PLACE} to=player"),
        (2, f"deal card=2D coup=1 {PLACE} to=banker"),
        (2, f"deal card=10C coup=1 {PLACE} to=banker"),
        (2, f"announce coup=1 {PLACE} winner=player"),
        (2, f"pay amount=10.00 bet=player coup=1 player=all {PLACE}"),
    ]
    assert '# ? session = "{@day}"' in found.text
    says = mapping_of(found.text, "m.toml", lexicon())
    assert says.records == ("stake", "deal", "announce", "pay")
    assert (says.delimiter, says.cards, says.dates) == (";", "fr", ("dd/mm/yyyy",))


PLACE = "shoe=1 table=PB1 time=2026-01-09T21:05:00"


@pytest.mark.parametrize(
    "text",
    [
        "Date;Table;Numéro\n09/01/2026;B1;5\n09/01/2026;B1;7\n10/01/2026;B2;3\n",
        "09/01/2026;B1;5\n09/01/2026;B1;7\n10/01/2026;B2;3\n",
        "Date;Table;1;2;3;4\n09/01/2026;B1;5;7;;\n10/01/2026;B2;3;;;\n",
        "Date;Table;Numéros\n09/01/2026;B1;5 7\n10/01/2026;B2;3\n",
    ],
)
def test_a_permanence_in_four_shapes(tmp_path: Path, text: str) -> None:
    assert [said for _, said in events(of(tmp_path, text).preview)] == [
        "spin coup=1 number=5 session=2026-01-09 table=B1 time=2026-01-09",
        "spin coup=2 number=7 session=2026-01-09 table=B1 time=2026-01-09",
        "spin coup=1 number=3 session=2026-01-10 table=B2 time=2026-01-10",
    ]


def test_what_is_not_sure_is_a_question(tmp_path: Path) -> None:
    found = of(tmp_path, "Événement;Carte;Place;Autre\nDistribution;10C;;x\nAjout;;;y\n")
    asked = [line for line in found.text.splitlines() if line.startswith("# ? ")]
    assert found.questions == len(asked)
    assert any(line.startswith("# ? cards = ") and "10H in French" in line for line in asked)
    assert any(line.startswith('# ? "Ajout" = ') for line in asked)
    assert any(line.startswith("# ? game") for line in asked)
    assert "# Not used: `Autre`." in found.text


def test_a_question_that_is_answered_is_a_line_of_the_mapping(tmp_path: Path) -> None:
    found = of(tmp_path, "Événement;Carte\nDistribution;10C\n")
    log, told = tmp_path / "log.csv", tmp_path / "log.toml"
    told.write_text(found.text, encoding="utf-8")
    assert read_log(log, mapping=told).refusals
    [line] = [own for own in found.text.splitlines() if own.startswith("# ? cards")]
    told.write_text(found.text.replace(line, 'cards = "fr"'), encoding="utf-8")
    [table] = read_log(log, mapping=told).tables
    assert events(table) == [(2, "deal card=10H")]


def test_words_that_nobody_knows_are_asked_about(tmp_path: Path) -> None:
    found = of(tmp_path, "Événement;Pari\nMise;Joueur\nPaiment;Banque\nMise;Dragon\n")
    assert '# ? "Paiment" = "pay"   # which kind of event?' in found.text
    assert '# ? "Dragon" = ""' in found.text


def told_of(findings: Iterable[Finding]) -> list[tuple[object, ...]]:
    return sorted(
        (own.rule, own.subject.session, own.subject.table, own.subject.coup) for own in findings
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("log", "game"),
    [
        ("punto-banco/coups.csv", "punto-banco"),
        ("punto-banco/export.csv", "punto-banco"),
        ("punto-banco/tables.xlsx", "punto-banco"),
        ("punto-banco/extract.parquet", "punto-banco"),
        ("boule/permanence.csv", "boule"),
    ],
)
def test_a_proposal_audits_as_it_stands(tmp_path: Path, log: str, game: str) -> None:
    told = tmp_path / "proposed.toml"
    told.write_text(proposed(SAMPLES / log).text, encoding="utf-8")
    records = {"punto-banco": "all", "boule": ["spin"]}[game]
    canonical = read_log(SAMPLES / game / "canonical.csv")
    expected = audit_log(canonical, rules=game, records=records).findings
    # What a wide row records, the proposal says itself.
    wide = log.endswith(("coups.csv", "permanence.csv"))
    reading = read_log(SAMPLES / log, mapping=told)
    found = audit_log(reading, rules=game, records=() if wide else "all").findings
    assert told_of(found) == told_of(expected)
    assert found


@pytest.mark.parametrize("text", ["a;b;c\nx;y;z\n", "Bonjour\n", "Nom;Prénom\nDurand;Anne\n"])
def test_what_says_nothing_gives_a_skeleton(tmp_path: Path, text: str) -> None:
    found = of(tmp_path, text)
    assert tomllib.loads(found.text).get("columns") == {}
    assert "nothing in it could be told" in found.text
    assert found.questions > 1
    assert found.preview.rows == ()


def test_a_skeleton_names_columns_values_and_the_nearest_fields(tmp_path: Path) -> None:
    found = of(tmp_path, 'Zork;Qty;Croupiers\nab"c;12;C1\ndef;13;\n')
    lines = found.text.splitlines()
    [croupiers] = [own for own in lines if own.startswith("#   `Croupiers`: `C1` → ")]
    assert croupiers.partition("→")[2].split(",")[0].strip() == "staff"
    assert '#   `Zork`: `ab"c`, `def`' in lines  # near to nothing
    assert '# ? staff = "{Croupiers}"' in lines
    assert 'delimiter = ";"' in lines
    answered = "\n".join(own.removeprefix("# ? ") for own in lines)
    assert tomllib.loads(answered)["columns"]["staff"] == "{Croupiers}"


def test_what_is_like_no_column_is_taken_for_none(tmp_path: Path) -> None:
    found = of(tmp_path, "Nom;Prénom;Âge\nDupont;Jean;12\nDurand;Anne;33\n")
    assert "→" not in found.text
    assert '= "{' not in found.text


def test_every_proposal_lists_the_columns(tmp_path: Path) -> None:
    found = of(tmp_path, "Heure;Coup;Numéro;Humeur\n23h50;1;7;bon\x07ne\n00h10;2;8;\n")
    assert re.search(r"^#   `Humeur`: `bon ne`$", found.text, re.MULTILINE)
    assert re.search(r"^#   `Numéro`: `7`, `8` → number", found.text, re.MULTILINE)
    tomllib.loads(found.text)


def test_what_stands_above_the_table_is_used(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Établissement : Casino d'Aubrac;;\nSéance du 9 janvier 2026 – table B1;;\n;;\n"
        "Heure;Coup;Numéro\n23h50;1;7\n00h10;2;8\n",
    )
    place = "casino=Casino d'Aubrac"
    rest = "session=2026-01-09 table=B1"
    assert events(found.preview) == [
        (5, f"spin {place} coup=1 number=7 {rest} time=2026-01-09T23:50:00"),
        (6, f"spin {place} coup=2 number=8 {rest} time=2026-01-10T00:10:00"),
    ]
    assert 'cell = "A2", like = "Séance du * – …"' in found.text
    assert 'cell = "A2", like = "…table *"' in found.text


def test_a_value_of_a_cell_is_never_called_like_a_column(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        "Date;Heure;Table;Coup;P;P;B;Résultat\n"
        "09/01/2026;21h05;PB1;1;9H-5C;8D;KS-7D;Joueur\n"
        "09/01/2026;21h06;PB1;2;2H-6C;;KS-7D;Joueur\n",
    )
    cards = [said for row, said in events(found.preview) if row == 2 and said.startswith("deal")]
    assert sorted(own.split()[1] for own in cards) == [
        "card=5C",
        "card=7D",
        "card=8D",
        "card=9H",
        "card=KS",
    ]
    assert '"{P #2}"' in found.text


# ---- baccarat and roulette as other programs write them -----------------------------------------
BACCARAT = (
    "Date;Heure;Table;Sabot;Coup;Client;{0};{1};J1;J2;J3;B1;B2;B3;Résultat;Gain\n"
    "09/01/2026;21:05;PB1;1;1;C1;Banque;100,00;RP;8T;;5C;2K;;Joueur;0,00\n"
    "09/01/2026;21:05;PB1;1;1;C2;Joueur;50,00;RP;8T;;5C;2K;;Joueur;50,00\n"
    "09/01/2026;21:07;PB1;1;2;C1;Égalité;10,00;7P;RC;;AT;8C;;Banque;0,00\n"
)


@pytest.mark.parametrize("column", ["Côté", "Pari", "Choix", "X"])
@pytest.mark.parametrize("stake", ["Mise", "Mise joueur"])
def test_a_column_of_bets_is_the_bet(tmp_path: Path, column: str, stake: str) -> None:
    found = of(tmp_path, BACCARAT.format(column, stake))
    bets = [said for _, said in events(found.preview) if said.startswith(("stake", "pay"))]
    assert [own.split(" bet=")[1].split()[0] for own in bets] == [
        "banker",
        "player",
        "player",
        "tie",
    ]
    assert "Not used" not in found.text


def test_cards_that_rows_repeat_are_dealt_once(tmp_path: Path) -> None:
    found = of(tmp_path, BACCARAT.format("Pari", "Mise"))
    dealt = [row for row, said in events(found.preview) if said.startswith("deal")]
    assert dealt == [2] * 4 + [4] * 4
    assert found.text.count('once = "coup"') == 2  # the cards, and the result


def test_a_coup_a_row_is_not_told_again(tmp_path: Path) -> None:
    rows = BACCARAT.format("Pari", "Mise").splitlines()
    found = of(tmp_path, "\n".join([rows[0], rows[1], rows[3]]) + "\n")
    assert "once" not in found.text


def test_what_no_column_says_is_asked(tmp_path: Path) -> None:
    text = "Date,Time,Side,Stake,P1,P2,B1,B2,Winner\n2026-01-09,21:05,Tie,10,KS,9C,5H,2D,Player\n"
    found = of(tmp_path, text)
    for line in ('session = "{@day}"', 'coup = "{@count}"', 'table = "…"'):
        assert f"# ? {line}" in found.text


def test_a_column_that_counts_through_is_asked_for_the_coup(tmp_path: Path) -> None:
    text = (
        "Date,Time,Serial,Player,Bet type,Amount,Winning number,Paid\n"
        "2026-01-09,21:05,1,Smith,red,10,7,10\n2026-01-09,21:05,1,Jones,odd,10,7,10\n"
        "2026-01-09,21:07,2,Smith,red,5,8,0\n"
    )
    found = of(tmp_path, text)
    assert '# ? coup = "{Serial}"' in found.text
    assert "# ? `Amount` is taken for the amount of a stake." in found.text
    assert "amount=" not in next(said for _, said in events(found.preview) if "spin" in said)


def test_a_column_that_may_name_the_players_is_asked_for(tmp_path: Path) -> None:
    text = "Date;Table;Coup;Vendeur;Mise\n09/01/2026;PB1;1;Zoé;10\n09/01/2026;PB1;1;Max;20\n"
    found = of(tmp_path, text)
    assert "# ? Whose stakes are they? `Vendeur` is not used" in found.text
    assert "player=" not in str(events(found.preview))


def test_only_events_of_the_rules_are_proposed(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("Date;Table;Coup;Numéro;Mise;Carte\n2026-01-09;B1;1;7;10;9H\n", "utf-8")
    own = ruleset("boule")
    said = words_read(own) | fields_read(own)
    words = lexicon("boule").proposing(kinds_read(own), own.vocabulary, said)
    found = proposal(probe(path, path.name), words, path.name)
    assert {said.split()[0] for _, said in events(found.preview)} == {"stake", "spin"}


def proposed_for(tmp_path: Path, game: str, text: str) -> Proposal:
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    return proposal(probe(path, path.name), words_for(game), path.name)


def test_the_dealers_card_on_each_players_row_is_not_dealt_again(tmp_path: Path) -> None:
    found = proposed_for(
        tmp_path,
        "bataille",
        "Coup;Place;Joueur;Mise;Carte joueur;Carte croupier;Gain\n"
        "1;1;Ann;10;KS;7H;10\n1;2;Bob;20;9C;7H;20\n2;1;Ann;10;2S;3D;0\n2;2;Bob;20;9C;3D;20\n",
    )
    assert {said.split()[0] for _, said in events(found.preview)} == {"stake", "pay"}
    assert "# ? `Carte croupier`: each row of a coup says the same" in found.text
    assert "# Not used: `Carte joueur`, `Carte croupier`." in found.text


def test_seats_side_by_side_and_the_dealer_last(tmp_path: Path) -> None:
    found = proposed_for(
        tmp_path,
        "bataille",
        "Game No,Dealer Card,Seat1Bet,Seat1Card,Seat1Win,Seat2Bet,Seat2Card,Seat2Win\n"
        "1,7H,10,KS,10,20,9C,20\n",
    )
    dealt = [said for _, said in events(found.preview) if said.startswith("deal")]
    assert dealt == [
        "deal card=KS coup=1 seat=1 to=player",
        "deal card=9C coup=1 seat=2 to=player",
        "deal card=7H coup=1 to=dealer",
    ]


def test_what_the_rules_do_not_read_is_not_proposed(tmp_path: Path) -> None:
    text = "round,player_card,dealer_card,winner\n1,KS,7H,Player\n2,2S,7H,Dealer\n"
    found = proposed_for(tmp_path, "bataille", text)
    assert {said.split()[0] for _, said in events(found.preview)} == {"deal"}
    assert "# Not used: `winner`." in found.text


def test_words_of_a_header_that_stands_again_are_no_question(tmp_path: Path) -> None:
    found = of(tmp_path, "Événement;Pari\nMise;Joueur\nÉvénement;Pari\nMise;Banque\n")
    assert '"Événement"' not in found.text
    assert '"Pari"' not in found.text


def test_one_sum_of_several_bets_is_of_the_only_one_that_was_laid(tmp_path: Path) -> None:
    found = proposed_for(
        tmp_path,
        "bataille",
        "Round,Player Card,Dealer Card,Bet,Tie Bet,Payout\n1,14,9,10,0,10\n2,7,12,10,5,-15\n",
    )
    assert "# ? `Payout` does not say of which bet it is." in found.text
    settled = [said for _, said in events(found.preview) if said.split()[0] in {"pay", "collect"}]
    assert [("bet=main" in said, "bet=" in said) for said in settled] == [
        (True, True),
        (False, False),  # of two stakes nobody knows which was lost, and which perhaps paid
        (False, False),
    ]


def test_a_bare_number_counts_coups_beside_the_number_that_comes_out(tmp_path: Path) -> None:
    rows = "N°,Numéro sorti,Joueur,Mise,Gain\n1,7,Ana,10,70\n1,7,Bob,5,-5\n2,5,Ana,10,-10\n"
    found = proposed_for(tmp_path, "boule", rows)
    assert 'coup = "{N°}"' in found.text
    spins = [said for _, said in events(found.preview) if said.startswith("spin")]
    assert spins == ["spin coup=1 number=7", "spin coup=2 number=5"]


def test_two_tables_side_by_side_are_refused(tmp_path: Path) -> None:
    names = "Heure;Événement;Coup;Joueur;Montant"
    row = "09/01/2026 21:00;Mise;1;J1;5"
    with pytest.raises(SideBySideError, match="side by side"):
        of(tmp_path, f"{names};;{names}\n{row};;{row}\n")


@pytest.mark.parametrize(
    ("header", "hour"),
    [
        ("GameDate,GameTime,Table No,Shoe No,Hand No,P1,P2,B1,B2", "10:33:47 PM"),
        ("GameDate,GameTime,Table No,Shoe No,Hand No,P1,P2,B1,B2", "22:33:47"),
        ("Date,Heure,Table,Sabot,Coup,J1,J2,B1,B2", "10:33:47 PM"),
    ],
)
def test_days_of_english_programs_are_asked_about(tmp_path: Path, header: str, hour: str) -> None:
    """`No` and `P1` are no French, and a clock of twelve hours may have a column of its own."""
    row = f"01/09/2026,{hour},PB1,1,1,9S,KS,5H,2S\n"
    assert re.search(r'# \? dates = "…"', of(tmp_path, f"{header}\n{row}").text)
    sure = "Date,Heure,Table,Sabot,Coup,J1,J2,B1,B2\n" + row.replace(hour, "22:33:47")
    assert re.search(r'^dates += "dd/mm/yyyy"', of(tmp_path, sure).text, re.MULTILINE)


def test_a_name_of_a_mebibyte_is_compared_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    class Noting(SequenceMatcher[str]):
        def __init__(self, junk: None, one: str, other: str) -> None:
            compared.append(len(one))
            super().__init__(junk, one[:300], other)

    monkeypatch.setattr(nearest_fields, "SequenceMatcher", Noting)
    nearest_fields.nearest("Mise du joueur " + "a b" * (1 << 20), ["5"], lexicon())
    assert 0 < max(compared) <= nearest_fields.COMPARED

"""Findings in groups: shares of the room, lines of the listings, and what stands in them."""

from hypothesis import given
from hypothesis import strategies as st

from auditor.report.labels import Words, state_shown, states_shown
from auditor.report.model import EvidenceRow
from auditor.report.sections.groups import (
    LINES_A_BLOCK,
    aligned,
    cited,
    class_sections,
    evidence_groups,
    fair_shares,
    finding_listing,
    has_long_name,
    has_wide_ids,
    place_keys,
    readings_used,
    set_aside_listing,
)
from tests.report.evening import changed, evening, finding


@given(st.lists(st.integers(0, 500), max_size=40), st.integers(0, 400))
def test_shares_fill_the_room_and_no_large_rule_crowds_out_a_small_one(
    sizes: list[int], capacity: int
) -> None:
    shares = fair_shares(sizes, capacity)
    assert sum(shares) == min(capacity, sum(sizes))
    assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))
    unfed = [share for share, size in zip(shares, sizes, strict=True) if share < size]
    assert all(share >= max(shares) - 1 for share in unfed)


def test_findings_stand_by_class_and_provision_and_the_first_of_many_are_set_out() -> None:
    report = evening(60)
    [departures] = class_sections(report)
    cites = [section.rule.provisions[0] for section in departures.rules]
    order = [own.id for own in report.provisions]
    assert cites == sorted(cites, key=order.index)
    assert [len(rule.shown) for rule in departures.rules] == [3] * 5
    numbers = [item.number for rule in departures.rules for item in (*rule.shown, *rule.listed)]
    assert numbers == list(range(1, 61))
    assert [len(rule.listed) for rule in class_sections(evening(20))[0].rules] == [0] * 5


def test_a_rule_is_cited_with_the_provisions_of_its_own_ruleset() -> None:
    report = evening()
    twin = changed(report.provisions[0], ruleset="other")
    both = changed(report, provisions=(twin, *report.provisions))
    [own] = cited(both, "bataille/decks", [twin.id])
    assert own.ruleset == "bataille"
    [only] = cited(both, "other/decks", [twin.id])
    assert only.ruleset == "other"


def test_cells_common_to_all_rows_are_told_once_unless_the_subject_says_them() -> None:
    own = finding(0)
    [group] = evidence_groups(own.evidence)
    assert {"casino", "table", "shoe", "coup"} <= group.common.keys()
    assert not group.common_cells(own.subject)
    assert "casino" not in group.own_cells(group.rows[0], own.subject)
    assert group.own_cells(group.rows[0], own.subject)["card"] == "7♠"


def test_evidence_of_several_files_stands_file_by_file() -> None:
    rows = tuple(
        EvidenceRow(file=file, sheet=None, row=row, cells={"event": "deck"})
        for row, file in enumerate(("a.csv", "b.csv", "a.csv"), start=2)
    )
    groups = evidence_groups(rows)
    assert [(group.file, [row.row for row in group.rows]) for group in groups] == [
        ("a.csv", [2, 4]),
        ("b.csv", [3]),
    ]


def test_a_listing_says_once_what_never_varies_and_loses_no_line() -> None:
    [section] = [
        rule for rule in class_sections(evening(600))[0].rules if "five-burned" in rule.rule.rule
    ]
    every = (*section.shown, *section.listed)
    listing = finding_listing(every, Words("fr"))
    assert listing.common.startswith("établissement Forges-les-Eaux")
    assert "séance" not in listing.head
    lines = [line for block in listing.blocks for line in block.splitlines()]
    assert len(lines) == 120
    assert all(item.finding.id in line for item, line in zip(every, lines, strict=True))
    assert max(block.count("\n") + 1 for block in listing.blocks) == LINES_A_BLOCK


def test_a_listing_keeps_to_one_line_whatever_a_cell_holds() -> None:
    [row] = evening(0, 1).set_aside
    nasty = changed(row, value="a\nb\u2028c")
    listing = set_aside_listing([nasty], Words("en"))
    assert listing.blocks[0].splitlines() == [listing.blocks[0]]


def test_a_column_without_content_is_left_out() -> None:
    assert aligned([("row", "column", "why"), ("9", "", "unknown"), ("10", "", "late")]) == [
        "row  why",
        "9    unknown",
        "10   late",
    ]


def test_names_longer_than_a_number_have_room_of_their_own() -> None:
    assert not has_long_name(["J1006"])
    assert has_long_name(["J1006", "Jean-Charles de la Tour"])
    report = evening(1)
    named = changed(report.provisions[0], id="baccarat.player-draw")
    wide = changed(report, provisions=(named, *report.provisions[1:]))
    assert not has_wide_ids(report)
    assert has_wide_ids(wide)


def test_a_provision_that_waits_or_is_verified_but_for_a_few_is_not_called_unverifiable() -> None:
    def shown(**counts: int) -> str:
        plain = {"checked": 0, "not_verifiable": 0, "suspended": 0, "state": "not_verifiable"}
        return state_shown(changed(evening().provisions[0], **(plain | counts)))

    assert shown(checked=178, not_verifiable=2, suspended=2) == "suspended"
    assert shown(checked=178, not_verifiable=3, suspended=2) == "partly"
    assert shown(not_verifiable=4) == "not_verifiable"
    open_ = changed(evening().provisions[0], state="not_verifiable", checked=0)
    kept = changed(open_, state="compliant")
    assert states_shown((changed(open_, not_verifiable=1, suspended=0), kept, kept)) == (
        ("not_verifiable", "not_verifiable", 1),
        ("compliant", "compliant", 2),
    )


def test_only_readings_that_findings_rest_on_are_printed() -> None:
    report = evening(20)
    used = readings_used(report, class_sections(report))
    resting = {own.rule for own in report.findings}
    assert used == tuple(own for own in report.readings if resting.intersection(own.rules))
    assert readings_used(report, ()) == ()


def test_a_game_without_shoes_has_no_column_of_them() -> None:
    report = evening(20)
    every = tuple(changed(own, subject=changed(own.subject, shoe=None)) for own in report.findings)
    without = place_keys(changed(report, findings=every))
    assert without == tuple(key for key in place_keys(report) if key != "shoe")

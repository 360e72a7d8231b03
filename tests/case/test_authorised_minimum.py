"""The authorised minimum is the inspector's to say; without his word the log's is used."""

from pathlib import Path

from auditor import audit_log, read_log

HEAD = "time,casino,season,session,table,event,minimum"


def findings(tmp_path: Path, **asked: object) -> list[tuple[str, str]]:
    """Of a log that records an authorised minimum of two, and opens a table at it."""
    log = tmp_path / "log.csv"
    rows = (
        "2026-01-10T20:00,C,2026,1,,authorisation,2",
        "2026-01-10T21:00,C,2026,1,B1,table_open,2",
    )
    log.write_text("\n".join((HEAD, *rows)), "utf-8")
    audit = audit_log(read_log(log), rules="boule", **asked)  # type: ignore[arg-type]
    return sorted(
        (finding.rule, finding.message.en)
        for finding in audit.findings
        if "minimum" in finding.rule
    )


def test_the_log_is_believed_where_nothing_is_given(tmp_path: Path) -> None:
    assert findings(tmp_path) == []


def test_the_same_minimum_given_agrees_with_the_log(tmp_path: Path) -> None:
    assert findings(tmp_path, params={"authorised_minimum": "2"}) == []


def test_another_minimum_given_is_the_yardstick(tmp_path: Path) -> None:
    assert findings(tmp_path, params={"authorised_minimum": "5"}) == [
        (
            "boule/authorised-minimum-of-the-order",
            "the log records an authorised minimum of €2: it is not that of the order",
        ),
        ("boule/minimum-as-authorised", "posted minimum of €2, below the authorised minimum (€5)"),
    ]

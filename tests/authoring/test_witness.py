"""Rules that contradict each other are shown by the smallest log that suits one of them alone."""

from pathlib import Path

from auditor.authoring.codes import HEAD
from auditor.authoring.kept import said_of
from auditor.authoring.review import INCOMPLETE


def rule(name: str, *clauses: str) -> str:
    body = "".join(f"  {clause}\n" for clause in clauses)
    return f'rule {name}\n  severity minor\n  cites p\n{body}  message fr "x" en "x"\n'


def said(text: str, folder: Path) -> list[tuple[str, list[str]]]:
    path = folder / "page.rules"
    path.write_text(HEAD + text, "utf-8")
    found = [d for d in said_of(path) if d.code not in INCOMPLETE]
    return [(d.code, [line.strip() for line in str(d.hint or "").splitlines()[1:]]) for d in found]


def test_five_and_six_of_one_thing_are_shown_by_five(tmp_path: Path) -> None:
    five = rule("five", "for each shoe", "applies when any deal", "require count of burn = 5")
    six = rule("six", "for each shoe", "applies when any deal", "require count of burn = 6")
    [(code, log)] = said(five + six, tmp_path)
    assert code == "E412"
    assert sorted(line.split()[1] for line in log) == ["burn"] * 5 + ["deal"]


def test_the_log_comes_from_an_example_where_one_shows_it(tmp_path: Path) -> None:
    least = rule("least", "for each stake where bet = main", "require amount >= 10")
    most = rule("most", "for each stake", "require amount < 10")
    shown = 'example "x" of least complies\n  | stake bet=main amount=73 player=ann coup=1\n'
    [(code, log)] = said(least + most + shown, tmp_path)
    assert code == "E412"
    assert log == ["| stake bet=main amount=73"]


def test_rules_that_are_never_asked_together_do_not_contradict(tmp_path: Path) -> None:
    low = rule("low", "for each stake where amount < 10", "require bet = main")
    high = rule("high", "for each stake where amount >= 10", "require bet = tie")
    assert said(low + high, tmp_path) == []


def test_rules_of_different_days_do_not_contradict(tmp_path: Path) -> None:
    old = rule(
        "old", "in force 1990-01-01 .. 2009-12-31", "for each shoe", "require count of burn = 3"
    )
    new = rule("new", "in force 2010-01-01 ..", "for each shoe", "require count of burn = 5")
    assert said(old + new, tmp_path) == []
    overlapping = new.replace("2010-01-01 ..", "2009-06-01 ..")
    assert [code for code, _ in said(old + overlapping, tmp_path)] == ["E412"]


def test_a_guard_in_a_record_is_looked_into(tmp_path: Path) -> None:
    record = "record round for each coup\n  let off = any cancel\n"
    paid = rule("paid", "for each coup", "applies when not round.off", "require count of pay = 1")
    free = rule("free", "for each coup", "applies when any cancel", "require no pay")
    assert said(record + paid + free, tmp_path) == []


def test_a_count_is_the_same_whether_a_record_names_it_or_not(tmp_path: Path) -> None:
    record = "record round for each coup\n  let dealt = count of deal\n"
    four = rule("four", "for each coup", "require round.dealt = 4")
    six = rule("six", "for each coup", "require count of deal = 6")
    assert [code for code, _ in said(record + four + six, tmp_path)] == ["E412"]
    again = six.replace("6", "4")
    assert [code for code, _ in said(record + four + again, tmp_path)] == ["W413"]


def test_the_same_rule_under_two_names_is_named(tmp_path: Path) -> None:
    one = rule("one", "for each stake", "let held = amount", "require 50 >= held and seat = 1")
    two = rule("two", "for each stake", "require seat = 1 and amount <= 50")
    assert [code for code, _ in said(one + two, tmp_path)] == ["W413"]


# ---- what a table gives, and in which order --------------------------------------------------
ODDS = """table odds (bet : bet) gives integer
  main -> {}
  else -> 0
"""


def test_a_table_that_pays_otherwise_than_a_rule_asks(tmp_path: Path) -> None:
    by_table = rule(
        "by-table",
        "for each stake where amount > 0",
        "let due = odds(bet) times amount",
        "require (sum of pay.amount in coup) = due",
    )
    as_said = rule(
        "as-said",
        "for each stake where amount > 0",
        "applies when bet = main",
        "require (sum of pay.amount in coup) = 36 times amount",
    )
    assert [code for code, _ in said(ODDS.format(35) + by_table + as_said, tmp_path)] == ["E412"]
    other = as_said.replace("bet = main", "bet = tie")
    told = [code for code, _ in said(ODDS.format(35) + by_table + other, tmp_path)]
    assert told == ["E412"]  # `else` pays nothing
    assert said(ODDS.format(36) + by_table + as_said, tmp_path) == [("W416", [])]


def test_what_two_rows_of_a_table_give_is_no_contradiction(tmp_path: Path) -> None:
    least = rule("least", "for each stake", "require odds(bet) times amount >= 10")
    most = rule("most", "for each stake where bet = main", "require amount <= 5")
    assert said(ODDS.format(2) + least + most, tmp_path) == []  # five, twice
    assert [code for code, _ in said(ODDS.format(1) + least + most, tmp_path)] == ["E412"]


def ordered(name: str, pattern: str, *clauses: str) -> str:
    kinds = "count, verify, cut"
    return rule(name, "for each shoe", *clauses, f"require sequence of {kinds} is {pattern}")


def test_two_orders_that_no_events_follow_both(tmp_path: Path) -> None:
    one = ordered("one", "count, verify{2..}, cut")
    for pattern in ("count, verify, cut", "verify+, count, cut", "count, [verify, cut]{2}"):
        told = said(one + ordered("two", pattern, "applies when any count"), tmp_path)
        assert [code for code, _ in told] == ["E412"], pattern
    for pattern in ("count, verify*, cut", "[count | verify]+, cut?", "count, [verify, cut?]+"):
        told = said(one + ordered("two", pattern, "applies when any count"), tmp_path)
        assert told == [], pattern


def test_orders_of_other_kinds_go_together_where_one_course_suits_both(tmp_path: Path) -> None:
    one = rule("one", "for each shoe", "require sequence of count, cut is count, cut")
    turned = rule(
        "two", "for each shoe", "require sequence of cut, verify, count is cut, verify, count"
    )
    beside = rule("two", "for each shoe", "require sequence of cut, verify is verify, cut")
    assert [code for code, _ in said(one + turned, tmp_path)] == ["E412"]
    assert said(one + beside, tmp_path) == []
    before = turned.replace("count is", "count before first deal is")
    assert said(one + before, tmp_path) == []  # of other events


# ---- rules about other subjects -----------------------------------------------------------------
def test_what_each_event_asks_against_what_is_asked_of_all(tmp_path: Path) -> None:
    up = rule("up", "for each deal", "require face = up")
    down = rule(
        "down", "for each coup", "applies when any deal", "require every deal has face = down"
    )
    [(code, log)] = said(up + down, tmp_path)
    assert code == "E412"
    assert [line.split()[1] for line in log] == ["deal"]
    to_player = down.replace("every deal has", "every deal where to = dealer has")
    low = up.replace("require", "applies when to = player\n  require")
    assert said(low + to_player, tmp_path) == []


def test_what_an_event_may_not_be_against_what_it_must(tmp_path: Path) -> None:
    main = rule("main", "for each stake where seat = 1", "require bet = main")
    none = rule("none", "for each coup", "require no stake where bet = main and seat < 3")
    assert [code for code, _ in said(main + none, tmp_path)] == ["E412"]
    other = none.replace("seat < 3", "seat > 3")
    assert said(main + other, tmp_path) == []


def test_a_rule_that_may_not_be_judged_is_no_contradiction(tmp_path: Path) -> None:
    up = rule("up", "for each deal", "require face = up")
    off = rule(
        "off", "for each coup", "applies when any cancel", "require every deal has face = down"
    )
    before = rule("before", "for each coup", "require every deal before first burn has face = down")
    assert said(up + off + before, tmp_path) == []


# ---- as constants and parameters stand ----------------------------------------------------------
LEAST, MOST = "constant least = {}\n", 'param most : integer = {} fr "m" en "m"\n'


def codes(text: str, folder: Path) -> list[str]:
    return [code for code, _ in said(text, folder)]


def test_bounds_that_cross_leave_nothing_that_suits_the_rule(tmp_path: Path) -> None:
    between = rule("between", "for each stake", "require least <= seat <= most")
    assert codes(LEAST.format(7) + MOST.format(5) + between, tmp_path) == ["E504"]
    assert codes(LEAST.format(5) + MOST.format(5) + between, tmp_path) == []


def test_a_bound_crosses_from_the_day_on_which_it_is_changed(tmp_path: Path) -> None:
    changed = MOST.format("7 from 1990-01-01, 4 from 2020-01-01")
    between = rule("between", "for each stake", "require least <= seat <= most")
    assert codes(LEAST.format(5) + changed + between, tmp_path) == ["E504"]
    ended = rule(
        "between",
        "for each stake",
        "require least <= seat <= most",
        "in force 1990-01-01 .. 2019-12-31",
    )
    assert codes(LEAST.format(5) + changed + ended, tmp_path) == []


def test_two_rules_whose_bounds_cross_contradict_each_other(tmp_path: Path) -> None:
    high = rule("high", "for each stake", "require seat >= least")
    low = rule("low", "for each stake", "require seat <= most")
    assert codes(LEAST.format(7) + MOST.format(5) + high + low, tmp_path) == ["E412"]
    assert codes(LEAST.format(5) + MOST.format(5) + high + low, tmp_path) == []


def test_a_bound_in_a_record_is_looked_at(tmp_path: Path) -> None:
    record = "record round for each coup\n  let few = count of burn < least\n"
    both = rule("both", "for each coup", "require round.few and count of burn > most")
    assert codes(LEAST.format(4) + MOST.format(3) + record + both, tmp_path) == ["E504"]


def test_who_replaces_a_constant_makes_the_rule_impossible(tmp_path: Path) -> None:
    between = rule("between", "for each stake", "require least <= seat <= 6")
    parent = HEAD.replace("ruleset page", "ruleset parent") + LEAST.format(5) + between
    (tmp_path / "parent.rules").write_text(parent, "utf-8")
    child = (
        'ruleset page extends parent version "1" title fr "P" en "P"\n'
        'provision q fr "q" en "q"\nreplace constant least = 7\n'
    )
    own = rule("own", "for each stake", "require amount > 0").replace("cites p", "cites q")
    (tmp_path / "page.rules").write_text(child + own, "utf-8")
    found = [d for d in said_of(tmp_path / "page.rules") if d.code not in INCOMPLETE]
    assert [(d.code, Path(d.span.source.name).name) for d in found] == [("E504", "parent.rules")]


def test_a_rule_that_was_to_end_before_the_next_is_named(tmp_path: Path) -> None:
    old = rule("old", "in force .. 2010-12-31", "for each stake", "require amount <= 100")
    new = rule("new", "in force 2010-01-01 ..", "for each stake", "require amount <= 200")
    assert codes(old.replace("force ..", "force 1990-01-01 ..") + new, tmp_path) == ["W416"]
    after = new.replace("2010-01-01", "2011-01-01")
    assert codes(old.replace("force ..", "force 1990-01-01 ..") + after, tmp_path) == []


def test_a_stricter_rule_for_a_time_leaves_the_other_something_to_ask(tmp_path: Path) -> None:
    always = rule("always", "for each stake", "require amount <= 200")
    short = rule(
        "short", "in force 2010-01-01 .. 2010-12-31", "for each stake", "require amount <= 100"
    )
    assert codes(always + short, tmp_path) == []
    wider = short.replace("100", "300")
    assert codes(always + wider, tmp_path) == ["W416"]


def test_rows_that_one_rule_alone_judges_show_no_contradiction(tmp_path: Path) -> None:
    # No sum says that a product is 0 where one of its factors is: that is for the log to show.
    idle = rule("idle", "for each pile where shuffles times cuts = 0", "require pile = 1")
    busy = rule("busy", "for each pile where shuffles > 0 and cuts > 0", "require pile = 2")
    both = 'example "x" of busy complies\n  | pile pile=2 shuffles=1 cuts=1\n'
    assert said(idle + busy + both + "  | pile pile=2 shuffles=0 cuts=0\n", tmp_path) == []
    wider = busy.replace("cuts > 0", "cuts >= 0")
    assert [code for code, _ in said(idle + wider + both, tmp_path)] == ["E412"]


def test_what_suits_a_rule_and_is_no_subject_of_another_contradicts_nothing(tmp_path: Path) -> None:
    """A stake of seat 1 suits the first rule, and the second does not speak of it."""
    after = "applies when any burn in coup before this"
    one = rule("one", "for each stake", after, "require seat = 1")
    two = rule("two", "for each stake where seat != 1", "require seat = 2")
    assert said(one + two, tmp_path) == []

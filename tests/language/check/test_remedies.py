"""Each remedy that a diagnostic gives: what it says to write is itself accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.authoring.review import INCOMPLETE, review
from auditor.language.check.codes import HEAD

RULE = "rule r severity minor cites p\n  for each {each}\n  require {asked}\n"
OTHER = 'rule s severity minor cites p\n  for each deal\n  require seat = 1\nexample "a" of s '
OTHER += "complies\n  | deal seat=1\n"


def asked(condition: str, each: str = "stake") -> str:
    return RULE.format(each=each, asked=condition)


def quoting(name: str) -> str:
    return f'  message fr "{{{name}}} dus" en "{{{name}}} due"\n'


RECORD = "record drawn for each coup\n  let least = min of stake.amount\n"
BETWEEN = "(last deal).time - (first deal).time <"
WORTH = """table points_of (rank : rank) gives integer
  {K, Q, J} -> 1
  else      -> 0
record worth for each deal
  let points = points_of(rank(card))
"""
GAP = 'gap unseen when seat is empty fr "a" en "a"\n'
STATE = "state limits = stake in sitting\n"

REMEDIES = (
    (asked("amount == 5"), "write `=`", asked("amount = 5")),
    (asked("amount >= 5,5"), "write `5.5`", asked("amount >= 5.5")),
    (asked("amount >= 5 %"), "write `0.05`", asked("amount >= 0.05")),
    (asked("amount >= 30 euros"), "write `30`", asked("amount >= 30")),
    (asked("clock(time) < 4h30"), "write `4:30`", asked("clock(time) < 4:30")),
    (
        asked("any pay in coup where same player bet"),
        "say `…, bet`",
        asked("any pay in coup where same player, bet"),
    ),
    (
        asked("no deal where seat = 1 and not any_loaded", "shoe")
        + "  let any_loaded = any load\n",
        "close a bracket before it",
        asked("(no deal where seat = 1) and not any_loaded", "shoe")
        + "  let any_loaded = any load\n",
    ),
    (asked("seat is not empty"), "write `is recorded`", asked("seat is recorded")),
    (asked("seat is not 3"), "write `!=`", asked("seat != 3")),
    (asked("seat is not in {1, 2}"), "write `not in`", asked("seat not in {1, 2}")),
    (asked("number > half seat"), "write `seat / 2`", asked("number > seat / 2")),
    (
        asked("amount > 50 percent of least") + "  let least = (first pay in coup).amount\n",
        "write `0.50 times`",
        asked("amount > 0.50 times least") + "  let least = (first pay in coup).amount\n",
    ),
    (
        asked("sequence of burn, deal is burn deal+", "shoe"),
        "say `, deal+`",
        asked("sequence of burn, deal is burn, deal+", "shoe"),
    ),
    (
        asked("sequence of burn, deal is burn then deal+", "shoe"),
        "say `, deal+`",
        asked("sequence of burn, deal is burn, deal+", "shoe"),
    ),
    (
        asked("amount = 5", "stake, bet = main"),
        "say `where …`",
        asked("amount = 5", "stake where bet = main"),
    ),
    (asked("amount = 5", "stake in coup"), "say `for each stake`", asked("amount = 5")),
    (
        asked("not stake in coup before this"),
        "say `no stake in coup before …`",
        asked("no stake in coup before this"),
    ),
    (
        asked("amount > 5")
        + "  let former = stake before this in coup\n  applies when former exists\n",
        "say `last stake before …`",
        asked("amount > 5")
        + "  let former = last stake before this in coup\n  applies when former exists\n",
    ),
    (
        "state limits = last table_open in sitting\n" + asked("amount > limits.minimum"),
        "say `= table_open in …`",
        "state limits = table_open in sitting\n" + asked("amount > limits.minimum"),
    ),
    (
        WORTH.replace("(rank : rank)", "(rank)") + asked("worth.points = 1", "deal"),
        "say `rank : …`",
        WORTH + asked("worth.points = 1", "deal"),
    ),
    (
        WORTH.replace("(rank(card))", "[rank(card)]") + asked("worth.points = 1", "deal"),
        "say `points_of(…)`",
        WORTH + asked("worth.points = 1", "deal"),
    ),
    (
        asked("number = limit") + "  let limit = 5 when seat = 1 else 6\n",
        "say `case … -> … else -> …`",
        asked("number = limit") + "  let limit = case seat = 1 -> 5 else -> 6\n",
    ),
    (
        asked("no stake in coup where same player bet = main"),
        "say `… and bet`",
        asked("no stake in coup where same player and bet = main"),
    ),
    (
        asked("(sum of amount) > 5", "coup"),
        "say of which events: `sum of ….amount`",
        asked("(sum of stake.amount) > 5", "coup"),
    ),
    (asked("seat is null"), "write `is empty`", asked("seat is empty")),
    (asked("seat = 1 && number = 2"), "write `and`", asked("seat = 1 and number = 2")),
    (asked("amount > 5)"), "one sign too many", asked("amount > 5")),
    (asked("time > 2026-01-09"), "`day(time)`", asked("day(time) > 2026-01-09")),
    (asked("agreed = 1"), "say `agreed` alone", asked("agreed")),
    (asked("first in 1..6"), "`first` is a word of the language", asked("seat in 1..6")),
    (
        STATE + asked("seat in limits.seat..9"),
        "say `limits.seat <= seat <= 9`",
        STATE + asked("limits.seat <= seat <= 9"),
    ),
    (asked("avg of stake.amount = 5", "coup"), "say `sum of ", asked("count of stake = 5", "coup")),
    (asked("seat = 1 // one"), "a comment begins with `#`", asked("seat = 1  # one")),
    ("/* one */\n" + asked("seat = 1"), "a comment begins with `#`", asked("seat = 1")),
    (asked("any burn = 1", "shoe"), "put `( )`", asked("(count of burn) = 1", "shoe")),
    (asked("card = K", "deal"), "rank(card) = K", asked("rank(card) = K", "deal")),
    (asked("amount", "shoe"), "(first stake).amount", asked("(first stake).amount = 5", "shoe")),
    (asked("any cancel"), "say `in` and a scope", asked("any cancel in coup")),
    (
        asked("amount >= last table_open.minimum"),
        "in brackets where a field follows: `(last table_open in …).…`",
        asked("amount >= (last table_open in sitting).minimum"),
    ),
    (
        asked("(latest table_open in sitting) exists"),
        "write `last`",
        asked("(last table_open in sitting) exists"),
    ),
    (asked("earliest stake exists", "coup"), "write `first`", asked("first stake exists", "coup")),
    (asked("sum(seat, number) = 5"), "write `(seat + number)`", asked("(seat + number) = 5")),
    (
        asked("min(seat, number) = 5"),
        "write `(case seat < number -> seat else -> number)`",
        asked("(case seat < number -> seat else -> number) = 5"),
    ),
    (
        asked("max(seat, number) = 5"),
        "write `(case seat > number -> seat else -> number)`",
        asked("(case seat > number -> seat else -> number) = 5"),
    ),
    (
        asked("sum(stake.amount) = 5", "coup"),
        "write `sum of stake.amount`",
        asked("sum of stake.amount = 5", "coup"),
    ),
    (
        asked("count(stake) = 5", "coup"),
        "say `count of stake`",
        asked("count of stake = 5", "coup"),
    ),
    (asked("seat % 2 = 1"), "write `mod`", asked("seat mod 2 = 1")),
    (
        asked("stake.amount = 5", "coup"),
        "say whose: `(first stake).amount`",
        asked("(first stake).amount = 5", "coup"),
    ),
    (
        asked("seat in {1, drawn.least}"),
        "say `… = … or … = …`",
        asked("seat = 1 or seat = number"),
    ),
    (
        "record drawn for each stake\n  let sum = seat + number\n" + asked("drawn.sum = sum + 1"),
        "`sum` is a word of the language, and no name",
        "record drawn for each stake\n  let total = seat + number\n" + asked("drawn.total = seat"),
    ),
    (
        "record drawn for each coup\n  let least = most - 1\n  let most = count of deal\n"
        + asked("drawn.least = 1", "coup"),
        "it is declared further down, on line 6: move it above",
        "record drawn for each coup\n  let most = count of deal\n  let least = most - 1\n"
        + asked("drawn.least = 1", "coup"),
    ),
    (
        "record spot for each coup, seat from stake, burn\n  let all = sum of stake.amount\n"
        + asked("spot.all = 5"),
        "say `event burn also (seat?)`",
        "event burn also (seat?)\n"
        "record spot for each coup, seat from stake, burn\n  let all = sum of stake.amount\n"
        + asked("spot.all = 5"),
    ),
    (asked("stake.amount = 5"), "say `amount`", asked("amount = 5")),
    (asked("any cancel in table"), "say `in` and a scope", asked("any cancel in sitting")),
    (asked("burn", "shoe"), "`any burn`", asked("any burn", "shoe")),
    (asked("form = banker"), "say `chip`", asked("form = chip")),
    (
        asked("(last deal).time - (first deal).time < 30", "shoe"),
        "`30 seconds`",
        asked("(last deal).time - (first deal).time < 30 seconds", "shoe"),
    ),
    (
        RECORD + asked("amount > drawn.least") + quoting("drawn.least"),
        "`let least = drawn.least`, then quote `{least}`",
        RECORD + asked("amount > least") + "  let least = drawn.least\n" + quoting("least"),
    ),
    (
        STATE + asked("amount > limits.amount") + quoting("limits.amount"),
        "`let limits_amount = limits.amount`, then quote `{limits_amount}`",
        STATE
        + asked("amount > limits_amount")
        + "  let limits_amount = limits.amount\n"
        + quoting("limits_amount"),
    ),
    (asked("amount > 5, seat = 1"), "write `and`", asked("amount > 5 and seat = 1")),
    (asked("bet in red, black"), "say `in {red, black}`", asked("bet in {red, black}")),
    (asked("seat is reocrded"), "did you mean `recorded`?", asked("seat is recorded")),
    (
        asked("any pay in coup whree same player"),
        "did you mean `where`?",
        asked("any pay in coup where same player"),
    ),
    (
        asked("any pay in coup player = this.player"),
        "say `where player …`",
        asked("any pay in coup where player = this.player"),
    ),
    (
        asked("amount > 5 nad seat = 1"),
        "did you mean `and`?",
        asked("amount > 5 and seat = 1"),
    ),
    (
        asked("postion among stake in coup = 1"),
        "did you mean `position`?",
        asked("(position among stake in coup) = 1"),
    ),
    (
        asked("count of dsitinct deal.seat = 1", "coup"),
        "did you mean `distinct`?",
        asked("count of distinct deal.seat = 1", "coup"),
    ),
    (
        asked("no deal before first (burn or cut)", "shoe"),
        "say `before (first (burn or cut) in …)`",
        asked("no deal before (first (burn or cut) in shoe)", "shoe"),
    ),
    (asked("[amount - 1] > 5"), "say `(…)`", asked("(amount - 1) > 5")),
    (asked("(amount - 1] > 5"), "say `)`", asked("(amount - 1) > 5")),
    (asked("seat in {1, 2]"), "say `}`", asked("seat in {1, 2}")),
    (asked("seat in [1, 2]"), "say `{1, 2, 3}`", asked("seat in {1, 2}")),
    (
        asked("seat in few") + "constant few = [1, 2]\n",
        "say `{1, 2, 3}`",
        asked("seat in few") + "constant few = {1, 2}\n",
    ),
    (asked("amount > 5 seat = 1"), "say `… and seat`", asked("amount > 5 and seat = 1")),
    (
        asked("any pay in coup where player = this.player bet = red"),
        "say `… and bet`",
        asked("any pay in coup where player = this.player and bet = red"),
    ),
    (asked("amount is greater than 5"), "say `>`", asked("amount > 5")),
    (asked("bet is one of red, black"), "say `in {…}`", asked("bet in {red, black}")),
    (
        asked("amount > 5").replace("require", "when seat = 1 require"),
        "say `applies when …`",
        asked("amount > 5").replace("require", "applies when seat = 1 require"),
    ),
    (
        asked("exactly 1 burn when any deal", "shoe"),
        "say `if …, else none`",
        asked("exactly 1 burn if any deal, else none", "shoe"),
    ),
    (
        asked("exactly 1 burn if any deal, else 0", "shoe"),
        "say `none`",
        asked("exactly 1 burn if any deal, else none", "shoe"),
    ),
    (asked("one burn", "shoe"), "say `exactly 1 burn`", asked("exactly 1 burn", "shoe")),
    (asked("only 1 burn", "shoe"), "say `exactly 1 …`", asked("exactly 1 burn", "shoe")),
    (asked("there is a burn", "shoe"), "say `any …`", asked("any burn", "shoe")),
    (asked("none burn", "shoe"), "say `no burn`", asked("no burn", "shoe")),
    (
        asked("any burn after any deal", "shoe"),
        "say `first deal`",
        asked("any burn after first deal", "shoe"),
    ),
    (
        asked("any burn after first of deal", "shoe"),
        "say `first deal`",
        asked("any burn after first deal", "shoe"),
    ),
    (asked("first burn exist", "shoe"), "`exists`", asked("(first burn) exists", "shoe")),
    (
        asked('count of "burn" = 1', "shoe"),
        "without quotes: `burn`",
        asked("count of burn = 1", "shoe"),
    ),
    (
        asked("amount > 5", "stake if seat = 1"),
        "say `where …`",
        asked("amount > 5", "stake where seat = 1"),
    ),
    (
        asked("amount > 5") + "  applies when bet.red\n",
        "say `bet = red`",
        asked("amount > 5") + "  applies when bet = red\n",
    ),
    (
        asked("burn before first deal", "shoe"),
        "say `any burn before …`",
        asked("any burn before first deal", "shoe"),
    ),
    (
        asked("all stake has amount > 5", "coup"),
        "say `every stake has …`",
        asked("every stake has amount > 5", "coup"),
    ),
    (asked("amount > 5 and < 10"), "say `5 <= amount <= 10`", asked("5 <= amount <= 10")),
    (asked("amount equals 5"), "write `=`", asked("amount = 5")),
    (asked(f"{BETWEEN} 3 minute", "shoe"), "`3 minutes`", asked(f"{BETWEEN} 3 minutes", "shoe")),
    (asked(f"{BETWEEN} 30 s", "shoe"), "`30 seconds`", asked(f"{BETWEEN} 30 seconds", "shoe")),
    (
        asked("any pay in coup where same player, bet before this"),
        "`before …` stands before `where`",
        asked("any pay in coup before this where same player, bet"),
    ),
    (
        asked("any pay in coup where same player and bet"),
        "say `same player, bet`",
        asked("any pay in coup where same player, bet"),
    ),
    (
        "subject large = stake when amount > 5\n" + asked("seat = 1", "large"),
        "say `where …`",
        "subject large = stake where amount > 5\n" + asked("seat = 1", "large"),
    ),
    (
        "suspend coup unless any deal\n" + asked("seat = 1"),
        "say `when not …`",
        "suspend coup when not any deal\n" + asked("seat = 1"),
    ),
    (
        asked("form = case seat = 1 => form.chip else => form.cash"),
        "write `->`",
        asked("form = case seat = 1 -> form.chip else -> form.cash"),
    ),
    (asked("seat = empty"), "say `… is empty`", asked("seat is empty")),
    (asked("amount > half of seat"), "write `seat / 2`", asked("seat > seat / 2 - 1")),
    (asked("seat x 2 = 4"), "write `times`", asked("seat times 2 = 4")),
    (
        asked("any burn before the first deal", "shoe"),
        "`the` is one sign too many",
        asked("any burn before first deal", "shoe"),
    ),
    (
        asked("5 burn before first deal", "shoe"),
        "say `exactly 5 burn`",
        asked("exactly 5 burn before first deal", "shoe"),
    ),
    (asked("exactly one burn", "shoe"), "say `1`", asked("exactly 1 burn", "shoe")),
    (RECORD + asked("amount > least"), "say `drawn.least`", RECORD + asked("amount > drawn.least")),
    (
        asked("seat in least..6"),
        "say `least <= … <= 6`",
        "constant least = 2\n" + asked("least <= seat <= 6"),
    ),
    (
        WORTH + asked("(sum of deal.points) = 9", "coup"),
        "say `worth.points`",
        WORTH + asked("(sum of worth.points) = 9", "coup"),
    ),
    (
        WORTH.replace("rank(card)", "card"),
        "say `rank(card)`",
        WORTH + asked("(sum of worth.points) = 9", "coup"),
    ),
    (
        WORTH.replace("-> 1", "-> five"),
        "`five`",
        WORTH + asked("(sum of worth.points) = 9", "coup"),
    ),
    (
        GAP + asked("amount > 5").replace("require", "verifiable when unseen require"),
        "say `verifiable unless unseen`",
        GAP + asked("amount > 5").replace("require", "verifiable unless unseen require"),
    ),
    (asked("exists burn", "shoe"), "say `any burn`", asked("any burn", "shoe")),
    (asked('seat = "5"'), "say `5`", asked("seat = 5")),
    (asked("player = 5"), 'say `"5"`', asked('player = "5"')),
    (asked("form and seat = 1"), "say `form = …`", asked("form = chip and seat = 1")),
    (
        asked("sequence of deal is deal(down)+, deal", "shoe"),
        "say `face = down`",
        asked("sequence of deal is deal(face = down)+, deal", "shoe"),
    ),
    (
        STATE + asked("amount > limits"),
        "say `limits.amount`",
        STATE + asked("amount > limits.amount"),
    ),
    (
        asked("seat = 1").replace("rule r ", "rule one place\n  "),
        "say `rule one-place`",
        asked("seat = 1").replace("rule r ", "rule one-place\n  "),
    ),
    (
        asked("seat = 1").replace("rule r ", "rule r: "),
        "`:` is one sign too many",
        asked("seat = 1"),
    ),
    (
        asked("any burn", "shoe") + "replace " + asked("any deal", "shoe"),
        "change it where it stands",
        asked("any deal", "shoe"),
    ),
    (
        "constant most = 5\nconstant most = 6\n" + asked("amount < most"),
        "choose another name",
        "constant most = 5\nconstant least = 2\n" + asked("least < amount < most"),
    ),
    (
        "constant most = least\nconstant least = 6\n" + asked("least <= amount <= most"),
        "move it above",
        "constant least = 6\nconstant most = 9\n" + asked("least <= amount <= most"),
    ),
    (
        "type bet open high | none\n" + asked("bet = high"),
        "`type bet also …`",
        "type bet also superb\n" + asked("bet = superb"),
    ),
    (
        "event cancel (seat?)\n" + asked("any cancel in coup where seat = 1"),
        "`event cancel also (…)`",
        "event cancel also (seat?)\n" + asked("any cancel in coup where seat = 1"),
    ),
)


def told(piece: str, folder: Path) -> list[str]:
    """What is said of a piece of a rule file, with the hints."""
    path = folder / "page.rules"
    path.write_text(HEAD + piece + OTHER, "utf-8")
    found = review(path)[1]
    return [f"{d.message} {d.hint or ''}" for d in found if d.code not in INCOMPLETE]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("wrong", "remedy", "right"), REMEDIES, ids=[r for _, r, _ in REMEDIES])
def test_a_remedy_is_not_itself_refused(
    wrong: str, remedy: str, right: str, tmp_path: Path
) -> None:
    assert any(remedy in said for said in told(wrong, tmp_path))
    assert told(right, tmp_path) == []


def test_a_remedy_for_a_dropped_rule_is_not_refused(tmp_path: Path) -> None:
    """What it says of a parent's provision is said where the rule is dropped."""
    path = tmp_path / "house.rules"
    head = 'ruleset house\n  extends casino\n  version "1"\n  title fr "M" en "H"\n'
    path.write_text(f"{head}drop rule time-goes-forward\n", "utf-8")
    (wrong,) = (d for d in review(path)[1] if d.code == "E401")
    assert (wrong.span.source.name, wrong.span.line) == (path.as_posix(), 5)
    remedy = 'provision log.order not applicable fr "…" en "…"'
    assert f"say `{remedy}`" in str(wrong.hint)
    path.write_text(f"{head}drop rule time-goes-forward\n{remedy}\n", "utf-8")
    assert [d for d in review(path)[1] if d.code == "E401"] == []


def test_a_rule_that_waits_for_a_dropped_one_is_told_where_that_is_dropped(tmp_path: Path) -> None:
    """Whoever drops what is named as well comes to an end."""
    path = tmp_path / "house.rules"
    head = 'ruleset house\n  extends casino\n  version "1"\n  title fr "M" en "H"\n'
    dropped, rounds = {"recorded-once"}, 0
    while rounds < 4:
        path.write_text(head + "".join(f"drop rule {own}\n" for own in sorted(dropped)), "utf-8")
        found = [d for d in review(path)[1] if d.code == "E204"]
        assert {d.span.source.name for d in found} <= {path.as_posix()}
        if not found:
            break
        dropped |= {str(dict(d.message.values)["other"]) for d in found}
        rounds += 1
    assert 0 < rounds < 4


@pytest.mark.parametrize("named", ["page", "page/page.rules"])
def test_a_ruleset_in_its_folder_cannot_extend_itself(named: str, tmp_path: Path) -> None:
    """Its own rules would else be those of its parent, which nothing looks at."""
    path = tmp_path / "page/page.rules"
    path.parent.mkdir()
    path.write_text(HEAD.replace("version", "extends page version") + OTHER, "utf-8")
    [found] = [d for d in review(tmp_path / named)[1] if d.code == "E203"]
    assert "cannot extend itself" in str(found.message)


def test_a_ruleset_that_calls_in_no_words_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    bare = HEAD.replace("use cards\n", "")
    path.write_text(
        f"{bare}constant chances = {{red, black}}\n{asked('amount = 5')}{OTHER}", "utf-8"
    )
    [found] = review(path)[1]
    assert (found.code, found.span.line) == ("E203", 1)
    assert "`use cards, table`" in str(found.hint)
    path.write_text(bare + "use cards, table\n" + asked("amount = 5") + OTHER, "utf-8")
    assert [d for d in review(path)[1] if d.code not in INCOMPLETE] == []

"""What messages quote: words, kinds of event, sums and times, and nouns that agree with numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from auditor.authoring.examples import log_of
from auditor.authoring.review import review
from auditor.judge.replay import replay
from auditor.judge.verdict import Quoted, fill, sentence
from auditor.language.core import Bilingual
from auditor.language.wording import Wording
from auditor.types import CARD, NUMBER
from auditor.values import Card, Reason

NARROW = "\u202f"
HARD = "\u00a0"

VOCABULARY = """ruleset page version "1" title fr "x" en "x"
context session : text
context time : time
scope evening = session
type bet open odd | even
type side = up | down
field bet : bet
field face : side
field amount : money
field number : integer
event start ()
event stake (bet, amount?, number?)
event burn (face?)
event deal (face?)
stream shown = deal (face = face), burn (face = face)
interval shift = burn .. deal for each evening
label bet odd fr "impair" en "odd"
label event
  burn fr "carte brûlée|cartes brûlées" en "burned card|burned cards"
  deal fr "annonce|annonces" en "card dealt|cards dealt"
label side up fr "face visible" en "face up" down fr "face cachée" en "face down"
provision p fr "x" en "x"
"""


def said(require: str, message: str, rows: str, folder: Path) -> Bilingual:
    """What the message says of the first violation."""
    path = folder / "page.rules"
    lines = "".join(f"  | {row.strip()}\n" for row in rows.split(";"))
    path.write_text(
        f"{VOCABULARY}rule r severity minor cites p\n  {require}\n"
        f'  message fr "{message}" en "{message}"\n'
        f'example "x" of r violates\n  | session=S\n{lines}',
        "utf-8",
    )
    program, diagnostics = review(path)
    assert program is not None, diagnostics
    log = log_of(program.examples[0], program)
    first = next(own for tally in replay(program, log) for own in tally.violations)
    return fill(first.rule.message, first.evidence.names)


# In both tables a case stands in two lines, what is asked above what is said: the formatter would
# give each text its own (`fmt: skip`).
@pytest.mark.parametrize(
    ("require", "rows", "french", "english"),
    [
        ("for each stake require bet = even", "stake bet=odd", "impair/even", "odd/even"),
        ("for each stake require amount <= 1000", "stake bet=odd amount=1234.50",
         f"1{NARROW}234,50{HARD}€/≤ 1{NARROW}000{HARD}€", "€1,234.50/≤ €1,000"),
        ("for each stake require number = 5", "stake bet=odd number=1234", "1234/5", "1234/5"),
        ("for each evening require no burn", "burn", "1/aucun", "1/none"),
        ("for each evening require (first burn).face in {up}", "burn face=down",
         "face cachée/face visible", "face down/face up"),
        ("for each evening let n = first burn require not n exists", "burn",
         "carte brûlée/aucun", "burned card/none"),
        ("for each stake let n = next burn in evening require n exists", "stake bet=odd",
         "aucun/carte brûlée", "none/burned card"),
        ("for each stake require any burn in evening before this", "stake bet=odd",
         "aucun/carte brûlée", "none/burned card"),
        ("for each stake require any start in evening before this", "stake bet=odd",
         "aucun/au moins un", "none/at least one"),
        ("for each stake require not (amount = 0 and number > 3)",
         "stake bet=odd amount=0 number=4",
         f"0{HARD}€/autre que 0{HARD}€", "€0/other than €0"),
        ("for each stake require number <= 3 or number = 3", "stake bet=odd number=4",
         "4/≤ 3", "4/≤ 3"),
        ("for each stake require not (number > 3)", "stake bet=odd number=4",
         "4/≤ 3", "4/≤ 3"),
        ("for each evening require every stake has number = 3", "stake bet=odd number=4",
         "1 sans/3", "1 without/3"),
        ("for each stake require bet != odd", "stake bet=odd",
         "impair/autre qu’impair", "odd/other than odd"),
        ("for each stake require number in 1..9", "stake bet=odd number=12",
         "12/1 à 9", "12/1 to 9"),
        ("for each deal let before = previous event in evening require time <= before.time",
         "start time=2026-01-09T23:59:58+01:00; deal time=2026-01-10T00:00:01.5+01:00",
         "00:00:01,5/≤ 09/01/2026 à 23:59:58", "00:00:01.5/≤ 9 Jan 2026, 23:59:58"),
        ("for each deal require time - (first start in evening).time <= 90 seconds",
         "start time=2026-01-09T21:00:00+01:00; deal time=2026-01-09T22:05:03+01:00",
         "1 h 05 min 3 s/≤ 1 min 30 s", "1 h 05 min 3 s/≤ 1 min 30 s"),
        ("for each shown require event = deal", "burn",
         "carte brûlée/annonce", "burned card/card dealt"),
    ],
)  # fmt: skip
def test_values_stand_as_people_write_them(
    require: str, rows: str, french: str, english: str, tmp_path: Path
) -> None:
    assert said(require, "{found}/{expected}", rows, tmp_path) == Bilingual(french, english)


@pytest.mark.parametrize(
    ("day", "french", "english"),
    [
        ("09", "aucun à partir de 23:00:00", "none from 23:00:00"),
        ("10", "aucun à partir du 10/01/2026 à 23:00:00", "none from 10 Jan 2026, 23:00:00"),
    ],
)
def test_a_gap_is_said_with_its_day_where_that_is_another(
    day: str, french: str, english: str, tmp_path: Path
) -> None:
    rows = f"start time=2026-01-09T21:00; burn time=2026-01-09T21:00; deal time=2026-01-{day}T23:00"
    require = (
        "for each start let over = last stake in evening "
        "require at every moment from this to over any shift in evening"
    )
    words = said(require, "{found}", f"{rows}; stake bet=odd time=2026-01-11T00:00", tmp_path)
    assert words == Bilingual(french, english)


@pytest.mark.parametrize(
    ("pattern", "rows", "french", "english"),
    [
        ("burn{3}, deal", "burn; burn; deal",
         "2 cartes brûlées au lieu de 3", "2 burned cards instead of 3"),
        ("burn{3}, deal", "burn; deal",
         "1 carte brûlée au lieu de 3", "1 burned card instead of 3"),
        ("burn{3}, deal", "deal",
         "pas de carte brûlée au lieu de 3", "no burned cards instead of 3"),
        ("burn, deal{2}", "burn",
         "pas d’annonce au lieu de 2", "no cards dealt instead of 2"),
        ("burn, deal, burn{2}", "burn; deal; burn",
         "1 carte brûlée au lieu de 2", "1 burned card instead of 2"),
        ("burn{2..}, deal", "burn; deal",
         "1 carte brûlée au lieu de 2 au moins", "1 burned card instead of at least 2"),
        ("burn, deal", "deal; burn",
         "annonce au lieu de carte brûlée", "card dealt instead of burned card"),
        ("deal, burn", "burn",
         "carte brûlée au lieu d’annonce", "burned card instead of card dealt"),
        ("burn(face = up), deal", "burn face=down; deal",
         "carte brûlée (face cachée) au lieu de carte brûlée (face visible)",
         "burned card (face down) instead of burned card (face up)"),
        ("burn, deal", "burn; deal; deal",
         "annonce de trop", "one card dealt too many"),
    ],
)  # fmt: skip
def test_a_sequence_is_told_by_what_stands_instead(
    pattern: str, rows: str, french: str, english: str, tmp_path: Path
) -> None:
    require = f"for each evening require sequence of burn, deal is {pattern}"
    assert said(require, "{instead}", rows, tmp_path) == Bilingual(french, english)


def test_fields_of_the_subject_and_what_is_let_are_said_by_their_types(tmp_path: Path) -> None:
    require = "for each stake let half = amount / 2 require amount < half"
    words = said(require, "{bet} {amount} {half}", "stake bet=odd amount=3001", tmp_path)
    assert words.fr == f"impair 3{NARROW}001{HARD}€ 1{NARROW}500,50{HARD}€"
    assert words.en == "odd €3,001 €1,500.50"


def test_a_reason_names_a_kind_with_its_label() -> None:
    labels = {("event", "burn"): Bilingual("carte brûlée|cartes brûlées", "burned card")}
    told = sentence(Reason("not_recorded", "burn"), labels)
    assert told.en == "the log records no `burn` (burned card)"
    assert told.fr.endswith("aucun événement `burn` (carte brûlée)")
    assert sentence(Reason("blocked", "burn"), labels).en.startswith("rule `burn` is")


@pytest.mark.parametrize(("number", "expected", "found"), [("1", "≥ 3", "1"), ("9", "≤ 5", "9")])
def test_both_ends_of_a_chain_are_said_of_what_stands_in_the_middle(
    number: str, expected: str, found: str, tmp_path: Path
) -> None:
    rows = f"start; stake bet=odd number={number}"
    words = said(
        "for each evening require 3 <= sum of stake.number <= 5",
        "{expected} / {found}",
        rows,
        tmp_path,
    )
    assert words.fr == f"{expected} / {found}"
    between = "for each evening require count of start <= sum of stake.number <= 5"
    below = said(between, "{expected} / {found}", "start; start; stake bet=odd number=1", tmp_path)
    assert below.fr == "≥ 2 / 1"


WORDS = Bilingual("{found:carte brûlée|cartes brûlées}", "{found:burned card|burned cards}")


@pytest.mark.parametrize(
    ("found", "french", "english"),
    [
        ("0", "0 carte brûlée", "0 burned cards"),
        ("1", "1 carte brûlée", "1 burned card"),
        ("1.50", "1,50 carte brûlée", "1.50 burned cards"),
        ("2", "2 cartes brûlées", "2 burned cards"),
        ("-1", "−1 carte brûlée", "−1 burned card"),
        ("1/3", "1/3 carte brûlée", "1/3 burned cards"),
    ],
)
def test_a_noun_agrees_with_its_number(found: str, french: str, english: str) -> None:
    number = Fraction(found)
    whole = number.denominator == 1
    words = Wording({}).value(number.numerator if whole else number, NUMBER)
    assert fill(WORDS, {"found": Quoted(found, words)}) == Bilingual(french, english)


def test_without_a_noun_the_value_stands_alone_and_unknown_names_stay() -> None:
    plain = {"expected": "5", "found": "2", "seat": "{found}"}
    quoted = {name: Quoted(text, Bilingual(text, text)) for name, text in plain.items()}
    words = Bilingual("{found} / {seat} / {nobody}", "{expected}")
    assert fill(words, quoted) == Bilingual("2 / {found} / {nobody}", "5")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (Card("10", "D"), "10♦"),
        (Card("A", "S"), "A♠"),
        (Card("8", None), "8"),
        (Card("JK", "1"), "JK1"),
    ],
)
def test_a_card_is_said_as_people_write_it(card: Card, said: str) -> None:
    assert Wording({}).value(card, CARD) == Bilingual(said, said)

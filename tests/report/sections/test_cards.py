"""The card of a finding: the coup laid out, the images to ask for, the answer; and the figures."""

from dataclasses import replace
from datetime import date

import pytest

from auditor.case import AskedAnswer, Establishment, StatedCase
from auditor.report.labels import Words
from auditor.report.model import (
    Bilingual,
    CitedRow,
    CoupEvent,
    EvidenceRow,
    FieldName,
    Finding,
    Fitness,
    LawSource,
    LogNames,
    LookedFor,
    Money,
    Step,
)
from auditor.report.sections.coup_table import (
    FORTIETHS,
    CoupCell,
    CoupLine,
    CoupPart,
    CoupTable,
    cell_said,
    coup_table,
    euros,
)
from auditor.report.sections.figures import (
    Wanting,
    by_player,
    concerned,
    differences,
    first_wanting,
    short,
    side_short,
    wanting,
    without_side,
)
from auditor.report.sections.finding_cards import (
    answer,
    common_mark,
    compared,
    difference,
    rows_near,
    rows_of_condition,
    rows_shown,
    sentence,
    to_rule_out,
    where,
)
from auditor.report.sections.groups import class_sections
from auditor.report.sections.requests import requests
from auditor.report.typography import spaced
from tests.report.evening import NAMES, both, evening, finding

FR, EN = Words("fr", NAMES), Words("en", NAMES)
FILE = "log.csv"


def event(row: int, name: str, **values: str) -> CoupEvent:
    return CoupEvent(file=FILE, sheet=None, row=row, event=name, values=values)


COUP = (
    event(2, "bets_open", time="2026-01-09 21:00:00+01:00"),
    event(3, "stake", seat="2", player="A", bet="main", amount="2.50"),
    event(4, "stake", seat="1", player="B", bet="main", amount="4"),
    event(5, "stake", seat="2", player="C", bet="tie", amount="1"),
    event(6, "deal", seat="1", to="player", card="10D", face="up"),
    event(7, "deal", to="dealer", card="7S", face="up"),
    event(8, "pay", seat="2", player="A", bet="main", amount="5"),
    event(9, "discard", seat="1", to="player"),
)


def laid_out(*money: Money) -> Finding:
    own = finding(0)
    return own.model_copy(
        update={
            "coup": COUP,
            "rows": (ref(8), ref(4), ref(5)),
            "decisive": (ref(8),),
            "money": money,
            "time": "2026-01-09T23:59:30+01:00",
            "subject": own.subject.model_copy(update={"table": "T1", "player": "A"}),
        }
    )


def test_the_coup_is_a_line_for_each_seat_and_a_column_for_each_kind() -> None:
    own = coup_table(laid_out(), FR)
    assert own is not None
    assert own.columns == (
        "mise",
        "carte donnée",
        "paiement",
    )  # that a card was removed tells nothing
    assert [(line.place, line.players) for line in own.lines] == [
        ("1", "B"),
        ("2", "A"),
        ("", "C"),
        ("croupier", ""),
    ]
    cells = [[cell.text.replace("\u00a0", " ") for cell in line.cells] for line in own.lines]
    assert cells == [
        ["4 €", "10♦", ""],
        ["2,50 €", "", "► 5 €"],
        ["égalité 1 €", "", ""],
        ["", "7♠", ""],
    ]
    decisive = [cell.text for line in own.lines for cell in line.cells if cell.decisive]
    assert [text.replace("\u00a0", " ") for text in decisive] == ["► 5 €"]
    assert at_the_table(own) == [("À la table", "« faites vos jeux » (21:00:00)")]


def test_of_the_coup_those_are_shown_whom_the_finding_is_about() -> None:
    """The rule read the stake and the payment of A; nothing of B, at the seat beside."""
    own = laid_out().model_copy(update={"rows": (ref(3), ref(8))})
    table = coup_table(own, FR)
    assert table is not None
    assert [(line.place, line.players) for line in table.lines] == [
        ("2", "A"),
        ("", "C"),
        ("croupier", ""),
    ]
    assert table.left_out == 1
    # A row that cannot be read may be what the rule looked for, and is shown with its seat.
    unread = coup_table(own, FR, frozenset({(FILE, None, 6)}))
    assert unread is not None
    assert unread.left_out == 0
    # So may what stands under another seat, where a payment is lacking.
    unpaid = Money(events=("pay",), due="5", done="0", difference="-5")
    lacking = own.model_copy(update={"money": (unpaid,), "decisive": ()})
    whole = coup_table(lacking, FR)
    assert whole is not None
    assert whole.left_out == 0


def at_the_table(table: CoupTable) -> list[tuple[str, str]]:
    return [(name, cell.text.replace("\u00a0", " ")) for name, cell in table.others]


def test_rows_that_the_coup_shows_are_not_shown_again() -> None:
    rows = tuple(
        EvidenceRow(file=FILE, sheet=None, row=row, cells={"event": "sit"}) for row in (8, 40)
    )
    own = laid_out().model_copy(update={"evidence": rows})
    assert [row.row for row in rows_shown(own, laid_out=True)] == [40]
    assert [row.row for row in rows_shown(own, laid_out=False)] == [8, 40]


def row(number: int, **cells: str) -> EvidenceRow:
    return EvidenceRow(file=FILE, sheet=None, row=number, cells=cells)


def ref(number: int) -> CitedRow:
    return CitedRow(file=FILE, sheet=None, row=number)


def resting_on(conditions: tuple[int, ...], *evidence: EvidenceRow) -> Finding:
    """A finding of shoe 2 whose requirement rests on row 8 and which applies by others."""
    own = laid_out()
    return own.model_copy(
        update={
            "coup": (),
            "subject": own.subject.model_copy(update={"shoe": 2}),
            "rows": tuple(ref(each.row) for each in evidence),
            "evidence": evidence,
            "derivation": (
                Step(text="amount", value="5", rows=(ref(8),)),
                Step(text="any", value="true", rows=tuple(map(ref, conditions)), condition=True),
            ),
        }
    )


def test_a_row_of_another_shoe_that_says_only_that_the_rule_applies_is_not_laid_out() -> None:
    """A card of the first shoe tells how seats are numbered, and proves nothing of the second."""
    own = resting_on((4, 8, 9), row(8, shoe="2"), row(4, shoe="1"), row(9, shoe="2"), row(5))
    assert [each.row for each in rows_of_condition(own)] == [4]
    assert [each.row for each in rows_shown(own, laid_out=False)] == [5, 8, 9]


def test_more_rows_of_a_condition_than_anybody_reads_are_numbers() -> None:
    many = tuple(range(20, 60))
    own = resting_on(many, row(8, shoe="2"), *(row(each, shoe="2") for each in many))
    assert [each.row for each in rows_of_condition(own)] == [*many]
    assert [each.row for each in rows_shown(own, laid_out=False)] == [8]


def test_what_is_nearest_to_that_which_is_lacking_is_shown_once() -> None:
    """The chief left at row 17 and came back at row 30; row 3 lies in the coup already."""
    looked_for = LookedFor(
        events=("chief_arrive", "chief_leave"),
        within=("session",),
        first=ref(2),
        last=ref(90),
        rows=89,
        others=12,
        near=tuple(row(each, event="chief_leave") for each in (3, 12, 17, 30, 61)),
    )
    own = laid_out().model_copy(
        update={
            "derivation": 2 * (Step(text="any chief", value="false", missed=(looked_for,)),),
            "evidence": (row(12, event="stake"),),
        }
    )
    assert [each.row for each in rows_near(own)] == [17, 30, 61]


def test_who_acted_is_told_where_it_was_another_than_who_did_the_rest() -> None:
    staff = {"staff": "CR11"}
    table = wheel_coup(
        event(2, "bets_open", **staff),
        event(8, "stake", player="A", bet="main", amount="2", standing="true", **staff),
        event(4, "stake", player="A", bet="main", amount="3", standing="false", **staff),
        event(5, "stake", player="B", bet="main", amount="3", standing="false", **staff),
        event(6, "pay", player="A", bet="main", amount="2", staff="CR91"),
    )
    [of_a, _] = table.lines
    said = [cell.text.replace("\u00a0", " ") for cell in of_a.cells]
    assert said == ["► 2 € (standing : oui) + 3 €", "2 € (CR91)"]
    assert table.unsaid.replace("\u00a0", " ") == "en plein, staff CR11"


def test_a_caution_that_all_texts_of_a_class_need_is_told_once() -> None:
    [own, *_] = class_sections(evening(40))
    [rule, *_] = own.rules
    plain = rule.provisions[0].model_copy(update={"source": None})
    usage = LawSource.model_validate({"text": both("Usage", "Usage"), "class": "usage"})
    other = plain.model_copy(update={"source": usage})
    once = replace(own, rules=(replace(rule, provisions=(plain, plain)),))
    assert common_mark(once, FR) == FR("mark.no_source")
    assert common_mark(replace(own, rules=(replace(rule, provisions=(plain, other)),)), FR) == ""


def test_a_record_that_lies_wrong_has_lawful_explanations_only_where_money_moved() -> None:
    paid = Money(events=("pay",), less=("collect",), due="0", done="3", difference="3")
    moved, still = (
        laid_out(*money).model_copy(update={"class_": "record"}) for money in ((paid,), ())
    )
    assert "régularisation hors du coup" in to_rule_out(moved, (), FR)
    assert to_rule_out(still, (), FR) == ""


def case(**values: object) -> StatedCase:
    return StatedCase(number="1", establishment=Establishment(name="X"), **values)  # type: ignore[arg-type]


def test_the_answer_of_the_operator_stands_with_its_finding() -> None:
    own = laid_out()
    given = AskedAnswer(finding=own.id, text="Seen.", day=date(2026, 2, 1))
    assert answer(own, case(answers=(given,))) == given
    assert answer(own, case()) is None


def test_sums_are_added_up_by_kind_and_direction_exactly() -> None:
    over = Money(events=("pay",), due="2.50", done="5", difference="2.5")
    under = Money(events=("collect",), due="3", done="0", difference="-3")
    both = differences([laid_out(over, under), laid_out(over)])
    said = [(*own.events, own.over, own.count, own.amount) for own in both]
    assert said == [("collect", False, 1, "3"), ("pay", True, 2, "5")]
    assert difference(both[1], EN).replace("\u00a0", " ") == "paid too much: €5 (2 findings)"
    # Two bets of one coup that were overpaid alike are two sums, and one finding.
    [pair] = differences([laid_out(over, over)])
    assert (pair.count, pair.due, pair.done, pair.amount) == (1, "5", "10", "5")
    report = evening(0).model_copy(update={"findings": (laid_out(over),)})
    assert [player for player, _ in by_player(report)] == ["A"]


def test_sums_of_several_kinds_of_payment_are_not_added_to_those_of_others() -> None:
    """What was lost too much and what was paid too much, net, are no sum of anything."""
    lost = Money(events=("collect",), less=("pay",), due="10", done="20", difference="10")
    won = Money(events=("pay",), less=("collect",), due="-2", done="0", difference="2")
    net = Money(
        events=("pay",), less=("collect", "commission"), due="19", done="20", difference="1"
    )
    said = [difference(own, FR) for own in differences(map(laid_out, (lost, won, net)))]
    assert [own.replace("\u00a0", " ") for own in said] == [
        "plus que dû, net (collect − paiement) : 10 € (1 constat)",
        "plus que dû, net (paiement − collect) : 2 € (1 constat)",
        "plus que dû, net (paiement − collect − commission) : 1 € (1 constat)",
    ]


@pytest.mark.parametrize(
    ("events", "less", "difference", "side"),
    [
        (("pay",), (), "-1", "players"),
        (("pay",), ("collect", "commission"), "1", "house"),
        (("collect",), ("pay",), "1", "players"),
        (("commission",), (), "-1", "house"),
        (("pay",), (), "0", None),
        (("pay",), ("rebate",), "1", None),  # a payment of rules of one's own: to whom?
        (("pay", "collect"), (), "1", None),
    ],
)
def test_who_is_short_is_told_by_whom_the_payments_go_to(
    events: tuple[str, ...], less: tuple[str, ...], difference: str, side: str | None
) -> None:
    own = Money(events=events, less=less, due="0", done=difference, difference=difference)
    assert side_short(own) == side
    told = without_side([laid_out(own)])
    assert len(told) == (side is None and difference != "0")


def test_what_one_player_is_short_of_is_not_made_good_by_what_another_has_too_much() -> None:
    under = Money(events=("pay",), due="5", done="2.50", difference="-2.5")
    over = Money(events=("pay",), due="5", done="6", difference="1")
    found = short([laid_out(under), laid_out(over), laid_out(under, under)])
    assert [(own.side, own.count, own.amount) for own in found] == [
        ("players", 2, "7.50"),
        ("house", 1, "1"),
    ]


def test_coups_and_players_are_counted_and_not_checks() -> None:
    twice = (laid_out(), laid_out())
    fitness = Fitness(coups=64, players=15)
    own = concerned(evening(0).model_copy(update={"findings": twice, "fitness": fitness}))
    assert (own.coups, own.of_coups, own.players, own.of_players) == (1, 64, 1, 15)
    # Where a game is played by usage, every finding is to be confirmed: "0 of 64" would deceive.
    usage = tuple(own.model_copy(update={"class_": "to_confirm"}) for own in twice)
    own = concerned(evening(0).model_copy(update={"findings": usage, "fitness": fitness}))
    assert (own.class_, own.coups, own.players) == ("to_confirm", 1, 1)


def test_page_one_tells_as_many_reasons_as_leave_it_one_page() -> None:
    def reason(letters: int) -> Wanting:
        return Wanting(Bilingual(fr=letters * "x", en=""), (), 1)

    def shown(*letters: int) -> int:
        return len(first_wanting([reason(own) for own in letters], "fr"))

    assert [shown(), shown(900), shown(20, 30, 40, 50, 60)] == [0, 1, 4]
    assert shown(200, 100, 20) == 1


def test_what_is_wanting_leaves_out_what_waits_for_a_finding() -> None:
    report = evening(0)
    rules = tuple(
        rule.model_copy(
            update={
                "not_verifiable_reasons": tuple(
                    own.model_copy(update={"waits_for": ("x/y",)})
                    for own in rule.not_verifiable_reasons
                )
            }
        )
        for rule in report.rules
    )
    assert wanting(report)
    assert not wanting(report.model_copy(update={"rules": rules}))


def test_what_has_no_result_is_told_from_what_is_wanting() -> None:
    """A joker where there is none: the log lacks nothing, and nobody is to be asked for data."""
    report = evening(0)
    rule = next(own for own in report.rules if own.not_verifiable_reasons)
    reason = rule.not_verifiable_reasons[0].model_copy(update={"waits_for": (), "count": 3})
    both_kinds = (reason, reason.model_copy(update={"without_result": True, "count": 2}))
    both_told = rule.model_copy(update={"not_verifiable_reasons": both_kinds})
    joker = report.model_copy(update={"rules": (both_told,)})
    told = [(own.count, own.without_result) for own in wanting(joker)]
    assert told == [(3, False), (2, True)]
    what = spaced(reason.reason.fr, "fr")
    where = ", ".join(rule.provisions)
    data, explain = (own for own in requests(joker, FR) if what in own)
    assert data.startswith(f"Demander la donnée qui manque à 3 vérifications de {where}\u00a0: ")
    assert explain.startswith(
        f"Faire expliquer ou rectifier ce qui laisse 2 vérifications de {where}"
    )


def test_a_message_is_a_sentence_and_money_bears_its_sign() -> None:
    assert sentence("mise de 2") == "Mise de 2."
    assert (euros("-2.5", "fr"), euros("-2.5", "en")) == ("−2,5\u00a0€", "−€2.5")


def test_columns_of_the_coup_are_as_wide_as_their_texts() -> None:
    own = coup_table(laid_out(), FR)
    assert own is not None
    whole, *columns = own.widths("Place", "Joueurs")
    seat, _, staked, dealt, paid = columns
    assert whole < FORTIETHS  # few columns of short texts do not fill the line
    assert sum(columns) == FORTIETHS
    assert dealt >= staked  # no heading is broken where there is room for it
    assert staked > paid
    assert staked > seat
    long = CoupLine(
        "1", "J" * 500, tuple(CoupCell((CoupPart(own),)) for own in ("x" * 500, "10♦", ""))
    )
    whole, *columns = replace(own, lines=(long,)).widths("Place", "Joueurs")
    assert whole == FORTIETHS
    assert sum(columns) == FORTIETHS
    assert min(columns) > FORTIETHS // 20  # the short ones keep what they need
    assert replace(own, lines=(long,)).is_tall
    assert not own.is_tall


def test_a_cell_is_said_by_the_type_of_its_column() -> None:
    names = LogNames(
        fields={
            name: FieldName(type=own, said=Bilingual(fr=name, en=name))
            for name, own in (("amount", "money"), ("registered", "boolean"), ("face", "side"))
        },
        words={"side": {"up": Bilingual(fr="face visible", en="face up")}},
    )
    words = Words("fr", names)
    assert cell_said("amount", "2.50", words) == "2,50\u00a0€"
    assert cell_said("registered", "false", words) == "non"
    assert cell_said("registered", "x", words) == "x"
    assert cell_said("face", "up", words) == "face visible"
    assert cell_said("face", "sideways", words) == "«\u00a0sideways\u00a0»"
    assert cell_said("deck", "R0006", words) == "R0006"


def test_what_was_expected_is_told_only_where_the_sentence_does_not_say_it() -> None:
    def says_more(sentence_said: str, expected: str, found: str) -> bool:
        said = Bilingual(fr=sentence_said, en="")
        own = finding(0).model_copy(
            update={"message": said, "expected": expected, "found": found, "money": ()}
        )
        return compared(own, "fr")

    assert says_more("1 tas, plusieurs exigés", ">= 2", "1")
    assert not says_more("mise de 10 ; minimum de la table 20", ">= 20", "10")
    assert not says_more("mises réunies de 1\u202f020, maximum 1\u202f000", "<= 1000", "1020")
    # 2 of 2,50, and 20 of 1 020, are other numbers.
    assert says_more("mise de 2,50", "2", "2.50")
    assert says_more("mises réunies de 1\u202f020 ; 10 admis", "20", "10")
    # Two cards at most and three: beside scores of 0 and 8 nobody would see that cards are meant.
    assert not says_more("carte tirée malgré un naturel (joueur 0, banque 8)", "<= 2", "3")
    assert says_more("trop de cartes", "<= 2", "3")
    # Three packs empty and none is: nobody would see that packs are meant.
    assert not says_more("la partie est donnée à Zoé, et un autre a encore des cartes", "3", "0")
    assert not says_more("la carte reste sur la table", "<= 0", "1")
    # "At least one, none": the sentence says of what.
    assert not says_more("paiement sans mise", "> 0", "0")
    assert not says_more("le joueur joue sans chef", "at least one", "none")


def test_a_row_that_was_set_aside_says_so_in_the_coup() -> None:
    table = coup_table(laid_out(), FR, frozenset({(FILE, None, 6)}))
    assert table is not None
    assert "ligne 6 illisible" in [cell.text for line in table.lines for cell in line.cells]
    # A row of which nobody can read what it is may have been any event: it is told once.
    nameless = [event(10, kind, seat="2", amount="7") for kind in ("stake", "pay")]
    own = laid_out().model_copy(update={"coup": (*COUP, *nameless)})
    doubtful = coup_table(own, FR, frozenset({(FILE, None, 10)}))
    assert doubtful is not None
    assert at_the_table(doubtful)[-1] == ("", "ligne 10 illisible")
    assert not [cell for line in doubtful.lines for cell in line.cells if "illisible" in cell.text]
    whole = coup_table(laid_out(), FR)
    assert whole is not None
    assert "10♦" in [cell.text for line in whole.lines for cell in line.cells]


def test_where_nobody_is_seated_the_places_are_the_players() -> None:
    events = tuple(
        event(
            own.row,
            own.event,
            **{name: text for name, text in own.values.items() if name != "seat"},
        )
        for own in COUP
        if "player" in own.values
    )
    table = coup_table(laid_out().model_copy(update={"coup": events}), FR)
    assert table is not None
    assert not table.seated
    assert [line.place for line in table.lines] == ["A", "B", "C"]
    assert len(table.widths("Place", "Joueurs")) == 2 + len(table.columns)


def test_words_too_long_for_a_column_break_there() -> None:
    def crowded(player: str) -> bool:
        event = CoupEvent(
            file="x.csv", sheet=None, row=1, event="stake", values={"seat": "1", "player": player}
        )
        table = coup_table(laid_out().model_copy(update={"coup": (event,)}), EN)
        assert table is not None
        return table.crowded

    assert crowded("X" * 80)
    assert not crowded("Ana")


WHEEL = LogNames(
    events={"announce": both("annonce", "announcement"), "spin": both("lancer", "spin")},
    fields={
        **NAMES.fields,
        "number": FieldName(type="integer", said=both("numéro", "number")),
        "standing": FieldName(type="boolean"),
        "text": FieldName(type="text"),
    },
    words={"bet": {"main": both("en plein", "straight"), "tie": both("noir", "black")}},
)


def wheel_coup(*events: CoupEvent) -> CoupTable:
    rows = tuple(ref(own.row) for own in events)
    own = laid_out().model_copy(update={"coup": events, "rows": rows})
    table = coup_table(own, Words("fr", WHEEL))
    assert table is not None
    return table


def stake(row: int, player: str, bet: str, **values: str) -> CoupEvent:
    return event(row, "stake", player=player, bet=bet, **values)


def test_the_number_staked_on_is_told_apart_from_the_sum() -> None:
    """`2 10 €` would be read as 210 €, and a number left out because others chose it too."""
    table = wheel_coup(
        stake(3, "A", "main", number="2", amount="10"),
        stake(4, "B", "main", number="2", amount="7.50"),
        stake(5, "C", "tie", amount="4"),
        event(8, "spin", number="2", time="2026-01-09 21:00:05+01:00"),
    )
    cells = [cell.text.replace("\u00a0", " ") for line in table.lines for cell in line.cells]
    assert cells == ["numéro 2 : 10 €", "numéro 2 : 7,50 €", "noir 4 €"]
    assert table.unsaid == "en plein"
    assert at_the_table(table) == [("lancer", "► numéro 2 (21:00:05)")]


def test_behind_a_stake_on_another_chance_the_usual_one_is_said() -> None:
    """`black 2,50 € + 1 €` would be read as 3,50 € on black."""
    table = wheel_coup(
        stake(3, "A", "tie", amount="2.50"),
        stake(4, "A", "main", amount="1"),
        stake(5, "B", "main", amount="4"),
        stake(6, "B", "tie", amount="5"),
        stake(7, "C", "main", amount="3"),
    )
    cells = [cell.text.replace("\u00a0", " ") for line in table.lines for cell in line.cells]
    assert cells == ["noir 2,50 € + en plein 1 €", "4 € + noir 5 €", "3 €"]


def test_what_is_said_once_is_not_left_out_as_the_usual() -> None:
    table = wheel_coup(
        stake(3, "A", "main", amount="10"),
        event(8, "announce", text="7"),
        event(9, "choice", player="A", bet="tie"),
        event(10, "choice", player="A", bet="tie"),
    )
    assert at_the_table(table) == [("annonce", "► « 7 »")]
    assert [cell.text for line in table.lines for cell in line.cells][1] == "noir + noir"


def test_a_session_is_written_as_people_write_it() -> None:
    assert cell_said("session", "2026-01-09", FR) == "09/01/2026"
    assert cell_said("session", "2026-01-09", EN).replace("\u00a0", " ") == "9 Jan 2026"
    assert cell_said("session", "late", FR) == "late"


def test_events_of_one_kind_at_the_table_are_named_once() -> None:
    burns = [event(row, "burn", card=own, face="down") for row, own in ((4, "AS"), (5, "9S"))]
    own = laid_out().model_copy(update={"coup": (*COUP, *burns)})
    table = coup_table(own, EN)
    assert table is not None
    said = "opening of bets (21:00:00) + burn A♠ “down” + 9♠ “down”"
    assert at_the_table(table) == [("At the table", said)]


def test_a_row_of_several_events_points_at_none_of_them() -> None:
    """A frame around every cell of the coup would mark nothing."""
    together = tuple(own.model_copy(update={"row": 8}) for own in COUP)
    table = coup_table(laid_out().model_copy(update={"coup": together}), FR)
    assert table is not None
    assert not any(cell.decisive for line in table.lines for cell in line.cells)
    assert not any(cell.decisive for _, cell in table.others)


def test_of_a_row_of_several_events_the_payment_is_meant() -> None:
    paid = CitedRow(file=FILE, sheet=None, row=8, event="pay")
    together = tuple(own.model_copy(update={"row": 8}) for own in COUP)
    own = laid_out().model_copy(update={"coup": together, "decisive": (paid,)})
    table = coup_table(own, FR)
    assert table is not None
    framed = [cell.text for line in table.lines for cell in line.cells if cell.decisive]
    assert framed == ["►\u00a05\u00a0€"]


def test_only_a_session_is_written_as_a_day() -> None:
    """A player may be called by eight digits."""
    own = laid_out()
    subject = own.subject.model_copy(update={"player": "20260110", "session": "2026-01-10"})
    told = dict(where(own.model_copy(update={"subject": subject}), evening(0), FR))
    assert (told["joueur"], told["séance"]) == ("20260110", "10/01/2026")

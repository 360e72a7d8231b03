"""The card of a finding: the coup laid out, the images to ask for, the answer; and the figures."""

from dataclasses import replace
from datetime import date

import pytest

from auditor.case import AskedAnswer, Establishment, StatedCase
from auditor.report import model
from auditor.report.labels import Words
from auditor.report.sections import figures
from auditor.report.sections.coup_table import CoupLine, CoupPart, cell_said, coup_table, euros
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
from auditor.report.sections.fitness import requests
from auditor.report.sections.groups import class_sections
from auditor.report.typography import spaced
from tests.report.coups import FILE, laid_out, ref
from tests.report.evening import NAMES, both, changed, evening, finding
from tests.tables import table

FR, EN = Words("fr", NAMES), Words("en", NAMES)


def test_rows_that_the_coup_shows_are_not_shown_again() -> None:
    rows = tuple(
        model.EvidenceRow(file=FILE, sheet=None, row=row, cells={"event": "sit"}) for row in (8, 40)
    )
    own = changed(laid_out(), evidence=rows)
    assert [row.row for row in rows_shown(own, laid_out=True)] == [40]
    assert [row.row for row in rows_shown(own, laid_out=False)] == [8, 40]


def row(number: int, **cells: str) -> model.EvidenceRow:
    return model.EvidenceRow(file=FILE, sheet=None, row=number, cells=cells)


def resting_on(conditions: tuple[int, ...], *evidence: model.EvidenceRow) -> model.Finding:
    """A finding of shoe 2 whose requirement rests on row 8 and which applies by others."""
    own = laid_out()
    return changed(
        own,
        coup=(),
        subject=changed(own.subject, shoe=2),
        rows=tuple(ref(each.row) for each in evidence),
        evidence=evidence,
        derivation=(
            model.Step(text="amount", value="5", rows=(ref(8),)),
            model.Step(text="any", value="true", rows=tuple(map(ref, conditions)), condition=True),
        ),
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
    looked_for = model.LookedFor(
        events=("chief_arrive", "chief_leave"),
        within=("session",),
        first=ref(2),
        last=ref(90),
        rows=89,
        others=12,
        near=tuple(row(each, event="chief_leave") for each in (3, 12, 17, 30, 61)),
    )
    own = changed(
        laid_out(),
        derivation=2 * (model.Step(text="any chief", value="false", missed=(looked_for,)),),
        evidence=(row(12, event="stake"),),
    )
    assert [each.row for each in rows_near(own)] == [17, 30, 61]


def test_a_caution_that_all_texts_of_a_class_need_is_told_once() -> None:
    [own, *_] = class_sections(evening(40))
    [rule, *_] = own.rules
    plain = changed(rule.provisions[0], source=None)
    usage = model.LawSource.model_validate({"text": both("Usage", "Usage"), "class": "usage"})
    other = changed(plain, source=usage)
    once = replace(own, rules=(replace(rule, provisions=(plain, plain)),))
    assert common_mark(once, FR) == FR("mark.no_source")
    assert common_mark(replace(own, rules=(replace(rule, provisions=(plain, other)),)), FR) == ""


def test_a_record_that_lies_wrong_has_lawful_explanations_only_where_money_moved() -> None:
    paid = model.Money(events=("pay",), less=("collect",), due="0", done="3", difference="3")
    moved, still = (changed(laid_out(*money), class_="record") for money in ((paid,), ()))
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
    over = model.Money(events=("pay",), due="2.50", done="5", difference="2.5")
    under = model.Money(events=("collect",), due="3", done="0", difference="-3")
    both = figures.differences([laid_out(over, under), laid_out(over)])
    said = [(*own.events, own.over, own.count, own.amount) for own in both]
    assert said == [("collect", False, 1, "3"), ("pay", True, 2, "5")]
    assert difference(both[1], EN).replace("\u00a0", " ") == "paid too much: €5 (2 findings)"
    # Two bets of one coup that were overpaid alike are two sums, and one finding.
    [pair] = figures.differences([laid_out(over, over)])
    assert (pair.count, pair.due, pair.done, pair.amount) == (1, "5", "10", "5")
    report = changed(evening(0), findings=(laid_out(over),))
    assert [player for player, _ in figures.by_player(report)] == ["A"]


def test_sums_of_several_kinds_of_payment_are_not_added_to_those_of_others() -> None:
    """What was lost too much and what was paid too much, net, are no sum of anything."""
    lost = model.Money(events=("collect",), less=("pay",), due="10", done="20", difference="10")
    won = model.Money(events=("pay",), less=("collect",), due="-2", done="0", difference="2")
    net = model.Money(
        events=("pay",), less=("collect", "commission"), due="19", done="20", difference="1"
    )
    said = [difference(own, FR) for own in figures.differences(map(laid_out, (lost, won, net)))]
    assert [own.replace("\u00a0", " ") for own in said] == [
        "plus que dû, net (collect − paiement) : 10 € (1 constat)",
        "plus que dû, net (paiement − collect) : 2 € (1 constat)",
        "plus que dû, net (paiement − collect − commission) : 1 € (1 constat)",
    ]


@pytest.mark.parametrize(("events", "less", "difference", "side"), table(__file__, "Who is short"))
def test_who_is_short_is_told_by_whom_the_payments_go_to(
    events: str, less: str, difference: str, side: str
) -> None:
    own = model.Money(
        events=(*events.split(),),
        less=(*less.split(),),
        due="0",
        done=difference,
        difference=difference,
    )
    assert (figures.side_short(own) or "nobody") == side
    told = figures.without_side([laid_out(own)])
    assert len(told) == (side == "nobody" and difference != "0")


def test_what_one_player_is_short_of_is_not_made_good_by_what_another_has_too_much() -> None:
    under = model.Money(events=("pay",), due="5", done="2.50", difference="-2.5")
    over = model.Money(events=("pay",), due="5", done="6", difference="1")
    found = figures.short([laid_out(under), laid_out(over), laid_out(under, under)])
    assert [(own.side, own.count, own.amount) for own in found] == [
        ("players", 2, "7.50"),
        ("house", 1, "1"),
    ]


def test_coups_and_players_are_counted_and_not_checks() -> None:
    twice = (laid_out(), laid_out())
    fitness = model.Fitness(coups=64, players=15)
    own = figures.concerned(changed(evening(0), findings=twice, fitness=fitness))
    assert (own.coups, own.of_coups, own.players, own.of_players) == (1, 64, 1, 15)
    # Where a game is played by usage, every finding is to be confirmed: "0 of 64" would deceive.
    usage = tuple(changed(own, class_="to_confirm") for own in twice)
    own = figures.concerned(changed(evening(0), findings=usage, fitness=fitness))
    assert (own.class_, own.coups, own.players) == ("to_confirm", 1, 1)


def test_page_one_tells_as_many_reasons_as_leave_it_one_page() -> None:
    def reason(letters: int) -> figures.Wanting:
        return figures.Wanting(model.Bilingual(fr=letters * "x", en=""), (), 1)

    def shown(*letters: int) -> int:
        return len(figures.first_wanting([reason(own) for own in letters], "fr"))

    assert [shown(), shown(900), shown(20, 30, 40, 50, 60)] == [0, 1, 4]
    assert shown(200, 100, 20) == 1


def test_what_is_wanting_leaves_out_what_waits_for_a_finding() -> None:
    report = evening(0)
    rules = tuple(
        changed(
            rule,
            not_verifiable_reasons=tuple(
                changed(own, waits_for=("x/y",)) for own in rule.not_verifiable_reasons
            ),
        )
        for rule in report.rules
    )
    assert figures.wanting(report)
    assert not figures.wanting(changed(report, rules=rules))


def test_what_has_no_result_is_told_from_what_is_wanting() -> None:
    """A joker where there is none: the log lacks nothing, and nobody is to be asked for data."""
    report = evening(0)
    rule = next(own for own in report.rules if own.not_verifiable_reasons)
    reason = changed(rule.not_verifiable_reasons[0], waits_for=(), count=3)
    both_kinds = (reason, changed(reason, without_result=True, count=2))
    both_told = changed(rule, not_verifiable_reasons=both_kinds)
    joker = changed(report, rules=(both_told,))
    told = [(own.count, own.without_result) for own in figures.wanting(joker)]
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


def test_a_coup_with_long_names_may_be_broken_over_pages() -> None:
    own = coup_table(laid_out(), FR)
    assert own is not None
    assert not own.is_tall
    long = CoupLine("1", "J" * 500, ((CoupPart("10♦"),),))
    assert replace(own, lines=(long,)).is_tall


def test_a_cell_is_said_by_the_type_of_its_column() -> None:
    names = model.LogNames(
        fields={
            name: model.FieldName(type=own, said=model.Bilingual(fr=name, en=name))
            for name, own in (("amount", "money"), ("registered", "boolean"), ("face", "side"))
        },
        words={"side": {"up": model.Bilingual(fr="face visible", en="face up")}},
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
        said = model.Bilingual(fr=sentence_said, en="")
        own = changed(finding(0), message=said, expected=expected, found=found, money=())
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


def test_words_too_long_for_a_column_break_there() -> None:
    def crowded(player: str) -> bool:
        event = model.CoupEvent(
            file="x.csv", sheet=None, row=1, event="stake", values={"seat": "1", "player": player}
        )
        table = coup_table(changed(laid_out(), coup=(event,)), EN)
        assert table is not None
        return table.crowded

    assert crowded("X" * 80)
    assert not crowded("Ana")


def test_a_session_is_written_as_people_write_it() -> None:
    assert cell_said("session", "2026-01-09", FR) == "09/01/2026"
    assert cell_said("session", "2026-01-09", EN).replace("\u00a0", " ") == "9 Jan 2026"
    assert cell_said("session", "late", FR) == "late"


def test_only_a_session_is_written_as_a_day() -> None:
    """A player may be called by eight digits."""
    own = laid_out()
    subject = changed(own.subject, player="20260110", session="2026-01-10")
    told = dict(where(changed(own, subject=subject), evening(0), FR))
    assert (told["joueur"], told["séance"]) == ("20260110", "10/01/2026")

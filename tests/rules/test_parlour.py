"""The parlour game, on logs written by hand: what is to be found, and what is not."""

from pathlib import Path

import pytest

from tests.rules.small_log import check


def pile(cards: str) -> list[str]:
    """From top to bottom."""
    return cards.split()


ANN = pile("AS KS QS JS 10S 9S 8S 7S AH KH QH JH 10H 9H 8H 7H")
BOB = pile("KD AD JD QD 9D 10D 7D 8D AC KC QC JC 10C 9C 8C 7C")


def game(*lines: str, ann: list[str] = ANN, bob: list[str] = BOB) -> str:
    """A game of two with 32 cards."""
    deals = [f"deal player=ann card={card}" for card in ann]
    deals += [f"deal player=bob card={card}" for card in bob]
    return "\n".join(["session=1", "setup players=2 decks=1 deck_size=32", *deals, *lines])


def trick(number: int, winner: str, *cards: str, expected: str = "") -> str:
    """One card each, ann's first; the winner puts them under his pile as they were played."""
    ann, bob = cards
    return f"""
        coup={number}
        play player=ann card={ann} face=up {expected}
        play player=bob card={bob} face=up
        win player={winner}
        take player={winner} card={ann}
        take player={winner} card={bob}
    """


FIRST = trick(1, "ann", "AS", "KD")


def test_cards_out_of_the_pile_s_order(tmp_path: Path) -> None:
    """Ann plays the queen, on which a king lies; at the open game she may."""
    log = game(FIRST, trick(2, "bob", "QS", "AD", expected="← parlour.play"))
    check(tmp_path, "bataille-familiale", log)
    check(tmp_path, "bataille-ouverte", log.replace("← parlour.play", ""))


def test_the_order_of_the_taking_binds(tmp_path: Path) -> None:
    """Sixteen tricks to bob bring him to the cards of the first, taken as they were played."""
    ann = pile("7S 8S 9S 10S JS QS KS 7H 8H 9H 10H JH QH KH 7C AS")
    bob = pile("8D 9D 10D JD QD KD AD 8C 9C 10C JC QC KC AC AH 7D")
    tricks = [trick(n + 1, "bob", *pair) for n, pair in enumerate(zip(ann[:15], bob, strict=False))]
    tricks.append(trick(16, "ann", "AS", "7D"))
    start = game(*tricks, ann=ann, bob=bob)
    check(tmp_path, "bataille-familiale", start + trick(17, "ann", "AS", "7S"))
    wrong = trick(17, "ann", "AS", "8D").replace(
        "card=8D face=up", "card=8D face=up ← parlour.play"
    )
    check(tmp_path, "bataille-familiale", start + wrong)


def test_everything_on_the_table_is_taken_once(tmp_path: Path) -> None:
    after = trick(2, "bob", "KS", "AD")
    lost = FIRST.replace("take player=ann card=KD", "")
    lost = lost.replace("card=KD face=up", "card=KD face=up ← parlour.take")
    check(tmp_path, "bataille-familiale", game(lost, after))
    doubled = FIRST + "take player=ann card=KD ← parlour.take"
    check(tmp_path, "bataille-familiale", game(doubled, after))


TIE = """
    coup=1
    play player=ann card=KS face=up
    play player=bob card=KD face=up
    play player=ann card=QS face=down
    play player=bob card=AD face=down
    play player=ann card=JS face=up
    play player=bob card=10D face=up
    win player=ann
    take player=ann card=KS
    take player=ann card=KD
    take player=ann card=QS
    take player=ann card=AD
    take player=ann card=JS
    take player=ann card=10D
"""
TIE_ANN = pile("KS QS JS AS 10S 9S 8S 7S AH KH QH JH 10H 9H 8H 7H")
TIE_BOB = pile("KD AD 10D JD QD 9D 7D 8D AC KC QC JC 10C 9C 8C 7C")


def test_a_tie_is_one_card_down_and_one_up(tmp_path: Path) -> None:
    check(tmp_path, "bataille-familiale", game(TIE, ann=TIE_ANN, bob=TIE_BOB))
    shown = TIE.replace("card=QS face=down", "card=QS face=up ← parlour.tie")
    check(tmp_path, "bataille-familiale", game(shown, ann=TIE_ANN, bob=TIE_BOB))


def test_a_game_given_up_after_many_tricks_is_judged_all_the_same(tmp_path: Path) -> None:
    """A log that closes nothing in twenty scopes may lack its end, and no more than that."""
    ann, bob = list(ANN), pile("KD AD JD QD 9D 10D 7D 8D KC AC JC QC 9C 10C 7C 8C")
    start, tricks = game(ann=ann, bob=bob), []
    for number in range(1, 25):
        cards = ann.pop(0), bob.pop(0)
        winner = "ann" if number % 2 else "bob"
        (ann if winner == "ann" else bob).extend(cards)
        tricks.append(trick(number, winner, *cards))
    tricks[4] = "\n".join(line for line in tricks[4].splitlines() if "win " not in line)
    tricks[4] = tricks[4].replace(
        "play player=bob card=9D face=up", "play player=bob card=9D face=up ← parlour.trick"
    )
    check(tmp_path, "bataille-familiale", "\n".join([start, *tricks]))


@pytest.mark.parametrize(("winner", "expected"), [("ann", ""), ("bob", "parlour.additions.sum")])
def test_in_the_additions_an_ace_counts_one(tmp_path: Path, winner: str, expected: str) -> None:
    """King and queen are twenty-five, ace and king are fourteen."""
    ann = pile("KS QS JS AS 10S 9S 8S 7S AH KH QH JH 10H 9H 8H 7H")
    bob = pile("AD KD 10D JD QD 9D 7D 8D AC KC QC JC 10C 9C 8C 7C")
    log = f"""
        coup=1
        play player=ann card=KS face=up
        play player=ann card=QS face=up
        play player=bob card=AD face=up
        play player=bob card=KD face=up
        win player={winner}                                         ← {expected}
        take player={winner} card=KS
        take player={winner} card=QS
        take player={winner} card=AD
        take player={winner} card=KD
    """
    check(tmp_path, "bataille-additions", game(log, ann=ann, bob=bob))


def test_in_speed_the_lowest_rank_leaves_the_game(tmp_path: Path) -> None:
    ann = ["7S", *ANN[:7], *ANN[8:]]
    played = trick(1, "bob", "7S", "KD")
    wrong = played.replace("card=7S\n", "card=7S ← parlour.speed.discard\n")
    check(tmp_path, "bataille-speed", game(wrong, ann=ann))
    gone = played.replace("take player=bob card=7S", "discard card=7S")
    check(tmp_path, "bataille-speed", game(gone, ann=ann))
    more = gone.replace("take player=bob card=KD", "discard card=KD ← parlour.speed.discard")
    check(tmp_path, "bataille-speed", game(more, ann=ann))


def test_in_payante_the_loser_gives_his_next_card(tmp_path: Path) -> None:
    log = """
        coup=1
        play player=ann card=AS face=up
        play player=bob card=KD face=up
        win player=ann                                              ← %s
        %s
        take player=ann card=AS
        take player=ann card=KD
        %s
        coup=2
        play player=ann card=KS face=up
    """
    gift = "give player=bob to=ann card=AD"
    check(tmp_path, "bataille-payante", game(log % ("", gift, "take player=ann card=AD")))
    check(tmp_path, "bataille-payante", game(log % ("parlour.payante.give", "", "")))
    below = (gift.replace("AD", "JD") + " ← parlour.payante.give", "take player=ann card=JD")
    check(tmp_path, "bataille-payante", game(log % ("", *below)))

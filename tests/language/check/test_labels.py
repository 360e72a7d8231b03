"""Labels: what people call kinds of event, columns and words."""

import pytest

from auditor.language.compile import vocabulary_at
from auditor.language.core import Vocabulary
from auditor.language.resolve.search_path import Disk, shipped
from auditor.types import Enumeration, SetOf


def words_without_label(own: Vocabulary) -> list[tuple[str, str]]:
    types = (kind.element if isinstance(kind, SetOf) else kind for kind in own.fields.values())
    words = [(t.name, word) for t in types if isinstance(t, Enumeration) for word in t.members]
    names = [("event", name) for name in own.kinds] + [("field", name) for name in own.fields]
    names += [("scope", name) for name in own.scopes]
    return [name for name in (*names, *words) if name not in own.labels]


@pytest.mark.parametrize("name", ["table", "cards", "wheel", "parlour"])
def test_shipped_vocabularies_label_all_that_they_declare(name: str) -> None:
    own = vocabulary_at(shipped() / "vocabulary" / f"{name}.rules", Disk())
    assert own.labels
    assert words_without_label(own) == []


def test_a_game_may_call_a_word_of_a_vocabulary_otherwise() -> None:
    """A hand is a player at punto banco alone, and there the customer is called otherwise."""

    def said(game: str, family: str, name: str) -> str:
        return vocabulary_at(shipped() / game, Disk()).labels[family, name].fr

    assert said("bataille", "recipient", "player") == "joueur"
    hand, bet, who = (
        said("punto-banco", family, "player") for family in ("recipient", "bet", "field")
    )
    assert (hand, bet, who) == ("main Punto", "Punto", "client|clients")

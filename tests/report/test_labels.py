"""How a legal basis is named."""

import pytest

from auditor.report.labels import Words, legal_text
from auditor.report.model import Bilingual, LawSource


@pytest.mark.parametrize(
    ("text", "article", "said"),
    [
        ("Arrêté du 14 mai 2007, article 55-19", "55-19", "Arrêté du 14 mai 2007, article 55-19"),
        ("Arrêté du 14 mai 2007", "7", "Arrêté du 14 mai 2007, article 7"),
        ("Règlement de la roulette", "R", "Règlement de la roulette, article R"),
    ],
)
def test_an_article_is_left_out_only_where_the_title_has_it(
    text: str, article: str, said: str
) -> None:
    source = LawSource(text=Bilingual(fr=text, en=text), nature="law", article=article)
    assert legal_text(source, Words("fr")) == said
